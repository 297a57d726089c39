//! How much better one of two players is, from pairs of games.
//!
//! The two games of a pair have the same luck or the same opening, with the
//! seats exchanged, so their results are not independent, but those of different
//! pairs are. What is counted are pairs, by the points that the first player made
//! in both games: five kinds, hence *pentanomial*.

/// Where 95 of 100 results of a normal distribution are.
const Z: f64 = 1.959_963_984_540_054;

/// Pairs of games by the points of the first player: 0, ½, 1, 1½, 2.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u64; 5]);

/// What pairs tell of the first player's strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The share of points that were made, from 0 to 1.
    pub score: f64,
    /// The difference in Elo, infinite where all points or none were made.
    pub elo: f64,
    /// Where the true difference is, 95 times of 100.
    pub interval: [f64; 2],
    /// The likelihood that the first player is the better one.
    pub superiority: f64,
}

impl Estimate {
    /// Half of the interval.
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.interval[1] - self.interval[0]) / 2.0
    }
}

/// The difference in Elo that makes this share of the points to be expected.
///
/// ```
/// use parlour_arena::elo_of;
/// assert_eq!(elo_of(0.5), 0.0);
/// assert!((elo_of(0.75) - 190.85).abs() < 0.01);
/// ```
#[must_use]
pub fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The share of the points to be expected with this difference in Elo.
#[must_use]
pub fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

impl Pairs {
    /// Counts a pair by the first player's points, in halves: 0 to 4.
    pub fn add(&mut self, halves: usize) {
        self.0[halves.min(4)] += 1;
    }

    /// How many pairs there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The same pairs as the second player sees them.
    #[must_use]
    pub fn exchanged(&self) -> Pairs {
        let mut counts = self.0;
        counts.reverse();
        Pairs(counts)
    }

    /// The mean share of the points, and the variance of a pair's share.
    fn moments(&self) -> (f64, f64) {
        let count = self.count() as f64;
        let share = |kind: usize| kind as f64 / 4.0;
        let sum = |value: &dyn Fn(usize) -> f64| -> f64 {
            let pairs = self.0.iter().enumerate();
            pairs.map(|(kind, pairs)| *pairs as f64 * value(kind)).sum()
        };
        let mean = sum(&share) / count;
        let variance = sum(&|kind| (share(kind) - mean).powi(2)) / count;
        (mean, variance)
    }

    /// What these pairs tell; `None` of none.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        let count = self.count() as f64;
        if count == 0.0 {
            return None;
        }
        let (score, variance) = self.moments();
        let deviation = (variance / count).sqrt();
        let [mut low, mut high] = [score - Z * deviation, score + Z * deviation];
        if variance == 0.0 || low <= 0.0 || high >= 1.0 {
            // So few pairs, or so one-sided ones, that the normal distribution
            // would promise too much: Wilson's interval never does.
            let weight = 1.0 + Z * Z / count;
            let middle = (score + Z * Z / (2.0 * count)) / weight;
            let half = Z / weight * (variance / count + (Z / (2.0 * count)).powi(2)).sqrt();
            [low, high] = [middle - half, middle + half];
            // At an end the middle moves away from it, but the end is possible.
            if score == 0.0 || score == 1.0 {
                [low, high] = [low.min(score), high.max(score)];
            }
        }
        let superiority = match deviation {
            0.0 => normal((score - 0.5) * 2.0 * count.sqrt()),
            _ => normal((score - 0.5) / deviation),
        };
        Some(Estimate {
            score,
            elo: elo_of(score),
            interval: [elo_of(low.max(0.0)), elo_of(high.min(1.0))],
            superiority,
        })
    }
}

/// The chance that a normally distributed number is below `x`.
#[must_use]
pub fn normal(x: f64) -> f64 {
    0.5 * erfc(-x / std::f64::consts::SQRT_2)
}

