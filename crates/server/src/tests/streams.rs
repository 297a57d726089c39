//! Events that are told as they happen, and resumed by number.

use super::*;

#[test]
fn streams_go_on_where_they_stopped() {
    let server = Server::memory();
    let mut amy = server.somebody();
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let wanted = json!({ "game": "gridlock", "setup": { "size": "3x3" }, "seats": seats });
    let (id, _) = amy.make(wanted);
    for (at, step) in ["red 0,0", "green 0,1", "red 0,2"].into_iter().enumerate() {
        let moved = amy.play(&id, &json!(at), step);
        assert_eq!(moved.status, StatusCode::OK, "{}", moved.text);
    }
    for (query, known, first) in [
        ("", None, 1),
        ("?since=2", None, 3),
        ("", Some("1"), 2),
        // The address is still that of the first time.
        ("?since=0", Some("2"), 3),
    ] {
        let path = format!("/api/matches/{id}/stream{query}");
        let mut headers: Vec<(&str, &str)> = Vec::new();
        headers.extend(known.map(|known| ("last-event-id", known)));
        let told = amy.listen(&path, &headers).hear();
        let seqs = told.lines().map(|line| {
            let event: Value = serde_json::from_str(line).expect("JSON");
            event["seq"].as_u64().expect("a number")
        });
        assert!(seqs.eq(first..=3), "{told}");
        headers.push(("accept", "text/event-stream"));
        let told = amy.listen(&path, &headers).hear();
        let ids = told.lines().filter_map(|line| line.strip_prefix("id: "));
        let ids = ids.map(|id| id.parse::<u64>().expect("a number"));
        assert!(ids.eq(first..=3), "{told}");
    }
}
