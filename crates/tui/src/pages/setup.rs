//! The form in which a game is set up: its options and its players.

mod draw;
mod first;
mod opponents;
mod pane;

use std::time::Duration;

use parlour_core::{
    Budget, GameEntry, Match, OFFERED, Position, Seat, Seed, SetupError, SetupOption, SetupValues,
    quoted,
};
use parlour_host::{Dice, HUMAN, Seating, usual_kinds, values_for};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use crate::choices::{last_kinds, remember_kinds};
use crate::entry::Entry;
use crate::event::{Hit, Hits, Input};
use crate::look::Look;
use crate::page::{Context, Next, Page};
use crate::pages::lesson::Lesson;
use crate::pages::making;
use crate::pages::table::Sitting;
use crate::pages::text::Text;
use crate::screen::Key;
use crate::store;
use first::is_first;
use opponents::{Done, Opponents};

/// Seconds that bots may think about a move.
const TIMES: [u64; 6] = [1, 2, 5, 10, 30, 60];

/// The values of an option that are worth trying: the usual one first.
fn worth_trying(option: &SetupOption) -> Vec<&'static str> {
    let mut worth: Vec<&str> = vec![option.default];
    let of_yes_or_no: Vec<&str> = option.value.split('|').collect();
    match of_yes_or_no.len() {
        1 => worth.extend(option.examples),
        _ => worth.extend(of_yes_or_no),
    }
    let mut seen = Vec::new();
    worth.retain(|value| {
        let new = !seen.contains(value);
        seen.push(*value);
        new
    });
    worth
}

/// A line of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Option(usize),
    Seat(usize),
    Dice,
    Names,
    Time,
    Start,
}

/// What was filled in.
#[derive(Clone)]
pub(crate) struct Draft {
    values: SetupValues,
    kinds: Vec<String>,
    chosen: Vec<bool>,
    names: String,
    time: usize,
    own_dice: bool,
}

pub(crate) struct Setup {
    game: &'static dyn GameEntry,
    values: SetupValues,
    /// The start position with these values, or why there is none.
    start: Result<Box<dyn Position>, SetupError>,
    /// The kinds of the players; the first ones are kept when seats come or go.
    kinds: Vec<String>,
    /// The players of the last time.
    last: Vec<String>,
    /// The seats for which the player has chosen, rather than the game.
    chosen: Vec<bool>,
    names: String,
    time: usize,
    /// The players throw real dice.
    own_dice: bool,
    seed: u64,
    at: usize,
    editing: Option<Entry>,
    /// The list of possible players, while it is open.
    choosing: Option<Opponents>,
    message: Option<String>,
    /// A game that was begun elsewhere and is to be resumed.
    begun: Option<Match>,
    /// A guided first game is offered.
    is_first: bool,
}

impl Setup {
    pub(crate) fn new(game: &'static dyn GameEntry, cx: &Context<'_>) -> Self {
        Setup::with(game, None, cx)
    }

    /// Asks only who continues.
    pub(crate) fn playing_on(game: &'static dyn GameEntry, begun: Match, cx: &Context<'_>) -> Self {
        Setup::with(game, Some(begun), cx)
    }

    fn with(game: &'static dyn GameEntry, begun: Option<Match>, cx: &Context<'_>) -> Self {
        let values = SetupValues::new();
        let sealed = begun.as_ref().and_then(Match::sealed);
        let seed = store::sealed_seed(&cx.settings.data, sealed)
            .unwrap_or_else(|| cx.settings.fresh_seed(cx.now));
        let usual = Duration::from_secs(2);
        let time = TIMES
            .iter()
            .position(|seconds| Duration::from_secs(*seconds) >= cx.settings.time.min(usual));
        let mut setup = Setup {
            start: game.start(&values, &mut Seed::new(seed).deal()),
            game,
            values,
            kinds: Vec::new(),
            last: last_kinds(&cx.settings.data, game),
            chosen: Vec::new(),
            names: String::new(),
            time: time.unwrap_or(0),
            own_dice: false,
            seed,
            at: 0,
            editing: None,
            choosing: None,
            message: None,
            is_first: begun.is_none() && is_first(game, cx),
            begun,
        };
        if setup.begun.is_none()
            && let Some(draft) = cx.drafts.get(game.info().id)
        {
            setup.fill_in(draft.clone());
        }
        setup.refresh();
        setup.at = setup.rows().len() - 1;
        setup
    }

