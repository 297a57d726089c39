//! `parlour bench`: all engines answer the same questions, and their answers are condensed into one
//! number. As long as nothing changes how they think, it stays the same.

use std::io::Write;
use std::num::NonZeroUsize;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;
use parlour_core::{GameEntry, Limits, Match, Seat, SetupValues, Tables, Turn, luck};
use serde::Serialize;
use xxhash_rust::xxh3::Xxh3;

use crate::output::{print_json, stdout};

/// How many steps lead to each question.
const STEPS: [usize; 3] = [0, 9, 24];
/// The depth limit of engines that have one; the number of positions then shows how well they
/// choose what to search.
const DEPTH: u32 = 3;
/// The node limit.
const MOST: u64 = 5_000;
/// The memory limit in bytes.
const MEMORY: usize = 16 << 20;
/// The seed.
const SEED: u64 = 1;

#[derive(Serialize)]
struct GameLine {
    game: &'static str,
    /// Questions that were answered.
    answers: usize,
    positions: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct BenchLine {
    signature: String,
    positions: u64,
    seconds: f64,
    games: Vec<GameLine>,
}

pub(crate) fn run(json: bool) -> Result<ExitCode> {
    let mut signature = Xxh3::new();
    let mut games = Vec::new();
    for game in parlour_catalog::games() {
        games.push(ask_all(*game, &mut signature)?);
    }
    let positions = games.iter().map(|game| game.positions).sum();
    let line = BenchLine {
        signature: format!("{positions}-{:08x}", signature.digest() as u32),
        positions,
        seconds: games.iter().map(|game| game.seconds).sum(),
        games,
    };
    let mut out = stdout();
    if json {
        print_json(&mut out, &line)?;
    } else {
        writeln!(out, "game        answers   positions   per second")?;
        for game in &line.games {
            writeln!(
                out,
                "{:<10}  {:>7}  {:>10}  {:>11.0}",
                game.game,
                game.answers,
                game.positions,
                game.positions as f64 / game.seconds
            )?;
        }
        writeln!(out, "signature  {}", line.signature)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Puts every question of a game to every bot that needs no file.
fn ask_all(game: &'static dyn GameEntry, signature: &mut Xxh3) -> Result<GameLine> {
    let tables = Tables::none();
    let mut line = GameLine {
        game: game.info().id,
        answers: 0,
        positions: 0,
        seconds: 0.0,
    };
    let mut took = Duration::ZERO;
    for question in questions(game)? {
        for info in game.all_bots() {
            let position = question.position();
            if game.missing_file(info.name, position, &tables).is_some() {
                continue;
            }
            let Some(mut bot) = game.bot(info.name, SEED, &tables) else {
                continue;
            };
            let limits = Limits {
                depth: Some(DEPTH),
                threads: Some(NonZeroUsize::MIN),
                memory: Some(MEMORY),
                ..Limits::nodes(MOST)
            };
            let begun = Instant::now();
            // A bot made for another seat of this game has no answer.
            let Ok(advice) = question.ask(&mut *bot, &limits) else {
                continue;
            };
            took += begun.elapsed();
            let advice = position.write_advice(&advice);
            let positions = advice.nodes.unwrap_or(0);
            line.answers += 1;
            line.positions += positions;
            let answer = format!("{} {} {positions} {}\n", line.game, info.name, advice.best);
            signature.update(answer.as_bytes());
        }
    }
    line.seconds = took.as_secs_f64();
    Ok(line)
}

/// Positions of a game, reached by steps that are neither good nor random.
fn questions(game: &'static dyn GameEntry) -> Result<Vec<Match>> {
    let mut questions = Vec::new();
    for steps in STEPS {
        let start = game.start(&SetupValues::new(), &mut luck::seeded(SEED))?;
        let names = Seat::all(start.seats()).map(|seat| start.seat_name(seat).into_owned());
        let names = names.collect();
        let mut played = Match::new(start, names);
        for step in 0.. {
            let moves = played.position().moves();
            let is_asked = step >= steps && matches!(played.turn(), Turn::Seat(_));
            if is_asked || moves.is_empty() {
                break;
            }
            let chosen = &moves[(step * step * 7 + 3) % moves.len()];
            played
                .play(chosen)
                .map_err(|finding| anyhow::anyhow!("{chosen}: {}", finding.message))?;
        }
        if matches!(played.turn(), Turn::Seat(_)) {
            questions.push(played);
        }
    }
    Ok(questions)
}
