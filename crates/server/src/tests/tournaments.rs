//! Tournaments in games with secrets: nobody knows a deal from another match.

use std::collections::BTreeSet;

use super::*;

/// Four players in a tournament that has begun; its code.
fn begun(people: &mut [Client<'_>], wanted: Value) -> String {
    let made = people[0].post("/api/tournaments", wanted);
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
    let code = made.json()["id"].as_str().expect("a code").to_owned();
    for (number, person) in people.iter_mut().enumerate() {
        let name = json!({ "name": format!("Player {number}") });
        let joined = person.post(&format!("/api/tournaments/{code}/join"), name);
        assert_eq!(joined.status, StatusCode::OK, "{}", joined.text);
    }
    let started = people[0].post(&format!("/api/tournaments/{code}/start"), json!({}));
    assert_eq!(started.status, StatusCode::OK, "{}", started.text);
    code
}

fn own(person: &mut Client<'_>, code: &str) -> Vec<String> {
    let shown = person.get(&format!("/api/tournaments/{code}")).json();
    let open = shown["to_play"].as_array().expect("matches").iter();
    open.map(|id| id.as_str().expect("an id").to_owned())
        .collect()
}

#[test]
fn nobody_sits_on_both_sides_of_a_deal() {
    let server = Server::memory();
    let mut people = [(); 4].map(|()| server.somebody());
    let code = begun(&mut people, json!({ "game": "labyrinth", "games": 2 }));
    let mut deals = Vec::new();
    for person in &mut people {
        let matches = own(person, &code);
        assert_eq!(matches.len(), 2);
        let views = matches.iter().map(|id| person.view(id));
        let views: Vec<Value> = views.collect();
        // Two games, in both seats, of two deals.
        let commitments: Vec<Value> = views
            .iter()
            .map(|view| view["commitment"].clone())
            .collect();
        assert_ne!(commitments[0], commitments[1]);
        assert_ne!(views[0]["seat"], views[1]["seat"]);
        deals.extend(commitments.iter().map(Value::to_string));
    }
    // All tables of the round have the same two: nobody is luckier than the others.
    assert_eq!(deals.iter().collect::<BTreeSet<_>>().len(), 2);
}

#[test]
fn a_deal_stays_secret_until_all_who_have_it_are_done() {
    let server = Server::memory();
    let mut people = [(); 4].map(|()| server.somebody());
    let code = begun(&mut people, json!({ "game": "labyrinth" }));
    let tables = people
        .each_mut()
        .map(|person| own(person, &code)[0].clone());
    let first = tables[0].clone();
    let second = tables.iter().find(|id| **id != first).expect("two").clone();
    let mut eve = server.somebody();
    let refused = |eve: &mut Client<'_>, id: &str| {
        for path in ["", "/stream", "/board.svg", "/record", "/film.svg"] {
            let answer = eve.get(&format!("/api/matches/{id}{path}"));
            let is_missing = cfg!(not(feature = "pictures")) && path == "/film.svg";
            assert!(
                answer.status == StatusCode::FORBIDDEN || is_missing,
                "{path}"
            );
        }
        let board = eve.post(&format!("/api/matches/{id}/board"), json!({}));
        assert_eq!(board.status, StatusCode::FORBIDDEN);
        let live = eve.get(&format!("/api/live?topics=m:{id}@0"));
        assert_eq!(live.status, StatusCode::FORBIDDEN);
        let frame = eve.get(&format!("/embed/m/{id}"));
        assert!(frame.text.contains("alt=\"\""), "no words: {}", frame.text);
    };
    refused(&mut eve, &first);
    let before = people[0].view(&first);
    let gave_up = people[0].post(&format!("/api/matches/{first}/resign"), json!({}));
    assert_eq!(gave_up.status, StatusCode::OK, "{}", gave_up.text);
    let after = people[0].view(&first);
    assert_eq!(after["status"], "over");
    assert_eq!(
        (&after["key"], &after["view"]),
        (&Value::Null, &before["view"])
    );
    refused(&mut eve, &first);
    let record = people[0].get(&format!("/api/matches/{first}/record"));
    assert_eq!(record.status, StatusCode::FORBIDDEN);
    let review = people[0].post("/api/jobs", json!({ "kind": "review", "match": first }));
    assert_eq!(review.status, StatusCode::CONFLICT, "{}", review.text);
    // The others are done, too.
    let loser = tables
        .iter()
        .position(|id| *id == second)
        .expect("a player");
    people[loser].post(&format!("/api/matches/{second}/resign"), json!({}));
    for id in [&first, &second] {
        let view = eve.view(id);
        assert!(view["key"].is_string(), "{view}");
        assert_eq!(
            eve.get(&format!("/api/matches/{id}/record")).status,
            StatusCode::OK
        );
    }
    assert_eq!(
        eve.view(&first)["commitment"],
        eve.view(&second)["commitment"]
    );
}

/// Dice are thrown for all to see, but those to come are not.
#[test]
fn the_key_of_dice_is_told_when_both_matches_are_over() {
    let server = Server::memory();
    let mut people = [(); 2].map(|()| server.somebody());
    let code = begun(&mut people, json!({ "game": "ur" }));
    let matches = own(&mut people[0], &code);
    assert_eq!(matches.len(), 2, "the same dice in both seats");
    for (number, id) in matches.iter().enumerate() {
        people[0].post(&format!("/api/matches/{id}/resign"), json!({}));
        let key = people[1].view(&matches[0])["key"].clone();
        assert_eq!(key.is_string(), number == 1, "{key}");
    }
}
