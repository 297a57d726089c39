//! Which lanes of a row have a move, as masks that are added to the values.

use super::geometry::{BY_RANK, ENTRIES};
use super::stage::Row;

/// Added to a value, it makes it worse for red than any.
const NOT: f64 = -4.0;

/// Zero in the lanes with a piece on `from` and none on `to`, two of red's
/// first squares, and [`NOT`] in the others.
const fn moving(from: Option<usize>, to: Option<usize>, left: u32) -> Row {
    let mut lanes = Row::of(NOT);
    let mut set: usize = 0;
    while set < ENTRIES {
        let is_there = match from {
            Some(from) => set & 1 << (from - 1) != 0,
            None => set.count_ones() < left,
        };
        let is_free = match to {
            Some(to) => set & 1 << (to - 1) == 0,
            None => true,
        };
        if is_there && is_free {
            lanes.0[set] = 0.0;
        }
        set += 1;
    }
    lanes
}

/// By how many pieces are at the start or on the first four squares.
const fn starting(to: usize) -> [Row; 5] {
    let mut lanes = [Row::of(0.0); 5];
    let mut left = 0;
    while left < 5 {
        lanes[left as usize] = moving(None, Some(to), left);
        left += 1;
    }
    lanes
}

const fn either(mut one: [Row; 5], other: Row) -> [Row; 5] {
    let mut left = 0;
    while left < 5 {
        let mut lane = 0;
        while lane < ENTRIES {
            if other.0[lane] == 0.0 {
                one[left].0[lane] = 0.0;
            }
            lane += 1;
        }
        left += 1;
    }
    one
}

pub(super) static START_TO_1_OR_1_TO_2: [Row; 5] = either(starting(1), moving(Some(1), Some(2), 0));
pub(super) static START_TO_2: [Row; 5] = starting(2);
pub(super) static START_TO_3: [Row; 5] = starting(3);
pub(super) static START_TO_4: [Row; 5] = starting(4);
pub(super) static FROM_2_TO_3: Row = moving(Some(2), Some(3), 0);
pub(super) static FROM_1_TO_3: Row = moving(Some(1), Some(3), 0);
pub(super) static FROM_1: Row = moving(Some(1), None, 0);
pub(super) static FROM_2: Row = moving(Some(2), None, 0);
pub(super) static FROM_3: Row = moving(Some(3), None, 0);

/// One in the lanes that red has enough pieces for, zero in the others.
pub(super) static VALID: [Row; 5] = {
    let mut valid = [Row::of(0.0); 5];
    let mut left = 0;
    while left < 5 {
        let mut rank = 0;
        while rank < ENTRIES {
            let set = BY_RANK[rank];
            if set.count_ones() as usize <= left {
                valid[left].0[set] = 1.0;
            }
            rank += 1;
        }
        left += 1;
    }
    valid
};
