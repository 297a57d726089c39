//! Boards of other sizes, with other numbers of ships.

use std::collections::BTreeSet;

use parlour_core::{
    Bots, Configure, Diagnostic, Game, Limits, Notation, Place, Records, SetupValues, Symmetric,
    Tables, Turn, Viewer, below, luck,
};
use parlour_ships::{Board, Candidates, Feedback, Fleet, Move, Rule, Setup, Ships, feedback};

fn board(columns: u8, rows: u8, ships: u8) -> Board {
    Board::new(columns, rows, ships).expect("within the limits")
}

fn read(text: &str) -> Ships {
    Ships::read_position(text).expect(text)
}

fn start(values: &[(&str, &str)]) -> Result<String, String> {
    let mut given = SetupValues::new();
    for (name, value) in values {
        given.set(name, *value);
    }
    let ships = Ships::start(&given, &mut luck::seeded(1)).map_err(|bad| bad.to_string())?;
    Ok(ships.write_position())
}

#[test]
fn a_position_names_a_board_that_is_not_the_standard_one() {
    for (text, written) in [
        ("board=8x8", "board=8x8"),
        ("board = 8X8 ; ships = 3", "board=8x8"),
        ("board=8x4;ships=3", "start"),
        ("ships=4", "ships=4"),
        ("board=10x10;ships=2;A10,j1", "board=10x10;ships=2;A10,J1"),
        (
            "board=9x9;target=I9,A1,E5;I8,A2,E4=0,3,0",
            "board=9x9;target=A1,E5,I9;A2,E4,I8=0,3,0",
        ),
        (
            "board=2x2;ships=1;B2=0,1,0;A1=1,0,0",
            "board=2x2;ships=1;B2=0,1,0;A1=1,0,0",
        ),
    ] {
        let ships = read(text);
        assert_eq!(ships.write_position(), written, "{text}");
        assert_eq!(read(written), ships, "{text}");
    }
}

#[test]
fn what_is_wrong_with_a_board_is_said_where_it_is() {
    for (text, code, wrong) in [
        ("board=8", "bad-board", "8"),
        ("board=", "bad-board", ""),
        ("board=0x4", "bad-board", "0x4"),
        ("board=17x1", "bad-board", "17x1"),
        (
            "board=99999999999999999999x4",
            "bad-board",
            "99999999999999999999x4",
        ),
        ("board=-8x4", "bad-board", "-8x4"),
        ("board=16x16", "bad-board", "16x16"),
        ("ships=6", "bad-board", "6"),
        ("ships=0", "bad-board", "0"),
        ("ships=x", "bad-board", "x"),
        ("board=1x2", "bad-board", "1x2"),
        ("board=10x10;ships=4", "bad-board", "10x10"),
        ("ships=3;board=8x8", "bad-location", "board"),
        ("board=8x8;start", "bad-location", "start"),
        ("board=3x3;D1,A1,A2", "bad-location", "D1"),
        ("ships=2;A1,A2,A3", "location-count", "A1,A2,A3"),
        ("ships=2;A1,A2=0,1,2", "bad-feedback", "0,1,2"),
        ("ships=1;A1=1,0,0;A1", "game-already-over", "A1"),
        ("board=3x3;target=A1,A2", "not-three-locations", "A1,A2"),
    ] {
        let finding = Ships::read_position(text).expect_err(text);
        let found = (finding.code, &text[finding.at.span]);
        assert_eq!(found, (code, wrong), "{text}");
        assert!(
            finding.help.is_some() || code == "game-already-over",
            "{text}"
        );
    }
}

#[test]
fn setups_have_limits_and_say_so() {
    assert_eq!(start(&[("board", "8x8")]), Ok("board=8x8".into()));
    assert_eq!(
        start(&[("board", "10x10"), ("ships", "3")]),
        Ok("board=10x10".into())
    );
    assert_eq!(start(&[("ships", "5")]), Ok("ships=5".into()));
    assert_eq!(
        start(&[("board", "9x9"), ("ships", "2"), ("target", "i9,a1")]),
        Ok("board=9x9;ships=2;target=A1,I9".into())
    );
    for (values, message) in [
        (
            &[("board", "16x16")][..],
            "2763520 targets, more than 250000",
        ),
        (&[("board", "17x2")], "1 to 16 columns and 1 to 16 rows"),
        (&[("board", "8")], "not columns x rows"),
        (&[("ships", "6")], "ships: there are 1 to 5 ships"),
        (&[("ships", "many")], "not a number"),
        (&[("board", "2x1")], "3 ships do not fit on 2 locations"),
        (
            &[("board", "3x3"), ("target", "H1,A1,A2")],
            "not a location",
        ),
    ] {
        let said = start(values).expect_err(message);
        assert!(said.contains(message), "{said}");
    }
}

