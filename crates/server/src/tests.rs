//! Requests and answers, by all that a browser or a program would send.

mod client;
mod clocks;
mod embed;
mod jobs;
mod limits;
mod people;
mod processes;
mod secrets;
mod streams;
mod tournaments;

use std::time::Duration;

use axum::http::StatusCode;
use axum::http::header::{AUTHORIZATION, LOCATION, ORIGIN};
use client::{Answer, Client, Server};
use parlour_store::Store;
use serde_json::{Value, json};

/// Setups that are soon played to their end.
fn small() -> Vec<(&'static str, Value)> {
    let games = parlour_catalog::games().iter().map(|game| {
        let id = game.info().id;
        let setup = match id {
            "gridlock" => json!({ "size": "4x3" }),
            "ur" => json!({ "pieces": 2 }),
            _ => json!({}),
        };
        (id, setup)
    });
    games.collect()
}

/// People play against each other until the match is over, or for long enough.
fn play_on(people: &mut [Client<'_>], id: &str, most: usize, luck: &mut u64) -> Value {
    for _ in 0..most {
        for person in &mut *people {
            let view = person.view(id);
            if !view["result"].is_null() {
                return view;
            }
            if view["your_turn"] == true {
                let step = person.some_step(id, &view, luck);
                let played = person.play(id, &view["seq"], &step);
                assert_eq!(played.status, StatusCode::OK, "{step}: {}", played.text);
                let played = played.json();
                assert!(played["seq"].as_u64() > view["seq"].as_u64());
            }
        }
    }
    people[0].view(id)
}

#[test]
fn two_people_play_every_game_by_a_link() {
    let server = Server::memory();
    for (game, setup) in small() {
        let mut amy = server.somebody();
        let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
        let wanted = json!({ "game": game, "setup": setup, "seats": seats });
        let (id, links) = amy.make(wanted);
        assert_eq!(amy.view(&id)["status"], "waiting");
        let early = amy.play(&id, &json!(0), "anything");
        assert_eq!(early.status, StatusCode::CONFLICT);
        let mut bill = server.somebody();
        // A browser is shown the page, and takes nothing by that.
        let page = bill.send("GET", &links[0], "", &[("accept", "text/html")]);
        assert_eq!(page.status, StatusCode::SEE_OTHER);
        assert!(
            page.headers[LOCATION]
                .to_str()
                .expect("text")
                .starts_with("/#/join/")
        );
        assert_eq!(amy.view(&id)["status"], "waiting");
        assert_eq!(bill.post(&links[0], json!({})).status, StatusCode::OK);
        assert_eq!(
            bill.post(&links[0], json!({})).status,
            StatusCode::OK,
            "again"
        );
        let mut eve = server.somebody();
        assert_eq!(eve.post(&links[0], json!({})).status, StatusCode::CONFLICT);
        let mut people = [amy, bill];
        let end = play_on(&mut people, &id, 400, &mut 1);
        if end["result"].is_null() {
            // Random moves may take very long.
            assert!(["labyrinth", "ploy"].contains(&game), "{game}: {end}");
            people[0].post(&format!("/api/matches/{id}/resign"), json!({}));
        }
        let end = people[1].view(&id);
        assert_eq!(
            (&end["status"], &end["turn"]),
            (&json!("over"), &Value::Null)
        );
        // Anybody can read the record now, and check the luck.
        let record = eve.get(&format!("/api/matches/{id}/record"));
        let entry = parlour_catalog::game(game).expect("a game");
        let reading = entry.read_record(record.text.as_bytes());
        assert!(reading.is_valid() || reading.unfinished, "{}", record.text);
        let key = end["key"].as_str().expect("a key");
        let seed = parlour_core::Seed::from_digits(key).expect("64 digits");
        assert_eq!(end["commitment"], seed.commitment());
    }
}

#[test]
fn bots_answer_in_every_game() {
    let server = Server::memory();
    for (game, setup) in small() {
        let mut amy = server.somebody();
        let (id, _) = amy.make(json!({ "game": game, "setup": setup }));
        let (mut luck, mut moves) = (3, 0);
        for _ in 0..2000 {
            let view = amy.view(&id);
            if !view["result"].is_null() || moves == 6 {
                break;
            }
            if view["your_turn"] == true {
                let step = amy.some_step(&id, &view, &mut luck);
                assert_eq!(amy.play(&id, &view["seq"], &step).status, StatusCode::OK);
                moves += 1;
            } else {
                std::thread::sleep(Duration::from_millis(10));
            }
        }
        assert!(moves >= 2, "{game}: the bot did not answer");
    }
}

#[test]
fn a_step_is_made_once_however_often_it_is_sent() {
    let server = Server::memory();
    let mut amy = server.somebody();
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "easy" }]);
    let (id, _) =
        amy.make(json!({ "game": "gridlock", "setup": { "size": "3x3" }, "seats": seats }));
    let first = amy.play(&id, &json!(0), "red 0,0");
    assert_eq!(
        (first.status, &first.json()["seq"]),
        (StatusCode::OK, &json!(1))
    );
    while amy.view(&id)["seq"] == 1 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let again = amy.play(&id, &json!(0), "red 0,0");
    assert_eq!((again.status, &again.text), (StatusCode::OK, &first.text));
    let again = amy.play(&id, &json!(0), " red  0,0 ");
    assert_eq!((again.status, &again.text), (StatusCode::OK, &first.text));
    // Something else at the same place comes too late, and is told what happened.
    let late = amy.play(&id, &json!(0), "green 2,2");
    assert_eq!(late.status, StatusCode::CONFLICT);
    let late = late.json();
    assert_eq!(late["seq"], 2);
    assert_eq!(late["steps"].as_array().map(Vec::len), Some(2));
    let seq = json!(2);
    for (step, code, column) in [
        ("red 0,0", "cell-occupied", 1),
        ("blue 1,1", "", 1),
        ("", "", 1),
    ] {
        let refused = amy.play(&id, &seq, step);
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{step}");
        let refused = refused.json();
        assert!(code.is_empty() || refused["code"] == code, "{refused}");
        assert_eq!(refused["column"], column);
    }
    assert_eq!(amy.view(&id)["seq"], 2, "nothing of that has happened");
    let mut eve = server.somebody();
    assert_eq!(eve.play(&id, &seq, "red 2,2").status, StatusCode::FORBIDDEN);
}

