//! What is beside the form: the values that a line can have, or the board.

use parlour_core::{OFFERED, Viewer};
use parlour_host::HUMAN;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::opponents::about;
use super::{Row, Setup, TIMES, worth_trying};
use crate::look::{FAINT, Look, PLAIN, STRONG, TITLE};
use crate::sample;
use crate::screen::{draw_pane, draw_words, short, wrapped};

/// The lowest pane with a board.
const LOWEST_BOARD: u16 = 10;

impl Setup {
    /// The values that a line can have, and the one it has.
    fn choices(&self, row: Row) -> (Vec<String>, String) {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let value = self.line(row).1;
        let values = match row {
            Row::Option(index) => words(&worth_trying(&self.game.options()[index])),
            Row::Seat(_) => {
                let mut kinds = vec![HUMAN];
                kinds.extend(OFFERED);
                words(&kinds)
            }
            Row::Dice => words(&["thrown", "own"]),
            Row::Time => TIMES.iter().map(|time| format!("{time} s")).collect(),
            Row::Names | Row::Start => Vec::new(),
        };
        (values, value)
    }

    pub(super) fn draw_pane(&self, area: Rect, row: Row, screen: &mut Buffer, look: Look) {
        let (values, value) = self.choices(row);
        if values.is_empty() {
            return self.draw_start(area, screen, look);
        }
        let (heading, _, help) = self.line(row);
        // What the form has no room for.
        let words = match row {
            Row::Seat(seat) => about(self.game, &self.kinds[seat]),
            _ => help,
        };
        let said = wrapped(&words, usize::from(area.width.saturating_sub(4))).len();
        let known = values.contains(&value);
        let high = values.len() + usize::from(!known) + said + 3;
        let high = area.height.min(high as u16);
        let below = Rect {
            y: area.y + high,
            height: area.height - high,
            ..area
        };
        if below.height >= LOWEST_BOARD {
            self.draw_start(below, screen, look);
        }
        let area = Rect {
            height: if below.height >= LOWEST_BOARD {
                high
            } else {
                area.height
            },
            ..area
        };
        let inner = draw_pane(area, screen, &heading);
        let room = usize::from(inner.width);
        let own = (!known).then(|| value.clone());
        let mut y = inner.y;
        for listed in values.iter().chain(&own) {
            if y >= inner.bottom() {
                break;
            }
            let (mark, style) = match *listed == value {
                true => ("● ", STRONG),
                false => ("○ ", PLAIN),
            };
            let mark_style = if *listed == value { TITLE } else { FAINT };
            let (x, _) = screen.set_stringn(inner.x, y, mark, room, mark_style);
            screen.set_stringn(x, y, short(listed, room - 2), room - 2, style);
            y += 1;
        }
        let below = Rect {
            y: y + 1,
            height: inner.bottom().saturating_sub(y + 1),
            ..inner
        };
        draw_words(below, screen, &words, FAINT);
    }

    /// The board at the start.
    fn draw_start(&self, area: Rect, screen: &mut Buffer, look: Look) {
        let Ok(start) = &self.start else { return };
        let board = sample::board(&**start, Viewer::Public);
        let about = self.game.info().summary;
        sample::draw_about(area, "The board", Some(&board), about, screen, look);
    }
}
