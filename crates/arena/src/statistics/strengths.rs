//! How strong players are, by the groups of games that they played.

use super::pairs::Estimate;
use super::ratings::{Group, Rating, ratings};

/// How strong a player is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The rating; against a single opponent, the difference to that.
    pub rating: Rating,
    /// Its 95 % confidence interval.
    pub interval: [f64; 2],
}

/// How strong this many players are. Two players are compared by the estimate from their pairs,
/// more of them by their groups.
#[must_use]
pub fn strengths(players: usize, groups: &[Group], pairs: Option<&Estimate>) -> Vec<Strength> {
    let unknown = Strength {
        rating: Rating {
            elo: 0.0,
            error: f64::INFINITY,
        },
        interval: [f64::NEG_INFINITY, f64::INFINITY],
    };
    match pairs {
        Some(estimate) => {
            let [low, high] = estimate.interval;
            let (elo, error) = (estimate.elo, estimate.error());
            let strength = |elo, interval| Strength {
                rating: Rating { elo, error },
                interval,
            };
            vec![strength(elo, [low, high]), strength(-elo, [-high, -low])]
        }
        None if players > 2 && !groups.is_empty() => ratings(players, groups)
            .into_iter()
            .map(|rating| Strength {
                rating,
                interval: [rating.elo - rating.error, rating.elo + rating.error],
            })
            .collect(),
        None => vec![unknown; players],
    }
}
