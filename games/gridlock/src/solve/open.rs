//! Proof numbers of open questions. They only guide the search, so they may be
//! lost.

use parlour_search::{TableEntry, TranspositionTable};

/// The effort to answer a question, as proof and disproof numbers: how many
/// other questions must at least be answered.
#[doc(alias = "proof number")]
#[doc(alias = "disproof number")]
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

    /// The efforts of a question with a known answer.
    pub(super) fn known(answer: bool) -> Efforts {
        if answer { Efforts::YES } else { Efforts::NO }
    }

    /// Whether an answer would take as much as a limit allows.
    pub(super) fn exceed(self, most: Efforts) -> bool {
        self.no >= most.no || self.yes >= most.yes
    }
}

/// The efforts are the table's entry: there is one slot for it, and a new entry
/// replaces an old one.
impl TableEntry for Efforts {
    const WAYS: usize = 1;

    fn pack(&self) -> u64 {
        u64::from(self.no) << 32 | u64::from(self.yes)
    }

    fn unpack(word: u64) -> Efforts {
        Efforts {
            no: (word >> 32) as u32,
            yes: word as u32,
        }
    }

    fn worth(&self, _new: &Efforts) -> i64 {
        0
    }
}

/// The size of a new table.
const FIRST_BYTES: usize = 1 << 14;

/// Stores the efforts of open questions.
pub(super) struct Open(TranspositionTable<Efforts>);

impl Open {
    /// A table of at most this many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        Open(TranspositionTable::growing(FIRST_BYTES, bytes))
    }

    /// Whether it should and can grow.
    pub(super) fn is_crowded(&self) -> bool {
        self.0.is_crowded()
    }

    pub(super) fn grow(&mut self) {
        self.0.grow();
    }

    pub(super) fn get(&self, fingerprint: u128, nim: u16) -> Option<Efforts> {
        self.0.get(question(fingerprint, nim))
    }

    pub(super) fn set(&self, fingerprint: u128, nim: u16, efforts: Efforts) {
        self.0.put(question(fingerprint, nim), efforts);
    }
}

/// A key for a question.
fn question(fingerprint: u128, nim: u16) -> u64 {
    let upper = (fingerprint >> 64) as u64;
    upper ^ u64::from(nim).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
