//! Boards as pictures, on terminals that say that they can show them.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{folder, start};
use crate::terminal::{CELL, Terminal};

const GRIDLOCK: [&str; 4] = ["play", "gridlock", "--size", "4x4"];
const SIZE: (u16, u16) = (80, 24);

const KITTY: &str = "\x1b_Gi=31;OK\x1b\\\x1bP>|kitty(0.42.0)\x1b\\\x1b[?62;52c";
const ITERM: &str = "\x1bP>|iTerm2 3.6.2\x1b\\\x1b[?64;1;2;4c";
const SIXEL: &str = "\x1bP>|foot(1.22.0)\x1b\\\x1b]11;rgb:2020/2424/2828\x1b\\\x1b[?62;4;22c";
/// A terminal without pictures.
const NEITHER: &str = "\x1bP>|VTE(7600)\x1b\\\x1b[?65;1;9c";

/// The end of a synchronised update.
const DRAWN: &str = "\x1b[?2026l";

/// A picture that was sent: where, how large in characters, and its pixels.
#[derive(Debug)]
struct Tile {
    column: u16,
    line: u16,
    columns: u16,
    lines: u16,
    width: u32,
    height: u32,
}

/// Waits for something that was sent.
#[track_caller]
fn is_sent(terminal: &Terminal, wanted: &str) {
    terminal.wait(wanted, |_| terminal.raw().contains(wanted));
}

/// A program whose terminal has answered.
fn answered(data: &std::path::Path, args: &[&str], answers: &str) -> Terminal {
    let mut terminal = start(data, args, SIZE);
    is_sent(&terminal, "\x1b[c");
    terminal.types(answers);
    terminal
}

/// Where the cursor was put before that place of the text: `CSI line ; column H`.
fn place(before: &str) -> (u16, u16) {
    let (_, moved) = before
        .rsplit_once("\x1b[")
        .expect("the cursor is put somewhere");
    let (line, column) = moved
        .strip_suffix('H')
        .and_then(|at| at.split_once(';'))
        .expect("a place");
    let number = |text: &str| text.parse::<u16>().expect("a number") - 1;
    (number(column), number(line))
}

fn png_size(file: &[u8]) -> (u32, u32) {
    let decoder = png::Decoder::new(std::io::Cursor::new(file));
    let mut reader = decoder.read_info().expect("a PNG file");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a small picture")];
    let info = reader.next_frame(&mut pixels).expect("all its pixels");
    (info.width, info.height)
}

fn value(head: &str, name: &str) -> u16 {
    let mut pairs = head
        .split([',', ';'])
        .filter_map(|pair| pair.split_once('='));
    let found = pairs.find(|(known, _)| *known == name);
    let (_, value) = found.unwrap_or_else(|| panic!("no {name} in {head}"));
    value.parse().expect("a number")
}

/// All pictures of kitty's protocol.
fn kitty_tiles(raw: &str) -> Vec<Tile> {
    let mut tiles = Vec::new();
    let mut rest = raw;
    while let Some(at) = rest.find("\x1b_Ga=T") {
        let (before, after) = rest.split_at(at);
        let mut payload = String::new();
        let mut head = String::new();
        let mut left = after;
        loop {
            let (piece, next) = left.split_once("\x1b\\").expect("it ends");
            let piece = piece
                .strip_prefix("\x1b_G")
                .expect("pieces follow each other");
            let (keys, data) = piece.split_once(';').expect("with data");
            assert!(data.len() <= 4096, "{}", data.len());
            payload.push_str(data);
            if head.is_empty() {
                head = keys.to_owned();
            }
            left = next;
            if value(keys, "m") == 0 {
                break;
            }
        }
        // Answers to it would be taken for keys.
        assert_eq!(value(&head, "q"), 2);
        let (column, line) = place(before);
        let (width, height) = png_size(&STANDARD.decode(payload).expect("base64"));
        tiles.push(Tile {
            column,
            line,
            columns: value(&head, "c"),
            lines: value(&head, "r"),
            width,
            height,
        });
        rest = left;
    }
    tiles
}

