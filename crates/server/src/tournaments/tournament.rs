//! A tournament: its players, its pairings, and what they came to.

use std::collections::{BTreeMap, HashSet};

use parlour_core::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::pairing::{Pair, System, circle, swiss};
use crate::clock::Clock;
use crate::people::{random_key, random_word};

/// A tournament as the store keeps it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Tournament {
    pub(crate) name: String,
    pub(crate) game: String,
    pub(crate) setup: BTreeMap<String, String>,
    pub(crate) system: System,
    /// How many rounds a Swiss tournament has.
    pub(crate) rounds: u32,
    /// How long an arena lasts.
    pub(crate) minutes: u32,
    /// Matches of each pairing: with two, both players sit in both seats, with the same luck.
    pub(crate) games: u32,
    pub(crate) clock: Option<Clock>,
    pub(crate) started: Option<i64>,
    pub(crate) ended: Option<i64>,
    pub(crate) entries: Vec<Entry>,
    /// The pairings of each round; an arena has one round.
    pub(crate) played: Vec<Vec<Pairing>>,
}

/// Somebody who takes part.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    pub(crate) player: String,
    pub(crate) name: String,
    /// Has left, and is not paired any more.
    #[serde(default)]
    pub(crate) left: bool,
    /// A bot of the game plays, and nobody else.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) bot: Option<String>,
    /// How many positions it may look at for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) nodes: Option<u64>,
}

impl Entry {
    pub(crate) fn person(player: &str, name: &str) -> Entry {
        Entry {
            player: player.to_owned(),
            name: name.to_owned(),
            left: false,
            bot: None,
            nodes: None,
        }
    }

    pub(crate) fn bot(name: &str, bot: &str, nodes: Option<u64>) -> Entry {
        Entry {
            bot: Some(bot.to_owned()),
            nodes,
            // The same bot may take part several times.
            ..Entry::person(&random_word(12), name)
        }
    }
}

/// Two players who meet.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Pairing {
    /// Begins the first match.
    pub(crate) one: usize,
    /// `None` for a bye.
    pub(crate) other: Option<usize>,
    /// What the luck of all its matches was drawn from, in tournaments of older versions.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) key: String,
    pub(crate) matches: Vec<Meeting>,
}

/// A match of a pairing. In the second one the players change seats.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Meeting {
    pub(crate) id: String,
    /// What its luck is drawn from.
    #[serde(default)]
    pub(crate) key: String,
    /// How it ended.
    pub(crate) end: Option<End>,
}

/// How a match ended, as far as points go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum End {
    First,
    Second,
    Draw,
    /// It does not count.
    Void,
}

impl End {
    /// How a match ended that this seat won.
    pub(crate) fn won_by(winner: Option<Seat>) -> End {
        match winner {
            None => End::Draw,
            Some(Seat(0)) => End::First,
            Some(_) => End::Second,
        }
    }
}

/// What a player has achieved. Points are counted in halves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Standing {
    /// From 1; players with the same result share it.
    pub(crate) place: usize,
    /// The number of the player.
    pub(crate) entry: usize,
    pub(crate) name: String,
    /// The bot that plays, if it is one of the game's own.
    pub(crate) bot: Option<String>,
    /// One for a win, a half for a draw, one for a bye of a Swiss tournament.
    pub(crate) points: f64,
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
    /// The tie-break of Sonneborn and Berger: the points of all who were beaten, and half the
    /// points of those who drew.
    pub(crate) tiebreak: f64,
    /// Whether the player has left.
    pub(crate) left: bool,
}

impl Pairing {
    pub(crate) fn is_over(&self) -> bool {
        self.matches.iter().all(|meeting| meeting.end.is_some())
    }

    /// The players in the first and in the second seat of a match.
    pub(crate) fn seats(&self, number: usize) -> [usize; 2] {
        let other = self.other.unwrap_or(self.one);
        match number % 2 {
            0 => [self.one, other],
            _ => [other, self.one],
        }
    }

    fn has(&self, entry: usize) -> bool {
        self.one == entry || self.other == Some(entry)
    }
}

impl Tournament {
    pub(crate) fn is_running(&self) -> bool {
        self.started.is_some() && self.ended.is_none()
    }

    /// The other matches whose luck is drawn from the same key.
    pub(crate) fn twins(&self, meeting: &Meeting) -> Vec<String> {
        let meetings = self.pairings().flat_map(|pairing| &pairing.matches);
        let twins = meetings.filter(|other| other.key == meeting.key && other.id != meeting.id);
        twins.map(|other| other.id.clone()).collect()
    }

    pub(crate) fn entry_of(&self, player: &str) -> Option<usize> {
        self.entries.iter().position(|entry| entry.player == player)
    }

    fn pairings(&self) -> impl Iterator<Item = &Pairing> {
        self.played.iter().flatten()
    }

