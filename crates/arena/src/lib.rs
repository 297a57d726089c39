//! Bots against bots, with statistics that can be trusted.
//!
//! * [`Plan`] says who plays whom, and [`Arena`] plays it: luck is the same in
//!   all games of a group, with the players moved from seat to seat.
//! * [`Scoreboard`] collects results in any order and tells the standing.
//! * [`statistics`] are Elo, intervals, ratings of many, and tests that stop by
//!   themselves: the only ones in the house.
//! * [`ResultsFile`] keeps every result as soon as it is there.
//! * [`check_bot`] tells what such a bot does wrong.
//! * [`External`] is a bot that is another program; [`protocol`] is what the two
//!   say to each other.
#![forbid(unsafe_code)]

mod conformance;
mod external;
mod game_result;
mod names;
mod plan;
mod plot;
pub mod protocol;
mod results;
mod run;
mod scoreboard;
mod spec;
mod standing;
pub mod statistics;
mod trouble;

pub use conformance::{Found, Point, Wrong, check_bot};
pub use external::{About, Chosen, External, Patience, guard_bots};
pub use game_result::{End, GameResult, Thinking};
pub use names::labels;
pub use plan::{Fixture, Plan, PlanError, Seating, Shape};
pub use plot::{Rating, heat_map, plot};
pub use results::{Heading, ResultsError, ResultsFile};
pub use run::{Arena, Finished};
pub use scoreboard::Scoreboard;
pub use spec::{BadSpec, Spec};
pub use standing::{Player, Standing};
pub use trouble::{Failure, HostTrouble, Trouble};
