//! The proof that no strategy needs fewer guesses.
//!
//! A strategy better than the best known would have to begin with some guess.
//! For every first guess, one of each class under the symmetries of the board,
//! the proof shows that the parts it leaves cost too much together. It is free
//! to choose how much each part has to contribute, and takes the least work.

mod bounds;
mod ladder;
mod remainder;
mod set_answers;
mod within;

use crate::candidates::Candidates;
use crate::rules::{Board, Feedback, Fleet, Flip};

use super::search::least_costs;
use remainder::Remainder;
use set_answers::SetAnswers;

/// Parts up to this size are solved before it is decided what the others have
/// to contribute.
const QUICKLY_SOLVED: usize = 330;

/// The first guesses that a proof must refute, each with a lower bound from the
/// sizes of its parts alone; the lowest first.
#[must_use]
pub fn first_guesses() -> Vec<(Fleet, u32)> {
    let all = Candidates::all();
    let least = least_costs();
    let is_first_of_its_kind = |guess: Fleet| images(guess).iter().all(|other| guess <= *other);
    let mut guesses: Vec<(Fleet, u32)> = Fleet::all()
        .iter()
        .filter(|guess| is_first_of_its_kind(**guess))
        .map(|guess| {
            let sizes = all.sizes(*guess);
            let parts = sizes
                .iter()
                .filter(|(answer, _)| *answer != Feedback::FOUND);
            let cost: u32 = parts.map(|(_, size)| least[size]).sum();
            (*guess, Fleet::COUNT as u32 + cost)
        })
        .collect();
    guesses.sort_by_key(|(_, bound)| *bound);
    guesses
}

/// A guess and its mirror images.
fn images(guess: Fleet) -> [Fleet; 4] {
    let flipped = |flip, fleet| Board::STANDARD.flipped(flip, fleet);
    let columns = flipped(Flip::Columns, guess);
    let rows = flipped(Flip::Rows, guess);
    [guess, columns, rows, flipped(Flip::Rows, columns)]
}

/// A lower bound for the total of a strategy with this first guess, up to
/// `target`: a smaller number is the exact total of the best one.
#[must_use]
pub fn at_least(first: Fleet, target: u32) -> u32 {
    let mut parts: Vec<Remainder> = parts_after(first)
        .iter()
        .map(|part| Remainder::new(part))
        .collect();
    // Small parts soon show what the others have to contribute.
    parts.sort_by_key(Remainder::size);
    let missing = |parts: &[Remainder]| {
        let proved = parts.iter().map(Remainder::proved).sum::<u32>();
        target.saturating_sub(Fleet::COUNT as u32 + proved)
    };
    // What is missing is distributed over all parts by size, with a little more on the large ones,
    // as the small ones soon reach their exact cost.
    let share = 4.0 / 3.0 * f64::from(missing(&parts)) / Fleet::COUNT as f64;
    if missing(&parts) > 0 {
        for part in &mut parts {
            part.look_ahead(2 + (share * part.size() as f64) as u32);
        }
    }
    for index in 0..parts.len() {
        if parts[index].size() <= QUICKLY_SOLVED && missing(&parts) > 0 {
            let horizon = parts[index].horizon();
            parts[index].raise(horizon);
        }
    }
    // Raising a part twice is twice the work.
    let mut fresh: Vec<usize> = (0..parts.len()).collect();
    while missing(&parts) > 0 && !parts.iter().all(Remainder::is_exact) {
        match shares(&parts, &fresh, missing(&parts)) {
            Some(shares) => {
                let raised = (0..)
                    .zip(&shares)
                    .find(|(_, (part, share))| *share > parts[*part].proved());
                if let Some((index, (part, share))) = raised {
                    parts[*part].raise(*share);
                    fresh.remove(index);
                }
            }
            None if fresh.len() < parts.len() => fresh = (0..parts.len()).collect(),
            None => parts.iter_mut().for_each(Remainder::widen),
        }
    }
    target - missing(&parts)
}