#[test]
fn a_seat_is_won_back_and_offers_are_answered() {
    let server = Server::memory();
    let (mut amy, mut bill) = (server.somebody(), server.somebody());
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let wanted = json!({ "game": "gridlock", "setup": { "size": "5x5" }, "seats": seats });
    let (id, links) = amy.make(wanted.clone());
    bill.post(&links[0], json!({}));
    let action = |action: &str| format!("/api/matches/{id}/{action}");
    amy.play(&id, &json!(1), "red 0,0");
    // A move is taken back when the other agrees.
    assert_eq!(
        amy.post(&action("takeback"), json!({})).status,
        StatusCode::OK
    );
    assert_eq!(bill.view(&id)["offer"]["what"], "takeback");
    assert_eq!(
        bill.post(&action("takeback"), json!({})).status,
        StatusCode::OK
    );
    let view = amy.view(&id);
    assert_eq!(
        (&view["your_turn"], &view["offer"]),
        (&json!(true), &Value::Null)
    );
    assert!(
        view["view"]
            .as_str()
            .expect("text")
            .ends_with("...../.....")
    );
    amy.play(&id, &view["seq"], "green 1,1");
    // A draw is offered, declined, offered again and taken.
    assert_eq!(bill.post(&action("draw"), json!({})).status, StatusCode::OK);
    assert_eq!(
        amy.post(&action("decline"), json!({})).status,
        StatusCode::OK
    );
    assert_eq!(amy.view(&id)["offer"], Value::Null);
    bill.post(&action("draw"), json!({}));
    assert_eq!(amy.post(&action("draw"), json!({})).status, StatusCode::OK);
    let end = bill.view(&id);
    assert_eq!(
        (&end["status"], &end["result"]["winner"]),
        (&json!("over"), &Value::Null)
    );
    assert_eq!(
        amy.post(&action("resign"), json!({})).status,
        StatusCode::CONFLICT
    );
    // Both ask for a rematch, and get the same one, with seats exchanged.
    let first = bill.post(&action("rematch"), json!({})).json();
    let again = amy.post(&action("rematch"), json!({})).json();
    assert_eq!(first["seq"], again["seq"]);
    let next = amy.view(&id)["rematch"]
        .as_str()
        .expect("a match")
        .to_owned();
    assert_eq!(amy.view(&next)["seat"], "second");
    assert_eq!(bill.view(&next)["your_turn"], true);
    // A link to oneself opens the same seat in another browser.
    let recovery = amy.get("/api/me").json()["recovery"]
        .as_str()
        .expect("a link")
        .to_owned();
    let mut phone = server.somebody();
    let path = &recovery[recovery.find("/me/").expect("a path")..];
    assert_eq!(phone.get(path).status, StatusCode::SEE_OTHER);
    assert_eq!(phone.view(&next)["seat"], "second");
}

