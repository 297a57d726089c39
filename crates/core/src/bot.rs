//! Opponents.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::game::{Game, Seat};

/// How long a bot may think.
#[derive(Clone, Debug)]
pub struct Limits {
    /// It must have answered by then.
    pub deadline: Option<Instant>,
    /// Positions it may look at, for results that do not depend on the clock.
    pub nodes: Option<u64>,
    /// Set from outside to make it answer at once.
    pub stop: Arc<AtomicBool>,
}

impl Limits {
    /// A time from now on.
    #[must_use]
    pub fn time(time: Duration) -> Self {
        Limits {
            // A time beyond what the clock can count is no limit.
            deadline: Instant::now().checked_add(time),
            nodes: None,
            stop: Arc::default(),
        }
    }

    /// A number of positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Limits {
            deadline: None,
            nodes: Some(nodes),
            stop: Arc::default(),
        }
    }

    /// Whether a bot that has looked at `nodes` positions must answer now.
    #[must_use]
    pub fn reached(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|most| nodes >= most)
            || self.stop.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|end| Instant::now() >= end)
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
}

impl<M> Advice<M> {
    /// A move without any opinion on it.
    pub fn unexplained(best: M) -> Self {
        Advice {
            best,
            value: None,
            reason: None,
            considered: Vec::new(),
        }
    }
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

    /// The nim-value of what a seat sees, from a bot that knows it.
    fn nim(&mut self, _view: &G::View, _limits: &Limits) -> Option<u16> {
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
    /// needed: it compares the moves of a position, and no more.
    Count,
}

/// A bot that a player can choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BotInfo {
    /// The word that names it.
    pub name: &'static str,
    /// What to expect of it.
    pub summary: &'static str,
}

/// A game with bots.
pub trait Bots: Game {
    /// The bots, from the weakest to the strongest; at least one. The last
    /// one gives the hints.
    const BOTS: &'static [BotInfo];

    /// The bot of that name; equal seeds make equal bots.
    fn bot(name: &str, seed: u64) -> Option<Box<dyn Bot<Self>>>;

    /// What the bot of that name still lacks to play on from here as its
    /// summary says; until then it plays as well as it can without.
    fn lacks(&self, name: &str) -> Option<Lack> {
        let _ = name;
        None
    }
}

/// A file that a bot needs, and that takes long to compute.
pub struct Lack {
    /// Which file cannot be used, why not, and the command that makes it.
    pub reason: String,
    /// Where it belongs.
    pub path: PathBuf,
    /// Computes its content.
    pub compute: Computation,
}

/// Long work that tells how far it is, from 0 to 1, and ends with a file's
/// content.
pub type Computation = Box<dyn FnOnce(&(dyn Fn(f64) + Sync)) -> Vec<u8> + Send>;
