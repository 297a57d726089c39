//! Lists to choose from: how to move through them, and how they look.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Widget};

use crate::event::{Hit, Hits, Input};
use crate::look::{ALARM, CURSOR, FAINT, PLAIN, STRONG, TITLE};
use crate::screen::{draw_pane, last_line, short, window, wrapped};

/// How many lines Page Up and Page Down move.
const STRIDE: usize = 10;

/// Moves through a list of this many lines, by keys, wheel or pointing. Any other
/// input is returned as a key; a click chooses, like Enter.
pub(crate) fn walk(input: Input, at: &mut usize, count: usize) -> Option<KeyCode> {
    let last = count.saturating_sub(1);
    let code = match input {
        Input::Key(key) => key.code,
        Input::Scroll(true) => KeyCode::PageDown,
        Input::Scroll(false) => KeyCode::PageUp,
        Input::Point {
            hit: Hit::Row(row),
            click,
        } => {
            *at = row.min(last);
            return click.then_some(KeyCode::Enter);
        }
        Input::Point { .. } | Input::Tick => return None,
    };
    let stride = if matches!(input, Input::Scroll(_)) {
        1
    } else {
        STRIDE
    };
    *at = match code {
        KeyCode::Down | KeyCode::Tab | KeyCode::Char('j') if *at < last => *at + 1,
        KeyCode::Down | KeyCode::Tab | KeyCode::Char('j') => 0,
        KeyCode::Up | KeyCode::BackTab | KeyCode::Char('k') => at.checked_sub(1).unwrap_or(last),
        KeyCode::PageDown => (*at + stride).min(last),
        KeyCode::PageUp => at.saturating_sub(stride),
        KeyCode::Home => 0,
        KeyCode::End => last,
        KeyCode::Char(' ') => return Some(KeyCode::Enter),
        code => return Some(code),
    };
    None
}

/// A line of a list: a title and a description.
pub(crate) struct Choice<'a> {
    pub(crate) row: usize,
    pub(crate) is_chosen: bool,
    pub(crate) title: &'a str,
    pub(crate) about: &'a str,
}

/// Draws a choice into a line of an area, with `widest` characters for its title.
pub(crate) fn draw_choice(
    area: Rect,
    y: u16,
    widest: usize,
    screen: &mut Buffer,
    hits: &mut Hits,
    choice: Choice<'_>,
) {
    let (mark, title_style, about_style) = match choice.is_chosen {
        true => ("▸ ", CURSOR, PLAIN),
        false => ("  ", STRONG, FAINT),
    };
    let title = format!("{:<widest$}", short(choice.title, widest));
    let x = area.x + widest as u16 + 4;
    let room = usize::from(area.right().saturating_sub(x));
    screen.set_stringn(area.x, y, mark, usize::from(area.width), TITLE);
    screen.set_stringn(area.x + 2, y, title, widest, title_style);
    screen.set_stringn(x, y, short(choice.about, room), room, about_style);
    hits.push(
        Rect {
            y,
            height: 1,
            ..area
        },
        Hit::Row(choice.row),
    );
}

/// Draws an error in a box above the keys, over whatever is there.
pub(crate) fn draw_notice(area: Rect, screen: &mut Buffer, notice: Option<&str>) {
    let Some(notice) = notice else { return };
    let lines = wrapped(notice, usize::from(area.width.saturating_sub(4)));
    let height = (lines.len() as u16 + 2).min(area.height.saturating_sub(1));
    let place = Rect {
        y: last_line(area).y.saturating_sub(height),
        height,
        ..area
    };
    Clear.render(place, screen);
    let inner = draw_pane(place, screen, "");
    for (line, y) in lines.iter().zip(inner.y..inner.bottom()) {
        screen.set_stringn(inner.x, y, line, inner.width.into(), ALARM);
    }
}

/// Lists to choose from: those lines that there is room for, around the chosen one.
pub(crate) fn draw_list(
    area: Rect,
    screen: &mut Buffer,
    hits: &mut Hits,
    at: usize,
    lines: &[(&str, &str)],
) {
    let titles = lines.iter().map(|(title, _)| title.chars().count());
    // Descriptions need some room too.
    let has_words = lines.iter().any(|(_, about)| !about.is_empty());
    let most = match has_words {
        true => usize::from(area.width) / 2,
        false => usize::from(area.width.saturating_sub(2)),
    };
    let widest = titles.max().unwrap_or(0).min(most);
    let seen = window(lines.len(), at, area.height.into());
    for (row, y) in seen.zip(area.y..) {
        let (title, about) = lines[row];
        let choice = Choice {
            row,
            is_chosen: row == at,
            title,
            about,
        };
        draw_choice(area, y, widest, screen, hits, choice);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::plain;

    #[test]
    fn a_list_is_walked_through_in_many_ways() {
        let mut at = 0;
        let mut walked = |input| {
            let rest = walk(input, &mut at, 30);
            (at, rest)
        };
        let mut key = |code| walked(Input::Key(plain(code)));
        assert_eq!(key(KeyCode::Down), (1, None));
        assert_eq!(key(KeyCode::PageDown), (11, None));
        assert_eq!(key(KeyCode::End), (29, None));
        assert_eq!(key(KeyCode::Tab), (0, None));
        assert_eq!(key(KeyCode::Up), (29, None));
        assert_eq!(key(KeyCode::PageUp), (19, None));
        assert_eq!(key(KeyCode::Char(' ')), (19, Some(KeyCode::Enter)));
        assert_eq!(key(KeyCode::Char('o')), (19, Some(KeyCode::Char('o'))));
        assert_eq!(walked(Input::Scroll(true)), (20, None));
        let hit = Hit::Row(3);
        let click = false;
        assert_eq!(walked(Input::Point { hit, click }), (3, None));
        let hit = Hit::Row(99);
        let click = true;
        assert_eq!(
            walked(Input::Point { hit, click }),
            (29, Some(KeyCode::Enter))
        );
        assert_eq!(walked(Input::Tick), (29, None));
    }
}
