//! A guard for every bot: a process between this program and the bot, which
//! ends the bot and everything it started when either of the two is gone.
//!
//! A program that is killed cannot clean up, so another process must. The guard is this program
//! again, started with a word that no user types. On Linux, orphaned processes become its children,
//! whatever they did to escape; elsewhere it ends the bot's process group.
//!
//! A bot has the rights of its user, so it can kill or stop its guard. On Linux it gains nothing by
//! that: what the guard leaves becomes a child of this program, which ends it; and a guard that is
//! stopped is continued when the program ends.

use std::ffi::OsString;
use std::fmt::Display;
use std::io;
use std::process::{Child, Command, ExitStatus};

/// The message about a program that cannot be started.
pub(super) fn not_started(command: &str, why: &impl Display) -> String {
    format!("{command} cannot be started: {why}")
}

/// Why a guard could not start its bot.
#[cfg_attr(not(unix), allow(dead_code, reason = "there are no guards"))]
pub(super) enum Refused {
    /// The machine had no resources for it.
    Host,
    /// There is no such program, or it is not executable.
    Bot,
}

/// Guards bots from now on. A program that hosts other programs' bots calls this before anything
/// else: if it was started as a guard itself, this does not return.
///
/// On Linux, whenever a bot ends, so do all child processes of the program that are not guards: it
/// should start no others.
pub fn guard_bots() {
    let mut words = std::env::args_os().skip(1);
    if words.next().is_some_and(|word| word == system::WORD) {
        system::be_a_guard(words);
    }
    system::expect_guards();
}

/// How to start a bot under guard; `None` on platforms without guards.
pub(super) fn command(bot: &[String]) -> Option<Command> {
    system::command(bot)
}

/// Starts what [`command`] prepared.
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    system::start(command)
}

/// The exit status of a guard that has ended; then what it may have left behind is ended, too.
pub(super) fn relieve(guard: &mut Child) -> Option<ExitStatus> {
    system::relieve(guard)
}

/// Why a guard could not start its bot, judging by its exit status.
pub(super) fn refused(status: ExitStatus) -> Option<Refused> {
    system::refused(status)
}

#[cfg(unix)]
mod system {
    use super::{Child, Command, ExitStatus, OsString, Refused};

    use std::collections::BTreeSet;
    use std::fs::File;
    use std::io;
    use std::os::unix::process::ExitStatusExt;
    use std::process::exit;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
    use std::sync::{Mutex, MutexGuard, PoisonError};
    use std::thread;
    use std::time::{Duration, Instant};

    use rustix::process::{
        Pid, Signal, WaitOptions, getpid, getppid, kill_current_process_group, kill_process,
        waitpid,
    };
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    use crate::trouble::is_the_host;

    /// The word that starts this program as a guard.
    pub(super) const WORD: &str = "--guard-a-bot";

    /// How often a guard checks whether the program still runs.
    const GLANCE: Duration = Duration::from_millis(50);

    /// How long a guard tries to end processes that resist.
    const SWEEPING: Duration = Duration::from_secs(3);

    /// The signals with which a guard ends itself if it could not start its bot. A bot that ends by
    /// one of them can still be told apart.
    const NO_ROOM: i32 = SIGUSR1;
    const NO_BOT: i32 = SIGUSR2;

    static GUARDED: AtomicBool = AtomicBool::new(false);

    /// The guards of this program that have not been waited for. Locked while one is started, which
    /// would be taken for an orphan otherwise.
    static GUARDS: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

    fn guards() -> MutexGuard<'static, BTreeSet<u32>> {
        GUARDS.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn expect_guards() {
        GUARDED.store(true, Ordering::Relaxed);
    }

    pub(super) fn command(bot: &[String]) -> Option<Command> {
        if !GUARDED.load(Ordering::Relaxed) {
            return None;
        }
        // The file of a running program may have been removed or replaced.
        let program = match cfg!(target_os = "linux") {
            true => "/proc/self/exe".into(),
            false => std::env::current_exe().ok()?,
        };
        let mut command = Command::new(program);
        command.arg(WORD).arg(std::process::id().to_string());
        command.args(bot);
        Some(command)
    }

    pub(super) fn start(command: &mut Command) -> io::Result<Child> {
        let mut guards = guards();
        if guards.is_empty() {
            adopt_orphans();
        }
        let child = command.spawn()?;
        guards.insert(child.id());
        Ok(child)
    }

    pub(super) fn relieve(guard: &mut Child) -> Option<ExitStatus> {
        // Locked first: once it was waited for, its number may be another guard's.
        let mut guards = guards();
        let status = guard.try_wait().ok()??;
        if guards.remove(&guard.id()) && cfg!(target_os = "linux") {
            end_children(&guards);
        }
        Some(status)
    }

    pub(super) fn refused(status: ExitStatus) -> Option<Refused> {
        match status.signal()? {
            NO_ROOM => Some(Refused::Host),
            NO_BOT => Some(Refused::Bot),
            _ => None,
        }
    }

