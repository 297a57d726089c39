//! What each player learns of the others: names, seats, offers.

use super::*;

/// Two people with names of their own, in a match of this kind.
fn pair<'a>(server: &'a Server, wanted: &Value) -> (String, [Client<'a>; 2]) {
    let mut amy = server.somebody();
    let mut bill = server.somebody();
    for (who, name) in [(&mut amy, "Amy Adams"), (&mut bill, "Bill Burr")] {
        let named = who.send("PUT", "/api/me", &json!({ "name": name }).to_string(), &[]);
        assert_eq!(named.status, StatusCode::OK, "{}", named.text);
    }
    let (id, links) = amy.make(wanted.clone());
    assert_eq!(bill.post(&links[0], json!({})).status, StatusCode::OK);
    (id, [amy, bill])
}

/// All that somebody is sent about a match.
fn everything(somebody: &mut Client<'_>, id: &str) -> String {
    let mut bytes = String::new();
    for path in [
        format!("/api/matches/{id}"),
        format!("/api/matches/{id}/record"),
        format!("/m/{id}"),
        format!("/embed/m/{id}"),
        format!("/oembed?url=http://localhost/m/{id}"),
        "/api/lobby".to_owned(),
        "/api/lobby?watch=1".to_owned(),
        "/api/matches".to_owned(),
    ] {
        bytes += &somebody.get(&path).text;
    }
    bytes += &somebody
        .post(&format!("/api/matches/{id}/board"), json!({}))
        .text;
    bytes += &somebody
        .listen(&format!("/api/matches/{id}/stream"), &[])
        .hear();
    bytes
}

#[test]
fn own_names_are_for_those_who_were_invited() {
    let server = Server::memory();
    let setup = json!({ "size": "3x3" });
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    for public in [false, true] {
        let wanted =
            json!({ "game": "gridlock", "setup": setup, "seats": seats, "public": public });
        let (id, mut people) = pair(&server, &wanted);
        let view = people[0].view(&id);
        let played = people[0].play(&id, &view["seq"], "red 1,1");
        assert_eq!(played.status, StatusCode::OK);
        for is_over in [false, true] {
            if is_over {
                let gave_up = people[1].post(&format!("/api/matches/{id}/resign"), json!({}));
                assert_eq!(gave_up.status, StatusCode::OK);
            }
            let mut eve = server.somebody();
            let told = everything(&mut eve, &id);
            assert!(!told.contains("Amy") && !told.contains("Bill"), "{told}");
            let made_up = people[0].get("/api/me").json()["public_name"].clone();
            assert!(told.contains(made_up.as_str().expect("a name")), "{told}");
            for one in &mut people {
                let told = everything(one, &id);
                // Those who met as strangers stay strangers.
                assert_eq!(told.contains("Amy Adams"), !public, "{told}");
                assert_eq!(told.contains("Bill Burr"), !public, "{told}");
            }
        }
        let told = people[0].view(&id)["result"]["text"].clone();
        assert_eq!(
            told == "Bill Burr resigns. Amy Adams wins.",
            !public,
            "{told}"
        );
        // A rematch tells no more.
        people[0].post(&format!("/api/matches/{id}/rematch"), json!({}));
        let next = people[0].view(&id)["rematch"]
            .as_str()
            .expect("a match")
            .to_owned();
        let told = everything(&mut people[1], &next);
        assert_eq!(told.contains("Amy Adams"), !public, "{told}");
    }
}

#[test]
fn names_that_no_record_can_hold_are_refused() {
    let server = Server::memory();
    let mut amy = server.somebody();
    for (name, reason) in [
        ("J. Smith", "stop"),
        ("Smith, J", "comma"),
        ("a\u{7}b", "control"),
    ] {
        let body = json!({ "name": name }).to_string();
        let refused = amy.send("PUT", "/api/me", &body, &[]);
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{name}");
        let refused = refused.json();
        let message = refused["message"].as_str().expect("a reason");
        assert!(message.contains(reason), "{name}: {message}");
    }
    let made = amy
        .post("/api/tournaments", json!({ "game": "gridlock" }))
        .json();
    let join = format!(
        "/api/tournaments/{}/join",
        made["id"].as_str().expect("a code")
    );
    let refused = amy.post(&join, json!({ "name": "J. Smith" }));
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[test]
fn whoever_opens_the_link_of_a_seat_gets_it() {
    let server = Server::memory();
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let wanted = json!({ "game": "gridlock", "seats": seats });
    for (accept, agent, takes) in [
        ("*/*", "curl/8.5.0", true),
        ("", "Python-urllib/3.12", true),
        ("application/json", "my-bot/1.0", true),
        ("*/*", "facebookexternalhit/1.1", false),
        ("text/html", "TelegramBot (like TwitterBot)", false),
        ("text/html,*/*", "Mozilla/5.0", false),
    ] {
        let mut amy = server.somebody();
        let (id, links) = amy.make(wanted.clone());
        let mut somebody = server.somebody();
        let headers = [("accept", accept), ("user-agent", agent)];
        let opened = somebody.send("GET", &links[0], "", &headers);
        assert!(!opened.status.is_client_error(), "{agent}: {}", opened.text);
        let view = somebody.view(&id);
        assert_eq!(view["seat"] == "second", takes, "{agent}");
        assert_eq!(amy.view(&id)["status"] == "playing", takes, "{agent}");
        if takes {
            assert_eq!(opened.json()["seat"], "second", "{agent}");
        }
    }
}

#[test]
fn three_players_agree_or_go_on() {
    let server = Server::memory();
    let mut people = [server.somebody(), server.somebody(), server.somebody()];
    let seats = json!([{ "kind": "me" }, { "kind": "open" }, { "kind": "open" }]);
    let (id, links) = people[0].make(json!({ "game": "labyrinth", "seats": seats }));
    for (person, link) in people[1..].iter_mut().zip(&links) {
        assert_eq!(person.post(link, json!({})).status, StatusCode::OK);
    }
    let act = |person: &mut Client<'_>, what: &str| {
        person.post(&format!("/api/matches/{id}/{what}"), json!({}))
    };
    let view = people[0].view(&id);
    let step = people[0].some_step(&id, &view, &mut 5);
    assert_eq!(
        people[0].play(&id, &view["seq"], &step).status,
        StatusCode::OK
    );
    let steps = |person: &mut Client<'_>| {
        let board = person.post(&format!("/api/matches/{id}/board"), json!({}));
        board.json()["steps"].clone()
    };
    let before = steps(&mut people[0]);
    // One of three can prevent it, and all of them must agree.
    for (what, answers, is_taken_back) in [
        ("takeback", ["takeback", "decline"], false),
        ("draw", ["decline", ""], false),
        ("takeback", ["takeback", "takeback"], true),
        ("draw", ["draw", "draw"], true),
    ] {
        assert_eq!(act(&mut people[0], what).status, StatusCode::OK, "{what}");
        let offer = people[1].view(&id)["offer"].clone();
        assert_eq!(
            offer["waiting"].as_array().map(Vec::len),
            Some(2),
            "{offer}"
        );
        let again = act(&mut people[0], what);
        assert_eq!(
            again.status,
            StatusCode::OK,
            "who asks again only asks again"
        );
        assert_eq!(people[0].view(&id)["status"], "playing");
        assert_eq!(act(&mut people[1], answers[0]).status, StatusCode::OK);
        assert_eq!(
            people[0].view(&id)["status"],
            "playing",
            "one of two has agreed"
        );
        if !answers[1].is_empty() {
            let offer = people[1].view(&id)["offer"].clone();
            assert_eq!(
                offer["waiting"].as_array().map(Vec::len),
                Some(1),
                "{offer}"
            );
            let answered = act(&mut people[2], answers[1]);
            assert_eq!(answered.status, StatusCode::OK, "{}", answered.text);
        }
        assert_eq!(people[0].view(&id)["offer"], Value::Null, "{what}");
        let now = steps(&mut people[0]);
        assert_eq!(now.as_u64() < before.as_u64(), is_taken_back, "{what}");
    }
    let end = people[1].view(&id);
    assert_eq!(
        (&end["status"], &end["result"]["winner"]),
        (&json!("over"), &Value::Null)
    );
}