#[test]
fn tokens_act_for_their_player_within_their_scopes() {
    let server = Server::memory();
    let mut amy = server.somebody();
    let (id, _) = amy.make(json!({ "game": "gridlock" }));
    let made = amy.post("/api/tokens", json!({ "label": "my bot" })).json();
    let reads = amy
        .post(
            "/api/tokens",
            json!({ "label": "looks", "scopes": ["read"] }),
        )
        .json();
    let program = |token: &Value| Client {
        server: &server,
        header: Some((
            AUTHORIZATION,
            format!("Bearer {}", token["token"].as_str().expect("a token")),
        )),
    };
    let (mut bot, mut reader) = (program(&made), program(&reads));
    let view = bot.view(&id);
    assert_eq!(
        (&view["your_turn"], &reader.view(&id)["your_turn"]),
        (&json!(true), &json!(true))
    );
    let step = view["moves"][0].as_str().expect("a move").to_owned();
    assert_eq!(
        reader.play(&id, &view["seq"], &step).status,
        StatusCode::FORBIDDEN
    );
    assert_eq!(bot.play(&id, &view["seq"], &step).status, StatusCode::OK);
    assert_eq!(bot.get("/api/tokens").status, StatusCode::FORBIDDEN);
    let list = amy.get("/api/tokens").text;
    assert!(list.contains("my bot") && !list.contains("plr_"));
    let path = format!("/api/tokens/{}", made["id"].as_str().expect("a name"));
    assert_eq!(
        amy.send("DELETE", &path, "", &[]).status,
        StatusCode::NO_CONTENT
    );
    let refused = bot.get("/api/matches");
    assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
    assert_eq!(refused.headers["www-authenticate"], "Bearer");
}

#[test]
fn other_sites_and_too_many_requests_are_refused() {
    let server = Server::new(Store::memory(), 5);
    let mut amy = server.somebody();
    amy.get("/api/me");
    for (header, value, status) in [
        ("sec-fetch-site", "cross-site", StatusCode::FORBIDDEN),
        ("sec-fetch-site", "same-origin", StatusCode::CREATED),
        (
            ORIGIN.as_str(),
            "http://elsewhere.example",
            StatusCode::FORBIDDEN,
        ),
        (
            ORIGIN.as_str(),
            "http://parlour.example",
            StatusCode::CREATED,
        ),
    ] {
        let more = [(header, value), ("host", "parlour.example")];
        let body = r#"{"game":"ur"}"#;
        let answer = amy.send("POST", "/api/matches", body, &more);
        assert_eq!(answer.status, status, "{header}: {value}");
    }
    let refused = (0..200)
        .map(|_| amy.get("/api/me"))
        .find(|answer| answer.status != StatusCode::OK);
    let refused = refused.expect("a limit");
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(
        (&refused.json()["code"], &refused.json()["wait"]),
        (&json!("too-many"), &json!(1))
    );
    assert!(refused.headers.contains_key("retry-after"));
    assert_eq!(
        server.somebody().get("/api/me").status,
        StatusCode::OK,
        "others are free"
    );
}

