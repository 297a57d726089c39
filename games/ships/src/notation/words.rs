//! Positions and moves through the standard library's traits.

use std::fmt;
use std::str::FromStr;

use parlour_core::{Diagnostic, Excerpt, Notation};

use super::parts::{answer, elements, fleet};
use crate::rules::{Board, Move, Ships};

/// ```
/// use parlour_ships::Ships;
/// let ships: Ships = "B3,C3,H3=0,2,1;A1,B1,C1".parse().expect("a position");
/// assert_eq!(ships.exchanges().len(), 1);
/// assert!("B3,C3,H3=0,2".parse::<Ships>().is_err());
/// ```
impl FromStr for Ships {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        Ships::read_position(text)
    }
}

impl fmt::Display for Ships {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write_position())
    }
}

/// A guess at one to five ships, or an answer to one. Whether they fit the
/// board is for the game to say.
///
/// ```
/// use parlour_ships::Move;
/// let guess: Move = "h3,b3,c3".parse().expect("a guess");
/// assert_eq!(guess.to_string(), "B3,C3,H3");
/// let answer: Move = "0,2,1".parse().expect("an answer");
/// assert!(matches!(answer, Move::Answer(_)));
/// assert!("B3,Z3".parse::<Move>().is_err());
/// ```
impl FromStr for Move {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        let part = Excerpt::whole(text).trim();
        let most = Board::anywhere(Board::MOST_SHIPS);
        if part.text.starts_with(|c: char| c.is_ascii_digit()) {
            return answer(most, part).map(Move::Answer);
        }
        let ships = elements(part, most).len().clamp(1, most.ships().into());
        fleet(Board::anywhere(ships as u8), part).map(Move::Guess)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Guess(fleet) | Move::Hide(fleet) => fleet.fmt(f),
            Move::Answer(answer) => answer.fmt(f),
        }
    }
}
