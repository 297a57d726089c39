//! Ships: hiding, searching, and answering by hand.

use std::fs;
use std::path::Path;

use crate::program::{Run, parlour, run_with_input};

fn play(folder: &Path, args: &[&str], input: &str) -> Run {
    let mut command = parlour(&["play", "ships", "--plain"]);
    command.args(args).current_dir(folder);
    run_with_input(&mut command, input.as_bytes())
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// That all of these are said, in this order.
#[track_caller]
fn said_in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        match rest.split_once(part) {
            Some((_, after)) => rest = after,
            None => panic!("{part:?} is not in\n{rest}\nof\n{text}"),
        }
    }
}

#[test]
fn a_person_searches_what_an_honest_bot_hides() {
    let folder = folder();
    let seats = [
        "--seat", "honest", "--seat", "human", "--target", "H1,B2,D3",
    ];
    let said = play(
        folder.path(),
        &seats,
        "B3,C3,H3\nmap\nhint\nh1,b2,d3\nsave found\nquit\n",
    );
    assert_eq!(said.status, Some(0), "{}", said.stderr);
    said_in_order(
        &said.stdout,
        &[
            "Searcher guesses B3,C3,H3.",
            "Hider (honest) answers 0,2,1: 2 one away, 1 two away.",
            "996 of 4960 targets are possible",
            "of 996 possible targets it leaves at most",
            "Hider (honest) answers 3,0,0: all three are found.",
            "Found B2,D3,H1 in 2 guesses.",
            "Searcher wins!",
        ],
    );
    // Until they are found, no ship is on the board.
    let before = said.stdout.split("all three").next().unwrap_or_default();
    assert!(!before.contains("| S |"), "{before}");
    let checked = parlour(&["check", "found.ships"])
        .current_dir(folder.path())
        .output();
    assert_eq!(
        Run::from(checked.expect("it runs")).stdout,
        "1 file: 1 valid\n"
    );
}

#[test]
fn a_person_hides_in_mind_and_contradicts_themselves() {
    let seats = ["--seat", "human", "--seat", "entropy", "--seed", "1"];
    let said = play(
        folder().path(),
        &seats,
        "0,0,0\n3,0,1\n0,0,0\n0,0,0\nundo\n0,0,0\nquit\n",
    );
    said_in_order(
        &said.stdout,
        &[
            "Searcher (entropy) guesses A1,C1,E4.",
            "Hider answers 0,0,0: no ship is within two steps.",
            "three locations were guessed, but more are counted.",
            "no ships fit 0,0,0 to",
            "if only one answer is wrong, it is this one or 0,0,0 to guess 1",
        ],
    );
}

#[test]
fn with_a_target_a_wrong_answer_is_noticed() {
    let seats = [
        "--seat", "human", "--seat", "entropy", "--target", "H1,B2,D3",
    ];
    let said = play(folder().path(), &seats, "0,0,0\n\nquit\n");
    said_in_order(
        &said.stdout,
        &[
            // The only hider at the table sees the ships.
            "| S |",
            "the answer to A1,C1,E4 is 0,3,0, not 0,0,0.",
            "Hider (Enter: 0,3,0) >",
            "Hider answers 0,3,0: 3 one away.",
        ],
    );
}

#[test]
fn two_people_at_one_screen_do_not_see_the_target() {
    let target = ["--target", "H1,B2,D3"];
    let said = play(folder().path(), &target, "B3,C3,H3\nboard\n\nquit\n");
    assert!(
        said.stdout.contains("Hider answers 0,2,1"),
        "{}",
        said.stdout
    );
    assert!(!said.stdout.contains("| S |"), "{}", said.stdout);
}

#[test]
fn a_game_is_saved_between_a_guess_and_its_answer() {
    let folder = folder();
    play(
        folder.path(),
        &["--names", "Amy,Bill"],
        "B3,C3,H3\nsave half\nquit\n",
    );
    let saved = fs::read_to_string(folder.path().join("half.ships")).expect("saved");
    assert_eq!(saved, "SHIPS\nHider: Amy.\nSearcher: Bill.\nB3, C3, H3.\n");
    let said = play(
        folder.path(),
        &["--load", "half.ships"],
        "0,2,1\nsave\nquit\n",
    );
    assert!(said.stdout.contains("Amy answers 0,2,1"), "{}", said.stdout);
    let saved = fs::read_to_string(folder.path().join("half.ships")).expect("saved");
    assert!(saved.ends_with("B3, C3, H3: 0, 2, 1.\n"), "{saved}");
}

#[test]
fn bots_play_among_themselves_and_the_seed_decides() {
    let folder = folder();
    for hider in ["honest", "evasive", "random"] {
        let seats = ["--seat", hider, "--seat", "consistent", "--seed", "7"];
        let first = play(folder.path(), &seats, "");
        assert!(first.stdout.ends_with("Searcher (consistent) wins!\n"));
        assert_eq!(first.stdout, play(folder.path(), &seats, "").stdout);
    }
}
