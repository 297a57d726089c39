//! Laws about JSON forms.

use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use serde_json::Value;

use crate::bot::Advice;
use crate::diagnostic::Diagnostic;
use crate::entry::{Entry, GameEntry};
use crate::game::{Seat, Step, Viewer};
use crate::json::{AdviceForm, Finding, JsonText, fields, read, write};
use crate::luck::seeded;
use crate::playable::Playable;
use crate::position::{Position, Typed};
use crate::record::AnyRecord;
use crate::seed::Seed;
use crate::step::AnyStep;

use super::play::{
    self, chances_are_sound, looks_decide_moves, moves_are_what_play_accepts, points_into,
};
use super::{Past, damaged, pick};

type Law = Result<(), TestCaseError>;

/// How many moves of a position are tried.
const MOST: usize = 40;

/// What was written is read back unchanged, and written the same way again.
fn round_trips<T: PartialEq + std::fmt::Debug>(
    value: &T,
    write: impl Fn(&T) -> JsonText,
    read: impl Fn(&str) -> Result<T, Diagnostic>,
) -> Law {
    let json = write(value);
    let json = json.get();
    let again = match read(json) {
        Ok(again) => again,
        Err(finding) => {
            let message = format!("{json} cannot be read back: {finding:?}");
            return Err(TestCaseError::fail(message));
        }
    };
    prop_assert_eq!(&again, value, "{} is read back as something else", json);
    prop_assert_eq!(
        write(&again).to_string(),
        json,
        "the same has two JSON forms"
    );
    Ok(())
}

fn viewers<G: Playable>(state: &G) -> impl Iterator<Item = Viewer> + use<G> {
    let seats = Seat::all(state.seats()).map(Viewer::Seat);
    seats.chain([Viewer::Public, Viewer::All])
}

pub(super) fn forms_round_trip<G: Playable>(state: &G, seed: u64) -> Law {
    round_trips(state, G::JSON.write_position, G::JSON.read_position)?;
    for chosen in state.moves().iter().take(MOST) {
        round_trips(
            chosen,
            |chosen| (G::JSON.write_move)(state, chosen),
            |json| (G::JSON.read_move)(state, json),
        )?;
    }
    if let Some(outcome) = state.odds().sample(&mut seeded(seed)) {
        round_trips(
            &outcome,
            |outcome| (G::JSON.write_chance)(state, outcome),
            |json| (G::JSON.read_chance)(state, json),
        )?;
    }
    for who in viewers(state) {
        let view = state.view(who);
        round_trips(&view, G::JSON.write_view, G::JSON.read_view)?;
        // What looks the same is written the same way, whatever is behind it.
        let other = G::imagine(&view, who, &mut seeded(seed));
        prop_assert_eq!(
            (G::JSON.write_view)(&other.view(who)).to_string(),
            (G::JSON.write_view)(&view).to_string(),
            "the JSON of a view reveals more than the view"
        );
    }
    Ok(())
}

pub(super) fn a_record_round_trips<G: Playable>(start: &G, steps: &[Step<G>], seed: u64) -> Law {
    let entry = Entry::<G>::new();
    let names = Seat::all(start.seats()).map(|seat| format!("Player {}", seat.0 + 1));
    let record = AnyRecord {
        names: names.collect(),
        start: Box::new(Typed(start.clone())),
        steps: steps.iter().cloned().map(AnyStep::new).collect(),
        sealed: seed.is_multiple_of(2).then(|| Seed::new(seed).seal()),
    };
    let json = entry.json().write_record(&record);
    let read = match entry.json().read_record(json.get()) {
        Ok(read) => read,
        Err(finding) => {
            let message = format!("{json} cannot be read back: {finding:?}");
            return Err(TestCaseError::fail(message));
        }
    };
    prop_assert_eq!(&read.names, &record.names);
    prop_assert_eq!(&read.sealed, &record.sealed, "the seal of a record is lost");
    prop_assert!(
        read.start.same_as(&*record.start) && read.steps == record.steps,
        "a record is read back as another game: {}",
        json
    );
    Ok(())
}

/// What a bot thinks is read back unchanged, and its moves are the moves it meant.
pub(super) fn advice_round_trips<G: Playable>(state: &G, seed: u64) -> Law {
    let moves = state.moves();
    let Some(best) = moves.get(pick(seed, moves.len().max(1))) else {
        return Ok(());
    };
    // Any value will do, and those with many digits best.
    let value = |index: usize| (seed >> (index % 32)) as f64 / 3.0;
    let considered = moves.iter().take(MOST).enumerate();
    let advice = Advice {
        considered: considered
            .map(|(index, chosen)| (AnyStep::new::<G>(Step::Move(chosen.clone())), value(index)))
            .collect(),
        value: (!seed.is_multiple_of(3)).then(|| value(0)),
        reason: (!seed.is_multiple_of(2)).then(|| "it \"wins\"".to_owned()),
        depth: (!seed.is_multiple_of(5)).then_some(3),
        nodes: Some(seed),
        line: vec![AnyStep::new::<G>(Step::Move(best.clone()))],
        ..Advice::unexplained(AnyStep::new::<G>(Step::Move(best.clone())))
    };
    let position = Typed(state.clone());
    let mut form = AdviceForm::from(position.write_advice(&advice));
    form.figures = fields(&[("reach", value(7)), ("count", 3.0)]);
    round_trips(&form, write, |json| read(json))?;
    for (considered, (step, _)) in form.moves.iter().zip(&advice.considered) {
        let read = position.read(&considered.chosen);
        prop_assert_eq!(
            read.as_ref().ok(),
            Some(step),
            "{} is not the move that was meant",
            considered.chosen
        );
    }
    Ok(())
}

