//! Ways to choose a move that serve several games.

mod exhaustive;
mod random;

pub use exhaustive::Exhaustive;
pub use random::Random;
