//! What those who run a server rely on: messages, encryption, signals, backups, logs.

#[cfg(unix)]
use std::io::Write;
use std::io::{BufRead, BufReader};
#[cfg(unix)]
use std::net::{TcpListener, TcpStream};
#[cfg(unix)]
use std::os::fd::OwnedFd;
use std::path::Path;
#[cfg(unix)]
use std::process::Command;
use std::process::Stdio;
#[cfg(unix)]
use std::thread;
#[cfg(unix)]
use std::time::Duration;

use serde_json::{Value, json};

use super::contract::Caller;
use super::serving::{Server, parlour};
use super::{Person, said};

#[test]
fn errors_say_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    std::fs::write(&file, "x").expect("a file");
    let server = Server::start(&folder.path().join("data"));
    let other = folder.path().join("other");
    let (file, other) = (
        file.to_str().expect("UTF-8"),
        other.to_str().expect("UTF-8"),
    );
    for (args, wanted) in [
        (
            vec!["serve", "--data", other, "--listen", server.address()],
            "choose another address with --listen",
        ),
        (
            vec![
                "serve",
                "--data",
                other,
                "--listen",
                "127.0.0.1:0",
                "--metrics",
                server.address(),
            ],
            "choose another address with --metrics",
        ),
        (vec!["serve", "--listen", "8080"], "such as 127.0.0.1:8080"),
        (
            vec!["serve", "--data", file],
            "choose another folder with --data",
        ),
        (
            vec![
                "serve",
                "--postgres",
                "postgresql://nobody@127.0.0.1:1/none",
            ],
            "cannot reach PostgreSQL",
        ),
        (
            vec!["serve", "--data", other, "--backup", file],
            "already exists",
        ),
        (vec!["serve", "--data", other, "--restore", file], "line 1"),
        (
            vec!["join", "localhost", "--bot", "easy"],
            "not the address of a server",
        ),
    ] {
        let output = parlour().args(&args).output().expect("an end");
        assert!(!output.status.success(), "{args:?}");
        assert!(
            said(&output).contains(wanted),
            "{args:?}: {}",
            said(&output)
        );
    }
    // Refused by the server, in its words.
    let nowhere = format!("{}/m/nosuchmatch/join/nosuchseat", server.url);
    let output = parlour()
        .args(["join", &nowhere, "--bot", "easy"])
        .output()
        .expect("an end");
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said(&output).contains("the server says: "),
        "{}",
        said(&output)
    );
}

#[test]
fn connections_can_be_encrypted() {
    let folder = tempfile::tempdir().expect("a folder");
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tls");
    let file = |name: &str| tests.join(name).to_str().expect("UTF-8").to_owned();
    let (certificate, key) = (file("certificate.pem"), file("key.pem"));
    let mut options = [
        "--listen",
        "127.0.0.1:0",
        "--certificate",
        &certificate,
        "--key",
        &key,
    ];
    let server = Server::with(folder.path(), &options);
    assert!(server.url.starts_with("https://"), "{}", server.url);
    let tls = ureq::tls::TlsConfig::builder().disable_verification(true);
    let config = ureq::Agent::config_builder().tls_config(tls.build());
    let agent: ureq::Agent = config.build().into();
    let body = json!({ "game": "gridlock" }).to_string();
    let mut made = agent
        .post(format!("{}/api/matches", server.url))
        .send(&body)
        .expect("an answer");
    let cookie = made.headers().get("set-cookie").expect("a cookie");
    assert!(cookie.to_str().expect("text").ends_with("; Secure"));
    let made = made.body_mut().read_to_string().expect("text");
    assert!(made.contains("https://127.0.0.1"), "{made}");
    // Without encryption there is no answer.
    let plain = server.url.replace("https", "http");
    assert!(Person::new().ask(&plain, None).is_none());
    // A file without a key is explained.
    options[5] = options[3];
    let output = parlour()
        .args(["serve", "--data"])
        .arg(folder.path())
        .args(options)
        .output()
        .expect("an end");
    assert!(!output.status.success());
    assert!(
        said(&output).contains("certificate.pem: "),
        "{}",
        said(&output)
    );
}

