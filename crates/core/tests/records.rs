//! The record format that a game gets without writing any code.

mod shapes;

use parlour_core::{BadName, Diagnostic, Entry, GameEntry, Place, Playable, Records};
use shapes::{race::Race, stairs::Stairs};

/// One piece each on two squares: 1 is the star, 3 is home.
const RACE: &str = "\
RACE
Players: Amy, Bill.
Start: 1-1 __ 0-0 a ?.
roll 1
move 0
roll 2
move 1
Amy wins!
";

const STAIRS: &str = "\
LONG-STAIRS
Players: Amy, J. Smith, Cleo.
Start: 3 3 0.
go up
go up
stay
go up
Amy wins!
";

/// A record as it is written: with its version.
fn written(record: &str) -> String {
    record.replacen('\n', "\nVersion: 1.\n", 1)
}

/// Line and code of every finding.
fn findings<G: Playable>(file: impl AsRef<[u8]>) -> Vec<(usize, &'static str)> {
    let file = file.as_ref();
    let place = |finding: &Diagnostic| Place::of(file, finding.at.span.start).line;
    G::check_record(file)
        .iter()
        .map(|finding| (place(finding), finding.code))
        .collect()
}

/// The findings if one thing is replaced by another.
fn race(from: &str, to: &str) -> Vec<(usize, &'static str)> {
    assert!(RACE.contains(from), "{from}");
    findings::<Race>(RACE.replacen(from, to, 1))
}

fn stairs(from: &str, to: &str) -> Vec<(usize, &'static str)> {
    assert!(STAIRS.contains(from), "{from}");
    findings::<Stairs>(STAIRS.replacen(from, to, 1))
}

/// The first finding, what it points at, and its help.
fn first<G: Playable>(file: &str) -> (String, String, String) {
    let finding = G::check_record(file.as_bytes()).swap_remove(0);
    let help = finding.help.map_or(String::new(), String::from);
    (finding.message, file[finding.at.span].to_owned(), help)
}

#[test]
fn a_whole_game_is_read_and_written_as_it_was() {
    let reading = Race::read_record(RACE.as_bytes());
    assert_eq!(reading.diagnostics, []);
    assert!(!reading.unfinished);
    let texts: Vec<&str> = reading
        .spans
        .iter()
        .map(|span| &RACE[span.clone()])
        .collect();
    assert_eq!(texts, ["roll 1", "move 0", "roll 2", "move 1"]);
    let record = reading.record.expect("a game");
    assert_eq!(record.names, ["Amy", "Bill"]);
    assert_eq!(Race::write_record(&record), written(RACE));

    let reading = Stairs::read_record(STAIRS.as_bytes());
    assert_eq!(reading.diagnostics, []);
    let record = reading.record.expect("a game");
    assert_eq!(record.names, ["Amy", "J. Smith", "Cleo"]);
    assert_eq!(Stairs::write_record(&record), written(STAIRS));
    // Other line ends, and empty lines between.
    assert_eq!(findings::<Stairs>(STAIRS.replace('\n', "\r\n\r\n")), []);
}

#[test]
fn a_record_tells_the_version_of_its_format() {
    assert_eq!(findings::<Race>(written(RACE)), []);
    let future = written(RACE).replace("Version: 1", "Version: 2");
    assert_eq!(findings::<Race>(&future), [(2, "version")]);
    let (message, place, _) = first::<Race>(&future);
    assert_eq!(message, "this program reads version 1 of the format");
    assert_eq!(place, "2");
    let late = RACE.replacen("Start", "Version: 1.\nStart", 1);
    assert_eq!(findings::<Race>(late), [(3, "syntax")]);
}

#[test]
fn a_file_is_recognised_by_its_title() {
    assert!(Race::recognises(RACE.as_bytes()));
    assert!(Stairs::recognises(b"\n\nLONG-STAIRS\r\n"));
    assert!(Stairs::recognises(b"LONG-STAIRS"));
    for head in ["LONG-STAIRSX", "LONG", "RACES\n", "race\n", ""] {
        assert!(!Stairs::recognises(head.as_bytes()), "{head}");
        assert!(!Race::recognises(head.as_bytes()), "{head}");
    }
}

