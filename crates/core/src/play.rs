//! A game being played or explored.

use crate::bot::Limits;
use crate::diagnostic::Diagnostic;
use crate::game::{Outcome, Seat, Turn, Viewer};
use crate::position::{AnyBot, Position, TextAdvice};
use crate::record::TextRecord;
use crate::stall::{Stall, Stalled};

/// A step and what was tried after it.
struct Node {
    step: String,
    parent: usize,
    /// Continuations; the one followed last comes last.
    children: Vec<usize>,
}

/// A position that may come up again.
struct Seen {
    text: String,
    position: Box<dyn Position>,
}

impl PartialEq for Seen {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

/// A game with everything that was tried in it: a tree of steps, and a place
/// in that tree.
///
/// Going back forgets nothing. Playing another move there opens a branch, and
/// the old line can be taken up again.
///
/// Only the present position is kept; others are replayed from the start when
/// they are asked for, which costs little and keeps long games on large boards
/// small.
pub struct Match {
    names: Vec<String>,
    start: Box<dyn Position>,
    /// The first node is the start, which no step leads to.
    nodes: Vec<Node>,
    here: usize,
    position: Box<dyn Position>,
    stall: Stall<Seen>,
    stalled: Option<Stalled>,
}

impl Match {
    /// A match from a position; `names` has one name a seat.
    #[must_use]
    pub fn new(start: Box<dyn Position>, names: Vec<String>) -> Self {
        let mut stall = Stall::new();
        Match {
            names,
            position: start.clone(),
            stalled: watch(&mut stall, &*start),
            stall,
            start,
            nodes: vec![Node {
                step: String::new(),
                parent: 0,
                children: Vec::new(),
            }],
            here: 0,
        }
    }

    /// A match that stands at the end of a record.
    pub fn resume(record: TextRecord) -> Result<Self, Diagnostic> {
        let mut resumed = Match::new(record.start, record.names);
        for step in &record.steps {
            resumed.play(step)?;
        }
        Ok(resumed)
    }

    /// The players, one a seat.
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

    /// Why the match is drawn here though the rules would let it go on.
    #[must_use]
    pub fn stalled(&self) -> Option<Stalled> {
        self.stalled
    }

    /// Takes a step from here, by a player or by luck, and gives it back as
    /// the game writes it. A step that was tried here before is followed
    /// again; a new one opens a branch.
    pub fn play(&mut self, step: &str) -> Result<String, Diagnostic> {
        if let Some(stalled) = self.stalled {
            let message = format!("the match is drawn: {stalled}");
            return Err(Diagnostic::error(
                "game-already-over",
                0..step.len(),
                message,
            ));
        }
        let written = self.position.apply(step)?;
        self.stalled = watch(&mut self.stall, &*self.position);
        let known = self.nodes[self.here]
            .children
            .iter()
            .position(|&child| self.nodes[child].step == written);
        let next = match known {
            Some(index) => self.nodes[self.here].children.remove(index),
            None => {
                self.nodes.push(Node {
                    step: written.clone(),
                    parent: self.here,
                    children: Vec::new(),
                });
                self.nodes.len() - 1
            }
        };
        self.nodes[self.here].children.push(next);
        self.here = next;
        Ok(written)
    }

    /// The steps that led here.
    #[must_use]
    pub fn steps(&self) -> Vec<&str> {
        self.path()
            .into_iter()
            .map(|node| self.nodes[node].step.as_str())
            .collect()
    }

    /// The steps that were tried from here, the one followed last at the end.
    #[must_use]
    pub fn continuations(&self) -> Vec<&str> {
        self.nodes[self.here]
            .children
            .iter()
            .map(|&child| self.nodes[child].step.as_str())
            .collect()
    }

    /// Takes the last continuation from here again; false where there is none.
    pub fn forward(&mut self) -> bool {
        let Some(&next) = self.nodes[self.here].children.last() else {
            return false;
        };
        let step = self.nodes[next].step.clone();
        // The step was legal here before.
        self.play(&step).is_ok()
    }

    /// Goes back to the last decision of any seat before this one. Luck's
    /// steps on the way are taken back too. False where there is none.
    pub fn undo(&mut self) -> bool {
        self.back_to(|turn| matches!(turn, Turn::Seat(_)))
    }

