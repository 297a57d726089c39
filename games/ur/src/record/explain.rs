//! What is wrong with a line that has no shape.

use parlour_core::lines::{Walk, found, odd_space};
use parlour_core::{Diagnostic, quoted};

use crate::notation::read_deed;
use crate::rules::Player;

use super::heading::keys;

pub(super) const TURN: &str = "a turn is written like `Red 2 start.` or `Green 0 pass.`";
pub(super) const ENDING: &str = "a record ends with `Red wins!` or `Green wins!`";

/// Explains a line without a shape. Spans count from the start of the line;
/// the line has no control characters.
pub(super) fn explain(line: &str) -> Diagnostic {
    if let Some(finding) = odd_space(line) {
        return finding;
    }
    match Player::ALL
        .into_iter()
        .find(|player| line.starts_with(player.title()))
    {
        Some(player) => after_name(line, player.title().len()).unwrap_or_else(|finding| finding),
        None => no_name(line),
    }
}

/// A line that begins with none of the players.
fn no_name(line: &str) -> Diagnostic {
    let first_word = line.split(' ').next().unwrap_or(line);
    let finding = |message: String| Diagnostic::error("syntax", 0..line.len(), message);
    match first_word.strip_suffix(':') {
        Some(key) if keys().any(|known| known == key) => finding(format!(
            "a second `{key}:` line; the headers come once, before the turns"
        ))
        .help("remove this line"),
        Some(_) => {
            finding(format!("a record has no {} line", quoted(first_word))).help("remove this line")
        }
        None => finding("this is no line of a record of Ur".to_owned())
            .help(format!("{TURN}; {ENDING}")),
    }
}

/// A line that begins with a player and goes wrong later. Either way the
/// answer is a finding: the first thing that is not as expected.
fn after_name(line: &str, name_end: usize) -> Result<Diagnostic, Diagnostic> {
    let mut walk = Walk {
        line,
        at: name_end,
        help: TURN,
    };
    walk.expect(" ", "a space after the name")?;
    let word = walk.word();
    if word.trim_end_matches(['.', '!']).starts_with(['w', 'W']) {
        walk.help = ENDING;
        if word != "wins!" {
            return Err(walk.misspelt(["wins!"], "`wins!`"));
        }
        walk.at += word.len();
        walk.end()?;
    }
    let number = walk.rest().strip_prefix('-').unwrap_or(walk.rest());
    let digits = number
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(number.len());
    let after = &number[digits..];
    let is_fraction = after.len() > 1 && after.starts_with('.');
    if digits == 0 || is_fraction || !(after.is_empty() || after.starts_with([' ', '.'])) {
        let span = walk.at..walk.at + word.len();
        let message = format!("expected the roll as a number, found {}", found(word));
        return Err(Diagnostic::error("syntax", span, message).help(TURN));
    }
    walk.at = line.len() - after.len();
    if walk.rest().starts_with(' ') {
        walk.at += 1;
        let word = walk.word();
        let chosen = word.trim_end_matches(['.', '!', ',', ';']);
        if let Err(finding) = read_deed(chosen)
            && finding.code == "syntax"
        {
            return Err(finding.shifted(walk.at));
        }
        walk.at += chosen.len();
    }
    walk.full_stop()?;
    // Not reached by a line without a shape, but a fair answer to any.
    Ok(no_name(line))
}
