//! Bots against bots, with statistics that can be trusted.
//!
//! * [`Plan`] says who plays whom, and [`Arena`] plays it: luck is the same in
//!   all games of a group, with the players moved from seat to seat.
//! * [`Board`] collects results in any order and tells the standing: Elo from
//!   pairs of games ([`Pairs`]), ratings of many ([`ratings()`]), a test that stops
//!   by itself ([`Sprt`]).
//! * [`ResultsFile`] keeps every result as soon as it is there.
//! * [`check_bot`] tells what such a bot does wrong.
//! * [`External`] is a bot that is another program; [`protocol`] is what the two
//!   say to each other.
#![forbid(unsafe_code)]

mod board;
mod conformance;
mod elo;
mod external;
mod names;
mod plan;
mod plot;
pub mod protocol;
mod ratings;
mod results;
mod run;
mod spec;
mod sprt;

pub use board::{Board, GameResult, Player, Standing};
pub use conformance::{Point, Wrong, check_bot};
pub use elo::{Estimate, Pairs, elo_of, normal, score_of};
pub use external::{External, Patience};
pub use names::labels;
pub use plan::{Fixture, Plan, PlanError, Shape};
pub use plot::plot;
pub use ratings::{Group, Rating, ratings};
pub use results::{Heading, ResultsError, ResultsFile};
pub use run::{Arena, Finished};
pub use spec::{BadSpec, Spec};
pub use sprt::{Sprt, Verdict};
