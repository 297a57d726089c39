//! The commands about one position.

use crate::program::{parlour, run, run_with_input};

#[test]
fn a_game_can_be_played_by_pipes() {
    let mut position = run(&["new", "gridlock", "--size", "2x2", "--colours", "red"]).stdout;
    assert_eq!(position, "2x2 r ../..\n");
    for _ in 0..2 {
        let moves = run_with_input(
            &mut parlour(&["moves", "gridlock", "-"]),
            position.as_bytes(),
        );
        let first = moves.stdout.lines().next().expect("a move").to_owned();
        let mut apply = parlour(&["apply", "gridlock", "-", &first]);
        position = run_with_input(&mut apply, position.as_bytes()).stdout;
    }
    assert_eq!(position, "2x2 r r./.r\n");
    let mut status = parlour(&["status", "gridlock", "-", "--json"]);
    let status = run_with_input(&mut status, position.as_bytes());
    assert_eq!(status.stdout, "{\"over\":true,\"winner\":\"second\"}\n");
}

#[test]
fn positions_come_from_files_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("position.txt");
    std::fs::write(&path, "2x1 rg r.\r\n").expect("written");
    let moves = run(&["moves", "gridlock", &format!("@{}", path.display())]);
    assert_eq!(moves.stdout, "green 1,0\n");
}

#[test]
fn moves_and_status_as_json() {
    let moves = run(&["moves", "gridlock", "2x1 rg r.", "--json"]);
    assert_eq!(
        moves.stdout,
        "{\"turn\":\"second\",\"moves\":[\"green 1,0\"]}\n"
    );
    let over = run(&["moves", "gridlock", "0x0 r -", "--json"]);
    assert_eq!(over.stdout, "{\"turn\":null,\"moves\":[]}\n");
    let status = run(&["status", "gridlock", "start", "--json"]);
    assert_eq!(status.stdout, "{\"over\":false,\"turn\":\"first\"}\n");
}

#[test]
fn an_illegal_move_is_named_and_nothing_is_printed() {
    let run = run(&["apply", "gridlock", "start", "red 0,0", "red 1,0"]);
    assert_eq!((run.status, run.stdout.as_str()), (Some(1), ""));
    assert!(
        run.stderr.contains("error[same-as-neighbour]"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("--> move 2:1:1"), "{}", run.stderr);
}

#[test]
fn the_document_draws_its_last_grid_like_this() {
    let drawn = run(&[
        "draw",
        "gridlock",
        "3x3 rg r.r/.g./r.r",
        "--color",
        "always",
    ]);
    let (r, g) = ("\x1b[41mR\x1b[0m", "\x1b[42mG\x1b[0m");
    assert_eq!(
        drawn.stdout,
        format!("+---+\n|{r} {r}|\n| {g} |\n|{r} {r}|\n+---+\n")
    );
}

#[test]
fn svg_pictures_are_well_formed_enough_to_be_nested_right() {
    let drawn = run(&["draw", "gridlock", "2x2 rgybmc r./.c", "--svg"]).stdout;
    assert_eq!(drawn.matches("<g ").count(), drawn.matches("</g>").count());
    assert_eq!(drawn.matches("data-pick=\"1,1\"").count(), 1);
}

#[test]
fn best_moves_have_values() {
    let best = run(&["best", "gridlock", "3x1 r ...", "--json", "--seed", "1"]).stdout;
    let line: serde_json::Value = serde_json::from_str(&best).expect("JSON");
    assert_eq!(line["move"], "red 1,0");
    assert_eq!(line["value"], 1.0);
    assert_eq!(line["moves"].as_array().map(Vec::len), Some(3));
    let random = run(&[
        "best", "gridlock", "start", "--bot", "random", "--seed", "5",
    ]);
    let again = run(&[
        "best", "gridlock", "start", "--bot", "random", "--seed", "5",
    ]);
    assert_eq!(random.stdout, again.stdout);
    let over = run(&["best", "gridlock", "0x0 r -"]);
    assert_eq!(over.status, Some(1));
}

#[test]
fn perft_counts_sequences_of_moves() {
    // One colour on three cells in a row: the middle one ends the game, the
    // outer ones leave each other.
    for (depth, nodes) in [("0", 1), ("1", 3), ("2", 2), ("3", 0)] {
        let counted = run(&["perft", "gridlock", depth, "3x1 r ...", "--json"]).stdout;
        assert_eq!(
            counted,
            format!("{{\"depth\":{depth},\"nodes\":{nodes}}}\n")
        );
    }
}

#[test]
fn wrong_usage_is_told_apart_from_wrong_input() {
    for args in [
        &["moves"][..],
        &["moves", "chess", "start"],
        &["no-such-command"],
        &["best", "gridlock", "start", "--bot", "oracle"],
        &["best", "gridlock", "start", "--time", "soon"],
        &["play", "gridlock", "--seat", "oracle"],
        &["play", "gridlock", "--names", "Amy"],
        &["play", "gridlock", "--names", "J. Smith,Bill"],
        &["draw", "gridlock", "start", "--after", "1"],
        &["man", "no-such-command"],
        &["moves", "gridlock", "2x1 r ..", "--size", "3x3"],
        &["new", "gridlock", "--pieces", "3"],
    ] {
        assert_eq!(run(args).status, Some(2), "{args:?}");
    }
    for args in [
        &["moves", "gridlock", "3x3"][..],
        &["moves", "gridlock", "@/no/such/file"],
        &["new", "gridlock", "--size", "3y3"],
        &["new", "gridlock", "--size", "99999999999x99999999999"],
        &["new", "gridlock", "--colours", ""],
        &["draw", "gridlock", "99999999999x0 r -"],
        &["draw", "/no/such/file"],
        &["replay", "/no/such/file"],
    ] {
        let run = run(args);
        assert_eq!(run.status, Some(1), "{args:?}");
        assert!(run.stderr.starts_with("error"), "{args:?}: {}", run.stderr);
        assert_eq!(run.stdout, "", "{args:?}");
    }
}

#[test]
fn every_shell_has_completions_and_every_command_a_page() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = run(&["completions", shell]).stdout;
        assert!(script.contains("colours"), "{shell}");
    }
    assert!(run(&["man"]).stdout.contains(".SH SUBCOMMANDS"));
    assert!(
        run(&["man", "play"])
            .stdout
            .contains("--colours".replace('-', "\\-").as_str())
    );
}

