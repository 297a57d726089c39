//! Results, in whatever order they come, and what they say.

use std::collections::BTreeMap;

use crate::game_result::{GameResult, Thinking, group_points};
use crate::plan::Plan;
use crate::standing::{PlayedGroup, Player, Standing};
use crate::statistics::{Group, Mean, Pairs, Rating, Sprt, ratings};

/// Collects results. What they say does not depend on the order in which they
/// come.
pub struct Scoreboard {
    plan: Plan,
    players: usize,
    sprt: Option<Sprt>,
    results: Vec<Option<GameResult>>,
    /// The pairs of all groups up to the first that is not whole, and the number
    /// of these groups. A test looks at no others, for which of those are played
    /// first depends on the machine.
    pairs: Pairs,
    whole: u64,
    /// The number of groups after which the test was decided.
    decided: Option<u64>,
}

impl Scoreboard {
    /// A board without results; a test is for two players.
    #[must_use]
    pub fn new(plan: Plan, players: usize, sprt: Option<Sprt>) -> Self {
        Scoreboard {
            sprt: sprt.filter(|_| players == 2),
            results: Vec::new(),
            plan,
            players,
            pairs: Pairs::default(),
            whole: 0,
            decided: None,
        }
    }

    /// Takes a result; false for one that cannot be of this plan, or that is there
    /// already.
    pub fn add(&mut self, result: GameResult) -> bool {
        let game = result.game as usize;
        if result.game >= self.plan.games()
            || !self
                .plan
                .players(result.game)
                .eq(result.players.iter().copied())
            || self.has(result.game)
        {
            return false;
        }
        if self.results.len() <= game {
            self.results.resize(game + 1, None);
        }
        self.results[game] = Some(result);
        while self.decided.is_none()
            && let Some(group) = self.group(self.whole)
        {
            let between_two = (group.players.len() == 2).then(|| group.share(0));
            self.whole += 1;
            if let Some(share) = between_two {
                self.pairs.add(share);
            }
            if let Some(sprt) = self.sprt
                && sprt.verdict(&self.pairs).is_some()
            {
                self.decided = Some(self.whole);
            }
        }
        true
    }

    /// Whether the result of a game is there.
    #[must_use]
    pub fn has(&self, game: u64) -> bool {
        self.result(game).is_some()
    }

    /// The result of a game.
    #[must_use]
    pub fn result(&self, game: u64) -> Option<&GameResult> {
        self.results.get(usize::try_from(game).ok()?)?.as_ref()
    }

    /// The numbers of the games that were played.
    pub fn played(&self) -> impl Iterator<Item = u64> {
        self.results.iter().flatten().map(|result| result.game)
    }

