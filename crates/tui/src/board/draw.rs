//! Drawing a board: what can be picked, what was picked, where the cursor is.
//!
//! The marks are the program's visual language, the same in every game. On a board with blocks of
//! colour they use the first and the last column of a place, which games leave free.

use parlour_core::{Pick, Run};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

use super::BoardView;
use crate::event::{Hit, Hits};
use crate::look::{Look, style};
use crate::picture::{Sight, Spot};
use crate::theme::{
    CAN_ON_DARK, CAN_ON_LIGHT, CURSOR_DARK, CURSOR_LIGHT, HINT, ON_MARK, PICKED, PREVIEW,
};

/// Marks need this many columns: one at either side.
const ROOMY: u16 = 3;

impl BoardView {
    /// Draws into an area; what does not fit scrolls with the cursor.
    pub(crate) fn draw(
        &self,
        sight: &Sight,
        area: Rect,
        screen: &mut Buffer,
        look: Look,
        hits: &mut Hits,
    ) {
        let (picture, spots) = (&sight.picture, &sight.spots);
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
                    let text = run.text.chars().skip(from - column).take(to - from);
                    let visible: String = text.collect();
                    let x = area.x + (from - left) as u16;
                    screen.set_string(x, y, &visible, style(run.style));
                }
                column += length;
            }
        }
        let changed = self.changed();
        for spot in spots.all() {
            let place = Visible {
                left: spot.left as i64 - left as i64,
                right: spot.right as i64 - left as i64,
                top: spot.top as i64 - top as i64,
                bottom: spot.bottom as i64 - top as i64,
                area,
            };
            let Some(seen) = place.seen() else { continue };
            hits.push(seen, Hit::Pick(spot.pick.clone()));
            let looks = Looks {
                previewed: changed.contains(&spot.pick),
                ..self.looks(&spot.pick)
            };
            match seen.width >= ROOMY && look.has_blocks() {
                true => looks.mark(place, spot, screen, look.is_on_light()),
                false => looks.mark_small(seen, spot, screen),
            }
        }
    }

    fn looks(&self, pick: &Pick) -> Looks {
        let picking = self.picking.as_ref();
        let in_strip = self.strip().is_some();
        Looks {
            pickable: !in_strip && picking.is_some_and(|picking| picking.can_take(pick)),
            taken: self.taken().contains(pick),
            hinted: self.hint.contains(pick),
            cursor: !in_strip && self.cursor.as_ref() == Some(pick) && self.showing.pickable,
            previewed: false,
        }
    }

    /// Draws a line of a panel, whose runs may be picked.
    pub(crate) fn draw_runs(&self, runs: &[Run], area: Rect, screen: &mut Buffer, hits: &mut Hits) {
        let mut x = area.x;
        for run in runs {
            let from = x;
            let room = usize::from(area.right().saturating_sub(x));
            (x, _) = screen.set_stringn(x, area.y, &run.text, room, style(run.style));
            let Some(pick) = run.pick.as_ref().filter(|_| x > from) else {
                continue;
            };
            let place = Rect::new(from, area.y, x - from, 1);
            hits.push(place, Hit::Pick(pick.clone()));
            self.beside.borrow_mut().insert(pick.clone());
            let looks = self.looks(pick);
            let chosen = self
                .strip()
                .is_some_and(|(all, at)| all.get(at) == Some(pick));
            let mut painted = Style::new();
            if looks.pickable {
                painted = painted.add_modifier(Modifier::BOLD);
            }
            if looks.taken {
                painted = painted.patch(Style::new().fg(ON_MARK).bg(PICKED));
            }
            if looks.hinted {
                painted = painted.patch(Style::new().fg(ON_MARK).bg(HINT));
            }
            if looks.cursor || chosen {
                painted = painted.add_modifier(Modifier::REVERSED | Modifier::BOLD);
            }
            screen.set_style(place, painted);
        }
    }
}

/// The rectangle of a place on the screen, part of which may be outside the area.
#[derive(Clone, Copy)]
struct Visible {
    left: i64,
    right: i64,
    top: i64,
    bottom: i64,
    area: Rect,
}

impl Visible {
    fn seen(self) -> Option<Rect> {
        let (width, height) = (i64::from(self.area.width), i64::from(self.area.height));
        let (left, right) = (self.left.clamp(0, width), self.right.clamp(0, width));
        let (top, bottom) = (self.top.clamp(0, height), self.bottom.clamp(0, height));
        (left < right && top < bottom).then(|| Rect {
            x: self.area.x + left as u16,
            y: self.area.y + top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
        })
    }

