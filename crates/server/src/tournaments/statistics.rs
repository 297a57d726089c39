//! What the results of a tournament say about the strength of its players: the statistics of
//! `parlour arena`.

use axum::Json;
use axum::extract::{Path, State};
use parlour_arena::statistics::{Group, Pairs, Strength, strengths};
use schemars::JsonSchema;
use serde::Serialize;

use super::tournament::{End, Tournament};
use super::{Kept, go_on};
use crate::app::Shared;
use crate::problem::Problem;

/// What the results say, from pairings with the same luck as one observation each.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct StatisticsView {
    /// Matches that count: those of pairings that are over.
    games: usize,
    /// In the order in which they joined.
    players: Vec<PlayerStatistics>,
    /// Between two players: how much better the first one is.
    pairs: Option<PairsView>,
}

/// A player and what is known of their strength.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PlayerStatistics {
    name: String,
    bot: Option<String>,
    games: usize,
    points: f64,
    /// The rating on the Elo scale, on which the mean of all players is 0; between two players,
    /// the difference to the other one. Null if all points or none were made.
    elo: Option<f64>,
    /// Its 95 % confidence interval; null where it is unlimited.
    interval: [Option<f64>; 2],
    /// Points and matches against each player.
    against: Vec<(f64, usize)>,
}

/// Pairs of matches with the same luck.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PairsView {
    /// How often the first player made 0, ½, 1, 1½ and 2 points of a pair.
    counts: [u64; 5],
    /// The first player's share of the points.
    score: f64,
    /// The likelihood that the first player is better.
    superiority: f64,
}

/// JSON has no infinity.
fn finite(number: f64) -> Option<f64> {
    Some(number).filter(|number| number.is_finite())
}

impl StatisticsView {
    fn of(tournament: &Tournament) -> StatisticsView {
        let count = tournament.entries.len();
        let entries = tournament.entries.iter();
        let mut players: Vec<PlayerStatistics> = entries
            .map(|entry| PlayerStatistics {
                name: entry.name.clone(),
                bot: entry.bot.clone(),
                games: 0,
                points: 0.0,
                elo: None,
                interval: [None; 2],
                against: vec![(0.0, 0); count],
            })
            .collect();
        let mut groups = Vec::new();
        let mut pairs = Pairs::default();
        let mut games = 0;
        for pairing in tournament.played.iter().flatten() {
            let Some(other) = pairing.other.filter(|_| pairing.is_over()) else {
                continue;
            };
            let (mut points, mut played) = ([0.0; 2], 0);
            for (number, meeting) in pairing.matches.iter().enumerate() {
                let first = number % 2;
                match meeting.end {
                    Some(End::First) => points[first] += 1.0,
                    Some(End::Second) => points[1 - first] += 1.0,
                    Some(End::Draw) => points = points.map(|points| points + 0.5),
                    Some(End::Void) | None => continue,
                }
                played += 1;
            }
            if played == 0 {
                continue;
            }
            games += played;
            let both = [pairing.one, other];
            for (place, &entry) in both.iter().enumerate() {
                let player = &mut players[entry];
                player.games += played;
                player.points += points[place];
                let (made, met) = &mut player.against[both[1 - place]];
                *made += points[place];
                *met += played;
            }
            let first = usize::from(pairing.one != 0);
            pairs.add(points[first] / played as f64);
            groups.push(Group {
                players: both.to_vec(),
                wins: points.to_vec(),
            });
        }
        let estimate = pairs.estimate().filter(|_| count == 2);
        let found = strengths(count, &groups, estimate.as_ref());
        for (player, Strength { rating, interval }) in players.iter_mut().zip(found) {
            player.elo = finite(rating.elo).filter(|_| player.games > 0);
            player.interval = interval.map(finite);
        }
        StatisticsView {
            games,
            players,
            pairs: estimate.map(|estimate| PairsView {
                counts: pairs.0,
                score: estimate.score,
                superiority: estimate.superiority,
            }),
        }
    }
}

pub(crate) async fn statistics(
    State(app): Shared,
    Path(id): Path<String>,
) -> Result<Json<StatisticsView>, Problem> {
    let Kept { tournament, .. } = go_on(&app.registry, &id).await?;
    // Ratings of many players take a while: one at a time, beside the other requests.
    let _turn = app.rating.lock().await;
    let found = tokio::task::spawn_blocking(move || StatisticsView::of(&tournament)).await;
    found
        .map(Json)
        .map_err(|_| Problem::internal("the statistics could not be computed"))
}
