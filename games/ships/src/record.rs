//! `.ships` files.

mod body;
mod explain;
mod heading;
mod line;

use std::fmt::Write as _;
use std::ops::Range;

use parlour_core::lines::{self, Examined};
use parlour_core::{Diagnostic, Reading, Record, Records, Step};

use crate::rules::{Fleet, HIDER, Move, SEARCHER, Ships, Waters};

use body::Body;
use heading::Heading;

/// Reads a whole file. `on_step` gets every step up to the first error, with
/// its place.
fn examine(
    file: &[u8],
    on_step: impl FnMut(Step<Ships>, Range<usize>),
) -> Examined<([String; 2], Ships)> {
    lines::examine(file, |lines| {
        let heading = Heading::read(lines)?;
        let begun = heading.begun();
        Some((begun, Body::new(lines, heading, on_step).read()))
    })
}

impl Records for Ships {
    fn recognises(head: &[u8]) -> bool {
        lines::is_titled(head, "SHIPS")
    }

    fn read_record(file: &[u8]) -> Reading<Self> {
        let mut steps = Vec::new();
        let mut spans = Vec::new();
        let examined = examine(file, |step, span| {
            steps.push(step);
            spans.push(span);
        });
        // That an answer was wrong may only be known at the end.
        if let Some(first) = examined.findings.first() {
            let good =
                spans.partition_point(|span: &Range<usize>| span.start < first.at.span.start);
            steps.truncate(good);
            spans.truncate(good);
        }
        examined.reading(steps, spans)
    }

    fn check_record(file: &[u8]) -> Vec<Diagnostic> {
        examine(file, |_, _| ()).findings
    }

    fn write_record(record: &Record<Self>) -> String {
        let [hider, searcher] = [HIDER, SEARCHER].map(|seat| record.names[seat.index()].as_str());
        let mut text = format!("SHIPS\nHider: {hider}.\nSearcher: {searcher}.\n");
        // Writing to a string cannot fail.
        let board = record.start.board();
        if board != Waters::STANDARD {
            let ships = match board.ships() {
                1 => "1 ship".to_owned(),
                ships => format!("{ships} ships"),
            };
            let _ = writeln!(text, "Board: {board}, {ships}.");
        }
        if let Some(target) = record.start.target() {
            let _ = writeln!(text, "Target: {}.", spaced(target));
        }
        let mut guesses = 0;
        let mut asked = None;
        for step in &record.steps {
            match step {
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