    fn fill_in(&mut self, draft: Draft) {
        let Draft {
            values,
            kinds,
            chosen,
            names,
            time,
            own_dice,
        } = draft;
        self.values = values;
        self.kinds = kinds;
        self.chosen = chosen;
        self.names = names;
        self.time = time;
        self.own_dice = own_dice;
    }

    /// Closes the form; what was filled in is there when it is opened again.
    fn leave(&mut self, cx: &mut Context<'_>) -> Next {
        if self.begun.is_none() {
            let draft = Draft {
                values: self.values.clone(),
                kinds: self.kinds.clone(),
                chosen: self.chosen.clone(),
                names: self.names.clone(),
                time: self.time,
                own_dice: self.own_dice,
            };
            cx.drafts.insert(self.game.info().id, draft);
        }
        Next::Close
    }

    /// Sets up the board again, and fills new seats.
    fn refresh(&mut self) {
        self.start = match &self.begun {
            Some(begun) => Ok(begun.record().start),
            None => self
                .game
                .start(&self.values, &mut Seed::new(self.seed).deal()),
        };
        let Ok(start) = &self.start else { return };
        let seats = usize::from(start.seats());
        self.chosen.resize(seats, false);
        self.kinds.resize(seats, String::new());
        let usual = usual_kinds(self.game, &**start, &self.last).into_iter();
        for (seat, kind) in usual.enumerate() {
            if !self.chosen[seat] {
                self.kinds[seat] = kind;
            }
        }
    }

    fn rows(&self) -> Vec<Row> {
        let options = match self.begun {
            Some(_) => 0,
            None => self.game.options().len(),
        };
        let seats = self.kinds.len();
        let mut rows: Vec<Row> = (0..options).map(Row::Option).collect();
        rows.extend((0..seats).map(Row::Seat));
        rows.extend(self.game.has_luck().then_some(Row::Dice));
        rows.extend([Row::Names, Row::Time, Row::Start]);
        rows
    }

    fn value(&self, option: usize) -> &str {
        let option = &self.game.options()[option];
        self.values.get(option.name).unwrap_or(option.default)
    }

    /// Gives the chosen line its next or previous value.
    fn turn(&mut self, forward: bool) {
        let step = |at: usize, count: usize| match forward {
            true => (at + 1) % count,
            false => (at + count - 1) % count,
        };
        match self.rows()[self.at] {
            Row::Option(index) => {
                let option = &self.game.options()[index];
                let worth = worth_trying(option);
                let at = worth.iter().position(|value| *value == self.value(index));
                let next = at.map_or(0, |at| step(at, worth.len()));
                self.values.set(option.name, worth[next]);
                self.refresh();
            }
            Row::Seat(seat) => {
                let mut kinds = vec![HUMAN];
                kinds.extend(OFFERED);
                let at = kinds.iter().position(|kind| *kind == self.kinds[seat]);
                let next = at.map_or(0, |at| step(at, kinds.len()));
                self.seat(seat, kinds[next]);
            }
            Row::Dice => self.own_dice = !self.own_dice,
            Row::Time => self.time = step(self.time, TIMES.len()),
            Row::Names | Row::Start => {}
        }
    }

    fn seat(&mut self, seat: usize, kind: &str) {
        self.kinds[seat] = kind.to_owned();
        self.chosen[seat] = true;
    }

