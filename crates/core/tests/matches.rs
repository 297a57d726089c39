//! A match of the race, played and explored through the layer without types.

#[path = "shapes/race/mod.rs"]
mod race;
#[path = "shapes/reading.rs"]
mod reading;

use parlour_core::review::{ReviewError, review};
use parlour_core::{
    DrawOptions, Entry, GameEntry, Limits, Match, Outcome, Seat, SetupValues, Tables, Turn, Viewer,
    luck,
};
use race::Race;

const FIRST: Seat = Seat(0);
const SECOND: Seat = Seat(1);

/// Two squares and a piece each: the seat that starts and rolls 1 is on the
/// star.
const SMALL: &str = "1-1 __ 0-0 a ?";

fn from(position: &str) -> Match {
    let start = Entry::<Race>::new()
        .read_position(position)
        .expect(position);
    Match::new(start, vec!["Amy".to_owned(), "Bill".to_owned()])
}

/// A match of these steps from the default start.
fn played(steps: &[&str]) -> Match {
    let mut game = from("2-2 ______ 0-0 a ?");
    for step in steps {
        game.play(step).expect(step);
    }
    game
}

fn here(game: &Match) -> (String, Vec<&str>) {
    (game.position().text(), game.steps())
}

const OPENING: [&str; 6] = [
    "roll 1", "move 0", // Amy
    "roll 2", "move 0", // Bill
    "roll 1", "move 1", // Amy, who takes Bill's piece
];

#[test]
fn playing_follows_the_rules() {
    let game = played(&OPENING);
    assert_eq!(game.names(), ["Amy", "Bill"]);
    assert_eq!(game.position().text(), "1-2 _a____ 0-0 b ?");
    assert_eq!(game.position().turn(), Turn::Chance);
    assert_eq!(game.steps(), OPENING);
}

#[test]
fn the_star_gives_another_roll_and_the_last_piece_home_wins() {
    let mut game = from(SMALL);
    for step in ["roll 1", "move 0"] {
        game.play(step).expect("legal");
    }
    // Amy again, without a turn of Bill.
    assert_eq!(game.position().text(), "0-1 a_ 0-0 a ?");
    for step in ["roll 2", "move 1"] {
        game.play(step).expect("legal");
    }
    assert_eq!(game.position().turn(), Turn::Over(Outcome::Win(FIRST)));
    assert!(game.play("roll 1").is_err() && game.play("pass").is_err());
}

#[test]
fn an_illegal_step_changes_nothing() {
    let mut game = played(&OPENING[..3]);
    let before = game.position().text();
    // A piece that is not there, a chance event out of turn, a needless pass,
    // nonsense.
    for (step, code) in [
        ("move 5", "no-piece"),
        ("roll 1", "syntax"),
        ("pass", "must-move"),
        ("", "syntax"),
    ] {
        let finding = game.play(step).expect_err(step);
        assert_eq!(finding.code, code);
        assert!(finding.at.span.end <= step.len());
        assert_eq!(game.position().text(), before);
        assert_eq!(game.steps(), &OPENING[..3]);
        assert!(game.continuations().is_empty());
    }
    assert_eq!(game.play("move 0"), Ok(()));
}

#[test]
fn undo_goes_back_to_a_decision_over_lucks_steps() {
    // At a decision: the roll before it and the other's move are undone.
    let mut game = played(&OPENING);
    game.play("roll 0").expect("legal");
    assert_eq!(game.position().turn(), Turn::Seat(SECOND));
    assert!(game.undo());
    assert_eq!(game.steps(), &OPENING[..5]);
    // At a chance event: only the move is undone.
    let mut game = played(&OPENING);
    assert!(game.undo());
    assert_eq!(game.steps(), &OPENING[..5]);
    assert_eq!(game.position().turn(), Turn::Seat(FIRST));
    assert!(game.undo());
    assert_eq!(game.steps(), &OPENING[..3]);
    assert_eq!(game.position().turn(), Turn::Seat(SECOND));
    assert!(game.undo());
    assert_eq!(game.steps(), &OPENING[..1]);
    // Before the first decision there is only the first roll.
    let before = game.position().text();
    assert!(!game.undo());
    assert_eq!(game.position().text(), before);
}

#[test]
fn a_seat_takes_back_its_move_over_the_replies() {
    let mut game = played(&OPENING);
    assert!(game.take_back(SECOND));
    assert_eq!(game.steps(), &OPENING[..3]);
    assert_eq!(game.position().turn(), Turn::Seat(SECOND));
    assert!(!game.take_back(SECOND), "it was Bill's first decision");
    assert_eq!(game.steps(), &OPENING[..3]);
    assert!(game.take_back(FIRST));
    assert_eq!(game.steps(), &OPENING[..1]);
}

