//! Games, puzzles and lessons as a page plays them.

mod page;

use page::{ask, get, ids, text};
use parlour_wasm::Session;
use serde_json::{Value, json};

/// Plays a game to its end as a page does: picks what can be picked, in an order given by `seed`,
/// and lets another session think for the bots.
fn play_out(session: &mut Session, mut state: Value, seed: usize) -> Value {
    let mut worker = Session::new();
    let mut luck = seed;
    for _ in 0..6000 {
        state = match state["next"]["kind"].as_str().expect("what is next") {
            "move" | "roll" => {
                let can = state["shown"]["can"].as_array().expect("a list");
                let places = text(&state["shown"]["scene"]["board"]["svg"]);
                assert!(places.starts_with("<svg"));
                luck = luck.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let pick = &can[(luck >> 33) % can.len()];
                get(session, json!({ "do": "pick", "pick": pick }))
            }
            "handover" => {
                assert_eq!(state["shown"], Value::Null, "nobody sees what is hidden");
                get(session, json!({ "do": "arrive" }))
            }
            "think" => {
                let question = get(session, json!({ "do": "ask" }));
                let thought = get(
                    &mut worker,
                    json!({
                        "do": "think", "text": question["text"], "kind": question["kind"],
                        "seed": question["seed"], "nodes": 100,
                    }),
                );
                get(session, json!({ "do": "answer", "step": thought["step"] }))
            }
            "throw" | "settle" => get(session, json!({ "do": "go" })),
            "over" => return state,
            other => panic!("{other} is not expected"),
        };
    }
    panic!("a game that never ends: {}", state["steps"]);
}

#[test]
fn every_game_is_played_to_its_end_by_picks() {
    for id in ids() {
        for seats in [
            json!([]),
            json!(["human", "human"]),
            json!(["easy", "medium"]),
        ] {
            let session = &mut Session::new();
            let state = get(
                session,
                json!({
                    "do": "new", "game": id, "seats": seats, "seed": "18446744073709551615",
                }),
            );
            let over = play_out(session, state, 7);
            assert!(over["result"].is_string(), "{id}");
            // What was played can be studied, checked and kept as a record.
            let study = get(session, json!({ "do": "study", "table": true }));
            assert_eq!(study["steps"], over["steps"], "{id}");
            let record = get(session, json!({ "do": "record" }));
            let check = get(session, json!({ "do": "check", "text": record["text"] }));
            assert_eq!(
                (&check["valid"], &check["game"]),
                (&json!(true), &json!(id))
            );
        }
    }
}

#[test]
fn a_game_that_is_left_goes_on_where_it_was() {
    for id in ids() {
        let session = &mut Session::new();
        get(
            session,
            json!({ "do": "new", "game": id, "seats": ["human", "human"], "seed": 3 }),
        );
        let kept = get(session, json!({ "do": "kept" }));
        let state = get(session, json!({ "do": "state" }));
        let other = &mut Session::new();
        let again = get(
            other,
            json!({ "do": "continue", "text": kept["text"], "seed": 3 }),
        );
        assert_eq!(again["steps"], state["steps"]);
        assert_eq!(again["next"], state["next"]);
    }
}

#[test]
fn motions_lead_from_place_to_place() {
    let session = &mut Session::new();
    get(
        session,
        json!({ "do": "new", "game": "ploy", "seats": ["human", "human"] }),
    );
    get(session, json!({ "do": "pick", "pick": "c2" }));
    let state = get(session, json!({ "do": "pick", "pick": "c3" }));
    let motion = &state["shown"]["motions"][0];
    assert_eq!(
        (&motion["from"], &motion["to"]),
        (&json!("c2"), &json!("c3"))
    );
    let points = motion["points"].as_array().expect("points");
    assert_eq!(points.len(), 2);
    assert_ne!(points[0], points[1]);
}

/// Goes on with a new game until a person is asked for a move.
fn to_a_move(session: &mut Session, id: &str) -> Value {
    let mut state = get(
        session,
        json!({ "do": "new", "game": id, "seats": ["human", "human"], "seed": 3 }),
    );
    while state["next"]["kind"] != "move" {
        let action = match state["next"]["kind"].as_str() {
            Some("handover") => "arrive",
            _ => "go",
        };
        state = get(session, json!({ "do": action }));
    }
    state
}