    /// The names of the players: those given, or those of the seats.
    fn names(&self, start: &dyn Position) -> Result<Vec<String>, String> {
        let own = |seat: Seat| {
            let name = start.seat_name(seat);
            let mut letters = name.chars();
            let first = letters.next().map(|first| first.to_uppercase());
            let name: String = first.into_iter().flatten().chain(letters).collect();
            match &*self.kinds[seat.index()] {
                // Players of a resumed game keep their names.
                HUMAN => match &self.begun {
                    Some(begun) => begun.names()[seat.index()].clone(),
                    None => name,
                },
                kind => format!("{name} ({kind})"),
            }
        };
        let given: Vec<&str> = match self.names.trim() {
            "" => Vec::new(),
            names => names.split(',').map(str::trim).collect(),
        };
        let seats = usize::from(start.seats());
        if given.len() > seats {
            return Err(format!("{} names for {seats} players", given.len()));
        }
        let mut names: Vec<String> = Vec::new();
        for seat in Seat::all(start.seats()) {
            let name = match given.get(seat.index()) {
                Some(name) => (*name).to_owned(),
                None => own(seat),
            };
            let checked = self.game.check_name(&name);
            checked.map_err(|bad| bad.to_string())?;
            if names.contains(&name) {
                return Err(format!("two players called {}", quoted(&name)));
            }
            names.push(name);
        }
        Ok(names)
    }

    fn begin(&mut self, cx: &mut Context<'_>) -> Next {
        let start = match (&self.start, &self.begun) {
            (Ok(_), None) => {
                let values = values_for(self.game, &self.values, &self.kinds);
                self.game.start(&values, &mut Seed::new(self.seed).deal())
            }
            (start, _) => start.clone(),
        };
        let mut start = match start {
            Ok(start) => start,
            Err(error) => {
                self.message = Some(error.to_string());
                return Next::Stay;
            }
        };
        let names = match self.names(&*start) {
            Ok(names) => names,
            Err(why) => {
                self.message = Some(why);
                return Next::Stay;
            }
        };
        remember_kinds(&cx.settings.data, self.game, &self.kinds);
        cx.drafts.remove(self.game.info().id);
        let bots: Vec<bool> = self.kinds.iter().map(|kind| kind != HUMAN).collect();
        start.seat_bots(&bots);
        let played = match &self.begun {
            None => Match::new(start, names),
            Some(begun) => {
                let mut record = begun.record();
                record.start = start;
                record.names = names;
                match Match::resume(record) {
                    Ok(resumed) => resumed,
                    Err(finding) => {
                        self.message = Some(finding.message);
                        return Next::Stay;
                    }
                }
            }
        };
        let seating = Seating {
            game: self.game,
            played,
            setup: self.begun.is_none().then(|| self.values.clone()),
            kinds: self.kinds.clone(),
            budget: Budget {
                time: Some(Duration::from_secs(TIMES[self.time])),
                ..Budget::default()
            },
            dice: match self.own_dice {
                true => Dice::Asked,
                false => Dice::Thrown,
            },
            seed: self.seed,
        };
        Next::Become(making::opening(Sitting::new(seating), cx))
    }

    fn edit(&mut self) {
        let text = match self.rows()[self.at] {
            Row::Option(index) => self.value(index).to_owned(),
            Row::Names => self.names.clone(),
            _ => return,
        };
        self.editing = Some(Entry::new(text));
    }

    fn edited(&mut self, text: &str) {
        match self.rows()[self.at] {
            Row::Option(index) => {
                let option = &self.game.options()[index];
                let text = if text.is_empty() {
                    option.default
                } else {
                    text
                };
                self.values.set(option.name, text);
                self.refresh();
            }
            Row::Names => self.names = text.to_owned(),
            _ => {}
        }
    }
}