    /// The results, the best first.
    pub(crate) fn standings(&self) -> Vec<Standing> {
        let mut rows: Vec<Standing> = self
            .entries
            .iter()
            .enumerate()
            .map(|(entry, who)| Standing {
                entry,
                name: who.name.clone(),
                bot: who.bot.clone(),
                left: who.left,
                ..Standing::default()
            })
            .collect();
        let mut met: Vec<(usize, usize, f64)> = Vec::new();
        for pairing in self.pairings() {
            if pairing.other.is_none() && self.system == System::Swiss {
                rows[pairing.one].points += 1.0;
            }
            for (number, meeting) in pairing.matches.iter().enumerate() {
                let seats = pairing.seats(number);
                let shares = match meeting.end {
                    Some(End::First) => [1.0, 0.0],
                    Some(End::Second) => [0.0, 1.0],
                    Some(End::Draw) => [0.5, 0.5],
                    Some(End::Void) | None => continue,
                };
                for (seat, share) in shares.into_iter().enumerate() {
                    let row = &mut rows[seats[seat]];
                    row.points += share;
                    match share {
                        1.0 => row.wins += 1,
                        0.0 => row.losses += 1,
                        _ => row.draws += 1,
                    }
                    met.push((seats[seat], seats[1 - seat], share));
                }
            }
        }
        let points: Vec<f64> = rows.iter().map(|row| row.points).collect();
        for (entry, opponent, share) in met {
            rows[entry].tiebreak += share * points[opponent];
        }
        rows.sort_by(|a, b| {
            let better = |row: &Standing| (row.points, row.tiebreak);
            better(b)
                .partial_cmp(&better(a))
                .unwrap_or(std::cmp::Ordering::Equal)
                .then(a.entry.cmp(&b.entry))
        });
        for number in 0..rows.len() {
            let same = number > 0
                && rows[number - 1].points == rows[number].points
                && rows[number - 1].tiebreak == rows[number].tiebreak;
            rows[number].place = match same {
                true => rows[number - 1].place,
                false => number + 1,
            };
        }
        rows
    }

    /// Pairs those who are free, or ends the tournament; whether anything changed.
    pub(crate) fn pair(&mut self, now: i64) -> bool {
        let Some(pairs) = self.next_pairs(now) else {
            self.ended = Some(now);
            return true;
        };
        if pairs.is_empty() {
            return false;
        }
        // Where something is hidden, nobody may sit on both sides of a deal, nor know it from another
        // match: all pairs of a round have the same deal, and the second game has another one.
        let is_open = parlour_catalog::game(&self.game).is_some_and(|game| game.is_open());
        let several = || (0..self.games).map(|_| random_key()).collect::<Vec<_>>();
        let of_round = several();
        let keys = || match (is_open, self.system) {
            (true, _) => vec![random_key(); self.games as usize],
            // An arena has no rounds.
            (false, System::Arena) => several(),
            (false, System::RoundRobin | System::Swiss) => of_round.clone(),
        };
        let is_gone = |entry: usize| self.entries[entry].left;
        let pairings = pairs.into_iter().map(|(one, other)| {
            let meets = other.is_some_and(|other| !is_gone(one) && !is_gone(other));
            let keys = if meets { keys() } else { Vec::new() };
            let matches = keys.into_iter().map(|key| Meeting {
                id: random_word(12),
                key,
                end: None,
            });
            Pairing {
                one,
                other,
                key: String::new(),
                matches: matches.collect(),
            }
        });
        let pairings: Vec<Pairing> = pairings.collect();
        match (self.system, self.played.first_mut()) {
            (System::Arena, Some(all)) => all.extend(pairings),
            _ => self.played.push(pairings),
        }
        true
    }

    /// The pairs that are to meet now, or `None` if there is nothing more to play.
    pub(crate) fn next_pairs(&self, now: i64) -> Option<Vec<Pair>> {
        let round = self.played.len();
        let is_over = self.pairings().all(Pairing::is_over);
        match self.system {
            System::RoundRobin => {
                let rounds = self.entries.len().next_multiple_of(2) - 1;
                match (is_over, round < rounds) {
                    (true, true) => Some(circle(self.entries.len(), round)),
                    (true, false) => None,
                    (false, _) => Some(Vec::new()),
                }
            }
            System::Swiss => match (is_over, round < self.rounds as usize) {
                (true, true) => Some(self.swiss_pairs()),
                (true, false) => None,
                (false, _) => Some(Vec::new()),
            },
            System::Arena => {
                let end = self.started.unwrap_or(now) + i64::from(self.minutes) * 60_000;
                match now < end {
                    true => Some(self.arena_pairs()),
                    false if is_over => None,
                    false => Some(Vec::new()),
                }
            }
        }
    }

    fn met(&self) -> HashSet<(usize, usize)> {
        let pairings = self.pairings();
        pairings
            .filter_map(|pairing| Some((pairing.one, pairing.other?)))
            .collect()
    }

