//! Explaining a line of no known shape.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, did_you_mean, quoted};

/// Misplaced spaces, or spaces of the wrong kind. Spans count from the start of
/// the line.
#[must_use]
pub fn odd_space(line: &str) -> Option<Diagnostic> {
    if line.trim().is_empty() {
        return Some(
            syntax(0..line.len(), "this line looks empty, but holds spaces")
                .help("remove the spaces, or the line"),
        );
    }
    let unusual = line
        .char_indices()
        .find(|(_, c)| c.is_whitespace() && *c != ' ');
    if let Some((i, c)) = unusual {
        let code = format!("an unusual kind of space, U+{:04X}", u32::from(c));
        return Some(syntax(i..i + c.len_utf8(), code).help("use an ordinary space"));
    }
    let lead = line.len() - line.trim_start().len();
    if lead > 0 {
        return Some(syntax(0..lead, "a stray space before the line").help("remove it"));
    }
    let end = line.trim_end().len();
    if end < line.len() {
        return Some(syntax(end..line.len(), "a stray space after the line").help("remove it"));
    }
    let double = line.find("  ")?;
    Some(syntax(double..double + 2, "two spaces where one belongs").help("remove one"))
}

/// The first word of a text for a message, or a note that there is none.
#[must_use]
pub fn found(text: &str) -> String {
    if text.is_empty() {
        return "the end of the line".to_owned();
    }
    // A misplaced space is shown together with what follows it.
    let end = text.char_indices().skip(1).find(|(_, c)| *c == ' ');
    quoted(&text[..end.map_or(text.len(), |(i, _)| i)])
}

fn syntax(span: Range<usize>, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("syntax", span, message)
}

/// Walks along a line from one expected thing to the next. Anything else is an
/// error with the code `syntax`; spans count from the start of the line.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    /// The line.
    pub line: &'a str,
    /// How far the line is as expected.
    pub at: usize,
    /// The help if it is not.
    pub help: &'a str,
}

impl<'a> Walk<'a> {
    /// What is still ahead.
    #[must_use]
    pub fn rest(&self) -> &'a str {
        &self.line[self.at..]
    }

    /// The text up to the next space.
    #[must_use]
    pub fn word(&self) -> &'a str {
        self.rest().split(' ').next().unwrap_or_default()
    }

    /// Steps over exactly this text; `name` is what an error calls it.
    ///
    /// # Errors
    ///
    /// There is something else.
    pub fn expect(&mut self, literal: &str, name: &str) -> Result<(), Diagnostic> {
        if self.rest().starts_with(literal) {
            self.at += literal.len();
            return Ok(());
        }
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        Err(syntax(
            self.at..self.at + length,
            format!("expected {name}, found {}", found(self.rest())),
        )
        .help(self.help))
    }

    /// A finding about the next word, which should have been one of these.
    #[must_use]
    pub fn misspelt<'w>(
        &self,
        meant: impl IntoIterator<Item = &'w str>,
        expected: &str,
    ) -> Diagnostic {
        let word = self.word();
        let span = self.at..self.at + word.len();
        match did_you_mean(word, meant) {
            Some(meant) => syntax(span, format!("{} is misspelt", quoted(word)))
                .help(format!("did you mean `{meant}`?")),
            None => {
                syntax(span, format!("expected {expected}, found {}", found(word))).help(self.help)
            }
        }
    }

    /// Steps over the full stop that ends the line.
    ///
    /// # Errors
    ///
    /// There is none, or something follows it.
    pub fn full_stop(&mut self) -> Result<(), Diagnostic> {
        if self.rest().is_empty() {
            let message = "the full stop at the end of the line is missing";
            return Err(syntax(self.at..self.at, message).help(self.help));
        }
        self.expect(".", "a full stop")?;
        self.end()
    }

    /// Checks that nothing follows.
    ///
    /// # Errors
    ///
    /// Something follows.
    pub fn end(&self) -> Result<(), Diagnostic> {
        if self.rest().is_empty() {
            return Ok(());
        }
        let span = self.at..self.line.len();
        Err(syntax(span, "the line should end here").help("remove what follows"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stray_spaces_are_found() {
        for (line, span) in [
            ("   ", 0..3),
            (" a", 0..1),
            ("a ", 1..2),
            ("a  b", 1..3),
            ("a\u{a0}b", 1..3),
        ] {
            let finding = odd_space(line).expect(line);
            assert_eq!(finding.at.span, span, "{line:?}");
        }
        assert_eq!(odd_space("a b."), None);
    }

    #[test]
    fn a_walk_stops_where_the_line_goes_wrong() {
        let mut walk = Walk {
            line: "Red plyas",
            at: 0,
            help: "write it well",
        };
        assert_eq!(walk.expect("Red ", "red"), Ok(()));
        let finding = walk.misspelt(["plays"], "`plays`");
        assert_eq!(finding.at.span, 4..9);
        assert_eq!(finding.help.as_deref(), Some("did you mean `plays`?"));
        walk.at = 9;
        assert_eq!(walk.full_stop().expect_err("none there").at.span, 9..9);
        assert_eq!(walk.end(), Ok(()));
    }
}
