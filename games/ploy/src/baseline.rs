//! The yardstick: a plain alpha-beta search that stays as it is.
//!
//! Material and mobility, quiescence search, null-move pruning and late move
//! reductions; no transposition table, no tuning. The engine's progress is
//! measured against this, so it is frozen: improving it would spoil the
//! yardstick.

use fearless_simd::{Level, Simd, dispatch};
use parlour_core::{Advice, Bot, Limits, Seat};

use crate::bits::Bits;
use crate::rules::{Kind, Move, Player, Ploy, Pos};

/// Hundredths of a Shield.
type Value = i32;

/// A won game, less one for every move until then.
const WON: Value = 30_000;
const INFINITE: Value = 32_000;
/// The longest line.
const MOST_PLIES: usize = 64;
/// Moves without a capture that make a draw.
const MOST_IDLE: usize = 200;

/// What a piece of each kind is worth; the last is for pieces of no kind.
const WORTH: [Value; 5] = [100, 200, 300, 1000, 0];

fn kind(lines: u8) -> usize {
    Kind::with_lines(lines.count_ones()).map_or(4, |kind| kind as usize)
}

/// The frozen bot.
pub(crate) struct Baseline {
    past: Vec<u64>,
}

impl Baseline {
    pub(crate) fn new() -> Self {
        Baseline { past: Vec::new() }
    }
}

impl Bot<Ploy> for Baseline {
    fn advise(&mut self, _: Seat, view: &Ploy, moves: &[Move], limits: &Limits) -> Advice<Move> {
        let bits = Bits::new(view);
        let mut path = std::mem::take(&mut self.past);
        path.push(bits.key());
        let mut search = BaselineSearch {
            idle: path.len() - 1,
            root: path.len() - 1,
            level: Level::new(),
            bits,
            path,
            killers: [[None; 2]; MOST_PLIES],
            history: vec![0; 2 * Pos::SPAN * Pos::SPAN * 8],
            nodes: 0,
            stopped: false,
            limits,
        };
        let mut found = (moves[0], None);
        let mut reached = 0;
        let deepest = limits.depth.unwrap_or(u32::MAX).min(MOST_PLIES as u32 / 2);
        for depth in 1..=deepest {
            let (best, value) = search.root(depth as i32, found.0);
            if let Some(best) = best {
                found = (best, Some(value));
            }
            if search.stopped {
                break;
            }
            reached = depth;
            if value.abs() > WON - MOST_PLIES as Value {
                break;
            }
        }
        Advice {
            value: found.1.map(f64::from),
            considered: found
                .1
                .map(|value| (found.0, value.into()))
                .into_iter()
                .collect(),
            depth: Some(reached),
            nodes: Some(search.nodes),
            ..Advice::unexplained(found.0)
        }
    }

    fn recall(&mut self, past: Vec<Ploy>) {
        self.past = past.iter().map(|ploy| Bits::new(ploy).key()).collect();
    }
}

struct BaselineSearch<'a> {
    level: Level,
    bits: Bits,
    /// The keys of the match and of the line being searched.
    path: Vec<u64>,
    /// The index of the present position.
    root: usize,
    /// Moves since the last capture.
    idle: usize,
    killers: [[Option<Move>; 2]; MOST_PLIES],
    /// The history heuristic: how often a move caused a cutoff, by player,
    /// squares and turn.
    #[doc(alias = "history heuristic")]
    history: Vec<Value>,
    nodes: u64,
    stopped: bool,
    limits: &'a Limits,
}

