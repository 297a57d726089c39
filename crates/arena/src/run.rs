//! Playing a plan.

mod simulated;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;

use parlour_core::{
    Budget, Contestant, Ending, GameEntry, Noted, Outcome, Played, Position, SeatClock, Seed,
    SetupError, SetupValues, Stalled, Tables, Terms, Turn,
};

use crate::external::{External, Patience};
use crate::game_result::{End, GameResult, Thinking};
use crate::plan::{Fixture, Plan};
use crate::spec::Spec;
use crate::trouble::{Failure, HostTrouble, Trouble};
use simulated::AtOnce;

/// An arena: everything that decides what is played.
pub struct Arena<'a> {
    /// The game.
    pub game: &'a dyn GameEntry,
    /// Its setup.
    pub setup: SetupValues,
    /// The players.
    pub players: Vec<Spec>,
    /// Computed files for the game's own bots.
    pub tables: Tables,
    /// Names for records, one a player.
    pub labels: Vec<String>,
    /// Who plays whom.
    pub plan: Plan,
    /// Where luck comes from.
    pub seed: u64,
    /// How long bots may think. Its flag stops the arena.
    pub budget: Budget,
    /// Moves at the beginning of a game that nobody chooses.
    pub opening: u32,
    /// A game of more steps is drawn.
    pub most_steps: u32,
    /// How long to wait for external bots.
    pub patience: Patience,
    /// Whether records are wanted.
    pub records: bool,
    /// Whether it is wanted how long bots think.
    pub times: bool,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// Its result.
    pub result: GameResult,
    /// Its record, where one is wanted.
    pub record: Option<String>,
    /// Every move that was chosen, where a record is wanted.
    pub moves: Vec<Noted>,
}

/// Results that wait for whoever collects them.
const WAITING: usize = 256;

/// External bots of one worker, one a player, as far as they were started.
type Programs = Vec<Option<Program>>;

/// An external bot, and the round in which its process has played.
struct Program {
    bot: External,
    round: Option<u64>,
}

impl Program {
    /// Gets it ready for a game. In all games of a round luck is the same: a process
    /// that had seen one of them would know what is hidden in the next.
    fn begin(&mut self, round: u64, seed: u64) -> Result<(), Trouble> {
        if self.round.replace(round) == Some(round) {
            self.bot.forget();
        }
        self.bot.new_game(seed)
    }
}

impl Arena<'_> {
    /// The start position of a round.
    pub fn start(&self, round: u64) -> Result<Box<dyn Position>, SetupError> {
        self.dealt(&Seed::new(self.seed).round(round))
    }

    fn dealt(&self, luck: &Seed) -> Result<Box<dyn Position>, SetupError> {
        let mut start = self.game.start(&self.setup, &mut luck.deal())?;
        start.seat_bots(&vec![true; usize::from(start.seats())]);
        Ok(start)
    }

    /// Whether games begin alike, with nothing that luck or a hidden choice
    /// decides: then openings are wanted.
    pub fn begins_alike(&self) -> Result<bool, SetupError> {
        let [first, second] = [self.start(0)?, self.start(1)?];
        Ok(self.game.is_open() && first.turn() != Turn::Chance && first.text() == second.text())
    }

    /// Plays all games that `is_wanted`, on so many threads, and hands over each
    /// as it ends, in any order, until `each` has enough or the budget's flag is
    /// set. Games that are not over then are given up, and so are all where this
    /// machine cannot run the bots.
    pub fn run(
        &self,
        threads: usize,
        is_wanted: &(dyn Fn(u64) -> bool + Sync),
        mut each: impl FnMut(Finished) -> ControlFlow<()>,
    ) -> Result<(), HostTrouble> {
        let next = AtomicU64::new(0);
        let stop = &self.budget.stop;
        let common = self.simulated_from();
        let trouble = Mutex::new(None);
        thread::scope(|scope| {
            let (hand_over, receive) = mpsc::sync_channel(WAITING);
            for _ in 0..threads.max(1) {
                let hand_over = hand_over.clone();
                let (next, common, trouble) = (&next, &common, &trouble);
                scope.spawn(move || {
                    let mut programs: Programs = self.players.iter().map(|_| None).collect();
                    let mut at_once = AtOnce::default();
                    while !stop.load(Ordering::Relaxed) {
                        let many = at_once.games();
                        let first = next.fetch_add(many, Ordering::Relaxed);
                        if first >= self.plan.games() {
                            break;
                        }
                        let games = first..self.plan.games().min(first.saturating_add(many));
                        let games = games.filter(|game| is_wanted(*game));
                        let fixtures = games.map(|game| self.plan.fixture(game));
                        let finished = match common {
                            None => fixtures
                                .filter_map(|fixture| self.play(fixture, &mut programs).transpose())
                                .collect(),
                            Some(start) => {
                                let fixtures: Vec<Fixture> = fixtures.collect();
                                Ok(at_once.timed(|| self.simulate(&**start, fixtures)))
                            }
                        };
                        let finished: Vec<Finished> = match finished {
                            Ok(finished) => finished,
                            Err(found) => {
                                stop.store(true, Ordering::Relaxed);
                                if let Ok(mut trouble) = trouble.lock() {
                                    trouble.get_or_insert(found);
                                }
                                break;
                            }
                        };
                        if hand_over.send(finished).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(hand_over);
            for finished in receive.into_iter().flatten() {
                if each(finished).is_break() {
                    stop.store(true, Ordering::Relaxed);
                    break;
                }
            }
        });
        let trouble: Option<HostTrouble> = trouble.into_inner().unwrap_or_default();
        trouble.map_or(Ok(()), Err)
    }

    /// Plays a game; `None` where it was stopped.
    fn play(
        &self,
        fixture: Fixture,
        programs: &mut Programs,
    ) -> Result<Option<Finished>, HostTrouble> {
        let seed = Seed::new(self.seed);
        let (luck, bots) = (seed.round(fixture.round), seed.game(fixture.game));
        let Ok(start) = self.dealt(&luck) else {
            return Ok(None);
        };
        // Who cannot even begin has lost.
        for (seat, &player) in fixture.players.iter().enumerate() {
            let Spec::Exec(command) = &self.players[player] else {
                continue;
            };
            let (round, seed) = (fixture.round, bots.bot(player));
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
                Err(Trouble::Host(trouble)) => return Err(trouble),
                Err(Trouble::Bot { failure, reason }) => {
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
            &*start,
            Terms {
                contestants: contestants.collect(),
                tables: &self.tables,
                opening: self.opening,
                opening_luck: &mut luck.opening(),
                luck: &mut luck.dice(),
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
                // Of our own bots nobody wants to know.
                let seats = played.clocks.iter_mut().zip(&fixture.players);
                for (clock, _) in seats.filter(|(_, player)| !self.is_outside(**player)) {
                    *clock = SeatClock::default();
                }
            }
            let mut finished = finished(fixture, played);
            finished.result.failure = failures.into_iter().flatten().next();
            finished
        }))
    }

    /// Whether a player is another program.
    fn is_outside(&self, player: usize) -> bool {
        matches!(self.players[player], Spec::Exec(_))
    }
}

/// The result where somebody could not even begin.
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
        },
        record: played.record,
        moves: played.moves,
    }
}
