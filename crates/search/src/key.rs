//! Numbers that stand for positions.

use std::hash::{BuildHasher, Hash};

use foldhash::quality::FixedState;

/// A number that is another one for another position, as good as certainly.
/// It is the same in every run.
pub(crate) fn key(position: &impl Hash) -> u64 {
    FixedState::with_seed(0).hash_one(position)
}
