//! A lock-free transposition table: what is known about positions that come up
//! again, in a bounded amount of memory.
//!
//! Threads read and write it concurrently without locks. A slot is two words,
//! written one after the other: the packed entry, and the entry combined with
//! the key. If two threads write the same slot at once, or one reads while
//! another writes, the words do not match and the entry is ignored, in whatever
//! order a processor shows the words to others. Keys must be well mixed in all
//! their bits, as Zobrist keys are: then words of different entries match no
//! more often than two positions share a key.

use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// What a table stores for a position: how it is packed into a word, and which
/// entries are replaced first.
///
/// # Examples
///
/// ```
/// use parlour_search::{TableEntry, TranspositionTable};
///
/// /// A value with the depth it was searched to.
/// struct Known {
///     value: i32,
///     depth: u8,
/// }
///
/// impl TableEntry for Known {
///     fn pack(&self) -> u64 {
///         u64::from(self.value as u32) | u64::from(self.depth) << 32
///     }
///
///     fn unpack(word: u64) -> Self {
///         Known { value: word as i32, depth: (word >> 32) as u8 }
///     }
///
///     // Shallow searches are replaced first.
///     fn worth(&self, _: &Self) -> i64 {
///         self.depth.into()
///     }
/// }
///
/// let table = TranspositionTable::fixed(1 << 16);
/// let key = 0x9e37_79b9_7f4a_7c15_u64;
/// table.put(key, Known { value: -7, depth: 3 });
/// assert_eq!(table.get(key).map(|known| known.value), Some(-7));
/// ```
pub trait TableEntry: Sized {
    /// How many slots an entry may use: 1, 2 or 4 (associativity). More slots
    /// give more choice of what to replace.
    const WAYS: usize = 4;

    /// The bits of a word that packed entries use. The others hold bits of the
    /// key's lower half, so that fewer keys are confused.
    const BITS: u64 = u64::MAX;

    /// The entry as a word; bits outside [`BITS`](Self::BITS) are ignored.
    fn pack(&self) -> u64;

    /// The entry of a word that [`pack`](Self::pack) made. Bits outside
    /// [`BITS`](Self::BITS) can be anything.
    fn unpack(word: u64) -> Self;

    /// What the entry is worth when `new`, of another position, needs a slot:
    /// the entry of the least worth is replaced. Both may include an age.
    fn worth(&self, new: &Self) -> i64;

    /// What is kept if there already is an entry for the same position: by
    /// default the new one.
    #[must_use]
    fn replacing(self, _old: Self) -> Self {
        self
    }
}

/// What identifies a position: a hash of 64 bits, or of 128 for entries that
/// leave room for more of it.
#[doc(alias = "Zobrist hash")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableKey {
    /// Chooses the slots by its upper bits, and is stored whole.
    upper: u64,
    /// Is stored as far as an entry has room for it.
    lower: u64,
}

impl From<u64> for TableKey {
    fn from(hash: u64) -> Self {
        TableKey {
            upper: hash,
            lower: 0,
        }
    }
}

impl From<u128> for TableKey {
    fn from(hash: u128) -> Self {
        TableKey {
            upper: (hash >> 64) as u64,
            lower: hash as u64,
        }
    }
}

/// A place for an entry; both words are 0 if it is empty. The only entry that
/// looks empty is a packed 0 under the key 0, which is forgotten.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    word: AtomicU64,
}

/// What was read from a slot, or will be written to one.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pair {
    /// The upper half of the key.
    key: u64,
    word: u64,
}

impl Pair {
    const EMPTY: Pair = Pair { key: 0, word: 0 };

    fn new<E: TableEntry>(key: TableKey, entry: &E) -> Pair {
        Pair {
            key: key.upper,
            word: entry.pack() & E::BITS | key.lower & !E::BITS,
        }
    }

    fn has<E: TableEntry>(self, key: TableKey) -> bool {
        self.key == key.upper && (self.word ^ key.lower) & !E::BITS == 0 && self != Pair::EMPTY
    }
}

impl Slot {
    fn load(&self) -> Pair {
        let word = self.word.load(Relaxed);
        Pair {
            key: self.check.load(Relaxed) ^ word,
            word,
        }
    }

