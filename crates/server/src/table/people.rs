//! The people at a table, and what each of them and everybody else may see.

use std::collections::BTreeMap;

use parlour_core::{AnyRecord, Seat, Viewer};
use parlour_host::{HUMAN, default_names};

use super::{Offer, Table, host, kind, seat_of};
use crate::people::generated_name;
use crate::problem::Problem;

/// What somebody is shown of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sight {
    pub(crate) who: Viewer,
    /// With the names that the players have chosen, not those that were made up for them.
    pub(crate) named: bool,
}

impl Table {
    /// Gives the players their names, before the first step.
    pub(super) fn sit_down(&mut self) {
        let start = self.host.played().start().boxed_clone();
        let joined: BTreeMap<u8, &str> = self
            .log
            .iter()
            .filter(|noted| noted.event.kind == kind::JOIN)
            .filter_map(|noted| Some((noted.event.seat?, &*noted.event.body)))
            .collect();
        let kinds: Vec<String> = self
            .seats
            .iter()
            .map(|seat| seat.bot.clone().unwrap_or_else(|| HUMAN.to_owned()))
            .collect();
        let mut names = default_names(&*start, &kinds);
        for (number, seat) in self.seats.iter().enumerate() {
            if let Some(player) = &seat.player {
                names[number] = unlike_others(&names, number, &generated_name(player));
            }
        }
        let mut own_names = names.clone();
        for (number, seat) in self.seats.iter().enumerate() {
            let own = match &seat.player {
                _ if !self.head.names.is_empty() => self.head.names.get(number).map(String::as_str),
                Some(player) if *player == self.head.creator => Some(&*self.head.name),
                _ => joined.get(&(number as u8)).copied(),
            };
            if let Some(own) = own.filter(|name| self.game.check_name(name).is_ok()) {
                own_names[number] = unlike_others(&own_names, number, own);
            }
        }
        self.own_names = own_names;
        self.host = host(self.game, start, names);
    }

    /// The body of a join is the name of the player, and the player: the name alone is told.
    pub(super) fn tell_names(&mut self) {
        if let Some(noted) = self.log.last_mut()
            && let Some((name, _)) = noted.event.body.split_once('\n')
        {
            noted.event.body = name.to_owned();
        }
        self.sit_down();
    }

    /// What the players are called, with their own names or with those made up for them.
    pub(crate) fn names(&self, named: bool) -> &[String] {
        match named {
            true => &self.own_names,
            false => self.host.played().names(),
        }
    }

    /// A text about the match, with the names that somebody may know.
    pub(crate) fn worded(&self, text: &str, named: bool) -> String {
        let made_up = self.names(false).iter().zip(self.names(true));
        let mut pairs: Vec<_> = made_up.filter(|(made_up, own)| made_up != own).collect();
        if !named || pairs.is_empty() {
            return text.to_owned();
        }
        // A name may be the beginning of another one.
        pairs.sort_by_key(|(made_up, _)| std::cmp::Reverse(made_up.len()));
        let mut worded = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let here = pairs
                .iter()
                .find(|(made_up, _)| rest.starts_with(made_up.as_str()));
            match here {
                Some((made_up, own)) => {
                    worded += own;
                    rest = &rest[made_up.len()..];
                }
                None => {
                    worded.push(letter);
                    rest = &rest[letter.len_utf8()..];
                }
            }
        }
        worded
    }

    /// Whether those who sit here know each other's names: not where they met as strangers. The
    /// code of a tournament is an invitation to all of its matches.
    pub(crate) fn is_among_friends(&self) -> bool {
        self.head.tournament.is_some() || !(self.public || self.head.strangers)
    }

    /// What a player may see.
    pub(crate) fn sight(&self, player: &str) -> Sight {
        match self.seat_of(player) {
            Some(seat) => self.sight_of(seat),
            None => self.sight_of_strangers(),
        }
    }

    /// What the player in a seat may see; nothing is hidden after the end.
    pub(crate) fn sight_of(&self, seat: Seat) -> Sight {
        Sight {
            who: viewer(self.is_revealed(), Some(seat)),
            named: self.is_among_friends(),
        }
    }

    /// What everybody may see.
    pub(crate) fn sight_of_strangers(&self) -> Sight {
        Sight {
            who: viewer(self.is_revealed(), None),
            named: self.head.tournament.is_some(),
        }
    }

    /// Refuses to show the match to somebody who has no seat in it, if that would tell others what
    /// is hidden from them: their own match may have the same deal.
    pub(crate) fn check_watcher(&self, player: Option<&str>) -> Result<(), Problem> {
        let has_seat = player.is_some_and(|player| self.seat_of(player).is_some());
        match has_seat || self.game.is_open() || !self.is_sealed() {
            true => Ok(()),
            false => Err(Problem::forbidden(
                "secret",
                "other matches with the same deal are still being played",
            )
            .help("it can be watched when they are over")),
        }
    }

    /// Which seat a player looks from: the one to move, of several.
    pub(crate) fn seat_of(&self, player: &str) -> Option<Seat> {
        let is_own = |seat: Seat| self.seats[seat.index()].player.as_deref() == Some(player);
        seat_of(self.seats.len(), self.to_move(), is_own)
    }

    /// The seats of other people.
    pub(crate) fn others(&self, seat: Seat) -> Vec<Seat> {
        let own = self.seats[seat.index()].player.as_deref();
        let seats = Seat::all(self.seats.len() as u8).zip(&self.seats);
        seats
            .filter(|(_, row)| row.player.is_some() && row.player.as_deref() != own)
            .map(|(seat, _)| seat)
            .collect()
    }

    /// The seats that have still to answer what is offered.
    pub(crate) fn to_agree(&self) -> Vec<Seat> {
        let Some(offer) = &self.offer else {
            return Vec::new();
        };
        let player = |seat: &Seat| self.seats[seat.index()].player.as_deref();
        let has_agreed = |seat: &Seat| {
            offer
                .agreed
                .iter()
                .any(|other| player(other) == player(seat))
        };
        let mut seats = self.others(offer.by);
        seats.retain(|seat| !has_agreed(seat));
        seats
    }

    /// The offer of another player that somebody in this seat has still to answer.
    pub(crate) fn asked(&self, seat: Seat, what: &str) -> Option<&Offer> {
        let offer = self.offer.as_ref().filter(|offer| offer.what == what)?;
        self.to_agree().contains(&seat).then_some(offer)
    }

    /// The game's own file of the match, once nothing in it is secret.
    pub(crate) fn record(&self, named: bool) -> Option<String> {
        let may_know = self.is_revealed() || self.game.is_open();
        may_know.then(|| {
            self.game.write_record(&AnyRecord {
                names: self.names(named).to_vec(),
                ..self.played().record()
            })
        })
    }
}

/// What somebody in a seat, or in none, may see.
pub(crate) fn viewer(is_revealed: bool, seat: Option<Seat>) -> Viewer {
    match seat {
        _ if is_revealed => Viewer::All,
        Some(seat) => Viewer::Seat(seat),
        None => Viewer::Public,
    }
}

/// A name that no other seat has: records tell players apart by their names.
fn unlike_others(names: &[String], number: usize, wanted: &str) -> String {
    let is_taken = |name: &str| {
        let mut others = names.iter().enumerate();
        others.any(|(other, taken)| other != number && taken == name)
    };
    let mut name = wanted.to_owned();
    let mut count = 1;
    while is_taken(&name) {
        count += 1;
        name = format!("{wanted} {count}");
    }
    name
}
