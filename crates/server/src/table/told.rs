//! What viewers are told of the events of a match.

use std::sync::Arc;

use parlour_core::{Seat, Viewer};
use parlour_store::Event;
use serde::Serialize;

use super::{Sight, Table, kind};

/// An event, with what each viewer is told of it.
pub(super) struct Noted {
    pub(super) event: Event,
    /// How many steps were made before it.
    pub(super) before: usize,
    /// One text for each viewer, or one for all of them; none where nothing is to be said.
    pub(super) said: Vec<Arc<str>>,
}

/// An event as a viewer is told of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub(crate) struct Told {
    /// Its number, from 1.
    pub(crate) seq: u64,
    /// When it happened, in milliseconds since 1970.
    pub(crate) at: i64,
    /// `step`, `forced` (a step without alternative), `luck`, `join`, `resign`, `offer`, `agree`,
    /// `decline`, `draw`, `takeback`, `timeout`, `pause`, `abort`, `rematch` or `fault`.
    pub(crate) kind: String,
    /// The seat that did it.
    pub(crate) seat: Option<String>,
    /// The text of the step, where the viewer may know it.
    pub(crate) step: Option<String>,
    /// What happened, in words.
    pub(crate) text: Option<String>,
    /// What is offered or declined, or the name of the match that follows.
    pub(crate) about: Option<String>,
}

impl Table {
    /// What a viewer is told of the events after a number.
    pub(crate) fn told(&self, Sight { who, named }: Sight, since: u64) -> Vec<Told> {
        let viewer = self.viewers.iter().position(|viewer| *viewer == who);
        let from = self.log.partition_point(|noted| noted.event.seq <= since);
        let told = self.log[from..].iter().map(|Noted { event, said, .. }| {
            let seat = event.seat.map(Seat);
            let is_step = matches!(&*event.kind, kind::STEP | kind::FORCED | kind::LUCK);
            let is_known = self.game.is_open()
                || who == Viewer::All
                || seat.is_some_and(|seat| who == Viewer::Seat(seat));
            let about = matches!(
                &*event.kind,
                kind::OFFER | kind::AGREE | kind::DECLINE | kind::REMATCH
            );
            Told {
                seq: event.seq,
                at: event.at,
                kind: event.kind.clone(),
                seat: seat.map(|seat| self.seat_name(seat)),
                step: (is_step && is_known).then(|| event.body.clone()),
                text: said
                    .get(viewer.unwrap_or(0))
                    .map(|text| self.worded(text, named))
                    .or_else(|| self.remark(event, named)),
                about: about.then(|| event.body.clone()),
            }
        });
        told.collect()
    }

    /// An event that is not a step, in words.
    fn remark(&self, event: &Event, named: bool) -> Option<String> {
        let name = event
            .seat
            .map(|seat| &*self.names(named)[usize::from(seat)]);
        let name = name.unwrap_or_default();
        Some(match &*event.kind {
            kind::JOIN => format!("{name} takes a seat."),
            kind::RESIGN => format!("{name} resigns."),
            kind::TIMEOUT => format!("{name} has run out of time."),
            kind::OFFER if event.body == kind::DRAW => format!("{name} offers a draw."),
            kind::OFFER => format!("{name} would like to take back a move."),
            kind::AGREE => format!("{name} agrees."),
            kind::DECLINE => format!("{name} declines."),
            kind::DRAW => "The players agree on a draw.".to_owned(),
            kind::TAKE_BACK => "A move is taken back.".to_owned(),
            kind::PAUSE => "The clocks stood still while the server was away.".to_owned(),
            kind::ABORT => "The match was cancelled.".to_owned(),
            kind::REMATCH => "A rematch has begun.".to_owned(),
            kind::FAULT => format!("{name} cannot go on: {}.", event.body),
            _ => return None,
        })
    }

    /// The number of the last event that a player was told of in answer to a step made after
    /// the event `at`: the step, and what followed from it. `None` if something else happened.
    pub(crate) fn answered(&self, player: &str, at: u64, step: &str) -> Option<u64> {
        let from = self.log.partition_point(|noted| noted.event.seq <= at);
        let mut noted = self.log[from..].iter();
        let Noted { event, before, .. } = noted.next()?;
        let seat = self.seats.get(usize::from(event.seat?))?;
        if event.kind != kind::STEP || seat.player.as_deref() != Some(player) {
            return None;
        }
        // The same step can be written in several ways.
        if event.body != step {
            let position = self.position_after(*before)?;
            let read = position.read(step).ok()?;
            if position.write(&read) != event.body {
                return None;
            }
        }
        let followed = |event: &&Event| matches!(&*event.kind, kind::FORCED | kind::LUCK);
        let events = noted.map(|noted| &noted.event);
        Some(events.take_while(followed).last().unwrap_or(event).seq)
    }
}
