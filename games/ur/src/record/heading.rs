//! The lines at the head of a record: `UR`, `Players:`, `Pieces:`, `Home:`.

use std::ops::Range;

use parlour_core::lines::{Header, Lines, Value};
use parlour_core::{Diagnostic, did_you_mean, quoted};

use crate::notation::{EXACT, read_pieces};
use crate::rules::{MOST_PIECES, Setup, Ur};

use super::line::read_line;

const PLAYERS: usize = 1;
const PIECES: usize = 2;
const HOME: usize = 3;

const HEADERS: [Header; 4] = [
    Header {
        word: "UR",
        missing: Some("missing-ur"),
        example: "UR",
    },
    Header {
        word: "Players",
        missing: Some("missing-players"),
        example: "Players: Amy, Bill.",
    },
    Header {
        word: "Pieces",
        missing: None,
        example: "Pieces: 7.",
    },
    Header {
        word: "Home",
        missing: None,
        example: "Home: exact.",
    },
];

/// The words of the headers that have a value.
pub(super) fn keys() -> impl Iterator<Item = &'static str> {
    HEADERS[PLAYERS..].iter().map(|header| header.word)
}

/// What the headers said, as far as they could be read.
pub(super) struct Heading {
    /// Red, then Green.
    pub(super) players: Option<[String; 2]>,
    /// How the game begins; `None` where that is in doubt.
    pub(super) start: Option<Ur>,
    /// Where the players are named.
    pub(super) players_line: Option<Range<usize>>,
}

impl Heading {
    /// Reads the headers; `None` where there is nothing to go on with.
    pub(super) fn read(lines: &mut Lines<'_>) -> Option<Heading> {
        let mut players = None;
        let mut setup = Setup::default();
        let mut is_certain = true;
        let mut places = lines.headers(
            &HEADERS,
            |text| read_line(text).is_some(),
            |header, value| {
                let result = match header {
                    PLAYERS => value.two_players().map(|names| players = Some(names)),
                    PIECES => pieces(value).map(|number| setup.pieces = number),
                    HOME => exact(value).map(|()| setup.exact_home = true),
                    _ => Ok(()),
                };
                is_certain &= result.is_ok() || header == PLAYERS;
                result
            },
        )?;
        Some(Heading {
            players,
            start: Ur::new(&setup).ok().filter(|_| is_certain),
            players_line: places[PLAYERS].take(),
        })
    }

    /// The players and the start, where nothing is missing.
    pub(super) fn begun(&self) -> Option<([String; 2], Ur)> {
        Some((self.players.clone()?, self.start?))
    }
}

fn pieces(value: Value<'_>) -> Result<u8, Diagnostic> {
    let (content, at) = value.content()?;
    read_pieces(content).ok_or_else(|| {
        Diagnostic::error(
            "bad-pieces",
            value.span(at, at + content.len()),
            format!("{} is not a number of pieces", quoted(content)),
        )
        .help(format!(
            "a player has 1 to {MOST_PIECES} pieces: `Pieces: {MOST_PIECES}.`"
        ))
    })
}

/// The only value of the `Home:` line.
fn exact(value: Value<'_>) -> Result<(), Diagnostic> {
    let (content, at) = value.content()?;
    if content == EXACT {
        return Ok(());
    }
    let finding = Diagnostic::error(
        "bad-home",
        value.span(at, at + content.len()),
        format!("{} is no way to go home", quoted(content)),
    );
    Err(match did_you_mean(content, [EXACT]) {
        Some(_) => finding.help("did you mean `exact`?"),
        None => finding.help("write `Home: exact.`, or leave the line out for the usual rule"),
    })
}
