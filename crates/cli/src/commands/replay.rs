//! `parlour replay`

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use parlour_core::review::{Account, Choice, Mark, ReviewedStep, Verdict};
use parlour_core::{AnyRecord, DrawOptions, GameEntry, Match, Position, Viewer, caption};
use parlour_host::is_journal;

use crate::args::Replay;
use crate::bots;
use crate::commands::review;
use crate::files;
use crate::output::{Colour, Invalid, stdout};
use crate::screen;

pub(crate) fn run(replay: &Replay, colour: Colour) -> Result<ExitCode> {
    let name = files::shown_name(&replay.file);
    let bytes = files::read(&replay.file).with_context(|| format!("cannot read {name}"))?;
    let game = files::game_of(&replay.file, &bytes, replay.game.id.as_deref())?;
    let is_printed = replay.plain || replay.captions || replay.words;
    if !is_printed && screen::is_there() {
        let showing = screen::Showing {
            ascii: replay.ascii,
            still: replay.still,
            colour,
        };
        return screen::explore(&replay.file, bytes, game, showing);
    }
    let reading = files::read_record(game, &bytes);
    // A kept game is shown as far as it goes: it has no other text to look at.
    let valid = reading.is_valid() || reading.unfinished && is_journal(&bytes);
    let record = match reading.record {
        Some(record) if valid => record,
        _ => {
            let mut findings = reading.diagnostics;
            if reading.unfinished {
                let id = game.info().id;
                let help = format!("to continue: parlour play {id} --load {name}");
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
    let marks = match replay.marks || replay.analyse {
        true => Some(comments(replay, game, &record)?),
        false => None,
    };
    let shown = |position: &dyn Position| -> Result<String> {
        if replay.words {
            return Ok(position.in_words(Viewer::All)?);
        }
        let mut drawing = position.draw(Viewer::All, DrawOptions::default())?;
        if replay.ascii {
            drawing = drawing.in_ascii();
        }
        Ok(drawing.render(colour.on_stdout()))
    };
    let captions = replay.captions || marks.is_some() || replay.words;
    print(&record, captions, marks.as_deref(), &shown)?;
    Ok(ExitCode::SUCCESS)
}

/// The strongest bot's comment on every step.
fn comments(replay: &Replay, game: &dyn GameEntry, record: &AnyRecord) -> Result<Vec<String>> {
    let account = match review::keep(game, record)? {
        Some(ledger) => Account::Ledger(ledger),
        None => {
            let bot = bots::to_ask(game, None, &*record.start)?;
            Account::Chances(review::look(replay.time, bot, game, record, &mut |_| {
                Ok(())
            })?)
        }
    };
    let comment = |step: usize| match &account {
        Account::Chances(review) if replay.analyse => {
            let reviewed = review.steps.get(step - 1)?;
            analysis(reviewed).or_else(|| mark(&account, step))
        }
        _ => mark(&account, step),
    };
    let steps = 1..=record.steps.len();
    Ok(steps
        .map(|step| comment(step).unwrap_or_default())
        .collect())
}

/// The sign of a bad move, and a better one.
fn mark(account: &Account, step: usize) -> Option<String> {
    let Mark {
        verdict,
        lost,
        better,
    } = account.mark(step)?;
    let better = better.map_or(String::new(), |better| format!("; better: {better}"));
    Some(format!(" {} {verdict}, {lost}{better}", verdict.sign()))
}

/// What a move did to the win, good or bad; `None` if it is a matter of
/// chances.
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
        _ if choice.verdict.sign().is_empty() => choice.verdict.to_string(),
        _ => return None,
    };
    Some(format!(" · {text}"))
}

/// Prints every position in order. `marks` follow the captions.
fn print(
    record: &AnyRecord,
    captions: bool,
    marks: Option<&[String]>,
    shown: &dyn Fn(&dyn Position) -> Result<String>,
) -> Result<()> {
    let mut out = stdout();
    let mut replayed = Match::new(record.start.clone(), record.names.clone());
    out.styled(&shown(replayed.position())?)?;
    writeln!(out)?;
    for (index, step) in record.steps.iter().enumerate() {
        if captions {
            writeln!(
                out,
                "\n{}{}",
                caption(&record.names, replayed.position(), step, Viewer::All),
                marks.map_or("", |marks| &marks[index]),
            )?;
        }
        replayed.take(step.clone())?;
        out.styled(&shown(replayed.position())?)?;
        writeln!(out)?;
    }
    if captions {
        let result = replayed.result();
        let result = result.as_deref().unwrap_or("The game is not over.");
        writeln!(out, "\n{result}")?;
    }
    out.flush()?;
    Ok(())
}
