//! The lines at the head of a record: `SHIPS`, `Hider:`, `Searcher:`,
//! `Board:`, `Target:`.

use std::ops::Range;

use parlour_core::lines::{Header, Lines, Value};
use parlour_core::{Diagnostic, check_name, quoted};

use crate::notation::{Part, board_help, fleet_of, read_count, read_location, read_size};
use crate::rules::{Fleet, Setup, Ships, Waters};

use super::line::read_line;

const HIDER: usize = 1;
const SEARCHER: usize = 2;
const BOARD: usize = 3;
const TARGET: usize = 4;

const HEADERS: [Header; 5] = [
    Header {
        word: "SHIPS",
        missing: Some("missing-ships"),
        example: "SHIPS",
    },
    Header {
        word: "Hider",
        missing: Some("missing-hider"),
        example: "Hider: Amy.",
    },
    Header {
        word: "Searcher",
        missing: Some("missing-searcher"),
        example: "Searcher: Bill.",
    },
    Header {
        word: "Board",
        missing: None,
        example: "Board: 8x8, 3 ships.",
    },
    Header {
        word: "Target",
        missing: None,
        example: "Target: B2, D3, H1.",
    },
];

/// The words of the headers that have a value.
pub(super) fn keys() -> impl Iterator<Item = &'static str> {
    HEADERS[HIDER..].iter().map(|header| header.word)
}

/// What the headers said, as far as they could be read.
pub(super) struct Heading {
    pub(super) hider: Option<String>,
    pub(super) searcher: Option<String>,
    /// The board; the standard one where that is in doubt.
    pub(super) board: Waters,
    /// How the game begins; `None` where that is in doubt.
    pub(super) start: Option<Ships>,
    /// Where the searcher is named.
    pub(super) searcher_line: Option<Range<usize>>,
    /// Where the target is named.
    pub(super) target_line: Option<Range<usize>>,
}

impl Heading {
    /// Reads the headers; `None` where there is nothing to go on with.
    pub(super) fn read(lines: &mut Lines<'_>) -> Option<Heading> {
        let (mut hider, mut searcher) = (None, None);
        let (mut board, mut target) = (Ok(Waters::STANDARD), Ok(None));
        let mut places = lines.headers(
            &HEADERS,
            |text| read_line(text).is_some(),
            |header, value| match header {
                HIDER => name(value, searcher.as_deref()).map(|name| hider = Some(name)),
                SEARCHER => name(value, hider.as_deref()).map(|name| searcher = Some(name)),
                BOARD => {
                    let read = read_board(value);
                    board = read.as_ref().map(|board| *board).map_err(|_| ());
                    read.map(|_| ())
                }
                // On a board that could not be read no target can be.
                _ if board.is_err() => Ok(()),
                _ => {
                    let read = read_target(board.unwrap_or_default(), value);
                    target = read.as_ref().map(|fleet| Some(*fleet)).map_err(|_| ());
                    read.map(|_| ())
                }
            },
        )?;
        let setup = board.ok().zip(target.ok());
        let setup = setup.map(|(board, target)| Setup { board, target });
        Some(Heading {
            board: board.unwrap_or_default(),
            hider,
            searcher,
            start: setup.and_then(|setup| Ships::new(&setup).ok()),
            searcher_line: places[SEARCHER].take(),
            target_line: places[TARGET].take(),
        })
    }

    /// The players and the start, where nothing is missing.
    pub(super) fn begun(&self) -> Option<([String; 2], Ships)> {
        let players = [self.hider.clone()?, self.searcher.clone()?];
        Some((players, self.start.clone()?))
    }
}

/// The name of one player, who is not called like the other.
fn name(value: Value<'_>, other: Option<&str>) -> Result<String, Diagnostic> {
    let (name, at) = value.content()?;
    if let Some(finding) = value.stray_space(name, at) {
        return Err(finding);
    }
    let span = value.span(at, at + name.len());
    if let Err(bad) = check_name(name) {
        return Err(Diagnostic::error("bad-name", span, bad.to_string())
            .help("write one name, such as `Hider: Amy.`"));
    }
    if other == Some(name) {
        return Err(Diagnostic::error(
            "duplicate-player",
            span,
            format!("both players are called {}", quoted(name)),
        )
        .help("give them different names, in the whole record"));
    }
    Ok(name.to_owned())
}

/// `8x8, 4 ships`
fn read_board(value: Value<'_>) -> Result<Waters, Diagnostic> {
    let (content, at) = value.content()?;
    let span = value.span(at, at + content.len());
    let bad = |message: String, help: String| {
        Err(Diagnostic::error("bad-board", span.clone(), message).help(help))
    };
    let example = || format!("write it like `{}`", HEADERS[BOARD].example);
    let (size, ships) = match value.list()?[..] {
        [(size, _)] => (size, Some("3")),
        [(size, _), (ships, _)] => {
            let count = ships.strip_suffix(" ships").or(ships.strip_suffix(" ship"));
            (size, count)
        }
        _ => (content, None),
    };
    let numbers = read_size(size).zip(ships.and_then(read_count));
    let Some(((columns, rows), ships)) = numbers else {
        return bad(format!("{} is not a board", quoted(content)), example());
    };
    Waters::new(columns, rows, ships).or_else(|why| bad(why.to_string(), board_help(why)))
}

fn read_target(board: Waters, value: Value<'_>) -> Result<Fleet, Diagnostic> {
    let mut locations = Vec::new();
    for (text, at) in value.list()? {
        if let Some(finding) = value.stray_space(text, at) {
            return Err(finding);
        }
        let part = Part {
            text,
            start: value.start + at,
        };
        locations.push((read_location(board, part)?, part));
    }
    let whole = Part {
        text: value.text,
        start: value.start,
    };
    fleet_of(board, &locations, whole)
}
