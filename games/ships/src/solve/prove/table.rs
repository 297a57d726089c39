//! The answers of the targets of one set, close together.
//!
//! A proof stays with the targets that are left after the first guess for
//! seconds. Their answers fit the cache, those of all targets do not. Targets are
//! numbered within the set.

use fearless_simd::{Level, dispatch};

use crate::rules::Fleet;

use super::super::answers::{ANSWERS, Answers, ROW};

/// For every guess, how many parts it makes of a set, and one more where it may
/// be right.
pub(super) type Gains = [u32; ROW];

/// For every guess, by how much its largest parts are too large.
pub(super) type Crowds = [u8; ROW];

/// Large parts have nearly always one of the first answers, without an exact hit.
const COMMON: u8 = 10;

/// Guesses that are counted together.
const BLOCK: usize = 64;

/// The answers of a set's targets.
pub(super) struct Table {
    level: Level,
    /// Which guess is each target.
    guesses: Vec<u16>,
    /// By guess, then by target.
    by_guess: Vec<u8>,
    /// By target, then by guess.
    by_target: Vec<u8>,
}

impl Table {
    pub(super) fn new(set: &[u16]) -> Table {
        let answers = Answers::get();
        let mut by_guess = Vec::with_capacity(Fleet::COUNT * set.len());
        for guess in 0..Fleet::COUNT as u16 {
            let row = answers.to(guess);
            by_guess.extend(set.iter().map(|target| row[usize::from(*target)]));
        }
        Table {
            level: Level::new(),
            guesses: set.to_vec(),
            by_guess,
            by_target: set
                .iter()
                .flat_map(|target| answers.of(*target))
                .copied()
                .collect(),
        }
    }

    /// How many targets there are.
    pub(super) fn len(&self) -> usize {
        self.guesses.len()
    }

    /// The guess that a target is.
    pub(super) fn guess(&self, target: u16) -> u16 {
        self.guesses[usize::from(target)]
    }

    /// The answers of all targets to a guess.
    pub(super) fn to(&self, guess: u16) -> &[u8] {
        &self.by_guess[usize::from(guess) * self.len()..][..self.len()]
    }

    /// The answers of a target to all guesses.
    fn of(&self, target: u16) -> &[u8; ROW] {
        let row = &self.by_target[usize::from(target) * ROW..][..ROW];
        row.try_into().expect("a row has this length")
    }

    /// Computes the gains of all guesses, and returns the largest.
    pub(super) fn gains(&self, set: &[u16], gains: &mut Gains) -> u32 {
        let level = self.level;
        gains.fill(0);
        let mut fours = set.chunks_exact(4);
        for four in fours.by_ref() {
            let rows = [0, 1, 2, 3].map(|index| self.of(four[index]));
            dispatch!(level, _ => note(rows, gains));
        }
        for target in fours.remainder() {
            dispatch!(level, _ => note([self.of(*target)], gains));
        }
        dispatch!(level, _ => count(gains))
    }

    /// Adds to every guess by how much its largest parts of a set are larger than
    /// `most`, as far as that is quickly seen.
    pub(super) fn crowds(&self, set: &[u16], most: u32, crowds: &mut Crowds) {
        let Ok(most) = u8::try_from(most) else { return };
        // Sizes are counted in bytes.
        if set.len() > usize::from(u8::MAX) {
            return;
        }
        let level = self.level;
        let rows: Vec<&[u8; ROW]> = set.iter().map(|target| self.of(*target)).collect();
        dispatch!(level, _ => crowd(&rows, most, crowds));
    }

    /// Whether one of these targets, taken as a guess, tells all of them apart.
    pub(super) fn has_a_key(&self, set: &[u16]) -> bool {
        set.len() <= ANSWERS
            && set.iter().any(|target| {
                let answers = self.to(self.guesses[usize::from(*target)]);
                let mut seen = 0_u32;
                set.iter().all(|other| {
                    let answer = 1 << answers[usize::from(*other)];
                    let is_new = seen & answer == 0;
                    seen |= answer;
                    is_new
                })
            })
    }
}

/// Notes the answers of some targets to all guesses, a bit each.
#[inline(always)]
fn note<const COUNT: usize>(rows: [&[u8; ROW]; COUNT], seen: &mut Gains) {
    for (guess, seen) in seen.iter_mut().enumerate() {
        for row in rows {
            // Without a check, which would keep it from being fast.
            *seen |= 1_u32.wrapping_shl(row[guess].into());
        }
    }
}

/// Counts the common answers to each guess beyond the first `most` of a kind.
#[inline(always)]
fn crowd(rows: &[&[u8; ROW]], most: u8, crowds: &mut Crowds) {
    for (block, crowds) in crowds.chunks_exact_mut(BLOCK).enumerate() {
        for answer in 0..COMMON {
            let mut counts = [0_u8; BLOCK];
            for row in rows {
                let row = &row[block * BLOCK..][..BLOCK];
                for (count, other) in counts.iter_mut().zip(row) {
                    *count = count.wrapping_add(u8::from(*other == answer));
                }
            }
            for (crowd, count) in crowds.iter_mut().zip(counts) {
                *crowd = crowd.saturating_add(count.saturating_sub(most));
            }
        }
    }
}

/// Counts the bits, that of the end twice, and returns the largest count.
#[inline(always)]
fn count(seen: &mut Gains) -> u32 {
    // The row is longer than there are guesses; what is beyond says nothing.
    seen[Fleet::COUNT..].fill(0);
    let mut most = 0;
    for seen in seen {
        *seen = seen.count_ones() + (*seen >> Answers::FOUND & 1);
        most = most.max(*seen);
    }
    most
}
