//! `.ploy` files.

mod format;

use parlour_core::lines;
use parlour_core::{
    Diagnostic, Game, Notation, Outcome, Reading, Record, Records, Seat, Stall, Step, Turn,
};

use crate::notation::start;
use crate::rules::Ploy;

use format::Moves;

/// Moves per line: one of each player.
const ON_A_LINE: usize = 2;

impl Records for Ploy {
    const NOT_IN_NAMES: &'static [char] = &[',', '.'];

    fn read_record(file: &[u8]) -> Reading<Self> {
        lines::read::<Moves>(file)
    }

    fn check_record(file: &[u8]) -> Vec<Diagnostic> {
        lines::check::<Moves>(file)
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
