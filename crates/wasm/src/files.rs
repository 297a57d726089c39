//! Records, positions and kept games as texts.

use parlour_core::{
    AnyRecord, Diagnostic, GameEntry, Match, Place, Position, SetupValues, Severity, Turn, Viewer,
    luck,
};
use parlour_host::{Kept, is_journal, kept_game};
use serde_json::Value;

use parlour_wire::{Board, Complaint, Request, json};

/// The game of a text, by how it begins.
fn game_of(text: &str) -> Result<&'static dyn GameEntry, Complaint> {
    let found = match kept_game(text.as_bytes()) {
        Some(id) => parlour_catalog::game(id),
        None => parlour_catalog::game_of_file(None, text.as_bytes()),
    };
    let unknown = "this is not a record of any game that Parlour knows";
    found.ok_or_else(|| Complaint::new(unknown))
}

/// Reads a record or a kept game, as far as it is valid.
pub(crate) fn record(text: &str) -> Result<(&'static dyn GameEntry, AnyRecord), Complaint> {
    let game = game_of(text)?;
    if is_journal(text.as_bytes()) {
        let kept = Kept::read(text, parlour_catalog::game);
        let kept = kept.map_err(|bad| Complaint::new(bad.to_string()))?;
        return Ok((game, kept.played.record()));
    }
    let reading = game.read_record(text.as_bytes());
    let error = reading.diagnostics.into_iter();
    let mut errors = error.filter(|finding| finding.severity == Severity::Error);
    match (reading.record, errors.next()) {
        (Some(record), _) => Ok((game, record)),
        (None, Some(finding)) => Err(finding.into()),
        (None, None) => Err(Complaint::new("there is no game in this text")),
    }
}

/// A kept game or a record as a match at its end.
pub(crate) fn played(text: &str) -> Result<(&'static dyn GameEntry, Match), Complaint> {
    let (game, record) = record(text)?;
    Ok((game, Match::resume(record)?))
}

/// What is wrong with a text, as `parlour check` says it, with places for an editor.
pub(crate) fn check(request: &Request) -> Result<Value, Complaint> {
    let text = request.text("text")?;
    let game = match request.game().or_else(|_| game_of(text)) {
        Ok(game) => game,
        Err(unknown) => {
            let finding = Diagnostic::error("unknown-game", 0..0, "");
            let mut finding = told(text, &finding);
            finding["message"] = unknown.json()["error"].clone();
            return Ok(
                json!({ "game": Value::Null, "valid": false, "findings": [finding], "steps": 0 }),
            );
        }
    };
    let findings = game.check_record(text.as_bytes());
    let is_error = |finding: &&Diagnostic| finding.severity == Severity::Error;
    let reading = game.read_record(text.as_bytes());
    Ok(json!({
        "game": game.info().id,
        "valid": !findings.iter().any(|finding| is_error(&finding)),
        "unfinished": reading.unfinished,
        "steps": reading.record.map_or(0, |record| record.steps.len()),
        "findings": findings.iter().map(|finding| told(text, finding)).collect::<Vec<_>>(),
    }))
}

/// A position as somebody writes it: what it looks like, or what is wrong with it and where. Without
/// a text, the usual start.
pub(crate) fn position(request: &Request) -> Result<Value, Complaint> {
    let game = request.game()?;
    let position = match request.text("text") {
        Ok(text) => match game.read_position(text.trim_end()) {
            Ok(position) => position,
            Err(finding) => {
                return Ok(json!({ "valid": false, "findings": [told(text, &finding)] }));
            }
        },
        Err(_) => game.start(&SetupValues::new(), &mut luck::seeded(0))?,
    };
    // What can be set up at a place, instead of all that is known of the position.
    if let Ok(place) = request.text("place") {
        return Ok(json!({ "choices": choices(&*position, Some(place)) }));
    }
    let mut board = Board::default();
    board.arrive(&*position, false);
    Ok(json!({
        "valid": true,
        "choices": choices(&*position, None),
        "findings": Value::Array(Vec::new()),
        "text": position.text(),
        "is_over": matches!(position.turn(), Turn::Over(_)),
        "shown": board.show(&*position, Viewer::All),
    }))
}

fn choices(position: &dyn Position, place: Option<&str>) -> Value {
    let choices = position.arrangements(place).into_iter();
    choices
        .map(|(name, text)| json!({ "name": name, "text": text }))
        .collect()
}

fn told(text: &str, finding: &Diagnostic) -> Value {
    let place = Place::of(text.as_bytes(), finding.at.span.start);
    json!({
        "severity": finding.severity.to_string(),
        "code": finding.code,
        "message": finding.message,
        "label": finding.at.text,
        "help": finding.help,
        "line": place.line,
        "column": place.column,
        "from": units(text, finding.at.span.start),
        "to": units(text, finding.at.span.end),
        "also": finding.also.iter().map(|label| {
            let place = Place::of(text.as_bytes(), label.span.start);
            json!({
                "text": label.text,
                "line": place.line,
                "column": place.column,
                "from": units(text, label.span.start),
                "to": units(text, label.span.end),
            })
        }).collect::<Vec<_>>(),
    })
}

/// A place in a text as JavaScript counts, in units of UTF-16.
fn units(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    text[..byte].encode_utf16().count()
}
