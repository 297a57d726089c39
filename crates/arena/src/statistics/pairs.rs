//! How much better one of two players is, from pairs of games.
//!
//! The two games of a pair have the same luck or the same opening, with the seats swapped, so their
//! results are not independent, but those of different pairs are. So pairs are counted, by the
//! points that the first player made in both games: five kinds, hence *pentanomial*.

use super::mean::Mean;

/// Pairs of games by the points of the first player: 0, ½, 1, 1½, 2. For single
/// games, by twice the points.
#[doc(alias = "pentanomial")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

/// An estimate of the first player's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The share of points, from 0 to 1.
    pub score: f64,
    /// The Elo difference, infinite if all points or none were made.
    pub elo: f64,
    /// The 95 % confidence interval.
    pub interval: [f64; 2],
    /// The likelihood that the first player is better.
    pub superiority: f64,
}

impl Estimate {
    /// Half of the interval.
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.interval[1] - self.interval[0]) / 2.0
    }
}

/// The Elo difference that corresponds to an expected share of the points.
///
/// ```
/// use parlour_arena::statistics::elo_of;
/// assert_eq!(elo_of(0.5), 0.0);
/// assert!((elo_of(0.75) - 190.85).abs() < 0.01);
/// ```
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The expected share of the points at this Elo difference.
#[must_use]
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl Pairs {
    /// Counts a pair by the first player's share of the points.
    pub fn add(&mut self, share: f64) {
        self.0[(4.0 * share).round().clamp(0.0, 4.0) as usize] += 1;
    }

    /// How many pairs there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The same pairs from the second player's point of view.
    #[must_use]
    pub fn exchanged(&self) -> Pairs {
        let mut counts = self.0;
        counts.reverse();
        Pairs(counts)
    }

    /// The estimate from these pairs; `None` if there are none.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        if self.count() == 0 {
            return None;
        }
        let mut share = Mean::default();
        for (kind, count) in self.0.iter().enumerate() {
            share.add_many(kind as f64 / 4.0, *count);
        }
        Some(Estimate {
            score: share.value(),
            elo: elo_of(share.value()),
            interval: share.share_interval().map(elo_of),
            superiority: share.superiority(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::luck;
    use rand::Rng;

    /// Lost twice, a loss and a draw, one each, two draws, a draw and a win,
    /// won twice: as other programs count pairs.
    fn pairs([ll, ld, wl, dd, wd, ww]: [u64; 6]) -> Pairs {
        Pairs([ll, ld, wl + dd, wd, ww])
    }

    /// The examples of fastchess's tests. Its intervals are those of the normal distribution, from
    /// which Wilson's differs by one part in the number of pairs, or four.
    #[test]
    fn estimates_are_those_of_the_books() {
        for (counts, elo, error, superiority) in [
            ([34, 54, 31, 32, 64, 75], 55.58, 27.65, 1.0),
            ([332, 433, 457, 41, 333, 334], -8.64, 10.33, 0.0505),
            ([7895, 8757, 5485, 200, 568, 9999], -21.04, 2.95, 0.0),
        ] {
            let pairs = pairs(counts);
            let found = pairs.estimate().expect("there are pairs");
            let near = 0.005 + 4.0 * error / pairs.count() as f64;
            assert!((found.elo - elo).abs() < 0.01, "{found:?}");
            assert!((found.error() - error).abs() < near, "{found:?}");
            assert!((found.superiority - superiority).abs() < 5e-4, "{found:?}");
        }
    }

    /// All ways in which `left` pairs can be of five kinds, starting from the next kind to count.
    fn each_result(counts: [u64; 5], kind: usize, left: u64, seen: &mut dyn FnMut(Pairs)) {
        let mut counts = counts;
        if kind == 4 {
            counts[4] = left;
            return seen(Pairs(counts));
        }
        for count in 0..=left {
            counts[kind] = count;
            each_result(counts, kind + 1, left - count, seen);
        }
    }

    /// The probability that the interval of ten pairs contains the truth, summed over all 1001
    /// possible results.
    fn coverage(shares: [f64; 5]) -> f64 {
        let truth: f64 = (0..5).map(|kind| kind as f64 / 4.0 * shares[kind]).sum();
        let factorial = |n: u64| (1..=n).map(|n| n as f64).product::<f64>();
        let mut inside = 0.0;
        let mut all = 0.0;
        each_result([0; 5], 0, 10, &mut |pairs| {
            let each = pairs.0.iter().zip(shares);
            let chance = each.fold(factorial(10), |chance, (count, share)| {
                chance * share.powi(*count as i32) / factorial(*count)
            });
            all += chance;
            let [low, high] = pairs.estimate().expect("ten").interval.map(score_of);
            if (low - 1e-9..=high + 1e-9).contains(&truth) {
                inside += chance;
            }
        });
        assert!((all - 1.0f64).abs() < 1e-9);
        inside
    }

    /// By brute force: however the games of a pair correlate, the interval of ten pairs contains
    /// the truth as often as stated, on average over the strengths of the players, and nearly as
    /// often at the worst strength.
    #[test]
    fn intervals_of_few_pairs_have_the_truth_in_them_as_often_as_stated() {
        type Kind = fn(f64) -> [f64; 5];
        fn independent(win: f64, draw: f64) -> [f64; 5] {
            let loss = 1.0 - win - draw;
            [
                loss * loss,
                2.0 * loss * draw,
                draw * draw + 2.0 * win * loss,
                2.0 * win * draw,
                win * win,
            ]
        }
        let kinds: [(&str, Kind); 5] = [
            ("the same winner of both games", |p| {
                [1.0 - p, 0.0, 0.0, 0.0, p]
            }),
            ("independent games", |p| independent(p, 0.0)),
            ("some draws", |p| independent(0.7 * p, 0.3)),
            ("many draws", |p| independent(0.2 * p, 0.8)),
            ("the seat decides", |p| {
                [0.2 - 0.2 * p, 0.0, 0.8, 0.0, 0.2 * p]
            }),
        ];
        for (name, kind) in kinds {
            let found: Vec<f64> = (1..40)
                .map(|p| coverage(kind(f64::from(p) / 40.0)))
                .collect();
            let mean = found.iter().sum::<f64>() / found.len() as f64;
            let least = found.iter().copied().fold(1.0, f64::min);
            assert!(mean >= 0.95 && least >= 0.89, "{name}: {mean} {least}");
        }
    }

    /// Matches of a hundred pairs between players with a known difference, in which the two games
    /// of a pair correlate.
    #[test]
    fn intervals_of_many_pairs_have_the_truth_in_them_as_often_as_stated() {
        let mut luck = luck::seeded(5);
        let mut number = || (luck.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        let shares = [0.10, 0.15, 0.35, 0.20, 0.20];
        let mean: f64 = (0..5).map(|kind| shares[kind] * kind as f64 / 4.0).sum();
        let truth = elo_of(mean);
        let mut inside = 0;
        for _ in 0..2000 {
            let mut pairs = Pairs::default();
            for _ in 0..100 {
                let mut left = number();
                let mut kind = 0;
                while kind < 4 && left >= shares[kind] {
                    left -= shares[kind];
                    kind += 1;
                }
                pairs.add(kind as f64 / 4.0);
            }
            let [low, high] = pairs.estimate().expect("pairs").interval;
            inside += u32::from((low..=high).contains(&truth));
        }
        // 1900 are stated; 30 are three standard deviations.
        assert!((1870..=1950).contains(&inside), "{inside} of 2000");
    }

    #[test]
    fn one_sided_results_have_an_honest_interval() {
        let won = Pairs([0, 0, 0, 0, 10]).estimate().expect("pairs");
        assert_eq!(won.elo, f64::INFINITY);
        assert_eq!(won.interval[1], f64::INFINITY);
        // Wilson: at least 72.25 % with ten of ten.
        assert_eq!(won.interval[0].round(), 166.0);
        assert!(won.superiority > 0.99);
        let lost = Pairs([0, 0, 0, 0, 10]).exchanged().estimate();
        assert_eq!(lost.expect("pairs").interval[0], f64::NEG_INFINITY);
        let equal = Pairs([0, 0, 10, 0, 0]).estimate().expect("pairs");
        assert_eq!((equal.elo, equal.superiority), (0.0, 0.5));
        assert!(equal.error() > 50.0, "{equal:?}");
        assert_eq!(Pairs::default().estimate(), None);
    }
}