#[cfg(unix)]
#[test]
fn a_server_ends_politely_and_its_backup_is_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy"));
    let file = folder.path().join("backup.ndjson");
    let mut server = Server::start(&data);
    let amy = Person::new();
    let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
    let wanted = json!({ "game": "gridlock", "setup": { "size": "3x3" }, "seats": seats });
    let (id, _) = amy.make(&server.url, &wanted);
    let moves = format!("{}/api/matches/{id}/moves", server.url);
    let (status, _) = amy
        .ask(&moves, Some(&json!({ "at": 0, "step": "red 0,0" })))
        .expect("an answer");
    assert_eq!(status, 200);
    // Somebody never finishes a request, and is not waited for.
    let mut slow = TcpStream::connect(server.socket()).expect("a connection");
    slow.write_all(b"POST /api/matches HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\n{")
        .expect("half a request");
    // Somebody watches, and is told that it ends.
    let stream = format!("{}/api/matches/{id}/stream?since=1", server.url);
    let watcher = thread::spawn(move || Person::new().ask(&stream, None));
    thread::sleep(Duration::from_millis(300));
    let took = server.stop();
    assert!(took < Duration::from_secs(10), "{took:?}");
    assert!(watcher.join().is_ok());
    for (action, data) in [("--backup", &data), ("--restore", &copy)] {
        let output = parlour()
            .args(["serve", "--data"])
            .arg(data)
            .arg(action)
            .arg(&file)
            .output()
            .expect("an end");
        assert!(output.status.success(), "{}", said(&output));
    }
    // They hold what is hidden in games that are still played.
    for path in [&data, &copy, &file] {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(path).expect("it").permissions().mode();
        assert_eq!(mode & 0o077, 0, "{}: {mode:o}", path.display());
    }
    let server = Server::start(&copy);
    let record = format!("{}/api/matches/{id}/record", server.url);
    let record = Person::new().get(&record);
    assert!(
        record.as_str().expect("a record").contains("0,0"),
        "{record}"
    );
}

#[test]
fn logs_are_json_without_secrets() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut process = parlour()
        .args([
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--log",
            "json",
            "--data",
        ])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a server");
    let mut line = String::new();
    let out = process.stdout.take().expect("its output");
    BufReader::new(out).read_line(&mut line).expect("a line");
    let url = line.trim().strip_prefix("listening on ").expect("a link");
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let wanted = json!({ "game": "gridlock", "seats": seats });
    let (_, links) = Person::new().make(url, &wanted);
    let joined = Person::new().ask(&links[0], Some(&json!({})));
    assert_eq!(joined.expect("an answer").0, 200);
    process.kill().expect("an end");
    let output = process.wait_with_output().expect("an end");
    let log = said(&output);
    let secret = links[0].rsplit('/').next().expect("a secret");
    assert!(!log.contains(secret), "{log}");
    let lines: Vec<Value> = log
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect();
    let routes: Vec<&str> = lines
        .iter()
        .filter_map(|line| line["route"].as_str())
        .collect();
    assert_eq!(routes, ["/api/matches", "/m/{id}/join/{secret}"], "{log}");
    assert!(lines.iter().all(|line| line["at"].is_i64()), "{log}");
}

/// Connections to a socket that the program was handed wait while no program is there.
#[cfg(unix)]
#[test]
fn nobody_is_refused_while_one_program_takes_over_from_another() {
    let folder = tempfile::tempdir().expect("a folder");
    let socket = TcpListener::bind("127.0.0.1:0").expect("a socket");
    let address = socket.local_addr().expect("an address");
    let data = folder.path().to_str().expect("UTF-8");
    let start = || {
        let socket = OwnedFd::from(socket.try_clone().expect("the socket"));
        Server::launched(socket.into(), &["--data", data])
    };
    let mut server = start();
    assert_eq!(server.socket(), address);
    let mut amy = Caller::new(&server);
    let (id, _) = amy.make(
        r#"{"game":"gridlock","setup":{"size":"3x3"},"seats":[{"kind":"me"},{"kind":"me"}]}"#,
    );
    for (at, step) in ["red 0,0", "green 0,1", "red 0,2"].into_iter().enumerate() {
        server.stop();
        let moved = thread::scope(|scope| {
            let moved = scope.spawn(|| amy.play(&id, &json!(at), step));
            thread::sleep(Duration::from_millis(200));
            server = start();
            moved.join().expect("an answer")
        });
        assert_eq!(moved.status, 200, "{}", moved.body);
        assert_eq!(moved.json()["seq"], at + 1);
    }
}

/// Every connection is an open file, and a program may have few of them unless it asks for more.
#[cfg(unix)]
#[test]
fn more_connections_than_the_usual_limit_are_taken() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::by(
        Command::new("sh")
            .args(["-c", "ulimit -S -n 64; exec \"$@\"", "sh"])
            .args([env!("CARGO_BIN_EXE_parlour"), "serve", "--limit", "0"])
            .args(["--listen", "127.0.0.1:0", "--data"])
            .arg(folder.path()),
    );
    let idle: Vec<TcpStream> = (0..200)
        .map(|_| TcpStream::connect(server.socket()).expect("a connection"))
        .collect();
    let ready = format!("{}/health/ready", server.url);
    assert_eq!(Person::new().get(&ready), "ready\n");
    drop(idle);
}
