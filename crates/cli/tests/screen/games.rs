//! Whole games, by keys alone.

use std::fs;
use std::time::Instant;

use super::{A_GAME, DOWN, ENTER, SIZE, folder, hurry, is_over, play_with, start};
use crate::terminal::Terminal;

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