impl BaselineSearch<'_> {
    /// The best move and its value; no move if there was no time for any.
    fn root(&mut self, depth: i32, first: Move) -> (Option<Move>, Value) {
        let mut moves = self.promising(0, Some(first), false);
        let (mut best, mut alpha) = (None, -INFINITE);
        for index in 0..moves.len() {
            let chosen = next(&mut moves, index);
            let value = self.after(chosen, depth, alpha, INFINITE, index, 0);
            if self.stopped {
                break;
            }
            if value > alpha {
                (best, alpha) = (Some(chosen), value);
            }
        }
        (best, alpha)
    }

    fn spent(&mut self) -> bool {
        self.nodes += 1;
        let wanted = self.limits.nodes.is_some_and(|most| self.nodes >= most);
        if wanted || self.nodes.is_multiple_of(1024) && self.limits.reached(self.nodes) {
            self.stopped = true;
        }
        self.stopped
    }

    fn is_drawn(&self) -> bool {
        let here = self.path.len() - 1;
        let earliest = here - self.idle.min(here);
        let seen = (earliest..here)
            .rev()
            .filter(|&at| self.path[at] == self.path[here]);
        let mut times = 0;
        for at in seen {
            times += if at >= self.root { 2 } else { 1 };
        }
        times >= 2 || self.idle >= MOST_IDLE
    }

    /// The value of a move to the player who makes it; late moves are first
    /// searched less deeply (late move reduction).
    fn after(
        &mut self,
        chosen: Move,
        depth: i32,
        alpha: Value,
        beta: Value,
        index: usize,
        ply: usize,
    ) -> Value {
        let is_capture = self.is_capture(chosen);
        let idle = self.idle;
        let undo = self.bits.make(chosen);
        self.path.push(self.bits.key());
        self.idle = if is_capture { 0 } else { idle + 1 };
        let mut less = 0;
        if depth >= 3 && index >= 4 && !is_capture {
            less = 1 + i32::from(index >= 8) + i32::from(index >= 20 && depth >= 5);
            less += i32::from(index >= 40 && depth >= 6);
        }
        let most = if index > 0 { alpha + 1 } else { beta };
        let mut value = -self.value(depth - 1 - less, -most, -alpha, ply + 1, true);
        if (less > 0 || most < beta) && value > alpha && !self.stopped {
            value = -self.value(depth - 1, -beta, -alpha, ply + 1, true);
        }
        self.path.pop();
        self.idle = idle;
        self.bits.unmake(chosen, undo);
        value
    }

    /// The value of the position to the player to move.
    fn value(
        &mut self,
        depth: i32,
        mut alpha: Value,
        beta: Value,
        ply: usize,
        may_pass: bool,
    ) -> Value {
        if self.bits.is_over() {
            return ply as Value - WON;
        }
        if depth <= 0 || ply >= MOST_PLIES - 1 {
            return self.quiescence(alpha, beta, ply);
        }
        if self.spent() {
            return 0;
        }
        if self.is_drawn() {
            return 0;
        }
        if may_pass && depth >= 3 && beta.abs() < WON - MOST_PLIES as Value {
            let idle = std::mem::replace(&mut self.idle, 0);
            self.bits.pass();
            self.path.push(self.bits.key());
            let value = -self.value(depth - 4, -beta, 1 - beta, ply + 1, false);
            self.path.pop();
            self.bits.pass();
            self.idle = idle;
            if self.stopped {
                return 0;
            }
            if value >= beta {
                return beta;
            }
        }
        let mut best = -INFINITE;
        let mut moves = self.promising(ply, None, false);
        for index in 0..moves.len() {
            let chosen = next(&mut moves, index);
            let value = self.after(chosen, depth, alpha, beta, index, ply);
            if self.stopped {
                return 0;
            }
            best = best.max(value);
            if value >= beta {
                if !self.is_capture(chosen) {
                    let killers = &mut self.killers[ply];
                    if killers[0] != Some(chosen) {
                        *killers = [Some(chosen), killers[0]];
                    }
                    let place = self.place(chosen);
                    self.history[place] = (self.history[place] + depth * depth).min(50_000);
                }
                break;
            }
            alpha = alpha.max(value);
        }
        best
    }

    /// Quiescence search: the value when only captures continue.
    #[doc(alias = "quiescence search")]
    fn quiescence(&mut self, mut alpha: Value, beta: Value, ply: usize) -> Value {
        if self.bits.is_over() {
            return ply as Value - WON;
        }
        if self.spent() {
            return 0;
        }
        let mut best = self.estimate();
        if best >= beta || ply >= MOST_PLIES - 1 {
            return best;
        }
        alpha = alpha.max(best);
        let mut moves = self.promising(ply, None, true);
        for index in 0..moves.len() {
            let chosen = next(&mut moves, index);
            let undo = self.bits.make(chosen);
            let value = -self.quiescence(-beta, -alpha, ply + 1);
            self.bits.unmake(chosen, undo);
            if self.stopped {
                return 0;
            }
            best = best.max(value);
            if value >= beta {
                break;
            }
            alpha = alpha.max(value);
        }
        best
    }

    /// The static evaluation: material and mobility of the player to move, less
    /// the opponent's.
    fn estimate(&self) -> Value {
        let (level, bits) = (self.level, &self.bits);
        dispatch!(level, simd => estimate(simd, bits))
    }

    fn is_capture(&self, chosen: Move) -> bool {
        chosen.from() != chosen.to() && self.bits.lines(chosen.to()) != 0
    }

    fn place(&self, chosen: Move) -> usize {
        let squares = chosen.from().index() * Pos::SPAN + chosen.to().index();
        (self.bits.mover() as usize * Pos::SPAN * Pos::SPAN + squares) * 8
            + usize::from(chosen.turn())
    }

    /// Moves with ordering scores: `first`, then captures by what they take and
    /// with what (MVV-LVA), then killer moves, then others by history.
    fn promising(&self, ply: usize, first: Option<Move>, captures: bool) -> Vec<(Value, Move)> {
        let mut moves: Vec<(Value, Move)> = Vec::with_capacity(if captures { 16 } else { 192 });
        if captures {
            let targets = self.bits.target_squares();
            self.bits.for_each_slide(|from, to, _| {
                if targets >> to.index() & 1 != 0 {
                    let chosen = Move::made_of(from, to, 0);
                    moves.push((self.promise(chosen), chosen));
                }
            });
        } else {
            let killers = self.killers[ply];
            self.bits.for_each_move(|chosen| {
                let promise = if Some(chosen) == first {
                    Value::MAX
                } else if self.is_capture(chosen) {
                    self.promise(chosen)
                } else if killers.contains(&Some(chosen)) {
                    90_000
                } else {
                    self.history[self.place(chosen)]
                };
                moves.push((promise, chosen));
            });
        }
        moves
    }

    fn promise(&self, capture: Move) -> Value {
        let taken = WORTH[kind(self.bits.lines(capture.to()))];
        100_000 + 16 * taken - WORTH[kind(self.bits.lines(capture.from()))]
    }
}

/// Moves the most promising move from `index` on to `index` (lazy selection
/// sort): usually one of the first few causes a cutoff, and the rest need no
/// order.
fn next(moves: &mut [(Value, Move)], index: usize) -> Move {
    let mut best = index;
    for other in index + 1..moves.len() {
        if moves[other].0 > moves[best].0 {
            best = other;
        }
    }
    moves.swap(index, best);
    moves[index].1
}

/// The static evaluation of a position, without a search.
pub(crate) fn glance(ploy: &Ploy) -> Value {
    let bits = &Bits::new(ploy);
    dispatch!(Level::new(), simd => estimate(simd, bits))
}

#[inline(always)]
fn estimate<S: Simd>(_: S, bits: &Bits) -> Value {
    let side = |player: Player| -> Value {
        let material: Value = bits
            .squares_of(player)
            .map(|pos| WORTH[kind(bits.lines(pos))])
            .sum();
        material + bits.mobility(player).moves as Value
    };
    side(bits.mover()) - side(bits.mover().opponent())
}
