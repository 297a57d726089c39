//! One thread of a Monte Carlo tree search.

use parlour_core::luck::Luck;
use parlour_core::{Bots, Imagine, Limits, Seat, Turn, Viewer, below};

use super::tree::{Edge, Node, Tree};
use crate::key::key;
use crate::meter::Meter;
use crate::playout::{Prospect, glance, prospect};
use crate::rank::Problem;

/// The factor by which a step shrinks a win or a loss: an early win is a little
/// better.
const FADE: f64 = 0.999;

/// The longest line followed.
const MOST_STEPS: u32 = 1000;

/// The longest line reported.
const MOST_LINE: usize = 32;

/// The temperature of the priors: a move with this much more chance of winning
/// gets e times the prior.
const DOUBT: f64 = 0.1;

/// Builds a tree by walking down from the root again and again.
pub(super) struct Walker<'a, G: Bots> {
    problem: &'a Problem<'a, G>,
    pub(super) meter: Meter<'a>,
    luck: Luck,
    deepest: usize,
    tree: Tree<G::Move>,
    /// The decisions of the present walk.
    path: Vec<(usize, usize, Seat)>,
}

impl<'a, G: Bots + Imagine> Walker<'a, G> {
    pub(super) fn new(
        problem: &'a Problem<'a, G>,
        limits: &Limits,
        meter: Meter<'a>,
        luck: Luck,
        bytes: usize,
    ) -> Self {
        Walker {
            problem,
            meter,
            luck,
            deepest: limits.depth.map_or(usize::MAX, |depth| depth as usize),
            tree: Tree::new(bytes.max(Tree::<G::Move>::least(problem.moves.len()))),
            path: Vec::new(),
        }
    }

    /// The key of what a seat sees.
    fn key(seat: Seat, view: &G::View) -> u64 {
        key(&(seat, view))
    }

    /// The root node, if it exists.
    pub(super) fn root(&self) -> Option<&Node<G::Move>> {
        let place = self
            .tree
            .find(Self::key(self.problem.seat, self.problem.view))?;
        Some(self.tree.node(place))
    }

    /// One iteration: selection down to a new node, evaluation, and
    /// backpropagation. `None` if the search must stop.
    ///
    /// Every walk begins with another determinisation. Every seat on the way
    /// decides by what it sees itself, so states that look the same to it share
    /// a node, and no decision depends on what nobody can see.
    pub(super) fn walk(&mut self) -> Option<()> {
        let mut state = self.problem.imagine(&mut self.luck);
        self.path.clear();
        for steps in 0..MOST_STEPS {
            let seat = match state.turn() {
                Turn::Over(_) => return self.look(state, steps),
                Turn::Seat(seat) => seat,
                Turn::Chance => {
                    self.meter.count()?;
                    let outcome = state.odds().sample(&mut self.luck)?;
                    state.resolve(&outcome).ok()?;
                    continue;
                }
            };
            let key = Self::key(seat, &state.view(Viewer::Seat(seat)));
            let Some(place) = self.tree.find(key) else {
                return self.discover(state, seat, key, steps);
            };
            if self.path.len() >= self.deepest {
                return self.look(state, steps);
            }
            if self.tree.node(place).edges.is_empty() {
                let edges = self.edges(&state, seat)?;
                if self.tree.grow(place, edges).is_none() {
                    return self.look(state, steps);
                }
            }
            let node = self.tree.node(place);
            let edge = node.choose();
            self.meter.count()?;
            // The move lists differ only if two views share a key.
            if state.play(&node.edges[edge].chosen).is_err() {
                return self.look(state, steps);
            }
            self.path.push((place, edge, seat));
        }
        self.look(state, MOST_STEPS)
    }

    /// Ends a walk at a new node. If the game has an evaluation, it evaluates
    /// the positions after each move and takes the best: a position in which
    /// something is about to be lost still looks fine in itself.
    fn discover(&mut self, mut state: G, seat: Seat, key: u64, steps: u32) -> Option<()> {
        let mut edges = Vec::new();
        if self.path.len() < self.deepest && glance(&state, seat).is_some() {
            edges = self.edges(&state, seat)?;
            let worth = |edge: &Edge<G::Move>| edge.glance.map_or(0.5, f64::from);
            let best = edges.iter().max_by(|a, b| worth(a).total_cmp(&worth(b)))?;
            state.play(&best.chosen).ok()?;
        }
        let prospect = prospect(state, &mut self.meter, &mut self.luck)?;
        if let Some(place) = self.tree.add(key, prospect.shares[seat.index()]) {
            self.tree.grow(place, edges);
        }
        self.learn(&prospect, steps);
        Some(())
    }

    /// Ends a walk here.
    fn look(&mut self, state: G, steps: u32) -> Option<()> {
        let prospect = prospect(state, &mut self.meter, &mut self.luck)?;
        self.learn(&prospect, steps);
        Some(())
    }

    fn learn(&mut self, prospect: &Prospect, steps: u32) {
        let fade = FADE.powf(f64::from(steps + prospect.steps));
        for &(place, edge, seat) in &self.path {
            let share = 0.5 + (prospect.shares[seat.index()] - 0.5) * fade;
            self.tree.learn(place, edge, share);
        }
    }

    /// The moves of a state. If the game has an evaluation, each is evaluated
    /// once; if not, their order is random.
    fn edges(&mut self, state: &G, seat: Seat) -> Option<Vec<Edge<G::Move>>> {
        let moves = state.moves();
        self.meter.listed(moves.len());
        let tells = glance(state, seat).is_some();
        let mut edges = Vec::with_capacity(moves.len());
        for chosen in moves {
            let mut edge = Edge {
                prior: 1.0 + below(&mut self.luck, 1024)? as f32 / 65_536.0,
                glance: None,
                visits: 0,
                total: 0.0,
                chosen,
            };
            if tells {
                self.meter.count()?;
                let mut next = state.clone();
                next.play(&edge.chosen).ok()?;
                if let Some(glance) = glance(&next, seat) {
                    edge.prior *= ((glance - 0.5) / DOUBT).exp() as f32;
                    edge.glance = Some(glance as f32);
                }
            }
            edges.push(edge);
        }
        let sum: f32 = edges.iter().map(|edge| edge.prior).sum();
        for edge in &mut edges {
            edge.prior /= sum;
        }
        Some(edges)
    }

    /// The line of the most visited moves, as far as chance does not intervene.
    pub(super) fn line(&mut self) -> Vec<G::Move> {
        let mut state = self.problem.imagine(&mut self.luck);
        let mut line = Vec::new();
        // A repeated position would have the same favourite again.
        while let (Turn::Seat(seat), ..MOST_LINE) = (state.turn(), line.len()) {
            let place = self
                .tree
                .find(Self::key(seat, &state.view(Viewer::Seat(seat))));
            let node = place.map(|place| self.tree.node(place));
            let Some(edge) = node.and_then(Node::favourite) else {
                break;
            };
            if edge.visits < 2 || state.play(&edge.chosen).is_err() {
                break;
            }
            line.push(edge.chosen.clone());
        }
        line
    }
}
