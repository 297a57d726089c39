//! The fast path: games that a game's own simulator plays, many at once. They are
//! the very games that would be played one by one.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use parlour_core::luck::{self, Luck};
use parlour_core::{Position, Seed, Series};
use rand::TryRng;

use super::{Arena, Finished, finished};
use crate::plan::Fixture;
use crate::spec::Spec;

impl Arena<'_> {
    /// Where all games begin that the game's own simulator can play: where nobody
    /// wants more than the results, the players are bots that it knows, and luck has
    /// no say in the setup.
    pub(super) fn simulated_from(&self) -> Option<Box<dyn Position>> {
        if self.records || self.times || self.opening > 0 {
            return None;
        }
        let mut luck = Watched {
            luck: luck::seeded(0),
            is_used: false,
        };
        let mut start = self.game.start(&self.setup, &mut luck).ok()?;
        start.seat_bots(&vec![true; usize::from(start.seats())]);
        let nothing = Series {
            bots: &self.own_names()?,
            tables: &self.tables,
            luck: &[],
            seats: &[],
            most_steps: self.most_steps,
        };
        self.game.simulate(&*start, &nothing)?;
        (!luck.is_used).then_some(start)
    }

    /// The names of the players, where all are bots of the game.
    fn own_names(&self) -> Option<Vec<&str>> {
        let names = self.players.iter().map(|player| match player {
            Spec::Own(name) => Some(name.as_str()),
            Spec::Exec(_) => None,
        });
        names.collect()
    }

    /// Plays games by the game's own simulator.
    pub(super) fn simulate(&self, start: &dyn Position, fixtures: Vec<Fixture>) -> Vec<Finished> {
        let seed = Seed::new(self.seed);
        let luck = fixtures
            .iter()
            .map(|fixture| seed.round(fixture.round).dice());
        let seats = fixtures.iter().flat_map(|fixture| {
            let bots = seed.game(fixture.game);
            let players = fixture.players.iter();
            players.map(move |&player| (player, bots.bot(player)))
        });
        let series = Series {
            bots: &self.own_names().unwrap_or_default(),
            tables: &self.tables,
            luck: &luck.collect::<Vec<_>>(),
            seats: &seats.collect::<Vec<_>>(),
            most_steps: self.most_steps,
        };
        let played = self.game.simulate(start, &series).unwrap_or_default();
        let games = fixtures.into_iter().zip(played);
        games
            .map(|(fixture, played)| finished(fixture, played))
            .collect()
    }
}

/// How many games are played in one go: one to begin with, and as many as take
/// long enough to be worth it, but not so long that nobody could stop them.
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

    /// Does the work of one go, and learns from how long it takes.
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

/// Luck that knows whether anything was drawn from it.
struct Watched {
    luck: Luck,
    is_used: bool,
}

impl TryRng for Watched {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.is_used = true;
        self.luck.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.is_used = true;
        self.luck.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.is_used = true;
        self.luck.try_fill_bytes(bytes)
    }
}
