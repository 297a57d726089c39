//! The game solved by retrograde analysis and value iteration: the chance of
//! winning from every position, with perfect play on both sides.
//!
//! A piece that is home or on square 13 or 14 never goes back behind 13, so
//! positions fall into stages by what both players have there. A stage depends
//! only on itself and on stages with more beyond square 12, so stages are
//! solved backwards from the end of the game (retrograde analysis). Within a
//! stage, captures lead back to earlier positions, so its values are computed
//! by repeated sweeps until nothing changes any more (value iteration).

mod geometry;
mod lanes;
mod plan;
mod schedule;
mod stage;
mod sweep;

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use fearless_simd::Level;
use rayon::prelude::*;

use crate::numbering::{self, Block, shared_part};
use crate::rules::{
    GameState, MOST_PIECES, Placing, Player, Position, Roll, Side, game_over, make_move, opponent,
    possible_moves,
};

use geometry::RANKS;
use schedule::Stages;
use stage::{Key, Progression, Row};

/// The progress of a solution, or of a check of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions that are done.
    pub solved: u64,
    /// All positions.
    pub positions: u64,
}

/// The chance of winning from every position of a game with this many pieces.
#[doc(alias = "retrograde analysis")]
#[doc(alias = "value iteration")]
#[doc(alias = "endgame tablebase")]
pub struct Solution {
    pieces: u8,
    pub(crate) exact_home: bool,
    stages: Stages,
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solution")
            .field("pieces", &self.pieces)
            .field("exact_home", &self.exact_home)
            .finish_non_exhaustive()
    }
}

impl Solution {
    /// Solves the game; `None` if there is no game with this many pieces. Reports
    /// its progress after every layer.
    ///
    /// ```
    /// use parlour_ur::{Solution, init_gs};
    /// let one = Solution::solve(1, false, &|_| ()).expect("a game with one piece");
    /// assert_eq!(format!("{:.12}", one.first_player()), "0.552653561514");
    /// ```
    #[must_use]
    pub fn solve(
        pieces: u8,
        exact_home: bool,
        watch: &(dyn Fn(Progress) + Sync),
    ) -> Option<Solution> {
        if !(1..=MOST_PIECES).contains(&pieces) {
            return None;
        }
        let level = Level::new();
        Some(Solution::solve_with(level, pieces, exact_home, watch))
    }

    /// With the vector instructions of this level.
    fn solve_with(
        level: Level,
        pieces: u8,
        exact_home: bool,
        watch: &(dyn Fn(Progress) + Sync),
    ) -> Solution {
        Solution {
            pieces,
            exact_home,
            stages: Stages::solve(level, pieces, exact_home, watch),
        }
    }

    /// How many pieces a player has.
    #[must_use]
    pub fn pieces(&self) -> u8 {
        self.pieces
    }

    /// The number of positions before a throw, from the thrower's point of
    /// view.
    #[must_use]
    pub fn positions(&self) -> u64 {
        numbering::positions(self.pieces) as u64
    }

    /// The first player's chance of winning.
    #[must_use]
    pub fn first_player(&self) -> f64 {
        let start = Placing::start(self.pieces).expect("a solved game has a start");
        let state = GameState {
            exact_home: self.exact_home,
            ..GameState::new(start, Player::Red)
        };
        self.value(&state).expect("the start is solved")
    }

    /// The chance that the player who throws next wins. `None` for a state of
    /// another game: other rules, or another number of pieces.
    #[must_use]
    pub fn value(&self, state: &GameState) -> Option<f64> {
        if state.placing.pieces() != self.pieces || state.exact_home != self.exact_home {
            return None;
        }
        if let Some(winner) = game_over(state) {
            return Some(f64::from(u8::from(winner == state.next)));
        }
        let own = state.placing.side(state.next);
        let other = state.placing.side(opponent(state.next));
        let (own_bits, other_bits) = (own.squares.bits(), other.squares.bits());
        let shared = (shared_part(own_bits), shared_part(other_bits));
        let found = self.find(progression(own), progression(other), shared);
        let entry = |squares: u16| usize::from(squares >> 1 & 0xf);
        Some(found.value(entry(own_bits), entry(other_bits)))
    }

    /// All values, by the numbers of their positions.
    pub(crate) fn values(&self) -> Vec<f64> {
        let mut values = vec![0.0; numbering::positions(self.pieces)];
        let mut rest = &mut values[..];
        for block in numbering::blocks(self.pieces) {
            let (own, others) = rest.split_at_mut(block.positions());
            self.fill(&block, own);
            rest = others;
        }
        values
    }

    /// Writes the values of a block, in the order of its positions.
    pub(crate) fn fill(&self, block: &Block, values: &mut [f64]) {
        let geometry = self.stages.geometry();
        // The thrower's and the other's squares 13 and 14 determine the stage.
        let stages: [[Option<Found<'_>>; 4]; 4] = std::array::from_fn(|own| {
            std::array::from_fn(|other| {
                let own = Progression::new(block.left.0, own as u8)?;
                let other = Progression::new(block.left.1, other as u8)?;
                let (red, green) = (block.shared.0, block.shared.1);
                geometry.left(own.behind(), other.behind(), geometry.shared(red, green))?;
                Some(self.find(own, other, block.shared))
            })
        });
        let mut values = values.iter_mut();
        for own in block.own_sets() {
            for (other, value) in block.other_sets().iter().zip(&mut values) {
                let found = &stages[usize::from(own >> 4)][usize::from(other >> 4)];
                let found = found.as_ref().expect("a set is one for this many pieces");
                *value = found.value(usize::from(own & 15), usize::from(other & 15));
            }
        }
    }

