//! Bots that think in a worker of their own, so that the page never waits for them.

use std::time::Duration;

use parlour_core::picture::{Look, Paints};
use parlour_core::review::{self, Account};
use parlour_core::{AnyBot, Budget, GameEntry, Limits, Listener, Tables, Thought, Turn};
use parlour_host::{Found, strongest};
use serde_json::{Value, json};

use crate::request::{Complaint, Request};
use crate::{files, pictures};

/// What a bot may take for a move where nothing is said.
const USUAL_TIME: u64 = 1000;

/// The seed of the bot that advises: equal questions get equal answers.
const ADVISER: u64 = 0;

/// The bot that was asked last, which may remember something useful.
struct Known {
    game: &'static str,
    kind: String,
    seed: u64,
    bot: Box<dyn AnyBot>,
}

/// Makes bots think.
pub(crate) struct Thinker {
    tables: Tables,
    known: Option<Known>,
}

impl Thinker {
    pub(crate) fn new(tables: Tables) -> Self {
        Thinker {
            tables,
            known: None,
        }
    }

    fn bot(
        &mut self,
        game: &'static dyn GameEntry,
        kind: &str,
        seed: u64,
    ) -> Result<&mut dyn AnyBot, Complaint> {
        let id = game.info().id;
        let is_it = |known: &Known| (known.game, &*known.kind, known.seed) == (id, kind, seed);
        if !self.known.as_ref().is_some_and(is_it) {
            // Its tables may be large: the old one goes first.
            self.known = None;
            let bot = game.bot(kind, seed, &self.tables);
            let bot = bot.ok_or_else(|| Complaint::new(format!("there is no bot {kind}")))?;
            self.known = Some(Known {
                game: id,
                kind: kind.to_owned(),
                seed,
                bot,
            });
        }
        let known = self.known.as_mut();
        Ok(&mut *known.expect("it was just made").bot)
    }

    /// What a bot does in a kept game.
    pub(crate) fn think(
        &mut self,
        request: &Request,
        tell: &dyn Fn(&str),
    ) -> Result<Value, Complaint> {
        let (game, played) = files::played(request.text("text")?)?;
        let seed = request.number("seed").unwrap_or(0);
        let bot = self.bot(game, request.text("kind")?, seed)?;
        tell_start(tell);
        let advice = played.ask(bot, &limits(request, game));
        let advice = advice.map_err(|fault| Complaint::new(fault.to_string()))?;
        Ok(json!({ "step": played.position().write(&advice.best) }))
    }

    /// What the strongest bot thinks of a position, for a person who wants to know.
    pub(crate) fn advise(
        &mut self,
        request: &Request,
        tell: &dyn Fn(&str),
    ) -> Result<Value, Complaint> {
        let (game, played) = files::played(request.text("text")?)?;
        let Turn::Seat(seat) = played.turn() else {
            return Err(Complaint::new("There is nothing to advise."));
        };
        let kind = strongest(game, played.position(), &self.tables);
        let kind = kind.ok_or_else(|| Complaint::new("No bot can advise here."))?;
        let bot = self.bot(game, kind, ADVISER)?;
        tell_start(tell);
        let limits = Limits {
            others: request.number("others").unwrap_or(0) as u32,
            ..limits(request, game)
        };
        let advice = played.ask(bot, &limits);
        let advice = advice.map_err(|fault| Complaint::new(fault.to_string()))?;
        let position = played.position();
        let remark = bot.remark(position, &limits);
        let found = Found {
            seat,
            advice,
            remark,
        };
        let texts = position.write_advice(&found.advice);
        let measure = game.info().measure;
        Ok(json!({
            "bot": kind,
            "step": texts.best,
            "hint": found.hint(game, position),
            "worth": found.worth(played.names(), game),
            "chance": found.chance(game),
            "depth": texts.depth,
            "nodes": texts.nodes,
            "line": texts.line,
            "moves": texts.considered.iter().map(|(step, value)| json!({
                "step": step,
                "value": value,
                "chance": measure.chance(*value),
                "words": game.describe_value(seat, *value),
            })).collect::<Vec<_>>(),
        }))
    }

    /// Luck and skill of a record.
    pub(crate) fn review(
        &mut self,
        request: &Request,
        tell: &dyn Fn(&str),
    ) -> Result<Value, Complaint> {
        let (game, record) = files::record(request.text("text")?)?;
        let steps = record.steps.len();
        let told = |done: usize| tell(&json!({ "done": done, "of": steps }).to_string());
        let look = Look {
            paints: Paints::Variables,
            ..Look::default()
        };
        let ledger = game.ledger(&record, &mut |done, _| told(done));
        let (account, picture) = match ledger {
            Some(ledger) => {
                let picture = review::bars(&ledger, &look);
                (Account::Ledger(ledger), picture)
            }
            None => {
                let kind = strongest(game, &*record.start, &self.tables);
                let kind = kind.ok_or_else(|| Complaint::new("No bot can look at this."))?;
                let time = Duration::from_millis(request.number("time").unwrap_or(200));
                let bot = self.bot(game, kind, ADVISER)?;
                let reviewed = review::review(
                    game,
                    &record,
                    bot,
                    &|| Limits::time(time),
                    &mut |done, _| {
                        told(done);
                    },
                );
                let reviewed = reviewed.map_err(|why| Complaint::new(why.to_string()))?;
                let picture = review::picture(&reviewed, &look);
                (Account::Chances(reviewed), picture)
            }
        };
        let marks = (1..=steps).filter_map(|step| {
            let mark = account.mark(step)?;
            Some(json!({
                "step": step,
                "sign": mark.verdict.sign(),
                "verdict": mark.verdict.to_string(),
                "lost": mark.lost,
                "better": mark.better,
            }))
        });
        Ok(json!({
            "headline": account.headline(),
            "subject": account.subject(),
            "heights": account.heights(steps),
            "told": (0..=steps).map(|step| account.told(step)).collect::<Vec<_>>(),
            "marks": marks.collect::<Vec<_>>(),
            "picture": pictures::picture(&picture),
        }))
    }
}

/// Says that something thinks, before it does.
fn tell_start(tell: &dyn Fn(&str)) {
    tell("{\"depth\":0}");
}

/// How long a bot may think. What it thinks is told to the page.
fn limits(request: &Request, game: &dyn GameEntry) -> Limits {
    let time = request.number("time").unwrap_or(USUAL_TIME);
    let nodes = request.number("nodes");
    let budget = Budget {
        time: nodes.is_none().then(|| Duration::from_millis(time)),
        nodes,
        ..Budget::default()
    };
    // Where something is hidden, what a bot thinks would tell it.
    let is_told = game.is_open();
    let hear = |thought: &Thought| {
        let line = thought.line.iter().take(4).collect::<Vec<_>>();
        let told = json!({
            "depth": thought.depth,
            "nodes": thought.nodes,
            "line": line,
        });
        crate::tell(&told.to_string());
    };
    Limits {
        listener: is_told.then(|| Listener::new(hear)),
        ..budget.limits()
    }
}
