//! What the small games share when they read texts and options.

use std::ops::{Range, RangeInclusive};

use parlour_core::{Diagnostic, SetupError, SetupOption, SetupValues};

/// A piece of a text, and where it begins there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    pub(crate) text: &'a str,
    pub(crate) start: usize,
}

impl Part<'_> {
    pub(crate) fn span(self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    pub(crate) fn wrong(self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error("syntax", self.span(), message)
    }

    pub(crate) fn number(self) -> Result<u8, Diagnostic> {
        self.text
            .parse()
            .map_err(|_| self.wrong("expected a small number"))
    }
}

/// The parts between separators, with their places.
pub(crate) fn split(text: &str, separator: char) -> impl Iterator<Item = Part<'_>> {
    let mut start = 0;
    text.split(separator).map(move |text| {
        let part = Part { text, start };
        start += text.len() + separator.len_utf8();
        part
    })
}

/// Exactly `N` words with one space between.
pub(crate) fn words<const N: usize>(text: &str) -> Result<[Part<'_>; N], Diagnostic> {
    let parts: Vec<_> = split(text, ' ').take(N + 1).collect();
    parts
        .try_into()
        .map_err(|_| Diagnostic::error("syntax", 0..text.len(), format!("expected {N} words here")))
}

/// The value of an option that is a number, or its default.
pub(crate) fn number(
    values: &SetupValues,
    option: &SetupOption,
    range: RangeInclusive<u8>,
) -> Result<u8, SetupError> {
    values
        .get(option.name)
        .unwrap_or(option.default)
        .parse()
        .ok()
        .filter(|number| range.contains(number))
        .ok_or_else(|| SetupError::new(option.name, format!("a number of {range:?} is wanted")))
}
