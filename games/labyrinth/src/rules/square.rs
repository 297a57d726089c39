//! Squares of the board, and places where a tile can be inserted.

use std::fmt;

use super::tile::{Direction, Kind, Shape, Word};

/// Rows, and columns.
pub const SIDE: u8 = 7;

/// Squares of the board.
pub const SQUARES: usize = 49;

/// A square of the board, numbered row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(try_from = "crate::json::Square", into = "crate::json::Square")
)]
pub struct Square(u8);

impl Square {
    /// The square in that row and column, both counted from 1.
    ///
    /// ```
    /// use parlour_labyrinth::Square;
    /// assert_eq!(Square::new(3, 5).map(|square| square.to_string()), Some("3 5".to_owned()));
    /// assert_eq!(Square::new(0, 8), None);
    /// ```
    #[must_use]
    pub fn new(row: u8, column: u8) -> Option<Square> {
        let on_board = (1..=SIDE).contains(&row) && (1..=SIDE).contains(&column);
        on_board.then(|| Square((row - 1) * SIDE + column - 1))
    }

    /// The square of that number, which must be below 49.
    pub(crate) fn numbered(number: u32) -> Square {
        debug_assert!(number < SQUARES as u32);
        Square(number as u8)
    }

    /// All squares in order.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..SQUARES as u8).map(Square)
    }

    /// The row, from 1 at the top.
    #[must_use]
    pub fn row(self) -> u8 {
        self.0 / SIDE + 1
    }

    /// The column, from 1 at the left.
    #[must_use]
    pub fn column(self) -> u8 {
        self.0 % SIDE + 1
    }

    /// Its number, from 0.
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The tile that is here in every game; `None` if tiles move here.
    #[must_use]
    pub fn fixed(self) -> Option<Shape> {
        if self.row().is_multiple_of(2) || self.column().is_multiple_of(2) {
            return None;
        }
        use Direction::{East, North, South, West};
        use Kind::{Corner, Tshape};
        // The document's figure, by an open side as everywhere.
        const FIXED: [[(Kind, Direction); 4]; 4] = [
            [
                (Corner, East),
                (Tshape, South),
                (Tshape, South),
                (Corner, South),
            ],
            [
                (Tshape, East),
                (Tshape, East),
                (Tshape, South),
                (Tshape, West),
            ],
            [
                (Tshape, East),
                (Tshape, North),
                (Tshape, West),
                (Tshape, West),
            ],
            [
                (Corner, North),
                (Tshape, North),
                (Tshape, North),
                (Corner, West),
            ],
        ];
        let (kind, direction) = FIXED[usize::from(self.row() / 2)][usize::from(self.column() / 2)];
        Some(Shape { kind, direction })
    }

    /// This square after a quarter turn of the board clockwise.
    pub(super) fn turned(self) -> Square {
        Square((self.column() - 1) * SIDE + SIDE - self.row())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.row(), self.column())
    }
}

/// One of the twelve places where a tile can be inserted: `N2` enters column 2
/// from the north.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(try_from = "crate::json::Place", into = "crate::json::Place")
)]
pub struct Place {
    side: Direction,
    line: u8,
}

impl Place {
    /// The place at this side of the board and this row or column, which must
    /// be 2, 4 or 6.
    #[must_use]
    pub fn new(side: Direction, line: u8) -> Option<Place> {
        matches!(line, 2 | 4 | 6).then_some(Place { side, line })
    }

    /// All places, clockwise by sides.
    pub fn all() -> impl Iterator<Item = Place> {
        let sides = Direction::ALL.iter();
        sides.flat_map(|&side| [2, 4, 6].map(|line| Place { side, line }))
    }

    /// The side where the tile enters.
    #[must_use]
    pub fn side(self) -> Direction {
        self.side
    }

    /// The column entered from the north or south, the row entered from the
    /// east or west.
    #[must_use]
    pub fn line(self) -> u8 {
        self.line
    }

    /// Its number in the order of [`Place::all`].
    pub(crate) fn index(self) -> usize {
        self.side as usize * 3 + usize::from(self.line / 2) - 1
    }

    /// The place at the other end, which undoes an insertion here.
    #[must_use]
    pub fn opposite(self) -> Place {
        Place {
            side: self.side.opposite(),
            line: self.line,
        }
    }

    /// The squares of the line, from where the tile enters to where another one
    /// leaves.
    #[must_use]
    pub fn squares(self) -> [Square; SIDE as usize] {
        std::array::from_fn(|step| {
            let (line, step) = (self.line - 1, step as u8);
            Square(match self.side {
                Direction::North => step * SIDE + line,
                Direction::South => (SIDE - 1 - step) * SIDE + line,
                Direction::West => line * SIDE + step,
                Direction::East => line * SIDE + SIDE - 1 - step,
            })
        })
    }

    /// The square where a tile falls off; a pawn there must not fall with it.
    #[must_use]
    pub fn exit(self) -> Square {
        self.squares()[usize::from(SIDE) - 1]
    }

    /// The place after a quarter turn of the board clockwise.
    pub(super) fn turned(self) -> Place {
        Place {
            side: self.side.turned(1),
            line: match self.side {
                Direction::North | Direction::South => self.line,
                Direction::East | Direction::West => SIDE + 1 - self.line,
            },
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.side.word().as_bytes()[0].to_ascii_uppercase();
        write!(f, "{}{}", char::from(side), self.line)
    }
}
