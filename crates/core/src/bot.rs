//! Opponents.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clock::Moment;
use crate::game::{Game, Seat};
use crate::tables::Tables;

/// What a bot tells while it thinks.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// How many moves deep it has looked at everything.
    pub depth: u32,
    /// How many positions it has looked at.
    pub nodes: u64,
    /// What the position is worth to the mover, in the game's [`Measure`].
    pub value: f64,
    /// The line it expects, in the game's texts of moves.
    pub line: Vec<String>,
}

/// Somebody who wants to be told what a bot thinks meanwhile.
#[derive(Clone)]
pub struct Listener(Arc<dyn Fn(&Thought) + Send + Sync>);

impl Listener {
    /// Calls `hear` with every thought.
    pub fn new(hear: impl Fn(&Thought) + Send + Sync + 'static) -> Self {
        Listener(Arc::new(hear))
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listener")
    }
}

/// How long a bot may think, and with what.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// It must have answered by then.
    pub deadline: Option<Moment>,
    /// Positions it may look at, for results that do not depend on the clock.
    pub nodes: Option<u64>,
    /// Moves it may look ahead.
    pub depth: Option<u32>,
    /// How many other good moves are to be valued besides the best one: 0 for
    /// a player, who only wants to move.
    pub others: u32,
    /// Threads it may think with; a bot that was told nothing decides for
    /// itself. Where there are no threads, one is all it gets.
    pub threads: Option<NonZeroUsize>,
    /// Bytes that its tables and trees may take; a bot that was told nothing
    /// decides for itself.
    pub memory: Option<usize>,
    /// Set from outside to make it answer at once.
    pub stop: Arc<AtomicBool>,
    /// Who is told of its thoughts.
    pub listener: Option<Listener>,
}

impl Limits {
    /// A time from now on.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Limits {
            deadline: Some(Moment::now() + time),
            ..Limits::default()
        }
    }

    /// A number of positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// How many threads a bot uses that would use `wanted` of them.
    #[must_use]
    pub fn threads_of(&self, wanted: NonZeroUsize) -> NonZeroUsize {
        match cfg!(target_family = "wasm") {
            true => NonZeroUsize::MIN,
            false => self.threads.map_or(wanted, |most| most.min(wanted)),
        }
    }

    /// Whether a bot that has looked at `nodes` positions must answer now.
    #[must_use]
    pub fn reached(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|most| nodes >= most)
            || self.stop.load(Ordering::Relaxed)
            || self.deadline.is_some_and(Moment::is_past)
    }

    /// Tells whoever listens.
    pub fn tell(&self, thought: &Thought) {
        if let Some(Listener(hear)) = &self.listener {
            hear(thought);
        }
    }
}

/// What a bot thinks.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice<M> {
    /// The move to make.
    pub best: M,
    /// What the position is worth to the mover, in the game's [`Measure`].
    pub value: Option<f64>,
    /// Why, in words for a player.
    pub reason: Option<String>,
    /// The moves it looked at with their values, best first.
    pub considered: Vec<(M, f64)>,
    /// The line it expects, from the best move on; empty where it looks no
    /// further than that.
    pub line: Vec<M>,
    /// How many moves deep it has looked at everything.
    pub depth: Option<u32>,
    /// How many positions it has looked at.
    pub nodes: Option<u64>,
}

impl<M> Advice<M> {
    /// A move without any opinion on it.
    pub fn unexplained(best: M) -> Self {
        Advice {
            best,
            value: None,
            reason: None,
            considered: Vec::new(),
            line: Vec::new(),
            depth: None,
            nodes: None,
        }
    }

    /// The same advice with its moves in another form.
    pub fn map<N>(self, mut form: impl FnMut(M) -> N) -> Advice<N> {
        Advice {
            best: form(self.best),
            value: self.value,
            reason: self.reason,
            considered: self
                .considered
                .into_iter()
                .map(|(chosen, value)| (form(chosen), value))
                .collect(),
            line: self.line.into_iter().map(form).collect(),
            depth: self.depth,
            nodes: self.nodes,
        }
    }
}

/// A number with its name, which is a field where a program reads it.
pub type Figure = (&'static str, f64);

/// What a bot says about a position besides its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    /// In words, for a player.
    pub words: String,
    /// In numbers, for a program.
    pub figures: Vec<Figure>,
}

