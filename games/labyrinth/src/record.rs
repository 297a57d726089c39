//! Saved games, in the grammar of the game's document, and records of whole
//! games.
//!
//! What that grammar has no words for comes after the tiles: `official`, with
//! the last insertion, and `walk` in the middle of a turn.

mod check;
mod dialect;
mod lex;
mod parse;
mod turns;

use std::fmt::Write as _;

use parlour_core::{
    Diagnostic, Game, Holds, Notation, Reading, Record, Records, Save, Seat, Severity, lines,
};

use crate::rules::{Colour, Control, Kind, Labyrinth, Phase, Tabletop, Treasure, Word};

use lex::{OFFICIAL, WALK};
use turns::{TITLE, Turns};

pub use dialect::{Dialect, Habit, Import, ImportError, ReadAs, import};

/// Reads a saved game; without errors there is a position. There may be notices
/// as well.
#[must_use]
pub fn read_save(file: &[u8]) -> (Option<Labyrinth>, Vec<Diagnostic>) {
    let mut tokens = lex::Tokens::new(file);
    let parsed = parse::parse(&mut tokens);
    let mut findings = tokens.notices();
    let checked = parsed
        .map_err(|finding| vec![finding])
        .and_then(|save| check::check(&save, None));
    match checked {
        Ok(labyrinth) => (Some(labyrinth), findings),
        Err(errors) => {
            findings.extend(errors);
            (None, findings)
        }
    }
}

/// A position in canonical form: a line for each player, beginning with the
/// mover, one for the extra tile, and one for each tile.
#[must_use]
pub fn write_save(labyrinth: &Labyrinth) -> String {
    let cards = |card: &Treasure| format!(" {card}");
    write_table(labyrinth.table(), |seat| {
        labyrinth.hands[seat].iter().map(cards).collect()
    })
}

/// The same, with a text for the cards of each seat.
pub(crate) fn write_table(table: &Tabletop, cards: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    let seats = table.pawns.len();
    for step in 0..seats {
        let seat = (table.mover.index() + step) % seats;
        let pawn = table.pawns[seat];
        let (colour, control) = (pawn.colour.word(), pawn.control.word());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{colour} {control} {}{}", pawn.square, cards(seat));
    }
    let printed = |treasure: Option<Treasure>| {
        treasure.map_or(String::new(), |treasure| format!(" {treasure}"))
    };
    let extra = table.extra;
    let _ = writeln!(text, "{}{}", extra.kind.word(), printed(extra.treasure));
    for tile in &table.tiles {
        let (kind, direction) = (tile.shape.kind.word(), tile.shape.direction.word());
        let _ = writeln!(text, "{kind}{} {direction}", printed(tile.treasure));
    }
    if let Some(official) = table.official {
        text.push_str(OFFICIAL);
        if let Some(last) = official.last {
            let _ = write!(text, " {} {}", last.side().word(), last.line());
        }
        text.push('\n');
    }
    if table.phase == Phase::Walk {
        text.push_str(WALK);
        text.push('\n');
    }
    text
}

impl Records for Labyrinth {
    const NOT_IN_NAMES: &'static [char] = &[',', '.'];

    fn holds(head: &[u8]) -> Holds {
        match lines::is_titled(head, TITLE) {
            true => Holds::Game,
            false => Holds::Position,
        }
    }

    fn save(&self) -> Option<Save> {
        let table = self.table();
        let remark = match (table.official.is_some(), table.phase) {
            (false, Phase::Insert) => None,
            (true, Phase::Insert) => Some(outside("is played by the published rules", OFFICIAL)),
            (_, Phase::Walk) => Some(outside("is in the middle of a turn", WALK)),
        };
        Some(Save {
            text: write_save(self),
            remark,
        })
    }

    /// A save has no heading: two of its words near the beginning must do,
    /// whatever is between them.
    fn recognises(head: &[u8]) -> bool {
        let words = head
            .split(|byte| !byte.is_ascii_alphabetic())
            .filter(|word| !word.is_empty())
            .take(4);
        let known = words.filter(|word| {
            let word = String::from_utf8_lossy(word).to_ascii_lowercase();
            Colour::of_word(&word).is_some()
                || Control::of_word(&word).is_some()
                || Kind::of_word(&word).is_some()
        });
        Self::holds(head) == Holds::Game || known.count() >= 2
    }

    fn read_record(file: &[u8]) -> Reading<Self> {
        if Self::holds(file) == Holds::Game {
            return lines::read::<Turns>(file);
        }
        let (labyrinth, diagnostics) = read_save(file);
        debug_assert_eq!(
            labyrinth.is_none(),
            diagnostics
                .iter()
                .any(|finding| finding.severity == Severity::Error)
        );
        Reading {
            record: labyrinth.map(|start| Record {
                // A save holds no names.
                names: Seat::all(start.seats())
                    .map(|seat| capitalised(&start.seat_name(seat)))
                    .collect(),
                start,
                steps: Vec::new(),
                sealed: None,
            }),
            spans: Vec::new(),
            diagnostics,
            unfinished: false,
        }
    }

    fn write_record(record: &Record<Self>) -> String {
        turns::write(record)
    }

    fn bots_seated(&self) -> Option<Vec<bool>> {
        let pawns = self.table().pawns.iter();
        Some(pawns.map(|pawn| pawn.control == Control::Ai).collect())
    }

    fn seat_bots(&mut self, bots: &[bool]) {
        for (pawn, is_bot) in self.table.pawns.iter_mut().zip(bots) {
            pawn.control = if *is_bot { Control::Ai } else { Control::Human };
        }
    }
}

/// What to know about a save that other programs cannot read.
fn outside(why: &str, word: &str) -> String {
    format!(
        "The game {why}, so the file ends with the word `{word}`, which is outside the document's \
         grammar: other programs may not read it."
    )
}

fn capitalised(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_ascii_uppercase() + rest
}
