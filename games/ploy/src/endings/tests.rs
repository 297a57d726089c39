//! Small boards, on which every position can be looked at, against the plain rules.

use parlour_core::{Bot, Bots, Game, Limits, Outcome, Turn, luck};
use rand::Rng;

use super::board::{EndingBoard, Place};
use super::count::Counts;
use super::solve::{Solved, solve};
use super::table::Spot;
use super::*;
use crate::rules::list_moves;

/// A position of an ending on a board of this side, in the corner of the real one.
fn in_the_corner(shapes: [Shape; 2], spot: &Spot, side: u8) -> Ploy {
    let real = |square: u8| square / side * SIDE + square % side;
    let place = Place {
        commanders: spot.place.commanders.map(real),
        pieces: spot.place.pieces.map(real),
        ..spot.place
    };
    position_of(shapes, &Spot { place, ..*spot }).expect("squares of the board")
}

/// The same back again, with the shapes in their order.
fn on_its_own(ploy: &Ploy, shapes: [Shape; 2], side: u8) -> Spot {
    let (found, spot) = spot_of(&Bits::new(ploy)).expect("an ending");
    assert_eq!(found, shapes);
    let own = |square: u8| square / SIDE * side + square % SIDE;
    let place = Place {
        commanders: spot.place.commanders.map(own),
        pieces: spot.place.pieces.map(own),
        ..spot.place
    };
    Spot { place, ..spot }
}

/// What the plain rules make of the values a move later.
fn expected(ending: &Ending, ploy: &Ploy, side: u8) -> EndingValue {
    let mut best = EndingValue::Lost(0);
    let is_inside = |pos: Pos| pos.column() < side && pos.row() < side;
    for chosen in list_moves(ploy.board(), ploy.mover()) {
        if !is_inside(chosen.to()) {
            continue;
        }
        let mut next = *ploy;
        next.play(&chosen).expect("it is listed");
        let value = match next.turn() {
            Turn::Over(Outcome::Win(_)) => EndingValue::Won(1),
            _ => match ending.value(&on_its_own(&next, ending.shapes(), side)) {
                EndingValue::Won(moves) => EndingValue::Lost(moves + 1),
                EndingValue::Drawn => EndingValue::Drawn,
                EndingValue::Lost(moves) => EndingValue::Won(moves + 1),
            },
        };
        best = match (best, value) {
            (EndingValue::Won(a), EndingValue::Won(b)) => EndingValue::Won(a.min(b)),
            (EndingValue::Lost(a), EndingValue::Lost(b)) => EndingValue::Lost(a.max(b)),
            (EndingValue::Won(_), _) | (EndingValue::Drawn, EndingValue::Lost(_)) => best,
            _ => value,
        };
    }
    best
}

fn solved(shapes: [Shape; 2], side: u8) -> (Ending, Solved) {
    let board = EndingBoard::new(shapes, side);
    let solved = solve(&board, &mut |_| ()).expect("it can be solved");
    let content = file::write(&board, &solved, &|_| ()).expect("it can be written");
    let ending = Ending::on(board, content.into()).expect("a sound file");
    (ending, solved)
}

/// Compares every position whose number is divisible with the plain rules, and returns how many
/// are won, drawn and lost.
fn compare(ending: &Ending, side: u8, every: usize) -> [u64; 3] {
    let mut found = [0; 3];
    let spots = (0..ending.board.words() * 64).step_by(every);
    for (number, at) in spots.enumerate() {
        let spot = ending.spot(at / 64, at % 64, number % 2);
        if !EndingBoard::is_sound(&spot.place) {
            continue;
        }
        let ploy = in_the_corner(ending.shapes(), &spot, side);
        let value = ending.value(&on_its_own(&ploy, ending.shapes(), side));
        assert_eq!(value, expected(ending, &ploy, side), "{ploy:?}");
        found[match value {
            EndingValue::Won(_) => 0,
            EndingValue::Drawn => 1,
            EndingValue::Lost(_) => 2,
        }] += 1;
    }
    found
}

