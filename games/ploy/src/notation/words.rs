//! Positions and moves through the standard library's traits.

use std::fmt;
use std::str::FromStr;

use parlour_core::{Diagnostic, Notation};

use super::read_trimmed;
use crate::rules::{Move, Ploy};

/// ```
/// use parlour_ploy::{Player, Ploy, START};
/// let ploy: Ploy = START.parse().expect("the start");
/// assert_eq!(ploy.mover(), Player::Black);
/// assert!("w84".parse::<Ploy>().is_err());
/// ```
impl FromStr for Ploy {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        Ploy::read_position(text)
    }
}

impl fmt::Display for Ploy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write_position())
    }
}

/// ```
/// use parlour_ploy::Move;
/// let chosen: Move = "d3-d4-0".parse().expect("a move");
/// assert_eq!(chosen.to().to_string(), "d4");
/// assert!("d3-d4".parse::<Move>().is_err());
/// ```
impl FromStr for Move {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        read_trimmed(text)
    }
}
