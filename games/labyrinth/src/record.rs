//! Saved games, in the grammar of the game's document.
//!
//! What that grammar has no words for stands after the tiles: `official`, with
//! the last insertion, and `walk` in the middle of a turn.

mod check;
mod lex;
mod parse;

use std::fmt::Write as _;

use parlour_core::{Diagnostic, Game, Holds, Notation, Reading, Record, Records, Seat, Severity};

use crate::rules::{Colour, Control, Kind, Labyrinth, Phase, Tabletop, Treasure, Word};

/// How a file differs from the grammar, if it was written by a program that
/// read the document in another way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// Rows and columns count from 0, and treasure 0 is none.
    pub zero_based: bool,
    /// Forks are named after their closed side.
    pub closed_side: bool,
}

/// Reads a saved game; without errors there is a position. Notices may come
/// with it.
#[must_use]
pub fn read_save(file: &[u8], dialect: Dialect) -> (Option<Labyrinth>, Vec<Diagnostic>) {
    let mut tokens = lex::Tokens::new(file);
    let parsed = parse::parse(&mut tokens);
    let mut findings = tokens.notices();
    match parsed {
        Err(finding) => {
            findings.push(finding);
            (None, findings)
        }
        Ok(save) => {
            let checked = check::check(&save, dialect);
            match checked {
                Ok(labyrinth) => (Some(labyrinth), findings),
                Err(errors) => {
                    findings.extend(errors);
                    (None, findings)
                }
            }
        }
    }
}

/// A position in canonical writing: a line for each player, beginning with the
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
        text.push_str(lex::OFFICIAL);
        if let Some(last) = official.last {
            let _ = write!(text, " {} {}", last.side().word(), last.line());
        }
        text.push('\n');
    }
    if table.phase == Phase::Walk {
        text.push_str(lex::WALK);
        text.push('\n');
    }
    text
}

impl Records for Labyrinth {
    /// A save holds no names.
    const NOT_IN_NAMES: &'static [char] = &[];

    fn holds() -> Holds {
        Holds::Position
    }

    /// A save has no heading: two of its words near the beginning must do,
    /// whatever stands between them.
    fn recognises(head: &[u8]) -> bool {
        let words = head
            .split(|byte| !byte.is_ascii_alphabetic())
            .filter(|word| !word.is_empty())
            .take(4);
        let known = words.filter(|word| {
            let word = String::from_utf8_lossy(word).to_lowercase();
            Colour::of_word(&word).is_some()
                || Control::of_word(&word).is_some()
                || Kind::of_word(&word).is_some()
        });
        known.count() >= 2
    }

    fn read_record(file: &[u8]) -> Reading<Self> {
        let (labyrinth, diagnostics) = read_save(file, Dialect::default());
        debug_assert_eq!(
            labyrinth.is_none(),
            diagnostics
                .iter()
                .any(|finding| finding.severity == Severity::Error)
        );
        Reading {
            record: labyrinth.map(|start| Record {
                names: Seat::all(start.seats())
                    .map(|seat| capitalised(&start.seat_name(seat)))
                    .collect(),
                start,
                steps: Vec::new(),
            }),
            spans: Vec::new(),
            diagnostics,
            unfinished: false,
        }
    }

    fn write_record(record: &Record<Self>) -> String {
        let mut end = record.start.clone();
        for step in &record.steps {
            // What follows an illegal step was never played.
            if step.take(&mut end).is_err() {
                break;
            }
        }
        write_save(&end)
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

fn capitalised(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}
