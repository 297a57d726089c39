//! Translates saved games of other programs.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use parlour_labyrinth::{Dialect, Habit, ImportError, ReadAs, Word, import as read, write_save};

use crate::args::Import;
use crate::files;
use crate::output::{self, Colour, Invalid, stderr};

/// Prints a game of another program in canonical form, and says how the file
/// was read.
pub(crate) fn import(args: &Import, colour: Colour) -> Result<ExitCode> {
    let name = files::shown_name(&args.file);
    let bytes = files::read(&args.file).with_context(|| format!("cannot read {name}"))?;
    let known = args.known();
    let found = match read(&bytes, &known) {
        Ok(found) => found,
        Err(ImportError { dialect, findings }) => {
            if let Some(switches) = some_switches(dialect) {
                writeln!(stderr(), "note: {name}: the closest match is {switches}")?;
            }
            return Err(Invalid {
                name,
                text: bytes,
                findings,
            }
            .into());
        }
    };
    output::remark(name.clone(), bytes, found.notices, colour)?;
    let listed = |readings: &[ReadAs]| -> String {
        let lines = readings.iter().map(|read| reading(read, &found.open));
        lines.collect()
    };
    if !found.is_settled {
        bail!(
            "{name} can be read as {} different games; say which one by its switches:\n{}",
            found.readings.len(),
            listed(&found.readings).trim_end()
        );
    }
    let (chosen, others) = found.readings.split_first().expect("there is a reading");
    let mut stderr = stderr();
    writeln!(
        stderr,
        "note: {name}: read with {}",
        assumed(chosen.dialect)
    )?;
    if !others.is_empty() {
        let count = others.len();
        let others = listed(others);
        writeln!(
            stderr,
            "note: there are {count} more ways to read it:\n{}",
            others.trim_end()
        )?;
    }
    output::print(write_save(&chosen.game).as_bytes())
}

/// How a file was read, in words.
fn assumed(dialect: Dialect) -> String {
    let words = Habit::ALL.map(|habit| habit.words(dialect.has(habit)));
    let words = words.join(", ");
    match some_switches(dialect) {
        Some(switches) => format!("{words} ({switches})"),
        None => format!("{words}, as the document says"),
    }
}

/// The switches of a dialect that has a habit.
fn some_switches(dialect: Dialect) -> Option<String> {
    let habits = Habit::ALL.into_iter().filter(|habit| dialect.has(*habit));
    let switches: Vec<String> = habits
        .map(|habit| format!("--{}", habit.switch()))
        .collect();
    (!switches.is_empty()).then(|| switches.join(" "))
}

/// A line with the switches that a reading needs, and what makes it different.
fn reading(read: &ReadAs, open: &[Habit]) -> String {
    let switch = |habit: &Habit| {
        let no = if read.dialect.has(*habit) { "" } else { "=no" };
        format!("--{}{no}", habit.switch())
    };
    let switches: Vec<String> = open.iter().map(switch).collect();
    let pawns: Vec<String> = read
        .game
        .table()
        .pawns
        .iter()
        .map(|pawn| format!("{} at {}", pawn.colour.word(), pawn.square))
        .collect();
    format!("  {}: {}\n", switches.join(" "), pawns.join(", "))
}
