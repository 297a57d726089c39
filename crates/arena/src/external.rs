//! A bot that is another program, spoken to line by line.
//!
//! Nothing it does may hold anybody up: separate threads write to it and read from it, every answer
//! has a time and a size limit, whatever is said in between, and when it fails it is killed, with
//! everything it started, and waited for.

mod family;
mod guard;
mod process;

use std::fmt;
use std::sync::atomic::Ordering;
use std::time::Duration;

use parlour_core::clock::Moment;
use parlour_core::{Advice, AnyBot, AnyStep, Fault, GameEntry, Limits, Position, Viewer};

use crate::protocol::{self, Go, Info};
use crate::trouble::{ExternalError, Failure};
pub use guard::guard_bots;
use process::{Heard, LONGEST, Process};

/// How long to wait for an external bot before it has failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// To get ready: when it starts, and before a game.
    pub ready: Duration,
    /// For a move, beyond the time it was given.
    pub margin: Duration,
    /// For a move with a node limit instead of a time.
    pub untimed: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Timeouts {
            ready: Duration::from_secs(10),
            margin: Duration::ZERO,
            untimed: Duration::from_secs(60),
        }
    }
}

/// How often a thinking bot is checked on.
const GLANCE: Duration = Duration::from_millis(20);

/// How long a bot may take to stop after it was told to.
const STOPPING: Duration = Duration::from_secs(1);

/// The most bytes read before a bot is ready.
const MOST_ABOUT: usize = 1 << 18;
/// The most options that a bot may have.
const MOST_OPTIONS: usize = 256;
/// The most bytes read before a move.
const MOST_SAID: usize = 1 << 26;

/// What a bot says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Its name.
    pub name: Option<String>,
    /// Its options.
    pub options: Vec<String>,
    /// It wants to be sent the legal moves.
    pub wants_legal: bool,
}

/// The option that makes a bot repeatable.
const SEED: &str = "seed";

/// A move that a bot has chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// In the bot's own words.
    pub text: String,
    /// The last info about it.
    pub info: Info,
}

/// A bot that is another program. If it has failed, it is restarted when a new game begins.
pub struct External {
    command: Vec<String>,
    game: &'static str,
    is_open: bool,
    patience: Timeouts,
    process: Option<Process>,
    about: About,
    /// The match so far, if it can be sent.
    heard: Option<(String, Vec<String>)>,
    /// Why it does not run.
    trouble: Option<ExternalError>,
}

impl fmt::Debug for External {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("External")
            .field("command", &self.command)
            .field("game", &self.game)
            .field("about", &self.about)
            .finish_non_exhaustive()
    }
}

impl External {
    /// Starts a program and does the handshake.
    ///
    /// # Errors
    ///
    /// The program does not start, or does not speak the protocol.
    pub fn start(
        game: &dyn GameEntry,
        command: &[String],
        patience: Timeouts,
    ) -> Result<External, ExternalError> {
        let mut external = External {
            command: command.to_vec(),
            game: game.info().id,
            is_open: game.is_open(),
            patience,
            process: None,
            about: About::default(),
            heard: None,
            trouble: None,
        };
        external.restart()?;
        Ok(external)
    }

    /// What it says of itself.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Its process id, while it runs.
    #[must_use]
    pub fn id(&self) -> Option<u32> {
        self.process.as_ref().map(Process::id)
    }

    /// How it has failed since the game began, if it has.
    #[must_use]
    pub fn failure(&self) -> Option<Failure> {
        match self.trouble {
            Some(ExternalError::Bot { failure, .. }) => Some(failure),
            Some(ExternalError::Host(_)) | None => None,
        }
    }

