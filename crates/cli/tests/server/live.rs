//! Events as they happen, also those that another process wrote.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use super::Person;
use super::serving::Server;

/// A WebSocket that only listens.
struct Socket(BufReader<TcpStream>);

impl Socket {
    fn open(server: &Server, topics: &str) -> Socket {
        let mut stream = TcpStream::connect(server.address()).expect("a connection");
        let patience = Some(Duration::from_secs(20));
        stream.set_read_timeout(patience).expect("a time");
        let request = format!(
            "GET /api/live?topics={topics} HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\n\
             upgrade: websocket\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).expect("a request");
        let mut socket = Socket(BufReader::new(stream));
        let mut line = String::new();
        while line != "\r\n" {
            line.clear();
            socket.0.read_line(&mut line).expect("a header");
        }
        socket
    }

    /// The next message.
    fn hear(&mut self) -> Value {
        let mut head = [0; 2];
        self.0.read_exact(&mut head).expect("a frame");
        assert_eq!(head[0], 0x81, "a whole text");
        let length = match head[1] {
            126 => {
                let mut length = [0; 2];
                self.0.read_exact(&mut length).expect("a length");
                usize::from(u16::from_be_bytes(length))
            }
            length => usize::from(length),
        };
        let mut text = vec![0; length];
        self.0.read_exact(&mut text).expect("a message");
        serde_json::from_slice(&text).expect("JSON")
    }
}

/// The wall and the boards hear at once what happens, even at another process.
#[test]
fn pages_are_told_what_happens() {
    let folder = tempfile::tempdir().expect("a folder");
    let servers = [(); 2].map(|()| Server::start(folder.path()));
    let teacher = Person::new();
    let url = &servers[0].url;
    let wanted = json!({ "game": "gridlock", "setup": { "size": "2x2" } });
    let made = teacher.ask(&format!("{url}/api/tournaments"), Some(&wanted));
    let (status, made) = made.expect("an answer");
    assert_eq!(status, 201, "{made}");
    let code = made["id"].as_str().expect("a code");
    let mut walls = servers
        .each_ref()
        .map(|server| Socket::open(server, &format!("t:{code}@1")));
    let pupil = Person::new();
    let join = format!("{url}/api/tournaments/{code}/join");
    let (status, _) = pupil
        .ask(&join, Some(&json!({ "name": "Amy" })))
        .expect("an answer");
    assert_eq!(status, 200);
    for wall in &mut walls {
        let told = wall.hear();
        assert_eq!(told["tournament"], code);
        assert_eq!(told["view"]["standings"][0]["name"], "Amy", "{told}");
        assert_eq!(told["view"]["yours"], false, "a stranger's view");
    }
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let wanted = json!({ "game": "gridlock", "setup": { "size": "3x3" }, "seats": seats });
    let (id, _) = pupil.make(url, &wanted);
    let mut boards = servers
        .each_ref()
        .map(|server| Socket::open(server, &format!("m:{id}@0")));
    let step = json!({ "at": 0, "step": "red 1,1" });
    let moved = pupil.ask(&format!("{url}/api/matches/{id}/moves"), Some(&step));
    assert_eq!(moved.expect("an answer").0, 200);
    for board in &mut boards {
        let told = board.hear();
        assert_eq!((&told["match"], &told["seq"]), (&json!(id), &json!(1)));
        assert_eq!(told["events"][0]["step"], "red 1,1");
    }
}

/// Players in the lobby see free seats come and go, and their own matches.
#[test]
fn the_lobby_is_told_of_seats() {
    let folder = tempfile::tempdir().expect("a folder");
    let servers = [(); 2].map(|()| Server::start(folder.path()));
    let mut lobby = Socket::open(&servers[1], "lobby");
    let hear = |lobby: &mut Socket| {
        let told = lobby.hear()["lobby"].take();
        let ids = |list: &Value| {
            let rows = list.as_array().expect("a list").iter();
            rows.map(|row| row["id"].clone()).collect::<Vec<_>>()
        };
        ["mine", "open", "watch"].map(|name| ids(&told[name]))
    };
    let nothing: [Vec<Value>; 3] = Default::default();
    assert_eq!(hear(&mut lobby), nothing);
    let (amy, bill) = (Person::new(), Person::new());
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let wanted = json!({ "game": "gridlock", "seats": seats, "public": true });
    let (id, links) = amy.make(&servers[0].url, &wanted);
    assert_eq!(hear(&mut lobby), [vec![], vec![json!(id)], vec![]]);
    let taken = bill.ask(&links[0], Some(&json!({})));
    assert_eq!(taken.expect("an answer").0, 200);
    assert_eq!(hear(&mut lobby), [vec![], vec![], vec![json!(id)]]);
}

/// Leaves out what differs by chance and reveals nothing.
fn without_chance(told: &Value, id: &str) -> String {
    let mut told = told.clone();
    for event in told["events"].as_array_mut().expect("events") {
        event["at"] = Value::Null;
    }
    told.to_string().replace(id, "ID")
}

/// In two worlds that look the same, a socket is sent the same.
#[test]
fn sockets_tell_nothing_that_is_hidden() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    let (hider, guesser) = (Person::new(), Person::new());
    let worlds = ["A1,A4,H1", "A1,A4,H4"].map(|target| {
        let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
        let wanted = json!({ "game": "ships", "setup": { "target": target }, "seats": seats });
        let (id, links) = hider.make(&server.url, &wanted);
        let mut board = Socket::open(&server, &format!("m:{id}@0"));
        let joined = guesser.ask(&links[0], Some(&json!({})));
        assert_eq!(joined.expect("an answer").0, 200);
        let mut told = without_chance(&board.hear(), &id);
        // A guess that is answered alike in both.
        let moves = format!("{}/api/matches/{id}/moves", server.url);
        let guess = json!({ "at": 1, "step": "D1,D4,E1" });
        let (status, answer) = guesser.ask(&moves, Some(&guess)).expect("an answer");
        assert_eq!(status, 200, "{answer}");
        told += &without_chance(&board.hear(), &id);
        assert!(!told.contains(target), "{told}");
        told
    });
    assert_eq!(worlds[0], worlds[1]);
}

/// Two processes that share nothing but PostgreSQL.
#[cfg(all(unix, feature = "postgres"))]
#[test]
fn postgresql_is_shared_by_two_processes() {
    let Some(address) = super::address::of_postgres() else {
        return;
    };
    let start = || Server::on(&["--postgres", &address], &["--listen", "127.0.0.1:0"]);
    let mut servers = [start(), start()];
    let amy = Person::new();
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let wanted = json!({ "game": "gridlock", "setup": { "size": "3x3" }, "seats": seats });
    let (id, _) = amy.make(&servers[0].url, &wanted);
    let mut board = Socket::open(&servers[1], &format!("m:{id}@0"));
    for (at, step) in ["red 0,0", "green 0,1", "red 0,2"].into_iter().enumerate() {
        // The cookie is for an address, not for a port: the player is the same at both.
        let url = format!("{}/api/matches/{id}/moves", servers[at % 2].url);
        let moved = amy.ask(&url, Some(&json!({ "at": at, "step": step })));
        let (status, answer) = moved.expect("an answer");
        assert_eq!(status, 200, "{answer}");
        assert_eq!(board.hear()["seq"], at + 1);
    }
    for server in &mut servers {
        assert!(server.stop() < Duration::from_secs(10));
    }
}
