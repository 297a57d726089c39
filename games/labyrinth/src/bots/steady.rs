//! Solo play that certainly ends. `docs/knowledge/labyrinth.md` proves that it needs at
//! most 156 turns from a start and 176 from any position; the stages here are
//! those of the proof.
//!
//! Every choice depends on the position only, so the play may begin anywhere,
//! after whatever a search has done.

use crate::board::{FIXED, MazeBits, SPARE, bit, first, places, tiles_with};
use crate::rules::{Direction, Kind, Place, Sides, Square, Tabletop, Treasure};

/// A solo game, as the searches see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Solo {
    pub(crate) board: MazeBits,
    /// The pawn's square, and where it must end.
    pub(crate) pawn: u64,
    pub(crate) home: u64,
    /// The tiles with treasures that are still needed.
    pub(crate) wanted: u64,
}

impl Solo {
    /// The game of the only player at a table.
    pub(crate) fn of(table: &Tabletop, hand: &[Treasure]) -> Solo {
        let pawn = table.pawns[table.mover.index()];
        Solo {
            board: MazeBits::of(table),
            pawn: bit(pawn.square),
            home: bit(pawn.colour.home()),
            wanted: tiles_with(table, hand),
        }
    }
}

/// The most turns from a start, and from any position of one player.
#[cfg(test)]
pub(crate) const MOST_FROM_START: u32 = 156;
#[cfg(test)]
pub(crate) const MOST: u32 = 176;

/// The fixed tiles of the rim, clockwise from the top left. All of them are open
/// along the rim.
const RIM: [(u8, u8); 12] = [
    (1, 1),
    (1, 3),
    (1, 5),
    (1, 7),
    (3, 7),
    (5, 7),
    (7, 7),
    (7, 5),
    (7, 3),
    (7, 1),
    (5, 1),
    (3, 1),
];

/// What a line of tiles must offer: a tile with these open sides, at this many
/// pushes from a place.
struct Bridge {
    place: Place,
    depth: usize,
    sides: Sides,
}

const NORTH_SOUTH: Sides = Sides(0b0101);
const EAST_WEST: Sides = Sides(0b1010);

/// The insertion that the proof calls for.
pub(crate) fn insertion(solo: &Solo) -> (Place, Direction) {
    let board = &solo.board;
    let Some(station) = rim_index(solo.pawn) else {
        return match Inner::under(solo.pawn) {
            Some(inner) => build(board, &inner.bridge()),
            None => ride_to_rim(board, solo.pawn),
        };
    };
    if solo.wanted & !FIXED != 0 {
        return fetch(board, solo.wanted & !FIXED, station);
    }
    match Inner::wanted_from(station, solo) {
        Some(inner) => build(board, &inner.bridge()),
        None => build(board, &along_rim(station, clockwise(solo, station))),
    }
}

/// Where to walk after an insertion.
pub(crate) fn walk(solo: &Solo) -> u64 {
    let reached = solo.board.ways().flood(solo.pawn);
    if solo.wanted == 0 && reached & solo.home != 0 {
        return solo.home;
    }
    let Some(station) = rim_index(solo.pawn) else {
        let rim = RIM.iter().map(|tile| bit(square(*tile)));
        return rim
            .into_iter()
            .find(|tile| reached & tile != 0)
            .unwrap_or(solo.pawn);
    };
    let waits = solo.wanted & !FIXED != 0 || Inner::wanted_from(station, solo).is_some();
    let step = if clockwise(solo, station) { 1 } else { 11 };
    let next = bit(square(RIM[(station + step) % 12]));
    if !waits && reached & next != 0 {
        next
    } else {
        solo.pawn
    }
}

/// A fixed tile that is not on the rim, and the station on the rim from which
/// it is reached, over a bridge three pushes deep.
struct Inner {
    tile: (u8, u8),
    station: usize,
    side: Direction,
    line: u8,
    sides: Sides,
}

/// Each is the previous one after a quarter turn of the board.
const INNER: [Inner; 4] = [
    Inner {
        tile: (3, 3),
        station: 1,
        side: Direction::West,
        line: 2,
        sides: NORTH_SOUTH,
    },
    Inner {
        tile: (3, 5),
        station: 4,
        side: Direction::North,
        line: 6,
        sides: EAST_WEST,
    },
    Inner {
        tile: (5, 5),
        station: 7,
        side: Direction::East,
        line: 6,
        sides: NORTH_SOUTH,
    },
    Inner {
        tile: (5, 3),
        station: 10,
        side: Direction::South,
        line: 2,
        sides: EAST_WEST,
    },
];

impl Inner {
    /// The inner tile that the pawn is on.
    fn under(pawn: u64) -> Option<&'static Inner> {
        INNER.iter().find(|inner| bit(square(inner.tile)) == pawn)
    }

    /// The inner tile that is wanted and reached from a station.
    fn wanted_from(station: usize, solo: &Solo) -> Option<&'static Inner> {
        let wanted = |inner: &&Inner| solo.wanted & bit(square(inner.tile)) != 0;
        INNER
            .iter()
            .filter(wanted)
            .find(|inner| inner.station == station)
    }

    fn bridge(&self) -> Bridge {
        bridge(self.side, self.line, 3, self.sides)
    }
}

fn bridge(side: Direction, line: u8, depth: usize, sides: Sides) -> Bridge {
    Bridge {
        place: Place::new(side, line).expect("lines are even"),
        depth,
        sides,
    }
}

fn square((row, column): (u8, u8)) -> Square {
    Square::new(row, column).expect("on the board")
}

