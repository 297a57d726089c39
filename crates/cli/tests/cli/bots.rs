//! Bots as programs: the example bots, the engine, and the check.

use std::path::{Path, PathBuf};

use crate::program::{Run, parlour, run, run_with_input};

const GAMES: [&str; 5] = ["gridlock", "ur", "ships", "labyrinth", "ploy"];

/// The bot in Rust, which is built with the tests.
fn rust_bot() -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_parlour"));
    let path = program.with_file_name("examples").join("random_bot");
    assert!(
        path.with_extension(std::env::consts::EXE_EXTENSION)
            .exists()
    );
    format!("exec:{}", path.display())
}

#[test]
fn the_example_bots_are_short() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots");
    for name in ["random_bot.py", "random_bot.rs"] {
        let text = std::fs::read_to_string(folder.join(name)).expect(name);
        assert!(text.lines().count() < 100, "{name}");
    }
}

/// The offered opponents are known wherever a bot is named.
#[test]
fn opponents_are_offered_by_name_everywhere() {
    let listed = run(&["games", "--json"]);
    for (line, game) in listed.stdout.lines().zip(GAMES) {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let opponents = line["opponents"].as_array().expect("a list");
        let names: Vec<_> = opponents.iter().map(|one| &one["name"]).collect();
        assert_eq!(names, ["easy", "medium", "hard", "best"], "{game}");
        let bots = line["bots"].as_array().expect("a list");
        assert!(opponents.iter().all(|one| bots.contains(&one["bot"])));
    }
    let arena = run(&[
        "arena", "ur", "easy", "medium", "--games", "4", "--pieces", "2", "--seed", "1",
    ]);
    assert_eq!(arena.status, Some(0), "{}", arena.stderr);
    let exact = run(&[
        "arena",
        "ur",
        "greedy",
        "expectimax-1",
        "--games",
        "4",
        "--pieces",
        "2",
        "--seed",
        "1",
    ]);
    let scores = |text: &str| {
        text.replace(char::is_alphabetic, "")
            .replace(['-', ' '], "")
    };
    assert_eq!(
        scores(
            &arena
                .stdout
                .replace("easy", "greedy")
                .replace("medium", "expectimax-1")
        ),
        scores(&exact.stdout)
    );
    let engine = run_with_input(
        &mut parlour(&["engine", "gridlock", "--bot", "hard"]),
        b"parlour 1\nposition start\ngo nodes 100\n",
    );
    assert!(engine.stdout.contains("bestmove "), "{}", engine.stdout);
    assert!(engine.stdout.contains(" var medium "), "{}", engine.stdout);
    let played = run_with_input(
        &mut parlour(&[
            "play", "gridlock", "--size", "1x1", "--seat", "medium", "--plain",
        ]),
        b"",
    );
    assert!(
        played.stdout.contains("First (medium) wins!"),
        "{}",
        played.stdout
    );
}

/// An offered opponent plays without the table that it would like to have; an
/// exact bot does not.
#[test]
fn an_offered_opponent_plays_without_a_table() {
    let position = "7/-/0 7/-/0 red 2";
    let best = run(&["best", "ur", position, "--bot", "best"]);
    assert_eq!(best.status, Some(0), "{}", best.stderr);
    assert!(best.stdout.starts_with("start\n"), "{}", best.stdout);
    assert!(
        best.stderr
            .starts_with("note: best is not at full strength: ")
    );
    let perfect = run(&["best", "ur", position, "--bot", "perfect"]);
    assert_eq!(perfect.status, Some(1));
    assert!(perfect.stderr.contains("perfect cannot play yet: "));
}

fn passes(game: &str, bot: &str) {
    let checked = run(&["check-bot", game, bot]);
    assert_eq!(checked.status, Some(0), "{game}: {}", checked.stdout);
    assert!(
        checked.stdout.ends_with("all 10 checks passed\n"),
        "{}",
        checked.stdout
    );
}

