//! Bots against bots, from outside.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{parlour, run};

fn json(args: &[&str]) -> Value {
    let run = run(args);
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    serde_json::from_str(&run.stdout).expect("one line of JSON")
}

#[test]
fn the_result_is_the_one_the_design_names() {
    let line = json(&[
        "arena", "ur", "greedy", "random", "--pieces", "3", "--games", "20", "--seed", "1",
        "--json",
    ]);
    assert_eq!(line["games"], 20);
    let players = line["players"].as_array().expect("a list");
    assert_eq!(players[0]["spec"], "greedy");
    let scores: f64 = players
        .iter()
        .filter_map(|player| player["score"].as_f64())
        .sum();
    assert_eq!(scores, 20.0);
    assert!(players[0]["elo"].as_f64().expect("a number") > 0.0);
    assert!(players[0]["error"].as_f64().expect("a number") > 0.0);
    let pairs: u64 = line["pairs"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(Value::as_u64)
        .sum();
    assert_eq!(pairs, 10);
}

#[test]
fn a_folder_has_everything_and_its_records_are_valid() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let args = [
        "arena",
        "gridlock",
        "casual",
        "random",
        "perfect",
        "--games",
        "4",
        "--nodes",
        "500",
        "--seed",
        "2",
        "--out",
        out.to_str().expect("a name"),
    ];
    let played = run(&args);
    assert_eq!(played.status, Some(0), "{}", played.stderr);
    assert!(
        played
            .stdout
            .contains("points of each player against each other"),
        "{}",
        played.stdout
    );
    assert!(played.stderr.is_empty(), "{}", played.stderr);
    let games = out.join("games");
    assert_eq!(fs::read_dir(&games).expect("a folder").count(), 12);
    let checked = run(&["check", games.to_str().expect("a name")]);
    assert_eq!(checked.status, Some(0), "{}", checked.stdout);
    let csv = fs::read_to_string(out.join("results.csv")).expect("a table");
    assert_eq!(csv.lines().count(), 13);
    assert!(csv.starts_with("game,players,winner,end,steps,"), "{csv}");
    let summary = fs::read_to_string(out.join("results.json")).expect("a summary");
    let summary: Value = serde_json::from_str(&summary).expect("JSON");
    assert_eq!(summary["games"], 12);
    let picture = fs::read_to_string(out.join("ratings.svg")).expect("a picture");
    assert!(picture.starts_with("<svg ") && picture.contains("perfect"));
    // It is not overwritten by accident.
    let again = run(&args);
    assert_eq!(again.status, Some(1));
    assert!(
        again.stderr.contains("already has results"),
        "{}",
        again.stderr
    );
}

#[test]
fn a_test_stops_by_itself_at_the_same_game() {
    let line = |concurrency: &str| {
        json(&[
            "arena",
            "ur",
            "greedy",
            "random",
            "--sprt",
            "0",
            "50",
            "--seed",
            "3",
            "--nodes",
            "1",
            "--json",
            "--concurrency",
            concurrency,
        ])
    };
    let one = line("1");
    assert_eq!(one["sprt"]["verdict"], "elo1");
    assert!(one["games"].as_u64().expect("a number") < 1000, "{one}");
    assert_eq!(one, line("3"));
    let equal = json(&[
        "arena", "ur", "random", "random", "--sprt", "50", "100", "--seed", "3", "--json",
    ]);
    assert_eq!(equal["sprt"]["verdict"], "elo0");
}

/// Twenty won games in ten pairs give the same interval everywhere: see the
/// statistics.
#[test]
fn a_result_has_one_interval() {
    let args = [
        "arena", "ploy", "greedy", "random", "--games", "20", "--nodes", "1000", "--seed", "1",
    ];
    let told = run(&args).stdout;
    assert!(
        told.contains("100.0 %  72.2 to 100.0     inf  +166 to inf"),
        "{told}"
    );
    assert!(
        told.contains("greedy won 20, drew 0 and lost 0 games"),
        "{told}"
    );
    let line = json(&[&args[..], &["--json"]].concat());
    assert_eq!(line["players"][0]["won"], 20);
    assert_eq!(
        line["players"][0]["low"].as_f64().map(f64::round),
        Some(166.0)
    );
}

#[test]
fn seats_can_be_fixed() {
    let args = [
        "arena",
        "ships",
        "consistent",
        "expected",
        "--fixed-seats",
        "--games",
        "10",
        "--seed",
        "1",
    ];
    let line = json(&[&args[..], &["--json"]].concat());
    assert_eq!(line["games"], 10);
    // The searcher always wins.
    assert_eq!(line["seats"][1]["won"], 10);
    assert_eq!(line["players"][1]["score"], 10.0);
    assert!(line["players"][0]["effort"].is_null() && line["pairs"].is_null());
    assert!(line["players"][1]["effort"]["mean"].as_f64() > Some(3.0));
    let told = run(&args).stdout;
    assert!(told.contains("fixed seats"), "{told}");
    assert!(told.contains("effort of expected: "), "{told}");
}

#[test]
fn times_are_told_where_they_are_wanted() {
    let args = [
        "arena", "ur", "greedy", "random", "--games", "4", "--seed", "1", "--json",
    ];
    assert!(json(&args)["players"][0]["milliseconds"].is_null());
    let timed = json(&[&args[..], &["--times"]].concat());
    assert!(timed["players"][0]["milliseconds"].is_number(), "{timed}");
}