    fn store(&self, pair: Pair) {
        self.check.store(pair.key ^ pair.word, Relaxed);
        self.word.store(pair.word, Relaxed);
    }
}

/// The slots of a line.
const SLOTS: usize = 4;

/// The slots of one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Line([Slot; SLOTS]);

/// Stores entries by key, for any number of threads.
///
/// ```
/// use parlour_search::{TableEntry, TranspositionTable};
///
/// /// How deep a position was searched, and what it is worth.
/// #[derive(Debug, PartialEq)]
/// struct Seen {
///     depth: u8,
///     score: i16,
/// }
///
/// impl TableEntry for Seen {
///     fn pack(&self) -> u64 {
///         u64::from(self.depth) << 16 | u64::from(self.score as u16)
///     }
///     fn unpack(word: u64) -> Seen {
///         Seen { depth: (word >> 16) as u8, score: word as i16 }
///     }
///     fn worth(&self, _new: &Seen) -> i64 {
///         self.depth.into()
///     }
/// }
///
/// let table = TranspositionTable::fixed(1 << 20);
/// let key = 0x9e37_79b9_7f4a_7c15_u64;
/// assert_eq!(table.get(key), None);
/// table.put(key, Seen { depth: 3, score: -25 });
/// assert_eq!(table.get(key), Some(Seen { depth: 3, score: -25 }));
/// ```
#[doc(alias = "hash table")]
pub struct TranspositionTable<E> {
    lines: Vec<Line>,
    most_lines: usize,
    /// The number of slots in use. No longer counted once the table cannot
    /// grow.
    used: AtomicUsize,
    entries: PhantomData<fn(E) -> E>,
}

impl<E> fmt::Debug for TranspositionTable<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranspositionTable")
            .field("most_lines", &self.most_lines)
            .field("used", &self.used)
            .finish_non_exhaustive()
    }
}

impl<E: TableEntry> TranspositionTable<E> {
    /// A table of this many bytes, rounded down to a positive multiple of 64. If
    /// there is not that much memory, it takes half, or a quarter.
    #[must_use]
    pub fn fixed(bytes: usize) -> Self {
        TranspositionTable::growing(bytes, bytes)
    }

    /// A table that starts with this many bytes and [grows](Self::grow) to at
    /// most `most_bytes`. While it is small it stays in the processor's cache.
    #[must_use]
    pub fn growing(first_bytes: usize, most_bytes: usize) -> Self {
        const {
            assert!(
                SLOTS.is_multiple_of(E::WAYS),
                "an entry must not need two lines"
            );
        };
        let count = |bytes: usize| (bytes / size_of::<Line>()).max(1);
        let most_lines = count(most_bytes);
        let first_lines = count(first_bytes).min(most_lines);
        let halved = |lines: &usize| (*lines > 1).then_some(lines / 2);
        let lines = std::iter::successors(Some(first_lines), halved)
            .find_map(empty_lines)
            .unwrap_or_else(|| vec![Line::default()]);
        TranspositionTable {
            most_lines: match lines.len() == first_lines {
                true => most_lines,
                // There will never be more room.
                false => lines.len(),
            },
            lines,
            used: AtomicUsize::new(0),
            entries: PhantomData,
        }
    }

    /// Whether it should and may grow: more than half of its slots are in use.
    #[must_use]
    pub fn is_crowded(&self) -> bool {
        self.may_grow() && self.used.load(Relaxed) > self.lines.len() * SLOTS / 2
    }

    fn may_grow(&self) -> bool {
        self.lines.len() < self.most_lines
    }

    /// Doubles the table, or grows it as far as its limit allows, which must
    /// hold the old and the new slots together. Without more room it stays as
    /// it is, and no longer counts as crowded.
    pub fn grow(&mut self) {
        let room = self.most_lines - self.lines.len();
        let wanted = (self.lines.len() * 2).min(room);
        let larger = match wanted > self.lines.len() {
            true => empty_lines(wanted),
            false => None,
        };
        let Some(larger) = larger else {
            self.most_lines = self.lines.len();
            return;
        };
        let old = std::mem::replace(&mut self.lines, larger);
        self.used.store(0, Relaxed);
        for slot in old.iter().flat_map(|Line(slots)| slots) {
            let pair = slot.load();
            if pair != Pair::EMPTY {
                self.insert(
                    TableKey {
                        upper: pair.key,
                        lower: pair.word,
                    },
                    E::unpack(pair.word),
                );
            }
        }
    }

