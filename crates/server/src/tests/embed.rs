//! Boards in other pages, long films, and large boards.

use super::*;

#[test]
fn positions_and_puzzles_can_be_embedded() {
    let server = Server::memory();
    let mut eve = server.somebody();
    let base = "http://parlour.example";
    let host = [("host", "parlour.example")];
    let mut puzzles = 0;
    for game in parlour_catalog::games() {
        let id = game.info().id;
        let frame = format!("/embed/puzzle?game={id}&n=1");
        let framed = eve.send("GET", &frame, "", &host);
        if game.puzzles().is_none() {
            assert_eq!(framed.status, StatusCode::NOT_FOUND, "{id}");
            continue;
        }
        puzzles += 1;
        assert_eq!(framed.status, StatusCode::OK, "{id}: {}", framed.text);
        assert!(
            framed.text.contains("<svg") && framed.text.contains(&format!("/#/puzzles/{id}/1"))
        );
        let none = eve.get(&format!("/embed/puzzle?game={id}&n=0"));
        assert_eq!(none.status, StatusCode::NOT_FOUND);
        let start = eve.post(&format!("/api/{id}/start"), json!({})).json();
        let position = start["position"].as_str().expect("a position");
        let position = position.replace(' ', "%20").replace('\n', "%0A");
        for frame in [frame, format!("/embed/p?game={id}&p={position}")] {
            let url = format!("{base}{frame}")
                .replace('%', "%25")
                .replace('&', "%26");
            let answer = eve.send("GET", &format!("/oembed?url={url}"), "", &host);
            assert_eq!(answer.status, StatusCode::OK, "{frame}: {}", answer.text);
            let html = answer.json()["html"].as_str().expect("a frame").to_owned();
            let source = html
                .split("src=\"")
                .nth(1)
                .and_then(|rest| rest.split('"').next());
            let source = source.expect("an address").replace("&amp;", "&");
            assert_eq!(
                eve.get(&source[base.len()..]).status,
                StatusCode::OK,
                "{source}"
            );
        }
    }
    assert!(puzzles >= 2);
    let other = eve.send("GET", "/oembed?url=http://elsewhere.example/m/x", "", &host);
    assert_eq!(other.status, StatusCode::NOT_FOUND);
}

#[test]
fn the_name_of_the_host_is_no_part_of_the_page() {
    let server = Server::memory();
    let mut amy = server.somebody();
    let (id, _) = amy.make(json!({ "game": "gridlock" }));
    let host = [("host", "x\"><script>alert(1)</script>")];
    let page = amy.send("GET", &format!("/m/{id}"), "", &host);
    assert_eq!(page.status, StatusCode::OK);
    assert!(!page.text.contains("<script>"), "{}", page.text);
}

#[test]
fn large_boards_and_long_matches_are_answered_in_short() {
    let server = Server::memory();
    let mut amy = server.somebody();
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let make = |amy: &mut Client<'_>, size: usize| {
        let setup = json!({ "size": format!("{size}x{size}") });
        amy.make(json!({ "game": "gridlock", "setup": setup, "seats": seats }))
            .0
    };
    let large = make(&mut amy, 150);
    let view = amy.get(&format!("/api/matches/{large}"));
    assert!(view.text.len() < 200_000, "{} bytes", view.text.len());
    let view = view.json();
    assert_eq!(view["moves"], json!([]));
    assert!(
        view["next"]["more"].as_u64() > Some(10_000),
        "{}",
        view["next"]["more"]
    );
    let step = amy.some_step(&large, &view, &mut 1);
    assert_eq!(amy.play(&large, &view["seq"], &step).status, StatusCode::OK);
    // A film of more steps than it has room for shows the last ones.
    #[cfg(feature = "pictures")]
    {
        let long = make(&mut amy, 13);
        for number in 0..160 {
            let (row, column) = (number / 13, number % 13);
            let colour = ["red", "green"][(row + column) % 2];
            let played = amy.play(&long, &json!(number), &format!("{colour} {row},{column}"));
            assert_eq!(played.status, StatusCode::OK, "{}", played.text);
        }
        let film = amy.get(&format!("/api/matches/{long}/film.svg"));
        assert_eq!(film.status, StatusCode::OK, "{}", film.text);
        let film = amy.get(&format!("/api/matches/{long}/film.svg?from=0"));
        assert_eq!(film.status, StatusCode::UNPROCESSABLE_ENTITY);
    }
}

#[test]
fn commands_about_a_position_need_no_match() {
    let server = Server::memory();
    let mut eve = server.somebody();
    for game in parlour_catalog::games() {
        let id = game.info().id;
        let mut ask = |verb: &str, body: Value| eve.post(&format!("/api/{id}/{verb}"), body);
        let start = ask("start", json!({})).json();
        let position = &start["position"];
        let moves = ask("moves", json!({ "position": position })).json();
        assert_eq!(moves["turn"], start["turn"], "{id}");
        let first = &moves["moves"][0];
        let applied = ask("apply", json!({ "position": position, "moves": [first] }));
        assert_eq!(applied.status, StatusCode::OK, "{id}: {}", applied.text);
        assert_ne!(&applied.json()["position"], position, "{id}");
        let status = ask("status", json!({ "position": applied.json()["position"] }));
        assert_eq!(status.json()["over"], false, "{id}");
        let wrong = ask(
            "apply",
            json!({ "position": position, "moves": ["nonsense"] }),
        );
        assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY, "{id}");
        assert!(wrong.json()["column"].is_number(), "{id}");
        let checked = ask("check", json!({ "record": "nonsense" })).json();
        assert_eq!(checked["valid"], false, "{id}");
        assert!(
            checked["findings"][0]["message"].is_string(),
            "{id}: {checked}"
        );
        let drawn = ask("draw", json!({ "position": position, "theme": "dark" })).json();
        let svg = drawn["svg"].as_str().expect("a picture");
        assert!(svg.starts_with("<svg"), "{id}: {svg}");
        let said = ask("words", json!({ "position": position })).json();
        assert!(said["words"].as_str() > Some(""), "{id}: {said}");
        let picked = ask("next", json!({ "position": position })).json();
        match start["turn"] == "chance" {
            true => assert_eq!(picked["code"], "position", "{id}"),
            false => {
                let first = &picked["next"]["can"][0];
                let more = ask("next", json!({ "position": position, "picks": [first] }));
                assert_eq!(more.status, StatusCode::OK, "{id}: {}", more.text);
            }
        }
        assert_eq!(ask("sing", json!({})).status, StatusCode::NOT_FOUND, "{id}");
    }
    // Long games have long records, and a text that is not a record gets a short answer.
    let long = format!("PLOY\n{}", "nonsense\n".repeat(90_000));
    let checked = eve.post("/api/ploy/check", json!({ "record": long }));
    assert_eq!(checked.status, StatusCode::OK, "{}", checked.text);
    let findings = checked.json()["findings"].as_array().map_or(0, Vec::len);
    assert!((2..1000).contains(&findings), "{findings} findings");
    let small = json!({ "setup": { "size": "2x2" } });
    let start = eve.post("/api/gridlock/start", small).json();
    let moves = eve.post("/api/gridlock/moves", start.clone());
    assert_eq!(
        moves.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "unknown fields"
    );
}