/// All pictures of iTerm2's protocol.
fn iterm_tiles(raw: &str) -> Vec<Tile> {
    let parts: Vec<&str> = raw.split("\x1b]1337;File=").collect();
    let mut tiles = Vec::new();
    for pair in parts.windows(2) {
        let (head, rest) = pair[1].split_once(':').expect("a head");
        let (data, _) = rest.split_once('\x07').expect("it ends");
        let file = STANDARD.decode(data).expect("base64");
        assert_eq!(usize::from(value(head, "size")), file.len());
        assert!(head.contains("inline=1") && head.contains("preserveAspectRatio=0"));
        let (column, line) = place(pair[0]);
        let (width, height) = png_size(&file);
        tiles.push(Tile {
            column,
            line,
            columns: value(head, "width"),
            lines: value(head, "height"),
            width,
            height,
        });
    }
    tiles
}

/// All Sixel pictures; each must be as large as it says, in colours that it has defined.
fn sixel_tiles(raw: &str) -> Vec<Tile> {
    let parts: Vec<&str> = raw.split("\x1bP0;1;0q").collect();
    let mut tiles = Vec::new();
    for pair in parts.windows(2) {
        let (data, _) = pair[1].split_once("\x1b\\").expect("it ends");
        let data = data
            .strip_prefix("\"1;1;")
            .expect("square pixels, and a size");
        let (size, data) = data.split_at(data.find('#').expect("a colour"));
        let (width, height) = size.split_once(';').expect("two numbers");
        let (width, height): (u32, u32) = (
            width.parse().expect("a width"),
            height.parse().expect("a height"),
        );
        let bands: Vec<&str> = data.trim_end_matches('-').split('-').collect();
        assert_eq!(bands.len() as u32, height.div_ceil(6));
        let mut defined: BTreeMap<u32, ()> = BTreeMap::new();
        for band in bands {
            for row in band.split('$').filter(|row| !row.is_empty()) {
                assert_eq!(columns_of(row, &mut defined), width, "{row}");
            }
        }
        let (column, line) = place(pair[0]);
        tiles.push(Tile {
            column,
            line,
            columns: (width / u32::from(CELL.0)) as u16,
            lines: (height / u32::from(CELL.1)) as u16,
            width,
            height,
        });
    }
    tiles
}

/// How many columns a row of Sixel fills. Colours are defined before they are used.
fn columns_of(row: &str, defined: &mut BTreeMap<u32, ()>) -> u32 {
    let mut letters = row.chars().peekable();
    let mut columns = 0;
    let mut repeat = None;
    while let Some(letter) = letters.next() {
        let mut numbers = String::new();
        if matches!(letter, '#' | '!') {
            while let Some(digit) = letters.next_if(|c| c.is_ascii_digit() || *c == ';') {
                numbers.push(digit);
            }
        }
        match letter {
            '#' => {
                let parts: Vec<u32> = numbers
                    .split(';')
                    .map(|n| n.parse().expect("one"))
                    .collect();
                match parts[..] {
                    [number, 2, red, green, blue] => {
                        assert!(red <= 100 && green <= 100 && blue <= 100);
                        defined.insert(number, ());
                    }
                    [number] => assert!(defined.contains_key(&number), "{number}"),
                    _ => panic!("{numbers}"),
                }
            }
            '!' => repeat = Some(numbers.parse::<u32>().expect("a count")),
            '?'..='~' => columns += repeat.take().unwrap_or(1),
            other => panic!("{other:?}"),
        }
    }
    columns
}

