//! The terminal: set up, listened to, and always restored.

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
use ratatui::crossterm::event::{
    self as crossterm, DisableMouseCapture, EnableMouseCapture, KeyCode, KeyEvent, KeyModifiers,
};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate, EnterAlternateScreen,
    LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, window_size,
};
use ratatui::crossterm::{execute, queue};

use crate::app::App;
use crate::event::Event;
use crate::graphics::{Answers, Cell, DELETE_ALL, Gallery, Protocol, Rasteriser};
use crate::work::WORKER;
use crate::{Settings, Start};

/// The longest wait.
const LONGEST_WAIT: Duration = Duration::from_secs(3600);

/// Whether we have taken over the terminal.
static ENTERED: AtomicBool = AtomicBool::new(false);

/// Whether the program listens to the mouse.
static MOUSE: AtomicBool = AtomicBool::new(true);

/// Whether pictures may be on a layer of the terminal that must be cleared.
static LAYERS: AtomicBool = AtomicBool::new(false);

/// Whether the terminal was asked something, and may still answer.
static ASKING: AtomicBool = AtomicBool::new(false);

/// How late an answer may come.
const LATEST: Duration = Duration::from_secs(10);

/// How long the end of the program waits for such answers, which a shell would take for commands.
const LAST_ANSWERS: Duration = Duration::from_millis(100);

/// A character of a terminal that scales pictures and does not tell the size of its own.
const USUAL_CELL: Cell = Cell {
    width: 10,
    height: 20,
};

/// The text of the terminal, and its pictures.
struct Screen {
    text: Terminal<CrosstermBackend<Stdout>>,
    rasteriser: Option<Rasteriser>,
    answers: Receiver<Answers>,
    events: Sender<Event>,
    pictures: Option<(Protocol, Gallery)>,
}

/// Runs the program until its user quits.
///
/// # Errors
///
/// The terminal cannot be used, or there is nothing to show.
pub fn run(start: Start, settings: Settings) -> io::Result<()> {
    let (sender, events) = mpsc::channel();
    let (answered, answers) = mpsc::channel();
    let rasteriser = settings
        .rasteriser
        .filter(|_| settings.look.has_blocks() && is_worth_asking());
    let app = App::new(start, settings, sender.clone(), Instant::now());
    let mut app = app.map_err(io::Error::other)?;
    restore_after_panics();
    // Before anything is shown: the player may close the window at once.
    listen_to_signals(sender.clone())?;
    MOUSE.store(app.wants_mouse(), Ordering::SeqCst);
    ASKING.store(rasteriser.is_some(), Ordering::SeqCst);
    let _given_back = enter()?;
    let mut screen = Screen {
        text: Terminal::new(CrosstermBackend::new(stdout()))?,
        rasteriser,
        answers,
        events: sender.clone(),
        pictures: None,
    };
    let drawn = screen.show(&mut app);
    let ended = drawn.and_then(|()| {
        listen(sender, answered);
        converse(&mut app, &mut screen, &events)
    });
    let end = Instant::now() + LAST_ANSWERS;
    while ASKING.load(Ordering::SeqCst) && Instant::now() < end {
        thread::sleep(Duration::from_millis(2));
    }
    // `Entered` restores the terminal, including the cursor. Dropping this would show the cursor
    // too, and complain on a terminal that is gone, which would be a panic.
    std::mem::forget(screen);
    match ended {
        // A terminal that is gone cannot be told anything.
        Err(why) if app.take_wanted().quit || is_gone(&why) => Ok(()),
        ended => ended,
    }
}

/// Whether something failed because the window was closed: that may be noticed before the signal
/// arrives.
fn is_gone(why: &io::Error) -> bool {
    /// The error code of a terminal that is gone, on Unix.
    const EIO: i32 = 5;
    why.kind() == io::ErrorKind::BrokenPipe || cfg!(unix) && why.raw_os_error() == Some(EIO)
}

/// Handles events and redraws until the end.
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
        // Other events that have arrived need no drawing of their own.
        let mut wanted = app.take_wanted();
        while !wanted.quit && !wanted.suspend {
            let Ok(event) = events.try_recv() else { break };
            app.update(event, Instant::now());
            let more = app.take_wanted();
            wanted.wipe |= more.wipe;
            wanted.quit |= more.quit;
            wanted.suspend |= more.suspend;
            wanted.mouse = more.mouse.or(wanted.mouse);
        }
        if wanted.quit {
            return Ok(());
        }
        if wanted.suspend {
            suspend()?;
            wanted.wipe = true;
        }
        if wanted.wipe {
            delete_layers()?;
            execute!(stdout(), Clear(ClearType::All), Clear(ClearType::Purge))?;
            // Forgets what was on the screen. The terminal's own way would
            // query the cursor position, and the reply would be taken for keys.
            screen.text.swap_buffers();
            screen.forget();
        }
        if let Some(wanted) = wanted.mouse {
            MOUSE.store(wanted, Ordering::SeqCst);
            match wanted {
                true => execute!(stdout(), EnableMouseCapture)?,
                false => execute!(stdout(), DisableMouseCapture)?,
            }
        }
        screen.show(app)?;
    }
}

impl Screen {
    /// Draws all at once, where the terminal can: nothing flickers.
    fn show(&mut self, app: &mut App) -> io::Result<()> {
        self.hear(app);
        queue!(stdout(), BeginSynchronizedUpdate)?;
        match &mut self.pictures {
            None => {
                self.text.draw(|frame| app.draw(frame))?;
            }
            Some((protocol, gallery)) => {
                app.set_cell(cell(*protocol));
                let mut out = stdout();
                let mut prepared = Ok(());
                self.text.draw(|frame| {
                    app.draw(frame);
                    prepared = gallery.prepare(app.picture(), frame.buffer_mut(), &mut out);
                })?;
                prepared?;
                gallery.send(&mut out)?;
            }
        }
        execute!(stdout(), EndSynchronizedUpdate)
    }

