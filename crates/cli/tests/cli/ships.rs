//! Ships: hiding, searching, and answering by hand.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::program::{Run, parlour, run, run_with_input};

fn play(folder: &Path, args: &[&str], input: &str) -> Run {
    let mut command = parlour(&["play", "ships", "--plain"]);
    command.args(args).current_dir(folder);
    // What a bot has hidden is kept there when a game is saved.
    command.env("PARLOUR_DATA", folder.join("data"));
    run_with_input(&mut command, input.as_bytes())
}

fn run_in(folder: &Path, args: &[&str]) -> Run {
    let output = parlour(args).current_dir(folder).output();
    output.expect("the program starts").into()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Checks that all of these are said, in this order.
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
            "of 996 possible targets, and gives",
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
    let seats = [
        "--seat", "human", "--seat", "entropy", "--seed", "1", "--target", "open",
    ];
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
            "no ships fit the answer 0,0,0 to",
            "if only one answer is wrong, it is this one or 0,0,0 to guess 1",
        ],
    );
}

#[test]
fn a_person_hides_on_the_board_and_need_not_answer() {
    let folder = folder();
    let seats = ["--seat", "human", "--seat", "entropy"];
    let said = play(folder.path(), &seats, "H1,B2,D3\nsave found\nquit\n");
    said_in_order(
        &said.stdout,
        &[
            "The hider picks a place for the ships.",
            "Hider hides the ships at B2,D3,H1.",
            "Searcher (entropy) guesses A1,C1,E4.",
            // The only hider at the table sees the ships.
            "| S |",
            "Hider answers 0,3,0: 3 one away.",
            "Searcher (entropy) wins!",
        ],
    );
    let found = fs::read_to_string(folder.path().join("found.ships")).expect("saved");
    let head = "SHIPS\nHider: Hider.\nSearcher: Searcher (entropy).\nHidden: B2, D3, H1.\n";
    assert!(found.starts_with(head), "{found}");
    let checked = run_in(folder.path(), &["check", "found.ships"]);
    assert_eq!(checked.stdout, "1 file: 1 valid\n");
    // Chance can hide them as well, and they are shown.
    let random = ["--target", "random", "--seed", "1"];
    let said = play(folder.path(), &[&seats[..], &random].concat(), "quit\n");
    said_in_order(&said.stdout, &["| S |", "Hider answers ", "wins!"]);
}

#[test]
fn two_people_at_one_screen_look_one_after_the_other() {
    let people = ["--seat", "human", "--seat", "human"];
    // The hider comes and hides; the searcher comes and guesses.
    let input = "\nH1,B2,D3\n\nB3,C3,H3\nboard\nquit\n";
    let said = play(folder().path(), &people, input).stdout;
    let (before, after) = said
        .split_once("Pass to Searcher")
        .expect("the searcher is called");
    assert!(before.starts_with("Pass to Hider"), "{said}");
    assert!(after.contains("Hider hides the ships.\n"), "{said}");
    // The answer is given automatically, and nobody is called for it.
    assert!(after.contains("Hider answers 0,2,1"), "{said}");
    assert!(!after.contains("Pass to"), "{said}");
    assert!(
        !after.contains("| S |") && !after.contains("B2,D3"),
        "{said}"
    );
}

