//! How many targets of a set have each answer, for many guesses at once, with
//! bit planes.
//!
//! For every location there are three rows with a bit for every target: whether
//! it has a ship there, one step away, two steps away. The three rows of a
//! guess's locations are added like digits of binary numbers, 64 targets at a
//! time, and the sums that belong to each answer are counted. That takes about
//! a tenth of the time of looking at the answers one by one.

use fearless_simd::{Level, Simd, dispatch, prelude::*, u64x8};

use crate::candidates::{Candidates, Sizes};
use crate::rules::{Board, Fleet};

/// The bits of a set of targets, on a board with three ships.
pub(crate) struct Planes {
    board: Board,
    level: Level,
    targets: usize,
    /// How many blocks a row has.
    blocks: usize,
    /// Three rows for every location.
    rows: Vec<Block>,
}

/// How many words are processed at once, as many as the widest vectors hold.
const LANES: usize = 8;

type Block = [u64; LANES];

/// How many ships are added up.
const SHIPS: usize = 3;

impl Planes {
    /// The bits of a set; `None` unless there are three ships.
    pub(crate) fn new(candidates: &Candidates) -> Option<Planes> {
        let board = candidates.board();
        if usize::from(board.ships()) != SHIPS {
            return None;
        }
        let near = [0, 1, 2].map(|steps| board.code().at_distance(steps));
        let blocks = candidates.len().div_ceil(64 * LANES);
        let mut rows = Vec::with_capacity(board.cells() * near.len() * blocks);
        for location in board.locations() {
            let parts = candidates.row(location);
            for wanted in near {
                rows.extend(parts.chunks(64 * LANES).map(|chunk| {
                    let mut block = [0; LANES];
                    for (word, chunk) in block.iter_mut().zip(chunk.chunks(64)) {
                        *word = bits(chunk, wanted);
                    }
                    block
                }));
            }
        }
        Some(Planes {
            board,
            level: Level::new(),
            targets: candidates.len(),
            blocks,
            rows,
        })
    }

    pub(crate) fn board(&self) -> Board {
        self.board
    }

    /// How many targets there are.
    pub(crate) fn targets(&self) -> usize {
        self.targets
    }

    /// How many targets have each answer to a guess.
    pub(crate) fn count(&self, guess: Fleet, sizes: &mut Sizes) {
        let length = 3 * self.blocks;
        let [a, b, c] = *guess.as_slice() else {
            unreachable!("a guess of this board has three locations");
        };
        let [a, b, c] = [a, b, c].map(|location| {
            let from = self.board.place(location) * length;
            &self.rows[from..from + length]
        });
        let level = self.level;
        let mut counts = dispatch!(level, simd => add_up(simd, [a, b, c]));
        // The end of the last block has no targets.
        counts[0] -= (64 * LANES * self.blocks - self.targets) as u32;
        sizes.set(counts.into_iter().zip(ANSWER_BYTES));
    }
}

/// Which of up to 64 bytes equal one value.
fn bits(bytes: &[u8], wanted: u8) -> u64 {
    let bytes = bytes.iter().enumerate();
    bytes.fold(0, |word, (bit, byte)| {
        word | u64::from(*byte == wanted) << bit
    })
}

/// How many answers there are with three ships.
const ANSWERS: usize = 20;

/// The bytes of the answers in order.
const ANSWER_BYTES: [u8; ANSWERS] = {
    let mut bytes = [0; ANSWERS];
    let (mut next, mut byte) = (0, 0);
    while next < ANSWERS {
        if (byte >> 4) + (byte >> 2 & 3) + (byte & 3) <= SHIPS as u8 {
            bytes[next] = byte;
            next += 1;
        }
        byte += 1;
    }
    bytes
};

/// Counts every answer.
#[inline(always)]
fn add_up<S: Simd>(simd: S, [a, b, c]: [&[Block]; SHIPS]) -> [u32; ANSWERS] {
    let blocks = a.len() / 3;
    let mut totals = [u64x8::splat(simd, 0); ANSWERS];
    for block in 0..blocks {
        let [exact, one_away, two_away] = [block, blocks + block, 2 * blocks + block].map(|at| {
            let [a, b, c] = [a, b, c].map(|row| u64x8::from_slice(simd, &row[at]));
            equals(a, b, c)
        });
        let mut answer = 0;
        for i in 0..=SHIPS {
            for j in 0..=SHIPS - i {
                let both = exact[i] & one_away[j];
                for own in &two_away[..=SHIPS - i - j] {
                    totals[answer] += (both & *own).count_ones();
                    answer += 1;
                }
            }
        }
    }
    totals.map(|lanes| <[u64; LANES]>::from(lanes).iter().sum::<u64>() as u32)
}

/// Where none, one, two and three of three bits are set.
#[inline(always)]
fn equals<S: Simd>(a: u64x8<S>, b: u64x8<S>, c: u64x8<S>) -> [u64x8<S>; SHIPS + 1] {
    let odd = a ^ b ^ c;
    let many = a & b | c & (a ^ b);
    [!(odd | many), odd & !many, many & !odd, odd & many]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_count_what_rows_count() {
        for (board, step) in [
            (Board::STANDARD, 1),
            (Board::STANDARD, 3),
            (Board::STANDARD, 97),
            (Board::new(8, 8, 3).expect("a board"), 5),
            (Board::new(3, 2, 3).expect("a board"), 1),
        ] {
            let some = board.fleets().step_by(step).collect();
            let candidates = Candidates::on(board, some);
            let planes = Planes::new(&candidates).expect("three ships");
            for guess in board.fleets().step_by(41) {
                let mut sizes = Sizes::none(board);
                planes.count(guess, &mut sizes);
                assert_eq!(sizes, candidates.sizes(guess), "{guess}");
            }
        }
        let board = Board::new(4, 4, 2).expect("a board");
        let two = Candidates::on(board, board.fleets().collect());
        assert!(Planes::new(&two).is_none());
    }
}
