//! `parlour solve gridlock --upto`: a table of values, which may be made in parts.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Result, bail};
use parlour_core::Limits;
use parlour_core::chart::{Chart, Layout, Scale};
use parlour_core::picture::{Look, Picture};
use parlour_files::{Heading, Units};
use parlour_gridlock::{Setup, Size, Solver};
use serde::Serialize;

use super::{line, search, shown};
use crate::args::SolveGridlock;
use crate::commands::pictures::Plotter;
use crate::commands::shards::{self, Work};
use crate::console::Bar;
use crate::output::stdout;

/// A table of more boards would not be readable.
const MOST_BOARDS: u128 = 10_000;

/// The version of the journal's format.
const VERSION: u32 = 1;

/// The boards whose values are part of the fingerprint, and the memory to find them.
const BENCH: [(u64, u64); 3] = [(1, 7), (2, 3), (2, 4)];
const BENCH_MEMORY: usize = 1 << 20;

/// What stands at the head of a journal. How a value is found does not matter: an independent
/// proof must come to the same.
#[derive(Serialize)]
struct ValuesHeading {
    values: u32,
    program: &'static str,
    /// Of the boards in their order, and of the values of some small ones.
    fingerprint: String,
    game: &'static str,
    upto: String,
    colours: usize,
    winner_only: bool,
}

/// What a journal has of a board: its size, its value if it was asked for, and who wins.
type Value = (String, Option<u16>, String);

pub(super) fn table(
    solve: &SolveGridlock,
    setup: Setup,
    solver: &mut Solver,
    stop: &Arc<AtomicBool>,
) -> Result<ExitCode> {
    let Size { width, height } = setup.size;
    if setup.size.cells() > MOST_BOARDS {
        bail!("a table may have up to {MOST_BOARDS} boards");
    }
    let sizes = boards(setup.size);
    let units = Units {
        count: sizes.len() as u64,
        group: 1,
        name: "boards",
    };
    if let Some(count) = solve.shards.chunks {
        return shards::print_chunks(units, count);
    }
    let plotter = Plotter::into_file(&solve.plot)?;
    let colours = setup.palette.iter().count();
    let mut work = begin(solve, setup, units, &sizes)?;
    let missing = work.missing()?;
    let wanted = |number: &u64| missing.contains(number) || work.known().contains_key(number);
    let told: Vec<u64> = (0..units.count).filter(wanted).collect();
    let mut values = Vec::new();
    let mut out = stdout();
    writeln!(out, "size\tcolours\tnim\twinner")?;
    let bar = Bar::new("solving");
    for (done, number) in told.iter().enumerate() {
        bar.show(done as f64 / told.len() as f64);
        let size = sizes[*number as usize];
        let (nim, winner) = match work.known().get(number) {
            Some((_, nim, winner)) => (*nim, Some(winner.clone())),
            None => {
                let line = line(solve, Setup { size, ..setup }, solver, stop)?;
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                // What was not solved in time may be solved in more time, or elsewhere.
                if let (Some(winner), None) = (line.winner, &line.unsolved) {
                    work.note(*number, (line.size, line.nim, winner.to_owned()))?;
                }
                (line.nim, line.winner.map(str::to_owned))
            }
        };
        writeln!(out, "{size}\t{colours}\t{}\t{}", shown(nim), shown(winner))?;
        out.flush()?;
        values.push((size, nim));
    }
    out.flush()?;
    if let Some(plotter) = &plotter {
        plotter.put(&values_chart(
            (width, height),
            colours,
            &values,
            &plotter.look(),
        ))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// All boards up to a size, in the order of their numbers. A board on its side is the same.
fn boards(Size { width, height }: Size) -> Vec<Size> {
    (1..=width)
        .flat_map(|width| (1..=height).map(move |height| Size { width, height }))
        .filter(|size| size.width <= size.height || size.width > height || size.height > width)
        .collect()
}

fn begin(solve: &SolveGridlock, setup: Setup, units: Units, sizes: &[Size]) -> Result<Work<Value>> {
    let mut solver = Solver::new(BENCH_MEMORY);
    let mut bench = Vec::new();
    for (width, height) in BENCH {
        let size = Size { width, height };
        let found = search(
            &mut solver,
            Setup { size, ..setup },
            false,
            &Limits::default(),
        );
        bench.push(format!("{size} {}", shown(found?.0)));
    }
    let texts = sizes.iter().map(Size::to_string).chain(bench);
    let heading = ValuesHeading {
        values: VERSION,
        program: env!("CARGO_PKG_VERSION"),
        fingerprint: shards::fingerprint(texts),
        game: "gridlock",
        upto: setup.size.to_string(),
        colours: setup.palette.iter().count(),
        winner_only: solve.winner_only,
    };
    let numbered: BTreeMap<u64, String> = (0..).zip(sizes.iter().map(Size::to_string)).collect();
    let check = move |number: u64, (size, nim, winner): &Value| {
        let board = numbered.get(&number);
        let is_sound = match (nim, winner.as_str()) {
            (Some(nim), "first") => *nim > 0,
            (Some(0), "second") | (None, "first") => true,
            _ => false,
        };
        match board {
            None => Err(format!("there are {} boards", numbered.len())),
            Some(board) if board != size => Err(format!("board {number} is {board}")),
            Some(_) if !is_sound => Err("the value and the winner do not agree".to_owned()),
            Some(_) => Ok(()),
        }
    };
    let heading = Heading::new("table of values", &heading);
    Work::begin(&solve.shards, units, heading, Box::new(check))
}

/// Grundy values as a grid: a column for each width, a row for each height. A position of value 0
/// is lost for the player to move.
fn values_chart(
    (width, height): (u64, u64),
    colours: usize,
    values: &[(Size, Option<u16>)],
    look: &Look<'_>,
) -> Picture {
    let numbers = |most: u64| Scale::Names((1..=most).map(|side| side.to_string()).collect());
    let cell = (860.0 / width as f32).clamp(6.0, 56.0);
    let layout = Layout {
        // With room for the title.
        width: (96.0 + cell * width as f32).max(440.0),
        height: 130.0 + cell * height as f32,
        left: 64.0,
    };
    let plural = if colours == 1 { "" } else { "s" };
    let title = format!("Nim-values of Gridlock with {colours} colour{plural}");
    let headline = "a row for each height; where the value is 0, the player to move loses";
    let scales = (numbers(width), numbers(height));
    let mut chart = Chart::new(look, layout, &title, headline, scales);
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
    chart.name_across("columns");
    chart.finish()
}
