//! The smallest endings, solved: a Commander and one piece each. Any capture ends such a game.
//!
//! `shape` has the pieces, `geometry` the squares and symmetries, `words` sixty-four positions at
//! once, and `board` the moves between them; `solve` is the retrograde analysis and `count` counts
//! what it finds. `coder`, `block` and `file` keep it in little room, and `table` looks it up.

mod block;
mod board;
mod coder;
mod count;
mod file;
mod geometry;
mod shape;
mod solve;
mod summary;
mod table;
mod words;

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use parlour_core::{TableSource, Tables};
use thiserror::Error;

use crate::bits::Bits;
use crate::engine::path::MOST_IDLE;
use crate::engine::score::{Score, won_at};
use crate::rules::{Board, Piece, Player, Ploy, Pos, SIDE};
use board::Place;
use table::Spot;

pub use file::EndingFault;
pub use shape::Shape;
pub use summary::{EndingSummary, LongestWin, SideSummary};
pub use table::{Ending, EndingValue, solve_ending};

/// The lines of a Commander: straight and diagonal.
const CROSSES: [u8; 2] = [0b0101_0101, 0b1010_1010];

/// The largest file that is read: none is near that.
const MOST_BYTES: u64 = 1 << 30;

/// All endings, each with the weaker piece first.
///
/// ```
/// assert_eq!(parlour_ploy::endings().count(), 28);
/// ```
pub fn endings() -> impl Iterator<Item = [Shape; 2]> {
    let from = |first: Shape| {
        Shape::ALL
            .into_iter()
            .filter(move |second| first <= *second)
    };
    Shape::ALL
        .into_iter()
        .flat_map(move |first| from(first).map(move |second| [first, second]))
}

/// What an ending is called: `shield-lance45`.
#[must_use]
pub fn ending_name(shapes: [Shape; 2]) -> String {
    format!("{}-{}", shapes[0], shapes[1])
}

/// The ending of that name, in either order.
#[must_use]
pub fn ending_named(name: &str) -> Option<[Shape; 2]> {
    let (first, second) = name.split_once('-')?;
    let mut shapes = [Shape::named(first)?, Shape::named(second)?];
    shapes.sort();
    Some(shapes)
}

/// The name of the file with its table.
#[must_use]
pub fn ending_file(shapes: [Shape; 2]) -> String {
    format!("ploy-{}.ending", ending_name(shapes))
}

/// Why no table can be used, and what to do about it.
#[derive(Debug, Error)]
#[error("{}: {fault}; make it with: parlour solve ploy --endings {}", path.display(), ending_name(*.shapes))]
pub struct EndingError {
    /// The file; its name alone if there is no folder for it.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: EndingFault,
    /// The ending it should be for.
    pub shapes: [Shape; 2],
}

impl Ending {
    /// The table of an ending, opened once for all users.
    ///
    /// # Errors
    ///
    /// The file is missing, damaged, or the table of another ending.
    pub fn find(tables: &Tables, shapes: [Shape; 2]) -> Result<Arc<Ending>, EndingError> {
        let name = ending_file(shapes);
        tables.open(&name, || {
            let source = tables.source(&name);
            let path = match &source {
                Some(TableSource::File(path)) => path.clone(),
                _ => PathBuf::from(&name),
            };
            let content = match source {
                None => Err(EndingFault::Missing),
                Some(TableSource::Bytes(bytes)) => Ok(bytes),
                Some(TableSource::File(path)) => read_file(&path),
            };
            let ending = content.and_then(|content| Ending::read(content, shapes));
            ending.map_err(|fault| EndingError {
                path,
                fault,
                shapes,
            })
        })
    }

    /// What a position of this ending is worth; `None` for any other position.
    #[must_use]
    pub fn worth(&self, ploy: &Ploy) -> Option<EndingValue> {
        let (shapes, spot) = spot_of(&Bits::new(ploy))?;
        (shapes == self.shapes()).then(|| self.value(&spot))
    }
}

