//! Input while a record is explored.

use std::time::Instant;

use parlour_core::Match;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::{Explore, SPEEDS, Typing};
use crate::board::BoardAction;
use crate::entry::Entry;
use crate::event::{Hit, Hits, Input, Ticket, Work};
use crate::look::Look;
use crate::page::{Context, Next, Page};
use crate::pages::setup::Setup;
use crate::pages::text::Text;
use crate::screen::Key;

/// Steps of a large stride.
const STRIDE: usize = 10;

impl Page for Explore {
    fn input(&mut self, input: Input, cx: &mut Context<'_>) -> Next {
        match input {
            Input::Tick => {
                self.stage.move_on(cx.now);
                if self.autoplay.is_some_and(|next| cx.now >= next) {
                    self.stage.message = None;
                    let went = self.forward(cx);
                    self.autoplay = went.then(|| cx.now + SPEEDS[self.speed]);
                }
                Next::Stay
            }
            Input::Scroll(down) => {
                match down {
                    true => _ = self.forward(cx),
                    false => self.back(cx),
                }
                Next::Stay
            }
            Input::Point {
                hit: Hit::Row(count),
                click: true,
            } => {
                self.go(count, cx);
                Next::Stay
            }
            Input::Point { hit, click } => {
                // A click on the board means trying a move.
                if click && !self.picking && matches!(hit, Hit::Pick(_)) {
                    self.picking = true;
                    self.refresh();
                }
                let action = self.stage.board.point(&hit, click);
                self.done(action, cx);
                Next::Stay
            }
            Input::Key(key) => self.key(key, cx),
        }
    }

    fn work(&mut self, ticket: Ticket, work: Work, _: &mut Context<'_>) -> Option<Work> {
        if let Some((job, done)) = &mut self.reviewing
            && job.ticket == ticket
        {
            match work {
                Work::Reviewed(steps, known) => {
                    *done = steps;
                    self.review = Some(known);
                }
                Work::Review(Ok(review)) => {
                    self.review = Some(review);
                    self.reviewing = None;
                }
                Work::Review(Err(why)) | Work::Failed(why) => {
                    self.unreviewed = Some(why);
                    self.review = None;
                    self.reviewing = None;
                }
                _ => {}
            }
            return None;
        }
        let advising = self.advising.as_ref();
        let Some(job) = advising.filter(|job| job.ticket == ticket) else {
            return Some(work);
        };
        let answer = match work {
            Work::Answer(answer) => Some(answer),
            Work::Failed(why) => job.broken(why),
            _ => None,
        };
        if let Some(answer) = answer {
            // It belongs to this adviser.
            let _ = self.adviser.hear(answer);
            self.advising = None;
            self.stage.mark_hint(self.played.position(), &self.adviser);
        }
        None
    }

    fn wake(&self) -> Option<Instant> {
        let moves = self.stage.wake();
        moves.into_iter().chain(self.autoplay).min()
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some()
    }

