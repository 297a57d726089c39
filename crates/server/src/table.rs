//! A match as its log tells it.
//!
//! Everything here follows from the head and the events, in their order: any process that
//! has read the same log has the same table. What is about to happen is tried on the table
//! first; the resulting events count once the store has accepted them.

mod people;
mod told;

use std::collections::BTreeMap;

use parlour_core::{
    Diagnostic, GameEntry, Match, Outcome, Position, Question, Seat, Seed, Turn, Viewer,
};
use parlour_host::{Dice, Host, Next, Seating, World, default_names};
use parlour_store::{Event, MatchRow, SeatRow};
use serde::{Deserialize, Serialize};

use crate::clock::{Clock, Clocks};
use crate::problem::Problem;
pub(crate) use people::Sight;
use told::Noted;
pub(crate) use told::Told;

/// Everything about a match that never changes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Head {
    pub(crate) setup: BTreeMap<String, String>,
    /// The position before the first step.
    pub(crate) start: String,
    /// What all luck is drawn from, in hexadecimal digits. Nobody sees it before the end.
    pub(crate) key: String,
    pub(crate) clock: Option<Clock>,
    /// The player who made the match.
    pub(crate) creator: String,
    /// What the creator is called.
    pub(crate) name: String,
    /// How many positions the bot in each seat may look at for a move.
    pub(crate) nodes: Vec<u64>,
    /// What the players are called, where that was known from the beginning.
    #[serde(default)]
    pub(crate) names: Vec<String>,
    /// Whether its maker chose the first position.
    #[serde(default)]
    pub(crate) chosen: bool,
    /// The tournament that it belongs to.
    #[serde(default)]
    pub(crate) tournament: Option<String>,
    /// Other matches whose luck is drawn from the same key.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) twins: Vec<String>,
    /// The players met as strangers, and do not learn what they call themselves.
    #[serde(default)]
    pub(crate) strangers: bool,
}

/// What the kinds of events are called in the log.
pub(crate) mod kind {
    pub(crate) const JOIN: &str = "join";
    pub(crate) const STEP: &str = "step";
    /// A step that had no alternative, and was made without waiting for its player.
    pub(crate) const FORCED: &str = "forced";
    pub(crate) const LUCK: &str = "luck";
    pub(crate) const RESIGN: &str = "resign";
    pub(crate) const OFFER: &str = "offer";
    pub(crate) const DECLINE: &str = "decline";
    pub(crate) const DRAW: &str = "draw";
    pub(crate) const TAKE_BACK: &str = "takeback";
    pub(crate) const TIMEOUT: &str = "timeout";
    pub(crate) const PAUSE: &str = "pause";
    pub(crate) const ABORT: &str = "abort";
    /// A player agrees to what another one has offered, and others have still to agree.
    pub(crate) const AGREE: &str = "agree";
    pub(crate) const REMATCH: &str = "rematch";
    pub(crate) const FAULT: &str = "fault";
}

/// How a match ended without the rules of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Ended {
    winner: Option<Seat>,
    words: String,
}

/// How far a match is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    /// A seat is still free.
    Waiting,
    /// It is being played.
    Playing,
    /// It is over.
    Over,
}

/// Something that one player offers, and all others must agree to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Offer {
    pub(crate) by: Seat,
    pub(crate) what: String,
    /// The seats that have agreed.
    agreed: Vec<Seat>,
}

pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) game: &'static dyn GameEntry,
    pub(crate) head: Head,
    pub(crate) seats: Vec<SeatRow>,
    pub(crate) public: bool,
    pub(crate) created: i64,
    host: Host,
    /// What the players call themselves, as far as the match can be recorded with these names. The
    /// match itself has names that were made up.
    own_names: Vec<String>,
    /// Another match with the same luck may still be played.
    sealed: bool,
    seed: Seed,
    log: Vec<Noted>,
    viewers: Vec<Viewer>,
    pub(crate) clocks: Option<Clocks>,
    ended: Option<Ended>,
    /// What a seat has offered, as long as not all have answered.
    pub(crate) offer: Option<Offer>,
    /// The match that follows this one.
    pub(crate) rematch: Option<String>,
}