/// Whether a strategy with this first guess can find every target within this many guesses.
#[must_use]
pub fn is_enough(first: Fleet, guesses: u32) -> bool {
    let mut parts = parts_after(first);
    // The largest is the first to fail.
    parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
    guesses > 0
        && parts.iter().all(|part| {
            let numbers: Vec<u16> = (0..part.len() as u16).collect();
            within::is_enough(&SetAnswers::new(part), &numbers, guesses - 1)
        })
}

/// The targets left after a first guess, by answer.
fn parts_after(first: Fleet) -> Vec<Vec<u16>> {
    let parts = Candidates::all().split(first).into_iter();
    parts
        .filter(|(answer, _)| *answer != Feedback::FOUND)
        .map(|(_, part)| {
            let fleets = part.fleets().iter();
            fleets.map(|fleet| fleet.index() as u16).collect()
        })
        .collect()
}

/// What each of these parts should be raised to, so that together they contribute this much more
/// with the least work; `None` if they cannot within their horizons.
fn shares(parts: &[Remainder], fresh: &[usize], missing: u32) -> Option<Vec<(usize, u32)>> {
    let mut shares: Vec<(usize, u32)> = fresh
        .iter()
        .map(|part| (*part, parts[*part].proved()))
        .collect();
    let work = |(part, share): (usize, u32)| parts[part].work(share + 1);
    let mut works: Vec<Option<f64>> = shares.iter().map(|share| work(*share)).collect();
    for _ in 0..missing {
        let (least, _) = (0..shares.len())
            .filter_map(|index| Some((index, works[index]?)))
            .min_by(|(_, a), (_, b)| a.total_cmp(b))?;
        shares[least].1 += 1;
        works[least] = work(shares[least]);
    }
    Some(shares)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::bounds::Bounds;
    use super::*;
    use crate::solve::answers::{ANSWERS, Answers};
    use parlour_core::{below, luck};

    /// The cost by definition, with memoisation and nothing clever.
    fn reference(set: &[u16], known: &mut HashMap<Vec<u16>, u32>) -> u32 {
        let size = set.len() as u32;
        if size < 2 {
            return size;
        }
        if let Some(cost) = known.get(set) {
            return *cost;
        }
        let answers = Answers::get();
        let mut best = u32::MAX;
        for guess in 0..Fleet::COUNT as u16 {
            let mut parts = vec![Vec::new(); ANSWERS];
            for target in set {
                parts[usize::from(answers.to(guess)[usize::from(*target)])].push(*target);
            }
            if parts.iter().all(|part| part.len() < set.len()) {
                let parts = parts[..Answers::FOUND].iter();
                let cost = parts.map(|part| reference(part, known)).sum::<u32>();
                best = best.min(size + cost);
            }
        }
        known.insert(set.to_vec(), best);
        best
    }

    fn some_targets(count: usize, of: &[u16], seed: u64) -> Vec<u16> {
        let mut luck = luck::seeded(seed);
        let mut rest = of.to_vec();
        let mut set: Vec<u16> = (0..count)
            .map(|_| {
                let index = below(&mut luck, rest.len() as u64).expect("not empty");
                rest.swap_remove(index as usize)
            })
            .collect();
        set.sort_unstable();
        set
    }

    /// Targets that are hard to tell apart: those with the same answer.
    fn alike() -> Vec<u16> {
        let answers = Answers::get().to(911);
        (0..Fleet::COUNT as u16)
            .filter(|target| answers[usize::from(*target)] == answers[2222])
            .collect()
    }

    fn numbered(set: &[u16]) -> Vec<u16> {
        (0..set.len() as u16).collect()
    }

    #[test]
    fn costs_of_small_sets_are_those_of_the_definition() {
        let everything: Vec<u16> = (0..Fleet::COUNT as u16).collect();
        for (seed, size) in (0..).zip([3, 4, 5, 6, 7, 8]) {
            for of in [&everything, &alike()] {
                let set = some_targets(size, of, seed);
                let cost = reference(&set, &mut HashMap::new());
                let mut bounds = Bounds::new(&set);
                assert_eq!(bounds.cost(&numbered(&set), 1000), cost, "{set:?}");
                assert_eq!(bounds.cost(&numbered(&set), cost), cost);
                assert_eq!(bounds.cost(&numbered(&set), cost - 1), cost - 1);
                assert!(bounds.by_gains(&numbered(&set)) <= cost);
                assert!(bounds.by_key(&numbered(&set)) <= cost);
            }
        }
    }

    #[test]
    fn parts_are_raised_to_their_cost_and_no_further() {
        let alike = alike();
        for (seed, size) in (0..).zip([3, 9, 20, 40, 60]) {
            let set = some_targets(size, &alike, seed);
            let cost = Bounds::new(&set).cost(&numbered(&set), 1000);
            // Step by step, and at once.
            for step in [1, 3, 100] {
                let mut part = Remainder::new(&set);
                while !part.is_exact() {
                    assert!(part.proved() <= cost, "{set:?}");
                    let target = part.proved() + step;
                    if target > part.horizon() {
                        part.widen();
                    }
                    part.raise(target.min(part.horizon()));
                }
                assert_eq!(part.proved(), cost, "{set:?}");
            }
        }
    }

    #[test]
    fn guesses_are_enough_if_the_definition_says_so() {
        fn reference(set: &[u16], guesses: u32) -> bool {
            if set.len() < 2 || guesses < 2 {
                return set.len() <= guesses.min(1) as usize;
            }
            let answers = Answers::get();
            (0..Fleet::COUNT as u16).any(|guess| {
                let mut parts = vec![Vec::new(); ANSWERS];
                for target in set {
                    parts[usize::from(answers.to(guess)[usize::from(*target)])].push(*target);
                }
                let parts = &parts[..Answers::FOUND];
                parts.iter().all(|part| part.len() < set.len())
                    && parts.iter().all(|part| reference(part, guesses - 1))
            })
        }
        let mut counts = [0, 0];
        for (seed, size) in (0..).zip([2, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 30, 60, 300]) {
            let set = some_targets(size, &alike(), seed);
            let table = SetAnswers::new(&set);
            for guesses in 0..=2 {
                let expected = reference(&set, guesses);
                assert_eq!(
                    within::is_enough(&table, &numbered(&set), guesses),
                    expected
                );
                counts[usize::from(expected)] += 1;
            }
            // With three a way is found, or the definition takes for ever.
            if within::is_enough(&table, &numbered(&set), 3) {
                assert!(reference(&set, 3), "{set:?}");
            } else {
                assert!(size > 20, "{set:?}");
            }
        }
        assert!(counts[0] > 5 && counts[1] > 5, "{counts:?}");
    }

    #[test]
    fn every_first_guess_is_a_mirror_image_of_one_that_is_refuted() {
        let guesses = first_guesses();
        assert_eq!(guesses.len(), 1240);
        assert!(guesses.is_sorted_by_key(|(_, bound)| *bound));
        for fleet in Fleet::all() {
            let images = images(*fleet);
            let listed = guesses.iter().filter(|(guess, _)| images.contains(guess));
            assert_eq!(listed.count(), 1, "{fleet}");
        }
    }

    /// A proof that shows too much would be caught here.
    #[test]
    fn the_best_tree_needs_no_less_and_is_not_refuted() {
        let best = crate::Tree::best();
        let sum = best.tally().sum() as u32;
        assert_eq!(at_least(best.guess(), sum + 1), sum);
    }

    #[test]
    fn a_bad_first_guess_is_refuted() {
        let first = crate::read_fleet("A1,A3,B2").expect("a guess");
        assert_eq!(at_least(first, 22_856), 22_856);
    }
}
