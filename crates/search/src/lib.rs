//! Ways to choose a move that serve several games.
#![forbid(unsafe_code)]

mod exhaustive;
mod random;

pub use exhaustive::Exhaustive;
pub use random::Random;