#[test]
fn the_bot_in_rust_passes_the_check_in_every_game() {
    for game in GAMES {
        passes(game, &rust_bot());
    }
}

#[test]
fn our_bots_pass_the_check() {
    for (game, bot) in [
        ("ur", "greedy"),
        ("ships", "consistent"),
        ("ploy", "greedy"),
    ] {
        passes(game, bot);
    }
}

#[test]
fn a_check_says_what_is_wrong_and_what_to_do() {
    let checked = run(&["check-bot", "ploy", "exec:sh -c 'read x; echo hello; cat'"]);
    assert_eq!(checked.status, Some(1));
    let mut lines = checked.stdout.lines();
    assert_eq!(
        lines.next(),
        Some("WRONG  it starts and shakes hands: it said `hello` before parlourok")
    );
    assert!(lines.next().is_some_and(|help| help.contains("parlourok")));
    assert_eq!(lines.next(), Some("1 check failed"));
    let json = run(&["check-bot", "ploy", "exec:false", "--json"]);
    let line: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(line["ok"], false);
}

#[test]
fn programs_play_in_the_arena() {
    let bot = rust_bot();
    for game in GAMES {
        let other = if game == "ships" {
            "consistent"
        } else {
            "random"
        };
        let played = run(&[
            "arena", game, &bot, other, "--games", "2", "--nodes", "10", "--seed", "1",
        ]);
        assert_eq!(played.status, Some(0), "{game}: {}", played.stderr);
        // Nobody failed.
        assert!(played.stderr.is_empty(), "{game}: {}", played.stderr);
    }
}

/// A bot knows only what it is sent: the same bot as another program makes the
/// same moves.
#[test]
fn a_bot_plays_the_same_as_another_program() {
    let parlour = env!("CARGO_BIN_EXE_parlour");
    for (game, bot, setup) in [
        ("gridlock", "casual", &["--size", "4x4"][..]),
        ("ur", "greedy", &[]),
        ("ships", "consistent", &[]),
        ("labyrinth", "greedy", &["--players", "2"]),
        ("ploy", "greedy", &[]),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let outside = format!("exec:{parlour} engine {game} --bot {bot}");
        let games = |spec: &str, name: &str| {
            let out = folder.path().join(name);
            let args = [
                "arena",
                game,
                spec,
                bot,
                "--games",
                "4",
                "--nodes",
                "100",
                "--seed",
                "6",
                "--out",
                out.to_str().expect("a name"),
            ];
            let played = run(&[&args, setup].concat());
            assert_eq!(played.status, Some(0), "{game}: {}", played.stderr);
            assert!(played.stderr.is_empty(), "{game}: {}", played.stderr);
            let entries = std::fs::read_dir(out.join("games")).expect("records");
            let mut paths: Vec<PathBuf> = entries
                .map(|entry| entry.expect("an entry").path())
                .collect();
            paths.sort();
            assert_eq!(paths.len(), 4, "{game}");
            let records = paths.iter().map(std::fs::read_to_string);
            records
                .collect::<Result<Vec<_>, _>>()
                .expect("texts")
                .concat()
        };
        // Two players of the same name get numbers; another program has its own
        // name.
        let second = format!("{bot} 2");
        let inside = games(bot, "inside").replace(&second, "B").replace(bot, "A");
        let outside = games(&outside, "outside")
            .replace(bot, "B")
            .replace("parlour", "A");
        assert_eq!(inside, outside, "{game}");
    }
}

fn engine(game: &str, lines: &str) -> Run {
    run_with_input(&mut parlour(&["engine", game]), lines.as_bytes())
}

