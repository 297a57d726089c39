//! `.gridlock` files.

mod ending;
mod explain;
mod format;
mod heading;
mod line;

use std::fmt::Write as _;

use parlour_core::lines;
use parlour_core::{Diagnostic, Game, Outcome, Reading, Record, Records, Seat, Step, Turn};

use crate::rules::{Grid, Paint, Palette, Setup, Size};

use format::Painting;

/// A valid, finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    players: [String; 2],
    setup: Setup,
    moves: Vec<Paint>,
}

impl GameRecord {
    /// The two players, the first to move first.
    #[must_use]
    pub fn players(&self) -> &[String; 2] {
        &self.players
    }

    /// The colours that both may use.
    #[must_use]
    pub fn colours(&self) -> Palette {
        self.setup.palette
    }

    /// The size of the grid.
    #[must_use]
    pub fn size(&self) -> Size {
        self.setup.size
    }

    /// The moves in order.
    #[must_use]
    pub fn moves(&self) -> &[Paint] {
        &self.moves
    }

    /// The grids in order: the empty one first, then one after every move. They
    /// are made one by one, because on large boards all of them together would
    /// not fit into memory.
    pub fn grids(&self) -> impl Iterator<Item = Grid> {
        let mut grid = self.empty_grid();
        let first = grid.clone();
        std::iter::once(first).chain(self.moves.iter().map(move |paint| {
            grid.paint(*paint).expect("the moves of a record are legal");
            grid.clone()
        }))
    }

    /// The name of the winner.
    #[must_use]
    pub fn winner(&self) -> &str {
        // The player who made the last move wins; without a move the first
        // player is stuck.
        &self.players[(self.moves.len() + 1) % 2]
    }

    fn empty_grid(&self) -> Grid {
        // In a finished game at least every fifth cell is painted, so the grid
        // is never much larger than the file it came from.
        Grid::empty(self.setup.size, self.setup.palette, u64::MAX)
    }
}

/// Reads a record, or reports everything that is wrong with it, in reading
/// order.
///
/// # Errors
///
/// Everything that is wrong with the record.
pub fn parse_game(file: impl AsRef<[u8]>) -> Result<GameRecord, Vec<Diagnostic>> {
    let reading = Grid::read_record(file.as_ref());
    if !reading.diagnostics.is_empty() {
        return Err(reading.diagnostics);
    }
    let record = reading.record.expect("a valid record is a game");
    let moves = record.steps.into_iter().map(|step| match step {
        Step::Move(paint) => paint,
        Step::Chance(never) => match never {},
    });
    Ok(GameRecord {
        players: record.names.try_into().expect("two players"),
        setup: Setup {
            size: record.start.size(),
            palette: record.start.palette(),
        },
        moves: moves.collect(),
    })
}

impl Records for Grid {
    const NOT_IN_NAMES: &'static [char] = &[',', '.'];

    fn recognises(head: &[u8]) -> bool {
        head.trim_ascii_start().starts_with(b"GRIDLOCK")
    }

    fn read_record(file: &[u8]) -> Reading<Self> {
        let reading = lines::read::<Painting>(file);
        // The grid of a record with errors may be too large to play on.
        let most_whole = Grid::MOST_CELLS.max(file.len() as u64);
        let record = reading.record.and_then(|record| {
            let start = Grid::empty(record.start.size(), record.start.palette(), most_whole);
            start.is_whole().then_some(Record { start, ..record })
        });
        Reading { record, ..reading }
    }

    fn check_record(file: &[u8]) -> Vec<Diagnostic> {
        lines::check::<Painting>(file)
    }

    fn write_record(record: &Record<Self>) -> String {
        let name = |seat: Seat| record.names[seat.index()].as_str();
        let mut text = format!(
            "GRIDLOCK\nPlayers: {}, {}.\nGrid: {}.\nColours: {}.\n",
            name(Seat(0)),
            name(Seat(1)),
            record.start.size(),
            record.start.palette()
        );
        let mut grid = record.start.clone();
        for step in &record.steps {
            let (Turn::Seat(seat), Step::Move(Paint { cell, colour })) = (grid.turn(), step) else {
                break;
            };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{} plays {colour} at {cell}.", name(seat));
            if step.take(&mut grid).is_err() {
                break;
            }
        }
        if let Turn::Over(Outcome::Win(winner)) = grid.turn() {
            let loser = Seat(1 - winner.0);
            let _ = writeln!(text, "{} cannot move.\n{} wins!", name(loser), name(winner));
        }
        text
    }
}
