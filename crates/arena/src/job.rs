//! An arena as somebody asks for it, on a command line or in a program, and what that means.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use parlour_core::{Budget, GameEntry, SetupError, SetupValues, Tables, luck};
use thiserror::Error;

use crate::external::Timeouts;
use crate::names::labels;
use crate::plan::{Plan, PlanError, Seating, Shape};
use crate::results::Heading;
use crate::run::Arena;
use crate::scoreboard::Scoreboard;
use crate::spec::{BadSpec, Spec};
use crate::statistics::Sprt;

/// The default time for a move.
const USUAL_TIME: Duration = Duration::from_millis(100);
/// The default number of games of a pairing, without a test and with one.
const USUAL_GAMES: [u64; 2] = [100, 40_000];
/// The default length of an opening, where games would otherwise be alike.
const USUAL_OPENING: u32 = 2;
/// The default number of steps after which a game is drawn.
pub const USUAL_MOST_STEPS: u32 = 10_000;

/// The version of a file of results. Version 1 had other luck for the same seed; version 2 did
/// not name the program.
const RESULTS_VERSION: u32 = 3;

/// An arena as it was requested, with defaults for what was not given.
///
/// An example is in the [crate's documentation](crate#examples).
#[derive(Clone, Debug)]
pub struct Job {
    /// The game.
    pub game: &'static dyn GameEntry,
    /// The setup options that were given.
    pub setup: SetupValues,
    /// The players, as they were given.
    pub specs: Vec<String>,
    /// Games of every pairing.
    pub games: Option<u64>,
    /// The first player meets all others, who do not meet each other.
    pub gauntlet: bool,
    /// Players keep the seats in the order in which they are given.
    pub fixed_seats: bool,
    /// Time for a move.
    pub time: Option<Duration>,
    /// Positions for a move.
    pub nodes: Option<u64>,
    /// The two hypotheses of a test.
    pub sprt: Option<[f64; 2]>,
    /// Moves of the opening.
    pub opening: Option<u32>,
    /// A game of more steps is drawn.
    pub most_steps: u32,
    /// How long to wait for external bots.
    pub patience: Timeouts,
    /// Where luck comes from.
    pub seed: u64,
    /// Whether to record how long bots think.
    pub times: bool,
    /// Whether results have the records of their games.
    pub records: bool,
    /// Where records go.
    pub out: Option<String>,
}

/// Why there cannot be such an arena.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BadJob {
    /// A player who is not known.
    #[error(transparent)]
    Spec(#[from] BadSpec),
    /// A setup that cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// Players and games that do not go together.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// A test that cannot be made.
    #[error("{0}")]
    Test(&'static str),
}

impl Job {
    /// A job with all defaults.
    #[must_use]
    pub fn new(game: &'static dyn GameEntry, specs: Vec<String>, seed: u64) -> Job {
        Job {
            game,
            setup: SetupValues::new(),
            specs,
            games: None,
            gauntlet: false,
            fixed_seats: false,
            time: None,
            nodes: None,
            sprt: None,
            opening: None,
            most_steps: USUAL_MOST_STEPS,
            patience: Timeouts::default(),
            seed,
            times: false,
            records: false,
            out: None,
        }
    }

    /// Everything that decides what is played. Setup options that were not given are those that
    /// make bots comparable.
    ///
    /// # Errors
    ///
    /// The setup, a player or a number makes no sense.
    pub fn arena(&self, tables: Tables, stop: Arc<AtomicBool>) -> Result<Arena<'static>, BadJob> {
        let players: Vec<Spec> = self
            .specs
            .iter()
            .map(|text| Spec::read(self.game, text))
            .collect::<Result<_, _>>()?;
        let mut setup = self.setup.clone();
        for (name, value) in self.game.comparable() {
            if setup.get(name).is_none() {
                setup.set(name, *value);
            }
        }
        let start = self.game.start(&setup, &mut luck::seeded(0))?;
        let usual = USUAL_GAMES[usize::from(self.sprt.is_some())];
        let shape = match self.gauntlet {
            true => Shape::Gauntlet,
            false => Shape::RoundRobin,
        };
        let seating = match self.fixed_seats {
            true => Seating::Fixed,
            false => Seating::Exchanged,
        };
        let seats = usize::from(start.seats());
        let plan = Plan::new(
            players.len(),
            seats,
            shape,
            seating,
            self.games.unwrap_or(usual),
        )?;
        let mut arena = Arena {
            game: self.game,
            setup,
            tables,
            labels: labels(&self.specs),
            players,
            plan,
            seed: self.seed,
            budget: Budget {
                time: match (self.time, self.nodes) {
                    (None, None) => Some(USUAL_TIME),
                    (time, _) => time,
                },
                nodes: self.nodes,
                depth: None,
                stop,
            },
            opening: self.opening.unwrap_or(0),
            most_steps: self.most_steps,
            patience: self.patience,
            records: self.records || self.out.is_some(),
            results_with_records: self.records,
            times: self.times,
        };
        if self.opening.is_none() && arena.begins_alike()? {
            arena.opening = USUAL_OPENING;
        }
        Ok(arena)
    }

    /// A board for the results.
    ///
    /// # Errors
    ///
    /// The sequential test cannot be made with these players.
    pub fn board(&self, arena: &Arena<'_>) -> Result<Scoreboard, BadJob> {
        let sprt = match self.sprt {
            None => None,
            Some(_) if self.specs.len() != 2 => {
                return Err(BadJob::Test("a sequential test is between two players"));
            }
            Some([low, high]) if !(low.is_finite() && high.is_finite() && low < high) => {
                return Err(BadJob::Test(
                    "of the two differences of a test the first must be less than the second",
                ));
            }
            Some([low, high]) => Some(Sprt::new(low, high)),
        };
        Ok(Scoreboard::new(
            arena.plan.clone(),
            arena.players.len(),
            sprt,
        ))
    }

    /// The heading of a results file.
    #[must_use]
    pub fn heading(&self, arena: &Arena<'_>) -> Heading {
        let setup = arena.setup.names().map(|name| {
            let value = arena.setup.get(name).unwrap_or_default();
            (name.to_owned(), value.to_owned())
        });
        Heading {
            arena: RESULTS_VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            fingerprint: arena.fingerprint(),
            game: arena.game.info().id.to_owned(),
            players: self.specs.clone(),
            setup: setup.collect(),
            gauntlet: self.gauntlet,
            fixed_seats: self.fixed_seats,
            times: self.times,
            records: self.records,
            games: arena.plan.games(),
            seed: arena.seed,
            time: arena.budget.time.map(|time| time.as_millis() as u64),
            margin: arena.patience.margin.as_millis() as u64,
            nodes: arena.budget.nodes,
            opening: arena.opening,
            most_steps: arena.most_steps,
            sprt: self.sprt,
            out: self.out.clone(),
        }
    }
}
