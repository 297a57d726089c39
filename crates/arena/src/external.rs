//! A bot that is another program, spoken to line by line.
//!
//! Nothing it does may hold anybody up: it is written to and read from by threads
//! of their own, every answer has a time, and when it fails it is killed, with all
//! that it started, and waited for.

mod process;

use std::time::Duration;

use parlour_core::clock::Moment;
use parlour_core::{Advice, AnyBot, AnyStep, Fault, GameEntry, Limits, Position, Viewer};

use crate::protocol::{self, Go};
use process::{Heard, Process};

/// How long to wait for an external bot before it has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// For it to get ready: when it starts, and before a game.
    pub ready: Duration,
    /// For a move beyond the time it was given.
    pub margin: Duration,
    /// For a move where it was given no time, but a number of positions.
    pub untimed: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience {
            ready: Duration::from_secs(10),
            margin: Duration::from_secs(1),
            untimed: Duration::from_secs(60),
        }
    }
}

/// How often a bot that thinks is looked after.
const GLANCE: Duration = Duration::from_millis(20);

/// What a bot says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Its name.
    pub name: Option<String>,
    /// Its options.
    pub options: Vec<String>,
    /// It wants to be told the legal moves.
    pub wants_legal: bool,
}

/// The option that makes a bot repeatable.
const SEED: &str = "seed";

/// A bot that is another program. It is started again when it has failed and a new
/// game begins.
pub struct External {
    command: Vec<String>,
    game: &'static str,
    is_open: bool,
    patience: Patience,
    process: Option<Process>,
    about: About,
    /// The match up to now, where it can be told.
    heard: Option<(String, Vec<String>)>,
    fault: Option<String>,
}

impl External {
    /// Starts a program, and shakes hands with it.
    pub fn start(
        game: &dyn GameEntry,
        command: &[String],
        patience: Patience,
    ) -> Result<External, String> {
        let mut external = External {
            command: command.to_vec(),
            game: game.info().id,
            is_open: game.is_open(),
            patience,
            process: None,
            about: About::default(),
            heard: None,
            fault: None,
        };
        external.restart()?;
        Ok(external)
    }

    /// What it says of itself.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Its process, while there is one.
    #[must_use]
    pub fn id(&self) -> Option<u32> {
        self.process.as_ref().map(Process::id)
    }

    /// Gets it ready for a new game; equal seeds make equal bots, if it takes
    /// them.
    pub fn new_game(&mut self, seed: u64) -> Result<(), String> {
        self.fault = None;
        self.heard = None;
        if self.process.is_none() {
            self.restart()?;
        }
        if self.about.options.iter().any(|option| option == SEED) {
            self.say(&format!("setoption name {SEED} value {seed}"));
        }
        self.say("newgame");
        self.is_ready()
    }

    /// Says a line.
    pub fn say(&mut self, line: &str) {
        if let Some(process) = &self.process {
            process.say(line);
        }
    }

    /// The next line it says within a time; the error says why there is none, and
    /// ends the process.
    pub fn listen(&mut self, time: Duration) -> Result<String, String> {
        let Some(process) = &mut self.process else {
            return Err("it does not run".to_owned());
        };
        match process.listen(time) {
            Heard::Line(line) => Ok(line),
            Heard::Nothing => Err(self.fail(format!("it said nothing for {}", shown(time)))),
            Heard::End => {
                let end = process.end();
                Err(self.fail(end))
            }
        }
    }

    /// A line that it has said already.
    pub fn overhear(&mut self) -> Option<String> {
        match self.process.as_mut()?.listen(Duration::ZERO) {
            Heard::Line(line) => Some(line),
            Heard::Nothing | Heard::End => None,
        }
    }

    /// Whether its process ends by itself within a time.
    pub fn ends_within(&mut self, time: Duration) -> bool {
        match &mut self.process {
            Some(process) => process.wait_for(time).is_some(),
            None => true,
        }
    }

    /// Whether it answers.
    pub fn is_ready(&mut self) -> Result<(), String> {
        self.say("isready");
        let line = self.listen(self.patience.ready)?;
        match line.as_str() {
            "readyok" => Ok(()),
            _ => Err(self.fail(format!("it said `{}` instead of readyok", cut(&line)))),
        }
    }

    /// Ends the process, and remembers why.
    fn fail(&mut self, reason: String) -> String {
        if let Some(mut process) = self.process.take() {
            process.kill();
        }
        self.fault = Some(reason.clone());
        reason
    }