/// Tiles have the size of their characters, and leave no gap in a board that is inside the window.
fn fill_a_board(tiles: &[Tile]) {
    let mut covered = std::collections::BTreeSet::new();
    for tile in tiles {
        assert_eq!(tile.width, u32::from(tile.columns * CELL.0), "{tile:?}");
        assert_eq!(tile.height, u32::from(tile.lines * CELL.1), "{tile:?}");
        for line in tile.line..tile.line + tile.lines {
            for column in tile.column..tile.column + tile.columns {
                assert!(column < SIZE.0 && line < SIZE.1, "{tile:?}");
                covered.insert((line, column));
            }
        }
    }
    let lines: Vec<u16> = covered.iter().map(|(line, _)| *line).collect();
    let columns: Vec<u16> = covered.iter().map(|(_, column)| *column).collect();
    let extent = |all: &[u16]| {
        let (least, most) = (all.iter().min(), all.iter().max());
        usize::from(most.expect("some") - least.expect("some") + 1)
    };
    assert_eq!(covered.len(), extent(&lines) * extent(&columns));
    assert!(covered.len() > 300, "{} characters", covered.len());
}

/// Waits until a whole board was sent.
fn board_of(terminal: &Terminal, sent: fn(&str) -> Vec<Tile>) -> Vec<Tile> {
    let enough = |raw: &str| {
        let tiles = sent(raw);
        let area = tiles
            .iter()
            .map(|tile| tile.columns * tile.lines)
            .sum::<u16>();
        area > 300
    };
    // What is sent at once ends with the synchronised update.
    terminal.wait("a board", |_| {
        let raw = terminal.raw();
        raw.ends_with(DRAWN) && enough(&raw)
    });
    sent(&terminal.raw())
}

#[test]
fn a_board_is_a_picture_where_the_terminal_shows_pictures() {
    for (answers, sent) in [
        (KITTY, kitty_tiles as fn(&str) -> Vec<Tile>),
        (ITERM, iterm_tiles),
        (SIXEL, sixel_tiles),
    ] {
        let data = folder();
        let mut terminal = answered(data.path(), &GRIDLOCK, answers);
        let tiles = board_of(&terminal, sent);
        fill_a_board(&tiles);
        // Only the tiles with the cursor are sent again.
        let before = sent(&terminal.raw()).len();
        terminal.types("\x1b[C");
        terminal.wait("the cursor", |_| {
            let raw = terminal.raw();
            raw.ends_with(DRAWN) && sent(&raw).len() > before
        });
        let after = sent(&terminal.raw()).len();
        assert!(
            after - before < tiles.len(),
            "{} of {}",
            after - before,
            tiles.len()
        );
        // Moves are picked as usual.
        terminal.types("\r");
        terminal.sees("[1 red]");
        terminal.types("\r");
        terminal.sees("First paints (1,0) red.");
        terminal.types("q");
        assert_eq!(terminal.ends(), 0);
    }
}

#[test]
fn a_key_goes_back_to_text_and_that_is_kept() {
    let data = folder();
    let mut terminal = answered(data.path(), &GRIDLOCK, KITTY);
    board_of(&terminal, kitty_tiles);
    assert!(!terminal.text().contains('•'), "{}", terminal.text());
    terminal.types("P");
    terminal.sees("•");
    assert!(terminal.raw().contains("\x1b_Ga=d,d=A,q=2\x1b\\"));
    terminal.types("q");
    assert_eq!(terminal.ends(), 0);
    let mut terminal = answered(data.path(), &GRIDLOCK, KITTY);
    // Drawn again after the answers.
    terminal.wait("the answers are heard", |screen| {
        screen.contains('•') && terminal.raw().matches(DRAWN).count() > 1
    });
    terminal.types("P");
    board_of(&terminal, kitty_tiles);
    // The terminal is left without them.
    terminal.types("q");
    assert_eq!(terminal.ends(), 0);
    let raw = terminal.raw();
    assert!(raw.rfind("\x1b_Ga=d") > raw.rfind("\x1b_Ga=T"));
}

