//! Input at the table.

use std::time::Instant;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

use super::{PACES, PROGRESS, Sitting, TUMBLE, TYPING, TablePage, Typing};
use crate::board::BoardAction;
use crate::entry::Entry;
use crate::event::{Hits, Input, Ticket, Work};
use crate::look::Look;
use crate::page::{Context, Next, Page};
use crate::pages::text::Text;
use crate::screen::Key;

impl Page for TablePage {
    fn input(&mut self, input: Input, cx: &mut Context<'_>) -> Next {
        match input {
            Input::Tick => {
                self.stage.move_on(cx.now);
                self.advance(cx);
                Next::Stay
            }
            Input::Key(key) => self.key(key, cx),
            Input::Point { hit, click } if self.curtain().is_none() && self.typing.is_none() => {
                if click {
                    self.stage.message = None;
                }
                let action = self.stage.board.point(&hit, click);
                self.done(action, cx);
                Next::Stay
            }
            Input::Point { .. } | Input::Scroll(_) => Next::Stay,
        }
    }

    fn work(&mut self, ticket: Ticket, work: Work, cx: &mut Context<'_>) -> Option<Work> {
        self.take_work(ticket, work, cx)
    }

    fn wake(&self) -> Option<Instant> {
        let now = self.now;
        if let Some(at) = self.stage.wake() {
            return Some(at);
        }
        if let Some(throw) = &self.throw {
            return Some(match now < throw.lies {
                true => throw.lies.min(now + TUMBLE),
                false => throw.end,
            });
        }
        match &self.thinking {
            Some(_) if self.host.decided().is_some() => Some(self.not_before),
            Some(_) => Some(now + PROGRESS),
            None => self.host.is_forced().then_some(self.not_before),
        }
    }

    fn is_typing(&self) -> bool {
        self.typing.is_some()
    }

    fn keys(&self) -> Vec<Key> {
        self.working_keys()
    }

    fn draw(&self, area: Rect, screen: &mut Buffer, look: Look, hits: &mut Hits) {
        self.draw_page(area, screen, look, hits);
    }
}

impl TablePage {
    fn working_keys(&self) -> Vec<Key> {
        let key = Key::plain;
        if let Some((typing, _)) = &self.typing {
            let does = match typing {
                Typing::Move => "play",
                Typing::Save { .. } => "save",
            };
            return vec![
                key(KeyCode::Enter, "Enter", does),
                key(KeyCode::Esc, "Esc", "cancel"),
            ];
        }
        let letter = |letter, name, does| key(KeyCode::Char(letter), name, does);
        if self.curtain().is_some() {
            return vec![
                key(KeyCode::Enter, "Enter", "show my board"),
                letter('q', "q", "leave"),
            ];
        }
        let mut keys = Vec::new();
        let over = self.is_over();
        if over {
            keys.push(letter('n', "n", "again").at_length("play again"));
            if self.host.kinds().len() > 1 {
                keys.push(letter('e', "e", "swap").at_length("play again with seats exchanged"));
            }
            keys.push(letter('s', "s", "save").at_length("save to a file"));
            keys.push(letter('x', "x", "explore").at_length("look at the game step by step"));
            for (digit, name) in [('1', "1"), ('2', "2")]
                .into_iter()
                .take(self.worst().len())
            {
                let key = letter(digit, name, "worst move");
                keys.push(key.at_length("go to one of the two worst moves"));
            }
        }
        if self.thinking.is_some() {
            keys.push(key(KeyCode::Esc, "Esc", "move now").at_length("make the bot move now"));
        }
        if self.host.is_forced() {
            keys.push(key(KeyCode::Enter, "Enter", "go on").at_length("continue now"));
        }
        if self.host.is_asked() {
            keys.push(
                key(KeyCode::Enter, "Enter", "pick").at_length("pick what is under the cursor"),
            );
            if !self.stage.board.taken().is_empty() {
                keys.push(key(KeyCode::Esc, "Esc", "back").at_length("take back the last pick"));
            }
            keys.push(
                key(KeyCode::Tab, "Tab", "next").at_length("go to the next place you can pick"),
            );
            keys.push(letter(':', ":", "type").at_length("type a move"));
            keys.push(letter('h', "h", "hint").at_length("show the best move, and why"));
        }
        if self.host.humans().next().is_some() {
            keys.push(letter('u', "u", "undo").at_length("take back the last move"));
        }
        if !over {
            keys.push(letter('s', "s", "save").at_length("save to a file"));
            keys.push(
                letter('v', "v", "value").at_length("show or hide the value of every position"),
            );
        }
        keys.extend([
            letter('?', "?", "keys").at_length("this page"),
            letter('q', "q", "leave").at_length("leave the game; it is kept"),
        ]);
        if self.host.resigner().is_some() {
            keys.push(letter('R', "R", "resign"));
        }
        if self.stage.has_map(self.host.game()) {
            keys.push(letter('m', "m", "map").at_length("show or hide where hidden things can be"));
        }
        keys.extend([
            letter('l', "l", "moves").at_length("list all moves so far"),
            letter('r', "r", "rules").at_length("read the rules"),
            letter('w', "w", "in words").at_length("read the board in words, and all advice"),
        ]);
        if self.host.humans().count() < self.host.kinds().len() || !over {
            keys.push(letter('+', "+", "faster").at_length("faster bots and dice"));
            keys.push(letter('-', "-", "slower").at_length("slower bots and dice"));
        }
        if self.host.is_asked() {
            keys.push(key(KeyCode::Right, "arrows", "look").at_length("move over the board"));
            keys.push(
                key(KeyCode::Null, "digits", "pick").at_length("pick the choice with that digit"),
            );
        }
        keys
    }

