//! `parlour engine`: a bot on standard input and output.
//!
//! A separate thread reads lines, and the bot thinks in another one, so that it can be told to
//! stop, and asked whether it is alive, at any time.

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use anyhow::Result;
use parlour_arena::protocol::{self, Go};
use parlour_core::{
    Advice, AnyBot, GameEntry, Limits, Listener, Match, Seat, Seed, SetupValues, Thought, Turn,
};

use crate::args::Engine as Wanted;
use crate::bots;
use crate::console::read_line;
use crate::data;
use crate::files;
use crate::output::stdout;

/// How much of its time the engine reserves for communication, by default: the other side may be
/// strict.
const OVERHEAD: Duration = Duration::from_millis(10);

/// How often a bot that has its answer checks whether it may give it.
const GLANCE: Duration = Duration::from_millis(2);

pub(crate) fn run(wanted: &Wanted) -> Result<ExitCode> {
    let game = files::game(&wanted.game.game)?;
    if let Some(name) = &wanted.bot {
        bots::own(game, name, 0)?;
    }
    let (hand_over, lines) = mpsc::channel();
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok(Some(line)) = read_line(&mut input) {
            if hand_over.send(line).is_err() {
                return;
            }
        }
    });
    let mut engine = Engine {
        game,
        name: wanted.bot.clone(),
        seed: wanted.seed.seed.unwrap_or(0),
        overhead: OVERHEAD,
        played: None,
        bot: None,
        thinking: None,
    };
    for line in &lines {
        if !engine.hear(&line)? {
            engine.stop();
            return Ok(ExitCode::SUCCESS);
        }
    }
    // At the end of the input, a pending question is still answered.
    engine.settle();
    Ok(ExitCode::SUCCESS)
}

fn say(line: &str) -> io::Result<()> {
    let mut out = stdout();
    writeln!(out, "{line}")?;
    out.flush()
}

type Bot = Box<dyn AnyBot>;

/// A bot that thinks, with the match it thinks about.
struct Thinking {
    thread: JoinHandle<(Match, Bot)>,
    stop: Arc<AtomicBool>,
    infinite: bool,
}

struct Engine<'a> {
    game: &'a dyn GameEntry,
    /// The requested bot; without one the strongest that can play.
    name: Option<String>,
    seed: u64,
    /// The part of its time reserved for communication.
    overhead: Duration,
    played: Option<Match>,
    /// Made when it is first asked in a game.
    bot: Option<Bot>,
    thinking: Option<Thinking>,
}

