//! The clocks of a match, computed from its log.

use parlour_core::Seat;
use serde::{Deserialize, Serialize};

/// How much time the players have, in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(
    untagged,
    deny_unknown_fields,
    expecting = "a clock is {\"time\": 300, \"increment\": 5} in seconds for a game, or {\"days\": 2} \
                 for a move"
)]
pub(crate) enum Clock {
    /// For the whole game, and what each move adds.
    Game {
        /// Seconds for the whole game.
        #[schemars(range(min = 1, max = 86400))]
        time: u32,
        /// Seconds that each move adds.
        #[serde(default)]
        #[schemars(range(max = 3600))]
        increment: u32,
    },
    /// For each move.
    Move {
        /// Days for each move.
        #[schemars(range(min = 1, max = 60))]
        days: u32,
    },
}

const DAY: i64 = 24 * 60 * 60 * 1000;

impl Clock {
    pub(crate) fn is_sensible(self) -> bool {
        match self {
            Clock::Game { time, increment } => (1..=86_400).contains(&time) && increment <= 3600,
            Clock::Move { days } => (1..=60).contains(&days),
        }
    }

    fn at_first(self) -> i64 {
        match self {
            Clock::Game { time, .. } => i64::from(time) * 1000,
            Clock::Move { days } => i64::from(days) * DAY,
        }
    }
}

/// The clocks of all seats, in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Clocks {
    clock: Clock,
    left: Vec<i64>,
    /// Whose clock runs.
    running: Option<Seat>,
    /// Since when.
    since: i64,
}

impl Clocks {
    pub(crate) fn new(clock: Clock, seats: usize, now: i64) -> Self {
        Clocks {
            clock,
            left: vec![clock.at_first(); seats],
            running: None,
            since: now,
        }
    }

    /// Something happened at this time; a seat may have moved by it, or the clocks may have
    /// stood still for this many milliseconds before it.
    pub(crate) fn tick(&mut self, at: i64, moved: Option<Seat>, paused: Option<i64>) {
        if let Some(seat) = self.running {
            let left = &mut self.left[seat.index()];
            *left -= (at - self.since - paused.unwrap_or(0)).max(0);
            if moved == Some(seat) {
                match self.clock {
                    Clock::Game { increment, .. } => *left += i64::from(increment) * 1000,
                    Clock::Move { .. } => *left = self.clock.at_first(),
                }
            }
        }
        self.since = at;
    }

    /// From now on this clock runs.
    pub(crate) fn run(&mut self, seat: Option<Seat>) {
        self.running = seat;
    }

    /// The seat whose time runs out next, and when.
    pub(crate) fn end(&self) -> Option<(Seat, i64)> {
        let seat = self.running?;
        Some((seat, self.since + self.left[seat.index()]))
    }

    /// What each seat has left at a time.
    pub(crate) fn left(&self, now: i64) -> Vec<i64> {
        let mut left = self.left.clone();
        if let Some(seat) = self.running {
            left[seat.index()] -= (now - self.since).max(0);
        }
        left.iter().map(|left| (*left).max(0)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_runs_while_its_seat_is_to_move() {
        let clock = Clock::Game {
            time: 60,
            increment: 2,
        };
        let mut clocks = Clocks::new(clock, 2, 1000);
        clocks.tick(5000, None, None);
        assert_eq!(clocks.left(5000), [60_000, 60_000], "nobody is to move yet");
        clocks.run(Some(Seat(0)));
        clocks.tick(15_000, Some(Seat(0)), None);
        clocks.run(Some(Seat(1)));
        assert_eq!(clocks.left(15_000), [52_000, 60_000]);
        assert_eq!(clocks.left(25_000), [52_000, 50_000]);
        assert_eq!(clocks.end(), Some((Seat(1), 75_000)));
        // Twenty of these thirty seconds the server was away.
        clocks.tick(45_000, None, Some(20_000));
        assert_eq!(clocks.left(45_000), [52_000, 50_000]);
    }

    #[test]
    fn days_begin_anew_with_every_move() {
        let mut clocks = Clocks::new(Clock::Move { days: 1 }, 2, 0);
        clocks.run(Some(Seat(0)));
        clocks.tick(DAY / 2, Some(Seat(0)), None);
        clocks.run(Some(Seat(1)));
        assert_eq!(clocks.left(DAY / 2), [DAY, DAY]);
        assert_eq!(clocks.end(), Some((Seat(1), DAY + DAY / 2)));
        assert_eq!(clocks.left(2 * DAY), [DAY, 0]);
    }
}
