//! Whether the luck of a match on a server follows from the key it was committed to.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail};
use parlour_core::{AnyReading, AnyRecord, Diagnostic, GameEntry, Seed, Turn};
use parlour_host::{HUMAN, deal};
use serde::Deserialize;

use crate::files;
use crate::output::Usage;

/// What a server reveals of a match that is over.
#[derive(Debug)]
pub(super) struct Revealed {
    seed: Seed,
    /// How the match was set up, where that is known.
    dealt: Option<Dealt>,
}

/// The parts of a match's JSON that its luck follows from.
#[derive(Deserialize)]
struct Told {
    key: Option<String>,
    commitment: String,
    #[serde(flatten)]
    dealt: Dealt,
}

#[derive(Debug, Deserialize)]
struct Dealt {
    setup: BTreeMap<String, String>,
    seats: Vec<Sitting>,
    /// Whether somebody chose the first position.
    chosen: bool,
}

#[derive(Debug, Deserialize)]
struct Sitting {
    bot: Option<String>,
}

impl Revealed {
    /// Reads a key, or a file with the match as the server describes it.
    pub(super) fn read(text: &str) -> Result<Revealed> {
        if let Some(seed) = Seed::from_digits(text) {
            return Ok(Revealed { seed, dealt: None });
        }
        let name = files::shown_name(Path::new(text));
        let bytes = files::read(Path::new(text)).map_err(|error| {
            Usage(format!(
                "--luck {text}: a key has 64 hexadecimal digits, and a file with this name \
                 cannot be read: {error}"
            ))
        })?;
        let told: Told = serde_json::from_slice(&bytes)
            .with_context(|| format!("{name} is not a match as a server describes it"))?;
        let Some(key) = told.key else {
            bail!("{name} has no key: a server reveals it when the match is over");
        };
        let seed = Seed::from_digits(&key);
        let seed = seed.with_context(|| format!("the key in {name} is not one"))?;
        if seed.commitment() != told.commitment {
            bail!(
                "{name}: the server broke its promise: it committed to {1}, but the BLAKE3 hash of \
                 the key is {0}",
                seed.commitment(),
                told.commitment
            );
        }
        Ok(Revealed {
            seed,
            dealt: Some(told.dealt),
        })
    }

    /// What is wrong with the luck of a record, and how much of it was looked at.
    pub(super) fn check(&self, game: &dyn GameEntry, reading: &AnyReading) -> Checked {
        let mut checked = Checked::default();
        let Some(record) = &reading.record else {
            return checked;
        };
        let mut position = record.start.boxed_clone();
        for (number, step) in record.steps.iter().enumerate() {
            if position.turn() == Turn::Chance {
                checked.throws += 1;
                let drawn = position.draw_lot(&mut self.seed.throw(number as u64));
                let drawn = drawn.map(|drawn| position.write(&drawn));
                let was = position.write(step);
                if drawn.as_ref() != Some(&was) {
                    let span = reading.spans.get(number).cloned().unwrap_or(0..0);
                    let drawn = drawn.unwrap_or_default();
                    let message = format!("the key gives {drawn} here, not {was}");
                    checked
                        .findings
                        .push(Diagnostic::error("luck", span, message));
                }
            }
            if position.take(step).is_err() {
                break;
            }
        }
        if let Some(dealt) = self.dealt.as_ref().filter(|dealt| !dealt.chosen) {
            checked.deal = true;
            if let Err(message) = self.check_deal(game, dealt, record) {
                checked
                    .findings
                    .push(Diagnostic::error("luck", 0..0, message));
            }
        }
        checked
    }

    fn check_deal(
        &self,
        game: &dyn GameEntry,
        dealt: &Dealt,
        record: &AnyRecord,
    ) -> Result<(), String> {
        let kinds = dealt.seats.iter().map(|seat| seat.bot.as_deref());
        let kinds: Vec<String> = kinds.map(|bot| bot.unwrap_or(HUMAN).to_owned()).collect();
        let mut start = deal(game, &dealt.setup, &kinds, &self.seed)
            .map_err(|error| format!("the match cannot be set up like this: {error}"))?;
        let bots: Vec<bool> = dealt.seats.iter().map(|seat| seat.bot.is_some()).collect();
        start.seat_bots(&bots);
        let written = |start| {
            game.write_record(&AnyRecord {
                names: record.names.clone(),
                start,
                steps: record.steps.clone(),
                sealed: None,
            })
        };
        match written(start) == written(record.start.boxed_clone()) {
            true => Ok(()),
            false => Err("the key gives a different start from this record's".to_owned()),
        }
    }

    pub(super) fn commitment(&self) -> String {
        self.seed.commitment()
    }
}

/// The result.
#[derive(Default)]
pub(super) struct Checked {
    pub(super) findings: Vec<Diagnostic>,
    /// How many throws were looked at.
    pub(super) throws: usize,
    /// Whether the deal was looked at.
    pub(super) deal: bool,
}
