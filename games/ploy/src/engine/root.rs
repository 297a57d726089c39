//! Iterative deepening with aspiration windows: searches ever more deeply until
//! time is up.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use parlour_core::{Limits, Sorting, Thought, together};

use super::board::ScoredBoard;
use super::moves::{self, Memory};
use super::options::Options;
use super::path::Path;
use super::score::{INFINITE, MOST_PLIES, Score, moves_to_the_end};
use super::search::PvSearch;
use super::transpositions::Transpositions;
use crate::endings::Endings;
use crate::rules::Move;

/// A move at the root and what is known about it.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) line: Vec<Move>,
    pub(crate) score: Score,
}

/// What a search has found.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// The best moves with their lines and scores, best first: one, or as many
    /// as were asked for (multi-PV). Empty if there was no time for anything.
    pub(crate) candidates: Vec<Candidate>,
    /// The depth of the last complete iteration.
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    /// Whether the scores are those of a table, and nothing was searched.
    pub(crate) is_exact: bool,
}

/// What to look for.
#[derive(Clone, Copy)]
pub(crate) struct Question<'a> {
    pub(crate) board: &'a ScoredBoard,
    pub(crate) path: &'a Path,
    pub(crate) options: &'a Options,
    pub(crate) seed: u64,
    pub(crate) limits: &'a Limits,
    /// How many of the best moves are wanted with their scores.
    pub(crate) wanted: usize,
    pub(crate) endings: Option<&'a Endings>,
}

/// Searches for the best moves, with one thread per memory. Threads beyond the
/// first only fill the shared transposition table (lazy SMP).
#[doc(alias = "lazy SMP")]
#[doc(alias = "iterative deepening")]
pub(crate) fn answer(
    question: &Question<'_>,
    table: &Transpositions,
    memories: &mut [Memory],
) -> Answer {
    let halt = AtomicBool::new(false);
    let mut found = together(memories, |number, memory| {
        let deepening = Deepening::new(question, table, &halt, memory);
        if number > 0 {
            return deepening.run(1 + number as u32 % 2, None);
        }
        let found = deepening.run(1, Some(question.limits));
        halt.store(true, Relaxed);
        found
    })
    .into_iter();
    let mut own = found.next().expect("one thread at least");
    own.nodes += found.map(|helped| helped.nodes).sum::<u64>();
    own
}

struct Deepening<'a> {
    search: PvSearch<'a>,
    moves: Vec<Candidate>,
    wanted: usize,
    deepest: u32,
}

impl<'a> Deepening<'a> {
    fn new(
        question: &Question<'a>,
        table: &'a Transpositions,
        halt: &'a AtomicBool,
        memory: &'a mut Memory,
    ) -> Deepening<'a> {
        let search = PvSearch::new(question, table, halt, memory);
        let mut moves = moves::captures(&search.board, true);
        moves::quiet_moves(&search.board, search.memory, 0, None, &mut moves);
        moves.order_by_key(|(promise, _)| std::cmp::Reverse(*promise));
        let candidate = |(_, chosen)| Candidate {
            line: vec![chosen],
            score: -INFINITE,
        };
        let most = question.limits.depth.unwrap_or(u32::MAX);
        Deepening {
            search,
            wanted: question.wanted.clamp(1, moves.len().max(1)),
            moves: moves.into_iter().map(candidate).collect(),
            deepest: most.min(MOST_PLIES as u32 / 2),
        }
    }

    /// Iterative deepening, starting at `depth`; reports to the listener, if
    /// any.
    fn run(mut self, depth: u32, listener: Option<&Limits>) -> Answer {
        let mut reached = 0;
        for depth in depth..=self.deepest {
            for place in 0..self.wanted {
                self.deepen(depth as i32, place);
                if self.search.stopped {
                    break;
                }
            }
            self.sort();
            if self.search.stopped {
                break;
            }
            reached = depth;
            if let (Some(limits), Some(best)) = (listener, self.moves.first()) {
                limits.tell(&Thought {
                    depth,
                    nodes: self.search.nodes,
                    value: best.score.into(),
                    line: best.line.iter().map(Move::to_string).collect(),
                });
            }
            // A deeper search cannot find a quicker end.
            let ends = self.moves[..self.wanted]
                .iter()
                .all(|best| moves_to_the_end(best.score).is_some_and(|end| end <= depth));
            if ends {
                break;
            }
        }
        self.moves.truncate(self.wanted);
        self.moves.retain(|candidate| candidate.score > -INFINITE);
        Answer {
            candidates: self.moves,
            depth: reached,
            nodes: self.search.nodes,
            is_exact: false,
        }
    }

    /// Sorts the wanted moves by score; the others stay behind them.
    fn sort(&mut self) {
        let wanted = &mut self.moves[..self.wanted];
        wanted.order_by_key(|candidate| std::cmp::Reverse(candidate.score));
    }

    /// Finds the best of the moves from `place` on, with an aspiration window,
    /// and puts it there.
    #[doc(alias = "aspiration window")]
    fn deepen(&mut self, depth: i32, place: usize) {
        let expected = self.moves[place].score;
        let mut width = 20;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if self.search.features.aspire && depth >= 4 && moves_to_the_end(expected).is_none() {
            (alpha, beta) = (expected - width, expected + width);
        }
        loop {
            let score = self.look(depth, place, alpha, beta);
            if self.search.stopped || alpha < score && score < beta {
                return;
            }
            width *= 4;
            if width > 2000 {
                (alpha, beta) = (-INFINITE, INFINITE);
            } else if score <= alpha {
                alpha = score - width;
            } else {
                beta = score + width;
            }
        }
    }

    fn look(&mut self, depth: i32, place: usize, mut alpha: Score, beta: Score) -> Score {
        let mut best = -INFINITE;
        for index in place..self.moves.len() {
            let chosen = self.moves[index].line[0];
            let last = Some(Memory::place(&self.search.board.bits, chosen));
            let number = index - place;
            let is_capture = self.search.board.is_capture(chosen);
            let mut less = 0;
            if self.search.features.reduce && depth >= 3 && number >= 6 && !is_capture {
                less = 1 + i32::from(number >= 20) + i32::from(number >= 60 && depth >= 6);
            }
            let score = self.search.after(chosen, |search| {
                let mut score = -INFINITE;
                if number > 0 {
                    score = -search.value(depth - 1 - less, -alpha - 1, -alpha, 1, last);
                    if less > 0 && score > alpha && !search.stopped {
                        score = -search.value(depth - 1, -alpha - 1, -alpha, 1, last);
                    }
                }
                if number == 0 || score > alpha && !search.stopped {
                    score = -search.value(depth - 1, -beta, -alpha, 1, last);
                }
                score
            });
            if self.search.stopped {
                break;
            }
            best = best.max(score);
            if number == 0 || score > alpha {
                self.search.extend_line(0, chosen);
                self.moves[index] = Candidate {
                    line: self.search.lines[0].clone(),
                    score,
                };
            }
            if score > alpha {
                alpha = score;
                // To the front, the others in order behind it.
                self.moves[place..=index].rotate_right(1);
            }
            if score >= beta {
                break;
            }
        }
        best
    }
}
