//! Nobody is sent what they may not know.
//!
//! The law: for two worlds that look the same to a viewer, all bytes that are sent to that viewer
//! are the same, but for what differs by chance and tells nothing: names of matches, times, keys.

use parlour_core::luck;
use parlour_core::{Seat, Turn, Viewer};
use rand::Rng;

use super::*;

/// Everything that somebody can ask about a match, and what they are answered.
fn told(somebody: &mut Client<'_>, id: &str) -> Vec<(String, String)> {
    let path = format!("/api/matches/{id}");
    let mut told = Vec::new();
    fn note(told: &mut Vec<(String, String)>, what: &str, answer: &Answer) {
        told.push((
            what.to_owned(),
            format!("{} {}", answer.status, answer.text),
        ));
    }
    for what in [
        "",
        "/next",
        "/next?picks=A1",
        "/record",
        "/board.svg",
        "/board.png?width=64",
        "/film.svg",
    ] {
        note(&mut told, what, &somebody.get(&format!("{path}{what}")));
    }
    // What is sent to a socket is written by the same code as the lines of a stream: the audience.
    let has_begun = somebody.view(id)["seq"] != 0;
    for accept in ["application/x-ndjson", "text/event-stream"] {
        if !has_begun {
            break;
        }
        let mut stream = somebody.listen(&format!("{path}/stream"), &[("accept", accept)]);
        let text = stream.hear();
        told.push((accept.to_owned(), text));
    }
    for page in [
        format!("/m/{id}"),
        format!("/embed/m/{id}"),
        format!("/oembed?url=http://localhost/m/{id}"),
    ] {
        note(&mut told, &page.replace(id, "ID"), &somebody.get(&page));
    }
    for asked in [
        json!({ "map": true }),
        json!({ "map": true, "steps": 0 }),
        json!({ "picked": ["A1"] }),
        json!({ "preview": "A1" }),
    ] {
        let answer = somebody.post(&format!("{path}/board"), asked.clone());
        note(&mut told, &asked.to_string(), &answer);
    }
    // What stands in lists of matches.
    for list in ["/api/lobby", "/api/lobby?watch=1", "/api/matches"] {
        let rows = somebody.get(list).json();
        let mut rows = rows.as_array().expect("a list").iter();
        let row = rows.find(|row| row["id"] == id);
        told.push((list.to_owned(), row.map_or(String::new(), Value::to_string)));
    }
    // Actions, also those that are refused. What they change is changed back.
    for action in [
        "draw", "decline", "takeback", "decline", "abort", "rematch", "dance",
    ] {
        let answer = somebody.post(&format!("{path}/{action}"), json!({}));
        note(&mut told, action, &answer);
    }
    // What is said of all that happened, and of steps that are none.
    for at in [0, 99] {
        let answer = somebody.play(id, &json!(at), "nonsense");
        note(&mut told, &format!("nonsense at {at}"), &answer);
    }
    let view = somebody.view(id);
    let answer = somebody.play(id, &view["seq"], "nonsense");
    note(&mut told, "nonsense", &answer);
    for (_, text) in &mut told {
        *text = without_chance(text, id, &view);
    }
    told
}

/// A text without what differs by chance and tells nothing.
fn without_chance(text: &str, id: &str, view: &Value) -> String {
    let text = text.replace(id, "ID");
    let mut parts = text.split("\"at\":");
    let mut without_times = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        without_times += part.trim_start_matches(|c: char| c.is_ascii_digit());
    }
    for name in ["commitment", "created"] {
        let value = view[name].to_string();
        without_times = without_times.replace(value.trim_matches('"'), name);
    }
    assert!(
        !without_times.contains("key\":\""),
        "the key is told before the end"
    );
    without_times
}

fn compare(game: &str, who: &str, worlds: [Vec<(String, String)>; 2]) {
    let [one, other] = worlds;
    for ((what, one), (_, other)) in one.iter().zip(&other) {
        if let Some(at) = one.bytes().zip(other.bytes()).position(|(a, b)| a != b) {
            let near = |text: &str| {
                let bytes = &text.as_bytes()[at.saturating_sub(80)..(at + 60).min(text.len())];
                String::from_utf8_lossy(bytes).into_owned()
            };
            panic!("{game}: {who} asks {what}:\n{}\n{}", near(one), near(other));
        }
        assert_eq!(one.len(), other.len(), "{game}: {who} asks {what}");
    }
}

/// Two worlds that look the same to the seat that is to move, a few steps into a game.
fn look_alikes(game: &'static dyn parlour_core::GameEntry, seed: u64) -> Option<(u8, [String; 2])> {
    let luck = &mut luck::seeded(seed);
    let mut setup = parlour_core::SetupValues::new();
    if game.options().iter().any(|option| option.name == "target") {
        setup.set("target", "random");
    }
    let mut position = game.start(&setup, luck).ok()?;
    for _ in 0..luck.next_u32() % 12 {
        let step = match position.turn() {
            Turn::Chance => position.draw_lot(luck)?,
            Turn::Seat(_) => {
                let moves = position.moves();
                let text = &moves[luck.next_u32() as usize % moves.len()];
                position.read(text).ok()?
            }
            Turn::Over(_) => return None,
        };
        position.take(&step).ok()?;
    }
    let Turn::Seat(seat) = position.turn() else {
        return None;
    };
    let other = game
        .read_view(&position.view_text(Viewer::Seat(seat)), luck)
        .ok()?;
    Some((seat.0, [position.text(), other.text()]))
}

