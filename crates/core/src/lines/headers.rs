//! The lines at the head of a record, such as `UR` and `Players: Amy, Bill.`

use std::ops::Range;

use crate::diagnostic::{Diagnostic, did_you_mean, quoted};
use crate::game::Game;

use super::{Lines, Value};

/// A line at the head of a record. A game's first is its title, a single word;
/// the others are a word, a colon, a value and a full stop.
#[derive(Clone, Copy, Debug)]
pub struct Header<'h> {
    /// The title, or the word before the colon.
    pub word: &'h str,
    /// The code of the finding that it is missing; `None` if it is optional.
    pub missing: Option<&'static str>,
    /// The whole line, as an example.
    pub example: &'h str,
}

impl<'h> Header<'h> {
    /// The names of two players.
    pub const PLAYERS: Header<'static> =
        Header::needed("Players", "missing-players", "Players: Amy, Bill.");

    /// The version of one of our formats. A file without it is version 1.
    pub const VERSION: Header<'static> = Header::optional("Version", "Version: 1.");

    /// The title, which stands on a line of its own.
    #[must_use]
    pub const fn title(word: &'h str, missing: &'static str) -> Self {
        Header::needed(word, missing, word)
    }

    /// A line that every record needs.
    #[must_use]
    pub const fn needed(word: &'h str, missing: &'static str, example: &'h str) -> Self {
        Header {
            word,
            missing: Some(missing),
            example,
        }
    }

    /// A line that may be left out.
    #[must_use]
    pub const fn optional(word: &'h str, example: &'h str) -> Self {
        Header {
            word,
            missing: None,
            example,
        }
    }

    /// What messages call the line.
    fn called(&self) -> String {
        // Only the title has no colon.
        if self.example.contains(':') {
            format!("`{}:`", self.word)
        } else {
            format!("`{}`", self.word)
        }
    }

    fn write_it(&self) -> String {
        if self.example == self.word {
            format!("write `{}` on a line of its own", self.word)
        } else {
            format!("write it like `{}`", self.example)
        }
    }
}

/// What a line at the head of a file seems to be.
enum Kind {
    /// This header, spelt right.
    Exact(usize),
    /// This header, misspelt.
    Near(usize),
    /// A line with a colon, but not one of ours.
    Unknown,
    /// The headers are over.
    Body,
    /// Anything else.
    Other,
}

/// A walk over the headers of one file.
struct Heading<'h> {
    headers: &'h [Header<'h>],
    /// Where each header is.
    places: Vec<Option<Range<usize>>>,
    /// Headers already reported as missing.
    said: Vec<bool>,
    /// The first header that may still come in its place.
    next: usize,
}

impl Heading<'_> {
    /// The next header that must come.
    fn expected(&self) -> Option<usize> {
        (self.next..self.headers.len()).find(|&index| self.headers[index].missing.is_some())
    }

    fn kind(&self, text: &str, is_body: &dyn Fn(&str) -> bool) -> Kind {
        let Some((title, others)) = self.headers.split_first() else {
            return Kind::Body;
        };
        if text == title.word {
            return Kind::Exact(0);
        }
        let key = text.split_once(':').map(|(key, _)| key);
        let known = others.iter().position(|header| key == Some(header.word));
        if let Some(index) = known {
            return Kind::Exact(index + 1);
        }
        if is_body(text) {
            return Kind::Body;
        }
        let words = self.headers.iter().map(|header| header.word);
        let meant = did_you_mean(first_word(text.trim_start(), title.word), words);
        match self
            .headers
            .iter()
            .position(|header| meant == Some(header.word))
        {
            Some(index) => Kind::Near(index),
            None if key.is_some() => Kind::Unknown,
            None => Kind::Other,
        }
    }

    /// A header that is not where it should be.
    fn missing(&self, index: usize, line: Range<usize>, found: Option<usize>) -> Diagnostic {
        let header = &self.headers[index];
        let message = match found {
            _ if index == 0 => format!("a record begins with the line {}", header.called()),
            Some(found) => format!(
                "the {} line should be here, not the {} line",
                header.called(),
                self.headers[found].called()
            ),
            None => format!("there is no {} line before the moves", header.called()),
        };
        Diagnostic::error(header.missing.unwrap_or("syntax"), line, message)
            .label(format!("expected {} before this", header.called()))
            .help(header.write_it())
    }
}

