//! Whole games between bots, without an audience.
//!
//! A [`Match`](crate::Match) works on texts and can go back. A bout uses the
//! game's own types and only goes forward, so that fast bots lose little time
//! between moves.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rand::Rng;

use crate::any_bot::AnyBot;
use crate::bot::{Advice, Bot, Limits};
use crate::clock::Moment;
use crate::game::{Outcome, Seat, Step, Turn, Viewer, below};
use crate::luck::Luck;
use crate::playable::Playable;
use crate::position::{Typed, write_step};
use crate::record::Record;
use crate::stall::{Stall, Stalled};
use crate::tables::Tables;

/// How long bots may think about each move.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// A time for each move.
    pub time: Option<Duration>,
    /// Positions to look at for each move.
    pub nodes: Option<u64>,
    /// Moves to look ahead.
    pub depth: Option<u32>,
    /// Set from outside to end the game at once.
    pub stop: Arc<AtomicBool>,
}

impl Budget {
    /// The limits for a move that begins now.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits {
            deadline: self.time.map(|time| Moment::now() + time),
            nodes: self.nodes,
            depth: self.depth,
            others: 0,
            threads: None,
            memory: None,
            // Not from `Limits::default()`, which would allocate a flag for every move.
            stop: Arc::clone(&self.stop),
            listener: None,
        }
    }
}

/// A player in a bout.
#[derive(Debug)]
pub enum Contestant<'a> {
    /// A bot of the game, made anew for this bout.
    Own {
        /// Its name.
        name: &'a str,
        /// Equal seeds make equal bots.
        seed: u64,
    },
    /// A bot that runs elsewhere and may fail.
    Outside(&'a mut dyn AnyBot),
}

/// What a bout needs besides its start.
pub struct Terms<'a> {
    /// One per seat.
    pub contestants: Vec<Contestant<'a>>,
    /// Computed files for the game's own bots.
    pub tables: &'a Tables,
    /// How many random moves begin the game.
    pub opening: u32,
    /// Draws the opening.
    pub opening_luck: &'a mut dyn Rng,
    /// Decides what chance does in the game.
    pub luck: &'a mut dyn Rng,
    /// How long everybody may think.
    pub budget: &'a Budget,
    /// A game with more steps than this is a draw.
    pub most_steps: u32,
    /// The players' names, if a record is wanted.
    pub names: Option<Vec<String>>,
    /// Whether to measure how long each seat thinks.
    pub is_timed: bool,
}

impl fmt::Debug for Terms<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terms")
            .field("contestants", &self.contestants)
            .field("opening", &self.opening)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}

/// Many games between bots of one game, from the same start and without records, for the game's own
/// simulator: [`Playable::simulate`].
#[derive(Debug)]
pub struct Series<'a> {
    /// The names of the bots.
    pub bots: &'a [&'a str],
    /// Computed files for them.
    pub tables: &'a Tables,
    /// The luck of each game.
    pub luck: &'a [Luck],
    /// For each game and seat: which of the bots sits there, and its seed.
    pub seats: &'a [(usize, u64)],
    /// A game with more steps than this is a draw.
    pub most_steps: u32,
}

/// How a bout ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    Rules,
    /// The players went round in circles.
    Stalled(Stalled),
    /// It had too many steps.
    TooLong,
    /// A seat failed to make a legal move and has lost.
    Forfeit {
        /// Which one.
        seat: Seat,
        /// What it did instead.
        reason: String,
    },
}

/// A bout that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The winner. If a seat failed and there are more than two players, nobody wins.
    pub outcome: Outcome,
    /// How it ended.
    pub ending: Ending,
    /// The number of moves and chance events.
    pub steps: u32,
    /// How many of these were chance events.
    pub throws: u32,
    /// The number of turns. Consecutive moves of one seat are one turn.
    pub turns: u32,
    /// [`Playable::effort`] at the end.
    pub effort: Option<(Seat, u32)>,
    /// How often each seat did what [`Playable::FEAT`] names; empty if it names nothing.
    pub feats: Vec<u32>,
    /// How long each seat thought, if measured.
    pub clocks: Vec<SeatClock>,
    /// The record, if wanted.
    pub record: Option<String>,
    /// Every move a bot chose, if a record is wanted.
    pub moves: Vec<Noted>,
}

/// A move of a bout, and what its bot said about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Noted {
    /// How many steps came before it.
    pub step: u32,
    /// Whose move it is.
    pub seat: Seat,
    /// Its text.
    pub text: String,
    /// How long the bot thought.
    pub time: Duration,
    /// What the position is worth to it, in the game's
    /// [`Measure`](crate::Measure).
    pub value: Option<f64>,
    /// How deep, in moves, it searched.
    pub depth: Option<u32>,
    /// How many positions it searched.
    pub nodes: Option<u64>,
}

/// How long a seat thought about its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatClock {
    /// How many moves.
    pub moves: u32,
    /// The time for all of them.
    pub total: Duration,
    /// The longest time for one.
    pub longest: Duration,
}

