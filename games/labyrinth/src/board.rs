//! The board of the searches: the maze as bits.
//!
//! A set of tiles is a word: one bit per square, and [`SPARE`] for the tile
//! beside the board. So one shift moves a player's treasures together with
//! their tiles.

use crate::rules::{
    Direction, Kind, Line, Maze, Place, SQUARES, Shape, Sides, Square, Squares, Tabletop, Treasure,
    Ways,
};

/// The tile beside the board, in a set of tiles.
pub(crate) const SPARE: u64 = 1 << SQUARES;

/// All squares of the board.
pub(crate) const ON_BOARD: u64 = SPARE - 1;

/// The squares whose tiles never move.
pub(crate) const FIXED: u64 = 0x1_5405_5015_4055;

/// A maze and the kind of the tile beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MazeBits {
    /// For each side, the squares whose tiles are open there.
    open: [u64; 4],
    /// What can be inserted.
    pub(crate) spare: Kind,
}

impl MazeBits {
    pub(crate) fn of(table: &Tabletop) -> MazeBits {
        MazeBits {
            open: Maze::of(&table.tiles).open(),
            spare: table.extra.kind,
        }
    }

    pub(crate) fn ways(&self) -> Ways {
        Ways::of(&self.open)
    }

    /// Shifts a line, and leaves the square where the tile enters without
    /// paths: everything that does not depend on the tile's direction.
    #[inline]
    pub(crate) fn push(&self, place: Place) -> Pushed {
        let line = Line::at(place);
        let fallen = (0..4).fold(0, |sides, side| {
            sides | u8::from(self.open[side] & line.exit != 0) << side
        });
        let open = self.open.map(|squares| line.push(squares));
        Pushed {
            open,
            ways: Ways::of(&open),
            line,
            spare: Sides(fallen).kind(),
        }
    }

    /// The sides of the spare tile in each of its distinct directions.
    #[inline]
    pub(crate) fn lies(&self) -> &'static [(Direction, Sides)] {
        lies(self.spare)
    }

    /// The kind of the tile on a square.
    pub(crate) fn kind(&self, square: u64) -> Kind {
        self.sides(square).kind()
    }

    /// The open sides of the tile on a square.
    pub(crate) fn sides(&self, square: u64) -> Sides {
        Sides((0..4).fold(0, |sides, side| {
            sides | u8::from(self.open[side] & square != 0) << side
        }))
    }
}

impl Maze {
    /// Calls `each` with every direction of the inserted tile, and with what can then be reached
    /// from a square.
    #[inline]
    pub fn reaches(
        self,
        place: Place,
        kind: Kind,
        from: Square,
        mut each: impl FnMut(Direction, Squares),
    ) {
        let board = MazeBits {
            open: self.open(),
            spare: kind,
        };
        board
            .push(place)
            .reaches(kind, bit(from), |direction, _, reached| {
                each(direction, Squares(reached));
            });
    }
}

/// The distinct directions of a kind of tile.
fn lies(kind: Kind) -> &'static [(Direction, Sides)] {
    use Direction::{East, North, South, West};
    const CORNER: [(Direction, Sides); 4] = [
        (North, Sides(0b0011)),
        (East, Sides(0b0110)),
        (South, Sides(0b1100)),
        (West, Sides(0b1001)),
    ];
    const TSHAPE: [(Direction, Sides); 4] = [
        (North, Sides(0b1011)),
        (East, Sides(0b0111)),
        (South, Sides(0b1110)),
        (West, Sides(0b1101)),
    ];
    const LINE: [(Direction, Sides); 2] = [(North, Sides(0b0101)), (East, Sides(0b1010))];
    match kind {
        Kind::Corner => &CORNER,
        Kind::Tshape => &TSHAPE,
        Kind::Line => &LINE,
    }
}

/// A board during an insertion: the line is shifted, the tile not there yet.
#[derive(Clone, Copy)]
pub(crate) struct Pushed {
    open: [u64; 4],
    ways: Ways,
    line: &'static Line,
    spare: Kind,
}

impl Pushed {
    /// Where the tile enters.
    #[inline]
    pub(crate) fn entry(&self) -> u64 {
        self.line.entry
    }

    /// What can be reached without the new tile (flood fill).
    #[doc(alias = "flood fill")]
    #[inline]
    pub(crate) fn flood(&self, from: u64) -> u64 {
        self.ways.flood(from)
    }

    /// The board with the tile in its place.
    #[inline]
    pub(crate) fn lay(&self, sides: Sides) -> MazeBits {
        let mut open = self.open;
        for (side, squares) in open.iter_mut().enumerate() {
            *squares |= u64::from(sides.0 >> side & 1) * self.line.entry;
        }
        MazeBits {
            open,
            spare: self.spare,
        }
    }

    /// The neighbours of the new tile that are open towards it, by the tile's
    /// sides.
    #[inline]
    pub(crate) fn doors(&self) -> [u64; 4] {
        let entry = self.line.entry;
        let [north, east, south, west] = self.open;
        // No path leads around the edge: the only tiles entered at the west are
        // in the first column, and so on.
        let first = entry & FIRST_COLUMN != 0;
        let last = entry & LAST_COLUMN != 0;
        [
            entry >> 7 & south,
            if last { 0 } else { entry << 1 & west },
            entry << 7 & north,
            if first { 0 } else { entry >> 1 & east },
        ]
    }

