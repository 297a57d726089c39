//! `parlour solve gridlock --position`: everything about one position.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, bail};
use parlour_core::{Limits, Notation};
use parlour_gridlock::{Cell, Component, Grid, Paint, Solver, Unsolved, Verdict, verdict};
use serde::Serialize;

use super::{limits, shown, why_unsolved};
use crate::args::SolveGridlock;
use crate::console::Bar;
use crate::files;
use crate::output::{Invalid, print_json, stdout};

#[derive(Serialize)]
struct Answer {
    nim: Option<u16>,
    /// Whether the player to move wins.
    wins: Option<bool>,
    strategy: Option<String>,
    /// The independent parts.
    components: Option<Vec<ShownComponent>>,
    /// All winning moves, if all moves are known.
    winning: Option<Vec<String>>,
    unsolved: Option<String>,
    positions: u64,
    /// How the game goes with best play, if requested.
    line: Option<Vec<String>>,
}

#[derive(Serialize)]
struct ShownComponent {
    cells: Vec<String>,
    nim: u16,
}

impl From<&Component> for ShownComponent {
    fn from(component: &Component) -> Self {
        let name = |Cell { x, y }: &Cell| format!("{x},{y}");
        ShownComponent {
            cells: component.cells.iter().map(name).collect(),
            nim: component.nim,
        }
    }
}

pub(super) fn solve(
    solve: &SolveGridlock,
    position: &str,
    solver: &mut Solver,
    stop: &Arc<AtomicBool>,
) -> Result<ExitCode> {
    let (name, text) = files::position_text(position)?;
    let grid = Grid::read_position(&text).map_err(|finding| Invalid::one(name, &text, finding))?;
    let clock = Bar::endless("solving");
    let limits = limits(solve, stop);
    let mut answer = answer(solve, &grid, solver, &limits);
    // A strategy can play on boards whose games nobody would read to the end.
    if solve.line && answer.wins.is_some() && grid.size().cells() <= Solver::MOST_CELLS {
        answer.line = Some(texts(&grid, &solver.line(&grid, &limits)));
    }
    answer.positions = solver.positions();
    drop(clock);
    let mut out = stdout();
    if solve.json.json {
        print_json(&mut out, &answer)?;
    } else {
        print(&mut out, &answer)?;
    }
    out.flush()?;
    match answer.unsolved {
        Some(unsolved) if answer.wins.is_none() => bail!("{unsolved}"),
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn answer(solve: &SolveGridlock, grid: &Grid, solver: &mut Solver, limits: &Limits) -> Answer {
    let proved = verdict(grid).filter(|_| !solve.no_strategy);
    let is_lost = matches!(proved, Some(Verdict::Lost(_)));
    let mut answer = Answer {
        nim: is_lost.then_some(0),
        wins: proved.map(|verdict| matches!(verdict, Verdict::Won(..))),
        strategy: proved.map(|verdict| match verdict {
            Verdict::Lost(strategy) => strategy.to_string(),
            Verdict::Won(paint, strategy) => {
                format!("after {}, {strategy}", grid.write_move(&paint))
            }
        }),
        components: None,
        winning: is_lost.then(Vec::new),
        unsolved: None,
        positions: 0,
        line: None,
    };
    if solve.winner_only {
        if answer.wins.is_none() {
            match solver.wins(grid, limits) {
                Ok(wins) => {
                    answer.wins = Some(wins);
                    answer.nim = (!wins).then_some(0);
                }
                Err(unsolved) => answer.unsolved = Some(why_unsolved(unsolved, limits)),
            }
        }
        return answer;
    }
    if let Err(unsolved) = look_at_parts(&mut answer, grid, solver, limits) {
        answer.unsolved = Some(why_unsolved(unsolved, limits));
    }
    answer
}

/// Adds the parts and then the winning moves, as far as they are found.
fn look_at_parts(
    answer: &mut Answer,
    grid: &Grid,
    solver: &mut Solver,
    limits: &Limits,
) -> Result<(), Unsolved> {
    let components = solver.components(grid, limits)?;
    let nim = components.iter().fold(0, |sum, part| sum ^ part.nim);
    answer.nim = Some(nim);
    answer.wins = Some(nim != 0);
    answer.components = Some(components.iter().map(ShownComponent::from).collect());
    let judged = solver.judge(grid, &components, limits)?;
    let winning = judged.iter().filter(|(_, wins)| *wins);
    let winning: Vec<Paint> = winning.map(|(paint, _)| *paint).collect();
    answer.winning = Some(texts(grid, &winning));
    Ok(())
}

fn texts(grid: &Grid, moves: &[Paint]) -> Vec<String> {
    moves.iter().map(|paint| grid.write_move(paint)).collect()
}

fn print(out: &mut impl Write, answer: &Answer) -> Result<()> {
    let why = match &answer.unsolved {
        Some(unsolved) if answer.nim.is_none() && answer.wins.is_some() => format!(", {unsolved}"),
        _ => String::new(),
    };
    writeln!(out, "nim-value  {}{why}", shown(answer.nim))?;
    let wins = answer.wins.map(|wins| if wins { "wins" } else { "loses" });
    writeln!(out, "to move    {}", shown(wins))?;
    if let Some(strategy) = &answer.strategy {
        writeln!(out, "strategy   {strategy}")?;
    }
    for ShownComponent { cells, nim } in answer.components.iter().flatten() {
        writeln!(out, "part       {nim}: {}", cells.join(" "))?;
    }
    match (&answer.winning, &answer.unsolved) {
        (Some(winning), _) if winning.is_empty() => writeln!(out, "winning    none")?,
        (Some(winning), _) => writeln!(out, "winning    {}", winning.join(", "))?,
        (None, Some(unsolved)) if answer.nim.is_some() => {
            writeln!(out, "winning    ?, {unsolved}")?;
        }
        (None, _) => {}
    }
    if let Some(moves) = &answer.line {
        writeln!(out, "line       {}", moves.join(", "))?;
    }
    Ok(())
}
