//! `parlour draw`

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::ArgMatches;
use parlour_core::picture::{Frame, Look};
use parlour_core::{DrawOptions, Overlay, Position, Viewer};

use crate::args::Draw;
use crate::commands::verbs;
use crate::files;
use crate::output::{Colour, Invalid, Usage, stdout};

pub(crate) fn run(draw: &Draw, options: &ArgMatches, colour: Colour) -> Result<ExitCode> {
    let is_file = draw.position.is_none() && parlour_catalog::game(&draw.what).is_none();
    let position = if is_file {
        in_record(draw)?
    } else if draw.after.is_some() {
        return Err(Usage("--after is about a record, not a position".to_owned()).into());
    } else {
        let text = draw.position.as_deref().unwrap_or("start");
        verbs::position(files::game(&draw.what)?, text, options, None)?
    };
    let overlay = match &draw.show {
        Some(name) => Some(overlay(&*position, name)?),
        None => None,
    };
    let mut out = stdout();
    // Who has the text of a position knows all that is in it.
    if draw.svg {
        let look = Look {
            map: draw.map,
            overlay,
            ..Look::default()
        };
        let scene = position.paint(Viewer::All, &look)?;
        writeln!(out, "{}", scene.framed(&look, &Frame::default()).document())?;
    } else {
        let options = DrawOptions {
            coordinates: draw.coordinates,
            picks: false,
            map: draw.map,
        };
        let mut drawing = match overlay {
            Some(overlay) => position.draw_over(Viewer::All, overlay, options)?,
            None => position.draw(Viewer::All, options)?,
        };
        if draw.ascii {
            drawing = drawing.in_ascii();
        }
        writeln!(out, "{}", drawing.render(colour.wanted(&io::stdout())))?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// What is to be shown on the board, by its name.
fn overlay(position: &dyn Position, name: &str) -> Result<&'static Overlay, Usage> {
    let overlays = position.overlays();
    overlays
        .iter()
        .find(|overlay| overlay.name == name)
        .ok_or_else(|| {
            let known: Vec<String> = overlays
                .iter()
                .map(|overlay| format!("{} ({})", overlay.name, overlay.summary))
                .collect();
            Usage(if known.is_empty() {
                "this game has nothing to show on its board besides what lies there".to_owned()
            } else {
                format!("{name} cannot be shown; there is: {}", known.join(", "))
            })
        })
}

/// The position after so many steps of a record; after all if none are given.
fn in_record(draw: &Draw) -> Result<Box<dyn Position>> {
    let (path, after) = (Path::new(&draw.what), draw.after);
    let name = files::shown_name(path);
    let bytes = files::read(path).with_context(|| {
        let meant = parlour_catalog::nearest_id(&name);
        match meant {
            Some(game) => format!("there is no game and no file {name}; did you mean {game}?"),
            None => format!("cannot read {name}"),
        }
    })?;
    let game = files::game_of(path, &bytes, draw.game.id.as_deref())?;
    let reading = files::read_record(game, &bytes);
    let valid = reading.is_valid();
    let record = match reading.record {
        // What is good of a record can be drawn, if the rest is not asked for.
        Some(record)
            if valid
                || reading.unfinished
                || after.is_some_and(|after| after <= record.steps.len()) =>
        {
            record
        }
        _ => {
            return Err(Invalid {
                name,
                text: bytes,
                findings: reading.diagnostics,
            }
            .into());
        }
    };
    let count = after.unwrap_or(record.steps.len());
    if count > record.steps.len() {
        anyhow::bail!(
            "{name} has {} moves, so there is no position after {count}",
            record.steps.len()
        );
    }
    let mut position = record.start;
    for step in &record.steps[..count] {
        // A reader keeps only what the rules accept.
        position.take(step)?;
    }
    Ok(position)
}