impl<'a> Lines<'a> {
    /// Reads the headers and stops before the first line after them. Returns
    /// where each of them is; `None` if the reader cannot go on.
    ///
    /// `is_body` says whether a line comes after the headers, and `read` takes
    /// the value of the header with that index. A misspelt header is reported
    /// once, and its value is read so that the reader can go on.
    pub fn headers(
        &mut self,
        headers: &[Header<'_>],
        is_body: impl Fn(&str) -> bool,
        mut read: impl FnMut(usize, Value<'a>) -> Result<(), Diagnostic>,
    ) -> Option<Vec<Option<Range<usize>>>> {
        self.walk_headers(headers, &is_body, &mut read)
    }

    fn walk_headers(
        &mut self,
        headers: &[Header<'_>],
        is_body: &dyn Fn(&str) -> bool,
        read: &mut dyn FnMut(usize, Value<'a>) -> Result<(), Diagnostic>,
    ) -> Option<Vec<Option<Range<usize>>>> {
        let mut heading = Heading {
            headers,
            places: vec![None; headers.len()],
            said: vec![false; headers.len()],
            next: 0,
        };
        loop {
            let expected = heading.expected();
            let Some(line) = self.peek_line() else {
                let Some(expected) = expected else { break };
                self.end_in_headers(&heading, expected);
                return None;
            };
            let text = match self.text(&line) {
                Ok(text) => text,
                Err(finding) => {
                    let Some(expected) = expected else { break };
                    if !self.damaged_header(&mut heading, expected, line, finding) {
                        return None;
                    }
                    continue;
                }
            };
            let (index, near) = match (heading.kind(text, is_body), expected) {
                (Kind::Exact(index), _) => (index, false),
                (Kind::Near(index), Some(_)) => (index, true),
                (Kind::Near(index), None) if index >= heading.next => (index, true),
                (Kind::Unknown | Kind::Other, Some(0)) => {
                    self.report(heading.missing(0, line, None));
                    return None;
                }
                (kind @ (Kind::Unknown | Kind::Other), Some(expected)) => {
                    self.report(not_this_header(&line, &headers[expected]));
                    self.step_over(&line);
                    if let Kind::Other = kind {
                        heading.places[expected] = Some(line);
                        heading.next = expected + 1;
                    }
                    continue;
                }
                (Kind::Body, _) | (_, None) => break,
            };
            if let Some(first) = heading.places[index].clone() {
                // A repeated header. Once all are there it is the body's line.
                let Some(expected) = expected else { break };
                if !heading.said[expected] {
                    heading.said[expected] = true;
                    let finding = heading.missing(expected, line.clone(), Some(index));
                    self.report(finding.also(first, "the first one"));
                }
                self.step_over(&line);
                continue;
            }
            if let Some(expected) = expected
                && expected < index
                && !heading.said[expected]
            {
                heading.said[expected] = true;
                self.report(heading.missing(expected, line.clone(), Some(index)));
            }
            self.step_over(&line);
            // A header missing before this line is not this line's fault.
            let findings = self.findings.len();
            if index < heading.next && headers[index].missing.is_none() {
                self.report(out_of_order(&line, &headers[index]));
            }
            if near {
                self.report(misspelt(text, line.start, headers, index));
            }
            // One error per line, but the value is read so that the reader can
            // go on.
            if index > 0
                && let Err(finding) = read(index, Value::after_colon(text, line.start))
                && self.findings.len() == findings
            {
                self.report(finding);
            }
            heading.places[index] = Some(line);
            heading.next = heading.next.max(index + 1);
        }
        let line = self.peek_line().unwrap_or(self.at..self.at);
        for (index, header) in headers.iter().enumerate() {
            let is_there = heading.places[index].is_some() || header.missing.is_none();
            if !is_there && !heading.said[index] {
                self.report(heading.missing(index, line.clone(), None));
            }
        }
        Some(heading.places)
    }

    /// A damaged line stands for the header that should be there. False if the
    /// reader cannot go on.
    fn damaged_header(
        &mut self,
        heading: &mut Heading<'_>,
        expected: usize,
        line: Range<usize>,
        finding: Diagnostic,
    ) -> bool {
        self.report(finding);
        self.step_over(&line);
        let title = heading.headers[0].word.as_bytes();
        let begins_well = expected > 0 || self.file[line.clone()].starts_with(title);
        heading.places[expected] = Some(line);
        heading.next = expected + 1;
        begins_well && self.peek_line().is_some()
    }

    /// The file ends where a header should be.
    fn end_in_headers(&mut self, heading: &Heading<'_>, expected: usize) {
        let header = &heading.headers[expected];
        if expected == 0 && self.findings.is_empty() {
            self.report(
                Diagnostic::error("empty-file", 0..0, "there is nothing in this file")
                    .help(format!("a record begins with the line {}", header.called())),
            );
        } else if expected > 0 && !heading.said[expected] {
            self.report(
                Diagnostic::error(
                    header.missing.unwrap_or("syntax"),
                    self.end(),
                    format!("the file ends before its {} line", header.called()),
                )
                .help(header.write_it()),
            );
        }
    }
}

/// The names of the players, if there is one for every seat. `players` and `board` are the lines
/// that give them.
pub fn seated_names<G: Game>(
    lines: &mut Lines<'_>,
    names: Vec<String>,
    start: &Option<G>,
    players: &Option<Range<usize>>,
    board: &Option<Range<usize>>,
) -> Vec<String> {
    let (Some(start), Some(line)) = (start, players) else {
        return names;
    };
    let seats = start.seats();
    if names.is_empty() || names.len() == usize::from(seats) {
        return names;
    }
    let message = format!(
        "{} players are named, but the number of seats is {seats}",
        names.len()
    );
    lines.report(
        Diagnostic::error("bad-players", line.clone(), message)
            .also_where(board, "the board")
            .help("name one player for each seat, in the order of the seats"),
    );
    Vec::new()
}

fn not_this_header(line: &Range<usize>, expected: &Header<'_>) -> Diagnostic {
    Diagnostic::error(
        "syntax",
        line.clone(),
        format!("expected the {} line", expected.called()),
    )
    .help(expected.write_it())
}

fn out_of_order(line: &Range<usize>, header: &Header<'_>) -> Diagnostic {
    Diagnostic::error(
        "syntax",
        line.clone(),
        format!("the {} line comes too late", header.called()),
    )
    .help("move it before the line above")
}

/// The word at the beginning of a line: letters, and whatever else the title contains.
fn first_word<'t>(text: &'t str, title: &str) -> &'t str {
    let end = text.find(|c: char| !c.is_alphabetic() && !title.contains(c));
    &text[..end.unwrap_or(text.len())]
}

fn misspelt(text: &str, start: usize, headers: &[Header<'_>], index: usize) -> Diagnostic {
    let header = &headers[index];
    let word = header.word;
    let lead = text.len() - text.trim_start().len();
    let end = lead + first_word(&text[lead..], headers[0].word).len();
    let (span, message) = if lead > 0 {
        (0..lead, "a stray space before the line".to_owned())
    } else if &text[..end] != word {
        (0..end, format!("{} is misspelt", quoted(&text[..end])))
    } else if index == 0 {
        (end..text.len(), format!("the first line is only `{word}`"))
    } else {
        (end..end, format!("`{word}` must be followed by a colon"))
    };
    Diagnostic::error("syntax", start + span.start..start + span.end, message)
        .help(format!("did you mean {}?", header.called()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADERS: [Header<'static>; 3] = [
        Header::title("TITLE", "missing-title"),
        Header::PLAYERS,
        Header::optional("Note", "Note: fine."),
    ];

    /// The codes of the findings, and which headers were found.
    fn read(file: &str) -> (Vec<&'static str>, Option<Vec<bool>>) {
        let mut lines = Lines::new(file.as_bytes());
        let places = lines.headers(
            &HEADERS,
            |text| text.starts_with("move"),
            |index, value| match index {
                1 => value.players(2..=2, &[',']).map(|_| ()),
                _ => value.content().map(|_| ()),
            },
        );
        let codes = lines.findings.iter().map(|finding| finding.code).collect();
        let places = places.map(|places| places.iter().map(Option::is_some).collect());
        (codes, places)
    }

    #[test]
    fn headers_come_in_order_and_some_may_be_left_out() {
        let with_note = Some(vec![true, true, true]);
        let without = Some(vec![true, true, false]);
        for (file, codes, places) in [
            ("TITLE\nPlayers: A, B.\nNote: x.\nmove", &[][..], &with_note),
            ("TITLE\nPlayers: A, B.\nmove", &[], &without),
            ("TITLE\nPlayers: A, B.", &[], &without),
            ("TITLE\nPlayers: A.\nmove", &["bad-players"], &without),
            ("TITLE\nPlayer: A.\nmove", &["syntax"], &without),
            (
                "TITLE\nNote: x.\nPlayers: A, B.",
                &["missing-players"],
                &with_note,
            ),
            (
                "TITLE\nNote: x\nPlayers: A, B.",
                &["missing-players", "syntax"],
                &with_note,
            ),
            // Several are skipped and come later: one fault.
            (
                "Note: x.\nTITLE\nPlayers: A, B.\nmove",
                &["missing-title"],
                &with_note,
            ),
            ("TITLE\nPlayers: A, B.\nnote: x.", &["syntax"], &with_note),
            ("TITLE\nWhat: x.\nPlayers: A, B.", &["syntax"], &without),
            ("TITLE\nPlayers: A, B.\nWhat: x.", &[], &without),
            ("TITLE\nA and B\nmove", &["syntax"], &without),
        ] {
            assert_eq!(read(file), (codes.to_vec(), places.clone()), "{file:?}");
        }
    }

    #[test]
    fn a_file_without_its_title_is_given_up() {
        for (file, code) in [
            ("", "empty-file"),
            ("What: x.", "missing-title"),
            ("something", "missing-title"),
            ("TITLE", "missing-players"),
        ] {
            assert_eq!(read(file), (vec![code], None), "{file:?}");
        }
    }

    #[test]
    fn a_misspelt_title_is_no_reason_to_stop() {
        assert_eq!(
            read("Title\nPlayers: A, B.\nmove"),
            (vec!["syntax"], Some(vec![true, true, false]))
        );
    }
}
