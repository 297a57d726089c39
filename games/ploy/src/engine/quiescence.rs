//! Quiescence search: at the leaves, only captures continue.

use super::attacks::{WORTH, kind_of, static_exchange};
use super::moves;
use super::score::{MOST_PLIES, Score, won_at};
use super::search::{PvSearch, is_enough};
use super::transpositions::{Bound, Known};

/// What a capture may bring besides the captured piece (the margin of delta
/// pruning).
const MARGIN: Score = 200;

impl PvSearch<'_> {
    /// Quiescence search: the value of the position if only captures continue.
    #[doc(alias = "quiescence search")]
    #[doc(alias = "qsearch")]
    #[doc(alias = "delta pruning")]
    pub(super) fn quiescence(&mut self, mut alpha: Score, beta: Score, ply: usize) -> Score {
        self.lines[ply].clear();
        if self.board.bits.is_over() {
            return -won_at(ply);
        }
        if self.spent() {
            return 0;
        }
        if self.board.wins_at_once() {
            return won_at(ply + 1);
        }
        let key = self.board.bits.key();
        let known = match self.features.table {
            true => self.table.get(key, ply),
            false => None,
        };
        if let Some(known) = known
            && beta - alpha == 1
            && is_enough(known, alpha, beta)
        {
            return known.score;
        }
        let estimate = known.map_or_else(|| self.estimate(), |known| known.estimate);
        let mut best = estimate;
        if best >= beta || ply >= MOST_PLIES - 1 {
            return best;
        }
        let lowest = alpha;
        alpha = alpha.max(best);
        let mut best_move = None;
        let mut list = moves::captures(&self.board, false);
        for index in 0..list.len() {
            let (_, chosen) = moves::next(&mut list, index);
            let taken = WORTH[kind_of(self.board.bits.lines(chosen.to()))];
            if self.features.prune && estimate + taken + MARGIN <= alpha {
                continue;
            }
            if self.features.exchange && static_exchange(&self.board.bits, chosen) < 0 {
                continue;
            }
            let score = self.after(chosen, |search| -search.quiescence(-beta, -alpha, ply + 1));
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(chosen);
                    self.extend_line(ply, chosen);
                }
                if score >= beta {
                    break;
                }
            }
        }
        if self.features.table {
            let bound = match best {
                best if best >= beta => Bound::Lower,
                best if best > lowest => Bound::Exact,
                _ => Bound::Upper,
            };
            let known = Known {
                best: best_move,
                score: best,
                estimate,
                depth: 0,
                bound,
            };
            self.table.put(key, known, ply);
        }
        best
    }
}
