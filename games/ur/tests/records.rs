//! The reader of records: every error, which of several is reported, and how
//! the reader continues.

use parlour_core::laws::records::{self, Found};
use parlour_core::{Notation, Records};
use parlour_ur::Ur;

/// A game of one piece each, with a capture, rosettes and a turn that passes.
const EXAMPLE: &str = "\
UR
Players: Amy, Bill.
Pieces: 1.
Red 4 start.
Red 2 4.
Green 2 start.
Red 0 pass.
Green 4 2.
Red 4 start.
Red 4 4.
Red 3 8.
Green 2 6.
Green 4 8.
Red 3 11.
Red 1 14.
Red wins!
";

fn findings(file: impl AsRef<[u8]>) -> Vec<Found> {
    records::findings::<Ur>(file)
}

/// The findings in the example with one thing replaced by another.
fn changed(from: &str, to: &str) -> Vec<Found> {
    records::changed::<Ur>(EXAMPLE, from, to)
}

/// The position at the end of what could be read.
fn end(file: &str) -> String {
    records::end::<Ur>(file).write_position()
}

#[test]
fn a_whole_game() {
    let reading = Ur::read_record(EXAMPLE.as_bytes());
    assert_eq!(reading.diagnostics, []);
    assert!(!reading.unfinished);
    let record = reading.record.expect("a game");
    assert_eq!(record.names, ["Amy", "Bill"]);
    // A throw and a move per line.
    assert_eq!(record.steps.len(), 24);
    let shown: Vec<&str> = reading.spans[..4]
        .iter()
        .map(|span| &EXAMPLE[span.clone()])
        .collect();
    assert_eq!(shown, ["Red 4", "start", "Red 2", "4"]);
    assert_eq!(Ur::write_record(&record), EXAMPLE);
    assert_eq!(end(EXAMPLE), "0/-/1 0/12/0 green");
}

#[test]
fn what_is_allowed_in_a_valid_record() {
    for (from, to) in [
        ("Red wins!\n", "Red wins!"),
        ("Red wins!\n", "Red wins!\r\n\r\n\n"),
        ("UR\n", "\n\nUR\r\n\r\n"),
        ("Amy, Bill", "Amy,Bill"),
        ("Amy, Bill", "Red, Green"),
        ("Amy, Bill", "Green, Red"),
        ("Pieces: 1.", "Pieces: 001."),
        ("Red 2 4.", "Red 02 04."),
        ("Red 2 4.", "Red 2 Sq_4."),
        ("Green 2 start.", "Green 2 Start."),
        ("Red 3 11.", "Red 3 Sq11."),
        ("Pieces: 1.\n", "Pieces: 1.\nHome: exact.\n"),
    ] {
        assert_eq!(changed(from, to), [], "{to:?}");
    }
}

#[test]
fn optional_lines_have_their_usual_meaning() {
    let seven = "UR\nPlayers: A, B.\n";
    assert_eq!(end(seven), "7/-/0 7/-/0 red");
    assert_eq!(end("UR\nPlayers: A, B.\nPieces: 7.\n"), "7/-/0 7/-/0 red");
    let three = "UR\nPlayers: A, B.\nPieces: 3.\nHome: exact.\n";
    assert_eq!(end(three), "3/-/0 3/-/0 red exact");
    for text in [seven, three] {
        let record = Ur::read_record(text.as_bytes()).record.expect("a game");
        assert_eq!(Ur::write_record(&record), text);
    }
    // 11 with 4 is exact; 14 with 2 is not.
    let exact = EXAMPLE.replace("Pieces: 1.\n", "Pieces: 1.\nHome: exact.\n");
    assert_eq!(findings(&exact), []);
    let wasteful = exact.replace("Red 1 14.", "Red 2 14.");
    assert_eq!(
        findings(&wasteful),
        [(16, "illegal-move"), (17, "game-not-over")]
    );
    assert_eq!(findings(wasteful.replace("Home: exact.\n", "")), []);
}

