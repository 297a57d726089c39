//! `parlour draw`

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::ArgMatches;
use parlour_core::picture::{Caption, Frame, Look, Paints};
use parlour_core::{
    AnyStep, DrawOptions, GameEntry, Limits, Overlay, Position, Turn, Viewer, caption,
};
use parlour_host::default_names;

use crate::args::Draw;
use crate::bots;
use crate::commands::pictures::{self, Made};
use crate::commands::verbs;
use crate::files;
use crate::output::{Colour, Invalid, Usage};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Text,
    Svg,
    Png,
}

pub(crate) fn run(draw: &Draw, options: &ArgMatches, colour: Colour) -> Result<ExitCode> {
    let output = draw.output.as_deref();
    let formats = [
        (Format::Svg, "svg", draw.svg),
        (Format::Png, "png", draw.png),
        (Format::Text, "txt", false),
    ];
    let format = pictures::format(&formats, output)?.unwrap_or(Format::Text);
    match format {
        Format::Text => refuse_options_of_pictures(draw)?,
        Format::Png => pictures::refuse_terminal("PNG picture", output)?,
        Format::Svg => {}
    }
    let sight = sight(draw, options)?;
    let who = pictures::viewer(&*sight.position, &sight.names, draw.seen.seat.as_deref())?;
    let overlay = match &draw.show {
        Some(name) => Some(overlay(&*sight.position, name)?),
        None => None,
    };
    let content = match format {
        Format::Text => Made::Text(text(draw, &sight, who, overlay, colour)?),
        Format::Svg => Made::Text(svg(draw, &sight, who, overlay)? + "\n"),
        Format::Png => Made::Bytes(pictures::png(
            &svg(draw, &sight, who, overlay)?,
            draw.width,
        )?),
    };
    pictures::put(&content, output)?;
    Ok(ExitCode::SUCCESS)
}

fn refuse_options_of_pictures(draw: &Draw) -> Result<(), Usage> {
    let given = [
        ("hint", draw.hint),
        ("bare", draw.bare),
        ("no-labels", draw.no_labels),
        ("theme", draw.seen.theme.is_some()),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((option, _)) => Err(Usage(format!(
            "--{option} is for pictures: add --svg, --png or -o FILE"
        ))),
        None => Ok(()),
    }
}

/// A position to be drawn, and what is known about it.
struct Sight {
    game: &'static dyn GameEntry,
    /// The players of a record; empty for a position alone.
    names: Vec<String>,
    position: Box<dyn Position>,
    /// The last move, and the position before it.
    last: Option<(Box<dyn Position>, AnyStep)>,
}

impl Sight {
    fn take(&mut self, step: &AnyStep) -> Result<(), parlour_core::Illegal> {
        let before = self.position.clone();
        self.position.take(step)?;
        // A chance event moves nothing: the last move is still the one before.
        if before.turn() != Turn::Chance || self.last.is_none() {
            self.last = Some((before, step.clone()));
        }
        Ok(())
    }
}

fn sight(draw: &Draw, options: &ArgMatches) -> Result<Sight> {
    let is_file = draw.position.is_none() && parlour_catalog::game(&draw.what).is_none();
    let mut sight = if is_file {
        let path = Path::new(&draw.what);
        let found = pictures::record(path, draw.game.id.as_deref(), draw.after)?;
        let mut sight = Sight {
            game: found.game,
            names: found.record.names,
            position: found.record.start,
            last: None,
        };
        let steps = found.record.steps.iter();
        for step in steps.take(draw.after.unwrap_or(usize::MAX)) {
            // A reader keeps only what the rules accept.
            sight.take(step)?;
        }
        sight
    } else if draw.after.is_some() {
        return Err(Usage("--after is about a record, not a position".to_owned()).into());
    } else {
        let game = files::game(&draw.what)?;
        let text = draw.position.as_deref().unwrap_or("start");
        Sight {
            game,
            names: Vec::new(),
            position: verbs::position(game, text, options, draw.seed.seed)?,
            last: None,
        }
    };
    for (i, text) in draw.moves.iter().enumerate() {
        let step = sight.position.read(text).and_then(|step| {
            let taken = sight.take(&step);
            taken.map_err(|illegal| illegal.at(0..text.len()))
        });
        step.map_err(|finding| Invalid::one(format!("move {}", i + 1), text, finding))?;
    }
    Ok(sight)
}

