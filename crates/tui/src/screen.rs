//! The layout of the screen, and parts that several pages share.

mod foot;
mod layout;
mod panels;

use parlour_core::{harmless, harmless_lines};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};

use crate::event::{Hit, Hits, plain};
use crate::look::{EDGE, FAINT, TITLE};
use crate::theme::ACCENT;

pub(crate) use foot::{Foot, Strip, draw_foot};
pub(crate) use layout::{Arrangement, Panels, Wants, arrange};
pub(crate) use panels::{Row, Section, WIDEST, draw_border, draw_column, draw_sections, words_of};

/// The smallest usable screen.
pub(crate) const LEAST_WIDTH: u16 = 40;
pub(crate) const LEAST_HEIGHT: u16 = 12;

/// A key that works now, and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) event: KeyEvent,
    pub(crate) name: &'static str,
    pub(crate) does: &'static str,
    /// The same in more words, if there is room.
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

/// The last line of an area, for the keys.
pub(crate) fn last_line(area: Rect) -> Rect {
    Rect {
        y: area.bottom().saturating_sub(1),
        height: 1,
        ..area
    }
}

/// What is between the title of a page and its keys.
pub(crate) fn body(area: Rect) -> Rect {
    Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(2),
        ..area
    }
}

/// A list and a pane beside it or, if there is no room for that, below it.
pub(crate) fn beside_or_below(area: Rect, width: u16, height: u16) -> (Rect, Rect) {
    let is_wide = area.width >= width + LEAST_PANE;
    let (width, height) = match is_wide {
        true => (width, area.height),
        false => (area.width, height.min(area.height)),
    };
    let first = Rect {
        width,
        height,
        ..area
    };
    let second = match is_wide {
        true => Rect {
            x: first.right(),
            width: area.width - width,
            ..area
        },
        false => Rect {
            y: first.bottom(),
            height: area.height - height,
            ..area
        },
    };
    (first, second)
}

/// The narrowest pane beside a list.
const LEAST_PANE: u16 = 30;

/// The lowest pane that says something.
const LOWEST_PANE: u16 = 3;

/// Draws a border with a heading around a page or a part of it; returns what is inside, with a
/// margin. Nothing is drawn where there is no room.
pub(crate) fn draw_pane(area: Rect, screen: &mut Buffer, heading: &str) -> Rect {
    if area.height < LOWEST_PANE || area.width < LOWEST_PANE {
        return Rect::new(area.x, area.y, 0, 0);
    }
    let inner = draw_border(area, screen, heading);
    Rect {
        x: inner.x + 1,
        width: inner.width.saturating_sub(2),
        ..inner
    }
}

/// The room between two keys.
const BETWEEN: usize = 2;

impl Key {
    fn width(&self) -> usize {
        self.name.chars().count() + 1 + self.does.chars().count() + BETWEEN
    }

    /// The keys for help and for leaving, which are always shown.
    fn is_vital(&self) -> bool {
        matches!(self.name, "?" | "q") || self.name == "Esc" && self.does == "back"
    }
}

/// Draws the keys that work now, the first as long as there is room, and always those for help and
/// for leaving; a click on one does the same.
pub(crate) fn draw_keys(area: Rect, screen: &mut Buffer, hits: &mut Hits, keys: &[Key]) {
    let width = usize::from(area.width) + BETWEEN;
    let mut left = width.saturating_sub(
        keys.iter()
            .filter(|key| key.is_vital())
            .map(Key::width)
            .sum(),
    );
    let mut is_full = false;
    let shown = keys.iter().filter(|key| {
        if key.is_vital() {
            return true;
        }
        is_full |= key.width() > left;
        if !is_full {
            left -= key.width();
        }
        !is_full
    });
    let mut x = area.x;
    for key in shown {
        let from = x;
        let room = |x: u16| usize::from(area.right().saturating_sub(x));
        (x, _) = screen.set_stringn(x, area.y, key.name, room(x), TITLE);
        if x >= area.right() {
            return;
        }
        (x, _) = screen.set_stringn(x + 1, area.y, key.does, room(x + 1), FAINT);
        hits.push(Rect::new(from, area.y, x - from, 1), Hit::Key(key.event));
        x += BETWEEN as u16;
    }
}

