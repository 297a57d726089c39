//! Luck and skill: what every step of a record did to the chance of winning.
//!
//! A bot that knows the chance of winning looks at every position. A throw that
//! makes it better than the average throw is luck; a move that makes it worse
//! than the best move is a loss. There is nothing else, so the chance at the
//! start, all luck and all losses add up to the result.
//!
//! A game in which the chance of winning says nothing may keep a [`Ledger`]
//! instead. Code that only marks mistakes and draws a graph takes either as an
//! [`Account`].

mod account;
mod bars;
mod graph;
mod judge;
mod ledger;
mod picture;

use std::fmt;

use crate::error::Illegal;
use crate::game::{Outcome, Seat};

pub use account::{Account, Mark};
pub use bars::bars;
pub use graph::{Glyphs, columns, graph};
pub use judge::review;
pub use ledger::{Ledger, LedgerLine};
pub use picture::picture;

/// How far values that are meant to be equal may differ by rounding.
const ROUNDING: f64 = 1e-9;

/// How much a move may lose before it is called a fault. Every game has its own: a mistake is what
/// a strong player would call one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// A move that loses this much is an inaccuracy.
    pub inaccuracy: f64,
    /// A move that loses this much is a mistake.
    pub mistake: f64,
    /// A move that loses this much is a blunder.
    pub blunder: f64,
}

impl Tolerance {
    /// In chances of winning, for games that do not say: a twentieth, a tenth
    /// and a fifth of a game.
    pub const USUAL: Tolerance = Tolerance {
        inaccuracy: 0.05,
        mistake: 0.1,
        blunder: 0.2,
    };

    /// How good a move is that loses this much. One whose loss would be shown
    /// as zero is among the best.
    ///
    /// ```
    /// use parlour_core::review::{Tolerance, Verdict};
    /// assert_eq!(Tolerance::USUAL.verdict(0.0), Verdict::Best);
    /// assert_eq!(Tolerance::USUAL.verdict(0.15), Verdict::Mistake);
    /// ```
    #[must_use]
    pub fn verdict(&self, loss: f64) -> Verdict {
        match loss {
            loss if loss < self.inaccuracy / 100.0 => Verdict::Best,
            loss if loss < self.inaccuracy => Verdict::Good,
            loss if loss < self.mistake => Verdict::Inaccuracy,
            loss if loss < self.blunder => Verdict::Mistake,
            _ => Verdict::Blunder,
        }
    }
}

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// There was no other move.
    Forced,
    /// None was noticeably better, or it won.
    Best,
    /// It lost too little to mention.
    Good,
    /// It lost a little; the game's [`Tolerance`] says how much that is.
    Inaccuracy,
    /// It lost something that matters.
    Mistake,
    /// It lost enough to decide a game.
    Blunder,
}

impl Verdict {
    /// Whether it is worth saying that there was a better move.
    #[must_use]
    pub fn is_fault(self) -> bool {
        self >= Verdict::Inaccuracy
    }

    /// The annotation that chess players use for such a move; empty if it needs
    /// none.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Verdict::Forced | Verdict::Best | Verdict::Good => "",
            Verdict::Inaccuracy => "?!",
            Verdict::Mistake => "?",
            Verdict::Blunder => "??",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Forced => "forced",
            Verdict::Best => "best",
            Verdict::Good => "good",
            Verdict::Inaccuracy => "inaccuracy",
            Verdict::Mistake => "mistake",
            Verdict::Blunder => "blunder",
        })
    }
}

/// A move as the bot judges it. All chances are the mover's.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// The move that the bot would have made.
    pub best: String,
    /// The chance of winning with it.
    pub best_chance: f64,
    /// The chance of winning with the move that was made.
    pub chance: f64,
    /// The chance of winning with the worst move.
    pub worst_chance: f64,
    /// Whether no other move was as good as the best one; `false` if the bot
    /// has not valued all moves.
    pub only: bool,
    /// How good the move was.
    pub verdict: Verdict,
}

impl Choice {
    /// What the move lost.
    #[must_use]
    pub fn loss(&self) -> f64 {
        (self.best_chance - self.chance).max(0.0)
    }

    /// What the worst move would have lost.
    #[must_use]
    pub fn at_stake(&self) -> f64 {
        (self.best_chance - self.worst_chance).max(0.0)
    }
}

/// A step of a record and what it did.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedStep {
    /// The game's text for the step.
    pub text: String,
    /// The seat that moved; `None` for a chance event.
    pub seat: Option<Seat>,
    /// The first seat's chance of winning before the step, with perfect play
    /// from there on; `None` if the bot does not know it.
    pub before: Option<f64>,
    /// The same after the step.
    pub after: Option<f64>,
    /// What the bot thinks of a move; `None` for a chance event, or if it does
    /// not know.
    pub choice: Option<Choice>,
}

