//! Ways to choose the next guess, and how many guesses they need.

use std::sync::OnceLock;

use rayon::prelude::*;
use thiserror::Error;

use crate::candidates::{Candidates, Sizes};
use crate::rules::{Exchange, Feedback, Fleet, Location, SHIPS};
use crate::solve::Tree;

/// A rule that chooses a guess by the targets that are still possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The possible target that leaves the fewest targets on average: what the
    /// game's document suggests.
    Expected,
    /// The guess, possible or not, whose answer tells most: that with the
    /// largest entropy.
    Entropy,
}

impl Rule {
    /// The guess to begin with: not the one that the rule itself would choose,
    /// but the one after which it needs the fewest guesses, found by trying
    /// them all.
    #[must_use]
    pub fn opening(self) -> Fleet {
        let locations = match self {
            // B1, C4, E4 and A1, C1, E4, as column and row.
            Rule::Expected => [(1, 0), (2, 3), (4, 3)],
            Rule::Entropy => [(0, 0), (2, 0), (4, 3)],
        };
        let locations = locations.map(|(column, row)| Location::new(column, row));
        let locations = locations.map(|location| location.expect("on the board"));
        Fleet::new(&locations).expect("three different locations")
    }

    /// The guess to make; `candidates` must not be empty. Of equally good
    /// guesses it is a possible target if there is one, and then the first in
    /// the order of reading, row by row.
    #[must_use]
    pub fn guess(self, candidates: &Candidates) -> Fleet {
        if candidates.len() == Fleet::COUNT {
            return self.opening();
        }
        let best = |guesses: &[Fleet]| {
            let scored = |guess: &Fleet| {
                let score = self.score(&candidates.sizes(*guess));
                (score, reading_order(*guess), *guess)
            };
            if guesses.len() * candidates.len() < WORTH_SHARING {
                guesses.iter().map(scored).min()
            } else {
                guesses.par_iter().map(scored).min()
            }
        };
        let possible = best(candidates.fleets()).expect("there are targets");
        let (score, _, guess) = possible;
        // Another guess can only be better if this one leaves targets together.
        // Of two targets, one tells which it is.
        if self == Rule::Expected || score == 0 {
            return guess;
        }
        match best(Fleet::all()) {
            Some((better, _, other)) if better < score => other,
            _ => guess,
        }
    }

    /// The best guesses, at most so many, best first.
    #[must_use]
    pub fn best(self, candidates: &Candidates, most: usize) -> Vec<Fleet> {
        let guesses: &[Fleet] = match self {
            Rule::Expected => candidates.fleets(),
            Rule::Entropy => Fleet::all(),
        };
        let mut scored: Vec<_> = guesses
            .par_iter()
            .map(|guess| {
                let sizes = candidates.sizes(*guess);
                let is_impossible = sizes.of(Feedback::FOUND) == 0;
                let order = reading_order(*guess);
                (self.score(&sizes), is_impossible, order, *guess)
            })
            .collect();
        scored.par_sort_unstable();
        scored.truncate(most);
        scored.into_iter().map(|(.., guess)| guess).collect()
    }

    /// How bad a guess is that leaves sets of these sizes: the expected size or
    /// the expected bits that are missing then, each times the number of
    /// targets.
    fn score(self, sizes: &Sizes) -> u64 {
        let cost = match self {
            Rule::Expected => |size: u16| u64::from(size).pow(2),
            Rule::Entropy => bits,
        };
        sizes.raw().iter().map(|size| cost(*size)).sum()
    }
}

/// Answers to look at before more than one thread is worth its trouble.
const WORTH_SHARING: usize = 1 << 18;

/// What sorts fleets by their locations, row by row.
fn reading_order(fleet: Fleet) -> [(u8, u8); SHIPS] {
    let mut places = fleet
        .locations()
        .map(|location| (location.row(), location.column()));
    places.sort_unstable();
    places
}

