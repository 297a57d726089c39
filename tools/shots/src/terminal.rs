//! The program with a terminal in memory: what it would send to a terminal is interpreted as one
//! would, and time passes only when it is told to.

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use parlour_core::{Budget, Match, Seat, SetupValues, Tables, luck};
use parlour_host::{Dice, HUMAN, Seating, World};
use parlour_tui::{App, Event, Look, Settings, Shown, Sitting, Start};
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::{Terminal as Screen, TerminalOptions, Viewport};

/// Workers are waited for, so that bots need not hurry.
const THINKING: Duration = Duration::from_millis(300);

/// What was sent to the terminal.
#[derive(Clone, Default)]
struct Line(Rc<RefCell<Vec<u8>>>);

impl Write for Line {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) struct Terminal {
    app: App,
    events: Receiver<Event>,
    screen: Screen<CrosstermBackend<Line>>,
    line: Line,
    parser: vt100::Parser,
    now: Instant,
}

/// What a script has set.
pub(crate) struct Setting {
    pub(crate) size: (u16, u16),
    pub(crate) look: Look,
    pub(crate) seed: u64,
}

impl Terminal {
    /// Starts the program: `menu`, `play GAME KIND... OPTION=VALUE...` or `open FILE`.
    pub(crate) fn run(data: &Path, command: &str, setting: &Setting) -> Result<Terminal> {
        let mut words = command.split_whitespace();
        let start = match words.next() {
            None | Some("menu") => Start::Menu,
            Some("play") => {
                let game = words.next().context("play what?")?;
                let seating = seating(game, &words.collect::<Vec<_>>(), setting.seed)?;
                Start::Play(Box::new(Sitting::new(seating)))
            }
            Some("open") => {
                let path = Path::new(words.next().context("open what?")?);
                let bytes = std::fs::read(path)?;
                Start::File {
                    game: parlour_tui::game_of(path, &bytes).context("this is not a record")?,
                    path: path.to_owned(),
                    bytes,
                }
            }
            Some(other) => bail!("{other}: menu, play or open?"),
        };
        let settings = Settings {
            look: setting.look,
            time: THINKING,
            look_at_records: Some(Duration::from_millis(100)),
            seed: Some(setting.seed),
            data: data.join("data"),
            world: World::own(Tables::in_folder(data.join("data"))),
            folder: data.to_owned(),
            write: |path, content| std::fs::write(path, content).map_err(|error| error.to_string()),
            motion: true,
            offer_lessons: false,
            rasteriser: None,
            zone: jiff::tz::TimeZone::UTC,
        };
        let (sender, events) = channel();
        let now = Instant::now();
        let app = App::new(start, settings, sender, now).map_err(|why| anyhow!(why))?;
        let (width, height) = setting.size;
        let options = TerminalOptions {
            viewport: Viewport::Fixed(Rect::new(0, 0, width, height)),
        };
        let side = |count| std::num::NonZeroU16::new(count).context("a window has a size");
        let line = Line::default();
        Ok(Terminal {
            app,
            events,
            screen: Screen::with_options(CrosstermBackend::new(line.clone()), options)?,
            line,
            parser: vt100::Parser::new(side(height)?, side(width)?, 0),
            now,
        })
    }

    pub(crate) fn types(&mut self, key: KeyCode) {
        let event = Event::Key(KeyEvent::new(key, KeyModifiers::NONE));
        self.app.update(event, self.now);
        self.app.take_wanted();
    }

    /// Lets this much time pass, and takes what workers report. They have all the real time they
    /// want.
    pub(crate) fn pass(&mut self, time: Duration) {
        let end = self.now + time;
        loop {
            while let Ok(event) = self.events.try_recv() {
                self.hear(event);
            }
            match self.app.wake() {
                Some(at) if at <= end => {
                    self.now = self.now.max(at);
                    self.hear(Event::Tick);
                    // A page that only waits for a worker wakes again and again.
                    if self.app.is_busy() {
                        std::thread::sleep(Duration::from_millis(1));
                    }
                    self.now += Duration::from_millis(1);
                }
                _ => break,
            }
        }
        self.now = self.now.max(end);
    }

    /// Waits until all workers are done and nothing is awaited.
    pub(crate) fn settle(&mut self, patience: Duration) {
        let begun = Instant::now();
        while (self.app.is_busy() || self.app.wake().is_some()) && begun.elapsed() < patience {
            self.pass(Duration::from_millis(50));
            std::thread::sleep(Duration::from_millis(2));
        }
        self.pass(Duration::ZERO);
    }

    fn hear(&mut self, event: Event) {
        self.app.update(event, self.now);
        self.app.take_wanted();
    }

    /// The picture on the screen.
    pub(crate) fn picture(&self) -> Option<&Shown> {
        self.app.picture().map(|(shown, _)| shown)
    }

    /// Draws, and shows the screen of the terminal.
    pub(crate) fn look(&mut self) -> Result<&vt100::Screen> {
        let app = &mut self.app;
        self.screen.draw(|frame| app.draw(frame))?;
        self.parser.process(&self.line.0.take());
        Ok(self.parser.screen())
    }
}

/// A new game of these players, with options as `NAME=VALUE`.
fn seating(game: &str, words: &[&str], seed: u64) -> Result<Seating> {
    let game = parlour_catalog::game(game).context("there is no such game")?;
    let mut values = SetupValues::new();
    let mut kinds: Vec<String> = Vec::new();
    for word in words {
        match word.split_once('=') {
            Some((name, value)) => values.set(name, value),
            None => kinds.push((*word).to_owned()),
        }
    }
    let start = game
        .start(&values, &mut luck::seeded(seed))
        .map_err(|why| anyhow!(why.message))?;
    kinds.resize(usize::from(start.seats()), HUMAN.to_owned());
    let mut start = start;
    start.seat_bots(&kinds.iter().map(|kind| kind != HUMAN).collect::<Vec<_>>());
    let names = Seat::all(start.seats()).zip(&kinds).map(|(seat, kind)| {
        let name = start.seat_name(seat);
        let name = name[..1].to_uppercase() + &name[1..];
        match &**kind {
            HUMAN => name,
            kind => format!("{name} ({kind})"),
        }
    });
    let names = names.collect();
    Ok(Seating {
        game,
        played: Match::new(start, names),
        setup: Some(values),
        kinds,
        budget: Budget {
            time: Some(THINKING),
            ..Budget::default()
        },
        dice: Dice::Thrown,
        seed,
    })
}
