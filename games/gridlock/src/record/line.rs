//! The possible lines of a record after its headers.

use parlour_core::lines::Who;
use parlour_core::{Records, Seat, Sorting, check_name};

use crate::rules::{Cell, Colour, Grid, Paint};

const PLAYS: &str = " plays ";
const CANNOT_MOVE: &str = " cannot move.";
const WINS: &str = " wins!";

/// A line of a well-formed record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line<'a> {
    /// The player it is about.
    pub(super) who: Who<'a>,
    /// What the player does.
    pub(super) action: Action<'a>,
}

/// What happens in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action<'a> {
    /// A move; the word may not be a colour.
    Plays(&'a str, Cell),
    /// The first line of the ending.
    CannotMove,
    /// The second line of the ending.
    Wins,
}

/// Reads a well-formed line about any player.
///
/// Declared names are tried first, the longer one before the shorter, because a
/// name may contain anything, even the words of a move.
pub(super) fn read_line<'a>(line: &'a str, players: &[String]) -> Option<Line<'a>> {
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.order_by_key(|&player| std::cmp::Reverse(players[player].len()));
    for player in order {
        let action = line
            .strip_prefix(players[player].as_str())
            .and_then(read_action);
        if let Some(action) = action {
            let who = Who::Player(Seat(player as u8));
            return Some(Line { who, action });
        }
    }
    read_line_of_anyone(line).filter(|line| match line.who {
        Who::Stranger(name) => check_name(name, Grid::NOT_IN_NAMES).is_ok(),
        Who::Player(_) => true,
    })
}

/// Reads a line by what follows the name, whatever the name may be.
pub(super) fn read_line_of_anyone(line: &str) -> Option<Line<'_>> {
    let name_end = [CANNOT_MOVE, WINS]
        .iter()
        .find_map(|ending| line.strip_suffix(ending))
        .map(str::len)
        .or_else(|| line.rfind(PLAYS))?;
    let (name, rest) = line.split_at(name_end);
    Some(Line {
        who: Who::Stranger(name),
        action: read_action(rest)?,
    })
}

/// What follows a name, to the end of the line.
fn read_action(rest: &str) -> Option<Action<'_>> {
    if rest == CANNOT_MOVE {
        return Some(Action::CannotMove);
    }
    if rest == WINS {
        return Some(Action::Wins);
    }
    let (word, at) = rest.strip_prefix(PLAYS)?.split_once(' ')?;
    let (cell, end) = read_cell(at.as_bytes())?;
    let is_word = !word.is_empty() && !word.contains(|c: char| c.is_control() || c.is_whitespace());
    (is_word && end == at.len()).then_some(Action::Plays(word, cell))
}

/// Reads `at (1,2).` and returns the number of bytes read.
fn read_cell(text: &[u8]) -> Option<(Cell, usize)> {
    let text_x = text.strip_prefix(b"at (")?;
    let (x, after_x) = read_digits(text_x)?;
    let text_y = text_x[after_x..].strip_prefix(b",")?;
    let text_y = text_y.strip_prefix(b" ").unwrap_or(text_y);
    let (y, after_y) = read_digits(text_y)?;
    let end = text_y[after_y..].strip_prefix(b").")?;
    Some((Cell { x, y }, text.len() - end.len()))
}

/// Digits up to the first other byte; a number too large to represent is
/// clamped.
#[inline]
fn read_digits(text: &[u8]) -> Option<(u64, usize)> {
    let mut number: u64 = 0;
    let mut length = 0;
    while let Some(digit) = text.get(length).filter(|byte| byte.is_ascii_digit()) {
        number = number
            .checked_mul(10)
            .and_then(|tens| tens.checked_add(u64::from(digit - b'0')))
            .unwrap_or(u64::MAX);
        length += 1;
    }
    (length > 0).then_some((number, length))
}

/// A move with everything in its usual place.
pub(super) struct QuickMove {
    pub(super) paint: Paint,
    /// Bytes up to the end of the move, without the line end.
    pub(super) length: usize,
    /// Bytes of the line end.
    pub(super) line_end: usize,
}

/// The name of a colour and a space, in the low bytes of a number.
#[derive(Clone, Copy)]
struct Word {
    colour: Colour,
    text: u64,
    mask: u64,
    length: usize,
}

impl Word {
    const fn new(colour: Colour, text: &[u8]) -> Word {
        let mut bytes = [0; 8];
        bytes.split_at_mut(text.len()).0.copy_from_slice(text);
        Word {
            colour,
            text: u64::from_le_bytes(bytes),
            mask: u64::MAX >> (64 - 8 * text.len()),
            length: text.len(),
        }
    }
}