impl ReviewedStep {
    /// What luck gave to the first seat, or took from it; `None` for a move.
    #[must_use]
    pub fn luck(&self) -> Option<f64> {
        match self.seat {
            Some(_) => None,
            None => Some(self.after? - self.before?),
        }
    }

    /// Whether the bot knew what this step was worth.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.choice.is_some() || self.luck().is_some()
    }
}

/// The moves of one seat, taken together. Forced moves do not count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skill {
    /// What all moves together lost.
    pub lost: f64,
    /// What they would have lost at worst.
    pub at_stake: f64,
    verdicts: Vec<Verdict>,
}

impl Skill {
    /// How many moves had an alternative.
    #[must_use]
    pub fn choices(&self) -> usize {
        self.verdicts.len()
    }

    /// How many moves had that verdict.
    #[must_use]
    pub fn count(&self, verdict: Verdict) -> usize {
        self.verdicts
            .iter()
            .filter(|&&other| other == verdict)
            .count()
    }

    /// The share kept of what could have been lost: 1 for perfect play, 0 for
    /// the worst move every time; `None` if nothing could be lost.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        (self.at_stake > ROUNDING).then(|| (1.0 - self.lost / self.at_stake).clamp(0.0, 1.0))
    }
}

/// A record with the worth of every step.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The players, one per seat.
    pub names: Vec<String>,
    /// The first seat's chance of winning at the start.
    pub start: Option<f64>,
    /// What happened, in order.
    pub steps: Vec<ReviewedStep>,
    /// How the game ended, if it did.
    pub outcome: Option<Outcome>,
}

impl Review {
    /// The first seat's chance of winning at the start and after every step.
    pub fn chances(&self) -> impl Iterator<Item = Option<f64>> {
        std::iter::once(self.start).chain(self.steps.iter().map(|step| step.after))
    }

    /// What luck gave to the first seat in all.
    #[must_use]
    pub fn luck(&self) -> f64 {
        self.steps.iter().filter_map(ReviewedStep::luck).sum()
    }

    /// Whether there were chance events.
    #[must_use]
    pub fn has_luck(&self) -> bool {
        self.steps.iter().any(|step| step.seat.is_none())
    }

    /// The review in a sentence: `Amy played 97.1 % accurately, Bill 93.2 %;
    /// luck gave Bill 31.0 points.`
    #[must_use]
    pub fn headline(&self) -> String {
        let mut accuracies: Vec<String> = Vec::new();
        for (seat, name) in Seat::all(2).zip(&self.names) {
            if let Some(accuracy) = self.skill(seat).accuracy() {
                let percent = 100.0 * accuracy;
                accuracies.push(match accuracies.is_empty() {
                    true => format!("{name} played {percent:.1} % accurately"),
                    false => format!("{name} {percent:.1} %"),
                });
            }
        }
        if accuracies.is_empty() {
            accuracies.push("No move could lose anything".to_owned());
        }
        let mut headline = accuracies.join(", ");
        if self.has_luck() {
            let points = 100.0 * self.luck();
            let lucky = &self.names[usize::from(points < 0.0)];
            headline.push_str(&match points.abs() {
                points if points < 0.05 => "; luck was even".to_owned(),
                points => format!("; luck gave {lucky} {points:.1} points"),
            });
        }
        headline + "."
    }

    /// How well a seat played.
    #[must_use]
    pub fn skill(&self, seat: Seat) -> Skill {
        let mut skill = Skill::default();
        let own = self.steps.iter().filter(|step| step.seat == Some(seat));
        for choice in own.filter_map(|step| step.choice.as_ref()) {
            if choice.verdict != Verdict::Forced {
                skill.lost += choice.loss();
                skill.at_stake += choice.at_stake();
                skill.verdicts.push(choice.verdict);
            }
        }
        skill
    }
}

/// Why a record cannot be reviewed.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReviewError {
    /// The game's bots do not give the chance of winning.
    #[error("the bots of {0} do not give the chance to win, so luck cannot be told from skill")]
    NoChances(&'static str),
    /// What one player wins must be what the other loses.
    #[error("a review is about two players, and this game has {0}")]
    NotTwoSeats(u8),
    /// The bot does not know the value of any position.
    #[error("the bot does not know the chance to win in any position of this game")]
    NoValues,
    /// The record has a step that is not of this game.
    #[error("{}", .0.message)]
    BadStep(Illegal),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_has_a_name_by_its_size() {
        for (loss, verdict) in [
            (0.0, Verdict::Best),
            (0.0004, Verdict::Best),
            (0.001, Verdict::Good),
            (0.0499, Verdict::Good),
            (0.05, Verdict::Inaccuracy),
            (0.1, Verdict::Mistake),
            (0.2, Verdict::Blunder),
            (1.0, Verdict::Blunder),
        ] {
            assert_eq!(Tolerance::USUAL.verdict(loss), verdict, "{loss}");
        }
    }
}
