//! Branch and bound for the fewest guesses for a set of targets, summed over
//! all of them: its cost.
//!
//! A guess splits a set by the answers, and a set costs its size plus the costs
//! of the parts. No set of n targets costs less than 2n - 1: one is found with
//! the first guess, and the others with the second at best. So a set costs at
//! least 3n - k, where k is the largest number of parts that any guess makes of
//! it, the guess itself counted twice if it may be right. That lower bound is
//! quickly computed for all guesses at once, and decides nearly everything
//! about small sets. Those are searched completely; of larger ones only the
//! most promising guesses are tried.

use std::cmp::Reverse;

use fearless_simd::Level;
use rand::Rng;
use rustc_hash::FxHashMap;

use parlour_core::{Sorting, luck};

use crate::rules::Fleet;

use super::answers::{ANSWERS, Answers, ROW};
use super::gains::{self, Gains, Row};

/// Sets up to this size are searched completely.
const SMALL: usize = 22;

/// How many guesses are tried with a set that is not small: as the second guess
/// of the game (or the first), as the third, and as any later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width(pub [usize; 3]);

impl Width {
    /// About as good as it gets within a few seconds.
    pub const QUICK: Width = Width([10, 5, 5]);
    /// Finds the best known tree.
    pub const FULL: Width = Width([200, 60, 30]);
    /// With a limit on guesses more depends on the later ones.
    pub const LATE: Width = Width([100, 150, 100]);
    /// Answers at once.
    pub(crate) const INSTANT: Width = Width([4, 2, 2]);
}

/// What a search is to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// How hard to look.
    pub width: Width,
    /// The most guesses that any target may need.
    pub most: usize,
}

impl Task {
    /// The fewest guesses in total, however many one target needs.
    #[must_use]
    pub const fn fewest(width: Width) -> Task {
        Task {
            width,
            most: Fleet::COUNT,
        }
    }
}

/// What is known about a set.
#[derive(Clone, Copy)]
struct Known {
    /// The cost or, if no guess is known, a lower bound.
    cost: u32,
    guess: Option<u16>,
    /// The most guesses that any target needs with that guess.
    worst: usize,
}

/// The stage of the game at which a set comes up.
#[derive(Clone, Copy)]
struct Stage {
    /// How many guesses were made.
    depth: usize,
    /// How many may still be made; `None` if that does not matter.
    left: Option<usize>,
}

impl Stage {
    fn next(self) -> Stage {
        Stage {
            depth: self.depth + 1,
            left: self.left.map(|left| left.saturating_sub(1)),
        }
    }
}

/// A search with what it has found so far.
#[doc(alias = "branch and bound")]
pub(super) struct TreeSearch {
    answers: &'static Answers,
    level: Level,
    task: Task,
    /// A random number for every target; a set is identified by the sum of its
    /// targets' numbers (like a Zobrist hash). With 128 bits collisions are
    /// negligible.
    signs: Vec<u128>,
    known: FxHashMap<u128, Known>,
    /// Sets whose lower bound was computed but which were not searched.
    bounds: FxHashMap<u128, u32>,
    /// The least that any set of this many targets costs.
    least: Vec<u32>,
}

/// A part of a set that is being split.
#[derive(Clone, Copy)]
struct Subset {
    start: usize,
    end: usize,
    sign: u128,
    /// Its lower bound.
    bound: u32,
}

impl TreeSearch {
    pub(super) fn new(task: Task) -> TreeSearch {
        let mut luck = luck::seeded(0);
        TreeSearch {
            answers: Answers::get(),
            level: Level::new(),
            task,
            signs: (0..Fleet::COUNT)
                .map(|_| u128::from(luck.next_u64()) << 64 | u128::from(luck.next_u64()))
                .collect(),
            known: FxHashMap::default(),
            bounds: FxHashMap::default(),
            least: least_costs(),
        }
    }

    /// The best guess found for a set of three or more after this many guesses;
    /// `None` if none is found that finds all targets in time.
    pub(super) fn best(&mut self, set: &[u16], depth: usize) -> Option<u16> {
        let is_limited = self.task.most < Fleet::COUNT;
        let stage = Stage {
            depth,
            left: is_limited.then(|| self.task.most.saturating_sub(depth)),
        };
        let sign = self.sign(set);
        self.cost(set, sign, u32::MAX, stage);
        self.known(sign, stage.left)?.guess
    }

    /// What is known about a set whose targets must all be found within this many
    /// guesses.
    fn known(&self, sign: u128, left: Option<usize>) -> Option<Known> {
        let best = self.known.get(&sign);
        let known = match (best, left) {
            (Some(best), Some(left)) if best.guess.is_some() && best.worst <= left => Some(best),
            _ => self.known.get(&key(sign, left)),
        };
        known.copied()
    }

    fn sign(&self, set: &[u16]) -> u128 {
        set.iter().fold(0, |sum: u128, target| {
            sum.wrapping_add(self.signs[usize::from(*target)])
        })
    }

