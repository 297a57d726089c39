//! `review`: luck and skill of records.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::program::{Run, parlour, run, run_with_input};

fn example(name: &str) -> String {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    examples.join(name).display().to_string()
}

fn json(run: &Run) -> Vec<Value> {
    run.stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON object per line"))
        .collect()
}

fn number(line: &Value, field: &str) -> f64 {
    line[field]
        .as_f64()
        .unwrap_or_else(|| panic!("{field} in {line}"))
}

#[test]
fn json_has_a_line_a_step_and_a_summary_that_adds_up() {
    let lines = json(&run(&["review", &example("amy-and-bill.ur"), "--json"]));
    let (summary, steps) = lines.split_last().expect("a summary");
    assert_eq!(steps.len(), 42);
    let mut chance = number(summary, "start");
    for (index, step) in steps.iter().enumerate() {
        assert_eq!(step["step"], index + 1);
        assert!((number(step, "before") - chance).abs() < 1e-10);
        chance += match (step["kind"].as_str(), step["seat"].as_str()) {
            (Some("luck"), None) => number(step, "luck"),
            (Some("move"), Some("red")) => -number(step, "loss"),
            (Some("move"), Some("green")) => number(step, "loss"),
            other => panic!("{other:?}"),
        };
        assert!((number(step, "after") - chance).abs() < 1e-10);
    }
    let blunder = &steps[35];
    assert_eq!(
        (
            &blunder["player"],
            &blunder["text"],
            &blunder["best"],
            &blunder["verdict"]
        ),
        (&"Bill".into(), &"10".into(), &"4".into(), &"blunder".into())
    );
    assert_eq!(
        (&summary["kind"], &summary["winner"]),
        (&"summary".into(), &"red".into())
    );
    assert_eq!(
        (number(summary, "end"), &summary["unknown"]),
        (1.0, &0.into())
    );
    let players = &summary["players"];
    let total = number(summary, "start") + number(summary, "luck") - number(&players[0], "lost")
        + number(&players[1], "lost");
    assert!((total - 1.0).abs() < 1e-10);
    assert_eq!(players[1]["blunders"], 1);
}

#[test]
fn a_won_game_thrown_away_stands_out() {
    let reviewed = run(&["review", &example("amy-and-bill.gridlock")]);
    assert_eq!((reviewed.status, reviewed.stderr.as_str()), (Some(0), ""));
    assert!(
        reviewed
            .stdout
            .contains("   1  Amy     red 0,0      0.0 %  100.0  ?? blunder; best: ")
    );
    assert!(!reviewed.stdout.contains("luck"), "{}", reviewed.stdout);
    // Output that is not for a terminal is plain.
    assert!(reviewed.stdout.is_ascii());
    assert!(reviewed.stdout.lines().all(|line| line.len() <= 80));
}

#[test]
fn a_game_that_stops_early_is_reviewed_as_far_as_it_goes() {
    let record = b"UR\nPlayers: Amy, Bill.\nPieces: 2.\nRed 3 start.\nGreen 2.\n";
    let reviewed = run_with_input(&mut parlour(&["review", "-"]), record);
    assert_eq!((reviewed.status, reviewed.stderr.as_str()), (Some(0), ""));
    assert!(
        reviewed.stdout.contains("\n   3          roll 2 "),
        "{}",
        reviewed.stdout
    );
    assert!(reviewed.stdout.contains("The game is not over."));
    let nothing = b"UR\nPlayers: Amy, Bill.\nPieces: 1.\n";
    let reviewed = run_with_input(&mut parlour(&["review", "-", "--json"]), nothing);
    assert_eq!(json(&reviewed).len(), 1);
}

#[test]
fn an_invalid_record_is_explained_and_not_reviewed() {
    let name = example("mistakes.gridlock");
    let reviewed = run(&["review", &name]);
    assert_eq!((reviewed.status, reviewed.stdout.as_str()), (Some(1), ""));
    assert_eq!(reviewed.stderr, run(&["replay", &name]).stderr);
}

#[test]
fn a_bot_that_knows_no_chances_is_refused() {
    let refused = run(&["review", &example("amy-and-bill.ur"), "--bot", "random"]);
    assert_eq!((refused.status, refused.stdout.as_str()), (Some(1), ""));
    assert!(
        refused
            .stderr
            .contains("the bot random does not know the chance to win")
    );
    let unknown = run(&["review", &example("amy-and-bill.ur"), "--bot", "nobody"]);
    assert_eq!(unknown.status, Some(2));
    let both = run(&["review", &example("amy-and-bill.ur"), "--json", "--svg"]);
    assert_eq!(both.status, Some(2));
}

