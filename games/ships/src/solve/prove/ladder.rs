//! A set, and its guesses by what the set costs at least with each.
//!
//! The set costs no less than the lowest rung on which a guess stands. To raise
//! that, only the guesses on it need a second look. A ladder is put up when it is
//! first climbed: often others are enough.

use crate::rules::Fleet;

use super::super::answers::ROW;
use super::bounds::{Bounds, Parts};

/// The gains of smaller sets tell nearly all.
const WORTH_A_LOOK: usize = 8;

/// To put a ladder up is as much work as to look at so many guesses.
const WORK_OF_GUESSES: usize = 10;

/// Where a guess stands that needs no look any more.
const OFF: u8 = u8::MAX;

pub(super) struct Ladder<'a> {
    set: &'a [u16],
    steps: Option<Steps>,
}

/// A ladder that was put up.
struct Steps {
    /// What sets of each size cost at least, if they are parts of this one.
    least: Vec<u32>,
    /// What the set costs at least by its gains.
    base: u32,
    /// What it costs at least.
    bound: u32,
    /// By how much it costs more than `base` with each guess, at least.
    rungs: Vec<u8>,
    /// How many guesses stand at the bound.
    lowest: usize,
    /// The least that a second look has found.
    found: u32,
}

impl<'a> Ladder<'a> {
    pub(super) fn new(set: &'a [u16]) -> Ladder<'a> {
        Ladder { set, steps: None }
    }

    pub(super) fn set(&self) -> &'a [u16] {
        self.set
    }

    /// What the set costs at least.
    pub(super) fn bound(&mut self, bounds: &Bounds) -> u32 {
        self.steps(bounds).bound
    }

    /// How much work it is to raise the bound; `None` where that cannot be done
    /// by second looks.
    pub(super) fn work(&self) -> Option<usize> {
        let guesses = match &self.steps {
            Some(steps) if steps.found <= steps.bound => return None,
            Some(steps) => steps.lowest,
            None if self.set.len() < WORTH_A_LOOK => return None,
            None => WORK_OF_GUESSES,
        };
        Some(self.set.len() * guesses)
    }

    /// Puts the ladder up, or looks at the guesses on the lowest rung, to raise
    /// them by `step`. Returns by how much that raises the bound, at first over
    /// what the gains tell.
    pub(super) fn climb(&mut self, bounds: &Bounds, step: u32, parts: &mut Parts) -> u32 {
        let set = self.set;
        match &mut self.steps {
            Some(steps) => steps.climb(bounds, set, step, parts),
            None => {
                let steps = self.steps(bounds);
                steps.bound - steps.base
            }
        }
    }

    fn steps(&mut self, bounds: &Bounds) -> &Steps {
        let set = self.set;
        self.steps.get_or_insert_with(|| Steps::new(bounds, set))
    }
}

impl Steps {
    fn new(bounds: &Bounds, set: &[u16]) -> Steps {
        let size = set.len();
        let thrice = 3 * size as u32;
        let mut steps = Steps {
            least: Vec::new(),
            base: bounds.least[size],
            bound: 0,
            rungs: Vec::new(),
            lowest: 0,
            found: u32::MAX,
        };
        if size >= 3 && !bounds.table.has_a_key(set) {
            let mut gains = [0; ROW];
            let most = bounds.table.gains(set, &mut gains);
            steps.base = (thrice - most).max(steps.base).max(2 * size as u32);
            if size >= WORTH_A_LOOK {
                steps.least = bounds.least_within(size, most);
                let mut crowds = [0; ROW];
                bounds.table.crowds(set, most - 1, &mut crowds);
                let costs = gains.iter().zip(crowds).take(Fleet::COUNT);
                let base = (thrice - steps.base) as u8;
                steps.rungs = costs
                    .map(|(gain, crowd)| base.saturating_add(crowd).saturating_sub(*gain))
                    .collect();
            }
        }
        if steps.rungs.is_empty() {
            steps.found = steps.base;
        }
        steps.settle();
        steps
    }

    /// Looks at the guesses on the lowest rung, and returns by how much that
    /// raises the bound.
    fn climb(&mut self, bounds: &Bounds, set: &[u16], step: u32, parts: &mut Parts) -> u32 {
        let before = self.bound;
        let lowest = (before - self.base) as u8;
        let higher = (before - self.base + step).min(u32::from(OFF) - 1) as u8;
        for (guess, rung) in (0..).zip(&mut self.rungs) {
            if *rung != lowest {
                continue;
            }
            match bounds.second_look(set, guess, before + step, &self.least, parts) {
                Some(look) => {
                    *rung = OFF;
                    self.found = self.found.min(look.cost());
                    if self.found <= before {
                        return 0;
                    }
                }
                None => *rung = higher,
            }
        }
        self.settle();
        self.bound - before
    }

    /// Raises the bound to the lowest rung on which a guess stands, or to what
    /// was found.
    fn settle(&mut self) {
        let lowest = self.rungs.iter().copied().min().unwrap_or(OFF);
        self.lowest = self.rungs.iter().filter(|rung| **rung == lowest).count();
        self.bound = match lowest {
            OFF => self.found,
            _ => self.found.min(self.base + u32::from(lowest)),
        };
    }
}
