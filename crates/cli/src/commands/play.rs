//! `parlour play`: who plays what, from where.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use clap::ArgMatches;
use parlour_arena::Spec;
use parlour_core::{Budget, GameEntry, Holds, Match, Position, Seed, USUAL_OPPONENT, quoted};
use parlour_host::{Dice, HUMAN, Kept, Seating, default_names, is_journal, values_for};
use parlour_tui::{Sitting, Start};

use crate::args::{self, Play};
use crate::commands::menu;
use crate::commands::table::{PlainTable, Setting, read_dice};
use crate::commands::verbs;
use crate::console::Console;
use crate::data;
use crate::files;
use crate::output::{Colour, Invalid, Usage};
use crate::screen;

pub(crate) fn run(play: &Play, options: &ArgMatches, colour: Colour) -> Result<ExitCode> {
    let game = files::game(&play.game.game)?;
    let mut seed = play.seed.seed.unwrap_or_else(verbs::fresh_seed);
    let setup = args::setup_values(options, game)?;
    let dice = read_dice(&play.dice)?;
    if play.load.as_deref().is_some_and(files::is_stdin) {
        let why = "--load: the players type on standard input; name a file instead";
        return Err(Usage(why.to_owned()).into());
    }
    // With nothing but the name of a game, an unfinished one may be meant, or
    // the form.
    let is_open = setup.names().next().is_none()
        && play.load.is_none()
        && play.seats.is_empty()
        && play.names.is_none()
        && play.seed.seed.is_none()
        && dice == Dice::Thrown;
    let on_screen = !play.plain && screen::is_there();
    if is_open && on_screen {
        return screen::play(Start::Ask(game), play, colour);
    }
    let mut console = Console::new();
    if is_open && console.interactive {
        if let Some(left) = continued(&mut console, Some(game))? {
            return left.play(play.time, play.ascii, console, colour);
        }
        return menu::begin(console, game, play.time, play.ascii, colour);
    }
    let (played, seats) = match &play.load {
        Some(path) => {
            if let Some(option) = setup.names().next() {
                return Err(Usage(format!("--{option} does not go with --load")).into());
            }
            let loaded = load(game, path, &play.seats, play.names.as_deref())?;
            seed = play.seed.seed.or(loaded.seed).unwrap_or(seed);
            (loaded.played, loaded.seats)
        }
        None => {
            let values = values_for(game, &setup, &play.seats);
            let mut start = game
                .start(&values, &mut Seed::new(seed).deal())
                .map_err(|bad| anyhow!("--{bad}"))?;
            let seats = seated(&mut *start, &play.seats);
            let names = names(game, &*start, play.names.as_deref(), &seats)?;
            (Match::new(start, names), seats)
        }
    };
    let told_who_plays = !seats.is_empty();
    let seating = Seating {
        game,
        kinds: known(game, played.position(), seats)?,
        played,
        setup: play.load.is_none().then_some(setup),
        budget: budget(play.time),
        dice,
        seed,
    };
    if on_screen {
        let sitting = Sitting {
            seating,
            file: play.load.clone(),
            kept: None,
        };
        return screen::play(Start::Play(Box::new(sitting)), play, colour);
    }
    if play.load.is_some() && !told_who_plays {
        console.say("All players are human; seat a bot with --seat.")?;
    }
    let setting = Setting {
        console,
        colour,
        ascii: play.ascii,
        file: play.load.clone(),
        kept: None,
    };
    PlainTable::new(seating, setting)?.play()?;
    Ok(ExitCode::SUCCESS)
}

/// A time for every move.
pub(crate) fn budget(time: Duration) -> Budget {
    Budget {
        time: Some(time),
        ..Budget::default()
    }
}

/// The kinds of players, if the game has that many seats and such bots.
fn known(game: &dyn GameEntry, position: &dyn Position, kinds: Vec<String>) -> Result<Vec<String>> {
    let seats = position.seats();
    if kinds.len() > usize::from(seats) {
        return Err(Usage(format!("--seat: the game has {seats} seats")).into());
    }
    for kind in kinds.iter().filter(|kind| *kind != HUMAN) {
        Spec::read(game, kind).map_err(|bad| Usage(bad.to_string()))?;
    }
    Ok(kinds)
}

/// A game that was left, to be resumed line by line.
pub(crate) struct Continued {
    kept: Kept,
    path: PathBuf,
}

