//! Playing a plan.

mod simulated;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use parlour_core::{
    Budget, Contestant, Ending, GameEntry, Outcome, Played, Position, Seed, SetupError,
    SetupValues, Stalled, Tables, Terms, Turn,
};

use crate::external::{External, Patience};
use crate::game_result::{End, GameResult, Thinking};
use crate::plan::{Fixture, Plan};
use crate::spec::Spec;
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    /// Its result.
    pub result: GameResult,
    /// Its record, where one is wanted.
    pub record: Option<String>,
}

/// Results that wait for whoever collects them.
const WAITING: usize = 256;

/// External bots of one worker, one a player, as far as they were started.
type Programs = Vec<Option<External>>;

impl Arena<'_> {
    /// The start position of a round.
    pub fn start(&self, round: u64) -> Result<Box<dyn Position>, SetupError> {
        let mut deal = Seed::new(self.seed).round(round).deal();
        let mut start = self.game.start(&self.setup, &mut deal)?;
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
    /// set. Games that are not over then are given up.
    pub fn run(
        &self,
        threads: usize,
        is_wanted: &(dyn Fn(u64) -> bool + Sync),
        mut each: impl FnMut(Finished) -> ControlFlow<()>,
    ) {
        let next = AtomicU64::new(0);
        let stop = &self.budget.stop;
        let common = self.simulated_from();
        thread::scope(|scope| {
            let (hand_over, receive) = mpsc::sync_channel(WAITING);
            for _ in 0..threads.max(1) {
                let hand_over = hand_over.clone();
                let (next, common) = (&next, &common);
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
                                .filter_map(|fixture| self.play(fixture, &mut programs))
                                .collect(),
                            Some(start) => {
                                let fixtures: Vec<Fixture> = fixtures.collect();
                                at_once.timed(|| self.simulate(&**start, fixtures))
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
    }

    /// Plays a game; `None` where it was stopped.
    fn play(&self, fixture: Fixture, programs: &mut Programs) -> Option<Finished> {
        let start = self.start(fixture.round).ok()?;
        let seed = Seed::new(self.seed);
        let bots = seed.game(fixture.game);
        // Who cannot even begin has lost.
        for (seat, &player) in fixture.players.iter().enumerate() {
            let Spec::Exec(command) = &self.players[player] else {
                continue;
            };
            let program = &mut programs[player];
            let begun = match program {
                Some(program) => program.new_game(bots.bot(player)),
                None => External::start(self.game, command, self.patience)
                    .and_then(|started| program.insert(started).new_game(bots.bot(player))),
            };
            if let Err(reason) = begun {
                return Some(not_begun(fixture, seat, reason));
            }
        }
        let mut taken: Vec<Option<External>> = fixture
            .players
            .iter()
            .map(|player| programs[*player].take())
            .collect();
        let contestants = fixture.players.iter().zip(&mut taken);
        let contestants =
            contestants.map(
                |(&player, program)| match (program, &self.players[player]) {
                    (Some(program), _) => Contestant::Outside(program),
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
        let luck = seed.round(fixture.round);
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
                is_timed: self.times,
            },
        );
        for (&player, program) in fixture.players.iter().zip(taken) {
            programs[player] = program;
        }
        played.map(|played| finished(fixture, played))
    }
}

/// The result where somebody could not even begin.
fn not_begun(fixture: Fixture, seat: usize, reason: String) -> Finished {
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
            reason: Some(reason),
        },
        record: None,
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
            reason,
        },
        record: played.record,
    }
}
