//! A game at one table: people at this keyboard, bots in the background, and
//! luck. The host plays it; this page shows it.

mod draw;
mod ending;
mod input;
mod saving;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use parlour_core::{AnyStep, Seat, Thought, Turn, Viewer};
use parlour_host::{Answer, Host, Next, Seating};

use crate::entry::Entry;
use crate::event::{Ticket, Work};
use crate::page::Context;
use crate::pages::text::Text;
use crate::stage::{MOTION, Scene, Stage};
use crate::store::Autosave;
use crate::work::Job;
use ending::Ending;

/// A game to be played, and its files.
#[derive(Debug)]
pub struct Sitting {
    /// The game and its players.
    pub seating: Seating,
    /// The file that it came from.
    pub file: Option<PathBuf>,
    /// The file that it was kept in when it was left.
    pub kept: Option<PathBuf>,
}

impl Sitting {
    /// A game that has no file yet.
    #[must_use]
    pub fn new(seating: Seating) -> Self {
        Sitting {
            seating,
            file: None,
            kept: None,
        }
    }
}

/// How fast bots and dice are, from the slowest: the delay before a bot's move,
/// and that of a throw.
const PACES: [(Duration, Duration); 4] = [
    (Duration::from_millis(1200), Duration::from_millis(1500)),
    (Duration::from_millis(400), Duration::from_millis(500)),
    (Duration::from_millis(80), Duration::from_millis(150)),
    (Duration::ZERO, Duration::ZERO),
];
const USUAL_PACE: usize = 1;

/// How long, at each pace, a forced move is announced.
const READING: [Duration; 4] = [
    Duration::from_millis(4000),
    Duration::from_millis(2500),
    Duration::from_millis(1200),
    Duration::ZERO,
];

/// An Enter so soon after a digit was typed to end the number.
const TYPING: Duration = Duration::from_millis(500);

/// How often tumbling dice change.
const TUMBLE: Duration = Duration::from_millis(60);

/// How often a progress line is drawn again.
const PROGRESS: Duration = Duration::from_millis(100);

/// Dice in the air.
struct Throw {
    outcome: String,
    faces: Vec<String>,
    begun: Instant,
    end: Instant,
    /// When the dice come to rest.
    lies: Instant,
}

/// A bot that thinks about its move.
struct Thinking {
    job: Job,
    since: Instant,
    seat: Seat,
    thought: Option<Thought>,
}

/// What a line is being typed for.
enum Typing {
    Move,
    Save { replace: Option<PathBuf> },
}

pub(crate) struct TablePage {
    host: Host,
    stage: Stage,
    file: Option<PathBuf>,
    /// How many steps had been made when a person last moved: what came since
    /// is news.
    seen: usize,
    throw: Option<Throw>,
    thinking: Option<Thinking>,
    advising: Option<Job>,
    /// What is known about a game that is over.
    ending: Option<Ending>,
    /// The time of the last event, for which the screen is drawn.
    now: Instant,
    /// The earliest time of a bot's next step.
    not_before: Instant,
    pace: usize,
    typing: Option<(Typing, Entry)>,
    /// When something was last picked by a digit.
    digit_at: Option<Instant>,
    /// A person wants to resign, and was asked to confirm.
    is_resigning: bool,
}

impl TablePage {
    pub(crate) fn new(sitting: Sitting, cx: &mut Context<'_>) -> Self {
        let Sitting {
            seating,
            file,
            kept,
        } = sitting;
        let mut host = Host::new(seating, cx.settings.world.clone());
        let data = &cx.settings.data;
        let continued = kept.as_ref().map(|path| Autosave::at(data, path));
        let is_copy = matches!(continued, Some(None));
        let autosave = continued
            .flatten()
            .unwrap_or_else(|| Autosave::new(data, &host.kinds(), host.game().info().extension));
        host.keep_with(Box::new(autosave));
        let mut table = TablePage {
            stage: Stage::new(host.position()),
            seen: host.played().len(),
            host,
            file,
            throw: None,
            thinking: None,
            advising: None,
            ending: None,
            now: cx.now,
            not_before: cx.now,
            pace: USUAL_PACE,
            typing: None,
            digit_at: None,
            is_resigning: false,
        };
        table.arrived(cx);
        if is_copy {
            table.stage.say(
                "Another Parlour is playing this game; you continue with a copy.",
                true,
            );
        }
        table
    }