/// Draws the keys of a page that scrolls and, if it is longer than the window, how far it was read.
pub(crate) fn draw_keys_and_place(
    area: Rect,
    screen: &mut Buffer,
    hits: &mut Hits,
    keys: &[Key],
    place: Option<(usize, usize)>,
) {
    let mut line = last_line(area);
    if let Some((read, all)) = place {
        let place = format!("{} of {all}", read.min(all));
        let width = place.len() as u16;
        line.width = line.width.saturating_sub(width + BETWEEN as u16);
        screen.set_string(area.right().saturating_sub(width), line.y, &place, FAINT);
    }
    draw_keys(line, screen, hits, keys);
}

/// The middle of an area, of this width if there is room.
pub(crate) fn in_the_middle(area: Rect, width: usize) -> Rect {
    let width = area.width.min(width as u16);
    Rect {
        x: area.x + (area.width - width) / 2,
        width,
        ..area
    }
}

/// Keys in several lines, those for help and for leaving at the end.
fn key_lines(keys: &[Key], width: usize, most: usize) -> Vec<Vec<Key>> {
    let (vital, others): (Vec<&Key>, Vec<&Key>) = keys.iter().partition(|key| key.is_vital());
    let fits = |line: &[Key], key: &Key| {
        let used: usize = line.iter().map(Key::width).sum();
        used + key.width() <= width + BETWEEN
    };
    let mut lines: Vec<Vec<Key>> = vec![Vec::new()];
    for key in others {
        let last = lines.len() - 1;
        match fits(&lines[last], key) {
            true => lines[last].push(key.clone()),
            false if lines.len() + 1 < most => lines.push(vec![key.clone()]),
            false => break,
        }
    }
    let last = vital.into_iter().cloned().collect();
    lines.retain(|line| !line.is_empty());
    lines.push(last);
    lines
}

/// How many columns the keys for help and for leaving take.
pub(crate) fn vital_width(keys: &[Key]) -> usize {
    let vital = keys.iter().filter(|key| key.is_vital());
    vital.map(Key::width).sum()
}

/// Draws the keys for help and for leaving alone.
pub(crate) fn draw_vital_keys(area: Rect, screen: &mut Buffer, hits: &mut Hits, keys: &[Key]) {
    let vital: Vec<Key> = keys.iter().filter(|key| key.is_vital()).cloned().collect();
    draw_keys(area, screen, hits, &vital);
}

/// Cuts a line, and shows that it was cut.
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

/// The first line of a page: a rule with the title in it, and more at its end.
pub(crate) fn draw_title(area: Rect, screen: &mut Buffer, title: &str, more: &str) {
    let (title, more) = (harmless(title), harmless(more));
    let width = usize::from(area.width);
    screen.set_stringn(area.x, area.y, "─".repeat(width), width, EDGE);
    let title = Line::from(Span::styled(format!(" {title} "), TITLE));
    let title = cut(title, width.saturating_sub(4));
    let (x, _) = screen.set_line(area.x + 2, area.y, &title, area.width.saturating_sub(4));
    let room = usize::from(area.right().saturating_sub(x + 3));
    if more.is_empty() || room < 8 {
        return;
    }
    let more = short(&more, room - 2);
    let length = more.chars().count() as u16 + 2;
    let at = area.right().saturating_sub(length + 1);
    screen.set_stringn(at, area.y, format!(" {more} "), room, FAINT);
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

/// The lines of a list that are visible when the chosen one is.
pub(crate) fn window(count: usize, at: usize, room: usize) -> std::ops::Range<usize> {
    let first = at.saturating_sub(room / 2).min(count.saturating_sub(room));
    first..(first + room).min(count)
}

/// Breaks lines of more than `width` characters, between words if possible; others stay as they
/// are. Spaces between words stay too, and the last column of a table continues below itself.
#[must_use]
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    for paragraph in harmless_lines(text).lines() {
        if paragraph.chars().count() <= width {
            lines.push(paragraph.to_owned());
            continue;
        }
        let indent = " ".repeat(hanging(paragraph, width));
        let mut line: String = paragraph.chars().take_while(|c| *c == ' ').collect();
        let mut gap = "";
        let mut rest = paragraph.trim_start_matches(' ');
        while !rest.is_empty() {
            let end = rest.find(' ').unwrap_or(rest.len());
            let (word, after) = rest.split_at(end);
            let mut word: Vec<char> = word.chars().collect();
            let used = line.chars().count() + gap.len();
            if !line.trim_start().is_empty() && used + word.len() > width {
                lines.push(std::mem::replace(&mut line, indent.clone()));
                gap = "";
            }
            line.push_str(gap);
            while line.chars().count() + word.len() > width {
                let room = width.saturating_sub(line.chars().count()).max(1);
                let more = word.split_off(room.min(word.len()));
                line.extend(word);
                lines.push(std::mem::take(&mut line));
                word = more;
            }
            line.extend(word);
            rest = after.trim_start_matches(' ');
            gap = &after[..after.len() - rest.len()];
        }
        lines.push(line);
    }
    lines
}