    fn keys(&self) -> Vec<Key> {
        let key = Key::plain;
        let letter = |letter, name, does| key(KeyCode::Char(letter), name, does);
        if let Some((typing, _)) = &self.typing {
            let does = match typing {
                Typing::Jump => "go there",
                Typing::Move => "play",
                Typing::Save => "save",
            };
            return vec![
                key(KeyCode::Enter, "Enter", does),
                key(KeyCode::Esc, "Esc", "cancel"),
            ];
        }
        let mut keys = Vec::new();
        if self.picking {
            keys.push(key(KeyCode::Enter, "Enter", "pick"));
            keys.push(key(KeyCode::Esc, "Esc", "back to the record"));
            keys.push(key(KeyCode::Tab, "Tab", "next place"));
            keys.push(letter(':', ":", "type a move"));
        } else {
            keys.push(key(KeyCode::Right, "Right", "on"));
            keys.push(key(KeyCode::Left, "Left", "back"));
            keys.push(letter(' ', "Space", "autoplay"));
            keys.push(letter('b', "b", "branch").at_length("try other moves from here"));
            keys.push(letter('n', "n", "next mistake"));
            keys.push(letter('p', "p", "play on").at_length("continue from here, against a bot"));
        }
        keys.extend([
            letter('?', "?", "keys"),
            letter('q', "q", "leave"),
            letter('h', "h", "hint").at_length("show the best move, and why"),
        ]);
        if !self.faults.is_empty() {
            keys.insert(0, letter('e', "e", "errors"));
        }
        if self.picking {
            keys.push(key(KeyCode::Backspace, "Backspace", "undo"));
        } else {
            keys.extend([
                letter('B', "B", "branches tried")
                    .at_length("follow the next branch that was tried"),
                letter('N', "N", "previous mistake"),
                letter('g', "g", "graph of the value"),
                key(KeyCode::Home, "Home", "first"),
                key(KeyCode::End, "End", "last"),
                key(KeyCode::PageDown, "PgDn", "ten on"),
                key(KeyCode::PageUp, "PgUp", "ten back"),
                letter(':', ":", "jump to a step"),
                letter('+', "+", "autoplay faster"),
                letter('-', "-", "autoplay slower"),
            ]);
        }
        if self.stage.has_map(self.game) {
            keys.push(letter('m', "m", "map").at_length("show or hide where hidden things can be"));
        }
        keys.extend([
            letter('v', "v", "value").at_length("show or hide the value of every position"),
            letter('l', "l", "list of moves"),
            letter('s', "s", "save this line").at_length("save the moves that led here"),
            letter('r', "r", "rules"),
            letter('w', "w", "board in words").at_length("read the board in words, and all advice"),
        ]);
        keys
    }

    fn draw(&self, area: Rect, screen: &mut Buffer, look: Look, hits: &mut Hits) {
        self.draw_page(area, screen, look, hits);
    }
}

impl Explore {
    /// Handles the result of a key or a click on the board.
    fn done(&mut self, action: BoardAction, cx: &mut Context<'_>) {
        if let Some(picked) = self.stage.picked(action) {
            self.step(picked, cx);
        }
    }

    fn key(&mut self, key: KeyEvent, cx: &mut Context<'_>) -> Next {
        if self.typing.is_some() {
            self.key_in_line(key, cx);
            return Next::Stay;
        }
        self.stage.message = None;
        self.stage.stop_motion();
        let was_playing = self.autoplay.take().is_some();
        if self.picking {
            match self.stage.board.key(key) {
                BoardAction::Nothing => {}
                action => {
                    self.done(action, cx);
                    return Next::Stay;
                }
            }
        }
        match key.code {
            KeyCode::Esc if self.picking || self.branch.is_some() => {
                self.picking = false;
                self.come_back();
                self.arrived(cx);
            }
            KeyCode::Right | KeyCode::Down | KeyCode::Enter if !self.picking => {
                self.forward(cx);
            }
            KeyCode::Left | KeyCode::Up | KeyCode::Backspace if !self.picking => self.back(cx),
            KeyCode::Backspace => self.back(cx),
            KeyCode::Home => self.go(0, cx),
            KeyCode::End => self.go(usize::MAX, cx),
            KeyCode::PageDown => self.go(self.at() + STRIDE, cx),
            KeyCode::PageUp => self.go(self.at().saturating_sub(STRIDE), cx),
            KeyCode::Char(' ') if !self.picking && !was_playing => {
                if self.at() == self.record.steps.len() {
                    self.go(0, cx);
                }
                self.autoplay = Some(cx.now + SPEEDS[self.speed]);
                self.stage.say(
                    "Autoplay: + and - set the speed, any other key stops.",
                    false,
                );
            }
            KeyCode::Char('+' | '=') => self.set_speed(self.speed + 1, was_playing, cx),
            KeyCode::Char('-') => self.set_speed(self.speed.saturating_sub(1), was_playing, cx),
            KeyCode::Char('b') => {
                self.picking = !self.picking;
                self.refresh();
            }
            KeyCode::Char('B') => self.go_to_tried(cx),
            KeyCode::Char('n') => self.go_to_mistake(true, cx),
            KeyCode::Char('N') => self.go_to_mistake(false, cx),
            KeyCode::Char('h') => {
                self.stage.hinting = true;
                self.think(cx);
                self.stage.mark_hint(self.played.position(), &self.adviser);
            }
            KeyCode::Char('v') => {
                self.stage.valuing = !self.stage.valuing;
                self.think(cx);
            }
            KeyCode::Char('m') if self.stage.has_map(self.game) => {
                self.stage
                    .toggle_map(self.played.position(), self.played.last_trace());
            }
            code => return self.command(code, cx),
        }
        Next::Stay
    }

