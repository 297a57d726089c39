//! Move ordering: alpha-beta is fast if good moves come first. Uses killer
//! moves and the history heuristic.

use parlour_core::{Bots, Seat, Sorting};

use crate::key::key;
use crate::meter::Meter;
use crate::playout::glance;

/// The size of the history table, whose entries moves share by hash.
const HISTORY: usize = 1 << 12;

/// From this depth on it pays to evaluate the position after each move.
const GLANCE_FROM: u32 = 2;

/// How much a killer move, and a good history, add to the estimated chance of
/// winning.
const KILLER: f64 = 0.1;
const OFTEN: f64 = 0.1;

/// A node of the tree where a seat moves.
pub(super) struct Branch<'a, G: Bots> {
    pub(super) state: &'a G,
    pub(super) seat: Seat,
    pub(super) moves: &'a [G::Move],
    /// The remaining depth.
    pub(super) depth: u32,
    /// How many steps from the root.
    pub(super) ply: usize,
}

impl<G: Bots> Branch<'_, G> {
    /// The estimated chance of winning after a move.
    fn glance(&self, chosen: &G::Move) -> Option<f64> {
        let mut next = self.state.clone();
        next.play(chosen).ok()?;
        glance(&next, self.seat)
    }
}

/// What was learnt about moves elsewhere in the tree: killer moves and the
/// history heuristic.
#[doc(alias = "killer move")]
#[doc(alias = "history heuristic")]
pub(super) struct Order<G: Bots> {
    /// Killer moves: the last two moves that caused a cutoff at each ply.
    killers: Vec<[Option<G::Move>; 2]>,
    /// How often moves caused a cutoff, deep searches counting more.
    history: Vec<u32>,
    /// The largest of these counts.
    most: u32,
}

impl<G: Bots> Order<G> {
    pub(super) fn new() -> Self {
        Order {
            killers: Vec::new(),
            history: vec![0; HISTORY],
            most: 1,
        }
    }

    /// Appends the moves that are not yet in an order, the best first. `None`
    /// if the search must stop.
    pub(super) fn rest(
        &self,
        order: &mut Vec<usize>,
        branch: &Branch<'_, G>,
        meter: &mut Meter<'_>,
    ) -> Option<()> {
        let first = order.first().copied();
        let glances = branch.depth >= GLANCE_FROM && glance(branch.state, branch.seat).is_some();
        let killers = self.killers.get(branch.ply).map_or(&[][..], |pair| pair);
        let mut rest = Vec::with_capacity(branch.moves.len());
        for (index, chosen) in branch.moves.iter().enumerate() {
            if Some(index) == first {
                continue;
            }
            let often = self.history[slot(branch.seat, chosen)];
            let mut promise = OFTEN * f64::from(often) / f64::from(self.most);
            if killers.iter().flatten().any(|killer| killer == chosen) {
                promise += KILLER;
            }
            if glances {
                meter.count()?;
                promise += branch.glance(chosen).unwrap_or(0.5);
            }
            rest.push((promise, index));
        }
        rest.order_by(|(a, _), (b, _)| b.total_cmp(a));
        order.extend(rest.into_iter().map(|(_, index)| index));
        Some(())
    }

    /// Notes a move that caused a beta cutoff.
    pub(super) fn refuted(&mut self, branch: &Branch<'_, G>, index: usize) {
        let chosen = &branch.moves[index];
        if self.killers.len() <= branch.ply {
            self.killers.resize_with(branch.ply + 1, Default::default);
        }
        let [first, second] = &mut self.killers[branch.ply];
        if first.as_ref() != Some(chosen) {
            *second = first.replace(chosen.clone());
        }
        let often = &mut self.history[slot(branch.seat, chosen)];
        *often = often.saturating_add(branch.depth * branch.depth);
        self.most = self.most.max(*often);
    }
}

fn slot<M: std::hash::Hash>(seat: Seat, chosen: &M) -> usize {
    key(&(seat, chosen)) as usize % HISTORY
}
