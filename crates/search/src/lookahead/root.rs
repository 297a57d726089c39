//! The root of the search, with iterative deepening.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};

use parlour_core::luck::{self, Luck};
use parlour_core::{Bots, Limits, Seat, Turn, together};
use rand::Rng;

use super::entry::{Known, SOLVED};
use super::search::{INFINITE, Search, chance, steps_to_the_end};
use crate::key::key;
use crate::meter::Meter;
use crate::playout::glance;
use crate::rank::Ranked;
use crate::reporter::Reporter;
use crate::transposition::TranspositionTable;

/// The greatest depth, in moves.
const MOST_DEPTH: u32 = SOLVED - 1;

/// A position with everything a search needs.
pub(super) struct Root<'a, G: Bots> {
    pub(super) state: G,
    pub(super) seat: Seat,
    pub(super) moves: &'a [G::Move],
    /// The moves after a first look, the best first.
    pub(super) ranked: &'a [Ranked],
    /// Positions of the match that could be repeated, including this one.
    pub(super) past: &'a [u64],
    pub(super) table: &'a TranspositionTable<Known>,
    pub(super) limits: &'a Limits,
    pub(super) reporter: &'a Reporter<G>,
}

/// What a search found.
pub(super) struct Found {
    /// The best moves by index, with their values; at least one.
    pub(super) values: Vec<(usize, f64)>,
    /// How many moves deep.
    pub(super) depth: u32,
    pub(super) nodes: u64,
    /// Everything was searched to the end of the game.
    pub(super) is_exact: bool,
}

/// The values of moves, best first, and whether all moves have one.
type Iteration = (Vec<(usize, f64)>, bool);

impl<G: Bots> Root<'_, G> {
    /// Searches with several threads that share only the transposition table
    /// (lazy SMP).
    #[doc(alias = "lazy SMP")]
    pub(super) fn search(&self, spent: u64, threads: NonZeroUsize, luck: &mut Luck) -> Found {
        let halt = AtomicBool::new(false);
        let searches = (0..threads.get()).map(|_| {
            let meter = Meter::for_moves(self.limits, self.moves.len()).after(spent);
            let meter = meter.share(threads.get() as u64).halted_by(&halt);
            let luck = luck::seeded(luck.next_u64());
            Search::new(self.seat, self.table, meter, luck, self.past)
        });
        let mut found = together(searches, |helper, search| {
            let found = self.deepen(search, helper);
            // The others have nothing to help with any more.
            if helper == 0 {
                halt.store(true, Ordering::Relaxed);
            }
            found
        })
        .into_iter();
        let mut own = found.next().unwrap_or_else(|| self.unsearched());
        own.nodes += found.map(|helped| helped.nodes - spent).sum::<u64>();
        own
    }

    /// What is known without a search.
    fn unsearched(&self) -> Found {
        Found {
            values: vec![(self.ranked[0].index, 0.0)],
            depth: 0,
            nodes: 0,
            is_exact: false,
        }
    }

    /// Searches one move deep, then two, and so on. Helper threads begin with other moves, so that
    /// the table already knows something when others come to them.
    #[doc(alias = "iterative deepening")]
    fn deepen(&self, mut search: Search<'_, G>, helper: usize) -> Found {
        let mut order: Vec<usize> = self.ranked.iter().map(|ranked| ranked.index).collect();
        let others = order.len() - 1;
        if others > 0 {
            order[1..].rotate_left(helper % others);
        }
        let mut found = self.unsearched();
        let deepest = self.limits.depth.unwrap_or(MOST_DEPTH).clamp(1, MOST_DEPTH);
        for depth in 1..=deepest {
            let ((values, is_done), is_exact) =
                search.solves(|search| self.iterate(search, &order, depth));
            if !is_done {
                // The previous best move was searched first, so a move that now
                // ranks before it is better.
                if let Some(&best) = values.first() {
                    found
                        .values
                        .retain(|(index, value)| *index != best.0 && *value <= best.1);
                    found.values.insert(0, best);
                }
                break;
            }
            order = values.iter().map(|(index, _)| *index).collect();
            let exact = values.len().min(1 + self.limits.others as usize);
            found = Found {
                values: values[..exact].to_vec(),
                depth,
                nodes: search.meter.nodes(),
                is_exact,
            };
            if helper == 0 {
                self.tell(&found);
            }
            let is_sure = |(_, value): &(usize, f64)| steps_to_the_end(*value).is_some();
            if is_exact || found.values.iter().all(is_sure) {
                break;
            }
        }
        found.nodes = search.meter.nodes();
        found
    }

    /// The values of all moves, searched to one depth. As many of the best as
    /// are wanted are exact.
    fn iterate(&self, search: &mut Search<'_, G>, order: &[usize], depth: u32) -> Iteration {
        let mut values: Vec<(usize, f64)> = Vec::with_capacity(order.len());
        for &index in order {
            let mut next = self.state.clone();
            if next.play(&self.moves[index]).is_err() {
                continue;
            }
            let least = values.get(self.limits.others as usize);
            let alpha = least.map_or(-INFINITE, |(_, value)| *value);
            let Some(value) = search.after_step(&next, depth - 1, (alpha, INFINITE)) else {
                return (values, false);
            };
            let place = values.partition_point(|(_, other)| *other >= value);
            values.insert(place, (index, value));
        }
        (values, true)
    }

    fn tell(&self, found: &Found) {
        if self.limits.listener.is_some() {
            let chance = self.chance(found, found.values[0]);
            let so_far = (found.depth, found.nodes);
            let line = self.line(found);
            self.reporter
                .tell(self.limits, &self.state, so_far, chance, &line);
        }
    }

    /// The chance of winning that a move gives: by the search, or by the first
    /// look if the game has no evaluation and the search saw no end.
    pub(super) fn chance(&self, found: &Found, (index, value): (usize, f64)) -> f64 {
        let is_open = value == 0.0 && !found.is_exact && glance(&self.state, self.seat).is_none();
        let mut ranked = self.ranked.iter();
        match ranked.find(|ranked| is_open && ranked.index == index) {
            Some(ranked) => ranked.chance,
            None => chance(value),
        }
    }

    /// The principal variation, as far as chance does not intervene.
    #[doc(alias = "principal variation")]
    pub(super) fn line(&self, found: &Found) -> Vec<G::Move> {
        let mut next = Some(self.moves[found.values[0].0].clone());
        let mut state = self.state.clone();
        let mut line = Vec::new();
        while let Some(chosen) = next.take() {
            if state.play(&chosen).is_err() {
                break;
            }
            line.push(chosen);
            if line.len() < found.depth as usize && matches!(state.turn(), Turn::Seat(_)) {
                let best = self.table.get(key(&state)).and_then(|known| known.best);
                next = best.and_then(|best| state.moves().get(best).cloned());
            }
        }
        line
    }
}