/// The complementary error function, by its series near 0 and its continued
/// fraction elsewhere; exact to ten digits.
fn erfc(x: f64) -> f64 {
    if x < 0.0 {
        return 2.0 - erfc(-x);
    }
    if x < 2.0 {
        let mut term = x;
        let mut sum = x;
        for n in 1..60 {
            let n = f64::from(n);
            term *= -x * x / n;
            sum += term / (2.0 * n + 1.0);
        }
        return 1.0 - 2.0 / std::f64::consts::PI.sqrt() * sum;
    }
    let fraction = (1..80)
        .rev()
        .fold(0.0, |rest, k| f64::from(k) / 2.0 / (x + rest));
    (-x * x).exp() / std::f64::consts::PI.sqrt() / (x + fraction)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::luck;
    use rand::Rng;

    /// Lost twice, a loss and a draw, one each, two draws, a draw and a win, won
    /// twice: as other programs count pairs.
    fn pairs([ll, ld, wl, dd, wd, ww]: [u64; 6]) -> Pairs {
        Pairs([ll, ld, wl + dd, wd, ww])
    }

    /// The examples of fastchess, whose estimates are those of its tests.
    #[test]
    fn estimates_are_those_of_the_books() {
        for (counts, elo, error, superiority) in [
            ([34, 54, 31, 32, 64, 75], 55.58, 27.65, 1.0),
            ([332, 433, 457, 41, 333, 334], -8.64, 10.33, 0.0505),
            ([7895, 8757, 5485, 200, 568, 9999], -21.04, 2.95, 0.0),
        ] {
            let found = pairs(counts).estimate().expect("there are pairs");
            assert!((found.elo - elo).abs() < 0.01, "{found:?}");
            assert!((found.error() - error).abs() < 0.02, "{found:?}");
            assert!((found.superiority - superiority).abs() < 1e-4, "{found:?}");
        }
    }

    #[test]
    fn the_normal_distribution_is_that_of_the_books() {
        for (x, below) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_1),
            (-1.0, 0.158_655_253_9),
            (1.959_963_984_5, 0.975),
            (3.0, 0.998_650_102_0),
            (-4.0, 0.000_031_671_2),
            (6.0, 0.999_999_999_0),
        ] {
            assert!((normal(x) - below).abs() < 1e-9, "{x}: {}", normal(x));
        }
    }

    /// Matches between players of a known difference, in which the two games of a
    /// pair go together.
    #[test]
    fn intervals_have_the_truth_in_them_as_often_as_stated() {
        let mut luck = luck::seeded(5);
        let mut number = || (luck.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        // What the first player makes of 100 pairs: 0, 1/2, 1, 1 1/2, 2 points.
        let shares = [10.0, 15.0, 35.0, 20.0, 20.0];
        let mean: f64 = (0..5).map(|kind| shares[kind] * kind as f64 / 400.0).sum();
        let truth = elo_of(mean);
        let mut inside = 0;
        for _ in 0..2000 {
            let mut pairs = Pairs::default();
            for _ in 0..100 {
                let mut left = 100.0 * number();
                let mut kind = 0;
                while kind < 4 && left >= shares[kind] {
                    left -= shares[kind];
                    kind += 1;
                }
                pairs.add(kind);
            }
            let [low, high] = pairs.estimate().expect("pairs").interval;
            inside += u32::from((low..=high).contains(&truth));
        }
        // 1900 are stated; 30 are three deviations.
        assert!((1865..=1935).contains(&inside), "{inside} of 2000");
    }

    #[test]
    fn one_sided_results_have_an_honest_interval() {
        let won = Pairs([0, 0, 0, 0, 10]).estimate().expect("pairs");
        assert_eq!(won.elo, f64::INFINITY);
        assert_eq!(won.interval[1], f64::INFINITY);
        // Wilson: at least 72 % with ten of ten.
        assert!((won.interval[0] - elo_of(0.7225)).abs() < 1.0, "{won:?}");
        assert!(won.superiority > 0.99);
        let lost = Pairs([0, 0, 0, 0, 10]).exchanged().estimate();
        assert_eq!(lost.expect("pairs").interval[0], f64::NEG_INFINITY);
        let equal = Pairs([0, 0, 10, 0, 0]).estimate().expect("pairs");
        assert_eq!((equal.elo, equal.superiority), (0.0, 0.5));
        assert!(equal.error() > 50.0, "{equal:?}");
        assert_eq!(Pairs::default().estimate(), None);
    }
}
