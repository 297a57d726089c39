//! Errors in texts, and where they are. How they are printed is up to the
//! program.

use std::fmt;
use std::ops::Range;

use crate::harmless::harmless;

/// How serious a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// The text is invalid.
    Error,
    /// The text is valid, but the reader should know something.
    Notice,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Notice => "notice",
        })
    }
}

/// A span of the text with a remark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The bytes of the text; may be empty, and may be at the very end.
    pub span: Range<usize>,
    /// The remark; empty if the message says it all.
    pub text: Box<str>,
}

/// A finding in a text.
///
/// # Examples
///
/// ```
/// use parlour_core::{Diagnostic, Severity};
///
/// let finding = Diagnostic::error("bad-cell", 4..7, "there is no column 9")
///     .help("columns are 0 to 2");
/// assert_eq!(finding.severity, Severity::Error);
/// assert_eq!(finding.at.span, 4..7);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How serious it is.
    pub severity: Severity,
    /// Its kind, as a word that programs can rely on.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// Where.
    pub at: Label,
    /// Other places that matter, such as the line that first painted a cell.
    pub also: Vec<Label>,
    /// What to do about it.
    pub help: Option<Box<str>>,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: &'static str, span: Range<usize>, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            at: Label {
                span,
                text: Box::default(),
            },
            also: Vec::new(),
            help: None,
        }
    }

    /// A notice at a place.
    pub fn notice(code: &'static str, span: Range<usize>, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Notice,
            ..Diagnostic::error(code, span, message)
        }
    }

    /// Sets the remark at the place itself.
    #[must_use]
    pub fn label(mut self, text: impl Into<Box<str>>) -> Self {
        self.at.text = text.into();
        self
    }

    /// Points at another place as well.
    #[must_use]
    pub fn also(mut self, span: Range<usize>, text: impl Into<Box<str>>) -> Self {
        self.also.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Points at another place as well, if there is one.
    #[must_use]
    pub fn also_where(self, span: &Option<Range<usize>>, text: impl Into<Box<str>>) -> Self {
        match span {
            Some(span) => self.also(span.clone(), text),
            None => self,
        }
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<Box<str>>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same finding in a larger text in which this one starts at `offset`.
    #[must_use]
    pub fn shifted(mut self, offset: usize) -> Self {
        for label in std::iter::once(&mut self.at).chain(&mut self.also) {
            label.span = label.span.start + offset..label.span.end + offset;
        }
        self
    }
}

/// The message without the place, which only a holder of the text can show.
///
/// ```
/// use parlour_core::Diagnostic;
/// let finding = Diagnostic::error("bad-square", 3..5, "`j1` is not a square");
/// let error: Box<dyn std::error::Error> = Box::new(finding);
/// assert_eq!(error.to_string(), "`j1` is not a square");
/// ```
impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

/// A place in a text as people count: line and column, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line; lines end with a line feed.
    pub line: usize,
    /// The column in characters; a byte that is not UTF-8 counts as one.
    pub column: usize,
}

impl Place {
    /// The place of byte `offset`, or of the end if the text is shorter.
    ///
    /// ```
    /// use parlour_core::Place;
    /// assert_eq!(Place::of(b"one\ntwo", 5), Place { line: 2, column: 2 });
    /// ```
    #[must_use]
    pub fn of(text: &[u8], offset: usize) -> Place {
        let before = &text[..offset.min(text.len())];
        let line_start = before
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |newline| newline + 1);
        Place {
            line: 1 + before.iter().filter(|&&byte| byte == b'\n').count(),
            column: 1 + String::from_utf8_lossy(&before[line_start..])
                .chars()
                .count(),
        }
    }
}

/// A user's text in quotes for a message: shortened, on one line, and without
/// control characters that would upset a terminal.
///
/// ```
/// assert_eq!(parlour_core::quoted("re\td"), "`re\\td`");
/// ```
#[must_use]
pub fn quoted(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("`{}…`", harmless(&text[..end])),
        None => format!("`{}`", harmless(text)),
    }
}

/// The candidate that `word` was probably meant to be: the nearest one, at most
/// two edits away (one for words of up to four letters), ignoring case.
///
/// ```
/// use parlour_core::did_you_mean;
/// assert_eq!(did_you_mean("Colors", ["Grid", "Colours"]), Some("Colours"));
/// assert_eq!(did_you_mean("Event", ["Grid", "Colours"]), None);
/// ```
pub fn did_you_mean<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    nearest(word, &candidates.into_iter().collect::<Vec<_>>())
}

fn nearest<'a>(word: &str, candidates: &[&'a str]) -> Option<&'a str> {
    // Case of other letters than these counts as a slip: tables of all of them would be a fiftieth
    // of what a page loads.
    let small = |letter: char| letter.to_ascii_lowercase();
    let given: Vec<char> = word.chars().map(small).take(80).collect();
    candidates
        .iter()
        .map(|candidate| {
            let target: Vec<char> = candidate.chars().map(small).collect();
            (slips(&given, &target), target.len(), candidate)
        })
        .filter(|(slips, length, _)| *slips <= if *length <= 4 { 1 } else { 2 })
        .min_by_key(|(slips, ..)| *slips)
        .map(|(.., candidate)| *candidate)
}

/// The edit distance of two words (Damerau-Levenshtein, restricted):
/// insertions, deletions, substitutions and swaps of neighbours.
fn slips(a: &[char], b: &[char]) -> usize {
    if a.len().abs_diff(b.len()) > 2 {
        return usize::MAX;
    }
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let changed = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = changed.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(before_last[j - 2] + 1);
            }
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_and_survive_any_offset() {
        assert_eq!(Place::of(b"", 9), Place { line: 1, column: 1 });
        assert_eq!(
            Place::of("Zoë x".as_bytes(), 5),
            Place { line: 1, column: 5 }
        );
        assert_eq!(Place::of(b"a\xff\xffb", 3), Place { line: 1, column: 4 });
        assert_eq!(Place::of(b"a\n", 2), Place { line: 2, column: 1 });
    }

    #[test]
    fn suggestions_allow_two_slips() {
        let colours = ["red", "green", "yellow"];
        assert_eq!(did_you_mean("RED", colours), Some("red"));
        assert_eq!(did_you_mean("gren", colours), Some("green"));
        assert_eq!(did_you_mean("yelolw", colours), Some("yellow"));
        assert_eq!(did_you_mean("blue", colours), None);
        assert_eq!(did_you_mean(&"x".repeat(100_000), colours), None);
    }

    #[test]
    fn long_and_odd_text_is_shortened_and_made_harmless() {
        assert_eq!(quoted(&"x".repeat(100_000)).chars().count(), 43);
        assert_eq!(quoted("\u{1b}[31m"), "`\\u{1b}[31m`");
    }
}
