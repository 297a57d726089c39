//! Labyrinth: one to four players collect treasures in a maze whose rows and
//! columns can be shifted.
//!
//! A position is a [`Labyrinth`]; its text is a saved game in the grammar of
//! the game's document, read by [`read_save`] and written by [`write_save`].
//!
//! ```
//! use parlour_core::{Game, Notation, luck};
//! use parlour_labyrinth::{Labyrinth, deal};
//!
//! let mut game = deal(2, 1, false, &mut luck::seeded(7));
//! let insertion = game.read_move("N2 east").expect("a place and a direction");
//! game.play(&insertion).expect("no pawn is in the way");
//! assert!(game.write_position().ends_with("walk"));
//! ```
//!
//! [`Maze`] is the board as bits, for looking at many of them.

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
#[cfg(feature = "serde")]
mod json;
mod notation;
#[cfg(feature = "full")]
mod puzzle;
mod record;
#[cfg(feature = "full")]
mod review;
mod rules;
#[cfg(feature = "full")]
mod solve;
mod view;

use parlour_core::learn::Puzzles;
use parlour_core::review::Ledger;
use parlour_core::{Encoder, GameInfo, Measure, Playable, Record, Seat, encoder};

pub use notation::Announced;
pub use record::{Dialect, Habit, Import, ImportError, ReadAs, import, read_save, write_save};
pub use rules::{
    Blocked, Colour, Control, Direction, Extra, Hand, Kind, Labyrinth, MOST_PLAYERS, Maze, Move,
    Official, Pawn, Phase, Place, QuarterTurn, SIDE, SQUARES, Shape, Sides, Square, Squares,
    TREASURES, Tabletop, Tile, Treasure, View, Word, deal,
};
#[cfg(feature = "full")]
pub use solve::{Effort, PUZZLE_TURNS, Solution, SolveError, puzzle, solve};

#[cfg(feature = "full")]
impl Playable for Labyrinth {
    const INFO: GameInfo = GameInfo {
        id: "labyrinth",
        title: "Labyrinth",
        summary: "Collect treasures in a maze that changes every turn, and be the first to come home.",
        seats: 1..=4,
        extension: "labyrinth",
        measure: Measure::Count,
        rules: include_str!("rules.txt"),
    };

    #[cfg(feature = "serde")]
    const JSON: parlour_core::json::Forms<Self> = parlour_core::json::Forms::structured();

    const ENCODER: Option<&'static dyn Encoder> = Some(encoder::<Self>());

    const LESSON: Option<&'static str> = Some(include_str!("lesson.txt"));

    const PUZZLES: Option<Puzzles<Self>> = Some(puzzle::PUZZLES);

    const PRIVATE: bool = true;

    fn describe_value(_: Seat, turns: f64) -> String {
        match turns {
            ..=1.0 => "1 turn to the next treasure".to_owned(),
            ..=2.0 => "2 turns to the next treasure".to_owned(),
            // Bots that look two turns ahead know no more than this.
            turns => format!("{turns:.0} turns to the next treasure, or more"),
        }
    }

    /// In a solo game the turns count: an insertion and a walk each.
    fn effort(&self, moves: &[u32]) -> Option<(Seat, u32)> {
        match *moves {
            [moves] => Some((Seat(0), moves.div_ceil(2))),
            _ => None,
        }
    }

    fn ledger(
        record: &Record<Labyrinth>,
        progress: &mut dyn FnMut(usize, &Ledger),
    ) -> Option<Ledger> {
        Some(review::ledger(record, progress))
    }
}
