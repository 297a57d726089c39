//! The maze as bits: which squares can be reached.
//!
//! One bit per square, row by row, so that the whole board is 49 bits of a word
//! and all steps in one direction are one shift.

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
pub struct Squares(pub(crate) u64);

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

    /// The maze that these tiles form.
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
        let line = Line::at(place);
        let mut open = self.open;
        for (squares, side) in open.iter_mut().zip(Direction::ALL) {
            let entering = if sides.contains(*side) { line.entry } else { 0 };
            *squares = line.push(*squares) | entering;
        }
        Maze { open }
    }

    /// All squares that can be reached from any of `from`, including those
    /// (flood fill).
    #[must_use]
    pub fn reach(self, from: Squares) -> Squares {
        Squares(Ways::of(&self.open).flood(from.0))
    }

    /// For each side, the squares whose tiles are open there.
    pub(crate) fn open(self) -> [u64; 4] {
        self.open
    }
}

/// The paths between neighbouring tiles that are open at both ends, each stored
/// at its western or northern end.
#[derive(Clone, Copy)]
pub(crate) struct Ways {
    eastward: u64,
    southward: u64,
}

impl Ways {
    pub(crate) fn of(&[north, east, south, west]: &[u64; 4]) -> Ways {
        Ways {
            eastward: east & west >> 1 & NOT_LAST_COLUMN,
            southward: south & north >> SIDE,
        }
    }

    /// All squares that can be reached from any of `from`, including those
    /// (flood fill).
    #[inline]
    pub(crate) fn flood(self, from: u64) -> u64 {
        let Ways {
            eastward,
            southward,
        } = self;
        let mut reached = from;
        loop {
            let next = reached
                | (reached & eastward) << 1
                | reached >> 1 & eastward
                | (reached & southward) << SIDE
                | reached >> SIDE & southward;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}

/// A line of tiles as an insertion at one of its ends shifts it.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    squares: u64,
    /// Where a tile enters, and where one leaves.
    pub(crate) entry: u64,
    pub(crate) exit: u64,
    /// How far the bits of the line go up and down; one of the two is 0.
    up: u32,
    down: u32,
}

impl Line {
    /// One per place, in the order of [`Place::all`].
    const ALL: [Line; 12] = Line::all();

    const fn all() -> [Line; 12] {
        let empty = Line {
            squares: 0,
            entry: 0,
            exit: 0,
            up: 0,
            down: 0,
        };
        let mut all = [empty; 12];
        let mut index = 0;
        while index < 12 {
            let line = 2 * (index as u32 % 3) + 1;
            let side = index / 3;
            let vertical = side % 2 == 0;
            let (squares, step) = if vertical {
                (COLUMN << line, SIDE as u32)
            } else {
                (ROW << (line * SIDE as u32), 1)
            };
            let first = 1 << squares.trailing_zeros();
            let last = 1 << (63 - squares.leading_zeros());
            // From the north and from the west, squares are entered in the
            // order of their numbers.
            all[index] = if side == 0 || side == 3 {
                Line {
                    squares,
                    entry: first,
                    exit: last,
                    up: step,
                    down: 0,
                }
            } else {
                Line {
                    squares,
                    entry: last,
                    exit: first,
                    up: 0,
                    down: step,
                }
            };
            index += 1;
        }
        all
    }

    pub(crate) fn at(place: Place) -> &'static Line {
        &Line::ALL[place.index()]
    }

    /// A set of squares after the shift; what was on the last one is gone, and
    /// nothing enters.
    #[inline]
    pub(crate) fn push(&self, set: u64) -> u64 {
        set & !self.squares | (set & self.squares & !self.exit) << self.up >> self.down
    }
}
