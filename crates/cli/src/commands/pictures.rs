//! What the commands that make pictures share.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use parlour_core::picture::{Look, Paints, Picture, Theme};
use parlour_core::{AnyRecord, GameEntry, Position, Viewer};

use crate::args::Plot;
use crate::commands::verbs;
use crate::files;
use crate::output::{Invalid, Usage, stderr, stdout, stdout_is_terminal};

/// A record to be looked at, with its game.
pub(super) struct Found {
    pub(super) name: String,
    pub(super) game: &'static dyn GameEntry,
    pub(super) record: AnyRecord,
}

/// Reads a record of which only this many steps are wanted: its valid part can be shown, if the
/// rest is not needed.
pub(super) fn record(path: &Path, game: Option<&str>, wanted: Option<usize>) -> Result<Found> {
    let name = files::shown_name(path);
    let bytes = files::read(path).with_context(|| {
        let meant = parlour_catalog::nearest_id(&name);
        match meant {
            Some(game) => format!("there is no game and no file {name}; did you mean {game}?"),
            None => format!("cannot read {name}"),
        }
    })?;
    let game = files::game_of(path, &bytes, game)?;
    let reading = files::read_record(game, &bytes);
    let sound = reading.is_valid() || reading.unfinished;
    let enough = |steps: usize| wanted.is_some_and(|wanted| wanted <= steps);
    match reading.record {
        Some(record) if sound || enough(record.steps.len()) => {
            if let Some(wanted) = wanted.filter(|wanted| *wanted > record.steps.len()) {
                bail!(
                    "{name} has {} moves, so there is no position after {wanted}",
                    record.steps.len()
                );
            }
            Ok(Found { name, game, record })
        }
        _ => Err(Invalid {
            name,
            text: bytes,
            findings: reading.diagnostics,
        }
        .into()),
    }
}

/// The viewer: a seat or a player by name, or one who may see everything.
pub(super) fn viewer(
    position: &dyn Position,
    players: &[String],
    name: Option<&str>,
) -> Result<Viewer, Usage> {
    let Some(name) = name else {
        // Anyone who has the text of a position knows everything in it.
        return Ok(Viewer::All);
    };
    let seats = parlour_core::Seat::all(position.seats());
    let mut players = seats.zip(players).filter(|(_, player)| *player == name);
    match (players.next(), players.next()) {
        (Some((seat, _)), None) => Ok(Viewer::Seat(seat)),
        _ => verbs::viewer(position, name),
    }
}

/// The requested format, by an option or by the extension of a file name. `formats` are the known
/// ones with their extensions, and whether their option was given.
pub(super) fn format<T: Copy>(
    formats: &[(T, &str, bool)],
    output: Option<&Path>,
) -> Result<Option<T>, Usage> {
    let asked = formats.iter().find(|(.., given)| *given);
    let Some(path) = output else {
        return Ok(asked.map(|(format, ..)| *format));
    };
    let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
    let named = formats
        .iter()
        .find(|(_, known, _)| ending.as_deref().is_some_and(|ending| ending == *known));
    match (asked, named) {
        (Some((_, option, _)), Some((_, ending, _))) if option != ending => Err(Usage(format!(
            "--{option} does not go with a file named .{ending}"
        ))),
        (Some((format, ..)), _) | (None, Some((format, ..))) => Ok(Some(*format)),
        (None, None) => {
            let endings: Vec<String> = formats.iter().map(|(_, e, _)| format!(".{e}")).collect();
            Err(Usage(format!(
                "the format of {} is not clear: its name should end in {}",
                files::shown_name(path),
                endings.join(" or ")
            )))
        }
    }
}

/// Makes sure, before work begins, that binary data does not go to a terminal.
pub(super) fn refuse_terminal(what: &str, output: Option<&Path>) -> Result<(), Usage> {
    match output {
        None if stdout_is_terminal() => Err(Usage(format!(
            "a {what} is not text for a terminal: write it to a file with -o FILE, or to a pipe"
        ))),
        _ => Ok(()),
    }
}

/// What a command has made.
pub(super) enum Made {
    Text(String),
    Bytes(Vec<u8>),
}

/// Writes to a file, or to standard output if there is none.
pub(super) fn put(made: &Made, output: Option<&Path>) -> Result<()> {
    if let Some(path) = output {
        return match made {
            Made::Text(text) => files::write(path, text.as_bytes()),
            Made::Bytes(bytes) => files::write(path, bytes),
        };
    }
    let mut out = stdout();
    match made {
        Made::Text(text) => out.styled(text)?,
        Made::Bytes(bytes) => out.own(bytes)?,
    }
    out.flush()?;
    Ok(())
}

/// A picture as pixels.
#[cfg(feature = "pictures")]
pub(super) fn png(svg: &str, width: u32) -> Result<Vec<u8>> {
    let sheet = parlour_film::Sheet::read(svg)?;
    mention(sheet.lost())?;
    Ok(parlour_film::png(&sheet.image(width)?))
}

#[cfg(not(feature = "pictures"))]
pub(super) fn png(_: &str, _: u32) -> Result<Vec<u8>> {
    bail!("this program was built without PNG pictures; SVG works")
}

/// The pixels per unit of a chart: enough for a sharp screen.
const CHART_SCALE: f32 = 2.0;

/// A chart in the format that is asked for.
fn chart(picture: &Picture, is_png: bool) -> Result<Made> {
    let svg = picture.document();
    match is_png {
        true => png(&svg, (picture.width * CHART_SCALE) as u32).map(Made::Bytes),
        false => Ok(Made::Text(svg + "\n")),
    }
}

/// The destination and format of a chart, checked before long work begins.
pub(super) struct Plotter {
    is_png: bool,
    output: Option<PathBuf>,
    paints: Paints,
}

impl Plotter {
    /// For a command that writes its charts to a file.
    pub(super) fn into_file(plot: &Plot) -> Result<Option<Plotter>, Usage> {
        let Some(path) = &plot.plot else {
            return Ok(None);
        };
        Plotter::new([false, false], Some(path), plot.theme).map(Some)
    }

    /// For a command with the options `--svg` and `--png` for its output.
    pub(super) fn new(
        [svg, png]: [bool; 2],
        output: Option<&Path>,
        theme: Option<Theme>,
    ) -> Result<Plotter, Usage> {
        let formats = [(false, "svg", svg), (true, "png", png)];
        let is_png = format(&formats, output)?.unwrap_or(false);
        if is_png {
            refuse_terminal("PNG picture", output)?;
        }
        Ok(Plotter {
            is_png,
            output: output.map(Path::to_owned),
            paints: Paints::Fixed(theme.unwrap_or_default()),
        })
    }

    /// How its charts look.
    pub(super) fn look(&self) -> Look<'static> {
        Look {
            paints: self.paints,
            ..Look::default()
        }
    }

    /// Its file, if it has one.
    pub(super) fn output(&self) -> Option<&Path> {
        self.output.as_deref()
    }

    /// Makes sure that its file can be written.
    pub(super) fn prepare(&self) -> Result<()> {
        self.output.as_deref().map_or(Ok(()), files::prepare)
    }

    /// Writes a chart.
    pub(super) fn put(&self, picture: &Picture) -> Result<()> {
        put(&chart(picture, self.is_png)?, self.output.as_deref())
    }
}

/// Mentions letters that a picture shows as boxes.
#[cfg(feature = "pictures")]
pub(super) fn mention(lost: &parlour_film::Lost) -> io::Result<()> {
    match lost.0.is_empty() {
        true => Ok(()),
        false => writeln!(stderr(), "note: {lost}; boxes are shown instead"),
    }
}
