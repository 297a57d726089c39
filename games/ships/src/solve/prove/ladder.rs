//! A set, and its guesses by the lower bound with each.
//!
//! The set costs no less than the lowest rung on which a guess stands. To raise that, only the
//! guesses on it need a second look. A ladder is built when it is first climbed: often others are
//! enough.

use crate::rules::Fleet;

use super::super::answers::ROW;
use super::bounds::{Bounds, Parts};

/// For smaller sets, the gains say nearly everything.
const WORTH_A_LOOK: usize = 8;

/// Building a ladder is as much work as looking at this many guesses.
const WORK_OF_GUESSES: usize = 10;

/// The rung of a guess that needs no further look.
const OFF: u8 = u8::MAX;

pub(super) struct Ladder<'a> {
    set: &'a [u16],
    steps: Option<Steps>,
}

/// A ladder that was built.
struct Steps {
    /// Lower bounds by size, for parts of this set.
    least: Vec<u32>,
    /// The lower bound from the gains.
    base: u32,
    /// The lower bound now.
    bound: u32,
    /// By how much the set costs more than `base` with each guess, at least.
    rungs: Vec<u8>,
    /// How many guesses are at the bound.
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

    /// How much work it is to raise the bound; `None` if second looks cannot.
    pub(super) fn work(&self) -> Option<usize> {
        let guesses = match &self.steps {
            Some(steps) if steps.found <= steps.bound => return None,
            Some(steps) => steps.lowest,
            None if self.set.len() < WORTH_A_LOOK => return None,
            None => WORK_OF_GUESSES,
        };
        Some(self.set.len() * guesses)
    }

    /// Builds the ladder, or looks at the guesses on the lowest rung, to raise
    /// them by `step`. Returns by how much that raises the bound, the first
    /// time over what the gains say.
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
                let mut excess = [0; ROW];
                bounds.table.excess(set, most - 1, &mut excess);
                let costs = gains.iter().zip(excess).take(Fleet::COUNT);
                let base = (thrice - steps.base) as u8;
                steps.rungs = costs
                    .map(|(gain, over)| base.saturating_add(over).saturating_sub(*gain))
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

    /// Raises the bound to the lowest rung with a guess, or to what was found.
    fn settle(&mut self) {
        let lowest = self.rungs.iter().copied().min().unwrap_or(OFF);
        self.lowest = self.rungs.iter().filter(|rung| **rung == lowest).count();
        self.bound = match lowest {
            OFF => self.found,
            _ => self.found.min(self.base + u32::from(lowest)),
        };
    }
}
