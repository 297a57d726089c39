//! The statistics of a match in pairs.
//!
//! Both players have the same opening once with each colour, so the pair is
//! what is drawn at random, not the game: its result spreads less than two
//! games would, and the interval says so.

/// The results of a match, as its first player sees them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
    /// Pairs by the half points that they brought, 0 to 4.
    pub pairs: [u32; 5],
    /// Games that Black won, and that White won, whoever that was.
    pub by_colour: [u32; 2],
    /// Moves of all games after their openings.
    pub moves: u64,
}

/// A value that lies between two others in 95 of 100 such matches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// What was measured.
    pub value: f64,
    /// It may as well be this little.
    pub low: f64,
    /// It may as well be this much.
    pub high: f64,
}

impl Tally {
    /// Games played.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The number of pairs, their mean score from 0 to 1, and its variance.
    fn moments(&self) -> (f64, f64, f64) {
        let count: f64 = self.pairs.iter().sum::<u32>().into();
        let scores = || self.pairs.iter().zip([0.0, 0.25, 0.5, 0.75, 1.0]);
        let sum: f64 = scores().map(|(n, score)| f64::from(*n) * score).sum();
        let mean = sum / count;
        let squares = scores().map(|(n, score)| f64::from(*n) * (score - mean).powi(2));
        // A spread of nothing would prove everything; a few pairs prove little.
        let variance = (squares.sum::<f64>() / count).max(0.25 / (count + 1.0));
        (count, mean, variance)
    }

    /// The share of the points.
    #[must_use]
    pub fn score(&self) -> Interval {
        let (count, mean, variance) = self.moments();
        let error = 1.96 * (variance / count).sqrt();
        Interval {
            value: mean,
            low: (mean - error).max(0.0),
            high: (mean + error).min(1.0),
        }
    }

    /// The difference in Elo points that gives this score.
    #[must_use]
    pub fn elo(&self) -> Interval {
        let score = self.score();
        Interval {
            value: elo(score.value),
            low: elo(score.low),
            high: elo(score.high),
        }
    }

    /// By how much the results speak for a difference of `high` Elo points
    /// rather than `low`: the logarithm of the ratio of the likelihoods.
    #[must_use]
    pub fn evidence(&self, low: f64, high: f64) -> f64 {
        let (count, mean, variance) = self.moments();
        let (low, high) = (expected(low), expected(high));
        count * (high - low) * (2.0 * mean - low - high) / (2.0 * variance)
    }

    /// Counts a pair: the half points of the first player in each game.
    pub(crate) fn add_pair(&mut self, halves: [u32; 2]) {
        self.pairs[(halves[0] + halves[1]) as usize] += 1;
        for half in halves {
            match half {
                0 => self.lost += 1,
                1 => self.drawn += 1,
                _ => self.won += 1,
            }
        }
    }
}

/// The Elo difference of a score.
fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score that an Elo difference leads to.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_grows_with_the_results() {
        let mut tally = Tally::default();
        for _ in 0..20 {
            tally.add_pair([2, 1]);
            tally.add_pair([2, 0]);
            tally.add_pair([2, 2]);
        }
        assert_eq!(tally.games(), 120);
        assert!((tally.score().value - 0.75).abs() < 1e-9);
        assert!((tally.elo().value - 190.8).abs() < 0.1);
        assert!(tally.evidence(0.0, 30.0) > 2.94);
        let mut even = Tally::default();
        for _ in 0..500 {
            even.add_pair([2, 0]);
            even.add_pair([1, 1]);
        }
        assert!(even.evidence(0.0, 30.0) < -2.94);
    }
}
