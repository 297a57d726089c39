//! `parlour ur`: what the game's document names and no common command covers.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use anyhow::{Context, Result};
use parlour_ur::{Simulation, read_turns, winner as winner_of};
use serde::Serialize;

use crate::args::{Seed, UrMatch, UrSetup};
use crate::bots;
use crate::commands::verbs;
use crate::console::Bar;
use crate::data;
use crate::files;
use crate::output::{Invalid, print_json, stdout};

pub(crate) fn winner(file: &Path) -> Result<ExitCode> {
    let text = files::read_text(file)?;
    let name = files::shown_name(file);
    let turns = read_turns(&text).map_err(|finding| Invalid::one(name, &text, finding))?;
    let mut out = stdout();
    match winner_of(&turns)? {
        Some(player) => writeln!(out, "{player}")?,
        None => writeln!(out, "nobody yet")?,
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

#[derive(Serialize)]
struct MatchLine<'a> {
    players: [&'a str; 2],
    games: u64,
    pieces: u8,
    exact_home: bool,
    seed: u64,
    /// Of the first player, with the ends of the interval that has the true
    /// rate in it 95 times of 100.
    rate: f64,
    interval: [f64; 2],
    /// Of who begins.
    beginner: f64,
    /// A game.
    rolls: f64,
    turns: f64,
    captures: [f64; 2],
    games_per_second: f64,
}

pub(crate) fn play_match(wanted: &UrMatch) -> Result<ExitCode> {
    let names = [wanted.first.as_str(), wanted.second.as_str()];
    let UrSetup { pieces, exact_home } = wanted.setup;
    let game = files::game("ur")?;
    for name in names {
        bots::bot(game, name, 0)?;
    }
    let simulation = Simulation::between(names, pieces, exact_home, data::tables())
        .context("these bots do not play at once")?
        .context("they cannot play yet")?;
    let seed = wanted.seed.seed.unwrap_or_else(verbs::fresh_seed);
    let bar = Bar::new("playing");
    let played = AtomicU64::new(0);
    let begun = Instant::now();
    let tally = simulation.run(wanted.games, seed, &|games| {
        let played = games + played.fetch_add(games, Ordering::Relaxed);
        bar.show(played as f64 / wanted.games as f64);
    });
    let seconds = begun.elapsed().as_secs_f64();
    drop(bar);
    let each = |count: u64| count as f64 / tally.games as f64;
    let line = MatchLine {
        players: names,
        games: tally.games,
        pieces,
        exact_home,
        seed,
        rate: each(tally.won),
        interval: interval(tally.won, tally.games),
        beginner: each(tally.won_by_beginner),
        rolls: each(tally.rolls),
        turns: each(tally.turns),
        captures: tally.captures.map(each),
        games_per_second: tally.games as f64 / seconds,
    };
    let mut out = stdout();
    if wanted.json.json {
        print_json(&mut out, &line)?;
    } else {
        write_match(&mut out, &line)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn write_match(out: &mut impl Write, line: &MatchLine<'_>) -> io::Result<()> {
    let [first, second] = line.players;
    let [low, high] = line.interval.map(|rate| 100.0 * rate);
    let rate = 100.0 * line.rate;
    writeln!(
        out,
        "{first} against {second}: {} games, seed {}",
        line.games, line.seed
    )?;
    writeln!(
        out,
        "{first} wins    {rate:.3} % (95 %: {low:.3} to {high:.3})"
    )?;
    writeln!(out, "who begins     {:.3} %", 100.0 * line.beginner)?;
    writeln!(
        out,
        "a game has     {:.2} rolls, {:.2} turns",
        line.rolls, line.turns
    )?;
    writeln!(
        out,
        "captures       {:.2} by {first}, {:.2} by {second}",
        line.captures[0], line.captures[1]
    )?;
    writeln!(
        out,
        "speed          {:.0} games a second",
        line.games_per_second
    )
}

#[derive(Serialize)]
struct RosetteLine {
    square: u8,
    landings: f64,
    throw: f64,
    place: f64,
}

pub(crate) fn rosettes(setup: &UrSetup, games: u32, seed: &Seed, json: bool) -> Result<ExitCode> {
    let seed = seed.seed.unwrap_or_else(verbs::fresh_seed);
    let found = parlour_ur::rosettes(setup.pieces, setup.exact_home, games, seed, data::tables())
        .context("there is no perfect play yet")?;
    let mut out = stdout();
    if !json {
        writeln!(out, "square  landings a game  throw    place")?;
    }
    for rosette in found {
        let line = RosetteLine {
            square: rosette.square.number(),
            landings: rosette.landings,
            throw: rosette.throw,
            place: rosette.place,
        };
        if json {
            print_json(&mut out, &line)?;
        } else {
            let RosetteLine {
                square,
                landings,
                throw,
                place,
            } = line;
            writeln!(
                out,
                "{square:<6}  {landings:<15.2}  {throw:+.4}  {place:+.4}"
            )?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Wilson's interval: where the true rate is, 95 times of 100.
pub(crate) fn interval(won: u64, games: u64) -> [f64; 2] {
    const Z: f64 = 1.959_964;
    let (won, games) = (won as f64, games as f64);
    let middle = (won + Z * Z / 2.0) / (games + Z * Z);
    let half = Z / (games + Z * Z) * (won * (games - won) / games + Z * Z / 4.0).sqrt();
    [middle - half, middle + half]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_the_books() {
        let close = |won, games, low: f64, high: f64| {
            let found = interval(won, games);
            assert!(
                (found[0] - low).abs() < 5e-4 && (found[1] - high).abs() < 5e-4,
                "{found:?}"
            );
        };
        close(0, 10, 0.0, 0.2775);
        close(5, 10, 0.2366, 0.7634);
        close(81, 263, 0.2553, 0.3662);
    }
}