#[test]
fn a_game_is_saved_between_a_guess_and_its_answer() {
    let folder = folder();
    play(
        folder.path(),
        &["--names", "Amy,Bill", "--target", "open"],
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

fn json(args: &[&str]) -> Vec<Value> {
    let run = run(args);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let lines = run.stdout.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

#[test]
fn the_best_guesses_come_with_their_figures() {
    let position = "B3,C3,H3=0,2,1;A2,A4,G4=0,1,1;B1,D2,H2=0,3,0";
    let best = &json(&["best", "ships", position, "--json", "--time", "1m"])[0];
    assert_eq!(best["candidates"], 19);
    let moves = best["moves"].as_array().expect("a list");
    assert!(moves.len() >= 10);
    assert_eq!(
        (&moves[0]["move"], &moves[0]["value"]),
        (&best["move"], &best["value"])
    );
    for guess in moves {
        let [size, bits, worst] = ["expected_size", "bits", "worst"].map(|name| {
            guess[name]
                .as_f64()
                .unwrap_or_else(|| panic!("{name} in {guess}"))
        });
        assert!(1.0 <= size && size <= worst && worst <= 19.0, "{guess}");
        assert!(0.0 < bits && bits <= 19_f64.log2(), "{guess}");
    }
    // On the tree too, and for the hider.
    let start = &json(&["best", "ships", "start", "--json"])[0];
    assert_eq!(
        (&start["move"], &start["candidates"]),
        (&"A1,A3,H1".into(), &4960.into())
    );
    assert!(
        start["moves"]
            .as_array()
            .is_some_and(|moves| moves.len() > 1)
    );
    let answer = &json(&["best", "ships", "B3,C3,H3", "--json"])[0];
    assert_eq!(answer["candidates"], 4960);
    // Others have no such fields.
    let ploy = &json(&["best", "ploy", "start", "--json", "--bot", "random"]);
    assert!(ploy[0].get("candidates").is_none());
}

#[test]
fn another_board_is_played_saved_and_resumed() {
    let folder = folder();
    let seats = ["--seat", "honest", "--seat", "human", "--seed", "3"];
    let board = ["--board", "6x6", "--ships", "2"];
    let said = play(
        folder.path(),
        &[&seats[..], &board].concat(),
        "A1,F6\nmap\nhint\nB2,C3,D4\nsave half\nquit\n",
    );
    said_in_order(
        &said.stdout,
        &[
            "Searcher guesses A1,F6.",
            "of 630 targets are possible",
            "more than two locations here, but there are two ships",
        ],
    );
    let saved = fs::read_to_string(folder.path().join("half.ships")).expect("saved");
    let (head, guesses) = saved.split_once("Sealed: ").expect("a seal");
    assert!(head.ends_with("Board: 6x6, 2 ships.\n"), "{saved}");
    assert!(guesses.contains(".\nA1, F6: "), "{saved}");
    let resumed = play(folder.path(), &["--load", "half.ships"], "board\nquit\n");
    assert!(
        resumed.stdout.contains("6 |   |   |   |   |   | 1 |"),
        "{}",
        resumed.stdout
    );
    let refused = run(&["new", "ships", "--board", "20x20"]);
    assert!(
        refused.stderr.contains("1 to 16 columns"),
        "{}",
        refused.stderr
    );
    // Ploy's own option of that name is another one.
    let ploy = run(&["new", "ploy", "--board", "8x8"]);
    assert_ne!(ploy.status, Some(0));
}

/// What an honest hider hid stays where it is when the game is saved to a file and resumed, as
/// often as you like. The file itself only has a commitment.
#[test]
fn an_honest_hider_keeps_its_ships_in_a_saved_game() {
    let (folder, data) = (folder(), folder());
    let honest = ["--seat", "honest", "--seat", "human"];
    let play = |data: &Path, args: &[&str], input: &str| {
        let mut command = parlour(&["play", "ships", "--plain"]);
        command.args(honest).args(args).current_dir(folder.path());
        command.env("PARLOUR_DATA", data);
        run_with_input(&mut command, input.as_bytes()).stdout
    };
    // Without a seed of the user's: nobody can guess the one that is drawn.
    play(data.path(), &[], "A1,D2,G3\nsave half\nquit\n");
    let half = fs::read_to_string(folder.path().join("half.ships")).expect("saved");
    let seal = half.split_once("Sealed: ").map(|(_, rest)| &rest[..64]);
    let kept = data.path().join("seals").join(seal.expect("a seal"));
    let seed = fs::read_to_string(&kept).expect("kept for its owner");
    assert!(!half.contains(seed.trim()), "{half}");

    let guesses = "B1,B2,B3\nD1,E1,F1\nF4,G4,H4\nA3,C3,H1\nquit\n";
    let answers = |said: &str| -> Vec<String> {
        let lines = said.lines().filter(|line| line.contains("answers"));
        lines.map(str::to_owned).collect()
    };
    let load = ["--load", "half.ships"];
    let first = answers(&play(data.path(), &load, guesses));
    assert_eq!(first.len(), 4, "{first:?}");
    for _ in 0..8 {
        assert_eq!(answers(&play(data.path(), &load, guesses)), first);
    }
    // Once they are found, the record reveals what was sealed. Where they are is what the same seed
    // hides.
    let args = [
        "play", "ships", "--plain", "--seat", "honest", "--seat", "best",
    ];
    let shown = run(&[&args[..], &["--seed", seed.trim()]].concat()).stdout;
    let (_, found) = shown.rsplit_once("Found ").expect("found");
    let (target, _) = found.split_once(' ').expect("ships");
    let ending = format!("{target}\nsave whole\nquit\n");
    let said = play(data.path(), &load, &ending);
    let whole = fs::read_to_string(folder.path().join("whole.ships")).expect(&said);
    assert!(
        whole.contains(&format!("Sealed: {}.\nOpened: ", seal.expect("a seal"))),
        "{whole}"
    );
    let check = |text: &str| {
        let path = folder.path().join("checked.ships");
        fs::write(&path, text).expect("written");
        run(&["check", path.to_str().expect("a name")])
    };
    let sound = check(&whole);
    assert_eq!(sound.status, Some(0), "{}", sound.stdout);
    assert!(!sound.stdout.contains("elsewhere"), "{}", sound.stdout);
    // A hider who moved the ships would have to show another key.
    let (head, key) = whole.split_once("Opened: ").expect("a key");
    let other = if key.starts_with('0') { "1" } else { "0" };
    let forged = check(&format!("{head}Opened: {other}{}", &key[1..]));
    assert_eq!(forged.status, Some(1), "{}", forged.stdout);
    let message = "the key does not open the seal";
    assert!(forged.stdout.contains(message), "{}", forged.stdout);

    // Elsewhere nobody knows the ships; and somebody who forges what is kept cannot move them
    // without being noticed.
    let elsewhere = tempfile::tempdir().expect("a folder");
    let said = play(elsewhere.path(), &load, guesses);
    assert!(said.contains("does not know what was hidden"), "{said}");
    fs::write(&kept, "7\n").expect("forged");
    let said = play(data.path(), &load, guesses);
    assert!(said.contains("does not know what was hidden"), "{said}");
}

#[test]
fn a_record_is_reviewed_as_an_account_of_bits() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/amy-and-bill.ships");
    let example = example.display().to_string();
    let lines = json(&["review", &example, "--json"]);
    let (summary, guesses) = lines.split_last().expect("a summary");
    assert_eq!(guesses.len(), 4);
    let number = |line: &Value, name: &str| line[name].as_f64().expect("a number");
    let mut candidates = 4960.0;
    for guess in guesses {
        assert_eq!(number(guess, "candidates"), candidates);
        candidates = number(guess, "left");
        let bits = (number(guess, "candidates") / candidates).log2();
        assert!((number(guess, "bits") - bits).abs() < 1e-9, "{guess}");
        let luck = number(guess, "expected_bits") + number(guess, "luck");
        assert!((luck - bits).abs() < 1e-9, "{guess}");
        let loss = number(guess, "best_bits") - number(guess, "loss");
        assert!(
            (loss - number(guess, "expected_bits")).abs() < 1e-9,
            "{guess}"
        );
        assert!(number(guess, "loss") >= 0.0, "{guess}");
    }
    assert!((number(summary, "bits") - 4960_f64.log2()).abs() < 1e-9);
    assert_eq!(
        (&guesses[3]["verdict"], &guesses[3]["best"]),
        (&"best".into(), &Value::Null),
        "the guess that finds the ships"
    );
    assert_eq!(guesses[3]["note"], "a lucky answer");
    let svg = run(&["review", &example, "--svg"]).stdout;
    assert!(
        svg.starts_with("<svg ") && svg.contains("B2,D3,H1"),
        "{svg}"
    );
    let asked = run(&["review", &example, "--bot", "best"]);
    assert_eq!(asked.status, Some(2), "{}", asked.stderr);
    // A guess without its answer, and one that could no longer be right.
    let folder = folder();
    let file = folder.path().join("late.ships");
    let heading = "SHIPS\nHider: A.\nSearcher: B.\nBoard: 2x1, 1 ship.\n";
    fs::write(&file, format!("{heading}A1: 0, 1, 0.\nA1.\n")).expect("written");
    let lines = json(&["review", &file.display().to_string(), "--json"]);
    assert_eq!(lines[1]["note"], "no other target was possible");
    assert_eq!(
        (&lines[1]["best"], &lines[1]["verdict"]),
        (&"B1".into(), &"blunder".into())
    );
    assert!(lines[1].get("left").is_none());
    assert_eq!(lines[2]["over"], false);
}

#[test]
fn a_pass_by_a_rule_counts_every_target() {
    let pass = &json(&["ships", "pass", "--json"])[0];
    assert_eq!((&pass["sum"], &pass["worst"]), (&24_235.into(), &10.into()));
    let best = &json(&["ships", "pass", "--rule", "best", "--json"])[0];
    assert_eq!(
        (&best["sum"], &best["rule"]),
        (&22_856.into(), &"best".into())
    );
    let entropy = run(&["ships", "pass", "--rule", "entropy"]).stdout;
    assert!(entropy.contains("sum           23083\n"), "{entropy}");
}
