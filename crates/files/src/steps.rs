//! Everything that changes a disk, one function per step.
//!
//! With the feature `faults` each of them first checks whether it is to fail.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

#[cfg(feature = "faults")]
use crate::faults::{self, Step};

/// Goes ahead, or fails as a test wants it to.
macro_rules! step {
    ($step:expr) => {
        #[cfg(feature = "faults")]
        faults::reach($step)?;
    };
}

/// Creates a file; with `private`, readable only by the user.
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

/// Opens a file to let it grow; creates an empty one if there is none, private or not.
pub(crate) fn open_or_create(path: &Path, private: bool) -> io::Result<File> {
    if !path.exists() {
        match create(path, private) {
            // Another program was faster.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            created => return created,
        }
    }
    OpenOptions::new().read(true).write(true).open(path)
}

/// Creates a folder and those above it.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    step!(Step::CreateFolder(path));
    fs::create_dir_all(path)
}

/// Creates a folder, and those above it, that only the user can look into.
pub(crate) fn create_private_folder(path: &Path) -> io::Result<()> {
    step!(Step::CreateFolder(path));
    let mut folder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut folder, 0o700);
    folder.recursive(true).create(path)
}

/// Lets nobody but the user look into a folder.
pub(crate) fn make_private(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        if path.metadata()?.permissions().mode() & 0o077 != 0 {
            step!(Step::Adopt);
            fs::set_permissions(path, fs::Permissions::from_mode(0o700))?;
        }
    }
    let _ = path;
    Ok(())
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

/// Gives a new file the owner and permissions of the one it replaces.
pub(crate) fn adopt(file: &File, old: &Metadata) -> io::Result<()> {
    step!(Step::Adopt);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        let new = file.metadata()?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            // Only the administrator may change the owner; for everybody else
            // the content matters more.
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

/// Renames a file over another one.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    step!(Step::Rename(from, to));
    fs::rename(from, to)
}

/// Truncates a file, or takes back what could not be written whole.
pub(crate) fn set_length(file: &File, length: u64) -> io::Result<()> {
    step!(Step::Cut);
    file.set_len(length)
}

/// Removes a file.
pub(crate) fn remove(path: &Path) -> io::Result<()> {
    step!(Step::Remove(path));
    fs::remove_file(path)
}

/// Waits until the disk knows which files are in a folder.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    step!(Step::SyncFolder(folder));
    #[cfg(unix)]
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // Some file systems cannot, and some folders are writable but not readable.
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
