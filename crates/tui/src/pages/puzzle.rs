//! Puzzles: one after the other, judged by the game's solver.

use parlour_core::learn::shipped;
use parlour_core::{AnyStep, GameEntry, Limits};
use parlour_host::{Adviser, Judged, PuzzleSession};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::board::BoardAction;
use crate::entry::Entry;
use crate::event::{Hits, Input};
use crate::look::{ALARM, FAINT, GOOD, Look, PLAIN};
use crate::page::{Context, Next, Page};
use crate::pages::text::Text;
use crate::screen::{Foot, Key, Panels, Section, Strip, Wants, draw_foot, draw_sections};
use crate::stage::{Scene, Stage};

pub(crate) struct Puzzles {
    game: &'static dyn GameEntry,
    /// Which of the puzzles that come with the game is shown.
    number: usize,
    /// The number that made it.
    seed: u64,
    session: PuzzleSession,
    stage: Stage,
    typing: Option<Entry>,
    /// What the solver said to the last answer, and whether that was right.
    said: Option<(bool, String)>,
    /// The comparison of the best moves, if it is wanted.
    why: Option<String>,
    /// Nobody but the solver advises here.
    adviser: Adviser,
}

/// The puzzle with this index among those that come with a game; the index wraps around.
fn puzzle(game: &'static dyn GameEntry, number: usize) -> Option<(u64, PuzzleSession)> {
    let all: Vec<_> = shipped(game.puzzles()?.shipped()).collect();
    let chosen = all.get(number % all.len().max(1))?;
    let session = PuzzleSession::new(game, chosen.position(game).ok()?)?;
    Some((chosen.seed, session))
}

impl Puzzles {
    /// The puzzles of a game, from any of them on, if it has some.
    pub(crate) fn new(game: &'static dyn GameEntry, cx: &Context<'_>) -> Option<Puzzles> {
        let number = (cx.settings.fresh_seed(cx.now) % 1_000_000) as usize;
        let (seed, session) = puzzle(game, number)?;
        let mut puzzles = Puzzles {
            game,
            number,
            seed,
            stage: Stage::new(session.position()),
            session,
            typing: None,
            said: None,
            why: None,
            adviser: Adviser::default(),
        };
        puzzles.arrive();
        Some(puzzles)
    }

    fn next(&mut self) {
        self.number += 1;
        if let Some((seed, session)) = puzzle(self.game, self.number) {
            self.seed = seed;
            self.session = session;
            self.said = None;
            self.why = None;
            self.arrive();
        }
    }

    fn arrive(&mut self) {
        let last = self.session.played().trace();
        let (who, is_open) = (self.session.viewer(), !self.session.is_solved());
        self.stage
            .show(self.session.position(), who, is_open, &last);
    }

    /// Judges the moves, if that was not done before: a moment's work for puzzles of this size.
    fn judge(&mut self, cx: &Context<'_>) -> bool {
        let tables = &cx.settings.world.tables;
        let is_judged = self.session.judge(tables, &Limits::default());
        if !is_judged {
            self.stage
                .say("The solver cannot judge this position.", true);
        }
        is_judged
    }

    fn take(&mut self, step: AnyStep, cx: &Context<'_>) {
        if !self.judge(cx) {
            return;
        }
        let why = self.session.why();
        match self.session.take(step) {
            Ok(Judged::Right(words)) => {
                self.said = Some((true, words));
                self.why = None;
            }
            Ok(Judged::Solved(words)) => {
                self.said = Some((true, words));
                self.why = why;
            }
            Ok(Judged::Wrong(words)) => self.said = Some((false, words)),
            Err(illegal) => {
                return self.stage.refuse(&illegal.message, illegal.help.as_deref());
            }
        }
        self.arrive();
    }

    fn done(&mut self, action: BoardAction, cx: &Context<'_>) {
        if let Some(step) = self.stage.picked(action) {
            self.take(step, cx);
        }
    }

