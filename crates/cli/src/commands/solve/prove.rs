//! `parlour solve ships --prove`: one first guess after the other is refuted, and
//! a journal keeps what is done.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use parlour_ships::{Fleet, Tree, at_least, first_guesses, is_enough, read_fleet};
use rayon::prelude::*;
use serde::Serialize;

use crate::args::SolveShips;
use crate::console::Bar;
use crate::data;
use crate::output::{Usage, print_json, stdout};

const HEADING: &str = "\
# Ships: what a strategy needs at least for all 4960 targets, by its first guess.
# Made by `parlour solve ships --prove`; a guess stands for its mirror images.
";

#[derive(Serialize)]
struct Line {
    sum: u32,
    lower_bound: u32,
    refuted: usize,
    first_guesses: usize,
    journal: PathBuf,
}

pub(crate) fn prove(solve: &SolveShips) -> Result<ExitCode> {
    match solve.most {
        Some(most) => prove_most(most, solve.json.json),
        None => prove_sum(solve),
    }
}

fn prove_sum(solve: &SolveShips) -> Result<ExitCode> {
    let started = Instant::now();
    let path = match &solve.journal {
        Some(path) => path.clone(),
        None => data::folder().join("ships.proof"),
    };
    let journal = Journal::open(&path).with_context(|| format!("{}", path.display()))?;
    let sum = Tree::best().tally().sum() as u32;
    let bar = Bar::new("refuting");
    let progress = Mutex::new(Progress::new(sum, journal, &bar));
    let open = progress
        .lock()
        .map_or_else(|_| Vec::new(), |progress| progress.open());
    open.into_par_iter().with_max_len(1).try_for_each(|first| {
        if solve.time.is_some_and(|time| started.elapsed() >= time) {
            return Ok(());
        }
        let bound = at_least(first, sum);
        match progress.lock() {
            Ok(mut progress) => progress.note(first, bound),
            Err(_) => bail!("another thread has failed"),
        }
    })?;
    let Ok(progress) = progress.into_inner() else {
        bail!("a thread has failed");
    };
    let line = Line {
        sum,
        lower_bound: progress.lower_bound(),
        refuted: progress.refuted(),
        first_guesses: progress.first_guesses.len(),
        journal: path,
    };
    drop(progress);
    drop(bar);
    let mut out = stdout();
    if solve.json.json {
        print_json(&mut out, &line)?;
    } else {
        writeln!(out, "best known    {}", line.sum)?;
        writeln!(out, "lower bound   {}", line.lower_bound)?;
        let Line {
            refuted,
            first_guesses,
            ..
        } = line;
        writeln!(
            out,
            "refuted       {refuted} of {first_guesses} first guesses"
        )?;
        writeln!(out, "journal       {}", line.journal.display())?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

#[derive(Serialize)]
struct MostLine {
    most: u8,
    enough: bool,
    /// With which first guess.
    first: Option<String>,
    first_guesses: usize,
}

/// So many guesses are enough for every target, as a tree shows.
const ENOUGH: u8 = 6;

/// Whether so many guesses are enough for every target.
fn prove_most(most: u8, json: bool) -> Result<ExitCode> {
    if most >= ENOUGH {
        return Err(Usage(format!(
            "{ENOUGH} guesses are enough: see parlour solve ships --most {ENOUGH}"
        ))
        .into());
    }
    let guesses = first_guesses();
    let bar = Bar::new("refuting");
    let done = AtomicUsize::new(0);
    let first = guesses.par_iter().with_max_len(1).find_any(|(first, _)| {
        let enough = is_enough(*first, most.into());
        let done = 1 + done.fetch_add(1, Ordering::Relaxed);
        bar.show(done as f64 / guesses.len() as f64);
        enough
    });
    drop(bar);
    let line = MostLine {
        most,
        enough: first.is_some(),
        first: first.map(|(first, _)| first.to_string()),
        first_guesses: guesses.len(),
    };
    let mut out = stdout();
    if json {
        print_json(&mut out, &line)?;
    } else {
        writeln!(out, "most guesses  {most}")?;
        match &line.first {
            Some(first) => writeln!(out, "enough        yes, with {first} first")?,
            None => {
                let count = line.first_guesses;
                writeln!(
                    out,
                    "enough        no: all {count} first guesses are refuted"
                )?;
            }
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// How far the proof is.
struct Progress<'a> {
    /// With what their sizes alone tell.
    first_guesses: Vec<(Fleet, u32)>,
    sum: u32,
    journal: Journal,
    bar: &'a Bar,
}

impl<'a> Progress<'a> {
    fn new(sum: u32, journal: Journal, bar: &'a Bar) -> Progress<'a> {
        let progress = Progress {
            first_guesses: first_guesses(),
            sum,
            journal,
            bar,
        };
        progress.show();
        progress
    }

    /// What the proof must still refute.
    fn open(&self) -> Vec<Fleet> {
        let all = self.first_guesses.iter().map(|(first, _)| *first);
        all.filter(|first| !self.journal.bounds.contains_key(first))
            .collect()
    }

    fn note(&mut self, first: Fleet, bound: u32) -> Result<()> {
        self.journal.note(first, bound)?;
        self.show();
        Ok(())
    }

    /// What no strategy can be better than, by what is known so far.
    fn lower_bound(&self) -> u32 {
        let bounds = self.first_guesses.iter().map(|(first, by_sizes)| {
            let bounds = &self.journal.bounds;
            bounds.get(first).copied().unwrap_or(*by_sizes)
        });
        bounds.min().map_or(self.sum, |least| least.min(self.sum))
    }

    fn refuted(&self) -> usize {
        let bounds = self.journal.bounds.values();
        bounds.filter(|bound| **bound >= self.sum).count()
    }

    fn show(&self) {
        let count = self.first_guesses.len();
        let refuted = self.refuted();
        self.bar.show(refuted as f64 / count as f64);
        self.bar.say(format!(
            "{refuted} of {count} first guesses refuted; least sum between {} and {}",
            self.lower_bound(),
            self.sum
        ));
    }
}

/// What was refuted, a line each: the first guess, and what a strategy that
/// begins so needs at least.
struct Journal {
    file: File,
    bounds: HashMap<Fleet, u32>,
}

impl Journal {
    fn open(path: &Path) -> Result<Journal> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text)
            .map_err(|error| match error.kind() {
                ErrorKind::InvalidData => io::Error::other("this is no journal of a proof"),
                _ => error,
            })?;
        // A line without its end was being written when the program was stopped.
        let complete = text.rfind('\n').map_or(0, |end| end + 1);
        let bounds = read_bounds(&text[..complete])?;
        file.set_len(complete as u64)?;
        file.seek(SeekFrom::End(0))?;
        if complete == 0 {
            file.write_all(HEADING.as_bytes())?;
        }
        Ok(Journal { file, bounds })
    }

    fn note(&mut self, first: Fleet, bound: u32) -> Result<()> {
        self.file
            .write_all(format!("{first} {bound}\n").as_bytes())?;
        self.file.sync_data()?;
        self.bounds.insert(first, bound);
        Ok(())
    }
}

fn read_bounds(text: &str) -> Result<HashMap<Fleet, u32>> {
    let lines = (1..).zip(text.lines());
    lines
        .filter(|(_, line)| !line.starts_with('#'))
        .map(|(number, line)| {
            let (guess, bound) = line.split_once(' ').unwrap_or((line, ""));
            let read = read_fleet(guess).ok().zip(bound.parse().ok());
            read.with_context(|| {
                format!(
                    "line {number} is not a first guess with its bound, such as \
                     `A1,A3,H1 22856`; remove it, or name another file with --journal"
                )
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_goes_on_where_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new/ships.proof");
        let [first, second] = [Fleet::all()[7], Fleet::all()[9]];
        let mut journal = Journal::open(&path).expect("a new one");
        journal.note(first, 22_856).expect("written");
        drop(journal);
        // Stopped in the middle of a line.
        let text = std::fs::read_to_string(&path).expect("it is there");
        std::fs::write(&path, format!("{text}{second} 228")).expect("written");
        let mut journal = Journal::open(&path).expect("an old one");
        assert_eq!(journal.bounds, HashMap::from([(first, 22_856)]));
        journal.note(second, 22_900).expect("written");
        let text = std::fs::read_to_string(&path).expect("it is there");
        let all = HashMap::from([(first, 22_856), (second, 22_900)]);
        assert_eq!(read_bounds(&text).expect("sound"), all);
        assert!(text.starts_with(HEADING));
    }

    #[test]
    fn the_journal_of_the_documents_is_sound() {
        let text = include_str!("../../../../../docs/ships.proof");
        let bounds = read_bounds(text).expect("sound");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        assert_eq!(lines.count(), bounds.len(), "each first guess once");
        let sum = Tree::best().tally().sum() as u32;
        let guesses: Vec<Fleet> = first_guesses()
            .into_iter()
            .map(|(first, _)| first)
            .collect();
        for (first, bound) in bounds {
            assert!(guesses.contains(&first), "{first}");
            assert!(bound >= sum, "{first} {bound}");
        }
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("letter.txt");
        for text in ["Dear Anna,\n", "A1,A3,H1 many\n", "A1,A3 22856\n"] {
            std::fs::write(&path, text).expect("written");
            let error = Journal::open(&path).err().expect("it is refused");
            assert!(error.to_string().starts_with("line 1 is not"), "{error}");
            let kept = std::fs::read_to_string(&path).expect("it is there");
            assert_eq!(kept, text);
        }
    }
}