    fn scene(&self) -> Scene<'_> {
        Scene {
            game: self.host.game(),
            played: self.host.played(),
            adviser: self.host.adviser(),
        }
    }

    /// The person who must come to the screen before anything is shown.
    fn curtain(&self) -> Option<Seat> {
        match self.host.next() {
            Next::HandOver(seat) => Some(seat),
            _ => None,
        }
    }

    fn is_over(&self) -> bool {
        matches!(self.host.next(), Next::Over(_))
    }

    fn viewer(&self) -> Viewer {
        self.host.viewer()
    }

    /// Shows the present position.
    fn refresh(&mut self) {
        let (who, is_asked) = (self.host.viewer(), self.host.is_asked());
        let last = self.host.played().trace();
        self.stage.show(self.host.position(), who, is_asked, &last);
    }

    /// The match is at another position, and everything follows from that.
    fn arrived(&mut self, cx: &mut Context<'_>) {
        self.throw = None;
        self.thinking = None;
        self.advising = None;
        self.stage.hinting = false;
        if self.curtain().is_some() {
            *cx.wipe = true;
        }
        // The result matters more than anything said before.
        if self.is_over() {
            self.stage.message = None;
        }
        self.look_back(cx);
        self.refresh();
        self.begin_motion(cx);
        self.tell_forced(cx);
        self.advance(cx);
        self.value(cx);
    }

    /// Lets what changed on the board move there, if that is wanted and bots are not to hurry.
    fn begin_motion(&mut self, cx: &Context<'_>) {
        let is_wanted = cx.settings.motion && PACES[self.pace].0 >= MOTION;
        if is_wanted && self.curtain().is_none() {
            self.stage.begin_motion(cx.now);
        }
    }

    /// Does everything that needs no person.
    fn advance(&mut self, cx: &mut Context<'_>) {
        self.now = cx.now;
        match self.host.next() {
            Next::Throw => self.throw(cx),
            Next::Think(seat) => {
                if let Some(task) = self.host.think() {
                    self.thinking = Some(Thinking {
                        job: cx.shop.think(task),
                        since: cx.now,
                        seat,
                        thought: None,
                    });
                }
            }
            Next::Settle => {
                let ready = self
                    .throw
                    .as_ref()
                    .map_or(self.not_before, |throw| throw.end);
                if cx.now >= ready {
                    self.host.settle();
                    self.after_step(cx);
                }
            }
            Next::HandOver(_)
            | Next::Move(_)
            | Next::Roll
            | Next::Thinking(_)
            | Next::Stuck(_)
            | Next::Over(_) => {}
        }
        if let Some(notice) = self.host.take_notices().pop() {
            self.stage.say(notice, true);
            self.refresh();
        }
    }

    /// Announces a forced move, and gives time to read it.
    fn tell_forced(&mut self, cx: &Context<'_>) {
        let (true, Some(step)) = (self.host.is_forced(), self.host.decided()) else {
            return;
        };
        let Turn::Seat(seat) = self.host.played().turn() else {
            return;
        };
        let action = self.host.position().describe(step, self.viewer());
        let name = &self.host.played().names()[seat.index()];
        let notice = format!("{name} {action}. There is no other move.");
        // A person who has just moved is still watching.
        let after_person = self.last_said().and_then(|said| said.seat);
        let after_person = after_person.is_some_and(|seat| self.host.is_human(seat));
        self.not_before = cx.now
            + match after_person {
                true => PACES[self.pace].0,
                false => READING[self.pace],
            };
        self.stage.say(notice, false);
    }

    fn throw(&mut self, cx: &mut Context<'_>) {
        self.host.throw();
        let Some(outcome) = self.host.decided() else {
            return;
        };
        let (_, time) = PACES[self.pace];
        let time = if cx.settings.motion {
            time
        } else {
            Duration::ZERO
        };
        let position = self.host.position();
        self.throw = Some(Throw {
            outcome: position.write(outcome),
            faces: position.moves(),
            begun: cx.now,
            lies: cx.now + MOTION.min(time * 2 / 3),
            end: cx.now + time,
        });
        if time.is_zero() {
            self.advance(cx);
        }
    }

    fn after_step(&mut self, cx: &mut Context<'_>) {
        self.not_before = cx.now + PACES[self.pace].0;
        self.arrived(cx);
    }

    /// A person has chosen a step.
    fn step(&mut self, step: AnyStep, cx: &mut Context<'_>) {
        match self.host.take(step) {
            Ok(()) => self.stepped(cx),
            Err(illegal) => self.stage.refuse(&illegal.message, illegal.help.as_deref()),
        }
    }

    /// A person has typed a step.
    fn typed(&mut self, text: &str, cx: &mut Context<'_>) {
        match self.host.play(text) {
            Ok(()) => self.stepped(cx),
            Err(finding) => self.stage.refuse(&finding.message, finding.help.as_deref()),
        }
    }

    fn stepped(&mut self, cx: &mut Context<'_>) {
        self.stage.message = None;
        self.seen = self.host.played().len() - 1;
        self.after_step(cx);
    }

    fn undo(&mut self, cx: &mut Context<'_>) {
        if self.host.undo() {
            self.seen = self.host.played().len();
            self.arrived(cx);
            self.stage.say("Taken back.", false);
        } else {
            self.stage.say("There is nothing to take back.", true);
        }
    }

    /// Finds the value of the position, if wanted. While a bot plays against a person, it has the
    /// machine to itself.
    fn value(&mut self, cx: &mut Context<'_>) {
        let watched = self.host.humans().next().is_none();
        let is_free = self.host.is_asked() || watched || self.thinking.is_none();
        if self.stage.wants_advice()
            && is_free
            && let Some(task) = self.host.advise()
        {
            self.advising = Some(cx.shop.think(task));
        }
    }

    /// A page with the whole list of moves, for screens without room for it.
    fn list(&self) -> Text {
        let said = self.host.said(self.viewer(), 0);
        let lines: Vec<String> = said.map(|said| said.text.to_string()).collect();
        Text::new("The moves so far", lines.join("\n")).at_end()
    }

    fn take_work(&mut self, ticket: Ticket, work: Work, cx: &mut Context<'_>) -> Option<Work> {
        if let Some(ending) = self.ending.as_mut().filter(|ending| ending.has(ticket)) {
            ending.hear(work);
            return None;
        }
        let thinking = self.thinking.as_mut();
        let mut thinking = thinking.filter(|thinking| thinking.job.ticket == ticket);
        let advising = self.advising.as_ref().filter(|job| job.ticket == ticket);
        let is_advice = advising.is_some();
        let Some(job) = thinking.as_ref().map(|thinking| &thinking.job).or(advising) else {
            return Some(work);
        };
        let answer = match work {
            Work::Answer(answer) => Some(answer),
            Work::Failed(why) => job.broken(why),
            Work::Thought(thought) => {
                if let Some(thinking) = &mut thinking {
                    thinking.thought = Some(thought);
                }
                None
            }
            _ => None,
        };
        if let Some(answer) = answer {
            self.answered(answer, is_advice, cx);
        }
        None
    }

    fn answered(&mut self, answer: Answer, is_advice: bool, cx: &mut Context<'_>) {
        self.host.answer(answer);
        if is_advice {
            self.advising = None;
            self.stage
                .mark_hint(self.host.position(), self.host.adviser());
        } else {
            // A bot that cannot go on is no longer thinking.
            if self.host.decided().is_none() {
                self.thinking = None;
            }
            self.advance(cx);
        }
    }
}