/// Reads a file, but no pipe, which could block.
fn read_file(path: &Path) -> Result<Arc<[u8]>, EndingFault> {
    let read = || -> std::io::Result<Vec<u8>> {
        if !path.metadata()?.is_file() {
            return Err(std::io::ErrorKind::InvalidInput.into());
        }
        let mut content = Vec::new();
        File::open(path)?
            .take(MOST_BYTES)
            .read_to_end(&mut content)?;
        Ok(content)
    };
    match read() {
        Ok(content) => Ok(content.into()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(EndingFault::Missing),
        Err(error) => Err(EndingFault::Unreadable(error.kind())),
    }
}

/// The ending of a position and the position in it; `None` if it is of none.
fn spot_of(bits: &Bits) -> Option<([Shape; 2], Spot)> {
    if bits.piece_count() != 4 {
        return None;
    }
    // The mover first: an ending of equal pieces has one table, for the first side.
    let players = [bits.mover(), bits.mover().opponent()];
    let own = side_of(bits, players[0])?;
    let others = side_of(bits, players[1])?;
    let (sides, mover) = match own.shape <= others.shape {
        true => ([own, others], 0),
        false => ([others, own], 1),
    };
    let spot = Spot {
        place: Place {
            commanders: [0, 1].map(|side: usize| sides[side].commander),
            diagonal: [0, 1].map(|side: usize| sides[side].diagonal),
            pieces: [0, 1].map(|side: usize| sides[side].piece),
        },
        turns: [0, 1].map(|side: usize| sides[side].turn),
        mover,
    };
    Some((sides.map(|side| side.shape), spot))
}

/// What one player has in an ending.
#[derive(Clone, Copy)]
struct SideOfSpot {
    commander: u8,
    diagonal: bool,
    piece: u8,
    shape: Shape,
    turn: usize,
}

fn side_of(bits: &Bits, player: Player) -> Option<SideOfSpot> {
    let mut squares = bits.squares_of(player);
    let pair = [squares.next()?, squares.next()?];
    if squares.next().is_some() {
        return None;
    }
    let is_commander = |pos: &Pos| CROSSES.contains(&bits.lines(*pos));
    let (commander, piece) = match pair.each_ref().map(is_commander) {
        [true, false] => (pair[0], pair[1]),
        [false, true] => (pair[1], pair[0]),
        _ => return None,
    };
    let (shape, turn) = Shape::of(bits.lines(piece))?;
    Some(SideOfSpot {
        commander: number(commander),
        diagonal: bits.lines(commander) == CROSSES[1],
        piece: number(piece),
        shape,
        turn,
    })
}

fn number(pos: Pos) -> u8 {
    pos.column() * SIDE + pos.row()
}

/// A position with the first side's pieces black.
fn position_of(shapes: [Shape; 2], spot: &Spot) -> Option<Ploy> {
    let mut board = Board::EMPTY;
    let pos = |square: u8| Pos::new(square / SIDE, square % SIDE);
    for (side, player) in Player::ALL.into_iter().enumerate() {
        let cross = CROSSES[usize::from(spot.place.diagonal[side])];
        let lines = shapes[side].lines().rotate_left(spot.turns[side] as u32);
        board.set(pos(spot.place.commanders[side])?, Piece::new(player, cross));
        board.set(pos(spot.place.pieces[side])?, Piece::new(player, lines));
    }
    Some(Ploy::at(board, Player::ALL[spot.mover]))
}

/// The tables that there are, for an engine: each is looked for once, and what cannot be used is
/// done without.
pub(crate) struct Endings {
    tables: Tables,
    found: [OnceLock<Option<Arc<Ending>>>; Shape::ALL.len() * Shape::ALL.len()],
}

impl Endings {
    /// The tables among these files.
    pub(crate) fn among(tables: &Tables) -> Option<Endings> {
        Some(Endings {
            tables: tables.clone(),
            found: std::array::from_fn(|_| OnceLock::new()),
        })
    }

    /// The score of a position in which nothing was taken for `idle` moves; `None` if there is
    /// no table for it.
    pub(crate) fn score(&self, bits: &Bits, idle: usize) -> Option<Score> {
        let (shapes, spot) = spot_of(bits)?;
        let [first, second] = shapes.map(|shape| shape as usize);
        let found = self.found[first * Shape::ALL.len() + second]
            .get_or_init(|| Ending::find(&self.tables, shapes).ok());
        let value = found.as_ref()?.value(&spot);
        // The losing player can wait for the draw if that comes first.
        let is_in_time = |moves: u32| idle + moves as usize <= MOST_IDLE;
        Some(match value {
            EndingValue::Won(moves) if is_in_time(moves) => won_at(moves as usize),
            EndingValue::Lost(moves) if is_in_time(moves) => -won_at(moves as usize),
            _ => 0,
        })
    }
}

#[cfg(test)]
mod tests;
