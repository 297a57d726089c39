//! `check`, `replay` and `draw` on files, good and hostile.

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::program::{Run, guessed_twice, parlour, run, run_with_input};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn example(name: &str) -> String {
    root().join("examples").join(name).display().to_string()
}

fn json(run: &Run) -> Vec<serde_json::Value> {
    run.stdout
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON object per line"))
        .collect()
}

#[test]
fn the_example_of_the_document_replays_grid_by_grid() {
    let grids = [
        "   /   /   ",
        "R  /   /   ",
        "R R/   /   ",
        "R R/ G /   ",
        "R R/ G /R  ",
        "R R/ G /R R",
    ];
    let mut expected = String::new();
    for grid in grids {
        expected.push_str("+---+\n");
        for row in grid.split('/') {
            expected.push_str(&format!("|{row}|\n"));
        }
        expected.push_str("+---+\n");
    }
    let file = example("amy-and-bill.gridlock");
    let replayed = run(&["replay", &file, "--plain"]);
    assert_eq!(replayed.stdout, expected);
    assert_eq!(replayed.status, Some(0));
    assert_eq!(run(&[&file]).stdout, expected, "a bare file is replayed");
    let captions = run(&[&file, "--captions"]).stdout;
    assert!(captions.contains("Bill paints (2,0) red.\n+---+\n|R R|"));
    assert!(captions.ends_with("Amy wins!\n"));
    let words = run(&["replay", &file, "--words"]).stdout;
    assert!(words.contains("Bill paints (2,0) red.\n"), "{words}");
    assert!(words.contains("Row 0: "), "{words}");
    assert!(!words.contains("+---+"), "{words}");
}

#[test]
fn every_move_of_a_solved_game_is_analysed() {
    let file = example("amy-and-bill.gridlock");
    let analysed = run(&["replay", &file, "--plain", "--analyse"]).stdout;
    let comments: Vec<&str> = analysed
        .lines()
        .filter_map(|line| line.split_once(" · "))
        .map(|(_, comment)| comment)
        .collect();
    let expected = [
        "?? blunder: red 1,1 would have won",
        "?? blunder: red 2,1 would have won",
        "?? blunder: red 0,2 would have won",
        "?? blunder: red 1,2 would have won",
        "keeps the win",
    ];
    assert_eq!(comments, expected, "{analysed}");
}

#[test]
fn bad_moves_are_marked_where_nobody_can_lose() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("twice.ships");
    std::fs::write(&path, guessed_twice()).expect("a file");
    let file = path.display().to_string();
    let marked = run(&["replay", &file, "--marks"]).stdout;
    let mark = " ?? blunder, 3.9 bits; better: A1,A3,H1\n";
    assert!(marked.contains(mark), "{marked}");
}

#[test]
fn an_invalid_record_is_explained_and_not_replayed() {
    let replayed = run(&["replay", &example("mistakes.gridlock")]);
    assert_eq!((replayed.status, replayed.stdout.as_str()), (Some(1), ""));
    assert!(replayed.stderr.contains("mistakes.gridlock:4:1"));
    // Its valid part can still be drawn.
    let drawn = run(&["draw", &example("mistakes.gridlock"), "--after", "0"]);
    assert_eq!(drawn.status, Some(0));
}

#[test]
fn the_cases_are_judged_alike_one_by_one_and_in_a_folder() {
    let folder = root().join("games/gridlock/tests/cases");
    let manifest = fs::read_to_string(folder.join("manifest.tsv")).expect("the manifest");
    let checked = run(&["check", &folder.display().to_string(), "--json"]);
    assert_eq!(checked.status, Some(1));
    let lines = json(&checked);
    let mut count = 0;
    for row in manifest.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let path = folder.join(columns[0]).display().to_string();
        let line = lines
            .iter()
            .find(|line| line["file"] == path.as_str())
            .unwrap_or_else(|| panic!("{path} was not checked"));
        assert_eq!(line["game"], "gridlock");
        assert_eq!(line["valid"], columns[1] == "valid", "{row}");
        if columns[1] == "invalid" {
            assert_eq!(line["diagnostics"][0]["code"], columns[2], "{row}");
            assert_eq!(line["diagnostics"][0]["severity"], "error");
        }
        count += 1;
    }
    assert_eq!(lines.len(), count);
}

#[test]
fn the_summary_counts_files_and_errors() {
    let checked = run(&["check", &example("")]);
    assert!(
        checked
            .stdout
            .ends_with("5 files: 4 valid, 1 invalid (5 errors)\n")
    );
    let valid = run(&["check", &example("amy-and-bill.gridlock")]);
    assert_eq!(
        (valid.status, valid.stdout.as_str()),
        (Some(0), "1 file: 1 valid\n")
    );
}

#[test]
fn standard_input_is_recognised_by_its_first_line() {
    let record = fs::read(example("amy-and-bill.gridlock")).expect("the example");
    let checked = run_with_input(&mut parlour(&["check", "-", "--json"]), &record);
    assert_eq!(json(&checked)[0]["game"], "gridlock");
    assert_eq!(checked.status, Some(0));
    let odd = run_with_input(&mut parlour(&["check", "-", "--json"]), b"hello\n");
    assert_eq!(json(&odd)[0]["diagnostics"][0]["code"], "unknown-game");
    let forced = ["check", "-", "--json", "--game", "gridlock"];
    let forced = run_with_input(&mut parlour(&forced), b"hello\n");
    assert_eq!(
        json(&forced)[0]["diagnostics"][0]["code"],
        "missing-gridlock"
    );
}

