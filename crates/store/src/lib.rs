//! Where a server keeps its matches: logs of events, in memory, in SQLite or in PostgreSQL.
//!
//! The log of a match is the truth about it. Its key, the match and the number of the event,
//! is also the lock: of two processes that append the same number, one is told
//! [`Written::Conflict`], reads what is new and tries again. So any process may serve any
//! request, none owns a match, and nothing but the log has to survive a crash.
//!
//! [`Store`] has one thread that writes. Whatever was asked for while it was busy becomes one
//! transaction (group commit), so that a thousand durable moves cost one `fsync`.
#![forbid(unsafe_code)]

mod database;
mod disk;
mod memory;
#[cfg(feature = "postgres")]
mod postgresql;
mod sqlite;
mod store;

pub use database::{
    Append, Archived, Database, Document, Event, MatchRow, NewMatch, SeatRow, StoreError, Write,
    Written,
};
pub use store::{Pending, Store};
