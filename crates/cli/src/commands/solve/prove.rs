//! `parlour solve ships --prove`: one first guess after the other is refuted, and
//! a journal keeps what is done.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail};
use parlour_files::{Log, MOST_READ};
use parlour_ships::{Fleet, Tree, at_least, first_guesses, is_enough, read_fleet};
use rayon::prelude::*;
use serde::Serialize;

use crate::args::SolveShips;
use crate::console::Bar;
use crate::data;
use crate::files::shown_name;
use crate::output::{Usage, print_json, stdout};

/// How a journal begins. Those of earlier versions end here.
const HEADING: &str = "\
# Ships: what a strategy needs at least for all 4960 targets, by its first guess.
# Made by `parlour solve ships --prove`; a guess stands for its mirror images.
";

/// The line that tells the version of the format.
const VERSION_LINE: &str = "# version ";
const VERSION: u32 = 1;

const NOT_OURS: &str = "this is no journal of a proof; name another file with --journal";

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
    let sum = Tree::best().tally().sum() as u32;
    let journal = Journal::open(&path, sum).with_context(|| shown_name(&path))?;
    if let Some(sample) = solve.sample {
        let bar = Bar::new("proving again");
        let lines = sampled(&journal, sample);
        let proved = prove_again(&lines, at_least, |share| bar.show(share));
        drop(bar);
        return told_again(proved, &path, solve.json.json);
    }
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
        writeln!(out, "journal       {}", shown_name(&line.journal))?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Lines of a journal, drawn at random.
fn sampled(journal: &Journal, count: usize) -> Vec<(Fleet, u32)> {
    let mut lines: Vec<(Fleet, u32)> = journal.bounds.iter().map(|(a, b)| (*a, *b)).collect();
    let drawn = RandomState::new();
    lines.sort_by_cached_key(|line| drawn.hash_one(line));
    lines.truncate(count);
    lines
}

/// Proves lines of a journal once more; the error is the line that claims more than
/// can be shown, and what can.
fn prove_again(
    lines: &[(Fleet, u32)],
    at_least: impl Fn(Fleet, u32) -> u32 + Sync,
    show: impl Fn(f64) + Sync,
) -> Result<usize, (Fleet, u32, u32)> {
    let done = AtomicUsize::new(0);
    let wrong = lines
        .par_iter()
        .with_max_len(1)
        .find_map_any(|(first, bound)| {
            let shown = at_least(*first, *bound);
            show((1 + done.fetch_add(1, Ordering::Relaxed)) as f64 / lines.len() as f64);
            (shown < *bound).then_some((*first, *bound, shown))
        });
    wrong.map_or(Ok(lines.len()), Err)
}

fn told_again(
    proved: Result<usize, (Fleet, u32, u32)>,
    path: &Path,
    json: bool,
) -> Result<ExitCode> {
    #[derive(Serialize)]
    struct AgainLine<'a> {
        proved_again: usize,
        journal: &'a Path,
    }
    let count = proved.map_err(|(first, bound, shown)| {
        anyhow!(
            "{}: the line `{first} {bound}` claims too much: {shown} is all that can be shown; \
             remove it, and be wary of the others",
            shown_name(path)
        )
    })?;
    let mut out = stdout();
    if json {
        let line = AgainLine {
            proved_again: count,
            journal: path,
        };
        print_json(&mut out, &line)?;
    } else {
        writeln!(out, "proved again  {count} lines, all true")?;
        writeln!(out, "journal       {}", shown_name(path))?;
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
    log: Log,
    bounds: HashMap<Fleet, u32>,
}

