//! Records of whole games: start, turns, result.

use parlour_core::{Game, Holds, Limits, Place, Record, Records, Step, luck};
use parlour_labyrinth::{Effort, Labyrinth, deal, solve, write_save};

/// A game of one player, won by a plan.
fn won() -> Record<Labyrinth> {
    let start = deal(1, 1, false, &mut luck::seeded(5));
    let effort = Effort {
        width: 200,
        prove: false,
    };
    let solution = solve(&start, effort, &Limits::default(), &|_, _| {}).expect("a plan");
    Record {
        names: vec!["Amy".to_owned()],
        start,
        steps: solution.plan.into_iter().map(Step::Move).collect(),
        sealed: None,
    }
}

fn codes(text: &str) -> Vec<&'static str> {
    let findings = Labyrinth::read_record(text.as_bytes()).diagnostics;
    findings.iter().map(|finding| finding.code).collect()
}

#[test]
fn a_record_is_start_turns_and_result() {
    let record = won();
    let text = Labyrinth::write_record(&record);
    let turns = record.steps.len() / 2;
    let head = format!(
        "LABYRINTH\nVersion: 1.\nPlayers: Amy.\nStart:\n{}Turns:\n",
        write_save(&record.start)
    );
    assert!(text.starts_with(&head), "{text}");
    let rest: Vec<&str> = text[head.len()..].lines().collect();
    assert_eq!(rest.len(), turns + 1);
    assert_eq!(rest[turns], "Amy wins!");
    assert!(rest[..turns].iter().all(|turn| turn.contains(", ")));
    assert_eq!(Labyrinth::holds(text.as_bytes()), Holds::Game);
    let reading = Labyrinth::read_record(text.as_bytes());
    assert_eq!(reading.diagnostics, []);
    assert_eq!(reading.record, Some(record.clone()));
    let second = &text[reading.spans[1].clone()];
    assert_eq!(Some(second), rest[0].split(", ").nth(1));
    // With other line ends, and one step per line, it is the same game.
    for same in [text.replace('\n', "\r\n"), text.replace(", ", "\n")] {
        let reading = Labyrinth::read_record(same.as_bytes());
        assert_eq!(reading.diagnostics, []);
        assert_eq!(reading.record, Some(record.clone()));
    }
}

#[test]
fn a_record_that_stops_early_can_be_resumed() {
    let mut record = won();
    for steps in (0..record.steps.len()).rev() {
        record.steps.truncate(steps);
        let text = Labyrinth::write_record(&record);
        let reading = Labyrinth::read_record(text.as_bytes());
        assert!(reading.unfinished, "{text}");
        assert_eq!(reading.record.as_ref(), Some(&record));
        assert_eq!(codes(&text), ["missing-ending"]);
    }
}

#[test]
fn what_is_wrong_is_found_where_it_is() {
    let record = won();
    let text = Labyrinth::write_record(&record);
    let line_of = |text: &str| {
        text.lines()
            .position(|line| line == "Turns:")
            .map(|at| at + 2)
    };
    let first_turn = text.lines().nth(line_of(&text).expect("turns") - 1);
    let first_turn = first_turn.expect("a turn");
    for (changed, code, line) in [
        (
            text.replace("Amy wins!", "Bill wins!"),
            "unknown-player",
            None,
        ),
        (text.replace("Amy wins!\n", ""), "missing-ending", None),
        (text.replace("Turns:\n", ""), "missing-turns", None),
        (text.replace("Start:\n", ""), "syntax", Some(4)),
        (
            text.replace("Version: 1.", "Version: 2."),
            "version",
            Some(2),
        ),
        (
            text.replace("Players: Amy.", "Players: Amy, Bill."),
            "bad-players",
            Some(3),
        ),
        (
            text.replacen("yellow human 1 1", "yellow human 0 1", 1),
            "E_POS_RANGE",
            Some(5),
        ),
        (
            text.replacen("\ncorner", "\n\u{feff}corner", 1),
            "E_CHAR",
            Some(7),
        ),
        (
            text.replacen(first_turn, "N3 east, 1 1", 1),
            "bad-move",
            line_of(&text),
        ),
        (
            text.replacen(first_turn, "N2 up, 1 1", 1),
            "bad-move",
            line_of(&text),
        ),
        (
            text.replacen(first_turn, "1 1, N2 east", 1),
            "not-now",
            line_of(&text),
        ),
        (format!("{text}more\n"), "trailing-text", None),
        (
            text.replacen("Turns:\n", "Turns:\nAmy wins!\n", 1),
            "game-not-over",
            line_of(&text),
        ),
    ] {
        let finding = Labyrinth::read_record(changed.as_bytes()).diagnostics;
        let first = finding.first().unwrap_or_else(|| panic!("{code}: taken"));
        assert_eq!(first.code, code, "{first:?}");
        if let Some(line) = line {
            let place = Place::of(changed.as_bytes(), first.at.span.start);
            assert_eq!(place.line, line, "{first:?}");
        }
    }
}

/// A turn that is saved half done says so; a whole one is the document's.
#[test]
fn saves_outside_the_grammar_carry_a_remark() {
    let mut record = won();
    let save = record.start.save().expect("a save");
    assert_eq!((save.text, save.remark), (write_save(&record.start), None));
    let Step::Move(first) = &record.steps[0] else {
        panic!("a move");
    };
    record.start.play(first).expect("legal");
    let save = record.start.save().expect("a save");
    assert!(save.text.ends_with("\nwalk\n"));
    assert!(save.remark.is_some_and(|remark| remark.contains("`walk`")));
    let official = deal(2, 1, true, &mut luck::seeded(5));
    let remark = official.save().and_then(|save| save.remark);
    assert!(remark.is_some_and(|remark| remark.contains("`official`")));
}
