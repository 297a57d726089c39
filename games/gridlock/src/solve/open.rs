//! How far open questions are. That only guides the search, so it may be lost.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// What it takes to answer a question, as proof numbers: how many other
/// questions at least must be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Efforts {
    pub(super) no: u32,
    pub(super) yes: u32,
}

impl Efforts {
    /// The effort for an answer that is wrong.
    pub(super) const NEVER: u32 = 1 << 30;
    pub(super) const NO: Efforts = Efforts {
        no: 0,
        yes: Efforts::NEVER,
    };
    pub(super) const YES: Efforts = Efforts {
        no: Efforts::NEVER,
        yes: 0,
    };
    /// As a limit: none.
    pub(super) const UNBOUNDED: Efforts = Efforts {
        no: u32::MAX,
        yes: u32::MAX,
    };

    /// Of a question with a known answer.
    pub(super) fn known(answer: bool) -> Efforts {
        if answer { Efforts::YES } else { Efforts::NO }
    }

    /// Whether an answer would take as much as a limit allows.
    pub(super) fn exceed(self, most: Efforts) -> bool {
        self.no >= most.no || self.yes >= most.yes
    }
}

/// A question, and what it takes. Threads may mix up the halves of two entries;
/// that misleads the search, but not the answer.
#[derive(Default)]
struct Entry {
    question: AtomicU64,
    efforts: AtomicU64,
}

/// The entries of a new table.
const FIRST_ENTRIES: usize = 1 << 10;

/// A hash table in which a new entry takes the place of an old one. It grows up
/// to a limit.
pub(super) struct Open {
    entries: Vec<Entry>,
    most_entries: usize,
    used: AtomicUsize,
}

impl Open {
    /// A table of at most so many bytes, and at least one entry.
    pub(super) fn new(bytes: usize) -> Self {
        let most_entries = (bytes / size_of::<Entry>()).max(1);
        let mut entries = Vec::new();
        entries.resize_with(FIRST_ENTRIES.min(most_entries), Entry::default);
        Open {
            entries,
            most_entries,
            used: AtomicUsize::new(0),
        }
    }

    /// Whether it should grow, and can: the limit must have room for the old
    /// entries beside the new ones.
    pub(super) fn is_crowded(&self) -> bool {
        let count = self.entries.len();
        count * 3 <= self.most_entries && self.used.load(Relaxed) > count / 2
    }

    /// Doubles the table.
    pub(super) fn grow(&mut self) {
        let mut larger = Vec::new();
        if larger.try_reserve_exact(self.entries.len() * 2).is_err() {
            // There never will be more room.
            self.most_entries = self.entries.len();
            return;
        }
        larger.resize_with(self.entries.len() * 2, Entry::default);
        let old = std::mem::replace(&mut self.entries, larger);
        *self.used.get_mut() = 0;
        for Entry { question, efforts } in old {
            let question = question.into_inner();
            if question != 0 {
                self.insert(question, efforts.into_inner());
            }
        }
    }

    fn entry(&self, question: u64) -> &Entry {
        let index = (u128::from(question) * self.entries.len() as u128) >> 64;
        &self.entries[index as usize]
    }

    pub(super) fn get(&self, fingerprint: u128, nim: u16) -> Option<Efforts> {
        let question = question(fingerprint, nim);
        let entry = self.entry(question);
        let efforts = entry.efforts.load(Relaxed);
        (entry.question.load(Relaxed) == question).then_some(Efforts {
            no: (efforts >> 32) as u32,
            yes: efforts as u32,
        })
    }

    pub(super) fn set(&self, fingerprint: u128, nim: u16, efforts: Efforts) {
        let Efforts { no, yes } = efforts;
        let efforts = u64::from(no) << 32 | u64::from(yes);
        self.insert(question(fingerprint, nim), efforts);
    }

    fn insert(&self, question: u64, efforts: u64) {
        let entry = self.entry(question);
        if entry.question.swap(question, Relaxed) == 0 {
            self.used.fetch_add(1, Relaxed);
        }
        entry.efforts.store(efforts, Relaxed);
    }
}

/// One number for a question; never 0, which is empty.
fn question(fingerprint: u128, nim: u16) -> u64 {
    let upper = (fingerprint >> 64) as u64;
    let spread = u64::from(nim).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (upper ^ spread) | 1
}
