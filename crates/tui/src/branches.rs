//! Variations tried beside a record in the explorer: one file per record in the data folder, named
//! by the hash of the record, so that it is found wherever the record is.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use parlour_core::{AnyRecord, AnyStep, GameEntry, Match};
use parlour_files::{MOST_READ, read_ordinary};

use crate::store::replace;

const FOLDER: &str = "branches";
const HEAD: &str = "parlour branches 1";

/// A variation.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tried {
    /// How many steps of the record come before it.
    pub(crate) at: usize,
    pub(crate) steps: Vec<AnyStep>,
}

/// The variations of one record.
pub(crate) struct Branches {
    path: PathBuf,
    tried: Vec<Tried>,
}

impl Branches {
    /// Those that were kept; what does not fit the record is left out.
    pub(crate) fn of(data: &Path, game: &dyn GameEntry, record: &AnyRecord) -> Self {
        let hash = blake3::hash(game.write_record(record).as_bytes()).to_hex();
        let name = format!("{}.{}", &hash[..32], game.info().extension);
        let path = data.join(FOLDER).join(name);
        let text = read_ordinary(&path, MOST_READ).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        Branches {
            path,
            tried: read(&text, record),
        }
    }

    /// All of them, in the order of the record.
    pub(crate) fn tried(&self) -> &[Tried] {
        &self.tried
    }

    /// Keeps a variation; one that it continues is dropped.
    pub(crate) fn keep(&mut self, new: Tried, record: &AnyRecord) -> Result<(), String> {
        let goes_on = |long: &Tried, short: &Tried| {
            long.at == short.at && long.steps.starts_with(&short.steps)
        };
        if self.tried.iter().any(|old| goes_on(old, &new)) {
            return Ok(());
        }
        self.tried.retain(|old| !goes_on(&new, old));
        let place = self.tried.partition_point(|old| old.at <= new.at);
        self.tried.insert(place, new);
        let text = written(&self.tried, record);
        replace(&self.path, &text).map_err(|error| error.to_string())
    }
}

/// The match after this many steps of a record.
fn begun(record: &AnyRecord, at: usize) -> Option<Match> {
    let mut played = Match::new(record.start.clone(), record.names.clone());
    for step in record.steps.get(..at)? {
        played.take(step.clone()).ok()?;
    }
    Some(played)
}

fn written(tried: &[Tried], record: &AnyRecord) -> String {
    let mut text = format!("{HEAD}\n");
    for Tried { at, steps } in tried {
        let Some(mut played) = begun(record, *at) else {
            continue;
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "after {at}");
        for step in steps {
            let _ = writeln!(text, "  {}", played.position().write(step));
            if played.take(step.clone()).is_err() {
                break;
            }
        }
    }
    text
}

fn read(text: &str, record: &AnyRecord) -> Vec<Tried> {
    let mut lines = text.lines();
    let mut tried: Vec<Tried> = Vec::new();
    if lines.next() != Some(HEAD) {
        return tried;
    }
    let mut played = None;
    for line in lines {
        if let Some(at) = line.strip_prefix("after ").and_then(|at| at.parse().ok()) {
            played = begun(record, at);
            tried.extend(played.is_some().then_some(Tried {
                at,
                steps: Vec::new(),
            }));
            continue;
        }
        let step = played
            .as_ref()
            .and_then(|played: &Match| played.position().read(line.trim()).ok());
        let taken = step.filter(|step| {
            let played = played.as_mut();
            played.is_some_and(|played| played.take(step.clone()).is_ok())
        });
        match (taken, tried.last_mut()) {
            (Some(step), Some(last)) => last.steps.push(step),
            _ => played = None,
        }
    }
    tried.retain(|tried| !tried.steps.is_empty());
    tried
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_kept_and_found_again() {
        let folder = tempfile::tempdir().expect("a folder");
        let game = parlour_catalog::game("gridlock").expect("a game");
        let text = "GRIDLOCK\nPlayers: A, B.\nGrid: 3x3.\nColours: red, green.\n\
                    A plays red at (0,0).\nB plays red at (1,1).\n";
        let record = game.read_record(text.as_bytes()).record.expect("a record");
        let line = |at: usize, moves: &[&str]| {
            let mut played = begun(&record, at).expect("this many steps");
            let steps = moves.iter().map(|text| {
                let step = played.position().read(text).expect("a step");
                played.take(step.clone()).expect("legal");
                step
            });
            Tried {
                at,
                steps: steps.collect(),
            }
        };
        let open = || Branches::of(folder.path(), game, &record);
        let mut branches = open();
        assert_eq!(branches.tried(), []);
        for (at, moves) in [
            (1, &["green 0,1"][..]),
            (0, &["green 2,2"]),
            (1, &["green 0,1", "red 0,2"]),
            // The beginning of an existing one.
            (1, &["green 0,1"]),
        ] {
            branches.keep(line(at, moves), &record).expect("a folder");
        }
        let found = open();
        assert_eq!(
            found.tried(),
            [line(0, &["green 2,2"]), line(1, &["green 0,1", "red 0,2"])]
        );
        // Invalid entries written by hand are left out.
        let text = format!("{HEAD}\nafter 9\n  red 2,2\nafter 0\n  red 9,9\nafter 0\n  red 1,1\n");
        assert_eq!(read(&text, &record), [line(0, &["red 1,1"])]);
        assert_eq!(read("nonsense", &record), []);
    }
}
