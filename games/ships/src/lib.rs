//! Ships: three of them are hidden on a board of eight columns and four rows,
//! and searched for by guesses of three locations.
//!
//! The types and functions that the game's document names are here under its
//! names: [`Location`], [`to_location`], [`from_location`], [`feedback`],
//! [`GameState`], [`initial_guess`] and [`next_guess`]. Where it has a list of
//! locations there is a [`Fleet`], three different ones, and for three numbers
//! a [`Feedback`].
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
//! [`Candidates`], [`Rule`] and [`Tally`] are what searchers are made of. The game
//! itself can be played on any [`Waters`]; what the document names is about the
//! standard one.

#![forbid(unsafe_code)]

mod bots;
mod candidates;
mod draw;
#[cfg(feature = "serde")]
mod json;
mod notation;
mod planes;
mod ranking;
mod record;
mod review;
mod rules;
mod solve;
mod strategy;

use parlour_core::review::Ledger;
use parlour_core::{GameInfo, Measure, Playable, Record, Seat};

pub use candidates::{Candidates, Sizes};
pub use notation::read_fleet;
pub use rules::{
    BadFleet, BadWaters, COLUMNS, Exchange, Feedback, Fleet, Flip, HIDER, Location, Move, ROWS,
    SEARCHER, SHIPS, Setup, Ships, Waters, feedback, from_location, to_location,
};
pub use solve::{
    BadTree, Task, Tree, Width, at_least, first_guesses, is_enough, lower_bound, solve,
};
pub use strategy::{Contradiction, GameState, Rule, Tally, initial_guess, next_guess};

impl Playable for Ships {
    const INFO: GameInfo = GameInfo {
        id: "ships",
        title: "Ships",
        summary: "Find three hidden ships: each guess is told how near it is.",
        seats: 2..=2,
        extension: "ships",
        measure: Measure::Count,
        rules: include_str!("rules.txt"),
    };

    #[cfg(feature = "serde")]
    const JSON: parlour_core::json::Forms<Self> = parlour_core::json::Forms::structured();

    /// A hider who fixes the target at will is no measure of a searcher.
    const COMPARABLE: &'static [(&'static str, &'static str)] = &[("target", "random")];

    /// Bots hide in a moment, and without mistakes; people like to search.
    const SOLO: Seat = SEARCHER;

    fn describe_value(seat: Seat, value: f64) -> String {
        match seat {
            SEARCHER => format!("{value:.1} guesses to come, as a mean"),
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
