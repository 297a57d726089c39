//! Whether a number of guesses is enough for every target of a set.

use std::cmp::Reverse;

use crate::rules::Fleet;

use super::super::answers::ROW;
use super::super::gains::CROWD;
use super::bounds::{Parts, sizes};
use super::set_answers::SetAnswers;

/// Whether every target of a set can be found within this many guesses.
///
/// A guess that leaves parts for which one guess less is enough must not leave
/// a large one, which rules out most guesses. Of what they leave, the largest
/// part is the first to fail.
pub(super) fn is_enough(table: &SetAnswers, set: &[u16], guesses: u32) -> bool {
    if set.len() < 2 {
        return set.len() <= guesses as usize;
    }
    if guesses < 2 {
        return false;
    }
    // Of this many targets, some are nearly always too many already.
    if guesses == 3
        && let Some((some, [_, ..])) = set.split_at_checked(CROWD)
        && !is_enough(table, some, guesses)
    {
        return false;
    }
    let mut gains = [0; ROW];
    table.gains(set, &mut gains);
    for target in set {
        // The end counts twice in gains, but here parts are counted.
        gains[usize::from(table.guess(*target))] -= 1;
    }
    let most = gains.iter().copied().max().unwrap_or(0);
    // No part of this set can be split into more parts than the set.
    let largest = |guesses: u32| (most as usize).saturating_pow(guesses - 1);
    if guesses == 2 || set.len() > largest(guesses) {
        return set.len() <= largest(guesses);
    }
    let largest = largest(guesses - 1);
    let mut excess = [0; ROW];
    table.excess(set, largest as u32, &mut excess);
    let mut candidates: Vec<(Reverse<u8>, u16)> = (0..)
        .zip(&gains[..Fleet::COUNT])
        .filter(|(guess, _)| excess[usize::from(*guess)] == 0)
        .map(|(guess, parts)| (Reverse(*parts), guess))
        .filter(|(Reverse(parts), _)| *parts > 1)
        .collect();
    candidates.sort_unstable();
    candidates.into_iter().any(|(_, guess)| {
        let answers = table.to(guess);
        let sizes = sizes(set, answers);
        if sizes.iter().any(|size| *size > largest) {
            return false;
        }
        let parts = Parts::of(set, answers, &sizes);
        let mut parts: Vec<&[u16]> = parts.unfinished().collect();
        parts.sort_unstable_by_key(|part| Reverse(part.len()));
        parts
            .into_iter()
            .all(|part| is_enough(table, part, guesses - 1))
    })
}