#[test]
fn after_an_extra_turn_a_seat_takes_back_its_last_decision_only() {
    let mut game = from("1-1 ____ 0-0 a ?");
    for step in ["roll 2", "move 0", "roll 1", "move 2"] {
        game.play(step).expect("legal");
    }
    assert!(game.take_back(FIRST));
    assert_eq!(game.steps(), ["roll 2", "move 0", "roll 1"]);
}

#[test]
fn a_branch_forgets_nothing() {
    let mut game = played(&OPENING);
    let end = game.position().text();
    assert!(game.undo());
    game.play("move 0").expect_err("square 1 is Amy's own");
    assert!(game.take_back(SECOND));
    // The outcome may also be another one.
    assert!(game.go_to(2));
    game.play("roll 1").expect("legal");
    game.play("move 0").expect("Bill takes Amy's piece");
    assert_eq!(game.position().text(), "2-1 b_____ 0-0 a ?");

    // Back to the fork: the branch was followed last.
    assert!(game.go_to(2));
    assert_eq!(game.continuations(), ["roll 2", "roll 1"]);
    assert!(game.forward());
    assert_eq!(game.steps().last(), Some(&"roll 1"));

    // The old line is still there, and is followed to its end again.
    assert!(game.go_to(2));
    game.play("roll 2").expect("legal");
    assert_eq!(game.continuations(), ["move 0"], "known, not a new branch");
    while game.forward() {}
    assert_eq!(game.position().text(), end);
    assert_eq!(game.steps(), OPENING);
    assert!(game.go_to(2));
    assert_eq!(game.continuations(), ["roll 1", "roll 2"]);

    // The tree has all of it, and any of its steps can be visited.
    let tree: Vec<_> = game.tree().map(|step| (step.after, step.text)).collect();
    let branch = OPENING.len() + 1;
    assert_eq!(
        tree[..OPENING.len()]
            .iter()
            .map(|step| step.1)
            .collect::<Vec<_>>(),
        OPENING
    );
    assert_eq!(tree[OPENING.len()..], [(2, "roll 1"), (branch, "move 0")]);
    assert!(game.visit(branch + 1));
    assert_eq!(game.place(), branch + 1);
    assert_eq!(game.steps(), [OPENING[0], OPENING[1], "roll 1", "move 0"]);
    assert!(game.go_to(2));
    assert_eq!(game.continuations(), ["roll 2", "roll 1"]);
    assert!(game.visit(0) && game.is_empty());
    assert!(!game.visit(branch + 2) && game.is_empty());
}

#[test]
fn going_anywhere_on_the_line_and_not_beyond() {
    let mut game = played(&OPENING);
    let mut texts = Vec::new();
    for count in 0..=OPENING.len() {
        assert!(game.go_to(count));
        assert_eq!(game.steps(), &OPENING[..count]);
        texts.push(game.position().text());
    }
    assert!(game.go_to(0));
    assert_eq!(game.position().text(), "2-2 ______ 0-0 a ?");
    assert!(!game.go_to(OPENING.len() + 1));
    assert!(game.steps().is_empty(), "nothing has changed");
    for text in &texts[1..] {
        assert!(game.forward());
        assert_eq!(game.position().text(), *text);
    }
    assert!(!game.forward());
}

#[test]
fn a_record_is_the_line_that_led_here() {
    let mut game = played(&OPENING);
    assert!(game.go_to(4));
    let record = game.record();
    assert_eq!(record.names, ["Amy", "Bill"]);
    assert_eq!(record.start.text(), "2-2 ______ 0-0 a ?");
    assert_eq!(record.steps.len(), 4);

    let mut resumed = Match::resume(record).expect("the steps were legal");
    assert_eq!(resumed.position().text(), game.position().text());
    assert_eq!(resumed.steps(), game.steps());
    assert!(
        !resumed.forward(),
        "what was not on the line is not resumed"
    );
    assert!(resumed.undo());
    assert_eq!(resumed.steps(), &OPENING[..3]);
}

#[test]
fn an_illegal_record_is_not_resumed() {
    let mut record = played(&OPENING).record();
    // Amy has moved, and has no piece where she enters the second one.
    record.steps[3] = record.steps[5].clone();
    let illegal = Match::resume(record).expect_err("there is no piece on 1");
    assert_eq!(illegal.code, "no-piece");
}

