//! `parlour serve` as a process of its own, and a client: for tests and for measurements.
#![allow(dead_code, reason = "each program uses its own part")]

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

pub(crate) fn parlour() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_parlour"));
    command.env_remove("PARLOUR_TOKEN");
    command
}

/// A server that ends with the test that started it.
pub(crate) struct Server {
    pub(crate) process: Child,
    pub(crate) url: String,
    /// How long it took to start.
    pub(crate) took: Duration,
}

impl Server {
    pub(crate) fn start(data: &Path) -> Server {
        Server::at(data, "127.0.0.1:0")
    }

    pub(crate) fn at(data: &Path, listen: &str) -> Server {
        Server::with(data, &["--listen", listen])
    }

    pub(crate) fn with(data: &Path, options: &[&str]) -> Server {
        let data = data.to_str().expect("UTF-8");
        Server::on(&["--data", data], options)
    }

    /// With a store and other options, and without limits.
    pub(crate) fn on(store: &[&str], options: &[&str]) -> Server {
        Server::usual(&[&["--limit", "0"], store, options].concat())
    }

    /// With these options and no others.
    pub(crate) fn usual(options: &[&str]) -> Server {
        Server::launched(Stdio::null(), options)
    }

    /// With a standard input.
    pub(crate) fn launched(input: Stdio, options: &[&str]) -> Server {
        let mut command = parlour();
        command.arg("serve").args(options).stdin(input);
        Server::by(&mut command)
    }

    /// By a command that leads to the program.
    pub(crate) fn by(command: &mut Command) -> Server {
        let begun = Instant::now();
        let mut process = command
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a server");
        let mut line = String::new();
        let out = process.stdout.take().expect("its output");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let url = line.trim().strip_prefix("listening on ");
        Server {
            url: url.expect("where it listens").to_owned(),
            process,
            took: begun.elapsed(),
        }
    }

    pub(crate) fn address(&self) -> &str {
        self.url.strip_prefix("http://").expect("an address")
    }

    pub(crate) fn socket(&self) -> SocketAddr {
        self.address().parse().expect("an address")
    }

    /// Ends the server at once, in the middle of whatever it does.
    pub(crate) fn kill(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }

    /// Tells the server to end, and waits for that.
    #[cfg(unix)]
    pub(crate) fn stop(&mut self) -> Duration {
        let begun = Instant::now();
        let id = self.process.id().to_string();
        let told = Command::new("kill").args(["-TERM", &id]).status();
        assert!(told.expect("kill").success());
        let status = self.process.wait().expect("an end");
        assert!(status.success(), "{status}");
        begun.elapsed()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A connection that stays open, and a cookie.
pub(crate) struct Client {
    stream: BufReader<TcpStream>,
    pub(crate) cookie: String,
    /// The last answer.
    pub(crate) text: String,
}

impl Client {
    pub(crate) fn new(address: SocketAddr) -> io::Result<Client> {
        let stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        // A server that was killed may leave a connection that nobody answers.
        stream.set_read_timeout(Some(Duration::from_secs(30)))?;
        Ok(Client {
            stream: BufReader::new(stream),
            cookie: String::new(),
            text: String::new(),
        })
    }

    /// Sends a request; its status, with the body in `text`.
    pub(crate) fn ask(&mut self, method: &str, path: &str, body: &str) -> io::Result<u16> {
        let cookie = match self.cookie.is_empty() {
            true => String::new(),
            false => format!("cookie: {}\r\n", self.cookie),
        };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\n{cookie}content-length: {}\r\n\r\n{body}",
            body.len()
        );
        self.stream.get_mut().write_all(request.as_bytes())?;
        let mut status = 0;
        let mut length = 0;
        loop {
            self.text.clear();
            self.stream.read_line(&mut self.text)?;
            let line = self.text.trim_end();
            if status == 0 {
                let number = line
                    .split(' ')
                    .nth(1)
                    .and_then(|number| number.parse().ok());
                status = number.ok_or_else(|| io::Error::other("no answer"))?;
            } else if line.is_empty() {
                break;
            } else if let Some(value) = line.strip_prefix("content-length: ") {
                length = value.parse().map_err(io::Error::other)?;
            } else if let Some(value) = line.strip_prefix("set-cookie: ") {
                self.cookie = value.split(';').next().unwrap_or_default().to_owned();
            }
        }
        let mut bytes = vec![0; length];
        self.stream.read_exact(&mut bytes)?;
        self.text = String::from_utf8(bytes).map_err(io::Error::other)?;
        Ok(status)
    }

    /// Makes a match in which this client has both seats.
    pub(crate) fn make(&mut self, size: usize) -> io::Result<String> {
        let seats = json!([{ "kind": "me" }, { "kind": "me" }]);
        let setup = json!({ "size": format!("{size}x{size}") });
        let wanted = json!({ "game": "gridlock", "setup": setup, "seats": seats });
        let status = self.ask("POST", "/api/matches", &wanted.to_string())?;
        if status != 201 {
            return Err(io::Error::other(self.text.clone()));
        }
        let made: Value = serde_json::from_str(&self.text)?;
        Ok(made["id"].as_str().unwrap_or_default().to_owned())
    }
}

/// Steps that are always legal: neighbours on a chessboard differ in colour.
pub(crate) fn step(size: usize, number: usize) -> String {
    let (row, column) = (number / size, number % size);
    let colour = if (row + column) % 2 == 0 {
        "red"
    } else {
        "green"
    };
    format!("{colour} {row},{column}")
}
