//! A transposition table of shapes, in a bounded amount of memory.

use parlour_search::{TableEntry, TranspositionTable};

/// What is known about a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Its Grundy value.
    Nim(u16),
    /// Grundy values that it does not have, one bit each.
    Not(u16),
}

impl Known {
    /// Whether the shape has this Grundy value, if known.
    pub(super) fn is(self, nim: u16) -> Option<bool> {
        match self {
            Known::Nim(known) => Some(known == nim),
            Known::Not(excluded) if nim < EXCLUDABLE && excluded & (1 << nim) != 0 => Some(false),
            Known::Not(_) => None,
        }
    }
}

/// Marks a Grundy value, rather than a set of excluded ones.
const NIM: u16 = 0x8000;
/// Grundy values below this one can be excluded.
const EXCLUDABLE: u16 = 10;
/// The position of the bits with the effort.
const EFFORT_SHIFT: u32 = EXCLUDABLE as u32;
const EFFORT_MOST: u16 = 0x1f;
const PAYLOAD: u16 = (1 << EXCLUDABLE) - 1;

/// An entry of the table, in 16 bits: the rest holds 48 bits of the
/// fingerprint.
struct Remembered {
    known: Known,
    /// The effort it took, as a power of two. The least effort is replaced
    /// first.
    effort: u16,
}

impl TableEntry for Remembered {
    const BITS: u64 = 0xffff;

    fn pack(&self) -> u64 {
        let payload = match self.known {
            Known::Nim(nim) => NIM | (nim & PAYLOAD),
            Known::Not(excluded) => excluded & PAYLOAD,
        };
        (payload | self.effort << EFFORT_SHIFT).into()
    }

    fn unpack(word: u64) -> Remembered {
        let value = word as u16;
        Remembered {
            known: match value & NIM != 0 {
                true => Known::Nim(value & PAYLOAD),
                false => Known::Not(value & PAYLOAD),
            },
            effort: value >> EFFORT_SHIFT & EFFORT_MOST,
        }
    }

    fn worth(&self, _new: &Remembered) -> i64 {
        self.effort.into()
    }
}

/// The size of a new table.
const FIRST_BYTES: usize = 1 << 16;

/// Stores what is known about shapes by their fingerprints.
#[doc(alias = "transposition table")]
pub(super) struct KnownShapes(TranspositionTable<Remembered>);

impl KnownShapes {
    /// A table of at most this many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        KnownShapes(TranspositionTable::growing(FIRST_BYTES, bytes))
    }

    /// Whether it should and can grow.
    pub(super) fn is_crowded(&self) -> bool {
        self.0.is_crowded()
    }

    pub(super) fn grow(&mut self) {
        self.0.grow();
    }

    pub(super) fn get(&self, fingerprint: u128) -> Known {
        let found = self.0.get(fingerprint);
        found.map_or(Known::Not(0), |remembered| remembered.known)
    }

    /// Stores what took this many positions to find out.
    pub(super) fn set(&self, fingerprint: u128, known: Known, positions: u64) {
        let effort = (positions.ilog2() as u16).min(EFFORT_MOST);
        self.0.put(fingerprint, Remembered { known, effort });
    }

    /// Adds Grundy values that a shape does not have, and returns everything
    /// known now.
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
