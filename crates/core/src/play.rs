//! A game being played or explored.

use std::sync::Arc;

use crate::any_bot::{AnyBot, Fault, Question};
use crate::bot::{Advice, Limits};
use crate::diagnostic::Diagnostic;
use crate::error::Illegal;
use crate::game::{Outcome, Seat, Turn, Viewer};
use crate::notation::Pick;
use crate::position::Position;
use crate::record::AnyRecord;
use crate::seed::Seal;
use crate::stall::{Stall, Stalled};
use crate::step::AnyStep;

/// A step and what was tried after it.
#[derive(Debug)]
struct Node {
    /// `None` at the start.
    step: Option<AnyStep>,
    /// The seat that took it; `None` for a chance event.
    seat: Option<Seat>,
    /// The game's text for it, written once.
    text: Box<str>,
    /// What it changed on the board.
    trace: Vec<Pick>,
    /// Continuations; the most recently followed is the last.
    children: Vec<usize>,
}

/// A step that was tried in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tried<'a> {
    /// Its number, from 1, as [`Match::visit`] takes it.
    pub number: usize,
    /// The number of the step before it; 0 for the start.
    pub after: usize,
    /// The seat that took it; `None` for a chance event.
    pub seat: Option<Seat>,
    /// The game's text for it.
    pub text: &'a str,
}

/// A position that may be repeated.
#[derive(Debug)]
struct Seen(Arc<dyn Position>);

impl PartialEq for Seen {
    fn eq(&self, other: &Self) -> bool {
        self.0.same_as(&*other.0)
    }
}

/// A game and everything that was tried in it: a tree of steps, and a place in
/// that tree.
///
/// Going back forgets nothing. Playing another move there opens a branch, and
/// the old line can be resumed.
///
/// A step costs the same however long the game is. Only the present position is
/// kept; others are replayed from the start on demand, which costs little and
/// keeps long games on large boards small.
///
/// # Examples
///
/// ```
/// use parlour_core::{Entry, GameEntry, Match};
/// use parlour_gridlock::Grid;
///
/// let game = Entry::<Grid>::new();
/// let start = game.read_position("3x1 r ...")?;
/// let mut played = Match::new(start, vec!["Amy".to_owned(), "Bill".to_owned()]);
/// played.play("red 0,0")?;
/// played.play("red 2,0")?;
/// assert_eq!(played.result().as_deref(), Some("Bill wins!"));
///
/// // Going back forgets nothing; another move opens a branch.
/// assert!(played.go_to(0));
/// played.play("red 1,0")?;
/// assert_eq!(played.result().as_deref(), Some("Amy wins!"));
/// assert_eq!(played.tree().count(), 3);
/// # Ok::<(), parlour_core::Diagnostic>(())
/// ```
#[derive(Debug)]
pub struct Match {
    names: Vec<String>,
    start: Arc<dyn Position>,
    /// The first node is the start.
    nodes: Vec<Node>,
    /// The nodes of the steps that led here.
    line: Vec<usize>,
    position: Box<dyn Position>,
    stall: Stall<Seen>,
    stalled: Option<Stalled>,
    sealed: Option<Seal>,
}

impl Match {
    /// A match from a position; `names` has one name per seat.
    #[must_use]
    pub fn new(start: Box<dyn Position>, names: Vec<String>) -> Self {
        let mut stall = Stall::new();
        Match {
            names,
            stalled: watch(&mut stall, &*start),
            stall,
            start: Arc::from(start.boxed_clone()),
            position: start,
            nodes: vec![Node {
                step: None,
                seat: None,
                text: Box::default(),
                trace: Vec::new(),
                children: Vec::new(),
            }],
            line: Vec::new(),
            sealed: None,
        }
    }

    /// A match that stands at the end of a record.
    ///
    /// # Errors
    ///
    /// A step of the record is illegal.
    pub fn resume(record: AnyRecord) -> Result<Self, Illegal> {
        let mut resumed = Match::new(record.start, record.names);
        resumed.sealed = record.sealed;
        for step in record.steps {
            resumed.take(step)?;
        }
        Ok(resumed)
    }

