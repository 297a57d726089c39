//! A review in the game's own unit: what every move gained, against what it and
//! the best move could expect to gain.
//!
//! It is for games in which the question is not who wins but how soon the goal
//! is reached. What a move gains beyond its expectation is luck; the gap
//! between its expectation and the best move's is its loss.

use super::Verdict;
use crate::bot::Figure;
use crate::game::{Outcome, Seat};

/// A record with what every move gained.
#[derive(Clone, Debug, PartialEq)]
pub struct Ledger {
    /// The players, one per seat.
    pub names: Vec<String>,
    /// What is gained: `bits`.
    pub unit: &'static str,
    /// The moves that gain something, in order.
    pub lines: Vec<LedgerLine>,
    /// Figures about all of them together.
    pub figures: Vec<Figure>,
    /// The review in a sentence.
    pub headline: String,
    /// How the game ended, if it did.
    pub outcome: Option<Outcome>,
}

/// A move and what it gained.
#[derive(Clone, Debug, PartialEq)]
pub struct LedgerLine {
    /// Which step of the record it is, counted from 1.
    pub step: usize,
    /// The seat that moved.
    pub seat: Seat,
    /// The move as the game writes it.
    pub text: String,
    /// The reply or result, in the game's text; empty if the record stops there.
    pub reply: String,
    /// What it gained; `None` if the record stops there.
    pub gained: Option<f64>,
    /// What it could be expected to gain.
    pub expected: f64,
    /// What the best move could be expected to gain.
    pub best: f64,
    /// A better move, if there was one.
    pub better: Option<String>,
    /// How good it was.
    pub verdict: Verdict,
    /// All numbers about it, including those above.
    pub figures: Vec<Figure>,
    /// A remark on the move, in words.
    pub note: Option<String>,
}

impl Ledger {
    /// The height of a graph that holds all amounts: a positive whole number.
    pub(super) fn most(&self) -> f64 {
        let amounts = self.lines.iter().flat_map(|line| {
            let LedgerLine { expected, best, .. } = *line;
            [line.gained.unwrap_or(0.0), expected, best]
        });
        amounts.fold(1.0, f64::max).ceil()
    }
}

impl LedgerLine {
    /// What luck gave; `None` if the record stops there.
    #[must_use]
    pub fn luck(&self) -> Option<f64> {
        Some(self.gained? - self.expected)
    }

    /// How much more a better move could have expected to gain.
    #[must_use]
    pub fn loss(&self) -> f64 {
        (self.best - self.expected).max(0.0)
    }
}
