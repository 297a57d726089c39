//! A page of text: keys, errors.

use std::cell::Cell;

use parlour_core::GameEntry;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use crate::event::{Hits, Input};
use crate::look::{Look, PLAIN};
use crate::page::{Context, Next, Page};
use crate::pages::rules::Rules;
use crate::screen::{
    Key, WIDEST, body, draw_keys_and_place, draw_pane, draw_title, in_the_middle, wrapped,
};

/// A text for this many columns and lines.
type Fitting = Box<dyn Fn(usize, usize) -> String>;

enum Words {
    Fixed(String),
    Fitting(Fitting),
}

pub(crate) struct Text {
    title: String,
    words: Words,
    /// The first visible line.
    top: usize,
    /// It explains the keys of another page.
    is_help: bool,
    /// The last value of `top` that shows a whole page, and the height of a
    /// page: known once it was drawn.
    last: Cell<usize>,
    room: Cell<usize>,
}

impl Text {
    pub(crate) fn new(title: impl Into<String>, text: impl Into<String>) -> Self {
        Text {
            title: title.into(),
            words: Words::Fixed(text.into()),
            top: 0,
            is_help: false,
            last: Cell::new(usize::MAX),
            room: Cell::new(1),
        }
    }

    /// One that depends on its room.
    pub(crate) fn fitted(
        title: impl Into<String>,
        text: impl Fn(usize, usize) -> String + 'static,
    ) -> Self {
        Text {
            words: Words::Fitting(Box::new(text)),
            ..Text::new(title, "")
        }
    }

    /// The rules of a game.
    pub(crate) fn rules(game: &'static dyn GameEntry) -> Rules {
        Rules::new(game)
    }

    /// The keys that work on another page.
    pub(crate) fn keys(keys: &[Key]) -> Self {
        let mut text = String::new();
        for key in keys {
            text.push_str(&format!("  {:<10}  {}\n", key.name, key.at_length));
        }
        text.push_str(
            "\n  The mouse does all of this too: point at a place to look at it, click to pick it, \
             right-click to go back, click on a key below to press it.\n\n  \
             T changes the colours, A turns animation on or off, P shows boards as \
             pictures or as text, where the terminal can show pictures, M gives the mouse back to \
             the terminal or takes it again; all these choices are remembered.\n\n  \
             Ctrl-C ends the program; a game that is not finished is kept. Ctrl-Z stops the \
             program until you call it back with fg.",
        );
        Text {
            is_help: true,
            ..Text::new("Keys that work now", text)
        }
    }

    /// The same, scrolled to its end.
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
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') => return Next::Close,
            _ => top,
        }
        .min(last);
        Next::Stay
    }

    fn is_help(&self) -> bool {
        self.is_help
    }

    fn keys(&self) -> Vec<Key> {
        let key = Key::plain;
        let mut keys = vec![
            key(KeyCode::Esc, "Esc", "back"),
            key(KeyCode::Down, "Down", "scroll"),
            key(KeyCode::Up, "Up", "scroll back"),
            key(KeyCode::PageDown, "PgDn", "next page"),
        ];
        if !self.is_help {
            keys.push(key(KeyCode::Char('?'), "?", "keys"));
        }
        keys
    }

    fn draw(&self, area: Rect, screen: &mut Buffer, _: Look, hits: &mut Hits) {
        draw_title(area, screen, &self.title, "");
        let inner = draw_pane(body(area), screen, "");
        let width = usize::from(inner.width);
        let lines = match &self.words {
            Words::Fixed(text) => wrapped(text, width.min(WIDEST)),
            Words::Fitting(text) => wrapped(&text(width, inner.height.into()), width),
        };
        let room = usize::from(inner.height).max(1);
        let last = lines.len().saturating_sub(room);
        self.last.set(last);
        self.room.set(room);
        let top = self.top.min(last);
        let widest = lines.iter().map(|line| line.chars().count()).max();
        let inner = in_the_middle(inner, widest.unwrap_or(0));
        for (line, y) in lines.iter().skip(top).take(room).zip(inner.y..) {
            screen.set_stringn(inner.x, y, line, usize::from(inner.width), PLAIN);
        }
        let place = (last > 0).then(|| (top + room, lines.len()));
        draw_keys_and_place(area, screen, hits, &self.keys(), place);
    }
}
