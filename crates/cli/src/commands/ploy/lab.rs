//! The lab: `parlour ploy tune`, `survey` and `tactics`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};
use parlour_arena::statistics::Mean;
use parlour_core::Notation;
use parlour_ploy::lab::{self, SelfPlay};

use crate::args::{PloySurvey, PloyTune};
use crate::console::Bar;
use crate::files;
use crate::output::{Usage, stdout};

pub(super) fn tune(args: &PloyTune) -> Result<ExitCode> {
    if let Some(path) = &args.out {
        files::prepare(path)?;
    }
    let settings = SelfPlay {
        games: args.games,
        nodes: args.nodes,
        seed: args.seed,
        jobs: args.concurrency.concurrency.into(),
    };
    let command = format!(
        "parlour ploy tune --games {} --nodes {} --rounds {} --seed {}",
        args.games, args.nodes, args.rounds, args.seed
    );
    let bar = Bar::new("playing");
    let mut out = stdout();
    let mut told = Ok(());
    let tuned = lab::tune(
        &settings,
        args.rounds,
        &command,
        &|share| bar.show(share),
        &mut |line| {
            let mut tell = || writeln!(out, "{line}").and_then(|()| out.flush());
            if told.is_ok() {
                told = tell();
            }
        },
    );
    drop(bar);
    told?;
    let Some(tuned) = tuned else {
        bail!("no round was played");
    };
    writeln!(out, "{tuned}")?;
    if let Some(path) = &args.out {
        files::write(path, tuned.text.as_bytes())?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn survey(args: &PloySurvey) -> Result<ExitCode> {
    let bar = Bar::new("playing");
    let survey = lab::survey(
        &args.bot,
        args.nodes,
        args.games,
        args.seed,
        args.from_start,
        &mut |share| bar.show(share),
    );
    drop(bar);
    let survey = survey.map_err(|unknown| Usage(unknown.to_string()))?;
    let [black, white, drawn] = survey.results;
    let mut lengths = survey.lengths.clone();
    lengths.sort_unstable();
    let at = |share: f64| lengths[((lengths.len() - 1) as f64 * share) as usize];
    let mean = lengths.iter().sum::<usize>() as f64 / lengths.len() as f64;
    let of = |part: u64, whole: u64| part as f64 / whole as f64;
    let mut first = Mean::default();
    for (share, games) in [(1.0, black), (0.0, white), (0.5, drawn)] {
        first.add_many(share, games.into());
    }
    let [low, high] = first.share_interval();
    let mut out = stdout();
    writeln!(
        out,
        "games     {}: Black won {black}, White won {white}, {drawn} drawn",
        survey.games()
    )?;
    writeln!(
        out,
        "Black     {:.1} % of the points, between {:.1} and {:.1}",
        100.0 * first.value(),
        100.0 * low,
        100.0 * high
    )?;
    writeln!(
        out,
        "length    {mean:.0} moves; a tenth up to {}, half up to {}, nine tenths up to {}",
        at(0.1),
        at(0.5),
        at(0.9)
    )?;
    writeln!(
        out,
        "choice    {:.1} moves in a position, {:.0} % of them only turn a piece",
        of(survey.choices, survey.positions),
        100.0 * of(survey.turns, survey.choices)
    )?;
    writeln!(
        out,
        "played    {:.0} % only turned a piece, {:.0} % took something",
        100.0 * of(survey.turned, survey.positions),
        100.0 * of(survey.taken, survey.positions)
    )?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

pub(super) fn tactics(count: usize, seed: u64) -> Result<ExitCode> {
    let bar = Bar::new("searching");
    let found = lab::tactics(count, seed, &mut |share| bar.show(share));
    drop(bar);
    let mut out = stdout();
    for tactic in found {
        let position = tactic.position.write_position();
        writeln!(out, "{} {} {position}", tactic.best, tactic.margin)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
