//! The schedule of an arena: which players meet, in which seats, with which luck.

use parlour_files::Units;
use thiserror::Error;

/// Which players meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets everybody else.
    Gauntlet,
}

/// Where players sit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// Everybody sits in every seat equally often.
    Exchanged,
    /// The players of a table always sit in the order in which they were given.
    Fixed,
}

/// All games of an arena, numbered from 0.
///
/// A *table* is a set of players who meet, one for each seat. Games come in *groups*: in the games
/// of a group the same players have the same luck, and each sits in each seat once; if seats are
/// fixed, a group is one game. A *round* has one group for every table, and all of them have the
/// same luck too.
///
/// In a game for one, two players meet by playing the same game one after the
/// other, and a single player plays for the statistics.
///
/// # Examples
///
/// ```
/// use parlour_arena::{Plan, Seating, Shape};
///
/// let plan = Plan::new(3, 2, Shape::RoundRobin, Seating::Exchanged, 10)?;
/// assert_eq!(plan.games(), 30);
/// // The two games of a group have the same luck, with the seats exchanged.
/// assert_eq!(plan.fixture(0).players, [0, 1]);
/// assert_eq!(plan.fixture(1).players, [1, 0]);
/// # Ok::<(), parlour_arena::PlanError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    seats: usize,
    tables: Vec<Vec<usize>>,
    /// The games of a group.
    group: u64,
    rounds: u64,
}

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number.
    pub game: u64,
    /// The round, which determines its luck.
    pub round: u64,
    /// The players, seat by seat.
    pub players: Vec<usize>,
}

/// Why there is no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// More seats than players.
    #[error("the game has {seats} seats, but there {}", only(*players))]
    TooFewPlayers {
        /// Of the game.
        seats: usize,
        /// That were given.
        players: usize,
    },
    /// More than can be counted.
    #[error("there would be more than {} games", Plan::MOST)]
    TooManyGames,
}

fn only(players: usize) -> String {
    match players {
        1 => "is only 1 player".to_owned(),
        players => format!("are only {players} players"),
    }
}

impl Plan {
    /// The most games of a plan.
    pub const MOST: u64 = 1_000_000_000_000;

    /// A plan in which every table plays `games` games, or a few more to complete all groups.
    ///
    /// # Errors
    ///
    /// There are too few players, or too many games.
    pub fn new(
        players: usize,
        seats: usize,
        shape: Shape,
        seating: Seating,
        games: u64,
    ) -> Result<Plan, PlanError> {
        if players < seats.max(1) {
            return Err(PlanError::TooFewPlayers { seats, players });
        }
        let at_a_table = if seats == 1 { players.min(2) } else { seats };
        let mut tables = choices(players, at_a_table);
        if shape == Shape::Gauntlet {
            tables.retain(|table| table[0] == 0);
        }
        let group = match seating {
            Seating::Fixed if seats > 1 => 1,
            _ => at_a_table as u64,
        };
        let rounds = games.div_ceil(group).max(1);
        let all = rounds.checked_mul(tables.len() as u64);
        let all = all.and_then(|groups| groups.checked_mul(group));
        if all.is_none_or(|all| all > Plan::MOST) {
            return Err(PlanError::TooManyGames);
        }
        Ok(Plan {
            seats,
            tables,
            group,
            rounds,
        })
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.rounds * self.tables.len() as u64 * self.group
    }

    /// How many games have the same luck and the same players.
    #[must_use]
    pub fn group(&self) -> u64 {
        self.group
    }

    /// Its games as numbered work.
    #[must_use]
    pub fn units(&self) -> Units {
        Units {
            count: self.games(),
            group: self.group,
            name: "games",
        }
    }

    /// The seats of a game.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The players who meet in a group.
    #[must_use]
    pub fn table(&self, group: u64) -> &[usize] {
        &self.tables[(group % self.tables.len() as u64) as usize]
    }

    /// The game of that number.
    #[must_use]
    pub fn fixture(&self, game: u64) -> Fixture {
        Fixture {
            game,
            round: game / self.group / self.tables.len() as u64,
            players: self.players(game).collect(),
        }
    }

