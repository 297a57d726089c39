//! Where things stand on a screen, and the parts that several pages have.

mod foot;

use parlour_core::{GameEntry, harmless, harmless_lines};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Widget};

use crate::event::{Hit, Hits, plain};
use crate::look::{FAINT, PLAIN, STRONG};
use crate::picture::Picture;
use parlour_host::Found;

pub(crate) use foot::{Foot, Strip, draw_foot};

/// The least that a page can be used on.
pub(crate) const LEAST_WIDTH: u16 = 40;
pub(crate) const LEAST_HEIGHT: u16 = 12;

/// What stands beside a board is not narrower than this, nor wider than that.
const NARROWEST_SIDE: usize = 20;
const WIDEST_SIDE: usize = 48;
const GAP: usize = 2;
const FEWEST_SIDE_LINES: usize = 5;

/// A key that works now, and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) event: KeyEvent,
    pub(crate) name: &'static str,
    pub(crate) does: &'static str,
    /// The same in more words, where there is room for them.
    pub(crate) at_length: &'static str,
}

impl Key {
    /// A key without any other held down.
    pub(crate) fn plain(code: KeyCode, name: &'static str, does: &'static str) -> Key {
        Key {
            event: plain(code),
            name,
            does,
            at_length: does,
        }
    }

    pub(crate) fn at_length(self, at_length: &'static str) -> Key {
        Key { at_length, ..self }
    }
}

/// The parts of a page with a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Arrangement {
    pub(crate) head: Option<Rect>,
    pub(crate) board: Rect,
    pub(crate) side: Option<Rect>,
    pub(crate) foot: Rect,
    /// The size that would show the whole board, where this one does not.
    pub(crate) needs: Option<(usize, usize)>,
}

/// Finds room for everything, for the board first of all.
pub(crate) fn arrange(area: Rect, picture: &Picture) -> Arrangement {
    let rows = usize::from(area.height);
    let width = usize::from(area.width);
    let (head, foot) = match rows.checked_sub(picture.height()) {
        None | Some(0) => (1, 2),
        Some(1) => (0, 1),
        Some(2) => (0, 2),
        Some(3) => (1, 2),
        Some(_) => (1, 3),
    };
    let body = Rect {
        y: area.y + head,
        height: area.height.saturating_sub(head + foot),
        ..area
    };
    let lines = usize::from(body.height);
    // Beside the board, or beside those lines of it that leave room.
    let (beside, free) = picture.beside(width, lines, GAP + NARROWEST_SIDE);
    let has_side = beside.len() >= FEWEST_SIDE_LINES.min(lines);
    let side = has_side.then(|| (free - GAP).min(WIDEST_SIDE));
    let left = side.map_or(width, |side| width - side - GAP);
    let (mut x, mut y) = (0, 0);
    if picture.width <= left && (beside.len() == lines || side.is_none()) {
        x = (left - picture.width) / 2;
        y = (lines.saturating_sub(picture.height()) / 2).min(2);
    }
    let is_whole = picture.width <= width && picture.height() < rows;
    Arrangement {
        needs: (!is_whole).then_some((picture.width, picture.height() + 1)),
        head: (head > 0).then_some(Rect {
            height: head,
            ..area
        }),
        board: Rect {
            x: body.x + x as u16,
            y: body.y + y as u16,
            width: match picture.width <= left {
                true => (left - x) as u16,
                false => body.width,
            },
            height: body.height.saturating_sub(y as u16),
        },
        side: side.map(|side| Rect {
            x: body.x + (width - side) as u16,
            width: side as u16,
            y: body.y + beside.start as u16,
            height: beside.len() as u16,
        }),
        foot: Rect {
            y: area.y + area.height.saturating_sub(foot),
            height: foot.min(area.height),
            ..area
        },
    }
}

/// The last line of an area, where the keys stand.
pub(crate) fn last_line(area: Rect) -> Rect {
    Rect {
        y: area.bottom().saturating_sub(1),
        height: 1,
        ..area
    }
}

/// Draws the keys that work now; each does the same when it is clicked.
pub(crate) fn draw_keys(area: Rect, screen: &mut Buffer, hits: &mut Hits, keys: &[Key]) {
    let mut x = area.x;
    for key in keys {
        let width = key.name.chars().count() + key.does.chars().count() + 1;
        if usize::from(x) + width > usize::from(area.right()) {
            break;
        }
        let from = x;
        (x, _) = screen.set_stringn(x, area.y, key.name, width, STRONG);
        (x, _) = screen.set_stringn(x + 1, area.y, key.does, width, FAINT);
        hits.push(Rect::new(from, area.y, x - from, 1), Hit::Key(key.event));
        x += 2;
    }
}

