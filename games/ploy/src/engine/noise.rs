//! Deliberate errors in the evaluation, for levels below full strength.

use super::score::Score;
use crate::bits::mixed;

/// Deliberate errors in the evaluation: the same for the same position.
#[derive(Clone, Copy)]
pub(crate) struct Noise {
    pub(crate) amount: i32,
    pub(crate) seed: u64,
}

impl Noise {
    pub(crate) fn of(self, key: u64) -> Score {
        if self.amount == 0 {
            return 0;
        }
        // The sum of four uniform draws is nearly normal; each spreads over
        // twice the amount, which makes the standard deviation of the sum about
        // equal to it.
        let draw = mixed(key ^ self.seed);
        let span = 2 * i64::from(self.amount) + 1;
        let draws = [0, 16, 32, 48].map(|shift| i64::from((draw >> shift) as u16));
        let sum: i64 = draws.map(|draw| (draw * span) >> 16).iter().sum();
        (sum - 2 * (span - 1)) as Score * 7 / 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mistakes_are_as_large_as_wanted_and_even() {
        let noise = Noise {
            amount: 100,
            seed: 7,
        };
        let draws: Vec<f64> = (0..20_000).map(|key| noise.of(mixed(key)).into()).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        let square = draws.iter().map(|draw| draw * draw).sum::<f64>() / draws.len() as f64;
        assert!(mean.abs() < 3.0, "{mean}");
        assert!((square.sqrt() - 100.0).abs() < 5.0, "{}", square.sqrt());
        assert_eq!(noise.of(5), noise.of(5));
    }
}
