//! The full-screen program from outside, in a terminal.
#![cfg(unix)]

mod graphics;
mod terminal;

use std::fs;
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

/// Plays on by asking for hints and typing them, until the game is over.
fn play_by_hints(terminal: &mut Terminal) -> String {
    let begun = Instant::now();
    loop {
        let screen = terminal.wait("a turn", |screen| {
            is_over(screen) || screen.contains("to move") && !screen.contains("Hint:")
        });
        if is_over(&screen) {
            return screen;
        }
        // While a bot is at work nothing is told: ask until it is done.
        let screen = loop {
            let screen = terminal.types_and_looks("h");
            if screen.contains("Hint: ") || is_over(&screen) {
                break screen;
            }
            assert!(begun.elapsed() < A_GAME, "no hint:\n{screen}");
        };
        let Some((_, hint)) = screen.split_once("Hint: ") else {
            return screen;
        };
        let hint = hint.split(':').next().expect("a move").to_owned();
        let hint = hint.split_whitespace().collect::<Vec<_>>().join(" ");
        terminal.types(&format!(":{hint}\r"));
        terminal.wait("the move", |screen| {
            is_over(screen) || !screen.contains("Hint: ") && !screen.contains("Move: ")
        });
        assert!(begun.elapsed() < A_GAME, "no end:\n{screen}");
    }
}

#[test]
fn a_whole_game_of_gridlock_from_the_menu() {
    let folder = folder();
    let mut terminal = start(folder.path(), &[], SIZE);
    terminal.sees("▸ Gridlock");
    terminal.types(ENTER);
    // Offered once.
    terminal.sees("Your first time?");
    terminal.sees("Start");
    terminal.types(ENTER);
    terminal.sees("First to move");
    play_with(&mut terminal, ENTER);
    terminal.sees("another game");
    terminal.types("q");
    terminal.sees("▸ Gridlock");
    terminal.types("q");
    assert_eq!(terminal.ends(), 0);
    let records = fs::read_dir(folder.path().join("data/records")).expect("kept");
    assert_eq!(records.count(), 1);
}

#[test]
fn a_whole_game_of_ur() {
    let folder = folder();
    let args = ["play", "ur", "--pieces", "2", "--seed", "5"];
    let mut terminal = start(folder.path(), &args, SIZE);
    terminal.sees("to move");
    play_with(&mut terminal, ENTER);
}

#[test]
fn a_whole_game_of_ships_between_two_people() {
    let folder = folder();
    let args = ["play", "ships", "--seat", "human", "--seat", "human"];
    let mut terminal = start(folder.path(), &args, SIZE);
    terminal.sees("Pass to Hider.");
    terminal.types(ENTER);
    terminal.sees("Hider to move");
    // A1 and its neighbours.
    for _ in 0..3 {
        terminal.types(ENTER);
    }
    terminal.sees("Pass to Searcher.");
    terminal.types(ENTER);
    for picks in [[DOWN, ENTER, ENTER, ENTER], [ENTER, ENTER, ENTER, ""]] {
        terminal.sees("Searcher to move");
        // The cursor stays where it was; the next guess begins at the corner.
        terminal.types("\x1b[A\x1b[A\x1b[A\x1b[D\x1b[D\x1b[D\x1b[D\x1b[D\x1b[D");
        for pick in picks {
            terminal.types(pick);
        }
        terminal.sees("Hider answers");
    }
    terminal.sees("Searcher wins!");
}

#[test]
fn a_whole_game_of_labyrinth() {
    let folder = folder();
    let args = [
        "play",
        "labyrinth",
        "--players",
        "4",
        "--humans",
        "1",
        "--seat",
        "human",
        "--seat",
        "random",
        "--seat",
        "random",
        "--seat",
        "random",
        "--seed",
        "3",
        "--time",
        "100ms",
    ];
    let mut terminal = start(folder.path(), &args, SIZE);
    hurry(&mut terminal);
    play_by_hints(&mut terminal);
}

#[test]
fn a_whole_game_of_ploy() {
    let folder = folder();
    let args = [
        "play", "ploy", "--seat", "human", "--seat", "random", "--seed", "3", "--time", "100ms",
    ];
    let mut terminal = start(folder.path(), &args, SIZE);
    hurry(&mut terminal);
    play_by_hints(&mut terminal);
}

