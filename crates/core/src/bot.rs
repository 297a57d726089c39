//! Opponents.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::clock::Moment;
use crate::game::{Game, Seat};
use crate::tables::Tables;

/// What a bot reports while it thinks.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The depth, in moves, that it has searched completely.
    pub depth: u32,
    /// How many positions (nodes) it has searched.
    pub nodes: u64,
    /// What the position is worth to the mover, in the game's [`Measure`].
    pub value: f64,
    /// The line it expects (its principal variation), as texts of moves.
    #[doc(alias = "principal variation")]
    #[doc(alias = "pv")]
    pub line: Vec<String>,
}

/// Receives a bot's thoughts while it thinks.
#[derive(Clone)]
pub struct Listener(Arc<dyn Fn(&Thought) + Send + Sync>);

impl Listener {
    /// Calls `hear` with each thought.
    pub fn new(hear: impl Fn(&Thought) + Send + Sync + 'static) -> Self {
        Listener(Arc::new(hear))
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Listener")
    }
}

/// How long a bot may think, and with what resources.
///
/// # Examples
///
/// ```
/// use parlour_core::Limits;
///
/// let limits = Limits { depth: Some(4), ..Limits::nodes(10_000) };
/// assert!(!limits.reached(9_999));
/// assert!(limits.reached(10_000));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// It must have answered by this time.
    pub deadline: Option<Moment>,
    /// How many positions it may search, for results that do not depend on the
    /// clock.
    pub nodes: Option<u64>,
    /// How many moves it may look ahead.
    pub depth: Option<u32>,
    /// How many good moves to value besides the best one. A player, which only
    /// wants to move, asks for 0.
    pub others: u32,
    /// How many threads it may use. If not given, the bot decides for itself.
    /// On platforms without threads, as in a page that is not isolated, it gets one.
    pub threads: Option<NonZeroUsize>,
    /// How many bytes its tables and trees may take. If not given, the bot
    /// decides for itself.
    pub memory: Option<usize>,
    /// Set from outside to make it answer at once.
    pub stop: Arc<AtomicBool>,
    /// Receives its thoughts.
    pub listener: Option<Listener>,
}

impl Limits {
    /// Limits the time, counted from now.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Limits {
            deadline: Some(Moment::now() + time),
            ..Limits::default()
        }
    }

    /// Limits the number of positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// How many threads a bot that would like `wanted` of them uses.
    #[must_use]
    pub fn threads_of(&self, wanted: NonZeroUsize) -> NonZeroUsize {
        match cfg!(all(target_family = "wasm", target_os = "unknown")) {
            true => NonZeroUsize::MIN,
            false => self.threads.map_or(wanted, |most| most.min(wanted)),
        }
    }

    /// Whether a bot that has searched `nodes` positions must answer now.
    #[must_use]
    pub fn reached(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|most| nodes >= most)
            || self.stop.load(Ordering::Relaxed)
            || self.deadline.is_some_and(Moment::is_past)
    }

    /// Reports to the listener, if there is one.
    pub fn tell(&self, thought: &Thought) {
        if let Some(Listener(hear)) = &self.listener {
            hear(thought);
        }
    }
}

/// A bot's advice: its move, and what it knows about the position.
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
    /// The line it expects (its principal variation), starting with the best
    /// move; empty if it looks no further than that.
    #[doc(alias = "principal variation")]
    #[doc(alias = "pv")]
    pub line: Vec<M>,
    /// The depth, in moves, that it has searched completely.
    pub depth: Option<u32>,
    /// How many positions (nodes) it has searched.
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

/// A number and its name, which programs read as a field.
pub type Figure = (&'static str, f64);

/// A remark about a position, besides its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Remark {
    /// In words, for a player.
    pub words: String,
    /// In numbers, for a program.
    pub figures: Vec<Figure>,
}

/// A comparison of several moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey<M> {
    /// Figures about the position.
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
    /// Further figures about it.
    pub figures: Vec<Figure>,
}

