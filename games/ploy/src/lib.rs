//! Ploy: pieces that move along the lines they show, and turn to point them
//! elsewhere. Who takes the other's Commander, or everything but it, wins.
//!
//! The types and functions that the game's document names are here under its
//! names: [`Pos`], [`Cell`], [`Board`], [`Player`], [`Move`], [`validate_fen`],
//! [`build_board`], [`line`], [`game_finished`], [`is_valid_move`],
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

mod baseline;
mod bits;
mod bots;
mod draw;
mod engine;
#[cfg(feature = "serde")]
mod json;
pub mod lab;
mod levels;
mod notation;
mod perft;
mod record;
mod rules;

use parlour_core::review::Tolerance;
use parlour_core::{GameInfo, Measure, Playable, Seat};

pub use bits::{Bits, Undo};
pub use notation::{START, build_board, read_cell, validate_fen};
pub use rules::{
    Board, Cell, Direction, Kind, Move, NoLine, Piece, Player, Ploy, Pos, Refusal, SIDE, Symmetry,
    game_finished, is_valid_move, line, list_moves, possible_moves,
};

/// By so many hundredths of a Shield more, the chance to win grows e times
/// against the chance to lose: fitted to games of the engine with itself by
/// the tuner.
const MEASURE: Measure = Measure::Score { scale: 483 };

impl Playable for Ploy {
    const INFO: GameInfo = GameInfo {
        id: "ploy",
        title: "Ploy",
        summary: "Move pieces along their lines, turn them, and take the other's Commander.",
        seats: 2..=2,
        extension: "ploy",
        measure: MEASURE,
        rules: include_str!("rules.txt"),
    };

    #[cfg(feature = "serde")]
    const JSON: parlour_core::json::Forms<Self> = parlour_core::json::Forms::structured();

    fn describe_value(_: Seat, value: f64) -> String {
        engine::reasons::in_words(value as i32)
    }

    /// Quiet moves differ by four points, and the engine is not surer than that.
    /// A Probe lost in an even game costs eight points, a Lance eighteen.
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
