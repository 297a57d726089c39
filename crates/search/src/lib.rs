//! Ways to choose a move that serve several games.
#![forbid(unsafe_code)]

mod random;

pub use random::Random;
