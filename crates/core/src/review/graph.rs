//! A game as a graph in text: the chance of winning over its steps, or what
//! every move gained.

use anstyle::{AnsiColor, Style};

use super::{Ledger, Review, Verdict};
use crate::drawing::{Drawing, Run};
use crate::game::Seat;
use crate::names::shortened;

/// Odd, so that an even chance has a row of its own.
const ROWS: usize = 9;
/// The fewest rows that tell anything.
const FEWEST_ROWS: usize = 5;
/// The most columns that a step takes in a short game, in a graph of the usual height.
const WIDEST_STEP: usize = 4;
/// Longer names are cut.
const LONGEST_NAME: usize = 10;
const FEWEST_COLUMNS: usize = 10;

const AREA: Style = AnsiColor::Cyan.on_default();
const MARK: Style = AnsiColor::Red.on_default().bold();

/// What a graph is drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Glyphs {
    /// Blocks in eight heights.
    Blocks,
    /// Only what every terminal and font has.
    Ascii,
}

impl Glyphs {
    /// An empty cell, ever fuller ones, and a full one.
    fn fillings(self) -> &'static [&'static str] {
        match self {
            Glyphs::Blocks => &[" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"],
            Glyphs::Ascii => &[" ", ".", ":", "#"],
        }
    }

    /// A horizontal line where the area does not cover it.
    fn line(self) -> &'static str {
        match self {
            Glyphs::Blocks => "┄",
            Glyphs::Ascii => "-",
        }
    }
}

/// The first seat's chance of winning over the steps of a game, at most `width`
/// characters wide if possible; below it, each player's mistakes and blunders.
#[must_use]
pub fn graph(review: &Review, width: usize, glyphs: Glyphs) -> Drawing {
    of_review(review, (width, ROWS), glyphs)
}

/// The same with this many rows, or one less: an even chance has a row of its own.
pub(super) fn of_review(review: &Review, size: (usize, usize), glyphs: Glyphs) -> Drawing {
    let judged = review.steps.iter().map(|step| {
        let verdict = step.choice.as_ref().map(|choice| choice.verdict);
        step.seat.zip(verdict)
    });
    Plot {
        names: &review.names,
        labels: ["100 %", "50 %", "0 %"].map(str::to_owned),
        points: review.chances().map(|chance| (chance, 0.5)).collect(),
        // The first point is the start, which no step leads to.
        judged: std::iter::once(None).chain(judged).collect(),
    }
    .drawn(size, glyphs)
}

/// What every move gained, with a line for what the best move could expect to
/// gain; below it, each player's mistakes and blunders.
#[must_use]
pub fn columns(ledger: &Ledger, width: usize, glyphs: Glyphs) -> Drawing {
    of_ledger(ledger, (width, ROWS), glyphs)
}

/// The same with this many rows, or one less.
pub(super) fn of_ledger(ledger: &Ledger, size: (usize, usize), glyphs: Glyphs) -> Drawing {
    let most = ledger.most();
    let lines = &ledger.lines;
    let points = lines.iter().map(|line| {
        let gained = line.gained.map(|gained| gained / most);
        (gained, line.best / most)
    });
    let judged = lines.iter().map(|line| Some((line.seat, line.verdict)));
    Plot {
        names: &ledger.names,
        labels: [most, most / 2.0, 0.0].map(|amount| amount.to_string()),
        points: points.collect(),
        judged: judged.collect(),
    }
    .drawn(size, glyphs)
}

/// What is drawn. All heights are between 0 and 1.
struct Plot<'a> {
    names: &'a [String],
    /// At the top, in the middle, and at the bottom.
    labels: [String; 3],
    /// The height of the area, if known, and of the line across it.
    points: Vec<(Option<f64>, f64)>,
    /// Whose move led to a point, and how good it was.
    judged: Vec<Option<(Seat, Verdict)>>,
}