    /// Calls `each` with every direction of the tile and what can then be
    /// reached from one square.
    #[inline]
    pub(crate) fn reaches(
        &self,
        kind: Kind,
        from: u64,
        mut each: impl FnMut(Direction, Sides, u64),
    ) {
        let entry = self.line.entry;
        let before = self.flood(from);
        let doors = self.doors();
        let all_doors = doors[0] | doors[1] | doors[2] | doors[3];
        // If no neighbour of the new tile is reachable, its direction makes no
        // difference.
        if before & (all_doors | entry) == 0 {
            for &(direction, sides) in lies(kind) {
                each(direction, sides, before);
            }
            return;
        }
        let regions = self.regions(doors, before);
        for &(direction, sides) in lies(kind) {
            let joined = entry | joined(&regions, sides);
            let reached = if joined & before != 0 {
                before | joined
            } else {
                before
            };
            each(direction, sides, reached);
        }
    }

    /// What can be reached from each of the doors without the new tile, of
    /// which `known` was found before.
    #[inline]
    pub(crate) fn regions(&self, doors: [u64; 4], known: u64) -> [u64; 4] {
        let mut regions = [0; 4];
        for side in 0..4 {
            let door = doors[side];
            regions[side] = if door == 0 {
                0
            } else if door & known != 0 {
                known
            } else if let Some(region) = regions[..side].iter().find(|region| *region & door != 0) {
                *region
            } else {
                self.flood(door)
            };
        }
        regions
    }
}

const FIRST_COLUMN: u64 = 0x0408_1020_4081;
const LAST_COLUMN: u64 = FIRST_COLUMN << 6;

/// What a tile with these open sides connects.
#[inline]
pub(crate) fn joined(regions: &[u64; 4], sides: Sides) -> u64 {
    regions
        .iter()
        .enumerate()
        .fold(0, |joined, (side, region)| {
            joined | region & 0u64.wrapping_sub(u64::from(sides.0 >> side & 1))
        })
}

/// A set of tiles after an insertion.
#[inline]
pub(crate) fn carry(tiles: u64, place: Place) -> u64 {
    let line = Line::at(place);
    let entering = if tiles & SPARE == 0 { 0 } else { line.entry };
    let leaving = if tiles & line.exit == 0 { 0 } else { SPARE };
    line.push(tiles & ON_BOARD) | entering | leaving
}

/// The squares where a pawn may be after an insertion, without those it would
/// fall from.
#[inline]
pub(crate) fn ride(squares: u64, place: Place) -> u64 {
    Line::at(place).push(squares)
}

/// The tiles with these treasures.
pub(crate) fn tiles_with(table: &Tabletop, treasures: &[Treasure]) -> u64 {
    let has = |treasure: Option<Treasure>| treasure.is_some_and(|own| treasures.contains(&own));
    let on_board = table
        .tiles
        .iter()
        .enumerate()
        .fold(0, |set, (square, tile)| {
            set | u64::from(has(tile.treasure)) << square
        });
    on_board | u64::from(has(table.extra.treasure)) << SQUARES
}

/// A set of squares with all their neighbours.
pub(crate) fn around(squares: u64) -> u64 {
    let eastward = (squares & !LAST_COLUMN) << 1;
    let westward = (squares & !FIRST_COLUMN) >> 1;
    (squares | eastward | westward | squares << 7 | squares >> 7) & ON_BOARD
}

/// A square as a set.
pub(crate) fn bit(square: Square) -> u64 {
    1 << square.index()
}

/// The first square of a set, which is not empty.
pub(crate) fn first(squares: u64) -> Square {
    Square::numbered(squares.trailing_zeros())
}

/// The members of a set of squares, each as a set.
pub(crate) fn each(mut squares: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = squares & squares.wrapping_neg();
        squares ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The tile beside the board in a direction.
pub(crate) fn shape(kind: Kind, direction: Direction) -> Shape {
    Shape { kind, direction }
}

/// All places, so that loops over them need no nested iterator.
pub(crate) fn places() -> &'static [Place; 12] {
    static PLACES: std::sync::LazyLock<[Place; 12]> = std::sync::LazyLock::new(|| {
        let mut places = Place::all();
        std::array::from_fn(|_| places.next().expect("there are twelve places"))
    });
    &PLACES
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Word, deal};
    use parlour_core::luck;

    #[test]
    fn fixed_tiles_are_where_the_rules_have_them() {
        let fixed = Square::all().filter(|square| square.fixed().is_some());
        assert_eq!(FIXED, fixed.fold(0, |set, square| set | bit(square)));
    }

    #[test]
    fn ways_to_lie_open_the_sides_of_the_rules() {
        for &kind in Kind::ALL {
            let listed: Vec<_> = kind.directions().to_vec();
            let known: Vec<_> = lies(kind).iter().map(|(direction, _)| *direction).collect();
            assert_eq!(known, listed);
            for &(direction, sides) in lies(kind) {
                assert_eq!(sides, shape(kind, direction).sides());
                assert_eq!(sides.kind(), kind);
            }
        }
    }

    #[test]
    fn all_lies_at_once_reach_what_one_by_one_is_reached() {
        for seed in 0..60 {
            let game = deal(1, 0, false, &mut luck::seeded(seed));
            let table = game.table();
            let board = MazeBits::of(table);
            let wanted = tiles_with(table, &game.hand(parlour_core::Seat(0))[..12]);
            for place in Place::all() {
                let pushed = board.push(place);
                for from in Square::all() {
                    pushed.reaches(board.spare, bit(from), |direction, sides, reached| {
                        let after = table.after(place, shape(board.spare, direction));
                        let maze = Maze::of(&after.tiles);
                        assert_eq!(Squares(reached), maze.reach(Squares::of(from)));
                        assert_eq!(pushed.lay(sides), MazeBits::of(&after));
                        let hand = &game.hand(parlour_core::Seat(0))[..12];
                        assert_eq!(carry(wanted, place), tiles_with(&after, hand));
                    });
                }
            }
        }
    }
}
