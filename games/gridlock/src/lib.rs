//! Gridlock: two players paint the cells of a grid in turn, never in the
//! colour of a neighbour. Who cannot move loses.
//!
//! The functions that the game's document names are here under its names:
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

mod bots;
mod draw;
#[cfg(feature = "serde")]
mod json;
mod notation;
mod outlook;
mod record;
mod rules;
mod solve;
mod strategy;

use parlour_core::{GameInfo, Measure, Playable};

pub use draw::draw_grid;
pub use record::{GameRecord, parse_game};
pub use rules::{Cell, Colour, Grid, Paint, Palette, Refusal, Setup, Size, Symmetry};
pub use solve::{Component, Solver, Unsolved};
pub use strategy::{Pairing, Strategy, Verdict, verdict, winner};

impl Playable for Grid {
    const INFO: GameInfo = GameInfo {
        id: "gridlock",
        title: "Gridlock",
        summary: "Paint the grid, never like a neighbour; who cannot move loses.",
        seats: 2..=2,
        extension: "gridlock",
        measure: Measure::Chance,
        rules: include_str!("rules.txt"),
    };

    #[cfg(feature = "serde")]
    const JSON: parlour_core::json::Forms<Self> = parlour_core::json::Forms::structured();
}