#[test]
fn what_is_dragged_stands_for_picks_that_can_be_made() {
    let mut dragged = Vec::new();
    for id in ids() {
        let session = &mut Session::new();
        let state = to_a_move(session, &id);
        let list = state["shown"]["drags"].as_array().expect("a list").clone();
        let drawn = state["shown"]["scene"].to_string();
        for drag in list.iter().take(12) {
            let thing = format!("data-thing=\\\"{}\\\"", text(&drag["thing"]));
            assert!(drawn.contains(&thing), "{id}: {drag}");
            let place = format!("data-place=\\\"{}\\\"", text(&drag["to"]));
            assert!(drawn.contains(&place), "{id}: {drag}");
            assert_ne!(drag["thing"], drag["to"], "{id}");
            // The picks lead to a move, or to a choice of how it ends.
            let session = &mut Session::new();
            let mut state = to_a_move(session, &id);
            for pick in drag["picks"].as_array().expect("picks") {
                state = get(session, json!({ "do": "pick", "pick": pick }));
            }
            let moved = state["steps"] != json!(0) || state["shown"]["picked"] != json!([]);
            assert!(moved, "{id}: {drag}");
        }
        if !list.is_empty() {
            dragged.push(id);
        }
    }
    assert_eq!(dragged, ["ur", "labyrinth", "ploy"]);
}

#[test]
fn the_board_can_be_looked_at_from_the_other_side() {
    let games = get(&mut Session::new(), json!({ "do": "games" }));
    let mut sides = Vec::new();
    for game in games["games"].as_array().expect("a list") {
        let Some(below) = game["below"].as_u64() else {
            continue;
        };
        sides.push(text(&game["id"]));
        let session = &mut Session::new();
        let two =
            json!({ "do": "new", "game": game["id"], "seats": ["human", "human"], "seed": 3 });
        get(session, two);
        let mut look = |seat: Value| {
            let state = get(session, json!({ "do": "look", "below": seat }));
            text(&state["shown"]["scene"]["board"]["svg"])
        };
        let (usual, other) = (look(json!(below)), look(json!(1 - below)));
        assert_ne!(usual, other, "{}", game["id"]);
        assert_eq!(usual, look(json!(below)), "{}", game["id"]);
    }
    assert_eq!(sides, ["ur", "ploy"]);
}

#[test]
fn another_piece_may_be_picked_instead_and_the_same_one_put_back() {
    let session = &mut Session::new();
    let two = json!({ "do": "new", "game": "ships", "seats": ["human", "human"],
        "setup": { "target": "random" }, "seed": 1 });
    get(session, two);
    let state = get(session, json!({ "do": "arrive" }));
    assert_eq!(state["next"], json!({ "kind": "move", "seat": 1 }));
    let picked = |state: &Value| state["shown"]["picked"].clone();
    let pick = |place: &str| json!({ "do": "pick", "pick": place });
    let state = get(session, pick("A1"));
    assert_eq!(picked(&state), json!(["A1"]));
    assert_eq!(picked(&get(session, pick("A1"))), json!([]));
    get(
        session,
        json!({ "do": "new", "game": "ploy", "seats": ["human", "human"] }),
    );
    get(session, pick("c2"));
    assert_eq!(picked(&get(session, pick("g2"))), json!(["g2"]));
    let refused = ask(session, pick("e9"));
    assert_eq!(refused["error"], "e9 cannot be picked now");
}

#[test]
fn advice_reviews_and_branches() {
    let session = &mut Session::new();
    let state = get(
        session,
        json!({ "do": "new", "game": "gridlock", "seed": 1,
        "setup": { "size": "3x3", "colours": "red,green" }, "seats": ["human", "human"] }),
    );
    let question = get(session, json!({ "do": "may_advise" }));
    let advice = get(
        session,
        json!({ "do": "advise", "text": question["text"], "time": 50 }),
    );
    assert!(text(&advice["hint"]).starts_with(&text(&advice["step"])));
    let hinted = get(session, json!({ "do": "look", "hint": advice["step"] }));
    assert_ne!(
        hinted["shown"]["scene"]["board"]["svg"],
        state["shown"]["scene"]["board"]["svg"]
    );
    play_out(session, state, 1);
    let record = get(session, json!({ "do": "record" }));
    let review = get(
        session,
        json!({ "do": "review", "text": record["text"], "time": 20 }),
    );
    let study = get(session, json!({ "do": "study", "text": record["text"] }));
    let steps = study["tree"].as_array().expect("a tree").len();
    assert_eq!(review["told"].as_array().map(Vec::len), Some(steps + 1));
    // Another first move is a branch, and the record is still there.
    assert_eq!(study["place"], 0);
    let first = text(&study["tree"][0]["text"]);
    let other = if first == "red 2,2" {
        "red 1,2"
    } else {
        "red 2,2"
    };
    let branch = get(
        session,
        json!({ "do": "type", "study": true, "text": other }),
    );
    assert_eq!(branch["tree"].as_array().map(Vec::len), Some(steps + 1));
    assert_eq!(branch["place"], steps + 1);
    let back = get(
        session,
        json!({ "do": "visit", "study": true, "number": steps }),
    );
    assert_eq!(back["steps"], steps);
}