/// The words by the low five bits of their initials, which all differ. The
/// colour of a move is unpredictable, so a lookup beats branching.
static WORDS: [Word; 32] = {
    let no_word = Word {
        colour: Colour::Red,
        text: 1,
        mask: 0,
        length: 0,
    };
    let mut words = [no_word; 32];
    words[b'r' as usize % 32] = Word::new(Colour::Red, b"red ");
    words[b'g' as usize % 32] = Word::new(Colour::Green, b"green ");
    words[b'y' as usize % 32] = Word::new(Colour::Yellow, b"yellow ");
    words[b'b' as usize % 32] = Word::new(Colour::Blue, b"blue ");
    words[b'm' as usize % 32] = Word::new(Colour::Magenta, b"magenta ");
    words[b'c' as usize % 32] = Word::new(Colour::Cyan, b"cyan ");
    words
};

/// Reads a move of `player` at the beginning of `text` if everything is in its
/// usual place, and nothing otherwise. This is the hot loop for large records;
/// whatever it leaves is read with [`read_line`], which accepts everything that
/// this accepts.
#[inline]
pub(super) fn read_quickly(text: &[u8], player: &[u8]) -> Option<QuickMove> {
    let plays = text.strip_prefix(player)?.strip_prefix(PLAYS.as_bytes())?;
    let start = u64::from_le_bytes(*plays.first_chunk()?);
    let word = &WORDS[start as usize % 32];
    if start & word.mask != word.text {
        return None;
    }
    let at = &plays[word.length..];
    let (cell, length) = read_cell(at)?;
    let line_end = match &at[length..] {
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        [] => 0,
        _ => return None,
    };
    Some(QuickMove {
        paint: Paint {
            cell,
            colour: word.colour,
        },
        length: text.len() - at.len() + length,
        line_end,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(a: &str, b: &str) -> Vec<String> {
        vec![a.to_owned(), b.to_owned()]
    }

    #[test]
    fn the_longer_name_is_tried_first() {
        let players = names("x", "x plays red at (0");
        let line = read_line("x plays red at (0 plays green at (1,2).", &players);
        let cell = Cell { x: 1, y: 2 };
        assert_eq!(
            line,
            Some(Line {
                who: Who::Player(Seat(1)),
                action: Action::Plays("green", cell)
            })
        );
        let line = read_line("x plays red at (0,1).", &players).expect("a move");
        assert_eq!(line.who, Who::Player(Seat(0)));
    }

    #[test]
    fn a_name_may_be_made_of_the_ending() {
        let players = names("x", "cannot move");
        let line = read_line("cannot move cannot move.", &players).expect("an ending");
        assert_eq!(
            (line.who, line.action),
            (Who::Player(Seat(1)), Action::CannotMove)
        );
        let line = read_line("x cannot move.", &players).expect("an ending");
        assert_eq!(line.who, Who::Player(Seat(0)));
    }

    #[test]
    fn strangers_are_recognised_by_the_shape_of_the_line() {
        let players = names("Amy", "Bill");
        for line in [
            "Cleo plays red at (0,0).",
            "Cleo cannot move.",
            "Cleo wins!",
        ] {
            let read = read_line(line, &players).expect(line);
            assert_eq!(read.who, Who::Stranger("Cleo"));
        }
        for line in [
            "Amy  plays red at (0,0).",
            "Amy\u{a0} plays red at (0,0).",
            "Amy plays  red at (0,0).",
            "Amy plays red at (0,0). ",
            " plays red at (0,0).",
            " wins!",
            "Amy wins!!",
            "Amy plays red at (0,,0).",
            "Amy plays red at (0,  0).",
            "Amy plays red at (-1,0).",
        ] {
            assert_eq!(read_line(line, &players), None, "{line}");
        }
    }

    #[test]
    fn the_quick_reader_takes_nothing_that_the_careful_one_refuses() {
        let players = names("Amy", "Bill");
        for line in [
            "Amy plays red at (0,0).",
            "Amy plays green at (10,0).",
            "Amy plays yellow at (0,100).",
            "Amy plays blue at (1,1).",
            "Amy plays magenta at (007, 12).",
            "Amy plays cyan at (99999999999999999999999,1).",
        ] {
            let quick = read_quickly(line.as_bytes(), b"Amy").expect(line);
            let careful = read_line(line, &players).expect(line);
            let Paint { cell, colour } = quick.paint;
            assert_eq!(careful.action, Action::Plays(colour.word(), cell));
            assert_eq!(quick.length, line.len());
        }
        for line in [
            "Amy plays red at (0,0). ",
            "Bill plays red at (0,0).",
            "Amy plays re",
            "Amy plays Red at (0,0).",
            "Amy plays redd at (0,0).",
            "Amy plays pink at (0,0).",
        ] {
            assert!(read_quickly(line.as_bytes(), b"Amy").is_none(), "{line}");
        }
    }
}