    fn key(&mut self, key: KeyEvent, cx: &mut Context<'_>) -> Next {
        // Nobody has to wait for what moves.
        self.stage.stop_motion();
        if self.curtain().is_some() {
            return self.key_at_curtain(key, cx);
        }
        if self.typing.is_some() {
            self.key_in_line(key, cx);
            return Next::Stay;
        }
        let typed_at = self.digit_at.take().filter(|at| cx.now < *at + TYPING);
        if typed_at.is_some() && key.code == KeyCode::Enter {
            return Next::Stay;
        }
        let goes_on = matches!(key.code, KeyCode::Enter | KeyCode::Char(' '));
        let is_command = matches!(key.code, KeyCode::Char(letter) if !letter.is_ascii_digit());
        // Any key lets dice fall; one that is for the board waits for what they show.
        let falls = self.throw.is_some() && (goes_on || !is_command);
        if let Some(throw) = &mut self.throw {
            throw.lies = cx.now;
            if falls {
                throw.end = cx.now;
            }
        }
        if falls || goes_on && self.host.is_forced() {
            self.not_before = cx.now;
            self.advance(cx);
            return Next::Stay;
        }
        // A notice that nobody has had time to read stays.
        if !self.host.is_forced() {
            self.stage.message = None;
        }
        if matches!(key.code, KeyCode::Char('0'..='9')) {
            self.digit_at = Some(cx.now);
        }
        match self.stage.board.key(key) {
            BoardAction::Nothing => self.command(key.code, cx),
            action => {
                self.done(action, cx);
                Next::Stay
            }
        }
    }

    fn key_at_curtain(&mut self, key: KeyEvent, cx: &mut Context<'_>) -> Next {
        match key.code {
            KeyCode::Enter | KeyCode::Char(' ') => {
                if let Some(seat) = self.curtain() {
                    self.host.arrive(seat);
                }
                *cx.wipe = true;
                self.refresh();
                self.value(cx);
                Next::Stay
            }
            KeyCode::Char('q') => Next::Close,
            _ => Next::Stay,
        }
    }

    /// Handles the result of a key or a click on the board.
    fn done(&mut self, action: BoardAction, cx: &mut Context<'_>) {
        if let Some(picked) = self.stage.picked(action) {
            self.step(picked, cx);
        }
    }

