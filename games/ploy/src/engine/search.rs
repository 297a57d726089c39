//! Principal variation search with pruning and reductions.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use parlour_core::Limits;

use super::attacks::static_exchange;
use super::board::ScoredBoard;
use super::moves::{self, Memory, Promising};
use super::noise::Noise;
use super::options::Features;
use super::path::Path;
use super::root::Question;
use super::score::{INFINITE, MOST_PLIES, SURE, Score, won_at};
use super::transpositions::{Bound, Known, Transpositions};
use crate::bits::mixed;
use crate::endings::Endings;
use crate::rules::Move;

/// One thread's search.
#[doc(alias = "principal variation search")]
#[doc(alias = "PVS")]
#[doc(alias = "alpha-beta")]
pub(crate) struct PvSearch<'a> {
    pub(crate) board: ScoredBoard,
    pub(crate) features: Features,
    pub(crate) path: Path,
    pub(crate) memory: &'a mut Memory,
    /// Positions searched.
    pub(crate) nodes: u64,
    /// Out of time: results are meaningless from now on.
    pub(crate) stopped: bool,
    /// The principal variation from each ply on (a triangular table).
    pub(crate) lines: Vec<Vec<Move>>,
    /// The static evaluations along the line.
    estimates: [Score; MOST_PLIES + 2],
    reductions: Reductions,
    pub(super) table: &'a Transpositions,
    limits: &'a Limits,
    most_nodes: u64,
    /// Set by the first thread to stop all.
    halt: &'a AtomicBool,
    noise: Noise,
    endings: Option<&'a Endings>,
}

/// Late move reductions: how much less deeply late moves are searched, by depth
/// and move number.
#[doc(alias = "late move reduction")]
#[doc(alias = "LMR")]
struct Reductions([[i8; 64]; 64]);

impl Reductions {
    fn new() -> Reductions {
        Reductions(std::array::from_fn(|depth| {
            std::array::from_fn(|number| {
                let product = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
                (0.4 + product / 1.9) as i8
            })
        }))
    }

    fn get(&self, depth: i32, number: usize) -> i32 {
        self.0[depth.clamp(0, 63) as usize][number.min(63)].into()
    }
}