#[test]
fn worlds_that_look_the_same_are_told_the_same() {
    let server = Server::memory();
    for game in parlour_catalog::games() {
        let name = game.info().id;
        let mut luck = 11;
        let (mut compared, mut different) = (0, 0);
        for seed in 0..60 {
            // Without secrets there is one world only.
            if game.is_open() && compared == 3 {
                break;
            }
            let Some((seat, starts)) = look_alikes(*game, seed) else {
                continue;
            };
            different += usize::from(starts[0] != starts[1]);
            let (mut bill, mut others, mut eve) =
                (server.somebody(), server.somebody(), server.somebody());
            let mut worlds = starts
                .each_ref()
                .map(|start| game.read_position(start).expect("a position"));
            let count = worlds[0].seats();
            let ids = starts.map(|start| {
                let seats = (0..count).map(|number| match number == seat {
                    true => json!({ "kind": "me" }),
                    false => json!({ "kind": "open" }),
                });
                let seats: Vec<Value> = seats.collect();
                let wanted =
                    json!({ "game": name, "position": start, "seats": seats, "public": true });
                let (id, links) = bill.make(wanted);
                for link in links {
                    let sat = others.post(&link, json!({}));
                    assert_eq!(sat.status, StatusCode::OK, "{}", sat.text);
                }
                id
            });
            // Luck may differ from here on in games that have it, all of which are open.
            for _ in 0..if game.is_open() { 1 } else { 6 } {
                let views = ids.each_ref().map(|id| bill.view(id));
                if views[0]["view"] != views[1]["view"] || !views[0]["result"].is_null() {
                    break;
                }
                compared += 1;
                compare(
                    name,
                    "a player",
                    ids.each_ref().map(|id| told(&mut bill, id)),
                );
                let strangers = ids.each_ref().map(|id| eve.view(id)["view"].clone());
                if strangers[0] == strangers[1] {
                    compare(
                        name,
                        "a stranger",
                        ids.each_ref().map(|id| told(&mut eve, id)),
                    );
                }
                // Offers are events, too.
                let views = ids.each_ref().map(|id| bill.view(id));
                let is_own = views[0]["your_turn"] == true;
                let mover = if is_own { &mut bill } else { &mut others };
                let view = mover.view(&ids[0]);
                let step = mover.some_step(&ids[0], &view, &mut luck);
                // What a step reveals may tell the worlds apart.
                let revealed = worlds.each_mut().map(|world| {
                    let read = world.read(&step).ok()?;
                    let said = world.describe(&read, Viewer::Seat(Seat(seat)));
                    world.take(&read).is_ok().then_some(said)
                });
                if revealed[0] != revealed[1] && !is_own {
                    break;
                }
                let seqs = views.each_ref().map(|view| view["seq"].clone());
                let answers = [0, 1].map(|world| mover.play(&ids[world], &seqs[world], &step));
                if is_own {
                    assert_eq!(answers[0].status, answers[1].status, "{name}: {step}");
                }
                let is_whole =
                    |answer: &Answer| answer.json()["steps"].as_array().map(Vec::len) == Some(1);
                if revealed[0] != revealed[1] || !answers.iter().all(is_whole) {
                    break;
                }
            }
        }
        assert!(compared >= 3, "{name}: {compared} comparisons");
        assert!(
            game.is_open() || different >= 5,
            "{name}: {different} pairs of worlds"
        );
    }
}

/// A bot's move in a game with secrets is never told before the next tick: see `bots::pause`.
#[test]
fn a_bot_with_secrets_answers_at_a_tick() {
    let server = Server::memory();
    let mut amy = server.somebody();
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "random" }]);
    let (id, _) = amy.make(json!({ "game": "labyrinth", "seats": seats }));
    let own = amy.view(&id)["seat"].clone();
    loop {
        let view = amy.view(&id);
        if view["your_turn"] == false {
            break;
        }
        let step = amy.some_step(&id, &view, &mut 9);
        assert_eq!(amy.play(&id, &view["seq"], &step).status, StatusCode::OK);
    }
    let mut heard = amy.listen(&format!("/api/matches/{id}/stream"), &[]);
    let mut told: Vec<Value> = Vec::new();
    let is_bots = |line: &Value| line["seat"].is_string() && line["seat"] != own;
    while !told.iter().any(is_bots) {
        let text = heard.hear();
        assert!(!text.is_empty(), "the bot does not move");
        told.extend(
            text.lines()
                .filter_map(|line| serde_json::from_str(line).ok()),
        );
    }
    let first = told.iter().position(is_bots).expect("a move");
    let at = |number: usize| told[number]["at"].as_i64().expect("a time");
    let (answered, asked) = (at(first), at(first - 1));
    // However fast it is. Later it may always be.
    assert!(answered - asked >= 95, "{} ms", answered - asked);
}

#[test]
fn a_hidden_target_is_told_to_nobody_but_its_owner() {
    let server = Server::memory();
    let mut amy = server.somebody();
    let mut bill = server.somebody();
    let mut eve = server.somebody();
    for target in ["A1,A4,H1", "A1,A4,H4"] {
        let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
        let wanted = json!({ "game": "ships", "setup": { "target": target }, "seats": seats, "public": true });
        let (id, links) = amy.make(wanted);
        let mut bytes = eve.get("/api/lobby").text;
        assert_eq!(bill.post(&links[0], json!({})).status, StatusCode::OK);
        // A guess that is answered alike for both.
        let guessed = bill.play(&id, &json!(1), "D1,D4,E1");
        assert_eq!(guessed.status, StatusCode::OK, "{}", guessed.text);
        bytes += &guessed.text;
        for somebody in [&mut bill, &mut eve] {
            for (_, text) in told(somebody, &id) {
                bytes += &text;
            }
        }
        assert!(!bytes.contains(target), "the target is told");
        let view = amy.view(&id);
        assert!(view["view"].as_str().expect("text").contains(target));
    }
}
