//! Beam search for a good plan, fast: only the most promising positions are
//! kept from turn to turn.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use parlour_core::{Limits, Sorting};

use super::step::{State, Step};
use crate::board::{SPARE, each, first};

/// A position that was kept, and how it was reached.
struct Node {
    step: Step,
    /// The index of its parent; `None` at the start.
    parent: Option<u32>,
}

/// A turn that may be kept, with its merit; less is better.
#[derive(Clone, Copy)]
struct Candidate {
    merit: i32,
    /// The index of its position in the layer.
    origin: u32,
    step: Step,
}

/// More turns than any plan worth following has.
const MOST_TURNS: usize = 40;

/// The turns of a winning plan, found by keeping `width` positions per turn;
/// `None` if there is none, or if time is up.
#[doc(alias = "beam search")]
pub(crate) fn plan(start: &State, home: u64, width: usize, limits: &Limits) -> Option<Vec<Step>> {
    let mut nodes: Vec<Node> = Vec::new();
    let mut layer: Vec<(State, Option<u32>)> = vec![(*start, None)];
    for _ in 0..MOST_TURNS {
        if limits.reached(0) {
            return None;
        }
        let mut sieve = Sieve::new(width);
        for (origin, (state, node)) in (0..).zip(&layer) {
            let mut winning = None;
            state.steps(|step| {
                if step.wanted == 0 && step.area & home != 0 {
                    winning = Some(step);
                }
                sieve.take(Candidate {
                    merit: merit(&step, home),
                    origin,
                    step,
                });
            });
            if let Some(step) = winning {
                return Some(line(&nodes, *node, step));
            }
        }
        layer = keep(sieve.best(), &layer, width, &mut nodes);
    }
    None
}

/// The heuristic. Wanted treasures count most, less so the one on the tile that
/// can be inserted anywhere; then how far the pawn can go, or how far it is
/// from home.
fn merit(step: &Step, home: u64) -> i32 {
    let wanted = 20 * step.wanted.count_ones() as i32;
    let in_hand = if step.wanted & SPARE == 0 { 0 } else { 10 };
    let way_home = if step.wanted == 0 {
        5 * distance(step.area, home)
    } else {
        0
    };
    wanted - in_hand - 2 * step.area.count_ones() as i32 + way_home
}

/// The distance between an area and a square, ignoring walls.
fn distance(area: u64, square: u64) -> i32 {
    let to = first(square);
    let distances = each(area).map(first).map(|from| {
        let rows = from.row().abs_diff(to.row());
        i32::from(rows + from.column().abs_diff(to.column()))
    });
    distances.min().unwrap_or(0)
}

/// Keeps the best of many candidates without storing all of them.
struct Sieve {
    /// How many are wanted.
    size: usize,
    candidates: Vec<Candidate>,
    /// Nothing worse is among the best.
    worst: i32,
}

impl Sieve {
    /// Of equal positions only one is kept later, so more are taken here.
    fn new(width: usize) -> Sieve {
        Sieve {
            size: 3 * width,
            candidates: Vec::new(),
            worst: i32::MAX,
        }
    }

    #[inline]
    fn take(&mut self, candidate: Candidate) {
        if candidate.merit > self.worst {
            return;
        }
        self.candidates.push(candidate);
        if self.candidates.len() >= 4 * self.size {
            self.shrink();
        }
    }

    fn shrink(&mut self) {
        if self.candidates.len() > self.size && self.size > 0 {
            let (_, last, _) = self
                .candidates
                .select_nth_unstable_by_key(self.size - 1, |candidate| candidate.merit);
            self.worst = last.merit;
            self.candidates.truncate(self.size);
        }
    }

    fn best(mut self) -> Vec<Candidate> {
        self.shrink();
        self.candidates.order_by_key(|candidate| candidate.merit);
        self.candidates
    }
}

/// The next layer: the best candidates that lead to different positions.
fn keep(
    candidates: Vec<Candidate>,
    layer: &[(State, Option<u32>)],
    width: usize,
    nodes: &mut Vec<Node>,
) -> Vec<(State, Option<u32>)> {
    let mut seen = HashSet::new();
    let mut next = Vec::with_capacity(width);
    for candidate in candidates {
        if next.len() == width {
            break;
        }
        let (state, parent) = &layer[candidate.origin as usize];
        let after = state.after(&candidate.step);
        let mut hasher = DefaultHasher::new();
        after.hash(&mut hasher);
        if seen.insert(hasher.finish()) {
            next.push((after, Some(nodes.len() as u32)));
            nodes.push(Node {
                step: candidate.step,
                parent: *parent,
            });
        }
    }
    next
}

/// All turns from the start to a last one.
fn line(nodes: &[Node], mut node: Option<u32>, last: Step) -> Vec<Step> {
    let mut line = vec![last];
    while let Some(index) = node {
        let Node { step, parent } = &nodes[index as usize];
        line.push(*step);
        node = *parent;
    }
    line.reverse();
    line
}
