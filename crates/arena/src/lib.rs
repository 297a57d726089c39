//! Bots against bots, with statistics that can be trusted.
//!
//! * [`Plan`] says who plays whom, and [`Arena`] plays it: all games of a group
//!   have the same luck, with the players rotated through the seats.
//! * [`Scoreboard`] collects results in any order and computes the standing.
//! * [`statistics`] has Elo, intervals, ratings, and sequential tests: the only
//!   statistics of the project.
//! * [`Heading`] begins the file that stores every result as soon as it is known, a
//!   [`Journal`](parlour_files::Journal).
//! * [`check_bot`] checks what an external bot does wrong.
//! * [`External`] is a bot that is another program; [`protocol`] is what the
//!   two say to each other.
//!
//! # Examples
//!
//! Ten games between two bots.
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::sync::Arc;
//!
//! use parlour_arena::Job;
//! use parlour_core::Tables;
//!
//! let game = parlour_catalog::game("gridlock").expect("it is in the catalogue");
//! let players = ["perfect", "random"].map(str::to_owned).to_vec();
//! let job = Job { games: Some(10), nodes: Some(100), ..Job::new(game, players, 1) };
//! let arena = job.arena(Tables::none(), Arc::default())?;
//! let mut board = job.board(&arena)?;
//! let every_game = 0..arena.plan.games();
//! arena
//!     .run(1, every_game, &|_| true, |finished| {
//!         board.add(finished.result);
//!         ControlFlow::Continue(())
//!     })
//!     .expect("no other program plays");
//! assert_eq!(board.standing().games, 10);
//! # Ok::<(), parlour_arena::BadJob>(())
//! ```
#![forbid(unsafe_code)]

mod conformance;
mod external;
mod fingerprint;
mod game_result;
mod job;
mod line;
mod names;
mod plan;
mod plot;
pub mod protocol;
mod results;
mod rows;
mod run;
mod scoreboard;
mod spec;
mod standing;
pub mod statistics;
mod trouble;

pub use conformance::{Found, Point, Wrong, check_bot};
pub use external::{About, Chosen, External, Timeouts, guard_bots};
pub use game_result::{End, GameResult, Thinking};
pub use job::{BadJob, Job, USUAL_MOST_STEPS};
pub use names::labels;
pub use plan::{Fixture, Plan, PlanError, Seating, Shape};
pub use plot::standing_picture;
pub use results::{ARENA, Heading};
pub use run::{Arena, Finished};
pub use scoreboard::Scoreboard;
pub use spec::{BadSpec, Spec};
pub use standing::{Player, Standing};
pub use trouble::{ExternalError, Failure, HostError};