/// How far the further lines of a paragraph are indented: to its last column, if it is a line of a
/// table, else as the first one.
fn hanging(paragraph: &str, width: usize) -> usize {
    let indent = paragraph.chars().take_while(|c| *c == ' ').count();
    let words = paragraph.trim_end();
    let column = words.trim_start().rfind("  ").map_or(0, |at| {
        let from = indent + words.trim_start()[..at].chars().count();
        from + words.chars().skip(from).take_while(|c| *c == ' ').count()
    });
    match column <= width / 2 {
        true => column.max(indent),
        false => indent.min(width / 2),
    }
}

/// Draws a text at the top of an area, and returns the rest of the area.
pub(crate) fn draw_words(area: Rect, screen: &mut Buffer, text: &str, style: Style) -> Rect {
    let width = usize::from(area.width);
    let lines = wrapped(text, width);
    let shown = lines.len().min(usize::from(area.height));
    for (index, y) in (0..shown).zip(area.y..) {
        // The last line that fits shows that there is more.
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

/// A bar of which a share is filled.
pub(crate) fn bar(share: f64, width: usize) -> Line<'static> {
    let filled = (share.clamp(0.0, 1.0) * width as f64).round() as usize;
    Line::from(vec![
        Span::styled("█".repeat(filled), Style::new().fg(ACCENT)),
        Span::styled("░".repeat(width - filled.min(width)), FAINT),
    ])
}

/// Bars of increasing height.
const HEIGHTS: [&str; 9] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];

/// The lines of a graph.
const GRAPH_LINES: usize = 3;

/// Values from 0 to 1 of this many points as bars; those not yet known are at the bottom. The bar
/// of the present point is marked.
pub(crate) fn graph(
    values: &[f64],
    points: usize,
    here: Option<usize>,
    width: usize,
) -> Vec<Line<'static>> {
    let columns = width.min(points.max(1) * 2).max(1);
    let bars: Vec<(usize, bool)> = (0..columns)
        .map(|column| {
            let from = column * points / columns;
            let to = ((column + 1) * points / columns).max(from + 1);
            let value = values.get(to - 1).unwrap_or(&0.0).clamp(0.0, 1.0);
            let height = (value * (8 * GRAPH_LINES) as f64).round() as usize;
            (height, here.is_some_and(|here| (from..to).contains(&here)))
        })
        .collect();
    (0..GRAPH_LINES)
        .rev()
        .map(|line| {
            let spans = bars.iter().map(|(height, is_here)| {
                let eighths = height.saturating_sub(8 * line).min(8);
                let style = match is_here {
                    true => Style::new().fg(ACCENT),
                    false => FAINT,
                };
                let bar = match (eighths, line, is_here) {
                    // The present point shows even where the bar is low.
                    (0, 0, true) => "▁",
                    _ => HEIGHTS[eighths],
                };
                Span::styled(bar, style)
            });
            Line::from(spans.collect::<Vec<_>>())
        })
        .collect()
}

/// A box in the middle of an area, on a blank background.
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
    draw_border(place, screen, "");
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
    fn tables_keep_their_columns() {
        assert_eq!(
            wrapped("a  b   one two three", 14),
            ["a  b   one two", "       three"]
        );
        // A column that begins far to the right would have no room.
        assert_eq!(wrapped("abcdef  gh ij", 8), ["abcdef", "gh ij"]);
        assert_eq!(wrapped("abcdef  gh", 10), ["abcdef  gh"]);
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
