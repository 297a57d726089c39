//! The full-screen program, where there is a screen.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use parlour_core::GameEntry;
use parlour_tui::{Colours, Look, Settings, Start};

use crate::args::Play;
use crate::bots;
use crate::data;
use crate::files;
use crate::output::{Colour, stdout_is_terminal};

/// How long a bot thinks about a move, where nobody says.
const THINKING: Duration = Duration::from_secs(2);

/// How long a bot looks at each position of a record.
const LOOKING: Duration = Duration::from_millis(250);

/// Whether somebody sits at a terminal that can show more than lines.
pub(crate) fn is_there() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && stdout_is_terminal() && !dumb
}

/// The menu.
pub(crate) fn menu(ascii: bool, colour: Colour) -> Result<ExitCode> {
    run(Start::Menu, settings(ascii, colour, THINKING, None)?)
}

/// A game that was asked for, or what is asked where only its name was said.
pub(crate) fn play(start: Start, play: &Play, colour: Colour) -> Result<ExitCode> {
    let settings = settings(play.ascii, colour, play.time, play.seed.seed)?;
    run(start, settings)
}

/// A record.
pub(crate) fn explore(
    path: &Path,
    bytes: Vec<u8>,
    game: &'static dyn GameEntry,
    ascii: bool,
    colour: Colour,
) -> Result<ExitCode> {
    let start = Start::File {
        path: path.to_owned(),
        bytes,
        game,
    };
    run(start, settings(ascii, colour, THINKING, None)?)
}

fn settings(ascii: bool, colour: Colour, time: Duration, seed: Option<u64>) -> Result<Settings> {
    Ok(Settings {
        look: Look {
            colours: Colours::of_terminal(colour.on_stdout()),
            ascii,
        },
        time,
        look_at_records: Some(LOOKING),
        seed,
        data: data::folder(),
        world: bots::world(),
        folder: std::env::current_dir().context("cannot tell the current folder")?,
        zone: jiff::tz::TimeZone::system(),
        write: |path, content| files::write(path, content).map_err(|error| format!("{error:#}")),
    })
}

fn run(start: Start, settings: Settings) -> Result<ExitCode> {
    parlour_tui::run(start, settings)?;
    Ok(ExitCode::SUCCESS)
}
