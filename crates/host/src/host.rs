//! A game in progress and the players around it.

use std::fmt;

use parlour_core::{
    AnyBot, AnyRecord, AnyStep, Budget, Diagnostic, Fault, GameEntry, Illegal, Match, Outcome,
    Position, Save, Seal, Seat, Seed, SetupValues, Throw, Turn, luck,
};

use crate::advice::Adviser;
use crate::journal::{Journal, Keeper};
use crate::seating::{Dice, HUMAN, Seating, World};
use crate::task::Pending;
use crate::told::Told;

/// What must happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The others must look away before anything is shown to this person:
    /// [`Host::arrive`].
    HandOver(Seat),
    /// The person in this seat chooses: [`Host::play`] or [`Host::take`].
    Move(Seat),
    /// The players throw real dice, and enter what they show: the same.
    Roll,
    /// Dice are to be thrown: [`Host::throw`].
    Throw,
    /// A bot is to think: [`Host::think`].
    Think(Seat),
    /// A bot is thinking; its answer goes to [`Host::answer`].
    Thinking(Seat),
    /// The dice have landed, a bot has decided, or a person has no choice
    /// ([`Host::is_forced`]): [`Host::settle`] makes the step.
    Settle,
    /// The bot in this seat cannot go on, and no person can move for it.
    Stuck(Seat),
    /// Nothing: the game is over.
    Over(Outcome),
}

#[derive(Debug)]
pub(crate) struct Player {
    pub(crate) kind: String,
    /// The bot, once it was made and while it is not thinking elsewhere.
    pub(crate) bot: Option<Box<dyn AnyBot>>,
}

impl Player {
    fn is_human(&self) -> bool {
        self.kind == HUMAN
    }
}

/// A game in progress. A front end in a few lines is in the [crate's
/// documentation](crate#examples).
pub struct Host {
    pub(crate) game: &'static dyn GameEntry,
    pub(crate) played: Match,
    pub(crate) setup: Option<SetupValues>,
    pub(crate) budget: Budget,
    pub(crate) dice: Dice,
    pub(crate) seed: u64,
    pub(crate) players: Vec<Player>,
    luck: luck::Luck,
    pub(crate) world: World,
    pub(crate) told: Told,
    /// Some person sees what another person must not.
    pub(crate) secretive: bool,
    /// The person at the screen, if the others must not look.
    pub(crate) looking: Option<Seat>,
    /// What chance or a bot has decided, until it is settled.
    pub(crate) decided: Option<AnyStep>,
    pub(crate) thinking: Option<Pending>,
    pub(crate) stuck: bool,
    pub(crate) adviser: Adviser,
    pub(crate) keeper: Option<Box<dyn Keeper>>,
    pub(crate) journal: Option<Journal>,
    /// The person who has given up.
    resigned: Option<Seat>,
    /// Whether there is something worth keeping: a person has moved, or only bots play.
    pub(crate) is_begun: bool,
    /// The failure to keep the game has been reported, which happens once.
    pub(crate) is_unkept: bool,
    pub(crate) notices: Vec<String>,
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host")
            .field("game", &self.game)
            .field("players", &self.players)
            .field("played", &self.played)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}

/// The luck to come, after everything drawn so far: a resumed game continues like one that was
/// never left.
fn luck_after(record: &AnyRecord, seed: u64) -> luck::Luck {
    let mut luck = Seed::new(seed).dice();
    let mut position = record.start.clone();
    for step in &record.steps {
        if position.turn() == Turn::Chance {
            position.draw_lot(&mut luck);
        }
        // A record holds legal steps.
        if position.take(step).is_err() {
            break;
        }
    }
    luck
}

impl Host {
    /// Seats the players. Bots are made when they are first asked.
    #[must_use]
    pub fn new(seating: Seating, world: World) -> Self {
        let Seating {
            game,
            played,
            setup,
            mut kinds,
            budget,
            dice,
            seed,
        } = seating;
        let seats = played.position().seats();
        kinds.resize(usize::from(seats), HUMAN.to_owned());
        let players = kinds.into_iter().map(|kind| Player { kind, bot: None });
        let mut told = Told::new(game, seats);
        let record = played.record();
        told.catch_up(&record);
        let mut host = Host {
            game,
            played,
            setup,
            budget,
            dice,
            seed,
            players: players.collect(),
            luck: luck_after(&record, seed),
            world,
            told,
            secretive: false,
            looking: None,
            decided: None,
            thinking: None,
            stuck: false,
            adviser: Adviser::default(),
            keeper: None,
            journal: None,
            resigned: None,
            is_begun: false,
            is_unkept: false,
            notices: Vec::new(),
        };
        if let Some(seal) = host.played.sealed()
            && host.seal().is_some_and(|own| own.commitment != seal)
        {
            host.notices.push(
                "This computer does not know what was hidden when the game was saved. It is chosen \
                 again, to fit the answers so far."
                    .to_owned(),
            );
        }
        host.is_begun = host.humans().next().is_none() || !host.played.is_empty();
        host.watch_for_secrets();
        host.oblige();
        host
    }

