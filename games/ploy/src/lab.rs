//! Measuring and tuning the engine: self-play, and the tuner of the evaluation weights. Everything
//! follows from a seed. Matches between bots are the arena's job.

mod fit;
mod games;
mod selfplay;
mod survey;
mod tactics;
mod tune;

pub use selfplay::SelfPlay;
pub use survey::{Survey, UnknownBot, survey};
pub use tactics::{Tactic, tactics};
pub use tune::{Tuned, tune};
