//! What is known of shapes, in a memory of fixed size, for several threads.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// What is known of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Its nim-value.
    Nim(u16),
    /// Nim-values that it does not have, one bit each.
    Not(u16),
}

impl Known {
    /// Whether the shape has this nim-value, if that is known.
    pub(super) fn is(self, nim: u16) -> Option<bool> {
        match self {
            Known::Nim(known) => Some(known == nim),
            Known::Not(excluded) if nim < EXCLUDABLE && excluded & (1 << nim) != 0 => Some(false),
            Known::Not(_) => None,
        }
    }
}

/// An entry: the fingerprint but for its lowest 16 bits, and in these the
/// knowledge. 0 is empty.
type Entry = u128;

const VALUE: Entry = 0xffff;
/// Marks a nim-value, rather than a set of excluded ones.
const NIM: u16 = 0x8000;
/// Nim-values below this one can be excluded.
const EXCLUDABLE: u16 = 10;
/// The bits with the effort it took, as a power of two.
const EFFORT_SHIFT: u32 = EXCLUDABLE as u32;
const EFFORT_MOST: u16 = 0x1f;
const PAYLOAD: u16 = (1 << EXCLUDABLE) - 1;

/// The place of an entry. The halves are written one after the other, so the
/// upper one is mixed with the lower one: halves of different entries are no
/// entry that anybody looks for.
#[derive(Default)]
struct Slot {
    mixed: AtomicU64,
    lower: AtomicU64,
}

impl Slot {
    fn load(&self) -> Entry {
        let lower = self.lower.load(Relaxed);
        let upper = self.mixed.load(Relaxed) ^ lower;
        Entry::from(upper) << 64 | Entry::from(lower)
    }

    fn store(&self, entry: Entry) {
        let lower = entry as u64;
        self.mixed.store((entry >> 64) as u64 ^ lower, Relaxed);
        self.lower.store(lower, Relaxed);
    }
}

/// Entries that share an index.
const BUCKET: usize = 4;

/// Entries with the same index, in one line of the processor's cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

/// The buckets of a new table.
const FIRST_BUCKETS: usize = 1 << 10;

/// A hash table that grows up to a limit, and then forgets what took the least
/// effort. Small as long as it can be: then it stays in the processor's cache.
pub(super) struct Table {
    buckets: Vec<Bucket>,
    most_buckets: usize,
    used: AtomicUsize,
}

impl Table {
    /// A table of at most so many bytes, and at least one bucket.
    pub(super) fn new(bytes: usize) -> Self {
        let most_buckets = (bytes / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.resize_with(FIRST_BUCKETS.min(most_buckets), Bucket::default);
        Table {
            buckets,
            most_buckets,
            used: AtomicUsize::new(0),
        }
    }

    /// Whether it should grow, and can.
    pub(super) fn is_crowded(&self) -> bool {
        let is_growing = self.buckets.len() < self.most_buckets;
        is_growing && self.used.load(Relaxed) >= self.buckets.len() * BUCKET / 2
    }

    /// Doubles the table, if the limit has room for the old one beside the new
    /// one.
    pub(super) fn grow(&mut self) {
        let room = self.most_buckets - self.buckets.len();
        let wanted = (self.buckets.len() * 2).min(room);
        let mut larger = Vec::new();
        if wanted <= self.buckets.len() || larger.try_reserve_exact(wanted).is_err() {
            // There never will be more room.
            self.most_buckets = self.buckets.len();
            return;
        }
        larger.resize_with(wanted, Bucket::default);
        let old = std::mem::replace(&mut self.buckets, larger);
        *self.used.get_mut() = 0;
        for slot in old.iter().flat_map(|Bucket(bucket)| bucket) {
            let entry = slot.load();
            if entry != 0 {
                self.insert(entry);
            }
        }
    }

    /// Puts an entry in the place of an old one about the same shape, an empty
    /// one, or the one of the least effort.
    fn insert(&self, entry: Entry) {
        let Bucket(bucket) = &self.buckets[self.index(entry)];
        let old = bucket.each_ref().map(Slot::load);
        let place = old
            .iter()
            .position(|old| same(*old, entry))
            .or_else(|| (0..BUCKET).min_by_key(|at| effort_of(old[*at])));
        if let Some(place) = place {
            if old[place] == 0 {
                self.used.fetch_add(1, Relaxed);
            }
            bucket[place].store(entry);
        }
    }

    /// The bucket of a fingerprint, by its upper half.
    fn index(&self, fingerprint: u128) -> usize {
        let upper = fingerprint >> 64;
        ((upper * self.buckets.len() as u128) >> 64) as usize
    }

    pub(super) fn get(&self, fingerprint: u128) -> Known {
        let Bucket(bucket) = &self.buckets[self.index(fingerprint)];
        bucket
            .iter()
            .map(Slot::load)
            .find(|entry| same(*entry, fingerprint))
            .map_or(Known::Not(0), |entry| {
                let value = (entry & VALUE) as u16;
                if value & NIM != 0 {
                    Known::Nim(value & PAYLOAD)
                } else {
                    Known::Not(value & PAYLOAD)
                }
            })
    }

    /// Remembers what took so many positions to find out.
    pub(super) fn set(&self, fingerprint: u128, known: Known, positions: u64) {
        let payload = match known {
            Known::Nim(nim) => NIM | (nim & PAYLOAD),
            Known::Not(excluded) => excluded & PAYLOAD,
        };
        let effort = (positions.ilog2() as u16).min(EFFORT_MOST) << EFFORT_SHIFT;
        self.insert((fingerprint & !VALUE) | Entry::from(payload | effort));
    }

    /// Adds nim-values that a shape does not have, and tells all that is known
    /// now.
    pub(super) fn exclude(&self, fingerprint: u128, nims: u128, positions: u64) -> Known {
        let before = self.get(fingerprint);
        let Known::Not(excluded) = before else {
            return before;
        };
        let known = Known::Not(excluded | nims as u16);
        if known != before {
            self.set(fingerprint, known, positions);
        }
        known
    }
}

fn same(entry: Entry, fingerprint: u128) -> bool {
    (entry ^ fingerprint) & !VALUE == 0 && entry != 0
}

/// The effort of an entry; less than any for an empty one.
fn effort_of(entry: Entry) -> i32 {
    if entry == 0 {
        return -1;
    }
    i32::from((entry as u16 >> EFFORT_SHIFT) & EFFORT_MOST)
}
