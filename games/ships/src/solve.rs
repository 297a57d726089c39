//! The fewest guesses: a decision tree that says what to guess after every
//! answer.

mod answers;
mod gains;
mod prove;
mod search;
mod tree;

use std::sync::atomic::{AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::candidates::Candidates;
use crate::rules::{Feedback, Fleet};

pub use prove::{at_least, first_guesses, is_enough};
pub use search::{Task, Width};
pub use tree::{BadTree, Tree};

use search::TreeSearch;

/// Finds a tree that begins with this guess, and reports its progress, 0 to 1.
/// Sets of many targets are not searched completely, so it need not be optimal, and with a limit on the guesses per target a tree may exist that is
/// not found.
#[must_use]
pub fn solve(first: Fleet, task: Task, watch: &(dyn Fn(f64) + Sync)) -> Option<Tree> {
    let done = AtomicUsize::new(0);
    let mut parts = Candidates::all().split(first);
    parts.retain(|(answer, _)| *answer != Feedback::FOUND);
    // The longest tasks first.
    parts.sort_by_key(|(_, part)| std::cmp::Reverse(part.len()));
    let mut parts: Vec<(Feedback, Tree)> = parts
        .into_par_iter()
        .with_max_len(1)
        .map(|(answer, part)| {
            let tree = searched(&part, task, 1);
            let done = part.len() + done.fetch_add(part.len(), Ordering::Relaxed);
            watch(done as f64 / Fleet::COUNT as f64);
            Some((answer, tree?))
        })
        .collect::<Option<_>>()?;
    parts.sort_by_key(|(answer, _)| *answer);
    Some(Tree::beginning(first, parts))
}

/// Finds a tree for some targets, at least one, after this many guesses.
pub(crate) fn searched(candidates: &Candidates, task: Task, depth: usize) -> Option<Tree> {
    let indices = |candidates: &Candidates| -> Vec<u16> {
        let fleets = candidates.fleets().iter();
        fleets.map(|fleet| fleet.index() as u16).collect()
    };
    let mut search = TreeSearch::new(task);
    let tree = Tree::grown(candidates, depth, &mut |part: &Candidates, depth| {
        let guess = search.best(&indices(part), depth).ok_or(())?;
        Ok::<_, ()>(Fleet::all()[usize::from(guess)])
    });
    tree.ok()
}

/// A lower bound for every strategy: the total number of guesses if every guess
/// split what is left evenly among all answers.
#[must_use]
pub fn lower_bound() -> u32 {
    search::least_costs()[Fleet::COUNT]
}