/// A line that shows where it was cut off.
fn cut(line: Line<'_>, width: usize) -> Line<'_> {
    if line.width() <= width {
        return line;
    }
    let mut room = width.saturating_sub(1);
    let mut spans = Vec::new();
    for span in line.spans {
        let text: String = span
            .content
            .chars()
            .scan(room, |room, letter| {
                let wide = Span::raw(letter.to_string()).width();
                *room = room.checked_sub(wide)?;
                Some(letter)
            })
            .collect();
        room = room.saturating_sub(Span::raw(text.as_str()).width());
        let is_whole = text.len() == span.content.len();
        spans.push(Span::styled(text, span.style));
        if !is_whole {
            break;
        }
    }
    spans.push(Span::raw("…"));
    Line::from(spans)
}

/// The first line of a page.
pub(crate) fn draw_title(area: Rect, screen: &mut Buffer, title: &str, more: &str) {
    let (title, more) = (harmless(title), harmless(more));
    let line = Line::from(vec![
        Span::styled(&*title, STRONG),
        Span::styled(if more.is_empty() { "" } else { "  " }, PLAIN),
        Span::styled(&*more, FAINT),
    ]);
    let line = cut(line, usize::from(area.width));
    screen.set_line(area.x, area.y, &line, area.width);
}

/// As much of a text as there is room for.
pub(crate) fn short(text: &str, room: usize) -> String {
    let text = harmless(text);
    match text.chars().nth(room) {
        None => text.into_owned(),
        Some(_) => text
            .chars()
            .take(room.saturating_sub(1))
            .chain(['…'])
            .collect(),
    }
}

/// The lines of a list that are seen when the chosen one is.
pub(crate) fn window(count: usize, at: usize, room: usize) -> std::ops::Range<usize> {
    let first = at.saturating_sub(room / 2).min(count.saturating_sub(room));
    first..(first + room).min(count)
}

/// Breaks lines of more than `width` characters, between words where that can
/// be; others stay as they are.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    for paragraph in harmless_lines(text).lines() {
        if paragraph.chars().count() <= width {
            lines.push(paragraph.to_owned());
            continue;
        }
        let indent: String = paragraph.chars().take_while(|c| *c == ' ').collect();
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            let mut word: Vec<char> = word.chars().collect();
            let used = line.chars().count();
            if !line.is_empty() && used + 1 + word.len() > width {
                lines.push(std::mem::take(&mut line));
            }
            if line.is_empty() {
                line.push_str(&indent);
            } else {
                line.push(' ');
            }
            while word.len() > width {
                let rest = word.split_off(width);
                lines.push(word.into_iter().collect());
                line.clear();
                word = rest;
            }
            line.extend(word);
        }
        lines.push(line);
    }
    lines
}

/// Draws a text at the top of an area, and gives what is left of that.
pub(crate) fn draw_words(area: Rect, screen: &mut Buffer, text: &str, style: Style) -> Rect {
    let width = usize::from(area.width);
    let lines = wrapped(text, width);
    let shown = lines.len().min(usize::from(area.height));
    for (index, y) in (0..shown).zip(area.y..) {
        // The last line that there is room for ends where the others go on.
        let line = match index + 1 == shown {
            true => short(&lines[index..].join(" "), width),
            false => lines[index].clone(),
        };
        screen.set_stringn(area.x, y, line, width, style);
    }
    // A blank line before what follows.
    let used = (shown as u16 + 1).min(area.height);
    Rect {
        y: area.y + used,
        height: area.height - used,
        ..area
    }
}

/// Draws what a position is worth, with a bar where that is a chance.
pub(crate) fn draw_value(
    area: Rect,
    screen: &mut Buffer,
    names: &[String],
    game: &dyn GameEntry,
    found: Option<&Found>,
) -> Rect {
    let mut area = area;
    let Some(found) = found else {
        return draw_words(area, screen, "Value: ...", FAINT);
    };
    if let Some(chance) = found.chance(game) {
        let width = usize::from(area.width);
        let filled = (chance * width as f64).round() as usize;
        screen.set_stringn(area.x, area.y, "█".repeat(filled), width, PLAIN);
        let rest = "░".repeat(width - filled.min(width));
        screen.set_stringn(area.x + filled as u16, area.y, rest, width, FAINT);
        area = Rect {
            y: area.y + 1,
            height: area.height.saturating_sub(1),
            ..area
        };
    }
    let text = format!("Value: {}", found.worth(names, game));
    draw_words(area, screen, &text, PLAIN)
}

/// A box in the middle of an area, with nothing behind it.
pub(crate) fn draw_box(area: Rect, screen: &mut Buffer, lines: &[Line<'_>]) -> Rect {
    let width = lines.iter().map(Line::width).max().unwrap_or(0) as u16 + 4;
    let height = lines.len() as u16 + 2;
    let (width, height) = (width.min(area.width), height.min(area.height));
    let place = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    Clear.render(place, screen);
    Block::bordered().render(place, screen);
    for (line, y) in lines
        .iter()
        .zip(place.y + 1..place.bottom().saturating_sub(1))
    {
        screen.set_line(place.x + 2, y, line, width.saturating_sub(4));
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_broken_between_words() {
        assert_eq!(wrapped("a bc def\n\ng", 4), ["a bc", "def", "", "g"]);
        assert_eq!(wrapped("abcdefg h", 3), ["abc", "def", "g h"]);
        assert_eq!(wrapped("  one two", 6), ["  one", "  two"]);
    }

    #[test]
    fn a_window_holds_the_chosen_line() {
        assert_eq!(window(3, 2, 10), 0..3);
        assert_eq!(window(30, 0, 10), 0..10);
        assert_eq!(window(30, 15, 10), 10..20);
        assert_eq!(window(30, 29, 10), 20..30);
    }

    #[test]
    fn long_lines_show_that_they_were_cut() {
        let line = cut(Line::from("abcdef"), 4);
        assert_eq!(line.to_string(), "abc…");
        assert_eq!(cut(Line::from("abcd"), 4).to_string(), "abcd");
    }
}
