//! Other numbered work than arenas in parts, from outside.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{Run, run};

/// A command whose work has numbers, and ranges of it that overlap and together are all of it.
struct Job {
    command: &'static [&'static str],
    whole: &'static str,
    parts: [&'static str; 3],
    /// A line as the program writes it, and one that it would not write.
    forged: [&'static str; 2],
    /// The number of that line.
    number: u64,
}

/// The least promising first guesses are refuted in no time.
const PROOF: Job = Job {
    command: &["solve", "ships", "--prove", "--json"],
    whole: "1234..",
    parts: ["1238..1240", "1235..1239", "1234..1236"],
    forged: [",22856]]", ",22855]]"],
    number: 1238,
};

const VALUES: Job = Job {
    command: &["solve", "gridlock", "--upto", "4x5", "--colours", "1"],
    whole: "..",
    parts: ["10..", "..7", "5..12"],
    forged: ["\"2x2\",0,\"second\"", "\"2x2\",1,\"first\""],
    number: 5,
};

const TURNS: Job = Job {
    command: &[
        "labyrinth",
        "turns",
        "--games",
        "4",
        "--seed",
        "3",
        "--json",
    ],
    whole: "..",
    parts: ["2..4", "1..3", "..1"],
    forged: ["[2,", "[2,1"],
    number: 2,
};

const RECORDS: Job = Job {
    command: &[
        "arena",
        "ur",
        "greedy",
        "random",
        "--pieces",
        "1",
        "--games",
        "8",
        "--nodes",
        "1",
        "--seed",
        "7",
        "--json",
        "--records",
    ],
    whole: "..",
    parts: ["6..", "2..6", "..4"],
    forged: ["start", "begin"],
    number: 2,
};

impl Job {
    fn run(&self, more: &[&str]) -> Run {
        run(&[self.command, more].concat())
    }

    /// The option that names the file.
    fn journal(&self) -> &'static str {
        match self.command[0] {
            "arena" => "--resume",
            _ => "--journal",
        }
    }

    /// Does a range into a file of its own.
    fn part(&self, folder: &Path, range: &str) -> PathBuf {
        let path = folder.join(format!("{range}.jsonl"));
        let done = self.run(&["--only", range, self.journal(), name(&path)]);
        assert_eq!(done.status, Some(0), "{}", done.stderr);
        path
    }
}

fn name(path: &Path) -> &str {
    path.to_str().expect("a name")
}

fn lines(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).expect("there");
    text.lines().map(str::to_owned).collect()
}

fn parts_make_the_same_whole(job: &Job) {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let whole = job.part(folder.path(), job.whole);
    let parts = job.parts.map(|range| job.part(folder.path(), range));
    // Into a file, twice: nothing is there twice.
    let merged = at("merged.jsonl");
    let mut words = vec![job.journal(), name(&merged), "--merge"];
    words.extend(parts.iter().map(|part| name(part)));
    let mut told = String::new();
    for _ in 0..2 {
        let put_together = job.run(&words);
        assert_eq!(put_together.status, Some(0), "{}", put_together.stderr);
        assert_eq!(lines(&merged), lines(&whole));
        let text = fs::read_to_string(&merged).expect("there");
        assert_eq!(text.lines().count(), lines(&merged).len());
        told = put_together.stdout.replace(name(&merged), "");
    }
    // What one machine says.
    let alone = job.run(&["--only", job.whole, job.journal(), name(&whole)]);
    assert_eq!(alone.stdout.replace(name(&whole), ""), told);
    // A different result of the same number.
    let text = fs::read_to_string(&parts[1]).expect("there");
    let begin = format!("[{},", job.number);
    let line = text.lines().find(|line| line.starts_with(&begin));
    let line = line.unwrap_or_else(|| panic!("{begin} in {text}"));
    let other = line.replacen(job.forged[0], job.forged[1], 1);
    assert_ne!(line, other);
    let forged = at("forged.jsonl");
    fs::write(&forged, text.replace(line, &other)).expect("written");
    let into = at("into.jsonl");
    let words = [
        job.journal(),
        name(&into),
        "--merge",
        name(&parts[1]),
        name(&forged),
    ];
    let refused = job.run(&words);
    assert_eq!(refused.status, Some(1));
    let said = refused.stderr.replace(name(folder.path()), "");
    let expected = format!(
        "cannot use /forged.jsonl: its result {} differs from that in /{}.jsonl",
        job.number, job.parts[1]
    );
    assert!(said.contains(&expected), "{said}");
    // Files of another program: of other results, or of another version.
    let print = text.split("\"fingerprint\":\"").nth(1).expect("told");
    let (print, _) = print.split_once('"').expect("a text");
    let version = concat!("\"program\":\"", env!("CARGO_PKG_VERSION"), '"');
    for (is, was, why) in [
        (
            print,
            "0123456789abcdef",
            "its fingerprint was 0123456789abcdef",
        ),
        (version, "\"program\":\"0.0.9\"", "its version was 0.0.9"),
    ] {
        let changed = text.replacen(is, was, 1);
        assert_ne!(changed, text);
        fs::write(&forged, &changed).expect("written");
        for words in [
            ["--merge", name(&forged), job.journal(), name(&into)],
            [job.journal(), name(&forged), "--only", job.whole],
        ] {
            let refused = job.run(&words);
            assert_eq!(refused.status, Some(1), "{words:?}");
            assert!(refused.stderr.contains(why), "{}", refused.stderr);
            assert_eq!(fs::read_to_string(&forged).expect("there"), changed);
        }
    }
}

