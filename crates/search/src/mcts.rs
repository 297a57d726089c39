//! Monte Carlo tree search for any game: any number of seats, luck, secrets.
//!
//! It walks from the root to the edge of the tree again and again. Each walk
//! begins with a determinisation, a state that fits what the seat sees:
//! information-set Monte Carlo tree search with one tree per seat. Threads
//! build separate trees, which are added up, so that with a node limit the
//! answer is the same in every run (root parallelism).

#[cfg(test)]
mod tests;
mod tree;
mod walk;

use parlour_core::luck::{self, Luck};
use parlour_core::{Advice, Bot, Bots, Imagine, Limits, Seat, Sorting, together};
use rand::Rng;

use crate::meter::{Meter, threads};
use crate::rank::Problem;
use crate::reporter::Reporter;

use walk::Walker;

/// The size of the trees in bytes if nobody limits it.
const USUAL_MEMORY: usize = 64 << 20;

/// Walks before the first thought is reported; the intervals then grow.
const FIRST_THOUGHT: u64 = 1024;

/// A move that was visited less than this fraction as often as another is not
/// known well enough to be the best.
const TRIED: u32 = 2;

/// A bot that plays by Monte Carlo tree search.
#[doc(alias = "ISMCTS")]
#[doc(alias = "Monte Carlo tree search")]
#[doc(alias = "determinisation")]
pub(crate) struct Mcts<G: Bots> {
    reporter: Reporter<G>,
    luck: Luck,
    is_open: bool,
}

/// What the walks found out about a move.
#[derive(Clone, Copy, Default)]
struct Tally {
    visits: u32,
    total: f64,
    /// Its static evaluation.
    glance: Option<f32>,
}

impl Tally {
    fn chance(self) -> f64 {
        match self.visits {
            0 => self.glance.map_or(0.5, f64::from),
            visits => self.total / f64::from(visits),
        }
    }
}

/// What one thread found out.
struct Report<M> {
    /// One per move.
    tallies: Vec<Tally>,
    line: Vec<M>,
    walks: u64,
    nodes: u64,
}

impl<G: Bots + Imagine> Mcts<G> {
    pub(crate) fn new(seed: u64, reporter: Reporter<G>, is_open: bool) -> Self {
        Mcts {
            reporter,
            luck: luck::seeded(seed),
            is_open,
        }
    }

    /// Walks until the limits are reached, and reports thoughts if it is the
    /// `speaker`.
    fn explore(
        &self,
        mut walker: Walker<'_, G>,
        problem: &Problem<'_, G>,
        limits: &Limits,
        is_speaker: bool,
    ) -> Report<G::Move> {
        let mut walks = 0;
        let mut next_thought = FIRST_THOUGHT;
        while walker.walk().is_some() {
            walks += 1;
            if is_speaker && walks == next_thought && limits.listener.is_some() {
                next_thought *= 2;
                let tallies = tallies(&walker, problem);
                let (best, tally) = best_first(&tallies)[0];
                let state = problem.imagine(&mut luck::seeded(0));
                let line = match self.is_open {
                    true => walker.line(),
                    false => vec![problem.moves[best].clone()],
                };
                let so_far = (1, walker.meter.nodes());
                self.reporter
                    .tell(limits, &state, so_far, tally.chance(), &line);
            }
        }
        Report {
            tallies: tallies(&walker, problem),
            line: match self.is_open {
                true => walker.line(),
                false => Vec::new(),
            },
            walks,
            nodes: walker.meter.nodes(),
        }
    }
}

/// What a thread knows about every move.
fn tallies<G: Bots + Imagine>(walker: &Walker<'_, G>, problem: &Problem<'_, G>) -> Vec<Tally> {
    let edges = walker.root().map_or(&[][..], |root| &root.edges);
    let mut tallies = vec![Tally::default(); problem.moves.len()];
    for (tally, edge) in tallies.iter_mut().zip(edges) {
        *tally = Tally {
            visits: edge.visits,
            total: edge.total,
            glance: edge.glance,
        };
    }
    tallies
}

/// The moves by index: the best of those visited often, then the others, the
/// more promising first.
fn best_first(tallies: &[Tally]) -> Vec<(usize, Tally)> {
    let most = tallies.iter().map(|tally| tally.visits).max().unwrap_or(0);
    let mut order: Vec<(usize, Tally)> = tallies.iter().copied().enumerate().collect();
    let is_known = |tally: Tally| tally.visits >= most.div_ceil(TRIED);
    order.order_by(|(_, a), (_, b)| {
        let known = is_known(*b).cmp(&is_known(*a));
        known.then(b.chance().total_cmp(&a.chance()))
    });
    order
}

impl<G: Bots + Imagine> Bot<G> for Mcts<G> {
    fn advise(
        &mut self,
        seat: Seat,
        view: &G::View,
        moves: &[G::Move],
        limits: &Limits,
    ) -> Advice<G::Move> {
        let problem = Problem {
            seat,
            view,
            moves,
            is_open: self.is_open,
        };
        let threads = threads(limits).get();
        let bytes = limits.memory.unwrap_or(USUAL_MEMORY) / threads;
        let walkers: Vec<Walker<'_, G>> = (0..threads)
            .map(|_| {
                let meter = Meter::for_moves(limits, moves.len()).share(threads as u64);
                let luck = luck::seeded(self.luck.next_u64());
                Walker::new(&problem, limits, meter, luck, bytes)
            })
            .collect();
        let this = &*self;
        let reports: Vec<Report<G::Move>> = together(walkers, |number, walker| {
            this.explore(walker, &problem, limits, number == 0)
        });
        let mut sums = vec![Tally::default(); moves.len()];
        for report in &reports {
            for (sum, tally) in sums.iter_mut().zip(&report.tallies) {
                sum.visits += tally.visits;
                sum.total += tally.total;
                sum.glance = sum.glance.or(tally.glance);
            }
        }
        let walks: u64 = reports.iter().map(|report| report.walks).sum();
        let order = best_first(&sums);
        let (best, tally) = order[0];
        let chance = tally.chance();
        let shown = order
            .iter()
            .filter(|(_, tally)| tally.visits > 0)
            .take(1 + limits.others as usize);
        Advice {
            value: self.reporter.measure.value(chance),
            reason: Some(format!(
                "it wins about {:.1} % of games, after {walks} iterations",
                100.0 * chance
            )),
            considered: self.reporter.values(shown.map(|(index, tally)| {
                // A move that was rarely visited is not known to be better.
                (moves[*index].clone(), tally.chance().min(chance))
            })),
            line: reports
                .iter()
                .map(|report| &report.line)
                .find(|line| line.first() == Some(&moves[best]))
                .cloned()
                .unwrap_or_default(),
            depth: None,
            nodes: Some(reports.iter().map(|report| report.nodes).sum()),
            best: moves[best].clone(),
        }
    }

    fn recalls(&self) -> bool {
        false
    }
}
