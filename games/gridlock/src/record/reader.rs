//! Reading a record from the first byte to the last: lines, findings, and how
//! far one can go on after an error.

use std::ops::Range;

use parlour_core::{Diagnostic, quoted};

use crate::rules::{Paint, Setup};

use super::body::Body;

/// More than anybody wants to read about one file.
const MOST_FINDINGS: usize = 100;

/// What a reader found out.
pub(super) struct Examined {
    /// All errors, in reading order.
    pub(super) findings: Vec<Diagnostic>,
    /// Players, size and colours, where they could all be read.
    pub(super) heading: Option<([String; 2], Setup)>,
    /// The only thing missing is the ending.
    pub(super) unfinished: bool,
}

/// A place in a file, and what was found before it.
pub(super) struct Reader<'a> {
    pub(super) file: &'a [u8],
    /// Where the next line begins.
    pub(super) at: usize,
    pub(super) findings: Vec<Diagnostic>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(file: &'a [u8]) -> Self {
        Reader {
            file,
            at: 0,
            findings: Vec::new(),
        }
    }

    /// Reads the whole file. `on_move` gets every move up to the first error,
    /// with its place.
    pub(super) fn examine(mut self, on_move: impl FnMut(Paint, Range<usize>)) -> Examined {
        let headers = if self.is_text() { self.headers() } else { None };
        let Some(headers) = headers else {
            return Examined {
                findings: self.findings,
                heading: None,
                unfinished: false,
            };
        };
        let heading = headers.heading();
        let unfinished = Body::new(&mut self, headers, on_move).read();
        Examined {
            findings: self.findings,
            heading,
            unfinished,
        }
    }

    /// Whether the file can be UTF-8 text at all. A byte-order mark is an
    /// error, but no reason to stop.
    fn is_text(&mut self) -> bool {
        const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";
        let utf16 = match self.file {
            [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => 0..2,
            // Latin letters in UTF-16 without a mark: every other byte is zero.
            [0, _, ..] | [_, 0, ..] => 0..1,
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

    pub(super) fn report(&mut self, finding: Diagnostic) {
        self.findings.push(finding);
    }

    /// Whether enough was found to stop reading.
    pub(super) fn is_full(&self) -> bool {
        self.findings.len() >= MOST_FINDINGS
    }

    /// Steps over empty lines.
    #[inline]
    pub(super) fn skip_blank(&mut self) {
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
    pub(super) fn peek_line(&mut self) -> Option<Range<usize>> {
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
    pub(super) fn step_over(&mut self, line: &Range<usize>) {
        self.at = line.end;
        // Only a line end is skipped here, further empty lines may follow.
        match &self.file[self.at..] {
            [b'\r', b'\n', ..] => self.at += 2,
            [b'\n', ..] => self.at += 1,
            _ => {}
        }
    }

    /// The text of a line, or the finding that it is not text.
    pub(super) fn text(&self, line: &Range<usize>) -> Result<&'a str, Diagnostic> {
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
            .help("use one ordinary space"),
        c => Diagnostic::error(
            "syntax",
            span,
            format!("a control character, {}", quoted(&c.to_string())),
        )
        .help("remove it"),
    }
}
