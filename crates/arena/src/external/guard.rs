//! A guard for every bot: a process between this program and the bot, which ends
//! the bot and all that it started when either of the two is gone.
//!
//! A program that is killed can tidy nothing up, so somebody else must. The guard
//! is this program once more, called by a word that no user types. On Linux
//! processes that lose their parent become its children, whatever they did to get
//! away; elsewhere it ends the bot's process group.

use std::ffi::OsString;
use std::fmt::Display;
use std::process::{Command, ExitStatus};

/// What a program does wrong that cannot be started.
pub(super) fn not_started(command: &str, why: &impl Display) -> String {
    format!("{command} cannot be started: {why}")
}

/// Why a guard has not started its bot.
pub(super) enum Refused {
    /// The machine had no room for it.
    Host,
    /// There is no such program, or it is none.
    Bot,
}

/// Makes bots be guarded from now on. A program that hosts bots of other programs
/// calls this before anything else: where it was called to be a guard itself, this
/// does not return.
pub fn guard_bots() {
    let mut words = std::env::args_os().skip(1);
    if words.next().is_some_and(|word| word == system::WORD) {
        system::be_a_guard(words);
    }
    system::expect_guards();
}

/// How a bot is started under guard; `None` where there are no guards.
pub(super) fn command(bot: &[String]) -> Option<Command> {
    system::command(bot)
}

/// Whether this is the end of a guard that could not start its bot.
pub(super) fn refused(status: ExitStatus) -> Option<Refused> {
    system::refused(status)
}

#[cfg(unix)]
mod system {
    use super::{Command, ExitStatus, OsString, Refused};

