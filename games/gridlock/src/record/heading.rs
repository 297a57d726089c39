//! The lines at the head of a record: `GRIDLOCK`, `Players:`, `Grid:`,
//! `Colours:`.

use std::ops::Range;

use parlour_core::lines::{Header, Lines, Value};
use parlour_core::{Diagnostic, quoted};

use crate::notation::{BadSize, read_size, unknown_colour};
use crate::rules::{Colour, Palette, Setup, Size};

use super::line::read_line;

const PLAYERS: usize = 1;
const GRID: usize = 2;
const COLOURS: usize = 3;

const HEADERS: [Header; 4] = [
    Header {
        word: "GRIDLOCK",
        missing: Some("missing-gridlock"),
        example: "GRIDLOCK",
    },
    Header {
        word: "Players",
        missing: Some("missing-players"),
        example: "Players: Amy, Bill.",
    },
    Header {
        word: "Grid",
        missing: Some("missing-grid"),
        example: "Grid: 3x3.",
    },
    Header {
        word: "Colours",
        missing: Some("missing-colours"),
        example: "Colours: red, green.",
    },
];

/// The words of the headers that have a value.
pub(super) fn keys() -> impl Iterator<Item = &'static str> {
    HEADERS[PLAYERS..].iter().map(|header| header.word)
}

/// What the headers said, as far as they could be read, and where.
pub(super) struct Heading {
    pub(super) players: Option<[String; 2]>,
    pub(super) size: Option<Size>,
    pub(super) palette: Option<Palette>,
    pub(super) players_line: Option<Range<usize>>,
    pub(super) grid_line: Option<Range<usize>>,
    pub(super) colours_line: Option<Range<usize>>,
}

impl Heading {
    /// Reads the headers; `None` where there is nothing to go on with.
    pub(super) fn read(lines: &mut Lines<'_>) -> Option<Heading> {
        let (mut players, mut size, mut palette) = (None, None, None);
        let mut places = lines.headers(
            &HEADERS,
            |text| read_line(text, &[]).is_some(),
            |header, value| {
                match header {
                    PLAYERS => players = Some(value.two_players()?),
                    GRID => size = Some(read_grid(value)?),
                    COLOURS => palette = Some(read_colours(value)?),
                    _ => {}
                }
                Ok(())
            },
        )?;
        Some(Heading {
            players,
            size,
            palette,
            players_line: places[PLAYERS].take(),
            grid_line: places[GRID].take(),
            colours_line: places[COLOURS].take(),
        })
    }

    /// Players and setup, where nothing is missing.
    pub(super) fn begun(&self) -> Option<([String; 2], Setup)> {
        let setup = Setup {
            size: self.size?,
            palette: self.palette?,
        };
        Some((self.players.clone()?, setup))
    }
}

fn read_grid(value: Value<'_>) -> Result<Size, Diagnostic> {
    let (content, at) = value.content()?;
    let span = value.span(at, at + content.len());
    read_size(content).map_err(|bad| match bad {
        BadSize::TooLarge => Diagnostic::error(
            "grid-too-large",
            span,
            format!(
                "the grid is too large: a side may be at most {}",
                Size::LONGEST
            ),
        ),
        BadSize::Shape => Diagnostic::error(
            "bad-grid",
            span,
            format!("{} is not the size of a grid", quoted(content)),
        )
        .help("write columns, a small `x` and rows, in whole numbers: `Grid: 3x3.`"),
    })
}

fn read_colours(value: Value<'_>) -> Result<Palette, Diagnostic> {
    let elements = value.list()?;
    if let [(only, _)] = elements[..]
        && only.trim().is_empty()
    {
        return Err(Diagnostic::error(
            "no-colours",
            value.span(0, value.text.len()),
            "there are no colours to play with",
        )
        .help("list at least one: `Colours: red, green.`"));
    }
    for (word, at) in &elements {
        let span = value.span(*at, at + word.len());
        if word.is_empty() {
            return Err(
                Diagnostic::error("syntax", span, "a comma without a colour")
                    .help("remove the comma, or name a colour"),
            );
        }
        if let Some(finding) = value.stray_space(word, *at) {
            return Err(finding);
        }
        if word.contains(char::is_whitespace) {
            return Err(
                Diagnostic::error("syntax", span, "a comma is missing between colours")
                    .help("separate colours by commas: `Colours: red, green.`"),
            );
        }
    }
    elements
        .iter()
        .map(|(word, at)| {
            Colour::from_word(word)
                .ok_or_else(|| unknown_colour(value.span(*at, at + word.len()), word, Palette::ALL))
        })
        .collect()
}
