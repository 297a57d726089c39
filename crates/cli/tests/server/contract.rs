//! What scripts may rely on, tried as a script would: a program, its first line, and plain HTTP.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::serving::{Server, parlour};

/// The example of the documentation.
const AGAINST_A_BOT: &str = r#"{"game":"gridlock","setup":{"size":"3x3"},"seats":[{"kind":"me"},{"kind":"bot","bot":"medium"}]}"#;

/// An answer as it came, byte by byte.
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|_| panic!("no JSON: {}", self.body))
    }

    /// The cookie that it sets, as it is sent back.
    fn cookie(&self) -> Option<String> {
        let lines = self.head.lines();
        let set = lines.filter_map(|line| line.split_once(": "));
        let mut set = set.filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
        let (_, value) = set.next()?;
        let value = value.split(';').next().expect("a value");
        Some(format!("cookie: {value}"))
    }
}

/// Sends a request with one more header.
fn ask(address: &str, method: &str, path: &str, header: &str, body: &str) -> Answer {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream
        .set_read_timeout(Some(Duration::from_secs(30)))
        .expect("a time");
    let header = match header {
        "" => String::new(),
        header => format!("{header}\r\n"),
    };
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{header}content-length: {}\r\n\r\n{body}",
        address,
        body.len()
    );
    stream.write_all(request.as_bytes()).expect("a request");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("an answer");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
    Answer {
        status: status.expect("a status"),
        head: head.to_owned(),
        body: body.to_owned(),
    }
}

/// A client of a server, without a player until the first answer sets a cookie.
pub(crate) struct Caller {
    address: String,
    header: String,
}

impl Caller {
    pub(crate) fn new(server: &Server) -> Self {
        Caller {
            address: server.address().to_owned(),
            header: String::new(),
        }
    }

    fn ask(&mut self, method: &str, path: &str, body: &str) -> Answer {
        let answer = ask(&self.address, method, path, &self.header, body);
        if let Some(cookie) = answer.cookie() {
            assert!(
                self.header.is_empty(),
                "only the first answer sets a cookie"
            );
            self.header = cookie;
        }
        answer
    }

    /// Makes a match, and returns its id and its links.
    pub(crate) fn make(&mut self, wanted: &str) -> (String, Vec<String>) {
        let made = self.ask("POST", "/api/matches", wanted);
        assert_eq!(made.status, 201, "{}", made.body);
        let made = made.json();
        let links = made["join"].as_array().expect("links").iter();
        let links = links.map(|link| link.as_str().expect("a link").to_owned());
        let id = made["id"].as_str().expect("an id").to_owned();
        (id, links.collect())
    }

    fn view(&mut self, id: &str) -> Value {
        let view = self.ask("GET", &format!("/api/matches/{id}"), "");
        assert_eq!(view.status, 200, "{}", view.body);
        view.json()
    }

    pub(crate) fn play(&mut self, id: &str, at: &Value, step: &str) -> Answer {
        let body = json!({ "at": at, "step": step }).to_string();
        self.ask("POST", &format!("/api/matches/{id}/moves"), &body)
    }