#[test]
fn every_position_of_a_tiny_board_agrees_with_the_rules() {
    let (ending, _) = solved([Shape::Probe90, Shape::Lance45], 3);
    let found = compare(&ending, 3, 1);
    let [won, _, lost] = found;
    assert!(won.min(lost) > 10_000, "{found:?}");
}

#[test]
fn every_ending_agrees_with_the_rules() {
    let mut drawn = 0;
    for shapes in endings() {
        let (ending, _) = solved(shapes, 4);
        let found = compare(&ending, 4, 4999);
        assert!(found[0].min(found[2]) > 0, "{shapes:?}: {found:?}");
        drawn += found[1];
    }
    assert!(drawn > 100, "{drawn}");
}

#[test]
fn equal_pieces_have_equal_chances() {
    for shape in [Shape::Shield, Shape::Probe180, Shape::Lance90] {
        let (_, solved) = solved([shape; 2], 4);
        let [first, second] = solved.counts.map(|counts| Counts {
            longest: None,
            ..counts
        });
        assert_eq!(first, second);
    }
}

/// Counts what a table says about every position of a small board, each as often as it stands for.
#[test]
fn counts_are_those_of_the_positions() {
    let (ending, solved) = solved([Shape::Shield, Shape::Probe180], 3);
    let weights = ending.board.geometry.pair_weights();
    for side in [0, 1] {
        let counts = &solved.counts[side];
        let (mut won, mut lost, mut only, mut all) = (0, 0, 0, 0);
        for word in 0..ending.board.words() {
            for bit in (0..64).filter(|bit| bit % 8 < 4) {
                let spot = ending.spot(word, bit, side);
                if !EndingBoard::is_sound(&spot.place) {
                    continue;
                }
                let weight = weights[word / ending.board.of_a_pair()];
                all += weight;
                match ending.value(&spot) {
                    EndingValue::Won(moves) => {
                        won += weight;
                        if moves > 1 && winning(&ending, &spot) == 1 {
                            only += weight;
                        }
                    }
                    EndingValue::Lost(_) => lost += weight,
                    EndingValue::Drawn => {}
                }
            }
        }
        assert_eq!(all, counts.positions);
        assert_eq!(won, counts.won.iter().sum::<u64>());
        assert_eq!(lost, counts.lost.iter().sum::<u64>());
        assert_eq!(only, counts.only_move);
        let (word, bit) = counts.longest.expect("there are wins");
        let longest = 2 * counts
            .won
            .iter()
            .rposition(|count| *count > 0)
            .expect("wins")
            + 1;
        let spot = ending.spot(word, bit, side);
        assert_eq!(ending.value(&spot), EndingValue::Won(longest as u32));
    }
}

/// How many positions that are lost to the other side a move leads to.
fn winning(ending: &Ending, spot: &Spot) -> usize {
    let ploy = in_the_corner(ending.shapes(), spot, 3);
    let mut next: Vec<Ploy> = Vec::new();
    for chosen in list_moves(ploy.board(), ploy.mover()) {
        if chosen.to().column() < 3 && chosen.to().row() < 3 {
            let mut after = ploy;
            after.play(&chosen).expect("it is listed");
            let value = ending.value(&on_its_own(&after, ending.shapes(), 3));
            if matches!(value, EndingValue::Lost(_)) && !next.contains(&after) {
                next.push(after);
            }
        }
    }
    next.len()
}

