//! The reader of records: every error, which of several is reported, and how
//! the reader continues.

use parlour_core::laws::records::{self, Found};
use parlour_core::{Game, Outcome, Records, Seat, Turn};
use parlour_ploy::Ploy;

/// A short game: Black's Lance takes a Shield, and then the Commander.
const EXAMPLE: &str = "\
PLOY
Players: Amy, Bill.
Board: w170,,,,,,,,w16/,,,,,,,,/,,,,w16,,,,/,,,,,,,,/,,,,b131,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/b170,,,,,,,,b1 b.
e5-e7-0 a9-b8-0
e7-e7-6
b8-b8-1 e7-c9-0
b8-b8-1
c9-b8-0
Amy wins!
";

/// Both sides have a Commander and a Shield, out of each other's reach.
const QUIET: &str = "\
PLOY
Players: Amy, Bill.
Board: w170,,,,,,,,w16/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/b170,,,,,,,,b1 w.
";

fn findings(file: impl AsRef<[u8]>) -> Vec<Found> {
    records::findings::<Ploy>(file)
}

/// The findings in the example with one thing replaced by another.
fn changed(from: &str, to: &str) -> Vec<Found> {
    records::changed::<Ploy>(EXAMPLE, from, to)
}

/// How the moves of a record end, by the rules alone.
fn end(file: &str) -> Turn {
    records::end::<Ploy>(file).turn()
}

/// Turns of the two Commanders that lead back to the same position: four moves
/// each time.
fn circles(count: usize) -> String {
    format!(
        "{QUIET}{}",
        "a9-a9-1 a1-a1-1\na9-a9-1 a1-a1-1\n".repeat(count)
    )
}

#[test]
fn a_whole_game() {
    let reading = Ploy::read_record(EXAMPLE.as_bytes());
    assert_eq!(reading.diagnostics, []);
    let record = reading.record.expect("a game");
    assert_eq!(record.names, ["Amy", "Bill"]);
    let texts: Vec<&str> = reading
        .spans
        .iter()
        .map(|span| &EXAMPLE[span.clone()])
        .collect();
    assert_eq!(texts[..3], ["e5-e7-0", "a9-b8-0", "e7-e7-6"]);
    assert_eq!(end(EXAMPLE), Turn::Over(Outcome::Win(Seat(0))));
    // Written with two moves per line, however they were read.
    let written = Ploy::write_record(&record);
    assert!(written.contains("\ne7-e7-6 b8-b8-1\n"), "{written}");
    assert_eq!(findings(&written), []);
}

#[test]
fn headers() {
    assert_eq!(changed("PLOY\n", ""), [(1, "missing-ploy")]);
    assert_eq!(changed("PLOY", "PLOYS"), [(1, "syntax")]);
    records::players_are_named::<Ploy>(EXAMPLE);
    assert_eq!(changed("b131", "b256"), [(3, "bad-piece")]);
    assert_eq!(changed("b1 b.", "b1 x."), [(3, "bad-player")]);
    assert_eq!(changed(",b1 b.", ",b1, b."), [(3, "wrong-fields")]);
    assert_eq!(changed("b1 b.", "b1 b"), [(3, "syntax")]);
    assert_eq!(changed("Board:", "Bord:"), [(3, "syntax")]);
    // A board alone: Black is to move.
    assert_eq!(changed("b1 b.", "b1."), []);
    assert_eq!(findings(""), [(1, "empty-file")]);
}

#[test]
fn a_fault_in_the_board_is_shown_in_its_field() {
    let file = EXAMPLE.replacen("b131", "b256", 1);
    let finding = records::first::<Ploy>(&file);
    assert_eq!(&file[finding.at.span.clone()], "b256");
    assert!(
        finding.message.starts_with("row 5, field 5 (square e5)"),
        "{}",
        finding.message
    );
}

