//! The small commands about one position: `new`, `moves`, `apply`, `status`,
//! `perft`.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Result, anyhow, bail};
use clap::ArgMatches;
use parlour_core::{GameEntry, Outcome, Position, Seat, Seed, Turn, Viewer};
use serde::Serialize;

use crate::args;
use crate::console::Bar;
use crate::files;
use crate::output::{Invalid, Usage, print_json, stdout};

/// The position that a POSITION argument names; the seed deals a `start`.
pub(crate) fn position(
    game: &dyn GameEntry,
    text: &str,
    options: &ArgMatches,
    seed: Option<u64>,
) -> Result<Box<dyn Position>> {
    if text == "start" {
        return start(game, options, seed);
    }
    if let Some(option) = args::setup_values(options, game)?.names().next() {
        return Err(Usage(format!("--{option} only goes with the position start")).into());
    }
    let (name, text) = files::position_text(text)?;
    let read = match is_json(&text) {
        true => game.json().read_position(&text),
        false => game.read_position(&text),
    };
    read.map_err(|finding| Invalid::one(name, &text, finding).into())
}

/// The viewer, by the name of the seat.
pub(crate) fn viewer(position: &dyn Position, name: &str) -> Result<Viewer, Usage> {
    if name == "public" {
        return Ok(Viewer::Public);
    }
    let mut seats = Seat::all(position.seats());
    let seat = seats.find(|seat| position.seat_name(*seat) == name);
    seat.map(Viewer::Seat).ok_or_else(|| {
        let names: Vec<_> = Seat::all(position.seats())
            .map(|seat| position.seat_name(seat))
            .collect();
        let names = names.join(", ");
        Usage(format!(
            "nobody is called {name} here; there are {names}, and public"
        ))
    })
}

/// Whether this is meant to be JSON: no game's text begins like an object or a
/// string.
fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '"'])
}

/// The start position of the setup that the options describe.
pub(crate) fn start(
    game: &dyn GameEntry,
    options: &ArgMatches,
    seed: Option<u64>,
) -> Result<Box<dyn Position>> {
    let values = args::setup_values(options, game)?;
    let seed = seed.unwrap_or_else(fresh_seed);
    game.start(&values, &mut Seed::new(seed).deal())
        .map_err(|bad| anyhow!("--{bad}"))
}

/// A secret seed. The standard library's hasher is keyed by the operating
/// system's randomness, which is enough here.
pub(crate) fn fresh_seed() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(std::process::id())
}

pub(crate) fn new(game: &args::Game, seed: &args::Seed, options: &ArgMatches) -> Result<ExitCode> {
    let game = files::game(&game.game)?;
    print_position(&*start(game, options, seed.seed)?)
}

fn print_position(position: &dyn Position) -> Result<ExitCode> {
    let mut out = stdout();
    writeln!(out, "{}", position.text())?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Whose turn it is, as a word; `None` when the game is over.
fn turn_word(position: &dyn Position) -> Option<String> {
    match position.turn() {
        Turn::Seat(seat) => Some(position.seat_name(seat).into_owned()),
        Turn::Chance => Some("chance".to_owned()),
        Turn::Over(_) => None,
    }
}

pub(crate) fn moves(
    game: &args::Game,
    at: &args::Position,
    json: bool,
    options: &ArgMatches,
) -> Result<ExitCode> {
    #[derive(Serialize)]
    struct Moves {
        turn: Option<String>,
        moves: Vec<String>,
    }
    let position = position(files::game(&game.game)?, &at.position, options, None)?;
    let mut out = stdout();
    if json {
        let line = Moves {
            turn: turn_word(&*position),
            moves: position.moves(),
        };
        print_json(&mut out, &line)?;
    } else {
        for line in position.moves() {
            writeln!(out, "{line}")?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn apply(
    game: &args::Game,
    at: &args::Position,
    moves: &[String],
    options: &ArgMatches,
) -> Result<ExitCode> {
    let game = files::game(&game.game)?;
    let mut position = position(game, &at.position, options, None)?;
    for (i, text) in moves.iter().enumerate() {
        let read = match is_json(text) {
            true => game.json().read_step(&*position, text),
            false => position.read(text),
        };
        read.and_then(|step| {
            let taken = position.take(&step);
            taken.map_err(|illegal| illegal.at(0..text.len()))
        })
        .map_err(|finding| Invalid::one(format!("move {}", i + 1), text, finding))?;
    }
    print_position(&*position)
}

pub(crate) fn status(
    game: &args::Game,
    at: &args::Position,
    json: bool,
    options: &ArgMatches,
) -> Result<ExitCode> {
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Status {
        Playing { over: bool, turn: Option<String> },
        Over { over: bool, winner: Option<String> },
    }
    let position = position(files::game(&game.game)?, &at.position, options, None)?;
    let mut out = stdout();
    let (status, words) = match position.turn() {
        Turn::Over(outcome) => {
            let winner = match outcome {
                Outcome::Win(seat) => Some(position.seat_name(seat).into_owned()),
                Outcome::Draw => None,
            };
            let words = match &winner {
                Some(winner) => format!("over, {winner} wins"),
                None => "over, a draw".to_owned(),
            };
            (Status::Over { over: true, winner }, words)
        }
        turn => {
            let word = turn_word(&*position);
            let words = match (turn, &word) {
                (Turn::Seat(_), Some(name)) => format!("{name} to move"),
                _ => "chance is next".to_owned(),
            };
            let over = false;
            (Status::Playing { over, turn: word }, words)
        }
    };
    if json {
        print_json(&mut out, &status)?;
    } else {
        writeln!(out, "{words}")?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn perft(
    game: &args::Game,
    depth: u32,
    at: &str,
    json: bool,
    options: &ArgMatches,
) -> Result<ExitCode> {
    #[derive(Serialize)]
    struct Perft {
        depth: u32,
        nodes: u128,
    }
    let entry = files::game(&game.game)?;
    let position = position(entry, at, options, None)?;
    let bar = Bar::new("counting");
    let nodes = position.perft(depth, &mut |share| bar.show(share));
    drop(bar);
    let Some(nodes) = nodes else {
        bail!(
            "{} has luck in it: sequences of moves alone cannot be counted",
            entry.info().title
        );
    };
    let mut out = stdout();
    if json {
        print_json(&mut out, &Perft { depth, nodes })?;
    } else {
        writeln!(out, "{nodes}")?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
