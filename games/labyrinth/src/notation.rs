//! Positions as saved games, moves such as `N2 east` and `3 5`, and the options
//! of a setup.

mod words;

use std::borrow::Cow;

use parlour_core::{
    Configure, Diagnostic, Excerpt, Notation, Pick, Picks, Seat, SetupError, SetupOption,
    SetupValues, Severity, Sorting, Viewer, did_you_mean, quoted,
};
use rand::Rng;

use crate::record::{read_save, write_save};
use crate::rules::{
    Direction, Labyrinth, MOST_PLAYERS, Move, Phase, Place, Square, Treasure, Word, deal,
};

pub use words::Announced;

const PLAYERS: &str = "players";
const HUMANS: &str = "humans";
const OFFICIAL: &str = "official";

const INSERT_HELP: &str = "name a place, N E S W and 2 4 6, and the tile's direction: `N2 east`";
const WALK_HELP: &str = "name a row and a column, 1 to 7 each: `3 5`";

impl Configure for Labyrinth {
    const OPTIONS: &'static [SetupOption] = &[
        SetupOption {
            name: PLAYERS,
            value: "N",
            default: "2",
            help: "number of players, 1 to 4",
            examples: &["1", "3", "4"],
        },
        SetupOption {
            name: HUMANS,
            value: "N",
            default: "1",
            help: "how many of them are people; they come first",
            examples: &["0", "1", "2"],
        },
        SetupOption {
            name: OFFICIAL,
            value: "yes|no",
            default: "no",
            help: "play the published rules",
            examples: &["yes"],
        },
    ];

    fn start(values: &SetupValues, luck: &mut dyn Rng) -> Result<Self, SetupError> {
        let number = |option: &SetupOption, least: u8, most: u8| {
            let value = values.get(option.name).unwrap_or(option.default);
            let number = value.parse().ok();
            number
                .filter(|number| (least..=most).contains(number))
                .ok_or_else(|| {
                    let message = format!("it must be a number from {least} to {most}");
                    SetupError::new(option.name, message)
                })
        };
        let players = number(&Self::OPTIONS[0], 1, MOST_PLAYERS as u8)?;
        let humans = number(&Self::OPTIONS[1], 0, players)?;
        let official = match values.get(OFFICIAL) {
            Some("yes") => true,
            None | Some("no") => false,
            Some(_) => return Err(SetupError::new(OFFICIAL, "it must be yes or no")),
        };
        Ok(deal(players, humans, official, luck))
    }
}

fn wrong(part: Excerpt<'_>, message: String) -> Diagnostic {
    part.error("bad-move", message)
}

/// A row or a column.
fn read_number(part: Excerpt<'_>) -> Result<u8, Diagnostic> {
    let number = part.text.parse().ok();
    number
        .filter(|number| (1..=7).contains(number))
        .ok_or_else(|| {
            let message = format!("{} is not a row or column", quoted(part.text));
            wrong(part, message).help(WALK_HELP)
        })
}

fn read_place(part: Excerpt<'_>) -> Result<Place, Diagnostic> {
    let found = Place::all().find(|place| place.to_string().eq_ignore_ascii_case(part.text));
    found.ok_or_else(|| {
        let message = format!("{} is not a place to insert a tile", quoted(part.text));
        wrong(part, message).help(INSERT_HELP)
    })
}

fn read_direction(part: Excerpt<'_>) -> Result<Direction, Diagnostic> {
    let word = part.text.to_ascii_lowercase();
    Direction::of_word(&word).ok_or_else(|| {
        let finding = wrong(part, format!("{} is not a direction", quoted(part.text)));
        match did_you_mean(&word, Direction::ALL.iter().map(|each| each.word())) {
            Some(meant) => finding.help(format!("did you mean `{meant}`?")),
            None => finding.help("a tile faces north, east, south or west"),
        }
    })
}

/// The words of a move, between blanks and commas; three are too many.
fn words(text: &str) -> Vec<Excerpt<'_>> {
    Excerpt::whole(text)
        .split(|c| c.is_whitespace() || c == ',')
        .filter(|word| !word.text.is_empty())
        .take(3)
        .collect()
}

