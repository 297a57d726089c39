//! A page of text to be read: rules, keys, errors.

use std::cell::Cell;

use parlour_core::GameEntry;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use crate::event::{Hits, Input};
use crate::look::{FAINT, Look, PLAIN};
use crate::page::{Context, Next, Page};
use crate::screen::{Key, draw_keys, draw_title, last_line, wrapped};

/// A line that is longer is hard to read.
const WIDEST: usize = 90;

pub(crate) struct Text {
    title: String,
    text: String,
    /// The first line that is seen.
    top: usize,
    /// The last value of `top` with which there is a whole page to see, and the
    /// height of a page: known once it was drawn.
    last: Cell<usize>,
    room: Cell<usize>,
}

impl Text {
    pub(crate) fn new(title: impl Into<String>, text: impl Into<String>) -> Self {
        Text {
            title: title.into(),
            text: text.into(),
            top: 0,
            last: Cell::new(usize::MAX),
            room: Cell::new(1),
        }
    }

    /// The rules of a game.
    pub(crate) fn rules(game: &dyn GameEntry) -> Self {
        let info = game.info();
        Text::new(format!("{}: the rules", info.title), info.rules.trim_end())
    }

    /// The keys that work on another page.
    pub(crate) fn keys(keys: &[Key]) -> Self {
        let mut text = String::new();
        for key in keys {
            text.push_str(&format!("  {:<10}  {}\n", key.name, key.at_length));
        }
        text.push_str(
            "\n  The mouse does all of this too: point at a place to look at it, click to\n  \
             pick it, right-click to go back, click on a key below to press it.\n\n  \
             Ctrl-C ends the program; a game that is not finished is kept. Ctrl-Z stops\n  \
             the program until you call it back with fg.",
        );
        Text::new("Keys that work now", text)
    }

    /// The same, seen from its end.
    pub(crate) fn at_end(mut self) -> Self {
        self.top = usize::MAX;
        self
    }
}

impl Page for Text {
    fn input(&mut self, input: Input, _: &mut Context<'_>) -> Next {
        let (last, room) = (self.last.get(), self.room.get());
        let top = self.top.min(last);
        let code = match input {
            Input::Key(key) => key.code,
            Input::Scroll(true) => KeyCode::Down,
            Input::Scroll(false) => KeyCode::Up,
            _ => return Next::Stay,
        };
        self.top = match code {
            KeyCode::Down => top.saturating_add(1),
            KeyCode::Up => top.saturating_sub(1),
            KeyCode::PageDown | KeyCode::Char(' ') => top.saturating_add(room),
            KeyCode::PageUp => top.saturating_sub(room),
            KeyCode::Home => 0,
            KeyCode::End => last,
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q' | '?') => return Next::Close,
            _ => top,
        }
        .min(last);
        Next::Stay
    }

    fn keys(&self) -> Vec<Key> {
        let key = Key::plain;
        vec![
            key(KeyCode::Esc, "Esc", "back"),
            key(KeyCode::Down, "Down", "scroll"),
            key(KeyCode::Up, "Up", "scroll back"),
            key(KeyCode::PageDown, "PgDn", "next page"),
        ]
    }

    fn draw(&self, area: Rect, screen: &mut Buffer, _: Look, hits: &mut Hits) {
        let lines = wrapped(&self.text, usize::from(area.width).min(WIDEST));
        let room = usize::from(area.height.saturating_sub(3)).max(1);
        let last = lines.len().saturating_sub(room);
        self.last.set(last);
        self.room.set(room);
        let top = self.top.min(last);
        draw_title(area, screen, &self.title, "");
        for (line, y) in lines.iter().skip(top).take(room).zip(area.y + 2..) {
            screen.set_stringn(area.x, y, line, usize::from(area.width), PLAIN);
        }
        draw_keys(last_line(area), screen, hits, &self.keys());
        if last > 0 {
            let place = format!("{} of {}", (top + room).min(lines.len()), lines.len());
            let x = area.right().saturating_sub(place.len() as u16);
            screen.set_string(x, last_line(area).y, &place, FAINT);
        }
    }
}
