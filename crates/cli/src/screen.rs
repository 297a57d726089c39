//! The full-screen program, if there is a screen.

use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use parlour_core::GameEntry;
#[cfg(feature = "pictures")]
use parlour_tui::Pixels;
use parlour_tui::{Colours, Look, Rasteriser, Settings, Start, Theme, is_light_terminal};

use crate::args::Play;
use crate::bots;
use crate::data;
use crate::files;
use crate::output::{Colour, stdout_is_terminal};

/// How long a bot thinks about a move by default.
const THINKING: Duration = Duration::from_secs(2);

/// How long a bot looks at each position of a record.
const LOOKING: Duration = Duration::from_millis(250);

/// Whether there is a terminal that can show more than lines.
pub(crate) fn is_there() -> bool {
    let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    io::stdin().is_terminal() && stdout_is_terminal() && !dumb
}

/// How everything is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Showing {
    /// With ASCII characters only.
    pub(crate) ascii: bool,
    /// Nothing moves.
    pub(crate) still: bool,
    pub(crate) colour: Colour,
}

/// The menu.
pub(crate) fn menu(showing: Showing) -> Result<ExitCode> {
    run(Start::Menu, settings(showing, THINKING, None)?)
}

/// The requested game, or a question about it if only its name was given.
pub(crate) fn play(start: Start, play: &Play, colour: Colour) -> Result<ExitCode> {
    let showing = Showing {
        ascii: play.ascii,
        still: play.still,
        colour,
    };
    let settings = settings(showing, play.time, play.seed.seed)?;
    run(start, settings)
}

/// A guided first game.
pub(crate) fn learn(game: &'static dyn GameEntry, ascii: bool, colour: Colour) -> Result<ExitCode> {
    let showing = Showing {
        ascii,
        still: false,
        colour,
    };
    run(Start::Learn(game), settings(showing, THINKING, None)?)
}

/// A record.
pub(crate) fn explore(
    path: &Path,
    bytes: Vec<u8>,
    game: &'static dyn GameEntry,
    showing: Showing,
) -> Result<ExitCode> {
    let start = Start::File {
        path: path.to_owned(),
        bytes,
        game,
    };
    run(start, settings(showing, THINKING, None)?)
}

fn settings(showing: Showing, time: Duration, seed: Option<u64>) -> Result<Settings> {
    Ok(Settings {
        look: Look {
            colours: Colours::of_terminal(showing.colour.on_stdout()),
            ascii: showing.ascii,
            theme: Theme::on(is_light_terminal()),
            on_light: is_light_terminal(),
            cell: None,
        },
        time,
        look_at_records: Some(LOOKING),
        seed,
        data: data::folder(),
        world: bots::world(),
        folder: std::env::current_dir().context("cannot find out the current folder")?,
        offer_lessons: true,
        motion: !showing.still,
        rasteriser: rasteriser(),
        zone: jiff::tz::TimeZone::system(),
        write: |path, content| files::write(path, content).map_err(|error| format!("{error:#}")),
    })
}

/// Makes pixels of boards.
#[cfg(feature = "pictures")]
fn rasteriser() -> Option<Rasteriser> {
    Some(Rasteriser {
        paint: |svg, width| {
            let sheet = parlour_film::Sheet::read(svg).ok()?;
            let image = sheet.image_in_bands(width).ok()?;
            Some(Pixels {
                width: image.width(),
                height: image.height(),
                bytes: image.into_bytes(),
            })
        },
        png: |pixels| {
            let bytes = pixels.bytes.clone();
            let image = parlour_film::Image::new(pixels.width, pixels.height, bytes);
            let file = image.as_ref().map(parlour_film::quick_png);
            file.unwrap_or_default()
        },
    })
}

#[cfg(not(feature = "pictures"))]
fn rasteriser() -> Option<Rasteriser> {
    None
}

fn run(start: Start, settings: Settings) -> Result<ExitCode> {
    parlour_tui::run(start, settings)?;
    Ok(ExitCode::SUCCESS)
}
