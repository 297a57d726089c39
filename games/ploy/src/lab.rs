//! Measuring and tuning the engine: matches between bots, games of the engine
//! with itself, and the tuner of its weights. Everything follows from a seed;
//! only a limit by time depends on the machine.

mod contest;
mod fit;
mod games;
mod selfplay;
mod survey;
mod tactics;
mod tally;
mod tune;

pub use contest::{Contest, Limit, UnknownBot, contest};
pub use selfplay::SelfPlay;
pub use survey::{Survey, survey};
pub use tactics::{Tactic, tactics};
pub use tally::{Interval, Tally};
pub use tune::{Tuned, tune};
