//! Hash keys of positions.

use std::hash::{BuildHasher, Hash};

use foldhash::quality::FixedState;

/// A 64-bit hash of a position, the same in every run. Collisions are
/// negligible.
#[doc(alias = "Zobrist hash")]
pub(crate) fn key(position: &impl Hash) -> u64 {
    FixedState::with_seed(0).hash_one(position)
}
