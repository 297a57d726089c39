//! `parlour solve`: exact results.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

mod endings;
mod prove;

use anyhow::{Context, Result};
use parlour_core::chart::{AREA, Chart, Layout, Scale};
use parlour_core::picture::{Look, Picture, common};
use parlour_ships::{Task, Tree, Width, lower_bound, read_fleet};
use parlour_ur::{Solution, WinTable, table_name};
use serde::Serialize;

use crate::args::{SolveShips, SolveUr, UrSetup};
use crate::commands::pictures::Plotter;
use crate::console::Bar;
use crate::data;
use crate::files;
use crate::output::{Invalid, Usage, print_json, stdout};

pub(crate) use endings::run as endings;

#[derive(Serialize)]
struct UrLine {
    pieces: u8,
    first_player: f64,
    residual: Option<f64>,
    positions: u64,
    table: Option<PathBuf>,
    bytes: Option<usize>,
}

/// Games with fewer pieces are solved in a moment, whenever they are played.
const WORTH_A_TABLE: u8 = 5;

pub(crate) fn ur(solve: &SolveUr) -> Result<ExitCode> {
    let UrSetup { pieces, exact_home } = solve.setup;
    let wanted = solve.table || pieces >= WORTH_A_TABLE && !solve.no_table;
    let path = wanted.then(|| data::folder().join(table_name(pieces, exact_home)));
    if let Some(path) = &path {
        files::finish_writing_before_stopping()?;
        files::prepare_ours(path)?;
    }
    let bar = Bar::new("solving");
    let solution = Solution::solve(pieces, exact_home, &|progress| {
        bar.show(progress.solved as f64 / progress.positions as f64);
    })
    .context("a game has 1 to 7 pieces")?;
    drop(bar);
    let residual = solve.verify.then(|| {
        let bar = Bar::new("verifying");
        solution.residual(&|progress| bar.show(progress.solved as f64 / progress.positions as f64))
    });
    let bytes = match &path {
        None => None,
        Some(path) => {
            let table = WinTable::of(&solution);
            files::write(path, table.file())?;
            Some(table.file().len())
        }
    };
    let line = UrLine {
        pieces: solution.pieces(),
        first_player: solution.first_player(),
        residual,
        positions: solution.positions(),
        table: path,
        bytes,
    };
    let mut out = stdout();
    if solve.json.json {
        print_json(&mut out, &line)?;
    } else {
        writeln!(out, "pieces        {}", line.pieces)?;
        writeln!(out, "positions     {}", line.positions)?;
        writeln!(out, "first player  {:.12}", line.first_player)?;
        if let Some(residual) = line.residual {
            writeln!(out, "residual      {residual:.1e}")?;
        }
        if let Some((path, bytes)) = line.table.as_ref().zip(line.bytes) {
            let path = files::shown_name(path);
            writeln!(out, "table         {path} ({bytes} bytes)")?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

#[derive(Serialize)]
struct ShipsLine<'a> {
    sum: usize,
    mean: f64,
    worst: usize,
    /// How many targets need one guess, two, and so on.
    distribution: &'a [usize],
    lower_bound: u32,
    first: String,
    verified: Option<bool>,
}

pub(crate) fn ships(solve: &SolveShips) -> Result<ExitCode> {
    if solve.prove {
        return prove::prove(solve);
    }
    if solve.shards.is_asked_for() {
        let words = "--journal, --only, --merge and --chunks are for a proof: give --prove, too";
        return Err(Usage(words.to_owned()).into());
    }
    let first = match &solve.first {
        Some(text) => {
            read_fleet(text).map_err(|finding| Invalid::one("first guess", text, finding))?
        }
        None => Tree::best().guess(),
    };
    if let Some(path) = &solve.out {
        files::finish_writing_before_stopping()?;
        files::prepare(path)?;
    }
    let plotter = Plotter::into_file(&solve.plot)?;
    let width = match solve.most {
        _ if solve.quick => Width::QUICK,
        Some(_) => Width::LATE,
        None => Width::FULL,
    };
    let mut task = Task::fewest(width);
    if let Some(most) = solve.most {
        task.most = usize::from(most);
    }
    let bar = Bar::new("searching");
    let tree = parlour_ships::solve(first, task, &|share| bar.show(share));
    drop(bar);
    let tree = tree.with_context(|| {
        format!(
            "no tree was found in which {} guesses are enough",
            task.most
        )
    })?;
    let tally = tree.tally();
    let verified = solve.verify.then(|| tree.played().as_ref() == Some(&tally));
    if let Some(path) = &solve.out {
        files::write(path, tree.write().as_bytes())?;
    }
    if let Some(plotter) = &plotter {
        let counts = tally.distribution();
        let headline = format!("from {first}: {:.3} on average", tally.mean());
        plotter.put(&guesses_chart(counts, &headline, &plotter.look()))?;
    }
    let line = ShipsLine {
        sum: tally.sum(),
        mean: tally.mean(),
        worst: tally.worst(),
        distribution: tally.distribution(),
        lower_bound: lower_bound(),
        first: first.to_string(),
        verified,
    };
    let mut out = stdout();
    if solve.json.json {
        print_json(&mut out, &line)?;
    } else {
        writeln!(out, "first guess   {first}")?;
        writeln!(out, "sum           {}", line.sum)?;
        writeln!(out, "mean          {:.4}", line.mean)?;
        writeln!(out, "worst         {}", line.worst)?;
        for (guesses, count) in (1..).zip(line.distribution) {
            writeln!(out, "  {guesses} guesses   {count:>4} targets")?;
        }
        writeln!(out, "lower bound   {}", line.lower_bound)?;
        if let Some(verified) = verified {
            let verdict = if verified {
                "every target is found as counted"
            } else {
                "wrong"
            };
            writeln!(out, "verified      {verdict}")?;
        }
    }
    out.flush()?;
    Ok(match verified {
        Some(false) => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    })
}

/// How many targets need one guess, two, and so on.
fn guesses_chart(counts: &[usize], headline: &str, look: &Look<'_>) -> Picture {
    let most = counts.iter().copied().max().unwrap_or(1) as f64;
    let names = (1..=counts.len()).map(|guesses| guesses.to_string());
    let scales = (
        Scale::Names(names.collect()),
        Scale::numbers(0.0, most * 1.08),
    );
    let title = "Ships: how many targets are found with each number of guesses";
    let mut chart = Chart::new(look, Layout::default(), title, headline, scales);
    for (at, count) in counts.iter().enumerate() {
        let (at, height) = (at as f64, *count as f64);
        chart.bar(at, 64.0, (0.0, height), &AREA);
        let above = (chart.x(at), chart.y(height) - 6.0);
        chart.write(above, 13.0, "middle", &common::INK, &count.to_string());
    }
    chart.name_across("guesses");
    chart.finish()
}
