//! The heading of a results file, and reading its results.

use std::collections::BTreeMap;

use parlour_files::Collect;
use serde::{Deserialize, Serialize};

use crate::game_result::GameResult;
use crate::scoreboard::Scoreboard;

/// What the work of an arena is called in its files.
pub const ARENA: &str = "arena";

/// Everything that decides what is played: a file is only continued with the
/// same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Heading {
    /// The version of this format.
    pub arena: u32,
    /// The version of the program.
    #[serde(default)]
    pub program: String,
    /// What tells the players of one build from those of another: see
    /// [`Arena::fingerprint`](crate::Arena::fingerprint).
    #[serde(default)]
    pub fingerprint: String,
    /// The game.
    pub game: String,
    /// The players.
    pub players: Vec<String>,
    /// The setup options.
    pub setup: BTreeMap<String, String>,
    /// Whether only the first player meets the others.
    pub gauntlet: bool,
    /// Whether everybody keeps to one seat.
    #[serde(default)]
    pub fixed_seats: bool,
    /// Whether thinking times are recorded.
    #[serde(default)]
    pub times: bool,
    /// Whether results have the records of their games.
    #[serde(default)]
    pub records: bool,
    /// Total number of games.
    pub games: u64,
    /// The seed.
    pub seed: u64,
    /// Time for a move, in milliseconds.
    pub time: Option<u64>,
    /// How much longer an external bot may take, in milliseconds.
    #[serde(default)]
    pub margin: u64,
    /// Positions for a move.
    pub nodes: Option<u64>,
    /// Moves of the opening.
    pub opening: u32,
    /// Steps after which a game is drawn.
    pub most_steps: u32,
    /// The two hypotheses of the test.
    pub sprt: Option<[f64; 2]>,
    /// The folder for records.
    pub out: Option<String>,
}

impl Heading {
    /// For the file that is continued.
    #[must_use]
    pub fn journal(&self) -> parlour_files::Heading {
        parlour_files::Heading::new(ARENA, self)
    }

    /// For a part that was played elsewhere: its records may be in another folder.
    #[must_use]
    pub fn part(&self) -> parlour_files::Heading {
        self.journal().told(&["out"])
    }
}

impl Collect for Scoreboard {
    type Line = GameResult;

    fn number(result: &GameResult) -> u64 {
        result.game
    }

    fn agrees(&self, result: &GameResult) -> Option<bool> {
        let known = self.result(result.game)?;
        Some(known.is_like(result) && self.has_record(result))
    }

    fn add(&mut self, result: GameResult) -> Result<(), String> {
        match Scoreboard::add(self, result) {
            true => Ok(()),
            false => Err(String::new()),
        }
    }
}
