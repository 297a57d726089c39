//! Positions and moves through the standard library's traits.

use std::fmt;
use std::str::FromStr;

use parlour_core::{Diagnostic, Notation};

use super::read_paint;
use crate::rules::{Grid, Paint, Palette};

/// ```
/// use parlour_gridlock::Grid;
/// let grid: Grid = "3x3 rg r.r/.g./r.r".parse().expect("a position");
/// assert_eq!(grid.painted(), 5);
/// assert!("3x3 rg rr./.../...".parse::<Grid>().is_err());
/// ```
impl FromStr for Grid {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        Grid::read_position(text)
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.write_position())
    }
}

/// Any colour: whether the game has it is for the grid to say.
///
/// ```
/// use parlour_gridlock::{Colour, Paint};
/// let paint: Paint = "red 0,2".parse().expect("a move");
/// assert_eq!((paint.colour, paint.cell.y), (Colour::Red, 2));
/// assert_eq!(paint.to_string(), "red 0,2");
/// ```
impl FromStr for Paint {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        read_paint(text, Palette::ALL)
    }
}

impl fmt::Display for Paint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {},{}", self.colour, self.cell.x, self.cell.y)
    }
}