    /// Prepares it for a new game; equal seeds make equal bots, if it accepts
    /// seeds.
    ///
    /// # Errors
    ///
    /// The program has ended, does not answer in time, or says something else.
    pub fn new_game(&mut self, seed: u64) -> Result<(), ExternalError> {
        self.trouble = None;
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

    /// Ends its process. The next game begins with a new one, which remembers
    /// nothing.
    pub fn forget(&mut self) {
        self.process = None;
    }

    /// Sends a line.
    pub fn say(&mut self, line: &str) {
        if let Some(process) = &self.process {
            process.say(line);
        }
    }

    /// A line that has already arrived.
    pub fn overhear(&mut self) -> Option<String> {
        match self.process.as_mut()?.listen(Duration::ZERO) {
            Heard::Line(line, _) => Some(line),
            Heard::TooLong | Heard::Nothing | Heard::End => None,
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
    ///
    /// # Errors
    ///
    /// The program has ended, does not answer in time, or says something else.
    pub fn is_ready(&mut self) -> Result<(), ExternalError> {
        self.say("isready");
        let end = Moment::now() + self.patience.ready;
        match self.listen(end, end)? {
            None => Err(self.silent()),
            Some(line) if line == "readyok" => Ok(()),
            Some(line) => {
                let reason = format!("it said `{}` instead of readyok", cut(&line));
                Err(self.fail(Failure::Protocol, reason))
            }
        }
    }

    /// The next line, which may come until `end`; `None` if there is none by
    /// `glance`, or it came too late.
    fn listen(&mut self, glance: Moment, end: Moment) -> Result<Option<String>, ExternalError> {
        let Some(process) = &mut self.process else {
            return Err(self.not_running());
        };
        match process.listen(glance.left()) {
            Heard::Line(line, came) if came <= end => Ok(Some(line)),
            Heard::Line(..) | Heard::Nothing => Ok(None),
            Heard::TooLong => {
                let reason = format!("it said a line of more than {LONGEST} bytes");
                Err(self.fail(Failure::Protocol, reason))
            }
            Heard::End => {
                let end = process.end(&self.command[0]);
                Err(self.stumble(end))
            }
        }
    }

    /// Why it does not run.
    fn not_running(&self) -> ExternalError {
        let last = self.trouble.clone();
        last.unwrap_or_else(|| ExternalError::bot(Failure::Crash, "it is not running"))
    }

    /// It said nothing in time before a game.
    fn silent(&mut self) -> ExternalError {
        let time = shown(self.patience.ready);
        self.fail(Failure::Time, format!("it is not ready after {time}"))
    }

    /// It said more than is allowed.
    fn too_much(&mut self, bytes: usize) -> ExternalError {
        let reason = format!("it said more than {bytes} bytes");
        self.fail(Failure::Protocol, reason)
    }

    /// Ends the process, and remembers why.
    fn fail(&mut self, failure: Failure, reason: impl Into<String>) -> ExternalError {
        self.stumble(ExternalError::bot(failure, reason))
    }

    fn stumble(&mut self, trouble: ExternalError) -> ExternalError {
        if let Some(mut process) = self.process.take() {
            process.kill();
        }
        self.trouble = Some(trouble.clone());
        trouble
    }

    fn restart(&mut self) -> Result<(), ExternalError> {
        match Process::start(&self.command) {
            Ok(process) => self.process = Some(process),
            Err(trouble) => return Err(self.stumble(trouble)),
        }
        self.about = About::default();
        self.say(&format!("parlour {} {}", protocol::VERSION, self.game));
        let end = Moment::now() + self.patience.ready;
        let mut said = 0;
        loop {
            let Some(line) = self.listen(end, end)? else {
                return Err(self.silent());
            };
            said += line.len();
            if said > MOST_ABOUT {
                return Err(self.too_much(MOST_ABOUT));
            }
            if self.about.options.len() > MOST_OPTIONS {
                let reason = format!("it has more than {MOST_OPTIONS} options");
                return Err(self.fail(Failure::Protocol, reason));
            }
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match (word, rest.trim()) {
                ("parlourok", _) => return Ok(()),
                ("id", rest) => {
                    if let Some(name) = rest.strip_prefix("name ") {
                        self.about.name = Some(cut(name.trim()).to_owned());
                    }
                }
                ("option", rest) => {
                    let name = rest.strip_prefix("name ").unwrap_or(rest);
                    // The name ends where its type begins.
                    let name = name.split(" type ").next().unwrap_or(name);
                    self.about.options.push(cut(name.trim()).to_owned());
                }
                ("wants", "legal") => self.about.wants_legal = true,
                ("error", why) => {
                    let reason = format!("it refuses: {}", cut(why));
                    return Err(self.fail(Failure::Protocol, reason));
                }
                _ => {
                    let reason = format!("it said `{}` before parlourok", cut(&line));
                    return Err(self.fail(Failure::Protocol, reason));
                }
            }
        }
    }

    /// Sends it a position, without a question.
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

    /// Waits for the move it was asked for, until `end`; passes its thoughts to `limits`' listener,
    /// and makes it stop when it must.
    ///
    /// # Errors
    ///
    /// The program has ended, does not answer in time, or says something else.
    pub fn best_move(&mut self, limits: &Limits, mut end: Moment) -> Result<Chosen, ExternalError> {
        let begun = Moment::now();
        let mut told_to_stop = false;
        let mut info = Info::default();
        let mut said = 0;
        loop {
            if !told_to_stop && limits.stop.load(Ordering::Relaxed) {
                self.say("stop");
                told_to_stop = true;
                end = end.min(Moment::now() + STOPPING);
            }
            let glance = end.min(Moment::now() + GLANCE);
            let Some(line) = self.listen(glance, end)? else {
                if !end.is_past() {
                    continue;
                }
                let reason = format!("no move after {}", shown(begun.elapsed()));
                return Err(self.fail(Failure::Time, reason));
            };
            said += line.len();
            if said > MOST_SAID {
                return Err(self.too_much(MOST_SAID));
            }
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match (word, rest.trim()) {
                ("bestmove", best) if !best.is_empty() => {
                    let text = best.to_owned();
                    return Ok(Chosen { text, info });
                }
                ("info", rest) => {
                    info.hear(protocol::read_info(rest));
                    if limits.listener.is_some() {
                        limits.tell(&info.thought());
                    }
                }
                _ => {
                    let reason = format!("it said `{}` instead of a move", cut(&line));
                    return Err(self.fail(Failure::Protocol, reason));
                }
            }
        }
    }

    fn choose(
        &mut self,
        position: &dyn Position,
        limits: &Limits,
    ) -> Result<Advice<AnyStep>, ExternalError> {
        if self.process.is_none() {
            return Err(self.not_running());
        }
        self.tell(position);
        let go = Go::of(limits);
        // The clock runs from here on, like the bot's own.
        self.say(&go.write());
        let end = match go.movetime {
            Some(time) => Moment::now() + time + self.patience.margin,
            None => Moment::now() + self.patience.untimed,
        };
        let Chosen { text, info } = self.best_move(limits, end)?;
        let step = position.boxed_clone().apply(&text);
        let best = step.map_err(|finding| {
            let reason = format!("illegal move `{}`: {}", cut(&text), finding.message);
            self.fail(Failure::Illegal, reason)
        })?;
        Ok(Advice {
            value: info.score,
            depth: info.depth,
            nodes: info.nodes,
            ..Advice::unexplained(best)
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
            .map_err(|trouble| Fault(trouble.to_string()))
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

/// As much of a line as fits into a message.
fn cut(line: &str) -> &str {
    const MOST: usize = 100;
    match line.char_indices().nth(MOST) {
        Some((end, _)) => &line[..end],
        None => line,
    }
}

/// A time in words.
fn shown(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}
