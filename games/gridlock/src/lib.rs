//! Gridlock: two players take turns to paint the cells of a grid, never in the
//! colour of a neighbour. A player who cannot move loses.
//!
//! The functions named in the game's document are here under the same names:
//! [`draw_grid`] and [`parse_game`], which gives a [`GameRecord`].
//!
//! ```
//! let record = parlour_gridlock::parse_game(
//!     "GRIDLOCK\n\
//!      Players: Amy, Bill.\n\
//!      Grid: 2x1.\n\
//!      Colours: red.\n\
//!      Amy plays red at (1,0).\n\
//!      Bill cannot move.\n\
//!      Amy wins!\n",
//! )
//! .expect("a valid record");
//! assert_eq!(record.winner(), "Amy");
//! let last = record.grids().last().expect("there is always the empty grid");
//! assert_eq!(
//!     parlour_gridlock::draw_grid(&last).expect("a small grid"),
//!     "+--+\n| \x1b[41mR\x1b[0m|\n+--+"
//! );
//! ```
#![forbid(unsafe_code)]
// Without the feature, helpers of what it brings are unused.
#![cfg_attr(not(feature = "full"), allow(dead_code, unused_imports))]

#[cfg(feature = "full")]
mod bots;
#[cfg(feature = "full")]
mod draw;
mod encode;
#[cfg(feature = "serde")]
mod json;
mod notation;
#[cfg(feature = "full")]
mod outlook;
#[cfg(feature = "full")]
mod puzzle;
#[cfg(feature = "full")]
mod record;
mod rules;
#[cfg(feature = "full")]
mod solve;
#[cfg(feature = "full")]
mod strategy;

use parlour_core::learn::Puzzles;
use parlour_core::{Encoder, GameInfo, Measure, Playable, encoder};

#[cfg(feature = "full")]
pub use draw::draw_grid;
#[cfg(feature = "full")]
pub use record::{GameRecord, parse_game};
pub use rules::{Cell, Colour, Grid, Paint, Palette, Refusal, Setup, Size, Symmetry};
#[cfg(feature = "full")]
pub use solve::{Component, Solver, Unsolved};
#[cfg(feature = "full")]
pub use strategy::{Pairing, Strategy, Verdict, verdict, winner};

#[cfg(feature = "full")]
impl Playable for Grid {
    const INFO: GameInfo = GameInfo {
        id: "gridlock",
        title: "Gridlock",
        summary: "Paint cells, never the same colour as a neighbour; the last to move wins.",
        seats: 2..=2,
        extension: "gridlock",
        measure: Measure::Chance,
        rules: include_str!("rules.txt"),
    };

    #[cfg(feature = "serde")]
    const JSON: parlour_core::json::Forms<Self> = parlour_core::json::Forms::structured();

    const ENCODER: Option<&'static dyn Encoder> = Some(encoder::<Self>());

    const LESSON: Option<&'static str> = Some(include_str!("lesson.txt"));

    const PUZZLES: Option<Puzzles<Self>> = Some(puzzle::PUZZLES);
}
