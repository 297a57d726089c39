//! A table's file: opened and checked, and refused if anything is wrong.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parlour_core::{TableSource, Tables};
#[cfg(not(target_arch = "wasm32"))]
use rayon::prelude::*;
use thiserror::Error;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::{Content, WinTable};
use crate::numbering::positions;
use crate::rules::MOST_PIECES;

const MAGIC: [u8; 8] = *b"UR-TABLE";
const VERSION: u32 = 1;

/// Bytes before the values.
pub(super) const HEADER: usize = 32;
/// Bytes of the header before the checksum.
const SUMMED: usize = 24;
/// Bytes of values that are hashed at once.
const CHUNK: usize = 1 << 20;

/// The name of the file with the table of a game.
#[must_use]
pub fn table_name(pieces: u8, exact_home: bool) -> String {
    let rule = if exact_home { "-exact-home" } else { "" };
    format!("ur-{pieces}{rule}.table")
}

/// Why no table can be used, and what to do about it.
#[derive(Debug, Error)]
#[error("{}: {fault}; make it with: {}", path.display(), self.command())]
pub struct TableError {
    /// The file; its name alone if there is no folder for it.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: TableFault,
    /// The number of pieces of the game it should be for.
    pub pieces: u8,
    /// The rule of that game for going home.
    pub exact_home: bool,
}

impl TableError {
    /// The command that makes the table.
    pub(crate) fn command(&self) -> String {
        let mut command = "parlour solve ur".to_owned();
        if self.pieces != MOST_PIECES {
            command.push_str(&format!(" --pieces {}", self.pieces));
        }
        if self.exact_home {
            command.push_str(" --exact-home");
        }
        command
    }

    /// No game has this many pieces.
    pub(crate) fn no_game(pieces: u8, exact_home: bool) -> TableError {
        TableError {
            path: table_name(pieces, exact_home).into(),
            fault: TableFault::NoGame,
            pieces,
            exact_home,
        }
    }

    /// Whether the only problem is that the table does not exist yet.
    fn is_missing(&self) -> bool {
        matches!(self.fault, TableFault::Missing)
    }
}

/// What is wrong with a table's file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableFault {
    /// There is no such game.
    #[error("a game has 1 to {MOST_PIECES} pieces")]
    NoGame,
    /// It is not there.
    #[error("there is no such table yet")]
    Missing,
    /// It cannot be read.
    #[error("it cannot be read ({})", .0.kind())]
    Unreadable(io::Error),
    /// It is not a table.
    #[error("it is not a table of the Royal Game of Ur")]
    Foreign,
    /// It was written by another version of the program.
    #[error("it has version {0} of the format, and this program reads version {VERSION}")]
    Version(u32),
    /// It is the table of another game than its name says.
    #[error("it is the table of another game: {}", game(*.pieces, *.exact_home))]
    OtherGame {
        /// Its number of pieces.
        pieces: u8,
        /// Its rule for going home.
        exact_home: bool,
    },
    /// It is too short or too long.
    #[error("it is damaged: it has {found} bytes and must have {expected}")]
    Size {
        /// Bytes it must have.
        expected: u64,
        /// Bytes it has.
        found: u64,
    },
    /// Its content does not match its checksum.
    #[error("it is damaged: its checksum is wrong")]
    Checksum,
}

fn game(pieces: u8, exact_home: bool) -> String {
    let rule = if exact_home { ", home exactly" } else { "" };
    format!("{pieces} pieces{rule}")
}

/// What a header says.
pub(super) struct Header {
    pub(super) pieces: u8,
    pub(super) exact_home: bool,
}

impl Header {
    /// Writes the header of a file whose values are there.
    pub(super) fn seal(&self, content: &mut [u8]) {
        let count = positions(self.pieces) as u64;
        content[..8].copy_from_slice(&MAGIC);
        content[8..12].copy_from_slice(&VERSION.to_le_bytes());
        content[12..16].copy_from_slice(&[self.pieces, u8::from(self.exact_home), 0, 0]);
        content[16..SUMMED].copy_from_slice(&count.to_le_bytes());
        let checksum = checksum(content).to_le_bytes();
        content[SUMMED..HEADER].copy_from_slice(&checksum);
    }

    /// The bytes of a whole file.
    fn size(&self) -> u64 {
        HEADER as u64 + 2 * positions(self.pieces) as u64
    }

    /// Reads the header of a file and checks everything that it promises. The content may be a
    /// prefix of a file of `found` bytes.
    fn check(&self, content: &[u8], found: u64) -> Result<(), TableFault> {
        let count = positions(self.pieces) as u64;
        let size = |expected| TableFault::Size { expected, found };
        let expected = self.size();
        if !content.starts_with(&MAGIC[..content.len().min(MAGIC.len())]) {
            return Err(TableFault::Foreign);
        }
        let Some(header) = content.first_chunk::<HEADER>() else {
            return Err(size(expected));
        };
        let version = u32::from_le_bytes([header[8], header[9], header[10], header[11]]);
        if version != VERSION {
            return Err(TableFault::Version(version));
        }
        if header[12..14] != [self.pieces, u8::from(self.exact_home)] {
            return Err(TableFault::OtherGame {
                pieces: header[12],
                exact_home: header[13] != 0,
            });
        }
        if content.len() as u64 != expected || found != expected {
            return Err(size(expected));
        }
        if header[16..SUMMED] != count.to_le_bytes()
            || header[SUMMED..] != checksum(content).to_le_bytes()
        {
            return Err(TableFault::Checksum);
        }
        Ok(())
    }
}