#[test]
fn damaged_files_are_refused() {
    let shapes = [Shape::Shield, Shape::Lance135];
    let board = || EndingBoard::new(shapes, 3);
    let solved = solve(&board(), &mut |_| ()).expect("it can be solved");
    let content = file::write(&board(), &solved, &|_| ()).expect("it can be written");
    let read = |content: &[u8]| Ending::on(board(), content.into()).err();
    assert_eq!(read(&content), None);
    assert_eq!(read(b""), Some(EndingFault::Foreign));
    assert_eq!(read(b"PLOY"), Some(EndingFault::Damaged));
    assert_eq!(read(b"UR-TABLE and more"), Some(EndingFault::Foreign));
    let mut luck = luck::seeded(1);
    for _ in 0..200 {
        let at = luck.next_u64() as usize % content.len();
        assert!(read(&content[..at]).is_some(), "cut at {at}");
        let mut bad = content.clone();
        bad[at] ^= 1 << (luck.next_u32() % 8);
        assert!(read(&bad).is_some(), "changed at {at}");
    }
    let mut newer = content.clone();
    newer[8] = 2;
    assert_eq!(read(&newer), Some(EndingFault::Version(2)));
    let other = EndingBoard::new([Shape::Shield; 2], 3);
    let found = Ending::on(other, content.into()).err();
    assert_eq!(found, Some(EndingFault::OtherEnding));
}

#[test]
fn a_file_that_lies_does_no_harm() {
    let shapes = [Shape::Probe45, Shape::Lance135];
    let board = || EndingBoard::new(shapes, 3);
    let solved = solve(&board(), &mut |_| ()).expect("it can be solved");
    let content = file::write(&board(), &solved, &|_| ()).expect("it can be written");
    let mut luck = luck::seeded(2);
    let mut believed = 0;
    for _ in 0..60 {
        let mut lie = content.clone();
        for _ in 0..20 {
            // At the front, at the end, or anywhere.
            let range = [300, 40_000, lie.len() - 32][luck.next_u32() as usize % 3];
            let at = 32 + luck.next_u64() as usize % range;
            let at = if luck.next_u32().is_multiple_of(2) {
                at
            } else {
                lie.len() - 1 - (at - 32)
            };
            lie[at] = luck.next_u32() as u8;
        }
        let checksum = xxhash_rust::xxh3::xxh3_64(&lie[24..]).to_le_bytes();
        lie[16..24].copy_from_slice(&checksum);
        let Ok(ending) = Ending::on(board(), lie.into()) else {
            continue;
        };
        believed += 1;
        for side in ending.summary().sides {
            assert!(side.drawn() <= side.positions);
        }
        for _ in 0..100 {
            let word = luck.next_u64() as usize % ending.board.words();
            let spot = ending.spot(word, luck.next_u32() as usize % 64, 0);
            if EndingBoard::is_sound(&spot.place) {
                let _ = ending.value(&spot);
            }
        }
    }
    assert!(believed > 10, "{believed}");
}

#[test]
fn names_are_read_in_either_order() {
    for shapes in endings() {
        assert_eq!(ending_named(&ending_name(shapes)), Some(shapes));
        let [first, second] = shapes;
        assert_eq!(ending_named(&format!("{second}-{first}")), Some(shapes));
    }
    for wrong in [
        "",
        "shield",
        "shield-",
        "shield-king",
        "shield-shield-shield",
    ] {
        assert_eq!(ending_named(wrong), None, "{wrong}");
    }
}

/// A position in which nothing can be taken, and one a move later.
fn quiet() -> (Ploy, Ploy) {
    let text = ",,,,,,,,/,w85,,,,,,,/,,,,,,,,/,,w1,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/\
                ,,,,,,b131,,/,,,,,,,,b170 b";
    let ploy: Ploy = text.parse().expect("a position");
    let mut next = ploy;
    next.play(&"g2-g2-1".parse().expect("a move"))
        .expect("it is legal");
    (ploy, next)
}

/// Tables that say only that a position is lost in forty moves, whether that is true or not.
fn claim(ploy: &Ploy) -> Tables {
    let (shapes, spot) = spot_of(&Bits::new(ploy)).expect("an ending");
    let board = EndingBoard::new(shapes, SIDE);
    let positions = 1 << (8 * spot.turns[0] + spot.turns[1]);
    let (word, positions) = board.kept(&spot.place, positions);
    let mut lost = [0, 1].map(|_| vec![Vec::new(); 20]);
    lost[spot.mover][19].push((word as u32, positions));
    let counts = [0, 1].map(|_| Counts::new());
    let content = file::write(&board, &Solved { lost, counts }, &|_| ()).expect("written");
    let tables = Tables::none();
    tables.hold(&ending_file(shapes), content);
    tables
}

