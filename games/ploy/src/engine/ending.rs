//! Answers from the table of an ending: every move with its exact value, and nothing searched.

use parlour_core::Sorting;

use super::board::ScoredBoard;
use super::path::Path;
use super::root::{Answer, Candidate, Question};
use super::score::{Score, won_at};
use crate::endings::Endings;
use crate::rules::Move;

/// How much of the best line is shown.
const SHOWN: usize = 24;

/// The best moves of a position for which there is a table.
pub(super) fn answer(question: &Question<'_>) -> Option<Answer> {
    let endings = question.endings?;
    let mut board = question.board.clone();
    let mut path = question.path.clone();
    endings.score(&board.bits, path.idle())?;
    let moves = scored(endings, &board, &mut path)?;
    let nodes = moves.len() as u64;
    let mut candidates: Vec<Candidate> = moves
        .into_iter()
        .take(question.wanted)
        .map(|(chosen, score)| Candidate {
            line: vec![chosen],
            score,
        })
        .collect();
    let best = candidates.first_mut()?;
    // A draw has no end to show the way to.
    while best.score != 0 && best.line.len() < SHOWN {
        let chosen = *best.line.last()?;
        let is_capture = board.is_capture(chosen);
        let _ = board.make(chosen);
        path.push(board.bits.key(), is_capture);
        if board.bits.is_over() {
            break;
        }
        let (next, _) = *scored(endings, &board, &mut path)?.first()?;
        best.line.push(next);
    }
    Some(Answer {
        depth: best.line.len() as u32,
        candidates,
        nodes,
        is_exact: true,
    })
}

/// The moves with their scores, best first. Of moves that are equally good, those come first that
/// look best: in a draw, the other player may still go wrong.
fn scored(endings: &Endings, board: &ScoredBoard, path: &mut Path) -> Option<Vec<(Move, Score)>> {
    let mut moves = Vec::new();
    board.bits.for_each_move(|chosen| moves.push(chosen));
    moves.order();
    let mut next = board.clone();
    let mut scored = Vec::with_capacity(moves.len());
    for chosen in moves {
        let is_capture = board.is_capture(chosen);
        let back = next.make(chosen);
        path.push(next.bits.key(), is_capture);
        let (score, looks) = match next.bits.is_over() {
            true => (Some(won_at(1)), 0),
            false if path.is_drawn() => (Some(0), -next.estimate()),
            // A move later, the end is a move nearer.
            false => {
                let score = endings.score(&next.bits, path.idle());
                let score = score.map(|score| score.signum() - score);
                (score, -next.estimate())
            }
        };
        path.pop();
        next.unmake(chosen, back);
        scored.push((chosen, score?, looks));
    }
    scored.order_by_key(|(_, score, looks)| std::cmp::Reverse((*score, *looks)));
    let scored = scored.into_iter();
    Some(scored.map(|(chosen, score, _)| (chosen, score)).collect())
}
