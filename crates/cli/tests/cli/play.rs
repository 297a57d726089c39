//! Conversations at the table.

use std::fs;
use std::path::Path;

use crate::program::{Run, parlour, run, run_with_input};

fn play(folder: &Path, args: &[&str], input: &str) -> Run {
    let mut command = parlour(&["play", "gridlock", "--plain"]);
    command.args(args).current_dir(folder);
    run_with_input(&mut command, input.as_bytes())
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test]
fn two_people_play_the_example_and_save_it() {
    let folder = folder();
    let said = play(
        folder.path(),
        &["--names", "Amy,Bill"],
        "red 0,0\nred 2,0\ngreen 1,1\nred 0,2\nred 2,2\nsave evening\nquit\n",
    );
    assert_eq!(said.status, Some(0));
    assert!(said.stdout.contains("Amy wins!"), "{}", said.stdout);
    let saved = fs::read_to_string(folder.path().join("evening.gridlock")).expect("saved");
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let example = fs::read_to_string(example.join("amy-and-bill.gridlock")).expect("the example");
    assert_eq!(saved, example);
}

#[test]
fn a_bad_move_is_explained_and_asked_again() {
    let said = play(
        folder().path(),
        &[],
        "red 0,0\nred 0,1\nblau 1,1\nnonsense\ngreen 1,1\n",
    );
    assert_eq!(said.status, Some(0), "the end of the input is a clean end");
    for part in [
        "(0,1) cannot be red: its neighbour (0,0) is red.",
        "`blau` is not a colour.",
        "`nonsense` is not a move.",
        "Second paints (1,1) green.",
    ] {
        assert!(
            said.stdout.contains(part),
            "{part} is not in\n{}",
            said.stdout
        );
    }
}

#[test]
fn undo_goes_back_one_move_or_to_the_asking_player() {
    let said = play(
        folder().path(),
        &[],
        "undo\nred 0,0\nred 2,2\nundo\nundo\nquit\n",
    );
    assert!(said.stdout.contains("There is nothing to take back."));
    assert!(said.stdout.ends_with("First > quit\n"), "{}", said.stdout);
    let against = ["--seat", "human", "--seat", "random", "--seed", "4"];
    let said = play(folder().path(), &against, "red 0,0\nundo\nquit\n");
    let empty = "0 |   |\n1 |   |\n2 |   |\n";
    assert!(
        said.stdout
            .ends_with(&format!("{empty}  +---+\nFirst > quit\n"))
    );
}

#[test]
fn hints_say_why() {
    let said = play(
        folder().path(),
        &["--size", "3x1", "--colours", "red"],
        "hint\n",
    );
    assert!(
        said.stdout
            .contains("red 1,0: paints (1,0) red; the only winning move: it is the last move."),
        "{}",
        said.stdout
    );
}

#[test]
fn values_are_told_in_words() {
    let said = play(folder().path(), &[], "value\nquit\n");
    let value = "First wins with best play, nim-value 1.";
    assert!(said.stdout.contains(value), "{}", said.stdout);
    let args = [
        "play",
        "labyrinth",
        "--plain",
        "--seed",
        "3",
        "--time",
        "200ms",
    ];
    let said = run_with_input(&mut parlour(&args), b"value\nquit\n");
    assert!(
        said.stdout.contains("to the next treasure"),
        "{}",
        said.stdout
    );
}

#[test]
fn an_unfinished_game_is_saved_and_resumed() {
    let folder = folder();
    play(
        folder.path(),
        &["--names", "Amy,Bill"],
        "red 0,0\nsave half.gridlock\nquit\n",
    );
    let replayed = parlour(&["replay", "half.gridlock"])
        .current_dir(folder.path())
        .output();
    let replayed: Run = replayed.expect("it runs").into();
    assert_eq!(replayed.status, Some(1));
    assert!(
        replayed
            .stderr
            .contains("parlour play gridlock --load half.gridlock")
    );
    let said = play(
        folder.path(),
        &["--load", "half.gridlock"],
        "green 1,0\nsave\nquit\n",
    );
    assert!(
        said.stdout.contains("Bill paints (1,0) green."),
        "{}",
        said.stdout
    );
    let saved = fs::read_to_string(folder.path().join("half.gridlock")).expect("saved");
    assert!(saved.ends_with("Amy plays red at (0,0).\nBill plays green at (1,0).\n"));
    let left: Vec<_> = fs::read_dir(folder.path()).expect("the folder").collect();
    assert_eq!(left.len(), 1, "no temporary file is left behind");
}

