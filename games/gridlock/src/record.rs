//! `.gridlock` files.

mod body;
mod explain;
mod heading;
mod line;

use std::fmt::Write as _;
use std::ops::Range;

use parlour_core::lines::{self, Examined};
use parlour_core::{Diagnostic, Game, Outcome, Reading, Record, Records, Seat, Step, Turn};

use crate::rules::{Grid, Paint, Palette, Setup, Size};

use body::Body;
use heading::Heading;

/// A valid, finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    players: [String; 2],
    setup: Setup,
    moves: Vec<Paint>,
}

impl GameRecord {
    /// The two players, who moves first being first.
    #[must_use]
    pub fn players(&self) -> &[String; 2] {
        &self.players
    }

    /// The colours that both might use.
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

    /// The grids in order: the empty one first, then one after every move.
    /// They are made one by one, because together they would fill more memory
    /// than a machine has on large boards.
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
        // Who made the last move wins; without a move the first player is
        // stuck.
        &self.players[(self.moves.len() + 1) % 2]
    }

    fn empty_grid(&self) -> Grid {
        // A finished game has painted at least every fifth cell, so its grid
        // is never much larger than the file it came from.
        Grid::empty(self.setup.size, self.setup.palette, u64::MAX)
    }
}

/// Reads a whole file. `on_move` gets every move up to the first error, with
/// its place.
fn examine(
    file: &[u8],
    on_move: impl FnMut(Paint, Range<usize>),
) -> Examined<([String; 2], Setup)> {
    lines::examine(file, |lines| {
        let heading = Heading::read(lines)?;
        let begun = heading.begun();
        Some((begun, Body::new(lines, heading, on_move).read()))
    })
}

/// Reads a record, or says everything that is wrong with it, in reading order.
pub fn parse_game(file: impl AsRef<[u8]>) -> Result<GameRecord, Vec<Diagnostic>> {
    let mut moves = Vec::new();
    let examined = examine(file.as_ref(), |paint, _| moves.push(paint));
    if !examined.findings.is_empty() {
        return Err(examined.findings);
    }
    let (players, setup) = examined
        .heading
        .expect("a record without errors has all its headers");
    Ok(GameRecord {
        players,
        setup,
        moves,
    })
}

impl Records for Grid {
    fn recognises(head: &[u8]) -> bool {
        head.trim_ascii_start().starts_with(b"GRIDLOCK")
    }

    fn read_record(file: &[u8]) -> Reading<Self> {
        let mut steps = Vec::new();
        let mut spans: Vec<Range<usize>> = Vec::new();
        let examined = examine(file, |paint, span| {
            steps.push(Step::Move(paint));
            spans.push(span);
        });
        // The grid of a record with errors may be too large to play on.
        let most_whole = Grid::MOST_CELLS.max(file.len() as u64);
        let start = examined.heading.and_then(|(players, setup)| {
            let grid = Grid::empty(setup.size, setup.palette, most_whole);
            grid.is_whole().then_some((players, grid))
        });
        Reading {
            record: start.map(|(players, start)| Record {
                names: players.into(),
                start,
                steps,
            }),
            spans,
            diagnostics: examined.findings,
            unfinished: examined.unfinished,
        }
    }

    fn check_record(file: &[u8]) -> Vec<Diagnostic> {
        examine(file, |_, _| ()).findings
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
