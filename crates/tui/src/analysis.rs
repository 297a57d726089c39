//! What the strongest bot thinks of a position, found out in the background:
//! the hint, and what the position is worth.

use std::time::Duration;

use parlour_core::{
    Advice, AnyBot, AnyRecord, AnyStep, GameEntry, Pick, Position, Seat, Tables, Thought, Turn,
    Viewer,
};

use crate::event::{Ticket, Work};
use crate::work::{Job, Workshop};

/// The name of the strongest bot that lacks nothing to play on from here.
pub(crate) fn strongest(
    game: &dyn GameEntry,
    position: &dyn Position,
    tables: &Tables,
) -> Option<&'static str> {
    let mut names = game.bots().iter().rev().map(|bot| bot.name);
    names.find(|name| game.lacks(name, position, tables).is_none())
}

/// What a bot found out about a position.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) seat: Seat,
    pub(crate) advice: Advice<AnyStep>,
    pub(crate) nim: Option<u16>,
}

/// An adviser and what it is thinking about.
#[derive(Default)]
pub(crate) struct Analysis {
    adviser: Option<(&'static str, Box<dyn AnyBot>)>,
    /// What is being thought about, and whose move it is.
    job: Option<(Job, Seat, &'static str)>,
    pub(crate) thought: Option<Thought>,
    pub(crate) found: Option<Found>,
}

impl Analysis {
    /// The position has changed.
    pub(crate) fn forget(&mut self) {
        self.job = None;
        self.thought = None;
        self.found = None;
    }

    pub(crate) fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// Has the adviser say at once what it knows.
    pub(crate) fn hurry(&self) {
        if let Some((job, ..)) = &self.job {
            job.hurry();
        }
    }

    /// Thinks about the end of a record, where a seat is to move; nothing
    /// happens if that is done or under way.
    pub(crate) fn start(
        &mut self,
        shop: &Workshop,
        game: &dyn GameEntry,
        record: &AnyRecord,
        position: &dyn Position,
        time: Duration,
        tables: &Tables,
    ) {
        let Turn::Seat(seat) = position.turn() else {
            return;
        };
        if self.job.is_some() || self.found.is_some() {
            return;
        }
        let Some(name) = strongest(game, position, tables) else {
            return;
        };
        let known = self.adviser.take().filter(|(known, _)| *known == name);
        let Some(bot) = known
            .map(|(_, bot)| bot)
            .or_else(|| game.bot(name, 0, tables))
        else {
            return;
        };
        self.job = Some((shop.think(bot, record.clone(), time), seat, name));
    }

    /// Takes a result that is meant for this; gives any other back.
    pub(crate) fn work(&mut self, ticket: Ticket, work: Work) -> Option<Work> {
        match &self.job {
            Some((job, ..)) if job.ticket == ticket => {}
            _ => return Some(work),
        }
        match work {
            Work::Thought(thought) => self.thought = Some(thought),
            Work::Advice { bot, advice, nim } => {
                if let Some((_, seat, name)) = self.job.take() {
                    self.adviser = Some((name, bot));
                    self.found = advice.ok().map(|advice| Found { seat, advice, nim });
                }
            }
            _ => self.job = None,
        }
        None
    }
}

impl Found {
    /// The first seat's chance to win, where the values tell it.
    pub(crate) fn chance(&self, game: &dyn GameEntry) -> Option<f64> {
        let value = game.info().measure.chance(self.advice.value?)?;
        Some(if self.seat == Seat(0) {
            value
        } else {
            1.0 - value
        })
    }

    /// What the hint says: the move, what it does, and why.
    pub(crate) fn hint(&self, position: &dyn Position) -> String {
        let best = &self.advice.best;
        let deed = position.describe(best, Viewer::Seat(self.seat));
        let mut hint = format!("{}: {deed}", position.write(best));
        if let Some(reason) = &self.advice.reason {
            hint.push_str(&format!("; {reason}"));
        }
        hint
    }

    /// What the position is worth to the mover, in words.
    pub(crate) fn worth(&self, names: &[String], game: &dyn GameEntry) -> String {
        let name = &names[self.seat.index()];
        game.worth(self.seat, name, &self.advice, self.nim)
    }

    /// The picks of the hint, to be marked on the board.
    pub(crate) fn picks(&self, position: &dyn Position) -> Vec<Pick> {
        position.picks_of(&self.advice.best)
    }
}
