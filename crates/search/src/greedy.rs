//! Chooses the move that looks best, without a search.

use parlour_core::luck::{self, Luck};
use parlour_core::{Advice, Bot, Bots, Imagine, Limits, Seat};

use crate::meter::Meter;
use crate::rank::Problem;
use crate::reporter::Reporter;

/// Compares the positions after each move by the game's static evaluation, or
/// by Monte Carlo rollouts.
#[doc(alias = "rollout")]
#[doc(alias = "monte carlo")]
pub(crate) struct Greedy<G: Bots> {
    reporter: Reporter<G>,
    luck: Luck,
    is_open: bool,
}

impl<G: Bots> Greedy<G> {
    pub(crate) fn new(seed: u64, reporter: Reporter<G>, is_open: bool) -> Self {
        Greedy {
            reporter,
            luck: luck::seeded(seed),
            is_open,
        }
    }
}

impl<G: Bots + Imagine> Bot<G> for Greedy<G> {
    fn advise(
        &mut self,
        seat: Seat,
        view: &G::View,
        moves: &[G::Move],
        limits: &Limits,
    ) -> Advice<G::Move> {
        let problem: Problem<'_, G> = Problem {
            seat,
            view,
            moves,
            is_open: self.is_open,
        };
        let mut meter = Meter::new(limits);
        let ranked = problem.rank(&mut meter, &mut self.luck);
        let best = ranked[0];
        let shown = ranked.iter().take(1 + limits.others as usize);
        Advice {
            value: self.reporter.measure.value(best.chance),
            reason: Some(format!(
                "it wins about {:.1} % of games, by a quick estimate",
                100.0 * best.chance
            )),
            considered: self
                .reporter
                .values(shown.map(|ranked| (moves[ranked.index].clone(), ranked.chance))),
            depth: Some(1),
            nodes: Some(meter.nodes()),
            ..Advice::unexplained(moves[best.index].clone())
        }
    }

    fn recalls(&self) -> bool {
        false
    }
}
