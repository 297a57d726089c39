//! How all guesses partition a set, counted for many guesses at once.

use fearless_simd::{Level, Simd, SimdBase, SimdInt, dispatch, u8x64};

use super::answers::{Answers, ROW};

/// For every guess, the number of parts it makes of a set, plus one if it may
/// be right.
pub(super) type Gains = [u8; ROW];

/// For every guess, by how much its largest parts are too large.
pub(super) type Excess = [u8; ROW];

/// The largest set for which the excess is computed, because sizes are counted in
/// bytes.
pub(super) const CROWD: usize = u8::MAX as usize;

/// Large parts nearly always have one of the first answers, without an exact hit.
const COMMON: usize = 10;

/// How many guesses one vector holds.
const BLOCK: usize = 64;

/// How many blocks are counted together: as many as there are registers for, so
/// that more of a row is read at once.
const TOGETHER: usize = 6;

/// The answers of a target to all guesses.
pub(super) type Row = [u8; ROW];

/// Computes the gains of all guesses, and returns the largest. A row has the
/// answers of a target of the set.
pub(super) fn gains(level: Level, rows: &[&Row], gains: &mut Gains) -> u8 {
    dispatch!(level, simd => count(simd, rows, gains))
}

/// Computes for every guess by how much its largest parts of a set exceed
/// `most`, as far as that is quickly seen.
pub(super) fn excess(level: Level, rows: &[&Row], most: u8, excess: &mut Excess) {
    if rows.len() <= CROWD {
        dispatch!(level, simd => count_excess(simd, rows, most, excess));
    }
}

/// Counts the different answers to each guess, the final one twice, and returns the largest count.
#[inline(always)]
fn count<S: Simd>(simd: S, rows: &[&Row], gains: &mut Gains) -> u8 {
    // One bit per answer takes three bytes.
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
fn count_excess<S: Simd>(simd: S, rows: &[&Row], most: u8, excess: &mut Excess) {
    // Two counts share a byte while they are below 16.
    let ones: [u8x64<S>; COMMON / 2] = std::array::from_fn(|pair| {
        u8x64::from_fn(simd, |answer| match answer.checked_sub(2 * pair) {
            Some(0) => 1,
            Some(1) => 16,
            _ => 0,
        })
    });
    let none = u8x64::splat(simd, 0);
    for (block, excess) in excess.chunks_exact_mut(BLOCK).enumerate() {
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
        let mut over = none;
        for [even, odd] in counts {
            over = over.saturating_add(even.saturating_sub(most));
            over = over.saturating_add(odd.saturating_sub(most));
        }
        over.store_slice(excess);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Fleet;
    use crate::solve::answers::ANSWERS;

    #[test]
    fn all_guesses_at_once_are_as_one_by_one() {
        let (level, answers) = (Level::new(), Answers::get());
        for (size, step) in [(1, 1), (2, 7), (16, 3), (47, 101), (255, 19)] {
            let set = (0..size).map(|index| index * step);
            let rows: Vec<&Row> = set.map(|target| answers.of(target)).collect();
            let (mut all, mut found) = ([0; ROW], [0; ROW]);
            let most = gains(level, &rows, &mut all);
            excess(level, &rows, 11, &mut found);
            let mut largest = 0;
            for guess in 0..Fleet::COUNT {
                let mut sizes = [0_usize; ANSWERS];
                for row in &rows {
                    sizes[usize::from(row[guess])] += 1;
                }
                let parts = sizes.iter().filter(|size| **size > 0).count();
                let gain = parts + sizes[Answers::FOUND];
                assert_eq!(usize::from(all[guess]), gain);
                largest = largest.max(gain);
                let common = sizes[..COMMON].iter();
                let over: usize = common.map(|size| size.saturating_sub(11)).sum();
                assert_eq!(usize::from(found[guess]), over.min(255));
            }
            assert_eq!(usize::from(most), largest);
        }
    }
}
