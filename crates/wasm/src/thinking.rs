//! Bots that think in a separate worker, so that the page never waits for them.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parlour_core::picture::{Look, Paints};
use parlour_core::review::{self, Account};
use parlour_core::{
    Advice, AnyBot, AnyStep, Budget, GameEntry, Limits, Listener, Match, MissingFile, Position,
    Tables, Thought, Turn,
};
use parlour_host::{Found, strongest};
use serde_json::Value;

use crate::files;
use crate::text::written;
use parlour_wire::{Complaint, Request, json};

/// The default time for a move, in milliseconds.
const USUAL_TIME: u64 = 1000;

/// The seed of the adviser: equal questions get equal answers.
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
            // Its tables may be large: drop the old one first.
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
        let advice = played.ask(bot, &limits(request, game, 1));
        let advice = advice.map_err(|fault| Complaint::new(fault.to_string()))?;
        Ok(json!({ "step": played.position().write(&advice.best) }))
    }

    /// What the strongest bot thinks of a position, for a person who wants to know; or, in the same
    /// words, what a server has found out with the best bot.
    pub(crate) fn advise(
        &mut self,
        request: &Request,
        tell: &dyn Fn(&str),
    ) -> Result<Value, Complaint> {
        let (game, played) = files::played(request.text("text")?)?;
        let Turn::Seat(seat) = played.turn() else {
            return Err(Complaint::new("There is no advice to give here."));
        };
        let position = played.position();
        let served = &request.0["found"];
        if served.is_object() {
            let advice = read_advice(position, served)?;
            let found = Found {
                seat,
                advice,
                remark: None,
            };
            return Ok(told(game, &played, &found, &[]));
        }
        let kind = strongest(game, position, &self.tables);
        let kind = kind.ok_or_else(|| Complaint::new("No bot can advise here."))?;
        let bot = self.bot(game, kind, ADVISER)?;
        tell_start(tell);
        let others = request.number("others").unwrap_or(0) as u32;
        let limits = Limits {
            others,
            ..limits(request, game, 1)
        };
        let advice = played.ask(bot, &limits);
        let advice = advice.map_err(|fault| Complaint::new(fault.to_string()))?;
        let remark = bot.remark(position, &limits);
        // A bot that looks ahead knows what follows its best move; what follows the others, it
        // finds soon, for it has just looked at them.
        let mut lines = Vec::new();
        if advice.line.len() > 1 {
            let considered = advice.considered.iter().skip(1).take(others as usize);
            for (step, _) in considered {
                let limits = self::limits(request, game, 4);
                lines.push((position.write(step), line_after(bot, &played, step, limits)));
            }
        }
        let found = Found {
            seat,
            advice,
            remark,
        };
        let mut answer = told(game, &played, &found, &lines);
        answer["bot"] = kind.into();
        if let Some(missing) = self.missing(game, position) {
            answer["lacks"] = missing.bytes.into();
            answer["position"] = position.text().into();
            answer["off"] = missing.error.into();
            answer["best"] = game.bots().last().map(|best| best.name).into();
        }
        Ok(answer)
    }

    /// Computes the file that the best bot lacks in a game, and keeps it as long as this worker
    /// lives. Tells how far it is.
    pub(crate) fn prepare(
        &mut self,
        request: &Request,
        tell: &dyn Fn(&str),
    ) -> Result<Value, Complaint> {
        let (game, played) = files::played(request.text("text")?)?;
        if let Some(missing) = self.missing(game, played.position()) {
            let last = AtomicU64::new(0);
            let content = (missing.compute)(&|done| {
                // The page needs no more than it can show.
                let part = (done * 200.0) as u64;
                if last.swap(part, Ordering::Relaxed) != part {
                    crate::tell(&written(&json!({ "done": done, "of": 1 })));
                }
            });
            self.tables.hold(&missing.file, content);
            self.known = None;
        }
        tell_start(tell);
        Ok(json!({ "ready": true }))
    }

    /// What the best bot of a game lacks to be as good as it can be.
    fn missing(&self, game: &dyn GameEntry, position: &dyn Position) -> Option<MissingFile> {
        let best = game.bots().last()?;
        game.missing_file(best.name, position, &self.tables)
    }

    /// Luck and skill of a record.
    pub(crate) fn review(
        &mut self,
        request: &Request,
        tell: &dyn Fn(&str),
    ) -> Result<Value, Complaint> {
        let (game, record) = files::record(request.text("text")?)?;
        let steps = record.steps.len();
        let told = |done: usize| tell(&written(&json!({ "done": done, "of": steps })));
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
                let kind = kind.ok_or_else(|| Complaint::new("No bot can review this."))?;
                let time = Duration::from_millis(request.number("time").unwrap_or(200));
                let bot = self.bot(game, kind, ADVISER)?;
                let reviewed = review::review(
                    game,
                    &record,
                    bot,
                    &|| Limits {
                        threads: crate::most_threads(),
                        ..Limits::time(time)
                    },
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
            "picture": parlour_wire::picture(&picture),
        }))
    }
}