#[test]
fn moves_with_faults() {
    for (chosen, code) in [
        ("e5-e7", "syntax"),
        ("e5-e7-8", "bad-turn"),
        ("e5-e7-00", "bad-turn"),
        ("e5-j7-0", "bad-square"),
        ("e5-e10-0", "bad-square"),
        ("e6-e7-0", "no-piece"),
        ("e7-e6-0", "not-your-piece"),
        ("e5-e7-1", "moves-and-turns"),
        ("e5-e5-0", "no-change"),
        ("e5-f4-0", "no-line"),
        ("e5-e9-0", "too-far"),
        ("e5-e8-0", "blocked"),
    ] {
        // After it the board is in doubt, and nothing more is reported.
        assert_eq!(changed("e5-e7-0", chosen), [(4, code)], "{chosen}");
    }
    let finding = records::first::<Ploy>(&EXAMPLE.replacen("e5-e7-0", "e5-e7", 1));
    assert_eq!(finding.help.as_deref(), Some("did you mean `e5-e7-0`?"));
    // A piece of no kind, and one's own piece.
    let crowded = EXAMPLE.replacen(",,,,b131", ",,,b31,b135", 1);
    assert_eq!(
        findings(crowded.replacen("e5-e7-0", "d5-d6-0", 1)),
        [(4, "never-moves")]
    );
    let crowded = EXAMPLE.replacen(",,,,b131", ",,,b1,b195", 1);
    assert_eq!(
        findings(crowded.replacen("e5-e7-0", "e5-d5-0", 1)),
        [(4, "own-piece")]
    );
}

#[test]
fn lines_with_faults() {
    assert_eq!(changed("e5-e7-0 a9", "e5-e7-0  a9"), [(4, "syntax")]);
    assert_eq!(changed("e7-e7-6", " e7-e7-6"), [(5, "syntax")]);
    assert_eq!(changed("e7-e7-6", "\te7-e7-6"), [(5, "syntax")]);
    assert_eq!(changed("e7-e7-6", "Lance e7"), [(5, "syntax")]);
    assert_eq!(changed("e7-e7-6", "Board: x."), [(5, "syntax")]);
    assert_eq!(
        findings(EXAMPLE.replacen("e7-e7-6", "\n\r\ne7-e7-6\r", 1)),
        []
    );
    assert_eq!(
        findings([EXAMPLE.as_bytes(), b"\xff"].concat()),
        [(10, "trailing-text")]
    );
    let mut damaged = EXAMPLE.as_bytes().to_vec();
    let at = EXAMPLE.find("e7-e7-6").expect("it is there");
    damaged[at] = 0xff;
    assert_eq!(findings(damaged), [(5, "encoding")]);
}

#[test]
fn endings() {
    assert_eq!(changed("Amy wins!\n", ""), [(9, "missing-ending")]);
    assert_eq!(changed("Amy wins!", "Bill wins!"), [(9, "wrong-winner")]);
    assert_eq!(changed("Amy wins!", "amy wins!"), [(9, "unknown-player")]);
    assert_eq!(
        changed("Amy wins!", "Amy won!"),
        [(9, "syntax"), (10, "missing-ending")]
    );
    assert_eq!(changed("Amy wins!", "Draw."), [(9, "no-draw")]);
    assert_eq!(changed("c9-b8-0\n", ""), [(8, "game-not-over")]);
    assert_eq!(
        changed("wins!\n", "wins!\nwhat?\n"),
        [(10, "trailing-text")]
    );
    // Reported once, however many moves follow.
    let more = "c9-b8-0 b8-b7-0\nb7-b6-0\n";
    assert_eq!(changed("c9-b8-0\n", more), [(8, "game-already-over")]);
}

#[test]
fn a_game_that_stops_early_can_be_resumed() {
    let file = EXAMPLE.replace("c9-b8-0\nAmy wins!\n", "");
    let reading = Ploy::read_record(file.as_bytes());
    assert!(reading.unfinished);
    assert_eq!(reading.diagnostics.len(), 1);
    assert_eq!(reading.spans.len(), 6);
    // A finished game without its ending cannot be resumed.
    let file = EXAMPLE.replace("Amy wins!\n", "");
    assert!(!Ploy::read_record(file.as_bytes()).unfinished);
}

