//! Ratings of any number of players, from games with any number of seats.
//!
//! The Plackett-Luce model: a player of strength g wins against others with the probability g
//! divided by the sum of all strengths at the table. With two seats this is Bradley-Terry, and so
//! Elo's model. Strengths are maximum-likelihood estimates, found by Hunter's MM algorithm. A
//! player who never lost would be infinitely strong; so everybody also has half a drawn game
//! against a player of mean strength.
//!
//! The intervals come from the groups of games with the same luck, which are independent: the fit
//! is repeated with random weights on the groups and on the half games (the Bayesian bootstrap),
//! always with the same random numbers.

use parlour_core::luck::{self, Luck};
use rand::Rng;

use super::mean::Z;

/// A rating on the Elo scale; the mean of all players is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The most likely rating.
    pub elo: f64,
    /// Half of the 95 % confidence interval.
    pub error: f64,
}

/// Games with the same luck, played by the same players.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The players, without repetition.
    pub players: Vec<usize>,
    /// The games that each of them won; shared wins count in part.
    pub wins: Vec<f64>,
}

/// The number of bootstrap fits; more would only change the last digit.
const FITS: usize = 200;

/// The most steps of the MM algorithm, and when to stop.
const STEPS: usize = 2000;
const ENOUGH: f64 = 1e-9;

/// The weight of the game that everybody has against a player of mean strength.
const PRIOR: f64 = 0.5;

/// The ratings of this many players.
#[doc(alias = "Plackett-Luce")]
#[doc(alias = "Bradley-Terry")]
#[must_use]
pub fn ratings(players: usize, groups: &[Group]) -> Vec<Rating> {
    let sets = Sets::of(groups);
    let even = vec![1.0; players];
    let fitted = fit(&sets, &sets.wins(groups, |_| 1.0), &even);
    let mut luck = luck::seeded(0);
    let mut squares = vec![0.0; players];
    for _ in 0..FITS {
        let weights: Vec<f64> = groups.iter().map(|_| exponential(&mut luck)).collect();
        let prior: Vec<f64> = even.iter().map(|_| exponential(&mut luck)).collect();
        let other = fit(&sets, &sets.wins(groups, |group| weights[group]), &prior);
        for (player, square) in squares.iter_mut().enumerate() {
            *square += (other[player] - fitted[player]).powi(2);
        }
    }
    let error = |square: &f64| Z * (square / FITS as f64).sqrt();
    fitted
        .iter()
        .zip(&squares)
        .map(|(elo, square)| Rating {
            elo: *elo,
            error: error(square),
        })
        .collect()
}