    fn swiss_pairs(&self) -> Vec<Pair> {
        let standings = self.standings();
        let staying = standings.iter().filter(|row| !row.left);
        let order: Vec<usize> = staying.map(|row| row.entry).collect();
        let byes = self.pairings().filter(|pairing| pairing.other.is_none());
        let rested = byes.map(|pairing| pairing.one).collect();
        let mut pairs = swiss(&order, &self.met(), &rested);
        let begun = |entry: usize| self.pairings().filter(|pair| pair.one == entry).count();
        for (one, other) in &mut pairs {
            if let Some(other) = other
                && begun(*one) > begun(*other)
            {
                std::mem::swap(one, other);
            }
        }
        pairs
    }

    /// Pairs the free players: each with one they have met least often, of about the same score.
    fn arena_pairs(&self) -> Vec<Pair> {
        let standings = self.standings();
        let is_free = |entry: usize| {
            let mut going_on = self.pairings().filter(|pairing| !pairing.is_over());
            !self.entries[entry].left && !going_on.any(|pairing| pairing.has(entry))
        };
        let free = standings.iter().map(|row| row.entry);
        let mut free: Vec<usize> = free.filter(|entry| is_free(*entry)).collect();
        let mut pairs = Vec::new();
        let last = |entry: usize| self.pairings().filter(|pairing| pairing.has(entry)).last();
        while free.len() >= 2 {
            let one = free.remove(0);
            // Not the opponent of just now, if there is anybody else.
            let just_met = |other: &usize| last(one).is_some_and(|pairing| pairing.has(*other));
            let number = free.iter().position(|other| !just_met(other));
            let number = match number {
                Some(number) => number,
                // With somebody still at the board, there will be another opponent.
                None if self.pairings().any(|pairing| !pairing.is_over()) => break,
                None => 0,
            };
            let other = free.remove(number);
            pairs.push(match pairs.len() % 2 {
                0 => (one, Some(other)),
                _ => (other, Some(one)),
            });
        }
        pairs
    }

    /// The matches that a player should play now.
    pub(crate) fn to_play(&self, entry: usize) -> Vec<String> {
        let own = self.pairings().filter(|pairing| pairing.has(entry));
        let open = own.flat_map(|pairing| &pairing.matches);
        let open = open.filter(|meeting| meeting.end.is_none());
        open.map(|meeting| meeting.id.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tournament(system: System, players: usize) -> Tournament {
        Tournament {
            name: String::new(),
            game: "gridlock".to_owned(),
            setup: BTreeMap::new(),
            system,
            rounds: 3,
            minutes: 10,
            games: 2,
            clock: None,
            started: Some(0),
            ended: None,
            entries: (0..players)
                .map(|number| Entry::person(&number.to_string(), &number.to_string()))
                .collect(),
            played: Vec::new(),
        }
    }

    /// Plays on until there is nothing to play; the player with the smaller number wins.
    fn played(mut tournament: Tournament, mut now: i64) -> Tournament {
        while let Some(pairs) = tournament.next_pairs(now) {
            let games = tournament.games;
            let meeting = |one: usize, other: usize, number: u32| Meeting {
                id: String::new(),
                key: String::new(),
                end: Some(match (one < other) == number.is_multiple_of(2) {
                    true => End::First,
                    false => End::Second,
                }),
            };
            let round = pairs.iter().map(|(one, other)| Pairing {
                one: *one,
                other: *other,
                key: String::new(),
                matches: match other {
                    Some(other) => (0..games).map(|n| meeting(*one, *other, n)).collect(),
                    None => Vec::new(),
                },
            });
            tournament.played.push(round.collect());
            now += 60_000;
        }
        tournament
    }

    #[test]
    fn the_strongest_are_first_in_every_system() {
        for players in [2, 5, 8] {
            let over = played(tournament(System::RoundRobin, players), 0);
            let standings = over.standings();
            let order: Vec<usize> = standings.iter().map(|row| row.entry).collect();
            assert_eq!(order, (0..players).collect::<Vec<_>>());
            assert_eq!(standings[0].points, 2.0 * (players - 1) as f64);
            assert_eq!(standings[0].losses, 0);
            assert_eq!(over.to_play(0), Vec::<String>::new());
        }
        for system in [System::Swiss, System::Arena] {
            let over = played(tournament(system, 7), 0);
            assert_eq!(over.standings()[0].entry, 0, "{system:?}");
        }
        assert_eq!(played(tournament(System::Swiss, 7), 0).played.len(), 3);
        assert!(tournament(System::Arena, 4).next_pairs(600_000).is_none());
    }

    #[test]
    fn equal_results_share_a_place_and_void_matches_count_for_nobody() {
        let mut equal = tournament(System::RoundRobin, 2);
        let end = |end| Meeting {
            id: String::new(),
            key: String::new(),
            end: Some(end),
        };
        equal.played.push(vec![Pairing {
            one: 0,
            other: Some(1),
            key: String::new(),
            // The players change seats: the first seat wins for one and for the other.
            matches: vec![end(End::First), end(End::First), end(End::Void)],
        }]);
        let rows = equal.standings();
        assert_eq!([rows[0].place, rows[1].place], [1, 1]);
        assert_eq!([rows[0].points, rows[1].points], [1.0, 1.0]);
    }
}
