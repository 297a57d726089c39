//! The complete lines of a file.

use std::io::{self, BufRead, BufReader, Read};

/// A longer line is not one of ours.
const LONGEST: u64 = 1 << 20;

/// The complete lines, without their line ends.
pub(super) struct WholeLines<R> {
    reader: BufReader<R>,
    /// Bytes of the lines so far.
    length: u64,
    /// What follows the last of them.
    rest: Vec<u8>,
}

impl<R: Read> WholeLines<R> {
    pub(super) fn of(reader: R) -> Self {
        WholeLines {
            reader: BufReader::new(reader),
            length: 0,
            rest: Vec::new(),
        }
    }

    /// The bytes of all lines, and the unfinished rest.
    pub(super) fn end(self) -> (u64, Vec<u8>) {
        (self.length, self.rest)
    }
}

impl<R: Read> Iterator for WholeLines<R> {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<io::Result<Vec<u8>>> {
        let mut line = Vec::new();
        let read = (&mut self.reader)
            .take(LONGEST)
            .read_until(b'\n', &mut line);
        if let Err(error) = read {
            return Some(Err(error));
        }
        if line.len() as u64 == LONGEST && !line.ends_with(b"\n") {
            let message = "it has a line of more than 1 MiB, so it is not a results file";
            return Some(Err(io::Error::other(message)));
        }
        if line.pop_if(|byte| *byte == b'\n').is_none() {
            self.rest = line;
            return None;
        }
        self.length += line.len() as u64 + 1;
        Some(Ok(line))
    }
}
