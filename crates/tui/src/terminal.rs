//! The terminal: made ready, listened to, and always given back as it was.

use std::io::{self, Stdout, Write, stdout};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{Hide, MoveTo, Show};
use ratatui::crossterm::event::{self as crossterm, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::app::App;
use crate::event::Event;
use crate::work::WORKER;
use crate::{Settings, Start};

/// Nothing is waited for longer than this.
const LONGEST_WAIT: Duration = Duration::from_secs(3600);

/// Whether the terminal is ours at the moment.
static ENTERED: AtomicBool = AtomicBool::new(false);

type Screen = Terminal<CrosstermBackend<Stdout>>;

/// Runs the program until its user leaves.
pub fn run(start: Start, settings: Settings) -> io::Result<()> {
    let (sender, events) = mpsc::channel();
    let app = App::new(start, settings, sender.clone(), Instant::now());
    let mut app = app.map_err(io::Error::other)?;
    restore_after_panics();
    // Before anything is shown: the player may close the window as soon as it is.
    listen_to_signals(sender.clone())?;
    let _given_back = enter()?;
    // From here on no change of the window's size is missed.
    crossterm::poll(Duration::ZERO)?;
    let mut screen = Terminal::new(CrosstermBackend::new(stdout()))?;
    let drawn = screen.draw(|frame| app.draw(frame)).map(|_| ());
    let ended = drawn.and_then(|()| {
        listen(sender);
        converse(&mut app, &mut screen, &events)
    });
    // What shows the cursor again is what gives the terminal back. This would do it,
    // too, and complain on a terminal that is gone, which is a panic.
    std::mem::forget(screen);
    match ended {
        // A terminal that is gone cannot be told anything.
        Err(why) if app.take_wanted().quit || is_gone(&why) => Ok(()),
        ended => ended,
    }
}

/// Whether something failed because the window was closed: that may be noticed before the
/// signal is heard.
fn is_gone(why: &io::Error) -> bool {
    /// What Unix systems say of a terminal that is gone.
    const EIO: i32 = 5;
    why.kind() == io::ErrorKind::BrokenPipe || cfg!(unix) && why.raw_os_error() == Some(EIO)
}

/// Hears events, and shows what comes of them, until the end.
fn converse(app: &mut App, screen: &mut Screen, events: &Receiver<Event>) -> io::Result<()> {
    loop {
        let now = Instant::now();
        let wait = app
            .wake()
            .map_or(LONGEST_WAIT, |at| at.saturating_duration_since(now));
        let event = match events.recv_timeout(wait) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => Event::Tick,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        app.update(event, Instant::now());
        // What else has come meanwhile needs no picture of its own.
        let mut wanted = app.take_wanted();
        while !wanted.quit && !wanted.suspend {
            let Ok(event) = events.try_recv() else { break };
            app.update(event, Instant::now());
            let more = app.take_wanted();
            wanted.wipe |= more.wipe;
            wanted.quit |= more.quit;
            wanted.suspend |= more.suspend;
        }
        if wanted.quit {
            return Ok(());
        }
        if wanted.suspend {
            suspend()?;
            wanted.wipe = true;
        }
        if wanted.wipe {
            execute!(stdout(), Clear(ClearType::All), Clear(ClearType::Purge))?;
            // Forgets what was on the screen. The terminal's own way would ask
            // where the cursor is, and the answer would be taken for keys.
            screen.swap_buffers();
        }
        screen.draw(|frame| app.draw(frame))?;
    }
}

/// Gives the terminal back when it is dropped.
struct Entered;

impl Drop for Entered {
    fn drop(&mut self) {
        leave();
    }
}

fn enter() -> io::Result<Entered> {
    enable_raw_mode()?;
    ENTERED.store(true, Ordering::SeqCst);
    let entered = Entered;
    execute!(
        stdout(),
        EnterAlternateScreen,
        EnableMouseCapture,
        Hide,
        // A program that was killed may have left its screen.
        Clear(ClearType::All),
        MoveTo(0, 0)
    )?;
    Ok(entered)
}

/// Gives the terminal back. Where that fails it is gone, and nobody misses it.
fn leave() {
    if ENTERED.swap(false, Ordering::SeqCst) {
        let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        let _ = stdout().flush();
    }
}

/// A message of a panic is of use only on a terminal that works.
fn restore_after_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let told = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // What breaks down in a worker is told on the page that waits for it.
            if thread::current().name() != Some(WORKER) {
                leave();
                told(info);
            }
        }));
    });
}

/// Sends what the terminal reports.
fn listen(events: Sender<Event>) {
    thread::spawn(move || {
        loop {
            let event = match crossterm::read() {
                Ok(crossterm::Event::Key(key)) => Event::Key(key),
                Ok(crossterm::Event::Mouse(mouse)) => Event::Mouse(mouse),
                Ok(_) => Event::Redraw,
                // The terminal is gone.
                Err(_) => Event::Stop,
            };
            let last = matches!(event, Event::Stop);
            if events.send(event).is_err() || last {
                return;
            }
        }
    });
}

/// Stops the program like any other, with a terminal that others can use.
fn suspend() -> io::Result<()> {
    leave();
    stop_process()?;
    // The guard of the first time still gives the terminal back.
    std::mem::forget(enter()?);
    Ok(())
}

#[cfg(unix)]
fn stop_process() -> io::Result<()> {
    use signal_hook::consts::SIGTSTP;
    signal_hook::low_level::emulate_default_handler(SIGTSTP)
}

#[cfg(not(unix))]
fn stop_process() -> io::Result<()> {
    Ok(())
}

/// Sends what other programs tell this one.
#[cfg(unix)]
fn listen_to_signals(events: Sender<Event>) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;
    let mut signals = Signals::new([SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP])?;
    thread::spawn(move || {
        for signal in signals.forever() {
            let event = match signal {
                SIGCONT => Event::Redraw,
                SIGTSTP => Event::Suspend,
                _ => Event::Stop,
            };
            if events.send(event).is_err() {
                return;
            }
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn listen_to_signals(_: Sender<Event>) -> io::Result<()> {
    Ok(())
}