    /// Looks until it is this player's turn, or until the match is over.
    fn wait(&mut self, id: &str) -> Value {
        let begun = Instant::now();
        loop {
            let view = self.view(id);
            if view["your_turn"] == true || !view["result"].is_null() {
                return view;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "{view}");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

#[test]
fn the_first_line_says_where_the_server_is_ready() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("new").join("folder");
    let data = data.to_str().expect("UTF-8");
    let server = Server::usual(&["--listen", "127.0.0.1:0", "--data", data]);
    let port = server.url.strip_prefix("http://127.0.0.1:");
    let port: u16 = port.expect("an address").parse().expect("a port");
    assert_ne!(port, 0);
    let ready = ask(server.address(), "GET", "/health/ready", "", "");
    assert_eq!(ready.status, 200, "{}", ready.body);
    let listen = ["--listen", "localhost:0", "--data", data];
    let named = Server::usual(&listen).socket();
    assert!(named.ip().is_loopback(), "{named}");
    let help = parlour().args(["serve", "--help"]).output();
    let help = String::from_utf8(help.expect("an end").stdout).expect("UTF-8");
    for option in [
        "--listen <ADDRESS:PORT>",
        "[default: 127.0.0.1:8080]",
        "--data <DIR>",
        "--postgres <URL>",
    ] {
        assert!(help.contains(option), "{option}: {help}");
    }
}

#[test]
fn a_match_against_a_bot_is_played_as_documented() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("UTF-8");
    let mut server = Server::usual(&["--listen", "127.0.0.1:0", "--data", data]);
    let mut amy = Caller::new(&server);
    for nothing in ["null", "true", "7", "[]", "\"gridlock\""] {
        let refused = Caller::new(&server).ask("POST", "/api/matches", nothing);
        assert_eq!(refused.status, 422, "{}", refused.body);
        let message = refused.json()["message"].take();
        assert_eq!(message, "the body of the request is not an object of JSON");
    }
    let (id, links) = amy.make(AGAINST_A_BOT);
    assert!(links.is_empty());
    assert!(!amy.header.is_empty(), "the first answer sets a cookie");
    let view = amy.view(&id);
    assert_eq!(view["seq"], 0);
    assert_eq!(view["turn"], "first");
    assert_eq!(view["view"], "3x3 rg .../.../...");
    assert_eq!(view["result"], Value::Null);
    let moves = view["moves"].as_array().expect("moves");
    assert!(moves.contains(&json!("red 0,0")), "{view}");
    // Somebody else has no seat, and no moves.
    let stranger = Caller::new(&server).view(&id);
    assert_eq!(
        (&stranger["your_turn"], &stranger["moves"]),
        (&json!(false), &json!([]))
    );

    let first = amy.play(&id, &json!(0), "red 0,0");
    assert_eq!(first.status, 200, "{}", first.body);
    let told = first.json();
    assert_eq!(told["seq"], 1);
    assert_eq!(told["steps"].as_array().map(Vec::len), Some(1), "{told}");
    assert_eq!(told["steps"][0]["step"], "red 0,0");
    // The same request has the same answer, before and after the bot has moved, and even when
    // another process answers it.
    let again = amy.play(&id, &json!(0), "red 0,0");
    assert_eq!((again.status, &again.body), (200, &first.body));
    let view = amy.wait(&id);
    assert_eq!(view["seq"], 2, "{view}");
    let again = amy.play(&id, &json!(0), "red 0,0");
    assert_eq!((again.status, &again.body), (200, &first.body));
    server.kill();
    let listen = server.address().to_owned();
    let _restarted = Server::usual(&["--listen", &listen, "--data", data]);
    let again = amy.play(&id, &json!(0), "red 0,0");
    assert_eq!((again.status, &again.body), (200, &first.body));

    // A step that is too late is refused with what is new.
    let late = amy.play(&id, &json!(0), "green 2,2");
    assert_eq!(late.status, 409, "{}", late.body);
    let late = late.json();
    assert_eq!(late["seq"], 2);
    let steps = late["steps"].as_array().expect("steps");
    assert_eq!(steps.len(), 2, "{late}");
    assert_eq!(steps[0]["step"], "red 0,0");
    let late = amy.play(&id, &json!(1), "green 2,2").json();
    assert_eq!(late["steps"].as_array().map(Vec::len), Some(1), "{late}");
    assert_eq!(late["steps"][0]["seq"], 2);
    // Nobody has seen what has not happened.
    let early = amy.play(&id, &json!(9), "green 2,2");
    assert_eq!(early.status, 409, "{}", early.body);
    let early = early.json();
    assert_eq!((&early["seq"], &early["steps"]), (&json!(2), &json!([])));
    let message = early["message"].as_str().expect("a message");
    assert!(message.ends_with("the last one is 2"), "{message}");
    // An illegal step is refused with the reason, as on the command line.
    let illegal = amy.play(&id, &json!(2), "red 0,0");
    assert_eq!(illegal.status, 422, "{}", illegal.body);
    let illegal = illegal.json();
    let position = view["view"].as_str().expect("a position");
    let command = parlour()
        .args(["apply", "gridlock", position, "red 0,0"])
        .output()
        .expect("an end");
    let said = String::from_utf8_lossy(&command.stderr).into_owned();
    for field in ["code", "message"] {
        let text = illegal[field].as_str().expect("a text");
        assert!(!text.is_empty() && said.contains(text), "{text}: {said}");
    }
    assert_eq!(amy.view(&id)["seq"], 2, "nothing has happened");

    // Plays to the end by nothing but the documented fields.
    let end = loop {
        let view = amy.wait(&id);
        if !view["result"].is_null() {
            break view;
        }
        let step = view["moves"][0].as_str().expect("a move").to_owned();
        let played = amy.play(&id, &view["seq"], &step);
        assert_eq!(played.status, 200, "{}", played.body);
        assert!(played.json()["seq"].as_u64() > view["seq"].as_u64());
    };
    assert_eq!((&end["turn"], &end["moves"]), (&Value::Null, &json!([])));
    let winner = end["result"]["winner"].as_str().expect("a winner");
    assert!(["first", "second"].contains(&winner), "{end}");
    let record = amy.ask("GET", &format!("/api/matches/{id}/record"), "");
    assert_eq!(record.status, 200, "{}", record.body);
    let file = folder.path().join("match.gridlock");
    std::fs::write(&file, &record.body).expect("a file");
    let check = parlour().arg("check").arg(&file).output().expect("an end");
    assert!(check.status.success(), "{check:?}");
}

#[test]
fn open_seats_are_taken_by_their_links() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("UTF-8");
    let server = Server::usual(&["--listen", "127.0.0.1:0", "--data", data]);
    let (mut amy, mut bill) = (Caller::new(&server), Caller::new(&server));
    let (id, links) = amy.make(
        r#"{"game":"gridlock","setup":{"size":"3x3"},"seats":[{"kind":"me"},{"kind":"open"}]}"#,
    );
    let [link] = &links[..] else {
        panic!("one link for one open seat: {links:?}");
    };
    let path = link.strip_prefix(&*server.url).expect("a link to here");
    let early = amy.play(&id, &json!(0), "red 0,0");
    assert_eq!(early.status, 409, "{}", early.body);
    assert_eq!(bill.ask("POST", path, "").status, 200);
    let view = amy.view(&id);
    assert_eq!(
        (&view["turn"], &view["your_turn"]),
        (&json!("first"), &json!(true))
    );
    assert_eq!(amy.play(&id, &view["seq"], "red 0,0").status, 200);
    let view = bill.view(&id);
    assert_eq!(
        (&view["turn"], &view["your_turn"]),
        (&json!("second"), &json!(true))
    );
    assert_eq!(
        amy.play(&id, &view["seq"], "green 1,1").status,
        409,
        "not her turn"
    );
    assert_eq!(bill.play(&id, &view["seq"], "green 1,1").status, 200);
    let mut eve = Caller::new(&server);
    assert_eq!(eve.ask("POST", path, "").status, 409, "the seat is taken");
    let seq = amy.view(&id)["seq"].clone();
    assert_eq!(eve.play(&id, &seq, "red 2,2").status, 403);
}