#[test]
fn every_fault_in_a_header_has_its_code() {
    records::players_are_named::<Ur>(EXAMPLE);
    for (from, to, line, code) in [
        ("UR\n", "", 1, "missing-ur"),
        ("UR", "UR!", 1, "syntax"),
        ("UR", "Ur", 1, "syntax"),
        ("UR", " UR", 1, "syntax"),
        ("UR", "UR ", 1, "syntax"),
        ("UR", "CHESS", 1, "missing-ur"),
        ("UR\n", "GRIDLOCK\n", 1, "missing-ur"),
        ("Pieces: 1.", "Pieces: 0.", 3, "bad-pieces"),
        ("Pieces: 1.", "Pieces: 8.", 3, "bad-pieces"),
        ("Pieces: 1.", "Pieces: -1.", 3, "bad-pieces"),
        ("Pieces: 1.", "Pieces: one.", 3, "bad-pieces"),
        (
            "Pieces: 1.",
            "Pieces: 99999999999999999999.",
            3,
            "bad-pieces",
        ),
        ("Pieces: 1.", "Pieces: .", 3, "bad-pieces"),
        ("Pieces: 1.", "Pieces: 1", 3, "syntax"),
        ("Pieces: 1.", "Pieces:1.", 3, "syntax"),
        ("Pieces: 1.", "Peices: 1.", 3, "syntax"),
        ("Pieces: 1.", "Piece: 1.", 3, "syntax"),
        ("Pieces: 1.\n", "Pieces: 1.\nHome: free.\n", 4, "bad-home"),
        ("Pieces: 1.\n", "Pieces: 1.\nHome: exact\n", 4, "syntax"),
        ("Pieces: 1.\n", "Home: exact.\nPieces: 1.\n", 4, "syntax"),
        ("Pieces: 1.\n", "Pieces: 1.\nPieces: 1.\n", 4, "syntax"),
        ("Pieces: 1.\n", "Pieces: 1.\nEvent: final.\n", 4, "syntax"),
        (
            "Players: Amy, Bill.\nPieces: 1.\n",
            "Pieces: 1.\nPlayers: Amy, Bill.\n",
            2,
            "missing-players",
        ),
    ] {
        let found = changed(from, to);
        assert_eq!(found, [(line, code)], "{to:?}");
    }
}

#[test]
fn every_fault_in_a_turn_has_its_code() {
    let line = "Green 2 start.";
    for (to, code) in [
        ("Green 2 start", "syntax"),
        ("Green 2 start!", "syntax"),
        ("Green 2 start. ", "syntax"),
        (" Green 2 start.", "syntax"),
        ("Green  2 start.", "syntax"),
        ("Green\u{2009}2 start.", "syntax"),
        ("Green 2\tstart.", "syntax"),
        ("Green2 start.", "syntax"),
        ("Green two start.", "syntax"),
        ("Green start.", "syntax"),
        ("Green start 2.", "syntax"),
        ("Green 2.0 start.", "syntax"),
        ("Green 2, start.", "syntax"),
        ("Green 2 strat.", "syntax"),
        ("Green 2 start 4.", "syntax"),
        ("Green 2 start.Red", "syntax"),
        ("2 start.", "syntax"),
        (" 2 start.", "syntax"),
        ("Green", "syntax"),
        ("Green.", "syntax"),
        ("Hello", "syntax"),
        ("   ", "syntax"),
        ("green 2 start.", "unknown-player"),
        ("Gren 2 start.", "unknown-player"),
        ("Bill 2 start.", "unknown-player"),
        ("Mary Ann 2 start.", "unknown-player"),
        ("Red 2 start.", "not-your-turn"),
        ("Green 5 start.", "bad-roll"),
        ("Green -1 start.", "bad-roll"),
        ("Green 99999999999999999999 start.", "bad-roll"),
        ("Green 2 15.", "bad-square"),
        ("Green 2 0.", "bad-square"),
        ("Green 2 4.", "illegal-move"),
        ("Green 2 home.", "illegal-move"),
        ("Green 2 pass.", "pass-with-moves"),
        ("Green 0 start.", "illegal-move"),
        ("Green 2.", "missing-move"),
    ] {
        let found = changed(line, to);
        assert_eq!(found.first(), Some(&(6, code)), "{to:?}: {found:?}");
        // The board may be in doubt, but nothing else is reported because of
        // that.
        if code != "illegal-move" {
            assert_eq!(found.len(), 1, "{to:?}: {found:?}");
        }
    }
    let mut bytes = EXAMPLE.as_bytes().to_vec();
    let place = EXAMPLE.find(line).expect("a turn");
    bytes[place] = 0xff;
    assert_eq!(findings(&bytes), [(6, "encoding")]);
}

#[test]
fn every_fault_in_the_ending_has_its_code() {
    for (to, line, code) in [
        ("", 16, "missing-ending"),
        ("Green wins!\n", 16, "wrong-winner"),
        ("Amy wins!\n", 16, "unknown-player"),
        ("red wins!\n", 16, "unknown-player"),
        ("Red wins\n", 16, "syntax"),
        ("Red wins.\n", 16, "syntax"),
        ("Red won!\n", 16, "syntax"),
        ("Red wins !\n", 16, "syntax"),
        ("Red  wins!\n", 16, "syntax"),
        ("Red wins! Bravo\n", 16, "syntax"),
        ("Green 2 12.\nRed wins!\n", 16, "game-already-over"),
        (
            "Green 2 12.\nRed 2 start.\nRed wins!\n",
            16,
            "game-already-over",
        ),
        ("Green 2.\nRed wins!\n", 16, "game-already-over"),
        ("Red wins!\nBravo\n", 17, "trailing-text"),
        ("Red wins!\nRed wins!\n", 17, "trailing-text"),
        ("Red wins!\nGreen 2 12.\n", 17, "trailing-text"),
        ("Red wins!\n   \n", 17, "trailing-text"),
    ] {
        assert_eq!(changed("Red wins!\n", to), [(line, code)], "{to:?}");
    }
    let early = EXAMPLE.replace("Red 1 14.\n", "");
    assert_eq!(findings(early), [(15, "game-not-over")]);
}

