//! Positions, moves and throws through the standard library's traits.

use std::fmt;
use std::str::FromStr;

use parlour_core::{Diagnostic, Notation};

use super::{read_action, read_throw};
use crate::rules::{Move, Roll, Ur};

/// ```
/// use parlour_ur::{Player, Ur};
/// let ur: Ur = "3/4,8,12/1 4/7,9/1 green 3".parse().expect("a position");
/// assert_eq!(ur.state().next, Player::Green);
/// assert!("3/4,8,12/1".parse::<Ur>().is_err());
/// ```
impl FromStr for Ur {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        Ur::read_position(text)
    }
}

impl fmt::Display for Ur {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write_position())
    }
}

/// ```
/// use parlour_ur::{Move, Position};
/// assert_eq!("start".parse(), Ok(Move::From(Position::Start)));
/// assert_eq!("pass".parse(), Ok(Move::Pass));
/// assert!("15".parse::<Move>().is_err());
/// ```
impl FromStr for Move {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        read_action(text)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::From(from) => from.fmt(f),
            Move::Pass => f.write_str("pass"),
        }
    }
}

/// `roll 2`; the number alone is read too.
///
/// ```
/// use parlour_ur::Roll;
/// assert_eq!("roll 2".parse::<Roll>().map(Roll::number), Ok(2));
/// assert!("roll 5".parse::<Roll>().is_err());
/// ```
impl FromStr for Roll {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        read_throw(text)
    }
}
