//! A review of either kind, for marking mistakes and drawing a graph.

use super::graph::{of_ledger, of_review};
use super::{Glyphs, Ledger, LedgerLine, Review, Verdict, columns, graph};
use crate::drawing::Drawing;

/// A review of a record, in whichever unit suits its game.
#[derive(Clone, Debug, PartialEq)]
pub enum Account {
    /// Steps are measured by the chance of winning.
    Chances(Review),
    /// Moves are measured in the game's own unit.
    Ledger(Ledger),
}

/// A move that could have been better.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark<'a> {
    /// How bad it was.
    pub verdict: Verdict,
    /// What it lost: `4.2 points`.
    pub lost: String,
    /// What would have been better.
    pub better: Option<&'a str>,
}

impl Account {
    /// The mark of a step, counted from 1, if it deserves one.
    #[must_use]
    pub fn mark(&self, step: usize) -> Option<Mark<'_>> {
        let mark = match self {
            Account::Chances(review) => {
                let choice = review.steps.get(step.checked_sub(1)?)?.choice.as_ref()?;
                Mark {
                    verdict: choice.verdict,
                    lost: format!("{:.1} points", 100.0 * choice.loss()),
                    better: Some(&choice.best),
                }
            }
            Account::Ledger(ledger) => {
                let line = ledger.line(step)?;
                Mark {
                    verdict: line.verdict,
                    lost: ledger.amount(line.loss()),
                    better: line.better.as_deref(),
                }
            }
        };
        mark.verdict.is_fault().then_some(mark)
    }

    /// The standing after the given number of steps, or what the last of them did, in words.
    #[must_use]
    pub fn told(&self, step: usize) -> Option<String> {
        match self {
            Account::Chances(review) => {
                let percent = 100.0 * review.chances().nth(step)??;
                Some(format!("{}'s chance: {percent:.1} %", review.names[0]))
            }
            Account::Ledger(ledger) => {
                let line = ledger.line(step)?;
                let expected = ledger.amount(line.expected);
                Some(match line.gained {
                    Some(gained) => {
                        format!("gained {}, expected {expected}", ledger.amount(gained))
                    }
                    None => format!("expected {expected}"),
                })
            }
        }
    }

    /// The height of the graph at the start and after each of this many steps,
    /// from 0 to 1.
    #[must_use]
    pub fn heights(&self, steps: usize) -> Vec<f64> {
        match self {
            // Unknown chances are drawn as even.
            Account::Chances(review) => {
                let chances = review.chances().map(|chance| chance.unwrap_or(0.5));
                chances.collect()
            }
            Account::Ledger(ledger) => {
                let most = ledger.most();
                let gained = |line: &LedgerLine| line.gained.unwrap_or(0.0) / most;
                let mut height = 0.0;
                // A step that is not a move, such as a reply, changes nothing.
                let steps = (0..=steps).map(|step| {
                    height = ledger.line(step).map_or(height, gained);
                    height
                });
                steps.collect()
            }
        }
    }

    /// What the graph shows.
    #[must_use]
    pub fn subject(&self) -> String {
        match self {
            Account::Chances(review) => format!("{}'s chance to win", review.names[0]),
            Account::Ledger(ledger) => format!("What every move gained, in {}", ledger.unit),
        }
    }

    /// The graph, at most `width` characters wide if possible.
    #[must_use]
    pub fn graph(&self, width: usize, glyphs: Glyphs) -> Drawing {
        match self {
            Account::Chances(review) => graph(review, width, glyphs),
            Account::Ledger(ledger) => columns(ledger, width, glyphs),
        }
    }

    /// The same with `rows` rows, or one less if that is even; below it is a line for each player
    /// with mistakes.
    #[must_use]
    pub fn graph_of_height(&self, width: usize, rows: usize, glyphs: Glyphs) -> Drawing {
        match self {
            Account::Chances(review) => of_review(review, (width, rows), glyphs),
            Account::Ledger(ledger) => of_ledger(ledger, (width, rows), glyphs),
        }
    }

    /// The review in a sentence.
    #[must_use]
    pub fn headline(&self) -> String {
        match self {
            Account::Chances(review) => review.headline(),
            Account::Ledger(ledger) => ledger.headline.clone(),
        }
    }
}

impl Ledger {
    /// The line about a step, counted from 1.
    fn line(&self, step: usize) -> Option<&LedgerLine> {
        let index = self.lines.binary_search_by_key(&step, |line| line.step);
        index.ok().map(|index| &self.lines[index])
    }

    /// An amount with its unit: `1 treasure`, `2.3 bits`.
    fn amount(&self, amount: f64) -> String {
        let unit = self.unit;
        match amount {
            1.0 => format!("1 {}", unit.strip_suffix('s').unwrap_or(unit)),
            whole if whole.fract() == 0.0 => format!("{whole:.0} {unit}"),
            _ => format!("{amount:.1} {unit}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Seat;

    fn line(step: usize, gained: Option<f64>, best: f64, verdict: Verdict) -> LedgerLine {
        LedgerLine {
            step,
            seat: Seat(1),
            text: "x".to_owned(),
            reply: String::new(),
            gained,
            expected: 1.0,
            best,
            better: verdict.is_fault().then(|| "y".to_owned()),
            verdict,
            figures: Vec::new(),
            note: None,
        }
    }

    fn account() -> Account {
        Account::Ledger(Ledger {
            names: vec!["Amy".to_owned(), "Bill".to_owned()],
            unit: "bits",
            lines: vec![
                line(1, Some(2.0), 1.0, Verdict::Best),
                line(3, Some(0.5), 3.25, Verdict::Blunder),
                line(5, None, 1.0, Verdict::Good),
            ],
            figures: Vec::new(),
            headline: "So it was.".to_owned(),
            outcome: None,
        })
    }

    #[test]
    fn a_ledger_marks_its_moves_and_nothing_else() {
        let account = account();
        assert_eq!(account.mark(0), None);
        assert_eq!(account.mark(1), None);
        assert_eq!(account.mark(2), None);
        let mark = account.mark(3).expect("a blunder");
        assert_eq!((&*mark.lost, mark.better), ("2.2 bits", Some("y")));
        let told = |step| account.told(step);
        assert_eq!(told(1).as_deref(), Some("gained 2 bits, expected 1 bit"));
        assert_eq!(told(2), None);
        assert_eq!(told(5).as_deref(), Some("expected 1 bit"));
        assert_eq!(account.heights(5), [0.0, 0.5, 0.5, 0.125, 0.125, 0.0]);
    }

    #[test]
    fn a_ledger_is_drawn_with_what_was_possible() {
        let drawn = account().graph(80, Glyphs::Ascii).to_plain();
        let expected = [
            "   4 |",
            "     |    ----",
            "     |",
            "     |",
            "   2 |::::",
            "     |####",
            "     |####",
            "     |####",
            "   0 |########",
            "Bill      ??",
        ];
        let drawn: Vec<&str> = drawn.lines().collect();
        assert_eq!(drawn, expected);
    }
}
