//! The first page: what to do.

use parlour_core::GameEntry;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use crate::event::{Hits, Input};
use crate::list::{Choice, draw_choice, draw_notice, draw_whole, walk};
use crate::look::Look;
use crate::page::{Context, Next, Page};
use crate::pages::files::{Files, open};
use crate::pages::setup::Setup;
use crate::pages::text::Text;
use crate::screen::{Key, draw_keys, draw_title, last_line};
use crate::store::{self, Unfinished};
use crate::summary;

enum Item {
    Continue(Unfinished),
    Game(&'static dyn GameEntry),
    Files,
    Quit,
}

pub(crate) struct Menu {
    items: Vec<(Item, String, String)>,
    at: usize,
    message: Option<String>,
}

impl Menu {
    pub(crate) fn new(cx: &Context<'_>) -> Self {
        let mut menu = Menu {
            items: Vec::new(),
            at: 0,
            message: None,
        };
        menu.fill(cx);
        menu
    }

    fn fill(&mut self, cx: &Context<'_>) {
        let chosen = self.items.get(self.at).map(|(_, title, _)| title.clone());
        self.items.clear();
        let mut unfinished = store::left(&cx.settings.data, None).into_iter();
        if let Some(last) = unfinished.next() {
            let about = summary::of_file(&last.path);
            self.add(Item::Continue(last), "Continue", about);
        }
        for &game in parlour_catalog::games() {
            let info = game.info();
            self.add(Item::Game(game), info.title, info.summary.to_owned());
        }
        let more = match unfinished.count() {
            0 => "records and saved games".to_owned(),
            count => format!(
                "records and saved games, {} not finished",
                summary::counted(count, "more game")
            ),
        };
        self.add(Item::Files, "Open a file", more);
        self.add(Item::Quit, "Quit", String::new());
        // A game that was left meanwhile has put a line above the others.
        let mut titles = self.items.iter().map(|(_, title, _)| title);
        self.at = titles
            .position(|title| Some(title) == chosen.as_ref())
            .unwrap_or(0);
    }

    fn add(&mut self, item: Item, title: &str, about: String) {
        self.items.push((item, title.to_owned(), about));
    }

    fn choose(&mut self, cx: &mut Context<'_>) -> Next {
        match &self.items[self.at].0 {
            Item::Quit => Next::Quit,
            Item::Files => Next::Open(Box::new(Files::new(cx))),
            Item::Game(game) => Next::Open(Box::new(Setup::new(*game, cx))),
            Item::Continue(last) => match open(&last.path.clone(), None, cx) {
                Ok(page) => Next::Open(page),
                Err(why) => {
                    self.message = Some(why);
                    Next::Stay
                }
            },
        }
    }
}

impl Page for Menu {
    fn input(&mut self, input: Input, cx: &mut Context<'_>) -> Next {
        let code = walk(input, &mut self.at, self.items.len());
        if code.is_some() {
            self.message = None;
        }
        match code {
            Some(KeyCode::Enter) => return self.choose(cx),
            Some(KeyCode::Char('o')) => return Next::Open(Box::new(Files::new(cx))),
            Some(KeyCode::Char('r')) => {
                if let Item::Game(game) = &self.items[self.at].0 {
                    return Next::Open(Box::new(Text::rules(&**game)));
                }
                self.message = Some("Choose a game to read its rules.".to_owned());
            }
            Some(KeyCode::Char('q') | KeyCode::Esc) => return Next::Quit,
            _ => {}
        }
        Next::Stay
    }

    fn uncovered(&mut self, cx: &mut Context<'_>) {
        self.fill(cx);
    }

    fn keys(&self) -> Vec<Key> {
        let key = Key::plain;
        vec![
            key(KeyCode::Enter, "Enter", "choose"),
            key(KeyCode::Down, "Down", "next"),
            key(KeyCode::Up, "Up", "previous"),
            key(KeyCode::Char('r'), "r", "rules"),
            key(KeyCode::Char('o'), "o", "open a file"),
            key(KeyCode::Char('?'), "?", "keys"),
            key(KeyCode::Char('q'), "q", "quit"),
        ]
    }

    fn draw(&self, area: Rect, screen: &mut Buffer, _: Look, hits: &mut Hits) {
        draw_title(
            area,
            screen,
            "Parlour",
            "board games to play, record and explore",
        );
        let titles = self.items.iter().map(|(_, title, _)| title.chars().count());
        let widest = titles.max().unwrap_or(0);
        // A blank line sets the games apart from the rest, if there is room.
        let roomy = usize::from(area.height) >= self.items.len() + 8;
        let mut y = area.y + 2;
        let mut was_game = None;
        for (row, (item, title, about)) in self.items.iter().enumerate() {
            let is_game = matches!(item, Item::Game(_));
            if roomy && was_game.is_some_and(|was| was != is_game) {
                y += 1;
            }
            was_game = Some(is_game);
            if y + 1 >= area.bottom() {
                break;
            }
            let choice = Choice {
                row,
                is_chosen: row == self.at,
                title,
                about,
            };
            draw_choice(area, y, widest, screen, hits, choice);
            y += 1;
        }
        let room = usize::from(area.width).saturating_sub(widest + 4);
        draw_whole(area, y, screen, &self.items[self.at].2, room);
        draw_notice(area, screen, self.message.as_deref());
        draw_keys(last_line(area), screen, hits, &self.keys());
    }
}
