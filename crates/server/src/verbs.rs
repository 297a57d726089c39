//! The command line's small commands over HTTP: nothing is kept, and no match is needed.

use std::collections::BTreeMap;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{MatchedPath, Path};
use parlour_core::json::Finding;
use parlour_core::{GameEntry, Outcome, Position, Turn, Viewer};
use parlour_wire::{Board, Request};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::app::form;
use crate::forms::{NextView, or_default};
use crate::making::{game_of, seed_of, start, texts};
use crate::people::random_key;
use crate::problem::Problem;

/// Moves are listed up to this number.
const MOST_MOVES: usize = 10_000;

/// Moves that one request makes.
const MOST_APPLIED: usize = 10_000;

/// A position of a game, and what to do with it.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct VerbForm {
    /// The text of the position; `start`, or left out, for the usual start.
    #[serde(default)]
    position: Option<String>,
    /// The setup options of that start.
    #[serde(default, deserialize_with = "or_default")]
    #[schemars(with = "Option<BTreeMap<String, Value>>")]
    setup: BTreeMap<String, Value>,
    /// For `apply`: the moves, and outcomes of chance, to make.
    #[serde(default, deserialize_with = "or_default")]
    #[schemars(with = "Option<Vec<String>>")]
    moves: Vec<String>,
    /// For `next`: what was picked already.
    #[serde(default, deserialize_with = "or_default")]
    #[schemars(with = "Option<Vec<String>>")]
    picks: Vec<String>,
    /// For `draw`: `light`, `dark` or `contrast`.
    #[serde(default)]
    theme: Option<String>,
    /// For `check`: the text of the record.
    #[serde(default)]
    record: Option<String>,
}

/// A position, and what can be done in it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct VerbView {
    /// The text of the position.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    /// The seat that is to move, or `chance`; null after the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<Option<String>>,
    /// The legal moves, or the outcomes of chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
    /// Whether the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<bool>,
    /// After the end, the seat that won; null for a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<Option<String>>,
    /// For `next`: what can be picked, on the way to a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<NextView>,
    /// For `draw`: the board as a picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
    /// For `words`: the board in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<String>,
    /// For `check`: whether the record is valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    valid: Option<bool>,
    /// For `check`: what is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    findings: Option<Vec<Value>>,
}

const NOTHING: VerbView = VerbView {
    position: None,
    turn: None,
    moves: None,
    over: None,
    winner: None,
    next: None,
    svg: None,
    words: None,
    valid: None,
    findings: None,
};

/// What can be asked of a game, and what it answers, for the API's description.
pub(crate) const VERBS: [(&str, &str); 8] = [
    ("start", "A start position of these setup options"),
    ("moves", "The legal moves of a position"),
    (
        "next",
        "What can be picked, step by step, on the way to a move",
    ),
    ("apply", "The position after some moves"),
    ("status", "Whether the game is over, and who won"),
    ("draw", "The board as a picture"),
    ("words", "The board in words"),
    (
        "check",
        "Whether a record is valid, and what is wrong with it",
    ),
];

pub(crate) async fn answer(
    matched: MatchedPath,
    Path(verb): Path<String>,
    body: Bytes,
) -> Result<Json<VerbView>, Problem> {
    let game = matched.as_str().split('/').nth(2).unwrap_or_default();
    let game = game_of(game)?;
    let wanted: VerbForm = form(&body)?;
    let answered = tokio::task::spawn_blocking(move || answered(game, &verb, &wanted)).await;
    answered
        .unwrap_or_else(|_| Err(Problem::internal("a request about a position panicked")))
        .map(Json)
}