impl Journal {
    /// Takes up a journal, or begins one. A file that is not ours is refused, and
    /// left as it is. Nothing above `sum` has to be shown.
    fn open(path: &Path, sum: u32) -> Result<Journal> {
        let mut log = Log::open(path)?;
        let text = String::from_utf8(log.content(MOST_READ)?).context(NOT_OURS)?;
        // A line without its end was being written when the program was stopped.
        let complete = text.rfind('\n').map_or(0, |end| end + 1);
        let (lines, torn) = text.split_at(complete);
        let heading = format!("{HEADING}{VERSION_LINE}{VERSION}\n");
        let is_begun = lines.starts_with(HEADING);
        let is_torn_line = |c| "ABCDEFGH, ".contains(c) || char::is_ascii_digit(&c);
        let is_ours = match is_begun {
            true => torn.chars().all(is_torn_line) || heading.starts_with(&text),
            // Even the heading may be torn.
            false => heading.starts_with(&text),
        };
        if !is_ours {
            bail!(NOT_OURS);
        }
        let bounds = read_bounds(lines, sum)?;
        let mut journal = Journal { log, bounds };
        if is_begun && !heading.starts_with(&text) {
            journal.log.cut(complete as u64)?;
        } else {
            journal.log.cut(0)?;
            journal.add(&heading)?;
        }
        Ok(journal)
    }

    fn note(&mut self, first: Fleet, bound: u32) -> Result<()> {
        self.add(&format!("{first} {bound}\n"))?;
        self.bounds.insert(first, bound);
        Ok(())
    }

    fn add(&mut self, text: &str) -> Result<()> {
        self.log.append(text.as_bytes())?;
        self.log.sync()?;
        Ok(())
    }
}