#[test]
fn nothing_is_overwritten_or_lost_by_saving() {
    let folder = folder();
    let other = folder.path().join("other.gridlock");
    fs::write(&other, "precious\n").expect("written");
    fs::create_dir(folder.path().join("sub.gridlock")).expect("made");
    let said = play(
        folder.path(),
        &[],
        "red 0,0\nsave other\nsave! sub\nsave no/such/folder/x\nsave\nquit\n",
    );
    assert_eq!(fs::read_to_string(&other).expect("there"), "precious\n");
    assert!(said.stdout.contains("already exists"), "{}", said.stdout);
    assert_eq!(
        said.stdout.matches("Not saved:").count(),
        2,
        "{}",
        said.stdout
    );
    assert!(said.stdout.contains("Save to which file?"));
    play(folder.path(), &[], "red 0,0\nsave! other\nquit\n");
    assert!(
        fs::read_to_string(&other)
            .expect("there")
            .starts_with("GRIDLOCK\n")
    );
}

#[test]
fn bots_play_to_the_end_by_themselves_and_the_seed_decides() {
    let folder = folder();
    let bots = [
        "--seat", "random", "--seat", "random", "--size", "4x4", "--seed", "9",
    ];
    let first = play(folder.path(), &bots, "");
    let second = play(folder.path(), &bots, "");
    assert_eq!(first.stdout, second.stdout);
    assert!(first.stdout.ends_with("wins!\n"));
}

#[test]
fn a_perfect_second_player_wins_even_boards() {
    for seed in 0..10 {
        let seed = seed.to_string();
        let seats = [
            "--seat", "random", "--seat", "perfect", "--size", "2x3", "--seed", &seed,
        ];
        let said = play(folder().path(), &seats, "");
        assert!(
            said.stdout.ends_with("Second (perfect) wins!\n"),
            "{}",
            said.stdout
        );
    }
}

#[test]
fn damaged_saves_and_odd_input_are_refused_in_words() {
    let folder = folder();
    fs::write(
        folder.path().join("bad.gridlock"),
        "GRIDLOCK\nPlayers: A.\n",
    )
    .expect("written");
    let said = play(folder.path(), &["--load", "bad.gridlock"], "");
    assert_eq!(said.status, Some(1));
    assert!(said.stderr.contains("bad.gridlock:2:"), "{}", said.stderr);
    let said = play(
        folder.path(),
        &["--load", "bad.gridlock", "--size", "2x2"],
        "",
    );
    assert_eq!(said.status, Some(2));
    let long = format!("{}\n\u{0}\nquit\n", "x".repeat(3_000_000));
    let said = play(folder.path(), &[], &long);
    assert_eq!(said.status, Some(0));
}

fn play_ur(folder: &Path, args: &[&str], input: &str) -> Run {
    let mut command = parlour(&["play", "ur", "--plain", "--pieces", "1"]);
    command.args(args).current_dir(folder);
    run_with_input(&mut command, input.as_bytes())
}

#[test]
fn dice_are_thrown_by_hand_and_bad_throws_are_asked_again() {
    let said = play_ur(
        folder().path(),
        &["--dice", "ask"],
        "7\n2\nstart\nroll 0\n\nquit\n",
    );
    for part in [
        "Enter Red's roll (0-4) > ",
        "`7` is not a roll.",
        "Red rolls 2.\n",
        // There is no other move, so nobody is asked.
        "Red enters a piece on 2.",
        "start was the only move, and has already been made.",
        "Enter Green's roll (0-4) > ",
        "Green rolls 0.",
        "Green passes.",
    ] {
        assert!(
            said.stdout.contains(part),
            "{part} is not in\n{}",
            said.stdout
        );
    }
}

#[test]
fn few_choices_are_picked_by_how_they_begin() {
    // With 1 both the piece on 4 and a new one can move.
    let start = ["play", "ur", "--plain", "--pieces", "2", "--dice", "ask"];
    let said = run_with_input(&mut parlour(&start), b"4\n1\ns\n0\nquit\n");
    for part in ["Red enters a piece on 4", "Red enters a piece on 1."] {
        assert!(said.stdout.contains(part), "{part}: {}", said.stdout);
    }
}

