//! What all threads of a search know together, in a memory of fixed size.

use std::sync::{PoisonError, RwLock, RwLockReadGuard, TryLockError};

use super::known::KnownShapes;
use super::open::Open;

/// The share of the memory for open questions, as a divisor.
const OPEN_SHARE: usize = 4;

/// The tables of a solver. Threads read and write them concurrently; they wait
/// for each other only when a table grows.
pub(super) struct Memory(RwLock<Tables>);

pub(super) struct Tables {
    pub(super) known: KnownShapes,
    pub(super) open: Open,
}

impl Memory {
    /// A memory of at most this many bytes, but at least a few kilobytes.
    pub(super) fn new(bytes: usize) -> Self {
        Memory(RwLock::new(Tables {
            known: KnownShapes::new(bytes - bytes / OPEN_SHARE),
            open: Open::new(bytes / OPEN_SHARE),
        }))
    }

    /// The tables, which do not grow while they are borrowed.
    pub(super) fn tables(&self) -> RwLockReadGuard<'_, Tables> {
        // What a thread that panicked has written is sound: entries are written
        // one by one.
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Grows the tables if they are crowded. The caller must not hold them. The
    /// first thread does it for all: waiting for the tables would mean waiting
    /// until the others find them crowded again.
    pub(super) fn grow(&self) {
        while self.tables().are_crowded() {
            let mut tables = match self.0.try_write() {
                Ok(tables) => tables,
                Err(TryLockError::Poisoned(tables)) => tables.into_inner(),
                Err(TryLockError::WouldBlock) => {
                    std::thread::yield_now();
                    continue;
                }
            };
            if tables.known.is_crowded() {
                tables.known.grow();
            }
            if tables.open.is_crowded() {
                tables.open.grow();
            }
        }
    }
}

impl Tables {
    pub(super) fn are_crowded(&self) -> bool {
        self.known.is_crowded() || self.open.is_crowded()
    }
}
