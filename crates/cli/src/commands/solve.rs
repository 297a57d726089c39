//! `parlour solve`: exact results.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};
use parlour_ur::Solution;
use serde::Serialize;

use crate::args::SolveUr;
use crate::output::{print_json, stdout};

#[derive(Serialize)]
struct UrLine {
    pieces: u8,
    first_player: f64,
    residual: Option<f64>,
    positions: u64,
}

pub(crate) fn ur(solve: &SolveUr) -> Result<ExitCode> {
    // Shown on a terminal only.
    let bar = ProgressBar::new(0).with_style(
        ProgressStyle::with_template("{msg} {wide_bar} {percent:>3} % {elapsed}")
            .context("the form of the progress bar")?,
    );
    bar.set_message("solving");
    let solution = Solution::solve(solve.pieces, solve.exact_home, &|progress| {
        bar.set_length(progress.positions);
        bar.set_position(progress.solved);
    })
    .context("a game has 1 to 7 pieces")?;
    let residual = solve.verify.then(|| {
        bar.set_message("verifying");
        solution.residual()
    });
    bar.finish_and_clear();
    let line = UrLine {
        pieces: solution.pieces(),
        first_player: solution.first_player(),
        residual,
        positions: solution.positions(),
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
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
