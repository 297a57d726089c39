//! Commands that only Ploy has, and its long positions.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{Run, parlour, run, run_with_input};

const START: &str = ",w84,w41,w56,w170,w56,w41,w84,/,,w24,w40,w17,w40,w48,,/,,,w16,w16,w16,,,/\
                     ,,,,,,,,/,,,,,,,,/,,,,,,,,/\
                     ,,,b1,b1,b1,,,/,,b3,b130,b17,b130,b129,,/,b69,b146,b131,b170,b131,b146,b69,";

#[test]
fn lines_and_reach() {
    assert_eq!(run(&["ploy", "line", "a1", "d4"]).stdout, "a1 b2 c3 d4\n");
    assert_eq!(run(&["ploy", "line", "e5", "e5"]).stdout, "e5\n");
    let crooked = run(&["ploy", "line", "a1", "b3"]);
    assert_eq!((crooked.status, crooked.stdout.as_str()), (Some(1), ""));
    assert_eq!(run(&["ploy", "line", "a0", "b3"]).status, Some(1));
    let reach = run(&["ploy", "reach", "a1", "b170"]);
    assert_eq!(
        reach.stdout,
        "a1-a1-1\na1-a1-3\na1-a1-5\na1-a1-7\na1-b2-0\n"
    );
    assert_eq!(run(&["ploy", "reach", "a1", ""]).stdout, "");
    assert_eq!(run(&["ploy", "reach", "a1", "b256"]).status, Some(1));
}

#[test]
fn the_bot_gives_one_move_or_all() {
    let all = run(&["ploy", "bot", START, "b", "-all"]).stdout;
    let listed = run(&["moves", "ploy", START]).stdout;
    let joined = listed.trim_end().replace('\n', ",");
    assert_eq!(all, format!("[{joined}]\n"));
    let one = run(&["ploy", "bot", START, "w"]).stdout;
    let white = run(&["moves", "ploy", &format!("{START} w")]).stdout;
    assert!(white.lines().any(|line| line == one.trim_end()), "{one}");
    // As the course's web page asks: the third word may be empty.
    let empty = run(&["ploy", "bot", START, "w", ""]);
    assert_eq!(empty.status, Some(0), "{}", empty.stderr);
    assert!(
        white
            .lines()
            .any(|line| line == empty.stdout.trim_end_matches('\n')),
        "{}",
        empty.stdout
    );
    let over = ",,,,,,,,/".repeat(8) + ",,,,,,,,";
    assert_eq!(run(&["ploy", "bot", &over, "w", "-all"]).stdout, "[]\n");
    assert_eq!(run(&["ploy", "bot", &over, "w"]).status, Some(1));
    assert_eq!(run(&["ploy", "bot", START, "x"]).status, Some(2));
    assert_eq!(run(&["ploy", "bot", START, "b", "-some"]).status, Some(2));
}

#[test]
fn the_engine_takes_options_wherever_a_bot_is_named() {
    let spec = "full:threads=2,memory=1,nodes=500";
    let best = run(&["best", "ploy", START, "--bot", spec, "--json"]);
    assert!(best.stdout.contains("\"move\":"), "{}", best.stderr);
    let arena = run(&["arena", "ploy", spec, "random", "--games", "2"]);
    assert_eq!(arena.status, Some(0), "{}", arena.stderr);
    let setting = format!("setoption name bot value {spec}\nposition startpos\ngo nodes 9\n");
    let engine = run_with_input(&mut parlour(&["engine", "ploy"]), setting.as_bytes());
    assert!(engine.stdout.contains("bestmove "), "{}", engine.stdout);
    assert!(!engine.stdout.contains("takes no"), "{}", engine.stdout);
    let wrong = run(&["best", "ploy", START, "--bot", "full:threads=0"]);
    assert_eq!(wrong.status, Some(2), "{}", wrong.stdout);
}

#[test]
fn moves_are_counted_quickly() {
    assert_eq!(run(&["perft", "ploy", "4"]).stdout, "437350639\n");
    let json = run(&["perft", "ploy", "2", "--json"]).stdout;
    assert_eq!(json, "{\"depth\":2,\"nodes\":21025}\n");
}

#[test]
fn ten_megabytes_of_a_board_are_one_short_error() {
    for flood in [",", "/", "w1", "\u{fc}", "\n", "999"] {
        let text = flood.repeat(10_000_000 / flood.len());
        let refused = run_with_input(&mut parlour(&["moves", "ploy", "-"]), text.as_bytes());
        assert_eq!((refused.status, refused.stdout.as_str()), (Some(1), ""));
        assert!(refused.stderr.len() < 2000, "{}", refused.stderr.len());
    }
}

