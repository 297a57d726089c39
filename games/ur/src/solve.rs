//! The game solved: the chance to win from every position, with perfect play
//! on both sides.
//!
//! Pieces that are home stay there, so positions fall into layers by how many
//! pieces of each player are still on their way. A layer depends on itself and
//! on the two layers with one piece less, and layers are solved from the end.
//! Within a layer, captures lead back to earlier positions, so its values are
//! computed again and again, in sweeps, until nothing changes any more.

mod geometry;
mod layer;
mod moves;
mod sweep;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use crate::rules::{
    GameState, MOST_PIECES, Placing, Player, Position, Roll, Side, Squares, game_over, make_move,
    possible_moves,
};

use geometry::{BIT_13, BIT_14, Geometry, SHARED};
use layer::{Layer, Placed};
use sweep::{Homes, Sweeper};

/// A layer is solved when a sweep changes nothing by more than this.
const TOLERANCE: f64 = 1e-13;

/// How far a solution is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions whose values are final.
    pub solved: u64,
    /// All positions.
    pub positions: u64,
}

/// The chance to win from every position of a game with so many pieces.
pub struct Solution {
    pieces: u8,
    pub(crate) exact_home: bool,
    geometry: Geometry,
    /// By red's and green's pieces that are not home; red has no less.
    layers: HashMap<(u32, u32), Layer>,
}