#[test]
fn dice_come_from_a_file_until_it_ends() {
    let folder = folder();
    // Red runs from rosette to rosette, and home.
    fs::write(folder.path().join("dice"), "4\n4\n2\n0\n\n4\n1\n").expect("written");
    let moves = "start\n4\n8\npass\n10\n14\nsave race\nquit\n";
    let said = play_ur(folder.path(), &["--dice", "dice"], moves);
    assert!(said.stdout.contains("Red wins!"), "{}", said.stdout);
    let race = folder.path().join("race.ur").display().to_string();
    let checked: Run = parlour(&["check", &race]).output().expect("it runs").into();
    assert_eq!(checked.stdout, "1 file: 1 valid\n");
    fs::write(folder.path().join("dice"), "2\n").expect("written");
    let said = play_ur(folder.path(), &["--dice", "dice"], "start\n");
    let (_, after) = said
        .stdout
        .split_once("The list of dice is used up.\n")
        .expect("it is told");
    // From then on the players are asked.
    assert!(after.contains("Enter Green's roll"), "{}", said.stdout);
    let said = play_ur(folder.path(), &["--dice", "no-such-file"], "");
    assert_eq!(said.status, Some(1));
}

#[test]
fn files_of_one_game_are_not_mistaken_for_another_ones() {
    let folder = folder();
    let said = play_ur(folder.path(), &[], "save race.gridlock\nsave race\nquit\n");
    assert!(said.stdout.contains("Files of Gridlock end with .gridlock"));
    assert!(said.stdout.contains("Saved to race.ur."), "{}", said.stdout);
    let said = play(folder.path(), &["--load", "race.ur"], "");
    assert_eq!(said.status, Some(2));
    assert!(said.stderr.contains("parlour play ur --load race.ur"));
}

#[test]
fn words_are_taken_in_any_case_and_misspelt_ones_explained() {
    let said = play(folder().path(), &[], "HELP\nhlep\nQuit\n");
    assert!(said.stdout.contains("Type a move, or one of these words:"));
    assert!(
        said.stdout.contains("did you mean help?"),
        "{}",
        said.stdout
    );
}

#[test]
fn an_option_before_the_command_is_not_ignored() {
    for option in ["--ascii", "--still", "--plain"] {
        let told = run(&[option, "play", "ur"]);
        assert_eq!(told.status, Some(2));
        let hint = format!("parlour play {option}");
        assert!(told.stderr.contains(&hint), "{}", told.stderr);
        assert_eq!(told.stdout, "");
    }
}

#[test]
fn an_option_that_a_command_does_not_take_is_refused_before_it_too() {
    for command in [&["check", "x.ur"][..], &["solve", "ur"]] {
        let told = run(&[&["--plain"], command].concat());
        assert_eq!(told.status, Some(2));
        let reason = format!("error: parlour {} has no option --plain\n", command[0]);
        assert!(told.stderr.starts_with(&reason), "{}", told.stderr);
        assert_eq!(told.stdout, "");
    }
}

#[test]
fn a_file_is_opened_behind_options_too() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../examples/amy-and-bill.ur"
    );
    let alone = run(&[file, "--plain"]);
    assert_eq!((alone.status, alone.stderr.as_str()), (Some(0), ""));
    for options in [
        &["--plain"][..],
        &["--still", "--plain"],
        &["--color", "never", "--plain"],
        &["--plain", "--color=auto"],
    ] {
        let behind = run(&[options, &[file]].concat());
        assert_eq!(behind.stdout, alone.stdout, "{options:?}");
        assert_eq!((behind.status, behind.stderr.as_str()), (Some(0), ""));
    }
    let captions = run(&["--ascii", file, "--captions"]);
    let usual = run(&["replay", file, "--ascii", "--captions"]);
    assert_eq!(captions.stdout, usual.stdout);
    assert_eq!(captions.status, Some(0));

    // A position is continued.
    let position = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../games/labyrinth/tests/cases/valid/01_fresh_1_human.txt"
    );
    let [before, behind] = [["--plain", position], [position, "--plain"]].map(|args| {
        let run = run_with_input(&mut parlour(&args), b"quit\n");
        assert_eq!((run.status, run.stderr.as_str()), (Some(0), ""));
        run.stdout
    });
    assert!(before.contains("Yellow"), "{before}");
    assert_eq!(before, behind);
}
