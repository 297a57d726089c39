//! `parlour labyrinth turns`: the fewest turns of many games, which may be counted in parts.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result, bail};
use parlour_core::{Limits, Notation, Seed};
use parlour_files::{Heading, Units};
use parlour_labyrinth::{Effort, Labyrinth, deal, solve as find_plan};
use rayon::prelude::*;
use serde::Serialize;

use super::WIDTH;
use crate::args::Turns;
use crate::commands::gridlock::stop_by_ctrl_c;
use crate::commands::shards::{self, Work};
use crate::console::Bar;
use crate::output::{print_json, stdout};

/// The version of the journal's format.
const VERSION: u32 = 1;

/// The most turns that a plan can have: a card a turn, and one turn home.
const MOST_TURNS: u32 = 1000;

/// Plans are proved to be the shortest.
const EFFORT: Effort = Effort {
    width: WIDTH,
    prove: true,
};

/// The seed of a game that is solved in no time.
const EASY: u64 = 8;

/// What stands at the head of a journal.
#[derive(Serialize)]
struct TurnsHeading {
    turns: u32,
    program: &'static str,
    /// Of some of the games that are dealt, and of the fewest turns of an easy one.
    fingerprint: String,
    game: &'static str,
    games: u64,
    seed: u64,
}

#[derive(Serialize)]
struct TurnsLine {
    games: u64,
    /// Games whose fewest turns are proved.
    solved: usize,
    mean: Option<f64>,
    /// How many games need each number of turns.
    turns: BTreeMap<u32, u64>,
}

/// The game of a number.
fn dealt(seed: u64, number: u64) -> Labyrinth {
    deal(
        1,
        1,
        false,
        &mut Seed::new(seed.wrapping_add(number)).deal(),
    )
}

pub(crate) fn turns(wanted: &Turns) -> Result<ExitCode> {
    let (games, seed) = (wanted.games, wanted.seed);
    let units = Units {
        count: games,
        group: 1,
        name: "games",
    };
    if let Some(count) = wanted.shards.chunks {
        return shards::print_chunks(units, count);
    }
    let easy = dealt(EASY, 0);
    let fewest = find_plan(&easy, EFFORT, &Limits::default(), &|_, _| ())?.turns;
    let some = (0..games).take(10).map(|number| dealt(seed, number));
    let texts = some.chain([easy]).map(|game| game.write_position());
    let texts = texts.chain([fewest.to_string()]);
    let heading = TurnsHeading {
        turns: VERSION,
        program: env!("CARGO_PKG_VERSION"),
        fingerprint: shards::fingerprint(texts),
        game: "labyrinth",
        games,
        seed,
    };
    let check = move |number: u64, turns: &u32| match *turns {
        _ if number >= games => Err(format!("there are {games} games")),
        1..=MOST_TURNS => Ok(()),
        _ => Err("no plan has that many turns".to_owned()),
    };
    let heading = Heading::new("count of turns", &heading);
    let mut work = Work::begin(&wanted.shards, units, heading, Box::new(check))?;
    let limits = Limits {
        stop: stop_by_ctrl_c()?,
        ..Limits::default()
    };
    let stop = Arc::clone(&limits.stop);
    let missing = work.missing()?;
    let count = missing.len();
    let bar = Bar::new("solving");
    let progress = Mutex::new((work, 0usize));
    missing
        .into_par_iter()
        .with_max_len(1)
        .try_for_each(|number| {
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            let limits = Limits {
                stop: Arc::clone(&stop),
                ..Limits::time(wanted.time)
            };
            let solution = find_plan(&dealt(seed, number), EFFORT, &limits, &|_, _| ())?;
            let Ok(mut progress) = progress.lock() else {
                bail!("another thread has failed");
            };
            let (work, done) = &mut *progress;
            *done += 1;
            bar.show(*done as f64 / count as f64);
            match solution.proved() {
                true => work.note(number, solution.turns),
                // In more time it may be, or elsewhere.
                false => Ok(()),
            }
        })?;
    drop(bar);
    let (work, _) = progress.into_inner().ok().context("a thread has failed")?;
    tell(games, &work, wanted.json.json)
}

fn tell(games: u64, work: &Work<u32>, json: bool) -> Result<ExitCode> {
    let mut turns = BTreeMap::new();
    for fewest in work.known().values() {
        *turns.entry(*fewest).or_insert(0) += 1;
    }
    let solved = work.known().len();
    let sum: u64 = work.known().values().map(|turns| u64::from(*turns)).sum();
    let line = TurnsLine {
        games,
        solved,
        mean: (solved > 0).then(|| sum as f64 / solved as f64),
        turns,
    };
    let mut out = stdout();
    if json {
        print_json(&mut out, &line)?;
    } else {
        writeln!(out, "turns  games")?;
        for (turns, games) in &line.turns {
            writeln!(out, "{turns:>5}  {games:>5}")?;
        }
        if let Some(mean) = line.mean {
            writeln!(out, "mean   {mean:.3}")?;
        }
        writeln!(out, "solved {} of {games} games", line.solved)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
