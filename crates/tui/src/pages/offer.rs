//! Asks a player who names a game whether to continue an unfinished one.

use std::path::PathBuf;

use parlour_core::GameEntry;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use crate::event::{Hits, Input};
use crate::list::{Choice, draw_choice, draw_notice, draw_whole, walk};
use crate::look::Look;
use crate::page::{Context, Next, Page};
use crate::pages::files::open;
use crate::pages::setup::Setup;
use crate::pages::text::Text;
use crate::screen::{Key, draw_keys, draw_title, last_line, window};
use crate::{store, summary};

/// The page for somebody who names a game and nothing else: what was left of it,
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
        }),
    }
}

/// A game that was left.
struct Left {
    path: PathBuf,
    about: String,
}

impl Left {
    fn of(path: PathBuf, cx: &Context<'_>) -> Left {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let date = store::date(&name, &cx.settings.zone);
        let about = format!("{}; {date}", summary::of_file(&path));
        Left { path, about }
    }
}

struct Offer {
    game: &'static dyn GameEntry,
    left: Vec<Left>,
    at: usize,
    /// The chosen game is to be deleted, once that is said again.
    is_deleting: bool,
    message: Option<String>,
}

impl Offer {
    /// Deletes the chosen game, when this is asked for twice.
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

    fn draw(&self, area: Rect, screen: &mut Buffer, _: Look, hits: &mut Hits) {
        let title = self.game.info().title;
        let what = match &self.left[..] {
            [] => "no game is left".to_owned(),
            [_] => "a game is not finished".to_owned(),
            games => format!("{} games are not finished", games.len()),
        };
        draw_title(area, screen, title, &what);
        let room = usize::from(area.height.saturating_sub(6)).max(1);
        let seen = window(self.left.len() + 1, self.at, room);
        let end = area.y + 2 + seen.len() as u16;
        for (row, y) in seen.zip(area.y + 2..) {
            let (title, about) = match self.left.get(row) {
                Some(left) => ("Continue", &*left.about),
                None => ("New game", ""),
            };
            let choice = Choice {
                row,
                is_chosen: row == self.at,
                title,
                about,
            };
            draw_choice(area, y, title.len(), screen, hits, choice);
        }
        if let Some(left) = self.left.get(self.at) {
            let room = usize::from(area.width).saturating_sub("Continue".len() + 4);
            draw_whole(area, end, screen, &left.about, room);
        }
        draw_notice(area, screen, self.message.as_deref());
        draw_keys(last_line(area), screen, hits, &self.keys());
    }
}
