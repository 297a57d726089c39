//! `parlour solve ships --prove`: refutes one first guess after the other, and keeps a journal of
//! what is done.

use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use parlour_files::{Heading, Units};
use parlour_ships::{Fleet, Tree, at_least, first_guesses, is_enough};
use rayon::prelude::*;
use serde::Serialize;

use crate::args::{Shards, SolveShips};
use crate::commands::shards::{self, Work};
use crate::console::Bar;
use crate::data;
use crate::files::shown_name;
use crate::output::{Usage, print_json, stdout};

/// The version of the journal's format. Version 1 was text without numbers.
const VERSION: u32 = 2;

/// How many of the first guesses are refuted for the fingerprint: the least promising, which take
/// no time.
const BENCH: usize = 3;

/// What stands at the head of a journal.
#[derive(Serialize)]
struct ProofHeading {
    proof: u32,
    program: &'static str,
    /// Of the first guesses in their order, each with what the sizes of its parts show, and of
    /// what is proved of the last ones.
    fingerprint: String,
    game: &'static str,
    /// What is to be proved.
    sum: u32,
}

/// What a journal has of a first guess: the guess, and a lower bound for strategies that begin
/// with it.
type Bound = (String, u32);

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
        Some(_) if solve.shards.is_asked_for() => Err(Usage(
            "--journal, --only, --merge and --chunks do not go with --most".to_owned(),
        )
        .into()),
        Some(most) => prove_most(most, solve.json.json),
        None => prove_sum(solve),
    }
}

fn best_sum() -> u32 {
    Tree::best().tally().sum() as u32
}

/// Opens a journal, and puts others together with it if they are given.
fn begin(shards: &Shards, guesses: &[(Fleet, u32)]) -> Result<Work<Bound>> {
    let texts = guesses
        .iter()
        .map(|(first, by_sizes)| format!("{first} {by_sizes}"));
    let sum = best_sum();
    let bench = guesses.iter().rev().take(BENCH);
    let bench = bench.map(|(first, _)| format!("{first} {}", at_least(*first, sum)));
    let heading = ProofHeading {
        proof: VERSION,
        program: env!("CARGO_PKG_VERSION"),
        fingerprint: shards::fingerprint(texts.chain(bench)),
        game: "ships",
        sum,
    };
    let heading = Heading::new("proof", &heading);
    let numbered: Vec<String> = guesses.iter().map(|(first, _)| first.to_string()).collect();
    let check = move |number: u64, (first, bound): &Bound| {
        let guess = usize::try_from(number).ok().and_then(|at| numbered.get(at));
        match guess {
            None => Err(format!("there are {} first guesses", numbered.len())),
            Some(guess) if guess != first => Err(format!("first guess {number} is {guess}")),
            Some(_) if *bound > sum => Err(format!("the proof shows no more than {sum}")),
            Some(_) => Ok(()),
        }
    };
    Work::begin(shards, units(guesses), heading, Box::new(check))
}

fn units(guesses: &[(Fleet, u32)]) -> Units {
    Units {
        count: guesses.len() as u64,
        group: 1,
        name: "first guesses",
    }
}

