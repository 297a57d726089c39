//! Squares and directions.

use std::fmt;

use thiserror::Error;

/// Squares in a row or column.
pub const SIDE: u8 = 9;

/// The difference between the numbers of neighbours in a row. One more than a
/// column has squares, so that a step over the edge never reaches another
/// square.
const STRIDE: u8 = SIDE + 1;

/// A square of the board, `a1` to `i9`. Squares are ordered like their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(try_from = "crate::json::Square", into = "crate::json::Square")
)]
pub struct Pos(u8);

impl Pos {
    /// All numbers of squares are less than this.
    pub const SPAN: usize = SIDE as usize * STRIDE as usize;

    /// The square in that column and row, both counted from 0.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Pos> {
        if column < SIDE && row < SIDE {
            Some(Pos(column * STRIDE + row))
        } else {
            None
        }
    }

    /// The square of that name.
    ///
    /// ```
    /// use parlour_ploy::Pos;
    /// assert_eq!(Pos::named("c4"), Pos::new(2, 3));
    /// assert_eq!(Pos::named("j1"), None);
    /// ```
    #[must_use]
    pub fn named(name: &str) -> Option<Pos> {
        match *name.as_bytes() {
            [column @ b'a'..=b'i', row @ b'1'..=b'9'] => Pos::new(column - b'a', row - b'1'),
            _ => None,
        }
    }

    /// All squares in the order of their names.
    pub fn all() -> impl DoubleEndedIterator<Item = Pos> {
        (0..Pos::SPAN as u8).map(Pos).filter(|pos| pos.row() < SIDE)
    }

    /// The square of that number, if there is one.
    #[inline]
    pub(crate) const fn numbered(number: u8) -> Option<Pos> {
        if (number as usize) < Pos::SPAN && number % STRIDE < SIDE {
            Some(Pos(number))
        } else {
            None
        }
    }

    /// Its number, below [`Pos::SPAN`]. Not every number has a square.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The column, from 0 for `a`.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 / STRIDE
    }

    /// The row, from 0 for `1`.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 % STRIDE
    }

    /// The next square in a direction; `None` at the edge.
    #[must_use]
    pub fn step(self, direction: Direction) -> Option<Pos> {
        let (east, north) = direction.delta();
        let column = self.column().checked_add_signed(east)?;
        let row = self.row().checked_add_signed(north)?;
        Pos::new(column, row)
    }

    /// The squares from here in a direction, up to the edge.
    pub fn ray(self, direction: Direction) -> impl Iterator<Item = Pos> {
        std::iter::successors(self.step(direction), move |pos| pos.step(direction))
    }
}

impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = char::from(b'a' + self.column());
        write!(f, "{column}{}", self.row() + 1)
    }
}

/// One of the eight directions, from north clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(from = "crate::json::Compass", into = "crate::json::Compass")
)]
pub struct Direction(u8);

impl Direction {
    /// All eight, north first.
    pub fn all() -> impl Iterator<Item = Direction> {
        (0..8).map(Direction)
    }

    /// The direction of that number; `None` for 8 and more.
    #[inline]
    pub(crate) const fn numbered(number: u8) -> Option<Direction> {
        if number < 8 {
            Some(Direction(number))
        } else {
            None
        }
    }

    /// Its index in [`Direction::all`], which is its bit in a piece's lines.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Steps to the east and to the north, each -1, 0 or 1.
    #[must_use]
    pub const fn delta(self) -> (i8, i8) {
        match self.0 {
            0 => (0, 1),
            1 => (1, 1),
            2 => (1, 0),
            3 => (1, -1),
            4 => (0, -1),
            5 => (-1, -1),
            6 => (-1, 0),
            _ => (-1, 1),
        }
    }

    /// What a step adds to the number of a square.
    #[must_use]
    pub const fn stride(self) -> i8 {
        const STRIDES: [i8; 8] = {
            let mut strides = [0; 8];
            let mut index = 0;
            while index < 8 {
                let (east, north) = Direction(index as u8).delta();
                strides[index] = east * STRIDE as i8 + north;
                index += 1;
            }
            strides
        };
        STRIDES[self.index()]
    }

    /// The compass point: `N`, `NE`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["N", "NE", "E", "SE", "S", "SW", "W", "NW"][self.0 as usize]
    }

    /// The direction from one square towards another, and the distance in
    /// squares; `None` if they are the same, or not on a line.
    #[must_use]
    pub fn between(from: Pos, to: Pos) -> Option<(Direction, u8)> {
        let east = to.column() as i8 - from.column() as i8;
        let north = to.row() as i8 - from.row() as i8;
        let distance = east.unsigned_abs().max(north.unsigned_abs());
        let is_line = east == 0 || north == 0 || east.abs() == north.abs();
        let direction = Direction::all()
            .find(|direction| direction.delta() == (east.signum(), north.signum()))?;
        is_line.then_some((direction, distance))
    }
}

/// Two squares that no horizontal, vertical or diagonal line joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{0} and {1} are not on a horizontal, vertical or diagonal line")]
pub struct NoLine(pub Pos, pub Pos);

/// The squares from `start` to `end`, both included, in walking order.
///
/// # Errors
///
/// No line leads from one square to the other.
///
/// # Examples
///
/// ```
/// use parlour_ploy::{Pos, line};
/// let [a1, c3, b3] = ["a1", "c3", "b3"].map(|name| Pos::named(name).expect(name));
/// let names: Vec<String> = line(a1, c3).expect("a diagonal").iter().map(Pos::to_string).collect();
/// assert_eq!(names, ["a1", "b2", "c3"]);
/// assert!(line(a1, b3).is_err());
/// ```
pub fn line(start: Pos, end: Pos) -> Result<Vec<Pos>, NoLine> {
    if start == end {
        return Ok(vec![start]);
    }
    let (direction, distance) = Direction::between(start, end).ok_or(NoLine(start, end))?;
    let way = start.ray(direction).take(usize::from(distance));
    Ok(std::iter::once(start).chain(way).collect())
}
