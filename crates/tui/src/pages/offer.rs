//! Asks a player who names a game whether to continue an unfinished one.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::PathBuf;

use parlour_core::GameEntry;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use crate::board::BoardView;
use crate::event::{Hits, Input};
use crate::list::{draw_list, draw_notice, walk};
use crate::look::Look;
use crate::page::{Context, Next, Page};
use crate::pages::files::open;
use crate::pages::setup::Setup;
use crate::pages::text::Text;
use crate::screen::{Key, beside_or_below, body, draw_keys, draw_pane, draw_title, last_line};
use crate::{sample, store, summary};

/// The page for a player who names a game and nothing else: unfinished games,
/// or its form.
pub(crate) fn asking(game: &'static dyn GameEntry, cx: &Context<'_>) -> Box<dyn Page> {
    let extension = game.info().extension;
    let left: Vec<Left> = store::left(&cx.settings.data, Some(extension))
        .into_iter()
        .map(|game| Left::of(game.path, cx))
        .collect();
    match left.is_empty() {
        true => Box::new(Setup::new(game, cx)),
        false => Box::new(Offer {
            game,
            left,
            at: 0,
            is_deleting: false,
            message: None,
            boards: RefCell::default(),
        }),
    }
}

/// A game that was left.
struct Left {
    path: PathBuf,
    about: String,
    /// When it was left.
    date: String,
}

/// The list of games that were left, and what stands above and below it.
const LIST_WIDTH: u16 = 34;
const LIST_BORDER: u16 = 2;

impl Left {
    fn of(path: PathBuf, cx: &Context<'_>) -> Left {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let date = store::date(&name, &cx.settings.zone);
        let about = summary::of_file(&path);
        Left { path, about, date }
    }
}

struct Offer {
    game: &'static dyn GameEntry,
    left: Vec<Left>,
    at: usize,
    /// The chosen game is to be deleted, if that is confirmed.
    is_deleting: bool,
    message: Option<String>,
    /// The boards that were shown beside the list.
    boards: RefCell<HashMap<PathBuf, Option<BoardView>>>,
}

impl Offer {
    /// Deletes the chosen game, if asked twice.
    fn delete(&mut self, confirmed: bool) {
        let Some(left) = self.left.get(self.at) else {
            return;
        };
        if !confirmed {
            self.message = Some("Press d again to delete this game.".to_owned());
            self.is_deleting = true;
            return;
        }
        match store::delete(&left.path) {
            Ok(()) => {
                self.left.remove(self.at);
            }
            Err(error) => self.message = Some(error.to_string()),
        }
    }

    fn choose(&mut self, cx: &mut Context<'_>) -> Next {
        match self.left.get(self.at) {
            Some(left) => match open(&left.path, None, cx) {
                Ok(page) => Next::Become(page),
                Err(why) => {
                    self.message = Some(why);
                    Next::Stay
                }
            },
            None => Next::Become(Box::new(Setup::new(self.game, cx))),
        }
    }
}

impl Page for Offer {
    fn input(&mut self, input: Input, cx: &mut Context<'_>) -> Next {
        let last = self.left.len();
        let mut confirmed = false;
        if !matches!(input, Input::Tick) {
            confirmed = std::mem::take(&mut self.is_deleting);
        }
        let code = walk(input, &mut self.at, last + 1);
        if code.is_some() || confirmed {
            self.message = None;
        }
        match code {
            Some(KeyCode::Char('d') | KeyCode::Delete) => self.delete(confirmed),
            Some(KeyCode::Enter) => return self.choose(cx),
            Some(KeyCode::Char('c')) => {
                self.at = 0;
                return self.choose(cx);
            }
            Some(KeyCode::Char('n')) => {
                self.at = last;
                return self.choose(cx);
            }
            Some(KeyCode::Char('r')) => {
                return Next::Open(Box::new(Text::rules(self.game)));
            }
            Some(KeyCode::Esc | KeyCode::Char('q')) => return Next::Close,
            _ => {}
        }
        Next::Stay
    }

    fn keys(&self) -> Vec<Key> {
        let key = Key::plain;
        vec![
            key(KeyCode::Enter, "Enter", "choose"),
            key(KeyCode::Char('c'), "c", "continue").at_length("continue the last one"),
            key(KeyCode::Char('n'), "n", "new game"),
            key(KeyCode::Down, "Down", "next"),
            key(KeyCode::Up, "Up", "previous"),
            key(KeyCode::Char('r'), "r", "rules"),
            key(KeyCode::Char('?'), "?", "keys"),
            key(KeyCode::Char('q'), "q", "leave"),
            key(KeyCode::Char('d'), "d", "delete").at_length("delete the chosen game"),
        ]
    }

    fn draw(&self, area: Rect, screen: &mut Buffer, look: Look, hits: &mut Hits) {
        let title = self.game.info().title;
        let what = match &self.left[..] {
            [] => "no unfinished game".to_owned(),
            [_] => "1 unfinished game".to_owned(),
            games => format!("{} unfinished games", games.len()),
        };
        draw_title(area, screen, title, &what);
        let mut lines: Vec<(&str, &str)> = Vec::new();
        lines.extend(self.left.iter().map(|left| ("Continue", &*left.date)));
        lines.push(("New game", ""));
        let (list, pane) =
            beside_or_below(body(area), LIST_WIDTH, lines.len() as u16 + LIST_BORDER);
        let inner = draw_pane(list, screen, "Go on?");
        draw_list(inner, screen, hits, self.at, &lines);
        match self.left.get(self.at) {
            Some(left) => {
                let mut boards = self.boards.borrow_mut();
                let board = boards
                    .entry(left.path.clone())
                    .or_insert_with(|| sample::of_file(&left.path));
                let heading = "The game you left";
                sample::draw_about(pane, heading, board.as_ref(), &left.about, screen, look);
            }
            None => {
                let about = self.game.info().summary;
                sample::draw_about(pane, "A new game", None, about, screen, look);
            }
        }
        draw_notice(area, screen, self.message.as_deref());
        draw_keys(last_line(area), screen, hits, &self.keys());
    }
}
