//! Measuring and tuning the engine: games of the engine with itself, and the tuner
//! of its weights. Everything follows from a seed. Matches between bots are the
//! arena's.

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
