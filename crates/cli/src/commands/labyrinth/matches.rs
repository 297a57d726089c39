//! Many games of bots, counted: `parlour labyrinth solo` and `match`.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use parlour_core::{Bot, Bots, Game, Limits, Outcome, Seat, Turn, Viewer, luck};
use parlour_labyrinth::{Labyrinth, Phase, deal};
use serde::Serialize;

use crate::args::{Many, Match, Solo};
use crate::bots;
use crate::commands::{ur, verbs};
use crate::console::Bar;
use crate::data;
use crate::files;
use crate::output::{print_json, stdout};

/// Turns of a player after which a game counts as unfinished.
const MOST_TURNS: u32 = 500;

/// How a game went.
struct Played {
    /// `None` if it had no end.
    winner: Option<Seat>,
    /// Of the player who made the most.
    turns: u32,
}

/// The time that a bot took for its turns.
#[derive(Clone, Copy, Default)]
struct Clock {
    turns: u32,
    total: Duration,
    longest: Duration,
}

impl Clock {
    fn mean(&self) -> f64 {
        milliseconds(self.total) / f64::from(self.turns.max(1))
    }
}

fn milliseconds(time: Duration) -> f64 {
    1000.0 * time.as_secs_f64()
}

/// Plays a game; `clocks` has one a seat.
fn play(
    mut game: Labyrinth,
    bots: &mut [Box<dyn Bot<Labyrinth>>],
    limits: &Limits,
    clocks: &mut [Clock],
) -> Result<Played> {
    let mut turns = vec![0; bots.len()];
    // A turn has two moves; its time is that of both.
    let mut thought = Duration::ZERO;
    while let Turn::Seat(seat) = game.turn() {
        let index = seat.index();
        let inserts = game.table().phase == Phase::Insert;
        if inserts {
            turns[index] += 1;
            thought = Duration::ZERO;
        }
        if turns[index] > MOST_TURNS {
            break;
        }
        let view = game.view(Viewer::Seat(seat));
        let begun = Instant::now();
        let advice = bots[index].advise(seat, &view, &game.moves(), limits);
        thought += begun.elapsed();
        if !inserts {
            let clock = &mut clocks[index];
            clock.turns += 1;
            clock.total += thought;
            clock.longest = clock.longest.max(thought);
        }
        game.play(&advice.best)?;
    }
    Ok(Played {
        winner: match game.turn() {
            Turn::Over(Outcome::Win(seat)) => Some(seat),
            _ => None,
        },
        turns: turns.into_iter().max().unwrap_or(0),
    })
}

/// The bot of that name for one game.
fn seated(name: &str, seed: u64) -> Result<Box<dyn Bot<Labyrinth>>> {
    // The names are checked where they are told.
    bots::bot(files::game("labyrinth")?, name, seed)?;
    Labyrinth::bot(name, seed, data::tables()).context("there is such a bot")
}

fn limits(many: &Many) -> Limits {
    Limits {
        nodes: many.nodes,
        ..Limits::default()
    }
}

#[derive(Serialize)]
struct SoloLine<'a> {
    bot: &'a str,
    games: u64,
    seed: u64,
    mean: f64,
    longest: u32,
    /// How many games took no turn, one turn, and so on.
    distribution: Vec<u64>,
    unfinished: u64,
    milliseconds_a_game: f64,
}