    /// What a guard reacts to.
    enum Event {
        /// The bot has ended.
        Ended(Option<ExitStatus>),
        /// The program wants it to end.
        Told,
    }

    /// Starts the bot that the words name, after the process id of the program that it plays for,
    /// and ends with it.
    pub(super) fn be_a_guard(mut words: impl Iterator<Item = OsString>) -> ! {
        let parent = words.next().and_then(|word| word.to_str()?.parse().ok());
        let (Some(parent), Some(program)) = (parent.and_then(Pid::from_raw), words.next()) else {
            exit(2);
        };
        adopt_orphans();
        outlive_being_stopped();
        let signals = Signals::new([SIGTERM, SIGINT, SIGHUP, SIGQUIT]);
        let started = signals.and_then(|signals| {
            let (tell, events) = mpsc::channel();
            await_signals(signals, tell.clone())?;
            let mut child = Command::new(program).args(words).spawn()?;
            hand_over_the_lines()?;
            thread::Builder::new()
                .spawn(move || tell.send(Event::Ended(child.wait().ok())))
                .inspect_err(|_| sweep())?;
            Ok(events)
        });
        let status = match started {
            Ok(events) => watch(parent, &events),
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

    /// Passes on the first signal.
    fn await_signals(mut signals: Signals, tell: Sender<Event>) -> io::Result<()> {
        let waiting = thread::Builder::new().spawn(move || {
            if signals.forever().next().is_some() {
                let _ = tell.send(Event::Told);
            }
        });
        waiting.map(drop)
    }

    /// Waits until the bot has ended, or must end.
    fn watch(parent: Pid, events: &Receiver<Event>) -> Option<ExitStatus> {
        loop {
            match events.recv_timeout(GLANCE) {
                Ok(Event::Ended(status)) => return status,
                Ok(Event::Told) => return None,
                Err(RecvTimeoutError::Timeout) if getppid() == Some(parent) => {}
                Err(_) => return None,
            }
        }
    }

    /// From now on only the bot has the pipes, so that its end is noticed.
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
        // If the system refuses that, some may escape.
        let _ = rustix::process::set_child_subreaper(Some(getpid()));
    }

    #[cfg(not(target_os = "linux"))]
    fn adopt_orphans() {}

    /// Makes a guard that a bot has stopped go on when the program ends: then it finds that it has
    /// another parent. While the program runs, the signal does nothing.
    #[cfg(target_os = "linux")]
    fn outlive_being_stopped() {
        let _ = rustix::process::set_parent_process_death_signal(Some(Signal::CONT));
    }

    #[cfg(not(target_os = "linux"))]
    fn outlive_being_stopped() {}

    /// Ends everything that the bot started.
    fn sweep() {
        end_children(&BTreeSet::new());
        if !cfg!(target_os = "linux") {
            let _ = kill_current_process_group(Signal::KILL);
        }
    }

    /// Ends all children of this process but these. Processes orphaned by that are its children in
    /// the next round.
    fn end_children(but: &BTreeSet<u32>) {
        let end = Instant::now() + SWEEPING;
        loop {
            let mut children = children();
            children.retain(|child| !but.contains(&child.as_raw_nonzero().get().cast_unsigned()));
            for child in &children {
                // An error means that it has already ended.
                let _ = kill_process(*child, Signal::KILL);
                let _ = waitpid(Some(*child), WaitOptions::NOHANG);
            }
            if children.is_empty() || Instant::now() > end {
                break;
            }
            thread::sleep(Duration::from_millis(2));
        }
    }

    /// The processes whose parent is this one.
    fn children() -> Vec<Pid> {
        let own = getpid();
        let all = std::fs::read_dir("/proc").into_iter().flatten().flatten();
        let children = all.filter_map(|entry| {
            let id: i32 = entry.file_name().to_str()?.parse().ok()?;
            let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
            // The program's name, in parentheses, may contain anything.
            let (_, rest) = stat.rsplit_once(") ")?;
            let parent: i32 = rest.split(' ').nth(1)?.parse().ok()?;
            (Pid::from_raw(parent) == Some(own)).then_some(Pid::from_raw(id)?)
        });
        children.collect()
    }
}

#[cfg(not(unix))]
mod system {
    use super::{Child, Command, ExitStatus, OsString, Refused, io};

    pub(super) const WORD: &str = "--guard-a-bot";

    pub(super) fn expect_guards() {}

    pub(super) fn command(_: &[String]) -> Option<Command> {
        None
    }

    pub(super) fn start(command: &mut Command) -> io::Result<Child> {
        command.spawn()
    }

    pub(super) fn relieve(guard: &mut Child) -> Option<ExitStatus> {
        guard.try_wait().ok()?
    }

    pub(super) fn refused(_: ExitStatus) -> Option<Refused> {
        None
    }

    pub(super) fn be_a_guard(_: impl Iterator<Item = OsString>) -> ! {
        std::process::exit(2)
    }
}
