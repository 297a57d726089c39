//! The list of possible players of a seat.

use parlour_core::{BotInfo, GameEntry};
use parlour_host::HUMAN;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use crate::event::{Hits, Input};
use crate::list::{draw_list, walk};
use crate::look::PLAIN;
use crate::screen::{Key, body, draw_keys, draw_pane, draw_title, draw_words, last_line};

/// The description of a person.
const PERSON: BotInfo = BotInfo {
    name: HUMAN,
    summary: "at this keyboard",
};

/// Everybody who can sit in a seat: a person, the opponents that every game
/// offers, and the exact bots.
pub(super) fn everybody(game: &dyn GameEntry) -> Vec<BotInfo> {
    std::iter::once(PERSON).chain(game.all_bots()).collect()
}

/// The description of a player; for an offered opponent, which bot it stands
/// for.
pub(super) fn about(game: &dyn GameEntry, kind: &str) -> String {
    let mut offers = game.offers().into_iter();
    if let Some(offer) = offers.find(|offer| offer.name == kind && offer.bot.name != kind) {
        return format!("{}: {}", offer.bot.name, offer.bot.summary);
    }
    let mut everybody = everybody(game).into_iter();
    let known = everybody.find(|somebody| somebody.name == kind);
    known.map_or_else(String::new, |known| known.summary.to_owned())
}

/// The pane about the chosen opponent: two lines and a border.
const ABOUT: u16 = 4;

/// The opened list.
pub(super) struct Opponents {
    pub(super) seat: usize,
    kinds: Vec<BotInfo>,
    at: usize,
}

/// The result of an input.
pub(super) enum Done {
    Nothing,
    Chosen(&'static str),
    Left,
}

impl Opponents {
    pub(super) fn new(game: &dyn GameEntry, seat: usize, kind: &str) -> Self {
        let kinds = everybody(game);
        let at = kinds.iter().position(|known| known.name == kind);
        Opponents {
            seat,
            at: at.unwrap_or(0),
            kinds,
        }
    }

    pub(super) fn input(&mut self, input: Input) -> Done {
        match walk(input, &mut self.at, self.kinds.len()) {
            Some(KeyCode::Enter) => Done::Chosen(self.kinds[self.at].name),
            Some(KeyCode::Esc | KeyCode::Char('q')) => Done::Left,
            _ => Done::Nothing,
        }
    }

    pub(super) fn keys() -> Vec<Key> {
        let key = Key::plain;
        vec![
            key(KeyCode::Enter, "Enter", "choose"),
            key(KeyCode::Down, "Down", "next"),
            key(KeyCode::Up, "Up", "previous"),
            key(KeyCode::Char('?'), "?", "keys"),
            key(KeyCode::Esc, "Esc", "back").at_length("back to the form"),
        ]
    }

    pub(super) fn draw(
        &self,
        game: &dyn GameEntry,
        seat: &str,
        area: Rect,
        screen: &mut Buffer,
        hits: &mut Hits,
    ) {
        draw_title(
            area,
            screen,
            game.info().title,
            &format!("Who plays {seat}?"),
        );
        let abouts: Vec<String> = self
            .kinds
            .iter()
            .map(|kind| about(game, kind.name))
            .collect();
        let lines = self.kinds.iter().zip(&abouts);
        let lines: Vec<(&str, &str)> = lines.map(|(kind, about)| (kind.name, &**about)).collect();
        let body = body(area);
        let list = Rect {
            height: body.height.saturating_sub(ABOUT),
            ..body
        };
        let inner = draw_pane(list, screen, "Opponents");
        draw_list(inner, screen, hits, self.at, &lines);
        let below = Rect {
            y: list.bottom(),
            height: body.height - list.height,
            ..body
        };
        let inner = draw_pane(below, screen, self.kinds[self.at].name);
        draw_words(inner, screen, &abouts[self.at], PLAIN);
        draw_keys(last_line(area), screen, hits, &Self::keys());
    }
}
