//! The values of headers, such as the names in `Players: Amy, Bill.`

use std::ops::{Range, RangeInclusive};

use crate::diagnostic::{Diagnostic, quoted};
use crate::names::{BadName, check_name};
use crate::notation::Notation;

/// What follows the colon of a header.
#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    /// Everything after the colon.
    pub text: &'a str,
    /// Where it begins in the file.
    pub start: usize,
}

impl<'a> Value<'a> {
    /// The value of a header in the line that begins at `start`.
    pub(super) fn after_colon(line: &'a str, start: usize) -> Value<'a> {
        // Without a colon the value begins after the first word.
        let at = match line.find(':') {
            Some(colon) => colon + 1,
            None => line.find(' ').unwrap_or(line.len()),
        };
        Value {
            text: &line[at..],
            start: start + at,
        }
    }

    /// A part of the value as a span of the file.
    #[must_use]
    pub fn span(&self, from: usize, to: usize) -> Range<usize> {
        self.start + from..self.start + to
    }

    /// The text between the space after the colon and the full stop at the
    /// end, and where it begins. An empty value needs no space.
    ///
    /// # Errors
    ///
    /// The space or the full stop is missing, or there is one too many.
    pub fn content(&self) -> Result<(&'a str, usize), Diagnostic> {
        if self.text.trim().is_empty() {
            return Ok(("", 0));
        }
        let Some(inner) = self.text.strip_suffix('.') else {
            let end = self.text.trim_end().len();
            let (span, message) = if self.text[..end].ends_with('.') {
                (
                    self.span(end, self.text.len()),
                    "a stray space at the end of the line",
                )
            } else {
                (
                    self.span(end, end),
                    "the full stop at the end of the line is missing",
                )
            };
            return Err(Diagnostic::error("syntax", span, message)
                .help("end the line with a full stop and nothing after it"));
        };
        if inner.is_empty() {
            return Ok(("", 0));
        }
        match inner.strip_prefix(' ') {
            Some(content) => Ok((content, 1)),
            None => Err(Diagnostic::error(
                "syntax",
                self.span(0, 0),
                "a space is missing after the colon",
            )
            .help("write one space after the colon")),
        }
    }

    /// The elements of a list, with one optional space after each comma, and
    /// where they begin.
    ///
    /// # Errors
    ///
    /// The same, or an element is empty or has stray spaces.
    pub fn list(&self) -> Result<Vec<(&'a str, usize)>, Diagnostic> {
        let (content, mut at) = self.content()?;
        let mut elements = Vec::new();
        for (i, part) in content.split(',').enumerate() {
            let element = match part.strip_prefix(' ') {
                Some(element) if i > 0 => element,
                _ => part,
            };
            elements.push((element, at + part.len() - element.len()));
            at += part.len() + 1;
        }
        Ok(elements)
    }

    /// A finding about spaces around an element.
    #[must_use]
    pub fn stray_space(&self, element: &str, at: usize) -> Option<Diagnostic> {
        let trimmed = element.trim();
        if trimmed.len() == element.len() || trimmed.is_empty() {
            return None;
        }
        let lead = element.len() - element.trim_start().len();
        let span = if lead > 0 {
            self.span(at, at + lead)
        } else {
            self.span(at + element.trim_end().len(), at + element.len())
        };
        Some(
            Diagnostic::error("syntax", span, "a stray space")
                .help("one space after a comma or colon is enough, and none before"),
        )
    }

    /// Refuses every version of the format except the known one.
    ///
    /// # Errors
    ///
    /// It is another version.
    pub fn version(&self, known: u32) -> Result<(), Diagnostic> {
        let (version, at) = self.content()?;
        if version == known.to_string() {
            return Ok(());
        }
        let span = self.span(at, at + version.len());
        let message = format!("this program reads version {known} of the format");
        Err(Diagnostic::error("version", span, message)
            .help("a newer version of the program can read the file"))
    }

    /// A position.
    ///
    /// # Errors
    ///
    /// There is no such position.
    pub fn position<G: Notation>(&self) -> Result<G, Diagnostic> {
        let (content, at) = self.content()?;
        if let Some(finding) = self.stray_space(content, at) {
            return Err(finding);
        }
        G::read_position(content).map_err(|finding| finding.shifted(self.start + at))
    }

    /// The names of the players of a game for this many seats. `barred` are the
    /// characters that no name may contain.
    ///
    /// # Errors
    ///
    /// There are too few or too many names, or a name is not valid.
    pub fn players(
        &self,
        seats: RangeInclusive<u8>,
        barred: &[char],
    ) -> Result<Vec<String>, Diagnostic> {
        let help = if seats == (2..=2) {
            "name the two players, separated by a comma: `Players: Amy, Bill.`"
        } else {
            "name the players, separated by commas: `Players: Amy, Bill.`"
        };
        let elements = self.list()?;
        for (name, at) in &elements {
            if let Some(finding) = self.stray_space(name, *at) {
                return Err(finding);
            }
        }
        let whole = self.span(0, self.text.len());
        for (name, at) in &elements {
            if let Err(bad) = check_name(name, barred) {
                let span = match bad {
                    BadName::Empty | BadName::OuterSpace => whole,
                    _ => self.span(*at, at + name.len()),
                };
                return Err(Diagnostic::error("bad-players", span, bad.to_string()).help(help));
            }
        }
        if !u8::try_from(elements.len()).is_ok_and(|count| seats.contains(&count)) {
            let here = match elements.len() {
                1 => "only one player here".to_owned(),
                more => format!("{more} players here"),
            };
            let message = format!("{here}; the game has {}", numbers(&seats));
            return Err(Diagnostic::error("bad-players", whole, message).help(help));
        }
        let mut names: Vec<String> = Vec::new();
        for (name, at) in elements {
            if names.iter().any(|other| other == name) {
                let all = if seats == (2..=2) { "both" } else { "two" };
                return Err(Diagnostic::error(
                    "duplicate-player",
                    self.span(at, at + name.len()),
                    format!("{all} players are called {}", quoted(name)),
                )
                .help("give them different names, in the whole record"));
            }
            names.push(name.to_owned());
        }
        Ok(names)
    }
}

/// How many players a game has, for a message.
fn numbers(seats: &RangeInclusive<u8>) -> String {
    match (seats.start(), seats.end()) {
        (2, 2) => "two".to_owned(),
        (least, most) if least == most => least.to_string(),
        (least, most) => format!("{least} to {most}"),
    }
}
