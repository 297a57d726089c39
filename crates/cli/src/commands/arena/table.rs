//! The results of an arena as a table, and as comma-separated values.

use std::fmt::Write as _;
use std::io::{self, Write};

use parlour_arena::statistics::{Sprt, Verdict};
use parlour_arena::{Arena, Failure, Player, Scoreboard, Spec, Standing, standing_picture};
use parlour_core::picture::{Look, Picture};
use parlour_core::{Seat, csv_field, shortened};

use crate::args::Arena as Wanted;

/// The longest name in a table.
const LONGEST: usize = 20;

/// A standing with what is needed to show it.
pub(super) struct Summary<'a> {
    pub(super) arena: &'a Arena<'a>,
    pub(super) wanted: &'a Wanted,
    pub(super) standing: Standing,
}

/// A rating for people.
fn elo(number: f64) -> String {
    if number.is_infinite() {
        if number > 0.0 { "inf" } else { "-inf" }.to_owned()
    } else {
        // Avoids a negative zero.
        format!("{:+.0}", number + 0.0)
            .replace("-0", "0")
            .replace("+0", "0")
    }
}

impl<'a> Summary<'a> {
    pub(super) fn new(arena: &'a Arena<'a>, wanted: &'a Wanted, board: &Scoreboard) -> Self {
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

    /// The ratings with their intervals and, if more than two players met, the cross table.
    pub(super) fn picture(&self, look: &Look<'_>) -> Picture {
        let title = self.arena.game.info().title;
        standing_picture(title, &self.arena.labels, &self.standing, look)
    }

    pub(super) fn sprt(&self) -> Option<Sprt> {
        match self.wanted.sprt.as_deref() {
            Some(&[elo0, elo1]) => Some(Sprt::new(elo0, elo1)),
            _ => None,
        }
    }

    /// The games that count, one per line.
    pub(super) fn csv(&self, board: &Scoreboard) -> String {
        let mut csv =
            "game,players,winner,end,steps,effort,failed,reason,failure,milliseconds\n".to_owned();
        let name = |player: Option<usize>| match player {
            Some(player) => csv_field(&self.arena.labels[player]),
            None => String::new(),
        };
        for game in board.counted() {
            let players: Vec<&str> = game
                .players
                .iter()
                .map(|player| self.arena.labels[*player].as_str())
                .collect();
            let effort = game.effort.map(|(_, effort)| effort.to_string());
            let times = game.thinking.iter();
            let times = times.map(|seat| format!("{:.3}", seat.total as f64 / 1000.0));
            // Writing to a string cannot fail.
            let _ = writeln!(
                csv,
                "{},{},{},{},{},{},{},{},{},{}",
                game.game + 1,
                csv_field(&players.join("/")),
                name(game.winner),
                game.end.word(),
                game.steps,
                effort.unwrap_or_default(),
                name(game.failed),
                csv_field(game.reason.as_deref().unwrap_or_default()),
                game.failure.map_or("", Failure::word),
                times.collect::<Vec<_>>().join("/"),
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
        if players.len() > 1 {
            writeln!(
                out,
                "    {:<width$}   points    games        %  95 %               Elo  95 %",
                "player"
            )?;
        }
        for (place, &index) in order.iter().enumerate().filter(|_| players.len() > 1) {
            let player = &players[index];
            let share = 100.0 * player.points / (player.games as f64).max(1.0);
            let [low, high] = player.interval;
            write!(
                out,
                "{:>2}  {:<width$}  {:>7}  {:>7}  {share:>6.1} %  {:<13}  {:>6}  {} to {}",
                place + 1,
                labels[index],
                points(player.points),
                player.games,
                percents(player),
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
        self.write_details(out, &labels)?;
        if players.len() > 2 {
            self.write_crosstable(out, &order, &labels, width)?;
        }
        Ok(())
    }

    /// Details of the games, no matter who won.
    fn write_details(&self, out: &mut impl Write, labels: &[String]) -> io::Result<()> {
        let standing = &self.standing;
        if standing.games == 0 {
            return Ok(());
        }
        let a_game = |count: u64| count as f64 / standing.games as f64;
        let players = || standing.players.iter().zip(labels);
        let has_efforts = standing.players.iter().any(|each| !each.efforts.is_empty());
        if standing.won_from.len() > 1 && !has_efforts {
            let won = standing.won_from.iter().zip(self.seat_names());
            let won: Vec<String> = won.map(|(won, name)| format!("{name} {won}")).collect();
            writeln!(
                out,
                "won by seat: {}; drawn: {}",
                won.join(", "),
                standing.drawn
            )?;
        }
        let moves = standing.steps - standing.throws;
        write!(out, "per game: {:.2} moves", a_game(moves))?;
        if standing.throws > 0 {
            write!(out, ", {:.2} throws", a_game(standing.throws))?;
        }
        if standing.won_from.len() > 1 && standing.turns != moves {
            write!(out, ", {:.2} turns", a_game(standing.turns))?;
        }
        writeln!(out)?;
        if standing.too_long > 0 {
            writeln!(out, "too long: {}", standing.too_long)?;
        }
        if let Some(feat) = self.arena.game.feat() {
            let by = players().map(|(player, label)| format!("{label} {:.2}", feats(player)));
            writeln!(out, "{feat} a game: {}", by.collect::<Vec<_>>().join(", "))?;
        }
        for (player, label) in players() {
            if let (Some((least, _)), Some((most, _))) = (
                player.efforts.first_key_value(),
                player.efforts.last_key_value(),
            ) {
                let mean = player.effort();
                let [low, high] = mean.interval();
                let mean = mean.value();
                write!(out, "effort of {label}: {mean:.3} on average")?;
                if least < most {
                    write!(out, " (95 %: {low:.3} to {high:.3}), {least} to {most}")?;
                }
                writeln!(out)?;
            }
        }
        // For a single player, there is nothing more to tell.
        if let [player] = &standing.players[..] {
            for (effort, games) in &player.efforts {
                writeln!(out, "{effort:>5}  {games:>7} games")?;
            }
        }
        for (player, label) in players().filter(|(player, _)| player.thinking.moves > 0) {
            let [mean, longest] = milliseconds(player);
            let total = player.thinking.total as f64 / 1e6;
            writeln!(
                out,
                "{label} took {mean:.3} ms per move on average, {longest:.1} ms at most, {total:.1} s in total"
            )?;
        }
        let specs = self.arena.players.iter();
        let outside = players()
            .zip(specs)
            .filter(|(_, spec)| matches!(spec, Spec::Exec(_)));
        for ((player, label), _) in outside {
            let [late, crashed, illegal, odd] = Failure::ALL.map(|kind| player.failed_by(kind));
            writeln!(
                out,
                "{label} failed: time losses {late}, crashes {crashed}, illegal moves {illegal}, \
                 protocol errors {odd}"
            )?;
        }
        Ok(())
    }

    /// What the game calls its seats.
    pub(super) fn seat_names(&self) -> Vec<String> {
        let Ok(start) = self.arena.start(0) else {
            return Vec::new();
        };
        let seats = (0..start.seats()).map(|seat| start.seat_name(Seat(seat)).into_owned());
        seats.collect()
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
        if self.wanted.fixed_seats {
            terms.push("fixed seats".to_owned());
        }
        let title = arena.game.info().title;
        let games = self.standing.games;
        let terms = terms.join(", ");
        writeln!(out, "{title}: {games} games, {terms}, seed {}", arena.seed)
    }

    fn write_pairs(&self, out: &mut impl Write, labels: &[String]) -> io::Result<()> {
        if let Some((pairs, estimate)) = &self.standing.pairs {
            let (first, second) = (&labels[0], &labels[1]);
            let Player {
                won, drawn, lost, ..
            } = self.standing.players[0];
            if self.arena.plan.seats() > 1 {
                writeln!(out, "{first} won {won}, drew {drawn} and lost {lost} games")?;
            }
            if self.arena.plan.group() == 2 {
                let [none, half, one, more, two] = pairs.0;
                writeln!(
                    out,
                    "pairs by {first}'s points: {none} with 0, {half} with 1/2, \
                     {one} with 1, {more} with 1 1/2, {two} with 2"
                )?;
            }
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
        Ok(())
    }

    /// Each player's points against each other player, in percent.
    fn write_crosstable(
        &self,
        out: &mut impl Write,
        order: &[usize],
        labels: &[String],
        width: usize,
    ) -> io::Result<()> {
        write!(
            out,
            "\npoints of each player against each other, in %\n    {:<width$}",
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

/// The interval of a share of the points.
fn percents(player: &Player) -> String {
    match player.games {
        0 => String::new(),
        _ => {
            let [low, high] = player.share.share_interval().map(|share| 100.0 * share);
            format!("{low:.1} to {high:.1}")
        }
    }
}

/// What the game counts, per game of this player.
pub(super) fn feats(player: &Player) -> f64 {
    player.feats as f64 / (player.games as f64).max(1.0)
}

/// How long a player thinks about a move: on average, and at most.
pub(super) fn milliseconds(player: &Player) -> [f64; 2] {
    let thinking = player.thinking;
    let moves = thinking.moves.max(1) as f64;
    [thinking.total as f64 / moves, thinking.longest as f64].map(|time| time / 1000.0)
}

/// Points with as few digits as they need.
fn points(points: f64) -> String {
    let text = format!("{points:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_text_for_every_spreadsheet() {
        for (value, cell) in [
            ("greedy", "greedy"),
            ("a, \"b\"", "\"a, \"\"b\"\"\""),
            (
                "=HYPERLINK(\"x\",\"y\")",
                "\"'=HYPERLINK(\"\"x\"\",\"\"y\"\")\"",
            ),
            ("+1", "'+1"),
            ("-1", "'-1"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "'\\t=1"),
            ("no\nline\u{1b}", "no\\nline\\u{1b}"),
        ] {
            assert_eq!(csv_field(value), cell);
        }
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!(points(12.0), "12");
        assert_eq!(points(12.5), "12.5");
        assert_eq!(points(100.0), "100");
        assert_eq!(elo(0.0), "0");
        assert_eq!(elo(-0.2), "0");
        assert_eq!(elo(-100.2), "-100");
        assert_eq!(elo(f64::NEG_INFINITY), "-inf");
        assert_eq!(csv_field("a,\"b\""), "\"a,\"\"b\"\"\"");
    }
}
