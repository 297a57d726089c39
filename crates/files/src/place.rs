//! What a path leads to.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// More links than this lead nowhere; the system stops there, too.
const MOST_LINKS: usize = 40;

/// Where content is to go.
pub(crate) enum Place {
    /// A file, there or not yet: where all links lead.
    Ordinary {
        path: PathBuf,
        old: Option<Metadata>,
    },
    /// Something to write into that cannot be replaced: a device, a pipe, or what
    /// this program's own output goes to.
    Stream(Stream),
}

/// How a stream is reached.
pub(crate) enum Stream {
    Named,
    /// Already open. A file that standard output is redirected to has one end,
    /// which only this handle knows.
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

/// Opens a file that is there for writing, without changing it: refuses one that
/// its owner made read-only, though its folder would let it be replaced.
pub(crate) fn open_old(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).open(path)
}

/// Where a link leads that leads to no file yet.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
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