#[test]
fn with_three_players_nobody_can_resign_and_bots_accept_no_draw() {
    let server = Server::memory();
    let mut amy = server.somebody();
    let seats = json!([{ "kind": "me" }, { "kind": "me" }, { "kind": "bot", "bot": "easy" }]);
    let (id, _) = amy.make(json!({ "game": "labyrinth", "seats": seats }));
    for (what, code) in [("resign", "seats"), ("draw", "bot")] {
        let refused = amy.post(&format!("/api/matches/{id}/{what}"), json!({}));
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{what}");
        assert_eq!(refused.json()["code"], code);
    }
}

/// A process is killed after it has made the rematch, and before it has told of it.
#[test]
fn a_rematch_is_the_same_one_however_often_it_is_asked_for() {
    let server = Server::memory();
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let wanted = json!({ "game": "gridlock", "setup": { "size": "3x3" }, "seats": seats });
    let (id, mut people) = pair(&server, &wanted);
    people[0].post(&format!("/api/matches/{id}/resign"), json!({}));
    let caller = crate::people::Caller {
        player: String::new(),
        fresh: None,
        scopes: None,
    };
    let made = async {
        let again =
            async |table: &mut crate::table::Table| crate::making::Made::again(table, &caller);
        let made = server
            .registry
            .with(&id, true, again)
            .await
            .expect("a rematch");
        let next = made.id.clone();
        made.write_once(&server.registry).await.expect("a store");
        next
    };
    let made = server.runtime.block_on(made);
    assert_eq!(people[0].view(&id)["rematch"], Value::Null);
    for person in &mut people {
        let asked = person.post(&format!("/api/matches/{id}/rematch"), json!({}));
        assert_eq!(asked.status, StatusCode::OK, "{}", asked.text);
        assert_eq!(person.view(&id)["rematch"], made.as_str());
        assert_eq!(person.view(&made)["status"], "playing");
    }
}