#[test]
fn a_token_is_its_player() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("UTF-8");
    let server = Server::usual(&["--listen", "127.0.0.1:0", "--data", data]);
    let mut amy = Caller::new(&server);
    let made = amy.ask("POST", "/api/tokens", "{}");
    assert_eq!(made.status, 201, "{}", made.body);
    let made = made.json();
    let token = made["token"].as_str().expect("a token");
    let mut program = Caller {
        header: format!("Authorization: Bearer {token}"),
        ..Caller::new(&server)
    };
    let (id, _) = program.make(AGAINST_A_BOT);
    assert_eq!(program.play(&id, &json!(0), "red 0,0").status, 200);
    // The same player, in the browser.
    assert_eq!(amy.view(&id)["seat"], "first");
    let unknown = ask(
        server.address(),
        "GET",
        "/api/matches",
        "Authorization: Bearer plr_no",
        "",
    );
    assert_eq!(unknown.status, 401, "{}", unknown.body);
}

/// Where the moves are too many to list, `next` has what can be picked first.
#[test]
fn too_many_moves_are_picked_step_by_step() {
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("UTF-8");
    let server = Server::usual(&["--listen", "127.0.0.1:0", "--data", data]);
    let mut amy = Caller::new(&server);
    let (id, _) = amy.make(r#"{"game":"ships"}"#);
    let view = amy.wait(&id);
    assert_eq!(view["moves"], json!([]));
    assert_eq!(view["next"]["moves"], 4960);
    let mut picks: Vec<String> = Vec::new();
    let step = loop {
        let path = format!("/api/matches/{id}/next?picks={}", picks.join(";"));
        let next = amy.ask("GET", &path, "").json();
        if let Some(step) = next["step"].as_str() {
            break step.to_owned();
        }
        assert!(picks.len() < 10, "{next}");
        picks.push(next["can"][0].as_str().expect("a pick").to_owned());
    };
    let played = amy.play(&id, &view["seq"], &step);
    assert_eq!(played.status, 200, "{}", played.body);
}