    /// The game that is played.
    #[must_use]
    pub fn game(&self) -> &'static dyn GameEntry {
        self.game
    }

    /// The match.
    #[must_use]
    pub fn played(&self) -> &Match {
        &self.played
    }

    /// The present position. Show a viewer no more of it than their view.
    #[must_use]
    pub fn position(&self) -> &dyn Position {
        self.played.position()
    }

    /// The kinds of the players: `human`, or what the bot is called.
    #[must_use]
    pub fn kinds(&self) -> Vec<String> {
        let kinds = self.players.iter().map(|player| player.kind.clone());
        kinds.collect()
    }

    /// How long bots may think about a move.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Whether a person sits there.
    #[must_use]
    pub fn is_human(&self, seat: Seat) -> bool {
        self.players[seat.index()].is_human()
    }

    /// The seats of people.
    pub fn humans(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.players.len() as u8).filter(|seat| self.is_human(*seat))
    }

    /// What must happen now.
    #[must_use]
    pub fn next(&self) -> Next {
        if let Some(Seat(seat)) = self.resigned {
            return Next::Over(Outcome::Win(Seat(1 - seat)));
        }
        match self.played.turn() {
            Turn::Over(outcome) => Next::Over(outcome),
            _ if self.decided.is_some() => Next::Settle,
            Turn::Chance if self.dice == Dice::Asked => Next::Roll,
            Turn::Chance => Next::Throw,
            Turn::Seat(seat) if self.is_human(seat) => {
                match self.secretive && self.looking != Some(seat) {
                    true => Next::HandOver(seat),
                    false => Next::Move(seat),
                }
            }
            Turn::Seat(seat) if self.stuck => Next::Stuck(seat),
            Turn::Seat(seat) if self.thinking.is_some() => Next::Thinking(seat),
            Turn::Seat(seat) => Next::Think(seat),
        }
    }

    /// Whether the decided step is a person's only move.
    #[must_use]
    pub fn is_forced(&self) -> bool {
        let is_persons = |turn| matches!(turn, Turn::Seat(seat) if self.is_human(seat));
        self.decided.is_some() && is_persons(self.played.turn())
    }

    /// A throw that the players make themselves, and the name of its player.
    #[must_use]
    pub fn asked_throw(&self) -> Option<(&str, Throw)> {
        let throw = self.position().throw()?;
        let name = &self.played.names()[throw.seat.index()];
        // A bot's kind says nothing about its dice.
        let name = name.split_once(" (").map_or(&**name, |(name, _)| name);
        (self.next() == Next::Roll).then_some((name, throw))
    }

    /// Whether a person is to choose something on the board.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        matches!(self.next(), Next::Move(_) | Next::Roll)
    }

    /// Notices that the players have not seen yet.
    pub fn take_notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    /// The content of a saved game: all of it or, in games that are saved so,
    /// the position alone while the game goes on.
    #[must_use]
    pub fn save(&self) -> Save {
        let is_over = matches!(self.played.turn(), Turn::Over(_));
        let alone = self.position().save().filter(|_| !is_over);
        alone.unwrap_or_else(|| Save {
            text: self.record(),
            remark: None,
        })
    }

    /// The game as far as it was played, as a file.
    pub(crate) fn record(&self) -> String {
        self.game.write_record(&AnyRecord {
            sealed: self.seal(),
            ..self.played.record()
        })
    }

    /// What a saved game says of secrets that only a bot knows: a commitment to the seed of all
    /// luck, which is opened when the game is over. Until then the seed itself ([`Host::seed`]) is
    /// kept elsewhere, to resume with the same secrets.
    #[must_use]
    pub fn seal(&self) -> Option<Seal> {
        let mut seats = self.game.sealed_seats().iter();
        let is_needed = self.world.seals && seats.any(|seat| !self.is_human(*seat));
        let seed = Seed::new(self.seed);
        is_needed.then(|| match self.played.turn() {
            Turn::Over(_) => seed.opened(),
            _ => seed.seal(),
        })
    }

    /// The seed of all luck.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// A step that a person has typed.
    ///
    /// # Errors
    ///
    /// The text is not a step, or the step is illegal.
    pub fn play(&mut self, text: &str) -> Result<(), Diagnostic> {
        let step = self.position().read(text)?;
        self.take(step).map_err(|illegal| illegal.at(0..text.len()))
    }

    /// A step that a person has chosen.
    ///
    /// # Errors
    ///
    /// The rules do not allow the step, or it is not a person's turn.
    pub fn take(&mut self, step: AnyStep) -> Result<(), Illegal> {
        let is_asked = match self.next() {
            Next::Move(_) | Next::Roll => true,
            Next::Over(_) => self.resigned.is_none(),
            Next::Settle => self.is_forced(),
            _ => false,
        };
        if !is_asked {
            return Err(Illegal::new("not-asked", "it is not your turn"));
        }
        let was_begun = std::mem::replace(&mut self.is_begun, true);
        self.step(step).inspect_err(|_| self.is_begun = was_begun)
    }

    /// The person who would resign now: of two players the one to move, or the only person. `None`
    /// before the first move and after the end.
    #[must_use]
    pub fn resigner(&self) -> Option<Seat> {
        let is_over = matches!(self.next(), Next::Over(_));
        if is_over || !self.is_begun || self.players.len() != 2 {
            return None;
        }
        match self.played.turn() {
            Turn::Seat(seat) if self.is_human(seat) => Some(seat),
            _ => self.humans().next(),
        }
    }

    /// Makes that person resign. What was played stays as a record.
    pub fn resign(&mut self) {
        let Some(seat) = self.resigner() else {
            return;
        };
        self.resigned = Some(seat);
        self.decided = None;
        self.thinking = None;
        self.try_to_finish();
    }

    /// How the game ended, in words.
    #[must_use]
    pub fn result(&self) -> Option<String> {
        let Some(seat) = self.resigned else {
            return self.played.result();
        };
        let names = self.played.names();
        let winner = &names[usize::from(1 - seat.0)];
        Some(format!("{} resigns. {winner} wins.", names[seat.index()]))
    }

    /// Throws the dice, if they are to be thrown. They lie until they are
    /// settled; see [`Host::decided`].
    pub fn throw(&mut self) {
        if self.next() != Next::Throw {
            return;
        }
        match &mut self.dice {
            Dice::Thrown => self.decided = self.played.position().draw_lot(&mut self.luck),
            Dice::Asked => {}
            Dice::Listed(outcomes) => {
                let why = match outcomes.pop_front() {
                    None => "The list of dice is used up.".to_owned(),
                    Some(outcome) => match self.played.position().read(&outcome) {
                        Ok(step) => {
                            self.decided = Some(step);
                            return;
                        }
                        Err(finding) => format!("The list of dice: {}.", finding.message),
                    },
                };
                self.notices.push(why);
                self.dice = Dice::Asked;
            }
        }
    }

    /// What the dice show or a bot wants to do, before it is settled.
    #[must_use]
    pub fn decided(&self) -> Option<&AnyStep> {
        self.decided.as_ref()
    }

    /// Makes the decided step.
    pub fn settle(&mut self) {
        let Some(step) = self.decided.take() else {
            return;
        };
        let turn = self.played.turn();
        self.is_begun |= matches!(turn, Turn::Seat(seat) if self.is_human(seat));
        if let Err(illegal) = self.step(step) {
            match turn {
                Turn::Seat(seat) => self.fail(seat, &Fault(illegal.message)),
                // A list of dice may contain what these dice never show.
                _ => {
                    self.notices.push(format!("The dice: {illegal}."));
                    self.dice = Dice::Asked;
                }
            }
        }
    }

    /// Undoes moves until the person who asks can choose again. Returns false if there is nothing
    /// to undo.
    pub fn undo(&mut self) -> bool {
        let before = self.played.len();
        if self.resigned.take().is_some() {
            self.moved(before);
            return true;
        }
        // A forced step would only be made again.
        let undone = loop {
            if !self.undo_once() {
                self.played.go_to(before);
                break false;
            }
            if self.forced().is_none() {
                break true;
            }
        };
        if undone {
            self.told.truncate(self.played.len());
            self.moved(self.played.len());
        }
        undone
    }

    fn undo_once(&mut self) -> bool {
        if self.players.iter().all(Player::is_human) {
            self.played.undo()
        } else {
            let asking = match self.played.turn() {
                Turn::Seat(seat) if self.is_human(seat) => Some(seat),
                _ => self.humans().next(),
            };
            asking.is_some_and(|seat| self.played.take_back(seat))
        }
    }

    /// Takes a step of anybody.
    fn step(&mut self, step: AnyStep) -> Result<(), Illegal> {
        let before = self.played.len();
        self.told
            .tell(self.played.names(), self.played.position(), &step);
        if let Err(illegal) = self.played.take(step) {
            self.told.truncate(before);
            return Err(illegal);
        }
        self.moved(before);
        Ok(())
    }

    /// The match is at another position, and everything follows from that. The
    /// first `unchanged` steps are what they were.
    pub(crate) fn moved(&mut self, unchanged: usize) {
        self.decided = None;
        self.thinking = None;
        self.stuck = false;
        self.adviser.forget();
        self.watch_for_secrets();
        self.oblige();
        self.try_to_keep(unchanged);
    }

    /// The only step that a person can take here.
    fn forced(&self) -> Option<AnyStep> {
        match self.played.turn() {
            Turn::Seat(seat) if self.is_human(seat) => self.position().only_move(),
            _ => None,
        }
    }

    /// Decides for a person who has no choice.
    pub(crate) fn oblige(&mut self) {
        self.decided = self.forced();
    }
}