/// What is wrong with a text is read back unchanged.
fn finding_round_trips(json: &str, finding: &Diagnostic) -> Law {
    points_into(json.as_bytes(), finding)?;
    let form = Finding::of(finding, json.as_bytes());
    round_trips(&form, write, |json| read(json))
}

/// JSON that may be valid: if it is, what was read obeys the same laws.
pub(super) fn odd_json_is_refused<G: Playable>(
    state: &G,
    text: &str,
    noise: &[u8],
    seed: u64,
) -> Law {
    let position = (G::JSON.write_position)(state);
    let moves = state.moves();
    let chosen = moves.get(pick(seed, moves.len()));
    let chosen = chosen.map(|chosen| (G::JSON.write_move)(state, chosen));
    let outcome = state.odds().sample(&mut seeded(seed));
    let outcome = outcome.map(|outcome| (G::JSON.write_chance)(state, &outcome));
    let forms = [Some(position), chosen, outcome];
    let forms: Vec<&str> = forms.iter().flatten().map(|json| json.get()).collect();
    for json in &forms {
        odd::<G>(state, &altered(json, noise), seed)?;
        odd::<G>(state, &scrambled(json, noise), seed)?;
    }
    for who in viewers(state) {
        let view = (G::JSON.write_view)(&state.view(who));
        for json in [altered(view.get(), noise), scrambled(view.get(), noise)] {
            odd_view::<G>(&json, who, seed)?;
        }
    }
    odd::<G>(state, text, seed)?;
    // The form of one thing in place of another.
    forms
        .iter()
        .try_for_each(|json| odd::<G>(state, json, seed))
}

/// Reads it as every form.
fn odd<G: Playable>(state: &G, json: &str, seed: u64) -> Law {
    match (G::JSON.read_position)(json) {
        Err(finding) => finding_round_trips(json, &finding)?,
        // The laws of play have checked this position.
        Ok(read) if read == *state => {}
        Ok(read) => {
            let past = Past {
                states: std::slice::from_ref(&read),
                steps: &[],
                stalled: None,
            };
            moves_are_what_play_accepts(&past)?;
            chances_are_sound(&past, seed)?;
            play::texts_round_trip(&read)?;
            looks_decide_moves(&read, seed)?;
            forms_round_trip(&read, seed)?;
        }
    }
    match (G::JSON.read_move)(state, json) {
        Err(finding) => finding_round_trips(json, &finding)?,
        Ok(chosen) => play::listed_or_refused(state, &chosen, json)?,
    }
    match (G::JSON.read_chance)(state, json) {
        Err(finding) => finding_round_trips(json, &finding)?,
        Ok(outcome) => play::due_or_refused(state, &outcome, json)?,
    }
    match Entry::<G>::new().json().read_record(json) {
        Err(finding) => finding_round_trips(json, &finding),
        Ok(_) => Ok(()),
    }
}

fn odd_view<G: Playable>(json: &str, who: Viewer, seed: u64) -> Law {
    match (G::JSON.read_view)(json) {
        Err(finding) => finding_round_trips(json, &finding),
        Ok(view) => {
            let _ = G::imagine(&view, who, &mut seeded(seed)).moves();
            round_trips(&view, G::JSON.write_view, G::JSON.read_view)
        }
    }
}

/// Some bytes changed: seldom still JSON.
fn scrambled(json: &str, noise: &[u8]) -> String {
    String::from_utf8_lossy(&damaged(json.as_bytes(), noise)).into_owned()
}

/// One value changed: still JSON, and often almost right.
fn altered(json: &str, noise: &[u8]) -> String {
    let Ok(mut value) = serde_json::from_str::<Value>(json) else {
        return json.to_owned();
    };
    for hit in noise.chunks(3).take(2) {
        let [place, kind, number] = *hit else { break };
        let mut places = Vec::new();
        pointers(&value, String::new(), &mut places);
        let at = |byte: u8| &places[usize::from(byte) * places.len() / 256];
        let other = value.pointer(at(number)).cloned();
        let Some(found) = value.pointer_mut(at(place)) else {
            continue;
        };
        alter(found, kind, number, other.unwrap_or_default());
    }
    value.to_string()
}

fn alter(found: &mut Value, kind: u8, number: u8, other: Value) {
    match (kind % 12, &mut *found) {
        (0, Value::Array(list)) if !list.is_empty() => {
            list.remove(usize::from(number) % list.len());
        }
        (1, Value::Array(list)) if !list.is_empty() => {
            list.push(list[usize::from(number) % list.len()].clone());
        }
        (2, Value::Array(list)) => list.reverse(),
        (0, Value::Object(fields)) => {
            let name = fields.keys().nth(usize::from(number) % fields.len().max(1));
            if let Some(name) = name.cloned() {
                fields.remove(&name);
            }
        }
        (1, Value::Object(fields)) => drop(fields.insert("more".to_owned(), other)),
        (3 | 4, _) => *found = number.into(),
        (5, _) => *found = (number % 8).into(),
        (6, _) => *found = u64::MAX.into(),
        (7, _) => *found = (-1).into(),
        (8, _) => *found = Value::Null,
        (9, _) => *found = Value::String(other.to_string()),
        _ => *found = other,
    }
}

/// The pointers to every value in a value.
fn pointers(value: &Value, here: String, all: &mut Vec<String>) {
    match value {
        Value::Array(list) => {
            for (index, value) in list.iter().enumerate() {
                pointers(value, format!("{here}/{index}"), all);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                pointers(value, format!("{here}/{name}"), all);
            }
        }
        _ => {}
    }
    all.push(here);
}
