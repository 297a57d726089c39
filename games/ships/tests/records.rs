//! The reader of records: every error, which of several is reported, and how
//! the reader continues.

use parlour_core::laws::records::{self, Found};
use parlour_core::{Notation, Records};
use parlour_ships::Ships;

const EXAMPLE: &str = "\
SHIPS
Hider: Amy.
Searcher: Bill.
B3, C3, H3: 0, 2, 1.
A2, A4, G4: 0, 1, 1.
B1, D2, H2: 0, 3, 0.
B2, D3, H1: 3, 0, 0.
Bill found B2, D3, H1 in 4 guesses!
";

/// The same with the target in its heading, one line later.
fn with_target() -> String {
    EXAMPLE.replace("Bill.\n", "Bill.\nTarget: B2, D3, H1.\n")
}

fn findings(file: impl AsRef<[u8]>) -> Vec<Found> {
    records::findings::<Ships>(file)
}

/// The findings in the example with one thing replaced by another.
fn changed(from: &str, to: &str) -> Vec<Found> {
    records::changed::<Ships>(EXAMPLE, from, to)
}

/// The position at the end of what could be read.
fn end(file: &str) -> String {
    records::end::<Ships>(file).write_position()
}

#[test]
fn a_whole_game() {
    let reading = Ships::read_record(EXAMPLE.as_bytes());
    assert_eq!(reading.diagnostics, []);
    assert!(!reading.unfinished);
    let record = reading.record.expect("a game");
    assert_eq!(record.names, ["Amy", "Bill"]);
    // A guess and an answer per line.
    assert_eq!(record.steps.len(), 8);
    let shown: Vec<&str> = reading.spans[..4]
        .iter()
        .map(|span| &EXAMPLE[span.clone()])
        .collect();
    assert_eq!(shown, ["B3, C3, H3", "0, 2, 1", "A2, A4, G4", "0, 1, 1"]);
    assert_eq!(Ships::write_record(&record), EXAMPLE);
    assert!(end(EXAMPLE).ends_with(";B2,D3,H1=3,0,0"));
}

#[test]
fn a_game_with_its_target() {
    let text = with_target();
    let reading = Ships::read_record(text.as_bytes());
    assert_eq!(reading.diagnostics, []);
    let record = reading.record.expect("a game");
    assert_eq!(Ships::write_record(&record), text);
    assert!(end(&text).starts_with("target=B2,D3,H1;"));
}

#[test]
fn what_is_allowed_in_a_valid_record() {
    for (from, to) in [
        ("guesses!\n", "guesses!"),
        ("guesses!\n", "guesses!\r\n\r\n\n"),
        ("SHIPS\n", "\n\nSHIPS\r\n\r\n"),
        ("B3, C3, H3: 0, 2, 1.", "H3,B3, C3: 0,2,1."),
        ("B3, C3, H3: 0, 2, 1.", "B3, C3, H3: 00, 02, 01."),
        ("found B2, D3, H1", "found H1,B2,D3"),
        ("in 4 guesses", "in 04 guesses"),
    ] {
        assert_eq!(changed(from, to), [], "{to:?}");
    }
    let lucky = "SHIPS\nHider: A.\nSearcher: B.\nA1, A2, A3: 3, 0, 0.\n";
    for ending in ["guess!", "guesses!"] {
        assert_eq!(
            findings(format!("{lucky}B found A1, A2, A3 in 1 {ending}")),
            []
        );
    }
}

#[test]
fn every_fault_in_a_header_has_its_code() {
    for (from, to, line, code) in [
        ("SHIPS\n", "", 1, "missing-ships"),
        ("SHIPS", "Ships", 1, "syntax"),
        ("SHIPS", "SHIPS!", 1, "syntax"),
        ("SHIPS", "UR", 1, "missing-ships"),
        ("Hider: Amy.\n", "", 2, "missing-hider"),
        ("Searcher: Bill.\n", "", 3, "missing-searcher"),
        (
            "Hider: Amy.\nSearcher: Bill.",
            "Searcher: Bill.\nHider: Amy.",
            2,
            "missing-hider",
        ),
        ("Hider", "Hidder", 2, "syntax"),
        ("Hider: Amy.", "Hider:Amy.", 2, "syntax"),
        ("Hider: Amy.", "Hider: Amy", 2, "syntax"),
        ("Hider: Amy.", "Hider:  Amy.", 2, "syntax"),
        ("Hider: Amy.", "Hider: .", 2, "bad-name"),
        ("Hider: Amy.", "Hider: Amy, Zoe.", 2, "bad-name"),
        ("Hider: Amy.", "Hider: A. Smith.", 2, "bad-name"),
        ("Hider: Amy.", "Hider: Bill.", 3, "duplicate-player"),
        (
            "Bill.\n",
            "Bill.\nTarget: B2, D3.\n",
            4,
            "not-three-locations",
        ),
        (
            "Bill.\n",
            "Bill.\nTarget: B2, D3, D3.\n",
            4,
            "repeated-location",
        ),
        ("Bill.\n", "Bill.\nTarget: B2, D3, I3.\n", 4, "bad-location"),
        ("Bill.\n", "Bill.\nTarget: B2 , D3, H1.\n", 4, "syntax"),
        ("Bill.\n", "Bill.\nTarget: B2, D3, H1\n", 4, "syntax"),
        ("Bill.\n", "Bill.\nTarget: .\n", 4, "bad-location"),
        ("Bill.\n", "Bill.\nHider: Amy.\n", 4, "syntax"),
        ("Bill.\n", "Bill.\nEvent: final.\n", 4, "syntax"),
    ] {
        assert_eq!(changed(from, to), [(line, code)], "{to:?}");
    }
}

