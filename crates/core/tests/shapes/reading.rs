//! What the small games share when they read texts and options.

use std::ops::RangeInclusive;

pub(crate) use parlour_core::Excerpt;
use parlour_core::{Diagnostic, SetupError, SetupOption, SetupValues};

/// What the small games do with a part of a text.
pub(crate) trait ReadsSmall: Copy {
    fn wrong(self, message: impl Into<String>) -> Diagnostic;
    fn number(self) -> Result<u8, Diagnostic>;
}

impl ReadsSmall for Excerpt<'_> {
    fn wrong(self, message: impl Into<String>) -> Diagnostic {
        self.error("syntax", message)
    }

    fn number(self) -> Result<u8, Diagnostic> {
        self.text
            .parse()
            .map_err(|_| self.wrong("expected a small number"))
    }
}

/// The parts between separators, with their places.
pub(crate) fn split(text: &str, separator: char) -> impl Iterator<Item = Excerpt<'_>> {
    Excerpt::whole(text).split(move |c| c == separator)
}

/// Exactly `N` words with one space between.
pub(crate) fn words<const N: usize>(text: &str) -> Result<[Excerpt<'_>; N], Diagnostic> {
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
