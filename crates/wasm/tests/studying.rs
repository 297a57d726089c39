//! Studies and positions as a page asks for them: trees in links, positions set up by hand, advice
//! from elsewhere.

mod page;

use std::collections::BTreeSet;

use page::{get, ids, text};
use parlour_wasm::Session;
use serde_json::{Value, json};

/// Picks something until there is a step more; the place of `which` among what can be picked.
fn step(session: &mut Session, mut state: Value, which: usize) -> Value {
    let steps = state["tree"].as_array().expect("a tree").len();
    for _ in 0..10 {
        let can = state["shown"]["can"].as_array().expect("a list").clone();
        if can.is_empty() {
            break;
        }
        let pick = &can[which.min(can.len() - 1)];
        state = get(
            session,
            json!({ "do": "pick", "pick": pick, "study": true }),
        );
        if state["tree"].as_array().expect("a tree").len() > steps {
            break;
        }
    }
    state
}

#[test]
fn a_tree_is_written_and_read_with_its_branches_and_its_place() {
    for id in ids() {
        let session = &mut Session::new();
        let mut state = get(session, json!({ "do": "study", "game": id }));
        for which in [0, 1, 0, 2] {
            state = step(session, state, which);
        }
        for (back, which) in [(1, 3), (2, 1), (0, 4)] {
            state = get(
                session,
                json!({ "do": "visit", "number": back, "study": true }),
            );
            state = step(session, state, which);
        }
        let written = get(session, json!({ "do": "tree", "study": true }));
        let read = get(
            &mut Session::new(),
            json!({ "do": "study", "tree": written["text"] }),
        );
        for part in ["tree", "place", "position", "names", "steps"] {
            assert_eq!(read[part], state[part], "{id}: {part}");
        }
        let mut lines = BTreeSet::new();
        for step in read["tree"].as_array().expect("a tree") {
            lines.insert(step["after"].as_u64());
        }
        let count = read["tree"].as_array().map_or(0, Vec::len);
        assert!(lines.len() < count, "{id}: there is a branch");
    }
}

#[test]
fn what_is_set_up_by_hand_is_a_position() {
    let mut possible = Vec::new();
    for id in ids() {
        let session = &mut Session::new();
        let ask = |session: &mut Session, text: &Value, place: &str| {
            let asked = json!({ "do": "position", "game": id, "text": text, "place": place });
            let answer = get(session, asked);
            answer["choices"].as_array().expect("a list").clone()
        };
        let start = get(session, json!({ "do": "position", "game": id }));
        let scene = start["shown"]["scene"].to_string();
        let places: BTreeSet<&str> = scene
            .split("data-place=\\\"")
            .skip(1)
            .filter_map(|rest| rest.split("\\\"").next())
            .collect();
        let mut count = 0;
        for place in places {
            let choices = ask(session, &start["text"], place);
            let mut names = BTreeSet::new();
            for choice in &choices {
                let read = get(
                    session,
                    json!({ "do": "position", "game": id, "text": choice["text"] }),
                );
                assert_eq!(read["valid"], true, "{id} {place} {choice}");
                assert_eq!(read["text"], choice["text"], "{id} {place}");
                names.insert(text(&choice["name"]));
            }
            assert_eq!(names.len(), choices.len(), "{id} {place}: each once");
            count += names.len();
        }
        for choice in start["choices"].as_array().expect("a list") {
            let asked = json!({ "do": "position", "game": id, "text": choice["text"] });
            assert_eq!(get(session, asked)["text"], choice["text"], "{id}");
        }
        if count > 0 {
            possible.push(id);
        }
    }
    assert_eq!(possible, ["gridlock", "ur", "ploy"]);
}

#[test]
fn advice_from_a_server_is_told_in_the_same_words() {
    let session = &mut Session::new();
    get(session, json!({ "do": "study", "game": "ur" }));
    get(
        session,
        json!({ "do": "type", "text": "roll 2", "study": true }),
    );
    let kept = get(session, json!({ "do": "kept", "study": true }));
    let own = get(session, json!({ "do": "advise", "text": kept["text"] }));
    assert_eq!(own["best"], "perfect");
    assert!(
        own["off"]
            .as_f64()
            .is_some_and(|off| off > 0.001 && off < 0.1)
    );
    let found = json!({
        "bot": "perfect", "move": "start", "value": 0.5432, "reason": "the only move",
        "moves": [{ "move": "start", "value": 0.5432 }],
    });
    let served = get(
        session,
        json!({ "do": "advise", "text": kept["text"], "found": found }),
    );
    assert_eq!(served["lacks"], Value::Null);
    assert!(text(&served["worth"]).contains("54.3"), "{served}");
    assert!(text(&served["hint"]).starts_with("start: "), "{served}");
    assert_eq!(served["moves"][0]["chance"], 0.5432);
}