impl<'a> PvSearch<'a> {
    pub(crate) fn new(
        question: &Question<'a>,
        table: &'a Transpositions,
        halt: &'a AtomicBool,
        memory: &'a mut Memory,
    ) -> PvSearch<'a> {
        let options = question.options;
        PvSearch {
            board: question.board.clone(),
            features: options.features,
            path: question.path.clone(),
            memory,
            nodes: 0,
            stopped: false,
            lines: vec![Vec::new(); MOST_PLIES + 2],
            estimates: [0; MOST_PLIES + 2],
            reductions: Reductions::new(),
            table,
            limits: question.limits,
            most_nodes: options
                .nodes
                .unwrap_or(u64::MAX)
                .min(question.limits.nodes.unwrap_or(u64::MAX)),
            halt,
            noise: Noise {
                amount: options.noise,
                seed: mixed(question.seed),
            },
            endings: question.endings,
        }
    }

    /// Counts a position, and checks whether to stop.
    pub(super) fn spent(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.most_nodes
            || self.nodes.is_multiple_of(1024)
                && (self.halt.load(Relaxed) || self.limits.reached(self.nodes))
        {
            self.stopped = true;
        }
        self.stopped
    }

    pub(super) fn estimate(&self) -> Score {
        self.board.estimate() + self.noise.of(self.board.bits.key())
    }

    /// Makes a move, calls `look`, and unmakes the move.
    pub(crate) fn after(&mut self, chosen: Move, look: impl FnOnce(&mut Self) -> Score) -> Score {
        let is_capture = self.board.is_capture(chosen);
        let back = self.board.make(chosen);
        self.path.push(self.board.bits.key(), is_capture);
        let score = look(self);
        self.path.pop();
        self.board.unmake(chosen, back);
        score
    }

    /// The value of the position to the player to move, `ply` moves from the
    /// root. `last` is the history index of the last move; `None` after a null
    /// move or at the root.
    pub(crate) fn value(
        &mut self,
        mut depth: i32,
        mut alpha: Score,
        mut beta: Score,
        ply: usize,
        last: Option<usize>,
    ) -> Score {
        self.lines[ply].clear();
        if self.board.bits.is_over() {
            return -won_at(ply);
        }
        let threatened = self.features.extend && self.board.is_threatened();
        if threatened {
            depth += 1;
        }
        if depth <= 0 || ply >= MOST_PLIES - 1 {
            return self.quiescence(alpha, beta, ply);
        }
        if self.spent() {
            return 0;
        }
        if self.path.is_drawn() {
            return 0;
        }
        if self.board.wins_at_once() {
            return won_at(ply + 1);
        }
        if let Some(score) = self.by_table(ply) {
            return score;
        }
        // Mate-distance pruning: no line from here can be better than a win
        // with the next move, nor worse than a loss by the reply.
        alpha = alpha.max(-won_at(ply + 2));
        beta = beta.min(won_at(ply + 1));
        if alpha >= beta {
            return alpha;
        }
        let narrow = beta - alpha == 1;
        let key = self.board.bits.key();
        let known = match self.features.table {
            true => self.table.get(key, ply),
            false => None,
        };
        if let Some(known) = known
            && narrow
            && known.depth >= depth
            && is_enough(known, alpha, beta)
        {
            return known.score;
        }
        let first_sight = known.map_or_else(|| self.estimate(), |known| known.estimate);
        self.estimates[ply] = first_sight;
        let estimate = known.map_or(first_sight, |known| known.judgement());
        let improving = ply >= 2 && estimate > self.estimates[ply - 2];
        if narrow && !threatened {
            if let Some(score) =
                self.prune_before_moving(depth, beta, ply, estimate, improving, last)
            {
                return score;
            }
            if self.stopped {
                return 0;
            }
        }
        let first = known
            .and_then(|known| known.best)
            .filter(|best| moves::is_legal(&self.board.bits, *best));
        // Internal iterative reduction: without a table move, a shallower
        // search comes first.
        if self.features.table && first.is_none() && depth >= 4 {
            depth -= 1;
        }
        let node = Node {
            depth,
            ply,
            narrow,
            threatened,
            improving,
            estimate,
            last,
        };
        let (best, score) = self.best_move(&node, first, alpha, beta);
        if self.stopped {
            return 0;
        }
        if self.features.table {
            let bound = match score {
                score if score >= beta => Bound::Lower,
                score if score > alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let known = Known {
                best,
                score,
                estimate: first_sight,
                depth,
                bound,
            };
            self.table.put(key, known, ply);
        }
        score
    }

    /// The score by the table of an ending.
    fn by_table(&self, ply: usize) -> Option<Score> {
        let score = self.endings?.score(&self.board.bits, self.path.idle())?;
        // It counts from here, and a search from the root.
        Some(score - score.signum() * ply as Score)
    }

    /// Pruning before any move is tried: reverse futility pruning and null-move
    /// pruning.
    #[doc(alias = "null move")]
    #[doc(alias = "reverse futility pruning")]
    #[doc(alias = "static null move")]
    fn prune_before_moving(
        &mut self,
        depth: i32,
        beta: Score,
        ply: usize,
        estimate: Score,
        improving: bool,
        last: Option<usize>,
    ) -> Option<Score> {
        if beta.abs() >= SURE {
            return None;
        }
        if self.features.prune
            && depth <= 6
            && estimate - 70 * (depth - i32::from(improving)) >= beta
        {
            return Some(estimate);
        }
        // Null move: a piece can always turn a little, so having to move never
        // hurts much, and passing is a fair test. Not twice in a row: that
        // would prove nothing.
        if self.features.null && depth >= 2 && estimate >= beta && last.is_some() {
            let less = 3 + depth / 4 + ((estimate - beta) / 150).min(3);
            self.board.bits.pass();
            self.path.push(self.board.bits.key(), true);
            let score = -self.value(depth - less, -beta, 1 - beta, ply + 1, None);
            self.path.pop();
            self.board.bits.pass();
            if self.stopped {
                return None;
            }
            if score >= beta {
                // A win found after a null move is not proven.
                return Some(if score >= SURE { beta } else { score });
            }
        }
        None
    }

    /// Tries the moves: the table's move, good captures, quiet moves, then
    /// losing captures.
    fn best_move(
        &mut self,
        node: &Node,
        first: Option<Move>,
        alpha: Score,
        beta: Score,
    ) -> (Option<Move>, Score) {
        let mut found = Found {
            best: None,
            score: -INFINITE,
            alpha,
            tried: 0,
            vain: Vec::new(),
        };
        if let Some(first) = first {
            let is_capture = self.board.is_capture(first);
            if self.try_move(node, first, is_capture, 0, &mut found, beta) {
                return (found.best, found.score);
            }
        }
        let mut list: Promising = moves::captures(&self.board, true);
        let mut put_off: Promising = Vec::new();
        for index in 0..list.len() {
            let (promise, chosen) = moves::next(&mut list, index);
            if Some(chosen) == first {
                continue;
            }
            if self.features.exchange {
                let gain = static_exchange(&self.board.bits, chosen);
                if gain < 0 {
                    // Losing captures come after the quiet moves, if at all.
                    if !(self.features.prune
                        && node.narrow
                        && node.depth <= 6
                        && gain < -60 * node.depth)
                    {
                        put_off.push((promise, chosen));
                    }
                    continue;
                }
            }
            if self.try_move(node, chosen, true, 0, &mut found, beta) {
                return (found.best, found.score);
            }
        }
        list.clear();
        moves::quiet_moves(&self.board, self.memory, node.ply, node.last, &mut list);
        for index in 0..list.len() {
            let (promise, chosen) = moves::next(&mut list, index);
            if Some(chosen) == first {
                continue;
            }
            if self.is_futile(node, &found) {
                break;
            }
            if self.try_move(node, chosen, false, promise, &mut found, beta) {
                return (found.best, found.score);
            }
        }
        for (_, chosen) in put_off {
            if Some(chosen) != first && self.try_move(node, chosen, true, 0, &mut found, beta) {
                break;
            }
        }
        (found.best, found.score)
    }

    /// Futility pruning and late move pruning: whether no further quiet move is
    /// worth searching.
    #[doc(alias = "futility pruning")]
    #[doc(alias = "late move pruning")]
    fn is_futile(&self, node: &Node, found: &Found) -> bool {
        if !self.features.prune || !node.narrow || node.threatened || found.score <= -SURE {
            return false;
        }
        let depth = node.depth;
        let enough = if node.improving { 8 } else { 4 };
        depth <= 5
            && (found.tried >= enough + 2 * (depth * depth) as usize
                || node.estimate + 80 + 90 * depth <= found.alpha)
    }

    /// Searches a move, with a null window and a late move reduction first.
    /// Returns whether it caused a beta cutoff.
    fn try_move(
        &mut self,
        node: &Node,
        chosen: Move,
        is_capture: bool,
        promise: i32,
        found: &mut Found,
        beta: Score,
    ) -> bool {
        let number = found.tried;
        found.tried += 1;
        let alpha = found.alpha;
        let (depth, ply) = (node.depth - 1, node.ply + 1);
        let last = Some(Memory::place(&self.board.bits, chosen));
        let mut less = 0;
        if self.features.reduce && node.depth >= 2 && number >= 2 && !is_capture && !node.threatened
        {
            less = self.reductions.get(node.depth, number);
            // Most late turns in place are noise.
            if chosen.from() == chosen.to() && number >= 12 {
                less += 1;
            }
            less -= (promise / 3000).clamp(-1, 3);
            // Never straight into quiescence search, which does not show what a
            // quiet move threatens.
            less = less.clamp(0, (depth - 1).max(0));
        }
        let score = self.after(chosen, |search| {
            let mut score = -INFINITE;
            if number > 0 {
                score = -search.value(depth - less, -alpha - 1, -alpha, ply, last);
                if less > 0 && score > alpha && !search.stopped {
                    score = -search.value(depth, -alpha - 1, -alpha, ply, last);
                }
            }
            if number == 0 || score > alpha && score < beta && !search.stopped {
                score = -search.value(depth, -beta, -alpha, ply, last);
            }
            score
        });
        if self.stopped {
            return true;
        }
        if score > found.score {
            found.score = score;
            if score > alpha {
                found.best = Some(chosen);
                found.alpha = score;
                self.extend_line(node.ply, chosen);
            }
        }
        if score >= beta {
            if !is_capture {
                self.memory.learn(
                    &self.board.bits,
                    node.ply,
                    node.depth,
                    node.last,
                    chosen,
                    &found.vain,
                );
            }
            return true;
        }
        if !is_capture {
            found.vain.push(chosen);
        }
        false
    }

    /// Sets the principal variation at `ply`: this move, then the line after
    /// it.
    pub(crate) fn extend_line(&mut self, ply: usize, chosen: Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(chosen);
        line.extend_from_slice(&lower[0]);
    }
}

/// A node whose moves are tried.
struct Node {
    depth: i32,
    ply: usize,
    /// Whether this is a null-window search, which only asks if the score
    /// exceeds a limit.
    narrow: bool,
    threatened: bool,
    improving: bool,
    estimate: Score,
    last: Option<usize>,
}

/// What trying moves has found so far.
struct Found {
    best: Option<Move>,
    score: Score,
    alpha: Score,
    tried: usize,
    /// Quiet moves that did not raise alpha enough.
    vain: Vec<Move>,
}

/// Whether a table entry answers the question.
pub(super) fn is_enough(known: Known, alpha: Score, beta: Score) -> bool {
    match known.bound {
        Bound::Exact => true,
        Bound::Lower => known.score >= beta,
        Bound::Upper => known.score <= alpha,
    }
}
