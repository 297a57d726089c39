//! Games that were left, used where a record is expected.

use std::fs;
use std::path::Path;

use parlour_core::{Match, Turn};
use tempfile::TempDir;

use crate::program::{Run, run};

/// A game of each kind after some steps, as it is kept, with the texts of its steps.
fn left(folder: &Path, id: &str) -> (String, Match) {
    let game = parlour_catalog::game(id).expect("a game");
    let start = run(&["new", id, "--seed", "3"]).stdout;
    let start = game.read_position(start.trim_end()).expect("a position");
    let names: Vec<String> = (1..=start.seats()).map(|seat| format!("P{seat}")).collect();
    let mut text = format!("PARLOUR GAME 1\ngame {id}\n");
    for name in &names {
        text.push_str(&format!("seat human\nname {name}\n"));
    }
    text.push_str(&format!("start {}\n", start.text().replace('\n', "\\n")));
    let mut played = Match::new(start, names);
    for _ in 0..5 {
        let step = match played.turn() {
            Turn::Seat(_) => played.position().moves().swap_remove(0),
            // The last outcome is a throw with which somebody can move.
            Turn::Chance => played.position().odds().pop().expect("an outcome").0,
            Turn::Over(_) => panic!("{id} is over too soon"),
        };
        played.play(&step).expect("a step");
        text.push_str(&format!("{step}\n"));
    }
    let file = folder.join(format!("20260131-181500-042.human.human.{id}.kept"));
    fs::write(&file, text).expect("written");
    (file.display().to_string(), played)
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

fn good(args: &[&str]) -> String {
    let Run {
        stdout,
        stderr,
        status,
    } = run(args);
    assert_eq!(status, Some(0), "{args:?}: {stderr}");
    stdout
}

#[test]
fn games_that_were_left_are_told_drawn_and_reviewed_like_records() {
    let folder = folder();
    for game in parlour_catalog::games() {
        let id = game.info().id;
        let (file, played) = left(folder.path(), id);
        let told = good(&["replay", &file, "--captions"]);
        let captions = told.matches("\n\n").count();
        assert!(captions > played.len(), "{id}: {told}");
        assert!(
            told.ends_with("\n\nThe game is not over.\n"),
            "{id}: {told}"
        );
        let replayed = good(&["replay", &file, "--plain"]);
        let drawn = good(&["draw", &file]);
        assert!(replayed.ends_with(&drawn), "{id}: {drawn}");
        let last = good(&["draw", id, &played.position().text()]);
        assert_eq!(drawn, last, "{id}");
        let json: serde_json::Value = serde_json::from_str(&good(&["json", &file])).expect("JSON");
        assert_eq!(json["steps"].as_array().map(Vec::len), Some(5), "{json}");
    }
    for id in ["gridlock", "ploy", "labyrinth"] {
        let (file, _) = left(folder.path(), id);
        let review = good(&["review", &file, "--time", "10ms"]);
        assert!(review.contains("P1"), "{id}: {review}");
    }
}

#[test]
fn a_game_that_was_left_is_no_valid_record_and_it_is_said_what_it_is() {
    let folder = folder();
    let (file, _) = left(folder.path(), "gridlock");
    let checked = run(&["check", &file]);
    assert_eq!(checked.status, Some(1));
    for part in [
        "error[not-over]: this is an unfinished game, kept to be continued",
        ":1:1\n",
        "help: to continue: parlour play gridlock --load FILE",
    ] {
        assert!(checked.stdout.contains(part), "{}", checked.stdout);
    }
}

#[test]
fn a_damaged_game_is_told_with_the_place_of_the_damage() {
    let folder = folder();
    let (file, _) = left(folder.path(), "gridlock");
    let text = fs::read_to_string(&file).expect("text");
    fs::write(&file, text + "green 0,0\nred 2,2\n").expect("written");
    for command in ["replay", "check", "review", "draw", "json"] {
        let Run {
            stdout,
            stderr,
            status,
        } = run(&[command, &file]);
        assert_eq!(status, Some(1), "{command}");
        let said = stdout + &stderr;
        assert!(said.contains("error[damaged]: "), "{command}: {said}");
        assert!(said.contains(".kept:13:1\n"), "{command}: {said}");
        assert!(
            said.contains("help: the steps above this line are valid"),
            "{said}"
        );
    }
}

#[test]
fn a_kept_game_is_of_the_game_that_it_names() {
    let folder = folder();
    let (file, _) = left(folder.path(), "gridlock");
    let replayed = run(&["replay", &file, "--game", "ur"]);
    assert_eq!(replayed.status, Some(1));
    let said = replayed.stderr;
    assert!(
        said.contains("error[other-game]: the game kept here is not ur"),
        "{said}"
    );
    let text = fs::read_to_string(&file).expect("text");
    fs::write(&file, text.replace("game gridlock", "game chess")).expect("written");
    let unknown = run(&["replay", &file]);
    assert_eq!(unknown.status, Some(1));
    let said = "holds a game that this program does not know: chess";
    assert!(unknown.stderr.contains(said), "{}", unknown.stderr);
}
