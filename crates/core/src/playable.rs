//! A game with everything that the catalogue asks for, and with its types.

use std::ops::RangeInclusive;

use crate::bot::{Bots, Measure};
use crate::bout::{Played, Series};
use crate::drawing::Draw;
use crate::encode::Encoder;
use crate::game::{Game, Seat};
use crate::learn::Puzzles;
use crate::notation::{Notation, Picks};
use crate::position::perft;
use crate::record::{Record, Records};
use crate::review::{Ledger, Tolerance};
use crate::setup::Configure;
use crate::symmetry::Imagine;
use crate::views::Views;

/// General information about a game.
#[derive(Clone, Debug)]
pub struct GameInfo {
    /// The word that names it on the command line.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// A one-sentence description.
    pub summary: &'static str,
    /// How many people can play.
    pub seats: RangeInclusive<u8>,
    /// The extension of its files, without the dot.
    pub extension: &'static str,
    /// What the values of its bots mean.
    pub measure: Measure,
    /// The rules, written for players, with diagrams: see [`learn::rules`](crate::learn::rules).
    pub rules: &'static str,
}

/// A game that can be in the catalogue: it offers everything that front ends,
/// files and tests ask for.
///
/// # Examples
///
/// What a front end learns from the type of a game. `examples/four-in-a-row` implements the trait.
///
/// ```
/// use parlour_core::{Entry, GameEntry, Playable};
/// use parlour_gridlock::Grid;
///
/// assert_eq!(Grid::INFO.extension, "gridlock");
/// // The same without the type.
/// assert_eq!(Entry::<Grid>::new().info().seats, Grid::INFO.seats);
/// ```
pub trait Playable:
    Game + Configure + Notation + Picks + Draw + Records + Bots + Imagine + Views
{
    /// What to know about it.
    const INFO: GameInfo;

    /// Players have secrets from each other: at a shared screen they look one
    /// after the other, and are not told what the bots did in between.
    const PRIVATE: bool = false;

    /// Setup options and values that make bots comparable if the usual setup
    /// does not: chance then decides, before the game, what each bot would
    /// decide for itself.
    const COMPARABLE: &'static [(&'static str, &'static str)] = &[];

    /// What moves may do that is worth counting over many games, in the plural:
    /// `captures`.
    const FEAT: Option<&'static str> = None;

    /// The seat of a person who plays against bots.
    const SOLO: Seat = Seat(0);

    /// How much of the chance of winning a move may lose before a review marks
    /// it.
    const TOLERANCE: Tolerance = Tolerance::USUAL;

    /// The JSON forms of its values: its texts, unless it has better ones.
    #[cfg(feature = "serde")]
    const JSON: crate::json::Forms<Self> = crate::json::Forms::texts();

    /// Its positions and moves as numbers, if it implements [`Encode`](crate::Encode): write
    /// `Some(encoder::<Self>())`.
    const ENCODER: Option<&'static dyn Encoder> = None;

    /// The script of a guided first game: see [`Lesson`](crate::learn::Lesson).
    const LESSON: Option<&'static str> = None;

    /// How puzzles are made from its solver.
    const PUZZLES: Option<Puzzles<Self>> = None;

    /// A bot's value for the player in `seat`, in words: for games that do not measure by the
    /// chance of winning.
    fn describe_value(seat: Seat, value: f64) -> String {
        let _ = seat;
        format!("{value:.2}")
    }

    /// In a game that the same seat always wins: that seat, and its effort so far; less is
    /// better. Bots are then compared by this. `moves` has the number of moves each seat has made.
    fn effort(&self, moves: &[u32]) -> Option<(Seat, u32)> {
        let _ = moves;
        None
    }

    /// Whether a legal move does what [`Playable::FEAT`] names.
    fn is_feat(&self, chosen: &Self::Move) -> bool {
        let _ = chosen;
        false
    }

    /// Plays many games from here, faster than one by one, for bots that ignore limits. They are
    /// exactly the games that [`GameEntry::bout`](crate::GameEntry::bout) would play, with the same luck and the same
    /// moves. `None` if the game has no simulator, or its simulator does not know these bots.
    fn simulate(&self, series: &Series<'_>) -> Option<Vec<Played>> {
        let _ = series;
        None
    }

    /// Perft: the number of sequences of `depth` moves from here; `None` if
    /// chance intervenes. Reports its progress from 0 to 1. A game may know a
    /// faster way than making every move.
    fn perft(&self, depth: u32, progress: &mut dyn FnMut(f64)) -> Option<u128> {
        perft(self, depth, progress)
    }

    /// The review of a record in the game's own unit, for games in which the
    /// chance of winning says nothing. Reports the number of steps done, and
    /// their review so far.
    fn ledger(record: &Record<Self>, progress: &mut dyn FnMut(usize, &Ledger)) -> Option<Ledger> {
        let _ = (record, progress);
        None
    }
}
