//! Files that are written all at once.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;

use crate::place::{Place, Stream, folder_of, open_old};
use crate::steps;
use crate::temporary::{Temporary, sweep_once};

/// Held while a temporary file is there.
static WRITING: Mutex<()> = Mutex::new(());

/// Waits until no file is being written. A program that is told to stop calls this
/// first, so that it leaves nothing behind.
pub fn wait_for_writers() {
    // Poisoned, it only says that another write failed.
    drop(WRITING.lock());
}

/// Writes a file: into a temporary file beside it, which then takes its place. When
/// this returns, the new file survives a failing machine.
///
/// Links are followed, and the owner and the permissions of an old file kept. What
/// is no ordinary file, such as a pipe or a device, is written into.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    match Place::of(path)? {
        Place::Stream(Stream::Open(mut own)) => own.write_all(content),
        Place::Stream(Stream::Named) => open_old(path)?.write_all(content),
        Place::Ordinary { path, old } => {
            let folder = folder_of(&path);
            if old.is_some() {
                open_old(&path)?;
            }
            sweep_once(folder);
            let _unfinished = WRITING.lock();
            let mut new = Temporary::new(folder, old.is_some())?;
            steps::write(&mut new.file, &new.path, content)?;
            if let Some(old) = &old {
                steps::adopt(&new.file, old)?;
            }
            steps::sync(&new.file, &new.path)?;
            new.take_place(&path)?;
            steps::sync_folder(folder)
        }
    }
}

/// Makes sure that a file can be written before hours are spent on its content: its
/// folder is there, or is made, and takes files. The file itself is not touched.
pub fn prepare(path: &Path) -> io::Result<()> {
    fs::create_dir_all(folder_of(path))?;
    match Place::of(path)? {
        // Opening a pipe would wait for its reader.
        Place::Stream(_) => Ok(()),
        Place::Ordinary { path, old } => {
            let folder = folder_of(&path);
            if old.is_some() {
                open_old(&path)?;
            }
            sweep_once(folder);
            Temporary::new(folder, true).map(drop)
        }
    }
}
