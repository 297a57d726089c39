//! What the results of an arena look like: as a table, as JSON, as lines of
//! comma-separated values.

use std::fmt::Write as _;
use std::io::{self, Write};

use parlour_arena::{Arena, Board, Sprt, Standing, Verdict};
use parlour_core::{Holds, shortened};
use serde::Serialize;

use crate::args::Arena as Wanted;

/// The longest name in a table.
const LONGEST: usize = 20;

/// A standing with what is needed to show it.
pub(super) struct Summary<'a> {
    arena: &'a Arena<'a>,
    wanted: &'a Wanted,
    standing: Standing,
}

#[derive(Serialize)]
pub(super) struct SummaryLine<'a> {
    players: Vec<PlayerLine<'a>>,
    games: u64,
    game: &'static str,
    seed: u64,
    /// Points of each player against each.
    crosstable: Vec<Vec<Option<f64>>>,
    /// Between two players: pairs of games by the first one's points, 0 to 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pairs: Option<[u64; 5]>,
    /// The likelihood that the first of two is the better one.
    #[serde(skip_serializing_if = "Option::is_none")]
    superiority: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SprtLine>,
}

#[derive(Serialize)]
struct PlayerLine<'a> {
    spec: &'a str,
    score: f64,
    /// Null where it is infinite.
    elo: Option<f64>,
    error: Option<f64>,
    games: u64,
    /// The ends of the interval.
    low: Option<f64>,
    high: Option<f64>,
    failures: u64,
}

#[derive(Serialize)]
struct SprtLine {
    elo0: f64,
    elo1: f64,
    ratio: f64,
    lower: f64,
    upper: f64,
    /// `elo0`, `elo1`, or null where it needs more games.
    verdict: Option<&'static str>,
}

/// To three digits: nobody knows a rating better. Null where it is infinite.
fn finite(number: f64) -> Option<f64> {
    let rounded = (number * 1000.0).round() / 1000.0;
    // Without a sign before nothing.
    rounded.is_finite().then_some(rounded + 0.0)
}

/// A rating as a person reads it.
fn elo(number: f64) -> String {
    if number.is_infinite() {
        if number > 0.0 { "inf" } else { "-inf" }.to_owned()
    } else {
        // Without a sign before nothing.
        format!("{:+.0}", number + 0.0)
            .replace("-0", "0")
            .replace("+0", "0")
    }
}

impl<'a> Summary<'a> {
    pub(super) fn new(arena: &'a Arena<'a>, wanted: &'a Wanted, board: &Board) -> Self {
        Summary {
            arena,
            wanted,
            standing: board.standing(),
        }
    }

    /// The games that are over.
    pub(super) fn played(&self) -> u64 {
        self.standing.games + self.standing.waiting
    }

    /// The players with their ratings, for a picture.
    pub(super) fn ratings(&self) -> Vec<(String, f64, [f64; 2])> {
        let players = self.standing.players.iter().zip(&self.arena.labels);
        players
            .filter(|(player, _)| player.games > 0)
            .map(|(player, label)| (label.clone(), player.rating.elo, player.interval))
            .collect()
    }

    fn sprt(&self) -> Option<Sprt> {
        match self.wanted.sprt.as_deref() {
            Some(&[elo0, elo1]) => Some(Sprt::new(elo0, elo1)),
            _ => None,
        }
    }