impl Engine<'_> {
    /// Does what a line says; false if it says to quit.
    fn hear(&mut self, line: &str) -> io::Result<bool> {
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "quit" => return Ok(false),
            "" => {}
            "isready" => say("readyok")?,
            "stop" => self.stop(),
            "parlour" => self.shake_hands(rest, "parlourok")?,
            // UCI habits of chess programs are understood.
            "uci" => self.shake_hands("", "uciok")?,
            "newgame" | "ucinewgame" => {
                self.settle();
                self.bot = None;
                self.played = None;
            }
            "setoption" => {
                self.settle();
                self.set_option(rest)?;
            }
            "position" => {
                self.settle();
                if let Err(message) = self.set_position(rest) {
                    say(&format!("error {message}"))?;
                }
            }
            "go" => {
                self.settle();
                if let Err(message) = self.go(rest) {
                    say(&format!("error {message}"))?;
                }
            }
            // Meant for bots that know no rules.
            "legal" => {}
            other => say(&format!("info string there is no command {other}"))?,
        }
        Ok(true)
    }

    fn shake_hands(&self, rest: &str, done: &str) -> io::Result<()> {
        let info = self.game.info();
        let game = rest.split_whitespace().nth(1).unwrap_or(info.id);
        if game != info.id {
            return say(&format!("error this bot plays {}, not {game}", info.id));
        }
        let strongest = self.game.bots().last().map_or("", |bot| bot.name);
        let name = self.name.as_deref().unwrap_or(strongest);
        let version = env!("CARGO_PKG_VERSION");
        say(&format!("id name Parlour {version} {name} ({})", info.id))?;
        say("id author The Parlour authors")?;
        say("option name seed type spin default 0")?;
        let overhead = OVERHEAD.as_millis();
        say(&format!(
            "option name overhead type spin default {overhead}"
        ))?;
        let bots: Vec<String> = self
            .game
            .all_bots()
            .iter()
            .map(|bot| format!(" var {}", bot.name))
            .collect();
        let bots = bots.concat();
        say(&format!("option name bot type combo default {name}{bots}"))?;
        say(done)
    }

    fn set_option(&mut self, rest: &str) -> io::Result<()> {
        let rest = rest.strip_prefix("name ").unwrap_or(rest);
        let (name, value) = rest.split_once(" value ").unwrap_or((rest, ""));
        let value = value.trim();
        match (name.trim(), value.parse()) {
            ("seed", Ok(seed)) => self.seed = seed,
            ("overhead", Ok(time)) => {
                self.overhead = Duration::from_millis(time);
                return Ok(());
            }
            ("bot", _) if bots::own(self.game, value, 0).is_ok() => {
                self.name = Some(value.to_owned());
            }
            (name, _) => {
                return say(&format!("info string the option {name} takes no {value}"));
            }
        }
        self.bot = None;
        Ok(())
    }

    fn set_position(&mut self, rest: &str) -> Result<(), String> {
        self.played = None;
        let (text, moves) = protocol::read_position(rest);
        if !self.game.is_open() && !moves.is_empty() {
            return Err("no moves can follow a view: send the present view".to_owned());
        }
        let luck = &mut Seed::new(self.seed).deal();
        let start = match text {
            "start" | "startpos" => {
                let start = self.game.start(&SetupValues::default(), luck);
                start.map_err(|error| error.to_string())?
            }
            _ => {
                let start = self.game.read_view(text, luck);
                start.map_err(|finding| finding.message.to_string())?
            }
        };
        let names = Seat::all(start.seats()).map(|seat| start.seat_name(seat).into_owned());
        let names = names.collect();
        let mut played = Match::new(start, names);
        for step in moves {
            let taken = played.play(step);
            taken.map_err(|finding| format!("{step}: {}", finding.message))?;
        }
        self.played = Some(played);
        Ok(())
    }

    fn go(&mut self, rest: &str) -> Result<(), String> {
        let go = Go::read(rest)?;
        let played = self.played.take().ok_or("there is no position")?;
        if !matches!(played.turn(), Turn::Seat(_)) {
            self.played = Some(played);
            return Err("no player is to move there".to_owned());
        }
        let position = played.position();
        let bot = match self.bot.take() {
            Some(bot) => bot,
            None => {
                let wanted = self.name.as_deref();
                let name = wanted.unwrap_or_else(|| bots::strongest(self.game, position));
                if let Some(missing) = self.game.missing_file(name, position, data::tables())
                    && !missing.optional
                {
                    return Err(format!("{name} cannot play yet: {}", missing.reason));
                }
                bots::own(self.game, name, self.seed).map_err(|error| error.to_string())?
            }
        };
        let mut limits = match go.movetime {
            // Always leave some time to think, however little.
            Some(time) => Limits::time(time.saturating_sub(self.overhead).max(time / 2)),
            None => Limits::default(),
        };
        limits.nodes = go.nodes;
        limits.depth = go.depth;
        limits.listener = Some(Listener::new(|thought| {
            // If nobody listens any more, no answer is needed.
            let _ = say(&protocol::write_info(thought));
        }));
        let stop = Arc::clone(&limits.stop);
        self.thinking = Some(Thinking {
            thread: thread::spawn(move || think(played, bot, &limits, go.infinite)),
            stop,
            infinite: go.infinite,
        });
        Ok(())
    }

    /// Makes the bot answer, if it thinks, and waits for that.
    fn stop(&mut self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.store(true, Ordering::Relaxed);
        }
        self.wait();
    }

    /// Waits for the answer; an infinite search is stopped.
    fn settle(&mut self) {
        match &self.thinking {
            Some(thinking) if thinking.infinite => self.stop(),
            _ => self.wait(),
        }
    }

    fn wait(&mut self) {
        if let Some(thinking) = self.thinking.take()
            && let Ok((played, bot)) = thinking.thread.join()
        {
            self.played = Some(played);
            self.bot = Some(bot);
        }
    }
}

/// Thinks and answers; an infinite search does not answer before it is told to.
fn think(played: Match, mut bot: Bot, limits: &Limits, infinite: bool) -> (Match, Bot) {
    let advice = played.ask(&mut *bot, limits);
    while infinite && !limits.stop.load(Ordering::Relaxed) {
        thread::sleep(GLANCE);
    }
    // If nobody listens any more, no answer is needed.
    let _ = match advice {
        Ok(advice) => answer(&played.position().write_advice(&advice)),
        Err(_) => say("error there is no move"),
    };
    (played, bot)
}

fn answer(advice: &Advice<String>) -> io::Result<()> {
    if let Some(value) = advice.value {
        say(&protocol::write_info(&Thought {
            depth: advice.depth.unwrap_or(0),
            nodes: advice.nodes.unwrap_or(0),
            value,
            line: match advice.line.is_empty() {
                true => vec![advice.best.clone()],
                false => advice.line.clone(),
            },
        }))?;
    }
    say(&format!("bestmove {}", advice.best))
}