impl SeatClock {
    fn add(&mut self, thought: Duration) {
        self.moves += 1;
        self.total += thought;
        self.longest = self.longest.max(thought);
    }
}

/// The bot that plays a seat.
enum Player<'a, G> {
    Own(Box<dyn Bot<G>>),
    Outside(&'a mut dyn AnyBot),
}

/// Plays a bout; `None` if it was stopped from outside, or if the number of
/// bots is not the number of seats.
pub(crate) fn play<G: Playable>(
    start: &G,
    terms: Terms<'_>,
    own: impl Fn(&str, u64) -> Option<Box<dyn Bot<G>>>,
) -> Option<Played> {
    let mut players: Vec<Player<'_, G>> = Vec::with_capacity(terms.contestants.len());
    for contestant in terms.contestants {
        players.push(match contestant {
            Contestant::Own { name, seed } => Player::Own(own(name, seed)?),
            Contestant::Outside(bot) => Player::Outside(bot),
        });
    }
    if players.len() != usize::from(start.seats()) {
        return None;
    }
    let is_told = |player: &Player<'_, G>| matches!(player, Player::Outside(_));
    let mut bout = Bout {
        keeps_texts: terms.names.is_some() || players.iter().any(is_told),
        keeps_steps: terms.names.is_some(),
        start,
        state: start.clone(),
        steps: Vec::new(),
        texts: Vec::new(),
        count: 0,
        throws: 0,
        turns: 0,
        moves: vec![0; players.len()],
        feats: vec![0; if G::FEAT.is_some() { players.len() } else { 0 }],
        last: None,
        stall: Stall::new(),
    };
    let mut noted = Vec::new();
    let mut clocks = vec![SeatClock::default(); if terms.is_timed { players.len() } else { 0 }];
    let plies = terms.opening.min(terms.most_steps);
    let opening = opening(start, plies, terms.opening_luck, &terms.budget.stop);
    let mut opening = opening.into_iter();
    let (outcome, ending) = loop {
        if terms.budget.stop.load(Ordering::Relaxed) {
            return None;
        }
        let turn = bout.state.turn();
        if let Turn::Over(outcome) = turn {
            break (outcome, Ending::Rules);
        }
        if let Some(stalled) = bout.stalled() {
            break (Outcome::Draw, Ending::Stalled(stalled));
        }
        if bout.count >= terms.most_steps {
            break (Outcome::Draw, Ending::TooLong);
        }
        let step = match turn {
            Turn::Seat(seat) => match opening.next() {
                Some(chosen) => Step::Move(chosen),
                None => {
                    let begun = (terms.is_timed || terms.names.is_some()).then(Moment::now);
                    let answer = bout.ask(seat, &mut players[seat.index()], terms.budget);
                    let time = begun.map_or(Duration::ZERO, Moment::elapsed);
                    if terms.is_timed {
                        clocks[seat.index()].add(time);
                    }
                    match answer {
                        Ok(advice) => {
                            if terms.names.is_some() {
                                noted.push(bout.noted(seat, time, &advice));
                            }
                            Step::Move(advice.best)
                        }
                        // A bot that is told to stop may have no answer.
                        Err(_) if terms.budget.stop.load(Ordering::Relaxed) => return None,
                        Err(reason) => break forfeit(seat, start.seats(), reason),
                    }
                }
            },
            _ => Step::Chance(bout.state.odds().sample(terms.luck)?),
        };
        if let Err(reason) = bout.take(turn, step) {
            match turn {
                Turn::Seat(seat) => break forfeit(seat, start.seats(), reason),
                _ => return None,
            }
        }
    };
    Some(Played {
        outcome,
        ending,
        steps: bout.count,
        throws: bout.throws,
        turns: bout.turns,
        effort: bout.state.effort(&bout.moves),
        feats: bout.feats,
        clocks,
        moves: noted,
        record: terms.names.map(|names| {
            G::write_record(&Record {
                names,
                start: start.clone(),
                steps: bout.steps,
                sealed: None,
            })
        }),
    })
}

fn forfeit(seat: Seat, seats: u8, reason: String) -> (Outcome, Ending) {
    let outcome = match seats {
        2 => Outcome::Win(Seat(1 - seat.0)),
        _ => Outcome::Draw,
    };
    (outcome, Ending::Forfeit { seat, reason })
}

/// How often an opening is drawn again because it ended the game.
const TRIES: u32 = 32;