#[test]
fn files_that_are_no_text() {
    records::only_text_is_read::<Ur>(EXAMPLE);
    assert_eq!(
        findings("# Some notes\n\nNothing to see.\n"),
        [(1, "missing-ur")]
    );
    assert_eq!(findings("UR"), [(1, "missing-players")]);
}

#[test]
fn records_are_recognised_by_their_first_line() {
    for head in [&b"UR\n"[..], b"UR\r\nPlayers", b"\n\nUR\n", b"UR"] {
        assert!(Ur::recognises(head), "{head:?}");
    }
    for head in [&b"URBAN\n"[..], b"GRIDLOCK\n", b"", b"ur\n"] {
        assert!(!Ur::recognises(head), "{head:?}");
    }
}

#[test]
fn within_a_line_the_first_fault_in_the_fixed_order_is_reported() {
    // Shape, unknown player, game over, turn, roll, move.
    for (to, code) in [
        ("Bill 9 99", "syntax"),
        ("Bill 9 99.", "unknown-player"),
        ("Red 9 99.", "not-your-turn"),
        ("Green 9 99.", "bad-roll"),
        ("Green 1 99.", "bad-square"),
        ("Green 1 9.", "illegal-move"),
    ] {
        let found = changed("Green 2 start.", to);
        assert_eq!(found.first(), Some(&(6, code)), "{to}");
    }
    for (to, code) in [
        ("Bill 9 99.\nRed wins!", "unknown-player"),
        ("Red 9 99.\nRed wins!", "game-already-over"),
    ] {
        assert_eq!(changed("Red wins!", to), [(16, code)], "{to}");
    }
}

#[test]
fn several_faults_are_all_reported_and_nothing_else() {
    let text = EXAMPLE
        .replace("Pieces", "Peices")
        .replace("Green 2 start.", "Green 2 start!")
        .replace("Green 4 2.", "Bill 4 2.")
        .replace("Green 4 8.", "Green 4, 8.")
        .replace("Red wins!", "Green wins!");
    // It is clear what the malformed turns meant, so the winner is still
    // certain.
    assert_eq!(
        findings(text),
        [
            (3, "syntax"),
            (6, "syntax"),
            (8, "unknown-player"),
            (13, "syntax"),
            (16, "wrong-winner")
        ]
    );
    // With the board in doubt, only what is wrong on any board is reported.
    let text = EXAMPLE
        .replace("Green 2 start.", "Green 2 7.")
        .replace("Green 4 2.", "Green 0 2.")
        .replace("Red 4 4.", "Red 5 4.")
        .replace("Red wins!", "Green wins!");
    assert_eq!(
        findings(text),
        [(6, "illegal-move"), (8, "illegal-move"), (10, "bad-roll")]
    );
    let text = EXAMPLE.replace("Green 2 start.", "Green 2\nstart.");
    assert_eq!(findings(text), [(6, "syntax")]);
    let text = EXAMPLE.replace("Green 2 start.", "Green\n2 start.");
    assert_eq!(findings(text), [(6, "syntax")]);
    let text = EXAMPLE.replace("Red 0 pass.\n", "");
    assert_eq!(
        findings(text),
        [(7, "not-your-turn")],
        "a missing line is one fault"
    );
    // A move when none is possible is wrong, but changes nothing.
    let text = EXAMPLE.replace("Red 0 pass.", "Red 0 start.");
    assert_eq!(findings(text), [(7, "illegal-move")]);
}

#[test]
fn names_for_colours_are_said_once_a_player() {
    let text = EXAMPLE.replace("Red ", "Amy ").replace("Green ", "Bill ");
    assert_eq!(
        findings(&text),
        [(4, "unknown-player"), (6, "unknown-player")]
    );
    assert_eq!(
        records::first::<Ur>(&text).help.as_deref(),
        Some("`Amy` plays red: write `Red`")
    );
}

#[test]
fn headers_in_doubt_leave_the_board_in_doubt() {
    let text = EXAMPLE.replace("Pieces: 1.", "Pieces: 9.");
    assert_eq!(findings(&text), [(3, "bad-pieces")]);
    assert!(Ur::read_record(text.as_bytes()).record.is_none());
    let text = EXAMPLE.replace("Players: Amy, Bill.\n", "");
    assert_eq!(
        findings(text.replace("Red wins", "Green wins")),
        [(2, "missing-players"), (15, "wrong-winner")]
    );
}

