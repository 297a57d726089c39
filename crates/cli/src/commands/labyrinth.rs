//! Commands that only Labyrinth has.

mod import;
mod turns;

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use parlour_core::{Game, Limits, Notation, Seed, luck};
use parlour_labyrinth::{
    Effort, Labyrinth, Move, Solution, deal, puzzle as find_puzzle, solve as find_plan,
};
use serde::Serialize;

use crate::args::{Puzzle, SolveLabyrinth};
use crate::commands::gridlock::stop_by_ctrl_c;
use crate::commands::verbs;
use crate::console::Bar;
use crate::files;
use crate::output::{Invalid, print_json, stderr, stdout};

pub(crate) use import::import;
pub(crate) use turns::turns;

#[derive(Serialize)]
struct PlanLine {
    turns: u32,
    proved: bool,
    plan: Vec<String>,
    at_least: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
}

impl PlanLine {
    fn of(start: &Labyrinth, solution: &Solution) -> Result<PlanLine> {
        Ok(PlanLine {
            turns: solution.turns,
            proved: solution.proved(),
            plan: texts(start, &solution.plan)?,
            at_least: solution.at_least,
            position: None,
        })
    }
}

/// The beam width of the search for a plan.
const WIDTH: usize = 10_000;

pub(crate) fn solve(solve: &SolveLabyrinth) -> Result<ExitCode> {
    let position = position(solve)?;
    let limits = Limits {
        stop: stop_by_ctrl_c()?,
        ..Limits::time(solve.time)
    };
    let effort = Effort {
        width: WIDTH,
        prove: solve.prove,
    };
    let bar = Bar::new("looking for a plan");
    let solution = find_plan(&position, effort, &limits, &|turns, share| {
        bar.say(format!("is there a plan of {turns} turns?"));
        bar.show(share);
    })?;
    drop(bar);
    let line = PlanLine::of(&position, &solution)?;
    let mut out = stdout();
    if solve.json.json {
        print_json(&mut out, &line)?;
    } else {
        write_plan(&mut out, position, &line, solve.prove)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn position(solve: &SolveLabyrinth) -> Result<Labyrinth> {
    let text = solve.position.position.as_str();
    if text == "start" {
        let seed = solve.seed.seed.unwrap_or_else(verbs::fresh_seed);
        return Ok(deal(1, 1, false, &mut Seed::new(seed).deal()));
    }
    if solve.seed.seed.is_some() {
        bail!("--seed only goes with the position start");
    }
    let (name, text) = files::position_text(text)?;
    Labyrinth::read_position(&text).map_err(|finding| Invalid::one(name, &text, finding).into())
}

/// The texts of consecutive moves.
fn texts(start: &Labyrinth, moves: &[Move]) -> Result<Vec<String>> {
    let mut game = start.clone();
    let mut texts = Vec::new();
    for chosen in moves {
        texts.push(game.write_move(chosen));
        game.play(chosen).context("a plan goes by the rules")?;
    }
    Ok(texts)
}

/// A plan for a person: one line per turn, with what it reaches.
fn write_plan(
    out: &mut impl Write,
    mut game: Labyrinth,
    line: &PlanLine,
    prove: bool,
) -> Result<()> {
    writeln!(out, "turns   {}", line.turns)?;
    let known = match (line.proved, prove) {
        (true, _) => "yes: no plan has fewer".to_owned(),
        (false, true) => format!("no: at least {} are needed", line.at_least),
        (false, false) => "no: --prove looks for the fewest".to_owned(),
    };
    writeln!(out, "proved  {known}")?;
    let mut turn = 0;
    let mut row = String::new();
    for text in &line.plan {
        let chosen = game.read_move(text).ok().context("a move of the plan")?;
        let reached = match chosen {
            Move::Insert { place, shape } => {
                let hand = game.hand(game.table().mover);
                game.table().after(place, shape).in_reach(hand)
            }
            Move::Walk(_) => Vec::new(),
        };
        game.play(&chosen).context("a plan goes by the rules")?;
        match chosen {
            Move::Insert { .. } => {
                let mut numbers: Vec<u8> = reached.iter().map(|card| card.number()).collect();
                numbers.sort_unstable();
                let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
                row = format!("{text:<9}  {}", numbers.join(" "));
            }
            Move::Walk(_) => {
                turn += 1;
                let (insertion, reached) = row.split_once("  ").unwrap_or(("", ""));
                let line = format!("{turn:>3}  {insertion:<9}  {text}  {}", reached.trim());
                writeln!(out, "{}", line.trim_end())?;
                row.clear();
            }
        }
    }
    Ok(())
}

/// Prints a position whose fewest turns are proved.
pub(crate) fn puzzle(wanted: &Puzzle) -> Result<ExitCode> {
    let seed = wanted.seed.seed.unwrap_or_else(verbs::fresh_seed);
    let limits = Limits {
        stop: Arc::clone(&stop_by_ctrl_c()?),
        ..Limits::time(wanted.time)
    };
    let luck = &mut luck::seeded(seed);
    let found = find_puzzle(wanted.turns, wanted.cards, &limits, luck);
    let (game, solution) = found.with_context(|| {
        let cards = wanted.cards.map_or_else(String::new, |cards| {
            format!(" and {cards} {}", if cards == 1 { "card" } else { "cards" })
        });
        format!(
            "no game with {} turns{cards} was found in time",
            wanted.turns
        )
    })?;
    let text = game.write_position();
    let mut out = stdout();
    if wanted.json.json {
        let line = PlanLine {
            position: Some(text),
            ..PlanLine::of(&game, &solution)?
        };
        print_json(&mut out, &line)?;
    } else {
        writeln!(stderr(), "{} turns are the fewest", solution.turns)?;
        writeln!(out, "{text}")?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