#[test]
fn a_match_is_drawn_by_repetition() {
    let circle = "e1-e1-1\ne9-e9-1\n".repeat(4);
    let played = run_with_input(&mut parlour(&["play", "ploy"]), circle.as_bytes());
    let draw = "A draw: the position has occurred for the third time.";
    assert!(played.stdout.contains(draw), "{}", played.stdout);
}

/// Black's Lance could take the Commander, and twice nobody sees it.
const BLIND: &str = "PLOY\nPlayers: Amy, Bill.\n\
                     Board: ,,,,w170,,,,w16/,,,,,,,,/,,,,,,,,/,,,,b131,,,,/,,,,,,,,/,,,,,,,,/\
                     ,,,,,,,,/,,,,,,,,/b170,,,,,,,,b1 b.\n\
                     i1-i1-1 i9-i9-1\ne6-e9-0\nAmy wins!\n";

#[test]
fn the_best_move_comes_with_its_line_and_others() {
    let best = run(&["best", "ploy", START, "--time", "300ms", "--json"]).stdout;
    let best: serde_json::Value = serde_json::from_str(&best).expect("a line of JSON");
    assert!(best["value"].is_number() && best["nodes"].as_u64() > Some(0));
    assert!(best["depth"].as_u64() >= Some(1));
    assert_eq!(best["line"][0], best["move"]);
    let moves = best["moves"].as_array().expect("the good moves");
    assert_eq!(moves.len(), 5);
    assert_eq!(moves[0]["move"], best["move"]);
    assert_eq!(moves[0]["value"], best["value"]);
    let shown = run(&["best", "ploy", START, "--time", "1s"]).stdout;
    assert!(
        shown.contains("Shields\ndepth ") && shown.contains("\nline "),
        "{shown}"
    );
}

#[test]
fn mistakes_are_marked() {
    let text = BLIND.as_bytes();
    let marked = ["replay", "-", "--marks", "--time", "50ms"];
    let replayed = run_with_input(&mut parlour(&marked), text);
    assert_eq!(replayed.status, Some(0), "{}", replayed.stderr);
    assert_eq!(replayed.stdout.matches(" ?? blunder, ").count(), 2);
    assert!(replayed.stdout.contains("points; better: e6-e9-0\n"));
    assert!(replayed.stdout.ends_with("Amy wins!\n"));
    let reviewed = run_with_input(&mut parlour(&["review", "-", "--time", "50ms"]), text);
    assert_eq!(reviewed.status, Some(0), "{}", reviewed.stderr);
    assert!(reviewed.stdout.contains("??"));
}

#[test]
fn bots_with_options_meet_in_the_arena() {
    let games = ["--games", "4", "--nodes", "20", "--seed", "1"];
    let specs = ["arena", "ploy", "full:-null,memory=1", "plain:upto=killers"];
    let played = run(&[&specs[..], &["--json", "--opening", "8"], &games].concat());
    let line: serde_json::Value = serde_json::from_str(&played.stdout).expect("JSON");
    assert_eq!(line["games"], 4);
    assert_eq!(line["feat"], "captures");
    assert_eq!(line["seats"][0]["name"], "black");
    let won: u64 = [0, 1]
        .iter()
        .filter_map(|seat| line["seats"][*seat]["won"].as_u64())
        .sum();
    assert_eq!(won + line["drawn"].as_u64().expect("a number"), 4);
    let test = ["--sprt", "0", "50"];
    let tested = run(&[&specs[..], &test, &games].concat());
    assert!(
        tested.stdout.contains("test of +0 against +50: "),
        "{}",
        tested.stderr
    );
    assert!(
        tested.stdout.contains("captures a game: "),
        "{}",
        tested.stdout
    );
    for wrong in [
        &["arena", "ploy", "full", "full:+wings"][..],
        &["ploy", "survey", "nobody"],
    ] {
        assert_eq!(run(wrong).status, Some(2), "{wrong:?}");
    }
}

#[test]
fn the_laboratory_repeats_itself() {
    let survey = ["ploy", "survey", "random", "--games", "3", "--from-start"];
    let surveyed = run(&survey);
    assert!(
        surveyed.stdout.starts_with("games     3: "),
        "{}",
        surveyed.stdout
    );
    assert_eq!(surveyed.stdout, run(&survey).stdout);
    let tune = [
        "ploy", "tune", "--games", "20", "--nodes", "30", "--rounds", "1",
    ];
    let tuned = run(&tune);
    assert!(
        tuned.stdout.contains("scale of the chance to win"),
        "{}",
        tuned.stdout
    );
    assert_eq!(
        tuned.stdout,
        run(&[&tune[..], &["--concurrency", "2"]].concat()).stdout
    );
}