fn prove_sum(solve: &SolveShips) -> Result<ExitCode> {
    let started = Instant::now();
    let guesses = first_guesses();
    if let Some(count) = solve.shards.chunks {
        return shards::print_chunks(units(&guesses), count);
    }
    let mut wanted = solve.shards.clone();
    let path = wanted
        .journal
        .get_or_insert_with(|| data::folder().join("ships.proof"))
        .clone();
    let mut work = begin(&wanted, &guesses)?;
    if let Some(sample) = solve.sample {
        let bar = Bar::new("proving again");
        let lines = sampled(&work, &guesses, sample);
        let proved = prove_again(&lines, at_least, |share| bar.show(share));
        drop(bar);
        return told_again(proved, &path, solve.json.json);
    }
    let sum = best_sum();
    let bar = Bar::new("refuting");
    let missing = work.missing()?;
    let progress = Progress {
        first_guesses: guesses.clone(),
        sum,
        work,
        bar: &bar,
    };
    progress.show();
    let progress = Mutex::new(progress);
    missing
        .into_par_iter()
        .with_max_len(1)
        .try_for_each(|number| {
            if solve.time.is_some_and(|time| started.elapsed() >= time) {
                return Ok(());
            }
            let bound = at_least(guesses[number as usize].0, sum);
            match progress.lock() {
                Ok(mut progress) => progress.note(number, bound),
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

/// Random lines of a journal.
fn sampled(work: &Work<Bound>, guesses: &[(Fleet, u32)], count: usize) -> Vec<(Fleet, u32)> {
    let known = work.known().iter();
    let mut lines: Vec<(Fleet, u32)> = known
        .map(|(number, (_, bound))| (guesses[*number as usize].0, *bound))
        .collect();
    let drawn = RandomState::new();
    lines.sort_by_cached_key(|line| drawn.hash_one(line));
    lines.truncate(count);
    lines
}

/// Proves lines of a journal once more; the error is the line that claims more than can be proved,
/// and what can.
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
            "{}: the line `{first} {bound}` claims too much: only {shown} can be proved; \
             remove it, and do not trust the others",
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

/// A tree shows that this many guesses are enough for every target.
const ENOUGH: u8 = 6;

/// Whether this many guesses are enough for every target.
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

/// The progress of the proof.
struct Progress<'a> {
    /// With lower bounds from their sizes alone.
    first_guesses: Vec<(Fleet, u32)>,
    sum: u32,
    work: Work<Bound>,
    bar: &'a Bar,
}

impl Progress<'_> {
    fn note(&mut self, number: u64, bound: u32) -> Result<()> {
        let (first, _) = self.first_guesses[number as usize];
        self.work.note(number, (first.to_string(), bound))?;
        self.show();
        Ok(())
    }

    /// The lower bound for any strategy, from what is known so far.
    fn lower_bound(&self) -> u32 {
        let numbered = (0..).zip(&self.first_guesses);
        let bounds = numbered.map(|(number, (_, by_sizes))| {
            let known = self.work.known().get(&number);
            known.map_or(*by_sizes, |(_, bound)| *bound)
        });
        bounds.min().map_or(self.sum, |least| least.min(self.sum))
    }

    fn refuted(&self) -> usize {
        let bounds = self.work.known().values();
        bounds.filter(|(_, bound)| *bound >= self.sum).count()
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

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};

    use super::*;

    fn journal(path: &Path) -> Result<Work<Bound>> {
        let shards = Shards {
            journal: Some(path.to_owned()),
            ..Shards::default()
        };
        begin(&shards, &first_guesses())
    }

    #[test]
    fn the_journal_of_the_documents_is_sound() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("ships.proof");
        let text = include_str!("../../../../../docs/ships.proof");
        std::fs::write(&path, text).expect("written");
        let mut work = journal(&path).expect("sound");
        assert!(work.missing().expect("sound").is_empty());
        assert!(work.known().values().all(|(_, bound)| *bound == best_sum()));
        drop(work);
        assert_eq!(std::fs::read_to_string(&path).expect("there"), text);
    }

    #[test]
    fn lines_that_this_program_would_not_write_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("ships.proof");
        drop(journal(&path).expect("new"));
        let heading = std::fs::read_to_string(&path).expect("there");
        let (first, _) = first_guesses()[7];
        for (line, why) in [
            (
                format!("[7,[\"{first}\",\"many\"]]"),
                "line 2 is not a result of this proof",
            ),
            (
                format!("[7,[\"{first}\",22857]]"),
                "the proof shows no more than 22856",
            ),
            (format!("[8,[\"{first}\",22856]]"), "first guess 8 is "),
            (
                format!("[1240,[\"{first}\",22856]]"),
                "there are 1240 first guesses",
            ),
        ] {
            let text = format!("{heading}{line}\n");
            std::fs::write(&path, &text).expect("written");
            let error = format!("{:#}", journal(&path).err().expect("it is refused"));
            assert!(error.contains(why), "{error}");
            assert_eq!(std::fs::read_to_string(&path).expect("there"), text);
        }
    }

    #[test]
    fn a_line_that_claims_too_much_is_found() {
        let guesses = first_guesses();
        let [honest, liar] = [guesses[7].0, guesses[9].0];
        // What can really be proved.
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
        let mut work = journal(&folder.path().join("ships.proof")).expect("new");
        let guesses = first_guesses();
        for (number, (first, _)) in (0..20).zip(&guesses) {
            work.note(number, (first.to_string(), 22_856))
                .expect("kept");
        }
        let all: BTreeMap<Fleet, u32> = sampled(&work, &guesses, 50).into_iter().collect();
        assert_eq!(all.len(), 20);
        let drawn: HashSet<Fleet> = (0..1000)
            .flat_map(|_| sampled(&work, &guesses, 1))
            .map(|(first, _)| first)
            .collect();
        assert_eq!(drawn.len(), 20, "each one has its chance");
    }
}