    fn restart(&mut self) -> Result<(), String> {
        let process = Process::start(&self.command)
            .map_err(|error| format!("{} cannot be started: {error}", self.command[0]))?;
        self.process = Some(process);
        self.about = About::default();
        self.say(&format!("parlour {} {}", protocol::VERSION, self.game));
        let end = Moment::now() + self.patience.ready;
        loop {
            let line = self.listen(end.left())?;
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match (word, rest.trim()) {
                ("parlourok", _) => return Ok(()),
                ("id", rest) => {
                    if let Some(name) = rest.strip_prefix("name ") {
                        self.about.name = Some(name.trim().to_owned());
                    }
                }
                ("option", rest) => {
                    let name = rest.strip_prefix("name ").unwrap_or(rest);
                    // The name ends where its type is told.
                    let name = name.split(" type ").next().unwrap_or(name);
                    self.about.options.push(name.trim().to_owned());
                }
                ("wants", "legal") => self.about.wants_legal = true,
                ("error", why) => {
                    let why = cut(why).to_owned();
                    return Err(self.fail(format!("it refuses: {why}")));
                }
                _ => {
                    let said = cut(&line).to_owned();
                    return Err(self.fail(format!("it said `{said}` before parlourok")));
                }
            }
        }
    }

    /// Tells it a position, without asking anything.
    pub fn tell(&mut self, position: &dyn Position) {
        let line = match self.heard.take() {
            Some((start, steps)) if self.is_open => protocol::write_position(&start, &steps),
            _ => protocol::write_position(&position.view_text(position.turn().viewer()), &[""; 0]),
        };
        self.say(&line);
        if self.about.wants_legal {
            let moves = position.moves();
            self.say(&format!("legal {}", protocol::write_moves(&moves)));
        }
    }

    /// Waits for the move it was asked for, until `end`; tells `limits`' listener
    /// what it thinks, and tells it to stop when it must.
    pub fn best_move(&mut self, limits: &Limits, mut end: Moment) -> Result<String, String> {
        let begun = Moment::now();
        let mut told_to_stop = false;
        loop {
            if !told_to_stop && limits.stop.load(std::sync::atomic::Ordering::Relaxed) {
                self.say("stop");
                told_to_stop = true;
                end = end.min(Moment::now() + self.patience.margin);
            }
            let Some(process) = &mut self.process else {
                return Err("it does not run".to_owned());
            };
            let line = match process.listen(GLANCE) {
                Heard::Line(line) => line,
                Heard::Nothing if !end.is_past() => continue,
                Heard::Nothing => {
                    let time = shown(begun.elapsed());
                    return Err(self.fail(format!("no move after {time}")));
                }
                Heard::End => {
                    let reason = process.end();
                    return Err(self.fail(reason));
                }
            };
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match (word, rest.trim()) {
                ("bestmove", best) if !best.is_empty() => return Ok(best.to_owned()),
                ("info", rest) => {
                    if limits.listener.is_some() {
                        limits.tell(&protocol::read_info(rest));
                    }
                }
                _ => {
                    let said = cut(&line).to_owned();
                    return Err(self.fail(format!("it said `{said}` instead of a move")));
                }
            }
        }
    }

    fn choose(&mut self, position: &dyn Position, limits: &Limits) -> Result<AnyStep, String> {
        if self.process.is_none() {
            let last = self.fault.clone();
            return Err(last.unwrap_or_else(|| "it does not run".to_owned()));
        }
        self.tell(position);
        let patience = self.patience;
        let end = match limits.deadline {
            Some(deadline) => deadline + patience.margin,
            None => Moment::now() + patience.untimed,
        };
        self.say(&Go::of(limits).write());
        let best = self.best_move(limits, end)?;
        let step = position.boxed_clone().apply(&best);
        step.map_err(|finding| {
            let best = cut(&best);
            self.fail(format!("illegal move `{best}`: {}", finding.message))
        })
    }
}

impl AnyBot for External {
    fn advise(
        &mut self,
        position: &dyn Position,
        limits: &Limits,
    ) -> Result<Advice<AnyStep>, Fault> {
        self.choose(position, limits)
            .map(Advice::unexplained)
            .map_err(Fault)
    }

    fn hears(&self) -> bool {
        self.is_open
    }

    fn hear(&mut self, start: &dyn Position, steps: &[String]) {
        if self.is_open {
            self.heard = Some((start.view_text(Viewer::Public), steps.to_vec()));
        }
    }
}

/// As much of a line as a message can hold.
fn cut(line: &str) -> &str {
    const MOST: usize = 100;
    match line.char_indices().nth(MOST) {
        Some((end, _)) => &line[..end],
        None => line,
    }
}

/// A time in words.
fn shown(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}
