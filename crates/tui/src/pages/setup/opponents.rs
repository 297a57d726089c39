//! The list of everybody who can sit in a seat.

use parlour_core::{BotInfo, GameEntry};
use parlour_host::HUMAN;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use crate::event::{Hits, Input};
use crate::list::{Choice, draw_choice, draw_whole, walk};
use crate::screen::{Key, draw_keys, draw_title, last_line, window};

/// What there is to say of a person.
const PERSON: BotInfo = BotInfo {
    name: HUMAN,
    summary: "at this keyboard",
};

/// Everybody who can sit in a seat: a person, what every game offers, and the
/// exact bots.
pub(super) fn everybody(game: &dyn GameEntry) -> Vec<BotInfo> {
    std::iter::once(PERSON).chain(game.all_bots()).collect()
}

/// What there is to say of somebody: for what every game offers, which of its
/// bots that is.
pub(super) fn about(game: &dyn GameEntry, kind: &str) -> String {
    let mut offers = game.offers().into_iter();
    if let Some(offer) = offers.find(|offer| offer.name == kind && offer.bot.name != kind) {
        return format!("{}: {}", offer.bot.name, offer.bot.summary);
    }
    let mut everybody = everybody(game).into_iter();
    let known = everybody.find(|somebody| somebody.name == kind);
    known.map_or_else(String::new, |known| known.summary.to_owned())
}

/// The opened list.
pub(super) struct Opponents {
    pub(super) seat: usize,
    kinds: Vec<BotInfo>,
    at: usize,
}

/// What was done with the list.
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
        draw_title(area, screen, game.info().title, &format!("who is {seat}?"));
        let names = self.kinds.iter().map(|kind| kind.name.chars().count());
        let widest = names.max().unwrap_or(0);
        let room = usize::from(area.height.saturating_sub(6)).max(1);
        let seen = window(self.kinds.len(), self.at, room);
        let end = area.y + 2 + seen.len() as u16;
        let room = usize::from(area.width).saturating_sub(widest + 4);
        for (row, y) in seen.zip(area.y + 2..) {
            let about = about(game, self.kinds[row].name);
            let is_chosen = row == self.at;
            let choice = Choice {
                row,
                is_chosen,
                title: self.kinds[row].name,
                about: &about,
            };
            draw_choice(area, y, widest, screen, hits, choice);
            if is_chosen {
                draw_whole(area, end, screen, &about, room);
            }
        }
        draw_keys(last_line(area), screen, hits, &Self::keys());
    }
}