    /// The entry of a key.
    #[must_use]
    #[inline]
    pub fn get(&self, key: impl Into<TableKey>) -> Option<E> {
        let key = key.into();
        let mut pairs = self.slots(key).iter().map(Slot::load);
        let found = pairs.find(|pair| pair.has::<E>(key))?;
        Some(E::unpack(found.word))
    }

    /// Stores an entry, in place of an older one with the same key or of the
    /// one worth least.
    #[inline]
    pub fn put(&self, key: impl Into<TableKey>, entry: E) {
        self.insert(key.into(), entry);
    }

    #[inline]
    fn insert(&self, key: TableKey, mut entry: E) {
        let slots = self.slots(key);
        let mut place = (&slots[0], Pair::EMPTY);
        let mut least = i64::MAX;
        for slot in slots {
            let pair = slot.load();
            if pair.has::<E>(key) {
                entry = entry.replacing(E::unpack(pair.word));
                place = (slot, pair);
                break;
            }
            let worth = match pair == Pair::EMPTY {
                true => i64::MIN,
                false => E::unpack(pair.word).worth(&entry),
            };
            if worth < least {
                (place, least) = ((slot, pair), worth);
            }
        }
        let (slot, old) = place;
        let new = Pair::new(key, &entry);
        if new == old {
            return;
        }
        if old == Pair::EMPTY && self.may_grow() {
            self.used.fetch_add(1, Relaxed);
        }
        slot.store(new);
    }

    /// The slots that an entry of this key may use.
    #[inline]
    fn slots(&self, key: TableKey) -> &[Slot] {
        let groups = self.lines.len() * (SLOTS / E::WAYS);
        let group = ((u128::from(key.upper) * groups as u128) >> 64) as usize;
        let first = group * E::WAYS;
        let Line(line) = &self.lines[first / SLOTS];
        &line[first % SLOTS..][..E::WAYS]
    }
}

/// Empty lines; `None` if there is no memory for them.
fn empty_lines(count: usize) -> Option<Vec<Line>> {
    let mut lines = Vec::new();
    lines.try_reserve_exact(count).ok()?;
    lines.resize_with(count, Line::default);
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Word(u64);

    impl TableEntry for Word {
        fn pack(&self) -> u64 {
            self.0
        }

        fn unpack(word: u64) -> Word {
            Word(word)
        }

        fn worth(&self, _: &Word) -> i64 {
            0
        }
    }

    /// A processor may show another the two words of a slot in any order, so
    /// that it sees one word from each of two entries. This tries all
    /// combinations.
    #[test]
    fn halves_of_different_entries_are_none() {
        const MIXED: u64 = 0x9e37_79b9_7f4a_7c15;
        let keys = [0, MIXED, MIXED.rotate_left(20), !MIXED];
        let words = [0, 1, 2, 0x8000_0000_0000_0000];
        let entries = keys.iter().flat_map(|key| words.map(|word| (*key, word)));
        let entries: Vec<(u64, u64)> = entries.collect();
        let stored = |(key, word)| {
            let slot = Slot::default();
            slot.store(Pair { key, word });
            slot
        };
        let found = |slot: Slot| {
            let pair = slot.load();
            let has = |key: &u64| pair.has::<Word>(TableKey::from(*key));
            keys.into_iter().find(has).map(|key| (key, pair.word))
        };
        for &one in &entries {
            for &other in &entries {
                let torn = Slot {
                    check: stored(one).check,
                    word: stored(other).word,
                };
                // With the same word it is the first entry, whole.
                let is_whole = one.1 == other.1 && one != (0, 0);
                let whole = is_whole.then_some(one);
                assert_eq!(found(torn), whole, "{one:x?} {other:x?}");
            }
        }
    }
}