#[test]
fn bots_play_each_other_to_the_end() {
    let folder = folder();
    let args = [
        "play", "ur", "--pieces", "2", "--seat", "greedy", "--seat", "random", "--seed", "9",
    ];
    let mut terminal = start(folder.path(), &args, SIZE);
    hurry(&mut terminal);
    terminal.wait("the end", is_over);
}

/// Plays a little, is ended by a signal, and continues in a new program.
fn ended_by(signal: &str) {
    let folder = folder();
    let colours = ["--colours", "red,green,blue"];
    let args = [&["play", "gridlock", "--size", "5x5"], &colours[..]].concat();
    let mut terminal = start(folder.path(), &args, SIZE);
    terminal.sees("First to move");
    terminal.types("\r\r");
    terminal.sees("First paints (0,0) red.");
    terminal.types("\r\r");
    terminal.sees("Second paints (1,0) green.");
    // In the middle of a pick.
    terminal.types(ENTER);
    terminal.signal(signal);
    terminal.ends();
    let mut terminal = start(folder.path(), &[], SIZE);
    terminal.sees("▸ Continue");
    terminal.sees("Gridlock: First, Second; 2 steps; First to move");
    terminal.types(ENTER);
    terminal.sees("First to move");
    terminal.types("l");
    let screen = terminal.sees("The moves so far");
    assert!(screen.contains("First paints (0,0) red."), "{screen}");
    assert!(screen.contains("Second paints (1,0) green."), "{screen}");
    terminal.types(ESCAPE);
    terminal.sees("First to move");
    play_with(&mut terminal, ENTER);
}

#[test]
fn a_killed_program_loses_nothing() {
    ended_by("KILL");
}

#[test]
fn every_game_goes_on_where_the_program_was_killed() {
    let two_people = ["--seat", "human", "--seat", "human"];
    for (game, typed, seen, again) in [
        ("gridlock", ":red 1,1\r", "First paints (1,1) red.", ""),
        ("ur", ENTER, " start", ""),
        (
            "ships",
            ":A1,C1,E1\r",
            "Pass to Searcher.",
            "Searcher to move",
        ),
        // Its files hold positions.
        ("labyrinth", ":S2 north\r", "inserts the", "Yellow walks"),
        ("ploy", ":d3-d4-0\r", "Black moves the", ""),
    ] {
        let folder = folder();
        let args = [&["play", game, "--seed", "4"], &two_people[..]].concat();
        let mut terminal = start(folder.path(), &args, SIZE);
        // If players have secrets, the right one must come first.
        let curtain = |terminal: &mut Terminal| {
            let screen = terminal.wait("a turn", |screen| {
                screen.contains("to move") || screen.contains("Pass to")
            });
            if screen.contains("Pass to") {
                terminal.types(ENTER);
                terminal.sees("to move");
            }
        };
        curtain(&mut terminal);
        terminal.types(typed);
        terminal.sees(seen);
        terminal.signal("KILL");
        terminal.ends();
        let mut terminal = start(folder.path(), &[], SIZE);
        terminal.sees("▸ Continue");
        terminal.types(ENTER);
        terminal.wait("the game", |screen| !screen.contains("▸ Continue"));
        curtain(&mut terminal);
        terminal.sees(if again.is_empty() { seen } else { again });
    }
}

#[test]
fn a_closed_terminal_loses_nothing() {
    ended_by("HUP");
}

#[test]
fn a_killed_program_does_not_keep_its_game_from_others() {
    let folder = folder();
    let mut first = start(folder.path(), &GRIDLOCK, SIZE);
    first.sees("First to move");
    first.types("\r\r");
    first.sees("First paints (0,0) red.");
    // While it is being played, another program begins its own game.
    let mut second = start(folder.path(), &["play", "gridlock"], SIZE);
    second.sees("Your first time?");
    second.sees("Start");
    second.types("q");
    assert_eq!(second.ends(), 0);
    first.signal("KILL");
    first.ends();
    let mut third = start(folder.path(), &["play", "gridlock"], SIZE);
    third.sees("▸ Continue");
    third.types(ENTER);
    let screen = third.sees("First paints (0,0) red.");
    assert!(!screen.contains("copy"), "{screen}");
    third.sees("Second to move");
}

