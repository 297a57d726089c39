//! Results, in whatever order they come, and what they say.

use serde::{Deserialize, Serialize};

use crate::elo::{Estimate, Pairs};
use crate::plan::Plan;
use crate::ratings::{Group, Rating, ratings};
use crate::sprt::{Sprt, Verdict};

/// The result of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// The number of the game in its plan.
    pub game: u64,
    /// Who played, seat by seat.
    pub players: Vec<usize>,
    /// Which player won; nobody in a draw.
    pub winner: Option<usize>,
    /// How it ended: `rules`, `repetition`, `no-progress`, `too-long`, `forfeit`.
    pub end: String,
    /// Moves and what luck did.
    pub steps: u32,
    /// Where one seat always wins: whose effort counts, and how much it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<(usize, u32)>,
    /// Who failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed: Option<usize>,
    /// What they did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl GameResult {
    /// The points of a player in this game alone.
    #[must_use]
    pub fn points(&self, player: usize) -> f64 {
        let seats = self.players.len() as f64;
        match (self.winner, self.failed) {
            (Some(winner), _) => f64::from(u8::from(winner == player)),
            (None, Some(failed)) if failed == player => 0.0,
            (None, Some(_)) => 1.0 / (seats - 1.0),
            (None, None) => 1.0 / seats,
        }
    }
}

/// The points of each player in a group of games, in the order of `players`.
fn group_points(games: &[&GameResult], players: &[usize]) -> Vec<f64> {
    if let [first, second] = players
        && games.iter().any(|game| game.effort.is_some())
    {
        // Who failed less often did better, then who needed less.
        let record = |player: &usize| {
            let failures = games.iter().filter(|game| game.failed == Some(*player));
            let efforts = games.iter().filter_map(|game| game.effort);
            let own = efforts.filter(|(whose, _)| whose == player);
            (failures.count(), own.map(|(_, effort)| effort).sum::<u32>())
        };
        let all = games.len() as f64;
        return match record(first).cmp(&record(second)) {
            std::cmp::Ordering::Less => vec![all, 0.0],
            std::cmp::Ordering::Equal => vec![all / 2.0, all / 2.0],
            std::cmp::Ordering::Greater => vec![0.0, all],
        };
    }
    let points = |player: &usize| games.iter().map(|game| game.points(*player)).sum();
    players.iter().map(points).collect()
}

/// What is known of one player.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// Points made.
    pub points: f64,
    /// Games played.
    pub games: u64,
    /// Games in which it failed to make a legal move in time.
    pub failures: u64,
    /// Its rating; against one opponent, the difference to that.
    pub rating: Rating,
    /// Where the true rating is, 95 times of 100.
    pub interval: [f64; 2],
    /// Points against each player, itself included, and the games.
    pub against: Vec<(f64, u64)>,
}

/// What the results say.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// In the order in which they were given.
    pub players: Vec<Player>,
    /// Games that count.
    pub games: u64,
    /// Games that were played, and count only when others with the same luck are.
    pub waiting: u64,
    /// Between two players: the pairs as the first sees them, and what they tell.
    pub pairs: Option<(Pairs, Estimate)>,
    /// Of the test, if there is one: the ratio, its bounds, and what it says.
    pub test: Option<(f64, [f64; 2], Option<Verdict>)>,
}

