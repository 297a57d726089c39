//! Exploring a record: step by step, with its mistakes, and with branches that
//! leave it and return.

mod draw;
mod input;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use parlour_core::review::Account;
use parlour_core::{
    AnyReading, AnyRecord, AnyStep, GameEntry, Match, Seat, Severity, Turn, Viewer,
};

use parlour_host::{Adviser, Said, strongest, told};

use crate::branches::{Branches, Tried};
use crate::entry::Entry;
use crate::page::Context;
use crate::stage::{MOTION, Scene, Stage};
use crate::summary::counted;
use crate::work::Job;

/// The time between two steps, from the slowest.
const SPEEDS: [Duration; 5] = [
    Duration::from_millis(3000),
    Duration::from_millis(1500),
    Duration::from_millis(700),
    Duration::from_millis(300),
    Duration::from_millis(100),
];
const USUAL_SPEED: usize = 2;

/// Where a branch leaves the record.
struct Branch {
    at: usize,
}

/// What a line is being typed for.
enum Typing {
    Jump,
    Move,
    Save,
}

pub(crate) struct Explore {
    game: &'static dyn GameEntry,
    /// The record, with what was tried beside it.
    played: Match,
    stage: Stage,
    adviser: Adviser,
    advising: Option<Job>,
    /// Its name: the file, or where it comes from.
    name: String,
    file: Option<PathBuf>,
    record: AnyRecord,
    branch: Option<Branch>,
    /// What was tried, now and earlier.
    branches: Branches,
    /// Keys move over the board and pick, rather than step.
    picking: bool,
    /// The steps of the record in words, and those of a branch.
    said: Vec<Said>,
    aside: Vec<Said>,
    /// The review of the steps so far.
    review: Option<Account>,
    /// Why there is none.
    unreviewed: Option<String>,
    /// The job that reviews the steps, and how many are done.
    reviewing: Option<(Job, usize)>,
    autoplay: Option<Instant>,
    speed: usize,
    typing: Option<(Typing, Entry)>,
    /// Errors in the file.
    faults: String,
}

impl Explore {
    /// A record from a file, as far as it is valid.
    pub(crate) fn of_file(
        game: &'static dyn GameEntry,
        path: &Path,
        record: AnyRecord,
        reading: &AnyReading,
        faults: String,
        cx: &mut Context<'_>,
    ) -> Self {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let mut explore = Explore::new(game, name.into_owned(), record, cx);
        explore.file = Some(path.to_owned());
        let errors = reading
            .diagnostics
            .iter()
            .filter(|finding| finding.severity == Severity::Error)
            .count();
        if reading.unfinished {
            explore
                .stage
                .say("The game is not finished: p continues from here.", false);
        } else if errors > 0 {
            let errors = counted(errors, "error");
            let valid = match explore.record.steps.len() {
                0 => "no step is valid".to_owned(),
                1 => "the first step is valid".to_owned(),
                count => format!("the first {count} steps are valid"),
            };
            let message = format!("{errors} in the file: e shows more; {valid}.");
            explore.stage.say(message, true);
            explore.faults = faults;
        }
        explore
    }

    /// A match that was just played.
    pub(crate) fn of_match(
        game: &'static dyn GameEntry,
        record: AnyRecord,
        cx: &mut Context<'_>,
    ) -> Self {
        let mut explore = Explore::new(game, "the game just played".to_owned(), record, cx);
        explore.go(usize::MAX, cx);
        explore
    }

    fn new(
        game: &'static dyn GameEntry,
        name: String,
        record: AnyRecord,
        cx: &mut Context<'_>,
    ) -> Self {
        let mut record = record;
        let mut played = Match::new(record.start.clone(), record.names.clone());
        // A reader keeps only what the rules accept.
        let valid = record
            .steps
            .iter()
            .take_while(|step| played.take((*step).clone()).is_ok())
            .count();
        record.steps.truncate(valid);
        played.go_to(0);
        let mut explore = Explore {
            said: told(&record, Viewer::All),
            stage: Stage::new(played.position()),
            game,
            played,
            adviser: Adviser::default(),
            advising: None,
            name,
            file: None,
            branches: Branches::of(&cx.settings.data, game, &record),
            record,
            branch: None,
            picking: false,
            aside: Vec::new(),
            review: None,
            unreviewed: None,
            reviewing: None,
            autoplay: None,
            speed: USUAL_SPEED,
            typing: None,
            faults: String::new(),
        };
        explore.start_review(cx);
        explore.refresh();
        explore
    }

