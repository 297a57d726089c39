//! The bots at the table: what they are asked, and what becomes of their answers.

use parlour_core::{AnyBot, Fault, Seat, Seed};

use crate::host::{Host, Next};
use crate::seating::HUMAN;
use crate::task::{Answer, Asked, Pending, Task};

impl Host {
    /// The seed of the bot in a seat: two bots of a kind should not think
    /// alike, and none of them may know what chance will do.
    #[must_use]
    pub fn bot_seed(&self, seat: Seat) -> u64 {
        Seed::new(self.seed).bot(seat.index())
    }

    /// Seats a bot that already exists.
    pub fn seat_bot(&mut self, seat: Seat, bot: Box<dyn AnyBot>) {
        self.players[seat.index()].bot = Some(bot);
    }

    /// The task for the bot to move, to be run elsewhere.
    pub fn think(&mut self) -> Option<Task> {
        let Next::Think(seat) = self.next() else {
            return None;
        };
        let seed = self.bot_seed(seat);
        let player = &mut self.players[seat.index()];
        let asked = Asked {
            kind: player.kind.clone(),
            seed,
            bot: player.bot.take(),
            world: &self.world,
            budget: &self.budget,
            for_a_remark: false,
        };
        let task = Task::new(self.game, &self.played, asked)?;
        self.thinking = Some(Pending::of(&task));
        Some(task)
    }

    /// Makes a thinking bot decide at once.
    pub fn hurry(&self) {
        if let Some(pending) = &self.thinking {
            pending.hurry();
        }
    }

    /// Takes the answer of a task. Answers that nobody waits for any more are
    /// ignored.
    pub fn answer(&mut self, answer: Answer) {
        let Some(answer) = self.adviser.hear(answer) else {
            return;
        };
        let Some(pending) = self.thinking.take_if(|pending| pending.waits_for(&answer)) else {
            return;
        };
        self.players[pending.seat.index()].bot = answer.bot;
        match answer.advice {
            Ok(advice) => self.decided = Some(advice.best),
            Err(fault) => self.fail(pending.seat, &fault),
        }
    }

    /// A bot cannot go on: a person moves for it, if there is one.
    pub(crate) fn fail(&mut self, seat: Seat, fault: &Fault) {
        let name = &self.played.names()[seat.index()];
        let has_person = self.humans().next().is_some();
        let rest = match has_person {
            true => " Move for it, or save the game.",
            false => "",
        };
        self.notices
            .push(format!("{name} cannot go on: {fault}.{rest}"));
        if has_person {
            HUMAN.clone_into(&mut self.players[seat.index()].kind);
            self.watch_for_secrets();
            self.oblige();
        } else {
            self.stuck = true;
        }
    }
}