#[test]
fn what_cannot_be_read_is_reported_and_the_rest_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let secret = folder.path().join("secret.gridlock");
    fs::write(&secret, "GRIDLOCK\n").expect("written");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(&secret, fs::Permissions::from_mode(0o000)).expect("locked");
    }
    let checked = run(&[
        "check",
        "/no/such/file.gridlock",
        &secret.display().to_string(),
        &example("amy-and-bill.gridlock"),
        "--json",
    ]);
    assert_eq!(checked.status, Some(1));
    let lines = json(&checked);
    assert_eq!(lines[0]["diagnostics"][0]["code"], "unreadable");
    assert_eq!(lines[0]["valid"], false);
    assert_eq!(lines[2]["valid"], true);
    // An administrator can read everything; then it is merely incomplete.
    let code = &lines[1]["diagnostics"][0]["code"];
    assert!(code == "unreadable" || code == "missing-players", "{code}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = parlour(&["moves", "gridlock", "start", "--size", "500x500"])
        .current_dir(&folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = [0; 10];
    let mut stdout = child.stdout.take().expect("a pipe");
    stdout.read_exact(&mut first).expect("a first move");
    drop(stdout);
    let ended: Run = child.wait_with_output().expect("it ends").into();
    assert_eq!((ended.status, ended.stderr.as_str()), (Some(0), ""));
}

/// A record on a grid of any size with a few lines after its headers.
fn record(players: &str, grid: &str, rest: &str) -> String {
    format!("GRIDLOCK\nPlayers: {players}.\nGrid: {grid}.\nColours: red, green.\n{rest}")
}

#[test]
fn sizes_beyond_memory_are_judged_at_once() {
    let ending = "Amy cannot move.\nBill wins!\n";
    for (grid, code) in [
        ("99999999999x0", None),
        ("0x9223372036854775807", None),
        ("99999999999x1", Some("move-still-possible")),
        ("99999999999x99999999999", Some("move-still-possible")),
        ("9223372036854775808x1", Some("grid-too-large")),
        ("1x99999999999999999999999999999", Some("grid-too-large")),
    ] {
        let text = record("Amy, Bill", grid, ending);
        let checked = run_with_input(&mut parlour(&["check", "-", "--json"]), text.as_bytes());
        let line = &json(&checked)[0];
        match code {
            None => assert_eq!(line["valid"], true, "{grid}"),
            Some(code) => assert_eq!(line["diagnostics"][0]["code"], code, "{grid}"),
        }
    }
    // Valid, but too large to draw.
    let text = record("Amy, Bill", "99999999999x0", ending);
    let replayed = run_with_input(&mut parlour(&["replay", "-"]), text.as_bytes());
    assert_eq!(replayed.status, Some(1));
    assert!(
        replayed.stderr.contains("too large to draw"),
        "{}",
        replayed.stderr
    );
}

#[test]
fn names_of_any_length_are_read_and_shown_short() {
    let name = "A".repeat(100_000);
    let good = record(
        &format!("{name}, Bill"),
        "1x1",
        &format!("{name} plays red at (0,0).\nBill cannot move.\n{name} wins!\n"),
    );
    let checked = run_with_input(&mut parlour(&["check", "-"]), good.as_bytes());
    assert_eq!(checked.status, Some(0), "{}", checked.stdout);
    let bad = good.replace("(0,0)", "(7,0)");
    let checked = run_with_input(&mut parlour(&["check", "-"]), bad.as_bytes());
    assert_eq!(checked.status, Some(1));
    assert!(
        checked.stdout.len() < 5000,
        "{} bytes",
        checked.stdout.len()
    );
    assert!(checked.stdout.contains(":5:100015"));
}

#[test]
fn escape_sequences_in_a_file_do_not_reach_the_terminal() {
    let text = record("A\u{1b}[2Jmy, Bill", "1x1", "");
    let checked = run_with_input(&mut parlour(&["check", "-"]), text.as_bytes());
    assert!(!checked.stdout.contains('\u{1b}'));
    let checked = run_with_input(&mut parlour(&["check", "-", "--json"]), text.as_bytes());
    assert!(!checked.stdout.contains('\u{1b}'));
}

#[test]
fn a_position_of_a_record_can_be_drawn() {
    let file = example("amy-and-bill.gridlock");
    assert_eq!(
        run(&["draw", &file, "--after", "1"]).stdout,
        "+---+\n|R  |\n|   |\n|   |\n+---+\n"
    );
    assert_eq!(
        run(&["draw", &file]).stdout,
        "+---+\n|R R|\n| G |\n|R R|\n+---+\n"
    );
    assert_eq!(run(&["draw", &file, "--after", "6"]).status, Some(1));
}

#[cfg(unix)]
#[test]
fn a_pipe_among_the_records_of_a_folder_is_passed_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe.gridlock");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo").success());
    fs::copy(
        example("amy-and-bill.gridlock"),
        folder.path().join("good.gridlock"),
    )
    .expect("copied");
    let checked = run(&["check", &folder.path().display().to_string()]);
    assert_eq!(checked.stdout, "1 file: 1 valid\n");
}

#[cfg(unix)]
#[test]
fn control_characters_in_a_files_name_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("\u{1b}[31m\nodd.gridlock");
    fs::write(&path, "GRIDLOCK\n").expect("written");
    let checked = run(&["check", &path.display().to_string()]);
    assert_eq!(checked.status, Some(1));
    assert!(!checked.stdout.contains('\u{1b}'), "{}", checked.stdout);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_noticed() {
    for args in [&["man"][..], &["completions", "bash"], &["games"], &[]] {
        let full = fs::File::options()
            .write(true)
            .open("/dev/full")
            .expect("opened");
        let ended = parlour(args).stdout(full).stderr(Stdio::null()).status();
        assert_eq!(ended.expect("it runs").code(), Some(1), "{args:?}");
    }
}
