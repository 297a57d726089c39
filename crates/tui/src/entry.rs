//! A line of text that is being typed.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The longest text that can be typed.
const LONGEST: usize = 1 << 12;

/// A text with a cursor in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    text: String,
    /// A byte of the text, at a character's edge.
    cursor: usize,
}

impl Entry {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        Entry {
            cursor: text.len(),
            text,
        }
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The text before the cursor, under it and after it, as much as fits into
    /// `width` characters.
    pub(crate) fn window(&self, width: usize) -> (String, String, String) {
        let before: Vec<char> = self.text[..self.cursor].chars().collect();
        let from = before.len().saturating_sub(width.saturating_sub(1));
        let shown = before[from..].iter().collect();
        let mut after = self.text[self.cursor..].chars();
        let under = after.next().unwrap_or(' ');
        let room = width.saturating_sub(before.len() - from + 1);
        (shown, under.into(), after.take(room).collect())
    }

    /// Types a key; false if it means nothing here.
    pub(crate) fn key(&mut self, key: KeyEvent) -> bool {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('u') if control => *self = Entry::default(),
            KeyCode::Char('a') if control => self.cursor = 0,
            KeyCode::Char('e') if control => self.cursor = self.text.len(),
            KeyCode::Char(letter) if !control && self.text.len() < LONGEST => {
                self.text.insert(self.cursor, letter);
                self.cursor += letter.len_utf8();
            }
            KeyCode::Backspace => {
                if let Some(letter) = self.text[..self.cursor].chars().next_back() {
                    self.cursor -= letter.len_utf8();
                    self.text.remove(self.cursor);
                }
            }
            KeyCode::Delete if self.cursor < self.text.len() => {
                self.text.remove(self.cursor);
            }
            KeyCode::Left => {
                let before = self.text[..self.cursor].chars().next_back();
                self.cursor -= before.map_or(0, char::len_utf8);
            }
            KeyCode::Right => {
                let after = self.text[self.cursor..].chars().next();
                self.cursor += after.map_or(0, char::len_utf8);
            }
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.text.len(),
            _ => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::plain;

    #[test]
    fn typing_and_mending() {
        let mut entry = Entry::new("réd");
        for code in [
            KeyCode::Left,
            KeyCode::Backspace,
            KeyCode::Char('e'),
            KeyCode::End,
            KeyCode::Char(' '),
            KeyCode::Char('ö'),
            KeyCode::Backspace,
            KeyCode::Char('1'),
        ] {
            assert!(entry.key(plain(code)));
        }
        assert_eq!(entry.text(), "red 1");
        assert!(!entry.key(plain(KeyCode::Enter)));
        entry.key(plain(KeyCode::Home));
        entry.key(plain(KeyCode::Delete));
        assert_eq!(entry.window(3), (String::new(), "e".into(), "d ".into()));
    }
}
