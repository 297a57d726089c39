//! A rule's best guesses.
//!
//! If there are too many targets for that, all guesses are first compared on an
//! evenly spread sample of the targets, and then the best of them on all.

use std::cmp::Ordering;

use parlour_core::Sorting;
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
use rayon::prelude::*;

use crate::candidates::{Candidates, Sizes};
use crate::planes::Planes;
use crate::rules::{Board, Fleet};
use crate::strategy::Rule;

/// A guess as a rule sees it. The least is the best: by score, possible targets
/// before others, and then in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scored {
    pub(crate) score: u64,
    is_impossible: bool,
    pub(crate) guess: Fleet,
}

impl Ord for Scored {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |scored: &Scored| (scored.score, scored.is_impossible);
        key(self)
            .cmp(&key(other))
            .then_with(|| self.guess.read().cmp(&other.guess.read()))
    }
}

impl PartialOrd for Scored {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The number of answers from which a second thread pays off.
const WORTH_SHARING: usize = 1 << 18;

/// How many answers are counted with bit planes in some tenths of a second.
const MOST_BITS: usize = 400_000_000;

/// The same for answers that are looked at one by one.
const MOST_BYTES: usize = 100_000_000;

/// How many guesses are compared on all targets if most are compared on a
/// sample.
const SHORTLIST: usize = 200;

/// The best of some guesses; there must be at least one.
pub(crate) fn best(rule: Rule, candidates: &Candidates, guesses: &[Fleet]) -> Scored {
    let ranked = ranked(rule, candidates, guesses, 1);
    *ranked.first().expect("there are guesses")
}

/// The best of some guesses, which must be in reading order and at least one;
/// or the first of them with the score `least`, if it is known that there is no
/// better one, and no possible target that is as good.
pub(crate) fn first(rule: Rule, candidates: &Candidates, guesses: &[Fleet], least: u64) -> Scored {
    if guesses.len() * candidates.len() < WORTH_SHARING {
        let counter = Counter::new(candidates, guesses.len());
        let mut sizes = Sizes::none(candidates.board());
        let mut best: Option<Scored> = None;
        for guess in guesses {
            let scored = counter.scored(rule, *guess, &mut sizes);
            if scored.score <= least {
                return scored;
            }
            best = Some(best.map_or(scored, |best| best.min(scored)));
        }
        if let Some(best) = best {
            return best;
        }
    }
    best(rule, candidates, guesses)
}

/// The best of some guesses, at most this many, best first.
pub(crate) fn ranked(
    rule: Rule,
    candidates: &Candidates,
    guesses: &[Fleet],
    most: usize,
) -> Vec<Scored> {
    let affordable = match candidates.board().ships() {
        3 => MOST_BITS,
        _ => MOST_BYTES,
    } / guesses.len().max(1);
    if candidates.len() <= affordable {
        return Counter::new(candidates, guesses.len()).ranked(rule, guesses, most);
    }
    let sample = affordable.max(1);
    let spread = (0..sample).map(|index| index * candidates.len() / sample);
    let some = candidates.only(&spread.collect::<Vec<_>>());
    let shortlist = Counter::new(&some, guesses.len()).ranked(rule, guesses, SHORTLIST.max(most));
    let shortlist: Vec<Fleet> = shortlist.iter().map(|scored| scored.guess).collect();
    Counter::Bytes(candidates).ranked(rule, &shortlist, most)
}

/// A way to count the answers to a guess.
enum Counter<'a> {
    Bytes(&'a Candidates),
    Bits(Planes),
}

impl<'a> Counter<'a> {
    /// The faster way for this many guesses.
    fn new(candidates: &'a Candidates, guesses: usize) -> Counter<'a> {
        // Few targets are counted quickly, and for few guesses laying out the
        // bits does not pay.
        let worth_it = candidates.len() >= 24 && guesses >= 4 * candidates.board().cells();
        match worth_it.then(|| Planes::new(candidates)).flatten() {
            Some(planes) => Counter::Bits(planes),
            None => Counter::Bytes(candidates),
        }
    }

    fn board(&self) -> Board {
        match self {
            Counter::Bytes(candidates) => candidates.board(),
            Counter::Bits(planes) => planes.board(),
        }
    }

    fn targets(&self) -> usize {
        match self {
            Counter::Bytes(candidates) => candidates.len(),
            Counter::Bits(planes) => planes.targets(),
        }
    }

    fn scored(&self, rule: Rule, guess: Fleet, sizes: &mut Sizes) -> Scored {
        let score = match self {
            Counter::Bytes(candidates) if candidates.len() <= rule.growth().len() => {
                candidates.count_growth(guess, rule.growth(), sizes)
            }
            Counter::Bytes(candidates) => {
                candidates.count(guess, sizes);
                rule.score(sizes)
            }
            Counter::Bits(planes) => {
                planes.count(guess, sizes);
                rule.score(sizes)
            }
        };
        Scored {
            score,
            is_impossible: sizes.found() == 0,
            guess,
        }
    }

    fn ranked(&self, rule: Rule, guesses: &[Fleet], most: usize) -> Vec<Scored> {
        let shared = guesses.len() * self.targets() >= WORTH_SHARING;
        if most == 1 && !shared {
            let mut sizes = Sizes::none(self.board());
            let scored = guesses
                .iter()
                .map(|guess| self.scored(rule, *guess, &mut sizes));
            return scored.min().into_iter().collect();
        }
        let mut scored = self.all_scored(rule, guesses);
        // Sorting the best alone is faster, but takes more room than a page has.
        #[cfg(not(target_arch = "wasm32"))]
        if most < scored.len() {
            scored.select_nth_unstable(most);
            scored.truncate(most);
        }
        scored.order();
        scored.truncate(most);
        scored
    }

    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    fn all_scored(&self, rule: Rule, guesses: &[Fleet]) -> Vec<Scored> {
        let fresh = || Sizes::none(self.board());
        let scored = guesses
            .par_iter()
            .map_init(fresh, |sizes, guess| self.scored(rule, *guess, sizes));
        scored.collect()
    }

    /// A page that is not isolated has one thread.
    #[cfg(all(target_family = "wasm", target_os = "unknown"))]
    fn all_scored(&self, rule: Rule, guesses: &[Fleet]) -> Vec<Scored> {
        let mut sizes = Sizes::none(self.board());
        let scored = guesses
            .iter()
            .map(|guess| self.scored(rule, *guess, &mut sizes));
        scored.collect()
    }
}