/// Makes a move in a game of Gridlock, and leaves it.
fn leave_a_game(folder: &Path) {
    let mut left = start(folder, &GRIDLOCK, SIZE);
    left.sees("First to move");
    left.types("\r\r");
    left.sees("First paints (0,0) red.");
    left.types("q");
    assert_eq!(left.ends(), 0);
}

#[test]
fn a_game_that_was_left_is_played_on_by_its_path() {
    let folder = folder();
    leave_a_game(folder.path());
    let kept = fs::read_dir(folder.path().join("data/unfinished")).expect("kept");
    let names = kept.map(|entry| entry.expect("a file").file_name());
    let names: Vec<String> = names
        .map(|name| name.into_string().expect("text"))
        .collect();
    let name = names.iter().find(|name| name.ends_with(".gridlock.kept"));
    // The program runs in that folder.
    let path = format!("data/unfinished/{}", name.expect("a game"));
    let mut terminal = start(folder.path(), &["replay", &path], SIZE);
    terminal.sees("Second to move");
    play_with(&mut terminal, ENTER);
}

#[test]
fn a_complete_command_line_asks_nothing() {
    let folder = folder();
    leave_a_game(folder.path());
    for said in [
        ["--size", "4x4"],
        ["--seed", "1"],
        ["--names", "A,B"],
        ["--seat", "human"],
    ] {
        let args = [&["play", "gridlock"], &said[..]].concat();
        let terminal = start(folder.path(), &args, SIZE);
        let screen = terminal.sees(" to move");
        assert!(!screen.contains("Continue"), "{said:?}\n{screen}");
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
fn line_by_line_a_killed_program_loses_nothing_either() {
    let folder = folder();
    let start = |args: &[&str]| start(folder.path(), args, SIZE);
    let mut first = start(&[&GRIDLOCK[..], &["--plain"]].concat());
    first.sees("First >");
    first.types("red 1,1\r");
    first.sees("Second >");
    first.signal("KILL");
    first.ends();
    for args in [&["play", "gridlock", "--plain"][..], &["--plain"]] {
        let mut next = start(args);
        next.sees("Not finished: Gridlock: First, Second; 1 step; Second to move");
        next.types("\r");
        next.sees("Second >");
        next.types("quit\r");
        next.sees("The game is kept");
        assert_eq!(next.ends(), 0);
    }
    // What was begun line by line continues on the full screen.
    let mut next = start(&["play", "gridlock"]);
    next.sees("▸ Continue");
    next.types(ENTER);
    next.sees("First paints (1,1) red.");
    drop(next);
    let mut new = start(&["play", "gridlock", "--plain"]);
    new.sees("Continue it?");
    new.types("no\r");
    // Then it asks how to play.
    new.sees("size (");
    new.types("\r\r");
    new.sees("Who plays?");
    new.types("human\rhuman\r");
    new.sees("First >");
}

/// A bot that is another program continues a game that was left.
#[test]
fn a_game_against_a_program_is_continued() {
    let folder = folder();
    let bot = "while read -r word rest; do case \"$word\" in \
               parlour) echo 'id name b'; echo 'wants legal'; echo parlourok;; \
               isready) echo readyok;; legal) first=\"${rest%%;*}\";; \
               go) echo \"bestmove $first\";; quit) exit 0;; esac; done";
    fs::write(folder.path().join("bot.sh"), bot).expect("written");
    let seats = ["--seat", "human", "--seat", "exec:sh bot.sh"];
    let args = [&["play", "gridlock", "--size", "4x4"][..], &seats].concat();
    let mut first = start(folder.path(), &[&args[..], &["--plain"]].concat(), SIZE);
    first.sees("First >");
    first.types("red 3,3\r");
    first.sees("Second (bot) paints (0,0) red");
    first.signal("KILL");
    first.ends();
    let mut next = start(folder.path(), &["play", "gridlock", "--plain"], SIZE);
    next.sees("Not finished: Gridlock: First, Second (bot); 2 steps; First to move");
    next.types("\r");
    next.sees("First >");
    next.types("red 2,0\r");
    next.sees("Second (bot) paints (1,0) green");
    next.types("quit\r");
    next.sees("The game is kept");
    assert_eq!(next.ends(), 0);
    let mut full = start(folder.path(), &["play", "gridlock"], SIZE);
    full.sees("▸ Continue");
    full.types(ENTER);
    full.sees("First to move");
    full.types(":red 0,2\r");
    full.sees("Second (bot) paints");
    full.sees("First to move");
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
