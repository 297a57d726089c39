//! `parlour best`

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::ArgMatches;
use parlour_core::{Limits, Measure, Seed, Surveyed, Turn};
use parlour_host::Opinion;

use crate::args::Best;
use crate::bots;
use crate::commands::verbs;
use crate::files;
use crate::output::{print_json, stdout};

/// How many good moves to value besides the best one.
const OTHERS: u32 = 4;

pub(crate) fn run(best: &Best, options: &ArgMatches) -> Result<ExitCode> {
    let game = files::game(&best.game.game)?;
    let number = best.seed.seed.unwrap_or_else(verbs::fresh_seed);
    // The bot must not know what else the number decides.
    let seed = Seed::new(number).bot(0);
    if let Some(name) = &best.bot {
        bots::bot(game, name, seed)?;
    }
    let position = verbs::position(game, &best.position.position, options, Some(number))?;
    let name = bots::to_ask(game, best.bot.as_deref(), &*position)?;
    let mut bot = bots::bot(game, name, seed)?;
    let limits = Limits {
        others: OTHERS,
        threads: best.threads,
        memory: best.memory,
        ..Limits::time(best.time)
    };
    match position.turn() {
        Turn::Over(_) => bail!("the game is over: there is no move to make"),
        Turn::Chance => bail!("a throw or deal comes next: there is no move to choose"),
        Turn::Seat(_) => {}
    }
    let opinion = Opinion::ask(&mut *bot, &*position, &limits)?;
    let mut out = stdout();
    if best.json.json {
        let line = opinion.form(&mut *bot, name, &*position, &limits);
        print_json(&mut out, &line)?;
    } else {
        let Opinion { advice, survey } = opinion;
        writeln!(out, "{}", advice.best)?;
        if let Some(reason) = &advice.reason {
            writeln!(out, "{reason}")?;
        }
        if let (Some(depth), Some(nodes)) = (advice.depth, advice.nodes) {
            writeln!(out, "depth {depth}, {nodes} positions")?;
        }
        if advice.line.len() > 1 {
            writeln!(out, "line {}", advice.line.join(" "))?;
        }
        let measure = game.info().measure;
        for Surveyed {
            chosen,
            value,
            figures,
        } in &survey.moves
        {
            let value = shown(measure, *value);
            let figures: String = figures
                .iter()
                .map(|(name, number)| {
                    let number = shown(Measure::Count, *number);
                    format!("  {} {number}", name.replace('_', " "))
                })
                .collect();
            writeln!(out, "  {value:>9}  {chosen}{figures}")?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// A value for people: to three digits, whole numbers without decimals.
fn shown(measure: Measure, value: f64) -> String {
    let (number, unit) = match measure {
        Measure::Chance => (100.0 * value, " %"),
        Measure::Count | Measure::Score { .. } => (value, ""),
    };
    let number = format!("{number:.3}");
    let whole = number.strip_suffix(".000").unwrap_or(&number);
    format!("{whole}{unit}")
}
