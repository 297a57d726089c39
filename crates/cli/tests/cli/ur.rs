//! What only the Royal Game of Ur has: tables, and a simulator of many games.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::home::{Home, pass_in_any_home};
use crate::program::{Run, parlour, run_with_input};

/// Runs the program with its data in this folder.
fn run_in(folder: &Path, args: &[&str]) -> Run {
    let mut command = parlour(args);
    let output = command.env("PARLOUR_DATA", folder).output();
    output.expect("the program starts").into()
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    names
        .map(|name| name.to_string_lossy().into_owned())
        .collect()
}

#[test]
fn a_table_is_written_whole_and_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("not/there/yet");
    let solved = run_in(
        &data,
        &["solve", "ur", "--pieces", "2", "--table", "--json"],
    );
    assert_eq!(solved.status, Some(0), "{}", solved.stderr);
    let line: Value = serde_json::from_str(&solved.stdout).expect("JSON");
    let path = data.join("ur-2.table");
    assert_eq!(line["table"].as_str(), path.to_str());
    assert_eq!(line["bytes"], 25_770);
    assert_eq!(fs::metadata(&path).expect("a file").len(), 25_770);
    assert_eq!(names_in(&data), ["ur-2.table"]);
}

#[test]
fn small_games_and_no_table_leave_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    assert_eq!(
        run_in(folder.path(), &["solve", "ur", "--pieces", "1"]).status,
        Some(0)
    );
    let none = ["solve", "ur", "--pieces", "1", "--no-table"];
    assert_eq!(run_in(folder.path(), &none).status, Some(0));
    assert!(names_in(folder.path()).is_empty());
}

#[test]
fn a_folder_that_takes_no_files_is_known_before_anything_is_solved() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "").expect("a file");
    let solved = run_in(&file, &["solve", "ur", "--pieces", "7"]);
    assert_eq!(solved.status, Some(1));
    assert!(solved.stderr.contains("cannot write "), "{}", solved.stderr);
}

const SEVEN: &str = "3/4,8,12/1 4/7,9/1 red 1";

#[test]
fn without_a_table_perfect_says_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    for (args, status) in [
        (vec!["best", "ur", SEVEN, "--bot", "perfect"], 1),
        (vec!["best", "ur", SEVEN, "--bot", "level-3"], 1),
        (vec!["play", "ur", "--seat", "perfect"], 1),
        (vec!["arena", "ur", "perfect", "random"], 1),
        (vec!["ur", "rosettes"], 1),
        (vec!["best", "ur", SEVEN], 0),
    ] {
        let run = run_in(folder.path(), &args);
        assert_eq!(run.status, Some(status), "{args:?}: {}", run.stderr);
        let helped = run
            .stderr
            .contains("ur-7.table: there is no such table yet")
            && run.stderr.contains("parlour solve ur");
        assert!(helped, "{args:?}: {}", run.stderr);
    }
    let best = run_in(folder.path(), &["best", "ur", SEVEN, "--json"]);
    let line: Value = serde_json::from_str(&best.stdout).expect("JSON");
    assert_eq!(line["bot"], "expectimax-4");
    assert_eq!(line["moves"].as_array().map(Vec::len), Some(4));
    let exact = "3/4,8,12/1 4/7,9/1 red 1 exact";
    let best = run_in(folder.path(), &["best", "ur", exact, "--bot", "perfect"]);
    assert!(
        best.stderr.contains("parlour solve ur --exact-home"),
        "{}",
        best.stderr
    );
}

#[test]
fn a_file_that_is_no_sound_table_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (content, why) in [
        (&b"UR-TABLE"[..], "it is damaged: it has 8 bytes"),
        (b"Something else", "it is not a table"),
        (
            b"UR-TABLE\x02\0\0\0\x07\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
            "version 2",
        ),
        (
            b"UR-TABLE\x01\0\0\0\x05\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
            "another game: 5 pieces",
        ),
    ] {
        fs::write(folder.path().join("ur-7.table"), content).expect("a file");
        let best = run_in(folder.path(), &["best", "ur", SEVEN, "--bot", "perfect"]);
        assert_eq!(best.status, Some(1));
        assert!(best.stderr.contains(why), "{}", best.stderr);
        assert!(best.stderr.contains("parlour solve ur"), "{}", best.stderr);
    }
}

