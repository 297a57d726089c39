//! Move ordering: killer moves, the history heuristic, countermoves.

use super::attacks::{WORTH, kind_of};
use super::board::ScoredBoard;
use super::score::MOST_PLIES;
use crate::bits::{Bits, KINDS};
use crate::rules::{Kind, Move, Pos};

/// Moves with their ordering scores.
pub(crate) type Promising = Vec<(i32, Move)>;

/// Turns of a piece with these lines that lead to different positions: a piece
/// that looks the same after half a turn need not turn further.
#[inline(always)]
pub(crate) fn turns(lines: u8) -> std::ops::Range<u8> {
    if lines.rotate_left(1) == lines {
        1..1
    } else if lines.rotate_left(2) == lines {
        1..2
    } else if lines.rotate_left(4) == lines {
        1..4
    } else {
        1..8
    }
}

/// Whether a move is legal here: a table entry might belong to another
/// position.
pub(crate) fn is_legal(bits: &Bits, chosen: Move) -> bool {
    let (from, to) = (chosen.from(), chosen.to());
    if bits.mover_squares() >> from.index() & 1 == 0 {
        return false;
    }
    let lines = bits.lines(from);
    let Some(kind) = Kind::with_lines(lines.count_ones()) else {
        return false;
    };
    if from == to {
        return turns(lines).contains(&chosen.turn());
    }
    if chosen.turn() != 0 && kind != Kind::Shield {
        return false;
    }
    let mut found = false;
    bits.for_each_way(from, lines, kind, |square| found |= square == to);
    found
}

/// Statistics of moves that caused cutoffs: killer moves, history and
/// countermoves.
#[doc(alias = "killer move")]
#[doc(alias = "history heuristic")]
#[doc(alias = "countermove")]
#[derive(Clone)]
pub(crate) struct Memory {
    killers: [[Option<Move>; 2]; MOST_PLIES],
    /// The history, by player, lines after the move, and target square.
    history: Vec<i16>,
    /// The countermove that refuted a move, by the same index.
    answers: Vec<Option<Move>>,
    keeps_killers: bool,
    keeps_history: bool,
}

/// The bound on history values.
const MOST_HISTORY: i32 = 8192;

impl Memory {
    pub(crate) fn new(keeps_killers: bool, keeps_history: bool) -> Memory {
        Memory {
            keeps_killers,
            keeps_history,
            killers: [[None; 2]; MOST_PLIES],
            history: vec![0; 2 * 256 * Pos::SPAN],
            answers: vec![None; 2 * 256 * Pos::SPAN],
        }
    }

    /// Begins a search from another position: the history counts half as much,
    /// and killer moves are dropped.
    pub(crate) fn fade(&mut self) {
        self.killers = [[None; 2]; MOST_PLIES];
        for history in &mut self.history {
            *history /= 2;
        }
    }

    /// The history index of a move that is about to be made.
    #[inline(always)]
    pub(crate) fn place(bits: &Bits, chosen: Move) -> usize {
        let lines = bits.lines(chosen.from()).rotate_left(chosen.turn().into());
        (bits.mover() as usize * 256 + usize::from(lines)) * Pos::SPAN + chosen.to().index()
    }

    pub(crate) fn history(&self, place: usize) -> i32 {
        self.history[place].into()
    }

    pub(crate) fn is_killer(&self, ply: usize, chosen: Move) -> bool {
        self.killers[ply].contains(&Some(chosen))
    }

    pub(crate) fn answer(&self, last: Option<usize>) -> Option<Move> {
        self.answers[last?]
    }