/// Asks a person whether to continue the last game that was left, of any kind
/// or of this one.
pub(crate) fn continued(
    console: &mut Console,
    game: Option<&dyn GameEntry>,
) -> Result<Option<Continued>> {
    if !console.interactive {
        return Ok(None);
    }
    let extension = game.map(|game| game.info().extension);
    let Some(left) = parlour_tui::left(&data::folder(), extension)
        .into_iter()
        .next()
    else {
        return Ok(None);
    };
    console.say(&format!(
        "Not finished: {}",
        parlour_tui::summary_of(&left.path)
    ))?;
    if console.confirm("Continue it?", Some(true))? != Some(true) {
        return Ok(None);
    }
    let kept = left
        .read()
        .map_err(|why| anyhow!("cannot read the game that was left: {why}"))?;
    Ok(Some(Continued {
        kept,
        path: left.path,
    }))
}

impl Continued {
    pub(crate) fn play(
        self,
        time: Duration,
        ascii: bool,
        console: Console,
        colour: Colour,
    ) -> Result<ExitCode> {
        let seating = self.kept.seating(budget(time), verbs::fresh_seed());
        let setting = Setting {
            console,
            colour,
            ascii,
            file: None,
            kept: Some(self.path),
        };
        PlainTable::new(seating, setting)?.play()?;
        Ok(ExitCode::SUCCESS)
    }
}

struct Loaded {
    played: Match,
    /// The kinds of the players.
    seats: Vec<String>,
    /// Kept games have one; records may be sealed with one that is kept apart.
    seed: Option<u64>,
}

/// A saved game, finished or not, with other names if they are given.
fn load(
    game: &dyn GameEntry,
    path: &Path,
    seats: &[String],
    given: Option<&str>,
) -> Result<Loaded> {
    let name = files::shown_name(path);
    let bytes = files::read(path).with_context(|| format!("cannot read {name}"))?;
    let other = files::game_of(path, &bytes, None).map(|game| game.info().id);
    if let Ok(other) = other
        && other != game.info().id
    {
        return Err(Usage(format!(
            "{name} is a record of another game; try: parlour play {other} --load {name}"
        ))
        .into());
    }
    if is_journal(&bytes) {
        let text = String::from_utf8_lossy(&bytes);
        let kept =
            Kept::read(&text, parlour_catalog::game).map_err(|bad| anyhow!("{name}: {bad}"))?;
        let seats = if seats.is_empty() {
            kept.kinds
        } else {
            seats.to_vec()
        };
        return Ok(Loaded {
            played: kept.played,
            seats,
            seed: kept.seed,
        });
    }
    let reading = game.read_record(&bytes);
    let valid = reading.is_valid();
    match reading.record {
        None if reading.unfinished => Err(anyhow!("{name}: the board is too large to play on")),
        Some(mut record) if valid || reading.unfinished => {
            let seats = seated(&mut *record.start, seats);
            // A position holds no names.
            if game.holds(&bytes) == Holds::Position {
                record.names = names(game, &*record.start, given, &seats)?;
            } else if given.is_some() {
                record.names = names(game, &*record.start, given, &[])?;
            }
            let seal = record.sealed.as_ref().map(|seal| seal.commitment.as_str());
            let seed = parlour_tui::sealed_seed(&data::folder(), seal);
            Ok(Loaded {
                played: Match::resume(record).map_err(|finding| anyhow!(finding.message))?,
                seats,
                seed,
            })
        }
        _ => Err(Invalid {
            name,
            text: bytes,
            findings: reading.diagnostics,
        }
        .into()),
    }
}

/// The players: as given, then as the position says, which is updated with what
/// was given. Any other seats are human.
pub(crate) fn seated(position: &mut dyn Position, given: &[String]) -> Vec<String> {
    let mut seats = given.to_vec();
    if let Some(bots) = position.bots_seated() {
        let rest = bots.iter().skip(given.len());
        let kind = |is_bot: &bool| if *is_bot { USUAL_OPPONENT } else { HUMAN };
        seats.extend(rest.map(|is_bot| kind(is_bot).to_owned()));
        let bots: Vec<bool> = seats.iter().map(|kind| kind != HUMAN).collect();
        position.seat_bots(&bots);
    }
    seats
}

/// The names of the players: those given, or those of the seats.
pub(crate) fn names(
    game: &dyn GameEntry,
    start: &dyn Position,
    given: Option<&str>,
    seats: &[String],
) -> Result<Vec<String>> {
    let count = usize::from(start.seats());
    let names: Vec<String> = match given {
        Some(given) => given
            .split(',')
            .map(|name| name.trim().to_owned())
            .collect(),
        None => default_names(start, seats),
    };
    if names.len() != count {
        return Err(Usage(format!(
            "--names: {} names for {count} players",
            names.len()
        ))
        .into());
    }
    for (i, name) in names.iter().enumerate() {
        game.check_name(name)
            .map_err(|bad| Usage(format!("--names: {bad}")))?;
        if names[..i].contains(name) {
            return Err(Usage(format!("--names: two players called {}", quoted(name))).into());
        }
    }
    Ok(names)
}
