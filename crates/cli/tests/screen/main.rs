//! The full-screen program from outside, in a terminal.
#![cfg(unix)]

mod games;
mod graphics;
mod kept;
mod terminal;

use std::path::Path;
use std::time::{Duration, Instant};

use terminal::Terminal;

const SIZE: (u16, u16) = (80, 24);
const ENTER: &str = "\r";
const ESCAPE: &str = "\x1b";
const DOWN: &str = "\x1b[B";

/// The longest that a whole game may take.
const A_GAME: Duration = Duration::from_secs(120);

/// A game between two people, with nothing left to ask.
const GRIDLOCK: [&str; 6] = ["play", "gridlock", "--seat", "human", "--seat", "human"];

/// Starts `parlour` with its data in a folder.
fn start(folder: &Path, arguments: &[&str], size: (u16, u16)) -> Terminal {
    Terminal::run(env!("CARGO_BIN_EXE_parlour"), folder, arguments, size)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn is_over(screen: &str) -> bool {
    screen.contains("wins!") || screen.contains("A draw")
}

/// Bots need not be watched.
fn hurry(terminal: &mut Terminal) {
    terminal.types("++");
    terminal.sees("Pace: at once.");
    // The next key removes the message.
    terminal.types(DOWN);
}

/// Plays on with a key until the game is over.
fn play_with(terminal: &mut Terminal, key: &str) -> String {
    let begun = Instant::now();
    loop {
        let screen = terminal.types_and_looks(key);
        if is_over(&screen) {
            return screen;
        }
        assert!(begun.elapsed() < A_GAME, "no end:\n{screen}");
    }
}

#[test]
fn the_terminal_is_given_back() {
    for keys in ["\x03", "q"] {
        let folder = folder();
        let mut terminal = start(folder.path(), &GRIDLOCK, SIZE);
        terminal.sees("First to move");
        terminal.types(keys);
        assert_eq!(terminal.ends(), 0);
        let raw = terminal.raw();
        for given_back in ["\x1b[?1049l", "\x1b[?1000l", "\x1b[?25h"] {
            let (taken, given) = (raw.rfind("\x1b[?1049h"), raw.rfind(given_back));
            assert!(
                taken.is_some() && given > taken,
                "{given_back:?} in {raw:?}"
            );
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_stopped_program_gives_the_terminal_back_and_comes_again() {
    let folder = folder();
    let mut terminal = start(folder.path(), &GRIDLOCK, SIZE);
    terminal.sees("First to move");
    terminal.types("\x1a");
    terminal.wait("the stop", |_| {
        terminal.state() == 'T' && terminal.raw().ends_with("\x1b[?25h")
    });
    assert!(!terminal.text().contains("First to move"));
    terminal.signal("CONT");
    terminal.sees("First to move");
    terminal.types("\r\r");
    terminal.sees("First paints (0,0) red.");
}

#[test]
fn windows_change_while_playing() {
    let folder = folder();
    let mut terminal = start(folder.path(), &["play", "ploy", "--seed", "1"], SIZE);
    terminal.sees("Black to move");
    terminal.resize(120, 40);
    terminal.sees("w in words");
    terminal.resize(30, 8);
    terminal.sees("is needed");
    terminal.resize(80, 24);
    terminal.sees("Black to move");
}

#[test]
fn a_click_picks_and_a_right_click_takes_back() {
    let folder = folder();
    let mut terminal = start(folder.path(), &GRIDLOCK, SIZE);
    let screen = terminal.sees("First to move");
    let place = screen.lines().enumerate().find_map(|(row, line)| {
        let column = line.split_once('•')?.0.chars().count();
        Some((column + 1, row + 1))
    });
    let (column, row) = place.expect("an empty cell");
    terminal.types(&format!("\x1b[<0;{column};{row}M"));
    terminal.sees("[1 red]");
    terminal.types(&format!("\x1b[<2;{column};{row}M"));
    terminal.wait("nothing picked", |screen| !screen.contains("[1 red]"));
    terminal.types(&format!("\x1b[<0;{column};{row}M"));
    let screen = terminal.sees("[1 red]");
    let green = screen.lines().enumerate().find_map(|(row, line)| {
        let column = line.split_once(" 2 green")?.0.chars().count();
        Some((column + 2, row + 1))
    });
    let (column, row) = green.expect("a choice");
    terminal.types(&format!("\x1b[<0;{column};{row}M"));
    terminal.sees("First paints (0,0) green.");
}

#[test]
fn what_a_killed_program_left_on_the_screen_is_wiped() {
    let folder = folder();
    let terminal = start(folder.path(), &GRIDLOCK, SIZE);
    terminal.sees("First to move");
    let raw = terminal.raw();
    let (_, after) = raw.split_once("\x1b[?1049h").expect("a screen of its own");
    let wiped = after.find("\x1b[2J").expect("wiped");
    assert!(wiped < after.find("Gridlock").expect("drawn"), "{after:?}");
}

#[test]
fn records_open_on_a_terminal_and_print_in_a_pipe() {
    let folder = folder();
    let example = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../examples/amy-and-bill.gridlock");
    let example = example.to_str().expect("text");
    let mut terminal = start(folder.path(), &["replay", example], SIZE);
    terminal.sees("step 0 of 5");
    terminal.types("\x1b[F");
    terminal.sees("Amy wins!");
    terminal.types("q");
    assert_eq!(terminal.ends(), 0);
    let mut terminal = start(folder.path(), &["replay", example, "--plain"], SIZE);
    assert_eq!(terminal.ends(), 0);
    assert!(!terminal.raw().contains("\x1b[?1049h"));
}

#[test]
fn plain_stays_line_by_line_and_tells_the_board() {
    let folder = folder();
    let args = [&GRIDLOCK[..], &["--plain"]].concat();
    let mut terminal = start(folder.path(), &args, SIZE);
    terminal.sees("First >");
    terminal.types("red 1,1\rdescribe\r");
    terminal.sees("Row 1: 1 red.");
    terminal.types("quit\rquit\r");
    assert_eq!(terminal.ends(), 0);
    assert!(!terminal.raw().contains("\x1b[?1049h"));
}

/// The window is closed while the program runs: it ends without an error.
#[test]
fn closing_the_window_ends_the_program() {
    use portable_pty::{CommandBuilder, PtySize, native_pty_system};
    use std::io::Read;
    let folder = folder();
    let pair = native_pty_system()
        .openpty(PtySize::default())
        .expect("a terminal");
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_parlour"));
    command.cwd(folder.path());
    command.env("PARLOUR_DATA", folder.path().join("data"));
    command.env("TERM", "xterm-256color");
    let mut child = pair.slave.spawn_command(command).expect("it starts");
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().expect("a reader");
    let (mut shown, mut bytes) = (String::new(), [0; 4096]);
    while !shown.contains("Gridlock") {
        let count = reader.read(&mut bytes).expect("it runs");
        shown.push_str(&String::from_utf8_lossy(&bytes[..count]));
    }
    drop(reader);
    drop(pair.master);
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        assert!(begun.elapsed() < A_GAME, "it does not end");
        std::thread::sleep(Duration::from_millis(5));
    };
    assert!(status.success(), "{status}");
}

/// Bytes that no keyboard sends, faster than anybody types: half sequences, invalid UTF-8, pastes,
/// resizes. The program survives, and still obeys Ctrl-C.
#[test]
fn a_monkey_at_the_keyboard_does_not_break_it() {
    // Neither a path nor a command of a bot can be typed with these.
    const LETTERS: &[u8] = b" abcdfghijkmnopqrsuvw0123456789,;:?+-<>[]()";
    const OTHERS: [&[u8]; 16] = [
        b"\r",
        b"\r",
        b"\x1b",
        b"\x1b[A",
        b"\x1b[B",
        b"\x1b[C",
        b"\x1b[D",
        b"\t",
        b"\x7f",
        b"\x1b[<0;20;10M",
        b"\x1b[<35;40;12M",
        b"\x1b[<64;5;5M",
        b"\x1b[200~a\nb\x1b[201~",
        b"\x1b[999999999999;",
        b"\xff\xfe\xc3",
        b"\0",
    ];
    let folder = folder();
    let mut terminal = start(folder.path(), &[], SIZE);
    terminal.sees("Gridlock");
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |end: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % end as u64) as usize
    };
    for round in 0..60 {
        let mut burst = Vec::new();
        for _ in 0..=below(30) {
            match below(3) {
                0 => burst.push(LETTERS[below(LETTERS.len())]),
                _ => burst.extend_from_slice(OTHERS[below(OTHERS.len())]),
            }
        }
        terminal.sends(&burst);
        if round % 10 == 9 {
            terminal.resize(1 + below(120) as u16, 1 + below(40) as u16);
        }
        if terminal.is_closed() {
            // It was quit by its own keys, which is not a failure.
            assert_eq!(terminal.ends(), 0, "{}", terminal.text());
            terminal = start(folder.path(), &[], SIZE);
            terminal.sees("Gridlock");
        }
    }
    // Ends of sequences that were never finished, and then the key. A parser that takes the key for
    // a part of one needs another try, as a person would.
    for _ in 0..20 {
        terminal.sends(b"mu~\x1b[201~\x03");
        std::thread::sleep(Duration::from_millis(100));
        if terminal.is_closed() {
            break;
        }
    }
    assert_eq!(terminal.ends(), 0, "{}", terminal.text());
}