#[test]
fn every_fault_in_a_guess_has_its_code() {
    for (to, code) in [
        ("A2, A4, G4: 0, 1, 1", "syntax"),
        ("A2, A4, G4: 0, 1, 1!", "syntax"),
        ("A2, A4, G4: 0, 1, 1. ", "syntax"),
        (" A2, A4, G4: 0, 1, 1.", "syntax"),
        ("A2, A4,  G4: 0, 1, 1.", "syntax"),
        ("A2, A4, G4:0, 1, 1.", "syntax"),
        ("A2, A4, G4 : 0, 1, 1.", "syntax"),
        ("A2 A4 G4: 0, 1, 1.", "syntax"),
        ("A2, A4, G4: 0 1 1.", "syntax"),
        ("A2, A4, G4; 0, 1, 1.", "syntax"),
        ("A2, A4, G4: zero, 1, 1.", "syntax"),
        ("A2, A4, G4\t: 0, 1, 1.", "syntax"),
        ("A2,\u{a0}A4, G4: 0, 1, 1.", "syntax"),
        ("Guess: A2, A4, G4: 0, 1, 1.", "syntax"),
        ("Hello", "syntax"),
        ("   ", "syntax"),
        ("a2, A4, G4: 0, 1, 1.", "bad-location"),
        ("2A, A4, G4: 0, 1, 1.", "bad-location"),
        ("A5, A4, G4: 0, 1, 1.", "bad-location"),
        ("I2, A4, G4: 0, 1, 1.", "bad-location"),
        ("A2, A4: 0, 1, 1.", "not-three-locations"),
        ("A2, A4, G4, H4: 0, 1, 1.", "not-three-locations"),
        ("A2, A4, A2: 0, 1, 1.", "repeated-location"),
        ("A2, A4, G4: 0, 1.", "bad-feedback"),
        ("A2, A4, G4: 0, 1, 1, 0.", "bad-feedback"),
        ("A2, A4, G4: 0, 2, 2.", "bad-feedback"),
        ("A2, A4, G4: 0, -1, 1.", "bad-feedback"),
        ("A2, A4, G4: 0, 99999999999999999999, 1.", "bad-feedback"),
        ("A2, A4, G4: 0, 1, 0.", "wrong-answer"),
        ("A2, A4, G4.", "missing-answer"),
    ] {
        let found = changed("A2, A4, G4: 0, 1, 1.", to);
        assert_eq!(found, [(5, code)], "{to:?}");
    }
    let mut bytes = EXAMPLE.as_bytes().to_vec();
    bytes[EXAMPLE.find("A2,").expect("a guess")] = 0xff;
    assert_eq!(findings(&bytes), [(5, "encoding")]);
}

