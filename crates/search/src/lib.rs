//! Ways to choose a move that serve several games.
#![forbid(unsafe_code)]

mod random;
mod transposition;

pub use random::Random;
pub use transposition::{TableEntry, TableKey, TranspositionTable};
