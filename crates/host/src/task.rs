//! Long work: requested here, done anywhere, answered by a value.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parlour_core::{
    Advice, AnyBot, AnyStep, Budget, Fault, GameEntry, Limits, Listener, Match, Question, Remark,
    Seat,
};

use crate::seating::World;

/// Identifies a task while it is done elsewhere. Two handles are equal if they
/// belong to the same task.
#[derive(Clone, Debug)]
pub struct Handle(Arc<AtomicBool>);

impl Handle {
    /// Asks for an answer at once.
    pub fn hurry(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl PartialEq for Handle {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// A question for a bot. Run it in a thread, in a worker or on the spot, and
/// give the answer to [`Host::answer`](crate::Host::answer).
#[derive(Debug)]
pub struct Task {
    game: &'static dyn GameEntry,
    kind: String,
    seed: u64,
    /// The bot, if it already exists.
    bot: Option<Box<dyn AnyBot>>,
    world: World,
    question: Question,
    budget: Budget,
    for_a_remark: bool,
}

/// The bot to ask, and for how long.
pub(crate) struct Asked<'a> {
    pub(crate) kind: String,
    pub(crate) seed: u64,
    pub(crate) bot: Option<Box<dyn AnyBot>>,
    pub(crate) world: &'a World,
    pub(crate) budget: &'a Budget,
    /// Whether more than the best move is wanted, which takes time.
    pub(crate) for_a_remark: bool,
}

impl Task {
    /// A question about the present position of a match; `None` if no seat is
    /// to move.
    pub(crate) fn new(
        game: &'static dyn GameEntry,
        played: &Match,
        asked: Asked<'_>,
    ) -> Option<Task> {
        // A bot that is still to be made may want to hear.
        let hears = asked.bot.as_ref().is_none_or(|bot| bot.hears());
        Some(Task {
            game,
            question: played.question(hears)?,
            kind: asked.kind,
            seed: asked.seed,
            bot: asked.bot,
            world: asked.world.clone(),
            budget: Budget {
                stop: Arc::default(),
                ..asked.budget.clone()
            },
            for_a_remark: asked.for_a_remark,
        })
    }

    /// Its handle.
    #[must_use]
    pub fn handle(&self) -> Handle {
        Handle(Arc::clone(&self.budget.stop))
    }

    /// The seat that the question is about.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.question.seat()
    }

    /// Does the work. The listener receives the bot's thoughts.
    #[must_use]
    pub fn run(self, listener: Option<Listener>) -> Answer {
        let handle = self.handle();
        let recruit =
            || (self.world.recruiter)(self.game, &self.kind, self.seed, &self.world.tables);
        let mut bot = match self.bot.map_or_else(recruit, Ok) {
            Ok(bot) => bot,
            Err(Fault(why)) => return Answer::broken(handle, why),
        };
        let limits = Limits {
            listener,
            ..self.budget.limits()
        };
        let advice = self.question.put(&mut *bot, &limits);
        let remark = match self.for_a_remark {
            true => bot.remark(self.question.position(), &limits),
            false => None,
        };
        Answer {
            handle,
            bot: Some(bot),
            advice,
            remark,
        }
    }
}

/// The result of a [`Task`].
#[derive(Debug)]
pub struct Answer {
    pub(crate) handle: Handle,
    /// The bot is handed back.
    pub(crate) bot: Option<Box<dyn AnyBot>>,
    pub(crate) advice: Result<Advice<AnyStep>, Fault>,
    /// The bot's remark, if one was wanted.
    pub(crate) remark: Option<Remark>,
}

impl Answer {
    /// The answer of a task that was done somewhere it could not be handed over to: in another
    /// process, or in a web worker.
    #[must_use]
    pub fn from_elsewhere(handle: Handle, best: AnyStep) -> Answer {
        Answer {
            handle,
            bot: None,
            advice: Ok(Advice::unexplained(best)),
            remark: None,
        }
    }

    /// The answer of a task that broke down.
    #[must_use]
    pub fn broken(handle: Handle, why: impl Into<String>) -> Answer {
        Answer {
            handle,
            bot: None,
            advice: Err(Fault(why.into())),
            remark: None,
        }
    }
}

/// A task that was handed out. It is stopped when nobody waits for it any more.
#[derive(Debug)]
pub(crate) struct Pending {
    handle: Handle,
    pub(crate) seat: Seat,
}

impl Pending {
    pub(crate) fn of(task: &Task) -> Self {
        Pending {
            handle: task.handle(),
            seat: task.seat(),
        }
    }

    pub(crate) fn waits_for(&self, answer: &Answer) -> bool {
        self.handle == answer.handle
    }

    pub(crate) fn hurry(&self) {
        self.handle.hurry();
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        self.hurry();
    }
}
