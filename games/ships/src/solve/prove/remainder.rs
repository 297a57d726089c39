//! The targets left after the first guess and an answer, with lower bounds for
//! each second guess.

use crate::rules::Fleet;

use super::super::answers::Answers;
use super::bounds::{Bounds, Parts, sizes};
use super::ladder::Ladder;

/// What is left after the first guess and an answer.
pub(super) struct Remainder {
    bounds: Bounds,
    all: Vec<u16>,
    /// The second guesses by lower bound: the lowest of these is what is proved
    /// about the part.
    guesses: Vec<Second>,
    /// How far the bounds were computed.
    horizon: u32,
    /// The exact cost, once known.
    cost: Option<u32>,
}

/// A second guess.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Second {
    /// The least that the part costs with it.
    bound: u32,
    guess: u16,
    /// The bound from a look ahead, unless that is beyond the horizon.
    ahead: Option<u32>,
}

impl Remainder {
    pub(super) fn new(set: &[u16]) -> Remainder {
        let bounds = Bounds::new(set);
        let known = (set.len() < 3).then(|| bounds.least[set.len()]);
        let mut part = Remainder {
            guesses: first_bounds(&bounds, set.len()),
            all: (0..set.len() as u16).collect(),
            bounds,
            horizon: 0,
            cost: known,
        };
        part.look_ahead(0);
        part
    }

    /// The least that the part is proved to cost.
    pub(super) fn proved(&self) -> u32 {
        self.cost.unwrap_or(self.guesses[0].bound)
    }

    /// Whether no more can be proved.
    pub(super) fn is_exact(&self) -> bool {
        self.cost.is_some()
    }

    /// How far it can be raised at once.
    pub(super) fn horizon(&self) -> u32 {
        self.horizon
    }

    pub(super) fn size(&self) -> usize {
        self.all.len()
    }

    /// Roughly how much work it is to raise the proved bound to `target` from
    /// one less; `None` beyond the horizon.
    pub(super) fn work(&self, target: u32) -> Option<f64> {
        // By measurement, the work for a second guess grows with the gap in
        // proportion to the targets that have to close it.
        let size = self.size() as f64;
        let work = |gap: u32| size * (1.0 + 0.07 * (120.0 * f64::from(gap) / size).exp());
        let lower = self
            .guesses
            .iter()
            .take_while(|second| second.bound < target);
        (target <= self.horizon && !self.is_exact()).then(|| {
            lower
                .map(|second| match target - second.bound {
                    1 => work(1),
                    gap => work(gap) - work(gap - 1),
                })
                .sum()
        })
    }

    /// Computes bounds for the second guesses, up to so far beyond the lowest.
    pub(super) fn look_ahead(&mut self, beyond: u32) {
        if self.is_exact() {
            return;
        }
        let mut least = u32::MAX;
        for index in 0..self.guesses.len() {
            let horizon = least.saturating_add(beyond);
            let Second { bound, guess, .. } = self.guesses[index];
            if bound >= horizon {
                break;
            }
            if self.guesses[index].ahead.is_none() {
                let ahead = self.ahead(guess, horizon);
                let second = &mut self.guesses[index];
                second.bound = bound.max(ahead);
                second.ahead = (ahead < horizon).then_some(ahead);
            }
            least = least.min(self.guesses[index].bound);
        }
        self.guesses.sort_unstable();
        self.horizon = least + beyond;
    }

    /// Doubles the horizon.
    pub(super) fn widen(&mut self) {
        self.look_ahead(2 * (self.horizon - self.proved()).max(2));
    }

    /// The lower bound of the part with this second guess, up to the horizon.
    fn ahead(&self, guess: u16, horizon: u32) -> u32 {
        let split = self.bounds.split(&self.all, guess);
        let mut sets: Vec<(&[u16], u32)> = split
            .unfinished()
            .map(|set| (set, self.bounds.least[set.len()]))
            .collect();
        let mut cost = self.size() as u32 + sets.iter().map(|(_, bound)| bound).sum::<u32>();
        // Small sets say the most for the time they take.
        sets.sort_unstable_by_key(|(set, _)| set.len());
        sets.retain(|(set, _)| set.len() > 2);
        let ways = [Bounds::by_key, Bounds::by_gains];
        for way in ways {
            for (set, bound) in &mut sets {
                let better = way(&self.bounds, set).max(*bound);
                cost += better - std::mem::replace(bound, better);
                if cost >= horizon {
                    return cost;
                }
            }
        }
        cost
    }

    /// Raises the proved bound to `target`, which is not beyond the horizon, or
    /// finds the exact cost, if that is less.
    pub(super) fn raise(&mut self, target: u32) {
        let mut limit = target;
        for index in 0..self.guesses.len() {
            let Second {
                bound,
                guess,
                ahead,
            } = self.guesses[index];
            if bound >= limit {
                break;
            }
            let ahead = ahead.unwrap_or_else(|| self.ahead(guess, u32::MAX));
            let cost = self.with(guess, ahead, limit);
            self.guesses[index].bound = cost;
            if cost < limit {
                limit = cost;
                self.cost = Some(cost);
            }
        }
        self.guesses.sort_unstable();
    }

    /// The lower bound of the part with this second guess, if that reaches the
    /// limit; else the exact cost.
    fn with(&mut self, guess: u16, ahead: u32, limit: u32) -> u32 {
        let split = self.bounds.split(&self.all, guess);
        let mut ladders: Vec<Ladder<'_>> = split.unfinished().map(Ladder::new).collect();
        let mut cost = ahead;
        let mut parts = Parts::default();
        let size = self.size() as u32;
        while cost < limit {
            // A little from each set is much less work than all from one.
            let next = ladders
                .iter_mut()
                .filter_map(|ladder| Some((ladder.work()?, ladder)))
                .min_by_key(|(work, _)| *work);
            let Some((_, ladder)) = next else { break };
            let gap = limit - cost;
            let step = 1 + 2 * gap * ladder.set().len() as u32 / size;
            cost += ladder.climb(&self.bounds, step, &mut parts);
        }
        // Small sets are decided soonest.
        ladders.sort_by_key(|ladder| ladder.set().len());
        for mut ladder in ladders {
            if cost >= limit {
                break;
            }
            let bound = ladder.bound(&self.bounds);
            let found = self.bounds.cost(ladder.set(), bound + (limit - cost));
            cost += found.max(bound) - bound;
        }
        cost
    }
}

/// The second guesses with bounds from the sizes of sets alone.
fn first_bounds(bounds: &Bounds, size: usize) -> Vec<Second> {
    let all: Vec<u16> = (0..size as u16).collect();
    let mut guesses: Vec<Second> = (0..Fleet::COUNT as u16)
        .map(|guess| {
            let sizes = sizes(&all, bounds.table.to(guess));
            let sets = sizes[..Answers::FOUND].iter();
            let least = sets.map(|size| bounds.least[*size]).sum::<u32>();
            Second {
                bound: size as u32 + least,
                guess,
                ahead: None,
            }
        })
        .collect();
    guesses.sort_unstable();
    guesses
}