    /// The commitment to the seed that its record had: see
    /// [`Record::sealed`](crate::Record::sealed).
    #[must_use]
    pub fn sealed(&self) -> Option<&str> {
        self.sealed.as_ref().map(|seal| seal.commitment.as_str())
    }

    /// The players, one per seat.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The present position.
    #[must_use]
    pub fn position(&self) -> &dyn Position {
        &*self.position
    }

    /// What happens next. Besides the rules of the game, a match is drawn when
    /// it goes round in circles: see [`Match::stalled`].
    #[must_use]
    pub fn turn(&self) -> Turn {
        match self.position.turn() {
            turn @ Turn::Over(_) => turn,
            _ if self.stalled.is_some() => Turn::Over(Outcome::Draw),
            turn => turn,
        }
    }

    /// Why the match is drawn here although the rules would let it go on.
    #[must_use]
    pub fn stalled(&self) -> Option<Stalled> {
        self.stalled
    }

    /// Reads a step and takes it, see [`Match::take`].
    ///
    /// # Errors
    ///
    /// The text is not a step, or the step is illegal here.
    pub fn play(&mut self, text: &str) -> Result<(), Diagnostic> {
        let step = self.position.read(text)?;
        self.take(step).map_err(|illegal| illegal.at(0..text.len()))
    }