pub(crate) fn solo(solo: &Solo) -> Result<ExitCode> {
    let many = &solo.many;
    let seed = many.seed.seed.unwrap_or_else(verbs::fresh_seed);
    let bar = Bar::new("playing");
    let mut clocks = [Clock::default()];
    let mut distribution: Vec<u64> = Vec::new();
    let mut unfinished = 0;
    for game in 0..many.games {
        bar.show(game as f64 / many.games as f64);
        let seed = seed.wrapping_add(game);
        let dealt = deal(1, 0, false, &mut luck::seeded(seed));
        let mut bots = [seated(&solo.bot, seed)?];
        let played = play(dealt, &mut bots, &limits(many), &mut clocks)?;
        match played.winner {
            None => unfinished += 1,
            Some(_) => {
                let turns = played.turns as usize;
                distribution.resize(distribution.len().max(turns + 1), 0);
                distribution[turns] += 1;
            }
        }
    }
    drop(bar);
    let finished = many.games - unfinished;
    let turns: u64 = (0..)
        .zip(&distribution)
        .map(|(turns, games): (u64, _)| turns * games)
        .sum();
    let line = SoloLine {
        bot: &solo.bot,
        games: many.games,
        seed,
        mean: turns as f64 / finished.max(1) as f64,
        longest: distribution.len().saturating_sub(1) as u32,
        distribution,
        unfinished,
        milliseconds_a_game: milliseconds(clocks[0].total) / many.games as f64,
    };
    let mut out = stdout();
    if many.json.json {
        print_json(&mut out, &line)?;
    } else {
        writeln!(out, "{} alone: {} games, seed {seed}", line.bot, line.games)?;
        writeln!(
            out,
            "turns       {:.3} on average, {} at most",
            line.mean, line.longest
        )?;
        for (turns, games) in line
            .distribution
            .iter()
            .enumerate()
            .filter(|(_, games)| **games > 0)
        {
            writeln!(out, "  {turns:>3} turns {games:>6} games")?;
        }
        writeln!(out, "unfinished  {}", line.unfinished)?;
        writeln!(out, "time        {:.1} ms a game", line.milliseconds_a_game)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

#[derive(Serialize)]
struct MatchLine<'a> {
    games: u64,
    seed: u64,
    /// Of a player.
    turns: f64,
    unfinished: u64,
    players: Vec<PlayerLine<'a>>,
}

#[derive(Serialize)]
struct PlayerLine<'a> {
    bot: &'a str,
    won: u64,
    rate: f64,
    /// Where the true rate is, 95 times of 100.
    interval: [f64; 2],
    milliseconds_a_turn: f64,
    longest_turn: f64,
}

pub(crate) fn play_match(wanted: &Match) -> Result<ExitCode> {
    let many = &wanted.many;
    let seed = many.seed.seed.unwrap_or_else(verbs::fresh_seed);
    let players = wanted.bots.len();
    let bar = Bar::new("playing");
    let mut won = vec![0; players];
    let mut clocks = vec![Clock::default(); players];
    let mut turns = 0;
    let mut unfinished = 0;
    for game in 0..many.games {
        bar.show(game as f64 / many.games as f64);
        let deal_seed = seed.wrapping_add(game / players as u64);
        let dealt = deal(players as u8, 0, false, &mut luck::seeded(deal_seed));
        // Who sits where moves on by one from game to game.
        let player_at = |seat: usize| (seat + game as usize) % players;
        let mut seats = Vec::new();
        for seat in 0..players {
            let seed = seed
                .wrapping_add(game)
                .wrapping_mul(4)
                .wrapping_add(seat as u64);
            seats.push(seated(&wanted.bots[player_at(seat)], seed)?);
        }
        let mut seat_clocks: Vec<Clock> =
            (0..players).map(|seat| clocks[player_at(seat)]).collect();
        let played = play(dealt, &mut seats, &limits(many), &mut seat_clocks)?;
        for (seat, clock) in seat_clocks.into_iter().enumerate() {
            clocks[player_at(seat)] = clock;
        }
        match played.winner {
            Some(seat) => won[player_at(seat.index())] += 1,
            None => unfinished += 1,
        }
        turns += u64::from(played.turns);
    }
    drop(bar);
    let each = wanted.bots.iter().zip(&won).zip(&clocks);
    let line = MatchLine {
        games: many.games,
        seed,
        turns: turns as f64 / many.games as f64,
        unfinished,
        players: each
            .map(|((bot, won), clock)| PlayerLine {
                bot,
                won: *won,
                rate: *won as f64 / many.games as f64,
                interval: ur::interval(*won, many.games),
                milliseconds_a_turn: clock.mean(),
                longest_turn: milliseconds(clock.longest),
            })
            .collect(),
    };
    let mut out = stdout();
    if many.json.json {
        print_json(&mut out, &line)?;
    } else {
        writeln!(
            out,
            "{} games, seed {seed}, {:.1} turns each",
            line.games, line.turns
        )?;
        for player in &line.players {
            let [low, high] = player.interval.map(|rate| 100.0 * rate);
            writeln!(
                out,
                "{:<10} wins {:>5.1} % (95 %: {low:.1} to {high:.1}), {:.1} ms a turn, {:.0} at most",
                player.bot,
                100.0 * player.rate,
                player.milliseconds_a_turn,
                player.longest_turn
            )?;
        }
        writeln!(out, "unfinished {}", line.unfinished)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
