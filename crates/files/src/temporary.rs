//! Temporary files, and what is left of them after a kill.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::steps;

const PREFIX: &str = ".parlour-";
const SUFFIX: &str = ".tmp";

/// A file under a temporary name, locked while it is written: one without a lock was left by a
/// program that was killed. It is removed when this is dropped, unless it was renamed.
pub(crate) struct Temporary {
    pub(crate) file: File,
    pub(crate) path: PathBuf,
    is_placed: bool,
}

impl Temporary {
    pub(crate) fn new(folder: &Path, private: bool) -> io::Result<Temporary> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        loop {
            let count = COUNT.fetch_add(1, Ordering::Relaxed);
            let name = format!("{PREFIX}{}-{count}{SUFFIX}", std::process::id());
            let path = folder.join(name);
            let file = match steps::create(&path, private) {
                Ok(file) => file,
                // Another machine may write to the same folder.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                Err(error) => return Err(error),
            };
            // Some file systems have no locks; nobody sweeps there.
            let is_taken = matches!(file.try_lock(), Err(fs::TryLockError::WouldBlock));
            let temporary = Temporary {
                file,
                path,
                is_placed: false,
            };
            // Another program may have swept it away before it was locked.
            if !is_taken && temporary.path.exists() {
                return Ok(temporary);
            }
        }
    }

    /// Renames it to its final name.
    pub(crate) fn take_place(mut self, path: &Path) -> io::Result<()> {
        steps::rename(&self.path, path)?;
        self.is_placed = true;
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.is_placed {
            // If it stays, the next program sweeps it away.
            let _ = steps::remove(&self.path);
        }
    }
}

/// The folders that this program has swept.
static SWEPT: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);

/// Removes what killed programs left in a folder; once per program, as a folder may have many
/// files.
pub(crate) fn sweep_once(folder: &Path) {
    let Ok(mut swept) = SWEPT.lock() else { return };
    if swept.get_or_insert_default().insert(folder.to_owned()) {
        sweep(folder);
    }
}

/// Removes the temporary files in a folder that no program is writing any more, and returns how
/// many there were.
pub fn sweep(folder: &Path) -> usize {
    let Ok(entries) = fs::read_dir(folder) else {
        return 0;
    };
    let is_ours = |name: &str| name.starts_with(PREFIX) && name.ends_with(SUFFIX);
    let ours = entries.flatten().filter(|entry| {
        entry.file_name().to_str().is_some_and(is_ours)
            && entry.file_type().is_ok_and(|kind| kind.is_file())
    });
    ours.filter(|entry| {
        let file = File::options().write(true).open(entry.path());
        // Held until the file is gone.
        file.is_ok_and(|file| file.try_lock().is_ok() && steps::remove(&entry.path()).is_ok())
    })
    .count()
}
