//! The lines at the head of a record: `PLOY`, `Players:`, `Board:`.

use std::ops::Range;

use parlour_core::Diagnostic;
use parlour_core::Notation;
use parlour_core::lines::{Header, Lines, Value};

use crate::notation::start;
use crate::rules::Ploy;

use super::line::Line;

const PLAYERS: usize = 1;
const BOARD: usize = 2;

const HEADERS: [Header; 3] = [
    Header {
        word: "PLOY",
        missing: Some("missing-ploy"),
        example: "PLOY",
    },
    Header {
        word: "Players",
        missing: Some("missing-players"),
        example: "Players: Amy, Bill.",
    },
    Header {
        word: "Board",
        missing: None,
        example: "Board: w85,w1,,,,,,,/... w.",
    },
];

/// The words of the headers that have a value.
pub(super) fn keys() -> impl Iterator<Item = &'static str> {
    HEADERS[PLAYERS..].iter().map(|header| header.word)
}

/// What the headers said, as far as they could be read.
pub(super) struct Heading {
    /// Black, then White.
    pub(super) players: Option<[String; 2]>,
    /// How the game begins; `None` where that is in doubt.
    pub(super) start: Option<Ploy>,
    /// Where the players are named.
    pub(super) players_line: Option<Range<usize>>,
}

impl Heading {
    /// Reads the headers; `None` where there is nothing to go on with.
    pub(super) fn read(lines: &mut Lines<'_>) -> Option<Heading> {
        let mut players = None;
        let mut begins = Some(start());
        let mut places = lines.headers(
            &HEADERS,
            |text| Line::of(text).is_some(),
            |header, value| {
                match header {
                    PLAYERS => players = Some(value.two_players()?),
                    BOARD => {
                        begins = None;
                        begins = Some(board(value)?);
                    }
                    _ => {}
                }
                Ok(())
            },
        )?;
        Some(Heading {
            players,
            start: begins,
            players_line: places[PLAYERS].take(),
        })
    }

    /// The players and the start, where nothing is missing.
    pub(super) fn begun(&self) -> Option<([String; 2], Ploy)> {
        Some((self.players.clone()?, self.start?))
    }
}

fn board(value: Value<'_>) -> Result<Ploy, Diagnostic> {
    let (content, at) = value.content()?;
    if let Some(finding) = value.stray_space(content, at) {
        return Err(finding);
    }
    Ploy::read_position(content).map_err(|finding| finding.shifted(value.start + at))
}
