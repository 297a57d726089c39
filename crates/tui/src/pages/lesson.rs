//! A guided first game: a board, what to do on it, and why.

use std::cell::Cell;
use std::time::Instant;

use parlour_core::{AnyStep, GameEntry};
use parlour_host::{Adviser, Guide, Heard};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::board::BoardAction;
use crate::entry::Entry;
use crate::event::{Hits, Input};
use crate::look::{FAINT, Look, PLAIN, STRONG};
use crate::page::{Context, Next, Page};
use crate::pages::setup::Setup;
use crate::pages::text::Text;
use crate::screen::{
    Foot, Key, Panels, Section, Strip, WIDEST, Wants, draw_border, draw_foot, draw_keys,
    draw_sections, draw_title, last_line, wrapped,
};
use crate::stage::{Scene, Stage};

/// The width of another panel beside the text, below a board.
const BESIDE: u16 = 24;

/// The text stands beside or below the board, if there is room.
const WANTS: Wants = Wants {
    panels: false,
    high: 8,
    long: false,
};

pub(crate) struct Lesson {
    guide: Guide,
    stage: Stage,
    typing: Option<Entry>,
    /// There is no room for the text beside the board, so it is shown before it.
    is_small: Cell<bool>,
    /// That text is still to be read.
    is_unread: bool,
    /// Its first line on the screen, and the last one that shows the rest of it.
    top: usize,
    last_top: Cell<usize>,
    /// What to say about a move that was not the one asked for.
    heard: Option<String>,
    /// Nobody advises here.
    adviser: Adviser,
}

impl Lesson {
    /// The guided first game of a game, if it has one.
    pub(crate) fn new(game: &'static dyn GameEntry) -> Option<Lesson> {
        let guide = Guide::new(game)?.ok()?;
        let mut lesson = Lesson {
            stage: Stage::new(guide.position()),
            guide,
            typing: None,
            is_small: Cell::new(false),
            is_unread: true,
            top: 0,
            last_top: Cell::new(0),
            heard: None,
            adviser: Adviser::default(),
        };
        lesson.show();
        Some(lesson)
    }

    fn show(&mut self) {
        self.is_unread = true;
        self.top = 0;
        let who = self.guide.viewer();
        let last = self.guide.last();
        let is_asked = self.guide.is_asked();
        self.stage.show(self.guide.position(), who, is_asked, &last);
    }

    /// Shows what has just happened, and how it moved.
    fn arrive(&mut self, cx: &Context<'_>) {
        self.show();
        if cx.settings.motion {
            self.stage.begin_motion(cx.now);
        }
    }

    fn take(&mut self, step: AnyStep, cx: &Context<'_>) {
        match self.guide.take(step) {
            Ok(Heard::Right) => {
                self.heard = None;
                self.arrive(cx);
            }
            Ok(Heard::Other(words)) => {
                self.heard = Some(words);
                self.arrive(cx);
            }
            Err(illegal) => self.stage.refuse(&illegal.message, illegal.help.as_deref()),
        }
    }

    /// What the learner is told now.
    fn says(&self) -> &str {
        self.heard.as_deref().unwrap_or_else(|| self.guide.says())
    }

    fn done(&mut self, action: BoardAction, cx: &Context<'_>) {
        if let Some(step) = self.stage.picked(action) {
            self.take(step, cx);
        }
    }

    /// Back to the step itself from a remark about a move, else to the step before.
    fn back(&mut self) {
        if self.heard.take().is_some() || self.guide.back() {
            self.show();
        }
    }

    fn hint(&mut self) {
        if let Some(step) = self.guide.hint() {
            let position = self.guide.position();
            self.stage.board.hint = position.picks_of(&step);
            // It is on the board.
            self.is_unread = false;
            let text = format!("Here: {}", position.write(&step));
            self.stage.say(text, false);
        }
    }

