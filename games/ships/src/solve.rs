//! The fewest guesses: a tree that says what to guess after every answer.

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

/// Finds a tree that begins with this guess, and tells `watch` how far it is,
/// from 0 to 1. Sets of many targets are not searched completely, so it need
/// not be the best one, and where a target may only need so many guesses there
/// may be one that is not found.
#[must_use]
pub fn solve(first: Fleet, task: Task, watch: &(dyn Fn(f64) + Sync)) -> Option<Tree> {
    let done = AtomicUsize::new(0);
    let mut parts = Candidates::all().split(first);
    parts.retain(|(answer, _)| *answer != Feedback::FOUND);
    // What takes longest is begun first.
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

/// Finds a tree for some targets, which must not be none, after so many guesses.
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

/// What no strategy can be better than: the guesses for all targets together if
/// every guess split what is left evenly among all answers.
#[must_use]
pub fn lower_bound() -> u32 {
    search::least_costs()[Fleet::COUNT]
}