#[test]
fn small_games_are_played_perfectly_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let best = run_in(
        folder.path(),
        &["best", "ur", "0/11,14/0 2/-/0 red 2", "--json"],
    );
    let line: Value = serde_json::from_str(&best.stdout).expect("JSON");
    assert_eq!(line["bot"], "perfect");
    assert_eq!(line["moves"].as_array().map(Vec::len), Some(2));
    assert_eq!(best.stderr, "");
}

#[test]
fn many_games_are_counted_and_repeat_themselves() {
    let folder = tempfile::tempdir().expect("a folder");
    let wanted = [
        "arena", "ur", "perfect", "greedy", "--pieces", "2", "--games", "3000", "--seed", "1",
        "--json",
    ];
    let play = |more: &[&str]| -> Value {
        let run = run_in(folder.path(), &[&wanted[..], more].concat());
        serde_json::from_str(&run.stdout).expect("JSON")
    };
    let line = play(&[]);
    assert_eq!(line, play(&["--concurrency", "2"]));
    assert_eq!(line["games"], 3000);
    let perfect = &line["players"][0];
    let share = perfect["share"].as_f64().expect("a share");
    assert!(share > 0.5, "{line}");
    assert!(perfect["share_low"].as_f64() < Some(share));
    assert!(perfect["share_high"].as_f64() > Some(share));
    // Every throw is followed by a move, if only a pass; a turn may have several.
    assert_eq!(line["moves"], line["throws"]);
    assert!(line["turns"].as_f64() < line["throws"].as_f64());
    assert_eq!(line["feat"], "captures");
    assert!(perfect["feats"].as_f64() > line["players"][1]["feats"].as_f64());
    // Records are only kept of games that are played one by one: the same ones.
    let out = folder.path().join("out");
    let out = ["--out", out.to_str().expect("a name")];
    let mut few = wanted;
    few[7] = "40";
    let both = [&[][..], &out].map(|more| run_in(folder.path(), &[&few[..], more].concat()).stdout);
    assert_eq!(both[0], both[1]);
}

#[test]
fn the_winner_of_a_list_is_told_with_the_pairs_that_were_passed_over() {
    let list = "2 start\n1 OnBoard Sq_3\n(4,Start)\n(5, Start)\n";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("list.txt"), list).expect("a file");
    let told: Run = parlour(&["ur", "winner", "list.txt"])
        .current_dir(folder.path())
        .output()
        .expect("the program starts")
        .into();
    assert_eq!((told.status, &*told.stdout), (Some(0), "nobody yet\n"));
    for part in [
        "note[illegal-move]: pair 2 of the list: green has no piece on 3",
        "list.txt:2:1",
        "2 | 1 OnBoard Sq_3",
        "^^^^^^^^^^^^^^ skipped: it changes nothing",
        "note[bad-roll]: pair 4 of the list: four coins never show 5",
        "list.txt:4:1",
    ] {
        assert!(told.stderr.contains(part), "{part}: {}", told.stderr);
    }
    let cycle = "4 start\n4 4\n4 8\n0 pass\n2 12\n1 14\n0 pass\n".repeat(7);
    let won = run_with_input(&mut parlour(&["ur", "winner"]), cycle.as_bytes());
    assert_eq!((won.status, &*won.stdout), (Some(0), "red\n"));
    assert_eq!(won.stderr, "");
    let bad = run_with_input(&mut parlour(&["ur", "winner"]), b"2 start\ntwo start\n");
    assert_eq!((bad.status, &*bad.stdout), (Some(1), ""));
    assert!(bad.stderr.contains("<stdin>:2:1"), "{}", bad.stderr);
}

/// The user's home means nothing to the tests, though much to the program.
#[test]
fn the_tests_pass_in_any_home() {
    let mut command = parlour(&["best", "ur", SEVEN, "--json"]);
    let home = Home::used();
    home.give(&mut command);
    let best: Run = command.output().expect("the program starts").into();
    let line: Value = serde_json::from_str(&best.stdout).expect("JSON");
    assert_eq!((&line["bot"], &*best.stderr), (&Value::from("perfect"), ""));
    pass_in_any_home(&["ur::without", "ur::small", "play::", "positions::"]);
}
