//! How many positions of an ending are won, lost and drawn, and how many have one winning move.

use super::board::{EndingBoard, Side};
use super::solve::Known;

/// How many positions of the whole board each position stands for.
pub(crate) struct Scales {
    /// By pair of the Commanders' squares.
    pairs: Vec<u64>,
    of_a_pair: usize,
    /// One of each set of equal positions.
    distinct: u64,
}

impl Scales {
    pub(crate) fn new(board: &EndingBoard) -> Scales {
        let [first, second] = board.shapes.map(|shape| shape.period());
        let bits = (0..64).filter(|bit| bit / 8 < first && bit % 8 < second);
        Scales {
            pairs: board.geometry.pair_weights(),
            of_a_pair: board.of_a_pair(),
            distinct: bits.fold(0, |set, bit| set | 1 << bit),
        }
    }

    /// How many positions some positions of a word stand for.
    #[inline]
    pub(crate) fn count(&self, word: usize, positions: u64) -> u64 {
        u64::from((positions & self.distinct).count_ones()) * self.pairs[word / self.of_a_pair]
    }
}

/// The positions with one side to move, by what they are worth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    /// All.
    pub(crate) positions: u64,
    /// Won in one move, in three, and so on.
    pub(crate) won: Vec<u64>,
    /// Lost in two moves, in four, and so on.
    pub(crate) lost: Vec<u64>,
    /// Won, but not at once, and with one move only.
    pub(crate) only_move: u64,
    /// One of the longest wins: a word and a position of it.
    pub(crate) longest: Option<(usize, usize)>,
}

impl Counts {
    pub(crate) fn new() -> Counts {
        Counts::default()
    }

    /// Counts the positions that are won later than at once, and by one move only. Moves that lead
    /// to the same position are one.
    pub(crate) fn count_only_moves(
        &mut self,
        board: &EndingBoard,
        side: Side,
        own: &Known,
        others: &Known,
        scales: &Scales,
    ) {
        for word in 0..board.words() {
            let place = board.place(word);
            if own.won[word] == 0 || !EndingBoard::is_sound(&place) {
                continue;
            }
            let later = own.won[word] & !board.captures(&place, side);
            if later == 0 {
                continue;
            }
            let (mut one, mut two) = board.turning[side].count_turns(others.lost[word]);
            let mut add = |(some, many): (u64, u64)| {
                two |= many | one & some;
                one |= some;
            };
            board.steps(&place, side, |there| {
                add((board.look(&others.lost, there), 0))
            });
            board.slides(&place, side, |there, with_line| {
                let (some, many) = board.count_arrivals(side, board.look(&others.lost, there));
                add((some & with_line, many & with_line));
            });
            debug_assert_eq!(later & !one, 0, "a won position has a winning move");
            self.only_move += scales.count(word, later & one & !two);
        }
    }
}
