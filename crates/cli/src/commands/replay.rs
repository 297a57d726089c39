//! `parlour replay`

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use parlour_core::review::{Choice, ReviewedStep, Verdict};
use parlour_core::{DrawOptions, GameEntry, Match, Position, TextRecord, Viewer, caption};

use crate::args::Replay;
use crate::bots;
use crate::files;
use crate::output::{Colour, Invalid, stdout};
use crate::screen;

pub(crate) fn run(replay: &Replay, colour: Colour) -> Result<ExitCode> {
    let name = replay.file.display().to_string();
    let bytes = files::read(&replay.file).with_context(|| format!("cannot read {name}"))?;
    let game = files::game_of(&replay.file, &bytes, replay.game.id.as_deref())?;
    if !replay.plain && !replay.captions && screen::is_there() {
        return screen::explore(&replay.file, bytes, game, replay.ascii, colour);
    }
    let reading = game.read_record(&bytes);
    let valid = reading.is_valid();
    let record = match reading.record {
        Some(record) if valid => record,
        _ => {
            let mut findings = reading.diagnostics;
            if reading.unfinished {
                let id = game.info().id;
                let help = format!("to play on: parlour play {id} --load {name}");
                findings.iter_mut().for_each(|finding| {
                    finding.help = Some(help.clone().into());
                });
            }
            return Err(Invalid {
                name,
                text: bytes,
                findings,
            }
            .into());
        }
    };
    let marks = match (replay.marks, replay.analyse) {
        (true, _) => Some(comments(replay, &*game, &record, mark)?),
        (_, true) => Some(comments(replay, &*game, &record, analysis)?),
        _ => None,
    };
    let captions = replay.captions || marks.is_some();
    print(
        &record,
        captions,
        marks.as_deref(),
        colour.wanted(&io::stdout()),
    )?;
    Ok(ExitCode::SUCCESS)
}

/// What there is to say of every step under the eye of the strongest bot.
fn comments(
    replay: &Replay,
    game: &dyn GameEntry,
    record: &TextRecord,
    comment: fn(&ReviewedStep) -> Option<String>,
) -> Result<Vec<String>> {
    let bot = bots::to_ask(game, None, &*record.start)?;
    let review = super::review::look(replay.time, bot, game, record)?;
    let steps = review.steps.iter();
    Ok(steps
        .map(|step| comment(step).unwrap_or_default())
        .collect())
}

/// The sign of a bad move, and a better one.
fn mark(step: &ReviewedStep) -> Option<String> {
    let choice = step.choice.as_ref()?;
    let sign = choice.verdict.sign();
    if sign.is_empty() {
        return None;
    }
    let points = 100.0 * choice.loss();
    let (verdict, best) = (choice.verdict, &choice.best);
    Some(format!(
        " {sign} {verdict}, {points:.0} points; better: {best}"
    ))
}

/// What a move did, bad or good.
fn analysis(step: &ReviewedStep) -> Option<String> {
    step.seat?;
    let Some(choice) = &step.choice else {
        return Some(" · not solved in time".to_owned());
    };
    let Choice { best, only, .. } = choice;
    let is_forced = choice.verdict == Verdict::Forced;
    let wins = |chance: f64| chance >= 1.0;
    let text = match (wins(choice.best_chance), wins(choice.chance)) {
        (true, true) if is_forced => "the only move, and it wins".to_owned(),
        (true, true) if *only => "the only winning move".to_owned(),
        (true, true) => "keeps the win".to_owned(),
        (true, false) if choice.chance <= 0.0 => format!("?? blunder: {best} would have won"),
        _ if choice.best_chance <= 0.0 => "every move loses".to_owned(),
        _ => match mark(step) {
            Some(mark) => return Some(mark),
            None => format!("{}", choice.verdict),
        },
    };
    Some(format!(" · {text}"))
}

/// Prints every position in order. `marks` stand behind the captions.
fn print(
    record: &TextRecord,
    captions: bool,
    marks: Option<&[String]>,
    colour: bool,
) -> Result<()> {
    let mut out = stdout();
    let mut replayed = Match::new(record.start.clone(), record.names.clone());
    let draw = |out: &mut dyn Write, position: &dyn Position| -> Result<()> {
        let drawing = position.draw(Viewer::All, DrawOptions::default())?;
        writeln!(out, "{}", drawing.render(colour))?;
        Ok(())
    };
    draw(&mut out, replayed.position())?;
    for (index, step) in record.steps.iter().enumerate() {
        if captions {
            writeln!(
                out,
                "\n{}{}",
                caption(&record.names, replayed.position(), step, Viewer::All),
                marks.map_or("", |marks| &marks[index]),
            )?;
        }
        replayed
            .play(step)
            .map_err(|finding| Invalid::one("record", step, finding))?;
        draw(&mut out, replayed.position())?;
    }
    if captions && let Some(result) = replayed.result() {
        writeln!(out, "\n{result}")?;
    }
    out.flush()?;
    Ok(())
}