    fn command(&mut self, code: KeyCode, cx: &mut Context<'_>) -> Next {
        let over = self.is_over();
        let is_resigning = std::mem::take(&mut self.is_resigning);
        match code {
            KeyCode::Esc if self.thinking.is_some() => {
                // It plays what it has, at once.
                self.not_before = cx.now;
                self.host.hurry();
                self.advance(cx);
            }
            KeyCode::Esc if self.stage.hinting && self.host.adviser().is_busy() => {
                self.host.adviser().hurry();
            }
            KeyCode::Esc if self.stage.hinting => {
                self.stage.hinting = false;
                self.stage.board.hint.clear();
            }
            KeyCode::Esc => self.stage.say(
                "q leaves the game; it is kept, and can be continued.",
                false,
            ),
            KeyCode::Char(':' | '/') if self.host.is_asked() => {
                self.typing = Some((Typing::Move, Entry::default()));
            }
            KeyCode::Char('u') => self.undo(cx),
            KeyCode::Char('R') if self.host.resigner().is_some() => {
                if is_resigning {
                    self.host.resign();
                    self.arrived(cx);
                } else {
                    self.is_resigning = true;
                    self.stage.say("Press R again to resign.", true);
                }
            }
            KeyCode::Char('h') if self.host.is_asked() && !over => {
                self.stage.hinting = true;
                self.value(cx);
                self.stage
                    .mark_hint(self.host.position(), self.host.adviser());
            }
            KeyCode::Char('v') => {
                self.stage.valuing = !self.stage.valuing;
                self.value(cx);
            }
            KeyCode::Char('m') if self.stage.has_map(self.host.game()) => {
                let last = self.host.played().trace();
                self.stage.toggle_map(self.host.position(), &last);
            }
            KeyCode::Char('s') => {
                let entry = Entry::new(self.save_name(cx));
                self.typing = Some((Typing::Save { replace: None }, entry));
            }
            KeyCode::Char('l') => return Next::Open(Box::new(self.list())),
            KeyCode::Char('r') => return Next::Open(Box::new(Text::rules(self.host.game()))),
            KeyCode::Char('w') => return Next::Open(Box::new(self.stage.in_words(self.scene()))),
            KeyCode::Char('+' | '=') => self.set_pace(self.pace + 1),
            KeyCode::Char('-') => self.set_pace(self.pace.saturating_sub(1)),
            KeyCode::Char('n') if over => return self.again(false, cx),
            KeyCode::Char('e') if over => return self.again(true, cx),
            KeyCode::Char('x') if over => return self.explore(None, cx),
            KeyCode::Char(digit @ '1'..='2') if over => {
                let worst = self.worst();
                let index = usize::from(digit == '2');
                if let Some(step) = worst.get(index) {
                    return self.explore(Some(*step), cx);
                }
            }
            KeyCode::Char('q') => return Next::Close,
            _ => {}
        }
        Next::Stay
    }

    fn set_pace(&mut self, pace: usize) {
        self.pace = pace.min(PACES.len() - 1);
        let words = ["slow", "usual", "fast", "at once"][self.pace];
        self.stage.say(format!("Pace: {words}."), false);
    }

    /// The same game once more, with new luck.
    fn again(&mut self, exchanged: bool, cx: &mut Context<'_>) -> Next {
        let sitting = Sitting::new(self.host.again(exchanged));
        Next::Become(Box::new(TablePage::new(sitting, cx)))
    }

    fn key_in_line(&mut self, key: KeyEvent, cx: &mut Context<'_>) {
        let Some((typing, entry)) = &mut self.typing else {
            return;
        };
        match key.code {
            KeyCode::Esc => {
                self.typing = None;
                self.stage.message = None;
            }
            KeyCode::Enter => {
                let text = entry.text().trim().to_owned();
                let Some((typing, entry)) = self.typing.take() else {
                    return;
                };
                self.stage.message = None;
                match typing {
                    Typing::Save { replace } => self.save(&text, replace, cx),
                    Typing::Move if text.is_empty() => {}
                    Typing::Move => {
                        self.typed(&text, cx);
                        // A slip is corrected, not typed again.
                        if self.stage.message.as_ref().is_some_and(|(_, alarm)| *alarm) {
                            self.typing = Some((Typing::Move, entry));
                        }
                    }
                }
            }
            KeyCode::Tab if matches!(typing, Typing::Move) => {
                if let Some(completed) = completed(&self.host.position().moves(), entry.text()) {
                    *entry = Entry::new(completed);
                }
            }
            _ => {
                entry.key(key);
            }
        }
    }
}

/// The common prefix of all moves that begin like this.
pub(super) fn completed(moves: &[String], begun: &str) -> Option<String> {
    let mut fitting = moves.iter().filter(|text| text.starts_with(begun));
    let mut common = fitting.next()?.clone();
    for text in fitting {
        let shared = common
            .char_indices()
            .zip(text.chars())
            .find(|((_, a), b)| a != b)
            .map_or(common.len().min(text.len()), |((at, _), _)| at);
        common.truncate(shared);
    }
    (common.len() > begun.len()).then_some(common)
}