/// The checksum of a file, whatever its header says.
fn checksum(content: &[u8]) -> u64 {
    let (header, values) = content.split_at(HEADER);
    #[cfg(not(target_arch = "wasm32"))]
    let chunks = values.par_chunks(CHUNK);
    // A page has one thread.
    #[cfg(target_arch = "wasm32")]
    let chunks = values.chunks(CHUNK);
    let chunks: Vec<u64> = chunks.map(xxh3_64).collect();
    let mut all = Xxh3::new();
    all.update(&header[..SUMMED]);
    for chunk in chunks {
        all.update(&chunk.to_le_bytes());
    }
    all.digest()
}

/// Reads a file, or its first `most` bytes if it is longer, and returns its length.
///
/// The content is copied, not memory-mapped: if another program shortened or damaged a mapped file,
/// this program would crash in the middle of a game, and no lock prevents that. Anything but a
/// regular file is not even opened: reading a pipe would block.
fn read(path: &Path, most: u64) -> io::Result<(Vec<u8>, u64)> {
    let metadata = path.metadata()?;
    if !metadata.is_file() {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    let mut content = Vec::with_capacity(most.min(metadata.len()) as usize + 1);
    File::open(path)?.take(most).read_to_end(&mut content)?;
    Ok((content, metadata.len()))
}

impl WinTable {
    /// Opens a file, which must be the complete and undamaged table of this
    /// game.
    ///
    /// # Errors
    ///
    /// The file is missing, damaged, or the table of another game.
    pub fn open(path: &Path, pieces: u8, exact_home: bool) -> Result<WinTable, TableError> {
        if !(1..=MOST_PIECES).contains(&pieces) {
            return Err(TableError::no_game(pieces, exact_home));
        }
        let refused = |fault| TableError {
            path: path.to_owned(),
            fault,
            pieces,
            exact_home,
        };
        let size = Header { pieces, exact_home }.size();
        let (content, found) = read(path, size).map_err(|error| {
            refused(match error.kind() {
                io::ErrorKind::NotFound => TableFault::Missing,
                _ => TableFault::Unreadable(error),
            })
        })?;
        let table = WinTable {
            pieces,
            exact_home,
            content: Content::Made(content),
        };
        table.checked(found).map_err(refused)
    }

    /// Reads a table from the content of a file, which must be complete and undamaged.
    ///
    /// # Errors
    ///
    /// The file is missing, damaged, or the table of another game.
    pub fn read(
        content: impl Into<Arc<[u8]>>,
        pieces: u8,
        exact_home: bool,
    ) -> Result<WinTable, TableFault> {
        if !(1..=MOST_PIECES).contains(&pieces) {
            return Err(TableFault::NoGame);
        }
        let content: Arc<[u8]> = content.into();
        let found = content.len() as u64;
        let table = WinTable {
            pieces,
            exact_home,
            content: Content::Held(content),
        };
        table.checked(found)
    }

    fn checked(self, found: u64) -> Result<WinTable, TableFault> {
        let WinTable {
            pieces, exact_home, ..
        } = self;
        Header { pieces, exact_home }.check(self.file(), found)?;
        Ok(self)
    }

    /// The table of exactly this game.
    fn own(tables: &Tables, pieces: u8, exact_home: bool) -> Result<WinTable, TableError> {
        let name = table_name(pieces, exact_home);
        let refused = |fault| TableError {
            path: name.clone().into(),
            fault,
            pieces,
            exact_home,
        };
        match tables.source(&name) {
            None => Err(refused(TableFault::Missing)),
            Some(TableSource::File(path)) => WinTable::open(&path, pieces, exact_home),
            Some(TableSource::Bytes(content)) => {
                WinTable::read(content, pieces, exact_home).map_err(refused)
            }
        }
    }

    /// A table that serves this game: its own or, since games with fewer pieces
    /// are contained in larger ones, one with more pieces.
    ///
    /// # Errors
    ///
    /// The file is missing, damaged, or the table of another game.
    pub fn find(tables: &Tables, pieces: u8, exact_home: bool) -> Result<WinTable, TableError> {
        let mut refusal = match WinTable::own(tables, pieces, exact_home) {
            Ok(table) => return Ok(table),
            Err(error) => error,
        };
        for more in pieces + 1..=MOST_PIECES {
            match WinTable::own(tables, more, exact_home) {
                Ok(table) => return Ok(table),
                // A file that exists but cannot be used is worth mentioning.
                Err(error) if refusal.is_missing() && !error.is_missing() => refusal = error,
                Err(_) => {}
            }
        }
        Err(refusal)
    }
}