    /// Hears what the terminal has said about itself.
    fn hear(&mut self, app: &mut App) {
        let Ok(answers) = self.answers.try_recv() else {
            return;
        };
        if let Some(background) = answers.background {
            app.set_background(background);
        }
        if let Some((protocol, rasteriser)) = answers.protocol.zip(self.rasteriser) {
            LAYERS.store(protocol.has_layers(), Ordering::SeqCst);
            let events = self.events.clone();
            let gallery = Gallery::new(protocol, rasteriser, answers.background, events);
            self.pictures = Some((protocol, gallery));
        }
    }

    /// The screen was cleared.
    fn forget(&mut self) {
        if let Some((_, gallery)) = &mut self.pictures {
            gallery.forget();
        }
    }
}

/// The size of a character. Sixel is not scaled, so that it must be known there.
fn cell(protocol: Protocol) -> Option<Cell> {
    let window = window_size().ok();
    let told = window.as_ref().and_then(Cell::of);
    told.or((protocol != Protocol::Sixel).then_some(USUAL_CELL))
}

/// Restores the terminal when it is dropped.
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
    execute!(stdout(), EnterAlternateScreen)?;
    // Before it is cleared: whatever a terminal makes of a question is not seen.
    if ASKING.load(Ordering::SeqCst) {
        ask(&mut stdout())?;
    }
    execute!(
        stdout(),
        Hide,
        // A program that was killed may have left its screen.
        Clear(ClearType::All),
        MoveTo(0, 0)
    )?;
    if MOUSE.load(Ordering::SeqCst) {
        execute!(stdout(), EnableMouseCapture)?;
    }
    Ok(entered)
}

/// Restores the terminal. If that fails it is gone, and it does not matter.
fn leave() {
    if ENTERED.swap(false, Ordering::SeqCst) {
        let _ = delete_layers();
        let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
        let _ = stdout().flush();
    }
}

/// Removes pictures that clearing the screen may leave, secrets among them.
fn delete_layers() -> io::Result<()> {
    match LAYERS.load(Ordering::SeqCst) {
        true => stdout().write_all(DELETE_ALL.as_bytes()),
        false => Ok(()),
    }
}

/// Restores the terminal before a panic message, which is only useful on one
/// that works.
fn restore_after_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let told = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            // The page that waits for a worker reports its panic.
            if thread::current().name() != Some(WORKER) {
                leave();
                told(info);
            }
        }));
    });
}

/// Forwards the terminal's answers, and then its events.
fn listen(events: Sender<Event>, answered: Sender<Answers>) {
    thread::spawn(move || {
        let mut late = Late::default();
        if ASKING.load(Ordering::SeqCst) {
            let answers = hear_answers(&events);
            ASKING.store(false, Ordering::SeqCst);
            let Some(answers) = answers else {
                let _ = events.send(Event::Stop);
                return;
            };
            if !answers.is_complete {
                late.until = Some(Instant::now() + LATEST);
            }
            // The screen hears of it when it is drawn.
            if answered.send(answers).is_err() || events.send(Event::Redraw).is_err() {
                return;
            }
        }
        loop {
            let event = match crossterm::read() {
                Ok(crossterm::Event::Key(key)) if late.is_part(&key) => continue,
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

/// An answer that comes when nobody waits for it any more: it looks like Alt with a letter, keys,
/// and Alt with a backslash, or a bell.
#[derive(Default)]
struct Late {
    has_begun: bool,
    /// Until when there may be one.
    until: Option<Instant>,
}

impl Late {
    fn is_part(&mut self, key: &KeyEvent) -> bool {
        if self.until.is_none_or(|until| Instant::now() > until) {
            return false;
        }
        let is_held = key.modifiers.contains(KeyModifiers::ALT);
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Char('_' | 'P' | ']') if is_held => self.has_begun = true,
            KeyCode::Char('\\') if is_held => return std::mem::take(&mut self.has_begun),
            KeyCode::Char('g') if is_control => return std::mem::take(&mut self.has_begun),
            // No answer has such keys, so this was not one.
            KeyCode::Char(_) => {}
            _ => self.has_begun = false,
        }
        self.has_begun
    }
}

/// Suspends the program like any other, with the terminal restored.
fn suspend() -> io::Result<()> {
    leave();
    stop_process()?;
    // The first guard still restores the terminal.
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

#[cfg(unix)]
use crate::graphics::{ask, is_worth_asking, listen as hear_answers};

/// Only Unix lets us hear answers among the keys.
#[cfg(not(unix))]
fn is_worth_asking() -> bool {
    false
}

#[cfg(not(unix))]
fn ask(_: &mut Stdout) -> io::Result<()> {
    Ok(())
}

#[cfg(not(unix))]
fn hear_answers(_: &Sender<Event>) -> Option<Answers> {
    Some(Answers::default())
}

/// Forwards signals.
#[cfg(unix)]
fn listen_to_signals(events: Sender<Event>) -> io::Result<()> {
    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
    use signal_hook::iterator::Signals;
    let mut signals = Signals::new([SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGWINCH])?;
    thread::spawn(move || {
        for signal in signals.forever() {
            let event = match signal {
                SIGCONT | SIGWINCH => Event::Redraw,
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
