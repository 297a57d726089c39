//! Positions and moves through the standard library's traits.

use std::fmt;
use std::str::FromStr;

use parlour_core::{Diagnostic, Notation};

use super::{INSERT_HELP, read_announced};
use crate::rules::{Direction, Kind, Labyrinth, Move, Place, Shape, Square, Word};

/// ```
/// use parlour_labyrinth::{Labyrinth, deal};
/// let game = deal(2, 1, false, &mut parlour_core::luck::seeded(7));
/// assert_eq!(game.to_string().parse::<Labyrinth>(), Ok(game));
/// assert!("yellow human 1 1".parse::<Labyrinth>().is_err());
/// ```
impl FromStr for Labyrinth {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        Labyrinth::read_position(text)
    }
}

impl fmt::Display for Labyrinth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write_position())
    }
}

/// A move as its text gives it: an insertion without the kind of the tile,
/// which is on the table for all to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Announced {
    /// Inserts the extra tile.
    Insert {
        /// Where.
        place: Place,
        /// The tile's direction.
        direction: Direction,
    },
    /// Walks to a square, or stays.
    Walk(Square),
}

impl Announced {
    /// The move, if this is the kind of the extra tile.
    #[must_use]
    pub fn with(self, kind: Kind) -> Move {
        match self {
            Announced::Insert { place, direction } => Move::Insert {
                place,
                shape: Shape { kind, direction },
            },
            Announced::Walk(to) => Move::Walk(to),
        }
    }
}

/// ```
/// use parlour_labyrinth::{Announced, Kind};
/// let announced: Announced = "N2 east".parse().expect("a place and a direction");
/// assert_eq!(announced.with(Kind::Corner).to_string(), "N2 east");
/// assert!("N3 east".parse::<Announced>().is_err());
/// ```
impl FromStr for Announced {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        read_announced(text, INSERT_HELP)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Insert { place, shape } => write!(f, "{place} {}", shape.direction.word()),
            Move::Walk(to) => to.fmt(f),
        }
    }
}