    use std::fs::File;
    use std::io;
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Child, exit};
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc::{self, RecvTimeoutError};
    use std::thread;
    use std::time::{Duration, Instant};

    use rustix::process::{
        Pid, Signal, WaitOptions, getpid, getppid, kill_current_process_group, kill_process, wait,
    };
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use crate::trouble::is_the_host;

    /// What calls this program to be a guard.
    pub(super) const WORD: &str = "--guard-a-bot";

    /// How often a guard looks whether the program is still there.
    const GLANCE: Duration = Duration::from_millis(50);

    /// How long a guard tries to end what does not want to.
    const SWEEPING: Duration = Duration::from_secs(3);

    /// The signals by which a guard ends that could not start its bot. A bot that
    /// ends by one of them is told apart.
    const NO_ROOM: i32 = SIGUSR1;
    const NO_BOT: i32 = SIGUSR2;

    static GUARDED: AtomicBool = AtomicBool::new(false);

    pub(super) fn expect_guards() {
        GUARDED.store(true, Ordering::Relaxed);
    }

    pub(super) fn command(bot: &[String]) -> Option<Command> {
        if !GUARDED.load(Ordering::Relaxed) {
            return None;
        }
        // The file of a running program may be gone or another one.
        let program = match cfg!(target_os = "linux") {
            true => "/proc/self/exe".into(),
            false => std::env::current_exe().ok()?,
        };
        let mut command = Command::new(program);
        command.arg(WORD).arg(std::process::id().to_string());
        command.args(bot);
        Some(command)
    }

    pub(super) fn refused(status: ExitStatus) -> Option<Refused> {
        match status.signal()? {
            NO_ROOM => Some(Refused::Host),
            NO_BOT => Some(Refused::Bot),
            _ => None,
        }
    }

    /// What a guard hears of.
    enum Event {
        /// The bot has ended.
        Ended(Option<ExitStatus>),
        /// The program wants it to.
        Told,
    }

    /// Starts the bot that the words name, after the number of the process that it
    /// plays for, and ends with it.
    pub(super) fn be_a_guard(mut words: impl Iterator<Item = OsString>) -> ! {
        let parent = words.next().and_then(|word| word.to_str()?.parse().ok());
        let (Some(parent), Some(program)) = (parent.and_then(Pid::from_raw), words.next()) else {
            exit(2);
        };
        adopt_orphans();
        let signals = Signals::new([SIGTERM, SIGINT, SIGHUP, SIGQUIT]);
        let started = signals.and_then(|signals| {
            let child = Command::new(program).args(words).spawn()?;
            hand_over_the_lines()?;
            Ok((signals, child))
        });
        let status = match started {
            Ok((signals, child)) => watch(parent, signals, child),
            Err(error) => {
                eprintln!("{error}");
                end_by(if is_the_host(&error) { NO_ROOM } else { NO_BOT })
            }
        };
        sweep();
        match status.map(|status| (status.code(), status.signal())) {
            Some((Some(code), _)) => exit(code),
            Some((_, Some(signal))) if signal != NO_ROOM && signal != NO_BOT => end_by(signal),
            Some((_, Some(signal))) => exit(128 + signal),
            _ => exit(1),
        }
    }

    /// Waits until the bot has ended, or must.
    fn watch(parent: Pid, mut signals: Signals, mut child: Child) -> Option<ExitStatus> {
        let (tell, events) = mpsc::channel();
        let told = tell.clone();
        thread::spawn(move || {
            if signals.forever().next().is_some() {
                let _ = told.send(Event::Told);
            }
        });
        thread::spawn(move || tell.send(Event::Ended(child.wait().ok())));
        loop {
            match events.recv_timeout(GLANCE) {
                Ok(Event::Ended(status)) => return status,
                Ok(Event::Told) => return None,
                Err(RecvTimeoutError::Timeout) if getppid() == Some(parent) => {}
                Err(_) => return None,
            }
        }
    }

    /// Only the bot talks to the program from now on, so that its end is heard.
    fn hand_over_the_lines() -> io::Result<()> {
        let nothing = File::options().read(true).write(true).open("/dev/null")?;
        rustix::stdio::dup2_stdin(&nothing)?;
        rustix::stdio::dup2_stdout(&nothing)?;
        rustix::stdio::dup2_stderr(&nothing)?;
        Ok(())
    }

    /// Ends this process by a signal.
    fn end_by(signal: i32) -> ! {
        let _ = emulate_default_handler(signal);
        exit(128 + signal)
    }

    #[cfg(target_os = "linux")]
    fn adopt_orphans() {
        // Where the system refuses that, some may get away.
        let _ = rustix::process::set_child_subreaper(Some(getpid()));
    }

    #[cfg(not(target_os = "linux"))]
    fn adopt_orphans() {}

    /// Ends all that the bot started. What loses its parent by that is a child of
    /// this process the next time.
    fn sweep() {
        let end = Instant::now() + SWEEPING;
        loop {
            let children = children();
            for child in &children {
                // An error says that it has ended already.
                let _ = kill_process(*child, Signal::KILL);
            }
            while let Ok(Some(_)) = wait(WaitOptions::NOHANG) {}
            if children.is_empty() || Instant::now() > end {
                break;
            }
            thread::sleep(Duration::from_millis(2));
        }
        if !cfg!(target_os = "linux") {
            let _ = kill_current_process_group(Signal::KILL);
        }
    }

    /// The processes whose parent is this one.
    fn children() -> Vec<Pid> {
        let own = getpid();
        let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let children = all.filter_map(|entry| {
            let id: i32 = entry.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
            // The name of the program, in parentheses, may have anything in it.
            let (_, rest) = stat.rsplit_once(") ")?;
            let parent: i32 = rest.split(' ').nth(1)?.parse().ok()?;
            (Pid::from_raw(parent) == Some(own)).then_some(Pid::from_raw(id)?)
        });
        children.collect()
    }
}

#[cfg(not(unix))]
mod system {
    use super::{Command, ExitStatus, OsString, Refused};

    pub(super) const WORD: &str = "--guard-a-bot";

    pub(super) fn expect_guards() {}

    pub(super) fn command(_: &[String]) -> Option<Command> {
        None
    }

    pub(super) fn refused(_: ExitStatus) -> Option<Refused> {
        None
    }

    pub(super) fn be_a_guard(_: impl Iterator<Item = OsString>) -> ! {
        std::process::exit(2)
    }
}
