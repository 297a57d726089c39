//! The board of a search: bitboards, with the piece-square values updated
//! incrementally.

use std::sync::Arc;

use fearless_simd::{Level, dispatch};

use super::attacks;
use super::score::Score;
use super::terms;
use super::weights::{Pair, Weights};
use crate::bits::{Bits, Undo};
use crate::rules::{Move, Player};

#[derive(Clone)]
pub(crate) struct ScoredBoard {
    pub(crate) bits: Bits,
    weights: Arc<Weights>,
    level: Level,
    /// Black's piece-square values, less White's.
    squares: Pair,
}

/// What is needed to unmake a move.
#[must_use]
pub(crate) struct ScoredUndo {
    undo: Undo,
    squares: Pair,
}

impl ScoredBoard {
    pub(crate) fn new(bits: Bits, weights: Arc<Weights>) -> ScoredBoard {
        let mut board = ScoredBoard {
            squares: [0; 2],
            level: Level::new(),
            weights,
            bits,
        };
        for player in Player::ALL {
            for pos in board.bits.squares_of(player) {
                let worth = board
                    .weights
                    .square(player as usize, board.bits.lines(pos), pos);
                board.squares = sum(board.squares, worth, sign(player));
            }
        }
        board
    }

    #[inline]
    pub(crate) fn make(&mut self, chosen: Move) -> ScoredUndo {
        let squares = self.squares;
        self.squares = self.squares_after(chosen);
        ScoredUndo {
            undo: self.bits.make(chosen),
            squares,
        }
    }

    #[inline]
    pub(crate) fn unmake(&mut self, chosen: Move, undo: ScoredUndo) {
        self.bits.unmake(chosen, undo.undo);
        self.squares = undo.squares;
    }

    /// The piece-square values after a move.
    #[inline]
    fn squares_after(&self, chosen: Move) -> Pair {
        let player = self.bits.mover();
        let (from, to) = (chosen.from(), chosen.to());
        let lines = self.bits.lines(from);
        let turned = lines.rotate_left(chosen.turn().into());
        let weights = &*self.weights;
        let mut squares = self.squares;
        squares = sum(
            squares,
            weights.square(player as usize, lines, from),
            -sign(player),
        );
        squares = sum(
            squares,
            weights.square(player as usize, turned, to),
            sign(player),
        );
        let taken = self.bits.lines(to);
        if from != to && taken != 0 {
            let other = player.opponent();
            squares = sum(
                squares,
                weights.square(other as usize, taken, to),
                -sign(other),
            );
        }
        squares
    }

    /// How much a move improves the piece-square values for its player: this
    /// chooses a turn when there is no time to try all.
    pub(crate) fn promise(&self, chosen: Move) -> i32 {
        let after = self.squares_after(chosen);
        (after[0] + after[1] - self.squares[0] - self.squares[1]) * sign(self.bits.mover())
    }

    /// The static evaluation, for the player to move.
    #[doc(alias = "static evaluation")]
    pub(crate) fn estimate(&self) -> Score {
        let (level, bits) = (self.level, &self.bits);
        let terms = dispatch!(level, simd => terms::terms(simd, bits));
        let sign = sign(bits.mover());
        let squares = self.squares.map(|worth| worth * sign);
        self.weights.value(&terms, squares, bits.piece_count())
    }

    /// Whether the player to move can win with the next move.
    pub(crate) fn wins_at_once(&self) -> bool {
        attacks::is_exposed(&self.bits, self.bits.mover().opponent())
    }

    /// Whether the opponent could, were it the opponent's turn.
    pub(crate) fn is_threatened(&self) -> bool {
        attacks::is_exposed(&self.bits, self.bits.mover())
    }

    pub(crate) fn is_capture(&self, chosen: Move) -> bool {
        chosen.from() != chosen.to() && self.bits.lines(chosen.to()) != 0
    }
}

const fn sign(player: Player) -> i32 {
    match player {
        Player::Black => 1,
        Player::White => -1,
    }
}

#[inline(always)]
fn sum(pair: Pair, worth: Pair, sign: i32) -> Pair {
    [pair[0] + sign * worth[0], pair[1] + sign * worth[1]]
}
