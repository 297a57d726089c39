//! The Royal Game of Ur: a race of two players over a board of twenty squares,
//! with four coins for dice.
//!
//! The types and functions named in the game's document are here under the same
//! names: [`Player`], [`opponent`], [`Square`], [`Position`], [`Placing`],
//! [`placing`], [`GameState`], [`init_gs`], [`possible_moves`], [`make_move`],
//! [`game_over`] and [`winner`].
//!
//! ```
//! use parlour_ur::{Player, Position, init_gs, make_move, placing, possible_moves};
//!
//! let state = init_gs();
//! assert_eq!(possible_moves(&state, 4), [Position::Start]);
//! let state = make_move(&state, (4, Position::Start)).expect("a legal move");
//! let four = Position::on(4).expect("a square");
//! assert_eq!(placing(&state.placing, four, Player::Red), 1);
//! // A rosette: Red rolls again.
//! assert_eq!(state.next, Player::Red);
//! ```
#![forbid(unsafe_code)]
// Without the feature, helpers of what it brings are unused.
#![cfg_attr(not(feature = "full"), allow(dead_code, unused_imports))]

#[cfg(feature = "full")]
mod board;
#[cfg(feature = "full")]
mod bots;
#[cfg(feature = "full")]
mod draw;
mod encode;
#[cfg(feature = "full")]
mod expectimax;
#[cfg(feature = "serde")]
mod json;
mod notation;
#[cfg(feature = "full")]
pub mod numbering;
mod pairs;
#[cfg(feature = "full")]
mod puzzle;
#[cfg(feature = "full")]
mod record;
#[cfg(feature = "full")]
mod rosettes;
mod rules;
#[cfg(feature = "full")]
mod simulate;
#[cfg(feature = "full")]
mod solve;
#[cfg(feature = "full")]
mod strategy;
#[cfg(feature = "full")]
mod table;

use parlour_core::learn::Puzzles;
use parlour_core::review::Tolerance;
use parlour_core::{Encoder, GameInfo, Measure, Playable, Played, Series, encoder};

#[cfg(feature = "full")]
pub use board::{Moved, ThrowerBoard};
pub use pairs::{Pair, read_pairs};
#[cfg(feature = "full")]
pub use rosettes::{Rosette, rosettes};
pub use rules::{
    BadPlacing, Exchange, GameState, IllegalMove, MOST_PIECES, Move, OddPair, PairFault, Placing,
    Player, Position, Refusal, Roll, Setup, Side, Square, Squares, Ur, game_over, init_gs, judged,
    make_move, opponent, placing, possible_moves, winner,
};

#[cfg(feature = "full")]
pub use solve::{Progress, Solution};
#[cfg(feature = "full")]
pub use table::{TableError, TableFault, WinTable, table_name};

#[cfg(feature = "full")]
impl Playable for Ur {
    const INFO: GameInfo = GameInfo {
        id: "ur",
        title: "The Royal Game of Ur",
        summary: "Race your pieces home with four coins for dice, and send your opponent's back.",
        seats: 2..=2,
        extension: "ur",
        measure: Measure::Chance,
        rules: include_str!("rules.txt"),
    };

    #[cfg(feature = "serde")]
    const JSON: parlour_core::json::Forms<Self> = parlour_core::json::Forms::structured();

    const ENCODER: Option<&'static dyn Encoder> = Some(encoder::<Self>());

    const LESSON: Option<&'static str> = Some(include_str!("lesson.txt"));

    const PUZZLES: Option<Puzzles<Self>> = Some(puzzle::PUZZLES);

    /// The values are exact, and luck is the larger part: a throw changes the
    /// chance by five percentage points, so a move that loses as much is a
    /// mistake.
    const TOLERANCE: Tolerance = Tolerance {
        inaccuracy: 0.02,
        mistake: 0.05,
        blunder: 0.1,
    };

    const FEAT: Option<&'static str> = Some("captures");

    fn is_feat(&self, chosen: &Move) -> bool {
        self.landing(*chosen).is_some_and(|to| self.captures_on(to))
    }

    fn simulate(&self, series: &Series<'_>) -> Option<Vec<Played>> {
        simulate::simulate(self, series)
    }
}
