//! The values of the lines at the head of a record.

use parlour_core::lines::{Format, Value};
use parlour_core::{Diagnostic, Excerpt, Records, Seed, check_name, quoted};

use crate::notation::{board_help, fleet_of, read_count, read_location, read_size};
use crate::rules::{Board, Fleet, Ships};

use super::format::{BOARD, Guesses};

/// The name of one player, which must differ from the other's.
pub(super) fn name(value: Value<'_>, other: Option<&str>) -> Result<String, Diagnostic> {
    let (name, at) = value.content()?;
    if let Some(finding) = value.stray_space(name, at) {
        return Err(finding);
    }
    let span = value.span(at, at + name.len());
    if let Err(bad) = check_name(name, Ships::NOT_IN_NAMES) {
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
pub(super) fn read_board(value: Value<'_>) -> Result<Board, Diagnostic> {
    let (content, at) = value.content()?;
    let span = value.span(at, at + content.len());
    let bad = |message: String, help: String| {
        Err(Diagnostic::error("bad-board", span.clone(), message).help(help))
    };
    let example = || format!("write it like `{}`", Guesses::HEADERS[BOARD].example);
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
    Board::new(columns, rows, ships).or_else(|why| bad(why.to_string(), board_help(why)))
}

/// The 64 digits of a commitment, or of the key that opens it.
pub(super) fn read_seal(value: Value<'_>) -> Result<String, Diagnostic> {
    let (content, at) = value.content()?;
    if Seed::is_commitment(content) {
        return Ok(content.to_owned());
    }
    let span = value.span(at, at + content.len());
    let message = "a seal is 64 hexadecimal digits in lower case";
    Err(Diagnostic::error("bad-seal", span, message)
        .help("copy the line from the file that was saved, or remove it"))
}

/// `B2, D3, H1`
pub(super) fn read_target(board: Board, value: Value<'_>) -> Result<Fleet, Diagnostic> {
    let mut locations = Vec::new();
    for (text, at) in value.list()? {
        if let Some(finding) = value.stray_space(text, at) {
            return Err(finding);
        }
        let part = Excerpt {
            text,
            start: value.start + at,
        };
        locations.push((read_location(board, part)?, part));
    }
    let whole = Excerpt {
        text: value.text,
        start: value.start,
    };
    fleet_of(board, &locations, whole)
}
