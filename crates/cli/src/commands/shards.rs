//! Numbered work in parts, on one machine or many.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use parlour_files::{Check, Collect, Heading, Journal, Results, Units};
use serde::Serialize;
use serde::de::DeserializeOwned;
use xxhash_rust::xxh3::Xxh3;

use crate::args::{Bounds, Shards};
use crate::files;
use crate::output::{Usage, stdout};

/// The ranges for this many machines, one per line.
pub(crate) fn print_chunks(units: Units, count: u64) -> Result<ExitCode> {
    let mut out = stdout();
    for chunk in units.chunks(count) {
        writeln!(out, "{}..{}", chunk.start, chunk.end)?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The requested numbers: all of them by default.
pub(crate) fn only(units: Units, bounds: Option<Bounds>) -> Result<Range<u64>> {
    let (first, end) = bounds.unwrap_or_default();
    let only = units.only(first, end);
    only.map_err(|bad| Usage(format!("--only: {bad}")).into())
}

/// The message about a file that cannot be used.
pub(crate) fn cannot_use(path: &Path) -> String {
    format!("cannot use {}", files::shown_name(path))
}

/// A short hash of texts that a build with other results would not make: what the numbers mean,
/// and what it answers to questions that take no time.
pub(crate) fn fingerprint(texts: impl IntoIterator<Item = String>) -> String {
    let mut hasher = Xxh3::new();
    for text in texts {
        hasher.update(text.as_bytes());
        hasher.update(b"\n");
    }
    format!("{:016x}", hasher.digest())
}

/// Numbered work, what is known of it, and the file that keeps it.
///
/// Results of two versions of the program are never mixed, neither in a file nor by putting files
/// together. But an exact result stays true: what another version has found can be looked at, and
/// proved again.
pub(crate) struct Work<T> {
    heading: Heading,
    results: Results<T>,
    journal: Option<(Journal, PathBuf)>,
    only: Range<u64>,
    is_merge: bool,
}

impl<T: Serialize + DeserializeOwned + PartialEq> Work<T> {
    /// Takes up what the files know. `check` says why something is not a result.
    pub(crate) fn begin(
        shards: &Shards,
        units: Units,
        heading: Heading,
        check: Check<T>,
    ) -> Result<Work<T>> {
        let of_any_version = heading.clone().told(&["program"]);
        let only = only(units, shards.only)?;
        let mut results = Results::new(check);
        let journal = match &shards.journal {
            None => None,
            Some(path) => {
                let journal = Journal::open(path, &of_any_version, &mut results);
                let journal = journal.with_context(|| cannot_use(path))?;
                Some((journal, path.clone()))
            }
        };
        let mut work = Work {
            heading,
            results,
            journal,
            only,
            is_merge: !shards.merge.is_empty(),
        };
        if work.is_merge {
            work.check_version()?;
            let into = work.journal.as_mut().map(|(journal, _)| journal);
            let own = shards.journal.as_deref();
            Journal::merge(into, own, &shards.merge, &work.heading, &mut work.results)
                .map_err(|(path, why)| anyhow!(why).context(cannot_use(&path)))?;
        }
        Ok(work)
    }

    /// Refuses to add to a file of another version.
    fn check_version(&mut self) -> Result<()> {
        match &mut self.journal {
            None => Ok(()),
            Some((journal, path)) => journal
                .check(&self.heading)
                .with_context(|| cannot_use(path)),
        }
    }

    /// What is known, by number.
    pub(crate) fn known(&self) -> &BTreeMap<u64, T> {
        self.results.known()
    }

    /// What must still be done here: nothing if parts were put together. Only this version may do
    /// what it has begun.
    pub(crate) fn missing(&mut self) -> Result<Vec<u64>> {
        if self.is_merge {
            return Ok(Vec::new());
        }
        let all = self.only.clone();
        let missing: Vec<u64> = all
            .filter(|number| !self.known().contains_key(number))
            .collect();
        if !missing.is_empty() {
            self.check_version()?;
        }
        Ok(missing)
    }

    /// Keeps a result, on the disk before this returns.
    pub(crate) fn note(&mut self, number: u64, result: T) -> Result<()> {
        if let Some((journal, path)) = &mut self.journal {
            let kept = journal.add(&(number, &result));
            kept.and_then(|()| journal.sync())
                .with_context(|| format!("cannot keep a result in {}", files::shown_name(path)))?;
        }
        self.results
            .add((number, result))
            .map_err(|why| anyhow!(why))
    }
}
