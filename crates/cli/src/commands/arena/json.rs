//! What `parlour arena --json` prints. Fields are added, never renamed.

use parlour_arena::statistics::Verdict;
use parlour_arena::{Failure, Player, Standing};
use parlour_core::Noted;
use serde::Serialize;

use super::table::{Summary, feats, milliseconds};

#[derive(Serialize)]
pub(super) struct SummaryLine<'a> {
    players: Vec<PlayerLine<'a>>,
    games: u64,
    game: &'static str,
    seed: u64,
    /// Each player's points against each other player.
    crosstable: Vec<Vec<Option<f64>>>,
    /// Between two players: pairs of games by the first one's points, 0 to 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<[u64; 5]>,
    /// The likelihood that the first of two is better.
    #[serde(skip_serializing_if = "Option::is_none")]
    superiority: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtLine>,
    seats: Vec<SeatLine>,
    drawn: u64,
    too_long: u64,
    /// Per game, like the next three.
    moves: Option<f64>,
    throws: Option<f64>,
    turns: Option<f64>,
    /// What the game counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    feat: Option<&'static str>,
}

/// A move of a game, as the folder of moves has it.
#[derive(Serialize)]
pub(super) struct MoveLine<'a> {
    /// Moves and throws before it.
    step: u32,
    /// The seat of the mover, counted from 0.
    seat: u8,
    r#move: &'a str,
    milliseconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<u32>,
    /// The value of the position to the mover, in the game's measure.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
}

impl<'a> From<&'a Noted> for MoveLine<'a> {
    fn from(noted: &'a Noted) -> Self {
        MoveLine {
            step: noted.step,
            seat: noted.seat.0,
            r#move: &noted.text,
            milliseconds: noted.time.as_micros() as f64 / 1000.0,
            nodes: noted.nodes,
            depth: noted.depth,
            score: noted.value.and_then(|value| rounded(value, 6)),
        }
    }
}

#[derive(Serialize)]
struct SeatLine {
    name: String,
    won: u64,
}

#[derive(Serialize)]
struct PlayerLine<'a> {
    spec: &'a str,
    score: f64,
    /// Null if it is infinite.
    elo: Option<f64>,
    error: Option<f64>,
    games: u64,
    /// The ends of the interval.
    low: Option<f64>,
    high: Option<f64>,
    failures: u64,
    /// The failures by kind.
    time_losses: u64,
    crashes: u64,
    illegal_moves: u64,
    protocol_errors: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// The share of the points, from 0 to 1, with the ends of its interval.
    share: Option<f64>,
    share_low: Option<f64>,
    share_high: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    effort: Option<EffortLine>,
    /// What the game counts, per game.
    #[serde(skip_serializing_if = "Option::is_none")]
    feats: Option<f64>,
    /// Per move, for external bots and with `--times`.
    #[serde(skip_serializing_if = "Option::is_none")]
    milliseconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    longest: Option<f64>,
    /// For all moves together.
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<f64>,
}

#[derive(Serialize)]
struct EffortLine {
    mean: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    /// Efforts, each with the number of games that took it.
    counts: Vec<(u32, u64)>,
}

#[derive(Serialize)]
struct SprtLine {
    elo0: f64,
    elo1: f64,
    ratio: f64,
    lower: f64,
    upper: f64,
    /// `elo0`, `elo1`, or null if it needs more games.
    verdict: Option<&'static str>,
}

/// Rounded to this many digits. Null if it is infinite or not a number.
fn rounded(number: f64, digits: i32) -> Option<f64> {
    let scale = 10f64.powi(digits);
    let rounded = (number * scale).round() / scale;
    // Avoids a negative zero.
    rounded.is_finite().then_some(rounded + 0.0)
}

/// A rating to a sensible precision; null if it is infinite.
fn finite(number: f64) -> Option<f64> {
    rounded(number, 3)
}

impl Summary<'_> {
    pub(super) fn json(&self) -> SummaryLine<'_> {
        let Standing {
            players,
            games,
            pairs,
            test,
            ..
        } = &self.standing;
        let row = |player: &Player| {
            let met = player.against.iter();
            met.map(|(points, games)| (*games > 0).then_some(*points))
                .collect()
        };
        let lines = players.iter().zip(&self.wanted.specs);
        let a_game = |count: u64| rounded(count as f64 / *games as f64, 6);
        let won = self.standing.won_from.iter().zip(self.seat_names());
        let is_paired = self.arena.plan.group() == 2;
        SummaryLine {
            players: lines
                .map(|(player, spec)| self.player(player, spec))
                .collect(),
            games: *games,
            game: self.arena.game.info().id,
            seed: self.arena.seed,
            crosstable: players.iter().map(row).collect(),
            pairs: pairs
                .as_ref()
                .filter(|_| is_paired)
                .map(|(pairs, _)| pairs.0),
            superiority: pairs.as_ref().map(|(_, estimate)| estimate.superiority),
            sprt: test
                .zip(self.sprt())
                .map(|((ratio, [lower, upper], said), sprt)| SprtLine {
                    elo0: sprt.elo0,
                    elo1: sprt.elo1,
                    ratio,
                    lower,
                    upper,
                    verdict: said.map(|said| match said {
                        Verdict::First => "elo0",
                        Verdict::Second => "elo1",
                    }),
                }),
            seats: won.map(|(&won, name)| SeatLine { name, won }).collect(),
            drawn: self.standing.drawn,
            too_long: self.standing.too_long,
            moves: a_game(self.standing.steps - self.standing.throws),
            throws: a_game(self.standing.throws),
            turns: a_game(self.standing.turns),
            feat: self.arena.game.feat(),
        }
    }

    fn player<'a>(&self, player: &Player, spec: &'a str) -> PlayerLine<'a> {
        let [share_low, share_high] = player.share.share_interval();
        let [mean, longest] = milliseconds(player);
        let is_timed = player.thinking.moves > 0;
        PlayerLine {
            spec,
            score: player.points,
            elo: finite(player.rating.elo),
            error: finite(player.rating.error),
            games: player.games,
            low: finite(player.interval[0]),
            high: finite(player.interval[1]),
            failures: player.failures,
            time_losses: player.failed_by(Failure::Time),
            crashes: player.failed_by(Failure::Crash),
            illegal_moves: player.failed_by(Failure::Illegal),
            protocol_errors: player.failed_by(Failure::Protocol),
            won: player.won,
            drawn: player.drawn,
            lost: player.lost,
            share: rounded(player.share.value(), 6),
            share_low: rounded(share_low, 6),
            share_high: rounded(share_high, 6),
            effort: (!player.efforts.is_empty()).then(|| {
                let mean = player.effort();
                let [low, high] = mean.interval();
                EffortLine {
                    mean: rounded(mean.value(), 6),
                    low: rounded(low, 6),
                    high: rounded(high, 6),
                    counts: player
                        .efforts
                        .iter()
                        .map(|(effort, games)| (*effort, *games))
                        .collect(),
                }
            }),
            feats: self
                .arena
                .game
                .feat()
                .and_then(|_| rounded(feats(player), 6)),
            milliseconds: rounded(mean, 6).filter(|_| is_timed),
            longest: rounded(longest, 6).filter(|_| is_timed),
            total: rounded(player.thinking.total as f64 / 1000.0, 3).filter(|_| is_timed),
        }
    }
}
