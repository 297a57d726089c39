//! `parlour check-bot`: what a bot does wrong, point by point.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::ArgMatches;
use parlour_arena::{Found, Point, Spec, check_bot};
use parlour_core::luck;
use serde::Serialize;

use crate::args::{self, CheckBot};
use crate::files;
use crate::output::{Usage, print_json, stdout};

#[derive(Serialize)]
struct PointLine<'a> {
    rule: &'a str,
    /// Null if it could not be tested.
    ok: Option<bool>,
    /// What was seen.
    found: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

pub(crate) fn run(wanted: &CheckBot, options: &ArgMatches) -> Result<ExitCode> {
    let game = files::game(&wanted.game.game)?;
    let setup = args::setup_values(options, game)?;
    game.start(&setup, &mut luck::seeded(0))
        .map_err(|bad| Usage(format!("--{bad}")))?;
    let command = match Spec::read(game, &wanted.bot).map_err(|bad| Usage(bad.to_string()))? {
        Spec::Exec(command) => command,
        // Our own bots speak the protocol like any other.
        Spec::Own(name) => {
            let parlour = std::env::current_exe()?.display().to_string();
            let words = [&parlour, "engine", game.info().id, "--bot", &name];
            words.map(str::to_owned).to_vec()
        }
    };
    let seed = wanted.seed.seed.unwrap_or(1);
    let mut failure: io::Result<()> = Ok(());
    let points = check_bot(game, &setup, &command, seed, &mut |point| {
        let told = tell(point, wanted.json.json);
        if failure.is_ok() {
            failure = told;
        }
    });
    failure?;
    let count = |is_such: fn(&Found) -> bool| {
        let such = points.iter().filter(|point| is_such(&point.found));
        such.count()
    };
    let bad = count(|found| matches!(found, Found::Wrong(_)));
    let untested = count(|found| matches!(found, Found::Untested(_)));
    if !wanted.json.json {
        let mut out = stdout();
        match (bad, untested) {
            (0, 0) => writeln!(out, "all {} checks passed", points.len())?,
            (0, _) => writeln!(
                out,
                "{} checks passed, {untested} could not be run",
                points.len() - untested
            )?,
            (1, _) => writeln!(out, "1 check failed")?,
            _ => writeln!(out, "{bad} checks failed")?,
        }
        out.flush()?;
    }
    Ok(match bad {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    })
}

/// Reports a point as soon as it is settled: the next one may take a while.
fn tell(point: &Point, json: bool) -> io::Result<()> {
    let mut out = stdout();
    let rule = point.rule;
    let (ok, found, help) = match &point.found {
        Found::Right(seen) => (Some(true), seen, None),
        Found::Untested(why) => (None, why, None),
        Found::Wrong(wrong) => (Some(false), &wrong.why, Some(wrong.help)),
    };
    match ok {
        _ if json => print_json(
            &mut out,
            &PointLine {
                rule,
                ok,
                found,
                help,
            },
        )?,
        Some(true) if found.is_empty() => writeln!(out, "ok     {rule}")?,
        Some(true) => writeln!(out, "ok     {rule} ({found})")?,
        Some(false) => {
            writeln!(out, "WRONG  {rule}: {found}")?;
            writeln!(out, "       {}", help.unwrap_or_default())?;
        }
        None => writeln!(out, "?      {rule}: not tested, {found}")?,
    }
    out.flush()
}
