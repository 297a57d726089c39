//! Lists to choose from: how they are walked through, and how they look.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use crate::event::{Hit, Hits, Input};
use crate::look::{ALARM, CURSOR, FAINT, PLAIN, STRONG};
use crate::screen::{draw_words, last_line, short};

/// Lines of a large stride.
const STRIDE: usize = 10;

/// Walks through a list of so many lines, by keys, wheel or pointing. What else
/// was done is given back as a key; a click chooses, as Enter does.
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

/// A line of a list: what can be chosen, and what there is to say about it.
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
        true => ("> ", CURSOR.patch(STRONG), PLAIN),
        false => ("  ", STRONG, FAINT),
    };
    let title = format!("{:<widest$}", short(choice.title, widest));
    let x = area.x + widest as u16 + 4;
    let room = usize::from(area.right().saturating_sub(x));
    screen.set_stringn(area.x, y, mark, usize::from(area.width), STRONG);
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

/// Draws what there is to say about the chosen line once more, whole, below a
/// list that ends at `y`, if the line has no more than `room` characters for it.
pub(crate) fn draw_whole(area: Rect, y: u16, screen: &mut Buffer, about: &str, room: usize) {
    if about.chars().count() > room {
        let below = Rect {
            y: y + 1,
            height: area.bottom().saturating_sub(y + 4),
            ..area
        };
        draw_words(below, screen, about, PLAIN);
    }
}

/// Draws what went wrong above the keys.
pub(crate) fn draw_notice(area: Rect, screen: &mut Buffer, notice: Option<&str>) {
    let above = Rect {
        y: last_line(area).y.saturating_sub(2),
        height: 2.min(area.height),
        ..area
    };
    draw_words(above, screen, notice.unwrap_or_default(), ALARM);
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
