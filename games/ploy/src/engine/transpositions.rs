//! The engine's transposition table.

use parlour_search::{TableEntry, TranspositionTable};

use super::score::{SURE, Score};
use crate::rules::{Move, Pos};

/// How a stored score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true score is at least that (fail high).
    Lower,
    /// The true score is at most that (fail low).
    Upper,
    /// The score is exact.
    Exact,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) best: Option<Move>,
    pub(crate) score: Score,
    /// The static evaluation.
    pub(crate) estimate: Score,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl Known {
    /// The best estimate from everything known: the score of a search overrides
    /// the static evaluation if it contradicts it.
    pub(crate) fn judgement(&self) -> Score {
        match self.bound {
            _ if self.score.abs() >= SURE => self.estimate,
            Bound::Lower => self.estimate.max(self.score),
            Bound::Upper => self.estimate.min(self.score),
            Bound::Exact => self.score,
        }
    }
}

/// An entry of the table.
#[derive(Clone, Copy)]
struct Remembered {
    known: Known,
    /// The search that stored it: entries of older searches are replaced first.
    age: u64,
}

/// Ages count up to here, and then start again from 0.
const AGES: u64 = 64;

impl TableEntry for Remembered {
    fn pack(&self) -> u64 {
        packed(self.known, self.age)
    }

    fn unpack(word: u64) -> Remembered {
        Remembered {
            known: unpacked(word),
            age: word >> AGE,
        }
    }

    fn worth(&self, new: &Remembered) -> i64 {
        let years = (AGES + new.age - self.age) % AGES;
        i64::from(self.known.depth) - 8 * years as i64
    }

    fn replacing(mut self, old: Remembered) -> Remembered {
        // A deeper result of the same search is worth more.
        if old.age == self.age
            && old.known.depth > self.known.depth + 2
            && self.known.bound != Bound::Exact
        {
            return old;
        }
        self.known.best = self.known.best.or(old.known.best);
        self
    }
}

/// Stores positions by key.
#[doc(alias = "transposition table")]
pub(crate) struct Transpositions {
    entries: TranspositionTable<Remembered>,
    age: u64,
}

impl Transpositions {
    /// A table of this many megabytes.
    pub(crate) fn new(megabytes: usize) -> Transpositions {
        Transpositions {
            entries: TranspositionTable::fixed(megabytes << 20),
            age: 0,
        }
    }

    /// Begins another search.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// What is known about a position `ply` moves from the root.
    pub(crate) fn get(&self, key: u64, ply: usize) -> Option<Known> {
        let Remembered { mut known, .. } = self.entries.get(place(key))?;
        // Wins are counted from the position in the table, and from the root
        // elsewhere.
        known.score = match known.score {
            score if score >= SURE => score - ply as Score,
            score if score <= -SURE => score + ply as Score,
            score => score,
        };
        Some(known)
    }

    /// Stores what was found `ply` moves from the root.
    pub(crate) fn put(&self, key: u64, mut known: Known, ply: usize) {
        known.score = match known.score {
            score if score >= SURE => score + ply as Score,
            score if score <= -SURE => score - ply as Score,
            score => score,
        };
        let age = self.age;
        self.entries.put(place(key), Remembered { known, age });
    }
}

/// Reverses the bits of the key: the shared table chooses slots by the upper bits, where
/// this engine has always used the lower ones. This way games played with a
/// node limit can be replayed move by move.
fn place(key: u64) -> u64 {
    key.reverse_bits()
}

// From the lowest bit: score 16, estimate 16, move 17 (squares by number, and
// turn), depth 7, bound 2, age 6.
const ESTIMATE: u32 = 16;
const MOVE: u32 = 32;
const DEPTH: u32 = 49;
const BOUND: u32 = 56;
const AGE: u32 = 58;
/// An impossible turn, which means no move.
const NO_MOVE: u64 = 0;

fn packed(known: Known, age: u64) -> u64 {
    let best = known.best.map_or(NO_MOVE, |best| {
        (best.from().index() | best.to().index() << 7 | usize::from(best.turn()) << 14) as u64
    });
    let bound = match known.bound {
        Bound::Lower => 1,
        Bound::Upper => 2,
        Bound::Exact => 3,
    };
    u64::from(known.score as i16 as u16)
        | u64::from(known.estimate as i16 as u16) << ESTIMATE
        | best << MOVE
        | (known.depth.clamp(0, 127) as u64) << DEPTH
        | bound << BOUND
        | age << AGE
}

fn unpacked(data: u64) -> Known {
    let best = data >> MOVE;
    let square = |bits: u64| Pos::numbered((bits & 0x7f) as u8);
    let turn = (best >> 14 & 7) as u8;
    Known {
        best: match (square(best), square(best >> 7)) {
            (Some(from), Some(to)) if from != to || turn != 0 => {
                Some(Move::made_of(from, to, turn))
            }
            _ => None,
        },
        score: (data as u16 as i16).into(),
        estimate: ((data >> ESTIMATE) as u16 as i16).into(),
        depth: (data >> DEPTH & 0x7f) as i32,
        bound: match data >> BOUND & 3 {
            1 => Bound::Lower,
            2 => Bound::Upper,
            _ => Bound::Exact,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(name: &str, score: Score, depth: i32) -> Known {
        let [from, to] = [&name[..2], &name[2..4]].map(|name| Pos::named(name).expect(name));
        Known {
            best: Move::new(from, to, 7),
            score,
            estimate: -123,
            depth,
            bound: Bound::Lower,
        }
    }

    #[test]
    fn entries_come_back_as_they_were() {
        let table = Transpositions::new(1);
        for (key, text) in [(1 << 40, "i9a1"), (17, "a1a1"), (u64::MAX, "e5i9")] {
            assert_eq!(table.get(key, 3), None);
            table.put(key, known(text, -77, 9), 3);
            assert_eq!(table.get(key, 5), Some(known(text, -77, 9)));
        }
    }

    #[test]
    fn wins_are_counted_from_the_position() {
        let table = Transpositions::new(1);
        table.put(5, known("a1a2", super::super::score::won_at(10), 4), 3);
        // Seven moves on from there, whatever came before.
        let found = table.get(5, 1).expect("just put");
        assert_eq!(found.score, super::super::score::won_at(8));
    }

    #[test]
    fn a_full_group_lets_the_least_worth_go() {
        let mut table = Transpositions::new(1);
        // The lower bits choose the slot.
        let keys = [1, 2, 3, 4, 5].map(|n| n << 40);
        for (key, depth) in keys.into_iter().zip([9, 3, 8, 7, 6]) {
            table.put(key, known("a1a2", 0, depth), 0);
        }
        let left = keys.map(|key| table.get(key, 0).is_some());
        assert_eq!(left, [true, false, true, true, true]);
        table.grow_older();
        table.put(keys[1], known("a1a2", 0, 1), 0);
        assert!(table.get(keys[1], 0).is_some(), "old entries make way");
    }
}
