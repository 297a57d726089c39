//! The Royal Game of Ur: a race of two players over a board of twenty squares,
//! with four coins for dice.
//!
//! The types and functions that the game's document names are here under its
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

mod board;
mod bots;
mod draw;
mod expectimax;
#[cfg(feature = "serde")]
mod json;
mod notation;
pub mod numbering;
mod pairs;
mod record;
mod rosettes;
mod rules;
mod simulate;
mod solve;
mod strategy;
mod table;

use parlour_core::review::Tolerance;
use parlour_core::{GameInfo, Measure, Playable, Played, Series};

pub use board::{Moved, ThrowerBoard};
pub use pairs::{Pair, read_pairs};
pub use rosettes::{Rosette, rosettes};
pub use rules::{
    BadPlacing, Exchange, GameState, IllegalMove, MOST_PIECES, Move, OddPair, PairFault, Placing,
    Player, Position, Refusal, Roll, Setup, Side, Square, Squares, Ur, game_over, init_gs, judged,
    make_move, opponent, placing, possible_moves, winner,
};

pub use solve::{Progress, Solution};
pub use table::{TableError, TableFault, WinTable, table_name};

impl Playable for Ur {
    const INFO: GameInfo = GameInfo {
        id: "ur",
        title: "The Royal Game of Ur",
        summary: "Race your pieces home with the throw of four coins, and send the other's back.",
        seats: 2..=2,
        extension: "ur",
        measure: Measure::Chance,
        rules: include_str!("rules.txt"),
    };

    #[cfg(feature = "serde")]
    const JSON: parlour_core::json::Forms<Self> = parlour_core::json::Forms::structured();

    /// The values are exact, and luck decides most: a throw moves the chance by
    /// five points, so a move that gives away as much is a mistake.
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
