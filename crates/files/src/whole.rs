//! Files that are written all at once.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;

use crate::place::{Place, Stream, folder_of, make_folder, open_old};
use crate::steps;
use crate::temporary::{Temporary, sweep_once};

/// Held while a temporary file exists.
static WRITING: Mutex<()> = Mutex::new(());

/// Waits until no file is being written. A program that is told to stop calls this first, so that
/// it leaves nothing behind.
pub fn wait_for_writers() {
    // A poisoned lock only means that another write failed.
    drop(WRITING.lock());
}

/// Writes a file atomically: to a temporary file beside it, which is then renamed. When this
/// returns, the new file survives a failing machine.
///
/// Links are followed, and the owner and permissions of an old file are kept. Anything but a
/// regular file, such as a pipe or a device, is written to directly.
///
/// # Errors
///
/// The file cannot be written; the old one is still there.
pub fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    write_as(path, content, false)
}

/// The same for what only this user may read: the file gets these permissions even if an old one
/// had others.
///
/// # Errors
///
/// The file cannot be written; the old one is still there.
pub fn write_private(path: &Path, content: &[u8]) -> io::Result<()> {
    write_as(path, content, true)
}

fn write_as(path: &Path, content: &[u8], private: bool) -> io::Result<()> {
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
            let mut new = Temporary::new(folder, private || old.is_some())?;
            steps::write(&mut new.file, &new.path, content)?;
            if let Some(old) = old.as_ref().filter(|_| !private) {
                steps::adopt(&new.file, old)?;
            }
            steps::sync(&new.file, &new.path)?;
            new.take_place(&path)?;
            steps::sync_folder(folder)
        }
    }
}

/// Makes sure that a file can be written before hours are spent on its content: its folder exists
/// or is created, and is writable. The file itself is not touched.
///
/// # Errors
///
/// The folder cannot be created, or not be written to.
pub fn prepare(path: &Path) -> io::Result<()> {
    make_folder(folder_of(path))?;
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
