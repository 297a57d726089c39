//! The search tree: what is known about the nodes where somebody decides.

use std::collections::HashMap;

use foldhash::quality::FixedState;

/// The exploration constant of PUCT: larger numbers widen the tree.
#[doc(alias = "exploration constant")]
const CURIOSITY: f64 = 1.0;

/// A move and its statistics.
pub(super) struct Edge<M> {
    pub(super) chosen: M,
    /// The prior probability of the move; those of all moves add up to 1.
    pub(super) prior: f32,
    /// Its static evaluation, used until it is visited.
    pub(super) glance: Option<f32>,
    pub(super) visits: u32,
    /// The mover's total share over all visits.
    pub(super) total: f64,
}

impl<M> Edge<M> {
    /// The mover's average share or, before the first visit, the estimate.
    pub(super) fn mean(&self) -> Option<f64> {
        match self.visits {
            0 => self.glance.map(f64::from),
            visits => Some(self.total / f64::from(visits)),
        }
    }
}

/// An information set: all states that look the same to the seat to move.
#[doc(alias = "information set")]
pub(super) struct Node<M> {
    /// One per move, in the order of the rules; empty until the second visit.
    pub(super) edges: Vec<Edge<M>>,
    visits: u32,
    total: f64,
}

impl<M> Node<M> {
    /// The move to try next (PUCT): one that did well, or one that was rarely
    /// tried and looks good. Unvisited moves count as much as the node.
    #[doc(alias = "PUCT")]
    #[doc(alias = "UCT")]
    pub(super) fn choose(&self) -> usize {
        let usual = self.total / f64::from(self.visits);
        let urge = CURIOSITY * f64::from(self.visits).sqrt();
        let appeal = |edge: &Edge<M>| {
            let curiosity = f64::from(edge.prior) * urge / (1.0 + f64::from(edge.visits));
            edge.mean().unwrap_or(usual) + curiosity
        };
        let mut best = (0, f64::NEG_INFINITY);
        for (place, edge) in self.edges.iter().enumerate() {
            let appeal = appeal(edge);
            if appeal > best.1 {
                best = (place, appeal);
            }
        }
        best.0
    }

    /// The most visited move.
    pub(super) fn favourite(&self) -> Option<&Edge<M>> {
        self.edges.iter().max_by_key(|edge| edge.visits)
    }
}

/// Nodes by what the mover sees, within a number of bytes.
pub(super) struct Tree<M> {
    places: HashMap<u64, usize, FixedState>,
    nodes: Vec<Node<M>>,
    room: usize,
}

/// What a node takes besides its edges: itself, and its place in a map and a
/// list with up to twice the capacity they need.
const fn node_bytes<M>() -> usize {
    2 * (size_of::<Node<M>>() + 2 * size_of::<(u64, usize)>())
}

impl<M> Tree<M> {
    pub(super) fn new(bytes: usize) -> Self {
        Tree {
            places: HashMap::default(),
            nodes: Vec::new(),
            room: bytes,
        }
    }

    /// The bytes of a tree of one node with this many moves: with less there is
    /// no search.
    pub(super) fn least(moves: usize) -> usize {
        node_bytes::<M>() + moves * size_of::<Edge<M>>()
    }

    /// The index of the node of a key.
    pub(super) fn find(&self, key: u64) -> Option<usize> {
        self.places.get(&key).copied()
    }

    /// Adds a node that was visited once, if there is room.
    pub(super) fn add(&mut self, key: u64, share: f64) -> Option<usize> {
        self.room = self.room.checked_sub(node_bytes::<M>())?;
        self.places.insert(key, self.nodes.len());
        self.nodes.push(Node {
            edges: Vec::new(),
            visits: 1,
            total: share,
        });
        Some(self.nodes.len() - 1)
    }

    /// Gives a node its moves, if there is room.
    pub(super) fn grow(&mut self, place: usize, edges: Vec<Edge<M>>) -> Option<()> {
        let bytes = edges.len() * size_of::<Edge<M>>();
        self.room = self.room.checked_sub(bytes)?;
        self.nodes[place].edges = edges;
        Some(())
    }

    pub(super) fn node(&self, place: usize) -> &Node<M> {
        &self.nodes[place]
    }

    /// Backpropagation: notes the share the mover of a node got by a move.
    #[doc(alias = "backpropagation")]
    pub(super) fn learn(&mut self, place: usize, edge: usize, share: f64) {
        let node = &mut self.nodes[place];
        node.visits += 1;
        node.total += share;
        let edge = &mut node.edges[edge];
        edge.visits += 1;
        edge.total += share;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_takes_no_more_room_than_it_may() {
        let bytes = 100_000;
        let mut tree: Tree<u32> = Tree::new(bytes);
        let mut count = 0;
        while let Some(place) = tree.add(count, 0.5) {
            let edges = (0..10).map(|chosen| Edge {
                chosen,
                prior: 0.1,
                glance: None,
                visits: 0,
                total: 0.0,
            });
            if tree.grow(place, edges.collect()).is_none() {
                break;
            }
            count += 1;
        }
        let map = tree.places.capacity() * (size_of::<(u64, usize)>() + 1);
        let nodes = tree.nodes.capacity() * size_of::<Node<u32>>();
        let edges = count as usize * 10 * size_of::<Edge<u32>>();
        assert!(map + nodes + edges <= bytes, "{map} {nodes} {edges}");
        assert!(count > 50);
        assert_eq!(tree.find(0), Some(0));
        assert_eq!(tree.find(u64::MAX), None);
    }
}
