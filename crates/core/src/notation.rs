//! Positions and moves as text, and moves as paths of picks.

use std::borrow::Cow;
use std::fmt;

use compact_str::CompactString;

use crate::diagnostic::Diagnostic;
use crate::game::{Game, Seat, Viewer};

/// A game with a text for every position, move and chance outcome.
///
/// Texts are contracts: what is written can be read back to the same thing,
/// by this version and every later one.
pub trait Notation: Game {
    /// The position as text.
    fn write_position(&self) -> String;

    /// Reads a position. The spans of an error count bytes of `text`.
    fn read_position(text: &str) -> Result<Self, Diagnostic>;

    /// A move as text.
    fn write_move(&self, chosen: &Self::Move) -> String;

    /// Reads a move. Whether it is legal is for [`Game::play`] to say.
    fn read_move(&self, text: &str) -> Result<Self::Move, Diagnostic>;

    /// A chance outcome as text.
    fn write_chance(&self, outcome: &Self::Chance) -> String {
        format!("{outcome:?}")
    }

    /// Reads a chance outcome. A game without luck has none.
    fn read_chance(&self, text: &str) -> Result<Self::Chance, Diagnostic> {
        let message = "luck has no say in this game";
        Err(Diagnostic::error("no-luck", 0..text.len(), message))
    }

    /// The name of a seat in this game: `first`, `red`, `hider`.
    fn seat_name(&self, seat: Seat) -> Cow<'static, str>;

    /// A move in this position as a sentence without its subject:
    /// `paints (2,0) red`. It tells `who` no more than they can see.
    fn describe_move(&self, chosen: &Self::Move, who: Viewer) -> String;

    /// What luck did, as `who` may be told of it. Its text, unless a game keeps
    /// some of it secret.
    fn describe_chance(&self, outcome: &Self::Chance, who: Viewer) -> String {
        let _ = who;
        self.write_chance(outcome)
    }

    /// The throw that is next, for players with dice of their own.
    fn throw(&self) -> Option<Throw> {
        None
    }
}

/// A throw of dice that show one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throw {
    /// Whose throw it is.
    pub seat: Seat,
    /// The least that the dice can show.
    pub least: u32,
    /// The most.
    pub most: u32,
}

/// Something a player can point at: a cell, a colour, a piece, a rotation.
/// The text is short, stable and fit to be shown.
///
/// A large board has thousands of them, made and copied anew at every position, so
/// they are kept without memory of their own.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pick(CompactString);

impl Pick {
    /// A pick by its text.
    pub fn new(text: impl Into<CompactString>) -> Self {
        Pick(text.into())
    }

    /// Its text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Pick {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A game whose moves are made by picking one thing after another.
///
/// No path is the beginning of another one's, so a front end knows when a move
/// is complete.
pub trait Picks: Game {
    /// Whether the picks of a move can be made in any order, as the locations
    /// of a guess can. No two moves then have the same picks.
    const ANY_ORDER: bool = false;

    /// The picks that make this move, such as cell, then colour.
    fn picks(&self, chosen: &Self::Move) -> Vec<Pick>;

    /// What to mark on the board after this move, for players who did not see it
    /// being made, by names that the game's drawings know: its picks, unless the
    /// game has better ones.
    fn trace(&self, chosen: &Self::Move) -> Vec<Pick> {
        self.picks(chosen)
    }
}