#[test]
fn wrong_requests_are_explained() {
    let server = Server::memory();
    let mut amy = server.somebody();
    for (body, status, code) in [
        ("", 422, "body"),
        ("{", 400, "body"),
        ("[]", 422, "body"),
        (r#"{"game":"chess"}"#, 422, "game"),
        (r#"{"game":"ur","colour":1}"#, 422, "body"),
        (
            r#"{"game":"gridlock","setup":{"size":"wide"}}"#,
            422,
            "setup",
        ),
        (
            r#"{"game":"gridlock","setup":{"sise":"3x3"}}"#,
            422,
            "setup",
        ),
        (r#"{"game":"gridlock","setup":{"size":[1]}}"#, 422, "setup"),
        (r#"{"game":"ur","seats":[{"kind":"me"}]}"#, 422, "seats"),
        (
            r#"{"game":"ur","seats":[{"kind":"me"},{"kind":"bot","bot":"god"}]}"#,
            422,
            "bot",
        ),
        (
            r#"{"game":"ur","seats":[{"kind":"me"},{"kind":"bot","bot":"easy","nodes":0}]}"#,
            422,
            "nodes",
        ),
        (r#"{"game":"ur","clock":{"time":0}}"#, 422, "clock"),
        (r#"{"game":"ur","position":"nonsense"}"#, 422, ""),
    ] {
        let answer = amy.send("POST", "/api/matches", body, &[]);
        assert_eq!(answer.status.as_u16(), status, "{body}: {}", answer.text);
        let answer = answer.json();
        assert!(
            code.is_empty() || answer["code"] == code,
            "{body}: {answer}"
        );
        assert!(!answer["message"].as_str().expect("words").is_empty());
    }
    for path in [
        "/api/matches/nowhere123",
        "/api/matches/..",
        "/api/nothing",
        "/m/nowhere123/join/x",
    ] {
        let answer = amy.send("GET", path, "", &[("accept", "application/json")]);
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
    }
    let large = format!("{{\"game\":\"{}\"}}", "x".repeat(100_000));
    assert_eq!(
        amy.send("POST", "/api/matches", &large, &[]).status,
        StatusCode::PAYLOAD_TOO_LARGE
    );
}

/// A clock runs out, and the match is over without anybody's request.
#[test]
fn time_runs_out_by_itself() {
    let server = Server::memory();
    let mut amy = server.somebody();
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "easy" }]);
    let wanted = json!({ "game": "gridlock", "seats": seats, "clock": { "time": 1 } });
    let (id, _) = amy.make(wanted);
    let mut end = Value::Null;
    for _ in 0..100 {
        std::thread::sleep(Duration::from_millis(100));
        end = amy.view(&id);
        if !end["result"].is_null() {
            break;
        }
    }
    assert_eq!(end["result"]["winner"], "second", "{end}");
    assert_eq!(end["seats"][0]["left"], 0);
}

#[test]
fn every_refusal_is_json() {
    let server = Server::memory();
    let mut amy = server.somebody();
    let large = "x".repeat(100_000);
    for (method, path, body, status) in [
        ("POST", "/api/matches", &*large, 413),
        ("POST", "/api/matches", "[null]", 422),
        ("POST", "/api/matches", "{", 400),
        ("DELETE", "/api/matches", "", 405),
        ("GET", "/api/nothing", "", 404),
        ("POST", "/api/matches/abcdefgh/dance", "", 404),
        ("GET", "/api/matches/%ff%fe12345", "", 400),
        ("GET", "/api/live?topics=m:x@0", "", 404),
    ] {
        let answer = amy.send(method, path, body, &[]);
        assert_eq!(answer.status.as_u16(), status, "{method} {path}");
        let problem = answer.json();
        for field in ["code", "message"] {
            assert!(problem[field].is_string(), "{method} {path}: {problem}");
        }
    }
}

#[test]
fn the_api_is_described() {
    let server = Server::memory();
    let mut amy = server.somebody();
    let document = amy.get("/api/openapi.json").json();
    assert_eq!(document["openapi"], "3.1.0");
    let text = document.to_string();
    // Every reference leads somewhere.
    for part in text.split("\"#/components/schemas/").skip(1) {
        let name = part.split('"').next().expect("a name");
        assert!(!document["components"]["schemas"][name].is_null(), "{name}");
    }
    // And every path is served: with a wrong method, not with nothing.
    for path in document["paths"].as_object().expect("paths").keys() {
        let path = path.replace("{id}", "abcdefgh").replace("{secret}", "x");
        let answer = amy.send("PATCH", &path, "", &[]);
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
    }
    assert_eq!(amy.get("/health/live").status, StatusCode::OK);
    assert_eq!(amy.get("/health/ready").status, StatusCode::OK);
    server.registry.drain();
    assert_eq!(
        amy.get("/health/ready").status,
        StatusCode::SERVICE_UNAVAILABLE
    );
}
