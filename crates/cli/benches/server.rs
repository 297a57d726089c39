//! How much a server of this machine can do: durable moves through HTTP, idle sockets, watchers.
//!
//!     cargo bench -p parlour --bench server -- moves 64 20         # connections, seconds
//!     cargo bench -p parlour --bench server -- moves 64 20 5000    # moves a second
//!     cargo bench -p parlour --bench server -- watchers 5000
//!     cargo bench -p parlour --bench server -- sockets 50000
//!     cargo bench -p parlour --bench server -- matches 100000
//!
//! The server is a process of its own, with SQLite in a temporary folder; the clients share the
//! machine with it.

#[path = "../tests/serving/mod.rs"]
mod serving;

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serving::{Client, Server, step};

/// Memory that the server uses, in bytes.
fn memory(server: &Server) -> u64 {
    let status = format!("/proc/{}/status", server.process.id());
    let status = std::fs::read_to_string(status).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next());
    number
        .and_then(|number| number.parse::<u64>().ok())
        .unwrap_or(0)
        * 1024
}

/// Processor time that the server has used.
fn processor(server: &Server) -> Duration {
    let times = format!("/proc/{}/stat", server.process.id());
    let times = std::fs::read_to_string(times).unwrap_or_default();
    // After the name, which may hold anything, come the state and ten other fields.
    let fields = times.rsplit(')').next().unwrap_or_default();
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

/// As many moves as possible, or this many a second. Then a move that has to wait for the one before
/// it has waited since it was due.
fn moves(server: &Server, connections: usize, seconds: u64, rate: usize) {
    const SIZE: usize = 20;
    let pause = match rate {
        0 => Duration::ZERO,
        rate => Duration::from_secs(1) * connections as u32 / rate as u32,
    };
    let (stop, played) = (AtomicBool::new(false), AtomicUsize::new(0));
    let times = thread::scope(|scope| {
        let players: Vec<_> = (0..connections)
            .map(|player| {
                let (stop, played) = (&stop, &played);
                scope.spawn(move || -> io::Result<Vec<u32>> {
                    let mut client = Client::new(server.socket())?;
                    let mut times = Vec::new();
                    let mut due = Instant::now() + pause * player as u32 / connections as u32;
                    while !stop.load(Ordering::Relaxed) {
                        let id = client.make(SIZE)?;
                        let path = format!("/api/matches/{id}/moves");
                        // The last step has no alternative: the server makes it.
                        for number in 0..SIZE * SIZE - 1 {
                            let step = step(SIZE, number);
                            let body = format!("{{\"at\":{number},\"step\":\"{step}\"}}");
                            if rate == 0 {
                                due = Instant::now();
                            }
                            thread::sleep(due.saturating_duration_since(Instant::now()));
                            let begun = due;
                            due += pause;
                            let status = client.ask("POST", &path, &body)?;
                            if status != 200 {
                                return Err(io::Error::other(client.text.clone()));
                            }
                            times.push(begun.elapsed().as_micros() as u32);
                            played.fetch_add(1, Ordering::Relaxed);
                            if stop.load(Ordering::Relaxed) {
                                break;
                            }
                        }
                    }
                    Ok(times)
                })
            })
            .collect();
        thread::sleep(Duration::from_secs(seconds));
        stop.store(true, Ordering::Relaxed);
        let times = players
            .into_iter()
            .flat_map(|player| player.join().expect("a thread").expect("an answer"));
        times.collect::<Vec<u32>>()
    });
    let mut times = times;
    times.sort_unstable();
    let at = |share: f64| f64::from(times[(times.len() as f64 * share) as usize]) / 1000.0;
    println!(
        "{connections} connections: {:.0} durable moves a second; half within {:.1} ms, 99 of 100 \
         within {:.1} ms; server {} MB",
        played.load(Ordering::Relaxed) as f64 / seconds as f64,
        at(0.5),
        at(0.99),
        memory(server) >> 20
    );
}

/// Streams that are open and idle, and how soon all of them hear of a move.
fn watchers(server: &Server, count: usize) {
    let mut player = Client::new(server.socket()).expect("a connection");
    let id = player.make(20).expect("a match");
    let before = memory(server);
    let mut streams = Vec::new();
    for _ in 0..count {
        let mut stream = TcpStream::connect(server.socket()).expect("a connection");
        let request =
            format!("GET /api/matches/{id}/stream?since=0 HTTP/1.1\r\nhost: localhost\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("a request");
        streams.push(stream);
    }
    let hear = |stream: &mut TcpStream, wanted: &str| {
        let mut heard = Vec::new();
        let mut bytes = [0; 4096];
        while !String::from_utf8_lossy(&heard).contains(wanted) {
            let count = stream.read(&mut bytes).expect("news");
            assert!(count > 0, "the stream has ended");
            heard.extend_from_slice(&bytes[..count]);
        }
    };
    for stream in &mut streams {
        hear(stream, "\r\n\r\n");
    }
    let taken = memory(server) - before;
    let path = format!("/api/matches/{id}/moves");
    let mut slowest = Duration::ZERO;
    let busy = processor(server);
    for number in 0..10 {
        let body = format!("{{\"at\":{number},\"step\":\"{}\"}}", step(20, number));
        let begun = Instant::now();
        assert_eq!(player.ask("POST", &path, &body).expect("an answer"), 200);
        for stream in &mut streams {
            hear(stream, &format!("\"seq\":{}", number + 1));
        }
        slowest = slowest.max(begun.elapsed());
    }
    println!(
        "{count} watchers of one match: the last one hears of a move within {:.0} ms; {:.1} µs of \
         the server's processor time and {} kB a watcher",
        slowest.as_secs_f64() * 1000.0,
        (processor(server) - busy).as_secs_f64() * 1e6 / 10.0 / count as f64,
        taken / 1024 / count as u64
    );
}

/// Sockets that one process can hold: systems limit its files, often to 20,000.
const SOCKETS: usize = 17_000;

/// Sockets of pages that wait. Where one process can hold too few files, several servers share the
/// store, and each has a process of clients.
fn sockets(data: &Path, first: Server, count: usize) {
    let mut servers = vec![first];
    let mut player = Client::new(servers[0].socket()).expect("a connection");
    let id = player.make(5).expect("a match");
    let mut held = Vec::new();
    let mut taken = 0;
    for from in (0..count).step_by(SOCKETS) {
        if from > 0 {
            servers.push(Server::start(data));
        }
        let server = servers.last().expect("there is one");
        let before = memory(server);
        let mut clients = Command::new(std::env::current_exe().expect("this program"))
            .args(["hold", server.address(), &id])
            .arg(SOCKETS.min(count - from).to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("clients");
        let mut line = String::new();
        let out = clients.stdout.take().expect("their output");
        BufReader::new(out).read_line(&mut line).expect("a line");
        assert_eq!(line.trim(), "open");
        taken += memory(server) - before;
        held.push(clients);
    }
    println!(
        "{count} idle sockets at {} servers: {} MB, {:.1} kB each",
        servers.len(),
        taken >> 20,
        taken as f64 / 1024.0 / count as f64
    );
    for mut clients in held {
        // They end with their input.
        drop(clients.stdin.take());
        let _ = clients.wait();
    }
}

/// Opens sockets, says so, and holds them until the input ends.
fn hold(address: &str, id: &str, count: usize) {
    let address: SocketAddr = address.parse().expect("an address");
    let own = std::process::id();
    let mut open = Vec::new();
    for number in 0..count {
        // One address has too few ports, and other processes have theirs.
        let from = (own % 250 + 1, 2 + number / 10_000);
        let from: SocketAddr = format!("127.0.{}.{}:0", from.0, from.1)
            .parse()
            .expect("an address");
        let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None)
            .expect("a socket");
        socket.bind(&from.into()).expect("a port");
        socket.connect(&address.into()).expect("a connection");
        let mut stream: TcpStream = socket.into();
        // A server without a free file would leave it waiting for ever.
        let patience = Some(Duration::from_secs(20));
        stream.set_read_timeout(patience).expect("a time");
        let request = format!(
            "GET /api/live?topics=m:{id}@0 HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\n\
             upgrade: websocket\r\nsec-websocket-version: 13\r\n\
             sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).expect("a request");
        let mut bytes = [0; 1024];
        let length = stream.read(&mut bytes).expect("an answer");
        assert!(
            bytes[..length].starts_with(b"HTTP/1.1 101"),
            "{}",
            String::from_utf8_lossy(&bytes[..length])
        );
        open.push(stream);
    }
    println!("open");
    let _ = io::stdin().read_line(&mut String::new());
}

/// Open matches, and how soon a server starts with all of them.
fn matches(data: &Path, server: Server, count: usize) {
    let made = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..64 {
            scope.spawn(|| {
                // A player has at most 500 matches that are not over.
                while made.load(Ordering::Relaxed) < count {
                    let mut client = Client::new(server.socket()).expect("a connection");
                    for _ in 0..400 {
                        if made.fetch_add(1, Ordering::Relaxed) >= count {
                            return;
                        }
                        client.make(5).expect("a match");
                    }
                }
            });
        }
    });
    drop(server);
    let server = Server::start(data);
    println!(
        "{count} open matches: a server starts in {:.0} ms and uses {} MB",
        server.took.as_secs_f64() * 1000.0,
        memory(&server) >> 20
    );
}

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| word != "--bench")
        .collect();
    let number = |place: usize, usual: usize| {
        words
            .get(place)
            .map_or(usual, |word| word.parse().expect("a number"))
    };
    if let [hold, address, id, _] = &words[..]
        && hold == "hold"
    {
        return self::hold(address, id, number(3, 0));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::start(folder.path());
    match words.first().map_or("moves", String::as_str) {
        "moves" => moves(&server, number(1, 64), number(2, 10) as u64, number(3, 0)),
        "watchers" => watchers(&server, number(1, 1000)),
        "sockets" => sockets(folder.path(), server, number(1, 5000)),
        "matches" => matches(folder.path(), server, number(1, 10_000)),
        other => eprintln!("{other}: there are moves, watchers, sockets and matches"),
    }
}