/// A computer player. It gets the view of its seat, never the state, so the
/// type system keeps it from cheating. An engine is free to build its own fast
/// board from the view and to ignore this trait until it answers.
///
/// # Examples
///
/// A bot that always takes the first legal move.
///
/// ```
/// use parlour_core::{Advice, Bot, Game, Limits, Seat};
/// use parlour_gridlock::{Grid, Paint};
///
/// struct First;
///
/// impl Bot<Grid> for First {
///     fn advise(&mut self, _: Seat, _: &Grid, moves: &[Paint], _: &Limits) -> Advice<Paint> {
///         Advice::unexplained(moves[0])
///     }
/// }
///
/// let grid: Grid = "2x1 r ..".parse()?;
/// let advice = First.advise(Seat(0), &grid, &grid.moves(), &Limits::default());
/// assert_eq!(advice.best, grid.moves()[0]);
/// # Ok::<(), parlour_core::Diagnostic>(())
/// ```
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

    /// What this seat has seen since the last irreversible step, oldest first,
    /// without the present: for games in which repetitions matter. Called
    /// before every [`Bot::advise`] of a match.
    fn recall(&mut self, _past: Vec<G::View>) {}

    /// Whether it makes use of [`Bot::recall`]; if not, it need not be called.
    fn recalls(&self) -> bool {
        true
    }

    /// Compares several moves, if the bot knows more about them than their values. It may take the
    /// time that [`Bot::advise`] saves by knowing the answer.
    fn survey(
        &mut self,
        _seat: Seat,
        _view: &G::View,
        _moves: &[G::Move],
        _limits: &Limits,
    ) -> Option<Survey<G::Move>> {
        None
    }

    /// Says more about what a seat sees than its value, if there is more to
    /// say. Like [`Bot::survey`] it may take time: it is for people who want to
    /// know, not for play.
    fn remark(&mut self, _view: &G::View, _limits: &Limits) -> Option<Remark> {
        None
    }
}

/// What the values of a game's bots mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// The chance of winning: 1 is a win, 0 a loss, one half a draw. Nothing is
    /// hidden, so the chances of two players add up to 1.
    Chance,
    /// A count particular to the game, such as points on the board or guesses
    /// still needed. It compares the moves of one position and nothing else.
    /// [`Playable::describe_value`](crate::Playable::describe_value) says what
    /// it counts.
    Count,
    /// A score: positive if the player is likely to win, negative if the
    /// opponent is, 0 if the position is even. Adding `scale` multiplies the
    /// odds of winning by e.
    Score {
        /// Fitted to games.
        scale: u32,
    },
}

impl Measure {
    /// The chance of winning that a value stands for, if it stands for one.
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

    /// The value that stands for a chance of winning, if there is one: the
    /// inverse of [`Measure::chance`]. Scores are clamped where a chance is as
    /// good as certain.
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
        /// Chances nearer to 0 or 1 than this give the same score.
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
    /// How it plays, in a few words.
    pub summary: &'static str,
}

/// The opponents that every game offers under these names, from the weakest to
/// the strongest. Each stands for one of the game's bots: see [`Bots::OFFERS`].
pub const OFFERED: [&str; 4] = ["easy", "medium", "hard", "best"];

/// The default opponent: one of [`OFFERED`].
pub const USUAL_OPPONENT: &str = OFFERED[1];

/// An opponent of [`OFFERED`], and the bot that it stands for in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The name, which is the same in every game.
    pub name: &'static str,
    /// The game's bot.
    pub bot: BotInfo,
}

/// A game with bots of its own, or with knowledge for the bots that can play
/// any game. A game with neither can still be played by those.
///
/// # Examples
///
/// ```
/// use parlour_core::{Bot, Bots, Game, Limits, Seat, Tables};
/// use parlour_gridlock::Grid;
///
/// let strongest = Grid::BOTS.last().expect("it has bots").name;
/// let mut bot = Grid::bot(strongest, 1, &Tables::default()).expect("it is in the list");
/// let grid: Grid = "3x1 r ...".parse()?;
/// let advice = bot.advise(Seat(0), &grid, &grid.moves(), &Limits::default());
/// assert_eq!(advice.best.to_string(), "red 1,0");
/// # Ok::<(), parlour_core::Diagnostic>(())
/// ```
pub trait Bots: Game {
    /// The game's own bots, from the weakest to the strongest. The last one
    /// gives the hints; in a game without any, one of the [`CommonBots`] does.
    const BOTS: &'static [BotInfo] = &[];

