//! Several processes that share a store, and requests that are given up half way.

use axum::http::StatusCode;
use parlour_store::Store;
use serde_json::{Value, json};

use super::client::{Client, Server};
use super::play_on;

/// What was acknowledged is there for the next server, and a bot that was to move moves.
#[test]
fn another_server_goes_on_where_this_one_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("parlour.db");
    let open = || Store::sqlite(&path).expect("a file");
    let one = Server::new(open(), 0);
    let other = Server::new(open(), 0);
    let mut amy = one.somebody();
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let wanted = json!({ "game": "ur", "setup": { "pieces": 2 }, "seats": seats });
    let (id, links) = amy.make(wanted);
    let mut bill = other.somebody();
    assert_eq!(bill.post(&links[0], json!({})).status, StatusCode::OK);
    // Each talks to a different process.
    let mut people = [amy, bill];
    let end = play_on(&mut people, &id, 400, &mut 5);
    assert!(!end["result"].is_null(), "{end}");
    let third = Server::new(open(), 0);
    let record = |server: &Server| {
        let record = server.somebody().get(&format!("/api/matches/{id}/record"));
        record.text
    };
    assert_eq!(record(&one), record(&other));
    assert_eq!(record(&one), record(&third));
}

/// A match in which one player has both seats, and the same player at two processes.
fn alone<'s>(one: &'s Server, other: &'s Server) -> (String, Client<'s>, Client<'s>) {
    let mut amy = one.somebody();
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let wanted = json!({ "game": "gridlock", "setup": { "size": "3x3" }, "seats": seats });
    let (id, _) = amy.make(wanted);
    let mut there = other.somebody();
    there.header = amy.header.clone();
    (id, amy, there)
}

/// A player with both seats moves at one process, and goes on at another that has not heard of it.
#[test]
fn a_process_that_was_asleep_catches_up_before_it_judges() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = || Store::sqlite(&folder.path().join("parlour.db")).expect("a file");
    let (one, other) = (Server::new(open(), 0), Server::new(open(), 0));
    let (id, mut amy, mut there) = alone(&one, &other);
    assert_eq!(there.view(&id)["seq"], 0);
    for (at, step) in ["red 0,0", "green 0,1", "red 0,2"].into_iter().enumerate() {
        let client = if at % 2 == 0 { &mut amy } else { &mut there };
        let answer = client.play(&id, &json!(at), step);
        assert_eq!(answer.status, StatusCode::OK, "{step}: {}", answer.text);
    }
}

/// A client that hangs up while a step is being written leaves nothing behind but what was written.
#[test]
fn a_request_that_is_given_up_leaves_no_step_that_is_in_no_log() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = || Store::sqlite(&folder.path().join("parlour.db")).expect("a file");
    // The first process hears nothing of the second by itself.
    let (one, other) = (Server::idle(open(), 0, false), Server::new(open(), 0));
    let (id, mut amy, mut there) = alone(&one, &other);
    assert_eq!(amy.view(&id)["seq"], 0);
    let first = there.play(&id, &json!(0), "red 0,0");
    assert_eq!(first.status, StatusCode::OK, "{}", first.text);
    // This step is too late, which its sender never learns.
    let path = format!("/api/matches/{id}/moves");
    amy.give_up(&path, &json!({ "at": 0, "step": "green 1,1" }));
    let shown = |view: Value| (view["seq"].clone(), view["view"].clone());
    let now = shown(there.view(&id));
    assert_eq!((shown(amy.view(&id)), &now.0), (now.clone(), &json!(1)));
    // This one is written. Sent again, it is answered.
    let second = json!({ "at": 1, "step": "green 1,1" });
    amy.give_up(&path, &second);
    let answer = amy.post(&path, second);
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    let now = shown(there.view(&id));
    assert_eq!((shown(amy.view(&id)), &now.0), (now.clone(), &json!(2)));
}