    fn key(&mut self, key: KeyEvent, cx: &mut Context<'_>) -> Next {
        if self.typing.is_some() {
            let position = self.guide.position();
            if let Some(step) = self.stage.typed(&mut self.typing, position, key) {
                self.take(step, cx);
            }
            return Next::Stay;
        }
        self.stage.message = None;
        self.stage.stop_motion();
        if self.is_small.get() && self.is_unread {
            let last = self.last_top.get();
            let top = self.top.min(last);
            match key.code {
                KeyCode::Down => self.top = (top + 1).min(last),
                KeyCode::Up => self.top = top.saturating_sub(1),
                KeyCode::Esc | KeyCode::Char('q') => return Next::Close,
                KeyCode::Enter | KeyCode::Char(' ') if self.guide.is_asked() => {
                    self.is_unread = false;
                    return Next::Stay;
                }
                _ => {}
            }
        } else if self.guide.is_asked() {
            match self.stage.board.key(key) {
                BoardAction::Nothing => {}
                action => {
                    self.done(action, cx);
                    return Next::Stay;
                }
            }
        }
        match key.code {
            KeyCode::Enter | KeyCode::Char(' ') if self.guide.is_over() => {
                return Next::Become(Box::new(Setup::new(self.guide.game(), cx)));
            }
            KeyCode::Enter | KeyCode::Char(' ') if self.guide.go_on() => self.arrive(cx),
            KeyCode::Backspace | KeyCode::Char('b') => self.back(),
            KeyCode::Char('h') => self.hint(),
            KeyCode::Char('t') => self.is_unread = !self.is_unread,
            KeyCode::Char('m') if self.stage.has_map(self.guide.game()) => {
                let last = self.guide.last();
                self.stage.toggle_map(self.guide.position(), &last);
            }
            KeyCode::Char('r') => return Next::Open(Box::new(Text::rules(self.guide.game()))),
            KeyCode::Char('w') => {
                let words = self.stage.in_words(self.scene());
                return Next::Open(Box::new(words));
            }
            KeyCode::Char(':') if self.guide.is_asked() => self.typing = Some(Entry::default()),
            KeyCode::Char('q') | KeyCode::Esc => return Next::Close,
            _ => {}
        }
        Next::Stay
    }

    fn scene(&self) -> Scene<'_> {
        Scene {
            game: self.guide.game(),
            played: self.guide.played(),
            adviser: &self.adviser,
        }
    }

    fn heading(&self) -> String {
        let (step, of) = self.guide.progress();
        match self.guide.is_over() {
            true => "the end of the first game".to_owned(),
            false => format!("a first game, step {step} of {of}"),
        }
    }

    fn step(&self) -> String {
        let (step, of) = self.guide.progress();
        match self.guide.is_over() {
            true => "Well done".to_owned(),
            false => format!("Step {step} of {of}"),
        }
    }

    /// What happened, and what to do.
    fn text(&self) -> Section<'_> {
        let style = if self.heard.is_some() { STRONG } else { PLAIN };
        Section::text(&self.step(), self.says().to_owned(), style)
    }

    /// Whether the text fits into panels, whole.
    fn fits(&self, panels: Panels) -> bool {
        let (width, height) = match panels {
            Panels::Nowhere => return false,
            Panels::Beside(area) => (area.width, area.height),
            Panels::Below(area) => (area.width.saturating_sub(BESIDE), area.height),
        };
        let width = usize::from(width.saturating_sub(2)).min(WIDEST);
        let lines = wrapped(self.says(), width);
        lines.len() + 2 <= height.into()
    }

    fn news(&self) -> String {
        let news = self.guide.news();
        let news: Vec<&str> = news.iter().map(|said| &*said.text).collect();
        news.join(" ")
    }

    fn prompt(&self) -> Line<'static> {
        let text = match (self.guide.is_over(), self.guide.is_asked()) {
            (true, _) => "Enter: play a real game.".to_owned(),
            (false, false) => "Enter: go on.".to_owned(),
            (false, true) => match self.stage.board.words() {
                Some(words) => words,
                None => "Your move.".to_owned(),
            },
        };
        Line::styled(text, FAINT)
    }

    /// The text alone, on a screen that has no room for more than the board.
    fn draw_text(&self, area: Rect, screen: &mut Buffer, hits: &mut Hits) {
        draw_title(
            area,
            screen,
            self.guide.game().info().title,
            &self.heading(),
        );
        let room = Rect {
            y: area.y + 1,
            height: area.height.saturating_sub(2),
            ..area
        };
        let mut text = self.news();
        if !text.is_empty() {
            text.push_str("\n\n");
        }
        text.push_str(self.says());
        let inner = draw_border(room, screen, &self.step());
        let inner = Rect {
            x: inner.x + 1,
            width: inner.width.saturating_sub(2),
            ..inner
        };
        let lines = wrapped(&text, usize::from(inner.width).min(WIDEST));
        let last = lines.len().saturating_sub(inner.height.into());
        self.last_top.set(last);
        let shown = lines.iter().skip(self.top.min(last));
        for (line, y) in shown.zip(inner.y..inner.bottom()) {
            screen.set_stringn(inner.x, y, line, inner.width.into(), PLAIN);
        }
        draw_keys(last_line(area), screen, hits, &self.keys());
    }
}

