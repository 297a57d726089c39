//! The program without a terminal: keys go in, screens come out.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use parlour_core::{Budget, Match, Seat, SetupValues, Tables, luck};
use parlour_host::{Dice, HUMAN, Seating, World};
use parlour_tui::{App, Colours, Event, Look, Settings, Shown, Sitting, Start, Theme, Wanted};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

/// No bot of these tests thinks longer.
const PATIENCE: Duration = Duration::from_secs(30);

/// The program under test.
pub(crate) struct Driver {
    app: App,
    events: Receiver<Event>,
    screen: Terminal<TestBackend>,
    now: Instant,
    /// Whether the screen was to be cleared since this was last asked.
    pub(crate) wiped: bool,
    pub(crate) quit: bool,
}

/// A board of Ploy with a Commander that can be taken at once.
pub(crate) const NEAR: &str = "w170,w16,,,,,,,/b7,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,b1,b170, b";

/// What most tests are told.
pub(crate) fn settings(folder: &Path) -> Settings {
    Settings {
        look: Look {
            colours: Colours::Many,
            ascii: false,
            theme: Theme::Dark,
            on_light: false,
            cell: None,
        },
        time: Duration::from_millis(200),
        look_at_records: Some(Duration::from_millis(100)),
        seed: Some(7),
        data: folder.join("data"),
        world: World::own(Tables::in_folder(folder.join("data"))),
        folder: folder.to_owned(),
        motion: false,
        offer_lessons: false,
        rasteriser: None,
        zone: jiff::tz::TimeZone::UTC,
        write: |path, content| std::fs::write(path, content).map_err(|error| error.to_string()),
    }
}

/// A new game of these players.
pub(crate) fn seating(game: &str, setup: &[(&str, &str)], kinds: &[&str]) -> Seating {
    let game = parlour_catalog::game(game).expect("listed");
    let mut values = SetupValues::new();
    for (name, value) in setup {
        values.set(name, *value);
    }
    let mut start = game
        .start(&values, &mut luck::seeded(7))
        .expect("a sound setup");
    let bots: Vec<bool> = kinds.iter().map(|kind| *kind != HUMAN).collect();
    start.seat_bots(&bots);
    let names = Seat::all(start.seats())
        .map(|seat| {
            let name = start.seat_name(seat);
            name[..1].to_uppercase() + &name[1..]
        })
        .collect();
    Seating {
        game,
        played: Match::new(start, names),
        setup: Some(values),
        kinds: kinds.iter().map(|kind| (*kind).to_owned()).collect(),
        budget: Budget {
            time: Some(Duration::from_millis(200)),
            ..Budget::default()
        },
        dice: Dice::Thrown,
        seed: 7,
    }
}

impl Driver {
    pub(crate) fn new(start: Start, settings: Settings, size: (u16, u16)) -> Self {
        let mut driver = Driver::begin(start, settings, size);
        driver.settle();
        driver
    }

    /// The first moment, before any worker has reported.
    pub(crate) fn begin(start: Start, settings: Settings, size: (u16, u16)) -> Self {
        let (sender, events) = channel();
        let now = Instant::now();
        let app = App::new(start, settings, sender, now).unwrap_or_else(|why| panic!("{why}"));
        let backend = TestBackend::new(size.0, size.1);
        let mut driver = Driver {
            app,
            events,
            screen: Terminal::new(backend).expect("a screen"),
            now,
            wiped: false,
            quit: false,
        };
        driver.wiped = driver.app.take_wanted().wipe;
        driver
    }

    pub(crate) fn play(seating: Seating, settings: Settings, size: (u16, u16)) -> Self {
        Driver::new(Start::Play(Box::new(Sitting::new(seating))), settings, size)
    }

    /// Opens a file as the command line does.
    pub(crate) fn file(path: &Path, settings: Settings, size: (u16, u16)) -> Self {
        let mut driver = Driver::file_just_opened(path, settings, size);
        driver.settle();
        driver
    }

    /// The same, before any worker has reported.
    pub(crate) fn file_just_opened(path: &Path, settings: Settings, size: (u16, u16)) -> Self {
        let bytes = std::fs::read(path).expect("a file");
        let game = parlour_tui::game_of(path, &bytes).expect("a record");
        let start = Start::File {
            path: path.to_owned(),
            bytes,
            game,
        };
        Driver::begin(start, settings, size)
    }

    pub(crate) fn hear(&mut self, event: Event) {
        self.app.update(event, self.now);
        let Wanted {
            wipe,
            quit,
            suspend: _,
            mouse: _,
        } = self.app.take_wanted();
        self.wiped |= wipe;
        self.quit |= quit;
    }

    /// Lets workers finish and dice come to rest, as if no time had passed.
    pub(crate) fn settle(&mut self) {
        let begun = Instant::now();
        loop {
            assert!(
                begun.elapsed() < PATIENCE,
                "it never settles:\n{}",
                self.text()
            );
            // A program that is no longer busy has reported everything.
            let wait = match self.app.is_busy() {
                true => Duration::from_millis(30),
                false => Duration::ZERO,
            };
            match self.events.recv_timeout(wait) {
                Ok(event) => self.hear(event),
                Err(_) if !wait.is_zero() && self.app.wake().is_none() => {}
                Err(_) => match self.app.wake() {
                    None => return,
                    Some(at) => {
                        self.now = self.now.max(at);
                        self.hear(Event::Tick);
                    }
                },
            }
        }
    }