    /// Takes a step from here, by a player or by chance. A step that was tried
    /// here before is followed again; a new one opens a branch.
    ///
    /// # Errors
    ///
    /// The rules do not allow the step, or the match is over.
    pub fn take(&mut self, step: AnyStep) -> Result<(), Illegal> {
        if let Some(why) = self.why_drawn() {
            let message = format!("the match is drawn: {why}");
            return Err(Illegal::new("game-already-over", message));
        }
        let here = self.here();
        let mut children = self.nodes[here].children.iter();
        let known = children.position(|&child| self.nodes[child].step.as_ref() == Some(&step));
        let seat = match self.position.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over(_) => None,
        };
        let (text, trace) = match known {
            Some(_) => (Box::default(), Vec::new()),
            None => {
                let text = self.position.write(&step).into_boxed_str();
                (text, self.position.trace_of(&step))
            }
        };
        self.position.take(&step)?;
        self.stalled = watch(&mut self.stall, &*self.position);
        let next = match known {
            Some(index) => self.nodes[here].children.remove(index),
            None => {
                self.nodes.push(Node {
                    step: Some(step),
                    seat,
                    text,
                    trace,
                    children: Vec::new(),
                });
                self.nodes.len() - 1
            }
        };
        self.nodes[here].children.push(next);
        self.line.push(next);
        Ok(())
    }

    /// How many steps led here.
    #[must_use]
    pub fn len(&self) -> usize {
        self.line.len()
    }

    /// Whether this is the start.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    /// The texts of the steps that led here.
    #[must_use]
    pub fn steps(&self) -> Vec<&str> {
        let line = self.line.iter();
        line.map(|&node| &*self.nodes[node].text).collect()
    }

    /// The text of the step that led here.
    #[must_use]
    pub fn last_step(&self) -> Option<&str> {
        let last = self.line.last()?;
        Some(&self.nodes[*last].text)
    }

    /// What the last moves changed on the board: all since the seat to move last moved. If nothing
    /// has changed since, what the last visible move changed.
    #[must_use]
    pub fn trace(&self) -> Vec<Pick> {
        let mover = match self.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over(_) => return self.last_trace().to_vec(),
        };
        let line = self.line.iter().rev().map(|&node| &self.nodes[node]);
        let since = line.take_while(|node| node.seat != mover);
        let trace: Vec<Pick> = since.flat_map(|node| node.trace.clone()).collect();
        match trace.is_empty() {
            true => self.last_trace().to_vec(),
            false => trace,
        }
    }

    /// What the last move that left a trace changed on the board.
    #[must_use]
    pub fn last_trace(&self) -> &[Pick] {
        let line = self.line.iter().rev();
        let mut traces = line.map(|&node| &*self.nodes[node].trace);
        traces.find(|trace| !trace.is_empty()).unwrap_or(&[])
    }

    /// The texts of the steps tried from here; the most recently followed is
    /// the last.
    #[must_use]
    pub fn continuations(&self) -> Vec<&str> {
        self.nodes[self.here()]
            .children
            .iter()
            .map(|&child| &*self.nodes[child].text)
            .collect()
    }

    /// All steps that were tried, in that order: the tree of which the match follows one line.
    pub fn tree(&self) -> impl Iterator<Item = Tried<'_>> {
        let mut parents = vec![0; self.nodes.len()];
        for (index, node) in self.nodes.iter().enumerate() {
            for &child in &node.children {
                parents[child] = index;
            }
        }
        let steps = self.nodes.iter().zip(parents).enumerate().skip(1);
        steps.map(|(number, (node, after))| Tried {
            number,
            after,
            seat: node.seat,
            text: &node.text,
        })
    }

    /// The number of the step that led here in the [`Match::tree`]; 0 at the start.
    #[must_use]
    pub fn place(&self) -> usize {
        self.here()
    }

    /// Goes to the position after a step of the [`Match::tree`], given by its number. False, with
    /// nothing changed, if there is none.
    pub fn visit(&mut self, number: usize) -> bool {
        let after: Vec<usize> = std::iter::once(0)
            .chain(self.tree().map(|tried| tried.after))
            .collect();
        if number >= after.len() {
            return false;
        }
        let mut line = Vec::new();
        let mut at = number;
        while at != 0 {
            line.push(at);
            at = after[at];
        }
        line.reverse();
        // From now on this is the most recently followed line.
        let mut before = 0;
        for &node in &line {
            let children = &mut self.nodes[before].children;
            children.retain(|&child| child != node);
            children.push(node);
            before = node;
        }
        self.stand_after(line);
        true
    }

    /// Takes the last continuation from here again; false if there is none.
    pub fn forward(&mut self) -> bool {
        let next = self.nodes[self.here()].children.last();
        let step = next.and_then(|&next| self.nodes[next].step.clone());
        // The step was legal here before.
        step.is_some_and(|step| self.take(step).is_ok())
    }

    /// Goes back to the last decision of any seat before this one, including
    /// chance events in between. False if there is none.
    pub fn undo(&mut self) -> bool {
        self.back_to(|turn| matches!(turn, Turn::Seat(_)))
    }

    /// Goes back to the last decision of this seat, including everything that
    /// others and chance did since. False if there is none.
    pub fn take_back(&mut self, seat: Seat) -> bool {
        self.back_to(|turn| turn == Turn::Seat(seat))
    }

    /// Goes to the position after `count` steps of the line that leads here,
    /// continued by the most recently followed steps. False, with nothing
    /// changed, if that line is shorter.
    pub fn go_to(&mut self, count: usize) -> bool {
        let mut line = self.line.clone();
        while line.len() < count {
            let last = line.last().copied().unwrap_or(0);
            match self.nodes[last].children.last() {
                Some(&next) => line.push(next),
                None => return false,
            }
        }
        line.truncate(count);
        self.stand_after(line);
        true
    }

    /// What to ask a bot about the present position; `None` if no seat is to
    /// move. Only bots that hear steps are told the texts of all of them.
    #[must_use]
    pub fn question(&self, hears: bool) -> Option<Question> {
        let Turn::Seat(seat) = self.turn() else {
            return None;
        };
        let since = self.stall.since();
        let past = since.split_last().map_or(&[][..], |(_, past)| past);
        let heard = || {
            let steps = self.steps().into_iter().map(str::to_owned).collect();
            (Arc::clone(&self.start), steps)
        };
        Some(Question {
            seat,
            position: self.position.clone(),
            past: past.iter().map(|seen| Arc::clone(&seen.0)).collect(),
            heard: hears.then(heard),
        })
    }

    /// Asks a bot about the present position.
    ///
    /// # Errors
    ///
    /// No seat is to move, or the bot fails.
    pub fn ask(&self, bot: &mut dyn AnyBot, limits: &Limits) -> Result<Advice<AnyStep>, Fault> {
        let question = self.question(bot.hears());
        question
            .ok_or_else(Fault::nothing_to_decide)?
            .put(bot, limits)
    }

    /// The result as a sentence, when the match is over.
    #[must_use]
    pub fn result(&self) -> Option<String> {
        match self.turn() {
            Turn::Over(Outcome::Win(seat)) => Some(format!("{} wins!", self.names[seat.index()])),
            Turn::Over(Outcome::Draw) => Some(match self.why_drawn() {
                Some(why) => format!("A draw: {why}."),
                None => "A draw.".to_owned(),
            }),
            Turn::Seat(_) | Turn::Chance => None,
        }
    }

    /// Why the match is drawn here although the rules would let it go on, in
    /// words.
    fn why_drawn(&self) -> Option<String> {
        Some(self.stalled?.explain(self.position.progress_word()))
    }

    /// The position before the first step.
    #[must_use]
    pub fn start(&self) -> &dyn Position {
        &*self.start
    }

    /// The line that led here, as a record.
    #[must_use]
    pub fn record(&self) -> AnyRecord {
        AnyRecord {
            names: self.names.clone(),
            start: self.start.boxed_clone(),
            steps: self.line_steps().cloned().collect(),
            sealed: self.sealed.clone(),
        }
    }

    /// The last node of the line.
    fn here(&self) -> usize {
        self.line.last().copied().unwrap_or(0)
    }

    fn line_steps(&self) -> impl Iterator<Item = &AnyStep> {
        let line = self.line.iter();
        line.filter_map(|&node| self.nodes[node].step.as_ref())
    }

    fn back_to(&mut self, wanted: impl Fn(Turn) -> bool) -> bool {
        let mut position = self.start.boxed_clone();
        let mut last = None;
        for (count, step) in self.line_steps().enumerate() {
            if wanted(position.turn()) {
                last = Some(count);
            }
            replay(&mut *position, step);
        }
        let Some(count) = last else { return false };
        self.stand_after(self.line[..count].to_vec());
        true
    }

    fn stand_after(&mut self, line: Vec<usize>) {
        self.line = line;
        let mut position = self.start.boxed_clone();
        let mut stall = Stall::new();
        let mut stalled = watch(&mut stall, &*position);
        for step in self.line_steps() {
            replay(&mut *position, step);
            stalled = watch(&mut stall, &*position);
        }
        self.stall = stall;
        self.stalled = stalled;
        self.position = position;
    }
}

fn replay(position: &mut dyn Position, step: &AnyStep) {
    position
        .take(step)
        .expect("a step that was legal once is legal again in the same position");
}

/// A step as a sentence, as `who` may hear of it: `Amy paints (0,0) red.`
#[must_use]
pub fn caption(names: &[String], position: &dyn Position, step: &AnyStep, who: Viewer) -> String {
    let action = position.describe(step, who);
    match position.turn() {
        Turn::Seat(seat) => format!("{} {action}.", names[seat.index()]),
        _ => format!("{action}."),
    }
}

/// Whether a match that has come to this position is drawn there.
fn watch(stall: &mut Stall<Seen>, position: &dyn Position) -> Option<Stalled> {
    match position.turn() {
        Turn::Over(_) => None,
        Turn::Seat(_) | Turn::Chance => {
            let progress = position.progress()?;
            stall.see(progress, Seen(Arc::from(position.boxed_clone())))
        }
    }
}