fn advice(bot: &mut dyn Bot<Ploy>, ploy: &Ploy) -> parlour_core::Advice<crate::Move> {
    bot.advise(
        ploy.mover().seat(),
        ploy,
        &ploy.moves(),
        &Limits::nodes(200),
    )
}

#[test]
fn the_engine_believes_the_tables_that_it_was_handed() {
    let (ploy, next) = quiet();
    let tables = claim(&next);
    let mut bot = Ploy::bot("full", 1, &tables).expect("it is listed");
    let found = advice(&mut *bot, &ploy);
    assert_eq!(found.best.to_string(), "g2-g2-1");
    assert_eq!(found.reason.as_deref(), Some("it wins in 21 moves"));
    let found = advice(&mut *bot, &next);
    assert_eq!(found.reason.as_deref(), Some("the ending is drawn"));
    // Without a table, without the files, and as a level, it searches.
    for (name, tables) in [
        ("full:-endings", &tables),
        ("full", &Tables::none()),
        ("strong", &tables),
    ] {
        let mut bot = Ploy::bot(name, 1, tables).expect("it is listed");
        assert!(advice(&mut *bot, &ploy).nodes > Some(100), "{name}");
    }
}

#[test]
fn a_win_that_takes_too_long_is_a_draw() {
    let (ploy, next) = quiet();
    let tables = claim(&next);
    let endings = Endings::among(&tables).expect("there are files");
    let score = |idle| endings.score(&Bits::new(&ploy), idle);
    assert_eq!(score(159), Some(won_at(41)));
    assert_eq!(score(160), Some(0));
    assert_eq!(endings.score(&Bits::new(&next), 160), Some(-won_at(40)));
}

#[test]
fn the_engine_asks_the_table_before_it_enters_an_ending() {
    // The Lance can take a second Shield, which makes the ending.
    let text = ",,,,,,,,/,w85,,,,,,,/,,,,,,,,/,,w1,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,w1,,/\
                ,,,,,,,,/,,,,,,b131,,b170 b";
    let mut ploy: Ploy = text.parse().expect("a position");
    ploy.play(&"g1-g3-0".parse().expect("a move"))
        .expect("it is legal");
    let tables = claim(&ploy);
    ploy = text.parse().expect("a position");
    let mut bot = Ploy::bot("full", 1, &tables).expect("it is listed");
    let limits = Limits {
        depth: Some(3),
        ..Limits::default()
    };
    let found = bot.advise(ploy.mover().seat(), &ploy, &ploy.moves(), &limits);
    assert_eq!(found.best.to_string(), "g1-g3-0");
    assert_eq!(found.reason.as_deref(), Some("it wins in 21 moves"));
}

#[test]
fn what_is_no_ending_has_no_table() {
    let (ploy, _) = quiet();
    let (shapes, spot) = spot_of(&Bits::new(&ploy)).expect("an ending");
    assert_eq!(shapes, [Shape::Shield, Shape::Lance45]);
    assert_eq!(spot.mover, 1);
    let start = crate::notation::start();
    assert_eq!(spot_of(&Bits::new(&start)), None);
    // Two Commanders, no Commander, a piece of no kind, and three against one.
    for board in [
        "b170,b85,,w170,w1,,,,",
        "b1,b3,,w170,w1,,,,",
        "b170,b15,,w170,w1,,,,",
        "b170,b1,b3,w170,,,,,",
    ] {
        let text = format!("{board}{}", "/,,,,,,,,".repeat(8));
        let ploy: Ploy = text.parse().expect("a position");
        assert_eq!(spot_of(&Bits::new(&ploy)), None, "{board}");
    }
}
