//! The program without a terminal: events change its state, and its state is
//! drawn.

use std::collections::HashMap;
use std::fmt;
use std::sync::mpsc::Sender;
use std::time::Instant;

use ratatui::Frame;
use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::text::Line;

use crate::event::{Event, Hit, Hits, Input, plain};
use crate::graphics::{Cell, Shown};
use crate::look::CURSOR;
use crate::page::{Context, Next, Page};
use crate::pages::files::show;
use crate::pages::lesson::Lesson;
use crate::pages::making::opening;
use crate::pages::menu::Menu;
use crate::pages::offer::asking;
use crate::pages::setup::Draft;
use crate::pages::text::Text;
use crate::preferences::Preferences;
use crate::screen::{LEAST_HEIGHT, LEAST_WIDTH, draw_box};
use crate::theme::{Theme, is_light};
use crate::work::Workshop;
use crate::{Settings, Start};

/// What the terminal should do besides drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Clear the screen and the scrollback.
    pub wipe: bool,
    /// Give the terminal back until the program is resumed.
    pub suspend: bool,
    /// Listen to the mouse, or leave it to the terminal.
    pub mouse: Option<bool>,
    /// End.
    pub quit: bool,
}

/// The whole state of the program.
pub struct App {
    settings: Settings,
    shop: Workshop,
    pages: Vec<Box<dyn Page>>,
    drafts: HashMap<&'static str, Draft>,
    hits: Hits,
    wanted: Wanted,
    preferences: Preferences,
    /// The size of the terminal's characters, if it shows pictures.
    cell: Option<Cell>,
    /// What the last key has switched.
    told: Option<String>,
}

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App").finish_non_exhaustive()
    }
}

impl App {
    /// The program as it starts. Workers send their results to `events`.
    ///
    /// # Errors
    ///
    /// Why there is nothing to show.
    pub fn new(
        start: Start,
        settings: Settings,
        events: Sender<Event>,
        now: Instant,
    ) -> Result<App, String> {
        let preferences = Preferences::load(&settings.data);
        let mut settings = settings;
        let cell = settings.look.cell;
        if let Some(theme) = preferences.theme {
            settings.look.theme = theme;
        }
        settings.motion &= preferences.motion;
        settings.look.cell = cell.filter(|_| preferences.pictures);
        let mut app = App {
            cell,
            preferences,
            settings,
            shop: Workshop::new(events),
            pages: Vec::new(),
            drafts: HashMap::new(),
            hits: Hits::default(),
            wanted: Wanted::default(),
            told: None,
        };
        let mut cx = Context {
            settings: &app.settings,
            shop: &app.shop,
            now,
            drafts: &mut app.drafts,
            wipe: &mut app.wanted.wipe,
        };
        let page: Box<dyn Page> = match start {
            Start::Menu => Box::new(Menu::new(&cx)),
            Start::Play(sitting) => opening(*sitting, &mut cx),
            Start::Ask(game) => asking(game, &cx),
            Start::Learn(game) => match Lesson::new(game) {
                Some(lesson) => Box::new(lesson),
                None => return Err("this game has no guided first game".to_owned()),
            },
            Start::File { path, bytes, game } => show(&path, &bytes, game, &mut cx)?,
        };
        app.pages.push(page);
        Ok(app)
    }

    /// Whether the player wants the program to listen to the mouse.
    #[must_use]
    pub fn wants_mouse(&self) -> bool {
        self.preferences.mouse
    }

    /// The terminal shows pictures, and its characters have this size.
    pub fn set_cell(&mut self, cell: Option<Cell>) {
        self.cell = cell;
        self.settings.look.cell = cell.filter(|_| self.preferences.pictures);
    }

    /// The terminal has this background: colours follow it, and so does the theme, unless the player
    /// has chosen one.
    pub fn set_background(&mut self, background: [u8; 3]) {
        let is_light = is_light(background);
        self.settings.look.on_light = is_light;
        if self.preferences.theme.is_none() {
            self.settings.look.theme = Theme::on(is_light);
        }
    }

    /// The picture of the screen that was drawn last, and the size of the characters it is for.
    #[must_use]
    pub fn picture(&self) -> Option<(&Shown, Cell)> {
        self.hits.picture.as_ref().zip(self.settings.look.cell)
    }

    /// What the terminal should do; asked once after each event.
    pub fn take_wanted(&mut self) -> Wanted {
        std::mem::take(&mut self.wanted)
    }

    /// When the program wants the next [`Event::Tick`].
    #[must_use]
    pub fn wake(&self) -> Option<Instant> {
        self.pages.iter().filter_map(|page| page.wake()).min()
    }

