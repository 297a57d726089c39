//! The answers of the targets of one set, close together.
//!
//! A proof stays with the targets that are left after the first guess for
//! seconds. Their answers fit the cache, those of all targets do not. Targets are
//! numbered within the set.

use fearless_simd::{Level, Simd, SimdBase, SimdInt, dispatch, u8x64};

use crate::rules::Fleet;

use super::super::answers::{ANSWERS, Answers, ROW};

/// For every guess, how many parts it makes of a set, and one more where it may
/// be right.
pub(super) type Gains = [u8; ROW];

/// For every guess, by how much its largest parts are too large.
pub(super) type Crowds = [u8; ROW];

/// The largest set of which crowds are computed, as sizes are counted in bytes.
pub(super) const CROWD: usize = u8::MAX as usize;

/// Large parts have nearly always one of the first answers, without an exact hit.
const COMMON: usize = 10;

/// Guesses that one vector holds.
const BLOCK: usize = 64;

/// Blocks that are counted together: as many as there are registers for, so that
/// more of a row is read at once.
const TOGETHER: usize = 6;

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
        let rows = self.rows(set);
        u32::from(dispatch!(level, simd => count(simd, &rows, gains)))
    }

    fn rows(&self, set: &[u16]) -> Vec<&[u8; ROW]> {
        set.iter().map(|target| self.of(*target)).collect()
    }

    /// Computes for every guess by how much its largest parts of a set are larger
    /// than `most`, as far as that is quickly seen.
    pub(super) fn crowds(&self, set: &[u16], most: u32, crowds: &mut Crowds) {
        let Ok(most) = u8::try_from(most) else { return };
        if set.len() > CROWD {
            return;
        }
        let level = self.level;
        let rows = self.rows(set);
        dispatch!(level, simd => crowd(simd, &rows, most, crowds));
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

/// Counts the different answers to each guess, that of the end twice, and returns
/// the largest count.
#[inline(always)]
fn count<S: Simd>(simd: S, rows: &[&[u8; ROW]], gains: &mut Gains) -> u8 {
    // A bit for each answer takes three bytes.
    let bits: [u8x64<S>; 3] = std::array::from_fn(|byte| {
        u8x64::from_fn(simd, |answer| {
            if answer / 8 == byte {
                1 << (answer % 8)
            } else {
                0
            }
        })
    });
    let none = u8x64::splat(simd, 0);
    let mut most = none;
    for (block, gains) in gains.chunks_exact_mut(TOGETHER * BLOCK).enumerate() {
        let mut seen = [[none; 3]; TOGETHER];
        for row in rows {
            let row = &row[block * TOGETHER * BLOCK..][..TOGETHER * BLOCK];
            for (seen, row) in seen.iter_mut().zip(row.chunks_exact(BLOCK)) {
                let answers = u8x64::from_slice(simd, row);
                for (seen, bits) in seen.iter_mut().zip(bits) {
                    *seen |= bits.swizzle_dyn(answers);
                }
            }
        }
        for (seen, gains) in seen.into_iter().zip(gains.chunks_exact_mut(BLOCK)) {
            let counts = seen.map(|seen| seen.count_ones());
            let end = (seen[2] >> (Answers::FOUND as u32 % 8)) & 1;
            let count = counts[0] + counts[1] + counts[2] + end;
            count.store_slice(gains);
            most = most.max(count);
        }
    }
    most.reduce_max()
}

/// Counts the common answers to each guess beyond the first `most` of a kind.
#[inline(always)]
fn crowd<S: Simd>(simd: S, rows: &[&[u8; ROW]], most: u8, crowds: &mut Crowds) {
    // Two counts share a byte, as long as they are less than 16.
    let ones: [u8x64<S>; COMMON / 2] = std::array::from_fn(|pair| {
        u8x64::from_fn(simd, |answer| match answer.checked_sub(2 * pair) {
            Some(0) => 1,
            Some(1) => 16,
            _ => 0,
        })
    });
    let none = u8x64::splat(simd, 0);
    for (block, crowds) in crowds.chunks_exact_mut(BLOCK).enumerate() {
        let mut counts = [[none; 2]; COMMON / 2];
        for rows in rows.chunks(15) {
            let mut pairs = [none; COMMON / 2];
            for row in rows {
                let answers = u8x64::from_slice(simd, &row[block * BLOCK..][..BLOCK]);
                for (pair, ones) in pairs.iter_mut().zip(ones) {
                    *pair += ones.swizzle_dyn(answers);
                }
            }
            for (counts, pair) in counts.iter_mut().zip(pairs) {
                counts[0] += pair & 15;
                counts[1] += pair >> 4;
            }
        }
        let mut crowd = none;
        for [even, odd] in counts {
            crowd = crowd.saturating_add(even.saturating_sub(most));
            crowd = crowd.saturating_add(odd.saturating_sub(most));
        }
        crowd.store_slice(crowds);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::prove::bounds::sizes;

    #[test]
    fn all_guesses_at_once_are_as_one_by_one() {
        let targets: Vec<u16> = (0..Fleet::COUNT as u16).step_by(13).collect();
        let table = Table::new(&targets);
        for (size, step) in [(1, 1), (2, 7), (16, 3), (47, 8), (255, 1)] {
            let set: Vec<u16> = (0..size).map(|index| index * step).collect();
            let mut gains = [0; ROW];
            let most = table.gains(&set, &mut gains);
            let mut crowds = [0; ROW];
            table.crowds(&set, 11, &mut crowds);
            let mut largest = 0;
            for guess in 0..Fleet::COUNT as u16 {
                let sizes = sizes(&set, table.to(guess));
                let parts = sizes.iter().filter(|size| **size > 0).count();
                let gain = parts + sizes[Answers::FOUND];
                assert_eq!(usize::from(gains[usize::from(guess)]), gain);
                largest = largest.max(gain);
                let common = sizes[..COMMON].iter();
                let crowd: usize = common.map(|size| size.saturating_sub(11)).sum();
                assert_eq!(usize::from(crowds[usize::from(guess)]), crowd.min(255));
            }
            assert_eq!(most as usize, largest);
        }
    }
}