#[test]
fn the_picture_marks_every_move_that_was_worse_than_good() {
    let drawn = run(&["review", &example("amy-and-bill.ur"), "--svg"]);
    assert_eq!(drawn.status, Some(0));
    assert!(drawn.stdout.starts_with("<svg ") && drawn.stdout.ends_with("</svg>\n"));
    // Amy's inaccuracy and four discs of the legend; Bill has diamonds.
    assert_eq!(drawn.stdout.matches("<circle ").count(), 5);
    assert_eq!(drawn.stdout.matches(">?</text>").count(), 2);
    assert_eq!(drawn.stdout.matches(">??</text>").count(), 2);
}

#[test]
fn a_position_without_moves_is_not_reviewed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("start.labyrinth");
    let start = run(&["new", "labyrinth", "--seed", "3"]).stdout;
    std::fs::write(&path, start).expect("written");
    let refused = run(&["review", &path.display().to_string()]);
    assert_eq!((refused.status, refused.stdout.as_str()), (Some(1), ""));
    let why = "holds a position without the moves that led to it";
    assert!(refused.stderr.contains(why), "{}", refused.stderr);
}

/// A game on a square of odd sides, painted in turn red and green like a chessboard.
fn chequered(side: usize, colours: &str) -> String {
    let heading = format!("GRIDLOCK\nPlayers: Amy, Bill.\nGrid: {side}x{side}.\n");
    let mut record = format!("{heading}Colours: {colours}.\n");
    for cell in 0..side * side {
        let (player, (x, y)) = (["Amy", "Bill"][cell % 2], (cell % side, cell / side));
        let colour = ["red", "green"][(x + y) % 2];
        record.push_str(&format!("{player} plays {colour} at ({x},{y}).\n"));
    }
    record + "Bill cannot move.\nAmy wins!\n"
}

/// With more colours than neighbours every cell will be painted, which needs no search.
#[test]
fn a_large_board_where_parity_decides_is_reviewed_to_its_end() {
    let record = chequered(15, "red, green, yellow, blue, magenta, cyan");
    // Not a moment to search.
    let args = ["review", "-", "--time", "0ms"];
    let reviewed = run_with_input(&mut parlour(&args), record.as_bytes());
    assert_eq!((reviewed.status, reviewed.stderr.as_str()), (Some(0), ""));
    assert!(reviewed.stdout.contains("\n 225  Amy "));
    let unknown = "The bot does not know";
    assert!(!reviewed.stdout.contains(unknown), "{}", reviewed.stdout);
}

#[test]
fn a_review_says_what_it_does_not_know() {
    let record = chequered(9, "red, green, yellow");
    let args = ["review", "-", "--time", "0ms"];
    let reviewed = run_with_input(&mut parlour(&args), record.as_bytes());
    assert_eq!((reviewed.status, reviewed.stderr.as_str()), (Some(0), ""));
    let why = "The bot does not know the chance to win at ";
    assert!(reviewed.stdout.contains(why), "{}", reviewed.stdout);
    // The strategy with a proof knows the start without a search.
    let mut lines = reviewed.stdout.lines();
    let start = lines.any(|line| line.split_whitespace().eq(["0", "100.0", "%"]));
    assert!(start, "{}", reviewed.stdout);
}

#[test]
fn what_is_known_is_printed_while_the_bot_still_thinks() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.gridlock");
    // Amy takes the centre and then does not answer Bill, after which nobody knows who wins.
    let moves = "Amy plays red at (5,5).\nBill plays red at (0,0).\nAmy plays green at (3,2).\n";
    let heading = "GRIDLOCK\nPlayers: Amy, Bill.\nGrid: 11x11.\nColours: red, green, yellow.\n";
    std::fs::write(&path, format!("{heading}{moves}")).expect("written");
    let path = path.display().to_string();
    for (format, first) in [(&[][..], "step"), (&["--json"][..], "{\"step\":1,")] {
        let mut args = vec!["review", &path, "--time", "1h"];
        args.extend(format);
        let mut command = parlour(&args);
        let mut child = command
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let line = lines.next().expect("a line").expect("text");
        assert!(line.starts_with(first), "{line}");
        child.kill().expect("it is running");
        child.wait().expect("it ends");
    }
}
