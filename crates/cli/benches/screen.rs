//! The full-screen program in a real terminal, with a clock: from the start of
//! the process to the first whole screen, and from a key to the redrawn one.
//! `cargo bench -p parlour --bench screen`.
//!
//! A screen is whole when nothing more comes for a while; the time is that of
//! the last byte.

use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// After so long without a byte a screen is whole.
const QUIET: Duration = Duration::from_millis(60);

const STARTS: usize = 20;
const KEYS: usize = 40;

fn main() {
    // Run as a test it only shows that it runs.
    let is_test = std::env::args().any(|arg| arg == "--test");
    let (starts, keys) = if is_test { (1, 1) } else { (STARTS, KEYS) };
    for (name, args, before) in [
        ("menu", &[][..], ""),
        ("gridlock", &["play", "gridlock"], ""),
        // The cursor moves over the board, or over the colours of a cell, which
        // are shown on the board before they are painted.
        ("100x100", &["play", "gridlock", "--size", "100x100"], ""),
        (
            "100x100 *",
            &["play", "gridlock", "--size", "100x100"],
            "\r",
        ),
        ("ur", &["play", "ur", "--dice", "ask"], ""),
        ("ships", &["play", "ships"], ""),
        ("labyrinth", &["play", "labyrinth"], ""),
        ("ploy", &["play", "ploy"], ""),
    ] {
        let mut first: Vec<Duration> = Vec::new();
        let mut redrawn: Vec<Duration> = Vec::new();
        for round in 0..starts {
            let (start, each) = run(args, before, if round == 0 { keys } else { 0 });
            first.push(start);
            redrawn.extend(each);
        }
        println!(
            "{name:<10} first screen {}   a key {}",
            told(first),
            told(redrawn)
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

/// Starts the program, types something, presses arrow keys, and gives the times.
fn run(args: &[&str], before: &str, keys: usize) -> (Duration, Vec<Duration>) {
    let folder = tempfile::tempdir().expect("a folder");
    let size = PtySize {
        rows: 24,
        cols: 80,
        pixel_width: 0,
        pixel_height: 0,
    };
    let pair = native_pty_system().openpty(size).expect("a terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_parlour"));
    command.args(args);
    command.cwd(folder.path());
    command.env("PARLOUR_DATA", folder.path());
    command.env("TERM", "xterm-256color");
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
    child.kill().expect("it ends");
    child.wait().expect("it ends");
    (first.expect("a screen"), redrawn)
}

/// The time from a moment to the last byte of what is drawn then.
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
