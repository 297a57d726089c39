//! Lower bounds for the cost of sets of targets.
//!
//! A set of n targets costs at least 3n - k, where k is the largest gain of any guess (see
//! [`search`](super::super::search)), and a part of it gains no more than the whole. That assumes
//! that a guess leaves only parts which cost twice their size less one, and such a part has a key:
//! a target that tells all of them apart. Large parts seldom have one, and that is quick to find
//! out. So a second look at a guess, part by part, shows far more than its gain; whatever even that
//! leaves open is searched to the end (branch and bound).

use rand::Rng;
use rustc_hash::FxHashMap;

use parlour_core::luck;

use crate::rules::Fleet;

use super::super::answers::{ANSWERS, Answers, ROW};
use super::super::gains::Gains;
use super::super::search::least_costs;
use super::set_answers::SetAnswers;

/// For smaller parts, the gains of all guesses are not worth their time at a
/// second look.
const WORTH_GAINS: usize = 9;

/// What is known about a set.
#[derive(Clone, Copy)]
struct Known {
    /// A lower bound of its cost, or the cost.
    cost: u32,
    is_exact: bool,
}

/// Lower bounds for subsets of the targets of one table.
#[doc(alias = "branch and bound")]
#[doc(alias = "lower bound")]
pub(super) struct Bounds {
    pub(super) table: SetAnswers,
    /// A random number for every target; a set is identified by the sum of its
    /// targets' numbers (like a Zobrist hash). With 128 bits collisions are
    /// negligible.
    signs: Vec<u128>,
    known: FxHashMap<u128, Known>,
    /// The least that a set of this many targets of this table can cost.
    pub(super) least: Vec<u32>,
}

/// The parts of a set by their answers.
#[derive(Default)]
pub(super) struct Parts {
    targets: Vec<u16>,
    ends: [usize; ANSWERS],
}

impl Parts {
    pub(super) fn of(set: &[u16], answers: &[u8], sizes: &[usize; ANSWERS]) -> Parts {
        let mut parts = Parts::default();
        parts.sort(set, answers, sizes);
        parts
    }

    /// Sorts the targets of a set by their answers (counting sort).
    fn sort(&mut self, set: &[u16], answers: &[u8], sizes: &[usize; ANSWERS]) {
        let mut next = [0; ANSWERS];
        for answer in 1..ANSWERS {
            next[answer] = next[answer - 1] + sizes[answer - 1];
        }
        self.targets.resize(set.len(), 0);
        for target in set {
            let place = &mut next[usize::from(answers[usize::from(*target)])];
            self.targets[*place] = *target;
            *place += 1;
        }
        // Every index has advanced to the end of its answer.
        self.ends = next;
    }

    fn part(&self, answer: usize) -> &[u16] {
        let start = match answer {
            0 => 0,
            _ => self.ends[answer - 1],
        };
        &self.targets[start..self.ends[answer]]
    }

    /// All parts except that of the answer that ends the game.
    pub(super) fn unfinished(&self) -> impl Iterator<Item = &[u16]> {
        (0..Answers::FOUND).map(|answer| self.part(answer))
    }
}

/// How many targets of a set have each answer.
pub(super) fn sizes(set: &[u16], answers: &[u8]) -> [usize; ANSWERS] {
    // Four counters each, so that no count waits for the one before.
    let mut counts = [[0_u16; 32]; 4];
    let answer = |target: u16| usize::from(answers[usize::from(target)] & 31);
    let mut fours = set.chunks_exact(4);
    for four in fours.by_ref() {
        for (counts, target) in counts.iter_mut().zip(four) {
            counts[answer(*target)] += 1;
        }
    }
    for target in fours.remainder() {
        counts[0][answer(*target)] += 1;
    }
    std::array::from_fn(|answer| {
        let counts = counts.iter().map(|counts| usize::from(counts[answer]));
        counts.sum()
    })
}

/// The cost of a set with a key, the least that a set of its size can cost.
fn with_a_key(size: usize) -> u32 {
    2 * size as u32 - 1
}

/// The result of a second look: the parts without a key, the largest first, by
/// answer, each with a lower bound.
pub(super) struct SecondLook {
    cost: u32,
    keyless: Vec<(usize, u32)>,
}

impl SecondLook {
    /// The least that the set costs with this guess.
    pub(super) fn cost(&self) -> u32 {
        self.cost
    }
}

impl Bounds {
    pub(super) fn new(set: &[u16]) -> Bounds {
        let table = SetAnswers::new(set);
        let all: Vec<u16> = (0..set.len() as u16).collect();
        let most = table.gains(&all, &mut [0; ROW]);
        let mut luck = luck::seeded(0);
        let mut bounds = Bounds {
            table,
            signs: (0..set.len())
                .map(|_| u128::from(luck.next_u64()) << 64 | u128::from(luck.next_u64()))
                .collect(),
            known: FxHashMap::default(),
            least: least_costs(),
        };
        bounds.least = bounds.least_within(set.len(), most);
        bounds
    }

    /// Lower bounds by size for parts of a set of this size in which no guess
    /// gains more than `most`.
    pub(super) fn least_within(&self, size: usize, most: u32) -> Vec<u32> {
        let mut least = self.least[..=size].to_vec();
        for (part, least) in (0..).zip(&mut least).skip(3) {
            *least = (*least).max((3_u32 * part).saturating_sub(most));
        }
        least
    }

    fn sign(&self, set: &[u16]) -> u128 {
        set.iter().fold(0, |sum: u128, target| {
            sum.wrapping_add(self.signs[usize::from(*target)])
        })
    }