    fn command(&mut self, code: KeyCode, cx: &mut Context<'_>) -> Next {
        let text = |title: &str, text: String| Next::Open(Box::new(Text::new(title, text)));
        match code {
            KeyCode::Char('e') if !self.faults.is_empty() => {
                return text("Errors in the file", self.faults.clone());
            }
            KeyCode::Char('g') => match (self.graph(), &self.unreviewed) {
                (Some(graph), _) => return Next::Open(Box::new(graph)),
                (None, Some(why)) => self.stage.say(why.clone(), true),
                (None, None) => self.stage.say("The record is still being reviewed.", false),
            },
            KeyCode::Char('l') => {
                let lines: Vec<String> = self.lines().into_iter().map(|line| line.text).collect();
                return text("The moves", lines.join("\n"));
            }
            KeyCode::Char('r') => return Next::Open(Box::new(Text::rules(self.game))),
            KeyCode::Char('w') => return Next::Open(Box::new(self.stage.in_words(self.scene()))),
            KeyCode::Char('p') => {
                if self.is_over() {
                    self.stage
                        .say("The game is over here; go back first.", true);
                    return Next::Stay;
                }
                if let Ok(begun) = Match::resume(self.played.record()) {
                    return Next::Open(Box::new(Setup::playing_on(self.game, begun, cx)));
                }
            }
            KeyCode::Char('s') => {
                let info = self.game.info();
                let name = format!("{}-branch.{}", info.id, info.extension);
                self.typing = Some((Typing::Save, Entry::new(name)));
            }
            KeyCode::Char(':') => {
                let typing = match self.picking {
                    true => Typing::Move,
                    false => Typing::Jump,
                };
                self.typing = Some((typing, Entry::default()));
            }
            KeyCode::Char('q') | KeyCode::Esc => return Next::Close,
            _ => {}
        }
        Next::Stay
    }

    fn set_speed(&mut self, speed: usize, playing: bool, cx: &Context<'_>) {
        self.speed = speed.min(SPEEDS.len() - 1);
        let seconds = SPEEDS[self.speed].as_secs_f64();
        self.stage.say(format!("A step every {seconds} s."), false);
        if playing {
            self.autoplay = Some(cx.now + SPEEDS[self.speed]);
        }
    }

    fn key_in_line(&mut self, key: KeyEvent, cx: &mut Context<'_>) {
        let Some((_, entry)) = &mut self.typing else {
            return;
        };
        match key.code {
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => {
                let text = entry.text().trim().to_owned();
                let Some((typing, _)) = self.typing.take() else {
                    return;
                };
                self.stage.message = None;
                match typing {
                    Typing::Jump => match text.parse() {
                        Ok(count) => self.go(count, cx),
                        Err(_) => self.stage.say("Type the number of a step.", true),
                    },
                    Typing::Move => match self.played.position().read(&text) {
                        Ok(step) => self.step(step, cx),
                        Err(finding) => self.stage.say(finding.message, true),
                    },
                    Typing::Save => self.save(&text, cx),
                }
            }
            _ => {
                entry.key(key);
            }
        }
    }

    /// Saves the line that leads here. Other files are never replaced.
    fn save(&mut self, name: &str, cx: &Context<'_>) {
        let mut path = cx.settings.folder.join(name);
        if path.extension().is_none() {
            path.set_extension(self.game.info().extension);
        }
        if name.is_empty() || path.exists() {
            return self
                .stage
                .say(format!("Not saved: {name} already exists."), true);
        }
        let text = self.game.write_record(&self.played.record());
        match (cx.settings.write)(&path, text.as_bytes()) {
            Ok(()) => self.stage.say(format!("Saved to {name}."), false),
            Err(why) => self.stage.say(format!("Not saved: {why}."), true),
        }
    }
}