    /// Goes back to the last decision of this seat, over all that others and
    /// luck did since. False where there is none.
    pub fn take_back(&mut self, seat: Seat) -> bool {
        self.back_to(|turn| turn == Turn::Seat(seat))
    }

    /// Goes to the position after `count` steps of the line that leads here
    /// and, beyond here, of the continuations followed last. False, and
    /// nothing changed, where that line is shorter.
    pub fn go_to(&mut self, count: usize) -> bool {
        let mut line = self.path();
        while line.len() < count {
            let last = line.last().copied().unwrap_or(0);
            match self.nodes[last].children.last() {
                Some(&next) => line.push(next),
                None => return false,
            }
        }
        self.stand_after(&line[..count]);
        true
    }

    /// Asks a bot about the present position; `None` where no seat is to move.
    pub fn ask(&self, bot: &mut dyn AnyBot, limits: &Limits) -> Option<TextAdvice> {
        let Turn::Seat(seat) = self.turn() else {
            return None;
        };
        let past = self
            .stall
            .since()
            .split_last()
            .map_or(&[][..], |(_, past)| past);
        let past: Vec<&dyn Position> = past.iter().map(|seen| &*seen.position).collect();
        bot.recall(seat, &past);
        let steps: Vec<String> = self.steps().into_iter().map(str::to_owned).collect();
        bot.hear(&*self.start, &steps);
        bot.advise(self.position(), limits)
    }

    /// The result as a sentence, when the match is over.
    #[must_use]
    pub fn result(&self) -> Option<String> {
        match self.turn() {
            Turn::Over(Outcome::Win(seat)) => Some(format!("{} wins!", self.names[seat.index()])),
            Turn::Over(Outcome::Draw) => Some(match self.stalled {
                Some(stalled) => format!("A draw: {stalled}."),
                None => "A draw.".to_owned(),
            }),
            Turn::Seat(_) | Turn::Chance => None,
        }
    }

    /// The line that led here, as a record.
    #[must_use]
    pub fn record(&self) -> TextRecord {
        TextRecord {
            names: self.names.clone(),
            start: self.start.clone(),
            steps: self.steps().into_iter().map(str::to_owned).collect(),
        }
    }

    /// The nodes from the first step to here.
    fn path(&self) -> Vec<usize> {
        let mut path = Vec::new();
        let mut node = self.here;
        while node != 0 {
            path.push(node);
            node = self.nodes[node].parent;
        }
        path.reverse();
        path
    }

    fn back_to(&mut self, wanted: impl Fn(Turn) -> bool) -> bool {
        let path = self.path();
        let mut position = self.start.clone();
        let mut last = None;
        for (count, &node) in path.iter().enumerate() {
            if wanted(position.turn()) {
                last = Some(count);
            }
            self.replay(&mut *position, node);
        }
        let Some(count) = last else { return false };
        self.stand_after(&path[..count]);
        true
    }

    fn stand_after(&mut self, line: &[usize]) {
        let mut position = self.start.clone();
        let mut stall = Stall::new();
        self.stalled = watch(&mut stall, &*position);
        for &node in line {
            self.replay(&mut *position, node);
            self.stalled = watch(&mut stall, &*position);
        }
        self.stall = stall;
        self.position = position;
        self.here = line.last().copied().unwrap_or(0);
    }

    fn replay(&self, position: &mut dyn Position, node: usize) {
        position
            .apply(&self.nodes[node].step)
            .expect("a step that was legal once is legal again in the same position");
    }
}

/// A step as a sentence, as `who` may be told of it: `Amy paints (0,0) red.`
#[must_use]
pub fn caption(names: &[String], position: &dyn Position, step: &str, who: Viewer) -> String {
    let deed = position
        .describe(step, who)
        .unwrap_or_else(|_| step.to_owned());
    match position.turn() {
        Turn::Seat(seat) => format!("{} {deed}.", names[seat.index()]),
        _ => format!("{deed}."),
    }
}

/// Whether a match that has come to this position is drawn there.
fn watch(stall: &mut Stall<Seen>, position: &dyn Position) -> Option<Stalled> {
    match position.turn() {
        Turn::Over(_) => None,
        Turn::Seat(_) | Turn::Chance => {
            let progress = position.progress()?;
            let seen = Seen {
                text: position.text(),
                position: position.boxed_clone(),
            };
            stall.see(progress, seen)
        }
    }
}