    /// The parts that a guess makes of a set.
    pub(super) fn split(&self, set: &[u16], guess: u16) -> Parts {
        let answers = self.table.to(guess);
        Parts::of(set, answers, &sizes(set, answers))
    }

    /// A lower bound from the gains of all guesses.
    pub(super) fn by_gains(&self, set: &[u16]) -> u32 {
        let size = set.len();
        if size < 3 {
            return self.least[size];
        }
        let most = self.table.gains(set, &mut [0; ROW]);
        (3 * size as u32 - most).max(self.least[size])
    }

    /// A lower bound, with a quick look for a key.
    pub(super) fn by_key(&self, set: &[u16]) -> u32 {
        let least = self.least[set.len()];
        if set.len() > 2 && least == with_a_key(set.len()) && !self.table.has_a_key(set) {
            least + 1
        } else {
            least
        }
    }

    /// Deducts from the gains of guesses the extra cost of their largest parts:
    /// those with more targets than any guess can gain.
    fn deduct_crowds(&self, set: &[u16], most: u32, gains: &mut Gains) {
        let mut excess = [0; ROW];
        self.table.excess(set, most - 1, &mut excess);
        for (gain, over) in gains.iter_mut().zip(excess) {
            *gain = gain.saturating_sub(over);
        }
    }

    /// The cost of a set, or `limit` if it is that or more.
    pub(super) fn cost(&mut self, set: &[u16], limit: u32) -> u32 {
        let size = set.len();
        if size < 3 || self.least[size] >= limit {
            return self.least[size].min(limit);
        }
        let sign = self.sign(set);
        let mut before = self.least[size];
        if let Some(known) = self.known.get(&sign) {
            if known.is_exact || known.cost >= limit {
                return known.cost.min(limit);
            }
            before = known.cost;
        }
        let known = self.searched(set, limit, before);
        self.known.insert(sign, known);
        known.cost.min(limit)
    }

    fn searched(&mut self, set: &[u16], limit: u32, before: u32) -> Known {
        let size = set.len();
        if self.table.has_a_key(set) {
            return Known {
                cost: with_a_key(size),
                is_exact: true,
            };
        }
        let mut gains = [0; ROW];
        let most = self.table.gains(set, &mut gains);
        let thrice = 3 * size as u32;
        let at_least = (thrice - most).max(before).max(with_a_key(size) + 1);
        if at_least >= limit {
            return Known {
                cost: at_least,
                is_exact: false,
            };
        }
        self.deduct_crowds(set, most, &mut gains);
        let mut guesses: Vec<(u32, u16)> = (0..)
            .zip(&gains[..Fleet::COUNT])
            .map(|(guess, gain)| (thrice - u32::from(*gain), guess))
            .filter(|(bound, _)| *bound < limit)
            .collect();
        guesses.sort_unstable();
        let least = self.least_within(size, most);
        let mut best = limit;
        let mut parts = Parts::default();
        for (bound, guess) in guesses {
            if bound >= best || best <= at_least {
                break;
            }
            let look = self.second_look(set, guess, best, &least, &mut parts);
            if let Some(look) = look
                && let Some(cost) = self.improved(look, best, &parts)
            {
                best = cost;
            }
        }
        Known {
            cost: best,
            is_exact: best < limit,
        }
    }

    /// The second look at a guess, if the set may cost less than the limit with
    /// it. Parts cost at least `least`; they are left in `parts`.
    pub(super) fn second_look(
        &self,
        set: &[u16],
        guess: u16,
        limit: u32,
        least: &[u32],
        parts: &mut Parts,
    ) -> Option<SecondLook> {
        let answers = self.table.to(guess);
        let sizes = sizes(set, answers);
        let others = &sizes[..Answers::FOUND];
        let mut cost = set.len() as u32 + others.iter().map(|size| least[*size]).sum::<u32>();
        if cost >= limit {
            return None;
        }
        parts.sort(set, answers, &sizes);
        // The largest part is the first without a key.
        let mut keyless: Vec<(usize, u32)> = (0..Answers::FOUND)
            .filter(|answer| sizes[*answer] > 2)
            .map(|answer| (answer, least[sizes[answer]]))
            .collect();
        keyless.sort_unstable_by_key(|(answer, _)| std::cmp::Reverse(sizes[*answer]));
        for (answer, bound) in &mut keyless {
            let keyed = with_a_key(sizes[*answer]);
            if *bound == keyed && !self.table.has_a_key(parts.part(*answer)) {
                *bound += 1;
                cost += 1;
                if cost >= limit {
                    return None;
                }
            }
        }
        keyless.retain(|(answer, bound)| *bound > with_a_key(sizes[*answer]));
        for (answer, bound) in &mut keyless {
            if sizes[*answer] < WORTH_GAINS {
                break;
            }
            let better = self.by_gains(parts.part(*answer)).max(*bound);
            cost += better - std::mem::replace(bound, better);
            if cost >= limit {
                return None;
            }
        }
        Some(SecondLook { cost, keyless })
    }

    /// The cost of a set with a guess that was looked at, if that is less than
    /// the limit.
    fn improved(&mut self, look: SecondLook, limit: u32, parts: &Parts) -> Option<u32> {
        let mut cost = look.cost;
        // Small parts are decided soonest.
        for (answer, bound) in look.keyless.into_iter().rev() {
            let found = self.cost(parts.part(answer), bound + (limit - cost));
            cost += found.max(bound) - bound;
            if cost >= limit {
                return None;
            }
        }
        Some(cost)
    }
}