#[test]
fn every_fault_in_the_ending_has_its_code() {
    let ending = "Bill found B2, D3, H1 in 4 guesses!\n";
    for (to, line, code) in [
        ("", 8, "missing-ending"),
        ("Amy found B2, D3, H1 in 4 guesses!\n", 8, "unknown-player"),
        ("bill found B2, D3, H1 in 4 guesses!\n", 8, "unknown-player"),
        ("Zoe found B2, D3 in 4 guesses!\n", 8, "unknown-player"),
        (
            "Bill found B2, D3 in 4 guesses!\n",
            8,
            "not-three-locations",
        ),
        ("Bill found B2, D3, H9 in 4 guesses!\n", 8, "bad-location"),
        ("Bill found B2, D3, H2 in 4 guesses!\n", 8, "wrong-target"),
        ("Bill found B2, D3, H1 in 5 guesses!\n", 8, "wrong-count"),
        (
            "Bill found B2, D3, H1 in 99999999999999999999 guesses!\n",
            8,
            "wrong-count",
        ),
        ("Bill found B2, D3, H1 in four guesses!\n", 8, "syntax"),
        ("Bill found B2, D3, H1 in 4 guesses.\n", 8, "syntax"),
        ("Bill found B2, D3, H1 in 4 geusses!\n", 8, "syntax"),
        ("Bill found B2, D3, H1!\n", 8, "syntax"),
        ("Bill wins!\n", 8, "syntax"),
        (
            "B2, D3, H1: 3, 0, 0.\nBill found B2, D3, H1 in 4 guesses!\n",
            8,
            "game-already-over",
        ),
        (
            "A1, B2, C3.\nA1, B2, C3.\nBill found B2, D3, H1 in 4 guesses!\n",
            8,
            "game-already-over",
        ),
        (
            "Bill found B2, D3, H1 in 4 guesses!\nBravo\n",
            9,
            "trailing-text",
        ),
    ] {
        assert_eq!(changed(ending, to), [(line, code)], "{to:?}");
    }
    assert_eq!(
        changed("B2, D3, H1: 3, 0, 0.\n", ""),
        [(7, "game-not-over")]
    );
}

#[test]
fn files_that_are_no_text() {
    records::only_text_is_read::<Ships>(EXAMPLE);
    assert_eq!(findings("SHIPS"), [(1, "missing-hider")]);
    for head in [&b"SHIPS\n"[..], b"\n\nSHIPS\r\n", b"SHIPS"] {
        assert!(Ships::recognises(head), "{head:?}");
    }
    for head in [&b"SHIPSHAPE\n"[..], b"ships\n", b"", b"UR\n"] {
        assert!(!Ships::recognises(head), "{head:?}");
    }
}

#[test]
fn a_wrong_answer_is_known_by_where_the_ships_were() {
    // The first answer is wrong; with the second it becomes impossible.
    let wrong = EXAMPLE.replace("B3, C3, H3: 0, 2, 1.", "B3, C3, H3: 0, 0, 1.");
    assert_eq!(findings(&wrong), [(4, "wrong-answer")]);
    let finding = records::first::<Ships>(&wrong);
    assert_eq!(
        finding.message,
        "the answer to B3,C3,H3 is 0,2,1, not 0,0,1"
    );
    assert_eq!(&wrong[finding.at.span.clone()], "0, 0, 1");
    let labels: Vec<(&str, &str)> = finding
        .also
        .iter()
        .map(|label| (&wrong[label.span.clone()], &*label.text))
        .collect();
    assert_eq!(
        labels,
        [
            ("3, 0, 0", "the ships were found here"),
            ("0, 1, 1", "with this answer no target was left"),
        ]
    );
    // Without the game's last guess the ending names it.
    let unfound = wrong.replace("B2, D3, H1: 3, 0, 0.\n", "");
    assert_eq!(
        findings(&unfound),
        [(4, "wrong-answer"), (7, "game-not-over")]
    );
    // With a target in the heading it is known at once, and the game goes on.
    let known = with_target().replace("0, 2, 1.", "0, 0, 1.");
    assert_eq!(findings(&known), [(5, "wrong-answer")]);
    assert_eq!(end(&known), "target=B2,D3,H1;B3,C3,H3");
    // Several of them.
    let more = wrong.replace("0, 3, 0", "0, 2, 0");
    assert_eq!(findings(more), [(4, "wrong-answer"), (6, "wrong-answer")]);
}

#[test]
fn contradictory_answers_are_found_without_an_ending() {
    let wrong = "SHIPS\nHider: A.\nSearcher: B.\nA1, B1, C1: 0, 0, 0.\nF1, G1, H1: 0, 0, 3.\n\
                 A3, B3, C3: 1, 2, 0.\nE1, E2, E3: 0, 0, 0.\n";
    assert_eq!(
        findings(wrong),
        [(6, "contradiction"), (8, "missing-ending")]
    );
    let finding = records::first::<Ships>(wrong);
    assert!(finding.message.contains("guess 3"), "{}", finding.message);
    let labels: Vec<&str> = finding
        .also
        .iter()
        .map(|label| &wrong[label.span.clone()])
        .collect();
    assert_eq!(labels, ["0, 0, 0"]);
    // What comes before can be resumed.
    assert_eq!(end(wrong), "A1,B1,C1=0,0,0;F1,G1,H1=0,0,3;A3,B3,C3");
}

