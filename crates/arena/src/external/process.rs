//! A process with lines going in and out.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parlour_core::clock::Moment;

use super::guard;
use crate::trouble::{Failure, HostTrouble, Trouble, is_the_host};

/// The longest line that is listened to, in bytes.
pub(super) const LONGEST: usize = 1 << 16;

/// Lines that are kept before somebody listens. Who says more waits.
const KEPT: usize = 64;

/// Lines of the standard error that are kept, to explain an end.
const LAST_WORDS: usize = 3;

/// How long a process that was told to quit may take to do so.
const PARTING: Duration = Duration::from_millis(500);

/// How long a guard may take to end all that it guards.
const SWEEPING: Duration = Duration::from_secs(5);

/// What was heard of a process.
pub(super) enum Heard {
    /// A line, without its end, and when it came.
    Line(String, Moment),
    /// A line that was longer than anybody listens.
    TooLong,
    /// Nothing within the time.
    Nothing,
    /// It has closed its output, and says nothing more.
    End,
}

/// A running process. When this is dropped, it runs no more.
pub(super) struct Process {
    child: Child,
    is_guarded: bool,
    /// Lines for it, written by a thread: it may never read them.
    say: Sender<String>,
    heard: Receiver<Heard>,
    last_words: Arc<Mutex<VecDeque<String>>>,
    /// Reads the standard error to its end.
    reading: Option<JoinHandle<()>>,
}

impl Process {
    pub(super) fn start(command: &[String]) -> Result<Process, Trouble> {
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
        in_a_group(&mut prepared);
        let child = prepared.spawn().map_err(|error| {
            // The guard is this very program, which can be started.
            match is_guarded || is_the_host(&error) {
                true => HostTrouble(error.to_string()).into(),
                false => Trouble::bot(Failure::Crash, guard::not_started(&command[0], &error)),
            }
        })?;
        let (say, to_say) = mpsc::channel();
        let (hear, heard) = mpsc::sync_channel(KEPT);
        let mut process = Process {
            child,
            is_guarded,
            say,
            heard,
            last_words: Arc::default(),
            reading: None,
        };
        // A bot that cannot be heard is ended at once.
        let begun = process.begin(to_say, hear);
        begun.map_err(|error| HostTrouble(error.to_string()))?;
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
        // Whoever listens finds out that it has ended.
        let _ = self.say.send(format!("{line}\n"));
    }

    pub(super) fn listen(&mut self, time: Duration) -> Heard {
        match self.heard.recv_timeout(time) {
            Ok(heard) => heard,
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// What has become of a process that has closed its output.
    pub(super) fn end(&mut self, command: &str) -> Trouble {
        let status = self.wait_for(PARTING);
        // What it said last may not have been read yet.
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
            Some(guard::Refused::Host) => return HostTrouble(said).into(),
            Some(guard::Refused::Bot) => {
                return Trouble::bot(Failure::Crash, guard::not_started(command, &said));
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
        Trouble::bot(Failure::Crash, reason)
    }

    /// The exit status, if there is one within a time.
    pub(super) fn wait_for(&mut self, time: Duration) -> Option<ExitStatus> {
        let end = Instant::now() + time;
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            if Instant::now() >= end {
                return None;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// Ends the process and all that it started, and waits for it.
    pub(super) fn kill(&mut self) {
        if self.is_guarded {
            // It knows all that there is to end, also what has left the group.
            tell_to_end(&self.child);
            if self.wait_for(SWEEPING).is_some() {
                return;
            }
        }
        kill_group(&self.child);
        // An error says that it has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if let Ok(Some(_)) = self.child.try_wait() {
            // What it started may still run.
            kill_group(&self.child);
            return;
        }
        self.say("quit");
        // It also hears the end of its input.
        let (nobody, _) = mpsc::channel();
        self.say = nobody;
        self.wait_for(PARTING);
        self.kill();
    }
}

/// Puts a process into a group of its own, with all that it will start.
#[cfg(unix)]
fn in_a_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn in_a_group(_: &mut Command) {}

#[cfg(unix)]
fn kill_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = Pid::from_raw(child.id().cast_signed()) {
        // An error says that nobody of the group is left.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

#[cfg(unix)]
fn tell_to_end(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process};
    if let Some(id) = Pid::from_raw(child.id().cast_signed()) {
        // An error says that it has ended already.
        let _ = kill_process(id, Signal::TERM);
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
