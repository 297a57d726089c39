//! The laboratory: `parlour ploy match`, `tune`, `survey` and `tactics`

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};
use parlour_core::Notation;
use parlour_ploy::lab::{self, Interval, Limit, SelfPlay, Tally};
use serde::Serialize;

use crate::args::{PloyContest, PloySurvey, PloyTune};
use crate::console::Bar;
use crate::files;
use crate::output::{Usage, print_json, stdout};

#[derive(Serialize)]
struct MatchLine<'a> {
    first: &'a str,
    second: &'a str,
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    score: [f64; 3],
    /// Not a number where all games went one way.
    elo: [Option<f64>; 3],
    pairs: [u32; 5],
    black_won: u32,
    white_won: u32,
    moves: f64,
    evidence: Option<f64>,
}

pub(super) fn contest(args: &PloyContest) -> Result<ExitCode> {
    let settings = lab::Contest {
        players: [args.first.clone(), args.second.clone()],
        limit: args.nodes.map_or(Limit::Time(args.time), Limit::Nodes),
        games: args.games,
        seed: args.seed,
        jobs: args.work.jobs.into(),
        test: args.sprt,
    };
    let bar = Bar::new("playing");
    let tally = lab::contest(&settings, &mut |tally| {
        bar.show(f64::from(tally.games()) / f64::from(args.games));
    });
    drop(bar);
    let tally = tally.map_err(|unknown| Usage(unknown.to_string()))?;
    let evidence = args.sprt.map(|(low, high)| tally.evidence(low, high));
    let mut out = stdout();
    if args.json.json {
        let three = |interval: Interval| [interval.value, interval.low, interval.high];
        let line = MatchLine {
            first: &args.first,
            second: &args.second,
            games: tally.games(),
            won: tally.won,
            drawn: tally.drawn,
            lost: tally.lost,
            score: three(tally.score()),
            elo: three(tally.elo()).map(|elo| elo.is_finite().then_some(elo)),
            pairs: tally.pairs,
            black_won: tally.by_colour[0],
            white_won: tally.by_colour[1],
            moves: moves_a_game(&tally),
            evidence,
        };
        print_json(&mut out, &line)?;
    } else {
        write_page(&mut out, args, &tally, evidence)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn moves_a_game(tally: &Tally) -> f64 {
    tally.moves as f64 / f64::from(tally.games())
}

fn write_page(
    out: &mut impl Write,
    args: &PloyContest,
    tally: &Tally,
    evidence: Option<f64>,
) -> Result<()> {
    let (score, elo) = (tally.score(), tally.elo());
    writeln!(out, "{} against {}", args.first, args.second)?;
    writeln!(
        out,
        "games  {}: {} won, {} drawn, {} lost",
        tally.games(),
        tally.won,
        tally.drawn,
        tally.lost
    )?;
    writeln!(
        out,
        "score  {:.1} %, between {:.1} and {:.1}",
        100.0 * score.value,
        100.0 * score.low,
        100.0 * score.high
    )?;
    writeln!(
        out,
        "Elo    {:+.0}, between {:+.0} and {:+.0}",
        elo.value, elo.low, elo.high
    )?;
    let [black, white] = tally.by_colour;
    writeln!(
        out,
        "Black won {black}, White won {white}; {:.0} moves a game after the opening",
        moves_a_game(tally)
    )?;
    if let (Some(evidence), Some((low, high))) = (evidence, args.sprt) {
        writeln!(
            out,
            "evidence for {high:+} rather than {low:+} Elo: {evidence:.2} (decided at 2.94)"
        )?;
    }
    Ok(())
}

pub(super) fn tune(args: &PloyTune) -> Result<ExitCode> {
    let settings = SelfPlay {
        games: args.games,
        nodes: args.nodes,
        seed: args.seed,
        jobs: args.work.jobs.into(),
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
    let first = survey.first_player();
    let mut out = stdout();
    writeln!(
        out,
        "games     {}: Black won {black}, White won {white}, {drawn} drawn",
        survey.games()
    )?;
    writeln!(
        out,
        "Black     {:.1} % of the points, between {:.1} and {:.1}",
        100.0 * first.value,
        100.0 * first.low,
        100.0 * first.high
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