#[test]
fn the_help_of_every_command_has_an_example() {
    for command in [
        "games",
        "play",
        "replay",
        "check",
        "new",
        "moves",
        "apply",
        "status",
        "draw",
        "best",
        "perft",
        "completions",
        "man",
    ] {
        let help = run(&[command, "--help"]).stdout;
        assert!(help.contains("Example"), "{command}");
    }
    for nested in [&["solve", "ur", "--help"], &["ur", "winner", "--help"]] {
        assert!(run(nested).stdout.contains("Example"), "{nested:?}");
    }
}

#[test]
fn without_arguments_and_terminal_there_is_help() {
    let help = run(&[]);
    assert_eq!(help.status, Some(0));
    assert!(help.stdout.contains("Usage: parlour"));
}

#[test]
fn the_winner_of_a_list_of_turns() {
    let winner = |turns: &str| run_with_input(&mut parlour(&["ur", "winner"]), turns.as_bytes());
    assert_eq!(winner("2 start\n0 pass\n").stdout, "nobody yet\n");
    let illegal = winner("2 start\n2 pass\n");
    assert_eq!(illegal.status, Some(0));
    assert_eq!(illegal.stdout, "nobody yet\n");
    assert!(illegal.stderr.contains("pair 2"), "{}", illegal.stderr);
    let bad = winner("2 start\nx start\n");
    assert!(bad.stderr.contains("<stdin>:2:1"), "{}", bad.stderr);
    // Red alone carries seven pieces home, over rosettes; Green always rolls 0.
    let mut turns = String::new();
    for _ in 0..7 {
        turns.push_str("4 start\n4 4\n2 8\n0 pass\n4 10\n1 14\n0 pass\n");
    }
    assert_eq!(winner(&turns).stdout, "red\n");
}

#[test]
fn small_games_of_ur_are_solved_at_once() {
    let solved = run(&["solve", "ur", "--pieces", "1", "--verify", "--json"]).stdout;
    let line: serde_json::Value = serde_json::from_str(&solved).expect("JSON");
    assert_eq!(line["positions"], 217);
    let value = line["first_player"].as_f64().expect("a number");
    assert!((value - 0.552_653_561_514).abs() < 1e-12);
    assert!(line["residual"].as_f64().expect("a number") < 1e-12);
    assert_eq!(run(&["solve", "ur", "--pieces", "8"]).status, Some(2));
}