/// Steps from the nearest ship, counted one by one.
fn plain(board: Board, target: Fleet, guess: Fleet) -> (u8, u8, u8) {
    let mut counts = [0; 3];
    for guessed in guess.locations() {
        let within = |steps: u8| {
            target.locations().any(|ship| {
                let (columns, rows) = (
                    i16::from(ship.column()) - i16::from(guessed.column()),
                    i16::from(ship.row()) - i16::from(guessed.row()),
                );
                columns.abs() <= i16::from(steps) && rows.abs() <= i16::from(steps)
            })
        };
        if let Some(steps) = (0..3).find(|steps| within(*steps)) {
            counts[usize::from(steps)] += 1;
        }
    }
    assert!(board.takes(target) && board.takes(guess));
    (counts[0], counts[1], counts[2])
}

#[test]
fn answers_count_all_guessed_locations_on_every_board() {
    for (board, step) in [
        (board(8, 8, 3), 997),
        (board(3, 3, 1), 1),
        (board(4, 3, 2), 1),
        (board(5, 4, 4), 53),
        (board(4, 4, 5), 41),
        (board(16, 1, 3), 7),
    ] {
        let some: Vec<Fleet> = board.fleets().step_by(step).collect();
        let candidates = Candidates::on(board, some.clone());
        for guess in &some {
            let answers: Vec<Feedback> = candidates.answers(*guess).collect();
            for (target, answer) in some.iter().zip(answers) {
                assert_eq!(answer, feedback(*target, *guess));
                assert_eq!(answer.counts(), plain(board, *target, *guess));
                assert_eq!(answer == board.found(), target == guess);
            }
        }
    }
}

/// A game with random guesses and answers, to its end or for a while.
fn random_game(board: Board, seed: u64) -> Vec<Ships> {
    let mut luck = luck::seeded(seed);
    let setup = Setup {
        board,
        target: None,
    };
    let mut ships = Ships::new(&setup).expect("sound");
    let mut past = vec![ships.clone()];
    while let Turn::Seat(_) = ships.turn() {
        let moves = match ships.asked() {
            Some(_) => ships.moves(),
            None => ships.possible().map(Move::Guess).collect(),
        };
        let index = below(&mut luck, moves.len() as u64).unwrap_or(0);
        ships.play(&moves[index as usize]).expect("legal");
        past.push(ships.clone());
    }
    past
}

/// The laws test fewer ships: with more there are too many guesses to try them
/// all.
#[test]
fn with_four_and_five_ships_too_answers_and_texts_are_sound() {
    for (board, seeds) in [
        (board(4, 4, 4), 0..6),
        (board(4, 3, 5), 6..12),
        (board(6, 6, 4), 0..2),
    ] {
        for ships in seeds.flat_map(|seed| random_game(board, seed)) {
            assert_eq!(read(&ships.write_position()), ships);
            if let Some(guess) = ships.asked() {
                let answers: BTreeSet<Feedback> = ships
                    .possible()
                    .map(|target| feedback(target, guess))
                    .collect();
                let listed: Vec<Move> = answers.into_iter().map(Move::Answer).collect();
                assert_eq!(ships.moves(), listed);
            }
            for flip in ships.symmetries() {
                let mapped = ships.map(&flip);
                assert_eq!(mapped.possible().count(), ships.possible().count());
                assert_eq!(mapped.map(&flip), ships);
            }
            assert!(Ships::read_position(&ships.view(Viewer::Public).write_position()).is_ok());
        }
    }
    assert_eq!(read("board=4x4").symmetries().len(), 3);
    assert_eq!(read("board=4x5").symmetries().len(), 2);
}

#[test]
fn searchers_find_what_is_hidden_on_every_board() {
    for (board, most) in [
        (board(5, 5, 3), 9),
        (board(6, 3, 2), 8),
        (board(4, 4, 4), 10),
        (board(3, 3, 1), 5),
    ] {
        for (index, target) in board.fleets().step_by(97).enumerate() {
            for name in ["consistent", "expected", "entropy", "best"] {
                let setup = Setup {
                    board,
                    target: Some(target),
                };
                let mut ships = Ships::new(&setup).expect("sound");
                while let Turn::Seat(seat) = ships.turn() {
                    let mut bot = Ships::bot(name, index as u64, &Tables::none()).expect("listed");
                    let view = ships.view(Viewer::Seat(seat));
                    let advice = bot.advise(seat, &view, &ships.moves(), &Limits::nodes(1));
                    ships.play(&advice.best).expect("legal");
                }
                assert_eq!(ships.found(), Some(target));
                let guesses = ships.exchanges().len();
                assert!(
                    guesses <= most || name == "consistent",
                    "{name} {target}: {guesses}"
                );
            }
        }
    }
}

