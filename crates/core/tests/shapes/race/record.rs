//! `.race` files: a head, a line for every step, and the winner's line.

use std::fmt::Write as _;

use parlour_core::{
    Diagnostic, Game, Illegal, Notation, Outcome, Reading, Record, Records, Step, Turn, check_name,
};

use super::super::reading::{Part, split};
use super::{Move, Race, Roll};

impl Records for Race {
    fn recognises(head: &[u8]) -> bool {
        head.starts_with(b"RACE\n")
    }

    fn read_record(file: &[u8]) -> Reading<Self> {
        let mut reading = Reading {
            record: None,
            spans: Vec::new(),
            diagnostics: Vec::new(),
            unfinished: false,
        };
        if let Err(finding) = read(file, &mut reading) {
            reading.diagnostics.push(finding);
        }
        reading
    }

    fn write_record(record: &Record<Self>) -> String {
        let mut text = format!(
            "RACE\nPlayers: {}.\nStart: {}.\n",
            record.names.join(", "),
            record.start.write_position()
        );
        let mut race = record.start.clone();
        for step in &record.steps {
            let name = &record.names[race.seat.index()];
            // Writing to a string cannot fail.
            let _ = match step {
                Step::Chance(Roll(roll)) => writeln!(text, "{name} rolls {roll}."),
                Step::Move(Move::From(from)) => writeln!(text, "{name} moves {from}."),
                Step::Move(Move::Pass) => writeln!(text, "{name} passes."),
            };
            if step.take(&mut race).is_err() {
                break;
            }
        }
        if let Turn::Over(Outcome::Win(winner)) = race.turn() {
            let _ = writeln!(text, "{} wins!", record.names[winner.index()]);
        }
        text
    }
}

/// Reads up to the first error.
fn read(file: &[u8], reading: &mut Reading<Race>) -> Result<(), Diagnostic> {
    let text = std::str::from_utf8(file).map_err(|error| {
        let from = error.valid_up_to();
        Diagnostic::error("encoding", from..file.len(), "this is not UTF-8")
    })?;
    let end = file.len()..file.len();
    // The last line feed ends a line and begins none.
    let body = text.strip_suffix('\n').unwrap_or(text);
    let mut lines = split(body, '\n');
    let mut next = |what: &str| {
        lines.next().ok_or_else(|| {
            Diagnostic::error("missing-line", end.clone(), format!("expected {what} here"))
        })
    };
    let title = next("`RACE`")?;
    if title.text != "RACE" {
        return Err(title.wrong("a record begins with `RACE`"));
    }
    let names = players(value(next("the players")?, "Players: ")?)?;
    let start = value(next("the start")?, "Start: ")?;
    let mut race = Race::read_position(start.text).map_err(|found| found.shifted(start.start))?;
    let record = reading.record.insert(Record {
        names: names.to_vec(),
        start: race.clone(),
        steps: Vec::new(),
    });
    for line in lines.by_ref() {
        // The rules know who is next, so a name may look like anything.
        let deed = line
            .text
            .strip_prefix(names[race.seat.index()].as_str())
            .and_then(|rest| rest.strip_prefix(' '))
            .ok_or_else(|| line.wrong("somebody else is to play"))?;
        if deed == "wins!" {
            return ending(&race, line, lines.next());
        }
        let step = step(deed).ok_or_else(|| line.wrong("nobody can do that"))?;
        step.take(&mut race)
            .map_err(|refusal| broken(line, refusal))?;
        record.steps.push(step);
        reading.spans.push(line.span());
    }
    reading.unfinished = !matches!(race.turn(), Turn::Over(_));
    Err(Diagnostic::error(
        "missing-ending",
        file.len()..file.len(),
        "the record does not name a winner",
    ))
}

/// What stands between a header's key and its full stop.
fn value<'a>(line: Part<'a>, key: &str) -> Result<Part<'a>, Diagnostic> {
    line.text
        .strip_prefix(key)
        .and_then(|rest| rest.strip_suffix('.'))
        .map(|text| Part {
            text,
            start: line.start + key.len(),
        })
        .ok_or_else(|| line.wrong(format!("expected `{key}...` with a full stop")))
}

fn players(value: Part<'_>) -> Result<[String; 2], Diagnostic> {
    let Some((first, second)) = value.text.split_once(", ") else {
        return Err(value.wrong("expected two names"));
    };
    for name in [first, second] {
        check_name(name).map_err(|bad| value.wrong(bad.to_string()))?;
    }
    Ok([first, second].map(str::to_owned))
}

/// What a line says after the name.
fn step(deed: &str) -> Option<Step<Race>> {
    let deed = deed.strip_suffix('.')?;
    if deed == "passes" {
        return Some(Step::Move(Move::Pass));
    }
    let (verb, number) = deed.split_once(' ')?;
    let number = number.parse().ok()?;
    match verb {
        "rolls" => Some(Step::Chance(Roll(number))),
        "moves" => Some(Step::Move(Move::From(number))),
        _ => None,
    }
}

fn broken(line: Part<'_>, refusal: Illegal) -> Diagnostic {
    Diagnostic::error(refusal.code, line.span(), refusal.message)
}

fn ending(race: &Race, line: Part<'_>, after: Option<Part<'_>>) -> Result<(), Diagnostic> {
    match (race.turn(), after) {
        (Turn::Over(_), None) => Ok(()),
        (Turn::Over(_), Some(after)) => Err(after.wrong("nothing follows the winner")),
        _ => Err(line.wrong("nobody has won yet")),
    }
}