    fn key(&mut self, key: KeyEvent, cx: &mut Context<'_>) -> Next {
        if self.typing.is_some() {
            let position = self.session.position();
            if let Some(step) = self.stage.typed(&mut self.typing, position, key) {
                self.take(step, cx);
            }
            return Next::Stay;
        }
        self.stage.message = None;
        if !self.session.is_solved() {
            match self.stage.board.key(key) {
                BoardAction::Nothing => {}
                action => {
                    self.done(action, cx);
                    return Next::Stay;
                }
            }
        }
        match key.code {
            KeyCode::Enter | KeyCode::Char(' ') if self.session.is_solved() => self.next(),
            KeyCode::Char('n') => self.next(),
            KeyCode::Char('h') if !self.session.is_solved() && self.judge(cx) => {
                let hint = self.session.hint().cloned();
                if let Some(hint) = hint {
                    let position = self.session.position();
                    self.stage.board.hint = position.picks_of(&hint);
                    let text = format!("Here: {}", position.write(&hint));
                    self.stage.say(text, false);
                }
            }
            KeyCode::Char('y') if !self.session.is_solved() && self.judge(cx) => {
                self.why = self.session.why();
            }
            KeyCode::Char('r') => return Next::Open(Box::new(Text::rules(self.game))),
            KeyCode::Char('w') => {
                let words = self.stage.in_words(self.scene());
                return Next::Open(Box::new(words));
            }
            KeyCode::Char(':') if !self.session.is_solved() => {
                self.typing = Some(Entry::default());
            }
            KeyCode::Char('q') | KeyCode::Esc => return Next::Close,
            _ => {}
        }
        Next::Stay
    }

    fn scene(&self) -> Scene<'_> {
        Scene {
            game: self.game,
            played: self.session.played(),
            adviser: &self.adviser,
        }
    }

    fn sections(&self, look: Look) -> Vec<Section<'_>> {
        let heading = format!("Puzzle {}", self.seed);
        let task = Section::text(&heading, self.session.task().to_owned(), PLAIN);
        let mut sections = vec![task];
        if let Some((is_right, words)) = &self.said {
            let (heading, style) = match (is_right, self.session.is_solved()) {
                (true, true) => ("Solved", GOOD),
                (true, false) => ("Right, go on", GOOD),
                (false, _) => ("Try again", ALARM),
            };
            sections.push(Section::text(heading, words.clone(), style));
        }
        if let Some(why) = &self.why {
            sections.push(Section::text("Why", why.clone(), PLAIN));
        }
        let panels = self.stage.board.panels(look);
        sections.extend(self.stage.sections(self.scene(), panels, true, look));
        sections
    }
}

impl Page for Puzzles {
    fn input(&mut self, input: Input, cx: &mut Context<'_>) -> Next {
        match input {
            Input::Key(key) => return self.key(key, cx),
            Input::Point { hit, click } => {
                let action = self.stage.board.point(&hit, click);
                self.done(action, cx);
            }
            Input::Scroll(_) | Input::Tick => {}
        }
        Next::Stay
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some()
    }

    fn keys(&self) -> Vec<Key> {
        let letter = |letter, name, does| Key::plain(KeyCode::Char(letter), name, does);
        let mut keys = Vec::new();
        match self.session.is_solved() {
            true => keys.push(Key::plain(KeyCode::Enter, "Enter", "next")),
            false => {
                keys.push(Key::plain(KeyCode::Enter, "Enter", "pick"));
                keys.push(letter('h', "h", "hint").at_length("show a right move"));
                keys.push(letter('y', "y", "why").at_length("what the solver says"));
                keys.push(letter(':', ":", "type").at_length("type a move"));
                keys.push(letter('n', "n", "next").at_length("another puzzle"));
            }
        }
        keys.push(letter('?', "?", "keys"));
        keys.push(letter('q', "q", "leave"));
        keys.push(letter('r', "r", "rules").at_length("read the rules"));
        keys.push(letter('w', "w", "words").at_length("the board in words"));
        keys
    }

    fn draw(&self, area: Rect, screen: &mut Buffer, look: Look, hits: &mut Hits) {
        let title = self.game.info().title;
        let heading = format!("puzzle {}", self.seed);
        let places = self.stage.draw_board(
            (title, &heading),
            Wants::default(),
            area,
            screen,
            look,
            hits,
        );
        let sections = self.sections(look);
        draw_sections(places.panels, &sections, &self.stage.board, screen, hits);
        let is_told = places.panels != Panels::Nowhere;
        let (said, style) = match &self.said {
            Some((true, words)) => (words.as_str(), GOOD),
            Some((false, words)) => (words.as_str(), ALARM),
            None => (self.session.task(), PLAIN),
        };
        let strip = match &self.typing {
            Some(entry) => Strip::Entry {
                prompt: "Move: ",
                entry,
                help: "Enter plays, Esc leaves",
            },
            None => self.stage.choices(None).unwrap_or(Strip::Nothing),
        };
        let prompt = match self.session.is_solved() {
            true => "Enter: the next puzzle.".to_owned(),
            false => self.stage.board.words().unwrap_or_default(),
        };
        let foot = Foot {
            first: places.first,
            message: self.stage.message_line(),
            is_whole: self.stage.message.is_some(),
            news: Line::styled(said.to_owned(), style),
            told: is_told,
            prompt: Line::styled(prompt, FAINT),
            strip,
            keys: &self.keys(),
        };
        draw_foot(places.foot, screen, hits, foot);
    }
}
