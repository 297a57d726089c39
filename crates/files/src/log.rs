//! Files that grow.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use crate::place::folder_of;
use crate::read::read_stream;
use crate::steps;

/// A file that grows by whole lines, for this program alone as long as it is open.
///
/// It is locked, so that no two programs write into it. The system takes the lock
/// away from a program that ends, however it ends.
#[derive(Debug)]
pub struct Log {
    file: File,
    path: PathBuf,
    length: u64,
}

impl Log {
    /// Opens a file, or begins an empty one. Its content is not touched.
    pub fn open(path: &Path) -> io::Result<Log> {
        let folder = folder_of(path);
        std::fs::create_dir_all(folder)?;
        if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
            return Err(io::Error::new(
                ErrorKind::InvalidInput,
                "it is not an ordinary file",
            ));
        }
        let is_new = !path.exists();
        let options = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .clone();
        let file = options.open(path)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(
                    ErrorKind::WouldBlock,
                    "another program is writing it; wait until that has ended, or name another file",
                ));
            }
            // Some file systems have no locks.
            Err(TryLockError::Error(_)) | Ok(()) => {}
        }
        if is_new {
            steps::sync_folder(folder)?;
        }
        let length = file.metadata()?.len();
        Ok(Log {
            file,
            path: path.to_owned(),
            length,
        })
    }

    /// How many bytes it has.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.length
    }

    /// All that it has, if that is no more than so many bytes.
    pub fn content(&mut self, most: u64) -> io::Result<Vec<u8>> {
        read_stream(self.from_start()?, most)
    }

    /// Its content from the start.
    pub fn from_start(&mut self) -> io::Result<impl Read + '_> {
        self.file.seek(SeekFrom::Start(0))?;
        Ok(&mut self.file)
    }

    /// Cuts off all but the first bytes.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        if length < self.length {
            steps::set_length(&self.file, length)?;
            self.length = length;
        }
        Ok(())
    }

    /// Adds to the end: all of it, or nothing and an error. It survives the end of
    /// this program, and a failing machine after [`sync`](Self::sync).
    pub fn append(&mut self, content: &[u8]) -> io::Result<()> {
        add(&mut self.file, &self.path, self.length, content)?;
        self.length += content.len() as u64;
        Ok(())
    }

    /// Waits until the disk has all that was added.
    pub fn sync(&mut self) -> io::Result<()> {
        steps::sync(&self.file, &self.path)
    }
}

/// Adds to the end of a file: all of it, or nothing and an error.
pub fn append(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    let length = file.metadata()?.len();
    add(&mut file, path, length, content)
}

/// Cuts off all but the first bytes of a file.
pub fn cut(path: &Path, length: u64) -> io::Result<()> {
    steps::set_length(&OpenOptions::new().write(true).open(path)?, length)
}

fn add(file: &mut File, path: &Path, length: u64, content: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(length))?;
    let added = steps::write(file, path, content);
    if added.is_err() {
        // Where even this fails a torn end is left, which readers drop.
        let _ = steps::set_length(file, length);
    }
    added
}