impl Table {
    /// A match that was read from the store, before any event.
    pub(crate) fn new(row: &MatchRow) -> Result<Table, Problem> {
        let broken = |why: &dyn std::fmt::Display| {
            Problem::internal(format!("the match {} cannot be read: {why}", row.id))
        };
        let head: Head = serde_json::from_str(&row.head).map_err(|error| broken(&error))?;
        let game = parlour_catalog::game(&row.game).ok_or_else(|| broken(&"unknown game"))?;
        let start = game
            .read_position(&head.start)
            .map_err(|finding| broken(&finding.message))?;
        let seed = Seed::from_digits(&head.key).ok_or_else(|| broken(&"no key"))?;
        let mut seats = row.seats.clone();
        // An event tells who has taken a free seat.
        for seat in seats.iter_mut().filter(|seat| seat.join.is_some()) {
            seat.player = None;
        }
        let viewers = match game.is_open() {
            true => vec![Viewer::All],
            false => Seat::all(start.seats())
                .map(Viewer::Seat)
                .chain([Viewer::Public, Viewer::All])
                .collect(),
        };
        let clocks = head
            .clock
            .map(|clock| Clocks::new(clock, usize::from(start.seats()), row.created));
        let mut table = Table {
            id: row.id.clone(),
            game,
            host: host(game, start, Vec::new()),
            own_names: Vec::new(),
            sealed: !head.twins.is_empty(),
            head,
            seats,
            public: row.public,
            created: row.created,
            seed,
            log: Vec::new(),
            viewers,
            clocks,
            ended: None,
            offer: None,
            rematch: None,
        };
        table.sit_down();
        table.run_clocks();
        Ok(table)
    }

    /// Takes events that are in the log.
    pub(crate) fn catch_up(&mut self, events: Vec<Event>) -> Result<(), Problem> {
        for event in events {
            let (id, seq) = (self.id.clone(), event.seq);
            self.apply(event).map_err(|why| {
                Problem::internal(format!("event {seq} of the match {id}: {}", why.message))
            })?;
        }
        Ok(())
    }

    /// Applies an event.
    fn apply(&mut self, event: Event) -> Result<(), Problem> {
        let before = self.host.played().len();
        let seat = event.seat.map(Seat);
        match &*event.kind {
            kind::STEP | kind::FORCED | kind::LUCK => {
                if let Next::HandOver(seat) = self.host.next() {
                    self.host.arrive(seat);
                }
                match self.host.play(&event.body) {
                    Ok(()) => {}
                    Err(finding) => return Err(Problem::illegal(&finding, &event.body)),
                }
                self.offer = None;
            }
            kind::JOIN => {
                let player = event.body.split_once('\n').map_or("", |(_, player)| player);
                if let Some(row) = seat.and_then(|seat| self.seats.get_mut(seat.index())) {
                    row.player = Some(player.to_owned());
                }
            }
            kind::RESIGN | kind::TIMEOUT => {
                let seat = seat.ok_or_else(|| Problem::internal("nobody resigns"))?;
                self.ended = Some(self.lost(seat, &event.kind));
            }
            kind::DRAW => self.end(None, "The players agree on a draw."),
            kind::ABORT => self.end(None, "The match was called off."),
            kind::OFFER => {
                self.offer = seat.map(|by| Offer {
                    by,
                    what: event.body.clone(),
                    agreed: Vec::new(),
                });
            }
            kind::AGREE => {
                if let (Some(offer), Some(seat)) = (&mut self.offer, seat) {
                    offer.agreed.push(seat);
                }
            }
            kind::DECLINE => self.offer = None,
            kind::TAKE_BACK => {
                let keep: usize = event.body.parse().unwrap_or(0);
                while self.host.played().len() > keep && self.host.undo() {}
                self.offer = None;
            }
            kind::REMATCH => self.rematch = Some(event.body.clone()),
            _ => {}
        }
        if self.ended.is_some() {
            self.offer = None;
        }
        let is_step = self.host.played().len() == before + 1;
        if let Some(clocks) = &mut self.clocks {
            let paused = (event.kind == kind::PAUSE).then(|| event.body.parse().unwrap_or(0));
            clocks.tick(event.at, seat.filter(|_| is_step), paused);
        }
        let said = match is_step {
            true => self
                .viewers
                .iter()
                .filter_map(|who| self.host.said(*who, before).next_back())
                .map(|said| said.text)
                .collect(),
            false => Vec::new(),
        };
        let is_join = event.kind == kind::JOIN;
        self.log.push(Noted {
            event,
            before,
            said,
        });
        if is_join {
            self.tell_names();
        }
        self.run_clocks();
        Ok(())
    }

