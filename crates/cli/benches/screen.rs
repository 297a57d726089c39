//! The full-screen program in a real terminal, with a clock: from the start of
//! the process to the first complete screen, from a key to the redrawn one, and from a new size of
//! the window to a screen of that size; then the same with boards as pictures.
//! `cargo bench -p parlour --bench screen`.
//!
//! A screen is complete when nothing more arrives for a while; the time is that
//! of the last byte.

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// After this long without a byte a screen is complete.
const QUIET: Duration = Duration::from_millis(60);

const STARTS: usize = 10;
const KEYS: usize = 40;
const RESIZES: usize = 20;

/// What a terminal without pictures answers, and one of kitty's kind.
const TEXT: &str = "\x1b[?62c";
const PICTURES: &str = "\x1b_Gi=31;OK\x1b\\\x1b[?62c";

fn main() {
    // Run as a test it only shows that it runs.
    let is_test = std::env::args().any(|arg| arg == "--test");
    for answers in [TEXT, PICTURES] {
        measure(answers, is_test);
    }
}

fn measure(answers: &str, is_test: bool) {
    let (starts, keys, resizes) = match is_test {
        true => (1, 1, 1),
        false => (STARTS, KEYS, RESIZES),
    };
    println!("{}", if answers == TEXT { "text" } else { "pictures" });
    for (name, args, before) in [
        ("menu", &[][..], ""),
        // An option besides the name of the game begins it at once, without its form.
        ("gridlock", &["play", "gridlock", "--seed", "1"], ""),
        // The cursor moves over the board, or over the colours of a cell, which
        // are previewed on the board.
        ("100x100", &["play", "gridlock", "--size", "100x100"], ""),
        (
            "100x100 *",
            &["play", "gridlock", "--size", "100x100"],
            "\r",
        ),
        ("ur", &["play", "ur", "--dice", "ask"], ""),
        (
            "ships",
            &["play", "ships", "--seat", "random", "--seat", "human"],
            "",
        ),
        (
            "labyrinth",
            &["play", "labyrinth", "--seat", "human", "--seat", "random"],
            "",
        ),
        ("ploy", &["play", "ploy", "--seed", "1"], ""),
    ] {
        let mut first: Vec<Duration> = Vec::new();
        let mut redrawn: Vec<Duration> = Vec::new();
        let mut resized: Vec<Duration> = Vec::new();
        for round in 0..starts {
            let counts = if round == 0 { (keys, resizes) } else { (0, 0) };
            let times = run(args, before, answers, counts);
            first.push(times.first);
            redrawn.extend(times.keys);
            resized.extend(times.resizes);
        }
        println!(
            "{name:<10} first screen {}   a key {}   a resize {}",
            told(first),
            told(redrawn),
            told(resized)
        );
    }
}

/// The middle and the worst of some times.
fn told(mut times: Vec<Duration>) -> String {
    times.sort_unstable();
    let shown = |time: Option<&Duration>| match time {
        Some(time) => format!("{:5.1} ms", 1000.0 * time.as_secs_f64()),
        None => "-".to_owned(),
    };
    let middle = times.get(times.len() / 2);
    format!("{} (worst {})", shown(middle), shown(times.last()))
}

struct Times {
    first: Duration,
    keys: Vec<Duration>,
    resizes: Vec<Duration>,
}

/// A character has ten by twenty pixels.
fn window(cols: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 10 * cols,
        pixel_height: 20 * rows,
    }
}

/// Starts the program, types something, presses arrow keys, resizes the window, and gives the
/// times.
fn run(args: &[&str], before: &str, answers: &str, (keys, resizes): (usize, usize)) -> Times {
    let folder = tempfile::tempdir().expect("a folder");
    let pair = native_pty_system()
        .openpty(window(80, 24))
        .expect("a terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_parlour"));
    command.args(args);
    command.cwd(folder.path());
    command.env("PARLOUR_DATA", folder.path());
    command.env("TERM", "xterm-256color");
    for inside in ["TMUX", "STY", "ZELLIJ", "NO_COLOR", "TERM_PROGRAM"] {
        command.env_remove(inside);
    }
    let mut reader = pair.master.try_clone_reader().expect("a reader");
    let (sender, bytes) = channel();
    thread::spawn(move || {
        let mut buffer = [0; 1 << 16];
        while let Ok(1..) = reader.read(&mut buffer) {
            if sender.send(Instant::now()).is_err() {
                return;
            }
        }
    });
    let begun = Instant::now();
    let mut child = pair.slave.spawn_command(command).expect("it starts");
    drop(pair.slave);
    let first = whole(&bytes, begun);
    let mut keyboard = pair.master.take_writer().expect("a keyboard");
    keyboard.write_all(answers.as_bytes()).expect("answered");
    whole(&bytes, Instant::now());
    if keys > 0 && !before.is_empty() {
        keyboard.write_all(before.as_bytes()).expect("typed");
        whole(&bytes, Instant::now());
    }
    let mut redrawn = Vec::new();
    for key in ["\x1b[C", "\x1b[B", "\x1b[D", "\x1b[A"]
        .iter()
        .cycle()
        .take(keys)
    {
        let pressed = Instant::now();
        keyboard.write_all(key.as_bytes()).expect("typed");
        // A cursor at the edge of a board stays, and nothing is drawn.
        redrawn.extend(whole(&bytes, pressed));
    }
    let mut resized = Vec::new();
    for number in 0..resizes as u16 {
        // Never the same size twice, up to 200 by 60.
        let size = window(105 + 5 * number, 32 + number * 3 / 2);
        let changed = Instant::now();
        pair.master.resize(size).expect("resized");
        resized.extend(whole(&bytes, changed));
    }
    child.kill().expect("it ends");
    child.wait().expect("it ends");
    Times {
        first: first.expect("a screen"),
        keys: redrawn,
        resizes: resized,
    }
}

/// The time from a moment to the last byte drawn after it.
fn whole(bytes: &Receiver<Instant>, since: Instant) -> Option<Duration> {
    let mut last = None;
    // A process needs longer for its first byte than a screen between two.
    let mut patience = Duration::from_secs(1);
    while let Ok(at) = bytes.recv_timeout(patience) {
        last = Some(at.saturating_duration_since(since));
        patience = QUIET;
    }
    last
}
