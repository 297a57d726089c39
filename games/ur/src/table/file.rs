//! A table's file: opened, checked, and refused where anything is wrong.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parlour_core::{TableSource, Tables};
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
/// Bytes of values that are summed at once.
const CHUNK: usize = 1 << 20;

/// The name of the file with the table of a game.
#[must_use]
pub fn table_name(pieces: u8, exact_home: bool) -> String {
    let rule = if exact_home { "-exact-home" } else { "" };
    format!("ur-{pieces}{rule}.table")
}

/// Why there is no table to use, and what to do about it.
#[derive(Debug, Error)]
#[error("{}: {fault}; make it with: {}", path.display(), command(*.pieces, *.exact_home))]
pub struct TableError {
    /// The file; its name alone where there is no folder for it.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: TableFault,
    /// The game that it should be the table of.
    pub pieces: u8,
    /// The rule of that game for going home.
    pub exact_home: bool,
}

/// The command that makes a table.
fn command(pieces: u8, exact_home: bool) -> String {
    let mut command = "parlour solve ur".to_owned();
    if pieces != MOST_PIECES {
        command.push_str(&format!(" --pieces {pieces}"));
    }
    if exact_home {
        command.push_str(" --exact-home");
    }
    command
}

impl TableError {
    /// No game has so many pieces.
    pub(crate) fn no_game(pieces: u8, exact_home: bool) -> TableError {
        TableError {
            path: table_name(pieces, exact_home).into(),
            fault: TableFault::NoGame,
            pieces,
            exact_home,
        }
    }

    /// Whether nothing is wrong but that nobody has made the table yet.
    fn is_missing(&self) -> bool {
        matches!(self.fault, TableFault::Missing)
    }
}

/// What is wrong with a table's file.
#[derive(Debug, Error)]
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
    /// It is something else.
    #[error("it is no table of the Royal Game of Ur")]
    Foreign,
    /// It was written by another version of the program.
    #[error("it has version {0} of the format, and this program knows version {VERSION}")]
    Version(u32),
    /// It is the table of another game than its name says.
    #[error("it is the table of another game: {}", game(*.pieces, *.exact_home))]
    OtherGame {
        /// Its number of pieces.
        pieces: u8,
        /// Its rule for going home.
        exact_home: bool,
    },
    /// It is shorter or longer than it must be.
    #[error("it is damaged: it has {found} bytes and must have {expected}")]
    Size {
        /// Bytes it must have.
        expected: u64,
        /// Bytes it has.
        found: u64,
    },
    /// Its content was changed.
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

    /// Reads the header of a file and checks everything that it promises. Of a file
    /// that is `found` bytes long, the content may be the beginning.
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

/// The checksum of a file, whatever its header says it is.
fn checksum(content: &[u8]) -> u64 {
    let (header, values) = content.split_at(HEADER);
    let chunks: Vec<u64> = values.par_chunks(CHUNK).map(xxh3_64).collect();
    let mut all = Xxh3::new();
    all.update(&header[..SUMMED]);
    for chunk in chunks {
        all.update(&chunk.to_le_bytes());
    }
    all.digest()
}

/// Reads a file, or its beginning where it is longer than `most` bytes, and tells
/// how long it is.
///
/// The content is copied, not mapped: whoever shortened or damaged a mapped file
/// would end this program in the middle of a game, and no lock keeps other programs
/// from that. What is no ordinary file is not even opened: a pipe would be waited for.
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
    /// Opens a file, which must be the whole and undamaged table of this game.
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

    /// The table that this content of a file is, which must be whole and undamaged.
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

    /// The table of this game among all that there are.
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

    /// A table that serves this game: its own or, as games with fewer pieces are
    /// contained in others, one with more pieces.
    pub fn find(tables: &Tables, pieces: u8, exact_home: bool) -> Result<WinTable, TableError> {
        let mut refusal = match WinTable::own(tables, pieces, exact_home) {
            Ok(table) => return Ok(table),
            Err(error) => error,
        };
        for more in pieces + 1..=MOST_PIECES {
            match WinTable::own(tables, more, exact_home) {
                Ok(table) => return Ok(table),
                // A file that is there and cannot be used is worth a word.
                Err(error) if refusal.is_missing() && !error.is_missing() => refusal = error,
                Err(_) => {}
            }
        }
        Err(refusal)
    }
}
