//! The answers of the targets of one set, close together in memory.
//!
//! A proof spends seconds on the targets left after a first guess. Their answers fit into the
//! cache, those of all targets do not. Targets are numbered within the set.

use fearless_simd::Level;

use crate::rules::Fleet;

use super::super::answers::{ANSWERS, Answers, ROW};
use super::super::gains::{self, Excess, Gains, Row};

/// The answers of a set's targets.
pub(super) struct SetAnswers {
    level: Level,
    /// The guess that each target is.
    guesses: Vec<u16>,
    /// By guess, then by target.
    by_guess: Vec<u8>,
    /// By target, then by guess.
    by_target: Vec<u8>,
}

impl SetAnswers {
    pub(super) fn new(set: &[u16]) -> SetAnswers {
        let answers = Answers::get();
        let mut by_guess = Vec::with_capacity(Fleet::COUNT * set.len());
        for guess in 0..Fleet::COUNT as u16 {
            let row = answers.to(guess);
            by_guess.extend(set.iter().map(|target| row[usize::from(*target)]));
        }
        SetAnswers {
            level: Level::new(),
            guesses: set.to_vec(),
            by_guess,
            by_target: set
                .iter()
                .flat_map(|target| answers.of(*target))
                .copied()
                .collect(),
        }
    }

    /// How many targets there are.
    pub(super) fn len(&self) -> usize {
        self.guesses.len()
    }

    /// The guess that a target is.
    pub(super) fn guess(&self, target: u16) -> u16 {
        self.guesses[usize::from(target)]
    }

    /// The answers of all targets to a guess.
    pub(super) fn to(&self, guess: u16) -> &[u8] {
        &self.by_guess[usize::from(guess) * self.len()..][..self.len()]
    }

    /// The answers of some targets to all guesses.
    fn rows(&self, set: &[u16]) -> Vec<&Row> {
        let (rows, _) = self.by_target.as_chunks::<ROW>();
        set.iter()
            .map(|target| &rows[usize::from(*target)])
            .collect()
    }

    /// Computes the gains of all guesses, and returns the largest.
    pub(super) fn gains(&self, set: &[u16], all: &mut Gains) -> u32 {
        gains::gains(self.level, &self.rows(set), all).into()
    }

    /// Computes for every guess by how much its largest parts of a set exceed `most`, as far as
    /// that is quickly seen.
    pub(super) fn excess(&self, set: &[u16], most: u32, excess: &mut Excess) {
        if let Ok(most) = u8::try_from(most) {
            gains::excess(self.level, &self.rows(set), most, excess);
        }
    }

    /// Whether one of these targets, taken as a guess, tells all of them apart.
    pub(super) fn has_a_key(&self, set: &[u16]) -> bool {
        set.len() <= ANSWERS
            && set.iter().any(|target| {
                let answers = self.to(self.guesses[usize::from(*target)]);
                let mut seen = 0_u32;
                set.iter().all(|other| {
                    let answer = 1 << answers[usize::from(*other)];
                    let is_new = seen & answer == 0;
                    seen |= answer;
                    is_new
                })
            })
    }
}