#[test]
fn a_bot_hears_of_all_its_matches() {
    let server = Server::memory();
    let (mut amy, mut bot) = (server.somebody(), server.somebody());
    bot.get("/api/me");
    let mut heard = bot.listen("/api/me/stream", &[]);
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let setup = json!({ "size": "3x3" });
    let (id, links) = amy.make(json!({ "game": "gridlock", "setup": setup, "seats": seats }));
    assert_eq!(bot.post(&links[0], json!({})).status, StatusCode::OK);
    let news = |heard: &mut client::Stream, seq: u64| -> Value {
        loop {
            let text = heard.hear();
            assert!(!text.is_empty(), "nothing is heard of event {seq}");
            for line in text.lines().filter(|line| !line.is_empty()) {
                let line: Value = serde_json::from_str(line).expect("JSON");
                assert_eq!(
                    (&line["match"], &line["game"]),
                    (&json!(id), &json!("gridlock"))
                );
                if line["seq"] == seq {
                    return line;
                }
            }
        }
    };
    assert_eq!(news(&mut heard, 1)["your_turn"], false);
    assert_eq!(amy.play(&id, &json!(1), "red 0,0").status, StatusCode::OK);
    assert_eq!(news(&mut heard, 2)["your_turn"], true);
    // A listener that begins later is told what is going on.
    let mut later = bot.listen("/api/me/stream", &[("accept", "text/event-stream")]);
    let told = later.hear();
    assert!(told.starts_with("data: {") && told.contains(&id), "{told}");
    bot.post(&format!("/api/matches/{id}/resign"), json!({}));
    assert_eq!(news(&mut heard, 3)["status"], "over");
}
