//! A process with lines going in and out.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parlour_core::clock::Moment;

use super::family::{self, Family};
use super::guard;
use crate::trouble::{ExternalError, Failure, HostError, is_the_host};

/// The longest line that is read, in bytes.
pub(super) const LONGEST: usize = 1 << 16;

/// How many lines are buffered. A program that says more has to wait.
const KEPT: usize = 64;

/// How many lines of standard error are kept, to explain an end.
const LAST_WORDS: usize = 3;

/// How long a process may take to quit after it was told to.
const PARTING: Duration = Duration::from_millis(500);

/// How long a guard may take to end everything that it guards.
const SWEEPING: Duration = Duration::from_secs(5);

/// What was heard of a process.
pub(super) enum Heard {
    /// A line, without its end, and when it arrived.
    Line(String, Moment),
    /// A line that was too long.
    TooLong,
    /// Nothing within the time.
    Nothing,
    /// It has closed its output.
    End,
}

/// A running process, which is ended when this is dropped.
pub(super) struct Process {
    child: Child,
    family: Family,
    is_guarded: bool,
    /// Its exit status, once it was waited for.
    ended: Option<ExitStatus>,
    /// Lines for it, written by a thread, since it may never read them.
    say: Sender<String>,
    heard: Receiver<Heard>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    /// Reads the standard error to its end.
    reading: Option<JoinHandle<()>>,
}

impl Process {
    pub(super) fn start(command: &[String]) -> Result<Process, ExternalError> {
        let guarded = guard::command(command);
        let is_guarded = guarded.is_some();
        let mut prepared = guarded.unwrap_or_else(|| {
            let mut plain = Command::new(&command[0]);
            plain.args(&command[1..]);
            plain
        });
        prepared
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        family::prepare(&mut prepared);
        let started = match is_guarded {
            true => guard::start(&mut prepared),
            false => prepared.spawn(),
        };
        let child = started.map_err(|error| {
            // The guard is this very program, so it can be started.
            match is_guarded || is_the_host(&error) {
                true => HostError(error.to_string()).into(),
                false => {
                    ExternalError::bot(Failure::Crash, guard::not_started(&command[0], &error))
                }
            }
        })?;
        let (say, to_say) = mpsc::channel();
        let (hear, heard) = mpsc::sync_channel(KEPT);
        let mut process = Process {
            family: Family::of(&child),
            child,
            is_guarded,
            ended: None,
            say,
            heard,
            last_words: Arc::default(),
            reading: None,
        };
        // If its output cannot be read, it is ended at once.
        let begun = process.begin(to_say, hear);
        begun.map_err(|error| HostError(error.to_string()))?;
        Ok(process)
    }

    /// Begins to write and to read.
    fn begin(&mut self, to_say: Receiver<String>, hear: SyncSender<Heard>) -> io::Result<()> {
        let thread = thread::Builder::new;
        if let Some(stdin) = self.child.stdin.take() {
            thread().spawn(move || write_lines(stdin, &to_say))?;
        }
        if let Some(stdout) = self.child.stdout.take() {
            thread().spawn(move || read_lines(stdout, &hear))?;
        }
        if let Some(stderr) = self.child.stderr.take() {
            let kept = Arc::clone(&self.last_words);
            self.reading = Some(thread().spawn(move || keep_last(stderr, &kept))?);
        }
        Ok(())
    }

    pub(super) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(super) fn say(&self, line: &str) {
        // The reader notices if it has ended.
        let _ = self.say.send(format!("{line}\n"));
    }

