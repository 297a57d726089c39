//! Answers from the table of an ending: every move with its exact value, and nothing searched.

use parlour_core::Sorting;

use super::path::Path;
use super::root::{Answer, Candidate, Question};
use super::score::{Score, won_at};
use crate::bits::Bits;
use crate::endings::Endings;
use crate::rules::Move;

/// How much of the best line is shown.
const SHOWN: usize = 24;

/// The best moves of a position for which there is a table.
pub(super) fn answer(question: &Question<'_>) -> Option<Answer> {
    let endings = question.endings?;
    let mut bits = question.board.bits.clone();
    let mut path = question.path.clone();
    endings.score(&bits, path.idle())?;
    let moves = scored(endings, &bits, &mut path)?;
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
    while best.score != 0 && best.line.len() < SHOWN && !bits.is_over() {
        let chosen = *best.line.last()?;
        make(&mut bits, &mut path, chosen);
        if bits.is_over() {
            break;
        }
        let (next, _) = *scored(endings, &bits, &mut path)?.first()?;
        best.line.push(next);
    }
    Some(Answer {
        depth: best.line.len() as u32,
        candidates,
        nodes,
        is_exact: true,
    })
}

/// The moves with their scores, best first.
fn scored(endings: &Endings, bits: &Bits, path: &mut Path) -> Option<Vec<(Move, Score)>> {
    let mut moves = Vec::new();
    bits.for_each_move(|chosen| moves.push(chosen));
    // Of equal moves, the first as text.
    moves.order();
    let mut next = bits.clone();
    let mut scored = Vec::with_capacity(moves.len());
    for chosen in moves {
        let undo = next.make(chosen);
        path.push(next.key(), next.piece_count() < bits.piece_count());
        let score = match next.is_over() {
            true => Some(won_at(1)),
            false if path.is_drawn() => Some(0),
            // A move later, the end is a move nearer.
            false => endings
                .score(&next, path.idle())
                .map(|score| score.signum() - score),
        };
        path.pop();
        next.unmake(chosen, undo);
        scored.push((chosen, score?));
    }
    scored.order_by_key(|(_, score)| std::cmp::Reverse(*score));
    Some(scored)
}

fn make(bits: &mut Bits, path: &mut Path, chosen: Move) {
    let before = bits.piece_count();
    let _ = bits.make(chosen);
    path.push(bits.key(), bits.piece_count() < before);
}
