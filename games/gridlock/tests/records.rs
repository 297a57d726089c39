//! The reader of records: every error of the document and the rulings, which of
//! several is reported, and how the reader continues.

use parlour_core::laws::records::{self, Found};
use parlour_core::{Diagnostic, Records};
use parlour_gridlock::{Grid, draw_grid, parse_game};

const EXAMPLE: &str = "\
GRIDLOCK
Players: Amy, Bill.
Grid: 3x3.
Colours: red, green.
Amy plays red at (0,0).
Bill plays red at (2,0).
Amy plays green at (1,1).
Bill plays red at (0,2).
Amy plays red at (2,2).
Bill cannot move.
Amy wins!
";

fn findings(file: impl AsRef<[u8]>) -> Vec<Found> {
    records::findings::<Grid>(file)
}

/// The findings in the example with one thing replaced by another.
fn changed(from: &str, to: &str) -> Vec<Found> {
    records::changed::<Grid>(EXAMPLE, from, to)
}

fn only(file: &str) -> Diagnostic {
    let mut found = Grid::check_record(file.as_bytes());
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

#[test]
fn the_example_of_the_document() {
    let record = parse_game(EXAMPLE).expect("valid");
    assert_eq!(record.players(), &["Amy".to_owned(), "Bill".to_owned()]);
    assert_eq!(record.colours().to_string(), "red, green");
    assert_eq!(record.winner(), "Amy");
    let drawn: Vec<String> = record
        .grids()
        .map(|grid| draw_grid(&grid).expect("small"))
        .collect();
    let (r, g) = ("\x1b[41mR\x1b[0m", "\x1b[42mG\x1b[0m");
    let frame = |rows: [String; 3]| {
        let rows: Vec<String> = rows.iter().map(|row| format!("|{row}|")).collect();
        format!("+---+\n{}\n+---+", rows.join("\n"))
    };
    let empty = || "   ".to_owned();
    assert_eq!(
        drawn,
        [
            frame([empty(), empty(), empty()]),
            frame([format!("{r}  "), empty(), empty()]),
            frame([format!("{r} {r}"), empty(), empty()]),
            frame([format!("{r} {r}"), format!(" {g} "), empty()]),
            frame([format!("{r} {r}"), format!(" {g} "), format!("{r}  ")]),
            frame([format!("{r} {r}"), format!(" {g} "), format!("{r} {r}")]),
        ]
    );
}

#[test]
fn what_is_allowed_in_a_valid_record() {
    for (from, to) in [
        ("Amy wins!\n", "Amy wins!"),
        ("Amy wins!\n", "Amy wins!\r\n\r\n\n"),
        ("GRIDLOCK\n", "\n\nGRIDLOCK\r\n\r\n"),
        ("Amy, Bill", "Amy,Bill"),
        ("red, green", "red,green"),
        ("red, green", "red, green, red"),
        ("Grid: 3x3", "Grid: 003x0003"),
        ("(2,0)", "(2, 0)"),
        ("(2,0)", "(02,000)"),
    ] {
        assert_eq!(changed(from, to), [], "{to:?}");
    }
    for grid in [
        "0x0",
        "5x0",
        "0x5",
        "99999999999x0",
        "0x9223372036854775807",
    ] {
        let text = format!(
            "GRIDLOCK\nPlayers: A, B.\nGrid: {grid}.\nColours: red.\nA cannot move.\nB wins!\n"
        );
        assert_eq!(findings(&text), [], "{grid}");
        assert_eq!(parse_game(&text).expect("valid").winner(), "B");
    }
}

#[test]
fn every_fault_in_a_header_has_its_code() {
    records::players_are_named::<Grid>(EXAMPLE);
    for (from, to, line, code) in [
        ("GRIDLOCK\n", "", 1, "missing-gridlock"),
        ("GRIDLOCK", "GRIDLOCK!", 1, "syntax"),
        ("GRIDLOCK", "Gridlock", 1, "syntax"),
        ("GRIDLOCK", " GRIDLOCK", 1, "syntax"),
        ("GRIDLOCK", "GRIDLOCK ", 1, "syntax"),
        ("GRIDLOCK", "CHESS", 1, "missing-gridlock"),
        ("Grid: 3x3.\n", "", 3, "missing-grid"),
        ("Grid: 3x3.", "Grid: 3x3", 3, "syntax"),
        ("Grid: 3x3.", "Grid:3x3.", 3, "syntax"),
        ("Grid: 3x3.", "Gird: 3x3.", 3, "syntax"),
        ("Grid: 3x3.", "Grid: -3x3.", 3, "bad-grid"),
        ("Grid: 3x3.", "Grid: +3x3.", 3, "bad-grid"),
        ("Grid: 3x3.", "Grid: 3.5x3.", 3, "bad-grid"),
        ("Grid: 3x3.", "Grid: 3X3.", 3, "bad-grid"),
        ("Grid: 3x3.", "Grid: 3×3.", 3, "bad-grid"),
        ("Grid: 3x3.", "Grid: 3 x 3.", 3, "bad-grid"),
        ("Grid: 3x3.", "Grid: 3x3x3.", 3, "bad-grid"),
        ("Grid: 3x3.", "Grid: x3.", 3, "bad-grid"),
        ("Grid: 3x3.", "Grid: 3.", 3, "bad-grid"),
        ("Grid: 3x3.", "Grid: .", 3, "bad-grid"),
        ("Grid: 3x3.", "Grid: ３x3.", 3, "bad-grid"),
        (
            "Grid: 3x3.",
            "Grid: 9223372036854775808x3.",
            3,
            "grid-too-large",
        ),
        (
            "Grid: 3x3.",
            "Grid: 99999999999999999999999x0.",
            3,
            "grid-too-large",
        ),
        ("Colours: red, green.\n", "", 4, "missing-colours"),
        ("Colours", "Colors", 4, "syntax"),
        ("Colours", "colours", 4, "syntax"),
        ("red, green.", "red, green", 4, "syntax"),
        ("red, green.", "red, green,.", 4, "syntax"),
        ("red, green.", ", red, green.", 4, "syntax"),
        ("red, green.", "red,, green.", 4, "syntax"),
        ("red, green.", "red green.", 4, "syntax"),
        ("red, green.", "red , green.", 4, "syntax"),
        ("red, green.", "red; green.", 4, "syntax"),
        ("red, green.", ".", 4, "no-colours"),
        (" red, green.", "", 4, "no-colours"),
        (" 3x3.", "", 3, "bad-grid"),
        (" red, green.", ".", 4, "no-colours"),
        ("red, green.", "red, Green.", 4, "unknown-colour"),
        ("red, green.", "red, purple.", 4, "unknown-colour"),
    ] {
        let found = changed(from, to);
        assert_eq!(found.first(), Some(&(line, code)), "{to:?}: {found:?}");
    }
}

#[test]
fn every_fault_in_a_move_has_its_code() {
    let line = "Bill plays red at (2,0).";
    for (to, code) in [
        ("Bill plays red at (2,0)", "syntax"),
        ("Bill plays red at (2,0)!", "syntax"),
        ("Bill plays red at (2,0). ", "syntax"),
        (" Bill plays red at (2,0).", "syntax"),
        ("Bill  plays red at (2,0).", "syntax"),
        ("Bill\u{2009}plays red at (2,0).", "syntax"),
        ("Bill plays\tred at (2,0).", "syntax"),
        ("Bill played red at (2,0).", "syntax"),
        ("Bill Plays red at (2,0).", "syntax"),
        ("Bill plays at (2,0).", "syntax"),
        ("Bill plays red on (2,0).", "syntax"),
        ("Bill plays red (2,0).", "syntax"),
        ("Bill plays red at 2,0.", "syntax"),
        ("Bill plays red at [2,0].", "syntax"),
        ("Bill plays red at (2 ,0).", "syntax"),
        ("Bill plays red at ( 2,0).", "syntax"),
        ("Bill plays red at (2,0 ).", "syntax"),
        ("Bill plays red at (2;0).", "syntax"),
        ("Bill plays red at (2).", "syntax"),
        ("Bill plays red at (2,0,0).", "syntax"),
        ("Bill plays red at (,).", "syntax"),
        ("Bill plays red at (-2,0).", "syntax"),
        ("Bill plays red at (2.0,0).", "syntax"),
        ("Bill plays red at (two,0).", "syntax"),
        ("Bill plays red at (2,0).Amy", "syntax"),
        ("plays red at (2,0).", "syntax"),
        (" plays red at (2,0).", "syntax"),
        ("Bill", "syntax"),
        ("Hello", "syntax"),
        ("   ", "syntax"),
        ("bill plays red at (2,0).", "unknown-player"),
        ("Cleo plays red at (2,0).", "unknown-player"),
        ("Вill plays red at (2,0).", "unknown-player"),
        ("Amy plays red at (2,0).", "not-your-turn"),
        ("Bill plays RED at (2,0).", "unknown-colour"),
        ("Bill plays purple at (2,0).", "unknown-colour"),
        ("Bill plays blue at (2,0).", "colour-not-listed"),
        ("Bill plays red at (3,0).", "out-of-bounds"),
        ("Bill plays red at (0,3).", "out-of-bounds"),
        (
            "Bill plays red at (18446744073709551616,0).",
            "out-of-bounds",
        ),
        ("Bill plays green at (0,0).", "cell-occupied"),
        ("Bill plays red at (0,1).", "same-as-neighbour"),
    ] {
        let found = changed(line, to);
        assert_eq!(found.first(), Some(&(6, code)), "{to:?}: {found:?}");
    }
    let mut bytes = EXAMPLE.as_bytes().to_vec();
    let place = EXAMPLE.find("Bill plays").expect("a move");
    bytes[place] = 0xff;
    assert_eq!(findings(&bytes).first(), Some(&(6, "encoding")));
}

#[test]
fn every_fault_in_the_ending_has_its_code() {
    let ending = "Bill cannot move.\nAmy wins!\n";
    for (to, line, code) in [
        ("", 10, "missing-ending"),
        ("Bill cannot move.\n", 11, "missing-winner"),
        ("Amy wins!\n", 10, "missing-cannot-move"),
        ("Amy wins!\nBill cannot move.\n", 10, "missing-cannot-move"),
        ("Bill cannot move.\nBill wins!\n", 11, "wrong-winner"),
        (
            "Amy cannot move.\nBill wins!\n",
            10,
            "wrong-player-cannot-move",
        ),
        (
            "Amy cannot move.\nAmy wins!\n",
            10,
            "wrong-player-cannot-move",
        ),
        ("Cleo cannot move.\nAmy wins!\n", 10, "unknown-player"),
        ("Bill cannot move.\nCleo wins!\n", 11, "unknown-player"),
        ("Bill cannot move\nAmy wins!\n", 10, "syntax"),
        ("Bill can not move.\nAmy wins!\n", 10, "syntax"),
        ("Bill cannot move.\nAmy wins.\n", 11, "syntax"),
        ("Bill cannot move.\nAmy won!\n", 11, "syntax"),
        ("Bill cannot move.\nAmy wins !\n", 11, "syntax"),
        (
            "Bill cannot move.\nBill cannot move.\nAmy wins!\n",
            11,
            "syntax",
        ),
        ("Bill cannot move. Amy wins!\n", 10, "syntax"),
        (
            "Bill plays green at (1,0).\nAmy cannot move.\nBill wins!\n",
            10,
            "game-already-over",
        ),
        (
            "Bill cannot move.\nAmy plays red at (1,0).\nAmy wins!\n",
            11,
            "game-already-over",
        ),
        ("Bill cannot move.\nAmy wins!\nBravo\n", 12, "trailing-text"),
        (
            "Bill cannot move.\nAmy wins!\nAmy wins!\n",
            12,
            "trailing-text",
        ),
        ("Bill cannot move.\nAmy wins!\n   \n", 12, "trailing-text"),
    ] {
        let found = changed(ending, to);
        assert_eq!(found, [(line, code)], "{to:?}");
    }
    let early = EXAMPLE.replace("Amy plays red at (2,2).\n", "");
    let early = early.replace(
        "Bill cannot move.\nAmy wins!",
        "Amy cannot move.\nBill wins!",
    );
    assert_eq!(findings(early), [(9, "move-still-possible")]);
}

#[test]
fn files_that_are_no_text() {
    records::only_text_is_read::<Grid>(EXAMPLE);
    assert_eq!(
        findings("# Some notes\n\nNothing to see.\n"),
        [(1, "missing-gridlock")]
    );
}

#[test]
fn within_a_line_the_first_fault_in_the_fixed_order_is_reported() {
    // Shape, unknown player, game over, turn, colour, bounds, occupied.
    let line = "Bill plays red at (2,0).";
    for (to, code) in [
        ("Cleo plays puce at (9,9)", "syntax"),
        ("Cleo plays puce at (9,9).", "unknown-player"),
        ("Amy plays puce at (9,9).", "not-your-turn"),
        ("Bill plays puce at (9,9).", "unknown-colour"),
        ("Bill plays blue at (9,9).", "colour-not-listed"),
    ] {
        assert_eq!(changed(line, to).first(), Some(&(6, code)), "{to}");
    }
    let over = "Bill cannot move.\nAmy wins!\n";
    for (to, code) in [
        ("Cleo plays puce at (9,9).\n", "unknown-player"),
        ("Amy plays puce at (9,9).\n", "game-already-over"),
    ] {
        let found = changed(over, &format!("{to}{over}"));
        assert_eq!(found.first(), Some(&(10, code)), "{to}");
    }
}

#[test]
fn several_faults_are_all_reported_and_nothing_else() {
    let text = EXAMPLE
        .replace("Colours", "Colors")
        .replace("Bill plays red at (2,0).", "Bill plays red at (2,0)!")
        .replace("Bill plays red at (0,2).", "Billy plays red at (0,2).")
        .replace("Amy wins!", "Amy wins");
    // It is clear what the malformed moves meant, so the end is still certain.
    assert_eq!(
        findings(text),
        [
            (4, "syntax"),
            (6, "syntax"),
            (8, "unknown-player"),
            (11, "syntax")
        ]
    );
    let text = EXAMPLE
        .replace("Amy plays green at (1,1).", "Amy plays purple at (1,1).")
        .replace("Bill plays red at (0,2).", "Bill plays red at (0,9).");
    // Now two moves are missing, and nothing is said about the end.
    assert_eq!(
        findings(text),
        [(7, "unknown-colour"), (8, "out-of-bounds")]
    );
    let text = EXAMPLE.replace("Bill plays red at (2,0).", "Bill plays\nred at (2,0).");
    assert_eq!(findings(text), [(6, "syntax")]);
    let text = EXAMPLE.replace("Bill plays red at (2,0).\n", "");
    assert_eq!(
        findings(text),
        [(6, "not-your-turn")],
        "a missing line is one fault"
    );
}

#[test]
fn a_name_that_is_wrong_throughout_is_one_fault() {
    let text = EXAMPLE.replace("Bill plays", "bill plays");
    assert_eq!(findings(text), [(6, "unknown-player")]);
}

#[test]
fn the_ending_is_suggested_with_the_players_names() {
    let text = EXAMPLE
        .replace("Amy", "Ada")
        .replace("Bill cannot move.\nAda wins!\n", "");
    assert_eq!(
        only(&text).help.as_deref(),
        Some("the record ends with `Bill cannot move.` and `Ada wins!`")
    );
    let ending = "Bill cannot move.\nAmy wins!\n";
    let text = EXAMPLE.replace(ending, "Amy wins!\nBill cannot move.\n");
    assert!(only(&text).message.contains("the wrong way round"));
    let text = EXAMPLE.replace("(0,0).\nBill", "(0,0). Bill");
    let found = &Grid::check_record(text.as_bytes())[0];
    assert!(
        found
            .help
            .as_deref()
            .is_some_and(|help| help.contains("one move"))
    );
}

#[test]
fn headers_in_the_wrong_order_are_still_read() {
    let text = EXAMPLE.replace(
        "Players: Amy, Bill.\nGrid: 3x3.\n",
        "Grid: 3x3.\nPlayers: Amy, Bill.\n",
    );
    assert_eq!(findings(text), [(2, "missing-players")]);
    let text = EXAMPLE.replace("Grid: 3x3.\n", "Grid: 3x3.\nGrid: 3x3.\n");
    assert_eq!(findings(text), [(4, "missing-colours")]);
    let text = EXAMPLE.replace("Grid: 3x3.\n", "Event: final.\nGrid: 3x3.\n");
    assert_eq!(findings(text), [(3, "syntax")]);
    let all_missing = "GRIDLOCK\nAmy plays red at (0,0).\n";
    let codes: Vec<_> = findings(all_missing)
        .into_iter()
        .map(|found| found.1)
        .collect();
    assert_eq!(
        codes,
        [
            "missing-players",
            "missing-grid",
            "missing-colours",
            "missing-ending"
        ]
    );
}

#[test]
fn second_places_and_suggestions_are_given() {
    let text = EXAMPLE.replace("Bill plays red at (2,0).", "Bill plays red at (0,1).");
    let found = &Grid::check_record(text.as_bytes())[0];
    let painted = &found.also[0];
    assert_eq!(&text[painted.span.clone()], "Amy plays red at (0,0).");
    assert_eq!(&*painted.text, "(0,0) was painted here");
    for (from, to, help) in [
        ("Bill plays", "Bill plyas", "did you mean `plays`?"),
        ("Colours", "Colors", "did you mean `Colours:`?"),
        ("red, green.", "red, gren.", "did you mean `green`?"),
        ("Bill plays", "Bil plays", "did you mean `Bill`?"),
        (
            "Bill plays",
            "bill plays",
            "did you mean `Bill`? capital letters count",
        ),
    ] {
        let text = EXAMPLE.replacen(from, to, 1);
        let found = &Grid::check_record(text.as_bytes())[0];
        assert_eq!(found.help.as_deref(), Some(help), "{to}");
    }
    let early = "GRIDLOCK\nPlayers: A, B.\nGrid: 2x1.\nColours: red.\nA cannot move.\nB wins!\n";
    assert_eq!(
        only(early).help.as_deref(),
        Some("for example red at (0,0)")
    );
}

#[test]
fn a_file_full_of_errors_is_given_up_at_some_point() {
    let mut text = EXAMPLE.lines().take(4).collect::<Vec<_>>().join("\n");
    text.push_str(&"\nAmy plays red at (9,9).".repeat(100_000));
    assert_eq!(findings(text).len(), 100);
}

#[test]
fn an_unfinished_game_can_be_resumed_and_nothing_else() {
    let lines: Vec<&str> = EXAMPLE.lines().collect();
    for count in 4..lines.len() - 2 {
        let part = format!("{}\n", lines[..count].join("\n"));
        let reading = Grid::read_record(part.as_bytes());
        assert!(reading.unfinished, "{part}");
        assert_eq!(reading.record.expect("a game").steps.len(), count - 4);
        assert_eq!(reading.diagnostics[0].code, "missing-ending");
    }
    for bad in [
        EXAMPLE.to_owned(),
        EXAMPLE.replace("Amy wins!\n", ""),
        EXAMPLE.replace("(1,1)", "(1,9)"),
        lines[..3].join("\n"),
    ] {
        assert!(!Grid::read_record(bad.as_bytes()).unfinished, "{bad}");
    }
}
