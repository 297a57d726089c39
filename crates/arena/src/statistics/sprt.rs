//! The sequential probability ratio test (SPRT) of Wald, generalised to pairs
//! of games.
//!
//! The likelihood of the pairs under either hypothesis is that of the distribution that fits them
//! best among those with the hypothesis's mean (GSPRT), as in Van den Bergh's "Comments on
//! normalized Elo" and in fishtest.

use super::pairs::{Pairs, score_of};

/// A test of two hypotheses: that the first player is `elo0` better, and that
/// it is `elo1` better.
#[doc(alias = "sequential probability ratio test")]
#[doc(alias = "GSPRT")]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference under the first hypothesis.
    pub elo0: f64,
    /// The difference under the second.
    pub elo1: f64,
    /// The probability of accepting the second although the first is true.
    pub alpha: f64,
    /// The probability of accepting the first although the second is true.
    pub beta: f64,
}

/// What a test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The difference is `elo0` rather than `elo1`.
    First,
    /// The difference is `elo1` rather than `elo0`.
    Second,
}

/// The assumed number of pairs of a kind that never occurred, so that the first
/// games alone decide nothing.
const UNSEEN: f64 = 1e-3;

impl Sprt {
    /// A test with 5 % for either error.
    #[must_use]
    pub fn new(elo0: f64, elo1: f64) -> Self {
        Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
        }
    }

    /// The log-likelihood ratios at which the test stops: for the first
    /// hypothesis, and for the second.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        [
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        ]
    }

    /// The log-likelihood ratio: how much more likely the pairs are under the
    /// second hypothesis.
    #[doc(alias = "LLR")]
    #[must_use]
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        let counts = pairs.0.map(|count| (count as f64).max(UNSEEN));
        let total: f64 = counts.iter().sum();
        if pairs.count() == 0 {
            return 0.0;
        }
        let shares = counts.map(|count| count / total);
        let [first, second] = [self.elo0, self.elo1].map(|elo| with_mean(&shares, score_of(elo)));
        let terms = (0..5).map(|kind| shares[kind] * (second[kind] / first[kind]).ln());
        total * terms.sum::<f64>()
    }

    /// The verdict; `None` if it needs more games.
    #[must_use]
    pub fn verdict(&self, pairs: &Pairs) -> Option<Verdict> {
        let ratio = self.ratio(pairs);
        let [low, high] = self.bounds();
        if ratio <= low {
            Some(Verdict::First)
        } else if ratio >= high {
            Some(Verdict::Second)
        } else {
            None
        }
    }
}

/// The most likely distribution with this mean, given that `shares` were
/// observed.
///
/// By Lagrange it is `p / (1 + x (value - mean))` for the one `x` that makes the mean right. The
/// sum below decreases in `x` between its two poles, so `x` is found by bisection.
fn with_mean(shares: &[f64; 5], mean: f64) -> [f64; 5] {
    let off = |kind: usize| kind as f64 / 4.0 - mean;
    let (mut low, mut high) = (-1.0 / off(4), -1.0 / off(0));
    for _ in 0..64 {
        let x = f64::midpoint(low, high);
        let terms = (0..5).map(|kind| shares[kind] * off(kind) / (1.0 + x * off(kind)));
        if terms.sum::<f64>() > 0.0 {
            low = x;
        } else {
            high = x;
        }
    }
    let x = f64::midpoint(low, high);
    std::array::from_fn(|kind| shares[kind] / (1.0 + x * off(kind)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::{below, luck};

    /// The examples of fastchess's tests.
    #[test]
    fn ratios_are_those_of_the_books() {
        for (counts, bounds, ratio) in [
            ([223, 9863, 21279, 10037, 246], [0.5, 2.5], -3.07),
            ([871, 26175, 55983, 26678, 821], [0.0, 2.0], -4.98),
        ] {
            let found = Sprt::new(bounds[0], bounds[1]).ratio(&Pairs(counts));
            assert!((found - ratio).abs() < 0.01, "{found}");
        }
    }

    #[test]
    fn it_stops_at_wald_s_bounds() {
        let [low, high] = Sprt::new(0.0, 5.0).bounds();
        assert!((high - 2.944).abs() < 1e-3 && (low + 2.944).abs() < 1e-3);
        assert_eq!(Sprt::new(0.0, 5.0).verdict(&Pairs::default()), None);
        let won = Pairs([0, 0, 0, 0, 40]);
        assert_eq!(Sprt::new(0.0, 50.0).verdict(&won), Some(Verdict::Second));
        assert_eq!(
            Sprt::new(0.0, 50.0).verdict(&won.exchanged()),
            Some(Verdict::First)
        );
    }

    /// The share of tests that accept the second hypothesis between players whose true difference
    /// is `elo`.
    fn accepted(test: Sprt, elo: f64, tests: u32) -> f64 {
        let mut luck = luck::seeded(9);
        let score = score_of(elo);
        // A fifth of the games are drawn.
        let win = score - 0.1;
        let mut game = || match below(&mut luck, 1 << 32).unwrap_or(0) as f64 / 2f64.powi(32) {
            share if share < win => 1.0,
            share if share < win + 0.2 => 0.5,
            _ => 0.0,
        };
        let second = (0..tests).filter(|_| {
            let mut pairs = Pairs::default();
            loop {
                pairs.add((game() + game()) / 2.0);
                match test.verdict(&pairs) {
                    None => {}
                    Some(verdict) => return verdict == Verdict::Second,
                }
            }
        });
        second.count() as f64 / f64::from(tests)
    }

    #[test]
    fn equal_players_are_taken_for_unequal_ones_as_rarely_as_stated() {
        let test = Sprt::new(0.0, 40.0);
        let wrong = accepted(test, 0.0, 1000);
        assert!((0.02..0.065).contains(&wrong), "{wrong}");
        let right = accepted(test, 40.0, 1000);
        assert!((0.935..0.98).contains(&right), "{right}");
    }
}