fn rim_index(pawn: u64) -> Option<usize> {
    RIM.iter().position(|tile| bit(square(*tile)) == pawn)
}

/// Clockwise until everything is found, then home by the shorter way.
fn clockwise(solo: &Solo, station: usize) -> bool {
    let home = rim_index(solo.home).unwrap_or(0);
    solo.wanted != 0 || (home + 12 - station) % 12 <= 6
}

/// The bridge to the next station of the rim.
fn along_rim(station: usize, clockwise: bool) -> Bridge {
    let gap = if clockwise {
        station
    } else {
        (station + 11) % 12
    };
    let (side, first_line, step) = match gap / 3 {
        0 => (Direction::North, 2, 2),
        1 => (Direction::East, 2, 2),
        2 => (Direction::South, 6, -2),
        _ => (Direction::West, 6, -2),
    };
    let line = first_line + step * (gap % 3) as i8;
    let sides = match side {
        Direction::North | Direction::South => EAST_WEST,
        Direction::East | Direction::West => NORTH_SOUTH,
    };
    bridge(side, line as u8, 1, sides)
}

/// One turn of building a bridge: at most its depth plus two are needed.
fn build(board: &MazeBits, bridge: &Bridge) -> (Place, Direction) {
    let line = bridge.place.squares();
    let fits =
        |depth: usize| board.sides(bit(line[depth - 1])).0 & bridge.sides.0 == bridge.sides.0;
    if fits(bridge.depth) {
        return (elsewhere(bridge.place), Direction::North);
    }
    if (1..bridge.depth).any(fits) {
        return (bridge.place, Direction::North);
    }
    let lie = board
        .lies()
        .iter()
        .find(|(_, sides)| sides.0 & bridge.sides.0 == bridge.sides.0);
    match lie {
        Some((direction, _)) => (bridge.place, *direction),
        None => (towards_no_corner(board), Direction::North),
    }
}

/// An insertion that does not touch the line of a place.
fn elsewhere(place: Place) -> Place {
    let other = places().iter().find(|other| other.line() != place.line());
    let other = other.expect("there are three lines at each side");
    Place::new(place.side(), other.line()).expect("a line like others")
}

/// The spare tile is a corner, which cannot be a bridge: pushes another kind out, or
/// to where the next push does that. There are 16 movable corners; if the 12
/// outermost squares have one each, the 8 behind them have at most three.
fn towards_no_corner(board: &MazeBits) -> Place {
    let no_corner = |from_exit: usize| {
        let found =
            |place: &&Place| board.kind(bit(place.squares()[6 - from_exit])) != Kind::Corner;
        places().iter().find(found)
    };
    *no_corner(0)
        .or_else(|| no_corner(1))
        .unwrap_or(&places()[0])
}

/// Brings the wanted tile that is nearest to an edge next to the pawn: pushes
/// it out, then inserts it at the pawn's side.
fn fetch(board: &MazeBits, wanted: u64, station: usize) -> (Place, Direction) {
    if wanted & SPARE != 0 {
        let Bridge { place, .. } = along_rim(station, true);
        // The pawn is at one end of the gap; the tile must be open there.
        let entry = place.squares()[0];
        let here = square(RIM[station]);
        let side = if here.row() == entry.row() {
            if here.column() < entry.column() {
                Direction::West
            } else {
                Direction::East
            }
        } else if here.row() < entry.row() {
            Direction::North
        } else {
            Direction::South
        };
        let mut lies = board.lies().iter();
        let lie = lies.find(|(_, sides)| sides.contains(side));
        return (
            place,
            lie.map_or(Direction::North, |(direction, _)| *direction),
        );
    }
    let pushes = |place: &Place| {
        let line = place.squares();
        let last = (0..7).rev().find(|step| wanted & bit(line[*step]) != 0);
        last.map(|step| 7 - step)
    };
    let nearest = places()
        .iter()
        .filter_map(|place| pushes(place).map(|pushes| (pushes, *place)))
        .min_by_key(|(pushes, _)| *pushes);
    (
        nearest.map_or(places()[0], |(_, place)| place),
        Direction::North,
    )
}

/// Brings a pawn on a movable tile to the rim. A tile that is open to the east
/// or west finds a neighbour at either end of a column, one that is open to the
/// north or south at either end of a row.
fn ride_to_rim(board: &MazeBits, pawn: u64) -> (Place, Direction) {
    let here = first(pawn);
    let (row, column) = (here.row(), here.column());
    let sides = board.sides(pawn);
    let in_column = column % 2 == 0;
    let in_row = row % 2 == 0;
    let place = |side, line| Place::new(side, line).expect("lines are even");
    let to_end = if in_column && sides.0 & EAST_WEST.0 != 0 {
        let side = if row <= 4 {
            Direction::South
        } else {
            Direction::North
        };
        Some((row == 1 || row == 7, place(side, column)))
    } else if in_row && sides.0 & NORTH_SOUTH.0 != 0 {
        let side = if column <= 4 {
            Direction::East
        } else {
            Direction::West
        };
        Some((column == 1 || column == 7, place(side, row)))
    } else {
        None
    };
    let place = match to_end {
        // It is there: nothing may move it.
        Some((true, place)) => elsewhere(place),
        Some((false, place)) => place,
        // A straight tile that only leads along its own line: one step brings
        // it to where a row and a column cross, and the other one takes it on.
        None if in_column => place(
            if row <= 4 {
                Direction::North
            } else {
                Direction::South
            },
            column,
        ),
        None => place(
            if column <= 4 {
                Direction::West
            } else {
                Direction::East
            },
            row,
        ),
    };
    (place, Direction::North)
}

#[cfg(test)]
mod tests;
