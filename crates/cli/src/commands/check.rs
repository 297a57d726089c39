//! `parlour check`

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use parlour_core::json::Finding;
use parlour_core::{Diagnostic, Severity, harmless};
use parlour_host::is_journal;
use rayon::prelude::*;
use serde::Serialize;

use crate::args::Check;
use crate::files;
use crate::output::{Colour, print_json, stdout};
use crate::report;

/// Files checked at once before their results are printed, which bounds what
/// is kept in memory.
const BATCH: usize = 64;

/// Findings printed of one file; the rest is counted.
const MOST_PRINTED: usize = 20;

/// What became of one file.
struct Checked {
    /// The result as it will be printed.
    printed: String,
    errors: usize,
}

#[derive(Serialize)]
struct FileLine<'a> {
    file: &'a str,
    game: Option<&'a str>,
    valid: bool,
    diagnostics: Vec<Finding>,
}

pub(crate) fn run(check: &Check, colour: Colour) -> Result<ExitCode> {
    let colour = colour.on_stdout();
    let mut out = stdout();
    let (mut valid, mut invalid, mut errors) = (0_usize, 0_usize, 0_usize);
    for batch in all_files(&check.files).chunks(BATCH) {
        let results: Vec<Checked> = batch
            .par_iter()
            .map(|path| match path {
                Target::File(path) => check_file(path, check, colour),
                Target::Unreadable(path, error) => unreadable(path, error, check.json.json),
                Target::Empty(path) => {
                    let help = "records are known by the endings of their names: see parlour games";
                    useless(
                        path,
                        "no-records",
                        "has no records",
                        Some(help),
                        check.json.json,
                    )
                }
            })
            .collect();
        for result in results {
            out.styled(&result.printed)?;
            errors += result.errors;
            if result.errors == 0 {
                valid += 1;
            } else {
                invalid += 1;
            }
        }
    }
    if !check.json.json {
        writeln!(out, "{}", summary(valid, invalid, errors))?;
    }
    out.flush()?;
    Ok(ExitCode::from(u8::from(invalid > 0)))
}

/// What there is to look at.
enum Target {
    File(PathBuf),
    Unreadable(PathBuf, io::Error),
    /// A folder without records.
    Empty(PathBuf),
}

/// The files that the arguments name, folders replaced by the records in them.
fn all_files(paths: &[PathBuf]) -> Vec<Target> {
    let mut targets = Vec::new();
    for path in paths {
        if !path.is_dir() {
            targets.push(Target::File(path.clone()));
            continue;
        }
        let found = files::records_below(path);
        if found.is_empty() {
            targets.push(Target::Empty(path.clone()));
        }
        targets.extend(found.into_iter().map(|found| match found {
            Ok(path) => Target::File(path),
            Err((path, error)) => Target::Unreadable(path, error),
        }));
    }
    targets
}

fn check_file(path: &Path, check: &Check, colour: bool) -> Checked {
    // Programs get the name that they gave, people one that they understand.
    let name = if check.json.json {
        path.display().to_string()
    } else {
        files::shown_name(path)
    };
    let bytes = match files::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return unreadable(path, &error, check.json.json),
    };
    let game = match files::game_of(path, &bytes, check.game.id.as_deref()) {
        Ok(game) => game,
        Err(_) => {
            let finding = Diagnostic::error(
                "unknown-game",
                0..0,
                "this is not a record of any game that Parlour knows",
            )
            .help("say which game it is with --game");
            return finished(&name, None, &bytes, &[finding], check.json.json, colour);
        }
    };
    let findings = match is_journal(&bytes) {
        true => files::read_record(game, &bytes).diagnostics,
        false => game.check_record(&bytes),
    };
    let game = Some(game.info().id);
    finished(&name, game, &bytes, &findings, check.json.json, colour)
}

/// A file that cannot even be looked at.
fn unreadable(path: &Path, error: &io::Error, json: bool) -> Checked {
    let message = format!("cannot be read: {error}");
    useless(path, "unreadable", &message, None, json)
}

fn useless(path: &Path, code: &str, message: &str, help: Option<&str>, json: bool) -> Checked {
    let name = path.display().to_string();
    let printed = if json {
        let finding = Finding {
            severity: Severity::Error.to_string(),
            code: code.to_owned(),
            line: 0,
            column: 0,
            message: message.to_owned(),
            help: help.map(str::to_owned),
        };
        json_line(&name, None, vec![finding])
    } else {
        let help = help.map_or(String::new(), |help| format!("  = help: {help}\n"));
        format!("error[{code}]: {} {message}\n{help}\n", harmless(&name))
    };
    Checked { printed, errors: 1 }
}

fn finished(
    name: &str,
    game: Option<&str>,
    bytes: &[u8],
    findings: &[Diagnostic],
    json: bool,
    colour: bool,
) -> Checked {
    let errors = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .count();
    let printed = if json {
        let findings = findings.iter();
        let findings = findings
            .map(|finding| Finding::of(finding, bytes))
            .collect();
        json_line(name, game, findings)
    } else {
        let mut printed = String::new();
        for finding in findings.iter().take(MOST_PRINTED) {
            printed.push_str(&report::render(name, bytes, finding, colour));
            printed.push_str("\n\n");
        }
        if findings.len() > MOST_PRINTED {
            let rest = findings.len() - MOST_PRINTED;
            printed.push_str(&format!("{name}: {rest} more findings not shown\n\n"));
        }
        printed
    };
    Checked { printed, errors }
}

fn json_line(name: &str, game: Option<&str>, diagnostics: Vec<Finding>) -> String {
    let line = FileLine {
        file: name,
        game,
        valid: diagnostics
            .iter()
            .all(|finding| finding.severity != Severity::Error.to_string()),
        diagnostics,
    };
    let mut bytes = Vec::new();
    // Neither writing to memory nor these fields can fail.
    let _ = print_json(&mut bytes, &line);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// `3 files: 2 valid, 1 invalid (4 errors)`
fn summary(valid: usize, invalid: usize, errors: usize) -> String {
    let plural = |count: usize, word: &str| match count {
        1 => format!("1 {word}"),
        n => format!("{n} {word}s"),
    };
    let files = plural(valid + invalid, "file");
    match invalid {
        0 => format!("{files}: {valid} valid"),
        _ => format!(
            "{files}: {valid} valid, {invalid} invalid ({})",
            plural(errors, "error")
        ),
    }
}
