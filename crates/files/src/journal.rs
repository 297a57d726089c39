//! Results of numbered work that many machines may share: a heading, then a line for each result,
//! written as soon as it is known.
//!
//! The heading is a JSON object that has everything which decides the results, so that a file is
//! only continued, or put together with others, if all of it is of the same work. A line is a JSON
//! array that begins with its number. What was written survives whatever ends the program, and all
//! but the last second of it a failing machine; a line that was being written is dropped when the
//! file is opened again. One program at a time writes it.

mod heading;
mod lines;

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::Instant;

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::log::BETWEEN_SYNCS;
use crate::{Log, open_ordinary};
use lines::WholeLines;

pub use heading::Heading;

/// Where the results of a journal are collected.
///
/// # Examples
///
/// ```
/// use parlour_files::{Heading, Journal, Results};
/// use serde::Serialize;
///
/// #[derive(Serialize)]
/// struct Work {
///     squares: u32,
///     program: &'static str,
/// }
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("squares.jsonl");
/// let work = Work { squares: 1, program: "1.0" };
/// let heading = Heading::new("table of squares", &work);
/// let mut known = Results::<u64>::new(Box::new(|_, _| Ok(())));
/// let mut journal = Journal::open(&path, &heading, &mut known)?;
/// journal.add(&(12, 144))?;
/// drop(journal);
///
/// Journal::open(&path, &heading, &mut known)?;
/// assert_eq!(known.known()[&12], 144);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Collect {
    /// A result.
    type Line: Serialize + DeserializeOwned;

    /// Its number.
    fn number(line: &Self::Line) -> u64;

    /// Whether a result of this number is known that says the same; `None` if none is known.
    fn agrees(&self, line: &Self::Line) -> Option<bool>;

    /// Adds a result whose number is not known yet.
    ///
    /// # Errors
    ///
    /// Why it does not belong to this work.
    fn add(&mut self, line: Self::Line) -> Result<(), String>;
}

/// Results by their numbers, for work that needs nothing more.
pub struct Results<T> {
    known: BTreeMap<u64, T>,
    check: Check<T>,
}

/// Says why a result cannot belong to this work.
pub type Check<T> = Box<dyn Fn(u64, &T) -> Result<(), String> + Send>;

impl<T> Results<T> {
    /// None yet.
    #[must_use]
    pub fn new(check: Check<T>) -> Self {
        Results {
            known: BTreeMap::new(),
            check,
        }
    }

    /// All that are known.
    #[must_use]
    pub fn known(&self) -> &BTreeMap<u64, T> {
        &self.known
    }
}

impl<T: fmt::Debug> fmt::Debug for Results<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Results")
            .field("known", &self.known)
            .finish_non_exhaustive()
    }
}

impl<T: Serialize + DeserializeOwned + PartialEq> Collect for Results<T> {
    type Line = (u64, T);

    fn number(line: &(u64, T)) -> u64 {
        line.0
    }

    fn agrees(&self, (number, result): &(u64, T)) -> Option<bool> {
        self.known.get(number).map(|known| known == result)
    }

    fn add(&mut self, (number, result): (u64, T)) -> Result<(), String> {
        (self.check)(number, &result)?;
        self.known.insert(number, result);
        Ok(())
    }
}

/// Why a journal cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum JournalError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It does not begin like one.
    #[error("this is not a results file of {}", with_article(.0))]
    NoHeading(&'static str),
    /// It belongs to other work.
    #[error("it has the results of another {job}: {field} was {was}, and is {is} now")]
    Another {
        /// What the work is called.
        job: &'static str,
        /// What differs.
        field: String,
        /// The value in the file.
        was: String,
        /// The value that is wanted.
        is: String,
    },
    /// Another program wrote it.
    #[error(
        "it was made by another program: {what} was {was}, and is {is} now; \
         results of different programs cannot be mixed"
    )]
    AnotherProgram {
        /// What differs.
        what: &'static str,
        /// The value in the file.
        was: String,
        /// The value of this program.
        is: String,
    },
    /// Two files, or two lines of one, have different results of the same number.
    #[error(
        "its result {number} differs from that in {}; one of the two was not made by this \
         program",
        first.display()
    )]
    Conflict {
        /// The number.
        number: u64,
        /// The file that has the other result.
        first: PathBuf,
    },
    /// A line is not a result.
    #[error("line {line} is not a result of this {job}{}", because(why))]
    BadLine {
        /// Its number, from 1.
        line: usize,
        /// What the work is called.
        job: &'static str,
        /// Why not, if there is more to say.
        why: String,
    },
}

fn with_article(job: &str) -> String {
    let article = if job.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {job}")
}

fn because(why: &str) -> String {
    match why {
        "" => String::new(),
        why => format!(": {why}"),
    }
}

/// A journal, open for appending.
///
/// An example is at [`Collect`].
#[derive(Debug)]
pub struct Journal {
    log: Log,
    synced: Instant,
}

impl Journal {
    /// The heading of a file, if it exists and has one.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or does not begin with the heading of a journal.
    pub fn heading<H: DeserializeOwned>(
        path: &Path,
        job: &'static str,
    ) -> Result<Option<H>, JournalError> {
        let file = match open_ordinary(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened?,
        };
        match WholeLines::of(file).next().transpose()? {
            None => Ok(None),
            Some(line) => serde_json::from_slice(&line)
                .map(Some)
                .map_err(|_| JournalError::NoHeading(job)),
        }
    }

