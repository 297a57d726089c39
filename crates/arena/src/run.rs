//! Playing a plan.

mod at_once;
mod late;
mod simulated;

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

use parlour_core::{
    Budget, Contestant, Ending, GameEntry, Noted, Outcome, Played, Position, SeatClock, Seed,
    SetupError, SetupValues, Stalled, Tables, Terms, Turn, luck,
};
use rand::Rng;

use crate::external::{External, Timeouts};
use crate::game_result::{End, GameResult, Thinking};
use crate::plan::{Fixture, Plan};
use crate::spec::Spec;
use crate::trouble::{ExternalError, Failure, HostError};
use at_once::AtOnce;
use late::LateLuck;

/// An arena: everything that decides what is played.
///
/// An example is in the [crate's documentation](crate#examples).
#[derive(Debug)]
pub struct Arena<'a> {
    /// The game.
    pub game: &'a dyn GameEntry,
    /// Its setup.
    pub setup: SetupValues,
    /// The players.
    pub players: Vec<Spec>,
    /// Computed files for the game's own bots.
    pub tables: Tables,
    /// Names for records, one per player.
    pub labels: Vec<String>,
    /// The schedule.
    pub plan: Plan,
    /// The seed.
    pub seed: u64,
    /// How long bots may think. Its flag stops the arena.
    pub budget: Budget,
    /// How many random moves begin a game.
    pub opening: u32,
    /// A game with more steps is a draw.
    pub most_steps: u32,
    /// How long to wait for external bots.
    pub patience: Timeouts,
    /// Whether records are wanted.
    pub records: bool,
    /// Whether results are wanted with the records of their games.
    pub results_with_records: bool,
    /// Whether thinking times are wanted.
    pub times: bool,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// Its result.
    pub result: GameResult,
    /// Its record, if wanted.
    pub record: Option<String>,
    /// Every move a bot chose, if a record is wanted.
    pub moves: Vec<Noted>,
}

/// Batches of results that wait for the collector. A batch has up to a thousand games, so many of
/// them would take more memory than all results.
const WAITING: usize = 8;

/// External bots of one worker, one per player, as far as they were started.
type Programs = Vec<Option<Program>>;

/// An external bot, and the round in which its process has played.
struct Program {
    bot: External,
    round: Option<u64>,
}

impl Program {
    /// Prepares it for a game. All games of a round have the same luck: a process that had seen one
    /// of them would know what is hidden in the next.
    fn begin(&mut self, round: u64, seed: u64) -> Result<(), ExternalError> {
        if self.round.replace(round) == Some(round) {
            self.bot.forget();
        }
        self.bot.new_game(seed)
    }
}

