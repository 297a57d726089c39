//! What the transposition table stores about a position.

use crate::transposition::TableEntry;

/// The depth of a position that was searched to the end of the game.
pub(crate) const SOLVED: u32 = 127;

/// The index that means no move.
const NO_MOVE: u64 = (1 << 15) - 1;

/// Values from -1 to 1 are stored in this many steps per unit.
const STEPS: f64 = (1_u64 << 38) as f64;

/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    /// The true value is at least that (fail high).
    Lower,
    /// The true value is at most that (fail low).
    Upper,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Known {
    pub(crate) value: f64,
    pub(crate) bound: Bound,
    /// How many moves deep it was searched, or [`SOLVED`].
    pub(crate) depth: u32,
    /// The best move, by its index.
    pub(crate) best: Option<usize>,
}

impl Known {
    /// Whether the value is known well enough to stop searching. A result from
    /// a deeper search is not used, although it may be better: so a search
    /// finds the same value as a plain one to the same depth, whatever was
    /// searched before.
    pub(crate) fn settles(&self, depth: u32, alpha: f64, beta: f64) -> bool {
        (self.depth == depth || self.depth == SOLVED)
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.value >= beta,
                Bound::Upper => self.value <= alpha,
            }
    }
}

impl TableEntry for Known {
    fn pack(&self) -> u64 {
        // Bounds are rounded towards safety.
        let steps = match self.bound {
            Bound::Exact => (self.value * STEPS).round(),
            Bound::Lower => (self.value * STEPS).floor(),
            Bound::Upper => (self.value * STEPS).ceil(),
        };
        let value = (steps + STEPS) as u64;
        let best = self.best.map_or(NO_MOVE, |best| NO_MOVE.min(best as u64));
        value << 24 | best << 9 | u64::from(self.depth.min(SOLVED)) << 2 | self.bound as u64
    }

    fn unpack(word: u64) -> Self {
        let best = word >> 9 & NO_MOVE;
        Known {
            value: (word >> 24) as f64 / STEPS - 1.0,
            bound: match word & 3 {
                0 => Bound::Exact,
                1 => Bound::Lower,
                _ => Bound::Upper,
            },
            depth: (word >> 2) as u32 & SOLVED,
            best: (best != NO_MOVE).then_some(best as usize),
        }
    }

    fn worth(&self, _: &Known) -> i64 {
        self.depth.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_and_bounds_never_promise_more() {
        for value in [-1.0, -0.999_999_999, -0.3, 0.0, 1.0 / 3.0, 1.0] {
            for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
                for best in [None, Some(0), Some(32_766)] {
                    let known = Known {
                        value,
                        bound,
                        depth: SOLVED,
                        best,
                    };
                    let back = Known::unpack(known.pack());
                    assert!((back.value - value).abs() < 1e-11, "{known:?} {back:?}");
                    assert!(bound != Bound::Lower || back.value <= value);
                    assert!(bound != Bound::Upper || back.value >= value);
                    assert_eq!(Known { value, ..back }, known);
                }
            }
        }
        let far = Known {
            best: Some(40_000),
            ..Known::unpack(0)
        };
        assert_eq!(Known::unpack(far.pack()).best, None);
    }
}