    /// Puts a character at a place, if that is visible.
    fn put(self, x: i64, y: i64, letter: char, painted: Style, screen: &mut Buffer) {
        let inside = (0..i64::from(self.area.width)).contains(&x)
            && (0..i64::from(self.area.height)).contains(&y);
        if inside {
            let cell = &mut screen[(self.area.x + x as u16, self.area.y + y as u16)];
            cell.set_char(letter);
            cell.set_style(painted);
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
    previewed: bool,
}

impl Looks {
    /// Marks a place on a board with blocks of colour.
    fn mark(self, place: Visible, spot: &Spot, screen: &mut Buffer, is_on_light: bool) {
        let height = place.bottom - place.top;
        let middle = (height - 1) / 2;
        let (first, last) = (place.left, place.right - 1);
        let sides = |row: i64, (one, other): (char, char), painted: Style, screen: &mut Buffer| {
            place.put(first, place.top + row, one, painted, screen);
            place.put(last, place.top + row, other, painted, screen);
        };
        for row in 0..height {
            // On low places the ends of corridors are at both sides: they must be seen.
            if self.previewed && (row == 0 || height > 2) {
                sides(
                    row,
                    ('┊', '┊'),
                    Style::new().fg(ON_MARK).bg(PREVIEW),
                    screen,
                );
            }
            if self.taken {
                let painted = Style::new().fg(ON_MARK).bg(PICKED);
                place.put(first, place.top + row, '║', painted, screen);
                // A place that is picked and would change shows both.
                if !self.previewed {
                    place.put(last, place.top + row, '║', painted, screen);
                }
            }
            if self.cursor {
                let shape = match row {
                    _ if height == 1 => ('▌', '▐'),
                    0 => ('▛', '▜'),
                    _ if row + 1 == height => ('▙', '▟'),
                    _ => ('▌', '▐'),
                };
                let painted = Style::new().fg(CURSOR_LIGHT).bg(CURSOR_DARK);
                sides(row, shape, painted, screen);
            }
        }
        if self.hinted {
            let painted = Style::new().fg(ON_MARK).bg(HINT);
            match self.cursor && height == 1 {
                true => place.put(first, place.top, '◆', painted, screen),
                false => sides(middle, ('◆', '◆'), painted, screen),
            }
        }
        if self.pickable && !self.taken {
            let (x, y) = match spot.is_blank {
                true => ((first + last) / 2, place.top + middle),
                false if height > 1 || !self.cursor => (last, place.top),
                false => return,
            };
            if self.cursor && !spot.is_blank {
                return;
            }
            let painted = Style::new().fg(can(place, x, y, screen, is_on_light));
            let painted = painted.add_modifier(Modifier::BOLD);
            place.put(x, y, '•', painted, screen);
        }
    }

    /// Marks a place of a small drawing, in which every character may matter: blank places that
    /// can be picked get a dot, picked ones brackets.
    fn mark_small(self, place: Rect, spot: &Spot, screen: &mut Buffer) {
        let is_free = |screen: &Buffer, x: u16, y: u16| screen[(x, y)].symbol() == " ";
        if self.pickable {
            let middle = (
                place.x + (place.width - 1) / 2,
                place.y + (place.height - 1) / 2,
            );
            // Not right behind a number, of the place or in the margin, where it would look like a
            // point.
            let free = place.positions().find(|at| {
                let before = at.x.checked_sub(1).map(|x| screen[(x, at.y)].symbol());
                let is_beside = before.is_some_and(|before| match at.x > place.x {
                    true => before != " ",
                    false => before.chars().all(|letter| letter.is_ascii_digit()),
                });
                is_free(screen, at.x, at.y) && !is_beside
            });
            let free = free.map(|at| (at.x, at.y)).filter(|_| place.width >= ROOMY);
            if let Some(at) = if spot.is_blank { Some(middle) } else { free } {
                screen[at].set_char('·');
            }
            screen.set_style(place, Style::new().add_modifier(Modifier::BOLD));
        }
        if self.hinted {
            let painted = Style::new().fg(ON_MARK).bg(HINT);
            screen.set_style(place, painted.add_modifier(Modifier::BOLD));
            let free = place.positions().filter(|at| is_free(screen, at.x, at.y));
            if let Some(at) = free.last() {
                screen[at].set_char('◆');
            }
        }
        if self.taken {
            let painted = Style::new().fg(ON_MARK).bg(PICKED);
            screen.set_style(place, painted.add_modifier(Modifier::BOLD));
            let (first, last) = (place.x, place.right() - 1);
            for y in place.top()..place.bottom() {
                if place.width >= ROOMY && is_free(screen, first, y) && is_free(screen, last, y) {
                    screen[(first, y)].set_char('[');
                    screen[(last, y)].set_char(']');
                }
            }
        }
        if self.previewed {
            screen.set_style(place, Style::new().add_modifier(Modifier::ITALIC));
            let last = place.right() - 1;
            for y in place.top()..place.bottom() {
                for x in [place.x, last] {
                    if place.width >= ROOMY && is_free(screen, x, y) {
                        screen[(x, y)].set_char('┊');
                    }
                }
            }
        }
        if self.cursor {
            screen.set_style(place, Style::new().add_modifier(Modifier::REVERSED));
        }
    }
}

/// The colour of what can be picked, on the ground that is there.
fn can(place: Visible, x: i64, y: i64, screen: &Buffer, is_on_light: bool) -> Color {
    let at = (
        place.area.x.saturating_add_signed(x as i16),
        place.area.y.saturating_add_signed(y as i16),
    );
    let is_light = match screen.cell(at).map(|cell| cell.bg) {
        Some(Color::Rgb(red, green, blue)) => {
            let bright = 3 * u32::from(red) + 6 * u32::from(green) + u32::from(blue);
            bright > 1250
        }
        _ => is_on_light,
    };
    match is_light {
        true => CAN_ON_LIGHT,
        false => CAN_ON_DARK,
    }
}
