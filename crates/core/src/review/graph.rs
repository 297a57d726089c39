//! The chance to win over the game, as text.

use anstyle::{AnsiColor, Style};

use super::{Review, Verdict};
use crate::drawing::{Drawing, Run};
use crate::game::Seat;
use crate::names::shortened;

/// Odd, so that an even chance has a row of its own.
const ROWS: usize = 9;
/// A short game is not drawn wider than this a step.
const WIDEST_STEP: usize = 4;
/// A name that is longer is cut.
const LONGEST_NAME: usize = 10;
const FEWEST_COLUMNS: usize = 10;

const AREA: Style = AnsiColor::Cyan.on_default();
const MARK: Style = AnsiColor::Red.on_default().bold();

/// What a graph is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// Blocks in eight heights.
    Blocks,
    /// Only what every terminal and every typeface has.
    Ascii,
}

impl Glyphs {
    /// A cell that is empty, filled a little more each, and full.
    fn fillings(self) -> &'static [&'static str] {
        match self {
            Glyphs::Blocks => &[" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
            Glyphs::Ascii => &[" ", ".", ":", "#"],
        }
    }

    /// The line of an even chance, where it is not covered.
    fn middle(self) -> &'static str {
        match self {
            Glyphs::Blocks => "┄",
            Glyphs::Ascii => "-",
        }
    }
}

/// The first seat's chance to win over the steps of a game, at most `width`
/// characters wide where that can be; below it, each player's mistakes and
/// blunders.
#[must_use]
pub fn graph(review: &Review, width: usize, glyphs: Glyphs) -> Drawing {
    let names = review
        .names
        .iter()
        .map(|name| shortened(name, LONGEST_NAME));
    let longest = names.clone().map(|name| name.chars().count()).max();
    let gutter = longest.unwrap_or(0).max("100 %".len());
    let chances: Vec<_> = review.chances().collect();
    let columns = Columns::of(chances.len(), width.saturating_sub(gutter + " |".len()));
    let mut lines = Vec::new();
    for row in 0..ROWS {
        let label = match row {
            0 => "100 %",
            _ if row == ROWS / 2 => "50 %",
            _ if row == ROWS - 1 => "0 %",
            _ => "",
        };
        let area: String = (0..columns.count)
            .map(|column| cell(chances[columns.points(column).end - 1], row, glyphs))
            .collect();
        lines.push(vec![
            Run::plain(format!("{label:>gutter$} |")),
            Run::styled(area.trim_end().to_owned(), AREA),
        ]);
    }
    for (seat, name) in Seat::all(2).zip(names) {
        let marks: String = (0..columns.count)
            .map(|column| mark(review, seat, &columns, column))
            .collect();
        if !marks.trim().is_empty() {
            lines.push(vec![
                Run::plain(format!("{name:>gutter$}  ")),
                Run::styled(marks.trim_end().to_owned(), MARK),
            ]);
        }
    }
    Drawing { lines }
}

/// How the points of a graph are spread over columns of text.
struct Columns {
    points: usize,
    count: usize,
}

impl Columns {
    /// There is at least one point: the start.
    fn of(points: usize, room: usize) -> Columns {
        let room = room.max(FEWEST_COLUMNS);
        let each = (room / points).min(WIDEST_STEP);
        Columns {
            points,
            count: if each == 0 { room } else { points * each },
        }
    }

    /// The points that a column stands for.
    fn points(&self, column: usize) -> std::ops::Range<usize> {
        let first = column * self.points / self.count;
        let end = (column + 1) * self.points / self.count;
        first..end.max(first + 1)
    }

    /// The place of a column among those of the same point.
    fn place(&self, column: usize) -> usize {
        let each = (self.count / self.points).max(1);
        column % each
    }
}

fn cell(chance: Option<f64>, row: usize, glyphs: Glyphs) -> &'static str {
    let fillings = glyphs.fillings();
    let full = fillings.len() - 1;
    let Some(chance) = chance else {
        return fillings[0];
    };
    let height = (chance.clamp(0.0, 1.0) * (ROWS * full) as f64).round() as usize;
    match height.saturating_sub((ROWS - 1 - row) * full).min(full) {
        0 if row == ROWS / 2 => glyphs.middle(),
        filling => fillings[filling],
    }
}

/// The sign of a seat's worst move in a column; as much of it as has room.
fn mark(review: &Review, seat: Seat, columns: &Columns, column: usize) -> char {
    let steps = columns.points(column).filter_map(|point| {
        // The first point is the start, which no step leads to.
        review.steps.get(point.checked_sub(1)?)
    });
    let worst = steps
        .filter(|step| step.seat == Some(seat))
        .filter_map(|step| step.choice.as_ref())
        .map(|choice| choice.verdict)
        .max();
    match worst {
        Some(verdict @ (Verdict::Mistake | Verdict::Blunder)) => {
            let mut sign = verdict.sign().chars();
            sign.nth(columns.place(column)).unwrap_or(' ')
        }
        _ => ' ',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{Choice, ReviewedStep};

    /// A review with these chances, in which every move is Amy's and a loss
    /// of a tenth or more a blunder.
    fn review(chances: &[Option<f64>]) -> Review {
        let step = |pair: &[Option<f64>]| ReviewedStep {
            text: "x".to_owned(),
            seat: Some(Seat(0)),
            before: pair[0],
            after: pair[1],
            choice: pair[0].zip(pair[1]).map(|(best_chance, chance)| Choice {
                best: "y".to_owned(),
                best_chance,
                chance,
                worst_chance: 0.0,
                only: false,
                verdict: Verdict::of(best_chance - chance),
            }),
        };
        Review {
            names: vec!["Amy".to_owned(), "Bill".to_owned()],
            start: chances[0],
            steps: chances.windows(2).map(step).collect(),
            outcome: None,
        }
    }

    #[test]
    fn columns_are_as_high_as_the_chance_and_blunders_stand_below() {
        let review = review(&[Some(1.0), Some(0.5), None, Some(0.25)]);
        let drawn = graph(&review, 80, Glyphs::Ascii).to_plain();
        let expected = "\
100 % |####
      |####
      |####
      |####
 50 % |####::::    ----
      |########
      |########    ....
      |########    ####
  0 % |########    ####
  Amy      ??";
        assert_eq!(drawn, expected);
        let blocks = graph(&review, 80, Glyphs::Blocks).to_plain();
        assert!(blocks.contains(" 50 % |████▄▄▄▄    ┄┄┄┄\n"), "{blocks}");
    }

    #[test]
    fn no_graph_is_wider_than_its_room() {
        for steps in [1, 2, 9, 60, 77, 500] {
            let chances: Vec<_> = (0..steps).map(|step| Some((step % 2) as f64)).collect();
            let review = review(&chances);
            for width in [17, 40, 80, 100] {
                let drawn = graph(&review, width, Glyphs::Ascii);
                for line in drawn.to_plain().lines() {
                    assert!(line.len() <= width, "{steps} in {width}: {line}");
                }
            }
            // Where there is no room at all it is as narrow as it can be.
            let narrow = graph(&review, 0, Glyphs::Ascii).to_plain();
            assert!(narrow.lines().all(|line| line.len() <= 17), "{narrow}");
        }
    }
}
