//! Processes that are killed while people play.

use std::io::{BufRead, BufReader};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Person;
use super::serving::Server;

/// Plays steps until told to stop, and returns those that were acknowledged, by match.
fn pupil(servers: &[String; 2], number: usize, stop: &AtomicBool) -> (String, Vec<String>) {
    let person = Person::new();
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let wanted = json!({ "game": "gridlock", "setup": { "size": "12x12" }, "seats": seats });
    let path = loop {
        // The first answer may be lost with its server, and the cookie with it: begin again.
        let made = person.ask(&format!("{}/api/matches", servers[0]), Some(&wanted));
        if let Some((201, made)) = made {
            break format!("/api/matches/{}", made["id"].as_str().expect("a name"));
        }
        thread::sleep(Duration::from_millis(50));
    };
    let mut acknowledged = Vec::new();
    let mut turn = number;
    'games: while !stop.load(Ordering::Relaxed) {
        turn += 1;
        let Some((200, view)) = person.ask(&format!("{}{path}", servers[turn % 2]), None) else {
            thread::sleep(Duration::from_millis(20));
            continue;
        };
        let moves = view["moves"].as_array().expect("moves");
        let Some(step) = moves.get(turn * 7 % moves.len().max(1)) else {
            break;
        };
        let body = json!({ "at": view["seq"], "step": step });
        // The same step is sent until it is answered, to whichever server answers.
        loop {
            turn += 1;
            let url = format!("{}{path}/moves", servers[turn % 2]);
            match person.ask(&url, Some(&body)) {
                Some((200, _)) => {
                    acknowledged.push(step.as_str().expect("a step").to_owned());
                    continue 'games;
                }
                Some((status, answer)) if status < 500 => {
                    panic!("{status} for {body}: {answer}")
                }
                _ => thread::sleep(Duration::from_millis(20)),
            }
        }
    }
    (path, acknowledged)
}

/// Two processes on one file; one or the other is killed again and again.
#[test]
fn no_acknowledged_step_is_lost_when_processes_are_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut servers = [(); 2].map(|()| Server::start(folder.path()));
    let addresses = servers.each_ref().map(|server| server.address().to_owned());
    let urls = servers.each_ref().map(|server| server.url.clone());
    let stop = AtomicBool::new(false);
    let played = thread::scope(|scope| {
        let pupils: Vec<_> = (0..6)
            .map(|number| {
                let (urls, stop) = (&urls, &stop);
                scope.spawn(move || pupil(urls, number, stop))
            })
            .collect();
        for round in 0..6 {
            thread::sleep(Duration::from_millis(700));
            let server = &mut servers[round % 2];
            server.kill();
            *server = Server::at(folder.path(), &addresses[round % 2]);
        }
        stop.store(true, Ordering::Relaxed);
        let played = pupils.into_iter().map(|pupil| pupil.join().expect("steps"));
        played.collect::<Vec<_>>()
    });
    let person = Person::new();
    for (path, acknowledged) in played {
        assert!(acknowledged.len() > 5, "{} steps", acknowledged.len());
        let view = person.get(&format!("{}{path}", urls[1]));
        let url = format!("{}{path}/stream", urls[0]);
        let mut answer = person.agent.get(&url).call().expect("a stream");
        let lines = BufReader::new(answer.body_mut().as_reader()).lines();
        let events = lines
            .map(|line| line.expect("a line"))
            .filter(|line| !line.is_empty())
            .map(|line| serde_json::from_str::<Value>(&line).expect("an event"));
        let events: Vec<Value> = events
            .take(view["seq"].as_u64().expect("a number") as usize)
            .collect();
        // Steps without an alternative are made by the server.
        let chosen = events.iter().filter(|event| event["kind"] == "step");
        let log: Vec<&str> = chosen.filter_map(|event| event["step"].as_str()).collect();
        assert_eq!(log, acknowledged, "none is lost, and none doubled");
    }
}

