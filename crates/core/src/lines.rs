//! Reading a record line by line: what the readers of all games share.
//!
//! [`Lines`] walks over a file and collects findings; [`Lines::headers`] reads
//! the lines at its head; [`read`] and [`check`] read the rest with a game's
//! [`Format`]; [`Walk`] explains a line that went wrong.

mod body;
mod format;
mod headers;
mod plain;
mod result;
mod value;
mod walk;

use std::ops::Range;

use crate::diagnostic::{Diagnostic, quoted};

pub use body::{Body, Kept, check, no_line, read, stray_header};
pub use format::{Format, Heading, Standing, Who, Words};
pub use headers::{Header, seated_names};
pub(crate) use plain::{Plain, title, write};
pub use result::{Ending, EndingHelp, because};
pub use value::Value;
pub use walk::{Walk, found, odd_space};

/// The most findings that are collected for one file.
const MOST_FINDINGS: usize = 100;

/// Whether a file that begins like this has the title of a record on a line of
/// its own. The first few letters are not enough to tell; a whole line is.
#[must_use]
pub fn is_titled(head: &[u8], title: &str) -> bool {
    let head = head.trim_ascii_start();
    head.strip_prefix(title.as_bytes())
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(b"\n") || rest.starts_with(b"\r"))
}

/// A position in a file, and what was found before it.
#[derive(Clone, Debug)]
pub struct Lines<'a> {
    /// The whole file.
    pub file: &'a [u8],
    /// Where the next line begins.
    pub at: usize,
    /// The findings so far, in reading order.
    pub findings: Vec<Diagnostic>,
}

impl<'a> Lines<'a> {
    /// The beginning of a file.
    #[must_use]
    pub fn new(file: &'a [u8]) -> Self {
        Lines {
            file,
            at: 0,
            findings: Vec::new(),
        }
    }

    /// Whether the file can be UTF-8 text at all. A byte-order mark is an
    /// error, but no reason to stop.
    fn is_text(&mut self) -> bool {
        const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";
        let utf16 = match self.file {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => 0..2,
            // Latin letters in UTF-16 without a mark: every other byte is zero.
            [0, 1..=255, ..] | [1..=255, 0, ..] => 0..1,
            _ => {
                if self.file.starts_with(UTF8_MARK) {
                    self.at = UTF8_MARK.len();
                    self.report(
                        Diagnostic::error(
                            "encoding",
                            0..UTF8_MARK.len(),
                            "the file begins with a byte-order mark",
                        )
                        .help("save it as UTF-8 without a byte-order mark (BOM)"),
                    );
                }
                return true;
            }
        };
        self.report(
            Diagnostic::error("encoding", utf16, "this is not UTF-8 text, but UTF-16")
                .help("save the file as UTF-8"),
        );
        false
    }

    /// Adds a finding.
    pub fn report(&mut self, finding: Diagnostic) {
        self.findings.push(finding);
    }

    /// Whether there are enough findings to stop reading.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.findings.len() >= MOST_FINDINGS
    }

    /// The end of the file, as a place for a finding.
    #[must_use]
    pub fn end(&self) -> Range<usize> {
        self.file.len()..self.file.len()
    }

    /// Steps over empty lines.
    #[inline]
    pub fn skip_blank(&mut self) {
        loop {
            match &self.file[self.at..] {
                [b'\n', ..] => self.at += 1,
                [b'\r', b'\n', ..] => self.at += 2,
                _ => return,
            }
        }
    }

    /// The next line that is not empty, without its line end and without
    /// stepping over it; `None` at the end of the file.
    pub fn peek_line(&mut self) -> Option<Range<usize>> {
        self.skip_blank();
        let rest = &self.file[self.at..];
        if rest.is_empty() {
            return None;
        }
        let length = rest
            .iter()
            .position(|&byte| byte == b'\n')
            .map_or(rest.len(), |newline| {
                newline - usize::from(newline > 0 && rest[newline - 1] == b'\r')
            });
        Some(self.at..self.at + length)
    }

    /// Steps over a line that was peeked at.
    pub fn step_over(&mut self, line: &Range<usize>) {
        self.at = line.end;
        // Skip one line end only; empty lines may follow.
        match &self.file[self.at..] {
            [b'\r', b'\n', ..] => self.at += 2,
            [b'\n', ..] => self.at += 1,
            _ => {}
        }
    }

    /// The text of a line, or the finding that it is not text.
    ///
    /// # Errors
    ///
    /// The line is not UTF-8.
    pub fn text(&self, line: &Range<usize>) -> Result<&'a str, Diagnostic> {
        let bytes = &self.file[line.clone()];
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let from = line.start + error.valid_up_to();
            let length = error.error_len().unwrap_or(line.end - from);
            Diagnostic::error("encoding", from..from + length, "this is not valid UTF-8")
                .help("save the file as UTF-8")
        })?;
        match text.char_indices().find(|(_, c)| c.is_control()) {
            None => Ok(text),
            Some((i, c)) => Err(control_character(line.start + i, c)),
        }
    }
}

/// A character that no line may contain.
fn control_character(at: usize, c: char) -> Diagnostic {
    let span = at..at + c.len_utf8();
    match c {
        '\r' => Diagnostic::error("syntax", span, "a carriage return without a line feed")
            .help("end lines with a line feed, or with both"),
        '\t' => Diagnostic::error("syntax", span, "a tab is not allowed here")
            .help("remove it, or use one ordinary space between words"),
        c => Diagnostic::error(
            "syntax",
            span,
            format!("a control character, {}", quoted(&c.to_string())),
        )
        .help("remove it"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_found_between_all_kinds_of_line_ends() {
        let mut lines = Lines::new(b"\n\r\none\r\n\ntwo\nthree\rfour\r");
        let mut read = Vec::new();
        while let Some(line) = lines.peek_line() {
            lines.step_over(&line);
            read.push(std::str::from_utf8(&lines.file[line]).expect("text"));
        }
        assert_eq!(read, ["one", "two", "three\rfour\r"]);
    }

    #[test]
    fn damage_is_shown_where_it_is() {
        let lines = Lines::new(b"a\xffb\tc");
        let code = |line| {
            let finding = lines.text(&line).expect_err("damage");
            (finding.code, finding.at.span)
        };
        assert_eq!(code(0..5), ("encoding", 1..2));
        assert_eq!(code(2..5), ("syntax", 3..4));
        assert_eq!(lines.text(&(2..3)), Ok("b"));
    }

    #[test]
    fn other_encodings_are_named() {
        for (file, is_text, findings) in [
            (&b"UR"[..], true, 0),
            (b"\xef\xbb\xbfUR", true, 1),
            (b"\xff\xfeU\0", false, 1),
            (b"\0U\0R", false, 1),
            (b"", true, 0),
        ] {
            let mut lines = Lines::new(file);
            assert_eq!(lines.is_text(), is_text, "{file:?}");
            assert_eq!(lines.findings.len(), findings, "{file:?}");
        }
    }
}