/// What a bot tells somebody who wants to compare moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey<M> {
    /// What there is to tell about the position.
    pub figures: Vec<Figure>,
    /// The moves worth comparing, best first.
    pub moves: Vec<Surveyed<M>>,
}

/// A move of a [`Survey`].
#[derive(Clone, Debug, PartialEq)]
pub struct Surveyed<M> {
    /// The move.
    pub chosen: M,
    /// What it is worth to the mover, in the game's [`Measure`].
    pub value: f64,
    /// What else there is to tell about it.
    pub figures: Vec<Figure>,
}

/// A player who is a program. It gets the view of its seat, never the state:
/// it cannot cheat, by type. An engine is free to make its own fast board of
/// the view and to leave this trait behind until it answers.
pub trait Bot<G: Game>: Send {
    /// Chooses for `seat`, which sees `view`, among `moves`, the legal ones in the order of [`Game::moves`];
    /// there is at least one.
    fn advise(
        &mut self,
        seat: Seat,
        view: &G::View,
        moves: &[G::Move],
        limits: &Limits,
    ) -> Advice<G::Move>;

    /// What this seat saw since the last step that nothing can undo, oldest
    /// first and without the present: for games in which what comes back
    /// matters. Told before every [`Bot::advise`] of a match.
    fn recall(&mut self, _past: Vec<G::View>) {}

    /// Whether it makes anything of [`Bot::recall`]; who does not need not be
    /// told.
    fn recalls(&self) -> bool {
        true
    }

    /// Looks at several moves for somebody who compares them, from a bot that can
    /// tell more about them than their values. It takes the time that
    /// [`Bot::advise`] saves by knowing the answer.
    fn survey(
        &mut self,
        _seat: Seat,
        _view: &G::View,
        _moves: &[G::Move],
        _limits: &Limits,
    ) -> Option<Survey<G::Move>> {
        None
    }

    /// Says more about what a seat sees than its value, where there is more to
    /// say. Like [`Bot::survey`] it may take time, and is for somebody who wants
    /// to know: nobody plays by it.
    fn remark(&mut self, _view: &G::View, _limits: &Limits) -> Option<Remark> {
        None
    }
}

/// What the values of a game's bots mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The chance to win: 1 is won, 0 is lost, a half is a draw. Nothing is
    /// hidden, so what one of two players has the other lacks.
    Chance,
    /// A count of the game's own, such as points on the board or guesses still
    /// needed: it compares the moves of a position, and no more. What it counts
    /// is told by [`Playable::describe_value`](crate::Playable::describe_value).
    Count,
    /// A score: positive for the player who is likely to win, the same
    /// negative number for the other, 0 if the position is even. Adding
    /// `scale` multiplies the odds of winning by e.
    Score {
        /// Fitted to games.
        scale: u32,
    },
}

impl Measure {
    /// The chance to win that a value stands for, where it does.
    ///
    /// ```
    /// use parlour_core::Measure;
    /// let score = Measure::Score { scale: 200 };
    /// assert_eq!(score.chance(0.0), Some(0.5));
    /// assert!(score.chance(200.0).is_some_and(|chance| (chance - 0.731).abs() < 0.001));
    /// assert_eq!(Measure::Count.chance(3.0), None);
    /// ```
    #[must_use]
    pub fn chance(self, value: f64) -> Option<f64> {
        match self {
            Measure::Chance => Some(value),
            Measure::Count => None,
            Measure::Score { scale } => Some(1.0 / (1.0 + (-value / f64::from(scale)).exp())),
        }
    }

    /// The value that stands for a chance to win, where there is one: what
    /// [`Measure::chance`] turns round. Scores end where a chance is as good as
    /// certain.
    ///
    /// ```
    /// use parlour_core::Measure;
    /// let score = Measure::Score { scale: 200 };
    /// assert_eq!(score.value(0.5), Some(0.0));
    /// assert!(score.value(0.731).is_some_and(|value| (value - 200.0).abs() < 1.0));
    /// assert!(score.value(1.0).is_some_and(f64::is_finite));
    /// ```
    #[must_use]
    pub fn value(self, chance: f64) -> Option<f64> {
        /// A chance nearer to 0 or 1 makes no other score.
        const NEAREST: f64 = 1e-6;
        match self {
            Measure::Chance => Some(chance),
            Measure::Count => None,
            Measure::Score { scale } => {
                let chance = chance.clamp(NEAREST, 1.0 - NEAREST);
                Some(f64::from(scale) * (chance / (1.0 - chance)).ln())
            }
        }
    }
}

