//! Collects results, in any order, and computes what they say.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::hash::{BuildHasher, RandomState};

use crate::game_result::{GameResult, Thinking, group_points};
use crate::plan::Plan;
use crate::rows::Rows;
use crate::standing::{PlayedGroup, Player, Standing};
use crate::statistics::{Group, Mean, Pairs, Rating, Sprt, strengths};

/// Collects results. What they say does not depend on the order in which they
/// arrive.
///
/// An example is in the [crate's documentation](crate#examples).
pub struct Scoreboard {
    plan: Plan,
    players: usize,
    sprt: Option<Sprt>,
    results: Rows,
    /// Hashes of the records of games, if results have them: the records would take much memory.
    records: HashMap<u64, u64>,
    hasher: RandomState,
    /// The pairs of all groups up to the first incomplete one, and the number
    /// of these groups. A test looks at no others, because which of those are
    /// played first depends on the machine.
    pairs: Pairs,
    whole: u64,
    /// The number of groups after which the test was decided.
    decided: Option<u64>,
}

impl fmt::Debug for Scoreboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scoreboard")
            .field("plan", &self.plan)
            .field("players", &self.players)
            .finish_non_exhaustive()
    }
}

impl Scoreboard {
    /// A board without results; a test is for two players.
    #[must_use]
    pub fn new(plan: Plan, players: usize, sprt: Option<Sprt>) -> Self {
        Scoreboard {
            sprt: sprt.filter(|_| players == 2),
            results: Rows::new(plan.games()),
            records: HashMap::new(),
            hasher: RandomState::new(),
            plan,
            players,
            pairs: Pairs::default(),
            whole: 0,
            decided: None,
        }
    }

    /// Adds a result; false if it cannot belong to this plan, or is already there.
    pub fn add(&mut self, mut result: GameResult) -> bool {
        if result.players.is_empty() && result.game < self.plan.games() {
            result.players = self.plan.players(result.game).collect();
        }
        if result.game >= self.plan.games()
            || !self
                .plan
                .players(result.game)
                .eq(result.players.iter().copied())
            || self.has(result.game)
        {
            return false;
        }
        if let Some(record) = result.record.take() {
            self.records
                .insert(result.game, self.hasher.hash_one(record));
        }
        self.results.set(result);
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

    /// Whether a game has its result.
    #[must_use]
    pub fn has(&self, game: u64) -> bool {
        self.results.has(game)
    }

    /// Whether the record of a game, if there is one, is that of this result.
    pub(crate) fn has_record(&self, result: &GameResult) -> bool {
        let record = result.record.as_ref();
        self.records.get(&result.game).copied() == record.map(|text| self.hasher.hash_one(text))
    }

    /// The result of a game, without its record.
    #[must_use]
    pub fn result(&self, game: u64) -> Option<GameResult> {
        self.results.get(game, &self.plan)
    }

    /// The numbers of the games that were played.
    pub fn played(&self) -> impl Iterator<Item = u64> {
        (0..self.results.end()).filter(|game| self.has(*game))
    }

    /// Whether nothing more need be played.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.decided.is_some() || self.whole * self.plan.group() >= self.plan.games()
    }

    /// The games that count, in order.
    pub fn counted(&self) -> impl Iterator<Item = GameResult> {
        let groups = self.groups().map(|(group, _)| group);
        groups.flat_map(|group| self.games_of(group).filter_map(|game| self.result(game)))
    }

    /// The numbers of the games of a group.
    fn games_of(&self, group: u64) -> std::ops::Range<u64> {
        let size = self.plan.group();
        group * size..(group + 1) * size
    }

    /// The points of a group, if it is complete.
    fn group(&self, group: u64) -> Option<PlayedGroup<'_>> {
        if group * self.plan.group() >= self.plan.games() {
            return None;
        }
        let games: Option<Vec<GameResult>> =
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
        let played = self.results.end().div_ceil(self.plan.group());
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
            waiting: self.results.count(),
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
                standing.add(&game);
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
        let estimate = standing.pairs.as_ref().map(|(_, estimate)| estimate);
        let strengths = strengths(self.players, &groups, estimate);
        for (player, strength) in standing.players.iter_mut().zip(strengths) {
            player.rating = strength.rating;
            player.interval = strength.interval;
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
        // The second seat wins, with this much effort.
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
