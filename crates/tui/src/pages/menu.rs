//! The first page: what to do.

use std::cell::RefCell;
use std::collections::HashMap;

use parlour_core::{Budget, GameEntry, Viewer};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use crate::board::BoardView;
use crate::event::{Hits, Input};
use crate::list::{Choice, draw_choice, draw_notice, walk};
use crate::look::Look;
use crate::page::{Context, Next, Page};
use crate::pages::files::{Files, open};
use crate::pages::lesson::Lesson;
use crate::pages::puzzle::Puzzles;
use crate::pages::setup::Setup;
use crate::pages::text::Text;
use crate::sample;
use crate::screen::{Key, beside_or_below, body, draw_keys, draw_pane, draw_title, last_line};
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
    /// The boards that were shown beside the list.
    boards: RefCell<HashMap<usize, Option<BoardView>>>,
}

/// What stands beside the longest title, and above and below all.
const LIST_MARGIN: u16 = 8;
const LIST_BORDER: u16 = 2;

impl Menu {
    pub(crate) fn new(cx: &Context<'_>) -> Self {
        let mut menu = Menu {
            items: Vec::new(),
            at: 0,
            message: None,
            boards: RefCell::default(),
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
                "records and saved games, {} unfinished",
                summary::counted(count, "more game")
            ),
        };
        self.add(Item::Files, "Open a file", more);
        self.add(Item::Quit, "Quit", String::new());
        // A game that was left in the meantime has added a line at the top.
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
                    return Next::Open(Box::new(Text::rules(*game)));
                }
                self.message = Some("Choose a game to read its rules.".to_owned());
            }
            Some(KeyCode::Char('l')) => {
                if let Item::Game(game) = &self.items[self.at].0
                    && let Some(lesson) = Lesson::new(*game)
                {
                    return Next::Open(Box::new(lesson));
                }
                self.message = Some("Choose a game to learn it.".to_owned());
            }
            Some(KeyCode::Char('p')) => {
                if let Item::Game(game) = &self.items[self.at].0
                    && let Some(puzzles) = Puzzles::new(*game, cx)
                {
                    return Next::Open(Box::new(puzzles));
                }
                self.message = Some("Choose a game to solve its puzzles.".to_owned());
            }
            Some(KeyCode::Char('q') | KeyCode::Esc) => return Next::Quit,
            _ => {}
        }
        Next::Stay
    }

    fn uncovered(&mut self, cx: &mut Context<'_>) {
        self.boards.borrow_mut().clear();
        self.fill(cx);
    }

    fn keys(&self) -> Vec<Key> {
        let key = Key::plain;
        vec![
            key(KeyCode::Enter, "Enter", "choose"),
            key(KeyCode::Down, "Down", "next"),
            key(KeyCode::Up, "Up", "previous"),
            key(KeyCode::Char('r'), "r", "rules"),
            key(KeyCode::Char('l'), "l", "learn").at_length("a guided first game"),
            key(KeyCode::Char('p'), "p", "puzzles"),
            key(KeyCode::Char('o'), "o", "open a file"),
            key(KeyCode::Char('?'), "?", "keys"),
            key(KeyCode::Char('q'), "q", "quit"),
            key(KeyCode::Char('T'), "T", "colours").at_length("change the colours"),
        ]
    }

    fn draw(&self, area: Rect, screen: &mut Buffer, look: Look, hits: &mut Hits) {
        draw_title(
            area,
            screen,
            "Parlour",
            "board games to play, record and explore",
        );
        let titles = self.items.iter().map(|(_, title, _)| title.chars().count());
        let widest = titles.max().unwrap_or(0);
        let (list, pane) = beside_or_below(
            body(area),
            widest as u16 + LIST_MARGIN,
            self.items.len() as u16 + LIST_BORDER,
        );
        let inner = draw_pane(list, screen, "Play");
        // A blank line separates the games from the rest, if there is room.
        let roomy = usize::from(inner.height) >= self.items.len() + 2;
        let mut y = inner.y;
        let mut was_game = None;
        for (row, (item, title, _)) in self.items.iter().enumerate() {
            let is_game = matches!(item, Item::Game(_));
            if roomy && was_game.is_some_and(|was| was != is_game) {
                y += 1;
            }
            was_game = Some(is_game);
            if y >= inner.bottom() {
                break;
            }
            let choice = Choice {
                row,
                is_chosen: row == self.at,
                title,
                about: "",
            };
            draw_choice(inner, y, widest, screen, hits, choice);
            y += 1;
        }
        let (item, title, about) = &self.items[self.at];
        if !matches!(item, Item::Quit) {
            let mut boards = self.boards.borrow_mut();
            let board = boards.entry(self.at).or_insert_with(|| shown(item));
            sample::draw_about(pane, title, board.as_ref(), about, screen, look);
        }
        draw_notice(area, screen, self.message.as_deref());
        draw_keys(last_line(area), screen, hits, &self.keys());
    }
}

/// A board to look at: the unfinished game, or one after a few moves.
fn shown(item: &Item) -> Option<BoardView> {
    let (position, who) = match item {
        Item::Continue(last) => {
            let seating = last.read().ok()?.seating(Budget::default(), 0);
            (seating.played.position().boxed_clone(), Viewer::Public)
        }
        Item::Game(game) => (sample::opening(&**game)?, Viewer::All),
        Item::Files | Item::Quit => return None,
    };
    Some(sample::board(&*position, who))
}
