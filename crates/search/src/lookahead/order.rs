//! Which moves to try first: alpha-beta is fast if good ones come early.

use parlour_core::{Bots, Seat};

use crate::key::key;
use crate::meter::Meter;
use crate::playout::glance;

/// Numbers that moves share by their hashes.
const HISTORY: usize = 1 << 12;

/// From this depth on it pays to look at where each move leads.
const GLANCE_FROM: u32 = 2;

/// What speaks for a move besides the chance to win that it seems to give: that
/// it refuted another line of this length, and that it refuted many lines.
const KILLER: f64 = 0.1;
const OFTEN: f64 = 0.1;

/// A place in the tree where a seat moves.
pub(super) struct Branch<'a, G: Bots> {
    pub(super) state: &'a G,
    pub(super) seat: Seat,
    pub(super) moves: &'a [G::Move],
    /// How far it is looked at from here.
    pub(super) depth: u32,
    /// How many steps led here.
    pub(super) ply: usize,
}

impl<G: Bots> Branch<'_, G> {
    /// The chance to win that a move seems to give.
    fn glance(&self, chosen: &G::Move) -> Option<f64> {
        let mut next = self.state.clone();
        next.play(chosen).ok()?;
        glance(&next, self.seat)
    }
}

/// What was learnt about moves elsewhere in the tree.
pub(super) struct Order<G: Bots> {
    /// The last two moves that refuted something, by the length of the line.
    killers: Vec<[Option<G::Move>; 2]>,
    /// How often moves refuted something, deep searches counting more.
    history: Vec<u32>,
    /// The largest of these.
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

    /// Adds to an order the moves that are not in it, the best first. `None`
    /// where the search has to end.
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
        rest.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        order.extend(rest.into_iter().map(|(_, index)| index));
        Some(())
    }

    /// Takes note of a move that made all others needless.
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
