//! `.ships` files.

mod explain;
mod format;
mod heading;
mod line;

use std::fmt::Write as _;

use parlour_core::lines;
use parlour_core::{Diagnostic, Reading, Record, Records, Seat, Step};

use crate::rules::{Board, Fleet, HIDER, Move, SEARCHER, Ships};

use format::Guesses;

impl Records for Ships {
    const NOT_IN_NAMES: &'static [char] = &[',', '.'];

    /// An honest bot hides its ships without telling the game.
    const SEALED: &'static [Seat] = &[HIDER];

    fn read_record(file: &[u8]) -> Reading<Self> {
        lines::read::<Guesses>(file)
    }

    fn check_record(file: &[u8]) -> Vec<Diagnostic> {
        lines::check::<Guesses>(file)
    }

    fn write_record(record: &Record<Self>) -> String {
        let [hider, searcher] = [HIDER, SEARCHER].map(|seat| record.names[seat.index()].as_str());
        let mut text = format!("SHIPS\nHider: {hider}.\nSearcher: {searcher}.\n");
        // Writing to a string cannot fail.
        let board = record.start.board();
        if board != Board::STANDARD {
            let ships = match board.ships() {
                1 => "1 ship".to_owned(),
                ships => format!("{ships} ships"),
            };
            let _ = writeln!(text, "Board: {board}, {ships}.");
        }
        if let Some(target) = record.start.target() {
            let _ = writeln!(text, "Target: {}.", spaced(target));
        }
        if record.start.is_hiding() {
            let _ = match record.steps.first() {
                Some(Step::Move(Move::Hide(target))) => {
                    writeln!(text, "Hidden: {}.", spaced(*target))
                }
                _ => writeln!(text, "Hidden:"),
            };
        }
        // A target in the record needs no seal.
        if let (Some(seal), None, false) = (
            &record.sealed,
            record.start.target(),
            record.start.is_hiding(),
        ) {
            let _ = writeln!(text, "Sealed: {}.", seal.commitment);
            if let Some(key) = &seal.key {
                let _ = writeln!(text, "Opened: {key}.");
            }
        }
        let mut guesses = 0;
        let mut asked = None;
        for step in &record.steps {
            match step {
                // It is among the headers.
                Step::Move(Move::Hide(_)) => {}
                Step::Move(Move::Guess(guess)) => {
                    guesses += 1;
                    asked = Some(*guess);
                    text.push_str(&spaced(*guess));
                }
                Step::Move(Move::Answer(answer)) => {
                    let (exact, one_away, two_away) = answer.counts();
                    let _ = writeln!(text, ": {exact}, {one_away}, {two_away}.");
                    let guess = asked.take();
                    if let Some(found) = guess.filter(|_| *answer == board.found()) {
                        let _ = writeln!(text, "{}", ending(searcher, found, guesses));
                    }
                }
                Step::Chance(never) => match *never {},
            }
        }
        if asked.is_some() {
            // Asked, but not answered.
            text.push_str(".\n");
        }
        text
    }
}

/// A fleet as records write it: `B2, D3, H1`.
fn spaced(fleet: Fleet) -> String {
    fleet.to_string().replace(',', ", ")
}

/// The last line of a record.
fn ending(searcher: &str, found: Fleet, guesses: usize) -> String {
    let word = if guesses == 1 { "guess" } else { "guesses" };
    format!("{searcher} found {} in {guesses} {word}!", spaced(found))
}
