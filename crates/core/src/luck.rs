//! The named, portable random generator behind every `--seed`.

use rand::SeedableRng;
use rand_pcg::Pcg64;

/// The generator of the project: PCG XSL RR 128/64. A seed gives the same
/// numbers on every machine and in every version.
pub type Luck = Pcg64;

/// The generator that a number starts. What luck does in a game comes from a
/// [`Seed`](crate::Seed).
#[must_use]
pub fn seeded(seed: u64) -> Luck {
    Luck::seed_from_u64(seed)
}