/// If there are too many targets to look at all of them, the guess is nearly as
/// good as the best.
#[test]
fn a_guess_by_some_of_the_targets_is_nearly_the_best() {
    let board = board(8, 8, 3);
    let all = Candidates::on(board, board.fleets().collect());
    let expected = |guess| {
        let sizes = all.sizes(guess);
        let squares: usize = sizes.iter().map(|(_, size)| size * size).sum();
        squares as f64 / all.len() as f64
    };
    let chosen = expected(Rule::Expected.guess(&all));
    let others = board.fleets().step_by(101).map(expected);
    let best = others.fold(f64::INFINITY, f64::min);
    assert!(chosen <= 1.02 * best, "{chosen} {best}");
}

const RECORD: &str = "\
SHIPS
Hider: Amy.
Searcher: Bill.
Board: 10x10, 2 ships.
A1, J10: 0, 0, 1.
A3, H3: 1, 0, 0.
A3, B1: 0, 1, 0.
A3, H3: 1, 0, 0.
";

/// Line and code of every finding.
fn findings(file: &str) -> Vec<(usize, &'static str)> {
    let place = |finding: &Diagnostic| Place::of(file.as_bytes(), finding.at.span.start).line;
    let found = Ships::check_record(file.as_bytes());
    found
        .iter()
        .map(|finding| (place(finding), finding.code))
        .collect()
}

#[test]
fn a_record_names_its_board() {
    for (board, target) in [
        (board(10, 10, 2), "C10,J9"),
        (board(3, 3, 1), "B2"),
        (board(8, 4, 4), "A1,B2,C3,H4"),
    ] {
        let mut ships = read(&format!(
            "board={board};ships={};target={target}",
            board.ships()
        ));
        let begun = ships.clone();
        let mut steps = Vec::new();
        while let Turn::Seat(_) = ships.turn() {
            let chosen = match ships.asked() {
                Some(_) => ships.moves()[0],
                None => Move::Guess(ships.target().expect("known")),
            };
            ships.play(&chosen).expect("legal");
            steps.push(parlour_core::Step::Move(chosen));
        }
        let record = parlour_core::Record {
            names: vec!["Amy".into(), "Bill".into()],
            start: begun,
            steps,
            sealed: None,
        };
        let text = Ships::write_record(&record);
        let ships = if board.ships() == 1 {
            "1 ship"
        } else {
            "ships"
        };
        assert!(
            text.contains(&format!("Board: {board}, ")) && text.contains(ships),
            "{text}"
        );
        let reading = Ships::read_record(text.as_bytes());
        assert_eq!(reading.diagnostics, [], "{text}");
        assert_eq!(reading.record, Some(record));
    }
    // The standard board may be named, but need not be.
    let standard = "SHIPS\nHider: A.\nSearcher: B.\nBoard: 8x4, 3 ships.\nA1, A2, A3: 3, 0, 0.\n\
                    B found A1, A2, A3 in 1 guess!\n";
    let reading = Ships::read_record(standard.as_bytes());
    assert_eq!(reading.diagnostics, []);
    let written = Ships::write_record(&reading.record.expect("a game"));
    assert_eq!(written, standard.replace("Board: 8x4, 3 ships.\n", ""));
}

#[test]
fn faults_in_the_board_of_a_record_have_codes() {
    // The third answer contradicts the second.
    assert_eq!(
        findings(RECORD),
        [(7, "contradiction"), (9, "missing-ending")]
    );
    let stopped = RECORD.split_inclusive('\n').take(6).collect::<String>();
    assert_eq!(findings(&stopped), [(7, "missing-ending")]);
    for (to, line, code) in [
        ("Board: 10x10, 4 ships.", 4, "bad-board"),
        ("Board: 10, 2 ships.", 4, "bad-board"),
        ("Board: 10x10, two ships.", 4, "bad-board"),
        ("Board: 10x10, 2 ships, 3.", 4, "bad-board"),
        ("Board: .", 4, "bad-board"),
        ("Board: 99999999999999999999x1, 1 ship.", 4, "bad-board"),
        ("Board: 10x10, 2 ships", 4, "syntax"),
        ("Board: 10x10, 3 ships.", 5, "not-three-locations"),
        ("Board: 9x10, 2 ships.", 5, "bad-location"),
        (
            "Board: 10x10, 2 ships.\nTarget: A1, A11.",
            5,
            "bad-location",
        ),
    ] {
        let found = findings(&stopped.replace("Board: 10x10, 2 ships.", to));
        assert_eq!(found.first(), Some(&(line, code)), "{to}: {found:?}");
    }
}