    pub(crate) fn now(&self) -> Instant {
        self.now
    }

    /// Lets time pass.
    pub(crate) fn pass(&mut self, time: Duration) {
        self.now += time;
        self.hear(Event::Tick);
    }

    /// Takes what workers have reported so far, and advances time to the next awaited event.
    pub(crate) fn catch_up(&mut self) {
        while let Ok(event) = self.events.try_recv() {
            self.hear(event);
        }
        if let Some(at) = self.app.wake() {
            self.now = self.now.max(at);
            self.hear(Event::Tick);
        }
    }

    /// Handles events one by one until a text is on the screen.
    pub(crate) fn wait_for(&mut self, text: &str) {
        loop {
            let screen = self.text();
            if screen.contains(text) {
                return;
            }
            match self.events.recv_timeout(PATIENCE) {
                Ok(event) => self.hear(event),
                Err(_) => panic!("{text} does not come on\n{screen}"),
            }
        }
    }

    /// Presses a key, and waits for nothing.
    pub(crate) fn press(&mut self, code: KeyCode) {
        self.hear(Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    /// Presses keys: letters as they are, others by name in angle brackets.
    pub(crate) fn keys(&mut self, keys: &str) {
        let mut rest = keys;
        while let Some(letter) = rest.chars().next() {
            let code = match rest.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
                Some((name, after)) => {
                    rest = after;
                    named(name)
                }
                None => {
                    rest = &rest[letter.len_utf8()..];
                    KeyCode::Char(letter)
                }
            };
            self.press(code);
            self.settle();
        }
    }

    pub(crate) fn mouse(&mut self, kind: MouseEventKind, column: u16, row: u16) {
        // What can be pointed at is known once it was drawn.
        self.text();
        self.hear(Event::Mouse(MouseEvent {
            kind,
            column,
            row,
            modifiers: KeyModifiers::NONE,
        }));
        self.settle();
    }

    /// Clicks on a text.
    pub(crate) fn click(&mut self, text: &str) {
        let (column, row) = self.find(text);
        self.mouse(MouseEventKind::Moved, column, row);
        self.mouse(MouseEventKind::Down(MouseButton::Left), column, row);
    }

    /// Where a text begins on the screen.
    pub(crate) fn find(&mut self, text: &str) -> (u16, u16) {
        let screen = self.text();
        let found = screen.lines().enumerate().find_map(|(row, line)| {
            let at = line.find(text)?;
            Some((line[..at].chars().count() as u16, row as u16))
        });
        found.unwrap_or_else(|| panic!("{text} is not on\n{screen}"))
    }

    pub(crate) fn resize(&mut self, width: u16, height: u16) {
        self.screen.backend_mut().resize(width, height);
        self.hear(Event::Redraw);
    }

    /// The screen as lines of text.
    pub(crate) fn text(&mut self) -> String {
        self.draw();
        let buffer = self.screen.backend().buffer();
        let width = usize::from(buffer.area.width);
        let lines = buffer.content.chunks(width.max(1)).map(|line| {
            let line: String = line.iter().map(|cell| cell.symbol()).collect();
            line.trim_end().to_owned()
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    pub(crate) fn buffer(&mut self) -> &ratatui::buffer::Buffer {
        self.draw();
        self.screen.backend().buffer()
    }

    /// The picture on the screen that was drawn last.
    pub(crate) fn picture(&self) -> Option<&Shown> {
        self.app.picture().map(|(shown, _)| shown)
    }

    fn draw(&mut self) {
        let app = &mut self.app;
        self.screen
            .draw(|frame| app.draw(frame))
            .expect("a screen that is only memory");
    }

    #[track_caller]
    pub(crate) fn sees(&mut self, text: &str) {
        let screen = self.text();
        assert!(screen.contains(text), "{text} is not on\n{screen}");
    }

    #[track_caller]
    pub(crate) fn does_not_see(&mut self, text: &str) {
        let screen = self.text();
        assert!(!screen.contains(text), "{text} is on\n{screen}");
    }
}

fn named(name: &str) -> KeyCode {
    match name {
        "enter" => KeyCode::Enter,
        "esc" => KeyCode::Esc,
        "tab" => KeyCode::Tab,
        "backtab" => KeyCode::BackTab,
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        "up" => KeyCode::Up,
        "down" => KeyCode::Down,
        "home" => KeyCode::Home,
        "end" => KeyCode::End,
        "pgdn" => KeyCode::PageDown,
        "pgup" => KeyCode::PageUp,
        "back" => KeyCode::Backspace,
        name => panic!("no key is called {name}"),
    }
}

/// A file of the examples.
pub(crate) fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples")
        .join(name)
}
