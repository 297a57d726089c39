//! Time: what runs while nobody looks, and what stands still while no server is there.

use super::*;

fn kinds(view: &[Value]) -> Vec<&str> {
    view.iter()
        .filter_map(|told| told["kind"].as_str())
        .collect()
}

/// A match against oneself, with this many seconds for each side.
fn timed(somebody: &mut Client<'_>, seconds: u32) -> String {
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let setup = json!({ "size": "3x3" });
    let wanted = json!({
        "game": "gridlock", "setup": setup, "seats": seats, "clock": { "time": seconds },
    });
    somebody.make(wanted).0
}

#[test]
fn no_move_is_taken_after_the_end_of_its_clock() {
    // Nobody but the request itself looks at the clock.
    let server = Server::idle(Store::memory(), 0, false);
    for act in ["moves", "draw", "takeback"] {
        let mut amy = server.somebody();
        let id = timed(&mut amy, 1);
        let first = amy.play(&id, &json!(0), "red 0,0");
        assert_eq!(first.status, StatusCode::OK, "{}", first.text);
        std::thread::sleep(Duration::from_millis(1050));
        let body = match act {
            "moves" => json!({ "at": 1, "step": "green 0,1" }),
            _ => json!({ "at": 1 }),
        };
        let late = amy.post(&format!("/api/matches/{id}/{act}"), body);
        assert_eq!(late.status, StatusCode::CONFLICT, "{act}: {}", late.text);
        let late = late.json();
        let steps = late["steps"].as_array().expect("what is new");
        assert_eq!(kinds(steps), ["timeout"], "{act}");
        let view = amy.view(&id);
        assert_eq!(
            (&view["status"], &view["result"]["winner"]),
            (&json!("over"), &json!("first")),
            "{act}"
        );
    }
}

#[test]
fn clocks_stand_still_while_no_server_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = || Store::sqlite(&folder.path().join("parlour.db")).expect("a file");
    let mut server = Server::new(open(), 0);
    let mut amy = server.somebody();
    let id = timed(&mut amy, 8);
    assert_eq!(amy.play(&id, &json!(0), "red 0,0").status, StatusCode::OK);
    let cookie = amy.header.clone();
    // Killed: nobody says when. Then stopped in order, and missed for a moment only.
    for (away, is_killed) in [(8000, true), (300, false)] {
        if !is_killed {
            server.runtime.block_on(server.registry.leave());
        }
        drop(server);
        std::thread::sleep(Duration::from_millis(away));
        server = Server::new(open(), 0);
        let mut amy = server.somebody();
        amy.header.clone_from(&cookie);
        let view = amy.view(&id);
        assert_eq!(view["status"], "playing", "{view}");
        assert!(view["seats"][1]["left"].as_i64() > Some(0), "{view}");
    }
    let mut amy = server.somebody();
    amy.header = cookie;
    let late = amy.play(&id, &json!(0), "nonsense").json();
    let steps = late["steps"].as_array().expect("what happened");
    assert_eq!(kinds(steps), ["step", "pause", "pause"]);
    // The pause is no obstacle to the next move.
    let moved = amy.play(&id, &json!(3), "green 0,1");
    assert_eq!(moved.status, StatusCode::OK, "{}", moved.text);
}