#[test]
fn second_places_and_suggestions_are_given() {
    for (from, to, help) in [
        ("Green 2 start", "Green 2 strat", "did you mean `start`?"),
        ("Red 0 pass", "Red 0 pas", "did you mean `pass`?"),
        ("Pieces", "Peices", "did you mean `Pieces:`?"),
        ("UR", "ur", "did you mean `UR`?"),
        ("Red wins!", "Red win!", "did you mean `wins!`?"),
        ("Green 2", "Gren 2", "did you mean `Green`?"),
        (
            "Green 2",
            "green 2",
            "did you mean `Green`? capital letters count",
        ),
        (
            "Green 2 start",
            "Red 2 start",
            "a turn without a move is written too: `Green 0 pass.`",
        ),
        (
            "Red 2 4",
            "Green 2 start",
            "Red rolls again after a rosette",
        ),
        ("Red 4 start", "Green 4 start", "Red begins"),
        ("Green 4 2", "Green 4 pass", "only `2` can move with a 4"),
        (
            "Red 0 pass",
            "Red 0 6",
            "no piece can move with a 0: `pass`",
        ),
        (
            "Green 2 start",
            "Green 5 start",
            "four coins show 0 to 4 heads",
        ),
        ("Red wins!\n", "", "add the line `Red wins!`"),
        ("Red 1 14.\n", "", "0 of red's 1 pieces are home"),
    ] {
        let found = records::first::<Ur>(&EXAMPLE.replacen(from, to, 1));
        assert_eq!(found.help.as_deref(), Some(help), "{to}");
    }
    for (from, to, place, label) in [
        (
            "Red 2 4.",
            "Green 2 start.",
            "Red 4 start.",
            "this move ended on a rosette",
        ),
        ("Green 4 2.", "Green 4 3.", "Red 0 pass.", "the turn before"),
        (
            "Red wins!",
            "Green wins!",
            "Red 1 14.",
            "red's last piece went home here",
        ),
        (
            "Green 2 s",
            "Bill 2 s",
            "Players: Amy, Bill.",
            "the players, Red first",
        ),
    ] {
        let text = EXAMPLE.replacen(from, to, 1);
        let found = records::first::<Ur>(&text);
        let also = &found.also[0];
        assert_eq!(
            (&text[also.span.clone()], &*also.text),
            (place, label),
            "{to}"
        );
    }
}

#[test]
fn a_file_full_of_errors_is_given_up_at_some_point() {
    let mut text = EXAMPLE.lines().take(3).collect::<Vec<_>>().join("\n");
    text.push_str(&"\nRed 9 start.".repeat(100_000));
    assert_eq!(findings(text).len(), 100);
}

#[test]
fn an_unfinished_game_can_be_resumed_and_nothing_else() {
    let lines: Vec<&str> = EXAMPLE.lines().collect();
    for count in 2..lines.len() - 2 {
        let part = format!("{}\n", lines[..count].join("\n"));
        let reading = Ur::read_record(part.as_bytes());
        assert!(reading.unfinished, "{part}");
        let steps = 2 * count.saturating_sub(3);
        assert_eq!(reading.record.expect("a game").steps.len(), steps);
        assert_eq!(reading.diagnostics[0].code, "missing-ending");
    }
    for bad in [
        EXAMPLE.to_owned(),
        EXAMPLE.replace("Red wins!\n", ""),
        EXAMPLE.replace("Red 2 4", "Red 2 5"),
        "UR\n".to_owned(),
    ] {
        assert!(!Ur::read_record(bad.as_bytes()).unfinished, "{bad}");
    }
}

#[test]
fn a_game_may_stop_between_the_throw_and_the_move() {
    let text = "UR\nPlayers: Amy, Bill.\nRed 2 start.\nGreen 3.\n";
    let reading = Ur::read_record(text.as_bytes());
    assert!(reading.unfinished);
    assert_eq!(findings(text), [(5, "missing-ending")]);
    assert_eq!(&text[reading.spans[2].clone()], "Green 3");
    assert_eq!(end(text), "6/2/0 7/-/0 green 3");
    let record = reading.record.expect("a game");
    assert_eq!(Ur::write_record(&record), text);
    // Anything after it shows that the move was forgotten.
    let more = format!("{text}Red 2 2.\n");
    assert_eq!(findings(more), [(4, "missing-move"), (6, "missing-ending")]);
    let over = "UR\nPlayers: A, B.\nRed 2.\nRed wins!\n";
    assert_eq!(findings(over), [(3, "missing-move")]);
}
