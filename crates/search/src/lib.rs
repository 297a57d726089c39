//! Searches that several games can use.
//!
//! [`common`] has the bots that every game of the catalogue gets: random moves,
//! the best move at a glance, alpha-beta or expectimax where they apply, and
//! Monte Carlo tree search.
#![forbid(unsafe_code)]

mod common;
mod greedy;
mod key;
mod lookahead;
mod mcts;
mod meter;
mod playout;
mod random;
mod rank;
mod reporter;
mod slipping;
#[cfg(test)]
mod testing;
mod transposition;

pub use common::common;
pub use random::Random;
pub use slipping::Slipping;
pub use transposition::{TableEntry, TableKey, TranspositionTable};
