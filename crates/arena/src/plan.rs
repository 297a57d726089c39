//! Who plays whom, in which seat, with which luck.

use thiserror::Error;

/// Which players meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets everybody else.
    Gauntlet,
}

/// All games of an arena, numbered from 0.
///
/// A *table* is a set of players who meet, one for each seat. Games come in
/// *groups*: in the games of a group the same players have the same luck, and each
/// sits in each seat once. A *round* has one group for every table, and all of them
/// have the same luck too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    seats: usize,
    tables: Vec<Vec<usize>>,
    rounds: u64,
}

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number.
    pub game: u64,
    /// Which luck it has.
    pub round: u64,
    /// Who plays, seat by seat.
    pub players: Vec<usize>,
}

/// Why there is no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// A game for one has no opponents.
    #[error("a game with {0} seat has no winner; set up a game for two or more")]
    TooFewSeats(usize),
    /// More seats than players.
    #[error("the game has {seats} seats, but there are only {players} players")]
    TooFewPlayers {
        /// Of the game.
        seats: usize,
        /// That were given.
        players: usize,
    },
}

impl Plan {
    /// A plan in which every table plays `games` games, or a few more so that all
    /// groups are whole.
    pub fn new(players: usize, seats: usize, shape: Shape, games: u64) -> Result<Plan, PlanError> {
        if seats < 2 {
            return Err(PlanError::TooFewSeats(seats));
        }
        if players < seats {
            return Err(PlanError::TooFewPlayers { seats, players });
        }
        let mut tables = choices(players, seats);
        if shape == Shape::Gauntlet {
            tables.retain(|table| table[0] == 0);
        }
        Ok(Plan {
            seats,
            tables,
            rounds: games.div_ceil(seats as u64).max(1),
        })
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.rounds * self.tables.len() as u64 * self.seats as u64
    }

    /// The games of a group.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.seats
    }

    /// The game of that number.
    #[must_use]
    pub fn fixture(&self, game: u64) -> Fixture {
        let (group, rotation) = (game / self.seats as u64, game % self.seats as u64);
        let tables = self.tables.len() as u64;
        let table = &self.tables[(group % tables) as usize];
        let mut players = table.clone();
        players.rotate_left(rotation as usize);
        Fixture {
            game,
            round: group / tables,
            players,
        }
    }
}

/// All ways to choose so many of the players, in order.
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
        let plan = Plan::new(3, 2, Shape::RoundRobin, 3).expect("sound");
        let round = |round| {
            [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]].map(|pair| (round, pair.to_vec()))
        };
        assert_eq!(played(&plan), [round(0), round(1)].concat());
    }

    #[test]
    fn the_first_meets_all_others() {
        let plan = Plan::new(3, 2, Shape::Gauntlet, 2).expect("sound");
        let pairs = [[0, 1], [1, 0], [0, 2], [2, 0]];
        assert_eq!(played(&plan), pairs.map(|pair| (0, pair.to_vec())));
    }

    #[test]
    fn four_players_sit_everywhere() {
        let plan = Plan::new(4, 4, Shape::RoundRobin, 5).expect("sound");
        assert_eq!(plan.games(), 8);
        for seat in 0..4 {
            let mut there: Vec<usize> = (0..4)
                .map(|game| plan.fixture(game).players[seat])
                .collect();
            there.sort_unstable();
            assert_eq!(there, [0, 1, 2, 3]);
        }
        assert_eq!(
            Plan::new(3, 4, Shape::RoundRobin, 5),
            Err(PlanError::TooFewPlayers {
                seats: 4,
                players: 3
            })
        );
        assert_eq!(
            Plan::new(3, 1, Shape::RoundRobin, 5),
            Err(PlanError::TooFewSeats(1))
        );
    }
}
