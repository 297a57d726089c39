//! The fast path: a game's own simulator plays many games at once. They are exactly the games that
//! would be played one by one.

use parlour_core::{Position, Seed, Series};

use super::{Arena, Finished, finished};
use crate::plan::Fixture;
use crate::spec::Spec;

impl Arena<'_> {
    /// Whether the game's own simulator can play games from this start: only results are wanted,
    /// and it knows the bots.
    pub(super) fn simulates(&self, start: &dyn Position) -> bool {
        if self.records || self.times || self.opening > 0 {
            return false;
        }
        let Some(bots) = self.own_names() else {
            return false;
        };
        let nothing = Series {
            bots: &bots,
            tables: &self.tables,
            luck: &[],
            seats: &[],
            most_steps: self.most_steps,
        };
        self.game.simulate(start, &nothing).is_some()
    }

    /// The names of the players, if all are bots of the game.
    fn own_names(&self) -> Option<Vec<&str>> {
        let names = self.players.iter().map(|player| match player {
            Spec::Own(name) => Some(name.as_str()),
            Spec::Exec(_) => None,
        });
        names.collect()
    }

    /// Plays games with the game's own simulator.
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
