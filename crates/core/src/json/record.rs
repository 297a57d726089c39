//! Whole games.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{JsonText, read, write};
use crate::diagnostic::{Diagnostic, quoted};
use crate::game::{Step, Turn};
use crate::names::check_name;
use crate::play::Match;
use crate::playable::Playable;
use crate::position::Typed;
use crate::record::AnyRecord;
use crate::seed::{Seal, Seed};
use crate::step::AnyStep;

/// A game from its start, as far as it was played.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Record")]
pub(super) struct RecordForm<P, S> {
    /// The game, as `parlour games` calls it.
    game: String,
    /// The players, one per seat.
    players: Vec<String>,
    /// The position before the first step.
    start: P,
    /// What happened, in order: moves, and the outcomes of chance events.
    steps: Vec<S>,
    /// A commitment to the seed, if a bot has a secret that no position holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    sealed: Option<String>,
    /// What the commitment was made to, once the game is over: the key of the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = "^[0-9a-f]{64}$"))]
    opened: Option<String>,
}

/// A step. Whose turn it is decides which of the two.
#[derive(JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Step")]
#[expect(dead_code, reason = "only its schema is used")]
pub(super) enum StepForm<M, C> {
    /// A move.
    Move(M),
    /// The outcome of a chance event.
    Chance(C),
}

/// A step in its form.
pub(super) fn write_step<G: Playable>(state: &G, step: &Step<G>) -> JsonText {
    match step {
        Step::Move(chosen) => (G::JSON.write_move)(state, chosen),
        Step::Chance(outcome) => (G::JSON.write_chance)(state, outcome),
    }
}

/// Reads a step: a move or, at a chance event, its outcome.
pub(super) fn read_step<G: Playable>(state: &G, json: &str) -> Result<AnyStep, Diagnostic> {
    let step = match state.turn() {
        Turn::Chance => Step::Chance((G::JSON.read_chance)(state, json)?),
        Turn::Seat(_) | Turn::Over(_) => Step::Move((G::JSON.read_move)(state, json)?),
    };
    Ok(AnyStep::new::<G>(step))
}

/// Consecutive steps, as far as they are legal and chance does not intervene.
pub(super) fn write_line<G: Playable>(state: &G, line: &[AnyStep]) -> Vec<JsonText> {
    let mut state = state.clone();
    let mut forms = Vec::with_capacity(line.len());
    for step in line {
        let step = step.of::<G>();
        let form = write_step(&state, step);
        if step.take(&mut state).is_err() {
            break;
        }
        forms.push(form);
    }
    forms
}

pub(super) fn write_record<G: Playable>(record: &AnyRecord) -> JsonText {
    let start = Typed::<G>::of(&*record.start);
    let sealed = record.sealed.as_ref();
    write(&RecordForm {
        game: G::INFO.id.to_owned(),
        players: record.names.clone(),
        start: (G::JSON.write_position)(start),
        steps: write_line(start, &record.steps),
        sealed: sealed.map(|seal| seal.commitment.clone()),
        opened: sealed.and_then(|seal| seal.key.clone()),
    })
}

/// Reads a game by playing it, so that only a legal game is read.
pub(super) fn read_record<G: Playable>(json: &str) -> Result<AnyRecord, Diagnostic> {
    let form: RecordForm<&RawValue, &RawValue> = read(json)?;
    let wrong = |code, message: String| Err(Diagnostic::error(code, 0..json.len(), message));
    if form.game != G::INFO.id {
        let message = format!(
            "this is a record of {}, not of {}",
            quoted(&form.game),
            G::INFO.id
        );
        return wrong("wrong-game", message);
    }
    let mut parts = form.sealed.iter().chain(&form.opened);
    if !parts.all(|part| Seed::is_commitment(part)) {
        let message = "a seal and its key are 64 hexadecimal digits in lower case";
        return wrong("bad-seal", message.to_owned());
    }
    let sealed = match (form.sealed, form.opened) {
        (Some(commitment), key) => Some(Seal { commitment, key }),
        (None, None) => None,
        (None, Some(_)) => {
            let message = "there is a key, `opened`, but nothing that it opens, `sealed`";
            return wrong("wrong-key", message.to_owned());
        }
    };
    if sealed.as_ref().is_some_and(|seal| !seal.is_kept()) {
        let message = "the key does not open the seal: something else was sealed";
        return wrong("wrong-key", message.to_owned());
    }
    let place = |part: &RawValue| part.get().as_ptr().addr() - json.as_ptr().addr();
    let start = (G::JSON.read_position)(form.start.get())
        .map_err(|finding| finding.shifted(place(form.start)))?;
    if form.players.len() != usize::from(start.seats()) {
        let (seats, names) = (start.seats(), form.players.len());
        return wrong(
            "bad-players",
            format!("{seats} play, but {names} are named"),
        );
    }
    for (seat, name) in form.players.iter().enumerate() {
        if let Err(bad) = check_name(name, G::NOT_IN_NAMES) {
            return wrong("bad-players", bad.to_string());
        }
        if form.players[..seat].contains(name) {
            let message = format!("two players are called {}", quoted(name));
            return wrong("duplicate-player", message);
        }
    }
    let mut played = Match::new(Box::new(Typed(start)), form.players);
    for step in form.steps {
        let here = Typed::<G>::of(played.position());
        let read = read_step(here, step.get()).and_then(|read| {
            let taken = played.take(read);
            taken.map_err(|illegal| illegal.at(0..step.get().len()))
        });
        read.map_err(|finding| finding.shifted(place(step)))?;
    }
    Ok(AnyRecord {
        sealed,
        ..played.record()
    })
}