impl Arena<'_> {
    /// The start position of a round.
    ///
    /// # Errors
    ///
    /// The setup is wrong.
    pub fn start(&self, round: u64) -> Result<Box<dyn Position>, SetupError> {
        self.dealt(&Seed::new(self.seed), round)
    }

    fn dealt(&self, seed: &Seed, round: u64) -> Result<Box<dyn Position>, SetupError> {
        self.started(&mut LateLuck::new(|| seed.round(round).deal()))
    }

    fn started(&self, luck: &mut dyn Rng) -> Result<Box<dyn Position>, SetupError> {
        let mut start = self.game.start(&self.setup, luck)?;
        start.seat_bots(&vec![true; usize::from(start.seats())]);
        Ok(start)
    }

    /// The start of all games, if no chance decides it: reading the setup for every game would
    /// take a good part of a short one.
    fn common_start(&self) -> Option<Box<dyn Position>> {
        let mut luck = LateLuck::new(|| luck::seeded(0));
        let start = self.started(&mut luck).ok()?;
        (!luck.is_used()).then_some(start)
    }

    /// Whether all games would begin alike, without chance or hidden choices:
    /// then openings are wanted.
    ///
    /// # Errors
    ///
    /// The setup is wrong.
    pub fn begins_alike(&self) -> Result<bool, SetupError> {
        let [first, second] = [self.start(0)?, self.start(1)?];
        Ok(self.game.is_open() && first.turn() != Turn::Chance && first.text() == second.text())
    }

    /// Plays all games of `only` that `is_wanted`, on this many threads, and hands over
    /// each as it ends, in any order, until `each` has enough or the budget's
    /// flag is set. Games that are not over then are abandoned, and so are all
    /// if this machine cannot run the bots.
    ///
    /// # Errors
    ///
    /// The setup is wrong, or a program that plays does not start.
    pub fn run(
        &self,
        threads: usize,
        only: Range<u64>,
        is_wanted: &(dyn Fn(u64) -> bool + Sync),
        mut each: impl FnMut(Finished) -> ControlFlow<()>,
    ) -> Result<(), HostError> {
        let next = AtomicU64::new(only.start);
        let end = only.end.min(self.plan.games());
        let stop = &self.budget.stop;
        let common = self.common_start();
        let common = common.as_deref();
        let simulated = common.filter(|start| self.simulates(*start));
        let trouble = Mutex::new(None);
        let found = |found: HostError| {
            stop.store(true, Ordering::Relaxed);
            if let Ok(mut trouble) = trouble.lock() {
                trouble.get_or_insert(found);
            }
        };
        thread::scope(|scope| {
            let (hand_over, receive) = mpsc::sync_channel(WAITING);
            for _ in 0..threads.max(1) {
                let hand_over = hand_over.clone();
                let (next, found) = (&next, &found);
                let playing = thread::Builder::new().spawn_scoped(scope, move || {
                    let mut programs: Programs = self.players.iter().map(|_| None).collect();
                    let mut at_once = AtOnce::default();
                    let seed = Seed::new(self.seed);
                    while !stop.load(Ordering::Relaxed) {
                        let many = at_once.games();
                        let first = next.fetch_add(many, Ordering::Relaxed);
                        if first >= end {
                            break;
                        }
                        let games = first..end.min(first.saturating_add(many));
                        let games = games.filter(|game| is_wanted(*game));
                        let fixtures = games.map(|game| self.plan.fixture(game));
                        let finished = at_once.timed(|| match simulated {
                            Some(start) => Ok(self.simulate(start, fixtures.collect())),
                            None => fixtures
                                .filter_map(|fixture| {
                                    self.play(&seed, common, fixture, &mut programs).transpose()
                                })
                                .collect(),
                        });
                        let finished: Vec<Finished> = match finished {
                            Ok(finished) => finished,
                            Err(trouble) => {
                                found(trouble);
                                break;
                            }
                        };
                        if hand_over.send(finished).is_err() {
                            break;
                        }
                    }
                });
                if let Err(error) = playing {
                    found(HostError(error.to_string()));
                    break;
                }
            }
            drop(hand_over);
            for finished in receive.into_iter().flatten() {
                if each(finished).is_break() {
                    stop.store(true, Ordering::Relaxed);
                    break;
                }
            }
        });
        let trouble: Option<HostError> = trouble.into_inner().unwrap_or_default();
        trouble.map_or(Ok(()), Err)
    }

    /// Plays a game; `None` if it was stopped.
    fn play(
        &self,
        seed: &Seed,
        common: Option<&dyn Position>,
        fixture: Fixture,
        programs: &mut Programs,
    ) -> Result<Option<Finished>, HostError> {
        let (round, bots) = (fixture.round, seed.game(fixture.game));
        let dealt = match common {
            Some(_) => None,
            None => self.dealt(seed, round).ok(),
        };
        let Some(start) = common.or(dealt.as_deref()) else {
            return Ok(None);
        };
        // A player who cannot even begin has lost.
        for (seat, &player) in fixture.players.iter().enumerate() {
            let Spec::Exec(command) = &self.players[player] else {
                continue;
            };
            let seed = bots.bot(player);
            let program = &mut programs[player];
            let begun = match program {
                Some(program) => program.begin(round, seed),
                None => {
                    let started = External::start(self.game, command, self.patience);
                    started.and_then(|bot| {
                        let program = program.insert(Program { bot, round: None });
                        program.begin(round, seed)
                    })
                }
            };
            match begun {
                Ok(()) => {}
                Err(ExternalError::Host(trouble)) => return Err(trouble),
                Err(ExternalError::Bot { failure, reason }) => {
                    return Ok(Some(not_begun(fixture, seat, failure, reason)));
                }
            }
        }
        let mut taken: Vec<Option<Program>> = fixture
            .players
            .iter()
            .map(|player| programs[*player].take())
            .collect();
        let taken_outside = fixture
            .players
            .iter()
            .any(|player| self.is_outside(*player));
        let contestants = fixture.players.iter().zip(&mut taken);
        let contestants =
            contestants.map(
                |(&player, program)| match (program, &self.players[player]) {
                    (Some(program), _) => Contestant::Outside(&mut program.bot),
                    (None, Spec::Own(name)) => Contestant::Own {
                        name,
                        seed: bots.bot(player),
                    },
                    (None, Spec::Exec(_)) => unreachable!("every program has begun"),
                },
            );
        let names = fixture
            .players
            .iter()
            .map(|player| self.labels[*player].clone());
        let played = self.game.bout(
            start,
            Terms {
                contestants: contestants.collect(),
                tables: &self.tables,
                opening: self.opening,
                opening_luck: &mut LateLuck::new(|| seed.round(round).opening()),
                luck: &mut LateLuck::new(|| seed.round(round).dice()),
                budget: &self.budget,
                most_steps: self.most_steps,
                names: self.records.then(|| names.collect()),
                is_timed: self.times || taken_outside,
            },
        );
        let failures: Vec<Option<Failure>> = taken
            .iter()
            .map(|program| program.as_ref().and_then(|program| program.bot.failure()))
            .collect();
        for (&player, program) in fixture.players.iter().zip(taken) {
            programs[player] = program;
        }
        Ok(played.map(|mut played| {
            if !self.times {
                // The times of our own bots are not wanted.
                let seats = played.clocks.iter_mut().zip(&fixture.players);
                for (clock, _) in seats.filter(|(_, player)| !self.is_outside(**player)) {
                    *clock = SeatClock::default();
                }
            }
            let mut finished = finished(fixture, played);
            finished.result.failure = failures.into_iter().flatten().next();
            if self.results_with_records {
                finished.result.record.clone_from(&finished.record);
            }
            finished
        }))
    }

    /// Whether a player is another program.
    fn is_outside(&self, player: usize) -> bool {
        matches!(self.players[player], Spec::Exec(_))
    }
}