#[test]
fn what_cannot_be_played_is_refused() {
    for (args, status, words) in [
        (&["ploy", "random", "nobody"][..], 2, "has no bot nobody"),
        (&["ploy", "random", "exec:"], 2, "needs a command"),
        (
            &["ploy", "random", "exec:/no/such/bot"],
            1,
            "cannot be started",
        ),
        (
            &["labyrinth", "random", "random", "--players", "3"],
            2,
            "only 2 players",
        ),
        (&["labyrinth", "random"], 2, "only 1 player"),
        (
            &["ploy", "random", "greedy", "careful", "--sprt", "0", "5"],
            2,
            "two players",
        ),
        (
            &["ploy", "random", "greedy", "--sprt", "5", "0"],
            2,
            "less than",
        ),
        (&["ploy"], 2, "required"),
        (
            &["ur", "random", "greedy", "--size", "3x3"],
            2,
            "no option --size",
        ),
    ] {
        let run = run(&[&["arena"], args].concat());
        assert_eq!(run.status, Some(status), "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(words), "{args:?}: {}", run.stderr);
    }
}

fn lines(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// Killed in the middle again and again, and resumed each time, an arena ends
/// with the same results as one that was never stopped.
#[cfg(unix)]
#[test]
fn a_killed_arena_goes_on_and_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let [whole, torn] = ["whole.jsonl", "torn.jsonl"].map(|name| folder.path().join(name));
    let args = |path: &Path| {
        let words = [
            "arena",
            "ploy",
            "greedy",
            "random",
            "--games",
            "60",
            "--nodes",
            "300",
            "--seed",
            "9",
            "--json",
            "--concurrency",
            "2",
            "--resume",
        ];
        let mut words: Vec<String> = words.map(str::to_owned).to_vec();
        words.push(path.display().to_string());
        words
    };
    let start = |path: &Path| {
        let words = args(path);
        parlour(&words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let never_stopped = start(&whole).output().expect("it ends");
    assert!(never_stopped.status.success());
    let mut kills = 0;
    for wanted in [5, 20, 35] {
        let mut child = start(&torn)
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("it starts");
        let end = Instant::now() + Duration::from_secs(60);
        while lines(&torn).len() < wanted && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(2));
            if child.try_wait().expect("a state").is_some() {
                break;
            }
        }
        // SIGKILL: nothing is cleaned up.
        kills += u32::from(child.kill().is_ok());
        child.wait().expect("it is gone");
        assert!(lines(&torn).len() >= wanted.min(60), "{wanted}");
    }
    assert_eq!(kills, 3);
    // The last line may be torn as well.
    let mut text = fs::read_to_string(&torn).expect("there");
    let before = text.lines().count();
    assert!(before < 61, "it was killed before its end");
    text.truncate(text.len() - 10);
    fs::write(&torn, text).expect("written");
    let resumed = start(&torn).output().expect("it ends");
    assert!(resumed.status.success());
    assert_eq!(resumed.stdout, never_stopped.stdout);
    let sorted = |path: &Path| lines(path).into_iter().collect::<BTreeSet<_>>();
    assert_eq!(sorted(&torn), sorted(&whole));
    assert_eq!(
        lines(&torn).len(),
        61,
        "a heading and sixty games, none twice"
    );
    // Once more, there is nothing left to play.
    let again = start(&torn).output().expect("it ends");
    assert_eq!(again.stdout, never_stopped.stdout);
    assert_eq!(lines(&torn).len(), 61);
}

/// Ctrl-C ends the games, prints the standing and says how to continue.
#[cfg(unix)]
#[test]
fn an_interrupted_arena_says_how_to_go_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("results.jsonl");
    // A bot that never moves: games do not end by themselves.
    let bot = "exec:sh -c 'read a; echo parlourok; read b; read c; echo readyok; cat >/dev/null'";
    let name = path.to_str().expect("a name");
    let args = [
        "arena", "ploy", bot, "random", "--nodes", "1", "--resume", name,
    ];
    let child = parlour(&args)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    let end = Instant::now() + Duration::from_secs(30);
    while lines(&path).is_empty() && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(5));
    }
    // The file is created shortly before Ctrl-C is handled.
    std::thread::sleep(Duration::from_millis(300));
    let told = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(told.is_ok_and(|status| status.success()));
    let ended = child.wait_with_output().expect("it ends");
    assert_eq!(ended.status.code(), Some(130));
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(
        said.contains(&format!("continue with --resume {name}")),
        "{said}"
    );
    assert!(String::from_utf8_lossy(&ended.stdout).starts_with("Ploy: 0 games"));
    assert_eq!(lines(&path).len(), 1, "what was given up is not a result");
}

#[test]
fn results_of_another_arena_are_not_mixed_in() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("results.jsonl");
    let path = path.to_str().expect("a name");
    let args = [
        "arena", "ur", "greedy", "random", "--games", "4", "--seed", "1", "--resume", path,
    ];
    assert_eq!(run(&args).status, Some(0));
    let mut others = args;
    others[3] = "expectimax-1";
    for (args, words) in [
        (&others[..], "players was"),
        (
            &[
                "arena", "ur", "greedy", "random", "--games", "6", "--resume", path,
            ],
            "games was 4",
        ),
        (
            &[
                "arena", "ploy", "greedy", "random", "--games", "4", "--resume", path,
            ],
            "game was",
        ),
    ] {
        let refused = run(args);
        assert_eq!(refused.status, Some(1), "{args:?}");
        assert!(refused.stderr.contains(words), "{}", refused.stderr);
    }
    // The seed is in the file.
    let resumed = run(&[
        "arena", "ur", "greedy", "random", "--games", "4", "--resume", path,
    ]);
    assert_eq!(resumed.status, Some(0), "{}", resumed.stderr);
    assert!(resumed.stdout.contains("seed 1"), "{}", resumed.stdout);
}
