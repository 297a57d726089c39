//! The table of perfect play (a tablebase): the chance of winning of every
//! position, in two bytes each, as a file.
//!
//! A file is a header of 32 bytes and the values in the order of
//! [`numbering`](crate::numbering), each the winning chance of the player to
//! throw times 65535, rounded. All numbers are little-endian:
//!
//! | bytes | what |
//! | --- | --- |
//! | 0 to 7 | `UR-TABLE` |
//! | 8 to 11 | the version of the format, 1 |
//! | 12 | pieces of each player, 1 to 7 |
//! | 13 | 1 where a piece goes home with the exact roll only, else 0 |
//! | 14, 15 | 0 |
//! | 16 to 23 | the number of positions |
//! | 24 to 31 | the checksum |
//! | 32 to the end | two bytes a position |
//!
//! The checksum is XXH3 (64 bits) of the first 24 bytes followed by the XXH3 of every mebibyte of
//! values (the last one may be shorter), so that all processors can share the work.

mod file;

use std::fmt;
use std::sync::Arc;

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use rayon::prelude::*;

use crate::board::ThrowerBoard;
use crate::numbering::{Block, blocks, number, positions};
use crate::rules::{GameState, game_over};
use crate::solve::Solution;

use file::{HEADER, Header};

pub use file::{TableError, TableFault, table_name};

/// The number that stands for a chance of 1.
const CERTAIN: f32 = u16::MAX as f32;

/// The chance of winning from every position of a game, to five digits.
#[doc(alias = "tablebase")]
pub struct WinTable {
    pieces: u8,
    exact_home: bool,
    content: Content,
}

impl fmt::Debug for WinTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WinTable")
            .field("pieces", &self.pieces)
            .field("exact_home", &self.exact_home)
            .finish_non_exhaustive()
    }
}

/// A whole file, header and all.
enum Content {
    Made(Vec<u8>),
    Held(Arc<[u8]>),
}

impl WinTable {
    /// The table of a solved game.
    ///
    /// ```
    /// use parlour_ur::{GameState, Placing, Player, Solution, WinTable};
    /// let solution = Solution::solve(1, false, &|_| ()).expect("a game with one piece");
    /// let table = WinTable::of(&solution);
    /// let start = Placing::start(1).expect("one piece can be set up");
    /// let chance = table.value(&GameState::new(start, Player::Red));
    /// assert!(chance.is_some_and(|chance| (chance - 0.55265).abs() < 1e-5));
    /// ```
    #[must_use]
    pub fn of(solution: &Solution) -> WinTable {
        let (pieces, exact_home) = (solution.pieces(), solution.exact_home);
        WinTable::from_blocks(pieces, exact_home, |block, values| {
            solution.fill(block, values);
        })
    }

    /// The table whose values `fill` writes, block by block in any order, each in the order of its
    /// positions.
    pub(crate) fn from_blocks(
        pieces: u8,
        exact_home: bool,
        fill: impl Fn(&Block, &mut [f64]) + Sync,
    ) -> WinTable {
        let mut content = vec![0; HEADER + 2 * positions(pieces)];
        let mut rest = &mut content[HEADER..];
        let mut work: Vec<(Block, &mut [u8])> = Vec::new();
        for block in blocks(pieces) {
            let (own, others) = rest.split_at_mut(2 * block.positions());
            work.push((block, own));
            rest = others;
        }
        let write = |values: &mut Vec<f64>, (block, bytes): (Block, &mut [u8])| {
            values.resize(block.positions(), 0.0);
            fill(&block, values);
            for (value, bytes) in values.iter().zip(bytes.chunks_exact_mut(2)) {
                bytes.copy_from_slice(&((value * f64::from(CERTAIN)).round() as u16).to_le_bytes());
            }
        };
        #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
        work.into_par_iter().for_each_init(Vec::new, write);
        // A page that is not isolated has one thread.
        #[cfg(all(target_family = "wasm", target_os = "unknown"))]
        work.into_iter().fold(Vec::new(), |mut values, work| {
            write(&mut values, work);
            values
        });
        let header = Header { pieces, exact_home };
        header.seal(&mut content);
        WinTable {
            pieces,
            exact_home,
            content: Content::Made(content),
        }
    }

    /// How large the file for this many pieces is.
    pub(crate) fn bytes(pieces: u8) -> u64 {
        (HEADER + 2 * positions(pieces)) as u64
    }

    /// The content of its file.
    #[must_use]
    pub fn file(&self) -> &[u8] {
        match &self.content {
            Content::Made(bytes) => bytes,
            Content::Held(bytes) => bytes,
        }
    }

    /// The content of its file, as an owned vector.
    #[must_use]
    pub fn into_file(self) -> Vec<u8> {
        match self.content {
            Content::Made(bytes) => bytes,
            Content::Held(bytes) => bytes.to_vec(),
        }
    }

    /// The chance of the player to throw; `None` for a game with more pieces or
    /// other rules.
    #[must_use]
    pub fn value(&self, state: &GameState) -> Option<f64> {
        if state.placing.pieces() > self.pieces || state.exact_home != self.exact_home {
            return None;
        }
        if let Some(winner) = game_over(state) {
            return Some(f64::from(u8::from(winner == state.next)));
        }
        Some(self.chance(number(&ThrowerBoard::of(state))))
    }

    /// The chance of the player to throw in the position with that number.
    pub(crate) fn chance(&self, number: usize) -> f64 {
        f64::from(self.chances().kept(number)) / f64::from(CERTAIN)
    }

    /// The values, for many lookups.
    pub(crate) fn chances(&self) -> Chances<'_> {
        Chances(&self.file()[HEADER..])
    }
}

/// The values of a table.
#[derive(Clone, Copy)]
pub(crate) struct Chances<'a>(&'a [u8]);

impl Chances<'_> {
    /// The chance of the player to throw. The game must not be over, nor have
    /// more pieces than the table.
    #[inline]
    pub(crate) fn of(self, board: &ThrowerBoard) -> f32 {
        self.at(number(board))
    }

    /// The chance of the position with that number.
    #[inline]
    pub(crate) fn at(self, number: usize) -> f32 {
        f32::from(self.kept(number)) / CERTAIN
    }

    /// The same as stored.
    #[inline]
    fn kept(self, number: usize) -> u16 {
        u16::from_le_bytes([self.0[2 * number], self.0[2 * number + 1]])
    }
}