impl Page for Lesson {
    fn input(&mut self, input: Input, cx: &mut Context<'_>) -> Next {
        match input {
            Input::Key(key) => return self.key(key, cx),
            Input::Point { hit, click } => {
                if click {
                    self.stage.message = None;
                }
                let action = self.stage.board.point(&hit, click);
                self.done(action, cx);
            }
            Input::Tick => self.stage.move_on(cx.now),
            Input::Scroll(_) => {}
        }
        Next::Stay
    }

    fn wake(&self) -> Option<Instant> {
        self.stage.wake()
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some()
    }

    fn keys(&self) -> Vec<Key> {
        let key = Key::plain;
        let letter = |letter, name, does| Key::plain(KeyCode::Char(letter), name, does);
        let mut keys = vec![match (self.guide.is_over(), self.guide.is_asked()) {
            (true, _) => key(KeyCode::Enter, "Enter", "play"),
            (false, false) => key(KeyCode::Enter, "Enter", "go on"),
            (false, true) if self.is_small.get() && self.is_unread => {
                key(KeyCode::Enter, "Enter", "to the board")
            }
            (false, true) => key(KeyCode::Enter, "Enter", "pick"),
        }];
        if self.guide.is_asked() {
            keys.push(letter('h', "h", "hint").at_length("show the move that is asked for"));
            keys.push(letter(':', ":", "type").at_length("type a move"));
        }
        keys.push(letter('b', "b", "back").at_length("go back to the step before"));
        if self.is_small.get() {
            keys.push(letter('t', "t", "text").at_length("the text, or the board"));
        }
        keys.push(letter('?', "?", "keys"));
        keys.push(letter('q', "q", "leave"));
        keys.push(letter('r', "r", "rules").at_length("read the rules"));
        keys.push(letter('w', "w", "words").at_length("the board in words"));
        if self.stage.has_map(self.guide.game()) {
            keys.push(letter('m', "m", "map").at_length("where hidden things may be"));
        }
        keys
    }

    fn draw(&self, area: Rect, screen: &mut Buffer, look: Look, hits: &mut Hits) {
        let title = self.guide.game().info().title;
        let heading = self.heading();
        let places = self
            .stage
            .draw_board((title, &heading), WANTS, area, screen, look, hits);
        self.is_small.set(!self.fits(places.panels));
        if self.is_small.get() && self.is_unread {
            screen.reset();
            *hits = Hits::default();
            return self.draw_text(area, screen, hits);
        }
        let panels = self.stage.board.panels(look);
        let sections = self.stage.sections(self.scene(), panels, true, look);
        let mut sections: Vec<Section<'_>> =
            sections.into_iter().map(Section::giving_way).collect();
        match (self.is_small.get(), places.panels) {
            (true, _) => {}
            // Below a board, what grows gets all the width that is left.
            (false, Panels::Below(_)) => sections.push(self.text().growing()),
            _ => sections.insert(0, self.text()),
        }
        draw_sections(places.panels, &sections, &self.stage.board, screen, hits);
        let strip = match &self.typing {
            Some(entry) => Strip::Entry {
                prompt: "Move: ",
                entry,
                help: "Enter plays, Esc leaves",
            },
            None => self.stage.choices(None).unwrap_or(Strip::Nothing),
        };
        let foot = Foot {
            first: places.first,
            message: self.stage.message_line(),
            is_whole: self.stage.message.is_some(),
            news: Line::styled(self.news(), STRONG),
            told: false,
            prompt: self.prompt(),
            strip,
            keys: &self.keys(),
        };
        draw_foot(places.foot, screen, hits, foot);
    }
}
