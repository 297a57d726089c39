//! Games that were left, or whose program was killed, go on.

use std::fs;
use std::path::Path;

use super::{ENTER, ESCAPE, GRIDLOCK, SIZE, folder, play_with, start};
use crate::terminal::Terminal;

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
