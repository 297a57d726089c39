//! A review in a measure of the game's own: what every move gained, against what
//! could be expected of it and of the best move.
//!
//! It is for games in which nobody's chance to win is at stake, but how soon the
//! goal is reached. What a move gains beyond what was expected of it is luck;
//! what the best move could have expected beyond that is its loss.

use super::Verdict;
use crate::bot::Figure;
use crate::game::{Outcome, Seat};

/// A record with what every move gained.
#[derive(Clone, Debug, PartialEq)]
pub struct Ledger {
    /// The players, one a seat.
    pub names: Vec<String>,
    /// What is gained: `bits`.
    pub unit: &'static str,
    /// The moves that gain something, in order.
    pub lines: Vec<LedgerLine>,
    /// What there is to tell about all of them together.
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
    /// Who moved.
    pub seat: Seat,
    /// The move as the game writes it.
    pub text: String,
    /// What came of it, as the game writes that; empty where the record stops.
    pub reply: String,
    /// What it gained; `None` where the record stops.
    pub gained: Option<f64>,
    /// What it could be expected to gain.
    pub expected: f64,
    /// What the best move could be expected to gain.
    pub best: f64,
    /// A better move, where there was one.
    pub better: Option<String>,
    /// How good it was.
    pub verdict: Verdict,
    /// All numbers about it, those above among them.
    pub figures: Vec<Figure>,
    /// What else there is to say, in words.
    pub note: Option<String>,
}

impl Ledger {
    /// The height of a graph that holds all amounts: a whole number above
    /// nothing.
    pub(super) fn most(&self) -> f64 {
        let amounts = self.lines.iter().flat_map(|line| {
            let LedgerLine { expected, best, .. } = *line;
            [line.gained.unwrap_or(0.0), expected, best]
        });
        amounts.fold(1.0, f64::max).ceil()
    }
}

impl LedgerLine {
    /// What luck gave; `None` where the record stops.
    #[must_use]
    pub fn luck(&self) -> Option<f64> {
        Some(self.gained? - self.expected)
    }

    /// What a better move could have been expected to gain more.
    #[must_use]
    pub fn loss(&self) -> f64 {
        (self.best - self.expected).max(0.0)
    }
}
