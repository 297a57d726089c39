//! The lines at the head of a record: `SHIPS`, `Hider:`, `Searcher:`,
//! `Target:`.

use std::ops::Range;

use parlour_core::lines::{Header, Lines, Value};
use parlour_core::{Diagnostic, Game, check_name, quoted};

use crate::notation::{Part, fleet_of, read_location};
use crate::rules::{Fleet, Setup, Ships};

use super::line::read_line;

const HIDER: usize = 1;
const SEARCHER: usize = 2;
const TARGET: usize = 3;

const HEADERS: [Header; 4] = [
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
        let mut target = Ok(None);
        let mut places = lines.headers(
            &HEADERS,
            |text| read_line(text).is_some(),
            |header, value| match header {
                HIDER => name(value, searcher.as_deref()).map(|name| hider = Some(name)),
                SEARCHER => name(value, hider.as_deref()).map(|name| searcher = Some(name)),
                _ => {
                    let read = read_target(value);
                    target = read.as_ref().map(|fleet| Some(*fleet)).map_err(|_| ());
                    read.map(|_| ())
                }
            },
        )?;
        let setup = target.ok().map(|target| Setup { target });
        Some(Heading {
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

fn read_target(value: Value<'_>) -> Result<Fleet, Diagnostic> {
    let mut locations = Vec::new();
    for (text, at) in value.list()? {
        if let Some(finding) = value.stray_space(text, at) {
            return Err(finding);
        }
        let part = Part {
            text,
            start: value.start + at,
        };
        locations.push((read_location(part)?, part));
    }
    let whole = Part {
        text: value.text,
        start: value.start,
    };
    fleet_of(&locations, whole)
}