#[test]
fn a_large_board_is_played_by_strategy() {
    let best = |size, colours| {
        let options = [
            "--size",
            size,
            "--colours",
            colours,
            "--json",
            "--time",
            "100ms",
        ];
        let said = run(&[&["best", "gridlock", "start"][..], &options].concat());
        serde_json::from_str::<serde_json::Value>(&said.stdout).expect("JSON")
    };
    let even = best("300x300", "red");
    assert_eq!(
        (even["value"].as_f64(), even["nim"].as_u64()),
        (Some(0.0), Some(0))
    );
    assert_eq!(best("301x301", "red")["move"], "red 150,150");
    // No strategy is known, and there are too many cells to search.
    assert_eq!(best("300x301", "red")["value"], serde_json::Value::Null);
    assert_eq!(best("6x1", "red")["nim"], 1);
}

#[test]
fn gridlock_is_solved() {
    let solve = |options: &[&str]| run(&[&["solve", "gridlock"], options].concat());
    let line = |options: &[&str]| {
        let said = solve(&[options, &["--json"]].concat());
        serde_json::from_str::<serde_json::Value>(&said.stdout).expect("JSON")
    };
    let three = line(&["--size", "12x3", "--colours", "1"]);
    assert_eq!(
        (&three["size"], &three["colours"]),
        (&"12x3".into(), &1.into())
    );
    assert_eq!(
        (&three["nim"], &three["winner"]),
        (&5.into(), &"first".into())
    );
    let huge = line(&["--size", "99999999999x7", "--colours", "red,blue,cyan"]);
    assert_eq!(
        (&huge["nim"], &huge["winner"]),
        (&serde_json::Value::Null, &"first".into())
    );
    let hard = ["--size", "7x12", "--colours", "3", "--time", "50ms"];
    let unsolved = solve(&hard);
    assert_eq!(unsolved.status, Some(1));
    assert!(
        unsolved.stderr.contains("not solved in time"),
        "{}",
        unsolved.stderr
    );
    assert_eq!(line(&hard)["winner"], serde_json::Value::Null);
    let table = solve(&["--upto", "2x3", "--colours", "1"]).stdout;
    assert_eq!(
        table,
        "size\tcolours\tnim\twinner\n\
         1x1\t1\t1\tfirst\n1x2\t1\t1\tfirst\n1x3\t1\t2\tfirst\n\
         2x2\t1\t0\tsecond\n2x3\t1\t1\tfirst\n"
    );
    let two_parts = line(&["--position", "7x2 r r..r.../.......", "--line"]);
    assert_eq!(
        (&two_parts["nim"], &two_parts["wins"]),
        (&2.into(), &true.into()),
        "{two_parts}"
    );
    let nims = [
        &two_parts["components"][0]["nim"],
        &two_parts["components"][1]["nim"],
    ];
    assert_eq!(nims, [&3, &1]);
    let winning = &two_parts["winning"];
    assert!(
        winning
            .as_array()
            .is_some_and(|moves| moves.contains(&two_parts["line"][0]))
    );
    for wrong in [
        &["--position", "7x2 r ...r"][..],
        &["--position", "1x1 r .", "--size", "1x1"],
        &["--size", "3x3", "--colours", "7"],
        &["--size", "3x3", "--colours", "pink"],
        &["--size", "3", "--colours", "1"],
        &["--size", "3x3", "--memory", "much"],
        &["--upto", "1000x1000"],
        &[],
    ] {
        let said = solve(wrong);
        assert!(
            matches!(said.status, Some(1 | 2)),
            "{wrong:?}: {}",
            said.stdout
        );
    }
}

#[test]
fn help_shows_the_setup_options_of_the_named_game_alone() {
    let help = |args: &[&str]| run(args).stdout;
    let ploy = help(&["play", "ploy", "--help"]);
    assert!(ploy.contains("Setup of Ploy:"), "{ploy}");
    assert!(
        ploy.contains("--board") && !ploy.contains("--size <"),
        "{ploy}"
    );
    assert!(!ploy.contains("Setup of Ships"), "{ploy}");
    assert!(!ploy.contains("8x4"), "{ploy}");
    let ships = help(&["new", "ships", "--help"]);
    assert!(
        ships.contains("--ships") && !ships.contains("--pieces <"),
        "{ships}"
    );
    let none = help(&["play", "--help"]);
    assert!(!none.contains("Setup of"), "{none}");
    assert!(none.contains("parlour play GAME --help"), "{none}");
    // All of them can still be given, and a manual page has them all.
    let new = run(&["new", "gridlock", "--size", "2x2"]);
    assert_eq!(new.status, Some(0), "{}", new.stderr);
}
