//! Requests as a page sends them, on this machine.

use parlour_wasm::Session;
use serde_json::{Value, json};

/// Sends a request.
pub(crate) fn ask(session: &mut Session, request: Value) -> Value {
    let answer = session.ask(&request.to_string(), &|_| ());
    serde_json::from_str(&answer).expect("answers are JSON")
}

/// Sends a request that cannot be refused.
pub(crate) fn get(session: &mut Session, request: Value) -> Value {
    let answer = ask(session, request.clone());
    assert_eq!(answer["error"], Value::Null, "{request}");
    answer
}

/// The ids of all games.
pub(crate) fn ids() -> Vec<String> {
    let games = get(&mut Session::new(), json!({ "do": "games" }));
    let games = games["games"].as_array().expect("a list").iter();
    games.map(|game| text(&game["id"])).collect()
}

/// A value that is a text.
pub(crate) fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}
