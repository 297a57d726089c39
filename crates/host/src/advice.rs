//! What the strongest bot thinks of a position: the hint and the value.

use parlour_core::{
    Advice, AnyBot, AnyStep, Budget, GameEntry, Match, Measure, Pick, Position, Remark, Seat, Turn,
    Viewer,
};

use crate::host::{Host, Next};
use crate::seating::{World, strongest};
use crate::task::{Answer, Asked, Pending, Task};

/// The seed of the adviser: equal questions get equal answers.
const SEED: u64 = 0;

/// What a bot found out about a position.
#[derive(Clone, Debug)]
pub struct Found {
    /// The seat that is to move there.
    pub seat: Seat,
    /// What the bot thinks.
    pub advice: Advice<AnyStep>,
    /// Its remark, if it makes one.
    pub remark: Option<Remark>,
}

impl Found {
    /// The first seat's chance of winning, if the values give it.
    #[must_use]
    pub fn chance(&self, game: &dyn GameEntry) -> Option<f64> {
        let value = game.info().measure.chance(self.advice.value?)?;
        Some(if self.seat == Seat(0) {
            value
        } else {
            1.0 - value
        })
    }

    /// The hint in words: the move, what it does, why, and the expected
    /// continuation if the value is about an opponent.
    #[must_use]
    pub fn hint(&self, game: &dyn GameEntry, position: &dyn Position) -> String {
        /// How many moves of a line a person can follow.
        const MOST: usize = 4;
        let best = &self.advice.best;
        let action = position.describe(best, Viewer::Seat(self.seat));
        let mut hint = format!("{}: {action}", position.write(best));
        if let Some(reason) = &self.advice.reason {
            hint.push_str(&format!("; {reason}"));
        }
        let line = position.write_advice(&self.advice).line;
        if game.info().measure != Measure::Count && line.len() > 1 {
            let then = &line[1..line.len().min(1 + MOST)];
            hint.push_str(&format!("; then {}", then.join(", ")));
        }
        hint
    }

    /// What the position is worth to the mover, in words.
    #[must_use]
    pub fn worth(&self, names: &[String], game: &dyn GameEntry) -> String {
        let name = &names[self.seat.index()];
        game.worth(self.seat, name, &self.advice, self.remark.as_ref())
    }

    /// The picks of the hint, to be marked on the board.
    #[must_use]
    pub fn picks(&self, position: &dyn Position) -> Vec<Pick> {
        position.picks_of(&self.advice.best)
    }
}

/// The strongest bot of a game, and what it is thinking about.
///
/// # Examples
///
/// ```
/// use parlour_core::{Budget, Match, Tables};
/// use parlour_host::{Adviser, World, default_names};
///
/// let game = parlour_catalog::game("gridlock").expect("it is in the catalogue");
/// let start = game.read_position("3x1 r ...").expect("a position");
/// let names = default_names(&*start, &[]);
/// let played = Match::new(start, names);
/// let mut adviser = Adviser::default();
/// let budget = Budget { nodes: Some(100), ..Budget::default() };
/// let world = World::own(Tables::none());
/// let task = adviser.ask(game, &played, &world, &budget).expect("a seat is to move");
/// adviser.hear(task.run(None));
/// let found = adviser.found().expect("it has thought");
/// assert!(found.hint(game, played.position()).starts_with("red 1,0: "));
/// ```
#[derive(Default, Debug)]
pub struct Adviser {
    bot: Option<(String, Box<dyn AnyBot>)>,
    pending: Option<(Pending, String)>,
    found: Option<Found>,
}

impl Adviser {
    /// The question about the present position of a match, to be run elsewhere;
    /// `None` if the answer is known or under way, or no seat is to move.
    pub fn ask(
        &mut self,
        game: &'static dyn GameEntry,
        played: &Match,
        world: &World,
        budget: &Budget,
    ) -> Option<Task> {
        if self.pending.is_some() || self.found.is_some() {
            return None;
        }
        let name = strongest(game, played.position(), &world.tables)?;
        let known = self.bot.take().filter(|(known, _)| known == name);
        let asked = Asked {
            kind: name.to_owned(),
            seed: SEED,
            bot: known.map(|(_, bot)| bot),
            world,
            budget,
            for_a_remark: true,
        };
        let task = Task::new(game, played, asked)?;
        self.pending = Some((Pending::of(&task), name.to_owned()));
        Some(task)
    }

    /// Takes an answer; returns it if it is meant for somebody else.
    #[must_use]
    pub fn hear(&mut self, answer: Answer) -> Option<Answer> {
        match self.pending.take() {
            Some((pending, name)) if pending.waits_for(&answer) => {
                self.bot = answer.bot.map(|bot| (name, bot));
                self.found = answer.advice.ok().map(|advice| Found {
                    seat: pending.seat,
                    advice,
                    remark: answer.remark,
                });
                None
            }
            other => {
                self.pending = other;
                Some(answer)
            }
        }
    }

    /// What it thinks of the present position, once it has thought.
    #[must_use]
    pub fn found(&self) -> Option<&Found> {
        self.found.as_ref()
    }

    /// Whether it is thinking.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.pending.is_some()
    }

    /// Makes it answer at once with what it knows.
    pub fn hurry(&self) {
        if let Some((pending, _)) = &self.pending {
            pending.hurry();
        }
    }

    /// The position has changed.
    pub fn forget(&mut self) {
        self.pending = None;
        self.found = None;
    }
}

impl Host {
    /// Whether the viewer may be advised here: it is their own turn, or the
    /// mover has no secrets.
    #[must_use]
    pub fn may_advise(&self) -> bool {
        match (self.next(), self.played.turn()) {
            (Next::HandOver(_), _) => false,
            (Next::Move(_), _) => true,
            (_, Turn::Seat(seat)) => self.game.is_open() || !self.position().has_secrets(seat),
            _ => false,
        }
    }

    /// The question for the strongest bot about the present position, to be run
    /// elsewhere; `None` if the answer is known, under way, or not to be told.
    pub fn advise(&mut self) -> Option<Task> {
        if !self.may_advise() {
            return None;
        }
        self.adviser
            .ask(self.game, &self.played, &self.world, &self.budget)
    }

    /// The bot that advises.
    #[must_use]
    pub fn adviser(&self) -> &Adviser {
        &self.adviser
    }
}
