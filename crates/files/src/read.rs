//! Reading, with a limit.

use std::fs::File;
use std::io::{self, BufRead, ErrorKind, Read};
use std::path::Path;

/// The most that is read of a file or a stream: 256 MiB, which is far more than
/// anybody has ever played.
pub const MOST_READ: u64 = 256 << 20;

/// Reads a whole file, a device or a pipe, if it has no more than [`MOST_READ`]
/// bytes.
///
/// # Errors
///
/// The file cannot be read, or is longer.
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

/// Reads a whole file of at most this many bytes. Anything but a regular file is refused before it
/// is opened: reading a pipe without a writer would block for ever.
///
/// # Errors
///
/// It is not a regular file, cannot be read, or is longer.
pub fn read_ordinary(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = open_ordinary(path)?;
    if file.metadata()?.len() > most {
        return Err(too_large(most));
    }
    read_stream(file, most)
}

/// Opens a regular file, to be read in parts; anything else is refused before it is opened.
///
/// # Errors
///
/// It is not a regular file, or cannot be opened.
pub fn open_ordinary(path: &Path) -> io::Result<File> {
    if !path.metadata()?.is_file() {
        return Err(io::Error::new(
            ErrorKind::InvalidInput,
            "it is not a regular file",
        ));
    }
    File::open(path)
}

/// The lines of a stream, without their ends, if none has more than this many bytes. A stream that
/// never breaks its line would fill the memory.
pub fn lines(stream: impl BufRead, most: u64) -> impl Iterator<Item = io::Result<String>> {
    let mut stream = Some(stream);
    std::iter::from_fn(move || {
        let mut line = Vec::new();
        let mut limited = stream.as_mut()?.take(most.saturating_add(1));
        let read = limited.read_until(b'\n', &mut line);
        if matches!(read, Ok(0)) {
            return None;
        }
        let is_whole = line.pop_if(|byte| *byte == b'\n').is_some();
        line.pop_if(|byte| is_whole && *byte == b'\r');
        let line = match read {
            Ok(_) if line.len() as u64 > most => Err(too_large(most)),
            Ok(_) => String::from_utf8(line)
                .map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not UTF-8")),
            Err(error) => Err(error),
        };
        // After an error nothing follows.
        if line.is_err() {
            stream = None;
        }
        Some(line)
    })
}

/// Reads a stream to its end, if that comes within this many bytes.
///
/// # Errors
///
/// The stream fails, or is longer.
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
