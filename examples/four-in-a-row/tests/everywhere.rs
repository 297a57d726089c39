//! One line in `main` gives the example everything that the program has.

#[cfg(unix)]
#[path = "../../../crates/cli/tests/screen/terminal.rs"]
#[allow(dead_code)]
mod terminal;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn parlour(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_four-in-a-row"));
    command.args(arguments).current_dir(folder);
    command.env("PARLOUR_DATA", folder.join("data"));
    command.output().expect("the program starts")
}

#[track_caller]
fn says(folder: &Path, arguments: &[&str]) -> String {
    let output = parlour(folder, arguments);
    let said = String::from_utf8(output.stdout).expect("text");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{arguments:?}: {said}{error}");
    said
}

/// The first player has three in a row, and is to move.
const NEAR: &str = "......./......./......./......./......./xxx.ooo";

const EMPTY: &str = "......./......./......./......./......./.......";

const FINISHED: [&str; 7] = ["d", "a", "d", "a", "d", "a", "d"];

#[test]
fn commands_know_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    assert!(says(folder, &["games"]).contains("four-in-a-row"));
    assert_eq!(says(folder, &["perft", "four-in-a-row", "4"]), "2401\n");
    let best = says(
        folder,
        &["best", "four-in-a-row", NEAR, "--time", "1s", "--seed", "1"],
    );
    assert!(best.starts_with("d\n"), "{best}");
    let svg = says(folder, &["draw", "four-in-a-row", NEAR, "--svg"]);
    assert!(
        svg.starts_with("<svg ") && svg.contains("data-pick=\"d\""),
        "{svg}"
    );
    let refused = parlour(folder, &["apply", "four-in-a-row", "start", "z"]);
    let refused = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.contains("`z` is not a column"), "{refused}");
}

#[test]
fn games_are_played_checked_and_reviewed() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    let seats = [
        "play",
        "four-in-a-row",
        "--seat",
        "random",
        "--seat",
        "alpha-beta",
    ];
    let options = ["--plain", "--time", "20ms", "--seed", "5"];
    let played = says(folder, &[&seats[..], &options[..]].concat());
    assert!(played.contains("wins!"), "{played}");

    let mut record = format!("FOUR-IN-A-ROW\nPlayers: Amy, Bill.\nStart: {EMPTY}.\n");
    for step in FINISHED {
        record.push_str(step);
        record.push('\n');
    }
    fs::write(folder.join("short.four"), format!("{record}Amy wins!\n")).expect("written");
    assert_eq!(says(folder, &["check", "short.four"]), "1 file: 1 valid\n");
    let review = says(folder, &["review", "short.four", "--time", "50ms"]);
    assert!(review.contains("Amy wins!"), "{review}");
    fs::write(folder.join("wrong.four"), format!("{record}Bill wins!\n")).expect("written");
    let wrong = parlour(folder, &["check", "wrong.four"]);
    assert_eq!(wrong.status.code(), Some(1));
}

#[test]
fn its_bots_meet_in_the_arena() {
    let folder = tempfile::tempdir().expect("a folder");
    let arena = [
        "arena",
        "four-in-a-row",
        "alpha-beta",
        "random",
        "--games",
        "20",
    ];
    let options = ["--nodes", "2000", "--seed", "1", "--json"];
    let standing = says(folder.path(), &[&arena[..], &options[..]].concat());
    let strongest = standing.find("\"spec\":\"alpha-beta\"").expect("listed");
    assert!(
        strongest < standing.find("\"spec\":\"random\"").expect("listed"),
        "{standing}"
    );
}

#[test]
#[cfg(unix)]
fn the_full_screen_plays_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let arguments = [
        "play",
        "four-in-a-row",
        "--seat",
        "human",
        "--seat",
        "human",
    ];
    let program = env!("CARGO_BIN_EXE_four-in-a-row");
    let mut screen = terminal::Terminal::run(program, folder.path(), &arguments, (80, 24));
    screen.sees("X to move");
    for column in FINISHED {
        screen.types(&format!(":{column}\r"));
    }
    screen.sees("X wins!");
}