    /// Starts the search for mistakes.
    fn start_review(&mut self, cx: &Context<'_>) {
        let start = &*self.record.start;
        let bot = strongest(self.game, start, &cx.settings.world.tables);
        if let (Some(bot), Some(time)) = (bot, cx.settings.look_at_records)
            && !self.record.steps.is_empty()
        {
            let tables = cx.settings.world.tables.clone();
            let job = cx
                .shop
                .review(self.game, bot, self.record.clone(), time, tables);
            self.reviewing = Some((job, 0));
        }
    }

    /// The number of steps from the start to here.
    fn at(&self) -> usize {
        self.played.len()
    }

    fn is_over(&self) -> bool {
        matches!(self.played.turn(), Turn::Over(_))
    }

    fn refresh(&mut self) {
        let pickable = self.picking && !self.is_over();
        let (position, last) = (self.played.position(), self.played.last_trace());
        self.stage.show(position, Viewer::All, pickable, last);
        self.aside.clear();
        if let Some(branch) = &self.branch {
            let told = told(&self.played.record(), Viewer::All);
            self.aside = told.into_iter().skip(branch.at).collect();
        }
    }

    fn arrived(&mut self, cx: &mut Context<'_>) {
        self.adviser.forget();
        self.advising = None;
        self.stage.hinting = false;
        self.refresh();
        self.think(cx);
    }

    /// Asks the adviser about this position, if wanted.
    fn think(&mut self, cx: &Context<'_>) {
        let settings = cx.settings;
        if self.stage.wants_advice()
            && let Some(task) =
                self.adviser
                    .ask(self.game, &self.played, &settings.world, &settings.budget())
        {
            self.advising = Some(cx.shop.think(task));
        }
    }

