//! Everything that changes a disk, one step a function.
//!
//! With the feature `faults` each of them first asks whether it is to fail.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

#[cfg(feature = "faults")]
use crate::faults::{self, Step};

/// Goes ahead, or fails as a test wants it.
macro_rules! step {
    ($step:expr) => {
        #[cfg(feature = "faults")]
        faults::reach($step)?;
    };
}

/// Makes a new file, for the user alone where `private`.
pub(crate) fn create(path: &Path, private: bool) -> io::Result<File> {
    step!(Step::Create(path));
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    if private {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let _ = private;
    options.open(path)
}

/// Writes all of it at the end of what was written before.
pub(crate) fn write(file: &mut File, path: &Path, content: &[u8]) -> io::Result<()> {
    #[cfg(not(feature = "faults"))]
    let _ = path;
    #[cfg(feature = "faults")]
    if let Err((written, error)) = faults::reach_write(path, content.len()) {
        file.write_all(&content[..written])?;
        return Err(error);
    }
    file.write_all(content)
}

/// Gives a new file the owner and the permissions of the one that it replaces.
pub(crate) fn adopt(file: &File, old: &Metadata) -> io::Result<()> {
    step!(Step::Adopt);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let new = file.metadata()?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            // Only the administrator may give files away; to everybody else the
            // content matters more.
            let _ = fchown(file, Some(old.uid()), Some(old.gid()));
        }
    }
    file.set_permissions(old.permissions())
}

/// Waits until the disk has a file's content.
pub(crate) fn sync(file: &File, path: &Path) -> io::Result<()> {
    #[cfg(not(feature = "faults"))]
    let _ = path;
    step!(Step::Sync(path));
    file.sync_all()
}

/// Puts a file in the place of another one.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    step!(Step::Rename(from, to));
    fs::rename(from, to)
}

/// Cuts a file off, or takes back what could not be written whole.
pub(crate) fn set_length(file: &File, length: u64) -> io::Result<()> {
    step!(Step::Cut);
    file.set_len(length)
}

/// Removes a file.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    step!(Step::Remove);
    fs::remove_file(path)
}

/// Waits until the disk knows which files are in a folder.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    step!(Step::SyncFolder(folder));
    #[cfg(unix)]
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // Some file systems cannot, and some folders may be written but not read.
        Err(error) if !is_hopeless(&error) => return Err(error),
        _ => {}
    }
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

#[cfg(unix)]
fn is_hopeless(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidInput, PermissionDenied, Unsupported};
    matches!(error.kind(), InvalidInput | PermissionDenied | Unsupported)
}
