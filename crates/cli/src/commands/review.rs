//! `parlour review`

mod ledger;
mod text;

use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use indicatif::{ProgressBar, ProgressStyle};
use parlour_core::review::{self, Unreviewable, Verdict};
use parlour_core::{AnyRecord, GameEntry, Holds, Limits, Outcome, Position, Seat};
use parlour_host::is_journal;
use serde::Serialize;

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
            ledger::print_lines(&mut out, game, &*record.start, &ledger)?;
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
    let review = look(args.time, bot, game, &record)?;
    let mut out = stdout();
    if args.json.json {
        print_lines(&mut out, game, bot, &*record.start, &review)?;
    } else if let Some(plotter) = &plotter {
        plotter.put(&review::picture(&review, &plotter.look()))?;
    } else {
        let rich = colour.on_stdout();
        out.styled(&text::page(&review, output::width(), rich))?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The review in the game's own measure, where it has one.
pub(super) fn keep(game: &dyn GameEntry, record: &AnyRecord) -> Result<Option<review::Ledger>> {
    let bar = bar(record)?;
    let ledger = game.ledger(record, &mut |done, _| bar.set_position(done as u64));
    bar.finish_and_clear();
    Ok(ledger)
}

/// Shown on a terminal only.
fn bar(record: &AnyRecord) -> Result<ProgressBar> {
    let bar = ProgressBar::new(record.steps.len() as u64).with_style(
        ProgressStyle::with_template("{msg} {wide_bar} {pos} of {len} steps {elapsed}")
            .context("the form of the progress bar")?,
    );
    bar.set_message("reviewing");
    // One position may take a while.
    bar.enable_steady_tick(Duration::from_millis(200));
    Ok(bar)
}

/// Has the bot look at every position.
pub(super) fn look(
    time: Duration,
    bot: &str,
    game: &dyn GameEntry,
    record: &AnyRecord,
) -> Result<review::Review> {
    let bar = bar(record)?;
    let review = review::review(
        game,
        record,
        &mut *bots::bot(game, bot, SEED)?,
        &|| Limits::time(time),
        &mut |done, _| bar.set_position(done as u64),
    );
    bar.finish_and_clear();
    review.map_err(|why| match why {
        Unreviewable::NoValues => anyhow!(
            "the bot {bot} does not know the chance to win in any position of this game; \
             try another one with --bot, or more --time"
        ),
        why => why.into(),
    })
}

/// A step; all chances are the first seat's but for `loss`.
#[derive(Serialize)]
struct StepLine<'a> {
    step: usize,
    kind: &'static str,
    seat: Option<&'a str>,
    player: Option<&'a str>,
    text: &'a str,
    before: Option<f64>,
    after: Option<f64>,
    luck: Option<f64>,
    best: Option<&'a str>,
    loss: Option<f64>,
    verdict: Option<String>,
}

#[derive(Serialize)]
struct SummaryLine<'a> {
    kind: &'static str,
    game: &'a str,
    bot: &'a str,
    over: bool,
    winner: Option<&'a str>,
    start: Option<f64>,
    end: Option<f64>,
    luck: f64,
    unknown: usize,
    players: Vec<PlayerLine<'a>>,
}

#[derive(Serialize)]
struct PlayerLine<'a> {
    seat: &'a str,
    player: &'a str,
    accuracy: Option<f64>,
    lost: f64,
    at_stake: f64,
    choices: usize,
    best: usize,
    good: usize,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

/// Prints a line of JSON for every step, and the summary.
fn print_lines(
    out: &mut impl Write,
    game: &dyn GameEntry,
    bot: &str,
    start: &dyn Position,
    review: &review::Review,
) -> Result<()> {
    let seats: Vec<_> = Seat::all(2).map(|seat| start.seat_name(seat)).collect();
    let seat_name = |seat: Seat| &*seats[seat.index()];
    for (index, step) in review.steps.iter().enumerate() {
        let choice = step.choice.as_ref();
        let line = StepLine {
            step: index + 1,
            kind: if step.seat.is_some() { "move" } else { "luck" },
            seat: step.seat.map(seat_name),
            player: step.seat.map(|seat| &*review.names[seat.index()]),
            text: &step.text,
            before: step.before,
            after: step.after,
            luck: step.luck(),
            best: choice.map(|choice| &*choice.best),
            loss: choice.map(|choice| choice.loss()),
            verdict: choice.map(|choice| choice.verdict.to_string()),
        };
        print_json(out, &line)?;
    }
    let player = |seat: Seat| {
        let skill = review.skill(seat);
        PlayerLine {
            seat: seat_name(seat),
            player: &review.names[seat.index()],
            accuracy: skill.accuracy(),
            lost: skill.lost,
            at_stake: skill.at_stake,
            choices: skill.choices(),
            best: skill.count(Verdict::Best),
            good: skill.count(Verdict::Good),
            inaccuracies: skill.count(Verdict::Inaccuracy),
            mistakes: skill.count(Verdict::Mistake),
            blunders: skill.count(Verdict::Blunder),
        }
    };
    let summary = SummaryLine {
        kind: "summary",
        game: game.info().id,
        bot,
        over: review.outcome.is_some(),
        winner: match review.outcome {
            Some(Outcome::Win(seat)) => Some(seat_name(seat)),
            _ => None,
        },
        start: review.start,
        end: review.chances().last().flatten(),
        luck: review.luck(),
        unknown: review.steps.iter().filter(|step| !step.is_known()).count(),
        players: Seat::all(2).map(player).collect(),
    };
    print_json(out, &summary)?;
    Ok(())
}