/// The last move and the position before it, if wanted.
fn last<'a>(draw: &Draw, sight: &'a Sight) -> Result<Option<(&'a dyn Position, &'a AnyStep)>> {
    match &sight.last {
        _ if !draw.last => Ok(None),
        None => bail!("there is no last move: give a record, or a move with --move MOVE"),
        Some((before, step)) => Ok(Some((&**before, step))),
    }
}

fn text(
    draw: &Draw,
    sight: &Sight,
    who: Viewer,
    overlay: Option<&Overlay>,
    colour: Colour,
) -> Result<String> {
    let last = last(draw, sight)?.map(|(before, step)| before.trace_of(step));
    let last = last.unwrap_or_default();
    let options = DrawOptions {
        coordinates: draw.coordinates,
        picks: false,
        map: draw.seen.map,
        last: &last,
        ..DrawOptions::default()
    };
    let position = &*sight.position;
    let mut drawing = match overlay {
        Some(overlay) => position.draw_over(who, overlay, options)?,
        None => position.draw(who, options)?,
    };
    if draw.ascii {
        drawing = drawing.in_ascii();
    }
    let rich = draw.output.is_none() && colour.on_stdout();
    Ok(drawing.render(rich) + "\n")
}

fn svg(draw: &Draw, sight: &Sight, who: Viewer, overlay: Option<&Overlay>) -> Result<String> {
    let position = &*sight.position;
    let names = match sight.names.is_empty() {
        true => default_names(position, &[]),
        false => sight.names.clone(),
    };
    let (mut moved, mut hinted, mut told) = (Vec::new(), Vec::new(), Vec::new());
    if let Some((before, step)) = last(draw, sight)? {
        moved = before.motions(position, who);
        told.push(caption(&names, before, step, who));
    }
    if draw.hint {
        let best = hint(draw, sight)?;
        let mut after = position.boxed_clone();
        after.take(&best)?;
        hinted = position.motions(&*after, who);
        // An arrow does not tell everything, such as a colour.
        told.push(format!("Hint: {}", caption(&names, position, &best, who)));
    }
    let look = Look {
        paints: Paints::Fixed(draw.seen.theme.unwrap_or_default()),
        below: match who {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Public | Viewer::All => None,
        },
        bare: draw.no_labels,
        map: draw.seen.map,
        overlay,
        last: &moved,
        hint: &hinted,
        ..Look::default()
    };
    let scene = position.paint(who, &look)?;
    if draw.bare {
        return Ok(scene.board.document());
    }
    let frame = Frame {
        caption: match told.is_empty() {
            true => Caption::Status,
            false => Caption::With(told.join(" ")),
        },
        ..Frame::of(position, sight.game.info().title, &sight.names)
    };
    Ok(scene.framed(&look, &frame).document())
}

/// The strongest bot's move.
fn hint(draw: &Draw, sight: &Sight) -> Result<AnyStep> {
    let position = &*sight.position;
    match position.turn() {
        Turn::Over(_) => bail!("the game is over: there is no hint"),
        Turn::Chance => bail!("a throw or deal comes next: there is no move to choose"),
        Turn::Seat(_) => {}
    }
    let name = bots::to_ask(sight.game, None, position)?;
    let seed = draw.seed.seed.unwrap_or_else(verbs::fresh_seed);
    let mut bot = bots::bot(sight.game, name, seed)?;
    Ok(bot.advise(position, &Limits::time(draw.time))?.best)
}

/// The overlay of that name.
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
                "this game has nothing else to show on its board".to_owned()
            } else {
                format!("{name} cannot be shown; choose from: {}", known.join(", "))
            })
        })
}
