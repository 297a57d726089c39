//! `parlour` alone: choose a game, set it up, choose who plays.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use parlour_core::{GameEntry, Match, Offer, Position, Seat, Seed, SetupValues};
use parlour_host::{Dice, HUMAN, Seating, usual_kinds, values_for};
use parlour_tui::{last_kinds, remember_kinds};

use crate::commands::play::{budget, continued, names, seated};
use crate::commands::table::{PlainTable, Setting};
use crate::commands::verbs::fresh_seed;
use crate::console::Console;
use crate::data;
use crate::output::Colour;

/// How long a bot thinks about a move.
const THINKING: Duration = Duration::from_secs(2);

pub(crate) fn run(ascii: bool, colour: Colour) -> Result<ExitCode> {
    let mut console = Console::new();
    console
        .say("Parlour: board games to play, record and explore. Enter takes what is in [ ].\n")?;
    if let Some(left) = continued(&mut console, None)? {
        return left.play(THINKING, ascii, console, colour);
    }
    // Leaving any question leaves the program.
    match choose_game(&mut console)? {
        Some(game) => begin(console, game, THINKING, ascii, colour),
        None => Ok(ExitCode::SUCCESS),
    }
}

/// Asks how a game is set up and who plays, and plays it.
pub(crate) fn begin(
    mut console: Console,
    game: &'static dyn GameEntry,
    thinking: Duration,
    ascii: bool,
    colour: Colour,
) -> Result<ExitCode> {
    let seed = fresh_seed();
    let Some((values, start)) = choose_setup(&mut console, game, seed)? else {
        return Ok(ExitCode::SUCCESS);
    };
    let Some(seats) = choose_seats(&mut console, game, &*start)? else {
        return Ok(ExitCode::SUCCESS);
    };
    let Some(dice) = choose_dice(&mut console, game)? else {
        return Ok(ExitCode::SUCCESS);
    };
    let left_to_them = values_for(game, &values, &seats);
    let mut start = game.start(&left_to_them, &mut Seed::new(seed).deal())?;
    let seats = seated(&mut *start, &seats);
    console.say("")?;
    let names = names(game, &*start, None, &seats)?;
    let seating = Seating {
        game,
        played: Match::new(start, names),
        setup: Some(values),
        kinds: seats,
        budget: budget(thinking),
        dice,
        seed,
    };
    let setting = Setting {
        console,
        colour,
        ascii,
        file: None,
        kept: None,
    };
    PlainTable::new(seating, setting)?.play()?;
    Ok(ExitCode::SUCCESS)
}

/// Asks until an answer is accepted; `None` if the player leaves.
fn choose<T>(
    console: &mut Console,
    question: &str,
    default: &str,
    accept: impl Fn(&str) -> Result<T, String>,
) -> Result<Option<T>> {
    loop {
        let Some(answer) = console.ask(&format!("{question} [{default}] > "))? else {
            return Ok(None);
        };
        let answer = match answer.as_str() {
            "quit" | "exit" | "q" => return Ok(None),
            "" => default,
            answer => answer,
        };
        match accept(answer) {
            Ok(accepted) => return Ok(Some(accepted)),
            Err(why) => console.say(&why)?,
        }
    }
}

fn choose_game(console: &mut Console) -> Result<Option<&'static dyn GameEntry>> {
    let games = parlour_catalog::games();
    for (number, game) in games.iter().enumerate() {
        let info = game.info();
        console.say(&format!(
            "  {}. {}: {}",
            number + 1,
            info.title,
            info.summary
        ))?;
    }
    choose(console, "\nWhich game?", "1", |answer| {
        let numbered = answer
            .parse::<usize>()
            .ok()
            .and_then(|number| games.get(number.checked_sub(1)?))
            .map(|game| game.info().id);
        parlour_catalog::game(numbered.unwrap_or(&answer.to_lowercase()))
            .ok_or_else(|| "Type the number or the name of a game.".to_owned())
    })
}

fn choose_setup(
    console: &mut Console,
    game: &dyn GameEntry,
    seed: u64,
) -> Result<Option<(SetupValues, Box<dyn Position>)>> {
    let mut values = SetupValues::new();
    let start = |values: &SetupValues| game.start(values, &mut Seed::new(seed).deal());
    for option in game.options() {
        let question = format!("{} ({})", option.name, option.help);
        let accepted = choose(console, &question, option.default, |answer| {
            let mut tried = values.clone();
            tried.set(option.name, answer);
            match start(&tried) {
                Err(error) if error.option == option.name => Err(error.message),
                _ => Ok(tried),
            }
        })?;
        match accepted {
            Some(accepted) => values = accepted,
            None => return Ok(None),
        }
    }
    let start = start(&values)?;
    Ok(Some((values, start)))
}

fn choose_dice(console: &mut Console, game: &dyn GameEntry) -> Result<Option<Dice>> {
    if !game.has_luck() {
        return Ok(Some(Dice::Thrown));
    }
    let question = "dice (thrown by the program, or own: you throw real ones)";
    choose(console, question, "thrown", |answer| match answer {
        "thrown" | "t" => Ok(Dice::Thrown),
        "own" | "o" => Ok(Dice::Asked),
        _ => Err("Type thrown or own.".to_owned()),
    })
}

fn choose_seats(
    console: &mut Console,
    game: &dyn GameEntry,
    start: &dyn Position,
) -> Result<Option<Vec<String>>> {
    console.say(&format!("\nWho plays? {HUMAN}, or:"))?;
    for Offer { name, bot } in game.offers() {
        console.say(&format!("  {name}: {}: {}", bot.name, bot.summary))?;
    }
    console.say("  list: all bots by their own names")?;
    let mut seats = Vec::new();
    // Input from a pipe must not depend on anything else.
    let last = match console.interactive {
        true => last_kinds(&data::folder(), game),
        false => Vec::new(),
    };
    let usual = usual_kinds(game, start, &last);
    for (seat, usual) in Seat::all(start.seats()).zip(&usual) {
        let name = start.seat_name(seat);
        let chosen = choose(console, &name, usual, |answer| {
            let bots = game.all_bots();
            let answer = answer.to_lowercase();
            if answer == HUMAN || bots.iter().any(|bot| bot.name == answer) {
                return Ok(answer);
            }
            let list = bots
                .iter()
                .map(|bot| format!("  {}: {}\n", bot.name, bot.summary));
            let list = match &*answer {
                "list" => list.collect(),
                _ => String::new(),
            };
            Err(format!("{list}Type {HUMAN} or the name of a bot."))
        })?;
        match chosen {
            Some(kind) => seats.push(kind),
            None => return Ok(None),
        }
    }
    if console.interactive {
        remember_kinds(&data::folder(), game, &seats);
    }
    Ok(Some(seats))
}
