//! What is wrong with a line that has no shape, and what was probably meant.

use parlour_core::lines::{Walk, found, odd_space};
use parlour_core::{Diagnostic, quoted};

use crate::rules::{Cell, Colour, Paint};

use super::heading::keys;

const MOVE: &str = "a move is written like `Amy plays red at (0,1).`";
pub(super) const ENDING: &str = "a record ends with `Bill cannot move.` and `Amy wins!`";

/// Explains a line without a shape, which begins with `name` if with a player.
/// Spans count from the start of the line; it has no control characters.
pub(super) fn explain(line: &str, name: Option<&str>) -> Diagnostic {
    if let Some(finding) = odd_space(line) {
        return finding;
    }
    match name {
        Some(name) => after_name(line, name.len()).unwrap_or_else(|finding| finding),
        None => no_name(line),
    }
}

/// The help where it is not plain which kind of line was meant.
fn move_or_ending() -> String {
    format!("{MOVE}; {ENDING}")
}

/// A line that begins with none of the players.
fn no_name(line: &str) -> Diagnostic {
    let first_word = line.split(' ').next().unwrap_or(line);
    let finding = |message: String| Diagnostic::error("syntax", 0..line.len(), message);
    match first_word.strip_suffix(':') {
        Some(key) if keys().any(|known| known == key) => finding(format!(
            "a second `{key}:` line; the headers come once, before the moves"
        ))
        .help("remove this line"),
        Some(_) => {
            finding(format!("a record has no {} line", quoted(first_word))).help("remove this line")
        }
        None => finding("this is no line of a Gridlock record".to_owned()).help(move_or_ending()),
    }
}

/// A line that begins with a player and goes wrong later. Either way the
/// answer is a finding: the first thing that is not as expected.
fn after_name(line: &str, name_end: usize) -> Result<Diagnostic, Diagnostic> {
    let any_help = move_or_ending();
    let mut walk = Walk {
        line,
        at: name_end,
        help: MOVE,
    };
    walk.expect(" ", "a space after the name")?;
    let verb = walk.word();
    let verbs = ["plays", "cannot", "wins!"];
    if verb == "can" {
        let message = "expected `cannot move.`";
        return Err(
            Diagnostic::error("syntax", walk.at..line.len(), message).help("write it in one word")
        );
    }
    if !verbs.contains(&verb) {
        walk.help = &any_help;
        return Err(walk.misspelt(verbs, "`plays`, `cannot move.` or `wins!`"));
    }
    walk.at += verb.len();
    match verb {
        "plays" => rest_of_move(&mut walk)?,
        "cannot" => {
            walk.help = ENDING;
            walk.expect(" move", "` move.`")?;
            walk.full_stop()?;
        }
        _ => walk.end()?,
    }
    // Not reached by a line without a shape, but a fair answer to any.
    Ok(no_name(line))
}

/// What stands after `plays`.
fn rest_of_move(walk: &mut Walk<'_>) -> Result<(), Diagnostic> {
    walk.expect(" ", "a space and a colour")?;
    walk.at += walk.word().len();
    walk.expect(" ", "a space and `at`")?;
    let at = walk.word();
    if at != "at" {
        return Err(walk.misspelt(["at"], "`at`"));
    }
    walk.at += at.len();
    walk.expect(" ", "a space")?;
    walk.expect("(", "an opening bracket")?;
    number(walk, "the column")?;
    walk.expect(",", "a comma")?;
    if walk.rest().starts_with(' ') {
        walk.at += 1;
    }
    number(walk, "the row")?;
    walk.expect(")", "a closing bracket")?;
    walk.full_stop().map_err(|finding| {
        if walk.rest().is_empty() {
            finding
        } else {
            finding.help("a line holds one move; what else there is goes on the next")
        }
    })
}

fn number(walk: &mut Walk<'_>, name: &str) -> Result<(), Diagnostic> {
    let rest = walk.rest();
    let digits = rest
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(rest.len());
    let is_fraction = rest[digits..]
        .strip_prefix('.')
        .is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()));
    if digits == 0 || is_fraction {
        let end = rest.find([',', ')', ' ']).unwrap_or(rest.len());
        let message = format!(
            "expected {name} as a whole number, found {}",
            found(&rest[..end])
        );
        return Err(Diagnostic::error("syntax", walk.at..walk.at + end, message)
            .help("cells are counted from 0, column first: `(0,1)`"));
    }
    walk.at += digits;
    Ok(())
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