/// A bot that a player can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotInfo {
    /// The word that names it.
    pub name: &'static str,
    /// What to expect of it.
    pub summary: &'static str,
}

/// The opponents that every game offers by these names, from the weakest to the
/// strongest. Each stands for one of its bots: see [`Bots::OFFERS`].
pub const OFFERED: [&str; 4] = ["easy", "medium", "hard", "best"];

/// The default opponent: one of [`OFFERED`].
pub const USUAL_OPPONENT: &str = OFFERED[1];

/// An opponent of [`OFFERED`], and the bot that it stands for in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The name that every game has.
    pub name: &'static str,
    /// The game's bot.
    pub bot: BotInfo,
}

/// A game with bots of its own, or with knowledge for those that serve any
/// game. One that has neither is served by them all the same.
pub trait Bots: Game {
    /// The game's own bots, from the weakest to the strongest. The last one
    /// gives the hints; where there is none, one of the [`CommonBots`] does.
    const BOTS: &'static [BotInfo] = &[];

    /// The bots that the opponents of [`OFFERED`] stand for, one each. A newcomer
    /// should beat the first most of the time and the second now and then, and
    /// the third should beat an experienced player. A game that does not say
    /// spreads them evenly over its list.
    const OFFERS: Option<[&'static str; OFFERED.len()]> = None;

    /// The game's own bot of that name; equal seeds make equal bots. Computed
    /// files that it wants are among `tables`, or it does without.
    fn bot(name: &str, seed: u64, tables: &Tables) -> Option<Box<dyn Bot<Self>>> {
        let _ = (name, seed, tables);
        None
    }

    /// How good a position that is not over is for a seat, at a glance: an
    /// estimate of its chance to win, from 0 to 1, whoever is to move, luck
    /// included. A draw is worth a half, so in a game for two the estimates of
    /// both add up to 1. A game that measures its values in scores gives
    /// [`Measure::chance`] of one. `None`, for all seats, where a glance tells
    /// nothing.
    ///
    /// Common bots look ahead and compare positions by this. Where it tells
    /// nothing they play on at random.
    const EVALUATE: Option<Evaluation<Self>> = None;

    /// What the bot of that name still lacks to play on from here as its
    /// summary says; until then it plays as well as it can without.
    fn lacks(&self, name: &str, tables: &Tables) -> Option<Lack> {
        let _ = (name, tables);
        None
    }
}

/// An estimate of the chance of a seat to win; see [`Bots::EVALUATE`].
pub type Evaluation<G> = fn(state: &G, seat: Seat) -> Option<f64>;

/// Bots that serve any game and know none of them. They are made elsewhere, and
/// handed to the [`Entry`](crate::Entry) of a game.
pub struct CommonBots<G> {
    /// Those that suit the game, from the weakest to the strongest.
    pub list: fn() -> &'static [BotInfo],
    /// The bot of that name, if it suits the game; equal seeds make equal bots.
    pub bot: BotMaker<G>,
}

/// Makes the bot of a name with a seed.
pub type BotMaker<G> = fn(name: &str, seed: u64) -> Option<Box<dyn Bot<G>>>;

impl<G> Clone for CommonBots<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for CommonBots<G> {}

/// A file that a bot needs, and that takes long to compute.
pub struct Lack {
    /// Which file cannot be used, why not, and the command that makes it.
    pub reason: String,
    /// Its name among the [`Tables`].
    pub file: String,
    /// Whether what was asked for can play without: an opponent of [`OFFERED`] is
    /// no promise to play in a certain way.
    pub optional: bool,
    /// Computes its content.
    pub compute: Computation,
}

/// Long work that tells how far it is, from 0 to 1, and ends with a file's
/// content.
pub type Computation = Box<dyn FnOnce(&(dyn Fn(f64) + Sync)) -> Vec<u8> + Send>;