impl Page for Setup {
    fn input(&mut self, input: Input, cx: &mut Context<'_>) -> Next {
        if let Some(opponents) = &mut self.choosing {
            let seat = opponents.seat;
            match opponents.input(input) {
                Done::Nothing => return Next::Stay,
                Done::Chosen(kind) => self.seat(seat, kind),
                Done::Left => {}
            }
            self.choosing = None;
            return Next::Stay;
        }
        let count = self.rows().len();
        let code = match input {
            Input::Key(key) => {
                if let Some(entry) = &mut self.editing {
                    match key.code {
                        KeyCode::Enter | KeyCode::Tab | KeyCode::Down => {
                            let text = entry.text().trim().to_owned();
                            self.editing = None;
                            self.edited(&text);
                            self.at = (self.at + 1).min(self.rows().len() - 1);
                        }
                        KeyCode::Esc => self.editing = None,
                        _ => {
                            entry.key(key);
                        }
                    }
                    return Next::Stay;
                }
                self.message = None;
                key.code
            }
            Input::Point {
                hit: Hit::Row(row),
                click,
            } if row < count => {
                if !click {
                    // Pointing elsewhere does not end typing.
                    if self.editing.is_none() {
                        self.at = row;
                    }
                    return Next::Stay;
                }
                self.editing = None;
                self.at = row;
                KeyCode::Enter
            }
            Input::Scroll(true) => KeyCode::Right,
            Input::Scroll(false) => KeyCode::Left,
            _ => return Next::Stay,
        };
        match code {
            KeyCode::Down | KeyCode::Tab => self.at = (self.at + 1) % count,
            KeyCode::Up | KeyCode::BackTab => self.at = (self.at + count - 1) % count,
            KeyCode::Right => self.turn(true),
            KeyCode::Left => self.turn(false),
            KeyCode::Enter | KeyCode::Char(' ') => match self.rows()[self.at] {
                Row::Start => return self.begin(cx),
                Row::Option(_) | Row::Names => self.edit(),
                Row::Seat(seat) => {
                    self.choosing = Some(Opponents::new(self.game, seat, &self.kinds[seat]));
                }
                Row::Dice | Row::Time => self.turn(true),
            },
            KeyCode::Char('s') => return self.begin(cx),
            KeyCode::Char('r') => return Next::Open(Box::new(Text::rules(self.game))),
            KeyCode::Char('l') => {
                if let Some(lesson) = Lesson::new(self.game) {
                    self.is_first = false;
                    return Next::Open(Box::new(lesson));
                }
            }
            KeyCode::Esc | KeyCode::Char('q') => return self.leave(cx),
            _ => {}
        }
        Next::Stay
    }

    fn is_typing(&self) -> bool {
        self.editing.is_some()
    }

    fn keys(&self) -> Vec<Key> {
        if self.choosing.is_some() {
            return Opponents::keys();
        }
        let key = Key::plain;
        if self.editing.is_some() {
            return vec![
                key(KeyCode::Enter, "Enter", "take it"),
                key(KeyCode::Esc, "Esc", "cancel"),
            ];
        }
        let (does, at_length) = match self.rows()[self.at] {
            Row::Option(_) | Row::Names => ("type", "type a value"),
            Row::Seat(_) => ("list", "all players to choose from"),
            Row::Dice | Row::Time => ("next", "the next value"),
            Row::Start => ("start", "start"),
        };
        vec![
            key(KeyCode::Enter, "Enter", does).at_length(at_length),
            key(KeyCode::Right, "Right", "next").at_length("the next value"),
            key(KeyCode::Left, "Left", "previous").at_length("the previous value"),
            key(KeyCode::Char('s'), "s", "start"),
            key(KeyCode::Char('l'), "l", "learn").at_length("a guided first game"),
            key(KeyCode::Char('r'), "r", "rules"),
            key(KeyCode::Char('?'), "?", "keys"),
            key(KeyCode::Esc, "Esc", "back"),
        ]
    }

    fn draw(&self, area: Rect, screen: &mut Buffer, look: Look, hits: &mut Hits) {
        self.draw_form(area, screen, look, hits);
    }
}
