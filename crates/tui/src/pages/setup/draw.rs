//! Drawing the form.

use parlour_core::Seat;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::opponents::about;
use super::{Row, Setup, TIMES};
use crate::event::{Hit, Hits};
use crate::list::draw_notice;
use crate::look::{ALARM, CURSOR, FAINT, GOOD, Look, PLAIN, STRONG, TITLE};
use crate::page::Page;
use crate::screen::{
    beside_or_below, body, draw_keys, draw_pane, draw_title, draw_words, last_line, short, window,
};

/// The offer of a guided first game.
const FIRST: &str = "Your first time? l: a first game with a guide, r: the rules.";

/// The width of the form beside a pane.
const FORM: u16 = 42;

/// The lowest window with a pane.
const LOWEST: u16 = 16;

/// Above and below the lines of the form.
const BORDER: u16 = 2;

impl Setup {
    /// A line of the form: its label, its value, and help.
    pub(super) fn line(&self, row: Row) -> (String, String, String) {
        match row {
            Row::Option(index) => {
                let option = &self.game.options()[index];
                let help = match &self.start {
                    Err(error) if error.option == option.name => error.message.clone(),
                    _ => option.help.to_owned(),
                };
                (option.name.to_owned(), self.value(index).to_owned(), help)
            }
            Row::Seat(seat) => {
                let name = match &self.start {
                    Ok(start) => start.seat_name(Seat(seat as u8)).into_owned(),
                    Err(_) => format!("player {}", seat + 1),
                };
                let kind = &self.kinds[seat];
                (name, kind.clone(), about(self.game, kind))
            }
            Row::Dice => {
                let (value, help) = match self.own_dice {
                    true => ("own", "you throw real dice, and type what they show"),
                    false => ("thrown", "by the program"),
                };
                ("dice".to_owned(), value.to_owned(), help.to_owned())
            }
            Row::Names => {
                let (shown, help) = match &self.start {
                    Ok(start) => match self.names(&**start) {
                        Ok(names) => (
                            names.join(", "),
                            "of the players, separated by commas".to_owned(),
                        ),
                        Err(why) => (self.names.clone(), why),
                    },
                    Err(_) => (self.names.clone(), String::new()),
                };
                ("names".to_owned(), shown, help)
            }
            Row::Time => (
                "thinking".to_owned(),
                format!("{} s", TIMES[self.time]),
                "how long a bot may think about a move".to_owned(),
            ),
            Row::Start => (String::new(), "Start".to_owned(), String::new()),
        }
    }

    pub(super) fn draw_form(&self, area: Rect, screen: &mut Buffer, look: Look, hits: &mut Hits) {
        if let Some(opponents) = &self.choosing {
            let seat = self.line(Row::Seat(opponents.seat)).0;
            return opponents.draw(self.game, &seat, area, screen, hits);
        }
        let info = self.game.info();
        draw_title(area, screen, info.title, info.summary);
        let rows = self.rows();
        let mut room = body(area);
        if self.is_first {
            room = draw_words(room, screen, FIRST, GOOD);
            // No blank line: a border follows.
            room.y -= 1;
            room.height += 1;
        }
        let (form, pane) = match area.height >= LOWEST {
            true => beside_or_below(room, FORM, rows.len() as u16 + BORDER),
            false => (room, Rect::default()),
        };
        let is_beside = form.width < room.width;
        let heading = match self.begun {
            Some(_) => "Who plays on?",
            None => "A new game",
        };
        let inner = draw_pane(form, screen, heading);
        self.draw_rows(inner, &rows, !is_beside, screen, hits);
        let row = rows[self.at];
        match is_beside {
            true => self.draw_pane(pane, row, screen, look),
            false => {
                let (heading, _, help) = self.line(row);
                let inner = draw_pane(pane, screen, &heading);
                let help = match row {
                    Row::Start => info.summary.to_owned(),
                    _ => help,
                };
                draw_words(inner, screen, &help, PLAIN);
            }
        }
        draw_notice(area, screen, self.message.as_deref());
        draw_keys(last_line(area), screen, hits, &self.keys());
    }

    fn draw_rows(
        &self,
        area: Rect,
        rows: &[Row],
        has_help: bool,
        screen: &mut Buffer,
        hits: &mut Hits,
    ) {
        let width = usize::from(area.width);
        let heads = rows.iter().map(|row| self.line(*row).0.chars().count());
        let x = area.x + 2;
        let value_x = x + heads.max().unwrap_or(0) as u16 + 2;
        let room = usize::from(area.right().saturating_sub(value_x));
        let seen = window(rows.len(), self.at, area.height.into());
        for (index, y) in seen.zip(area.y..) {
            let row = rows[index];
            let (head, value, help) = self.line(row);
            let is_chosen = index == self.at;
            let mark = if is_chosen { "▸ " } else { "  " };
            screen.set_stringn(area.x, y, mark, width, TITLE);
            screen.set_stringn(x, y, head, width, PLAIN);
            let (end, _) = match (&self.editing, is_chosen) {
                (Some(entry), true) => {
                    let (before, under, after) = entry.window(room.saturating_sub(1));
                    let (x, _) = screen.set_stringn(value_x, y, before, room, PLAIN);
                    let (x, _) = screen.set_stringn(x, y, under, room, CURSOR);
                    screen.set_stringn(x, y, after, room, PLAIN)
                }
                _ => {
                    let style = if is_chosen {
                        CURSOR.patch(STRONG)
                    } else {
                        STRONG
                    };
                    let most = match row {
                        Row::Names => room,
                        _ => room.min(30),
                    };
                    screen.set_stringn(value_x, y, short(&value, most), room, style)
                }
            };
            let wrong = match (&self.start, row) {
                (Err(error), Row::Option(index)) => error.option == self.game.options()[index].name,
                _ => false,
            };
            if has_help || wrong {
                let room = usize::from(area.right().saturating_sub(end + 2));
                let style = if wrong { ALARM } else { FAINT };
                screen.set_stringn(end + 2, y, short(&help, room), room, style);
            }
            hits.push(Rect::new(area.x, y, area.width, 1), Hit::Row(index));
        }
        // An error is told in full, where there is room.
        if let Err(error) = &self.start {
            let used = (rows.len() as u16 + 1).min(area.height);
            let below = Rect {
                y: area.y + used,
                height: area.height - used,
                ..area
            };
            draw_words(below, screen, &error.message, ALARM);
        }
    }
}