    /// Whether nothing more need be played.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.decided.is_some() || self.whole * self.plan.group() >= self.plan.games()
    }

    /// The games that count, in order.
    pub fn counted(&self) -> impl Iterator<Item = &GameResult> {
        let groups = self.groups().map(|(group, _)| group);
        groups.flat_map(|group| self.games_of(group).filter_map(|game| self.result(game)))
    }

    /// The numbers of the games of a group.
    fn games_of(&self, group: u64) -> std::ops::Range<u64> {
        let size = self.plan.group();
        group * size..(group + 1) * size
    }

    /// The points of a group, if it is whole.
    fn group(&self, group: u64) -> Option<PlayedGroup<'_>> {
        if group * self.plan.group() >= self.plan.games() {
            return None;
        }
        let games: Option<Vec<&GameResult>> =
            self.games_of(group).map(|game| self.result(game)).collect();
        let players = self.plan.table(group);
        let (points, games) = group_points(&games?, players);
        Some(PlayedGroup {
            players,
            points,
            games,
        })
    }

    /// The groups that count, with their numbers.
    fn groups(&self) -> impl Iterator<Item = (u64, PlayedGroup<'_>)> {
        let played = (self.results.len() as u64).div_ceil(self.plan.group());
        let last = self.decided.unwrap_or(played);
        (0..last).filter_map(|group| Some((group, self.group(group)?)))
    }

    /// What the results say.
    #[must_use]
    pub fn standing(&self) -> Standing {
        let empty = Player {
            points: 0.0,
            games: 0,
            failures: 0,
            kinds: BTreeMap::new(),
            rating: Rating {
                elo: 0.0,
                error: f64::INFINITY,
            },
            interval: [f64::NEG_INFINITY, f64::INFINITY],
            against: vec![(0.0, 0); self.players],
            share: Mean::default(),
            won: 0,
            drawn: 0,
            lost: 0,
            efforts: BTreeMap::new(),
            feats: 0,
            thinking: Thinking::default(),
        };
        let mut standing = Standing {
            players: vec![empty; self.players],
            games: 0,
            waiting: self.results.iter().flatten().count() as u64,
            pairs: None,
            test: self.sprt.map(|sprt| {
                let ratio = sprt.ratio(&self.pairs);
                (ratio, sprt.bounds(), sprt.verdict(&self.pairs))
            }),
            won_from: vec![0; self.plan.seats()],
            drawn: 0,
            too_long: 0,
            steps: 0,
            throws: 0,
            turns: 0,
        };
        let mut groups = Vec::new();
        let mut pairs = Pairs::default();
        for (number, group) in self.groups() {
            for game in self.games_of(number).filter_map(|game| self.result(game)) {
                standing.add(game);
            }
            standing.add_group(&group);
            match self.players {
                2 => pairs.add(group.share(0)),
                _ => groups.push(Group {
                    players: group.players.to_vec(),
                    wins: group.points,
                }),
            }
        }
        standing.pairs = pairs.estimate().map(|estimate| (pairs, estimate));
        match &standing.pairs {
            Some((_, estimate)) => {
                let [low, high] = estimate.interval;
                let error = estimate.error();
                let elo = estimate.elo;
                for (player, elo, interval) in [(0, elo, [low, high]), (1, -elo, [-high, -low])] {
                    standing.players[player].rating = Rating { elo, error };
                    standing.players[player].interval = interval;
                }
            }
            None if self.players > 2 && !groups.is_empty() => {
                let ratings = ratings(self.players, &groups);
                for (player, rating) in standing.players.iter_mut().zip(ratings) {
                    let Rating { elo, error } = rating;
                    player.rating = rating;
                    player.interval = [elo - error, elo + error];
                }
            }
            None => {}
        }
        standing
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Seating, Shape};
    use crate::statistics::Verdict;

    fn result(plan: &Plan, game: u64, winner: Option<usize>) -> GameResult {
        GameResult::short(game, plan.fixture(game).players, winner)
    }

    #[test]
    fn only_whole_groups_count() {
        let plan = Plan::new(2, 2, Shape::RoundRobin, Seating::Exchanged, 10).expect("sound");
        let mut board = Scoreboard::new(plan.clone(), 2, None);
        for game in [3, 2, 6] {
            assert!(board.add(result(&plan, game, Some(0))));
        }
        assert!(!board.add(result(&plan, 3, Some(1))), "it is there already");
        assert!(
            !board.add(result(&plan, 10, Some(1))),
            "there is no such game"
        );
        let standing = board.standing();
        assert_eq!((standing.games, standing.waiting), (2, 1));
        assert_eq!(standing.players[0].points, 2.0);
        assert_eq!(
            standing.pairs.map(|(pairs, _)| pairs),
            Some(Pairs([0, 0, 0, 0, 1]))
        );
    }

    #[test]
    fn a_test_stops_at_the_same_game_in_whatever_order_they_come() {
        let plan = Plan::new(2, 2, Shape::RoundRobin, Seating::Exchanged, 400).expect("sound");
        let winner = |game: u64| (!game.is_multiple_of(7)).then_some(0);
        let standing = |order: &mut dyn Iterator<Item = u64>| {
            let mut board = Scoreboard::new(plan.clone(), 2, Some(Sprt::new(0.0, 50.0)));
            for game in order {
                board.add(result(&plan, game, winner(game)));
            }
            board.standing()
        };
        let forwards = standing(&mut (0..400));
        assert_eq!(
            forwards.test.and_then(|(_, _, said)| said),
            Some(Verdict::Second)
        );
        assert!(forwards.games < 400);
        let backwards = standing(&mut (0..400).rev());
        assert_eq!(forwards.players, backwards.players);
        assert_eq!(forwards.games, backwards.games);
    }

    #[test]
    fn where_one_seat_always_wins_less_effort_does() {
        let plan = Plan::new(2, 2, Shape::RoundRobin, Seating::Exchanged, 6).expect("sound");
        let mut board = Scoreboard::new(plan.clone(), 2, None);
        // The second seat wins, with so much effort.
        for (game, effort, failed) in [
            (0, 5, None),
            (1, 4, None),
            (2, 6, None),
            (3, 6, None),
            (4, 1, Some(1)),
            (5, 9, None),
        ] {
            let mut result = result(&plan, game, None);
            let winner = result.players[1];
            result.effort = Some((winner, effort));
            result.winner = Some(winner);
            result.failed = failed;
            board.add(result);
        }
        let (pairs, _) = board.standing().pairs.expect("pairs");
        // Fewer guesses, as many, and a failure of the other.
        assert_eq!(pairs, Pairs([0, 0, 1, 0, 2]));
    }
}
