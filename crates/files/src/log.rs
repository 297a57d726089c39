//! Files that grow.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::place::{self, folder_of};
use crate::read::read_stream;
use crate::steps;

/// How long what was appended may be unsynced. Otherwise very short work would wait for the disk.
pub(crate) const BETWEEN_SYNCS: Duration = Duration::from_secs(1);

/// A file that grows by whole lines, used by this program alone while it is open.
///
/// It is locked, so that no two programs write to it. The system releases the lock of a program
/// that ends, however it ends.
///
/// # Examples
///
/// ```
/// use parlour_files::Log;
///
/// let folder = tempfile::tempdir()?;
/// let mut log = Log::open(&folder.path().join("steps"))?;
/// log.append(b"red 0,0\n")?;
/// assert_eq!(log.content(100)?, b"red 0,0\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Log {
    file: File,
    path: PathBuf,
    length: u64,
}

impl Log {
    /// Opens a file, or creates an empty one. Existing content is not touched.
    ///
    /// # Errors
    ///
    /// The file cannot be opened or created, or another program has it open.
    pub fn open(path: &Path) -> io::Result<Log> {
        let path = &place::end_of_links(path)?;
        let folder = folder_of(path);
        place::make_folder(folder)?;
        if path.metadata().is_ok_and(|metadata| !metadata.is_file()) {
            return Err(io::Error::new(
                ErrorKind::InvalidInput,
                "it is not a regular file",
            ));
        }
        let is_new = !path.exists();
        let file = steps::open_or_create(path, false)?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(
                    ErrorKind::WouldBlock,
                    "another program is writing it; wait until it has finished, or name another file",
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

    /// Its whole content, if that is no more than this many bytes.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is longer.
    pub fn content(&mut self, most: u64) -> io::Result<Vec<u8>> {
        read_stream(self.from_start()?, most)
    }

    /// Its content from the start.
    ///
    /// # Errors
    ///
    /// The disk fails, or is full.
    pub fn from_start(&mut self) -> io::Result<impl Read + '_> {
        self.file.seek(SeekFrom::Start(0))?;
        Ok(&mut self.file)
    }

    /// Truncates it to its first bytes.
    ///
    /// # Errors
    ///
    /// The disk fails, or is full.
    pub fn cut(&mut self, length: u64) -> io::Result<()> {
        if length < self.length {
            steps::set_length(&self.file, length)?;
            self.length = length;
        }
        Ok(())
    }

    /// Appends: all of it, or nothing and an error. The result survives the end of this program,
    /// and after [`sync`](Self::sync) a failing machine.
    ///
    /// # Errors
    ///
    /// The disk fails, or is full.
    pub fn append(&mut self, content: &[u8]) -> io::Result<()> {
        add(&mut self.file, &self.path, self.length, content)?;
        self.length += content.len() as u64;
        Ok(())
    }

    /// Waits until everything appended is on the disk.
    ///
    /// # Errors
    ///
    /// The disk fails, or is full.
    pub fn sync(&mut self) -> io::Result<()> {
        steps::sync(&self.file, &self.path)
    }
}

/// The file that was synced last after something was appended to it, and when.
static SYNCED: Mutex<Option<(PathBuf, Instant)>> = Mutex::new(None);

/// Appends to a file: all of it, or nothing and an error. If nothing was appended to it within the
/// last second, it also survives a failing machine; of steps in quick succession the last ones may
/// not.
///
/// # Errors
///
/// The disk fails, or is full.
pub fn append(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).open(path)?;
    let length = file.metadata()?.len();
    add(&mut file, path, length, content)?;
    let mut synced = SYNCED.lock().unwrap_or_else(PoisonError::into_inner);
    let is_recent = |(of, when): &(PathBuf, Instant)| of == path && when.elapsed() < BETWEEN_SYNCS;
    if !synced.as_ref().is_some_and(is_recent) {
        steps::sync(&file, path).inspect_err(|_| {
            let _ = steps::set_length(&file, length);
        })?;
        *synced = Some((path.to_owned(), Instant::now()));
    }
    Ok(())
}

/// Truncates a file to its first bytes.
///
/// # Errors
///
/// The disk fails, or is full.
pub fn cut(path: &Path, length: u64) -> io::Result<()> {
    steps::set_length(&OpenOptions::new().write(true).open(path)?, length)
}

fn add(file: &mut File, path: &Path, length: u64, content: &[u8]) -> io::Result<()> {
    file.seek(SeekFrom::Start(length))?;
    let added = steps::write(file, path, content);
    if added.is_err() {
        // If even this fails, a torn end is left, which readers drop.
        let _ = steps::set_length(file, length);
    }
    added
}
