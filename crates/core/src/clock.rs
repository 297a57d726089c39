//! The time, on every platform.
//!
//! Everything that thinks for a limited time asks here. This is the system's clock, except in
//! WebAssembly in a browser (`wasm32-unknown-unknown`), where there is none: there the page
//! provides the time with a function that it sets once. Until it does, every reading of the clock
//! advances it by a fixed step, so that a time limit still ends a search.

use std::ops::Add;
use std::time::Duration;

/// A point in time.
///
/// ```
/// use std::time::Duration;
/// use parlour_core::clock::Moment;
/// let begun = Moment::now();
/// let end = begun + Duration::from_secs(60);
/// assert!(begun < end && !end.is_past());
/// assert!(end.left() > Duration::from_secs(50));
/// assert!(begun.elapsed() < Duration::from_secs(10));
/// assert!(!(begun + Duration::MAX).is_past());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment(Duration);

impl Moment {
    /// The present moment.
    #[must_use]
    pub fn now() -> Moment {
        Moment(reading())
    }

    /// Whether this moment has passed.
    #[must_use]
    pub fn is_past(self) -> bool {
        reading() >= self.0
    }

    /// The time since this moment; zero if it is in the future.
    #[must_use]
    pub fn elapsed(self) -> Duration {
        reading().saturating_sub(self.0)
    }

    /// The time until this moment; zero if it has passed.
    #[must_use]
    pub fn left(self) -> Duration {
        self.0.saturating_sub(reading())
    }
}

impl Add<Duration> for Moment {
    type Output = Moment;

    /// On overflow, a moment that never comes.
    fn add(self, time: Duration) -> Moment {
        Moment(self.0.saturating_add(time))
    }
}

/// The time since the clock was first read.
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn reading() -> Duration {
    use std::sync::OnceLock;
    use std::time::Instant;
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
use page::reading;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use page::set;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod page {
    use super::told::Clock;
    use std::time::Duration;

    static PAGE: Clock = Clock::new();

    pub(super) fn reading() -> Duration {
        PAGE.now()
    }

    /// Sets the function that returns the milliseconds since some fixed moment, as
    /// `performance.now()` does. Only the first call counts, and it must come before anything is
    /// played.
    pub fn set(milliseconds: fn() -> f64) {
        PAGE.set(milliseconds);
    }
}

#[cfg(any(test, all(target_family = "wasm", target_os = "unknown")))]
mod told {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    /// How far the clock moves with each reading if nobody provides the time:
    /// about what our engines do between two readings.
    const TICK_MICROSECONDS: u64 = 100;

    /// A clock driven from outside.
    pub(super) struct Clock {
        milliseconds: OnceLock<fn() -> f64>,
        asked: AtomicU64,
    }

    impl Clock {
        pub(super) const fn new() -> Clock {
            Clock {
                milliseconds: OnceLock::new(),
                asked: AtomicU64::new(0),
            }
        }

        pub(super) fn set(&self, milliseconds: fn() -> f64) {
            // A second function could turn the clock back, so only the first
            // counts.
            let _ = self.milliseconds.set(milliseconds);
        }

        pub(super) fn now(&self) -> Duration {
            match self.milliseconds.get() {
                // Anything that is not a time counts as zero.
                Some(told) => Duration::try_from_secs_f64(told() / 1e3).unwrap_or_default(),
                None => {
                    let asked = self.asked.fetch_add(1, Ordering::Relaxed);
                    Duration::from_micros(TICK_MICROSECONDS * asked)
                }
            }
        }
    }

    #[test]
    fn time_is_told_by_the_first_who_was_set() {
        let clock = Clock::new();
        clock.set(|| 1234.5);
        clock.set(|| 9.0);
        assert_eq!(clock.now(), Duration::from_micros(1_234_500));
        for nonsense in [|| f64::NAN, || -1.0, || f64::INFINITY] {
            let clock = Clock::new();
            clock.set(nonsense);
            assert_eq!(clock.now(), Duration::ZERO);
        }
    }

    #[test]
    fn where_nobody_tells_it_time_passes_by_being_asked_for() {
        let clock = Clock::new();
        let end = clock.now() + Duration::from_millis(20);
        let asked = (1..).find(|_| clock.now() >= end);
        assert_eq!(asked, Some(200));
    }
}
