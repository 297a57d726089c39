//! The engine: it looks at millions of positions and plays as well as it can.
//!
//! `root` goes deeper and deeper; `search` is the principal variation search
//! under it, with the `transpositions` that are remembered, the order of `moves`, the
//! `path` that tells what comes back, and `attacks` for exchanges. A position is
//! estimated by `weights`: for every piece on every square, turned every way,
//! and for the `terms` that count lines, threats and protection. `reasons` say in
//! words what speaks for a move.

pub(crate) mod attacks;
mod board;
mod moves;
mod noise;
mod options;
mod path;
pub(crate) mod reasons;
mod root;
pub(crate) mod score;
mod search;
mod settle;
pub(crate) mod terms;
mod transpositions;
pub(crate) mod weights;

use std::num::NonZeroUsize;
use std::sync::Arc;

use parlour_core::{Advice, Bot, Limits, Seat};

use crate::bits::Bits;
use crate::rules::{Move, Ploy};
use board::ScoredBoard;
use moves::Memory;
pub(crate) use options::Options;
use path::Path;
use root::{Answer, Question};
use transpositions::Transpositions;
use weights::Weights;

/// The engine as a bot.
pub(crate) struct Engine {
    options: Options,
    weights: Arc<Weights>,
    seed: u64,
    /// Made when it is first needed, and kept from move to move as long as it
    /// may be so many megabytes.
    table: Option<(usize, Transpositions)>,
    past: Vec<u64>,
    /// What each thread has learnt of moves, kept from move to move.
    memories: Vec<Memory>,
}

impl Engine {
    pub(crate) fn new(options: Options, seed: u64) -> Engine {
        let weights = match options.features.tuned {
            true => Weights::tuned(),
            false => Weights::plain(),
        };
        Engine::with_weights(options, seed, weights)
    }

    /// An engine that estimates by these weights.
    pub(crate) fn with_weights(options: Options, seed: u64, weights: Arc<Weights>) -> Engine {
        let memory = Memory::new(options.features.killers, options.features.history);
        Engine {
            options,
            weights,
            seed,
            table: None,
            past: Vec::new(),
            memories: vec![memory; options.threads],
        }
    }

    fn answer(&mut self, view: &Ploy, limits: &Limits, wanted: usize) -> Answer {
        let board = ScoredBoard::new(Bits::new(view), Arc::clone(&self.weights));
        let path = Path::new(&std::mem::take(&mut self.past), board.bits.key());
        let most = limits.memory.map_or(usize::MAX, |bytes| bytes >> 20);
        let megabytes = self.options.memory.min(most);
        let kept = self.table.take().filter(|(size, _)| *size == megabytes);
        let (_, table) = self
            .table
            .insert(kept.unwrap_or_else(|| (megabytes, Transpositions::new(megabytes))));
        table.grow_older();
        let question = Question {
            board: &board,
            path: &path,
            options: &self.options,
            seed: self.seed,
            limits,
            wanted,
        };
        let threads = NonZeroUsize::new(self.options.threads).unwrap_or(NonZeroUsize::MIN);
        let memories = &mut self.memories[..limits.threads_of(threads).get()];
        for memory in &mut *memories {
            memory.fade();
        }
        root::answer(&question, table, memories)
    }
}

impl Bot<Ploy> for Engine {
    fn advise(&mut self, _: Seat, view: &Ploy, moves: &[Move], limits: &Limits) -> Advice<Move> {
        let answer = self.answer(view, limits, 1 + limits.others as usize);
        let Some(best) = answer.candidates.first() else {
            // There was no time to look at anything.
            return Advice::unexplained(moves[0]);
        };
        Advice {
            best: best.line[0],
            value: Some(best.score.into()),
            reason: Some(reasons::reason(view, &best.line, best.score)),
            considered: answer
                .candidates
                .iter()
                .map(|candidate| (candidate.line[0], candidate.score.into()))
                .collect(),
            line: best.line.clone(),
            depth: Some(answer.depth),
            nodes: Some(answer.nodes),
        }
    }

    fn recall(&mut self, past: Vec<Ploy>) {
        self.past = past.iter().map(|ploy| Bits::new(ploy).key()).collect();
    }
}

#[cfg(test)]
mod tests;