#[test]
fn games_end_in_every_way_and_the_record_says_so() {
    let game = |steps: &str| format!("LONG-STAIRS\nPlayers: Amy, Bill.\nStart: 2 3 0.\n{steps}");
    let drawn = "go down\ngo down\ngo down\n";
    let circles = "stay\nstay\nstay\nstay\n";
    for (steps, expected) in [
        ("go up\ngo up\ngo up\nAmy wins!\n", &[][..]),
        ("go down\ngo down\ngo down\nDraw.\n", &[]),
        // The position occurs for the third time.
        ("stay\nstay\nstay\nstay\nDraw.\n", &[]),
        ("go up\ngo up\ngo up\nBill wins!\n", &[(7, "wrong-winner")]),
        ("go up\ngo up\ngo up\nDraw.\n", &[(7, "no-draw")]),
        (
            "go down\ngo down\ngo down\nAmy wins!\n",
            &[(7, "wrong-winner")],
        ),
        ("go up\nAmy wins!\n", &[(5, "game-not-over")]),
        ("go up\nDraw.\n", &[(5, "no-draw")]),
        ("go up\ngo up\ngo up\n", &[(7, "missing-ending")]),
        (drawn, &[(7, "missing-ending")]),
        (circles, &[(8, "missing-ending")]),
        (
            "go up\ngo up\ngo up\nstay\nAmy wins!\n",
            &[(7, "game-already-over")],
        ),
        (
            "stay\nstay\nstay\nstay\nstay\nDraw.\n",
            &[(8, "game-already-over")],
        ),
        (
            "go up\ngo up\ngo up\nAmy wins!\nstay\n",
            &[(8, "trailing-text")],
        ),
        ("", &[(4, "missing-ending")]),
    ] {
        let file = game(steps);
        assert_eq!(findings::<Stairs>(&file), expected, "{file}");
    }
    // A game can only be resumed while it goes on.
    for (steps, unfinished) in [
        ("go up\n", true),
        ("", true),
        (drawn, false),
        (circles, false),
    ] {
        let reading = Stairs::read_record(game(steps).as_bytes());
        assert_eq!(reading.unfinished, unfinished, "{steps}");
        assert_eq!(reading.spans.len(), steps.lines().count());
    }
    let (_, _, help) = first::<Stairs>(&game(circles));
    assert_eq!(
        help,
        "the position has occurred for the third time: add the line `Draw.`"
    );
    let (_, _, help) = first::<Stairs>(&game("go up\ngo up\ngo up\n"));
    assert_eq!(help, "add the line `Amy wins!`");
}

#[test]
fn headers() {
    assert_eq!(race("RACE\n", ""), [(1, "missing-title")]);
    assert_eq!(race("RACE", "Race"), [(1, "syntax")]);
    assert_eq!(stairs("LONG-STAIRS", "Long-stairs"), [(1, "syntax")]);
    assert_eq!(stairs("LONG-STAIRS", "LONG STAIRS"), [(1, "missing-title")]);
    assert_eq!(race("Players: Amy, Bill.\n", ""), [(2, "missing-players")]);
    assert_eq!(race("Start:", "Strat:"), [(3, "syntax")]);
    assert_eq!(race("__ 0-0", "_? 0-0"), [(3, "syntax")]);
    assert_eq!(race("a ?.", "a ?"), [(3, "syntax")]);
    assert_eq!(race("Amy, Bill", "Amy, Amy"), [(2, "duplicate-player")]);
    assert_eq!(race("Amy, Bill", "Amy"), [(2, "bad-players")]);
    assert_eq!(race("Amy, Bill", "Amy, , Bill"), [(2, "bad-players")]);
    assert_eq!(stairs(", Cleo", ""), [(2, "bad-players")]);
    assert_eq!(stairs("Cleo", "A, B, C"), [(2, "bad-players")]);
    assert_eq!(race("roll 1\n", "roll 1\nStart: x.\n"), [(5, "syntax")]);
    assert_eq!(findings::<Race>(""), [(1, "empty-file")]);
    assert_eq!(findings::<Race>("RACE\n"), [(2, "missing-players")]);
    assert_eq!(findings::<Race>(b"\xff\xfeR\0"), [(1, "encoding")]);

    let file = RACE.replacen("__ 0-0", "_? 0-0", 1);
    let (message, place, _) = first::<Race>(&file);
    assert_eq!((&*message, &*place), ("a square is `a`, `b` or `_`", "_?"));
    let (message, ..) = first::<Stairs>(&STAIRS.replacen(", Cleo", "", 1));
    assert_eq!(message, "2 players are named, but the number of seats is 3");
}

