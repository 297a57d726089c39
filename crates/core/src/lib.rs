//! What every game of Parlour offers, and what can be done with any of them.
//!
//! * [`Game`] is the rules. What only a front end, a bot or a file needs is a
//!   small trait of its own: [`Configure`], [`Notation`], [`Records`],
//!   [`Draw`], [`Picks`], [`Symmetric`], [`Imagine`], [`Views`], [`Bots`].
//! * [`Playable`] is a game that has them all and can stand in the catalogue.
//! * [`GameEntry`] and [`Position`] are the same without types, with texts at
//!   the edge: all that the command line, the terminal program and the arena
//!   ever see.
//! * [`picture`] is a position as pictures, [`chart`] figures as pictures.
//! * [`Match`] is a game being played or explored: undo, take back, branch.
//! * [`GameEntry::bout`] is a whole game between bots, at full speed.
//! * [`review`] tells the luck and the skill in a record.
//! * [`clock`] tells the time, also where the system has none.
//! * `json` (behind the feature `serde`) has a JSON form and a schema for
//!   everything.
//! * `laws` (behind the feature of that name) is the test kit that every game
//!   must pass.
#![forbid(unsafe_code)]

mod any_bot;
mod bot;
mod bout;
pub mod chart;
pub mod clock;
mod diagnostic;
mod drawing;
mod entry;
mod error;
mod excerpt;
mod game;
mod harmless;
#[cfg(feature = "serde")]
pub mod json;
#[cfg(feature = "laws")]
pub mod laws;
pub mod lines;
pub mod luck;
mod names;
mod notation;
pub mod picture;
mod play;
mod position;
mod record;
pub mod review;
mod seed;
mod setup;
mod stall;
mod step;
mod symmetry;
mod tables;
mod views;

pub use any_bot::{AnyBot, Fault, Question};
pub use bot::{
    Advice, Bot, BotInfo, BotMaker, Bots, CommonBots, Computation, Evaluation, Figure, Lack,
    Limits, Listener, Measure, OFFERED, Offer, Remark, Survey, Surveyed, Thought, USUAL_OPPONENT,
};
pub use bout::{Budget, Contestant, Ending, Noted, Played, SeatClock, Series, Terms};
pub use diagnostic::{Diagnostic, Label, Place, Severity, did_you_mean, quoted};
pub use drawing::{Draw, DrawOptions, Drawing, Overlay, Run, YELLOW};
pub use entry::{Entry, GameEntry, GameInfo, Playable};
pub use error::{Illegal, SetupError, TooLarge};
pub use excerpt::Excerpt;
pub use game::{Game, Never, Odds, Outcome, Sampler, Seat, Step, Turn, Viewer, below};
pub use harmless::{first_harmful, harmless, harmless_lines};
pub use names::{BadName, check_name, shortened, shown_name};
pub use notation::{Notation, Pick, Picks, Throw};
pub use play::{Match, Tried, caption};
pub use position::Position;
pub use record::{AnyReading, AnyRecord, Holds, Reading, Record, Records, Save};
pub use seed::Seed;
pub use setup::{Configure, SetupOption, SetupValues};
pub use stall::{Stall, Stalled};
pub use step::AnyStep;
pub use symmetry::{Imagine, Symmetric};
pub use tables::{TableSource, Tables};
pub use views::{Open, Views};