    /// Opens a file, or creates it, and collects the results that it has. A line that was never
    /// finished is cut off.
    ///
    /// # Errors
    ///
    /// The file cannot be opened, is not a journal, or belongs to other work.
    pub fn open(
        path: &Path,
        heading: &Heading,
        all: &mut impl Collect,
    ) -> Result<Journal, JournalError> {
        let mut log = Log::open(path)?;
        let length = collect(log.from_start()?, path, heading, all, |_| Ok(()))?;
        log.cut(length)?;
        let mut journal = Journal {
            log,
            synced: Instant::now(),
        };
        if length == 0 {
            journal.log.append(format!("{heading}\n").as_bytes())?;
            journal.sync()?;
        }
        Ok(journal)
    }

    /// Compares its heading once more, with fields that could differ when it was opened.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or its heading differs.
    pub fn check(&mut self, heading: &Heading) -> Result<(), JournalError> {
        match WholeLines::of(self.log.from_start()?).next().transpose()? {
            Some(line) => heading.check(&line),
            None => Ok(()),
        }
    }

    /// Collects the results of other files, and adds them to this one where there is one. What is
    /// known already is left out, if it is the same.
    ///
    /// # Errors
    ///
    /// A file cannot be read, is not a journal, belongs to other work, or contradicts another; the
    /// path says which.
    pub fn merge<C: Collect>(
        mut into: Option<&mut Journal>,
        own: Option<&Path>,
        parts: &[PathBuf],
        heading: &Heading,
        all: &mut C,
    ) -> Result<(), (PathBuf, JournalError)> {
        for (index, part) in parts.iter().enumerate() {
            let wrong = |error| (part.clone(), error);
            let file = open_ordinary(part).map_err(|error| wrong(error.into()))?;
            let keep = |line: &[u8]| match into.as_deref_mut() {
                Some(journal) => journal.add_line(line),
                None => Ok(()),
            };
            let read = collect(file, part, heading, all, keep);
            let length = read.map_err(|error| match error {
                JournalError::Conflict { number, .. } => {
                    // This file may have it from an earlier part.
                    let own = own.into_iter().map(Path::to_path_buf);
                    let mut earlier = parts[..index].iter().cloned().chain(own);
                    let first = earlier.find(|path| has::<C>(path, number));
                    let first = first.unwrap_or_else(|| part.clone());
                    wrong(JournalError::Conflict { number, first })
                }
                error => wrong(error),
            })?;
            if length == 0 {
                return Err(wrong(JournalError::NoHeading(heading.job())));
            }
        }
        if let Some(journal) = into {
            let synced = journal.sync();
            synced
                .map_err(|error| (own.map(Path::to_path_buf).unwrap_or_default(), error.into()))?;
        }
        Ok(())
    }

    /// Appends a result. It is written, though not synced, before this returns.
    ///
    /// # Errors
    ///
    /// The disk fails, or is full.
    pub fn add(&mut self, result: &impl Serialize) -> io::Result<()> {
        self.add_line(&serde_json::to_vec(result)?)
    }

    fn add_line(&mut self, line: &[u8]) -> io::Result<()> {
        self.log.append(&[line, b"\n"].concat())?;
        match self.synced.elapsed() >= BETWEEN_SYNCS {
            true => self.sync(),
            false => Ok(()),
        }
    }

    /// Waits until all results are on the disk.
    ///
    /// # Errors
    ///
    /// The disk fails, or is full.
    pub fn sync(&mut self) -> io::Result<()> {
        self.log.sync()?;
        self.synced = Instant::now();
        Ok(())
    }
}

/// Whether a file has a result of this number.
fn has<C: Collect>(path: &Path, number: u64) -> bool {
    let Ok(file) = open_ordinary(path) else {
        return false;
    };
    let lines = WholeLines::of(file).skip(1).map_while(Result::ok);
    lines
        .filter_map(|line| serde_json::from_slice(&line).ok())
        .any(|line: C::Line| C::number(&line) == number)
}

/// Collects the results of a file, passes those that are new to `keep`, and gives back how many
/// bytes its whole lines have.
fn collect<C: Collect>(
    file: impl Read,
    path: &Path,
    heading: &Heading,
    all: &mut C,
    mut keep: impl FnMut(&[u8]) -> io::Result<()>,
) -> Result<u64, JournalError> {
    let mut lines = WholeLines::of(file);
    let mut number = 0;
    let bad = |line, why| JournalError::BadLine {
        line,
        job: heading.job(),
        why,
    };
    while let Some(line) = lines.next().transpose()? {
        number += 1;
        if number == 1 {
            heading.check(&line)?;
            continue;
        }
        let result = serde_json::from_slice(&line);
        let result = result.map_err(|_| bad(number, String::new()))?;
        match all.agrees(&result) {
            Some(true) => {}
            Some(false) => {
                return Err(JournalError::Conflict {
                    number: C::number(&result),
                    first: path.to_owned(),
                });
            }
            None => {
                all.add(result).map_err(|why| bad(number, why))?;
                keep(&line)?;
            }
        }
    }
    let (length, rest) = lines.end();
    // An unfinished line that does not begin like ours is somebody else's.
    let is_ours = match length {
        0 => heading.begins_with(&rest),
        _ => rest.is_empty() || rest.starts_with(b"["),
    };
    match is_ours {
        true => Ok(length),
        false if length == 0 => Err(JournalError::NoHeading(heading.job())),
        false => Err(bad(number + 1, String::new())),
    }
}

#[cfg(test)]
mod tests;
