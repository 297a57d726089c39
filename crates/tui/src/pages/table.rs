//! A game at one table: people at this keyboard, bots in the background, and
//! luck.

mod draw;
mod input;
mod saving;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use parlour_core::{
    AnyBot, AnyStep, GameEntry, Match, Position, Seat, SetupValues, Thought, Turn, Viewer, luck,
};

use crate::entry::Entry;
use crate::event::{Ticket, Work};
use crate::log::{self, Said};
use crate::page::Context;
use crate::pages::text::Text;
use crate::stage::Stage;
use crate::store::Autosave;
use crate::work::Job;

/// The kind of seat that is no bot.
pub const HUMAN: &str = "human";

/// Where the outcomes of luck come from.
pub enum Dice {
    /// The program's generator.
    Thrown,
    /// The players, who throw real dice.
    Asked,
    /// A list.
    Listed(std::vec::IntoIter<String>),
}

/// A game and who sits where.
pub struct Seating {
    /// The game.
    pub game: &'static dyn GameEntry,
    /// How far it was played.
    pub played: Match,
    /// What it was set up with, if it can be set up again.
    pub setup: Option<SetupValues>,
    /// `human` or the name of a bot, one a seat.
    pub kinds: Vec<String>,
    /// How long bots think about a move.
    pub time: Duration,
    /// Where luck comes from.
    pub dice: Dice,
    /// What the generator starts with.
    pub seed: u64,
    /// The file that it came from.
    pub file: Option<PathBuf>,
    /// The file that it is kept in after every step, if it has one already.
    pub kept: Option<PathBuf>,
}

/// How fast bots and dice are, from the slowest: the time before a bot's move
/// is made, and that of a throw.
const PACES: [(Duration, Duration); 4] = [
    (Duration::from_millis(1200), Duration::from_millis(1500)),
    (Duration::from_millis(400), Duration::from_millis(700)),
    (Duration::from_millis(80), Duration::from_millis(150)),
    (Duration::ZERO, Duration::ZERO),
];
const USUAL_PACE: usize = 1;

/// How often what is seen of a throw changes.
const TUMBLE: Duration = Duration::from_millis(70);

/// How often a progress line is drawn again.
const PROGRESS: Duration = Duration::from_millis(100);

enum Player {
    Human,
    /// A bot, while it is not thinking elsewhere.
    Bot(Option<Box<dyn AnyBot>>),
}

/// Dice in the air.
struct Throw {
    outcome: AnyStep,
    /// Its text.
    shown: String,
    faces: Vec<String>,
    begun: Instant,
    end: Instant,
    /// What the throw is worth is shown from then on.
    lies: Instant,
}

/// A bot that thinks about its move.
struct Thinking {
    job: Job,
    since: Instant,
    seat: Seat,
    thought: Option<Thought>,
    /// What it decided.
    best: Option<AnyStep>,
}

/// What a line is being typed for.
enum Typing {
    Move,
    Save { replace: Option<PathBuf> },
}

pub(crate) struct Table {
    stage: Stage,
    kinds: Vec<String>,
    players: Vec<Player>,
    luck: luck::Luck,
    dice: Dice,
    seed: u64,
    time: Duration,
    file: Option<PathBuf>,
    autosave: Option<Autosave>,
    /// Why the game could not be kept, told once.
    unkept: bool,
    /// Among several people some see what others must not.
    secretive: bool,
    /// Who looks at the screen, among several people.
    looking: Option<Seat>,
    /// Who is to come to the screen.
    curtain: Option<Seat>,
    said: Vec<Said>,
    /// Steps that were made when a person moved last: what came since is news.
    seen: usize,
    throw: Option<Throw>,
    thinking: Option<Thinking>,
    /// The time when something happened last: what is drawn is of that moment.
    now: Instant,
    /// Not before then the next step of a bot is made.
    not_before: Instant,
    pace: usize,
    typing: Option<(Typing, Entry)>,
    /// The end was told and kept.
    ended: bool,
    /// How it began, to be played once more.
    setup: Option<SetupValues>,
    start: Box<dyn Position>,
}

