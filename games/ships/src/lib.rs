//! Ships: three of them are hidden on a board of eight columns and four rows,
//! and found by guesses of three locations.
//!
//! The types and functions named in the game's document are here under the same
//! names: [`Location`], [`to_location`], [`from_location`], [`feedback`],
//! [`GameState`], [`initial_guess`] and [`next_guess`]. In place of its lists
//! of locations there is a [`Fleet`], three different ones, and in place of
//! three numbers a [`Feedback`].
//!
//! ```
//! use parlour_ships::{feedback, initial_guess, next_guess, read_fleet};
//!
//! let target = read_fleet("H1,B2,D3").expect("three locations");
//! let (guess, state) = initial_guess();
//! let answer = feedback(target, guess);
//! let (next, _) = next_guess((guess, state), answer).expect("a true answer");
//! assert_ne!(next, guess);
//! ```
//!
//! [`Candidates`], [`Rule`] and [`Tally`] are what searchers are made of. The game itself can be
//! played on any [`Board`]; what the document names is about the standard board.

#![forbid(unsafe_code)]
// Without the feature, helpers of what it brings are unused.
#![cfg_attr(not(feature = "full"), allow(dead_code, unused_imports))]

#[cfg(feature = "full")]
mod bots;
#[cfg(feature = "full")]
mod candidates;
#[cfg(feature = "full")]
mod draw;
mod encode;
#[cfg(feature = "serde")]
mod json;
mod notation;
#[cfg(feature = "full")]
mod planes;
#[cfg(feature = "full")]
mod puzzle;
#[cfg(feature = "full")]
mod ranking;
#[cfg(feature = "full")]
mod record;
#[cfg(feature = "full")]
mod review;
mod rules;
#[cfg(feature = "full")]
mod solve;
#[cfg(feature = "full")]
mod strategy;

use parlour_core::learn::Puzzles;
use parlour_core::review::Ledger;
use parlour_core::{Encoder, GameInfo, Measure, Playable, Record, Seat, encoder};

#[cfg(feature = "full")]
pub use candidates::{Candidates, Sizes};
pub use notation::read_fleet;
pub use rules::{
    BadBoard, BadFleet, Board, COLUMNS, Exchange, Feedback, Fleet, Flip, HIDER, Location, Move,
    ROWS, SEARCHER, SHIPS, Setup, Ships, feedback, from_location, to_location,
};
#[cfg(feature = "full")]
pub use solve::{
    BadTree, Task, Tree, Width, at_least, first_guesses, is_enough, lower_bound, solve,
};
#[cfg(feature = "full")]
pub use strategy::{Contradiction, GameState, Rule, Tally, initial_guess, next_guess};

#[cfg(feature = "full")]
impl Playable for Ships {
    const INFO: GameInfo = GameInfo {
        id: "ships",
        title: "Ships",
        summary: "Find three hidden ships: each answer says how near you are.",
        seats: 2..=2,
        extension: "ships",
        measure: Measure::Count,
        rules: include_str!("rules.txt"),
    };

    #[cfg(feature = "serde")]
    const JSON: parlour_core::json::Forms<Self> = parlour_core::json::Forms::structured();

    const ENCODER: Option<&'static dyn Encoder> = Some(encoder::<Self>());

    const LESSON: Option<&'static str> = Some(include_str!("lesson.txt"));

    const PUZZLES: Option<Puzzles<Self>> = Some(puzzle::PUZZLES);

    /// A hider that chooses the target does not measure a searcher.
    const COMPARABLE: &'static [(&'static str, &'static str)] = &[("target", "random")];

    /// Bots hide in a moment, and without mistakes; people like to search.
    const SOLO: Seat = SEARCHER;

    fn describe_value(seat: Seat, value: f64) -> String {
        match seat {
            SEARCHER => format!("{value:.1} more guesses on average"),
            _ => format!("the best answer leaves {}", bots::targets(value as usize)),
        }
    }

    /// The searcher always wins, sooner or later.
    fn effort(&self, _: &[u32]) -> Option<(Seat, u32)> {
        Some((SEARCHER, self.exchanges().len() as u32))
    }

    fn ledger(record: &Record<Ships>, progress: &mut dyn FnMut(usize, &Ledger)) -> Option<Ledger> {
        Some(review::ledger(record, progress))
    }
}
