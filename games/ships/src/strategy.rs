//! Ways to choose the next guess, and how many guesses they need.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::LazyLock;

use thiserror::Error;

use crate::candidates::{Candidates, Sizes};
use crate::ranking;
use crate::rules::{Board, Exchange, Feedback, Fleet, Location, feedback};
use crate::solve::Tree;

/// A rule that chooses a guess by the targets that are still possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The possible target that leaves the fewest targets on average: what the
    /// game's document suggests.
    Expected,
    /// The guess, possible or not, with the most expected information (the
    /// highest entropy).
    #[doc(alias = "entropy")]
    #[doc(alias = "information gain")]
    Entropy,
}

impl Rule {
    /// The opening guess: not the one that the rule itself would choose, but
    /// the one after which it needs the fewest guesses, found by trying them
    /// all.
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
    /// guesses it prefers a possible target, and then the first in reading
    /// order, row by row.
    ///
    /// If there are very many targets, a sample is used: see the module
    /// `ranking`.
    #[must_use]
    pub fn guess(self, candidates: &Candidates) -> Fleet {
        if candidates.board() == Board::STANDARD && candidates.len() == Fleet::COUNT {
            return self.opening();
        }
        let possible = ranking::best(self, candidates, candidates.fleets());
        // Another guess can only be better if this one leaves targets together.
        // Of two targets, guessing one tells which it is.
        if self == Rule::Expected || possible.score == 0 {
            return possible.guess;
        }
        let guesses = candidates.board().fleets_to_read();
        if let Some(perfect) = candidates.told_apart(&guesses) {
            return perfect;
        }
        // The next best is to leave no more than two targets together.
        let pair = bits(2);
        if possible.score <= pair {
            return possible.guess;
        }
        let other = ranking::first(self, candidates, &guesses, pair);
        other.min(possible).guess
    }

    /// The best guesses, at most this many, best first.
    #[must_use]
    pub fn best(self, candidates: &Candidates, most: usize) -> Vec<Fleet> {
        let guesses = match self {
            Rule::Expected => Cow::Borrowed(candidates.fleets()),
            Rule::Entropy => candidates.board().fleets_to_read(),
        };
        let ranked = ranking::ranked(self, candidates, &guesses, most);
        ranked.into_iter().map(|scored| scored.guess).collect()
    }

    /// How bad a guess is that leaves sets of these sizes: the expected size,
    /// or the expected number of missing bits, each times the number of
    /// targets.
    pub(crate) fn score(self, sizes: &Sizes) -> u64 {
        let sizes = sizes.raw().iter().copied();
        match self {
            Rule::Expected => sizes.map(square).sum(),
            Rule::Entropy => {
                let known = &**BITS;
                let known = |size: u32| known.get(size as usize).copied();
                sizes
                    .map(|size| known(size).unwrap_or_else(|| bits(size)))
                    .sum()
            }
        }
    }

    /// What one more target adds to the score of a set, by its size before, for
    /// sets of the standard board.
    pub(crate) fn growth(self) -> &'static [u64] {
        static GROWTH: [LazyLock<Vec<u64>>; 2] = [
            LazyLock::new(|| growth(square)),
            LazyLock::new(|| growth(bits)),
        ];
        match self {
            Rule::Expected => &GROWTH[0],
            Rule::Entropy => &GROWTH[1],
        }
    }
}

fn growth(cost: fn(u32) -> u64) -> Vec<u64> {
    let sizes = 0..Fleet::COUNT as u32;
    sizes.map(|size| cost(size + 1) - cost(size)).collect()
}

fn square(size: u32) -> u64 {
    u64::from(size).pow(2)
}

/// `size` times the bits that distinguish this many targets. In whole units, so
/// that sums of the same sizes are equal in any order.
fn bits(size: u32) -> u64 {
    match size {
        0 => 0,
        _ => (f64::from(size) * f64::from(size).log2() * BIT).round() as u64,
    }
}

/// The bits of all sets except the largest ones of large boards.
static BITS: LazyLock<Vec<u64>> = LazyLock::new(|| (0..=Fleet::COUNT as u32).map(bits).collect());

/// Units per bit.
const BIT: f64 = (1u64 << 32) as f64;

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

    /// What the searcher of [`initial_guess`] and [`next_guess`] needs for all
    /// targets of the standard board, each searched for separately.
    #[must_use]
    pub fn of_searcher() -> Tally {
        let mut tally = Tally::default();
        let first = initial_guess();
        for target in Fleet::all() {
            let mut turn = first.clone();
            let mut guesses = 1;
            while turn.0 != *target {
                let answer = feedback(*target, turn.0);
                turn = next_guess(turn, answer).expect("true answers fit the target");
                guesses += 1;
            }
            tally.add(guesses);
        }
        tally
    }

    /// The same with a given first guess.
    #[must_use]
    pub fn after(rule: Rule, candidates: &Candidates, guess: Fleet) -> Tally {
        let mut tally = Tally::default();
        // Nothing stops it.
        let _ = tally.grow(rule, candidates, guess, 1, &mut |_| {
            ControlFlow::Continue(())
        });
        tally
    }

    /// The same, as long as `watch` lets it go on; it gets the size of every
    /// set before a guess for it is searched. `None` if it was stopped.
    pub(crate) fn watched(
        rule: Rule,
        candidates: &Candidates,
        guess: Fleet,
        watch: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Option<Tally> {
        let mut tally = Tally::default();
        let done = tally.grow(rule, candidates, guess, 1, watch);
        done.is_continue().then_some(tally)
    }

    /// Counts what is found with this guess, which has that number, and after it.
    fn grow(
        &mut self,
        rule: Rule,
        candidates: &Candidates,
        guess: Fleet,
        number: usize,
        watch: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let found = candidates.board().found();
        for (answer, part) in candidates.split(guess) {
            if answer == found {
                self.add(number);
                continue;
            }
            watch(part.len())?;
            self.grow(rule, &part, rule.guess(&part), number + 1, watch)?;
        }
        ControlFlow::Continue(())
    }

    /// Counts a target that is found with this many guesses, at least one.
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

/// What a searcher remembers between two guesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameState {
    possible: Candidates,
    /// The position in the best tree; `None` after a guess that is not the
    /// tree's.
    tree: Option<&'static Tree>,
}

/// Answers that fit no target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("no target fits the answer {answer} to {guess} and the answers before")]
pub struct Contradiction {
    /// The guess with which they became impossible.
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
/// # Errors
///
/// No target fits the answers.
///
/// # Examples
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