/// Reports that thinking has begun.
fn tell_start(tell: &dyn Fn(&str)) {
    tell("{\"depth\":0}");
}

/// What a page shows of advice. `lines` are those of moves that are not the best.
fn told(
    game: &dyn GameEntry,
    played: &Match,
    found: &Found,
    lines: &[(String, Vec<String>)],
) -> Value {
    let position = played.position();
    let texts = position.write_advice(&found.advice);
    let measure = game.info().measure;
    let line = |step: &String| match *step == texts.best {
        true => texts.line.clone(),
        false => {
            let known = lines.iter().find(|(known, _)| known == step);
            known.map_or_else(Vec::new, |(_, line)| line.clone())
        }
    };
    json!({
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
            "words": game.describe_value(found.seat, *value),
            "line": line(step),
        })).collect::<Vec<_>>(),
    })
}

/// A move, and what a bot expects after it.
fn line_after(bot: &mut dyn AnyBot, played: &Match, step: &AnyStep, limits: Limits) -> Vec<String> {
    let mut line = vec![played.position().write(step)];
    let mut position = played.position().boxed_clone();
    if position.take(step).is_ok() && matches!(position.turn(), Turn::Seat(_)) {
        let after = Match::new(position, played.names().to_vec());
        if let Ok(advice) = after.ask(bot, &limits) {
            line.extend(after.position().write_advice(&advice).line);
        }
    }
    line
}

/// Advice that a server has written.
fn read_advice(position: &dyn Position, served: &Value) -> Result<Advice<AnyStep>, Complaint> {
    let step = |text: &Value| position.read(text.as_str().unwrap_or_default());
    let mut considered = Vec::new();
    for chosen in served["moves"].as_array().into_iter().flatten() {
        if let Some(value) = chosen["value"].as_f64() {
            considered.push((step(&chosen["move"])?, value));
        }
    }
    Ok(Advice {
        value: served["value"].as_f64(),
        reason: served["reason"].as_str().map(str::to_owned),
        considered,
        ..Advice::unexplained(step(&served["move"])?)
    })
}

/// How long a bot may think, or a part of that. Its thoughts about the position are sent to the page.
fn limits(request: &Request, game: &dyn GameEntry, part: u64) -> Limits {
    let time = request.number("time").unwrap_or(USUAL_TIME);
    let nodes = request.number("nodes");
    let budget = Budget {
        time: nodes.is_none().then(|| Duration::from_millis(time / part)),
        nodes: nodes.map(|nodes| nodes / part),
        ..Budget::default()
    };
    let threads = crate::most_threads();
    // If something is hidden, a bot's thoughts would reveal it.
    let is_told = game.is_open() && part == 1;
    let hear = |thought: &Thought| {
        let line = thought.line.iter().take(4).collect::<Vec<_>>();
        let told = json!({
            "depth": thought.depth,
            "nodes": thought.nodes,
            "line": line,
        });
        crate::tell(&written(&told));
    };
    Limits {
        threads,
        listener: is_told.then(|| Listener::new(hear)),
        ..budget.limits()
    }
}
