//! The portable random number generator behind every `--seed`.

use rand::SeedableRng;
use rand_pcg::Pcg64;

/// The project's generator: PCG XSL RR 128/64. A seed gives the same numbers on
/// every machine and in every version.
pub type Luck = Pcg64;

/// The generator started from a number. The chance events of a game come from a
/// [`Seed`](crate::Seed).
#[must_use]
pub fn seeded(seed: u64) -> Luck {
    Luck::seed_from_u64(seed)
}