/// Joins a tournament and plays whatever there is to play, until it is over.
fn take_part(server: &str, code: &str, number: usize) -> usize {
    let person = Person::new();
    let tournament = format!("{server}/api/tournaments/{code}");
    let name = json!({ "name": format!("Pupil {number}") });
    // The first answer may be lost with its server, and the cookie with it.
    while !matches!(
        person.ask(&format!("{tournament}/join"), Some(&name)),
        Some((200, _))
    ) {
        thread::sleep(Duration::from_millis(20));
    }
    let mut made = 0;
    loop {
        let Some((200, shown)) = person.ask(&tournament, None) else {
            thread::sleep(Duration::from_millis(20));
            continue;
        };
        if shown["status"] == "over" {
            return made;
        }
        let mut idle = true;
        for id in shown["to_play"].as_array().expect("matches") {
            let path = format!("{server}/api/matches/{}", id.as_str().expect("a name"));
            let Some((200, view)) = person.ask(&path, None) else {
                continue;
            };
            if view["your_turn"] == true {
                let moves = view["moves"].as_array().expect("moves");
                let step = &moves[(number + made) % moves.len()];
                let body = json!({ "at": view["seq"], "step": step });
                if let Some((200, _)) = person.ask(&format!("{path}/moves"), Some(&body)) {
                    made += 1;
                    idle = false;
                }
            }
        }
        if idle {
            thread::sleep(Duration::from_millis(25));
        }
    }
}

#[test]
fn thirty_pupils_finish_a_tournament_though_the_server_is_killed() {
    const PUPILS: usize = 30;
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Server::start(folder.path());
    let (url, address) = (server.url.clone(), server.address().to_owned());
    let teacher = Person::new();
    let wanted = json!({ "name": "Class 7b", "game": "gridlock", "setup": { "size": "2x2" } });
    let (status, made) = teacher
        .ask(&format!("{url}/api/tournaments"), Some(&wanted))
        .expect("an answer");
    assert_eq!(status, 201, "{made}");
    let code = made["id"].as_str().expect("a code").to_owned();
    let tournament = format!("{url}/api/tournaments/{code}");
    let begun = Instant::now();
    thread::scope(|scope| {
        let pupils: Vec<_> = (0..PUPILS)
            .map(|number| {
                let (url, code) = (&url, &code);
                scope.spawn(move || take_part(url, code, number))
            })
            .collect();
        while teacher.get(&tournament)["standings"]
            .as_array()
            .map(Vec::len)
            != Some(PUPILS)
        {
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "they do not join"
            );
            thread::sleep(Duration::from_millis(20));
        }
        let (status, _) = teacher
            .ask(&format!("{tournament}/start"), Some(&json!({})))
            .expect("an answer");
        assert_eq!(status, 200);
        for round in [3, 12] {
            while teacher.get(&tournament)["played"]
                .as_array()
                .map_or(0, Vec::len)
                < round
            {
                assert!(
                    begun.elapsed() < Duration::from_secs(300),
                    "they do not go on"
                );
                thread::sleep(Duration::from_millis(20));
            }
            server.kill();
            server = Server::at(folder.path(), &address);
        }
        for pupil in pupils {
            assert!(
                pupil.join().expect("an end") >= PUPILS - 1,
                "one step a match at least"
            );
        }
    });
    let over = teacher.get(&tournament);
    let standings = over["standings"].as_array().expect("results");
    let points: f64 = standings
        .iter()
        .filter_map(|row| row["points"].as_f64())
        .sum();
    assert_eq!(
        points,
        (PUPILS * (PUPILS - 1) / 2) as f64,
        "each match counts once"
    );
    for row in standings {
        let count = |name: &str| row[name].as_u64().expect("a number") as usize;
        assert_eq!(
            count("wins") + count("draws") + count("losses"),
            PUPILS - 1,
            "{row}"
        );
    }
    let csv = teacher.get(&format!("{tournament}/results.csv"));
    let csv = csv.as_str().expect("a table");
    assert_eq!(csv.lines().count(), PUPILS + 1, "{csv}");
    assert!(
        csv.starts_with("place,name,points,wins,draws,losses,tiebreak\n1,Pupil "),
        "{csv}"
    );
}