/// A random weight with mean 1.
fn exponential(luck: &mut Luck) -> f64 {
    let share = (luck.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
    -(1.0 - share).ln()
}

/// The tables that were played at.
struct Sets {
    players: Vec<Vec<usize>>,
    /// The table of each group.
    of: Vec<usize>,
}

impl Sets {
    fn of(groups: &[Group]) -> Sets {
        let mut players: Vec<Vec<usize>> = Vec::new();
        let of = groups.iter().map(|group| {
            let known = players.iter().position(|other| *other == group.players);
            known.unwrap_or_else(|| {
                players.push(group.players.clone());
                players.len() - 1
            })
        });
        let of = of.collect();
        Sets { players, of }
    }

    /// The games that were won at every table, by each player there.
    fn wins(&self, groups: &[Group], weight: impl Fn(usize) -> f64) -> Vec<Vec<f64>> {
        let mut wins: Vec<Vec<f64>> = self
            .players
            .iter()
            .map(|set| vec![0.0; set.len()])
            .collect();
        for (number, group) in groups.iter().enumerate() {
            let table = &mut wins[self.of[number]];
            for (total, won) in table.iter_mut().zip(&group.wins) {
                *total += weight(number) * won;
            }
        }
        wins
    }
}

/// The most likely ratings. Players start equal, and each step puts every one
/// where the expected wins are the real ones if nobody else moved.
fn fit(sets: &Sets, wins: &[Vec<f64>], prior: &[f64]) -> Vec<f64> {
    let players = prior.len();
    let mut won: Vec<f64> = prior.iter().map(|weight| PRIOR * weight / 2.0).collect();
    for (set, wins) in sets.players.iter().zip(wins) {
        for (player, wins) in set.iter().zip(wins) {
            won[*player] += wins;
        }
    }
    let games: Vec<f64> = wins.iter().map(|wins| wins.iter().sum()).collect();
    let mut strength = vec![1.0; players];
    for _ in 0..STEPS {
        let mut share: Vec<f64> = (0..players)
            .map(|player| PRIOR * prior[player] / (strength[player] + 1.0))
            .collect();
        for (set, games) in sets.players.iter().zip(&games) {
            let sum: f64 = set.iter().map(|player| strength[*player]).sum();
            for player in set {
                share[*player] += games / sum;
            }
        }
        let mut change = 0f64;
        for player in 0..players {
            let next = won[player] / share[player];
            change = change.max((next / strength[player]).ln().abs());
            strength[player] = next;
        }
        if change < ENOUGH {
            break;
        }
    }
    let elos: Vec<f64> = strength.iter().map(|each| 400.0 * each.log10()).collect();
    let mean = elos.iter().sum::<f64>() / players.max(1) as f64;
    elos.iter().map(|elo| elo - mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use skillratings::MultiTeamOutcome;
    use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

    /// Groups in which players of these strengths win as often as they should.
    fn simulated(strengths: &[f64], groups: usize, seed: u64) -> Vec<Group> {
        let mut luck = luck::seeded(seed);
        let sum: f64 = strengths.iter().sum();
        let mut game = || {
            let mut left = sum * (luck.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            let mut winner = 0;
            while left >= strengths[winner] && winner + 1 < strengths.len() {
                left -= strengths[winner];
                winner += 1;
            }
            winner
        };
        let group = |_| {
            let mut wins = vec![0.0; strengths.len()];
            for _ in 0..strengths.len() {
                wins[game()] += 1.0;
            }
            Group {
                players: (0..strengths.len()).collect(),
                wins,
            }
        };
        (0..groups).map(group).collect()
    }

    fn truth(strengths: &[f64]) -> Vec<f64> {
        let elos: Vec<f64> = strengths.iter().map(|each| 400.0 * each.log10()).collect();
        let mean = elos.iter().sum::<f64>() / elos.len() as f64;
        elos.iter().map(|elo| elo - mean).collect()
    }

    #[test]
    fn two_players_have_the_difference_of_elo() {
        // 75 % are 191 points.
        let group = Group {
            players: vec![0, 1],
            wins: vec![1500.0, 500.0],
        };
        let found = ratings(2, &[group]);
        let difference = found[0].elo - found[1].elo;
        assert!((difference - 190.8).abs() < 0.5, "{found:?}");
    }

    #[test]
    fn intervals_have_the_truth_in_them_as_often_as_stated() {
        let strengths = [4.0, 2.0, 1.0, 1.0];
        let truth = truth(&strengths);
        let mut inside = 0;
        for seed in 0..100 {
            let found = ratings(4, &simulated(&strengths, 100, seed));
            inside += found
                .iter()
                .zip(&truth)
                .filter(|(rating, truth)| (rating.elo - **truth).abs() <= rating.error)
                .count();
        }
        assert!((360..=395).contains(&inside), "{inside} of 400");
    }

    #[test]
    fn a_player_that_always_wins_is_better_by_an_unknown_amount() {
        let group = Group {
            players: vec![0, 1],
            wins: vec![2.0, 0.0],
        };
        let found = ratings(2, &vec![group; 50]);
        assert!((300.0..900.0).contains(&found[0].elo), "{found:?}");
        assert!(found[0].error > 100.0, "{found:?}");
        assert!(ratings(3, &[]).iter().all(|rating| rating.elo.abs() < 1e-6));
    }

    /// Another library's Weng-Lin ratings are updated one game at a time and
    /// weigh the last games most; but they use the same model.
    #[test]
    fn another_library_agrees() {
        let strengths = [6.0, 3.0, 1.5, 1.0];
        let groups = simulated(&strengths, 250, 3);
        let mut others = vec![WengLinRating::new(); 4];
        for group in &groups {
            for (winner, wins) in group.wins.iter().enumerate() {
                for _ in 0..*wins as usize {
                    let teams: Vec<_> = others
                        .iter()
                        .enumerate()
                        .map(|(player, rating)| {
                            let rank = if player == winner { 1 } else { 2 };
                            (std::slice::from_ref(rating), MultiTeamOutcome::new(rank))
                        })
                        .collect();
                    let next = weng_lin_multi_team(&teams, &WengLinConfig::new());
                    others = next.iter().map(|team| team[0]).collect();
                }
            }
        }
        let own = ratings(4, &groups);
        let order = |values: Vec<f64>| {
            let mut order: Vec<usize> = (0..values.len()).collect();
            order.sort_by(|a, b| values[*b].total_cmp(&values[*a]));
            order
        };
        assert_eq!(
            order(own.iter().map(|rating| rating.elo).collect()),
            order(others.iter().map(|rating| rating.rating).collect())
        );
    }
}
