//! `.ur` files.

mod format;
mod line;

use std::fmt::Write as _;

use parlour_core::lines;
use parlour_core::{
    Diagnostic, Game, Notation, Outcome, Reading, Record, Records, Seat, Step, Turn,
};

use crate::rules::{MOST_PIECES, Player, Ur};

use format::Turns;

impl Records for Ur {
    const NOT_IN_NAMES: &'static [char] = &[',', '.'];

    fn read_record(file: &[u8]) -> Reading<Self> {
        lines::read::<Turns>(file)
    }

    fn check_record(file: &[u8]) -> Vec<Diagnostic> {
        lines::check::<Turns>(file)
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