#[test]
fn the_engine_speaks_the_protocol() {
    let run = engine(
        "ur",
        "parlour 1 ur\nsetoption name bot value greedy\nisready\nquit\n",
    );
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert!(lines[0].starts_with("id name Parlour "), "{lines:?}");
    assert!(lines.contains(&"option name seed type spin default 0"));
    assert_eq!(lines[lines.len() - 2..], ["parlourok", "readyok"]);
    // Dice are in the list of moves.
    let told = engine(
        "ur",
        "setoption name bot value greedy\nposition 7/-/0 7/-/0 red moves roll 2; start; roll 1\n\
         go depth 1\n",
    );
    assert_eq!(
        told.stdout.lines().last(),
        Some("bestmove start"),
        "{}",
        told.stdout
    );
    // At the end of the input a pending question is still answered.
    let ploy = engine("ploy", "setoption name bot value greedy\nposition ");
    assert!(ploy.stdout.contains("error"), "{}", ploy.stdout);
}

#[test]
fn the_engine_understands_who_is_used_to_chess() {
    let run = engine(
        "ploy",
        "uci\nucinewgame\nposition startpos moves d3-d4-0\ngo nodes 2000\n",
    );
    assert!(run.stdout.contains("\nuciok\n"), "{}", run.stdout);
    assert!(run.stdout.contains("\ninfo depth "), "{}", run.stdout);
    let last = run.stdout.lines().last().unwrap_or_default();
    assert!(last.starts_with("bestmove "), "{}", run.stdout);
}

#[test]
fn every_bot_of_ours_speaks_the_protocol() {
    let games = run(&["games", "--json"]).stdout;
    for line in games.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let game = line["id"].as_str().expect("a name");
        // In a solo labyrinth nobody else has cards; two pieces need no table.
        let position = match game {
            "labyrinth" => run(&["new", game, "--players", "1", "--seed", "1"]).stdout,
            "ur" => "2/-/0 2/-/0 red 1".to_owned(),
            _ => run(&["new", game]).stdout,
        };
        let position = position.trim_end().replace('\n', " ");
        for bot in line["bots"].as_array().expect("a list") {
            let bot = bot.as_str().expect("a name");
            let asked = format!("parlour 1 {game}\nposition {position}\ngo nodes 50\n");
            let mut command = parlour(&["engine", game, "--bot", bot]);
            let told = run_with_input(&mut command, asked.as_bytes());
            assert_eq!(told.status, Some(0), "{game} {bot}: {}", told.stderr);
            let last = told.stdout.lines().last().unwrap_or_default();
            assert!(
                last.starts_with("bestmove "),
                "{game} {bot}: {}",
                told.stdout
            );
        }
    }
}

#[test]
fn the_engine_answers_what_is_wrong_and_goes_on() {
    for (lines, answer) in [
        ("parlour 1 chess\n", "error this bot plays ships, not chess"),
        ("go nodes 1\n", "error there is no position"),
        (
            "position start\ngo quickly\n",
            "error go does not take quickly",
        ),
        ("position nonsense\n", "error "),
        (
            "position start moves A1,B1,C1\n",
            "error no moves can follow a view",
        ),
        ("hello\n", "info string there is no command hello"),
        (
            "setoption name wings value 2\n",
            "info string the option wings takes no 2",
        ),
        (
            "position A1,B1,C1=3,0,0\ngo nodes 1\n",
            "error no player is to move there",
        ),
    ] {
        let run = engine("ships", &format!("{lines}isready\n"));
        let mut said = run.stdout.lines();
        assert!(
            said.next().is_some_and(|line| line.starts_with(answer)),
            "{lines}: {}",
            run.stdout
        );
        assert_eq!(said.next(), Some("readyok"), "{lines}");
    }
}

/// The view of a seat has no other hands in it, and the engine plays by it.
#[test]
fn hidden_hands_stay_hidden() {
    let position = run(&["new", "labyrinth", "--players", "2", "--seed", "4"]).stdout;
    let mut lines = position.lines();
    let (yellow, red) = (
        lines.next().expect("a player"),
        lines.next().expect("another"),
    );
    let red = red.split(' ').take(4).collect::<Vec<_>>().join(" ");
    let rest = lines.collect::<Vec<_>>().join(" ");
    let view = format!("{yellow} {red} hidden 12 {rest}");
    let run = engine("labyrinth", &format!("position {view}\ngo nodes 1000\n"));
    let best = run.stdout.lines().last().expect("an answer");
    let best = best.strip_prefix("bestmove ").expect("a move");
    let applied = crate::program::run(&["apply", "labyrinth", position.trim_end(), best]);
    assert_eq!(applied.status, Some(0), "{best}: {}", applied.stderr);
}

