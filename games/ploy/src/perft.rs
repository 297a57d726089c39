//! Perft: counting the sequences of legal moves.
//!
//! The last two moves are counted together. A turn leaves every square as it
//! was, so the opponent has the same number of replies after all turns; and a
//! move far from the opponent's lines changes nothing for them either.
//! Positions that come up again are kept in a transposition table when that
//! pays.

use fearless_simd::{Level, Simd, dispatch};
use parlour_search::{TableEntry, TranspositionTable};

use crate::bits::{Bits, mixed};
use crate::rules::{Move, Ploy};

/// From this depth on, a transposition table is used.
const WORTH_A_TABLE: u32 = 5;

/// The number of sequences of `depth` moves. Reports its progress from 0 to 1.
pub(crate) fn perft(ploy: &Ploy, depth: u32, progress: &mut dyn FnMut(f64)) -> u128 {
    let mut bits = Bits::new(ploy);
    let mut counter = Counter {
        level: Level::new(),
        // 64 megabytes hold nearly all positions; beyond this depth a gigabyte
        // does.
        known: match depth {
            ..WORTH_A_TABLE => None,
            WORTH_A_TABLE => Some(TranspositionTable::fixed(64 << 20)),
            _ => Some(TranspositionTable::fixed(1 << 30)),
        },
    };
    match depth {
        0 => 1,
        1 => bits.count().into(),
        2 => counter.two(&mut bits).into(),
        _ => {
            let moves = moves(&bits);
            let mut total = 0;
            for (done, &chosen) in moves.iter().enumerate() {
                progress(done as f64 / moves.len() as f64);
                total += counter.after(&mut bits, chosen, depth - 1);
            }
            total
        }
    }
}

fn moves(bits: &Bits) -> Vec<Move> {
    let mut moves = Vec::with_capacity(256);
    bits.for_each_move(|chosen| moves.push(chosen));
    moves
}

struct Counter {
    level: Level,
    known: Option<TranspositionTable<Count>>,
}

impl Counter {
    fn after(&mut self, bits: &mut Bits, chosen: Move, depth: u32) -> u128 {
        let undo = bits.make(chosen);
        let total = self.count(bits, depth);
        bits.unmake(chosen, undo);
        total
    }

    /// Counts at least two moves.
    fn count(&mut self, bits: &mut Bits, depth: u32) -> u128 {
        let key = bits.key() ^ mixed(u64::from(depth));
        if let Some(Count(total)) = self.known.as_ref().and_then(|known| known.get(key)) {
            return total.into();
        }
        let total = if depth == 2 {
            self.two(bits).into()
        } else {
            let mut total = 0;
            for chosen in moves(bits) {
                total += self.after(bits, chosen, depth - 1);
            }
            total
        };
        if let (Some(known), Ok(total)) = (&self.known, total.try_into()) {
            known.put(key, Count(total));
        }
        total
    }

    fn two(&self, bits: &mut Bits) -> u64 {
        let level = self.level;
        dispatch!(level, simd => two(simd, bits))
    }
}

/// Two moves. Compiled for several processors, the newer of which count bits in
/// one instruction.
#[inline(always)]
fn two<S: Simd>(_: S, bits: &mut Bits) -> u64 {
    if bits.is_over() {
        return 0;
    }
    let other = bits.mover().opponent();
    let [turns, other_turns] = bits.turns();
    let answers = bits.mobility(other);
    let unchanged = u64::from(other_turns + answers.moves);
    let (own, targets) = (bits.mover_squares(), bits.target_squares());
    let mut total = u64::from(turns) * unchanged;
    let mut captures: Vec<(Move, u32)> = Vec::new();
    bits.for_each_slide(|from, to, moves| {
        let (from_bit, to_bit) = (1_u128 << from.index(), 1_u128 << to.index());
        if targets & to_bit != 0 {
            captures.push((Move::made_of(from, to, 0), moves));
            return;
        }
        let answers = if answers.watched & (from_bit | to_bit) == 0 {
            unchanged
        } else {
            let moved = bits.mobility_among(other, own ^ from_bit ^ to_bit);
            u64::from(other_turns + moved.moves)
        };
        total += u64::from(moves) * answers;
    });
    for (chosen, moves) in captures {
        let undo = bits.make(chosen);
        total += u64::from(moves) * u64::from(bits.count());
        bits.unmake(chosen, undo);
    }
    total
}

/// The number of sequences from a position. The smallest, which is the cheapest
/// to count again, is replaced first.
struct Count(u64);

impl TableEntry for Count {
    fn pack(&self) -> u64 {
        self.0
    }

    fn unpack(word: u64) -> Count {
        Count(word)
    }

    fn worth(&self, _new: &Count) -> i64 {
        i64::try_from(self.0).unwrap_or(i64::MAX)
    }
}
