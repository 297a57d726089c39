//! `.ploy` files.

mod body;
mod heading;
mod line;

use std::ops::Range;

use parlour_core::lines::{self, Examined};
use parlour_core::{
    Diagnostic, Game, Notation, Outcome, Reading, Record, Records, Seat, Stall, Step, Turn,
};

use crate::notation::start;
use crate::rules::{Move, Ploy};

use body::Body;
use heading::Heading;

/// Moves on a line: one of each player.
const ON_A_LINE: usize = 2;

/// Reads a whole file. `on_move` gets every move up to the first error, with
/// its place.
fn examine(file: &[u8], on_move: impl FnMut(Move, Range<usize>)) -> Examined<([String; 2], Ploy)> {
    lines::examine(file, |lines| {
        let heading = Heading::read(lines)?;
        let begun = heading.begun();
        Some((begun, Body::new(lines, heading, on_move).read()))
    })
}

impl Records for Ploy {
    fn recognises(head: &[u8]) -> bool {
        lines::is_titled(head, "PLOY")
    }

    fn read_record(file: &[u8]) -> Reading<Self> {
        let mut steps = Vec::new();
        let mut spans = Vec::new();
        let examined = examine(file, |chosen, span| {
            steps.push(Step::Move(chosen));
            spans.push(span);
        });
        examined.reading(steps, spans)
    }

    fn check_record(file: &[u8]) -> Vec<Diagnostic> {
        examine(file, |_, _| ()).findings
    }

    fn write_record(record: &Record<Self>) -> String {
        let name = |seat: Seat| record.names[seat.index()].as_str();
        let mut ploy = record.start;
        let mut text = format!("PLOY\nPlayers: {}, {}.\n", name(Seat(0)), name(Seat(1)));
        if ploy != start() {
            text += &format!("Board: {}.\n", ploy.write_position());
        }
        let mut stall = Stall::new();
        let mut stalled = see(&mut stall, &ploy);
        let mut written: Vec<String> = Vec::new();
        for step in &record.steps {
            let Step::Move(chosen) = step else { break };
            written.push(chosen.to_string());
            if step.take(&mut ploy).is_err() {
                break;
            }
            stalled = see(&mut stall, &ploy);
        }
        for line in written.chunks(ON_A_LINE) {
            text += &line.join(" ");
            text.push('\n');
        }
        match ploy.turn() {
            Turn::Over(Outcome::Win(winner)) => text += &format!("{} wins!\n", name(winner)),
            _ if stalled.is_some() => text += "Draw.\n",
            _ => {}
        }
        text
    }
}

/// Whether a match that has come to this position is drawn there.
fn see(stall: &mut Stall<Ploy>, ploy: &Ploy) -> Option<parlour_core::Stalled> {
    stall.see(ploy.progress()?, *ploy)
}