/// Reads a move; `help` says what is expected now.
fn read_announced(text: &str, help: &str) -> Result<Announced, Diagnostic> {
    match words(text)[..] {
        [row, column] if row.text.bytes().all(|byte| byte.is_ascii_digit()) => {
            let (row, column) = (read_number(row)?, read_number(column)?);
            let square = Square::new(row, column).expect("both are from 1 to 7");
            Ok(Announced::Walk(square))
        }
        [place, direction] => Ok(Announced::Insert {
            place: read_place(place)?,
            direction: read_direction(direction)?,
        }),
        _ => {
            let message = format!("{} is not a move", quoted(text));
            Err(Diagnostic::error("bad-move", 0..text.len(), message).help(help))
        }
    }
}

impl Notation for Labyrinth {
    /// The saved game, without the line end after its last line.
    fn write_position(&self) -> String {
        write_save(self).trim_end().to_owned()
    }

    fn read_position(text: &str) -> Result<Self, Diagnostic> {
        let (labyrinth, findings) = read_save(text.as_bytes());
        let mut errors = findings
            .into_iter()
            .filter(|finding| finding.severity == Severity::Error);
        match (labyrinth, errors.next()) {
            (_, Some(error)) => Err(error),
            (Some(labyrinth), None) => Ok(labyrinth),
            (None, None) => unreachable!("what is refused has an error"),
        }
    }

    fn write_move(&self, chosen: &Move) -> String {
        chosen.to_string()
    }

    fn read_move(&self, text: &str) -> Result<Move, Diagnostic> {
        let help = match self.table.phase {
            Phase::Insert => INSERT_HELP,
            Phase::Walk => WALK_HELP,
        };
        read_announced(text, help).map(|announced| announced.with(self.table.extra.kind))
    }

    fn seat_name(&self, seat: Seat) -> Cow<'static, str> {
        self.table.pawns[seat.index()].colour.word().into()
    }

    /// Cards that are revealed are revealed to all.
    fn describe_move(&self, chosen: &Move, _: Viewer) -> String {
        match *chosen {
            Move::Insert { place, shape } => {
                let hand = self.hand(self.table.mover);
                let revealed = self.table.after(place, shape).in_reach(hand);
                let direction = shape.direction.word();
                let inserted = format!("inserts the tile at {place}, facing {direction}");
                match listed(&revealed) {
                    None => inserted,
                    Some(treasures) => format!("{inserted}, and reveals {treasures}"),
                }
            }
            Move::Walk(to) if to == self.table.pawns[self.table.mover.index()].square => {
                format!("stays at row {}, column {}", to.row(), to.column())
            }
            Move::Walk(to) => format!("walks to row {}, column {}", to.row(), to.column()),
        }
    }
}

/// `treasure 7`, `treasures 7, 9 and 12`; `None` for none.
pub(crate) fn listed(treasures: &[Treasure]) -> Option<String> {
    let mut numbers: Vec<u8> = treasures.iter().map(|treasure| treasure.number()).collect();
    numbers.order();
    let words: Vec<String> = numbers.iter().map(u8::to_string).collect();
    match &words[..] {
        [] => None,
        [one] => Some(format!("treasure {one}")),
        [others @ .., last] => Some(format!("treasures {} and {last}", others.join(", "))),
    }
}

impl Picks for Labyrinth {
    fn picks(&self, chosen: &Move) -> Vec<Pick> {
        match chosen {
            Move::Insert { place, shape } => vec![
                Pick::new(place.to_string()),
                Pick::new(shape.direction.word()),
            ],
            Move::Walk(to) => vec![Pick::new(to.to_string())],
        }
    }

    /// The place of an insertion, or the pawn that walked, which may be shifted
    /// before anybody looks.
    fn trace(&self, chosen: &Move) -> Vec<Pick> {
        let pawn = self.table.pawns[self.table.mover.index()];
        match chosen {
            Move::Insert { place, .. } => vec![Pick::new(place.to_string())],
            Move::Walk(to) if *to == pawn.square => Vec::new(),
            Move::Walk(_) => vec![Pick::new(pawn.colour.word())],
        }
    }
}
