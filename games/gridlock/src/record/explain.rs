//! What is wrong with a malformed line, and what was probably meant.

use parlour_core::Diagnostic;
use parlour_core::lines::{Format, Walk, Words, found};

use crate::rules::{Cell, Colour, Paint};

use super::format::Painting;

/// Walks over a line that begins with a player to the first unexpected thing.
pub(super) fn after_name(line: &str, name_end: usize) -> Result<(), Diagnostic> {
    let Words { step, ending, .. } = Painting::WORDS;
    let any_help = format!("{step}; {ending}");
    let mut walk = Walk {
        line,
        at: name_end,
        help: step,
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
        "plays" => rest_of_move(&mut walk),
        "cannot" => {
            walk.help = ending;
            walk.expect(" move", "` move.`")?;
            walk.full_stop()
        }
        _ => walk.end(),
    }
}

/// What follows `plays`.
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
            finding.help("write one move per line, and the rest on the next line")
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

/// The move that a malformed line was probably meant to be, so that the rest of
/// the record can still be checked: one word that is a colour, and two numbers.
/// `action` is what follows the name.
pub(super) fn salvage(action: &str) -> Option<Paint> {
    if action.contains('-') {
        // Perhaps a negative number: the cell is unknown.
        return None;
    }
    let mut colours = Vec::new();
    let mut numbers = Vec::new();
    for word in action.split(|c: char| !c.is_alphanumeric()) {
        if let Some(colour) = Colour::from_word(&word.to_ascii_lowercase()) {
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