#[test]
fn the_third_repetition_is_a_draw() {
    assert!(Ploy::read_record(circles(1).as_bytes()).unfinished);
    assert_eq!(findings(circles(1) + "Draw.\n"), [(6, "no-draw")]);
    assert_eq!(findings(circles(2)), [(8, "missing-ending")]);
    let drawn = circles(2) + "Draw.\n";
    assert_eq!(findings(&drawn), []);
    assert_eq!(findings(circles(2) + "Amy wins!\n"), [(8, "wrong-winner")]);
    assert_eq!(
        findings(circles(2) + "a9-a9-1\nDraw.\n"),
        [(8, "game-already-over")]
    );
    // By the rules alone the game could go on; the record ends nevertheless.
    assert_eq!(end(&drawn), Turn::Seat(Seat(1)));
    let record = Ploy::read_record(drawn.as_bytes()).record.expect("a game");
    assert_eq!(Ploy::write_record(&record), drawn);
}

#[test]
fn two_hundred_moves_without_a_capture_are_a_draw() {
    // The Commanders walk around, one square a move, in circles of different
    // lengths: no position comes up three times in two hundred moves.
    let up = |column: char| (1..8).map(move |row| format!("{column}{row}-{column}{}-0", row + 1));
    let down = |column: char| {
        (2..9)
            .rev()
            .map(move |row| format!("{column}{row}-{column}{}-0", row - 1))
    };
    let walk = |column: char| up(column).chain(down(column)).collect::<Vec<_>>();
    // Shields that turn in place by one: the same position after eight moves.
    let (black, white) = (walk('a'), walk('i'));
    let start = "PLOY\nPlayers: Amy, Bill.\n\
                 Board: ,,,,,,,,/,,w1,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,b1,,,,/b85,,,,,,,,w85.\n";
    let mut text = start.to_owned();
    for round in 0..100 {
        // Black walks and now and then turns its Shield; White does so at other
        // times, so that no position repeats.
        let black_move = match round % 15 {
            14 => "e2-e2-1".to_owned(),
            step => black[step].clone(),
        };
        let white_move = match round % 15 {
            14 => "c8-c8-3".to_owned(),
            step => white[step].clone(),
        };
        text += &format!("{black_move} {white_move}\n");
    }
    assert_eq!(findings(format!("{text}Draw.\n")), []);
    assert_eq!(
        findings(format!("{text}e2-e2-1\nDraw.\n")),
        [(104, "game-already-over")]
    );
    let early = text.lines().count() - 1;
    let early: Vec<&str> = text.lines().take(early).collect();
    assert_eq!(
        findings(format!("{}\nDraw.\n", early.join("\n"))),
        [(103, "no-draw")]
    );
}

#[test]
fn a_game_may_begin_with_its_end() {
    let over = "PLOY\nPlayers: Amy, Bill.\nBoard: w85,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/b170,b1,,,,,,, w.\n";
    // The player who made the last move, Black.
    assert_eq!(findings(format!("{over}Amy wins!\n")), []);
    assert_eq!(
        findings(format!("{over}Bill wins!\n")),
        [(4, "wrong-winner")]
    );
    assert_eq!(
        findings(format!("{over}a9-a9-1\n")),
        [(4, "game-already-over"), (5, "missing-ending")]
    );
}

#[test]
fn floods_end_soon() {
    for flood in [
        "d3-d4-0 ",
        "x\n",
        "Players: a, b.\n",
        "Board: ,/",
        "\u{1b}[31m\n",
    ] {
        let file = format!("PLOY\nPlayers: Amy, Bill.\n{}", flood.repeat(1_000_000));
        let found = findings(&file);
        assert!(
            (1..=101).contains(&found.len()),
            "{flood:?}: {}",
            found.len()
        );
    }
}
