//! `review`: luck and skill of records.

use std::path::Path;

use serde_json::Value;

use crate::program::{Run, parlour, run, run_with_input};

fn example(name: &str) -> String {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    examples.join(name).display().to_string()
}

fn json(run: &Run) -> Vec<Value> {
    run.stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON object a line"))
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
    // A page that is not for a terminal is plain.
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