impl Plot<'_> {
    fn drawn(&self, (width, height): (usize, usize), glyphs: Glyphs) -> Drawing {
        let rows = (height.saturating_sub(1) / 2 * 2 + 1).max(FEWEST_ROWS);
        let names = self.names.iter().map(|name| shortened(name, LONGEST_NAME));
        let longest = names
            .clone()
            .chain(self.labels.iter().cloned())
            .map(|text| text.chars().count())
            .max();
        let gutter = longest.unwrap_or(0);
        let room = width.saturating_sub(gutter + " |".len());
        let columns = Columns::of(self.points.len(), room, WIDEST_STEP * rows / ROWS);
        let mut lines = Vec::new();
        let [top, middle, bottom] = &self.labels;
        for row in 0..rows {
            let label = match row {
                0 => top,
                _ if row == rows / 2 => middle,
                _ if row == rows - 1 => bottom,
                _ => "",
            };
            let area: String = (0..columns.count)
                .map(|column| {
                    let point = self.points[columns.points(column).end - 1];
                    cell(point, (row, rows), glyphs)
                })
                .collect();
            lines.push(vec![
                Run::plain(format!("{label:>gutter$} |")),
                Run::styled(area.trim_end().to_owned(), AREA),
            ]);
        }
        for (seat, name) in (0..).map(Seat).zip(names) {
            let marks: String = (0..columns.count)
                .map(|column| self.mark(seat, &columns, column))
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

    /// The sign of a seat's worst move in a column, cut to the room there is.
    fn mark(&self, seat: Seat, columns: &Columns, column: usize) -> char {
        let judged = self.judged[columns.points(column)].iter().flatten();
        let own = judged.filter(|(mover, _)| *mover == seat);
        match own.map(|(_, verdict)| *verdict).max() {
            Some(verdict @ (Verdict::Mistake | Verdict::Blunder)) => {
                let mut sign = verdict.sign().chars();
                sign.nth(columns.place(column)).unwrap_or(' ')
            }
            _ => ' ',
        }
    }
}

/// How the points of a graph are spread over columns of text.
struct Columns {
    points: usize,
    count: usize,
}

impl Columns {
    fn of(points: usize, room: usize, widest_step: usize) -> Columns {
        let room = room.max(FEWEST_COLUMNS);
        let each = (room / points.max(1)).min(widest_step.max(1));
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

fn cell(
    (height, line): (Option<f64>, f64),
    (row, rows): (usize, usize),
    glyphs: Glyphs,
) -> &'static str {
    let fillings = glyphs.fillings();
    let full = fillings.len() - 1;
    let Some(height) = height else {
        return fillings[0];
    };
    let height = (height.clamp(0.0, 1.0) * (rows * full) as f64).round() as usize;
    let line = ((line.clamp(0.0, 1.0) * rows as f64) as usize).min(rows - 1);
    match height.saturating_sub((rows - 1 - row) * full).min(full) {
        0 if row == rows - 1 - line => glyphs.line(),
        filling => fillings[filling],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::{Choice, ReviewedStep, Tolerance};

    /// A review with these chances, in which every move is Amy's and a loss of
    /// a fifth or more is a blunder.
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
                verdict: Tolerance::USUAL.verdict(best_chance - chance),
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
    fn graphs_have_the_height_that_is_wanted_but_an_odd_one() {
        let review = review(&[Some(1.0), Some(0.5), Some(0.25)]);
        for (height, rows) in [(0, 5), (5, 5), (6, 5), (9, 9), (24, 23)] {
            let drawn = of_review(&review, (80, height), Glyphs::Ascii).to_plain();
            let axis = drawn.lines().filter(|line| line.contains('|'));
            assert_eq!(axis.clone().count(), rows, "{drawn}");
            let middle = axis.clone().position(|line| line.starts_with(" 50 %"));
            assert_eq!(middle, Some(rows / 2), "{drawn}");
        }
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
            // If there is no room at all, it is as narrow as possible.
            let narrow = graph(&review, 0, Glyphs::Ascii).to_plain();
            assert!(narrow.lines().all(|line| line.len() <= 17), "{narrow}");
        }
    }
}
