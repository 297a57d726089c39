//! Expectimax: chooses the move with the best static evaluation a few moves
//! ahead, averaged over the throws in between.

use crate::board::{Moved, ThrowerBoard};
use crate::rules::Roll;

/// The evaluation of a piece by where it is, from the start to square 14; a
/// piece at home adds nothing. Fitted to the values of perfect play by `cargo
/// run --release -p parlour-ur --example fit`.
const WEIGHTS: [f32; 15] = [
    -0.381, -0.339, -0.325, -0.297, -0.327, -0.295, -0.283, -0.246, -0.010, -0.187, -0.162, -0.124,
    -0.088, -0.043, -0.078,
];

/// The bonus for being the one to throw.
const TEMPO: f32 = 0.046;

/// The static evaluation: an estimate of the thrower's chance of winning.
#[doc(alias = "static evaluation")]
pub(crate) fn guess(board: &ThrowerBoard) -> f32 {
    let side = |squares: u16, left: u8| {
        let mut sum = f32::from(left - squares.count_ones() as u8) * WEIGHTS[0];
        let mut rest = squares;
        while rest != 0 {
            sum += WEIGHTS[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        sum
    };
    let lead = side(board.own, board.own_left) - side(board.other, board.other_left);
    1.0 / (1.0 + (-TEMPO - lead).exp())
}

/// A search this many moves deep, including one's own.
#[doc(alias = "expectimax")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expectimax {
    pub(crate) depth: u8,
    pub(crate) exact_home: bool,
}

impl Expectimax {
    /// The best of several moves.
    pub(crate) fn choose(self, board: &ThrowerBoard, roll: u8, movable: u16) -> u8 {
        let mut best = (0, -1.0);
        let mut rest = movable;
        while rest != 0 {
            let from = rest.trailing_zeros() as u8;
            let value = self.after(&board.moved(from, roll));
            if value > best.1 {
                best = (from, value);
            }
            rest &= rest - 1;
        }
        best.0
    }

    /// The chance of the player who has just moved.
    pub(crate) fn after(self, moved: &Moved) -> f32 {
        if moved.board.own_left == 0 {
            return 1.0;
        }
        let shallower = Expectimax {
            depth: self.depth - 1,
            ..self
        };
        let chance = shallower.before_throw(&moved.next());
        if moved.again { chance } else { 1.0 - chance }
    }

    fn before_throw(self, board: &ThrowerBoard) -> f32 {
        if self.depth == 0 {
            return guess(board);
        }
        let passed = Moved::pass(board);
        let chances = (0..=4).map(|roll| {
            let mut movable = match roll {
                0 => 0,
                roll => board.movable(roll, self.exact_home),
            };
            if movable == 0 {
                return self.after(&passed);
            }
            let mut best = 0.0_f32;
            while movable != 0 {
                let from = movable.trailing_zeros() as u8;
                best = best.max(self.after(&board.moved(from, roll)));
                movable &= movable - 1;
            }
            best
        });
        let weighted = chances.zip(Roll::WEIGHTS);
        weighted
            .map(|(chance, weight)| chance * weight as f32)
            .sum::<f32>()
            / 16.0
    }
}
