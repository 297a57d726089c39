//! `parlour solve gridlock`

mod position;

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, anyhow, bail};
use parlour_core::chart::{Chart, Layout, Scale};
use parlour_core::picture::{Look, Picture};
use parlour_core::{Limits, Notation, SetupValues};
use parlour_gridlock::{Colour, Grid, Palette, Setup, Size, Solver, Strategy, Unsolved, winner};
use serde::Serialize;

use crate::args::SolveGridlock;
use crate::commands::pictures::Plotter;
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
    /// How the game goes with perfect play, if that was asked for.
    line: Option<Vec<String>>,
}

/// More boards than this are no table that anybody reads.
const MOST_BOARDS: u128 = 10_000;

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
        return Err(Usage("--plot draws a table: give its size by --upto MxN".to_owned()).into());
    }
    if let Some(position) = &solve.position {
        return position::solve(solve, position, &mut solver, &stop);
    }
    match &solve.upto {
        Some(size) => table(solve, setup(size, &solve.colours)?, &mut solver, &stop),
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
            // Else it is the error.
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
        // Who wins is an answer, where a strategy tells it.
        Some(unsolved) if line.winner.is_none() => bail!("{unsolved}"),
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn table(
    solve: &SolveGridlock,
    setup: Setup,
    solver: &mut Solver,
    stop: &Arc<AtomicBool>,
) -> Result<ExitCode> {
    let Size { width, height } = setup.size;
    if setup.size.cells() > MOST_BOARDS {
        bail!("a table may have up to {MOST_BOARDS} boards");
    }
    // A board on its side is the same.
    let sizes: Vec<Size> = (1..=width)
        .flat_map(|width| (1..=height).map(move |height| Size { width, height }))
        .filter(|size| size.width <= size.height || size.width > height || size.height > width)
        .collect();
    let plotter = Plotter::into_file(&solve.plot)?;
    let mut values = Vec::new();
    let mut out = stdout();
    writeln!(out, "size\tcolours\tnim\twinner")?;
    let bar = Bar::new("solving");
    for (done, size) in sizes.iter().enumerate() {
        bar.show(done as f64 / sizes.len() as f64);
        let line = line(
            solve,
            Setup {
                size: *size,
                ..setup
            },
            solver,
            stop,
        )?;
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let (nim, winner) = (shown(line.nim), shown(line.winner));
        writeln!(out, "{}\t{}\t{nim}\t{winner}", line.size, line.colours)?;
        out.flush()?;
        values.push((*size, line.nim));
    }
    out.flush()?;
    if let Some(plotter) = &plotter {
        let colours = setup.palette.iter().count();
        plotter.put(&values_chart(
            (width, height),
            colours,
            &values,
            &plotter.look(),
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Nim-values as a grid: a column for each width, a row for each height. A position of value
/// 0 is lost for the player to move.
fn values_chart(
    (width, height): (u64, u64),
    colours: usize,
    values: &[(Size, Option<u16>)],
    look: &Look<'_>,
) -> Picture {
    let numbers = |most: u64| Scale::Names((1..=most).map(|side| side.to_string()).collect());
    let cell = (860.0 / width as f32).clamp(6.0, 56.0);
    let layout = Layout {
        width: 96.0 + cell * width as f32,
        height: 130.0 + cell * height as f32,
        left: 64.0,
    };
    let title = format!("Nim-values of Gridlock, colours: {colours}");
    let scales = (numbers(width), numbers(height));
    let mut chart = Chart::new(look, layout, &title, "columns across, rows down", scales);
    let most = values.iter().filter_map(|(_, nim)| *nim).max();
    let most = f64::from(most.unwrap_or(1).max(1));
    for (size, nim) in values {
        let (heat, text) = match nim {
            Some(0) => (-0.7, "0".to_owned()),
            Some(nim) => (f64::from(*nim) / most, nim.to_string()),
            None => (0.0, "?".to_owned()),
        };
        // A board on its side is the same.
        for (across, down) in [(size.width, size.height), (size.height, size.width)] {
            if across <= width && down <= height {
                chart.cell((across as usize - 1, down as usize - 1), heat, &text);
            }
        }
    }
    chart.finish()
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
        // On the way to the nim-value it may have turned out not to be 0.
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

/// The moves of a game with perfect play, as far as they are found in time;
/// none for a board that is too large to be searched.
fn best_play(setup: Setup, solver: &mut Solver, limits: &Limits) -> Option<Vec<String>> {
    if setup.size.cells() > Solver::MOST_CELLS {
        return None;
    }
    let grid = Grid::new(&setup).ok()?;
    let line = solver.line(&grid, limits);
    Some(line.iter().map(|paint| grid.write_move(paint)).collect())
}

/// The nim-value, if it is wanted or comes of itself, and whether the first
/// player wins.
fn search(
    solver: &mut Solver,
    setup: Setup,
    winner_only: bool,
    limits: &Limits,
) -> Result<(Option<u16>, bool), Unsolved> {
    // Only a board that can be searched is made.
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
    .context("cannot listen to Ctrl-C")?;
    Ok(stop)
}
