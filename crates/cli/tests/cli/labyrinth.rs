//! Labyrinth: one screen for several players, and games that are saved and
//! resumed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{Run, parlour, run, run_with_input};

fn case(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../games/labyrinth/tests/cases")
        .join(name)
}

fn typed(folder: &Path, args: &[&str], input: &str) -> Run {
    run_with_input(parlour(args).current_dir(folder), input.as_bytes())
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// A new game, saved.
fn saved(folder: &Path, options: &[&str]) -> PathBuf {
    let game = run(&[&["new", "labyrinth", "--seed", "3"], options].concat());
    assert_eq!(game.status, Some(0), "{}", game.stderr);
    let path = folder.join("game.labyrinth");
    fs::write(&path, game.stdout).expect("a file");
    path
}

#[test]
fn the_next_person_does_not_see_the_last_ones_cards() {
    let folder = folder();
    let path = saved(folder.path(), &["--players", "3", "--humans", "2"]);
    let text = fs::read_to_string(&path).expect("saved");
    let hand = |line: usize| {
        let line = text.lines().nth(line).expect("a player");
        let cards = line
            .split(' ')
            .skip(4)
            .take(7)
            .map(|card| format!(" {card:>2}"));
        cards.collect::<String>()
    };
    let said = typed(
        folder.path(),
        &["play", "labyrinth", "--load", "game.labyrinth"],
        "\nN4 east\n1 1\n\nquit\n",
    );
    assert_eq!(said.status, Some(0), "{}", said.stderr);
    let pages: Vec<&str> = said.stdout.split("Pass to ").collect();
    assert_eq!(pages.len(), 3, "{}", said.stdout);
    assert!(pages[1].starts_with("Yellow") && pages[2].starts_with("Red"));
    for (page, own, others) in [(pages[1], 0, [1, 2]), (pages[2], 1, [0, 2])] {
        assert!(page.contains(&hand(own)), "{page}");
        assert!(
            others.iter().all(|other| !page.contains(&hand(*other))),
            "{page}"
        );
    }
}

#[test]
fn a_save_is_resumed_with_its_mover_and_its_bots() {
    let folder = folder();
    saved(folder.path(), &["--players", "2", "--humans", "1"]);
    // A file's name is enough. What the bot does is not told.
    let said = typed(
        folder.path(),
        &["game.labyrinth"],
        "N4 east\n1 1\nsave later\nundo\nquit\n",
    );
    assert_eq!(said.status, Some(0), "{}", said.stderr);
    assert!(
        said.stdout.contains("Saved to later.labyrinth."),
        "{}",
        said.stdout
    );
    assert!(
        !said.stdout.contains("Red (greedy) inserts"),
        "{}",
        said.stdout
    );
    assert!(!said.stdout.contains("Pass to"), "{}", said.stdout);
    let later = fs::read_to_string(folder.path().join("later.labyrinth")).expect("saved");
    assert!(later.starts_with("yellow human 1 1 "), "{later}");
    let checked = parlour(&["check", "later.labyrinth"])
        .current_dir(folder.path())
        .output();
    assert_eq!(checked.expect("checked").status.code(), Some(0));
    // The present players are saved next.
    let said = typed(
        folder.path(),
        &[
            "play",
            "labyrinth",
            "--load",
            "later.labyrinth",
            "--seat",
            "human",
            "--seat",
            "human",
        ],
        "\nsave both\nquit\n",
    );
    assert_eq!(said.status, Some(0), "{}", said.stderr);
    let both = fs::read_to_string(folder.path().join("both.labyrinth")).expect("saved");
    assert_eq!(both.matches(" human ").count(), 2, "{both}");
}

#[test]
fn a_game_that_was_won_is_told_to_be() {
    let file = case("policy/already_won_first.txt");
    let said = run(&[file.to_str().expect("text")]);
    assert_eq!(said.status, Some(0), "{}", said.stderr);
    assert!(
        said.stdout.ends_with("Yellow (medium) wins!\n"),
        "{}",
        said.stdout
    );
    assert!(said.stdout.contains("yellow has won"), "{}", said.stdout);
}

#[test]
fn bots_alone_show_the_end_only() {
    let said = run(&[
        "play",
        "labyrinth",
        "--players",
        "4",
        "--humans",
        "0",
        "--seed",
        "1",
    ]);
    assert_eq!(said.status, Some(0), "{}", said.stderr);
    assert_eq!(said.stdout.lines().count(), 24, "{}", said.stdout);
    assert!(said.stdout.ends_with("wins!\n"), "{}", said.stdout);
}

#[test]
fn a_file_of_another_dialect_is_explained_and_imported() {
    let folder = folder();
    let file = case("invalid/77_sem_bar_dialect.txt");
    let file = file.to_str().expect("text");
    let refused = run(&["check", file]);
    assert_eq!(refused.status, Some(1));
    assert!(
        refused.stdout.contains("error[E_FIXED]"),
        "{}",
        refused.stdout
    );
    assert!(
        refused.stdout.contains("--closed-side"),
        "{}",
        refused.stdout
    );
    let imported = run(&["labyrinth", "import", file, "--closed-side"]);
    assert_eq!(imported.status, Some(0), "{}", imported.stderr);
    fs::write(folder.path().join("ours.txt"), imported.stdout).expect("a file");
    let ours = parlour(&["check", "ours.txt"])
        .current_dir(folder.path())
        .output();
    assert_eq!(ours.expect("checked").status.code(), Some(0));
    let still = run(&["labyrinth", "import", file, "--closed-side=no"]);
    assert_eq!(still.status, Some(1));
    assert!(still.stderr.contains("E_FIXED"), "{}", still.stderr);
}

#[test]
fn files_of_other_programs_are_never_guessed_at() {
    let folder = folder();
    let text = run(&["new", "labyrinth", "--players", "2", "--seed", "3"]).stdout;
    let import = |text: &str, switches: &[&str]| {
        fs::write(folder.path().join("theirs.txt"), text).expect("a file");
        let args = [&["labyrinth", "import", "theirs.txt"], switches].concat();
        typed(folder.path(), &args, "")
    };
    // Red at 1 7 may also be column 1, row 7.
    let two = import(&text, &[]);
    assert_eq!((two.status, &*two.stdout), (Some(1), ""), "{}", two.stderr);
    for line in [
        "theirs.txt can be read as 2 different games",
        "--column-first=no: yellow at 1 1, red at 1 7",
        "--column-first: yellow at 1 1, red at 7 1",
    ] {
        assert!(two.stderr.contains(line), "{line}: {}", two.stderr);
    }
    let plain = import(&text, &["--column-first=no"]);
    assert_eq!(
        (plain.status, &plain.stdout),
        (Some(0), &text),
        "{}",
        plain.stderr
    );
    // What is asked for is done, and other readings are mentioned.
    let other = import(&text, &["--column-first"]);
    assert_eq!(other.status, Some(0));
    assert!(other.stdout.contains("red ai 7 1"), "{}", other.stdout);
    let read = "read with rows and columns from 1, treasures from 1, column before row, forks by \
                their middle open side (--column-first)";
    assert!(other.stderr.contains(read), "{}", other.stderr);
    // Counting from 0 leaves only one reading, which is found and reported.
    let zero = text
        .replacen("human 1 1", "human 0 0", 1)
        .replacen("ai 1 7", "ai 6 6", 1);
    let found = import(&zero, &[]);
    assert_eq!(found.status, Some(0), "{}", found.stderr);
    assert!(found.stdout.contains("red ai 7 7"), "{}", found.stdout);
    assert!(found.stderr.contains("(--zero-based)"), "{}", found.stderr);
    let wrong = import(&zero, &["--zero-based=maybe"]);
    assert_eq!(wrong.status, Some(2));
}

#[test]
fn a_finished_game_leaves_a_record_like_any_other() {
    let folder = folder();
    let arena = ["arena", "labyrinth", "greedy", "two-turn"];
    let more = [
        "--games", "2", "--nodes", "1000", "--seed", "1", "--out", "out",
    ];
    let played = typed(folder.path(), &[&arena[..], &more].concat(), "");
    assert_eq!(played.status, Some(0), "{}", played.stderr);
    let entries = fs::read_dir(folder.path().join("out/games")).expect("a folder");
    let mut records: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    records.retain(|path| path.extension().is_some_and(|ending| ending == "labyrinth"));
    assert_eq!(records.len(), 2);
    let record = records[0].to_str().expect("text");
    let text = fs::read_to_string(record).expect("a record");
    assert!(
        text.starts_with("LABYRINTH\nVersion: 1.\nPlayers: "),
        "{text}"
    );
    assert!(text.ends_with(" wins!\n"), "{text}");
    for (args, says) in [
        (&["check", record][..], "1 file: 1 valid"),
        (&["replay", record], "has won"),
        // A record is replayed, not resumed.
        (&[record], "has won"),
        (&["review", record], "treasures"),
        (&["draw", record], "has won"),
    ] {
        let said = typed(folder.path(), args, "");
        assert_eq!(said.status, Some(0), "{args:?}: {}", said.stderr);
        assert!(said.stdout.contains(says), "{args:?}: {}", said.stdout);
    }
    let broken = text.replace(" wins!\n", " won!\n");
    fs::write(folder.path().join("broken.labyrinth"), &broken).expect("a file");
    let refused = typed(folder.path(), &["check", "broken.labyrinth"], "");
    assert_eq!(refused.status, Some(1));
    let place = format!("broken.labyrinth:{}:", broken.lines().count());
    assert!(refused.stdout.contains(&place), "{}", refused.stdout);
}

/// A save in the middle of a turn has a word that the document does not have.
#[test]
fn a_save_in_the_middle_of_a_turn_says_what_it_is() {
    let folder = folder();
    saved(folder.path(), &["--players", "1"]);
    let args = ["play", "labyrinth", "--load", "game.labyrinth"];
    let said = typed(
        folder.path(),
        &args,
        "save whole\nN4 east\nsave half\nquit\n",
    );
    assert_eq!(said.status, Some(0), "{}", said.stderr);
    let (whole, half) = said
        .stdout
        .split_once("Saved to half")
        .expect("saved twice");
    assert!(!whole.contains("grammar"), "{whole}");
    assert!(
        half.contains("`walk`") && half.contains("outside the document's grammar"),
        "{half}"
    );
}

#[test]
fn line_ends_of_another_system_are_taken_with_a_notice() {
    let file = case("policy/crlf.txt");
    let file = file.to_str().expect("text");
    let checked = run(&["check", file, "--json"]);
    assert_eq!(checked.status, Some(0));
    assert!(
        checked.stdout.contains("\"valid\":true"),
        "{}",
        checked.stdout
    );
    assert!(
        checked.stdout.contains("carriage-return"),
        "{}",
        checked.stdout
    );
    // A notice does not prevent the file from being used.
    assert_eq!(run(&["draw", file]).status, Some(0));
    assert_eq!(run(&["replay", file]).status, Some(0));
    assert_eq!(run(&["play", "labyrinth", "--load", file]).status, Some(0));
}

#[test]
fn the_published_rules_are_an_option_alone() {
    let said = run(&["new", "labyrinth", "--official"]);
    assert!(said.stdout.ends_with("official\n"), "{}", said.stdout);
    let said = run(&["new", "labyrinth", "--official=no", "--players", "1"]);
    assert!(!said.stdout.contains("official"), "{}", said.stdout);
    assert_eq!(
        run(&["new", "labyrinth", "--official=perhaps"]).status,
        Some(1)
    );
}

#[test]
fn pictures_can_be_plain_ascii() {
    let said = run(&["draw", "labyrinth", "start", "--ascii"]);
    assert!(
        said.stdout.is_ascii() && said.stdout.contains("---+"),
        "{}",
        said.stdout
    );
    let boxes = run(&["draw", "labyrinth", "start"]);
    assert!(boxes.stdout.contains('╦'), "{}", boxes.stdout);
    let svg = run(&["draw", "labyrinth", "start", "--svg"]);
    assert!(svg.stdout.starts_with("<svg "), "{}", svg.stdout);
}

/// The words between quotation marks in a list of JSON.
fn strings(json: &str, field: &str) -> Vec<String> {
    let list = json.split_once(&format!("\"{field}\":[")).expect(field).1;
    let list = list.split_once(']').expect("a list").0;
    let words = list
        .split(',')
        .map(|word| word.trim_matches('"').to_owned());
    words.collect()
}

#[test]
fn plans_replay_to_the_win() {
    let folder = folder();
    let path = saved(folder.path(), &["--players", "1"]);
    let position = format!("@{}", path.display());
    let solved = run(&["solve", "labyrinth", &position, "--prove", "--json"]);
    assert_eq!(solved.status, Some(0), "{}", solved.stderr);
    assert!(
        solved.stdout.contains("\"proved\":true"),
        "{}",
        solved.stdout
    );
    let plan = strings(&solved.stdout, "plan");
    let turns = format!("{{\"turns\":{},", plan.len() / 2);
    assert!(solved.stdout.starts_with(&turns), "{}", solved.stdout);
    let moves: Vec<&str> = plan.iter().map(String::as_str).collect();
    let applied = run(&[&["apply", "labyrinth", &position], &moves[..]].concat());
    assert_eq!(applied.status, Some(0), "{}", applied.stderr);
    let end = run(&["status", "labyrinth", applied.stdout.trim_end()]);
    assert!(end.stdout.contains("yellow"), "{}", end.stdout);
    let before_the_end = run(&[&["apply", "labyrinth", &position], &moves[..2]].concat());
    assert_eq!(before_the_end.status, Some(0));
}

#[test]
fn without_time_a_plan_is_not_said_to_be_the_best() {
    let solved = run(&[
        "solve",
        "labyrinth",
        "start",
        "--seed",
        "1",
        "--prove",
        "--time",
        "0s",
    ]);
    assert_eq!(solved.status, Some(0), "{}", solved.stderr);
    assert!(
        solved.stdout.contains("proved  no: at least"),
        "{}",
        solved.stdout
    );
}

#[test]
fn only_a_game_alone_is_solved() {
    for (options, reason) in [
        (["--players", "3"].as_slice(), "3 players"),
        (&["--players", "1", "--official"], "published rules"),
    ] {
        let folder = folder();
        let position = format!("@{}", saved(folder.path(), options).display());
        let refused = run(&["solve", "labyrinth", &position]);
        assert_eq!(refused.status, Some(1));
        assert!(refused.stderr.contains(reason), "{}", refused.stderr);
    }
    let nonsense = run(&["solve", "labyrinth", "yellow human 8 1"]);
    assert_eq!(nonsense.status, Some(1));
}

#[test]
fn puzzles_are_games_that_can_be_solved_in_as_many_turns() {
    let made = run(&["labyrinth", "puzzle", "--turns", "2", "--seed", "5"]);
    assert_eq!(made.status, Some(0), "{}", made.stderr);
    let solved = run(&["solve", "labyrinth", made.stdout.trim_end(), "--prove"]);
    assert!(
        solved.stdout.starts_with("turns   2\nproved  yes"),
        "{}",
        solved.stdout
    );
    let json = run(&[
        "labyrinth",
        "puzzle",
        "--turns",
        "2",
        "--seed",
        "5",
        "--json",
    ]);
    assert!(
        json.stdout.starts_with("{\"turns\":2,\"proved\":true,"),
        "{}",
        json.stdout
    );
    assert_eq!(
        run(&["labyrinth", "puzzle", "--turns", "9"]).status,
        Some(2)
    );
    let hasty = run(&["labyrinth", "puzzle", "--turns", "7", "--time", "0s"]);
    assert_eq!(hasty.status, Some(1));
    assert!(
        hasty.stderr.contains("was found in time"),
        "{}",
        hasty.stderr
    );
}

#[test]
fn bots_play_alone_and_against_each_other() {
    let alone = [
        "arena",
        "labyrinth",
        "two-turn",
        "--players",
        "1",
        "--games",
        "20",
        "--nodes",
        "1000000",
        "--seed",
        "1",
    ];
    let json = run(&[&alone[..], &["--json"]].concat());
    assert_eq!(json.status, Some(0), "{}", json.stderr);
    let line: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(line["too_long"], 0);
    let effort = &line["players"][0]["effort"];
    assert!(effort["low"].as_f64() < effort["mean"].as_f64());
    let counts = effort["counts"].as_array().expect("a list");
    let games: u64 = counts.iter().filter_map(|each| each[1].as_u64()).sum();
    assert_eq!(games, 20);
    let told = run(&alone).stdout;
    assert!(told.contains("effort of two-turn: "), "{told}");
    assert!(!told.contains("Elo"), "{told}");
    let four = [
        "arena",
        "labyrinth",
        "two-turn",
        "greedy",
        "random",
        "random",
        "--players",
        "4",
        "--games",
        "8",
        "--nodes",
        "1000",
        "--seed",
        "1",
    ];
    let played = run(&four);
    assert_eq!(played.status, Some(0), "{}", played.stderr);
    assert!(
        played.stdout.contains("\nwon by seat: "),
        "{}",
        played.stdout
    );
}