/// The result if somebody could not even begin.
fn not_begun(fixture: Fixture, seat: usize, failure: Failure, reason: String) -> Finished {
    let loser = fixture.players[seat];
    let other = fixture
        .players
        .iter()
        .copied()
        .find(|player| *player != loser);
    Finished {
        result: GameResult {
            game: fixture.game,
            winner: other.filter(|_| fixture.players.len() == 2),
            players: fixture.players,
            end: End::Forfeit,
            steps: 0,
            throws: 0,
            turns: 0,
            effort: None,
            feats: Vec::new(),
            thinking: Vec::new(),
            failed: Some(loser),
            failure: Some(failure),
            reason: Some(reason),
            record: None,
        },
        record: None,
        moves: Vec::new(),
    }
}

fn finished(fixture: Fixture, played: Played) -> Finished {
    let player = |seat: parlour_core::Seat| fixture.players[seat.index()];
    let (end, failed, reason) = match played.ending {
        Ending::Rules => (End::Rules, None, None),
        Ending::Stalled(Stalled::Repetition) => (End::Repetition, None, None),
        Ending::Stalled(Stalled::NoProgress) => (End::NoProgress, None, None),
        Ending::TooLong => (End::TooLong, None, None),
        Ending::Forfeit { seat, reason } => (End::Forfeit, Some(player(seat)), Some(reason)),
    };
    let thinking = played.clocks.iter().map(|clock| Thinking {
        moves: clock.moves.into(),
        total: clock.total.as_micros() as u64,
        longest: clock.longest.as_micros() as u64,
    });
    let winner = match played.outcome {
        Outcome::Win(seat) => Some(player(seat)),
        Outcome::Draw => None,
    };
    let effort = played.effort.map(|(seat, effort)| (player(seat), effort));
    Finished {
        result: GameResult {
            game: fixture.game,
            players: fixture.players,
            winner,
            end,
            steps: played.steps,
            throws: played.throws,
            turns: played.turns,
            effort,
            thinking: thinking.collect(),
            feats: played.feats,
            failed,
            failure: None,
            reason,
            record: None,
        },
        record: played.record,
        moves: played.moves,
    }
}
