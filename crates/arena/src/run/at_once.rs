//! How many games a worker takes at a time.

use std::time::{Duration, Instant};

/// How many games are played in one go: one to begin with, and then as many as take long enough to
/// be worth handing over, but not so long that they could not be stopped.
pub(super) struct AtOnce(u64);

impl Default for AtOnce {
    fn default() -> Self {
        AtOnce(1)
    }
}

impl AtOnce {
    const LEAST_TIME: Duration = Duration::from_millis(20);
    const MOST_TIME: Duration = Duration::from_millis(80);
    const MOST: u64 = 1024;

    pub(super) fn games(&self) -> u64 {
        self.0
    }

    /// Does the work of one go, and learns from the time it takes.
    pub(super) fn timed<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let begun = Instant::now();
        let done = work();
        let time = begun.elapsed();
        if time < Self::LEAST_TIME {
            self.0 = (2 * self.0).min(Self::MOST);
        } else if time > Self::MOST_TIME {
            self.0 = (self.0 / 2).max(1);
        }
        done
    }
}
