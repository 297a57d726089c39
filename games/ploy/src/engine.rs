//! The engine: searches millions of positions to play as well as it can.
//!
//! `root` does iterative deepening; `search` is the principal variation search under it, with
//! quiescence search in `quiescence`, the transposition table in `transpositions`, move ordering in
//! `moves`, repetition detection in `path`, and static exchange evaluation in `attacks`. The static
//! evaluation uses `weights`: one for every piece on every square (piece-square tables), turned
//! every way, and one for each of the `terms` that count lines, threats and protection. `reasons`
//! explains a move in words. `ending` answers from the tables of endings, if they were made.

pub(crate) mod attacks;
mod board;
mod ending;
mod moves;
mod noise;
mod options;
pub(crate) mod path;
mod quiescence;
pub(crate) mod reasons;
mod root;
pub(crate) mod score;
mod search;
pub(crate) mod terms;
mod transpositions;
pub(crate) mod weights;

use std::num::NonZeroUsize;
use std::sync::Arc;

use parlour_core::{Advice, Bot, Limits, Seat, Tables};

use crate::bits::Bits;
use crate::endings::Endings;
use crate::rules::{Move, Ploy};
use board::ScoredBoard;
use moves::Memory;
pub(crate) use options::Options;
use path::Path;
use root::{Answer, Question};
use transpositions::Transpositions;
use weights::Weights;

/// The engine as a bot.
#[doc(alias = "principal variation search")]
#[doc(alias = "alpha-beta")]
pub(crate) struct Engine {
    options: Options,
    weights: Arc<Weights>,
    seed: u64,
    /// Created when first needed, and kept from move to move while its size in
    /// megabytes stays the same.
    table: Option<(usize, Transpositions)>,
    past: Vec<u64>,
    /// Each thread's move-ordering statistics, kept from move to move.
    memories: Vec<Memory>,
    endings: Option<Endings>,
}

impl Engine {
    pub(crate) fn new(options: Options, seed: u64) -> Engine {
        let weights = match options.features.tuned {
            true => Weights::tuned(),
            false => Weights::plain(),
        };
        Engine::with_weights(options, seed, weights)
    }

    /// An engine that evaluates with these weights.
    pub(crate) fn with_weights(options: Options, seed: u64, weights: Arc<Weights>) -> Engine {
        let memory = Memory::new(options.features.killers, options.features.history);
        Engine {
            options,
            weights,
            seed,
            table: None,
            past: Vec::new(),
            memories: vec![memory],
            endings: None,
        }
    }

    /// The same with the tables of endings among these files, unless its options say no.
    pub(crate) fn with_tables(mut self, tables: &Tables) -> Engine {
        if self.options.endings {
            self.endings = Endings::among(tables);
        }
        self
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
            endings: self.endings.as_ref(),
        };
        if let Some(answer) = ending::answer(&question) {
            return answer;
        }
        let wanted = self.options.threads.or(limits.threads);
        let wanted = wanted.unwrap_or(NonZeroUsize::MIN);
        let threads = limits.threads_of(wanted).get();
        if self.memories.len() < threads {
            self.memories.resize(threads, self.memories[0].clone());
        }
        let memories = &mut self.memories[..threads];
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
            // There was no time to search anything.
            return Advice::unexplained(moves[0]);
        };
        let reason = match answer.is_exact && best.score == 0 {
            true => "the ending is drawn".to_owned(),
            false => reasons::reason(view, &best.line, best.score),
        };
        Advice {
            best: best.line[0],
            value: Some(best.score.into()),
            reason: Some(reason),
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