/// Exact results stay true: what an older version has found can be read, and proved again.
#[test]
fn a_proof_of_another_version_can_be_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = PROOF.part(folder.path(), "1238..");
    let text = fs::read_to_string(&path).expect("there");
    let old = text.replacen(env!("CARGO_PKG_VERSION"), "0.0.9", 1);
    fs::write(&path, &old).expect("written");
    for words in [&["--only", "1238.."][..], &["--sample", "2"]] {
        let read = PROOF.run(&[words, &["--journal", name(&path)]].concat());
        assert_eq!(read.status, Some(0), "{}", read.stderr);
    }
    assert_eq!(fs::read_to_string(&path).expect("there"), old);
}

#[test]
fn a_proof_can_be_made_in_parts() {
    parts_make_the_same_whole(&PROOF);
}

#[test]
fn a_table_of_values_can_be_made_in_parts() {
    parts_make_the_same_whole(&VALUES);
    let chunks = VALUES.run(&["--chunks", "3"]);
    assert_eq!(chunks.stdout, "0..4\n4..9\n9..14\n");
    // Values that were found in another way are the same.
    let folder = tempfile::tempdir().expect("a folder");
    let part = VALUES.part(folder.path(), "2..9");
    let full = folder.path().join("full.jsonl");
    let words = ["--only", "2..9", "--no-strategy", "--full", "--journal"];
    assert_eq!(
        VALUES.run(&[&words[..], &[name(&full)]].concat()).status,
        Some(0)
    );
    let both = VALUES.run(&["--merge", name(&part), name(&full)]);
    assert_eq!(both.status, Some(0), "{}", both.stderr);
    assert_eq!(both.stdout.lines().count(), 8);
}

#[test]
fn turns_can_be_counted_in_parts() {
    parts_make_the_same_whole(&TURNS);
}

#[test]
fn games_to_learn_from_can_be_played_in_parts() {
    parts_make_the_same_whole(&RECORDS);
    let folder = tempfile::tempdir().expect("a folder");
    let part = RECORDS.part(folder.path(), "..2");
    let text = fs::read_to_string(part).expect("there");
    let line: serde_json::Value =
        serde_json::from_str(text.lines().nth(1).expect("a game")).expect("JSON");
    let record = line[6]["record"].as_str().expect("its record");
    let file = folder.path().join("game.ur");
    fs::write(&file, record).expect("written");
    assert_eq!(run(&["check", name(&file)]).status, Some(0), "{record}");
}

#[test]
fn ranges_are_checked() {
    for (words, status, why) in [
        (
            &["solve", "ships", "--prove", "--only", "0..1241"][..],
            2,
            "there are 1240 first guesses",
        ),
        (
            &["solve", "ships", "--only", "0..4"],
            2,
            "give --prove, too",
        ),
        (
            &["solve", "ships", "--prove", "--most", "5", "--only", "0..4"],
            2,
            "do not go with --most",
        ),
        (
            &["solve", "gridlock", "--size", "3x3", "--only", "0..4"],
            2,
            "give its size with --upto",
        ),
        (
            &["labyrinth", "turns", "--games", "3", "--only", "2..2"],
            2,
            "there are 3 games",
        ),
        (
            &["labyrinth", "turns", "--merge", "nowhere.jsonl"],
            1,
            "cannot use nowhere.jsonl",
        ),
        (
            &["arena", "ur", "greedy", "random", "--records"],
            2,
            "--resume",
        ),
    ] {
        let refused = run(words);
        assert_eq!(
            refused.status,
            Some(status),
            "{words:?}: {}",
            refused.stderr
        );
        assert!(
            refused.stderr.contains(why),
            "{words:?}: {}",
            refused.stderr
        );
    }
}