    /// The bots that the opponents of [`OFFERED`] stand for, one each. A newcomer should beat the
    /// first most of the time and the second now and then, and the third should beat an experienced
    /// player. If not given, they are spread evenly over the game's list.
    const OFFERS: Option<[&'static str; OFFERED.len()]> = None;

    /// The game's own bot of that name; equal seeds make equal bots. If a
    /// computed file it wants is not among `tables`, it plays without.
    fn bot(name: &str, seed: u64, tables: &Tables) -> Option<Box<dyn Bot<Self>>> {
        let _ = (name, seed, tables);
        None
    }

    /// The static evaluation: an estimate of a seat's chance of winning a game
    /// that is not over, from 0 to 1, whoever is to move, luck included. A draw
    /// is worth one half, so in a game for two the estimates add up to 1. A
    /// game that measures its values in scores gives the [`Measure::chance`] of
    /// one. `None`, for all seats, if nothing can be said at a glance.
    ///
    /// The common bots search ahead and compare positions by this. Without it
    /// they play random games to the end.
    #[doc(alias = "static evaluation")]
    #[doc(alias = "heuristic")]
    const EVALUATE: Option<Evaluation<Self>> = None;

    /// What the bot of that name still needs to play from here as its summary
    /// says. Until it has it, it plays as well as it can.
    fn missing_file(&self, name: &str, tables: &Tables) -> Option<MissingFile> {
        let _ = (name, tables);
        None
    }
}

/// A static evaluation: an estimate of a seat's chance of winning; see
/// [`Bots::EVALUATE`].
pub type Evaluation<G> = fn(state: &G, seat: Seat) -> Option<f64>;

/// Bots that can play any game and know none of them. They are defined
/// elsewhere and handed to a game's [`Entry`](crate::Entry).
pub struct CommonBots<G> {
    /// Those that suit the game, from the weakest to the strongest.
    pub list: fn() -> &'static [BotInfo],
    /// The bot of that name, if it suits the game; equal seeds make equal bots.
    pub bot: BotMaker<G>,
}

/// Makes the bot of a name from a seed.
pub type BotMaker<G> = fn(name: &str, seed: u64) -> Option<Box<dyn Bot<G>>>;

impl<G> fmt::Debug for CommonBots<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CommonBots").finish_non_exhaustive()
    }
}

impl<G> Clone for CommonBots<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for CommonBots<G> {}

/// A file that a bot needs and that takes long to compute.
pub struct MissingFile {
    /// Which file cannot be used, why not, and the command that makes it.
    pub reason: String,
    /// The command that makes it.
    pub command: String,
    /// Its name among the [`Tables`].
    pub file: String,
    /// Whether the opponent can play without it: a name of [`OFFERED`] does not promise a
    /// particular way of playing.
    pub optional: bool,
    /// How large it is.
    pub bytes: u64,
    /// How far chances of winning are off without it, as measured: the mean absolute error.
    pub error: Option<f64>,
    /// Computes its content.
    pub compute: Computation,
}

impl fmt::Debug for MissingFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MissingFile")
            .field("reason", &self.reason)
            .field("command", &self.command)
            .field("file", &self.file)
            .field("optional", &self.optional)
            .field("bytes", &self.bytes)
            .field("error", &self.error)
            .finish_non_exhaustive()
    }
}

/// Long work that reports its progress, from 0 to 1, and returns a file's
/// content.
pub type Computation = Box<dyn FnOnce(&(dyn Fn(f64) + Sync)) -> Vec<u8> + Send>;
