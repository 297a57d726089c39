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
///
/// # Examples
///
/// ```
/// use parlour_core::{Game, Notation};
/// use parlour_gridlock::Grid;
///
/// let mut grid = Grid::read_position("2x1 rg r.")?;
/// let chosen = grid.read_move("green 1,0")?;
/// grid.play(&chosen).expect("green is still possible there");
/// assert_eq!(grid.write_position(), "2x1 rg rg");
///
/// let finding = Grid::read_position("2x1 rg rr").expect_err("neighbours of one colour");
/// assert!(finding.to_string().contains("both red"), "{finding}");
/// # Ok::<(), parlour_core::Diagnostic>(())
/// ```
pub trait Notation: Game {
    /// The position as text.
    fn write_position(&self) -> String;

    /// Reads a position. The spans of an error count bytes of `text`.
    ///
    /// # Errors
    ///
    /// The text is malformed, or no game can come to such a position.
    fn read_position(text: &str) -> Result<Self, Diagnostic>;

    /// A move as text.
    fn write_move(&self, chosen: &Self::Move) -> String;

    /// Reads a move. Whether it is legal is for [`Game::play`] to say.
    ///
    /// # Errors
    ///
    /// The text is not a move.
    fn read_move(&self, text: &str) -> Result<Self::Move, Diagnostic>;

    /// A chance outcome as text.
    fn write_chance(&self, outcome: &Self::Chance) -> String {
        format!("{outcome:?}")
    }

    /// Reads a chance outcome. A game without luck has none.
    ///
    /// # Errors
    ///
    /// The text is not an outcome.
    fn read_chance(&self, text: &str) -> Result<Self::Chance, Diagnostic> {
        let message = "there is no luck in this game";
        Err(Diagnostic::error("no-luck", 0..text.len(), message))
    }

    /// The name of a seat in this game: `first`, `red`, `hider`.
    fn seat_name(&self, seat: Seat) -> Cow<'static, str>;

    /// A move in this position as a sentence without its subject: `paints (2,0)
    /// red`. It reveals to `who` no more than they can see.
    fn describe_move(&self, chosen: &Self::Move, who: Viewer) -> String;

    /// The outcome of a chance event, as `who` may hear of it: its text, unless
    /// the game keeps some of it secret.
    fn describe_chance(&self, outcome: &Self::Chance, who: Viewer) -> String {
        let _ = who;
        self.write_chance(outcome)
    }

    /// The throw that comes next, for players with real dice.
    fn throw(&self) -> Option<Throw> {
        None
    }

    /// What can be set up by hand at a place of the game's pictures, each with its name: `empty`,
    /// `red`. Without a place, what concerns the whole position: whose turn it is. A game that can
    /// only be set up as text gives nothing.
    fn arrangements(&self, place: Option<&str>) -> Vec<(String, Self)> {
        let _ = place;
        Vec::new()
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
/// A large board has thousands of them, created and copied at every position, so they are stored
/// inline.
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
/// No path is a prefix of another, so a front end knows when a move is
/// complete.
///
/// # Examples
///
/// ```
/// use parlour_core::{Notation, Picks};
/// use parlour_gridlock::Grid;
///
/// let grid = Grid::read_position("2x1 rg r.")?;
/// let chosen = grid.read_move("green 1,0")?;
/// let picks: Vec<String> = grid.picks(&chosen).iter().map(ToString::to_string).collect();
/// assert_eq!(picks, ["1,0", "green"]);
/// # Ok::<(), parlour_core::Diagnostic>(())
/// ```
pub trait Picks: Game {
    /// Whether the picks of a move can be made in any order, such as the
    /// locations of a guess. No two moves then have the same picks.
    const ANY_ORDER: bool = false;

    /// The picks that make this move, such as cell, then colour.
    fn picks(&self, chosen: &Self::Move) -> Vec<Pick>;

    /// What to highlight on the board after this move, for players who did not
    /// see it made, by names that the game's drawings know: its picks, unless
    /// the game has better ones.
    fn trace(&self, chosen: &Self::Move) -> Vec<Pick> {
        self.picks(chosen)
    }
}
