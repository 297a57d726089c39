//! Retrograde analysis of an ending: from the captures, which win at once, backwards.
//!
//! A position is won if a move leads to one that is lost to the other side, and lost if every move
//! leads to one that is won. Level by level, what is lost in `n` moves makes what is won in `n + 1`,
//! and that makes what is lost in `n + 2`. What is never reached is a draw: both sides can go on
//! for ever. All positions of a word are decided at once.

use parlour_core::together;

use super::block::LEVELS;
use super::board::{EndingBoard, Side};
use super::count::{Counts, Scales};

/// Words, each with the positions of it that are lost.
pub(crate) type Found = Vec<(u32, u64)>;

/// What is known about one side to move.
pub(crate) struct Known {
    /// The positions that are won; words with two things on one square are full, so that nothing
    /// is decided about them.
    pub(crate) won: Vec<u64>,
    pub(crate) lost: Vec<u64>,
    /// Of every pair of Commanders' squares, whether anything was won there by the last level.
    changed: Vec<bool>,
}

/// A solved ending.
pub(crate) struct Solved {
    /// What each side loses on its move, level by level: first in two moves of both sides, then in
    /// four, and so on. Each level is in the order of the words. With equal pieces, only what the
    /// first side loses.
    pub(crate) lost: [Vec<Found>; 2],
    /// How many positions there are of every sort, by side.
    pub(crate) counts: [Counts; 2],
}

/// Solves an ending; `None` if the system has no thread left, or in more levels than can be kept.
/// `show` is told each level.
#[doc(alias = "retrograde analysis")]
pub(crate) fn solve(board: &EndingBoard, show: &mut dyn FnMut(usize)) -> Option<Solved> {
    let scales = Scales::new(board);
    let is_kept = |side: Side| side == 0 || board.shapes[0] != board.shapes[1];
    let mut lost = [Vec::new(), Vec::new()];
    let mut counts = [0, 1].map(|_| Counts::new());
    let mut known = begin(board, &scales, &mut counts)?;
    loop {
        let [first, second] = &known;
        let found = together([0, 1], |_, side: Side| match side {
            0 => newly_lost(board, 0, first, second),
            _ => newly_lost(board, 1, second, first),
        });
        let found = <[Found; 2]>::try_from(found).ok()?;
        let level = lost[0].len() + 1;
        if found.iter().all(Vec::is_empty) {
            break;
        }
        if level == LEVELS {
            return None;
        }
        show(level);
        let [first, second] = &found;
        let sides = [(0, first, second), (1, second, first)];
        let jobs = known.iter_mut().zip(&mut counts).zip(sides);
        let done = together(jobs, |_, ((known, counts), (side, own, others))| {
            counts.lost.push(
                own.iter()
                    .map(|(word, lost)| scales.count(*word as usize, *lost))
                    .sum(),
            );
            note(board, side, known, own, others, &scales, counts);
        });
        if done.len() < known.len() {
            return None;
        }
        for (side, (levels, found)) in lost.iter_mut().zip(found).enumerate() {
            // With equal pieces, the first side's positions are all that is wanted.
            levels.push(if is_kept(side) { found } else { Found::new() });
        }
    }
    let [first, second] = &known;
    let sides = [(0, first, second), (1, second, first)];
    let jobs = counts.iter_mut().zip(sides);
    let done = together(jobs, |_, (counts, (side, own, others))| {
        counts.count_only_moves(board, side, own, others, &scales);
    });
    (done.len() == known.len()).then_some(Solved { lost, counts })
}

/// What is won at once.
fn begin(board: &EndingBoard, scales: &Scales, counts: &mut [Counts; 2]) -> Option<[Known; 2]> {
    let jobs = counts.iter_mut().enumerate();
    let known = together(jobs, |_, (side, counts): (Side, _)| {
        let mut at_once = 0;
        let won = (0..board.words()).map(|word| {
            let place = board.place(word);
            if !EndingBoard::is_sound(&place) {
                return u64::MAX;
            }
            let won = board.captures(&place, side);
            counts.positions += scales.count(word, u64::MAX);
            at_once += scales.count(word, won);
            won
        });
        let won = won.collect();
        counts.won.push(at_once);
        Known {
            won,
            lost: vec![0; board.words()],
            changed: vec![true; board.geometry.pairs.len()],
        }
    });
    known.try_into().ok()
}

/// The positions that a side loses and that were not known: every move leads to a position that is
/// won for the other side.
fn newly_lost(board: &EndingBoard, side: Side, own: &Known, others: &Known) -> Found {
    let mut found = Vec::new();
    let block = board.of_a_pair();
    for pair in 0..board.geometry.pairs.len() {
        if !is_near_a_change(board, side, pair, &others.changed) {
            continue;
        }
        for word in pair * block..(pair + 1) * block {
            let undecided = !(own.won[word] | own.lost[word]);
            // Most words are done with here: turns lead to the same word.
            if undecided & board.turning[side].every_turn(others.won[word]) == 0 {
                continue;
            }
            let place = board.place(word);
            let look = |there: &_| board.look(&others.won, there);
            let lost = board.every_move(side, &place, undecided, look);
            if lost != 0 {
                found.push((word as u32, lost));
            }
        }
    }
    // It is kept to the end, and may be a gigabyte of all levels.
    found.shrink_to_fit();
    found
}

/// Whether a move of a side's Commander, or of none, leads to a pair of squares that changed.
fn is_near_a_change(board: &EndingBoard, side: Side, pair: usize, changed: &[bool]) -> bool {
    let (first, second) = board.geometry.pairs[pair];
    let mover = [first, second][side];
    let mut near = board.geometry.next[usize::from(mover)]
        .iter()
        .filter_map(|to| {
            let (first, second) = match side {
                0 => (*to, second),
                _ => (first, *to),
            };
            let is_free = usize::from(*to) < board.geometry.squares && first != second;
            is_free.then(|| board.geometry.pair_of(first, second).0)
        });
    changed[pair] || near.any(|near| changed[near])
}

/// Adds what a side has lost, and what it wins because the other side has lost.
fn note(
    board: &EndingBoard,
    side: Side,
    known: &mut Known,
    own: &Found,
    others: &Found,
    scales: &Scales,
    counts: &mut Counts,
) {
    for (word, lost) in own {
        known.lost[*word as usize] |= lost;
    }
    known.changed.fill(false);
    let Known { won, changed, .. } = known;
    let block = board.of_a_pair();
    let mut count = 0;
    let mut longest = None;
    let mut add = |(word, positions): (usize, u64)| {
        let new = positions & !won[word];
        if new != 0 {
            won[word] |= new;
            changed[word / block] = true;
            count += scales.count(word, new);
            longest = longest.or(Some((word, new.trailing_zeros() as usize)));
        }
    };
    for (word, lost) in others {
        let word = *word as usize;
        let place = board.place(word);
        add((word, board.turning[side].some_turn(*lost)));
        board.steps(&place, side, |there| {
            let (word, positions) = board.kept(there, *lost);
            add((word, positions));
            board
                .kept_in_the_mirror(word, positions)
                .into_iter()
                .for_each(&mut add);
        });
        let arriving = board.some_arrival(side, *lost);
        board.slides_back(&place, side, |there, with_line| {
            if arriving & with_line != 0 {
                add(board.kept(there, arriving & with_line));
            }
        });
    }
    counts.won.push(count);
    counts.longest = longest.or(counts.longest);
}