/// Runs the program with its data in this folder.
fn run_in(folder: &Path, args: &[&str]) -> Run {
    let mut command = parlour(args);
    let output = command.env("PARLOUR_DATA", folder).output();
    output.expect("the program starts").into()
}

#[test]
fn an_ending_is_solved_once_and_then_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let solve = ["solve", "ploy", "--endings", "probe180-probe180", "--json"];
    let mut args = solve.to_vec();
    args.extend(["--verify", "20"]);
    let solved = run_in(folder.path(), &args);
    assert_eq!(solved.status, Some(0), "{}", solved.stderr);
    let line: Value = serde_json::from_str(&solved.stdout).expect("JSON");
    assert_eq!(line["verified"], 20);
    let path = folder.path().join("ploy-probe180-probe180.ending");
    assert_eq!(line["table"].as_str(), path.to_str());
    let size = fs::metadata(&path).expect("a file").len();
    assert_eq!(line["bytes"], size);
    let side = &line["sides"][0];
    assert_eq!(side["positions"], 2_555_504_640_u64);
    let longest = &side["longest"];
    assert_eq!(longest["moves"], 33);
    let position = longest["position"].as_str().expect("a text");
    let moves = longest["line"].as_array().expect("a line");
    assert_eq!(moves.len(), 33);
    // The line is played by the plain rules.
    let mut apply = vec!["apply", "ploy", position];
    apply.extend(moves.iter().filter_map(Value::as_str));
    let end = run_in(folder.path(), &apply);
    assert_eq!(end.status, Some(0), "{}", end.stderr);
    let status = run_in(folder.path(), &["status", "ploy", end.stdout.trim_end()]);
    assert!(status.stdout.contains("wins"), "{}", status.stdout);
    // The engine knows that, and says it at once; without tables it does not.
    let best = |folder: &Path| {
        let args = [
            "best",
            "ploy",
            position,
            "--bot",
            "full:nodes=500",
            "--json",
        ];
        let best = run_in(folder, &args);
        let line: Value = serde_json::from_str(&best.stdout).expect("JSON");
        line["value"].as_f64().expect("a value")
    };
    assert_eq!(best(folder.path()), 30_000.0 - 33.0);
    let empty = tempfile::tempdir().expect("a folder");
    assert!(best(empty.path()) < 10_000.0);
    // What is there is not solved again.
    let before = fs::metadata(&path)
        .expect("a file")
        .modified()
        .expect("a time");
    assert_eq!(run_in(folder.path(), &solve).status, Some(0));
    let after = fs::metadata(&path)
        .expect("a file")
        .modified()
        .expect("a time");
    assert_eq!(before, after);
    // In words, and with all endings wanted, those that there are.
    let told = run_in(
        folder.path(),
        &["solve", "ploy", "--statistics", "--endings"],
    );
    assert!(
        told.stdout.contains("  longest win   33 moves\n"),
        "{}",
        told.stdout
    );
}

#[test]
fn tables_of_endings_that_cannot_be_used_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let none = run_in(
        folder.path(),
        &["solve", "ploy", "--statistics", "--endings"],
    );
    assert_eq!(none.status, Some(1));
    assert!(
        none.stderr.contains("there is no table of an ending yet"),
        "{}",
        none.stderr
    );
    let one = [
        "solve",
        "ploy",
        "--statistics",
        "--endings",
        "lance45-shield",
    ];
    let missing = run_in(folder.path(), &one);
    assert_eq!(missing.status, Some(1));
    let command = "parlour solve ploy --endings shield-lance45";
    assert!(missing.stderr.contains(command), "{}", missing.stderr);
    for (content, why) in [
        (&b"PLOY-END"[..], "it is damaged"),
        (b"Something else", "it is not a table of an ending"),
    ] {
        fs::write(folder.path().join("ploy-shield-lance45.ending"), content).expect("a file");
        let refused = run_in(folder.path(), &one);
        assert_eq!(refused.status, Some(1));
        assert!(refused.stderr.contains(why), "{}", refused.stderr);
    }
    let wrong = run_in(
        folder.path(),
        &["solve", "ploy", "--endings", "shield-king"],
    );
    assert_eq!(wrong.status, Some(2));
    assert_eq!(run_in(folder.path(), &["solve", "ploy"]).status, Some(2));
}