impl Solution {
    /// Solves the game; `None` where there are no games with so many pieces.
    /// Tells `watch` how far it is after every layer.
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
        let mut solution = Solution {
            pieces,
            exact_home,
            geometry: Geometry::new(),
            layers: HashMap::new(),
        };
        let positions = solution.positions();
        let solved = AtomicU64::new(0);
        let most = u32::from(pieces);
        for together in 2..=2 * most {
            let layers: Vec<(u32, u32)> = (1..=most)
                .map(|green| (together.saturating_sub(green), green))
                .filter(|(red, green)| (green..=&most).contains(&red))
                .collect();
            let layers: Vec<Layer> = layers
                .into_par_iter()
                .map(|(red, green)| {
                    let layer = solution.solve_layer(red, green);
                    let count = solution.positions_of(red, green);
                    let solved = count + solved.fetch_add(count, Ordering::Relaxed);
                    watch(Progress { solved, positions });
                    layer
                })
                .collect();
            for layer in layers {
                let key = (layer.shape.red, layer.shape.green);
                solution.layers.insert(key, layer);
            }
        }
        Some(solution)
    }

    fn solve_layer(&self, red: u32, green: u32) -> Layer {
        // The layer where red has one piece less than green is the exchanged
        // one where green has.
        let exchanged = (red == green)
            .then(|| self.layers.get(&(red, green - 1)))
            .flatten()
            .map(|layer| layer.exchanged(&self.geometry));
        let homes = Homes {
            red: exchanged
                .as_ref()
                .or_else(|| self.layers.get(&(red - 1, green))),
            green: self.layers.get(&(red, green - 1)),
        };
        let mut layer = Layer::undecided(&self.geometry, red, green);
        let sweeper = Sweeper::new(&self.geometry, &layer, homes, self.exact_home);
        while sweeper.sweep(&mut layer) > TOLERANCE {}
        layer
    }

    /// How many pieces a player has.
    #[must_use]
    pub fn pieces(&self) -> u8 {
        self.pieces
    }

    /// The number of positions before a throw, as the player to throw sees
    /// them.
    #[must_use]
    pub fn positions(&self) -> u64 {
        let most = u32::from(self.pieces);
        (1..=most)
            .flat_map(|green| (green..=most).map(move |red| (red, green)))
            .map(|(red, green)| self.positions_of(red, green))
            .sum()
    }

    /// The positions of a layer and, where it is another one, of the exchanged
    /// layer.
    fn positions_of(&self, red: u32, green: u32) -> u64 {
        let count = Layer::positions(&self.geometry, red, green);
        if red == green { count } else { 2 * count }
    }

    /// The chance that the player who begins wins.
    #[must_use]
    pub fn first_player(&self) -> f64 {
        let start = Placing::start(self.pieces).expect("a solved game has a start");
        let state = self.state(start, Player::Red);
        self.value(&state).expect("the start is solved")
    }

    fn state(&self, placing: Placing, next: Player) -> GameState {
        GameState {
            placing,
            next,
            exact_home: self.exact_home,
        }
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
        let red = on_their_way(state.placing.side(Player::Red));
        let green = on_their_way(state.placing.side(Player::Green));
        if red < green {
            return self.value(&state.exchanged());
        }
        let layer = &self.layers[&(red, green)];
        let placed = self.placed(&state.placing);
        let (group, lane) = placed.place(&layer.shape, &self.geometry);
        Some(match state.next {
            Player::Red => layer.red_throws[group][lane],
            Player::Green => 1.0 - layer.green_throws[group][lane],
        })
    }

    /// The chance that the player to move wins after this roll, by the best
    /// move; computed with the plain rules.
    #[must_use]
    pub fn value_after(&self, state: &GameState, roll: Roll) -> Option<f64> {
        let roll = i64::from(roll.number());
        let mut best: Option<f64> = None;
        let moves = possible_moves(state, roll);
        // Where nothing can move, any position passes.
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

    /// The largest difference, over all positions, between a value and the
    /// mean of the values after every roll by the plain rules: how wrong the
    /// solution can be seen to be.
    #[must_use]
    pub fn residual(&self) -> f64 {
        self.layers
            .values()
            .map(|layer| {
                (0..SHARED)
                    .into_par_iter()
                    .map(|shared| self.residual_of(layer, shared))
                    .reduce(|| 0.0, f64::max)
            })
            .fold(0.0, f64::max)
    }

    fn residual_of(&self, layer: &Layer, shared: usize) -> f64 {
        let mut worst = 0.0_f64;
        layer.each_position(&self.geometry, shared, |placed| {
            let placing = self.placing(layer, placed);
            for next in Player::ALL {
                let state = self.state(placing, next);
                let mean: Option<f64> = Roll::all()
                    .map(|roll| {
                        Some(f64::from(roll.weight()) / 16.0 * self.value_after(&state, roll)?)
                    })
                    .sum();
                let difference = self
                    .value(&state)
                    .zip(mean)
                    .map_or(f64::INFINITY, |(value, mean)| (value - mean).abs());
                worst = worst.max(difference);
            }
        });
        worst
    }

    /// The parts that a placing is numbered by.
    fn placed(&self, placing: &Placing) -> Placed {
        let red = placing.side(Player::Red).squares.bits();
        let green = placing.side(Player::Green).squares.bits();
        Placed {
            shared: self.geometry.shared(shared_part(red), shared_part(green)),
            red_private: private_part(red),
            green_private: private_part(green),
        }
    }

    /// The placing of numbered parts.
    fn placing(&self, layer: &Layer, placed: Placed) -> Placing {
        let side = |left: u32, shared: u8, private: u8| {
            let squares = whole(shared, private);
            Side {
                start: (left - squares.count_ones()) as u8,
                squares: Squares::from_bits(squares).expect("bits of squares"),
                home: self.pieces - left as u8,
            }
        };
        let (red, green) = (
            self.geometry.red[placed.shared],
            self.geometry.green[placed.shared],
        );
        Placing::new(
            side(layer.shape.red, red, placed.red_private),
            side(layer.shape.green, green, placed.green_private),
        )
        .expect("numbered parts make a placing")
    }
}

fn on_their_way(side: Side) -> u32 {
    side.pieces() - u32::from(side.home)
}

/// Squares 5 to 12 of a set with bit n for square n.
fn shared_part(squares: u16) -> u8 {
    (squares >> 5) as u8
}

/// Squares 1 to 4, 13 and 14 of a set with bit n for square n.
fn private_part(squares: u16) -> u8 {
    (squares >> 1 & 0xf) as u8 | (((squares >> 13 & 3) as u8) * BIT_13)
}

/// The set of which these are the parts.
fn whole(shared: u8, private: u8) -> u16 {
    let last = u16::from(private & (BIT_13 | BIT_14)) / u16::from(BIT_13);
    u16::from(private & 0xf) << 1 | u16::from(shared) << 5 | last << 13
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_squares_is_the_sum_of_its_parts() {
        for squares in (0..1_u16 << 14).map(|bits| bits << 1) {
            assert_eq!(whole(shared_part(squares), private_part(squares)), squares);
        }
    }
}