#[test]
fn another_page_takes_the_place_of_a_picture() {
    let data = folder();
    let mut terminal = answered(data.path(), &GRIDLOCK, SIXEL);
    let tiles = board_of(&terminal, sixel_tiles);
    let sent = terminal.raw().len();
    terminal.types("?");
    terminal.sees("Keys that work now");
    // Every line of the board was written over, so that no pixels are left.
    let raw = terminal.raw()[sent..].to_owned();
    for tile in &tiles {
        let blank = format!(
            "\x1b[{};{}H{}",
            tile.line + 1,
            tile.column + 1,
            " ".repeat(tile.columns.into())
        );
        assert!(raw.contains(&blank), "{tile:?}");
    }
    let count = sixel_tiles(&terminal.raw()).len();
    terminal.types("\x1b");
    terminal.wait("the board again", |_| {
        let raw = terminal.raw();
        raw.ends_with(DRAWN) && sixel_tiles(&raw).len() >= count + tiles.len() / 2
    });
}

#[test]
fn a_resized_window_has_a_picture_of_its_size() {
    let data = folder();
    let mut terminal = answered(data.path(), &GRIDLOCK, KITTY);
    board_of(&terminal, kitty_tiles);
    let before = terminal.raw().len();
    terminal.resize(120, 40);
    // Only a finished update can be read.
    let sent = || {
        let raw = terminal.raw();
        raw.ends_with(DRAWN).then(|| kitty_tiles(&raw[before..]))
    };
    terminal.wait("a larger board", |_| {
        let tiles = sent().unwrap_or_default();
        let areas = tiles
            .iter()
            .map(|tile| u32::from(tile.columns * tile.lines));
        areas.sum::<u32>() > 1500
    });
    // It may be rough at first, but not in the end.
    terminal.wait("all pixels of the board", |_| {
        let tiles = sent().unwrap_or_default();
        let last = tiles.last();
        last.is_some_and(|tile| tile.width == u32::from(tile.columns * CELL.0))
    });
}

#[test]
fn a_terminal_without_pictures_gets_text() {
    for answers in [
        NEITHER,
        "",
        "\x1b[?1;2c",
        "\x1bP>|tmux 3.6\x1b\\\x1b[?1;2;4c",
    ] {
        let data = folder();
        let mut terminal = answered(data.path(), &GRIDLOCK, answers);
        terminal.sees("•");
        terminal.types("\r");
        terminal.sees("[1 red]");
        let raw = terminal.raw();
        for picture in ["\x1b_Ga=T", "\x1b]1337", "\x1bP0;1;0q"] {
            assert!(!raw.contains(picture), "{answers:?}");
        }
    }
}

#[test]
fn nothing_is_asked_where_nothing_is_understood() {
    for environment in [("TMUX", "/tmp/tmux"), ("TERM", "linux"), ("NO_COLOR", "1")] {
        let data = folder();
        let program = env!("CARGO_BIN_EXE_parlour");
        let terminal = Terminal::run_inside(program, data.path(), &GRIDLOCK, SIZE, &[environment]);
        terminal.sees("First to move");
        assert!(!terminal.raw().contains("\x1b_G"), "{environment:?}");
    }
}

#[test]
fn a_late_answer_is_not_taken_for_keys() {
    let data = folder();
    let mut terminal = start(data.path(), &GRIDLOCK, SIZE);
    terminal.sees("First to move");
    // Longer than any answer is waited for.
    std::thread::sleep(Duration::from_millis(1300));
    terminal.types(KITTY);
    terminal.types("\r");
    // The digits of the answer would have picked a colour, and its letters typed commands.
    terminal.sees("[1 red]");
    assert!(!terminal.raw().contains("\x1b_Ga=T"));
}

#[test]
fn keys_are_answered_before_the_terminal_has_said_anything() {
    let data = folder();
    let mut terminal = start(data.path(), &GRIDLOCK, SIZE);
    terminal.sees("First to move");
    let begun = Instant::now();
    terminal.types("\x1b[C\r");
    terminal.sees("[1 red]");
    terminal.types("\x1b");
    terminal.wait("nothing picked", |screen| !screen.contains("[1 red]"));
    assert!(begun.elapsed() < Duration::from_secs(10));
    terminal.types("q");
    assert_eq!(terminal.ends(), 0);
}