    pub(super) fn json(&self) -> SummaryLine<'_> {
        let Standing {
            players,
            games,
            pairs,
            test,
            ..
        } = &self.standing;
        let line = |(player, spec): (&parlour_arena::Player, &'a String)| PlayerLine {
            spec,
            score: player.points,
            elo: finite(player.rating.elo),
            error: finite(player.rating.error),
            games: player.games,
            low: finite(player.interval[0]),
            high: finite(player.interval[1]),
            failures: player.failures,
        };
        let row = |player: &parlour_arena::Player| {
            let met = player.against.iter();
            met.map(|(points, games)| (*games > 0).then_some(*points))
                .collect()
        };
        SummaryLine {
            players: players.iter().zip(&self.wanted.specs).map(line).collect(),
            games: *games,
            game: self.arena.game.info().id,
            seed: self.arena.seed,
            crosstable: players.iter().map(row).collect(),
            pairs: pairs.as_ref().map(|(pairs, _)| pairs.0),
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
        }
    }

    /// The games that count, one a line.
    pub(super) fn csv(&self, board: &Board) -> String {
        let mut csv = "game,players,winner,end,steps,effort,failed,reason\n".to_owned();
        let name = |player: Option<usize>| match player {
            Some(player) => quoted(&self.arena.labels[player]),
            None => String::new(),
        };
        for game in board.counted() {
            let players: Vec<&str> = game
                .players
                .iter()
                .map(|player| self.arena.labels[*player].as_str())
                .collect();
            let effort = game.effort.map(|(_, effort)| effort.to_string());
            // Writing to a string cannot fail.
            let _ = writeln!(
                csv,
                "{},{},{},{},{},{},{},{}",
                game.game + 1,
                quoted(&players.join("/")),
                name(game.winner),
                game.end,
                game.steps,
                effort.unwrap_or_default(),
                name(game.failed),
                quoted(game.reason.as_deref().unwrap_or_default()),
            );
        }
        csv
    }

    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        self.write_heading(out)?;
        let players = &self.standing.players;
        let mut order: Vec<usize> = (0..players.len()).collect();
        order.sort_by(|a, b| players[*b].rating.elo.total_cmp(&players[*a].rating.elo));
        let labels: Vec<String> = self
            .arena
            .labels
            .iter()
            .map(|label| shortened(label, LONGEST))
            .collect();
        let width = labels.iter().map(|label| label.chars().count()).max();
        let width = width.unwrap_or(0).max("player".len());
        writeln!(
            out,
            "    {:<width$}   points    games        %     Elo  95 %",
            "player"
        )?;
        for (place, &index) in order.iter().enumerate() {
            let player = &players[index];
            let share = 100.0 * player.points / (player.games as f64).max(1.0);
            let [low, high] = player.interval;
            write!(
                out,
                "{:>2}  {:<width$}  {:>7}  {:>7}  {share:>6.1} %  {:>6}  {} to {}",
                place + 1,
                labels[index],
                points(player.points),
                player.games,
                elo(player.rating.elo),
                elo(low),
                elo(high),
            )?;
            match player.failures {
                0 => writeln!(out)?,
                1 => writeln!(out, "  (failed once)")?,
                times => writeln!(out, "  (failed {times} times)")?,
            }
        }
        self.write_pairs(out, &labels)?;
        if players.len() > 2 {
            self.write_crosstable(out, &order, &labels, width)?;
        }
        Ok(())
    }

    fn write_heading(&self, out: &mut impl Write) -> io::Result<()> {
        let arena = self.arena;
        let mut terms = Vec::new();
        if let Some(time) = arena.budget.time {
            terms.push(format!("{} ms a move", time.as_millis()));
        }
        match arena.budget.nodes {
            None => {}
            Some(1) => terms.push("1 position a move".to_owned()),
            Some(nodes) => terms.push(format!("{nodes} positions a move")),
        }
        match arena.opening {
            0 => {}
            1 => terms.push("openings of 1 move".to_owned()),
            moves => terms.push(format!("openings of {moves} moves")),
        }
        let title = arena.game.info().title;
        let games = self.standing.games;
        let terms = terms.join(", ");
        writeln!(out, "{title}: {games} games, {terms}, seed {}", arena.seed)
    }

    fn write_pairs(&self, out: &mut impl Write, labels: &[String]) -> io::Result<()> {
        if let Some((pairs, estimate)) = &self.standing.pairs {
            let [none, half, one, more, two] = pairs.0;
            let (first, second) = (&labels[0], &labels[1]);
            writeln!(
                out,
                "pairs by the points of {first}: {none} with 0, {half} with 1/2, {one} with 1, \
                 {more} with 1 1/2, {two} with 2"
            )?;
            let sure = 100.0 * estimate.superiority;
            writeln!(
                out,
                "likelihood that {first} is better than {second}: {sure:.1} %"
            )?;
        }
        if let (Some((ratio, [low, high], said)), Some(sprt)) = (self.standing.test, self.sprt()) {
            let Sprt { elo0, elo1, .. } = sprt;
            let said = match said {
                Some(Verdict::First) => format!("{elo0:+} rather than {elo1:+}"),
                Some(Verdict::Second) => format!("{elo1:+} rather than {elo0:+}"),
                None => "undecided".to_owned(),
            };
            writeln!(
                out,
                "test of {elo0:+} against {elo1:+}: {said}, log-likelihood ratio {ratio:.2} \
                 ({low:.2} to {high:.2})"
            )?;
        }
        if self.arena.records && self.arena.game.holds() == Holds::Position {
            writeln!(out, "records are the last positions of the games")?;
        }
        Ok(())
    }

    /// The points of each player against each other one, in percent.
    fn write_crosstable(
        &self,
        out: &mut impl Write,
        order: &[usize],
        labels: &[String],
        width: usize,
    ) -> io::Result<()> {
        write!(
            out,
            "\npoints of each against each, in %\n    {:<width$}",
            ""
        )?;
        for place in 1..=order.len() {
            write!(out, "{place:>7}")?;
        }
        writeln!(out)?;
        for (place, &index) in order.iter().enumerate() {
            write!(out, "{:>2}  {:<width$}", place + 1, labels[index])?;
            for &other in order {
                let (points, games) = self.standing.players[index].against[other];
                match games {
                    0 => write!(out, "{:>7}", "-")?,
                    games => write!(out, "{:>7.1}", 100.0 * points / games as f64)?,
                }
            }
            writeln!(out)?;
        }
        Ok(())
    }
}

/// Points with as few digits as they need.
fn points(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A value that may have commas in it.
fn quoted(value: &str) -> String {
    match value.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", value.replace('"', "\"\"")),
        false => value.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(points(12.0), "12");
        assert_eq!(points(12.5), "12.5");
        assert_eq!(points(100.0), "100");
        assert_eq!(elo(0.0), "0");
        assert_eq!(elo(-0.2), "0");
        assert_eq!(elo(-100.2), "-100");
        assert_eq!(elo(f64::NEG_INFINITY), "-inf");
        assert_eq!(quoted("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
