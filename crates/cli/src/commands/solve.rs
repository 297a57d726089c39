//! `parlour solve`: exact results.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use parlour_ur::{Solution, Table, table_path};
use serde::Serialize;

use crate::args::{SolveUr, UrSetup};
use crate::console::Bar;
use crate::files;
use crate::output::{print_json, stdout};

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
    let path = wanted.then(|| table_path(pieces, exact_home));
    if let Some(path) = &path {
        files::finish_writing_before_stopping()?;
        files::make_room_for(path)?;
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
            let table = Table::of(&solution);
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
            writeln!(out, "table         {} ({bytes} bytes)", path.display())?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
