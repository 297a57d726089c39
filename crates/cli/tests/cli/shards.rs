//! One arena on several machines, from outside.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{Run, run};

const ARENA: [&str; 10] = [
    "arena", "ploy", "greedy", "random", "--games", "20", "--nodes", "100", "--seed", "7",
];

/// The arena with more words.
fn arena(more: &[&str]) -> Run {
    run(&[&ARENA[..], more].concat())
}

fn name(path: &Path) -> &str {
    path.to_str().expect("a name")
}

fn lines(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).expect("there");
    text.lines().map(str::to_owned).collect()
}

/// Plays the ranges into a file each.
fn parts(folder: &Path, ranges: &[&str]) -> Vec<PathBuf> {
    let part = |range: &&str| {
        let path = folder.join(format!("{range}.jsonl"));
        let played = arena(&["--only", range, "--resume", name(&path)]);
        assert_eq!(played.status, Some(0), "{}", played.stderr);
        path
    };
    ranges.iter().map(part).collect()
}

#[test]
fn parts_make_the_same_whole_in_any_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = folder.path().join("whole.jsonl");
    let expected = arena(&["--json", "--resume", name(&whole)]);
    assert_eq!(expected.status, Some(0), "{}", expected.stderr);
    let chunks = arena(&["--chunks", "3"]);
    assert_eq!(chunks.stdout, "0..6\n6..12\n12..20\n");
    // Some games are played twice.
    let ranges: Vec<&str> = ["12..", "4..14"]
        .into_iter()
        .chain(chunks.stdout.lines())
        .collect();
    let parts = parts(folder.path(), &ranges);
    let mut words: Vec<&str> = vec!["--json", "--merge"];
    words.extend(parts.iter().map(|part| name(part)));
    assert_eq!(arena(&words).stdout, expected.stdout);
    // Into a file, twice, and without the seed, which the parts contain.
    let merged = folder.path().join("merged.jsonl");
    words.extend(["--resume", name(&merged)]);
    assert_eq!(arena(&words).stdout, expected.stdout);
    let again = run(&[&ARENA[..8], &words[..]].concat());
    assert_eq!(again.stdout, expected.stdout, "{}", again.stderr);
    assert_eq!(lines(&merged), lines(&whole));
    let count = fs::read_to_string(&merged).expect("there").lines().count();
    assert_eq!(count, 21, "a heading and twenty games, none twice");
}

#[test]
fn a_missing_part_is_played_later() {
    let folder = tempfile::tempdir().expect("a folder");
    let expected = arena(&["--json"]).stdout;
    let parts = parts(folder.path(), &["..8", "12.."]);
    let merged = folder.path().join("merged.jsonl");
    let some = arena(&[
        "--merge",
        name(&parts[0]),
        name(&parts[1]),
        "--resume",
        name(&merged),
    ]);
    assert!(some.stdout.starts_with("Ploy: 16 games"), "{}", some.stdout);
    assert_eq!(
        arena(&["--json", "--resume", name(&merged)]).stdout,
        expected
    );
}

#[test]
fn a_test_stops_where_one_machine_would() {
    let folder = tempfile::tempdir().expect("a folder");
    let test = ["--sprt", "0", "300", "--json"];
    let expected = arena(&test).stdout;
    let path = |range: &str| folder.path().join(format!("{range}.jsonl"));
    let mut words = test.to_vec();
    let ranges = ["10..20", "0..10"];
    let paths = ranges.map(path);
    for (range, path) in ranges.iter().zip(&paths) {
        let more = [&test[..], &["--only", range, "--resume", name(path)]].concat();
        assert_eq!(arena(&more).status, Some(0));
    }
    words.push("--merge");
    words.extend(paths.iter().map(|path| name(path)));
    assert_eq!(arena(&words).stdout, expected);
    assert!(expected.contains("\"verdict\":\"elo1\""), "{expected}");
}

#[test]
fn different_results_of_a_game_are_told_with_both_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let parts = parts(folder.path(), &["0..4"]);
    let text = fs::read_to_string(&parts[0]).expect("there");
    let line = text
        .lines()
        .find(|line| line.starts_with("[2,"))
        .expect("game 2");
    let forged = folder.path().join("forged.jsonl");
    fs::write(&forged, text.replace(line, "[2,null,1,0,1,[]]")).expect("written");
    let refused = arena(&["--merge", name(&parts[0]), name(&forged)]);
    assert_eq!(refused.status, Some(1));
    let said = refused.stderr.replace(name(folder.path()), "");
    assert!(
        said.contains("cannot use /forged.jsonl: its result 2 differs from that in /0..4.jsonl"),
        "{said}"
    );
}

#[test]
fn results_of_another_program_are_not_mixed_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let part = parts(folder.path(), &["0..4"]).remove(0);
    let text = fs::read_to_string(&part).expect("there");
    let print = text
        .split("\"fingerprint\":\"")
        .nth(1)
        .expect("in the heading");
    let (print, _) = print.split_once('"').expect("a text");
    let version = env!("CARGO_PKG_VERSION");
    for (was, is, words) in [
        (
            print,
            "0123456789abcdef",
            "its fingerprint was 0123456789abcdef",
        ),
        (version, "0.0.1", "its version was 0.0.1, and is "),
    ] {
        let other = text.replacen(&format!("\"{was}\""), &format!("\"{is}\""), 1);
        assert_ne!(other, text);
        fs::write(&part, &other).expect("written");
        for words_of in [["--resume", name(&part)], ["--merge", name(&part)]] {
            let refused = arena(&words_of);
            assert_eq!(refused.status, Some(1));
            assert!(refused.stderr.contains(words), "{}", refused.stderr);
            assert_eq!(fs::read_to_string(&part).ok(), Some(other.clone()));
        }
    }
}

#[cfg(unix)]
#[test]
fn another_build_of_an_external_bot_is_another_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("bot.sh");
    let text = "read a; echo parlourok; read b; read c; echo readyok; cat >/dev/null";
    fs::write(&script, text).expect("written");
    let bot = format!("exec:sh {}", name(&script));
    let results = folder.path().join("results.jsonl");
    let args = [
        "arena",
        "gridlock",
        &bot,
        "random",
        "--games",
        "2",
        "--nodes",
        "1",
        "--seed",
        "1",
        "--patience",
        "50ms",
        "--resume",
        name(&results),
    ];
    assert_eq!(run(&args).status, Some(0));
    assert_eq!(run(&args).status, Some(0), "the same program goes on");
    fs::write(&script, format!("{text} # another build")).expect("written");
    let refused = run(&args);
    assert_eq!(refused.status, Some(1));
    let words = "it was made by another program: its fingerprint was";
    assert!(refused.stderr.contains(words), "{}", refused.stderr);
}

#[test]
fn ranges_are_whole_groups() {
    for (range, words) in [
        ("3..8", "write for example 2..8 instead"),
        ("0..22", "there are 20 games"),
        ("8..8", "there are 20 games"),
        ("8", "write a range, such as 40..80"),
        ("-2..4", "write a range, such as 40..80"),
    ] {
        let refused = arena(&[&format!("--only={range}")]);
        assert_eq!(refused.status, Some(2), "{range}");
        assert!(
            refused.stderr.contains(words),
            "{range}: {}",
            refused.stderr
        );
    }
}
