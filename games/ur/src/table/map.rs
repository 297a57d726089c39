//! A file as memory: the one place with unsafe code.
#![allow(unsafe_code)]

use std::fs::File;
use std::io;

use memmap2::{Mmap, MmapOptions};

/// Maps a whole file.
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes must not change while they are mapped. This program never
    // writes into a table: a new one is written beside the old one and renamed
    // over it, and who has the old one mapped keeps it. No value in the file is
    // trusted to be of a type: whatever bytes are there, they are only numbers.
    unsafe { MmapOptions::new().populate().map(file) }
}
