//! `parlour check`

mod luck;

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
use luck::Revealed;

/// How many files are checked before their results are printed, which bounds
/// the memory.
const BATCH: usize = 64;

/// How many findings of one file are printed; the rest are counted.
const MOST_PRINTED: usize = 20;

/// The result of one file.
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
    /// Throws that were compared with the key of `--luck`.
    #[serde(skip_serializing_if = "Option::is_none")]
    throws: Option<usize>,
    diagnostics: Vec<Finding>,
}

pub(crate) fn run(check: &Check, colour: Colour) -> Result<ExitCode> {
    let colour = colour.on_stdout();
    let revealed = check.luck.as_deref().map(Revealed::read).transpose()?;
    let revealed = revealed.as_ref();
    let mut out = stdout();
    let (mut valid, mut invalid, mut errors) = (0_usize, 0_usize, 0_usize);
    for batch in all_files(&check.files).chunks(BATCH) {
        let results: Vec<Checked> = batch
            .par_iter()
            .map(|path| match path {
                Target::File(path) => check_file(path, check, revealed, colour),
                Target::Unreadable(path, error) => unreadable(path, error, check.json.json),
                Target::Empty(path) => {
                    let help = "records are recognised by their extensions: see parlour games";
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

/// What to check.
enum Target {
    File(PathBuf),
    Unreadable(PathBuf, io::Error),
    /// A folder without records.
    Empty(PathBuf),
}

/// The files that the arguments name, with folders replaced by their records.
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

fn check_file(path: &Path, check: &Check, revealed: Option<&Revealed>, colour: bool) -> Checked {
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
            let json = check.json.json;
            return finished(&name, None, &bytes, &[finding], None, json, colour);
        }
    };
    let mut findings = match is_journal(&bytes) {
        true => files::read_record(game, &bytes).diagnostics,
        false => game.check_record(&bytes),
    };
    let luck = revealed.map(|revealed| {
        let reading = files::read_record(game, &bytes);
        let checked = revealed.check(game, &reading);
        if reading.unfinished {
            // Nothing else is wrong with it: a match on a server can end before its game does, when
            // somebody resigns or runs out of time.
            findings.retain(|finding| finding.severity != Severity::Error);
        }
        findings.extend(checked.findings.iter().cloned());
        (revealed, checked)
    });
    let game = Some(game.info().id);
    let json = check.json.json;
    let throws = luck.as_ref().map(|(_, checked)| checked.throws);
    let mut finished = finished(&name, game, &bytes, &findings, throws, json, colour);
    if let Some((revealed, checked)) = luck
        && finished.errors == 0
        && !json
    {
        let deal = if checked.deal { "the start and " } else { "" };
        finished.printed.push_str(&format!(
            "{name}: {deal}{} follow from the key with the commitment {}\n",
            plural(checked.throws, "throw"),
            revealed.commitment()
        ));
    }
    finished
}

/// A file that cannot even be opened.
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
        json_line(&name, None, None, vec![finding])
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
    throws: Option<usize>,
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
        json_line(name, game, throws, findings)
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

fn json_line(
    name: &str,
    game: Option<&str>,
    throws: Option<usize>,
    diagnostics: Vec<Finding>,
) -> String {
    let line = FileLine {
        file: name,
        game,
        valid: diagnostics
            .iter()
            .all(|finding| finding.severity != Severity::Error.to_string()),
        throws,
        diagnostics,
    };
    let mut bytes = Vec::new();
    // Neither writing to memory nor serialising these fields can fail.
    let _ = print_json(&mut bytes, &line);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// `3 files: 2 valid, 1 invalid (4 errors)`
fn summary(valid: usize, invalid: usize, errors: usize) -> String {
    let files = plural(valid + invalid, "file");
    match invalid {
        0 => format!("{files}: {valid} valid"),
        _ => format!(
            "{files}: {valid} valid, {invalid} invalid ({})",
            plural(errors, "error")
        ),
    }
}

fn plural(count: usize, word: &str) -> String {
    match count {
        1 => format!("1 {word}"),
        n => format!("{n} {word}s"),
    }
}