impl Table {
    pub(crate) fn new(seating: Seating, cx: &mut Context<'_>) -> Self {
        let Seating {
            game,
            played,
            setup,
            mut kinds,
            time,
            dice,
            seed,
            file,
            kept,
        } = seating;
        let seats = played.position().seats();
        kinds.resize(usize::from(seats), HUMAN.to_owned());
        let players: Vec<Player> = Seat::all(seats)
            .zip(&mut kinds)
            .map(|(seat, kind)| {
                if kind == HUMAN {
                    return Player::Human;
                }
                // Two bots of a kind should not think alike.
                match game.bot(kind, seed ^ u64::from(seat.0), &cx.settings.tables) {
                    Some(bot) => Player::Bot(Some(bot)),
                    None => {
                        // A file's name may tell of a bot that is gone.
                        *kind = HUMAN.to_owned();
                        Player::Human
                    }
                }
            })
            .collect();
        let humans =
            || Seat::all(seats).filter(|seat| matches!(players[seat.index()], Player::Human));
        let has_secrets = |seat| played.position().has_secrets(seat);
        let secretive = humans().count() > 1 && (game.is_private() || humans().any(has_secrets));
        let start = played.record().start;
        let continues = kept.is_some();
        let autosave = kept.and_then(Autosave::at);
        let is_copy = continues && autosave.is_none();
        let mut table = Table {
            autosave,
            luck: luck::seeded(seed),
            kinds,
            players,
            dice,
            seed,
            time,
            file,
            unkept: false,
            secretive,
            looking: None,
            curtain: None,
            said: Vec::new(),
            seen: played.len(),
            throw: None,
            thinking: None,
            now: cx.now,
            not_before: cx.now,
            pace: USUAL_PACE,
            typing: None,
            ended: false,
            setup,
            start,
            stage: Stage::new(game, played),
        };
        table.keep(cx);
        table.arrived(cx);
        if is_copy {
            table.stage.say(
                "Another Parlour plays this game: you play on with a copy.",
                true,
            );
        }
        table
    }

    fn is_human(&self, seat: Seat) -> bool {
        matches!(self.players[seat.index()], Player::Human)
    }

