//! Records: whole games as files.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Severity};
use crate::game::{Game, Seat, Step};
use crate::lines;
use crate::notation::Notation;
use crate::playable::Playable;
use crate::position::Position;
use crate::seed::Seal;
use crate::step::AnyStep;

/// A game from its start, as far as it was played. It holds the outcomes of
/// chance events, never a seed: it replays without a generator.
///
/// # Examples
///
/// ```
/// use parlour_core::{Notation, Record, Records, Step};
/// use parlour_gridlock::Grid;
///
/// let start = Grid::read_position("2x1 r ..").expect("a position");
/// let chosen = start.read_move("red 1,0").expect("a move");
/// let record = Record {
///     names: vec!["Amy".to_owned(), "Bill".to_owned()],
///     start,
///     steps: vec![Step::Move(chosen)],
///     sealed: None,
/// };
/// assert!(Grid::write_record(&record).ends_with("Amy wins!\n"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<G: Game> {
    /// The players, one per seat.
    pub names: Vec<String>,
    /// The position before the first step.
    pub start: G,
    /// What happened, in order.
    pub steps: Vec<Step<G>>,
    /// The [commitment](crate::Seed::commitment) to the seed, in games whose bots choose something
    /// in secret ([`Records::SEALED`]); once the game is over, with its key.
    pub sealed: Option<Seal>,
}

/// The result of reading a file.
#[derive(Clone, Debug)]
pub struct Reading<G: Game> {
    /// The game up to the first error, if there is enough of it to begin.
    pub record: Option<Record<G>>,
    /// Where each step of the record is in the file.
    pub spans: Vec<Range<usize>>,
    /// What was found, in reading order. Valid means: no errors.
    pub diagnostics: Vec<Diagnostic>,
    /// The file is valid except that the game is unfinished: such a file
    /// is not a valid record, but the game can be resumed.
    pub unfinished: bool,
}

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// A game from its start, step by step. It is valid when it is finished.
    Game,
    /// One position, to be resumed: the present one of the game it was saved
    /// from.
    Position,
}

/// A file that holds a game to be resumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Save {
    /// What to write.
    pub text: String,
    /// A warning for players who want to use the file in another program.
    pub remark: Option<String>,
}

/// A game with a file format.
///
/// A game that implements nothing here has files in the texts of its
/// [`Notation`], with a heading and a result: see `docs/adding-a-game.md`.
///
/// # Examples
///
/// ```
/// use parlour_core::Records;
/// use parlour_gridlock::Grid;
///
/// let file = "GRIDLOCK\n\
///             Players: Amy, Bill.\n\
///             Grid: 2x1.\n\
///             Colours: red.\n\
///             Amy plays red at (1,0).\n\
///             Bill cannot move.\n\
///             Amy wins!\n";
/// let reading = Grid::read_record(file.as_bytes());
/// assert!(reading.diagnostics.is_empty());
/// let record = reading.record.expect("a whole game");
/// assert_eq!(record.names, ["Amy", "Bill"]);
/// assert_eq!(Grid::write_record(&record), file);
///
/// let findings = Grid::check_record(file.replace("Amy wins", "Bill wins").as_bytes());
/// assert_eq!(findings[0].code, "wrong-winner");
/// ```
pub trait Records: Notation {
    /// Characters that no player's name may contain, because they would end it
    /// in a file.
    const NOT_IN_NAMES: &'static [char] = &[','];

    /// The seats in which a bot may choose something in secret that no position holds. The record
    /// of an unfinished game then keeps a commitment to the seed, so that a resumed bot cannot
    /// change its choice unnoticed; that of a finished one reveals what the commitment was made to.
    const SEALED: &'static [Seat] = &[];

    /// What a file holds, judging by how it begins.
    #[must_use]
    fn holds(head: &[u8]) -> Holds {
        let _ = head;
        Holds::Game
    }

    /// The position as a file, in games that are saved without their history.
    fn save(&self) -> Option<Save> {
        None
    }

    /// Whether a file that begins like this is meant to be a record of this
    /// game.
    #[must_use]
    fn recognises(head: &[u8]) -> bool
    where
        Self: Playable,
    {
        lines::is_titled(head, &lines::title::<Self>())
    }

    /// Reads a file.
    #[must_use]
    fn read_record(file: &[u8]) -> Reading<Self>
    where
        Self: Playable,
    {
        lines::read::<lines::Plain<Self>>(file)
    }

    /// Checks a file. Games whose records can be large do this without keeping
    /// the steps.
    #[must_use]
    fn check_record(file: &[u8]) -> Vec<Diagnostic>
    where
        Self: Playable,
    {
        Self::read_record(file).diagnostics
    }

    /// Writes a record. One that stops early is written without an ending.
    #[must_use]
    fn write_record(record: &Record<Self>) -> String
    where
        Self: Playable,
    {
        lines::write(record)
    }

    /// Which seats are played by bots, in games whose files say so.
    fn bots_seated(&self) -> Option<Vec<bool>> {
        None
    }

    /// Sets which seats are played by bots, for the files of such games.
    fn seat_bots(&mut self, bots: &[bool]) {
        let _ = bots;
    }
}

/// A [`Record`] without its types.
#[derive(Clone, Debug)]
pub struct AnyRecord {
    /// The players, one per seat.
    pub names: Vec<String>,
    /// The position before the first step.
    pub start: Box<dyn Position>,
    /// The moves and chance outcomes, in order.
    pub steps: Vec<AnyStep>,
    /// See [`Record::sealed`].
    pub sealed: Option<Seal>,
}

/// A [`Reading`] without its types.
#[derive(Debug)]
pub struct AnyReading {
    /// The game up to the first error, if there is enough of it to begin.
    pub record: Option<AnyRecord>,
    /// Where each step of the record is in the file.
    pub spans: Vec<Range<usize>>,
    /// What was found, in reading order.
    pub diagnostics: Vec<Diagnostic>,
    /// The file is a valid beginning of a game, which can be resumed.
    pub unfinished: bool,
}

impl AnyReading {
    /// Whether the file is valid: there may be notices, but no errors.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        let mut findings = self.diagnostics.iter();
        findings.all(|finding| finding.severity != Severity::Error)
    }
}
