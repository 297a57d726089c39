//! `parlour review`

mod ledger;
mod text;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use parlour_core::review::{self, ReviewError, ReviewedStep};
use parlour_core::{AnyRecord, GameEntry, Holds, Limits, Turn};
use parlour_host::{ReviewLine, is_journal, ledger_lines, review_line, review_lines};

use crate::args::Review;
use crate::bots;
use crate::commands::pictures::Plotter;
use crate::files;
use crate::output::{self, Colour, Invalid, Usage, print_json, stdout};

/// Bots that choose at random among equals always choose the same.
const SEED: u64 = 0;

pub(crate) fn run(args: &Review, colour: Colour) -> Result<ExitCode> {
    let is_picture = args.svg || args.png || args.output.is_some();
    let plotter = match is_picture {
        true => Some(Plotter::new(
            [args.svg, args.png],
            args.output.as_deref(),
            args.theme,
        )?),
        false if args.theme.is_some() => {
            let why = "--theme is for pictures: add --svg, --png or -o FILE";
            return Err(Usage(why.to_owned()).into());
        }
        false => None,
    };
    if let Some(plotter) = &plotter {
        plotter.prepare()?;
    }
    let name = files::shown_name(&args.file);
    let bytes = files::read(&args.file).with_context(|| format!("cannot read {name}"))?;
    let game = files::game_of(&args.file, &bytes, args.game.id.as_deref())?;
    let reading = files::read_record(game, &bytes);
    let valid = reading.is_valid();
    let record = match reading.record {
        None if reading.unfinished => bail!("{name}: the board is too large to look at"),
        Some(record) if valid || reading.unfinished => record,
        _ => {
            return Err(Invalid {
                name,
                text: bytes,
                findings: reading.diagnostics,
            }
            .into());
        }
    };
    if game.holds(&bytes) == Holds::Position && !is_journal(&bytes) {
        bail!(
            "{name} holds a position without the moves that led to it: there is nothing to review"
        );
    }
    if let Some(ledger) = keep(game, &record)? {
        if args.bot.is_some() {
            return Err(Usage(format!(
                "records of {} are reviewed without a bot",
                game.info().title
            ))
            .into());
        }
        let mut out = stdout();
        if args.json.json {
            print_lines(&mut out, ledger_lines(game, &*record.start, &ledger))?;
        } else if let Some(plotter) = &plotter {
            plotter.put(&review::bars(&ledger, &plotter.look()))?;
        } else {
            let rich = colour.on_stdout();
            out.styled(&ledger::page(&ledger, output::width(), rich))?;
        }
        out.flush()?;
        return Ok(ExitCode::SUCCESS);
    }
    let bot = bots::to_ask(game, args.bot.as_deref(), &*record.start)?;
    let unjudged = unjudged(&record);
    let mut out = stdout();
    if let Some(plotter) = &plotter {
        let review = look(args.time, bot, game, &record, &mut |_| Ok(()))?;
        plotter.put(&review::picture(&review, &plotter.look()))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut page = text::Page::new(&unjudged, output::width(), colour.on_stdout());
    let start = &*record.start;
    let mut printed = 0;
    let review = look(args.time, bot, game, &record, &mut |review| {
        // A bot that was asked for may know nothing at all, and is refused then.
        if args.bot.is_some() && !knows_something(review) {
            return Ok(());
        }
        if args.json.json {
            for step in printed..review.steps.len() {
                print_json(&mut out, &review_line(start, review, step))?;
            }
            printed = review.steps.len();
        } else {
            out.styled(&page.more(review))?;
        }
        out.flush()
    })?;
    if args.json.json {
        let lines = review_lines(game, bot, start, &review);
        print_lines(&mut out, lines.into_iter().skip(printed))?;
    } else {
        out.styled(&page.rest(&review))?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// A record's steps before anything is known about them.
fn unjudged(record: &AnyRecord) -> review::Review {
    let mut position = record.start.clone();
    let mut steps = Vec::with_capacity(record.steps.len());
    for step in &record.steps {
        let seat = match position.turn() {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        };
        let text = position.write(step);
        // The review will say why.
        if position.take(step).is_err() {
            break;
        }
        steps.push(ReviewedStep {
            text,
            seat,
            before: None,
            after: None,
            choice: None,
        });
    }
    review::Review {
        names: record.names.clone(),
        start: None,
        steps,
        outcome: position.turn().outcome(),
    }
}

fn knows_something(review: &review::Review) -> bool {
    review.start.is_some() || review.steps.iter().any(ReviewedStep::is_known)
}

/// The review in the game's own unit, if it has one.
pub(super) fn keep(game: &dyn GameEntry, record: &AnyRecord) -> Result<Option<review::Ledger>> {
    let bar = bar(record, "reviewing".to_owned())?;
    let ledger = game.ledger(record, &mut |done, _| bar.set_position(done as u64));
    bar.finish_and_clear();
    Ok(ledger)
}

/// A progress bar, shown on a terminal only.
fn bar(record: &AnyRecord, message: String) -> Result<ProgressBar> {
    let bar = ProgressBar::new(record.steps.len() as u64).with_style(
        ProgressStyle::with_template("{msg} {wide_bar} {pos} of {len} steps {elapsed}")
            .context("the form of the progress bar")?,
    );
    bar.set_message(message);
    // One position may take a while.
    bar.enable_steady_tick(Duration::from_millis(200));
    Ok(bar)
}

/// Lets the bot look at every position; `watch` gets the review so far after every step.
pub(super) fn look(
    time: Duration,
    bot: &str,
    game: &dyn GameEntry,
    record: &AnyRecord,
    watch: &mut dyn FnMut(&review::Review) -> io::Result<()>,
) -> Result<review::Review> {
    let bar = bar(record, format!("reviewing, at most {time:?} a position"))?;
    let stop = Arc::new(AtomicBool::new(false));
    let mut watched = Ok(());
    let review = review::review(
        game,
        record,
        &mut *bots::bot(game, bot, SEED)?,
        &|| Limits {
            stop: Arc::clone(&stop),
            ..Limits::time(time)
        },
        &mut |done, review| {
            bar.set_position(done as u64);
            if watched.is_ok() {
                watched = bar.suspend(|| watch(review));
                // Nobody reads it any more.
                stop.store(watched.is_err(), Ordering::Relaxed);
            }
        },
    );
    bar.finish_and_clear();
    watched?;
    review.map_err(|why| match why {
        ReviewError::NoValues => anyhow!(
            "the bot {bot} does not know the chance to win in any position of this game; \
             try another one with --bot, or more --time"
        ),
        why => why.into(),
    })
}

fn print_lines(
    out: &mut impl Write,
    lines: impl IntoIterator<Item = ReviewLine>,
) -> io::Result<()> {
    for line in lines {
        print_json(out, &line)?;
    }
    Ok(())
}
