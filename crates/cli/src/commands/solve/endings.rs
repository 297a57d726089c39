//! `parlour solve ploy`: tables of the smallest endings, and what they say.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use parlour_core::{Notation, below, luck};
use parlour_ploy::{
    Ending, EndingFault, LongestWin, Move, Shape, SideSummary, ending_file, ending_name, endings,
    solve_ending,
};
use serde::Serialize;

use crate::args::SolvePloy;
use crate::console::Bar;
use crate::data;
use crate::files;
use crate::output::{print_json, stdout};

/// The seed of the positions that are verified.
const SEED: u64 = 1;

#[derive(Serialize)]
struct EndingLine {
    ending: String,
    table: PathBuf,
    bytes: usize,
    sides: Vec<SideLine>,
    /// How many positions were compared with the plain rules.
    verified: Option<u32>,
}

/// All positions with one side to move.
#[derive(Serialize)]
struct SideLine {
    /// The piece of the side to move.
    to_move: &'static str,
    positions: u64,
    won_at_once: u64,
    won_later: u64,
    lost: u64,
    drawn: u64,
    /// Of those won later, how many have one winning move.
    only_move: u64,
    longest: Option<LongestLine>,
    /// How many are won in so many moves of both players.
    won_in: Vec<(u32, u64)>,
    lost_in: Vec<(u32, u64)>,
}

#[derive(Serialize)]
struct LongestLine {
    moves: u32,
    position: String,
    line: Vec<String>,
}

pub(crate) fn run(solve: &SolvePloy) -> Result<ExitCode> {
    let wanted: Vec<[Shape; 2]> = match solve.endings.is_empty() {
        true => endings().collect(),
        false => solve.endings.clone(),
    };
    if !solve.statistics {
        make(&wanted)?;
    }
    let mut told = 0;
    let mut out = stdout();
    for shapes in wanted {
        let ending = match Ending::find(data::tables(), shapes) {
            Ok(ending) => ending,
            // Of all endings, those that were not solved yet are left out.
            Err(error) if solve.endings.is_empty() && error.fault == EndingFault::Missing => {
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        if told > 0 && !solve.json.json {
            writeln!(out)?;
        }
        told += 1;
        let verified = match solve.verify {
            Some(count) => Some(verify(&ending, count)?),
            None => None,
        };
        let line = line_of(&ending, verified);
        match solve.json.json {
            true => print_json(&mut out, &line)?,
            false => print(&mut out, &line)?,
        }
        out.flush()?;
    }
    if told == 0 {
        bail!("there is no table of an ending yet; make them with: parlour solve ploy --endings");
    }
    Ok(ExitCode::SUCCESS)
}

/// Solves those endings that have no sound table yet.
fn make(wanted: &[[Shape; 2]]) -> Result<()> {
    files::finish_writing_before_stopping()?;
    let path = |shapes| data::folder().join(ending_file(shapes));
    for shapes in wanted {
        files::prepare_ours(&path(*shapes))?;
    }
    let bar = Bar::new("solving");
    for (number, shapes) in wanted.iter().enumerate() {
        if Ending::find(data::tables(), *shapes).is_ok() {
            continue;
        }
        let name = ending_name(*shapes);
        let told = |moves: usize, written: Option<f64>| {
            // Nobody knows how many moves the longest line will have.
            let share = written.map_or(0.0, |share| share / 2.0 + 0.5);
            bar.show((number as f64 + share) / wanted.len() as f64);
            bar.say(format!("{name}: what is lost in {moves} moves"));
        };
        let content = solve_ending(*shapes, &told).with_context(|| {
            format!("{name} was not solved: the system has no thread left for it")
        })?;
        files::write(&path(*shapes), &content)?;
    }
    Ok(())
}

/// Compares positions with the plain rules, and returns how many.
fn verify(ending: &Ending, count: u32) -> Result<u32> {
    let bar = Bar::new("verifying");
    let mut luck = luck::seeded(SEED);
    let mut verified = 0;
    while verified < count {
        let drawn = below(&mut luck, u64::MAX);
        let Some(position) = drawn.and_then(|number| ending.position(number)) else {
            continue;
        };
        if !ending.agrees_at(&position) {
            let name = ending_name(ending.shapes());
            bail!(
                "{name}: the table is wrong about {}",
                position.write_position()
            );
        }
        verified += 1;
        bar.show(f64::from(verified) / f64::from(count));
    }
    Ok(verified)
}

fn line_of(ending: &Ending, verified: Option<u32>) -> EndingLine {
    let summary = ending.summary();
    EndingLine {
        ending: ending_name(summary.shapes),
        table: data::folder().join(ending_file(summary.shapes)),
        bytes: summary.bytes,
        sides: summary
            .sides
            .into_iter()
            .map(|side| side_of(ending, side))
            .collect(),
        verified,
    }
}

fn side_of(ending: &Ending, side: SideSummary) -> SideLine {
    let longest = |win: &LongestWin| LongestLine {
        moves: win.moves,
        position: win.position.write_position(),
        line: ending
            .best_line(&win.position)
            .iter()
            .map(Move::to_string)
            .collect(),
    };
    SideLine {
        to_move: side.mover.name(),
        positions: side.positions,
        won_at_once: side.won_at_once(),
        won_later: side.all_won() - side.won_at_once(),
        lost: side.all_lost(),
        drawn: side.drawn(),
        only_move: side.only_move,
        longest: side.longest.as_ref().map(longest),
        won_in: side.won,
        lost_in: side.lost,
    }
}

fn print(out: &mut impl Write, line: &EndingLine) -> Result<()> {
    writeln!(out, "ending        {}", line.ending)?;
    let table = files::shown_name(&line.table);
    writeln!(out, "table         {table} ({} bytes)", line.bytes)?;
    for side in &line.sides {
        writeln!(out, "{} to move", side.to_move)?;
        writeln!(out, "  positions     {}", side.positions)?;
        let share = |count: u64, of: u64| 100.0 * count as f64 / of.max(1) as f64;
        let rows = [
            ("won at once", side.won_at_once),
            ("won later", side.won_later),
            ("lost", side.lost),
            ("drawn", side.drawn),
        ];
        for (name, count) in rows {
            let share = share(count, side.positions);
            writeln!(out, "  {name:<12}  {share:.2} %")?;
        }
        let only = share(side.only_move, side.won_later);
        writeln!(
            out,
            "  one move      wins in {only:.2} % of what is won later"
        )?;
        if let Some(longest) = &side.longest {
            writeln!(out, "  longest win   {} moves", longest.moves)?;
            writeln!(out, "    from        {}", longest.position)?;
            writeln!(out, "    line        {}", longest.line.join(" "))?;
        }
    }
    if let Some(count) = line.verified {
        writeln!(
            out,
            "verified      {count} positions agree with the plain rules"
        )?;
    }
    Ok(())
}