    /// Whether workers will still report something.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.shop.is_busy()
    }

    /// Something has happened.
    pub fn update(&mut self, event: Event, now: Instant) {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(key, now),
            Event::Key(_) | Event::Redraw => {}
            Event::Mouse(mouse) => self.mouse(mouse, now),
            Event::Tick => self.tick(now),
            Event::Work(ticket, work) => {
                let mut work = Some(work);
                for page in &mut self.pages {
                    let Some(left) = work.take() else { break };
                    let mut cx = Context {
                        settings: &self.settings,
                        shop: &self.shop,
                        now,
                        drafts: &mut self.drafts,
                        wipe: &mut self.wanted.wipe,
                    };
                    work = page.work(ticket, left, &mut cx);
                }
            }
            Event::Suspend => self.wanted.suspend = true,
            Event::Stop => self.wanted.quit = true,
        }
    }

    fn key(&mut self, key: KeyEvent, now: Instant) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let typing = self.pages.last().is_some_and(|page| page.is_typing());
        let helping = self.pages.last().is_some_and(|page| page.is_help());
        self.told = None;
        if !typing && !control && self.switch(key.code) {
            return;
        }
        match key.code {
            KeyCode::Char('c') if control => self.wanted.quit = true,
            KeyCode::Char('z') if control => self.wanted.suspend = true,
            KeyCode::Char('l') if control => self.wanted.wipe = true,
            // What was typed before we took over the terminal has other line
            // ends.
            KeyCode::Char('j') if control => self.input(Input::Key(plain(KeyCode::Enter)), now),
            KeyCode::Char('?') | KeyCode::F(1) if helping => {
                self.input(Input::Key(plain(KeyCode::Esc)), now);
            }
            KeyCode::Char('?') | KeyCode::F(1) if !typing => {
                if let Some(page) = self.pages.last() {
                    let keys = page.keys();
                    self.pages.push(Box::new(Text::keys(&keys)));
                }
            }
            _ => self.input(Input::Key(key), now),
        }
    }

    /// Whether this key switches something on every page; says what is the case now.
    fn switch(&mut self, key: KeyCode) -> bool {
        let told = match key {
            KeyCode::Char('T') => {
                let theme = self.settings.look.theme.next();
                self.settings.look.theme = theme;
                self.preferences.theme = Some(theme);
                format!("Theme: {}", theme.name())
            }
            KeyCode::Char('A') => {
                // The program may have been started without.
                self.settings.motion = !self.settings.motion;
                self.preferences.motion = self.settings.motion;
                match self.settings.motion {
                    true => "Animation is on.".to_owned(),
                    false => "Animation is off.".to_owned(),
                }
            }
            KeyCode::Char('M') => {
                self.preferences.mouse = !self.preferences.mouse;
                self.wanted.mouse = Some(self.preferences.mouse);
                match self.preferences.mouse {
                    true => "The mouse picks and scrolls.".to_owned(),
                    false => "The mouse selects text.".to_owned(),
                }
            }
            KeyCode::Char('P') if self.cell.is_none() => {
                self.told = Some("This terminal shows no pictures.".to_owned());
                return true;
            }
            KeyCode::Char('P') => {
                self.preferences.pictures = !self.preferences.pictures;
                self.set_cell(self.cell);
                match self.preferences.pictures {
                    true => "Boards are pictures.".to_owned(),
                    false => "Boards are text.".to_owned(),
                }
            }
            _ => return false,
        };
        self.told = Some(told);
        self.preferences.save(&self.settings.data);
        true
    }

    fn mouse(&mut self, mouse: MouseEvent, now: Instant) {
        if let MouseEventKind::Down(_) = mouse.kind {
            self.told = None;
        }
        let hit = self.hits.at(mouse.column, mouse.row).cloned();
        match (mouse.kind, hit) {
            (MouseEventKind::Down(MouseButton::Left), Some(Hit::Key(key))) => self.key(key, now),
            (MouseEventKind::Down(MouseButton::Left), Some(hit)) => {
                self.input(Input::Point { hit, click: true }, now);
            }
            (MouseEventKind::Moved, Some(hit)) if !matches!(hit, Hit::Key(_)) => {
                self.input(Input::Point { hit, click: false }, now);
            }
            (MouseEventKind::Down(MouseButton::Right), _) => self.key(plain(KeyCode::Esc), now),
            (MouseEventKind::ScrollDown, _) => self.input(Input::Scroll(true), now),
            (MouseEventKind::ScrollUp, _) => self.input(Input::Scroll(false), now),
            _ => {}
        }
    }

    /// A page may be waiting for something while another one covers it.
    fn tick(&mut self, now: Instant) {
        let top = self.pages.len().saturating_sub(1);
        for page in &mut self.pages[..top] {
            let mut cx = Context {
                settings: &self.settings,
                shop: &self.shop,
                now,
                drafts: &mut self.drafts,
                wipe: &mut self.wanted.wipe,
            };
            page.input(Input::Tick, &mut cx);
        }
        self.input(Input::Tick, now);
    }

    /// Passes an input to the topmost page.
    fn input(&mut self, input: Input, now: Instant) {
        let Some(page) = self.pages.last_mut() else {
            return;
        };
        let mut cx = Context {
            settings: &self.settings,
            shop: &self.shop,
            now,
            drafts: &mut self.drafts,
            wipe: &mut self.wanted.wipe,
        };
        match page.input(input, &mut cx) {
            Next::Stay => {}
            Next::Open(page) => self.pages.push(page),
            Next::Become(page) => {
                self.pages.pop();
                self.pages.push(page);
            }
            Next::Quit => self.wanted.quit = true,
            Next::Close => {
                self.pages.pop();
                match self.pages.last_mut() {
                    Some(page) => page.uncovered(&mut cx),
                    None => self.wanted.quit = true,
                }
            }
        }
    }

    /// Draws the topmost page.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let screen = frame.buffer_mut();
        self.hits = Hits::default();
        if area.width < LEAST_WIDTH || area.height < LEAST_HEIGHT {
            let lines = [
                Line::raw("This window is too small:"),
                Line::raw(format!("{}x{}.", area.width, area.height)),
                Line::raw(format!("{LEAST_WIDTH}x{LEAST_HEIGHT} is needed,")),
                Line::raw("80x24 is better."),
            ];
            draw_box(area, screen, &lines);
        } else if let Some(page) = self.pages.last() {
            page.draw(area, screen, self.settings.look, &mut self.hits);
            if let Some(told) = &self.told {
                // Over the end of the title, until the next key.
                let told = format!(" {told} ");
                let width = told.chars().count() as u16;
                let x = area.right().saturating_sub(width + 1);
                screen.set_string(x, area.y, told, CURSOR);
            }
        }
        self.settings.look.finish(screen);
    }
}
