//! What is to be found out, and how.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parlour_core::review::{self, ReviewError};
use parlour_core::{AnyBot, Budget, GameEntry, Limits, Tables};
use parlour_host::{Opinion, ledger_lines, review_lines, strongest};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// No position is looked at longer than this.
const MOST_TIME: Duration = Duration::from_secs(20);

/// How many good moves are valued besides the best one.
const OTHERS: u32 = 4;

/// Bots that choose at random among equals always choose the same.
const SEED: u64 = 0;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// The best move of a position, and what it is worth.
    Best,
    /// The luck and the mistakes of a record.
    Review,
}

/// What is to be found out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Task {
    pub(crate) kind: Kind,
    pub(crate) game: String,
    /// A position or a record.
    pub(crate) text: String,
    /// The bot to ask; the strongest one if nobody is named.
    pub(crate) bot: Option<String>,
    /// How many positions it may look at for each one of the record.
    pub(crate) nodes: u64,
}

/// The work was interrupted: somebody else wants the result no more, or the server ends.
pub(crate) struct Stopped;

impl Task {
    /// What its result is known by: the same question has the same answer.
    pub(crate) fn key(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_default();
        let text = format!("{}\n{text}", env!("CARGO_PKG_VERSION"));
        blake3::hash(text.as_bytes()).to_hex()[..32].to_owned()
    }

    fn bot<'a>(
        &'a self,
        game: &dyn GameEntry,
        position: &dyn parlour_core::Position,
        tables: &Tables,
    ) -> Result<(&'a str, Box<dyn AnyBot>), String> {
        let name = match &self.bot {
            Some(name) => name,
            None => strongest(game, position, tables).ok_or("no bot can analyse this")?,
        };
        let bot = game.bot(name, SEED, tables);
        Ok((name, bot.ok_or_else(|| format!("there is no bot {name}"))?))
    }

    /// Finds it out. `tell` hears how many of how many steps are done.
    ///
    /// When it is to stop, this unwinds with [`Stopped`].
    pub(crate) fn run(
        &self,
        tables: &Tables,
        stop: &Arc<AtomicBool>,
        tell: &mut dyn FnMut(usize, usize),
    ) -> Result<Value, String> {
        let game = parlour_catalog::game(&self.game).ok_or("there is no such game")?;
        let limits = |others: u32| Limits {
            others,
            threads: Some(std::num::NonZeroUsize::MIN),
            ..Budget {
                nodes: Some(self.nodes),
                time: Some(MOST_TIME),
                depth: None,
                stop: Arc::clone(stop),
            }
            .limits()
        };
        let check = || {
            if stop.load(Ordering::Relaxed) {
                resume_unwind(Box::new(Stopped));
            }
        };
        let found = match self.kind {
            Kind::Best => {
                let position = game.read_position(&self.text);
                let position = position.map_err(|finding| finding.message.to_string())?;
                let (name, mut bot) = self.bot(game, &*position, tables)?;
                let limits = limits(OTHERS);
                tell(0, 1);
                let opinion = Opinion::ask(&mut *bot, &*position, &limits);
                let opinion = opinion.map_err(|fault| fault.to_string())?;
                serde_json::to_value(opinion.form(&mut *bot, name, &*position, &limits))
            }
            Kind::Review => {
                let record = game.read_record(self.text.as_bytes()).record;
                let record = record.ok_or("the record cannot be read")?;
                let of = record.steps.len();
                tell(0, of);
                let ledger = game.ledger(&record, &mut |done, _| {
                    check();
                    tell(done, of);
                });
                let lines = match ledger {
                    Some(ledger) => ledger_lines(game, &*record.start, &ledger),
                    None => {
                        let (name, mut bot) = self.bot(game, &*record.start, tables)?;
                        let reviewed = review::review(
                            game,
                            &record,
                            &mut *bot,
                            &|| limits(0),
                            &mut |done, _| {
                                check();
                                tell(done, of);
                            },
                        );
                        let reviewed = reviewed.map_err(|why| told(&why, name))?;
                        review_lines(game, name, &*record.start, &reviewed)
                    }
                };
                serde_json::to_value(lines)
            }
        };
        check();
        found.map_err(|error| error.to_string())
    }
}

fn told(why: &ReviewError, bot: &str) -> String {
    match why {
        ReviewError::NoValues => format!(
            "the bot {bot} does not know the chance to win in any position of this record; ask \
             another one, or allow more positions"
        ),
        why => why.to_string(),
    }
}