/// What the lines of a journal say, each of which this program could have written.
fn read_bounds(text: &str, sum: u32) -> Result<HashMap<Fleet, u32>> {
    let known: HashSet<Fleet> = first_guesses()
        .into_iter()
        .map(|(first, _)| first)
        .collect();
    let mut bounds = HashMap::new();
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(version) = line.strip_prefix(VERSION_LINE) {
            if version != VERSION.to_string() {
                bail!(
                    "it has version {version} of the format, and this program knows version \
                     {VERSION}; name another file with --journal"
                );
            }
            continue;
        }
        if line.starts_with('#') {
            continue;
        }
        let (guess, bound) = line.split_once(' ').unwrap_or((line, ""));
        let read = read_fleet(guess).ok().zip(bound.parse().ok());
        let (first, bound) = read.with_context(|| {
            format!(
                "line {number} is not a first guess with its bound, such as \
                 `A1,A3,H1 22856`; remove it, or name another file with --journal"
            )
        })?;
        if bound > sum {
            bail!("line {number} claims {bound}; the proof shows no more than {sum}: remove it");
        }
        if !known.contains(&first) {
            bail!("line {number}: {first} is a mirror image of a first guess: remove it");
        }
        if bounds.insert(first, bound).is_some() {
            bail!("line {number}: {first} is there twice: remove one of them");
        }
    }
    Ok(bounds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum() -> u32 {
        Tree::best().tally().sum() as u32
    }

    fn two_guesses() -> [Fleet; 2] {
        let guesses = first_guesses();
        [guesses[7].0, guesses[9].0]
    }

    #[test]
    fn a_journal_goes_on_where_it_was() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new/ships.proof");
        let [first, second] = two_guesses();
        let mut journal = Journal::open(&path, sum()).expect("a new one");
        journal.note(first, 22_856).expect("written");
        drop(journal);
        // Stopped in the middle of a line.
        let text = std::fs::read_to_string(&path).expect("it is there");
        std::fs::write(&path, format!("{text}{second} 228")).expect("written");
        let mut journal = Journal::open(&path, sum()).expect("an old one");
        assert_eq!(journal.bounds, HashMap::from([(first, 22_856)]));
        let refused = Journal::open(&path, sum())
            .err()
            .expect("it is being written");
        assert!(
            refused
                .to_string()
                .starts_with("another program is writing it")
        );
        journal.note(second, 22_855).expect("written");
        let text = std::fs::read_to_string(&path).expect("it is there");
        let all = HashMap::from([(first, 22_856), (second, 22_855)]);
        assert_eq!(read_bounds(&text, sum()).expect("sound"), all);
        assert!(text.starts_with(&format!("{HEADING}# version 1\n")));
        drop(journal);
        // Stopped in the heading.
        for length in 0..HEADING.len() + 12 {
            std::fs::write(&path, &text[..length]).expect("written");
            let journal = Journal::open(&path, sum()).expect("begun anew");
            assert!(journal.bounds.is_empty());
            drop(journal);
            let begun = std::fs::read_to_string(&path).expect("it is there");
            assert_eq!(begun, text[..HEADING.len() + 12], "{length}");
        }
    }

    #[test]
    fn a_journal_without_a_version_is_of_the_first_one() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("ships.proof");
        let [first, _] = two_guesses();
        let old = format!("{HEADING}{first} 22856\n");
        std::fs::write(&path, &old).expect("written");
        let journal = Journal::open(&path, sum()).expect("an old one");
        assert_eq!(journal.bounds.len(), 1);
        drop(journal);
        assert_eq!(std::fs::read_to_string(&path).expect("there"), old);
        std::fs::write(&path, format!("{HEADING}# version 2\n{first} 22856\n")).expect("written");
        let refused = Journal::open(&path, sum()).err().expect("of the future");
        assert!(refused.to_string().starts_with("it has version 2"));
    }

    #[test]
    fn the_journal_of_the_documents_is_sound() {
        let text = include_str!("../../../../../docs/ships.proof");
        let bounds = read_bounds(text, sum()).expect("sound");
        assert!(text.starts_with(HEADING));
        assert_eq!(bounds.len(), first_guesses().len());
        assert!(bounds.values().all(|bound| *bound == sum()));
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("letter.txt");
        for text in [
            "Dear Anna,\n",
            "Dear Anna",
            "# Dear Anna",
            "A1,A3,H1 22856",
            "A1,A3,H1 22856\n",
        ] {
            std::fs::write(&path, text).expect("written");
            let error = Journal::open(&path, sum()).err().expect("it is refused");
            assert_eq!(error.to_string(), NOT_OURS, "{text}");
            let kept = std::fs::read_to_string(&path).expect("it is there");
            assert_eq!(kept, text);
        }
    }

    #[test]
    fn lines_that_this_program_would_not_write_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("ships.proof");
        for (lines, why) in [
            ("A1,A3,H1 many\n", "line 3 is not a first guess"),
            ("A1,A3 22856\n", "line 3 is not a first guess"),
            ("A1,A3,H1 22857\n", "line 3 claims 22857"),
            ("A4,E2,H4 22856\n", "line 3: A4,E2,H4 is a mirror image"),
            (
                "A1,A3,H1 22856\nA1,A3,H1 22856\n",
                "line 4: A1,A3,H1 is there twice",
            ),
            ("A1,A3,H1 22856\nDear Anna", NOT_OURS),
        ] {
            let text = format!("{HEADING}{lines}");
            std::fs::write(&path, &text).expect("written");
            let error = Journal::open(&path, sum()).err().expect("it is refused");
            assert!(error.to_string().starts_with(why), "{error}");
            assert_eq!(std::fs::read_to_string(&path).expect("there"), text);
        }
    }

    #[test]
    fn a_line_that_claims_too_much_is_found() {
        let [honest, liar] = two_guesses();
        // What can really be shown.
        let at_least =
            |first: Fleet, target: u32| target.min(if first == liar { 22_800 } else { 22_856 });
        let lines = [(honest, 22_856), (liar, 22_856)];
        assert_eq!(prove_again(&lines[..1], at_least, |_| ()), Ok(1));
        let found = prove_again(&lines, at_least, |_| ());
        assert_eq!(found, Err((liar, 22_856, 22_800)));
        let told = told_again(found, Path::new("j"), false).expect_err("a lie");
        assert!(
            told.to_string()
                .contains(&format!("`{liar} 22856` claims too much"))
        );
    }

    #[test]
    fn samples_have_every_line_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("ships.proof");
        let mut journal = Journal::open(&path, sum()).expect("new");
        for (first, _) in &first_guesses()[..20] {
            journal.bounds.insert(*first, 22_856);
        }
        let all: HashMap<Fleet, u32> = sampled(&journal, 50).into_iter().collect();
        assert_eq!(all, journal.bounds);
        let drawn: HashSet<Fleet> = (0..1000)
            .flat_map(|_| sampled(&journal, 1))
            .map(|(first, _)| first)
            .collect();
        assert_eq!(drawn.len(), 20, "each one has its chance");
    }
}