#[test]
fn a_match_is_saved_and_loaded() {
    let entry = Entry::<Race>::new();
    let game = played(&OPENING);
    let file = entry.write_record(&game.record());
    assert!(entry.recognises(file.as_bytes()));
    let reading = entry.read_record(file.as_bytes());
    assert!(reading.unfinished);
    let codes: Vec<_> = reading.diagnostics.iter().map(|found| found.code).collect();
    assert_eq!(codes, ["missing-ending"]);
    assert_eq!(entry.check_record(file.as_bytes()), reading.diagnostics);
    assert_eq!(&file[reading.spans[3].clone()], "move 0");
    let loaded = Match::resume(reading.record.expect("all of it was read"));
    let loaded = loaded.expect("a reader keeps only legal steps");
    assert_eq!(here(&loaded), here(&game));
    assert_eq!(loaded.names(), game.names());
}

#[test]
fn bots_and_luck_play_a_match_to_its_end() {
    let entry = Entry::<Race>::new();
    let mut luck = luck::seeded(5);
    let start = entry.start(&SetupValues::new(), &mut luck);
    let names = vec!["wins!".to_owned(), "cannot move".to_owned()];
    let mut game = Match::new(start.expect("the defaults can be played"), names);
    let mut bots: Vec<_> = entry
        .bots()
        .iter()
        .filter_map(|info| entry.bot(info.name, 1, &Tables::none()))
        .collect();
    assert_eq!(bots.len(), 2);
    let winner = loop {
        let position = game.position();
        let step = match position.turn() {
            Turn::Chance => {
                assert!(bots[0].advise(position, &Limits::nodes(1)).is_err());
                position.draw_lot(&mut luck).expect("it is luck's turn")
            }
            Turn::Seat(seat) => {
                assert_eq!(position.draw_lot(&mut luck), None);
                let advice = bots[seat.index()].advise(position, &Limits::nodes(1));
                advice.expect("a seat is to move").best
            }
            Turn::Over(Outcome::Win(winner)) => break winner,
            Turn::Over(Outcome::Draw) => unreachable!("a race is never drawn"),
        };
        assert!(position.moves().contains(&position.write(&step)));
        game.take(step).expect("what is listed is legal");
    };
    let file = entry.write_record(&game.record());
    let ending = format!("{} wins!\n", game.names()[winner.index()]);
    assert!(file.ends_with(&ending), "{file}");
    let reading = entry.read_record(file.as_bytes());
    assert!(reading.diagnostics.is_empty() && !reading.unfinished);
    let again = Match::resume(reading.record.expect("a valid record")).expect("legal steps");
    assert_eq!(here(&again), here(&game));
}

#[test]
fn positions_show_luck_and_moves_alike() {
    let mut game = played(&[]);
    assert_eq!(game.position().moves(), ["roll 0", "roll 1", "roll 2"]);
    assert!(game.position().picks().is_empty());
    let two = game.position().read("roll 2").expect("an outcome");
    assert_eq!(game.position().describe(&two, Viewer::All), "roll 2");
    assert_eq!(game.position().perft(0, &mut |_| ()), Some(1));
    assert_eq!(
        game.position().perft(1, &mut |_| ()),
        None,
        "chance intervenes"
    );

    game.play("roll 0").expect("legal");
    assert_eq!(game.position().moves(), ["pass"]);
    let pass = game.position().only_move().expect("no other move");
    assert_eq!(game.position().describe(&pass, Viewer::All), "passes");
    assert_eq!(game.position().perft(1, &mut |_| ()), Some(1));
    assert_eq!(game.position().perft(2, &mut |_| ()), None);
    let options = DrawOptions {
        coordinates: true,
        picks: true,
        map: false,
        ..DrawOptions::default()
    };
    let drawing = game
        .position()
        .draw(Viewer::Public, options)
        .expect("small");
    assert_eq!(drawing.to_plain(), "2-2 __*___\n    123456");
}

#[test]
fn a_game_whose_bots_know_no_chances_is_not_reviewed() {
    let entry = Entry::<Race>::new();
    let record = played(&OPENING).record();
    let mut bot = entry
        .bot("runner", 0, &Tables::none())
        .expect("it is listed");
    let limits = || Limits::nodes(1);
    let refused = review(&entry, &record, &mut *bot, &limits, &mut |_, _| ());
    assert!(matches!(refused, Err(ReviewError::NoChances("Race"))));
}
