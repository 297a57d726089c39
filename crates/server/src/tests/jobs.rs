//! Work that takes longer than a request, and bots in tournaments.

use std::time::Instant;

use super::*;

/// What is there, as JSON.
fn seen(client: &mut Client<'_>, path: &str) -> Value {
    let answer = client.get(path);
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()
}

fn posted(client: &mut Client<'_>, path: &str, body: &Value) -> (StatusCode, Value) {
    let answer = client.post(path, body.clone());
    (answer.status, answer.json())
}

/// The empty board of 3 by 3.
const POSITION: &str = "3x3 rg .../.../...";

fn wait_for(client: &mut Client<'_>, path: &str, is_met: impl Fn(&Value) -> bool) -> Value {
    let begun = Instant::now();
    loop {
        let value = seen(client, path);
        if is_met(&value) {
            return value;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{value}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn is_done(job: &Value) -> bool {
    job["state"] == "done"
}

#[test]
fn the_best_move_is_found_once() {
    let server = Server::memory();
    let (mut amy, mut bill) = (server.somebody(), server.somebody());
    let wanted = json!({ "kind": "best", "game": "gridlock", "position": POSITION, "nodes": 500 });
    let (status, made) = posted(&mut amy, "/api/jobs", &wanted);
    assert_eq!(status, StatusCode::CREATED, "{made}");
    let path = format!("/api/jobs/{}", made["id"].as_str().expect("a name"));
    let done = wait_for(&mut amy, &path, is_done);
    assert!(done["result"]["move"].is_string(), "{done}");
    assert!(done["result"]["moves"].is_array(), "{done}");
    // Somebody else asks the same, and need not wait.
    let (status, again) = posted(&mut bill, "/api/jobs", &wanted);
    assert_eq!(status, StatusCode::CREATED);
    assert_eq!(
        (&again["state"], &again["result"]),
        (&json!("done"), &done["result"])
    );
    // Jobs are the business of those who asked.
    assert_eq!(bill.get(&path).status, StatusCode::NOT_FOUND);
    assert_eq!(
        seen(&mut amy, "/api/jobs").as_array().map(Vec::len),
        Some(1)
    );
    for status in [StatusCode::NO_CONTENT, StatusCode::NOT_FOUND] {
        assert_eq!(amy.send("DELETE", &path, "", &[]).status, status);
    }
}

#[test]
fn matches_are_reviewed_when_they_are_over() {
    let server = Server::memory();
    let mut amy = server.somebody();
    let mut luck = 1;
    for (game, setup) in [
        ("gridlock", json!({ "size": "3x3" })),
        ("labyrinth", json!({ "players": "2" })),
    ] {
        let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
        let wanted = json!({ "game": game, "setup": setup, "seats": seats });
        let (status, made) = posted(&mut amy, "/api/matches", &wanted);
        assert_eq!(status, StatusCode::CREATED, "{made}");
        let id = made["id"].as_str().expect("a name").to_owned();
        let review = json!({ "kind": "review", "match": id, "nodes": 200 });
        let (status, refused) = posted(&mut amy, "/api/jobs", &review);
        assert_eq!(status, StatusCode::CONFLICT, "{refused}");
        loop {
            let view = seen(&mut amy, &format!("/api/matches/{id}"));
            if view["status"] == "over" {
                break;
            }
            let step = amy.some_step(&id, &view, &mut luck);
            let body = json!({ "at": view["seq"], "step": step });
            let (status, answer) = posted(&mut amy, &format!("/api/matches/{id}/moves"), &body);
            assert_eq!(status, StatusCode::OK, "{answer}");
        }
        let (status, made) = posted(&mut amy, "/api/jobs", &review);
        assert_eq!(status, StatusCode::CREATED, "{made}");
        let path = format!("/api/jobs/{}", made["id"].as_str().expect("a name"));
        let done = wait_for(&mut amy, &path, is_done);
        let lines = done["result"].as_array().expect("lines");
        let summary = lines.last().expect("a summary");
        assert_eq!(
            (&summary["kind"], &summary["game"]),
            (&json!("summary"), &json!(game))
        );
        assert_eq!(summary["over"], true);
        // As a stream of lines, the last of which is the same.
        let streamed = seen(&mut amy, &format!("{path}/stream"));
        assert_eq!(streamed, done);
    }
}

#[test]
fn questions_that_make_no_sense_are_refused() {
    let server = Server::memory();
    let mut amy = server.somebody();
    for wanted in [
        json!({ "kind": "best", "game": "gridlock", "position": "nonsense" }),
        json!({ "kind": "best", "game": "chess", "position": "x" }),
        json!({ "kind": "review" }),
        json!({ "kind": "review", "record": "x" }),
        json!({ "kind": "review", "record": "red 0,0\nnonsense", "game": "gridlock" }),
        json!({ "kind": "review", "match": "nosuchmatch", "game": "ur" }),
        json!({ "kind": "dance" }),
    ] {
        let (status, problem) = posted(&mut amy, "/api/jobs", &wanted);
        assert_eq!(
            status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{wanted}: {problem}"
        );
        assert!(problem["message"].is_string(), "{problem}");
    }
}

#[test]
fn unfinished_jobs_are_limited_in_number_and_in_length() {
    // Nobody works here.
    let server = Server::idle(Store::memory(), 0, false);
    let mut amy = server.somebody();
    let game = include_str!("../../../../examples/amy-and-bill.gridlock");
    let ask = |amy: &mut Client<'_>, more: usize| {
        let record = game.to_owned() + &"\n".repeat(more);
        let wanted = json!({ "kind": "review", "game": "gridlock", "record": record });
        posted(amy, "/api/jobs", &wanted).0
    };
    // In JSON, the end of a line has two letters.
    let long = 450_000;
    for number in 0..5 {
        let wanted = if number < 4 { 201 } else { 429 };
        assert_eq!(ask(&mut amy, long + number).as_u16(), wanted);
    }
    for number in 4..11 {
        let wanted = if number < 10 { 201 } else { 429 };
        assert_eq!(ask(&mut amy, number).as_u16(), wanted);
    }
    assert_eq!(ask(&mut amy, 1_100_000).as_u16(), 413);
}

/// What a killed process has left is taken up when its lease is over, and given up after a
/// while if every process breaks down over it.
#[test]
fn leases_survive_a_killed_process() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = || Store::sqlite(&folder.path().join("parlour.db")).expect("a file");
    let task = json!({ "kind": "best", "game": "gridlock", "text": POSITION, "nodes": 100 });
    let store = open();
    let server = Server::new(open(), 0);
    let mut amy = server.somebody();
    let player = seen(&mut amy, "/api/me")["player"]
        .as_str()
        .expect("a name")
        .to_owned();
    let job = |id: &str, tries: u32| {
        json!({
            "id": id, "task": task, "finding": id, "state": "running", "created": 1, "done": 0,
            "of": 1, "tries": tries,
        })
    };
    let left = parlour_store::Document {
        kind: "jobs".to_owned(),
        id: player.clone(),
        owner: player,
        seq: 1,
        body: json!([job("first", 0), job("second", 2)]).to_string(),
        // The lease was over long ago.
        due: Some(1),
    };
    let written = store.write(parlour_store::Write::Put(left)).wait();
    assert_eq!(written.expect("a store"), parlour_store::Written::Done);
    let done = wait_for(&mut amy, "/api/jobs/first", is_done);
    assert!(done["result"]["move"].is_string(), "{done}");
    let failed = seen(&mut amy, "/api/jobs/second");
    assert_eq!(failed["state"], "failed", "{failed}");
}

#[test]
fn bots_take_part_in_tournaments_and_are_rated() {
    let server = Server::memory();
    let (mut maker, mut other) = (server.somebody(), server.somebody());
    let wanted = json!({ "game": "gridlock", "setup": { "size": "3x3" }, "games": 2 });
    let (status, made) = posted(&mut maker, "/api/tournaments", &wanted);
    assert_eq!(status, StatusCode::CREATED, "{made}");
    let path = format!("/api/tournaments/{}", made["id"].as_str().expect("a code"));
    let join = format!("{path}/join");
    let (status, _) = posted(&mut other, &join, &json!({ "bot": "random" }));
    assert_eq!(status, StatusCode::FORBIDDEN, "its maker invites bots");
    let (status, refused) = posted(&mut maker, &join, &json!({ "bot": "nobody" }));
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY, "{refused}");
    for wanted in [
        json!({ "bot": "random" }),
        json!({ "bot": "perfect", "nodes": 1000 }),
        json!({ "bot": "random", "name": "Dice" }),
    ] {
        let (status, joined) = posted(&mut maker, &join, &wanted);
        assert_eq!(status, StatusCode::OK, "{joined}");
    }
    let (status, _) = posted(&mut maker, &format!("{path}/start"), &json!({}));
    assert_eq!(status, StatusCode::OK);
    let over = wait_for(&mut maker, &path, |shown| shown["status"] == "over");
    let standings = over["standings"].as_array().expect("results");
    assert_eq!(standings.len(), 3);
    let found = seen(&mut maker, &format!("{path}/statistics"));
    assert_eq!(found["games"], 6, "{found}");
    let players = found["players"].as_array().expect("players");
    assert_eq!(players[1]["bot"], "perfect");
    for player in players {
        assert_eq!(player["games"], 4, "{player}");
        assert!(player["elo"].is_number(), "{player}");
    }
    // Two matches of a pairing have the same luck: the same key.
    let pair = &over["played"][0][0]["matches"];
    let key = |id: &Value| {
        let id = id.as_str().expect("a match");
        seen(&mut server.somebody(), &format!("/api/matches/{id}"))["key"].clone()
    };
    if pair.as_array().is_some_and(|pair| pair.len() == 2) {
        assert_eq!(key(&pair[0]), key(&pair[1]));
    }
}
