//! `.ur` files.

mod body;
mod explain;
mod heading;
mod line;

use std::fmt::Write as _;
use std::ops::Range;

use parlour_core::lines::{self, Examined};
use parlour_core::{
    Diagnostic, Game, Notation, Outcome, Reading, Record, Records, Seat, Step, Turn,
};

use crate::rules::{MOST_PIECES, Player, Ur};

use body::Body;
use heading::Heading;

/// Reads a whole file. `on_step` gets every step up to the first error, with
/// its place.
fn examine(
    file: &[u8],
    on_step: impl FnMut(Step<Ur>, Range<usize>),
) -> Examined<([String; 2], Ur)> {
    lines::examine(file, |lines| {
        let heading = Heading::read(lines)?;
        let begun = heading.begun();
        Some((begun, Body::new(lines, heading, on_step).read()))
    })
}

impl Records for Ur {
    fn recognises(head: &[u8]) -> bool {
        lines::is_titled(head, "UR")
    }

    fn read_record(file: &[u8]) -> Reading<Self> {
        let mut steps = Vec::new();
        let mut spans = Vec::new();
        let examined = examine(file, |step, span| {
            steps.push(step);
            spans.push(span);
        });
        examined.reading(steps, spans)
    }

    fn check_record(file: &[u8]) -> Vec<Diagnostic> {
        examine(file, |_, _| ()).findings
    }

    fn write_record(record: &Record<Self>) -> String {
        let name = |seat: Seat| record.names[seat.index()].as_str();
        let mut ur = record.start;
        let mut text = format!("UR\nPlayers: {}, {}.\n", name(Seat(0)), name(Seat(1)));
        // Writing to a string cannot fail.
        let pieces = ur.state().placing.pieces();
        if pieces != MOST_PIECES {
            let _ = writeln!(text, "Pieces: {pieces}.");
        }
        if ur.state().exact_home {
            text.push_str("Home: exact.\n");
        }
        for step in &record.steps {
            let mover = ur.state().next.title();
            let _ = match step {
                Step::Chance(roll) => write!(text, "{mover} {roll}"),
                Step::Move(chosen) => writeln!(text, " {}.", ur.write_move(chosen)),
            };
            if step.take(&mut ur).is_err() {
                break;
            }
        }
        match ur.turn() {
            // Thrown, but not moved.
            Turn::Seat(_) => text.push_str(".\n"),
            Turn::Over(Outcome::Win(winner)) => {
                let winner = Player::ALL[winner.index()].title();
                let _ = writeln!(text, "{winner} wins!");
            }
            Turn::Over(Outcome::Draw) | Turn::Chance => {}
        }
        text
    }
}
