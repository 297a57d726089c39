//! What is wrong with a line that has no shape, and what was probably meant.

use std::ops::Range;

use parlour_core::{Diagnostic, did_you_mean, quoted};

use crate::rules::{Cell, Colour, Paint};

const MOVE: &str = "a move is written like `Amy plays red at (0,1).`";
const ENDING: &str = "a record ends with `Bill cannot move.` and `Amy wins!`";

/// Explains a line without a shape. Spans count from the start of the line;
/// the line has no control characters.
pub(super) fn explain(line: &str, players: &[String]) -> Diagnostic {
    if let Some(finding) = odd_space(line) {
        return finding;
    }
    let name = players
        .iter()
        .filter(|name| line.starts_with(name.as_str()))
        .max_by_key(|name| name.len());
    match name {
        Some(name) => after_name(line, name.len()),
        None => no_name(line),
    }
}

fn syntax(span: Range<usize>, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error("syntax", span, message)
}

/// Spaces where none belong, or of a kind that none should be.
fn odd_space(line: &str) -> Option<Diagnostic> {
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

/// A line that begins with none of the players.
fn no_name(line: &str) -> Diagnostic {
    let whole = 0..line.len();
    let first_word = line.split(' ').next().unwrap_or(line);
    if let Some(key) = first_word.strip_suffix(':') {
        let message = match key {
            "Players" | "Grid" | "Colours" => {
                format!("a second `{key}:` line; the headers come once, before the moves")
            }
            _ => format!("a record has no {} line", quoted(first_word)),
        };
        return syntax(whole, message).help("remove this line");
    }
    syntax(whole, "this is no line of a Gridlock record").help(format!("{MOVE}; {ENDING}"))
}

/// A line that begins with a player and goes wrong later.
fn after_name(line: &str, name_end: usize) -> Diagnostic {
    let mut walk = Walk {
        line,
        at: name_end,
        help: MOVE,
    };
    if let Err(finding) = walk.expect(" ", "a space after the name") {
        return finding;
    }
    let verb = walk.word();
    let verb_at = walk.at;
    walk.at += verb.len();
    let result = match verb {
        "plays" => walk.rest_of_move(),
        "cannot" => {
            walk.help = ENDING;
            walk.expect(" move", "` move.`")
                .and_then(|()| walk.full_stop())
        }
        "wins!" => walk.end(),
        _ => {
            let span = verb_at..verb_at + verb.len();
            let finding = match did_you_mean(verb, ["plays", "cannot", "wins!"]) {
                Some(meant) => syntax(span, format!("{} is misspelt", quoted(verb)))
                    .help(format!("did you mean `{meant}`?")),
                None => syntax(
                    span,
                    format!(
                        "expected `plays`, `cannot move.` or `wins!`, found {}",
                        found(verb)
                    ),
                )
                .help(format!("{MOVE}; {ENDING}")),
            };
            Err(finding)
        }
    };
    match result {
        Err(finding) => finding,
        // Not reached by a line without a shape, but a fair answer to any.
        Ok(()) => no_name(line),
    }
}

/// A walk along a line, from one expected thing to the next.
struct Walk<'a> {
    line: &'a str,
    at: usize,
    help: &'static str,
}

impl<'a> Walk<'a> {
    fn rest(&self) -> &'a str {
        &self.line[self.at..]
    }

    /// What stands up to the next space.
    fn word(&self) -> &'a str {
        self.rest().split(' ').next().unwrap_or_default()
    }

    fn expect(&mut self, literal: &str, name: &str) -> Result<(), Diagnostic> {
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

    fn full_stop(&mut self) -> Result<(), Diagnostic> {
        if self.rest().is_empty() {
            let message = "the full stop at the end of the line is missing";
            return Err(syntax(self.at..self.at, message).help(self.help));
        }
        self.expect(".", "a full stop")?;
        self.end()
    }

    fn end(&self) -> Result<(), Diagnostic> {
        if self.rest().is_empty() {
            return Ok(());
        }
        let span = self.at..self.line.len();
        Err(syntax(span, "the line should end here").help("remove what follows"))
    }

    fn rest_of_move(&mut self) -> Result<(), Diagnostic> {
        self.expect(" ", "a space and a colour")?;
        self.at += self.word().len();
        self.expect(" ", "a space and `at`")?;
        let at = self.word();
        if at != "at" {
            let span = self.at..self.at + at.len();
            return Err(match did_you_mean(at, ["at"]) {
                Some(_) => {
                    syntax(span, format!("{} is misspelt", quoted(at))).help("did you mean `at`?")
                }
                None => syntax(span, format!("expected `at`, found {}", found(at))).help(self.help),
            });
        }
        self.at += at.len();
        self.expect(" ", "a space")?;
        self.expect("(", "an opening bracket")?;
        self.number("the column")?;
        self.expect(",", "a comma")?;
        if self.rest().starts_with(' ') {
            self.at += 1;
        }
        self.number("the row")?;
        self.expect(")", "a closing bracket")?;
        self.full_stop()
    }

    fn number(&mut self, name: &str) -> Result<(), Diagnostic> {
        let digits = self
            .rest()
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(self.rest().len());
        let fraction = self.rest()[digits..]
            .strip_prefix('.')
            .is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()));
        if digits == 0 || fraction {
            let end = self
                .rest()
                .find([',', ')', ' '])
                .unwrap_or(self.rest().len());
            return Err(syntax(
                self.at..self.at + end,
                format!(
                    "expected {name} as a whole number, found {}",
                    found(&self.rest()[..end])
                ),
            )
            .help("cells are counted from 0, column first: `(0,1)`"));
        }
        self.at += digits;
        Ok(())
    }
}

fn found(text: &str) -> String {
    if text.is_empty() {
        return "the end of the line".to_owned();
    }
    // A space that should not be there is shown, with what follows it.
    let end = text.char_indices().skip(1).find(|(_, c)| *c == ' ');
    quoted(&text[..end.map_or(text.len(), |(i, _)| i)])
}

/// The move that a misshapen line was probably meant to be, so that the rest
/// of the record can still be checked: one word that is a colour, and two
/// numbers. `deed` is what stands after the name.
pub(super) fn salvage(deed: &str) -> Option<Paint> {
    if deed.contains('-') {
        // Perhaps a negative number: nobody knows which cell was meant.
        return None;
    }
    let mut colours = Vec::new();
    let mut numbers = Vec::new();
    for word in deed.split(|c: char| !c.is_alphanumeric()) {
        if let Some(colour) = Colour::from_word(&word.to_lowercase()) {
            colours.push(colour);
        } else if let Ok(number) = word.parse::<u64>() {
            numbers.push(number);
        }
    }
    match (&colours[..], &numbers[..]) {
        ([colour], [x, y]) => Some(Paint {
            cell: Cell { x: *x, y: *y },
            colour: *colour,
        }),
        _ => None,
    }
}