    fn humans(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.players.len() as u8).filter(|seat| self.is_human(*seat))
    }

    /// Who looks at the screen.
    fn viewer(&self) -> Viewer {
        let mut humans = self.humans();
        match (self.stage.played.turn(), humans.next(), humans.next()) {
            (Turn::Over(_), ..) => Viewer::All,
            (_, Some(only), None) => Viewer::Seat(only),
            (Turn::Seat(seat), ..) if self.secretive && self.looking == Some(seat) => {
                Viewer::Seat(seat)
            }
            _ => Viewer::Public,
        }
    }

    /// A person is to choose something on the board.
    fn is_asked(&self) -> bool {
        match self.stage.played.turn() {
            Turn::Seat(seat) => self.is_human(seat) && self.curtain.is_none(),
            Turn::Chance => matches!(self.dice, Dice::Asked),
            Turn::Over(_) => false,
        }
    }

    /// What bots do where players hold cards is not told, as long as somebody
    /// plays against them.
    fn is_untold(&self, seat: Seat) -> bool {
        self.stage.game.is_private()
            && !self.is_human(seat)
            && self.humans().next().is_some()
            && !matches!(self.stage.played.turn(), Turn::Over(_))
    }

    /// Shows the present position, and tells what led to it.
    fn refresh(&mut self) {
        let who = self.viewer();
        self.stage.show(who, self.is_asked());
        let record = self.stage.played.record();
        self.said = log::told(&record, who, |seat| self.is_untold(seat));
    }

    /// The match stands at another position: everything follows from that.
    fn arrived(&mut self, cx: &mut Context<'_>) {
        self.throw = None;
        self.thinking = None;
        self.stage.forget_advice();
        self.curtain = None;
        if let Turn::Seat(seat) = self.stage.played.turn()
            && self.is_human(seat)
            && self.looking.replace(seat) != Some(seat)
            && self.secretive
        {
            self.curtain = Some(seat);
            self.looking = None;
            *cx.wipe = true;
        }
        self.refresh();
        self.advance(cx);
        self.value(cx);
    }

    /// Does all that can be done without a person.
    fn advance(&mut self, cx: &mut Context<'_>) {
        self.now = cx.now;
        match self.stage.played.turn() {
            Turn::Over(_) => self.end(cx),
            Turn::Chance => self.advance_luck(cx),
            Turn::Seat(seat) if self.is_human(seat) => {}
            Turn::Seat(seat) => self.advance_bot(seat, cx),
        }
    }

    fn advance_luck(&mut self, cx: &mut Context<'_>) {
        if let Some(throw) = &self.throw {
            if cx.now >= throw.end {
                let outcome = throw.outcome.clone();
                self.step(outcome, cx);
            }
            return;
        }
        let outcome = match &mut self.dice {
            Dice::Asked => return,
            Dice::Thrown => self.stage.played.position().draw_lot(&mut self.luck),
            Dice::Listed(outcomes) => outcomes
                .next()
                .and_then(|outcome| self.stage.played.position().read(&outcome).ok()),
        };
        let Some(outcome) = outcome else {
            // A list that is at its end: from now on the players are asked.
            self.dice = Dice::Asked;
            self.stage.say("The list of dice is at its end.", true);
            return self.refresh();
        };
        let (_, time) = PACES[self.pace];
        let faces: Vec<String> = self.stage.played.position().moves();
        self.throw = Some(Throw {
            shown: self.stage.played.position().write(&outcome),
            outcome,
            faces,
            begun: cx.now,
            lies: cx.now + time * 2 / 3,
            end: cx.now + time,
        });
        if time.is_zero() {
            self.advance_luck(cx);
        }
    }

    fn advance_bot(&mut self, seat: Seat, cx: &mut Context<'_>) {
        match &self.thinking {
            Some(Thinking {
                best: Some(best), ..
            }) if cx.now >= self.not_before => {
                let best = best.clone();
                self.step(best, cx);
            }
            Some(_) => {}
            None => {
                let seed = self.seed ^ u64::from(seat.0);
                let kind = &self.kinds[seat.index()];
                let Player::Bot(bot) = &mut self.players[seat.index()] else {
                    return;
                };
                // One that still thinks about a move that was taken back is
                // left to it.
                let again = || self.stage.game.bot(kind, seed, &cx.settings.tables);
                let Some(bot) = bot.take().or_else(again) else {
                    return;
                };
                let job = cx.shop.think(bot, self.stage.played.record(), self.time);
                self.thinking = Some(Thinking {
                    job,
                    since: cx.now,
                    seat,
                    thought: None,
                    best: None,
                });
            }
        }
    }

    /// Takes a step of anybody.
    fn step(&mut self, step: AnyStep, cx: &mut Context<'_>) {
        let by_human = self.is_asked();
        match self.stage.played.take(step) {
            Ok(()) => {
                self.stage.message = None;
                if by_human {
                    self.seen = self.stage.played.len() - 1;
                }
                self.not_before = cx.now + PACES[self.pace].0;
                self.keep(cx);
                self.arrived(cx);
            }
            Err(illegal) => self.refused(illegal.message, illegal.help.as_deref()),
        }
    }

    /// Says why a step was not taken.
    fn refused(&mut self, message: String, help: Option<&str>) {
        let help = help.map_or(String::new(), |help| format!(": {help}"));
        self.stage.say(format!("{message}{help}"), true);
    }

    fn end(&mut self, cx: &mut Context<'_>) {
        if !std::mem::replace(&mut self.ended, true) {
            self.finish(cx);
        }
    }

    /// Goes back to where whoever asks can choose again.
    fn undo(&mut self, cx: &mut Context<'_>) {
        let all_human = self.humans().count() == self.players.len();
        let undone = if all_human {
            self.stage.played.undo()
        } else {
            let asking = match self.stage.played.turn() {
                Turn::Seat(seat) if self.is_human(seat) => Some(seat),
                _ => self.humans().next(),
            };
            asking.is_some_and(|seat| self.stage.played.take_back(seat))
        };
        if undone {
            self.ended = false;
            self.seen = self.stage.played.len();
            self.keep(cx);
            self.arrived(cx);
            self.stage.say("Taken back.", false);
        } else {
            self.stage.say("There is nothing to take back.", true);
        }
    }

    /// Finds out what the position is worth, if that is wanted. Only what the
    /// one who looks may know is thought about.
    fn value(&mut self, cx: &mut Context<'_>) {
        let Turn::Seat(seat) = self.stage.played.turn() else {
            return;
        };
        let own = self.is_asked();
        let open = !self.stage.played.position().has_secrets(seat);
        // While a bot plays against a person, it has the machine to itself.
        let watched = self.humans().next().is_none();
        if own || open && (watched || self.thinking.is_none()) {
            self.stage.think(self.time, cx);
        }
    }

    /// A page with the whole list of moves, for screens without room for it.
    fn list(&self) -> Text {
        let lines: Vec<String> = self.said.iter().map(|said| said.text.clone()).collect();
        Text::new("The moves so far", lines.join("\n")).at_end()
    }

    fn take_work(&mut self, ticket: Ticket, work: Work, cx: &mut Context<'_>) -> Option<Work> {
        let work = match &mut self.thinking {
            Some(thinking) if thinking.job.ticket == ticket => match work {
                Work::Thought(thought) => {
                    thinking.thought = Some(thought);
                    return None;
                }
                Work::Advice { bot, advice, .. } => {
                    let seat = thinking.seat;
                    thinking.best = advice.ok().map(|advice| advice.best);
                    self.players[seat.index()] = Player::Bot(Some(bot));
                    self.advance(cx);
                    return None;
                }
                Work::Failed(why) => {
                    self.stage
                        .say(format!("The bot cannot go on: {why}."), true);
                    return None;
                }
                work => work,
            },
            _ => work,
        };
        let rest = self.stage.analysis.work(ticket, work);
        if rest.is_none() {
            self.stage.mark_hint();
        }
        rest
    }
}