#[test]
fn a_game_that_stops_early_can_be_resumed() {
    for (text, position) in [
        ("", "start"),
        ("B3, C3, H3.\n", "B3,C3,H3"),
        ("B3, C3, H3: 0, 2, 1.\n", "B3,C3,H3=0,2,1"),
        (
            "B3, C3, H3: 0, 2, 1.\nA1, B2, H4.\n",
            "B3,C3,H3=0,2,1;A1,B2,H4",
        ),
    ] {
        let text = format!("SHIPS\nHider: A.\nSearcher: B.\n{text}");
        let reading = Ships::read_record(text.as_bytes());
        assert!(reading.unfinished, "{text}");
        assert_eq!(findings(&text).len(), 1);
        assert_eq!(end(&text), position);
        assert_eq!(Ships::write_record(&reading.record.expect("a game")), text);
    }
    // Found, but without an ending: nothing to play, and no valid record.
    let text = EXAMPLE.replace("Bill found B2, D3, H1 in 4 guesses!\n", "");
    let reading = Ships::read_record(text.as_bytes());
    assert!(!reading.unfinished);
    let help = reading.diagnostics[0]
        .help
        .clone()
        .expect("the line to add");
    assert!(
        help.contains("`Bill found B2, D3, H1 in 4 guesses!`"),
        "{help}"
    );
}

#[test]
fn the_reader_goes_on_with_what_is_certain() {
    // A misspelt line whose meaning is clear counts; others leave the number of
    // guesses and the answers after them in doubt, but no more than that.
    assert_eq!(
        changed("A2, A4, G4: 0, 1, 1.", "A2 A4 G4 0 1 1"),
        [(5, "syntax")]
    );
    let both = EXAMPLE
        .replace("A2, A4, G4: 0, 1, 1.", "?")
        .replace("in 4", "in 7")
        .replace("B1, D2, H2: 0, 3, 0.", "B1, D2, H2: 0, 2, 0.");
    assert_eq!(findings(both), [(5, "syntax"), (6, "wrong-answer")]);
    // Odd names are still names.
    let name = EXAMPLE.replace("Bill", "who found me");
    assert_eq!(findings(name), []);
}

#[test]
fn long_files_are_read_in_moderate_time() {
    let mut text = "SHIPS\nHider: A.\nSearcher: B.\n".to_owned();
    for _ in 0..100_000 {
        text.push_str("G3, H3, H4: 0, 0, 0.\n");
    }
    assert_eq!(findings(&text), [(100_004, "missing-ending")]);
    // Every one of them is wrong.
    text.push_str("B found G3, H3, H4 in 100000 guesses!\n");
    assert_eq!(findings(&text).len(), 101);
}

/// A target that the hider picked is the first step, although it is among the
/// headers.
#[test]
fn what_was_hidden_on_the_board_is_recorded() {
    let hidden = EXAMPLE.replace("Bill.\n", "Bill.\nHidden: B2, D3, H1.\n");
    assert_eq!(findings(&hidden), []);
    let reading = Ships::read_record(hidden.as_bytes());
    let record = reading.record.expect("a game");
    assert!(record.start.is_hiding());
    assert_eq!(record.steps.len(), 9);
    assert_eq!(&hidden[reading.spans[0].clone()], " B2, D3, H1.");
    assert_eq!(Ships::write_record(&record), hidden);
    assert_eq!(end(&hidden), end(&with_target()));
    // It exposes wrong answers, like a target in the heading.
    let wrong = hidden.replace("0, 1, 1.", "0, 0, 1.");
    assert_eq!(findings(&wrong), [(6, "wrong-answer")]);
    for (line, found) in [
        ("Hidden: B2, D3.\n", (4, "not-three-locations")),
        ("Hidden: B2, D3, H9.\n", (4, "bad-location")),
        ("Target: B2, D3, H1.\nHidden: B2, D3, H1.\n", (5, "syntax")),
    ] {
        let file = hidden.replace("Hidden: B2, D3, H1.\n", line);
        assert_eq!(findings(&file).first(), Some(&found), "{line}");
    }
    // Before anything is hidden the line is empty, and no guess can be made.
    let start = "SHIPS\nHider: Amy.\nSearcher: Bill.\nHidden:\n";
    let reading = Ships::read_record(start.as_bytes());
    assert!(reading.unfinished);
    assert!(reading.record.expect("a game").start.is_hiding());
    let early = format!("{start}B3, C3, H3: 0, 2, 1.\n");
    assert_eq!(findings(&early)[0].1, "not-your-turn");
}
