//! The possible lines of a record after its headers.

use std::ops::Range;

use parlour_core::lines::{Format, Walk, Who, found};
use parlour_core::{Diagnostic, Records, check_name};

use crate::notation::read_action;
use crate::rules::{Move, Player, Ur};

use super::format::Turns;

const WINS: &str = " wins!";

/// A line of a well-formed record. Spans count from the start of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// The player it is about.
    pub(super) who: Who<'a>,
    /// What the player does.
    pub(super) action: Action,
}

/// What happens in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// A throw and, unless the record stops between the two, the move. The roll
    /// and the square may not exist.
    Turn {
        roll: Range<usize>,
        chosen: Option<Range<usize>>,
    },
    /// The ending.
    Wins,
}

/// The player whose colour a line begins with.
pub(super) fn named(line: &str) -> Option<Player> {
    let mut players = Player::ALL.into_iter();
    players.find(|player| line.starts_with(player.title()))
}

/// Reads a well-formed line about any player.
pub(super) fn read_line(line: &str) -> Option<Line<'_>> {
    for player in Player::ALL {
        let action = line
            .strip_prefix(player.title())
            .and_then(|rest| read_doing(line, line.len() - rest.len()));
        if let Some(action) = action {
            let who = Who::Player(player.seat());
            return Some(Line { who, action });
        }
    }
    // A name may contain spaces and numbers. The action is the last two words
    // or, if those are not a roll and a move, the last one.
    let spaces: Vec<usize> = line.rmatch_indices(' ').map(|(i, _)| i).take(2).collect();
    let stranger = |&end: &usize| {
        let name = &line[..end];
        let is_player = Player::ALL
            .iter()
            .any(|player| name.split(' ').next() == Some(player.title()));
        // `Pieces: 7.` is not a roll of somebody called `Pieces:`.
        if is_player || name.ends_with(':') || check_name(name, Ur::NOT_IN_NAMES).is_err() {
            return None;
        }
        let who = Who::Stranger(name);
        let action = read_doing(line, end)?;
        Some(Line { who, action })
    };
    spaces.iter().rev().find_map(stranger)
}

/// What follows a name that ends at `at`, to the end of the line.
fn read_doing(line: &str, at: usize) -> Option<Action> {
    let rest = &line[at..];
    if rest == WINS {
        return Some(Action::Wins);
    }
    let words = rest.strip_prefix(' ')?.strip_suffix('.')?;
    let (roll, chosen) = match words.split_once(' ') {
        Some((roll, chosen)) => (roll, Some(chosen)),
        None => (words, None),
    };
    if !is_number(roll) || !chosen.is_none_or(is_action) {
        return None;
    }
    let roll_at = at + 1;
    let chosen_at = roll_at + roll.len() + 1;
    Some(Action::Turn {
        roll: roll_at..roll_at + roll.len(),
        chosen: chosen.map(|chosen| chosen_at..chosen_at + chosen.len()),
    })
}

/// Whether this is a whole number, possible for the dice or not.
fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether this looks like a move: a known word, or the number of a square,
/// which may not exist.
fn is_action(text: &str) -> bool {
    let has_spaces = text.contains(char::is_whitespace);
    !has_spaces && read_action(text).map_or_else(|bad| bad.code != "syntax", |_| true)
}

/// The throw and the move that a malformed line was probably meant to be, so
/// that the rest of the record can still be checked: two words. `doing` is what
/// follows the name.
pub(super) fn salvage(doing: &str) -> Option<(&str, Move)> {
    if doing.contains('-') {
        // Perhaps a negative number: the meaning is unknown.
        return None;
    }
    let words: Vec<&str> = doing
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|word| !word.is_empty())
        .collect();
    match words[..] {
        [roll, chosen] => Some((roll, read_action(chosen).ok()?)),
        _ => None,
    }
}

/// Walks over a line that begins with a player to the first unexpected thing.
pub(super) fn after_name(line: &str, name_end: usize) -> Result<(), Diagnostic> {
    let mut walk = Walk {
        line,
        at: name_end,
        help: Turns::WORDS.step,
    };
    walk.expect(" ", "a space after the name")?;
    let word = walk.word();
    if word.trim_end_matches(['.', '!']).starts_with(['w', 'W']) {
        walk.help = Turns::WORDS.ending;
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
        return Err(Diagnostic::error("syntax", span, message).help(Turns::WORDS.step));
    }
    walk.at = line.len() - after.len();
    if walk.rest().starts_with(' ') {
        walk.at += 1;
        let word = walk.word();
        let chosen = word.trim_end_matches(['.', '!', ',', ';']);
        if let Err(finding) = read_action(chosen)
            && finding.code == "syntax"
        {
            return Err(finding.shifted(walk.at));
        }
        walk.at += chosen.len();
    }
    walk.full_stop()
}

#[cfg(test)]
mod tests {
    use parlour_core::Seat;

    use super::*;

    fn turn(line: &str) -> Option<(&str, &str, Option<&str>)> {
        match read_line(line)? {
            Line {
                who: Who::Player(seat),
                action: Action::Turn { roll, chosen },
            } => Some((
                Player::ALL[seat.index()].title(),
                &line[roll],
                chosen.map(|span| &line[span]),
            )),
            Line {
                who: Who::Stranger(name),
                action: Action::Turn { roll, chosen },
            } => Some((name, &line[roll], chosen.map(|span| &line[span]))),
            _ => None,
        }
    }

    #[test]
    fn turns_have_a_player_a_roll_and_a_move() {
        for (line, expected) in [
            ("Red 2 start.", ("Red", "2", Some("start"))),
            ("Green 0 pass.", ("Green", "0", Some("pass"))),
            ("Red 3 Sq_4.", ("Red", "3", Some("Sq_4"))),
            ("Red 2 4.", ("Red", "2", Some("4"))),
            ("Red 2.", ("Red", "2", None)),
            ("Red -1 99.", ("Red", "-1", Some("99"))),
            ("Amy 2 start.", ("Amy", "2", Some("start"))),
            ("Mary Ann 2 4.", ("Mary Ann", "2", Some("4"))),
            ("Mary Ann 2.", ("Mary Ann", "2", None)),
            ("red 2 4.", ("red", "2", Some("4"))),
        ] {
            assert_eq!(turn(line), Some(expected), "{line}");
        }
    }

    #[test]
    fn the_ending_has_a_player() {
        for (line, who) in [
            ("Red wins!", Who::Player(Seat(0))),
            ("Green wins!", Who::Player(Seat(1))),
            ("Mary Ann wins!", Who::Stranger("Mary Ann")),
        ] {
            let action = Action::Wins;
            assert_eq!(read_line(line), Some(Line { who, action }));
        }
    }

    #[test]
    fn other_lines_have_no_shape() {
        for line in [
            "",
            "Red",
            "Red 2 start",
            "Red 2  start.",
            "Red  2 start.",
            " Red 2 start.",
            "Red 2 start. ",
            "Red two start.",
            "Red start 2.",
            "Red 2 stort.",
            "Red 2 start 4.",
            "Red wins.",
            "Red won!",
            " wins!",
            " 2 start.",
            "2 start.",
            "Red 2.5 start.",
            "Pieces: 7.",
            "Red 2\u{a0}start.",
        ] {
            assert_eq!(read_line(line), None, "{line}");
        }
    }
}