/// Random moves that begin a game without ending it; fewer than `plies` if every attempt ended the
/// game sooner. Openings are for games without luck.
fn opening<G: Playable>(
    start: &G,
    plies: u32,
    luck: &mut dyn Rng,
    stop: &AtomicBool,
) -> Vec<G::Move> {
    let mut wanted = plies as usize;
    while wanted > 0 {
        // The longest that one of the attempts would have allowed.
        let mut longest = 0;
        for _ in 0..TRIES {
            let mut state = start.clone();
            let mut chosen = Vec::new();
            while chosen.len() < wanted && matches!(state.turn(), Turn::Seat(_)) {
                if stop.load(Ordering::Relaxed) {
                    return Vec::new();
                }
                longest = longest.max(chosen.len());
                let moves = state.moves();
                let Some(index) = below(luck, moves.len() as u64) else {
                    break;
                };
                let next = moves[index as usize].clone();
                if state.play(&next).is_err() {
                    break;
                }
                chosen.push(next);
            }
            if chosen.len() == wanted && matches!(state.turn(), Turn::Seat(_)) {
                return chosen;
            }
        }
        // What no attempt has reached is not tried: a game may be much shorter than that.
        wanted = longest.min(wanted - 1);
    }
    Vec::new()
}

/// A game that is being played.
struct Bout<'a, G: Playable> {
    start: &'a G,
    state: G,
    /// Whether to keep the steps, for the record.
    keeps_steps: bool,
    steps: Vec<Step<G>>,
    /// Whether to keep the steps' texts, for bots that want to hear them.
    keeps_texts: bool,
    texts: Vec<String>,
    count: u32,
    throws: u32,
    turns: u32,
    /// The number of moves of each seat.
    moves: Vec<u32>,
    feats: Vec<u32>,
    /// The seat that moved last.
    last: Option<Seat>,
    stall: Stall<Seen<G>>,
}

/// A position that may be repeated. Nearly all differ in their hashes, and then
/// need not be compared further.
#[derive(PartialEq)]
struct Seen<G> {
    hash: u64,
    state: G,
}

impl<G: Hash> Seen<G> {
    fn new(state: G) -> Self {
        let mut hasher = Quick(0);
        state.hash(&mut hasher);
        let hash = hasher.finish();
        Seen { hash, state }
    }
}

/// A fast hasher, not a good one: a collision only costs a comparison.
struct Quick(u64);

impl Hasher for Quick {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0.rotate_left(5) ^ number).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    /// Discriminants of enums.
    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl<G: Playable> Bout<'_, G> {
    fn stalled(&mut self) -> Option<Stalled> {
        let progress = self.state.progress()?;
        self.stall.see(progress, Seen::new(self.state.clone()))
    }

    /// The note about a move that is about to be made.
    fn noted(&self, seat: Seat, time: Duration, advice: &Advice<G::Move>) -> Noted {
        Noted {
            step: self.count,
            seat,
            text: self.state.write_move(&advice.best),
            time,
            value: advice.value,
            depth: advice.depth,
            nodes: advice.nodes,
        }
    }

    /// The move a seat chooses, or why it has none.
    fn ask(
        &mut self,
        seat: Seat,
        player: &mut Player<'_, G>,
        budget: &Budget,
    ) -> Result<Advice<G::Move>, String> {
        let since = self.stall.since();
        let past = since.split_last().map_or(&[][..], |(_, past)| past);
        let who = Viewer::Seat(seat);
        match player {
            Player::Own(bot) => {
                if bot.recalls() {
                    bot.recall(past.iter().map(|seen| seen.state.view(who)).collect());
                }
                let view = self.state.view(who);
                let moves = self.state.moves();
                Ok(bot.advise(seat, &view, &moves, &budget.limits()))
            }
            Player::Outside(bot) => {
                bot.hear(&Typed(self.start.clone()), &self.texts);
                let position = Typed(self.state.clone());
                let advice = bot.advise(&position, &budget.limits());
                let advice = advice.map_err(|fault| fault.0)?;
                match advice.best.of::<G>() {
                    Step::Move(chosen) => Ok(Advice {
                        value: advice.value,
                        depth: advice.depth,
                        nodes: advice.nodes,
                        ..Advice::unexplained(chosen.clone())
                    }),
                    Step::Chance(_) => {
                        Err("it tried to choose the outcome of a throw or deal".to_owned())
                    }
                }
            }
        }
    }

    fn take(&mut self, turn: Turn, step: Step<G>) -> Result<(), String> {
        let text = self.keeps_texts.then(|| write_step(&self.state, &step));
        let is_feat = match &step {
            Step::Move(chosen) if G::FEAT.is_some() => self.state.is_feat(chosen),
            _ => false,
        };
        step.take(&mut self.state).map_err(|illegal| {
            let text = text
                .clone()
                .unwrap_or_else(|| write_step(&self.state, &step));
            format!("illegal move {text}: {}", illegal.message)
        })?;
        self.count += 1;
        if let Turn::Seat(seat) = turn {
            self.moves[seat.index()] += 1;
            self.turns += u32::from(self.last != Some(seat));
            self.last = Some(seat);
            if is_feat {
                self.feats[seat.index()] += 1;
            }
        } else {
            self.throws += 1;
        }
        self.texts.extend(text);
        if self.keeps_steps {
            self.steps.push(step);
        }
        Ok(())
    }
}
