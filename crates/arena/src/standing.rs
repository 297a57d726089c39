//! What the results of an arena say.

use std::collections::BTreeMap;

use crate::game_result::{End, GameResult, Thinking};
use crate::statistics::{Estimate, Mean, Pairs, Rating, Verdict};
use crate::trouble::Failure;

/// The results of one player.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// Points made.
    pub points: f64,
    /// Games played.
    pub games: u64,
    /// Games in which it failed to make a legal move in time.
    pub failures: u64,
    /// These by kind.
    pub kinds: BTreeMap<Failure, u64>,
    /// Its rating; against a single opponent, the difference to that.
    pub rating: Rating,
    /// The 95 % confidence interval of the rating.
    pub interval: [f64; 2],
    /// Points and games against each player, including itself.
    pub against: Vec<(f64, u64)>,
    /// Its share of the points, group by group.
    pub share: Mean,
    /// Games won.
    pub won: u64,
    /// Games that nobody won.
    pub drawn: u64,
    /// Games lost.
    pub lost: u64,
    /// If one seat always wins, how often it took how much effort, over the
    /// games that reached their end.
    pub efforts: BTreeMap<u32, u64>,
    /// How often it did what the game counts.
    pub feats: u64,
    /// How long it thought.
    pub thinking: Thinking,
}

impl Player {
    /// Games in which it failed in this way.
    #[must_use]
    pub fn failed_by(&self, kind: Failure) -> u64 {
        self.kinds.get(&kind).copied().unwrap_or(0)
    }

    /// The mean effort.
    #[must_use]
    pub fn effort(&self) -> Mean {
        let mut mean = Mean::default();
        for (effort, games) in &self.efforts {
            mean.add_many(f64::from(*effort), *games);
        }
        mean
    }
}

/// What the results say.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// In the order in which they were given.
    pub players: Vec<Player>,
    /// Games that count.
    pub games: u64,
    /// Games that were played, but count only when others with the same luck are.
    pub waiting: u64,
    /// Between two players: the pairs from the first one's point of view, and the estimate from
    /// them.
    pub pairs: Option<(Pairs, Estimate)>,
    /// The test, if there is one: the log-likelihood ratio, its bounds, and the
    /// verdict.
    pub test: Option<(f64, [f64; 2], Option<Verdict>)>,
    /// Games won from each seat.
    pub won_from: Vec<u64>,
    /// Games that nobody won.
    pub drawn: u64,
    /// Games that were abandoned for their length.
    pub too_long: u64,
    /// Steps, throws and turns of all games.
    pub steps: u64,
    /// See [`Standing::steps`].
    pub throws: u64,
    /// See [`Standing::steps`].
    pub turns: u64,
}

/// A group that was played.
pub(crate) struct PlayedGroup<'a> {
    pub(crate) players: &'a [usize],
    /// The points of each of them.
    pub(crate) points: Vec<f64>,
    /// The games that each of them played.
    pub(crate) games: u64,
}

impl PlayedGroup<'_> {
    /// The share of the points of the player in that place.
    pub(crate) fn share(&self, place: usize) -> f64 {
        self.points[place] / self.games as f64
    }
}

impl Standing {
    /// Counts what happened in a game.
    pub(crate) fn add(&mut self, game: &GameResult) {
        self.games += 1;
        self.waiting -= 1;
        self.steps += u64::from(game.steps);
        self.throws += u64::from(game.throws);
        self.turns += u64::from(game.turns);
        self.drawn += u64::from(game.winner.is_none());
        self.too_long += u64::from(game.end == End::TooLong);
        for (seat, &index) in game.players.iter().enumerate() {
            let player = &mut self.players[index];
            match game.winner {
                Some(winner) if winner == index => {
                    player.won += 1;
                    self.won_from[seat] += 1;
                }
                None if game.failed != Some(index) => player.drawn += 1,
                _ => player.lost += 1,
            }
            if game.failed == Some(index) {
                player.failures += 1;
                let kind = game.failure.unwrap_or(Failure::Protocol);
                *player.kinds.entry(kind).or_default() += 1;
            }
            player.feats += u64::from(game.feats.get(seat).copied().unwrap_or(0));
            if let Some(thinking) = game.thinking.get(seat) {
                player.thinking = player.thinking.and(thinking);
            }
        }
        if let Some((whose, effort)) = game.effort
            && game.end == End::Rules
        {
            *self.players[whose].efforts.entry(effort).or_default() += 1;
        }
    }

    /// Counts the points of a group.
    pub(crate) fn add_group(&mut self, group: &PlayedGroup<'_>) {
        for (place, (&index, &made)) in group.players.iter().zip(&group.points).enumerate() {
            let player = &mut self.players[index];
            player.points += made;
            player.games += group.games;
            player.share.add(group.share(place));
            for &other in group.players.iter().filter(|other| **other != index) {
                let (points, games) = &mut player.against[other];
                *points += made;
                *games += group.games;
            }
        }
    }
}
