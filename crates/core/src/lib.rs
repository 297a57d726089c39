//! What every game of Parlour offers, and what can be done with any of them.
//!
//! * [`Game`] is the rules. Whatever only a front end, a bot or a file needs is
//!   a small trait of its own: [`Configure`], [`Notation`], [`Records`],
//!   [`Draw`], [`Picks`], [`Symmetric`], [`Imagine`], [`Views`], [`Bots`].
//! * [`Playable`] is a game that has them all and can be in the catalogue.
//! * [`GameEntry`] and [`Position`] are the same without types, with texts at
//!   the boundary: all that the command line, the terminal program and the
//!   arena ever see.
//! * [`picture`] draws positions, [`chart`] draws figures.
//! * [`Match`] is a game being played or explored: undo, take back, branch.
//! * [`GameEntry::bout`] is a whole game between bots, at full speed.
//! * [`learn`] has rules with diagrams, guided first games and puzzles.
//! * [`review`] separates the luck and the skill in a record.
//! * [`Encode`] turns positions and moves into numbers, for machine learning, and [`Batch`] plays
//!   many games at once with them.
//! * [`clock`] gives the time, even on platforms without a clock.
//! * `json` (behind the feature `serde`) has a JSON form and a schema for
//!   everything.
//! * `laws` (behind the feature of that name) is the test kit that every game
//!   must pass.
#![forbid(unsafe_code)]

mod any_bot;
mod batch;
mod bot;
// An arena plays bouts; a page has none.
#[cfg_attr(target_arch = "wasm32", allow(dead_code))]
mod bout;
pub mod canvas;
pub mod chart;
pub mod clock;
mod diagnostic;
mod drawing;
mod encode;
mod entry;
mod error;
mod excerpt;
mod game;
mod harmless;
#[cfg(feature = "serde")]
pub mod json;
#[cfg(feature = "laws")]
pub mod laws;
pub mod learn;
pub mod lines;
pub mod luck;
mod names;
mod notation;
pub mod picture;
mod play;
mod playable;
mod position;
mod record;
pub mod review;
mod seed;
mod setup;
mod sorting;
mod stall;
mod step;
mod symmetry;
mod tables;
mod threads;
mod views;

pub use any_bot::{AnyBot, Fault, Question};
pub use batch::{Arrays, BadAction, Batch};
pub use bot::{
    Advice, Bot, BotInfo, BotMaker, Bots, CommonBots, Computation, Evaluation, Figure, Limits,
    Listener, Measure, MissingFile, OFFERED, Offer, Remark, Survey, Surveyed, Thought,
    USUAL_OPPONENT,
};
pub use bout::{Budget, Contestant, Ending, Noted, Played, SeatClock, Series, Terms};
pub use diagnostic::{Diagnostic, Label, Place, Severity, did_you_mean, quoted};
pub use drawing::{Draw, DrawOptions, Drawing, Overlay, Panel, Room, Run, Signs, YELLOW};
pub use encode::{Encode, Encoder, encoder};
pub use entry::{Entry, GameEntry};
pub use error::{Illegal, SetupError, TooLarge};
pub use excerpt::Excerpt;
pub use game::{Game, Never, Odds, Outcome, Sampler, Seat, Step, Turn, Viewer, below};
pub use harmless::{csv_field, first_harmful, harmless, harmless_lines};
pub use names::{BadName, check_name, in_two_lines, shortened, shown_name};
pub use notation::{Notation, Pick, Picks, Throw};
pub use play::{Match, Tried, caption};
pub use playable::{GameInfo, Playable};
pub use position::Position;
pub use record::{AnyReading, AnyRecord, Holds, Reading, Record, Records, Save};
pub use seed::{Seal, Seed};
pub use setup::{Configure, SetupOption, SetupValues};
pub use sorting::Sorting;
pub use stall::{Stall, Stalled};
pub use step::AnyStep;
pub use symmetry::{Imagine, Symmetric};
pub use tables::{TableSource, Tables};
pub use threads::together;
pub use views::{Open, Views};
