//! Files: written so that nothing is lost, and read so that nothing overflows.
//!
//! Every writer in the house uses one of two ways:
//!
//! * [`write`] replaces a whole file. Whatever happens, the old file or the new one
//!   is there, and never anything else.
//! * [`Log`], and [`append`] and [`cut`] for files that are open for a moment only,
//!   let a file grow. Whatever happens, what was there stays; what was being added
//!   is there whole, or is a torn end that the next reader drops.
//!
//! Each step that changes a disk is a function in `steps`, so that tests can have
//! every one of them fail, and stop the program between any two.
#![forbid(unsafe_code)]

#[cfg(feature = "faults")]
pub mod faults;
mod log;
mod place;
mod read;
mod steps;
mod temporary;
mod whole;

pub use log::{Log, append, cut};
pub use read::{MOST_READ, read, read_ordinary, read_stream};
pub use temporary::sweep;
pub use whole::{prepare, wait_for_writers, write};
