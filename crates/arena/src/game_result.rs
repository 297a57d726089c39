//! The result of one game, and the points of a group with the same luck.

use serde::{Deserialize, Serialize};

use crate::line::Line;
use crate::trouble::Failure;

/// How a game came to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    /// By the rules.
    #[default]
    Rules,
    /// The same position occurred too often.
    Repetition,
    /// There was no progress for too long.
    NoProgress,
    /// There were too many steps.
    TooLong,
    /// Somebody failed to make a legal move.
    Forfeit,
}

impl End {
    /// Its name in files.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            End::Rules => "rules",
            End::Repetition => "repetition",
            End::NoProgress => "no-progress",
            End::TooLong => "too-long",
            End::Forfeit => "forfeit",
        }
    }
}

/// How long a seat thought about its moves, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thinking {
    /// How many moves.
    pub moves: u64,
    /// For all of them.
    pub total: u64,
    /// For the longest.
    pub longest: u64,
}

impl Thinking {
    pub(crate) fn and(self, other: &Thinking) -> Thinking {
        Thinking {
            moves: self.moves + other.moves,
            total: self.total + other.total,
            longest: self.longest.max(other.longest),
        }
    }
}

/// The result of one game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Line", from = "Line")]
pub struct GameResult {
    /// The number of the game in its plan.
    pub game: u64,
    /// The players, seat by seat. A line of a file does not name them: they follow from the plan.
    pub players: Vec<usize>,
    /// The player who won; `None` in a draw.
    pub winner: Option<usize>,
    /// How it ended.
    pub end: End,
    /// The number of moves and chance events.
    pub steps: u32,
    /// How many of these were chance events.
    pub throws: u32,
    /// Turns: consecutive moves of one seat are one turn.
    pub turns: u32,
    /// If one seat always wins: whose effort counts, and how much it was.
    pub effort: Option<(usize, u32)>,
    /// What the game counts, seat by seat.
    pub feats: Vec<u32>,
    /// How long they thought, seat by seat, if wanted.
    pub thinking: Vec<Thinking>,
    /// The player who failed.
    pub failed: Option<usize>,
    /// In what way.
    pub failure: Option<Failure>,
    /// What they did, in words.
    pub reason: Option<String>,
    /// The record of the game, if results are wanted with them.
    pub record: Option<String>,
}

impl GameResult {
    /// Whether another result of the same game says the same, but for its record. How long bots
    /// thought is never the same twice.
    pub(crate) fn is_like(&self, other: &GameResult) -> bool {
        let told = |result: &GameResult| GameResult {
            players: Vec::new(),
            thinking: Vec::new(),
            record: None,
            ..result.clone()
        };
        told(self) == told(other)
    }

    /// As a line of a file of results, without its end.
    #[must_use]
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("numbers and texts are JSON")
    }

    /// The points of a player in this game alone. In a game for one, a player
    /// who does not reach the end gets none.
    #[must_use]
    pub fn points(&self, player: usize) -> f64 {
        let seats = self.players.len() as f64;
        match (self.winner, self.failed) {
            (Some(winner), _) => f64::from(u8::from(winner == player)),
            (None, Some(failed)) if failed == player => 0.0,
            (None, Some(_)) => 1.0 / (seats - 1.0),
            (None, None) if self.players.len() == 1 => 0.0,
            (None, None) => 1.0 / seats,
        }
    }
}

/// The points of each player in a group of games, in the order of `players`,
/// and the games that each of them played.
pub(crate) fn group_points(games: &[GameResult], players: &[usize]) -> (Vec<f64>, u64) {
    let played = games
        .iter()
        .filter(|game| game.players.contains(&players[0]));
    let played = played.count() as u64;
    if let ([first, second], [_, _]) = (players, games)
        && games.iter().any(|game| game.effort.is_some())
    {
        // Fewer failures are better, then less effort.
        let record = |player: &usize| {
            let failures = games.iter().filter(|game| game.failed == Some(*player));
            let efforts = games.iter().filter_map(|game| game.effort);
            let own = efforts.filter(|(whose, _)| whose == player);
            (failures.count(), own.map(|(_, effort)| effort).sum::<u32>())
        };
        let all = played as f64;
        let points = match record(first).cmp(&record(second)) {
            std::cmp::Ordering::Less => vec![all, 0.0],
            std::cmp::Ordering::Equal => vec![all / 2.0, all / 2.0],
            std::cmp::Ordering::Greater => vec![0.0, all],
        };
        return (points, played);
    }
    let points = |player: &usize| games.iter().map(|game| game.points(*player)).sum();
    (players.iter().map(points).collect(), played)
}

#[cfg(test)]
impl GameResult {
    /// A game of one step.
    pub(crate) fn short(game: u64, players: Vec<usize>, winner: Option<usize>) -> GameResult {
        GameResult {
            game,
            players,
            winner,
            end: End::Rules,
            steps: 1,
            throws: 0,
            turns: 1,
            effort: None,
            feats: Vec::new(),
            thinking: Vec::new(),
            failed: None,
            failure: None,
            reason: None,
            record: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_a_larger_table_who_fails_makes_nothing() {
        let mut game = GameResult::short(0, vec![0, 1, 2], None);
        assert_eq!([0, 1, 2].map(|player| game.points(player)), [1.0 / 3.0; 3]);
        game.failed = Some(1);
        assert_eq!([0, 1, 2].map(|player| game.points(player)), [0.5, 0.0, 0.5]);
    }

    #[test]
    fn alone_who_does_not_come_to_the_end_makes_nothing() {
        assert_eq!(GameResult::short(0, vec![1], None).points(1), 0.0);
        assert_eq!(GameResult::short(0, vec![1], Some(1)).points(1), 1.0);
    }
}
