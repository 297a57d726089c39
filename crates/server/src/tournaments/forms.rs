//! Requests about tournaments, and their answers.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Kept;
use super::pairing::System;
use super::tournament::{End, Pairing, Standing};
use crate::clock::Clock;
use crate::forms::or_default;
use crate::people::Caller;

/// A new tournament.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TournamentForm {
    /// Its name.
    #[serde(default)]
    #[schemars(length(max = 80))]
    pub(super) name: String,
    /// The game, in a setup for two.
    pub(super) game: String,
    /// Its setup options.
    #[serde(default, deserialize_with = "or_default")]
    #[schemars(with = "Option<BTreeMap<String, Value>>")]
    pub(super) setup: BTreeMap<String, Value>,
    /// How the players meet.
    #[serde(default = "round_robin")]
    pub(super) system: System,
    /// Rounds of a Swiss tournament; as many as are needed for one winner if left out.
    #[serde(default)]
    #[schemars(range(min = 1, max = 50))]
    pub(super) rounds: Option<u32>,
    /// How many minutes an arena lasts.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1440))]
    pub(super) minutes: Option<u32>,
    /// Matches of each pairing: with two, the players change seats and have the same luck, or
    /// another deal where something is hidden.
    #[serde(default)]
    #[schemars(range(min = 1, max = 2))]
    pub(super) games: Option<u32>,
    /// How much time the players have.
    #[serde(default)]
    pub(super) clock: Option<Clock>,
}

fn round_robin() -> System {
    System::RoundRobin
}

/// A player who joins.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntryForm {
    /// The name to play under. If left out, the player's own, or the bot's.
    #[serde(default)]
    #[schemars(length(max = 40))]
    pub(super) name: Option<String>,
    /// A bot of the game that takes part instead of the caller. Only the creator of the tournament
    /// can add one.
    #[serde(default)]
    pub(super) bot: Option<String>,
    /// How many positions that bot may look at for a move.
    #[serde(default)]
    #[schemars(range(min = 1, max = 1_000_000))]
    pub(super) nodes: Option<u64>,
}

/// Two players who meet.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct PairingView {
    /// The number of the player who begins the first match.
    pub(super) one: usize,
    /// The number of the other one; null for a bye.
    pub(super) other: Option<usize>,
    /// Its matches.
    pub(super) matches: Vec<String>,
    /// The points of both; null while they play.
    pub(super) points: Option<[f64; 2]>,
}

/// A tournament, as anybody sees it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct TournamentView {
    /// Its id: the code by which others join.
    pub(super) id: String,
    /// Its name.
    pub(super) name: String,
    /// Its game.
    pub(super) game: String,
    /// The setup options.
    pub(super) setup: BTreeMap<String, String>,
    /// How the players meet.
    pub(super) system: System,
    /// `open`, `running` or `over`.
    pub(super) status: String,
    /// How often it has changed.
    pub(crate) seq: u64,
    /// How many rounds there are; null for an arena.
    pub(super) rounds: Option<usize>,
    /// When an arena ends, in milliseconds since 1970.
    pub(super) until: Option<i64>,
    /// How much time the players have.
    pub(super) clock: Option<Clock>,
    /// The link that lets others in.
    pub(super) join: String,
    /// Whether the caller made it.
    pub(super) yours: bool,
    /// The caller's number among the players.
    pub(super) you: Option<usize>,
    /// The matches that the caller should play now.
    pub(super) to_play: Vec<String>,
    /// The results so far, the best first.
    pub(super) standings: Vec<Standing>,
    /// The pairings of all rounds.
    pub(super) played: Vec<Vec<PairingView>>,
}

impl TournamentView {
    /// A tournament as a player sees it, at a server that is reached by this address.
    pub(super) fn of(kept: &Kept, base: &str, caller: &Caller) -> TournamentView {
        let tournament = &kept.tournament;
        let you = tournament.entry_of(&caller.player);
        let pairing = |pairing: &Pairing| {
            let mut points = [0.0; 2];
            for (number, meeting) in pairing.matches.iter().enumerate() {
                let (first, second) = match number % 2 {
                    0 => (0, 1),
                    _ => (1, 0),
                };
                match meeting.end {
                    Some(End::First) => points[first] += 1.0,
                    Some(End::Second) => points[second] += 1.0,
                    Some(End::Draw) => points = points.map(|points| points + 0.5),
                    Some(End::Void) | None => {}
                }
            }
            PairingView {
                one: pairing.one,
                other: pairing.other,
                matches: pairing
                    .matches
                    .iter()
                    .map(|meeting| meeting.id.clone())
                    .collect(),
                points: pairing.is_over().then_some(points),
            }
        };
        let status = match (tournament.started, tournament.ended) {
            (_, Some(_)) => "over",
            (Some(_), None) => "running",
            (None, None) => "open",
        };
        let played = tournament.played.iter();
        TournamentView {
            id: kept.id.clone(),
            name: tournament.name.clone(),
            game: tournament.game.clone(),
            setup: tournament.setup.clone(),
            system: tournament.system,
            status: status.to_owned(),
            seq: kept.seq,
            rounds: match tournament.system {
                System::RoundRobin => Some(tournament.entries.len().max(2).next_multiple_of(2) - 1),
                System::Swiss => Some(tournament.rounds as usize),
                System::Arena => None,
            },
            until: (tournament.system == System::Arena)
                .then_some(tournament.started)
                .flatten()
                .map(|started| started + i64::from(tournament.minutes) * 60_000),
            clock: tournament.clock,
            join: format!("{base}/t/{}", kept.id),
            yours: kept.owner == caller.player,
            you,
            to_play: you.map_or(Vec::new(), |entry| tournament.to_play(entry)),
            standings: tournament.standings(),
            played: played
                .map(|round| round.iter().map(pairing).collect())
                .collect(),
        }
    }
}
