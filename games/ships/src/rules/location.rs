//! Where a ship can be.

use std::fmt::{self, Write as _};

/// Columns of the standard board, A to H.
pub const COLUMNS: u8 = 8;

/// Rows of the standard board, 1 to 4 from the top.
pub const ROWS: u8 = 4;

/// A location on a board, in board order: by column, then by row. Column and
/// row have four bits each, so that it is the same on every board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location(u8);

impl Location {
    /// How many there are on the standard board.
    pub const COUNT: usize = COLUMNS as usize * ROWS as usize;

    /// The location of the standard board in that column and row, both counted
    /// from 0.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Option<Location> {
        if column < COLUMNS && row < ROWS {
            Some(Location::at(column, row))
        } else {
            None
        }
    }

    /// The location in that column and row, both below 16.
    pub(super) const fn at(column: u8, row: u8) -> Location {
        Location(column << 4 | row & 15)
    }

    /// The location of the standard board at that index.
    pub(super) const fn nth(index: usize) -> Location {
        assert!(index < Location::COUNT);
        Location::at(index as u8 / ROWS, index as u8 % ROWS)
    }

    /// All locations of the standard board, in its order.
    pub fn all() -> impl DoubleEndedIterator<Item = Location> {
        (0..Location::COUNT).map(Location::nth)
    }

    /// Its index on the standard board, from 0. For other boards there is
    /// [`Board::place`](super::Board::place).
    #[must_use]
    pub const fn index(self) -> usize {
        self.column() as usize * ROWS as usize + self.row() as usize
    }

    /// Its column, from 0.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.0 >> 4
    }

    /// Its row, from 0.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.0 & 15
    }

    /// Column and row in a byte.
    pub(crate) const fn byte(self) -> u8 {
        self.0
    }

    /// Column and row swapped.
    pub(super) const fn turned(self) -> Location {
        Location::at(self.row(), self.column())
    }

    /// The Chebyshev distance: how many king's moves it is from here to there.
    ///
    /// ```
    /// use parlour_ships::to_location;
    /// let [b2, c4] = ["B2", "C4"].map(|name| to_location(name).expect("on the board"));
    /// assert_eq!(b2.distance(c4), 2);
    /// ```
    #[doc(alias = "Chebyshev distance")]
    #[must_use]
    pub const fn distance(self, other: Location) -> u8 {
        let across = self.column().abs_diff(other.column());
        let down = self.row().abs_diff(other.row());
        if across > down { across } else { down }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(char::from(b'A' + self.column()))?;
        write!(f, "{}", self.row() + 1)
    }
}

/// The location of the standard board of that name, an upper-case column letter
/// and a row numeral; `None` if there is none.
///
/// ```
/// use parlour_ships::{from_location, to_location};
/// assert_eq!(to_location("H4").map(from_location).as_deref(), Some("H4"));
/// assert_eq!(to_location("H5"), None);
/// assert_eq!(to_location("h4"), None);
/// ```
#[must_use]
pub fn to_location(name: &str) -> Option<Location> {
    match *name.as_bytes() {
        [column, row] => Location::new(column.checked_sub(b'A')?, row.checked_sub(b'1')?),
        _ => None,
    }
}

/// The name of a location.
#[must_use]
pub fn from_location(location: Location) -> String {
    location.to_string()
}