    /// The cost of a set of three or more if it is below `limit`, else `limit`.
    fn cost(&mut self, set: &[u16], sign: u128, limit: u32, stage: Stage) -> u32 {
        let is_too_large = |left| left < 2 || left == 2 && set.len() > ANSWERS;
        if stage.left.is_some_and(is_too_large) {
            return limit;
        }
        let is_known = |known: &Known| known.guess.is_some() || known.cost >= limit;
        if let Some(known) = self.known(sign, stage.left).filter(is_known) {
            return known.cost.min(limit);
        }
        let mut least = 0;
        if stage.left.is_some() {
            // The best tree of all usually stays within the limit.
            let stage_of_all = Stage {
                left: None,
                ..stage
            };
            least = self.cost(set, sign, limit, stage_of_all);
            let known = self.known(sign, stage.left).filter(is_known);
            if least >= limit || known.is_some() {
                return least;
            }
        }
        let guesses = if set.len() <= SMALL {
            self.all_guesses(set, limit)
        } else {
            self.likely_guesses(set, stage.depth)
        };
        let mut best = Known {
            cost: limit,
            guess: None,
            worst: 0,
        };
        let mut targets = Vec::with_capacity(set.len());
        for (bound, guess) in guesses {
            if bound.max(least) < best.cost
                && let Some(better) = self.improved(set, guess, best.cost, stage, &mut targets)
            {
                best = better;
            }
        }
        // If not all guesses were tried, nothing is certain.
        if best.guess.is_some() || set.len() <= SMALL {
            self.known.insert(key(sign, stage.left), best);
        }
        best.cost
    }

    /// The cost of a set with this guess, if that is less than `limit`.
    fn improved(
        &mut self,
        set: &[u16],
        guess: u16,
        limit: u32,
        stage: Stage,
        targets: &mut Vec<u16>,
    ) -> Option<Known> {
        let ends = self.split(set, guess, targets);
        let stage = stage.next();
        let largest = stage.left.unwrap_or(2).min(2);
        let mut worst = 0;
        let mut cost = set.len() as u32;
        let mut parts: Vec<Subset> = Vec::with_capacity(ANSWERS);
        let mut start = 0;
        for (answer, end) in ends.into_iter().enumerate() {
            let part = &targets[start..end];
            if answer != Answers::FOUND && part.len() <= 2 {
                if part.len() > largest {
                    return None;
                }
                cost += [0, 1, 3][part.len()];
                worst = worst.max(part.len());
            } else if answer != Answers::FOUND {
                let sign = self.sign(part);
                let bound = self.bound(part, sign, stage.left);
                cost += bound;
                parts.push(Subset {
                    start,
                    end,
                    sign,
                    bound,
                });
            }
            if cost >= limit {
                return None;
            }
            start = end;
        }
        // Small parts are decided soonest.
        parts.sort_unstable_by_key(|part| part.end - part.start);
        for part in parts {
            let own_limit = part.bound + (limit - cost);
            let set = &targets[part.start..part.end].to_vec();
            cost = cost - part.bound + self.cost(set, part.sign, own_limit, stage);
            if cost >= limit {
                return None;
            }
            let known = self.known(part.sign, stage.left)?;
            worst = worst.max(known.worst);
        }
        Some(Known {
            cost,
            guess: Some(guess),
            worst: worst + 1,
        })
    }

    /// Sorts the targets of a set by their answers to a guess, and returns
    /// where each answer ends.
    fn split(&self, set: &[u16], guess: u16, targets: &mut Vec<u16>) -> [usize; ANSWERS] {
        let answers = self.answers.to(guess);
        let answer = |target: u16| usize::from(answers[usize::from(target)]);
        let mut next = [0; ANSWERS];
        for target in set {
            next[answer(*target)] += 1;
        }
        let mut before = 0;
        for next in &mut next {
            before += std::mem::replace(next, before);
        }
        targets.clear();
        targets.resize(set.len(), 0);
        for target in set {
            let place = &mut next[answer(*target)];
            targets[*place] = *target;
            *place += 1;
        }
        // Every index has advanced to the end of its answer.
        next
    }

    /// A lower bound for a set of three or more, from what is known.
    fn bound(&mut self, set: &[u16], sign: u128, left: Option<usize>) -> u32 {
        let known = self.known(sign, left).or(self.known(sign, None));
        if let Some(known) = known {
            return known.cost;
        }
        if let Some(bound) = self.bounds.get(&sign) {
            return *bound;
        }
        let most = self.gains(set, &mut [0; ROW]);
        let bound = (3 * set.len() as u32 - u32::from(most)).max(self.least[set.len()]);
        self.bounds.insert(sign, bound);
        bound
    }

    /// All guesses with which a set may cost less than `limit`, with their
    /// lower bounds, best first.
    fn all_guesses(&self, set: &[u16], limit: u32) -> Vec<(u32, u16)> {
        let thrice = 3 * set.len() as u32;
        let mut gains = [0; ROW];
        self.gains(set, &mut gains);
        let mut guesses: Vec<(u32, u16)> = (0..)
            .zip(&gains[..Fleet::COUNT])
            .map(|(guess, gain)| (thrice - u32::from(*gain), guess))
            .filter(|(bound, _)| *bound < limit)
            .collect();
        guesses.order();
        guesses
    }