    /// The clock of the seat that is to move runs.
    fn run_clocks(&mut self) {
        let running = self.to_move().filter(|_| self.status() == Status::Playing);
        if let Some(clocks) = &mut self.clocks {
            clocks.run(running);
        }
    }

    fn end(&mut self, winner: Option<Seat>, words: &str) {
        self.ended = Some(Ended {
            winner,
            words: words.to_owned(),
        });
    }

    fn lost(&self, loser: Seat, kind: &str) -> Ended {
        let names = self.names(false);
        let winner = (names.len() == 2).then(|| Seat(1 - loser.0));
        let name = &names[loser.index()];
        let how = match kind {
            kind::TIMEOUT => format!("{name} has run out of time."),
            _ => format!("{name} resigns."),
        };
        let words = match winner {
            Some(winner) => format!("{how} {} wins.", names[winner.index()]),
            None => how,
        };
        Ended { winner, words }
    }

    pub(crate) fn seq(&self) -> u64 {
        self.log.last().map_or(0, |noted| noted.event.seq)
    }

    pub(crate) fn position(&self) -> &dyn Position {
        self.host.position()
    }

    pub(crate) fn played(&self) -> &Match {
        self.host.played()
    }

    /// When something last happened.
    pub(crate) fn last_at(&self) -> i64 {
        self.log.last().map_or(self.created, |noted| noted.event.at)
    }

    pub(crate) fn commitment(&self) -> String {
        self.seed.commitment()
    }

    pub(crate) fn status(&self) -> Status {
        let free = |seat: &SeatRow| seat.player.is_none() && seat.bot.is_none();
        if self.ended.is_some() || matches!(self.played().turn(), Turn::Over(_)) {
            Status::Over
        } else if self.seats.iter().any(free) {
            Status::Waiting
        } else {
            Status::Playing
        }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.status() == Status::Over
    }

    /// Whether the key of its luck must stay secret, because another match has the same.
    pub(crate) fn is_sealed(&self) -> bool {
        self.sealed
    }

    pub(crate) fn unseal(&mut self) {
        self.sealed = false;
    }

    /// Whether nothing about it is secret any more.
    pub(crate) fn is_revealed(&self) -> bool {
        self.is_over() && !self.sealed
    }

    /// The seat that is to move, by the rules of the game.
    pub(crate) fn to_move(&self) -> Option<Seat> {
        match self.played().turn() {
            Turn::Seat(seat) if self.ended.is_none() => Some(seat),
            _ => None,
        }
    }

    /// The bot that is to move.
    pub(crate) fn bot_to_move(&self) -> Option<(Seat, &str)> {
        let seat = self.to_move()?;
        let bot = self.seats[seat.index()].bot.as_deref()?;
        (self.status() == Status::Playing && !self.is_broken()).then_some((seat, bot))
    }

    /// Whether a bot has given up on the present position.
    fn is_broken(&self) -> bool {
        let last = self.log.last();
        last.is_some_and(|noted| noted.event.kind == kind::FAULT)
    }

    pub(crate) fn question(&self) -> Option<Question> {
        self.played().question(true)
    }

    pub(crate) fn bot_seed(&self, seat: Seat) -> u64 {
        self.seed.bot(seat.index())
    }

    /// How it ended: the seat that won, and all of it in words.
    pub(crate) fn result(&self, named: bool) -> Option<(Option<Seat>, String)> {
        let (winner, words) = self.ended()?;
        Some((winner, self.worded(&words, named)))
    }

    fn ended(&self) -> Option<(Option<Seat>, String)> {
        if let Some(ended) = &self.ended {
            return Some((ended.winner, ended.words.clone()));
        }
        let Turn::Over(outcome) = self.played().turn() else {
            return None;
        };
        let winner = match outcome {
            Outcome::Win(seat) => Some(seat),
            Outcome::Draw => None,
        };
        Some((winner, self.played().result().unwrap_or_default()))
    }