    pub(super) fn listen(&mut self, time: Duration) -> Heard {
        // A bot that has ended its guard must not play on.
        self.has_ended();
        match self.heard.recv_timeout(time) {
            Ok(heard) => heard,
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// What has become of a process that has closed its output.
    pub(super) fn end(&mut self, command: &str) -> ExternalError {
        let status = self.wait_for(PARTING);
        // Its last words may not have been read yet.
        let end = Instant::now() + PARTING;
        let is_read = |reading: &JoinHandle<()>| reading.is_finished();
        while !self.reading.as_ref().is_none_or(is_read) && Instant::now() < end {
            thread::sleep(Duration::from_millis(1));
        }
        let said = match self.last_words.lock() {
            Ok(words) => words.iter().cloned().collect::<Vec<_>>().join(" / "),
            Err(_) => String::new(),
        };
        match status.filter(|_| self.is_guarded).and_then(guard::refused) {
            Some(guard::Refused::Host) => return HostError(said).into(),
            Some(guard::Refused::Bot) => {
                return ExternalError::bot(Failure::Crash, guard::not_started(command, &said));
            }
            None => {}
        }
        let how = match status {
            Some(status) => format!("it ended ({status})"),
            None => "it closed its output".to_owned(),
        };
        let reason = match said.is_empty() {
            true => how,
            false => format!("{how}, and said: {said}"),
        };
        ExternalError::bot(Failure::Crash, reason)
    }

    /// The exit status, if there is one within a time.
    pub(super) fn wait_for(&mut self, time: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + time;
        loop {
            if self.has_ended() {
                return self.ended;
            }
            if Instant::now() >= end {
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    fn has_ended(&mut self) -> bool {
        if self.ended.is_none() {
            self.ended = match self.is_guarded {
                true => guard::relieve(&mut self.child),
                false => self.child.try_wait().ok().flatten(),
            };
        }
        self.ended.is_some()
    }

    /// Ends the process and everything it started, and waits for it.
    pub(super) fn kill(&mut self) {
        if self.is_guarded {
            // The guard knows everything that must end, even what has left the
            // group.
            tell_to_end(&self.child);
            if self.wait_for(SWEEPING).is_some() {
                return;
            }
        }
        self.family.kill();
        // An error means that it has already ended.
        let _ = self.child.kill();
        self.wait_for(SWEEPING);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.has_ended() {
            // What it started may still run.
            self.family.kill();
            return;
        }
        self.say("quit");
        // It also sees the end of its input.
        let (nobody, _) = mpsc::channel();
        self.say = nobody;
        self.wait_for(PARTING);
        self.kill();
    }
}

#[cfg(unix)]
fn tell_to_end(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process};
    if let Some(id) = Pid::from_raw(child.id().cast_signed()) {
        // An error means that it has already ended.
        let _ = kill_process(id, Signal::TERM);
        // The bot may have stopped it.
        let _ = kill_process(id, Signal::CONT);
    }
}

#[cfg(not(unix))]
fn tell_to_end(_: &Child) {}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin
            .write_all(line.as_bytes())
            .and_then(|()| stdin.flush())
            .is_err()
        {
            return;
        }
    }
}

/// One line, or the beginning of one that is too long; `None` at the end.
fn read_line(stream: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let mut most = stream.take(LONGEST as u64 + 1);
    most.read_until(b'\n', &mut line).ok()?;
    (!line.is_empty()).then_some(line)
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim().to_owned()
}

fn read_lines(stdout: ChildStdout, hear: &SyncSender<Heard>) {
    let mut stdout = BufReader::new(stdout);
    while let Some(line) = read_line(&mut stdout) {
        let now = Moment::now();
        if line.len() > LONGEST {
            // Nobody reads on: it waits until it is ended.
            let _ = hear.send(Heard::TooLong);
            return;
        }
        let line = text(&line);
        if !line.is_empty() && hear.send(Heard::Line(line, now)).is_err() {
            return;
        }
    }
}

fn keep_last(stderr: ChildStderr, kept: &Mutex<VecDeque<String>>) {
    let mut stderr = BufReader::new(stderr);
    while let Some(line) = read_line(&mut stderr) {
        let Ok(mut kept) = kept.lock() else { return };
        kept.push_back(text(&line).chars().take(200).collect());
        if kept.len() > LAST_WORDS {
            kept.pop_front();
        }
    }
}