    /// Computes the gains of all guesses, and returns the largest.
    fn gains(&self, set: &[u16], all: &mut Gains) -> u8 {
        let rows: Vec<&Row> = set.iter().map(|target| self.answers.of(*target)).collect();
        gains::gains(self.level, &rows, all)
    }

    /// The most promising guesses for a set, with their lower bounds.
    fn likely_guesses(&self, set: &[u16], depth: usize) -> Vec<(u32, u16)> {
        let mut guesses: Vec<(u64, Reverse<bool>, u32, u16)> = (0..Fleet::COUNT as u16)
            .map(|guess| {
                let mut sizes = [0_u16; ANSWERS];
                let answers = self.answers.to(guess);
                for target in set {
                    sizes[usize::from(answers[usize::from(*target)])] += 1;
                }
                let may_be_right = sizes[Answers::FOUND] > 0;
                let parts = sizes[..Answers::FOUND]
                    .iter()
                    .map(|size| usize::from(*size));
                let likely = parts.clone().map(likely_cost).sum::<f64>();
                let least = parts.map(|size| self.least[size]).sum::<u32>();
                (
                    (1e3 * likely) as u64,
                    Reverse(may_be_right),
                    set.len() as u32 + least,
                    guess,
                )
            })
            .collect();
        guesses.order();
        guesses.truncate(self.task.width.0[depth.saturating_sub(1).min(2)]);
        guesses
            .into_iter()
            .map(|(_, _, bound, guess)| (bound, guess))
            .collect()
    }
}

/// The table key of a set, which includes the remaining guesses if they matter.
fn key(sign: u128, left: Option<usize>) -> u128 {
    sign ^ left.unwrap_or(0) as u128
}

/// An estimate of the cost of a set by its size, from sets that were searched.
fn likely_cost(size: usize) -> f64 {
    match size {
        0 => 0.0,
        1 => 1.0,
        2 => 3.0,
        _ => {
            let size = size as f64;
            size * (1.35 + size.ln() / 11_f64.ln())
        }
    }
}

/// The least that sets of 0, 1, 2... targets cost: as if every guess were right
/// for one target and split the others evenly among all other answers.
pub(super) fn least_costs() -> Vec<u32> {
    let mut least = vec![0];
    for size in 1..=Fleet::COUNT {
        let others = size - 1;
        let parts = ANSWERS - 1;
        let (each, larger) = (others / parts, others % parts);
        let smaller = (parts - larger) as u32 * least[each];
        let larger = match larger {
            0 => 0,
            count => count as u32 * least[each + 1],
        };
        least.push(size as u32 + smaller + larger);
    }
    least
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    type Costs = HashMap<(Vec<u16>, usize), Option<u32>>;

    /// The cost by definition, with memoisation and nothing clever.
    fn reference(set: &[u16], left: usize, known: &mut Costs) -> Option<u32> {
        if set.len() < 2 || left == 0 {
            return (set.len() <= left).then_some(set.len() as u32);
        }
        let key = (set.to_vec(), left);
        if let Some(cost) = known.get(&key) {
            return *cost;
        }
        let mut best = None;
        for guess in 0..Fleet::COUNT as u16 {
            let answers = Answers::get().to(guess);
            let mut parts = vec![Vec::new(); ANSWERS];
            for target in set {
                parts[usize::from(answers[usize::from(*target)])].push(*target);
            }
            if parts.iter().all(|part| part.len() < set.len()) {
                let mut parts = parts[..Answers::FOUND].iter();
                let cost = parts.try_fold(set.len() as u32, |cost, part| {
                    Some(cost + reference(part, left - 1, known)?)
                });
                best = cost.into_iter().chain(best).min();
            }
        }
        known.insert(key, best);
        best
    }

    #[test]
    fn costs_are_those_of_the_definition_whatever_the_most_guesses() {
        let answers = Answers::get().to(911);
        let alike: Vec<u16> = (0..Fleet::COUNT as u16)
            .filter(|target| answers[usize::from(*target)] == answers[2222])
            .collect();
        let (mut found, mut impossible) = (0, 0);
        for (size, start, largest) in [(3, 0, 4), (5, 40, 4), (8, 80, 4), (14, 3, 2), (19, 30, 2)] {
            // Neighbours in the list are hard to tell apart.
            let set = &alike[start..start + size];
            let mut known = Costs::new();
            for most in 2..=largest {
                let task = Task {
                    width: Width::QUICK,
                    most,
                };
                let mut search = TreeSearch::new(task);
                let guess = search.best(set, 0);
                let cost = search.known(search.sign(set), Some(most));
                let expected = reference(set, most, &mut known);
                let cost = cost.filter(|known| known.guess.is_some());
                assert_eq!(cost.map(|known| known.cost), expected, "{set:?} {most}");
                assert_eq!(guess.is_some(), expected.is_some());
                assert!(cost.is_none_or(|known| known.worst <= most));
                found += usize::from(expected.is_some());
                impossible += usize::from(expected.is_none());
            }
        }
        assert!(found > 5 && impossible > 0, "{found} {impossible}");
    }
}