#[test]
fn a_slip_in_a_step_is_one_fault_and_the_reader_goes_on() {
    // It is clear which step was meant, so the rest is still checked.
    assert_eq!(race("move 0", "mvoe 0"), [(5, "syntax")]);
    assert_eq!(race("move 0", "Move 0"), [(5, "syntax")]);
    assert_eq!(
        findings::<Race>(
            RACE.replacen("move 0", "mvoe 0", 1)
                .replacen("Amy wins", "Bill wins", 1)
        ),
        [(5, "syntax"), (8, "wrong-winner")]
    );
    assert_eq!(
        first::<Race>(&RACE.replacen("move 0", "mvoe 0", 1)).2,
        "did you mean `move 0`?"
    );
    // Here it is not: from then on nothing is certain.
    let lost = RACE.replacen("move 0", "jump", 1);
    assert_eq!(findings::<Race>(&lost), [(5, "syntax")]);
    assert_eq!(
        first::<Race>(&lost).2,
        "`Amy` is to move, for example `move 0`"
    );
    assert_eq!(
        first::<Race>(&RACE.replacen("roll 1", "somebody", 1)).2,
        "a throw or deal comes next, for example `roll 0`"
    );
    assert_eq!(race("roll 1\n", "roll 1 \n"), [(4, "syntax")]);
    assert_eq!(race("Amy wins!", "Amy winz!"), [(8, "syntax")]);
    assert_eq!(race("move 0\n", "move\t0\n"), [(5, "syntax")]);
}

#[test]
fn what_the_rules_refuse_is_shown_in_its_line() {
    for (to, code) in [("move 1", "no-piece"), ("pass", "must-move")] {
        // After it nothing more is reported.
        assert_eq!(race("move 0", to), [(5, code)]);
    }
    assert_eq!(race("roll 1", "roll 3"), [(4, "no-such-roll")]);
    let (message, place, _) = first::<Race>(&RACE.replacen("move 0", "move 1", 1));
    assert_eq!((&*message, &*place), ("no piece on 1", "move 1"));
    // The steps before it can be looked at.
    let reading = Race::read_record(RACE.replacen("move 0", "pass", 1).as_bytes());
    assert_eq!(reading.record.expect("a game").steps.len(), 1);
    assert!(!reading.unfinished);
}

#[test]
fn other_places_that_matter_are_shown_too() {
    let shown = |file: &str| {
        let finding = Stairs::check_record(file.as_bytes()).swap_remove(0);
        let also = finding.also.into_iter();
        also.map(|label| format!("{}: {}", &file[label.span], label.text))
            .collect::<Vec<_>>()
    };
    let stranger = STAIRS.replacen("Amy wins!", "Bob wins!", 1);
    assert_eq!(
        shown(&stranger),
        ["Players: Amy, J. Smith, Cleo.: the players"]
    );
    assert_eq!(
        first::<Stairs>(&stranger).2,
        "the players are `Amy`, `J. Smith` and `Cleo`"
    );
    let misspelt = STAIRS.replacen("Amy wins!", "amy wins!", 1);
    assert_eq!(
        first::<Stairs>(&misspelt).2,
        "did you mean `Amy`? capital letters count"
    );
    let wrong = STAIRS.replacen("Amy wins!", "Cleo wins!", 1);
    assert_eq!(shown(&wrong), ["go up: the last move"]);
    let late = STAIRS.replacen("Amy wins!", "stay", 1);
    assert_eq!(shown(&late), ["go up: the game ended with this step"]);
    assert_eq!(
        first::<Stairs>(&late).2,
        "the line `Amy wins!` should be here"
    );
    let again = STAIRS.replacen("stay\n", "stay\nStart: 3 3 0.\n", 1);
    assert_eq!(
        first::<Stairs>(&again).0,
        "a second `Start:` line; the headers come once, before the steps"
    );
}

#[test]
fn a_hundred_findings_are_enough() {
    let file = STAIRS.replacen("stay\n", &"hop\ngo down!!!\n".repeat(500), 1);
    assert!(findings::<Stairs>(file).len() <= 100);
}

#[test]
fn what_a_name_may_hold_is_a_matter_of_the_format() {
    let entry = Entry::<Stairs>::new();
    assert_eq!(entry.check_name("J. Smith"), Ok(()));
    assert_eq!(entry.check_name("Smith, J"), Err(BadName::Barred(',')));
    for (name, bad) in [
        ("", BadName::Empty),
        (" Amy", BadName::OuterSpace),
        ("A\tmy", BadName::Control),
    ] {
        assert_eq!(entry.check_name(name), Err(bad));
    }
    assert_eq!(
        BadName::Barred(',').to_string(),
        "a name may not contain a comma"
    );
}