    /// Rewards a quiet move that caused a beta cutoff, and penalises those
    /// tried before it.
    pub(crate) fn learn(
        &mut self,
        bits: &Bits,
        ply: usize,
        depth: i32,
        last: Option<usize>,
        good: Move,
        vain: &[Move],
    ) {
        if self.keeps_killers {
            let killers = &mut self.killers[ply];
            if killers[0] != Some(good) {
                *killers = [Some(good), killers[0]];
            }
            if let Some(last) = last {
                self.answers[last] = Some(good);
            }
        }
        if !self.keeps_history {
            return;
        }
        let bonus = (depth * depth * 16).min(1200);
        self.move_history(Memory::place(bits, good), bonus);
        for &other in vain {
            self.move_history(Memory::place(bits, other), -bonus);
        }
    }

    /// The closer to the bound, the less it moves towards it.
    fn move_history(&mut self, place: usize, by: i32) {
        let old = i32::from(self.history[place]);
        let new = old + by - old * by.abs() / MOST_HISTORY;
        self.history[place] = new as i16;
    }
}

/// Captures come before quiet moves.
const CAPTURE: i32 = 1 << 20;
const KILLER: i32 = 1 << 16;
const ANSWER: i32 = 1 << 15;

/// The ordering score of a capture: valuable victims first, cheap attackers
/// first (MVV-LVA).
#[doc(alias = "MVV-LVA")]
#[inline(always)]
fn capture_promise(bits: &Bits, from_kind: usize, to: Pos) -> i32 {
    CAPTURE + 16 * WORTH[kind_of(bits.lines(to))] - WORTH[from_kind]
}

/// All captures. Unless `every_turn` is wanted, a Shield turns only the way
/// that gives its square the best value.
pub(crate) fn captures(board: &ScoredBoard, every_turn: bool) -> Promising {
    let bits = &board.bits;
    let targets = bits.target_squares();
    let mut moves: Promising = Vec::with_capacity(32);
    bits.for_each_slide(|from, to, count| {
        if targets >> to.index() & 1 == 0 {
            return;
        }
        let kind = usize::from(KINDS[usize::from(bits.lines(from))]);
        let promise = capture_promise(bits, kind, to);
        if count == 1 {
            moves.push((promise, Move::made_of(from, to, 0)));
        } else if every_turn {
            for turn in 0..8 {
                let chosen = Move::made_of(from, to, turn);
                // Of the turns, the one with the best piece-square value first.
                moves.push((promise + board.promise(chosen) / 64, chosen));
            }
        } else {
            let all = (0..8).map(|turn| Move::made_of(from, to, turn));
            if let Some(best) = all.max_by_key(|chosen| board.promise(*chosen)) {
                moves.push((promise, best));
            }
        }
    });
    moves
}

/// All quiet moves that lead to different positions.
pub(crate) fn quiet_moves(
    board: &ScoredBoard,
    memory: &Memory,
    ply: usize,
    last: Option<usize>,
    moves: &mut Promising,
) {
    let bits = &board.bits;
    let answer = memory.answer(last);
    let mut push = |chosen: Move| {
        let mut promise = memory.history(Memory::place(bits, chosen));
        if memory.is_killer(ply, chosen) {
            promise += KILLER;
        }
        if answer == Some(chosen) {
            promise += ANSWER;
        }
        moves.push((promise, chosen));
    };
    let targets = bits.target_squares();
    bits.for_each_slide(|from, to, count| {
        if targets >> to.index() & 1 == 0 {
            for turn in 0..count {
                push(Move::made_of(from, to, turn as u8));
            }
        }
    });
    for at in bits.squares_of(bits.mover()) {
        let lines = bits.lines(at);
        if usize::from(KINDS[usize::from(lines)]) > Kind::Commander as usize {
            continue;
        }
        for turn in turns(lines) {
            push(Move::made_of(at, at, turn));
        }
    }
}

/// Moves the most promising move from `index` on to `index` (lazy selection
/// sort): usually one of the first few causes a cutoff, and the rest need no
/// order.
#[inline]
pub(crate) fn next(moves: &mut [(i32, Move)], index: usize) -> (i32, Move) {
    let mut best = index;
    for other in index + 1..moves.len() {
        if moves[other].0 > moves[best].0 {
            best = other;
        }
    }
    moves.swap(index, best);
    moves[index]
}