    pub(crate) fn seat_name(&self, seat: Seat) -> String {
        self.position().seat_name(seat).into_owned()
    }

    /// The usual text of a step that somebody has typed here.
    pub(crate) fn usual_text(&self, step: &str) -> Result<String, Diagnostic> {
        let read = self.position().read(step)?;
        let mut after = self.position().boxed_clone();
        match after.take(&read) {
            Ok(()) => Ok(self.position().write(&read)),
            Err(illegal) => Err(illegal.at(0..step.len())),
        }
    }

    /// Has something happen, and all that follows from it without anybody's choice: throws,
    /// and steps that have no alternative. The events are for the store.
    pub(crate) fn happen(
        &mut self,
        kind: &str,
        seat: Option<Seat>,
        body: impl Into<String>,
        now: i64,
    ) -> Result<Vec<Event>, Problem> {
        let mut events = Vec::new();
        self.note(&mut events, kind, seat, body.into(), now)?;
        self.go_on(&mut events, now)?;
        Ok(events)
    }

    /// Applies everything that follows automatically.
    pub(crate) fn go_on(&mut self, events: &mut Vec<Event>, now: i64) -> Result<(), Problem> {
        while self.status() == Status::Playing {
            match self.host.next() {
                Next::HandOver(seat) => self.host.arrive(seat),
                Next::Roll => {
                    let mut luck = self.seed.throw(self.played().len() as u64);
                    let Some(step) = self.position().draw_lot(&mut luck) else {
                        return Err(Problem::internal("luck has no outcome"));
                    };
                    let text = self.position().write(&step);
                    self.note(events, kind::LUCK, None, text, now)?;
                }
                Next::Settle => {
                    let Some(step) = self.host.decided() else {
                        break;
                    };
                    let text = self.position().write(step);
                    let seat = self.to_move();
                    self.note(events, kind::FORCED, seat, text, now)?;
                }
                _ => break,
            }
        }
        Ok(())
    }

    fn note(
        &mut self,
        events: &mut Vec<Event>,
        kind: &str,
        seat: Option<Seat>,
        body: String,
        now: i64,
    ) -> Result<(), Problem> {
        let event = Event {
            seq: self.seq() + 1,
            // The clocks of two machines may differ; time in a log never runs back.
            at: now.max(self.log.last().map_or(0, |noted| noted.event.at)),
            kind: kind.to_owned(),
            seat: seat.map(|seat| seat.0),
            body,
        };
        self.apply(event.clone())?;
        events.push(event);
        Ok(())
    }

    /// Up to which step a player's last choice would be taken back.
    pub(crate) fn before_last_choice(&self, seat: Seat) -> Option<usize> {
        let record = self.played().record();
        let mut position = record.start;
        let mut found = None;
        for (number, step) in record.steps.iter().enumerate() {
            if position.turn() == Turn::Seat(seat) && position.only_move().is_none() {
                found = Some(number);
            }
            position.take(step).ok()?;
        }
        found
    }

    /// The position after the first steps, for what moved since.
    pub(crate) fn position_after(&self, steps: usize) -> Option<Box<dyn Position>> {
        let record = self.played().record();
        let mut position = record.start;
        if steps > record.steps.len() {
            return None;
        }
        for step in &record.steps[..steps] {
            position.take(step).ok()?;
        }
        Some(position)
    }
}

/// Which of their own seats a player looks from: the one to move, of several.
pub(crate) fn seat_of(
    seats: usize,
    to_move: Option<Seat>,
    is_own: impl Fn(Seat) -> bool,
) -> Option<Seat> {
    let first = || Seat::all(seats as u8).find(|seat| is_own(*seat));
    to_move.filter(|seat| is_own(*seat)).or_else(first)
}

fn host(game: &'static dyn GameEntry, start: Box<dyn Position>, mut names: Vec<String>) -> Host {
    if names.is_empty() {
        names = default_names(&*start, &[]);
    }
    let seating = Seating {
        game,
        played: Match::new(start, names),
        setup: None,
        // For the host all moves come from outside, those of bots and of luck as well.
        kinds: Vec::new(),
        budget: parlour_core::Budget::default(),
        dice: Dice::Asked,
        seed: 0,
    };
    Host::new(seating, World::own(parlour_core::Tables::none()))
}
