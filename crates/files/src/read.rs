//! Reading, with a limit.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// What is read of a file or a stream at most: 256 MiB, which is far more than
/// anybody has ever played.
pub const MOST_READ: u64 = 256 << 20;

/// Reads a whole file, a device or a pipe, if it has no more than [`MOST_READ`]
/// bytes.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    if metadata.is_dir() {
        return Err(io::Error::new(ErrorKind::IsADirectory, "is a directory"));
    }
    if metadata.is_file() && metadata.len() > MOST_READ {
        return Err(too_large(MOST_READ));
    }
    read_stream(file, MOST_READ)
}

/// Reads a whole file of at most so many bytes. What is no ordinary file is
/// refused before it is opened: a pipe that nobody writes into would be waited for
/// without end.
pub fn read_ordinary(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let metadata = path.metadata()?;
    if !metadata.is_file() {
        return Err(io::Error::new(
            ErrorKind::InvalidInput,
            "it is not an ordinary file",
        ));
    }
    if metadata.len() > most {
        return Err(too_large(most));
    }
    read_stream(File::open(path)?, most)
}

/// Reads a stream to its end, if that comes within so many bytes.
pub fn read_stream(stream: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    stream
        .take(most.saturating_add(1))
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        return Err(too_large(most));
    }
    Ok(bytes)
}

fn too_large(most: u64) -> io::Error {
    let limit = match most {
        most if most.is_multiple_of(1 << 20) => format!("{} MiB", most >> 20),
        most => format!("{most} bytes"),
    };
    io::Error::new(
        ErrorKind::FileTooLarge,
        format!("it is too large: at most {limit} are read"),
    )
}