fn answered(game: &dyn GameEntry, verb: &str, wanted: &VerbForm) -> Result<VerbView, Problem> {
    match verb {
        "start" => {
            let position = position(game, wanted)?;
            Ok(VerbView {
                position: Some(position.text()),
                ..status(&*position)
            })
        }
        "moves" => {
            let position = position(game, wanted)?;
            let moves = position.moves();
            if moves.len() > MOST_MOVES {
                let message = format!("this position has {} moves: too many to list", moves.len());
                return Err(Problem::invalid("too-many", message));
            }
            Ok(VerbView {
                turn: Some(turn_word(&*position)),
                moves: Some(moves),
                ..NOTHING
            })
        }
        "next" => {
            let position = position(game, wanted)?;
            if !matches!(position.turn(), Turn::Seat(_)) {
                let message = "nobody is to move in this position";
                return Err(Problem::invalid("position", message));
            }
            Ok(VerbView {
                turn: Some(turn_word(&*position)),
                next: Some(NextView::of(&*position, &wanted.picks)?),
                ..NOTHING
            })
        }
        "apply" => {
            let mut position = position(game, wanted)?;
            if wanted.moves.len() > MOST_APPLIED {
                let message = format!("at most {MOST_APPLIED} moves at once");
                return Err(Problem::invalid("too-many", message));
            }
            for text in &wanted.moves {
                let applied = position.apply(text);
                applied.map_err(|finding| Problem::illegal(&finding, text))?;
            }
            Ok(VerbView {
                position: Some(position.text()),
                ..status(&*position)
            })
        }
        "status" => Ok(status(&*position(game, wanted)?)),
        "draw" => {
            let position = position(game, wanted)?;
            let theme = parlour_wire::theme(&Request(json!({ "theme": wanted.theme })));
            let drawn = Board::default().file(&*position, Viewer::All, theme);
            let drawn = drawn.map_err(|why| Problem::invalid("board", why.message))?;
            Ok(VerbView {
                svg: drawn["svg"].as_str().map(str::to_owned),
                ..NOTHING
            })
        }
        "words" => {
            let words = position(game, wanted)?.in_words(Viewer::All);
            let words = words.map_err(|why| Problem::invalid("board", why.to_string()))?;
            Ok(VerbView {
                words: Some(words),
                ..NOTHING
            })
        }
        "check" => {
            let missing = || Problem::invalid("record", "the request lacks `record`");
            let bytes = wanted.record.as_ref().ok_or_else(missing)?.as_bytes();
            let reading = game.read_record(bytes);
            let findings = reading.diagnostics.iter();
            let findings = findings.map(|finding| {
                serde_json::to_value(Finding::of(finding, bytes)).unwrap_or_default()
            });
            Ok(VerbView {
                valid: Some(reading.is_valid()),
                findings: Some(findings.collect()),
                ..NOTHING
            })
        }
        _ => {
            let verbs: Vec<&str> = VERBS.iter().map(|(verb, _)| *verb).collect();
            Err(Problem::missing(format!("there is no command {verb}"))
                .help(format!("one of {}", verbs.join(", "))))
        }
    }
}

fn position(game: &dyn GameEntry, wanted: &VerbForm) -> Result<Box<dyn Position>, Problem> {
    let text = wanted.position.as_deref().filter(|text| *text != "start");
    if text.is_some() && !wanted.setup.is_empty() {
        let message = "setup options only go with the position start";
        return Err(Problem::invalid("setup", message));
    }
    let setup = texts(&wanted.setup)?;
    start(game, &setup, text, &[], &seed_of(&random_key())?)
}

fn turn_word(position: &dyn Position) -> Option<String> {
    match position.turn() {
        Turn::Seat(seat) => Some(position.seat_name(seat).into_owned()),
        Turn::Chance => Some("chance".to_owned()),
        Turn::Over(_) => None,
    }
}

/// As `parlour status --json`.
fn status(position: &dyn Position) -> VerbView {
    match position.turn() {
        Turn::Over(outcome) => VerbView {
            over: Some(true),
            winner: Some(match outcome {
                Outcome::Win(seat) => Some(position.seat_name(seat).into_owned()),
                Outcome::Draw => None,
            }),
            ..NOTHING
        },
        Turn::Seat(_) | Turn::Chance => VerbView {
            over: Some(false),
            turn: Some(turn_word(position)),
            ..NOTHING
        },
    }
}
