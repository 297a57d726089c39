//! What only Ploy has, and what is long about its positions.

use crate::program::{parlour, run, run_with_input};

const START: &str = ",w84,w41,w56,w170,w56,w41,w84,/,,w24,w40,w17,w40,w48,,/,,,w16,w16,w16,,,/\
                     ,,,,,,,,/,,,,,,,,/,,,,,,,,/\
                     ,,,b1,b1,b1,,,/,,b3,b130,b17,b130,b129,,/,b69,b146,b131,b170,b131,b146,b69,";

#[test]
fn lines_and_reach() {
    assert_eq!(run(&["ploy", "line", "a1", "d4"]).stdout, "a1 b2 c3 d4\n");
    assert_eq!(run(&["ploy", "line", "e5", "e5"]).stdout, "e5\n");
    let crooked = run(&["ploy", "line", "a1", "b3"]);
    assert_eq!((crooked.status, crooked.stdout.as_str()), (Some(1), ""));
    assert_eq!(run(&["ploy", "line", "a0", "b3"]).status, Some(1));
    let reach = run(&["ploy", "reach", "a1", "b170"]);
    assert_eq!(
        reach.stdout,
        "a1-a1-1\na1-a1-3\na1-a1-5\na1-a1-7\na1-b2-0\n"
    );
    assert_eq!(run(&["ploy", "reach", "a1", ""]).stdout, "");
    assert_eq!(run(&["ploy", "reach", "a1", "b256"]).status, Some(1));
}

#[test]
fn the_bot_gives_one_move_or_all() {
    let all = run(&["ploy", "bot", START, "b", "-all"]).stdout;
    let listed = run(&["moves", "ploy", START]).stdout;
    let joined = listed.trim_end().replace('\n', ",");
    assert_eq!(all, format!("[{joined}]\n"));
    let one = run(&["ploy", "bot", START, "w"]).stdout;
    let white = run(&["moves", "ploy", &format!("{START} w")]).stdout;
    assert!(white.lines().any(|line| line == one.trim_end()), "{one}");
    let over = ",,,,,,,,/".repeat(8) + ",,,,,,,,";
    assert_eq!(run(&["ploy", "bot", &over, "w", "-all"]).stdout, "[]\n");
    assert_eq!(run(&["ploy", "bot", &over, "w"]).status, Some(1));
    assert_eq!(run(&["ploy", "bot", START, "x"]).status, Some(2));
    assert_eq!(run(&["ploy", "bot", START, "b", "-some"]).status, Some(2));
}

#[test]
fn moves_are_counted_quickly() {
    assert_eq!(run(&["perft", "ploy", "4"]).stdout, "437350639\n");
    let json = run(&["perft", "ploy", "2", "--json"]).stdout;
    assert_eq!(json, "{\"depth\":2,\"nodes\":21025}\n");
}

#[test]
fn ten_megabytes_of_a_board_are_one_short_error() {
    for flood in [",", "/", "w1", "\u{fc}", "\n", "999"] {
        let text = flood.repeat(10_000_000 / flood.len());
        let refused = run_with_input(&mut parlour(&["moves", "ploy", "-"]), text.as_bytes());
        assert_eq!((refused.status, refused.stdout.as_str()), (Some(1), ""));
        assert!(refused.stderr.len() < 2000, "{}", refused.stderr.len());
    }
}

#[test]
fn a_match_is_drawn_by_repetition() {
    let circle = "e1-e1-1\ne9-e9-1\n".repeat(4);
    let played = run_with_input(&mut parlour(&["play", "ploy"]), circle.as_bytes());
    let draw = "A draw: the position has come up for the third time.";
    assert!(played.stdout.contains(draw), "{}", played.stdout);
}
