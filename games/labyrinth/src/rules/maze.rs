//! Who can walk where: the board in bits.
//!
//! A bit a square, row by row, so that the whole board is 49 bits of a word and
//! all pawns' steps in one direction are one shift.

use super::square::{Place, SIDE, SQUARES, Square};
use super::tile::{Direction, Sides, Tile, Word};

/// All squares.
const BOARD: u64 = (1 << SQUARES) - 1;
/// The first row, and the first column.
const ROW: u64 = (1 << SIDE) - 1;
const COLUMN: u64 = 0x0408_1020_4081;
/// All squares but those of the last column, which have no eastern neighbour.
const NOT_LAST_COLUMN: u64 = BOARD & !(COLUMN << (SIDE - 1));

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Squares(u64);

impl Squares {
    /// One square.
    #[must_use]
    pub fn of(square: Square) -> Squares {
        Squares(1 << square.index())
    }

    /// Whether a square is among them.
    #[must_use]
    pub fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// How many there are.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The squares in order.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        Square::all().filter(move |square| self.contains(*square))
    }
}

/// The paths of a board: for each side of a tile, the squares whose tiles are
/// open there.
///
/// ```
/// use parlour_labyrinth::{Maze, Square, Squares};
/// // Nothing but crossings: every square can be reached.
/// let start = Square::new(1, 1).expect("on the board");
/// assert_eq!(Maze::OPEN.reach(Squares::of(start)).len(), 49);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Maze {
    /// In the order of [`Direction::ALL`].
    open: [u64; 4],
}

impl Maze {
    /// The maze in which every tile is open on all sides.
    pub const OPEN: Maze = Maze { open: [BOARD; 4] };

    /// The maze that these tiles make.
    #[must_use]
    pub fn of(tiles: &[Tile; SQUARES]) -> Maze {
        let mut open = [0; 4];
        for (square, tile) in tiles.iter().enumerate() {
            let sides = tile.shape.sides();
            for side in Direction::ALL {
                open[*side as usize] |= u64::from(sides.contains(*side)) << square;
            }
        }
        Maze { open }
    }

    /// The maze after a tile with these open sides is inserted.
    #[must_use]
    pub fn insert(self, place: Place, sides: Sides) -> Maze {
        let line = place.line() - 1;
        let (line, step) = match place.side() {
            Direction::North | Direction::South => (COLUMN << line, SIDE),
            Direction::East | Direction::West => (ROW << (line * SIDE), 1),
        };
        let moved = |old: u64| match place.side() {
            Direction::North | Direction::West => (old & line) << step & line,
            Direction::South | Direction::East => (old & line) >> step & line,
        };
        let entry = Squares::of(place.squares()[0]).0;
        let mut open = self.open;
        for (squares, side) in open.iter_mut().zip(Direction::ALL) {
            let entering = if sides.contains(*side) { entry } else { 0 };
            *squares = *squares & !line | moved(*squares) | entering;
        }
        Maze { open }
    }

    /// All squares that can be walked to from any of `from`, those included.
    #[must_use]
    pub fn reach(self, from: Squares) -> Squares {
        let [north, east, south, west] = self.open;
        // A way between two tiles is open where both are; it is kept at its
        // western or northern end.
        let eastward = east & west >> 1 & NOT_LAST_COLUMN;
        let southward = south & north >> SIDE;
        let mut reached = from.0;
        loop {
            let next = reached
                | (reached & eastward) << 1
                | reached >> 1 & eastward
                | (reached & southward) << SIDE
                | reached >> SIDE & southward;
            if next == reached {
                return Squares(reached);
            }
            reached = next;
        }
    }
}