    /// Where to find the values of positions that differ only in the first
    /// squares.
    fn find(&self, own: Progression, other: Progression, shared: (u8, u8)) -> Found<'_> {
        let key = Key {
            red: own,
            green: other,
        };
        let geometry = self.stages.geometry();
        let from = |key: Key, red: u8, green: u8| {
            key.shape(geometry).first(geometry.shared(red, green)) as usize
        };
        if key.is_kept() {
            let rows = &self.stages.kept(key).red_throws;
            Found::Red(&rows[from(key, shared.0, shared.1)..])
        } else {
            let key = key.exchanged();
            let rows = &self.stages.kept(key).green_throws;
            Found::Green(&rows[from(key, shared.1, shared.0)..])
        }
    }

    /// The chance that the player to move wins after this roll with the best
    /// move; computed with the plain rules.
    #[must_use]
    pub fn value_after(&self, state: &GameState, roll: Roll) -> Option<f64> {
        let roll = i64::from(roll.number());
        let mut best: Option<f64> = None;
        let moves = possible_moves(state, roll);
        // If nothing can move, any position passes.
        let moves = if moves.is_empty() {
            vec![Position::Start]
        } else {
            moves
        };
        for from in moves {
            let after = make_move(state, (roll, from)).ok()?;
            let value = self.value(&after)?;
            let value = if after.next == state.next {
                value
            } else {
                1.0 - value
            };
            best = Some(best.map_or(value, |best| best.max(value)));
        }
        best
    }

    /// The Bellman residual: the largest difference, over all positions,
    /// between a value and the mean of the values after every roll by the plain
    /// rules. Reports its progress.
    #[doc(alias = "Bellman residual")]
    #[must_use]
    pub fn residual(&self, watch: &(dyn Fn(Progress) + Sync)) -> f64 {
        let positions = self.positions();
        let checked = AtomicU64::new(0);
        let blocks: Vec<Block> = numbering::blocks(self.pieces).collect();
        let of_blocks = blocks.par_iter().map(|block| {
            let worst = self.residual_of(block);
            let count = block.positions() as u64;
            let solved = count + checked.fetch_add(count, Ordering::Relaxed);
            watch(Progress { solved, positions });
            worst
        });
        of_blocks.reduce(|| 0.0, f64::max)
    }

    fn residual_of(&self, block: &Block) -> f64 {
        let states = block.boards().map(|board| {
            board
                .state(self.pieces, self.exact_home)
                .expect("a numbered position is one of the rules")
        });
        states
            .map(|state| self.difference(&state))
            .fold(0.0, f64::max)
    }

    /// Between a value and the mean of those after every roll.
    fn difference(&self, state: &GameState) -> f64 {
        let mean: Option<f64> = Roll::all()
            .map(|roll| Some(f64::from(roll.weight()) / 16.0 * self.value_after(state, roll)?))
            .sum();
        self.value(state)
            .zip(mean)
            .map_or(f64::INFINITY, |(value, mean)| (value - mean).abs())
    }
}

/// The values of positions that differ only in the first squares.
enum Found<'a> {
    /// The thrower is red in the stored stage.
    Red(&'a [Row]),
    /// The thrower is green in it.
    Green(&'a [Row]),
}

impl Found<'_> {
    /// The thrower's chance, by the thrower's and the other's first squares.
    fn value(&self, own: usize, other: usize) -> f64 {
        match self {
            Found::Red(rows) => rows[RANKS[other]].0[own],
            Found::Green(rows) => 1.0 - rows[RANKS[own]].0[other],
        }
    }
}

fn progression(side: Side) -> Progression {
    Progression {
        left: (side.pieces() - u32::from(side.home)) as u8,
        last: (side.squares.bits() >> 13) as u8 & 3,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plainest_vectors_give_the_same_values() {
        let solve = |level| Solution::solve_with(level, 2, false, &|_| ());
        let (best, plainest) = (solve(Level::new()), solve(Level::baseline()));
        for block in numbering::blocks(2) {
            let mut values = vec![[0.0; 2]; block.positions()];
            for (at, solution) in [&best, &plainest].into_iter().enumerate() {
                let mut found = vec![0.0; block.positions()];
                solution.fill(&block, &mut found);
                for (value, found) in values.iter_mut().zip(found) {
                    value[at] = found;
                }
            }
            for [one, other] in values {
                assert!((one - other).abs() < 1e-11, "{one} {other} {block:?}");
            }
        }
    }

    #[test]
    fn a_filled_block_has_the_values_of_its_positions() {
        let solution = Solution::solve(3, true, &|_| ()).expect("a game with three pieces");
        for block in numbering::blocks(3) {
            let mut values = vec![0.0; block.positions()];
            solution.fill(&block, &mut values);
            for (board, value) in block.boards().zip(values) {
                let state = board.state(3, true).expect("a position of the rules");
                assert_eq!(solution.value(&state), Some(value), "{board:?}");
            }
        }
    }
}