    fn scene(&self) -> Scene<'_> {
        Scene {
            game: self.game,
            played: &self.played,
            adviser: &self.adviser,
        }
    }

    /// Goes to the position after this many steps of the record, or to its end.
    pub(crate) fn go(&mut self, count: usize, cx: &mut Context<'_>) {
        self.come_back();
        let count = count.min(self.record.steps.len());
        self.played.go_to(count);
        self.arrived(cx);
    }

    /// Returns from a branch to where it left the record.
    fn come_back(&mut self) {
        let Some(branch) = self.branch.take() else {
            return;
        };
        self.played.go_to(branch.at);
        // The match follows what was played last, which should be the record.
        for step in &self.record.steps[branch.at..] {
            if self.played.take(step.clone()).is_err() {
                break;
            }
        }
        self.played.go_to(branch.at);
    }

    /// Takes a step: along the record, along a branch, or into a new one.
    fn step(&mut self, step: AnyStep, cx: &mut Context<'_>) {
        let at = self.at();
        let follows = self.branch.is_none() && self.record.steps.get(at) == Some(&step);
        match self.played.take(step) {
            Ok(()) => {
                if !follows && self.branch.is_none() {
                    self.branch = Some(Branch { at });
                }
                self.stage.message = None;
                self.keep_branch();
                self.arrived(cx);
            }
            Err(illegal) => self.stage.say(illegal.message, true),
        }
    }

    /// Keeps the branch, to be found again.
    fn keep_branch(&mut self) {
        let Some(Branch { at }) = self.branch else {
            return;
        };
        let tried = Tried {
            at,
            steps: self.played.record().steps.split_off(at),
        };
        if let Err(why) = self.branches.keep(tried, &self.record) {
            self.stage
                .say(format!("This branch is not kept: {why}."), true);
        }
    }

    /// Follows the next branch that was tried, or the first one.
    fn go_to_tried(&mut self, cx: &mut Context<'_>) {
        let tried = self.branches.tried();
        let next = match self.branch {
            Some(Branch { at }) => {
                let here = self.played.record().steps.split_off(at);
                let is_here = |tried: &Tried| tried.at == at && tried.steps.starts_with(&here);
                tried.iter().position(is_here).map_or(0, |index| index + 1)
            }
            None => tried.partition_point(|tried| tried.at < self.at()),
        };
        let Some(next) = tried.get(next).or(tried.first()).cloned() else {
            return self
                .stage
                .say("Nothing has been tried yet: b tries other moves.", false);
        };
        self.come_back();
        self.played.go_to(next.at);
        for step in next.steps {
            if self.played.take(step).is_err() {
                break;
            }
        }
        self.branch = Some(Branch { at: next.at });
        self.played.go_to(next.at + 1);
        self.arrived(cx);
    }

    /// One step back, in a branch at most to where it begins.
    fn back(&mut self, cx: &mut Context<'_>) {
        let at = self.at();
        if at == 0 {
            return;
        }
        if self
            .branch
            .as_ref()
            .is_some_and(|branch| branch.at + 1 == at)
        {
            self.come_back();
        } else {
            self.played.go_to(at - 1);
        }
        self.arrived(cx);
    }

    /// One step forward; false at the end.
    fn forward(&mut self, cx: &mut Context<'_>) -> bool {
        let went = match self.branch {
            Some(_) => self.played.forward(),
            None => {
                let at = self.at();
                at < self.record.steps.len() && self.played.go_to(at + 1)
            }
        };
        if went {
            self.arrived(cx);
            let is_slow = self.autoplay.is_none() || SPEEDS[self.speed] > MOTION;
            if cx.settings.motion && is_slow {
                self.stage.begin_motion(cx.now);
            }
        }
        went
    }

    /// The mistakes of the record: after how many steps each was made.
    fn mistakes(&self) -> Vec<usize> {
        let Some(review) = &self.review else {
            return Vec::new();
        };
        let steps = 1..=self.record.steps.len();
        steps.filter(|step| review.mark(*step).is_some()).collect()
    }

    /// Goes to the next mistake, or the one before.
    fn go_to_mistake(&mut self, forward: bool, cx: &mut Context<'_>) {
        let at = match &self.branch {
            Some(branch) => branch.at,
            None => self.at(),
        };
        let mistakes = self.mistakes();
        let found = match forward {
            true => mistakes.iter().find(|count| **count > at),
            false => mistakes.iter().rev().find(|count| **count < at),
        };
        match (found, &self.reviewing, &self.unreviewed) {
            (Some(&count), ..) => self.go(count, cx),
            (None, Some((_, done)), _) => {
                let all = self.record.steps.len();
                self.stage.say(
                    format!("None found yet: {done} of {all} steps are reviewed."),
                    false,
                );
            }
            (None, None, Some(why)) => self.stage.say(why.clone(), true),
            (None, None, None) => self.stage.say("There are no more mistakes.", false),
        }
    }

    /// What the review says about the step that led here.
    fn verdict(&self) -> Option<String> {
        let review = self.review.as_ref().filter(|_| self.branch.is_none())?;
        let mark = review.mark(self.at())?;
        let better = mark
            .better
            .map_or(String::new(), |better| format!("; better was {better}"));
        let (sign, verdict, lost) = (mark.verdict.sign(), mark.verdict, &mark.lost);
        Some(format!("{sign} {verdict}: {lost} lost{better}."))
    }

    /// What is known about this position: from the adviser, else from the
    /// review.
    fn worth(&self) -> Option<String> {
        if matches!(self.played.turn(), Turn::Over(_)) {
            return None;
        }
        if let Some(found) = self.adviser.found() {
            let percent = 100.0 * found.chance(self.game)?;
            return Some(format!("{}'s chance: {percent:.1} %", self.first_name()));
        }
        let review = self.review.as_ref().filter(|_| self.branch.is_none())?;
        review.told(self.at())
    }

    fn first_name(&self) -> &str {
        &self.played.names()[Seat(0).index()]
    }
}
