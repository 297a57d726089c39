//! A set, and its guesses by what the set costs at least with each.
//!
//! The set costs no less than the lowest rung. To raise that, only the guesses on
//! it need a second look.

use crate::rules::Fleet;

use super::super::answers::ROW;
use super::bounds::{Bounds, Parts};

/// The gains of smaller sets tell nearly all.
const WORTH_A_LOOK: usize = 8;

pub(super) struct Ladder<'a> {
    set: &'a [u16],
    /// What sets of each size cost at least, if they are parts of this one.
    least: Vec<u32>,
    /// What the set costs at least.
    bound: u32,
    /// The guesses that were not looked at, by what the set costs at least with
    /// them: `bound`, one more, and so on.
    rungs: Vec<Vec<u16>>,
    /// The least that a second look has found.
    found: u32,
}

impl<'a> Ladder<'a> {
    /// The ladder of a set, as high as `gap` above its lowest rung.
    pub(super) fn new(bounds: &Bounds, set: &'a [u16], gap: u32) -> Ladder<'a> {
        let size = set.len();
        let mut ladder = Ladder {
            set,
            least: Vec::new(),
            bound: bounds.least[size],
            rungs: Vec::new(),
            found: u32::MAX,
        };
        if size < 3 || bounds.table.has_a_key(set) {
            ladder.found = ladder.bound;
            return ladder;
        }
        let mut gains = [0; ROW];
        let most = bounds.table.gains(set, &mut gains);
        let thrice = 3 * size as u32;
        ladder.bound = (thrice - most).max(ladder.bound).max(2 * size as u32);
        if size < WORTH_A_LOOK {
            ladder.found = ladder.bound;
            return ladder;
        }
        bounds.deduct_crowds(set, most, &mut gains);
        ladder.least = bounds.least_within(size, most);
        ladder.rungs.resize(gap as usize, Vec::new());
        for (guess, gain) in (0..).zip(&gains[..Fleet::COUNT]) {
            let rung = (thrice - u32::from(*gain)).saturating_sub(ladder.bound);
            if let Some(rung) = ladder.rungs.get_mut(rung as usize) {
                rung.push(guess);
            }
        }
        ladder
    }

    pub(super) fn set(&self) -> &'a [u16] {
        self.set
    }

    /// What the set costs at least.
    pub(super) fn bound(&self) -> u32 {
        self.bound
    }

    /// How much work it is to raise the bound; `None` where that cannot be done
    /// by second looks.
    pub(super) fn work(&self) -> Option<usize> {
        let lowest = self.rungs.first()?;
        (self.found > self.bound).then_some(self.set.len() * lowest.len())
    }

    /// Looks at the guesses on the lowest rung, to raise them by `step`, and
    /// raises the bound by `gap` at the most.
    pub(super) fn climb(&mut self, bounds: &Bounds, step: u32, gap: u32, parts: &mut Parts) {
        let limit = self.bound + step;
        self.rungs.truncate(gap as usize);
        let lowest = self.rungs.first_mut().map(std::mem::take);
        for guess in lowest.unwrap_or_default() {
            match bounds.second_look(self.set, guess, limit, &self.least, parts) {
                Some(look) => {
                    self.found = self.found.min(look.cost());
                    if self.found <= self.bound {
                        return;
                    }
                }
                None => {
                    if let Some(rung) = self.rungs.get_mut(step as usize) {
                        rung.push(guess);
                    }
                }
            }
        }
        let empty = self.rungs.iter().take_while(|rung| rung.is_empty()).count();
        let raised = (self.bound + empty as u32).min(self.found);
        self.rungs.drain(..(raised - self.bound) as usize);
        self.bound = raised;
    }
}