#[test]
fn a_program_takes_a_seat_at_the_table() {
    let bot = rust_bot();
    let args = [
        "play", "gridlock", "--plain", "--seat", &bot, "--seat", "random", "--seed", "1",
    ];
    let played = run(&args);
    assert_eq!(played.status, Some(0), "{}", played.stderr);
    assert!(
        played.stdout.contains("First (random_bot) paints"),
        "{}",
        played.stdout
    );
    assert!(played.stdout.contains("wins"), "{}", played.stdout);
}

#[cfg(unix)]
#[test]
fn a_bot_that_fails_at_the_table_is_replaced() {
    let bad = "exec:sh -c 'read a; echo parlourok; read b; read c; echo readyok; read d; exit 9'";
    let args = ["play", "gridlock", "--plain", "--seat", bad];
    let played = run_with_input(&mut parlour(&args), b"red 0,0\nquit\n");
    assert_eq!(played.status, Some(0), "{}", played.stderr);
    assert!(
        played
            .stdout
            .contains("cannot go on: it ended (exit status: 9)"),
        "{}",
        played.stdout
    );
    assert!(
        played.stdout.contains("paints (0,0) red"),
        "{}",
        played.stdout
    );
    // Among bots nobody can take over.
    let alone = run(&[&args[..], &["--seat", "random"]].concat());
    assert_eq!(alone.status, Some(1));
    assert!(alone.stderr.contains("cannot go on"), "{}", alone.stderr);
}

/// The lines of JSON that programs read have the published schemas, and are read as what was meant.
#[test]
fn advice_and_findings_have_their_published_schemas() {
    for game in GAMES {
        let schema = |form: &str| {
            let printed = run(&["schema", game, form]).stdout;
            let schema = serde_json::from_str(&printed).expect("JSON");
            jsonschema::validator_for(&schema).expect("a schema")
        };
        let advice = schema("advice");
        let listed = run(&["games", "--json"]).stdout;
        let mut lines = listed.lines().map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
            line
        });
        let line = lines.find(|line| line["id"] == game).expect(game);
        let position = match game {
            "ur" => "3/4,8,12/1 4/7,9/1 green 3",
            _ => "start",
        };
        let mut asked = 0;
        for bot in line["bots"].as_array().expect("a list") {
            let bot = bot.as_str().expect("a name");
            let best = run(&[
                "best", game, position, "--bot", bot, "--time", "50ms", "--seed", "1", "--json",
            ]);
            // Some need a file that takes minutes to make.
            if best.status != Some(0) {
                continue;
            }
            asked += 1;
            let value = serde_json::from_str(&best.stdout).expect("JSON");
            if let Err(error) = advice.validate(&value) {
                panic!("{game} {bot}: {error}: {}", best.stdout);
            }
            let form: parlour_core::json::AdviceForm =
                serde_json::from_str(&best.stdout).expect("advice");
            let again = serde_json::to_string(&form).expect("JSON");
            assert_eq!(again, best.stdout.trim_end(), "{game} {bot}");
        }
        assert!(asked >= 3, "{game}: {asked}");
        let diagnostic = schema("diagnostic");
        let checked = run_with_input(
            &mut parlour(&["check", "-", "--game", game, "--json"]),
            b"?",
        );
        let checked: serde_json::Value = serde_json::from_str(&checked.stdout).expect("JSON");
        let findings = checked["diagnostics"].as_array().expect("a list");
        assert!(!findings.is_empty(), "{game}");
        for finding in findings {
            assert!(diagnostic.is_valid(finding), "{game}: {finding}");
        }
    }
}
