//! A part of a text that knows where it is.

use std::ops::Range;

use crate::Diagnostic;

/// A part of a text and its position, so that an error can point at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Excerpt<'a> {
    /// What it says.
    pub text: &'a str,
    /// The byte of the whole text at which it begins.
    pub start: usize,
}

impl<'a> Excerpt<'a> {
    /// The whole text.
    #[must_use]
    pub const fn whole(text: &'a str) -> Self {
        Excerpt { text, start: 0 }
    }

    /// The same without spaces around it.
    #[must_use]
    pub fn trim(self) -> Self {
        let lead = self.text.len() - self.text.trim_start().len();
        Excerpt {
            text: self.text.trim(),
            start: self.start + lead,
        }
    }

    /// The bytes of the whole text that it takes up.
    #[must_use]
    pub const fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// An error that points at it.
    pub fn error(self, code: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, self.span(), message)
    }

    /// The parts between separators; there is one more part than separators.
    ///
    /// ```
    /// use parlour_core::Excerpt;
    ///
    /// let parts = Excerpt::whole("a×bc××").split(|c| c == '×');
    /// let parts: Vec<_> = parts.map(|part| (part.text, part.start)).collect();
    /// assert_eq!(parts, [("a", 0), ("bc", 3), ("", 7), ("", 9)]);
    /// ```
    pub fn split(self, is_separator: impl Fn(char) -> bool) -> impl Iterator<Item = Excerpt<'a>> {
        let Excerpt { text, start } = self;
        let mut from = 0;
        text.split(is_separator).map(move |piece| {
            let part = Excerpt {
                text: piece,
                start: start + from,
            };
            from += piece.len();
            from += text[from..].chars().next().map_or(0, char::len_utf8);
            part
        })
    }
}
