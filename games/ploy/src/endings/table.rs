//! What every position of an ending is worth (a tablebase), from a file.
//!
//! The file tells which positions are lost, and in how many moves. What is won follows: a move leads
//! to a position that is lost to the other side. Everything else is drawn.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::block::{self, Levels};
use super::board::{EndingBoard, Place, Side, other};
use super::count::Counts;
use super::file::{self, EndingFault, Table};
use super::geometry::turned;
use super::shape::{Shape, TURNS};
use super::solve;

/// The side of the board of the game.
const SIDE_OF_BOARD: u8 = 9;

/// Blocks that are kept after they were read: 10 kB each.
const KEPT: usize = 4096;

/// What a position is worth to the player to move, if both play as well as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingValue {
    /// Lost, after this many moves of both players.
    Lost(u32),
    /// Nobody can win.
    Drawn,
    /// Won, after this many moves of both players.
    Won(u32),
}

/// A position of an ending: the first side has the piece that is named first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) place: Place,
    /// How the pieces are turned.
    pub(crate) turns: [usize; 2],
    /// The side to move.
    pub(crate) mover: Side,
}

impl Spot {
    /// The same with the sides exchanged.
    fn exchanged(&self) -> Spot {
        let swapped = |[first, second]: [u8; 2]| [second, first];
        Spot {
            place: Place {
                commanders: swapped(self.place.commanders),
                diagonal: [self.place.diagonal[1], self.place.diagonal[0]],
                pieces: swapped(self.place.pieces),
            },
            turns: [self.turns[1], self.turns[0]],
            mover: other(self.mover),
        }
    }

    /// Its bit in the word of its place.
    fn bit(&self) -> usize {
        TURNS * self.turns[0] + self.turns[1]
    }
}

/// An ending: a Commander and one piece against a Commander and one piece.
#[doc(alias = "tablebase")]
pub struct Ending {
    pub(crate) board: EndingBoard,
    tables: Vec<Table>,
    content: Arc<[u8]>,
    kept: Mutex<HashMap<(Side, usize), Arc<Levels>>>,
}

impl fmt::Debug for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ending")
            .field("shapes", &self.board.shapes)
            .finish_non_exhaustive()
    }
}

/// Solves an ending, and returns the content of its file; `None` if the system has no thread left.
/// `told` hears how many moves the longest line has so far, and the share of the file that is
/// written.
pub fn solve_ending(
    shapes: [Shape; 2],
    told: &(dyn Fn(usize, Option<f64>) + Sync),
) -> Option<Vec<u8>> {
    let board = EndingBoard::new(shapes, SIDE_OF_BOARD);
    let solved = solve::solve(&board, &mut |level| told(2 * level, None))?;
    let longest = 2 * solved.lost[0].len();
    file::write(&board, &solved, &|share| told(longest, Some(share)))
}

impl Ending {
    /// Reads the content of a file, which must be complete and undamaged.
    ///
    /// # Errors
    ///
    /// The file is damaged, or the table of another ending.
    pub fn read(content: impl Into<Arc<[u8]>>, shapes: [Shape; 2]) -> Result<Ending, EndingFault> {
        let board = EndingBoard::new(shapes, SIDE_OF_BOARD);
        Ending::on(board, content.into())
    }

    pub(crate) fn on(board: EndingBoard, content: Arc<[u8]>) -> Result<Ending, EndingFault> {
        let tables = file::read(&content, &board)?;
        Ok(Ending {
            board,
            tables,
            content,
            kept: Mutex::default(),
        })
    }

    /// The shapes of the two pieces.
    #[must_use]
    pub fn shapes(&self) -> [Shape; 2] {
        self.board.shapes
    }

    /// The bytes of its file.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.content.len()
    }

    /// The counts with each side to move; one if both pieces have the same shape.
    pub(crate) fn counts(&self) -> impl Iterator<Item = &Counts> {
        self.tables.iter().map(|table| &table.counts)
    }

    /// The values of a block.
    fn block(&self, side: Side, block: usize) -> Arc<Levels> {
        let lock = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(levels) = lock().get(&(side, block)) {
            return Arc::clone(levels);
        }
        let table = &self.tables[side];
        let [start, end] = [block, block + 1].map(|at| table.starts[at] as usize);
        let bytes = &self.content[start..end];
        let levels = block::read(&self.board, side, block, bytes, &table.chances);
        let levels = Arc::new(levels);
        let mut kept = lock();
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.insert((side, block), Arc::clone(&levels));
        levels
    }

    /// In how many moves the player to move has lost, if so.
    fn lost(&self, spot: &Spot) -> Option<u32> {
        if self.tables.get(spot.mover).is_none() {
            return self.lost(&spot.exchanged());
        }
        let (word, symmetry) = self.board.word(&spot.place);
        let turns = [0, 1].map(|side| turned(self.board.shapes[side], spot.turns[side], symmetry));
        let squares = self.board.geometry.squares;
        let levels = self.block(spot.mover, word / squares);
        let level = levels[word % squares][TURNS * turns[0] + turns[1]];
        (level > 0).then(|| 2 * u32::from(level))
    }

    /// What a position is worth.
    pub(crate) fn value(&self, spot: &Spot) -> EndingValue {
        if self.board.captures(&spot.place, spot.mover) >> spot.bit() & 1 != 0 {
            return EndingValue::Won(1);
        }
        if let Some(moves) = self.lost(spot) {
            return EndingValue::Lost(moves);
        }
        let mut fewest = None;
        self.for_each_next(spot, |next| {
            if let Some(moves) = self.lost(next)
                && fewest.is_none_or(|fewest| moves < fewest)
            {
                fewest = Some(moves);
            }
        });
        match fewest {
            Some(moves) => EndingValue::Won(moves + 1),
            None => EndingValue::Drawn,
        }
    }

    /// Visits the positions after each move that takes nothing.
    fn for_each_next(&self, spot: &Spot, mut visit: impl FnMut(&Spot)) {
        let side = spot.mover;
        let mut next = Spot {
            mover: other(side),
            ..*spot
        };
        let period = self.board.shapes[side].period();
        for turn in 1..period {
            next.turns[side] = (spot.turns[side] + turn) % TURNS;
            visit(&next);
        }
        next.turns = spot.turns;
        self.board.steps(&spot.place, side, |place| {
            next.place = *place;
            visit(&next);
        });
        let ways = match self.board.shapes[side].turns_after_a_step() {
            true => TURNS,
            false => 1,
        };
        self.board.slides(&spot.place, side, |place, with_line| {
            if with_line >> spot.bit() & 1 != 0 {
                next.place = *place;
                for turn in 0..ways {
                    next.turns[side] = (spot.turns[side] + turn) % TURNS;
                    visit(&next);
                }
            }
        });
    }

    /// The position of a word and a bit.
    pub(crate) fn spot(&self, word: usize, bit: usize, mover: Side) -> Spot {
        Spot {
            place: self.board.place(word),
            turns: [bit / TURNS, bit % TURNS],
            mover,
        }
    }
}
