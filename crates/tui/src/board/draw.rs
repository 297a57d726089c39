//! A board on the screen: what can be picked, what was picked, where the cursor
//! is.

use parlour_core::{Pick, Run};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use super::BoardView;
use crate::event::{Hit, Hits};
use crate::look::{CURSOR, HINTED, PICKABLE, TAKEN, style};
use crate::picture::Picture;

impl BoardView {
    /// Draws into an area; what does not fit scrolls with the cursor.
    pub(crate) fn draw(&self, picture: &Picture, area: Rect, screen: &mut Buffer, hits: &mut Hits) {
        let spots = &self.spots;
        let focus = self
            .under_cursor()
            .and_then(|pick| spots.get(pick))
            .or_else(|| self.taken().first().and_then(|pick| spots.get(pick)));
        let (width, height) = (usize::from(area.width), usize::from(area.height));
        let scroll = |size: usize, room: usize, from: usize, to: usize| {
            ((from + to) / 2)
                .saturating_sub(room / 2)
                .min(size.saturating_sub(room))
        };
        let (left, top) = match focus {
            None => (0, 0),
            Some(spot) => (
                scroll(picture.width, width, spot.left, spot.right),
                scroll(picture.height(), height, spot.top, spot.bottom),
            ),
        };
        for (row, line) in picture.lines.iter().skip(top).take(height).enumerate() {
            let y = area.y + row as u16;
            let mut column = 0;
            for run in line {
                let length = run.text.chars().count();
                let from = column.max(left);
                let to = (column + length).min(left + width);
                if from < to {
                    let looks = self.looks(run.pick.as_ref());
                    let text = looks.text(run);
                    let visible: String =
                        text.chars().skip(from - column).take(to - from).collect();
                    let x = area.x + (from - left) as u16;
                    let painted = looks.painted(style(run.style));
                    screen.set_string(x, y, &visible, painted);
                    if let Some(pick) = &run.pick {
                        let place = Rect::new(x, y, (to - from) as u16, 1);
                        hits.push(place, Hit::Pick(pick.clone()));
                    }
                }
                column += length;
            }
        }
    }

    fn looks(&self, pick: Option<&Pick>) -> Looks {
        let Some(pick) = pick else {
            return Looks::default();
        };
        let picking = self.picking.as_ref();
        let in_strip = self.strip().is_some();
        Looks {
            pickable: !in_strip && picking.is_some_and(|picking| picking.can_take(pick)),
            taken: self.taken().contains(pick),
            hinted: self.hint.contains(pick),
            cursor: !in_strip && self.cursor.as_ref() == Some(pick) && self.showing.pickable,
            is_blank: self.spots.get(pick).is_some_and(|spot| spot.is_blank),
        }
    }
}

/// What a place is at the moment.
#[derive(Clone, Copy, Debug, Default)]
struct Looks {
    pickable: bool,
    taken: bool,
    hinted: bool,
    cursor: bool,
    is_blank: bool,
}

impl Looks {
    /// Blank places that can be picked get a dot, picked ones brackets: nothing
    /// is told by colour alone.
    fn text(self, run: &Run) -> String {
        let mut letters: Vec<char> = run.text.chars().collect();
        let count = letters.len();
        if self.pickable && self.is_blank && count > 0 {
            letters[count / 2] = '·';
        }
        if self.taken && count > 2 && letters[0] == ' ' && letters[count - 1] == ' ' {
            letters[0] = '[';
            letters[count - 1] = ']';
        }
        letters.into_iter().collect()
    }

    fn painted(self, drawn: Style) -> Style {
        let mut painted = drawn;
        if self.pickable {
            painted = painted.patch(PICKABLE);
            if drawn.fg.is_none() && drawn.bg.is_none() {
                painted = painted.fg(Color::Green);
            }
        }
        if self.hinted {
            painted = painted.patch(HINTED);
        }
        if self.taken {
            painted = painted.patch(TAKEN);
        }
        if self.cursor {
            painted = painted.patch(CURSOR);
        }
        painted
    }
}