#[test]
fn findings_say_where_as_an_editor_counts() {
    let session = &mut Session::new();
    let broken = "GRIDLOCK\nPlayers: Zoë 𝄞, B.\nGrid: 3x3.\nColours: red, green.\nZoë 𝄞 plays pink at (0,0).\n";
    let check = get(session, json!({ "do": "check", "text": broken }));
    let finding = &check["findings"][0];
    let from = finding["from"].as_u64().expect("a place") as usize;
    let to = finding["to"].as_u64().expect("a place") as usize;
    let units: Vec<u16> = broken.encode_utf16().collect();
    assert_eq!(
        String::from_utf16_lossy(&units[from..to]),
        "pink",
        "{finding}"
    );
    assert_eq!(finding["line"], 5);
}

#[test]
fn bad_requests_get_an_answer() {
    let session = &mut Session::new();
    for request in [
        "",
        "{",
        "[]",
        "null",
        "{}",
        "{\"do\":1}",
        "{\"do\":\"dance\"}",
        "{\"do\":\"new\"}",
        "{\"do\":\"new\",\"game\":\"chess\"}",
        "{\"do\":\"pick\",\"pick\":\"a\"}",
        "{\"do\":\"state\",\"study\":true}",
        "{\"do\":\"check\"}",
        "{\"do\":\"study\",\"table\":true}",
        "{\"do\":\"new\",\"game\":\"gridlock\",\"setup\":{\"size\":\"9999999x9999999\"}}",
        "{\"do\":\"think\",\"text\":\"\",\"kind\":\"best\"}",
        "{\"do\":\"review\",\"text\":\"x\"}",
        "{\"do\":\"continue\",\"text\":\"PARLOUR GAME 1\\n\"}",
    ] {
        let answer: Value = serde_json::from_str(&session.ask(request, &|_| ())).expect("JSON");
        assert!(answer["error"].is_string(), "{request}: {answer}");
    }
}

#[test]
fn secrets_are_not_studied_before_the_end() {
    let session = &mut Session::new();
    get(session, json!({ "do": "new", "game": "ships", "seed": 1 }));
    let refused = ask(session, json!({ "do": "study", "table": true }));
    assert_eq!(refused["error"], "The game still has secrets.");
}

#[test]
fn rules_come_with_pictures_of_their_diagrams() {
    for id in ids() {
        let rules = get(&mut Session::new(), json!({ "do": "rules", "game": id }));
        let blocks = rules["blocks"].as_array().expect("a list");
        let boards = blocks.iter().filter(|block| block["kind"] == "board");
        let pictures = boards.map(|board| text(&board["picture"]["svg"]));
        let pictures: Vec<String> = pictures.collect();
        assert!(pictures.len() >= 3, "{id}");
        assert!(pictures.iter().all(|svg| svg.starts_with("<svg")), "{id}");
    }
}

#[test]
fn a_guided_first_game_is_walked_to_its_end_by_its_hints() {
    for id in ids() {
        let mut session = Session::new();
        let mut state = get(&mut session, json!({ "do": "lesson", "game": id }));
        let game = parlour_catalog::game(&id).expect("listed");
        let lesson = parlour_core::learn::Lesson::read(game.lesson().expect("one")).expect("sound");
        for (number, step) in lesson.steps.iter().enumerate() {
            assert_eq!(
                (&state["step"], &state["says"]),
                (&json!(number + 1), &json!(step.says))
            );
            let request = match &step.accepted {
                parlour_core::learn::Accepted::Nothing => json!({ "do": "next", "lesson": true }),
                parlour_core::learn::Accepted::These(moves) => {
                    json!({ "do": "type", "text": moves[0], "lesson": true })
                }
                parlour_core::learn::Accepted::Any => {
                    json!({ "do": "pick", "pick": state["shown"]["can"][0], "lesson": true })
                }
            };
            state = get(&mut session, request);
        }
        assert_eq!(state["is_over"], json!(true), "{id}");
        state = get(&mut session, json!({ "do": "previous", "lesson": true }));
        assert_eq!(state["step"], json!(lesson.steps.len()), "{id}");
    }
}

#[test]
fn a_puzzle_is_made_by_its_number_and_judged() {
    for id in ids() {
        let mut session = Session::new();
        let request = json!({ "do": "puzzle", "game": id, "seed": "1", "time": 120_000 });
        let puzzle = get(&mut session, request.clone());
        assert_eq!(get(&mut session, request), puzzle, "{id}");
        let request = json!({ "do": "solve", "game": id, "position": puzzle["position"] });
        let open = get(&mut session, request);
        assert_eq!(open["is_solved"], json!(false), "{id}");
        let answer = json!({ "do": "type", "text": puzzle["right"][0], "puzzle": true });
        let state = get(&mut session, answer);
        assert_eq!(state["said"]["right"], json!(true), "{id}: {state}");
        assert_eq!(state["mistakes"], json!(0), "{id}");
    }
}
