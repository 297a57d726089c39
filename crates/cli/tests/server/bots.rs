//! Bots of other programs, and luck that can be checked.

use std::path::Path;
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::serving::{Server, parlour};
use super::{Person, said};

#[test]
fn bots_of_other_programs_play_online() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let maker = Person::new();
    let bot = format!("{} engine", env!("CARGO_BIN_EXE_parlour"));
    for (game, setup) in [
        ("gridlock", json!({ "size": "3x3" })),
        ("ur", json!({ "pieces": "2" })),
        ("ships", json!({})),
        ("labyrinth", json!({ "players": "2" })),
    ] {
        let open = json!({ "kind": "open" });
        let bots = json!({ "kind": "bot", "bot": "easy" });
        let seats = match game {
            "ships" => json!([bots, open]),
            _ => json!([open, bots]),
        };
        let wanted = json!({ "game": game, "setup": setup, "seats": seats });
        let (id, links) = maker.make(&server.url, &wanted);
        let bot = format!("{bot} {game} --bot hard");
        let output = parlour()
            .args(["join", &links[0], "--time", "20ms", "--bot", &bot])
            .output()
            .expect("an end");
        assert!(output.status.success(), "{game}: {}", said(&output));
        let view = maker.get(&format!("{}/api/matches/{id}", server.url));
        assert_eq!(view["status"], "over", "{game}");
        let text = view["result"]["text"].as_str().expect("a result");
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(told.contains(text), "{game}: {told}");
        check_luck(folder.path(), &maker, &server.url, &id, game);
    }
    // With a token, the bot finds its owner's matches by itself.
    let owner = Person::new();
    let tokens = format!("{}/api/tokens", server.url);
    let (_, token) = owner.ask(&tokens, Some(&json!({}))).expect("a token");
    let token = token["token"].as_str().expect("a token");
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "random" }]);
    let wanted = json!({ "game": "gridlock", "setup": { "size": "3x3" }, "seats": seats });
    let ids = [0, 1].map(|_| owner.make(&server.url, &wanted).0);
    let output = parlour()
        .args(["join", &server.url, "--once", "--time", "20ms"])
        .args(["--token", token, "--bot", "perfect"])
        .output()
        .expect("an end");
    assert!(output.status.success(), "{}", said(&output));
    for id in ids {
        let view = owner.get(&format!("{}/api/matches/{id}", server.url));
        assert_eq!(view["status"], "over");
    }
}

/// A match that somebody gave up ended before its game did, and its luck can be checked all the same.
#[test]
fn the_luck_of_a_match_without_an_end_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let maker = Person::new();
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    for game in ["ur", "labyrinth"] {
        let wanted = json!({ "game": game, "seats": seats });
        let (id, _) = maker.make(&server.url, &wanted);
        let path = format!("{}/api/matches/{id}", server.url);
        for _ in 0..10 {
            let view = maker.get(&path);
            let body = json!({ "at": view["seq"], "step": view["moves"][0] });
            let moved = maker.ask(&format!("{path}/moves"), Some(&body));
            assert_eq!(moved.expect("an answer").0, 200);
        }
        let given_up = maker.ask(&format!("{path}/resign"), Some(&json!({})));
        assert_eq!(given_up.expect("an answer").0, 200);
        check_luck(folder.path(), &maker, &server.url, &id, game);
    }
}

/// The start and all throws of a match follow from its key, and from no other.
fn check_luck(folder: &Path, person: &Person, server: &str, id: &str, game: &str) {
    let (record, shown) = (
        folder.join(format!("{id}.{game}")),
        folder.join("match.json"),
    );
    let path = format!("{server}/api/matches/{id}");
    let text = person.get(&format!("{path}/record"));
    std::fs::write(&record, text.as_str().expect("a record")).expect("a file");
    let mut view = person.get(&path);
    let check = |view: &Value, wanted: bool| {
        std::fs::write(&shown, view.to_string()).expect("a file");
        let output = parlour()
            .args(["check", "--game", game, "--luck"])
            .args([&shown, &record])
            .output()
            .expect("an end");
        assert_eq!(output.status.success(), wanted, "{game}: {output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned() + &said(&output)
    };
    let said = check(&view, true);
    assert!(said.contains("follow from the key"), "{said}");
    // Not the key that was promised.
    let other = "0".repeat(64);
    let commitment = std::mem::replace(&mut view["key"], json!(other));
    assert!(check(&view, false).contains("broke its promise"));
    view["key"] = commitment;
    // Luck of another key.
    if game != "gridlock" {
        let output = parlour()
            .args(["check", "--game", game, "--json", "--luck", &other])
            .arg(&record)
            .output()
            .expect("an end");
        let line: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(line["valid"], line["throws"] == 0, "{game}: {line}");
    }
}

/// Bots of other people and of the game meet in a tournament.
#[test]
fn bots_join_tournaments() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let maker = Person::new();
    let wanted = json!({ "game": "ur", "setup": { "pieces": "1" } });
    let made = maker.ask(&format!("{}/api/tournaments", server.url), Some(&wanted));
    let (status, made) = made.expect("an answer");
    assert_eq!(status, 201, "{made}");
    let code = made["id"].as_str().expect("a code");
    let tournament = format!("{}/api/tournaments/{code}", server.url);
    let join = format!("{tournament}/join");
    let (status, joined) = maker
        .ask(&join, Some(&json!({ "bot": "easy" })))
        .expect("an answer");
    assert_eq!(status, 200, "{joined}");
    let link = format!("{}/t/{code}", server.url);
    let guest = thread::spawn(move || {
        parlour()
            .args(["join", &link, "--bot", "random", "--name", "Guest"])
            .output()
            .expect("an end")
    });
    while maker.get(&tournament)["standings"].as_array().map(Vec::len) != Some(2) {
        assert!(!guest.is_finished(), "the bot does not join");
        thread::sleep(Duration::from_millis(50));
    }
    let (status, _) = maker
        .ask(&format!("{tournament}/start"), Some(&json!({})))
        .expect("an answer");
    assert_eq!(status, 200);
    let output = guest.join().expect("a thread");
    assert!(output.status.success(), "{}", said(&output));
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(told.contains("place "), "{told}");
    let found = maker.get(&format!("{tournament}/statistics"));
    assert_eq!(found["games"], 2, "a pairing has two matches: {found}");
    assert_eq!(found["players"][1]["name"], "Guest");
}
