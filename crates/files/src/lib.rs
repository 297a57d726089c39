//! Files: written so that nothing is lost, and read so that nothing overflows.
//!
//! Every writer in this project uses one of two ways:
//!
//! * [`write()`] replaces a whole file atomically. Whatever happens, either the old file or the new
//!   one is there, and nothing else.
//! * [`Log`], and [`append`] and [`cut`] for files that are open only for a moment, let a file
//!   grow. Whatever happens, what was there stays; what was being added is there whole, or is a
//!   torn end that the next reader drops. A [`Journal`] is such a file of numbered results, which
//!   many machines may share.
//!
//! Each step that changes a disk is a function in `steps`, so that tests can make every one of them
//! fail, and stop the program between any two.
#![forbid(unsafe_code)]

#[cfg(feature = "faults")]
pub mod faults;
mod journal;
mod log;
mod place;
mod read;
mod steps;
mod temporary;
mod units;
mod whole;

pub use journal::{Check, Collect, Heading, Journal, JournalError, Results};
pub use log::{Log, append, cut};
pub use place::{folder, private_folder, remove, resolved};
pub use read::{MOST_READ, lines, open_ordinary, read, read_ordinary, read_stream};
pub use temporary::sweep;
pub use units::{BadRange, Units};
pub use whole::{prepare, wait_for_writers, write, write_private};
