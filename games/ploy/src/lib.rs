//! Ploy: pieces that move along the lines they show, and turn to point them
//! elsewhere. To win, capture the other's Commander, or everything else.
//!
//! The types and functions named in the game's document are here under the same
//! names: [`Pos`], [`Cell`], [`Board`], [`Player`], [`Move`], [`validate_fen`],
//! [`build_board`], [`line()`], [`game_finished`], [`is_valid_move`],
//! [`possible_moves`] and [`list_moves`]. They are the plain rules; [`Bits`] is
//! the same board made for speed.
//!
//! ```
//! use parlour_ploy::{Player, START, build_board, list_moves};
//!
//! let board = build_board(START).expect("the start");
//! let moves = list_moves(&board, Player::Black);
//! assert_eq!(moves.len(), 145);
//! assert_eq!(moves[0].to_string(), "b1-a1-0");
//! ```
#![forbid(unsafe_code)]
// Without the feature, helpers of what it brings are unused.
#![cfg_attr(not(feature = "full"), allow(dead_code, unused_imports))]

#[cfg(feature = "full")]
mod baseline;
#[cfg(feature = "full")]
mod bits;
#[cfg(feature = "full")]
mod bots;
#[cfg(feature = "full")]
mod draw;
mod encode;
#[cfg(all(feature = "full", not(target_family = "wasm")))]
mod endings;
#[cfg(all(feature = "full", target_family = "wasm"))]
#[path = "endings/absent.rs"]
mod endings;
#[cfg(feature = "full")]
mod engine;
#[cfg(feature = "serde")]
mod json;
#[cfg(feature = "full")]
pub mod lab;
#[cfg(feature = "full")]
mod levels;
mod notation;
#[cfg(feature = "full")]
mod perft;
#[cfg(feature = "full")]
mod puzzle;
#[cfg(feature = "full")]
mod record;
mod rules;

use parlour_core::learn::Puzzles;
use parlour_core::review::Tolerance;
use parlour_core::{Encoder, GameInfo, Measure, Playable, Seat, encoder};

#[cfg(feature = "full")]
pub use bits::{Bits, Undo};
#[cfg(all(feature = "full", not(target_family = "wasm")))]
pub use endings::{
    Ending, EndingError, EndingFault, EndingSummary, EndingValue, LongestWin, Shape, SideSummary,
    ending_file, ending_name, ending_named, endings, solve_ending,
};
pub use notation::{START, build_board, read_cell, validate_fen};
pub use rules::{
    Board, Cell, Direction, Kind, Move, NoLine, Piece, Player, Ploy, Pos, Refusal, SIDE, Symmetry,
    game_finished, is_valid_move, line, list_moves, possible_moves,
};

/// This many hundredths of a Shield multiply the odds of winning by e: fitted
/// to self-play games by the tuner.
#[cfg(feature = "full")]
const MEASURE: Measure = Measure::Score { scale: 483 };

#[cfg(feature = "full")]
impl Playable for Ploy {
    const INFO: GameInfo = GameInfo {
        id: "ploy",
        title: "Ploy",
        summary: "Move pieces along their lines, turn them, and take the enemy Commander.",
        seats: 2..=2,
        extension: "ploy",
        measure: MEASURE,
        rules: include_str!("rules.txt"),
    };

    #[cfg(feature = "serde")]
    const JSON: parlour_core::json::Forms<Self> = parlour_core::json::Forms::structured();

    const ENCODER: Option<&'static dyn Encoder> = Some(encoder::<Self>());

    const LESSON: Option<&'static str> = Some(include_str!("lesson.txt"));

    const PUZZLES: Option<Puzzles<Self>> = Some(puzzle::PUZZLES);

    fn describe_value(_: Seat, value: f64) -> String {
        engine::reasons::in_words(value as i32)
    }

    /// Quiet moves differ by four percentage points, and the engine is no more
    /// certain than that. A Probe lost in an even game costs eight points, a
    /// Lance eighteen.
    const TOLERANCE: Tolerance = Tolerance {
        inaccuracy: 0.05,
        mistake: 0.08,
        blunder: 0.15,
    };

    const FEAT: Option<&'static str> = Some("captures");

    fn is_feat(&self, chosen: &Move) -> bool {
        chosen.from() != chosen.to() && self.board().cell(chosen.to()).is_some()
    }

    fn perft(&self, depth: u32, progress: &mut dyn FnMut(f64)) -> Option<u128> {
        Some(perft::perft(self, depth, progress))
    }
}