    /// The players of a game, seat by seat.
    pub fn players(&self, game: u64) -> impl Iterator<Item = usize> {
        let (group, rotation) = (game / self.group, game % self.group);
        let moved_on = self.table(group).iter().cycle().skip(rotation as usize);
        moved_on.take(self.seats).copied()
    }
}

/// All ways to choose this many of the players, in order.
fn choices(players: usize, chosen: usize) -> Vec<Vec<usize>> {
    if chosen == 0 {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for last in chosen - 1..players {
        for mut choice in choices(last, chosen - 1) {
            choice.push(last);
            all.push(choice);
        }
    }
    all.sort();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(plan: &Plan) -> Vec<(u64, Vec<usize>)> {
        let games = (0..plan.games()).map(|game| plan.fixture(game));
        games
            .map(|fixture| (fixture.round, fixture.players))
            .collect()
    }

    #[test]
    fn everybody_meets_everybody_from_both_sides_with_the_same_luck() {
        let plan = Plan::new(3, 2, Shape::RoundRobin, Seating::Exchanged, 3).expect("sound");
        let round = |round| {
            [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]].map(|pair| (round, pair.to_vec()))
        };
        assert_eq!(played(&plan), [round(0), round(1)].concat());
    }

    #[test]
    fn the_first_meets_all_others() {
        let plan = Plan::new(3, 2, Shape::Gauntlet, Seating::Exchanged, 2).expect("sound");
        let pairs = [[0, 1], [1, 0], [0, 2], [2, 0]];
        assert_eq!(played(&plan), pairs.map(|pair| (0, pair.to_vec())));
    }

    #[test]
    fn four_players_sit_everywhere() {
        let plan = Plan::new(4, 4, Shape::RoundRobin, Seating::Exchanged, 5).expect("sound");
        assert_eq!(plan.games(), 8);
        for seat in 0..4 {
            let mut there: Vec<usize> = (0..4)
                .map(|game| plan.fixture(game).players[seat])
                .collect();
            there.sort_unstable();
            assert_eq!(there, [0, 1, 2, 3]);
        }
        assert_eq!(
            Plan::new(3, 4, Shape::RoundRobin, Seating::Exchanged, 5),
            Err(PlanError::TooFewPlayers {
                seats: 4,
                players: 3
            })
        );
    }

    #[test]
    fn more_games_than_can_be_counted_are_refused() {
        for games in [u64::MAX, u64::MAX / 2, u64::MAX / 2 + 1, Plan::MOST + 1] {
            let plan = Plan::new(3, 2, Shape::RoundRobin, Seating::Exchanged, games);
            assert_eq!(plan, Err(PlanError::TooManyGames), "{games}");
        }
        let most = Plan::new(2, 2, Shape::RoundRobin, Seating::Exchanged, Plan::MOST);
        assert_eq!(most.map(|plan| plan.games()), Ok(Plan::MOST));
    }

    #[test]
    fn fixed_seats_are_not_exchanged() {
        let plan = Plan::new(3, 2, Shape::RoundRobin, Seating::Fixed, 2).expect("sound");
        assert_eq!(plan.group(), 1);
        let round = |round| [[0, 1], [0, 2], [1, 2]].map(|pair| (round, pair.to_vec()));
        assert_eq!(played(&plan), [round(0), round(1)].concat());
    }

    #[test]
    fn alone_everybody_plays_the_same_game() {
        for seating in [Seating::Exchanged, Seating::Fixed] {
            let plan = Plan::new(3, 1, Shape::RoundRobin, seating, 2).expect("sound");
            assert_eq!(plan.group(), 2);
            let games = [0, 1, 0, 2, 1, 2].map(|player| (0, vec![player]));
            assert_eq!(played(&plan), games);
            let plan = Plan::new(1, 1, Shape::RoundRobin, seating, 2).expect("sound");
            assert_eq!(played(&plan), [(0, vec![0]), (1, vec![0])]);
        }
        let nobody = Plan::new(0, 1, Shape::RoundRobin, Seating::Exchanged, 2);
        assert!(nobody.is_err());
    }
}
