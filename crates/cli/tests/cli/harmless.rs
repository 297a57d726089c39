//! What comes from outside does a terminal no harm.

use std::fs;

use parlour_core::first_harmful;

use super::program::{Run, parlour, run, run_with_input};

/// Checks that everything a run printed is visible, and nothing in it is
/// obeyed.
#[track_caller]
fn is_harmless(run: &Run) {
    for line in [&run.stdout, &run.stderr]
        .into_iter()
        .flat_map(|text| text.split('\n'))
    {
        assert_eq!(first_harmful(line), None, "{line:?}");
    }
}

const NASTY: &str = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{202e}\u{200b}\r";

#[test]
fn names_that_look_alike_are_refused() {
    let record = "UR\nPlayers: Bill, B\u{200b}ill.\nRed 3 start.\n";
    let checked = run_with_input(
        &mut parlour(&["check", "-", "--game", "ur"]),
        record.as_bytes(),
    );
    assert_eq!(checked.status, Some(1));
    let said = "a name may not contain \\u{200b}, which cannot be seen";
    assert!(checked.stdout.contains(said), "{}", checked.stdout);
    is_harmless(&checked);
    let played = run(&["play", "ur", "--names", "Bill,B\u{200b}ill"]);
    assert_eq!(played.status, Some(2));
    assert!(played.stderr.contains(said), "{}", played.stderr);
}

#[test]
fn arguments_and_names_of_files_are_shown_not_obeyed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(format!("{NASTY}.ur"));
    fs::write(&path, format!("UR\nPlayers: A, {NASTY}.\n{NASTY}\n")).expect("written");
    let path = path.to_str().expect("a name");
    let missing = format!("{path}{NASTY}");
    let option = format!("--{NASTY}");
    let spec = format!("exec:{NASTY}");
    for args in [
        &["check", path][..],
        &["check", path, "--color", "always"],
        &["check", path, "--json"],
        &["check", &missing],
        &["check", &missing, "--json"],
        &["replay", path],
        &["replay", &missing],
        &["review", path],
        &["play", "ur", "--load", path],
        &["play", "ur", "--seat", NASTY],
        &["play", "ur", "--seat", &spec],
        &["play", NASTY],
        &["play", "ur", &option],
        &["play", "ur", "--names", NASTY],
        &["apply", "ur", "start", NASTY],
        &["apply", "ur", NASTY],
        &["draw", NASTY],
        &["draw", path],
        &["arena", "ur", NASTY, "random"],
        &["arena", "ur", "greedy", "random", "--resume", path],
        &["arena", "ur", "greedy", "random", "--out", path],
        &["best", "ur", "start", "--bot", NASTY],
        &["man", NASTY],
        &["ur", "winner", path],
        &["solve", "ships", "--first", NASTY],
        &["labyrinth", "import", path],
    ] {
        let ended = run(args);
        assert!(
            matches!(ended.status, Some(1 | 2)),
            "{args:?}: {:?}",
            ended.status
        );
        if args.contains(&"always") {
            let plain = ended.stdout.replace("\u{1b}[", "");
            assert_eq!(plain.lines().find_map(first_harmful), None, "{plain}");
        } else {
            is_harmless(&ended);
        }
    }
}

#[test]
fn what_is_typed_at_the_table_is_shown_not_obeyed() {
    let typed = format!("{NASTY}\nsave {NASTY}/x\nquit\n");
    let mut plain = parlour(&["play", "ur", "--plain", "--seed", "1"]);
    let played = run_with_input(&mut plain, typed.as_bytes());
    assert_eq!(played.status, Some(0), "{}", played.stderr);
    is_harmless(&played);
}

#[cfg(unix)]
#[test]
fn what_a_bot_says_is_shown_not_obeyed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("bot.sh");
    let nasty = "\\033[2J\\342\\200\\256\\007=1+1";
    let script = format!(
        "#!/bin/sh\nprintf 'id name {nasty}\\nparlourok\\n'\n\
         while read line; do case $line in isready) echo readyok;; \
         go*) printf 'bestmove {nasty}\\n';; quit) exit;; esac; done\n"
    );
    fs::write(&path, script).expect("written");
    let spec = format!("exec:sh {}", path.display());
    let csv = folder.path().join("results.csv");
    let played = run(&[
        "arena",
        "ur",
        &spec,
        "random",
        "--games",
        "2",
        "--seed",
        "1",
        "--csv",
        csv.to_str().expect("a name"),
    ]);
    is_harmless(&played);
    assert!(played.stderr.contains("\\u{1b}"), "{}", played.stderr);
    let csv = fs::read_to_string(&csv).expect("a table");
    assert!(
        csv.lines().all(|line| first_harmful(line).is_none()),
        "{csv}"
    );
    let checked = run(&["check-bot", "ur", &spec]);
    assert_eq!(checked.status, Some(1));
    is_harmless(&checked);
}
