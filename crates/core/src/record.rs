//! Records: whole games as files.

use std::ops::Range;

use crate::diagnostic::{Diagnostic, Severity};
use crate::entry::Playable;
use crate::game::{Game, Step};
use crate::lines;
use crate::notation::Notation;
use crate::position::Position;
use crate::step::AnyStep;

/// A game from its start, as far as it was played. It holds what luck did,
/// never a seed: it replays without a generator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record<G: Game> {
    /// The players, one a seat.
    pub names: Vec<String>,
    /// The position before the first step.
    pub start: G,
    /// What happened, in order.
    pub steps: Vec<Step<G>>,
}

/// What a reader made of a file.
#[derive(Clone, Debug)]
pub struct Reading<G: Game> {
    /// The game up to the first error, where there is enough of it to begin.
    pub record: Option<Record<G>>,
    /// Where each step of the record stands in the file.
    pub spans: Vec<Range<usize>>,
    /// What was found, in reading order. Valid means: no errors.
    pub diagnostics: Vec<Diagnostic>,
    /// All is well, except that the game was not played to its end: such a
    /// file is no valid record, but it can be resumed.
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
    /// What a player should know who takes the file elsewhere.
    pub remark: Option<String>,
}

/// A game with a file format.
///
/// A game that writes nothing here has files in the texts of its [`Notation`],
/// with a heading and a result: see `docs/adding-a-game.md`.
pub trait Records: Notation {
    /// Characters that no name of a player may have, because they would end it
    /// in a file.
    const NOT_IN_NAMES: &'static [char] = &[','];

    /// What a file that begins like this holds.
    #[must_use]
    fn holds(head: &[u8]) -> Holds {
        let _ = head;
        Holds::Game
    }

    /// The position as a file, in games that are saved without the way to it.
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

    /// Only checks a file. Games whose records can be large do this without
    /// keeping the steps.
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

    /// Which seats bots play, seat by seat, in games whose files say so.
    fn bots_seated(&self) -> Option<Vec<bool>> {
        None
    }

    /// Says which seats bots play, for the files of such games.
    fn seat_bots(&mut self, bots: &[bool]) {
        let _ = bots;
    }
}

/// A [`Record`] without its types.
#[derive(Clone)]
pub struct AnyRecord {
    /// The players, one a seat.
    pub names: Vec<String>,
    /// The position before the first step.
    pub start: Box<dyn Position>,
    /// The moves and chance outcomes, in order.
    pub steps: Vec<AnyStep>,
}

/// A [`Reading`] without its types.
pub struct AnyReading {
    /// The game up to the first error, where there is enough of it to begin.
    pub record: Option<AnyRecord>,
    /// Where each step of the record stands in the file.
    pub spans: Vec<Range<usize>>,
    /// What was found, in reading order.
    pub diagnostics: Vec<Diagnostic>,
    /// The file is the valid beginning of a game, to be resumed.
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
