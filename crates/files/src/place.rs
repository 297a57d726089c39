//! Resolving paths: links, devices and standard streams.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::steps;

/// A longer chain of links leads nowhere; the system stops there, too.
const MOST_LINKS: usize = 40;

/// Where content is to go.
pub(crate) enum Place {
    /// A file, existing or not: where all links lead.
    Ordinary {
        path: PathBuf,
        old: Option<Metadata>,
    },
    /// Something to write to that cannot be replaced: a device, a pipe, or this program's own
    /// output.
    Stream(Stream),
}

/// How a stream is reached.
pub(crate) enum Stream {
    Named,
    /// Already open. A file that standard output is redirected to has a
    /// position that only this handle knows.
    Open(File),
}

impl Place {
    /// Follows a path.
    pub(crate) fn of(path: &Path) -> io::Result<Place> {
        let old = match fs::metadata(path) {
            Ok(old) if old.is_dir() => {
                return Err(io::Error::new(ErrorKind::IsADirectory, "it is a directory"));
            }
            Ok(old) => old,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let path = end_of_links(path)?;
                return Ok(Place::Ordinary { path, old: None });
            }
            Err(error) => return Err(error),
        };
        if let Some(own) = own_output(&old) {
            return Ok(Place::Stream(Stream::Open(own)));
        }
        if !old.is_file() {
            return Ok(Place::Stream(Stream::Named));
        }
        Ok(Place::Ordinary {
            path: path.canonicalize()?,
            old: Some(old),
        })
    }
}

/// The folder of a file.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Makes sure that a folder exists, and that a failing machine does not lose it.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    make(path, steps::create_folder)
}

fn make(path: &Path, create: fn(&Path) -> io::Result<()>) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    create(path)?;
    steps::sync_folder(folder_of(path))
}

/// Makes sure that a folder exists; if it does not, it is made for this user alone.
///
/// # Errors
///
/// It cannot be created.
pub fn folder(path: &Path) -> io::Result<()> {
    make(path, steps::create_private_folder)
}

/// The same for a folder of secrets: if it exists already, nobody else can look into it from now
/// on, as far as its file system has permissions.
///
/// # Errors
///
/// It cannot be created.
pub fn private_folder(path: &Path) -> io::Result<()> {
    folder(path)?;
    // On some file systems everybody may do everything.
    let _ = steps::make_private(path);
    Ok(())
}

/// Removes a file.
///
/// # Errors
///
/// There is none, or it cannot be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    steps::remove(path)
}

/// Opens an existing file for writing without changing it: fails for a
/// read-only file, although its folder would allow replacing it.
pub(crate) fn open_old(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).open(path)
}

/// The file that a path leads to, existing or not, to tell whether two paths mean the same one;
/// `None` for a device, a pipe or a folder.
#[must_use]
pub fn resolved(path: &Path) -> Option<PathBuf> {
    match Place::of(path).ok()? {
        Place::Ordinary { path, .. } => {
            let folder = folder_of(&path).canonicalize().ok()?;
            Some(folder.join(path.file_name()?))
        }
        Place::Stream(_) => None,
    }
}

/// Where a link leads that may be dangling.
pub(crate) fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = folder_of(&path).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links, one after the other"))
}

/// Standard output or standard error, if that is what a file is.
#[cfg(unix)]
fn own_output(file: &Metadata) -> Option<File> {
    use std::os::fd::{AsFd, BorrowedFd};
    use std::os::unix::fs::MetadataExt;
    let (stdout, stderr) = (io::stdout(), io::stderr());
    let outputs: [BorrowedFd<'_>; 2] = [stdout.as_fd(), stderr.as_fd()];
    outputs.into_iter().find_map(|output| {
        let output = File::from(output.try_clone_to_owned().ok()?);
        let own = output.metadata().ok()?;
        let is_same = (own.dev(), own.ino()) == (file.dev(), file.ino());
        is_same.then_some(output)
    })
}

#[cfg(not(unix))]
fn own_output(_: &Metadata) -> Option<File> {
    None
}