/// `size` times the bits that tell so many targets apart. In whole units, so
/// that sums of the same sizes are equal in any order.
fn bits(size: u16) -> u64 {
    const UNITS: f64 = (1u64 << 32) as f64;
    static BITS: OnceLock<Vec<u64>> = OnceLock::new();
    let table = BITS.get_or_init(|| {
        let bits = |size: usize| match size {
            0 => 0,
            _ => (size as f64 * (size as f64).log2() * UNITS).round() as u64,
        };
        (0..=Fleet::COUNT).map(bits).collect()
    });
    table[usize::from(size)]
}

/// How many targets a strategy finds with how many guesses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally(Vec<usize>);

impl Tally {
    /// What a rule needs for these targets. Its tree of guesses is walked once
    /// for all of them.
    #[must_use]
    pub fn of(rule: Rule, candidates: &Candidates) -> Tally {
        match candidates.len() {
            0 => Tally::default(),
            _ => Tally::after(rule, candidates, rule.guess(candidates)),
        }
    }

    /// The same with the first guess given.
    #[must_use]
    pub fn after(rule: Rule, candidates: &Candidates, guess: Fleet) -> Tally {
        let mut tally = Tally(vec![0]);
        for (answer, part) in candidates.split(guess) {
            if answer == Feedback::FOUND {
                tally.0[0] += 1;
                continue;
            }
            for (guesses, count) in (1..).zip(Tally::of(rule, &part).0) {
                if tally.0.len() <= guesses {
                    tally.0.resize(guesses + 1, 0);
                }
                tally.0[guesses] += count;
            }
        }
        tally
    }

    /// Counts a target that is found with so many guesses, at least one.
    pub(crate) fn add(&mut self, guesses: usize) {
        if self.0.len() < guesses {
            self.0.resize(guesses, 0);
        }
        self.0[guesses - 1] += 1;
    }

    /// How many targets are found with one guess, with two, and so on.
    #[must_use]
    pub fn distribution(&self) -> &[usize] {
        &self.0
    }

    /// The guesses for all targets together.
    #[must_use]
    pub fn sum(&self) -> usize {
        (1..)
            .zip(&self.0)
            .map(|(guesses, count)| guesses * count)
            .sum()
    }

    /// The guesses for one target on average.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum() as f64 / self.0.iter().sum::<usize>() as f64
    }

    /// The most guesses for any target.
    #[must_use]
    pub fn worst(&self) -> usize {
        self.0.len()
    }
}

/// What a searcher keeps in mind between two guesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameState {
    possible: Candidates,
    /// Where the best tree is; it is left with a guess that is not its own.
    tree: Option<&'static Tree>,
}

/// Answers that no target fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no target fits the answer {answer} to {guess} and the answers before")]
pub struct Contradiction {
    /// The guess with which it became impossible.
    pub guess: Fleet,
    /// Its answer.
    pub answer: Feedback,
}

/// The first guess, and what to remember.
#[must_use]
pub fn initial_guess() -> (Fleet, GameState) {
    let tree = Tree::best();
    let state = GameState {
        possible: Candidates::all(),
        tree: Some(tree),
    };
    (tree.guess(), state)
}

/// The next guess after the answer to the previous one, and what to remember.
///
/// ```
/// use parlour_ships::{Feedback, Fleet, feedback, initial_guess, next_guess};
///
/// let target = Fleet::all()[2025];
/// let (mut turn, mut guesses) = (initial_guess(), 1);
/// while turn.0 != target {
///     let answer = feedback(target, turn.0);
///     turn = next_guess(turn, answer).expect("true answers");
///     guesses += 1;
/// }
/// assert!(guesses <= 8);
/// ```
pub fn next_guess(
    (guess, state): (Fleet, GameState),
    answer: Feedback,
) -> Result<(Fleet, GameState), Contradiction> {
    let possible = state.possible.after(guess, answer);
    if possible.is_empty() {
        return Err(Contradiction { guess, answer });
    }
    let tree = state
        .tree
        .and_then(|tree| tree.follow(&[Exchange { guess, answer }]));
    let next = match tree {
        Some(tree) => tree.guess(),
        None => Rule::Entropy.guess(&possible),
    };
    Ok((next, GameState { possible, tree }))
}