/// Collects results. What they say does not depend on the order in which they
/// come.
pub struct Board {
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

impl Board {
    /// A board without results; a test is for two players.
    #[must_use]
    pub fn new(plan: Plan, players: usize, sprt: Option<Sprt>) -> Self {
        Board {
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
            || self.plan.fixture(result.game).players != result.players
            || self.has(result.game)
        {
            return false;
        }
        if self.results.len() <= game {
            self.results.resize(game + 1, None);
        }
        self.results[game] = Some(result);
        while self.decided.is_none()
            && let Some((players, points)) = self.group(self.whole)
        {
            self.whole += 1;
            if let ([_, _], [first, _]) = (&players[..], &points[..]) {
                self.pairs.add((2.0 * first).round() as usize);
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

    /// Whether nothing more need be played.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.decided.is_some() || self.whole * self.plan.seats() as u64 >= self.plan.games()
    }

    /// The games that count, in order.
    pub fn counted(&self) -> impl Iterator<Item = &GameResult> {
        let groups = self.groups().map(|(group, _, _)| group);
        let seats = self.plan.seats() as u64;
        groups.flat_map(move |group| {
            let games = group * seats..(group + 1) * seats;
            games.filter_map(|game| self.result(game))
        })
    }

    /// The players and points of a group, if it is whole.
    fn group(&self, group: u64) -> Option<(Vec<usize>, Vec<f64>)> {
        let seats = self.plan.seats() as u64;
        let games: Option<Vec<&GameResult>> = (group * seats..(group + 1) * seats)
            .map(|game| self.result(game))
            .collect();
        let games = games.filter(|games| !games.is_empty())?;
        let players = games[0].players.clone();
        let points = group_points(&games, &players);
        Some((players, points))
    }

    /// The groups that count.
    fn groups(&self) -> impl Iterator<Item = (u64, Vec<usize>, Vec<f64>)> {
        let seats = self.plan.seats() as u64;
        let played = (self.results.len() as u64).div_ceil(seats);
        let last = self.decided.unwrap_or(played);
        (0..last).filter_map(|group| {
            let (players, points) = self.group(group)?;
            Some((group, players, points))
        })
    }

    /// What the results say.
    #[must_use]
    pub fn standing(&self) -> Standing {
        let seats = self.plan.seats() as u64;
        let empty = Player {
            points: 0.0,
            games: 0,
            failures: 0,
            rating: Rating {
                elo: 0.0,
                error: f64::INFINITY,
            },
            interval: [f64::NEG_INFINITY, f64::INFINITY],
            against: vec![(0.0, 0); self.players],
        };
        let mut players = vec![empty; self.players];
        let mut groups = Vec::new();
        let mut pairs = Pairs::default();
        for (_, who, points) in self.groups() {
            for (&player, &made) in who.iter().zip(&points) {
                players[player].points += made;
                players[player].games += seats;
                for &other in who.iter().filter(|other| **other != player) {
                    let (points, games) = &mut players[player].against[other];
                    *points += made;
                    *games += seats;
                }
            }
            if self.players == 2 {
                pairs.add((2.0 * points[0]).round() as usize);
            }
            groups.push(Group {
                players: who,
                wins: points,
            });
        }
        for failed in self.counted().filter_map(|game| game.failed) {
            players[failed].failures += 1;
        }
        let pairs = pairs.estimate().map(|estimate| (pairs, estimate));
        match &pairs {
            Some((_, estimate)) => {
                let [low, high] = estimate.interval;
                let error = estimate.error();
                let elo = estimate.elo;
                for (player, elo, interval) in [(0, elo, [low, high]), (1, -elo, [-high, -low])] {
                    players[player].rating = Rating { elo, error };
                    players[player].interval = interval;
                }
            }
            None if self.players > 2 && !groups.is_empty() => {
                for (player, rating) in players.iter_mut().zip(ratings(self.players, &groups)) {
                    let Rating { elo, error } = rating;
                    player.rating = rating;
                    player.interval = [elo - error, elo + error];
                }
            }
            None => {}
        }
        let games = groups.len() as u64 * seats;
        let there = self.results.iter().flatten().count() as u64;
        Standing {
            players,
            games,
            waiting: there - games,
            pairs,
            test: self.sprt.map(|sprt| {
                let ratio = sprt.ratio(&self.pairs);
                (ratio, sprt.bounds(), sprt.verdict(&self.pairs))
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Shape;

    fn result(plan: &Plan, game: u64, winner: Option<usize>) -> GameResult {
        GameResult {
            game,
            players: plan.fixture(game).players,
            winner,
            end: "rules".to_owned(),
            steps: 1,
            effort: None,
            failed: None,
            reason: None,
        }
    }

    #[test]
    fn only_whole_groups_count() {
        let plan = Plan::new(2, 2, Shape::RoundRobin, 10).expect("sound");
        let mut board = Board::new(plan.clone(), 2, None);
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
        let plan = Plan::new(2, 2, Shape::RoundRobin, 400).expect("sound");
        let winner = |game: u64| (!game.is_multiple_of(7)).then_some(0);
        let standing = |order: &mut dyn Iterator<Item = u64>| {
            let mut board = Board::new(plan.clone(), 2, Some(Sprt::new(0.0, 50.0)));
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
        let plan = Plan::new(2, 2, Shape::RoundRobin, 6).expect("sound");
        let mut board = Board::new(plan.clone(), 2, None);
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

    #[test]
    fn at_a_larger_table_who_fails_makes_nothing() {
        let plan = Plan::new(3, 3, Shape::RoundRobin, 3).expect("sound");
        let mut game = result(&plan, 0, None);
        assert_eq!([0, 1, 2].map(|player| game.points(player)), [1.0 / 3.0; 3]);
        game.failed = Some(1);
        assert_eq!([0, 1, 2].map(|player| game.points(player)), [0.5, 0.0, 0.5]);
    }
}
