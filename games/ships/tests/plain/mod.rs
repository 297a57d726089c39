//! The document's own strategy in its plainest form: always the possible target
//! that leaves the fewest on average, found by asking for every answer.
//! Anything faster must give the same result.

use std::collections::BTreeMap;

use parlour_ships::{Feedback, Fleet, Rule, feedback};

/// How many targets are found with one guess, with two, and so on.
pub(crate) fn pass() -> Vec<usize> {
    let mut counts = Vec::new();
    search(Fleet::all(), Some(Rule::Expected.opening()), 0, &mut counts);
    counts
}

fn search(targets: &[Fleet], opening: Option<Fleet>, before: usize, counts: &mut Vec<usize>) {
    let guess = opening.unwrap_or_else(|| best(targets));
    if counts.len() <= before {
        counts.resize(before + 1, 0);
    }
    let mut parts: BTreeMap<Feedback, Vec<Fleet>> = BTreeMap::new();
    for target in targets {
        let answer = feedback(*target, guess);
        parts.entry(answer).or_default().push(*target);
    }
    for (answer, part) in parts {
        if answer == Feedback::FOUND {
            counts[before] += 1;
        } else {
            search(&part, None, before + 1, counts);
        }
    }
}

/// The first of the best targets, row by row.
fn best(targets: &[Fleet]) -> Fleet {
    let expected = |guess: &Fleet| {
        let mut sizes: BTreeMap<Feedback, usize> = BTreeMap::new();
        for target in targets {
            *sizes.entry(feedback(*target, *guess)).or_default() += 1;
        }
        sizes.values().map(|size| size * size).sum::<usize>()
    };
    let reading_order = |fleet: &Fleet| {
        let places = fleet.locations();
        let mut places: Vec<(u8, u8)> = places.map(|place| (place.row(), place.column())).collect();
        places.sort_unstable();
        places
    };
    let best = targets
        .iter()
        .min_by_key(|guess| (expected(guess), reading_order(guess)));
    *best.expect("there are targets")
}
