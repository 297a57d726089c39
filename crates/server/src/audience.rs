//! What watchers of a match are sent, serialised once for all who see the same.

use std::collections::HashMap;

use axum::body::Bytes;
use parlour_core::Seat;
use serde_json::json;

use crate::table::{Sight, Table, Told, seat_of};

/// What is sent to watchers as it happens: more than this they have missed.
const MOST_KEPT: usize = 64;

/// How events are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Shape {
    /// A line of JSON each.
    Lines,
    /// Server-sent events.
    Sse,
    /// One message of a socket.
    Message,
}

/// What is sent: events up to a number.
#[derive(Clone, Debug)]
pub(crate) struct Sent {
    /// Empty if nothing is new.
    pub(crate) text: Bytes,
    pub(crate) seq: u64,
    /// Whether there is more to come.
    pub(crate) goes_on: bool,
}

/// The people at a table by what they see, and what was written for each view.
#[derive(Default)]
pub(crate) struct Audience {
    seq: Option<u64>,
    over: bool,
    sealed: bool,
    to_move: Option<Seat>,
    players: Vec<Option<String>>,
    /// What is seen from each seat, and from none.
    sights: Vec<Sight>,
    written: HashMap<(Sight, u64, Shape), Bytes>,
}

impl Audience {
    /// Something may have happened at the table.
    pub(crate) fn meet(&mut self, table: &Table) {
        if self.seq == Some(table.seq()) && self.sealed == table.is_sealed() {
            return;
        }
        *self = Audience {
            seq: Some(table.seq()),
            over: table.is_over(),
            sealed: table.is_sealed(),
            to_move: table.to_move(),
            players: table.seats.iter().map(|seat| seat.player.clone()).collect(),
            sights: Seat::all(table.seats.len() as u8)
                .map(|seat| table.sight_of(seat))
                .chain([table.sight_of_strangers()])
                .collect(),
            written: HashMap::new(),
        };
    }

    fn sight(&self, player: &str) -> Sight {
        let is_own = |seat: Seat| self.players[seat.index()].as_deref() == Some(player);
        let seat = seat_of(self.players.len(), self.to_move, is_own);
        self.sights[seat.map_or(self.players.len(), |seat| seat.index())]
    }

    /// What was written for those who see the same, if it was.
    pub(crate) fn sent(&self, player: &str, since: u64, shape: Shape) -> Option<Sent> {
        let seq = self.seq?;
        let text = match since >= seq {
            true => Bytes::new(),
            false => {
                let key = (self.sight(player), since, shape);
                self.written.get(&key)?.clone()
            }
        };
        Some(Sent {
            text,
            seq,
            goes_on: !self.over,
        })
    }

    /// Writes what is new, for this player and all others who see the same.
    pub(crate) fn make(&mut self, table: &Table, player: &str, since: u64, shape: Shape) -> Sent {
        self.meet(table);
        let sight = self.sight(player);
        let events = table.told(sight, since);
        let text = Bytes::from(written(table, &events, shape));
        if self.written.len() < MOST_KEPT {
            self.written.insert((sight, since, shape), text.clone());
        }
        Sent {
            text,
            seq: table.seq(),
            goes_on: !self.over,
        }
    }
}

fn written(table: &Table, events: &[Told], shape: Shape) -> String {
    if shape == Shape::Message {
        return match events.is_empty() {
            true => String::new(),
            false => json!({ "match": table.id, "seq": table.seq(), "events": events }).to_string(),
        };
    }
    let lines = events.iter().map(|event| {
        let json = serde_json::to_string(event).unwrap_or_default();
        match shape {
            Shape::Sse => format!("id: {}\ndata: {json}\n\n", event.seq),
            Shape::Lines | Shape::Message => format!("{json}\n"),
        }
    });
    lines.collect()
}
