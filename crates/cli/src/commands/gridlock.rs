//! `parlour solve gridlock`

mod position;
mod values;

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, anyhow, bail};
use parlour_core::{Limits, Notation, SetupValues};
use parlour_gridlock::{Colour, Grid, Palette, Setup, Solver, Strategy, Unsolved, winner};
use serde::Serialize;

use crate::args::SolveGridlock;
use crate::console::Bar;
use crate::output::{Usage, print_json, stdout};

#[derive(Serialize)]
struct Line {
    size: String,
    colours: usize,
    nim: Option<u16>,
    winner: Option<&'static str>,
    strategy: Option<String>,
    unsolved: Option<String>,
    positions: u64,
    /// How the game goes with best play, if requested.
    line: Option<Vec<String>>,
}

pub(crate) fn solve(solve: &SolveGridlock) -> Result<ExitCode> {
    let stop = stop_by_ctrl_c()?;
    let mut solver = Solver::new(solve.memory).with_threads(solve.threads);
    if solve.no_strategy {
        solver = solver.without_pairings();
    }
    if solve.full {
        solver = solver.by_definition();
    }
    if solve.plot.plot.is_some() && solve.upto.is_none() {
        return Err(Usage("--plot draws a table: give its size with --upto MxN".to_owned()).into());
    }
    if solve.shards.is_asked_for() && solve.upto.is_none() {
        return Err(Usage(
            "--journal, --only, --merge and --chunks are for a table: give its size with --upto MxN"
                .to_owned(),
        )
        .into());
    }
    if let Some(position) = &solve.position {
        return position::solve(solve, position, &mut solver, &stop);
    }
    match &solve.upto {
        Some(size) => values::table(solve, setup(size, &solve.colours)?, &mut solver, &stop),
        None => {
            let size = solve.size.as_deref().unwrap_or_default();
            one(solve, setup(size, &solve.colours)?, &mut solver, &stop)
        }
    }
}

fn one(
    solve: &SolveGridlock,
    setup: Setup,
    solver: &mut Solver,
    stop: &Arc<AtomicBool>,
) -> Result<ExitCode> {
    let clock = Bar::endless("solving");
    let mut line = line(solve, setup, solver, stop)?;
    if solve.line && line.winner.is_some() {
        line.line = best_play(setup, solver, &limits(solve, stop));
    }
    drop(clock);
    let mut out = stdout();
    if solve.json.json {
        print_json(&mut out, &line)?;
    } else {
        writeln!(out, "size       {}", line.size)?;
        writeln!(out, "colours    {}", line.colours)?;
        let why = match &line.unsolved {
            // Otherwise it is the error.
            Some(unsolved) if line.winner.is_some() => format!(", {unsolved}"),
            _ => String::new(),
        };
        writeln!(out, "nim-value  {}{why}", shown(line.nim))?;
        writeln!(out, "winner     {}", shown(line.winner))?;
        if let Some(strategy) = &line.strategy {
            writeln!(out, "strategy   {strategy}")?;
        }
        if let Some(moves) = &line.line {
            writeln!(out, "line       {}", moves.join(", "))?;
        }
    }
    out.flush()?;
    match line.unsolved {
        // The winner is an answer, if a strategy gives it.
        Some(unsolved) if line.winner.is_none() => bail!("{unsolved}"),
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn shown(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "?".to_owned(), |value| value.to_string())
}

fn line(
    solve: &SolveGridlock,
    setup: Setup,
    solver: &mut Solver,
    stop: &Arc<AtomicBool>,
) -> Result<Line> {
    let limits = limits(solve, stop);
    let before = solver.positions();
    let proved = winner(setup.size, setup.palette).filter(|_| !solve.no_strategy);
    let first_wins = proved.map(|(seat, _)| seat.0 == 0);
    let searched = match first_wins {
        Some(false) => Ok((Some(0), false)),
        Some(true) if solve.winner_only => Ok((None, true)),
        _ => search(solver, setup, solve.winner_only, &limits),
    };
    let first_wins = match &searched {
        Ok((_, first)) => Some(*first),
        // On the way to the Grundy value it may have turned out not to be 0.
        Err(_) => first_wins.or_else(|| {
            let (_, first) = search(solver, setup, true, &Limits::nodes(1)).ok()?;
            Some(first)
        }),
    };
    Ok(Line {
        size: setup.size.to_string(),
        colours: setup.palette.iter().count(),
        nim: searched.as_ref().ok().and_then(|(nim, _)| *nim),
        winner: first_wins.map(|first| if first { "first" } else { "second" }),
        strategy: proved.map(|(_, strategy): (_, Strategy)| strategy.to_string()),
        unsolved: searched
            .err()
            .map(|unsolved| why_unsolved(unsolved, &limits)),
        positions: solver.positions() - before,
        line: None,
    })
}

fn why_unsolved(unsolved: Unsolved, limits: &Limits) -> String {
    match unsolved {
        Unsolved::OutOfTime if limits.stop.load(Ordering::Relaxed) => "not solved yet".to_owned(),
        unsolved => unsolved.to_string(),
    }
}

fn limits(solve: &SolveGridlock, stop: &Arc<AtomicBool>) -> Limits {
    Limits {
        stop: Arc::clone(stop),
        ..Limits::time(solve.time)
    }
}

/// The moves of a game with best play, as far as they are found in time; `None`
/// for a board that is too large to be searched.
fn best_play(setup: Setup, solver: &mut Solver, limits: &Limits) -> Option<Vec<String>> {
    if setup.size.cells() > Solver::MOST_CELLS {
        return None;
    }
    let grid = Grid::new(&setup).ok()?;
    let line = solver.line(&grid, limits);
    Some(line.iter().map(|paint| grid.write_move(paint)).collect())
}

/// The Grundy value, if it is wanted or comes for free, and whether the first
/// player wins.
fn search(
    solver: &mut Solver,
    setup: Setup,
    winner_only: bool,
    limits: &Limits,
) -> Result<(Option<u16>, bool), Unsolved> {
    // Only a board that can be searched is created.
    if setup.size.cells() > Solver::MOST_CELLS {
        return Err(Unsolved::TooLarge(setup.size));
    }
    let grid = Grid::new(&setup).map_err(|_| Unsolved::TooLarge(setup.size))?;
    if winner_only {
        let first_wins = solver.wins(&grid, limits)?;
        return Ok(((!first_wins).then_some(0), first_wins));
    }
    let nim = solver.nim(&grid, limits)?;
    Ok((Some(nim), nim != 0))
}

/// A board from its size, and a number of colours or their names.
fn setup(size: &str, colours: &str) -> Result<Setup> {
    let mut values = SetupValues::new();
    values.set("size", size);
    let number = colours.parse::<usize>().ok();
    if number.is_none() {
        values.set("colours", colours);
    }
    let setup = Setup::read(&values).map_err(|bad| anyhow!("--{bad}"))?;
    let palette = match number {
        None => setup.palette,
        Some(n) if (1..=Colour::ALL.len()).contains(&n) => {
            Colour::ALL.into_iter().take(n).collect::<Palette>()
        }
        Some(_) => bail!("there are 1 to {} colours", Colour::ALL.len()),
    };
    Ok(Setup { palette, ..setup })
}

/// A flag that Ctrl-C sets; the second time it ends the program.
pub(crate) fn stop_by_ctrl_c() -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .context("cannot handle Ctrl-C")?;
    Ok(stop)
}
