//! Players at two processes that share a store, while one process or the other is restarted or
//! killed: every step that was acknowledged is there, once, and both report the same about every
//! match.
//!
//!     cargo bench -p parlour --bench chaos -- 100 1000000      # players, steps; SQLite
//!     cargo bench -p parlour --bench chaos -- 100 1000000 postgresql://parlour@127.0.0.1/test

#[path = "../tests/serving/mod.rs"]
mod serving;

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use serving::{Client, Server, step};

/// Boards of this size; the last step of a match has no alternative, and the server makes it.
const SIZE: usize = 12;
const STEPS: usize = SIZE * SIZE - 1;

/// How long both processes live between two of them ending.
const PEACE: Duration = Duration::from_secs(2);

/// Steps that go to one process before the other one is asked.
const AT_ONE: usize = 5;

#[derive(Default)]
struct Tally {
    acknowledged: AtomicU64,
    matches: AtomicU64,
    /// Requests without an answer, or refused because the process was about to end.
    broken: AtomicU64,
    /// The longest time until a step was acknowledged, in microseconds.
    longest: AtomicU64,
}

/// A player, with a connection to each process while it lives.
struct Player<'a> {
    addresses: [SocketAddr; 2],
    clients: [Option<Client>; 2],
    cookie: String,
    tally: &'a Tally,
}

impl Player<'_> {
    /// Asks one process, once.
    fn try_ask(
        &mut self,
        at: usize,
        method: &str,
        path: &str,
        body: &str,
    ) -> io::Result<(u16, String)> {
        if self.clients[at].is_none() {
            self.clients[at] = Some(Client::new(self.addresses[at])?);
        }
        let client = self.clients[at].as_mut().expect("it was just made");
        client.cookie.clone_from(&self.cookie);
        let asked = client.ask(method, path, body);
        match asked {
            Ok(status) => {
                self.cookie.clone_from(&client.cookie);
                Ok((status, std::mem::take(&mut client.text)))
            }
            Err(error) => {
                self.clients[at] = None;
                Err(error)
            }
        }
    }

    /// Asks until there is an answer: first this process, then the other, in turn.
    fn ask(&mut self, at: usize, method: &str, path: &str, body: &str) -> (u16, String) {
        for turn in at.. {
            match self.try_ask(turn % 2, method, path, body) {
                Ok((status, text)) if status < 500 => return (status, text),
                Ok(_) => self.clients[turn % 2] = None,
                Err(_) => {}
            }
            self.tally.broken.fetch_add(1, Ordering::Relaxed);
            thread::sleep(Duration::from_millis(5));
        }
        unreachable!("a turn comes always")
    }

    /// Plays a match, or as much of it as there is time for, and compares it with its log.
    fn play(&mut self, first: usize, stop: &AtomicBool) {
        let wanted = format!(
            "{{\"game\":\"gridlock\",\"setup\":{{\"size\":\"{SIZE}x{SIZE}\"}},\
             \"seats\":[{{\"kind\":\"me\"}},{{\"kind\":\"me\"}}]}}"
        );
        let (status, made) = self.ask(first, "POST", "/api/matches", &wanted);
        assert_eq!(status, 201, "{made}");
        let made: Value = serde_json::from_str(&made).expect("JSON");
        let path = format!("/api/matches/{}", made["id"].as_str().expect("a name"));
        let moves = format!("{path}/moves");
        let mut acknowledged = 0;
        while acknowledged < STEPS && !stop.load(Ordering::Relaxed) {
            let body = format!(
                "{{\"at\":{acknowledged},\"step\":\"{}\"}}",
                step(SIZE, acknowledged)
            );
            let begun = Instant::now();
            let (status, answer) = self.ask(first + acknowledged / AT_ONE, "POST", &moves, &body);
            assert_eq!(status, 200, "{body}: {answer}");
            let took = begun.elapsed().as_micros() as u64;
            self.tally.longest.fetch_max(took, Ordering::Relaxed);
            self.tally.acknowledged.fetch_add(1, Ordering::Relaxed);
            acknowledged += 1;
        }
        self.compare(&path, acknowledged);
        self.tally.matches.fetch_add(1, Ordering::Relaxed);
    }

    /// The match has the acknowledged steps, each once, and both processes say so.
    fn compare(&mut self, path: &str, acknowledged: usize) {
        let events = acknowledged + usize::from(acknowledged == STEPS);
        let shown = [0, 1].map(|at| {
            let (status, text) = self.ask(at, "GET", path, "");
            assert_eq!(status, 200, "{text}");
            let mut shown: Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(shown["seq"], events, "{path}: {text}");
            shown["view"].take()
        });
        assert_eq!(shown[0], shown[1], "{path}");
        if events == 0 {
            return;
        }
        // A step that is too late is answered with everything that has happened since.
        let late = "{\"at\":0,\"step\":\"green 0,0\"}";
        for at in [0, 1] {
            let (status, text) = self.ask(at, "POST", &format!("{path}/moves"), late);
            assert_eq!(status, 409, "{text}");
            let told: Value = serde_json::from_str(&text).expect("JSON");
            let told = told["steps"].as_array().expect("events").iter();
            let log: Vec<&str> = told.filter_map(|event| event["step"].as_str()).collect();
            let expected: Vec<String> = (0..events).map(|number| step(SIZE, number)).collect();
            assert_eq!(log, expected, "{path}");
        }
    }
}

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    let number = |place: usize, usual: u64| {
        words
            .get(place)
            .map_or(usual, |word| word.parse().expect("a number"))
    };
    let (players, wanted) = (number(0, 100), number(1, 20_000));
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().to_str().expect("UTF-8");
    let store = match words.get(2) {
        Some(address) => ["--postgres", address],
        None => ["--data", data],
    };
    let start = |listen: &str| Server::on(&store, &["--listen", listen]);
    let mut servers = [start("127.0.0.1:0"), start("127.0.0.1:0")];
    let addresses = servers.each_ref().map(Server::socket);
    let (stop, tally) = (AtomicBool::new(false), Tally::default());
    let (mut killed, mut restarted) = (0, 0);
    let begun = Instant::now();
    thread::scope(|scope| {
        let mut threads = Vec::new();
        for number in 0..players as usize {
            let (tally, stop) = (&tally, &stop);
            threads.push(scope.spawn(move || {
                let mut player = Player {
                    addresses,
                    clients: [None, None],
                    cookie: String::new(),
                    tally,
                };
                for first in number.. {
                    if stop.load(Ordering::Relaxed) {
                        return;
                    }
                    player.play(first, stop);
                }
            }));
        }
        for round in 0.. {
            thread::sleep(PEACE);
            let is_enough = tally.acknowledged.load(Ordering::Relaxed) >= wanted;
            // A player ends before that only if something is wrong.
            if is_enough || threads.iter().any(|thread| thread.is_finished()) {
                break;
            }
            let server = &mut servers[round % 2];
            if round % 4 < 2 {
                server.kill();
                killed += 1;
            } else {
                server.stop();
                restarted += 1;
            }
            *server = start(&addresses[round % 2].to_string());
        }
        stop.store(true, Ordering::Relaxed);
    });
    let count = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
    println!(
        "{players} players: {} acknowledged steps in {} matches, none lost, none doubled, no match \
         different from its log; {killed} processes killed, {restarted} restarted, {} requests sent \
         again; the longest wait for a step {:.1} s; {:.0} s",
        count(&tally.acknowledged),
        count(&tally.matches),
        count(&tally.broken),
        count(&tally.longest) as f64 / 1e6,
        begun.elapsed().as_secs_f64(),
    );
}
