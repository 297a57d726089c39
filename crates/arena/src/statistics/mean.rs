//! Means of independent numbers, and how well they are known.

/// The 97.5 % quantile of the normal distribution.
pub(super) const Z: f64 = 1.959_963_984_540_054;

/// The mean of independent numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    /// Counts a number.
    pub fn add(&mut self, value: f64) {
        self.add_many(value, 1);
    }

    /// Adds a number that occurred this many times.
    pub fn add_many(&mut self, value: f64, times: u64) {
        let times = times as f64;
        self.count += times;
        self.sum += times * value;
        self.squares += times * value * value;
    }

    /// The mean; NaN if nothing was counted.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.sum / self.count
    }

    /// The variance of what was counted.
    fn variance(&self) -> f64 {
        let mean = self.value();
        // Rounding may make it negative.
        (self.squares / self.count - mean * mean).max(0.0)
    }

    /// The 95 % confidence interval of the mean of shares, which are from 0 to 1: Wilson's interval
    /// with the variance of the shares. If all of them are 0 or 1 it is the textbook one; otherwise
    /// it is a little too long rather than too short, and never empty.
    ///
    /// ```
    /// use parlour_arena::statistics::Mean;
    /// let mut won = Mean::default();
    /// won.add_many(1.0, 10);
    /// let [low, high] = won.share_interval();
    /// assert!((low - 0.7225).abs() < 1e-4 && high == 1.0);
    /// ```
    #[doc(alias = "Wilson interval")]
    #[doc(alias = "confidence interval")]
    #[must_use]
    pub fn share_interval(&self) -> [f64; 2] {
        let (count, mean) = (self.count, self.value());
        let weight = 1.0 + Z * Z / count;
        let middle = (mean + Z * Z / (2.0 * count)) / weight;
        let half = Z / weight * (self.variance() / count + (Z / (2.0 * count)).powi(2)).sqrt();
        // At 0 and at 1 the end is the mean, except for rounding.
        [
            (middle - half).min(mean).max(0.0),
            (middle + half).max(mean).min(1.0),
        ]
    }

    /// The likelihood of superiority: the probability that the true mean of shares is above one
    /// half, if both were equally likely before. It is 97.5 % if [`Mean::share_interval`] begins at
    /// one half.
    #[doc(alias = "LOS")]
    #[doc(alias = "likelihood of superiority")]
    #[must_use]
    pub fn superiority(&self) -> f64 {
        let lead = self.value() - 0.5;
        let variance = self.variance();
        // The deviations at which an end of Wilson's interval is one half.
        let squared = 2.0 * self.count * (variance.hypot(lead) - variance);
        normal(lead.signum() * squared.max(0.0).sqrt())
    }

    /// The 95 % confidence interval of the mean of any numbers, by the normal
    /// distribution; infinite if fewer than two were counted.
    #[must_use]
    pub fn interval(&self) -> [f64; 2] {
        if self.count < 2.0 {
            return [f64::NEG_INFINITY, f64::INFINITY];
        }
        let half = Z * (self.variance() / (self.count - 1.0)).sqrt();
        [self.value() - half, self.value() + half]
    }
}

/// The cumulative normal distribution.
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

    fn won(won: u64, games: u64) -> Mean {
        let mut mean = Mean::default();
        mean.add_many(1.0, won);
        mean.add_many(0.0, games - won);
        mean
    }

    #[test]
    fn intervals_of_shares_are_those_of_the_books() {
        for (wins, games, low, high) in [
            (0, 10, 0.0, 0.2775),
            (5, 10, 0.2366, 0.7634),
            (81, 263, 0.2553, 0.3662),
            (10, 10, 0.7225, 1.0),
        ] {
            let found = won(wins, games).share_interval();
            assert!((found[0] - low).abs() < 5e-5, "{found:?}");
            assert!((found[1] - high).abs() < 5e-5, "{found:?}");
        }
    }

    #[test]
    fn intervals_of_numbers_are_those_of_the_books() {
        // Mean 5, deviation 2 (of eight numbers), error 2 / sqrt(7).
        let mut mean = Mean::default();
        for value in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            mean.add(value);
        }
        let [low, high] = mean.interval();
        assert!((mean.value() - 5.0).abs() < 1e-12);
        assert!((high - 5.0 - 1.4816).abs() < 1e-4 && (5.0 - low - 1.4816).abs() < 1e-4);
        let mut one = Mean::default();
        one.add(3.0);
        assert_eq!(one.interval(), [f64::NEG_INFINITY, f64::INFINITY]);
    }

    #[test]
    fn superiority_is_sure_where_the_interval_is_on_one_side() {
        for (wins, games) in [(1, 2), (7, 10), (9, 10), (10, 10), (60, 100), (3000, 5800)] {
            let mean = won(wins, games);
            let is_above = mean.share_interval()[0] > 0.5;
            assert_eq!(mean.superiority() > 0.975, is_above, "{wins} of {games}");
            let other = won(games - wins, games).superiority();
            assert!((mean.superiority() + other - 1.0).abs() < 1e-9);
        }
        // Of two shares known equally well, the larger is more certain.
        assert!(won(10, 10).superiority() > won(9, 10).superiority());
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
}
