//! The functions of the game's document, on its own statements and on cases
//! from independent implementations.

use parlour_ur::{
    GameState, PairFault, Placing, Player, Position, Side, Square, game_over, init_gs, judged,
    make_move, opponent, placing, possible_moves, winner,
};

fn player(text: &str) -> Player {
    match text {
        "Red" => Player::Red,
        "Green" => Player::Green,
        other => panic!("no player: {other}"),
    }
}

fn position(text: &str) -> Position {
    match text {
        "S" => Position::Start,
        "H" => Position::Home,
        square => on(square.parse().expect(square)),
    }
}

fn on(square: u8) -> Position {
    Position::on(square).expect("a square")
}

/// The elements of `4,8,12`, none of `-`.
fn list(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(|element| *element != "-")
}

/// A state from next player, then start, squares and home of red and of green.
fn state(fields: &[&str]) -> GameState {
    let side = |fields: &[&str]| Side {
        start: fields[0].parse().expect("a number"),
        squares: list(fields[1])
            .map(|square| Square::new(square.parse().expect(square)).expect(square))
            .collect(),
        home: fields[2].parse().expect("a number"),
    };
    let placing = Placing::new(side(&fields[1..4]), side(&fields[4..7])).expect("a placing");
    GameState::new(placing, player(fields[0]))
}

fn word(winner: Option<Player>) -> &'static str {
    winner.map_or("Nothing", Player::title)
}

fn rows(file: &str) -> Vec<Vec<&str>> {
    file.lines()
        .skip(1)
        .map(|row| row.split('\t').collect())
        .collect()
}

#[test]
fn every_case_of_possible_moves_and_move() {
    let rows = rows(include_str!("cases/functions.tsv"));
    assert!(rows.len() >= 100);
    for row in rows {
        let before = state(&row[1..8]);
        let roll: i64 = row[8].parse().expect("a roll");
        let expected: Vec<Position> = list(row[9]).map(position).collect();
        assert_eq!(possible_moves(&before, roll), expected, "{row:?}");
        assert_eq!(word(game_over(&before)), row[12], "{row:?}");
        match make_move(&before, (roll, position(row[10]))) {
            Ok(after) => {
                let fields: Vec<&str> = row[11].split('/').collect();
                assert_eq!(after, state(&fields), "{row:?}");
                assert_eq!(word(game_over(&after)), row[13], "{row:?}");
            }
            Err(_) => assert_eq!(row[11], "illegal", "{row:?}"),
        }
    }
}

#[test]
fn every_case_of_winner() {
    let rows = rows(include_str!("cases/winner.tsv"));
    assert!(rows.len() >= 32);
    for row in rows {
        let turns: Vec<(i32, Position)> = row[4]
            .split_whitespace()
            .filter(|turn| *turn != "-")
            .map(|turn| {
                let (roll, from) = turn.split_once(':').expect(turn);
                (roll.parse().expect(turn), position(from))
            })
            .collect();
        assert_eq!(turns.len().to_string(), row[2], "{row:?}");
        assert_eq!(word(winner(&turns)), row[1], "{row:?}");
        let first = judged(&turns).1.first().map(|odd| odd.index + 1);
        let first = first.map_or("-".to_owned(), |number| number.to_string());
        assert_eq!(first, row[5], "{row:?}");
    }
}

#[test]
fn players_and_the_start() {
    assert_eq!(opponent(Player::Red), Player::Green);
    assert_eq!(opponent(Player::Green), Player::Red);
    let start = init_gs();
    assert_eq!(start.next, Player::Red);
    for player in Player::ALL {
        assert_eq!(placing(&start.placing, Position::Start, player), 7);
        assert_eq!(placing(&start.placing, Position::Home, player), 0);
        for square in Square::all() {
            let there = Position::OnBoard(square);
            assert_eq!(placing(&start.placing, there, player), 0);
        }
    }
    assert_eq!(Square::all().count(), 14);
}

#[test]
fn the_conditions_of_a_valid_move() {
    let all = |fields: [&str; 7]| state(&fields);
    // 1: the number of steps is in range.
    for roll in [i64::MIN, -1, 5, 256, 257, i64::MAX] {
        assert_eq!(possible_moves(&init_gs(), roll), []);
    }
    // 2 and 3: neither from home nor from a place without a piece.
    let bare = all(["Red", "0", "9", "6", "7", "-", "0"]);
    assert_eq!(possible_moves(&bare, 1), [on(9)]);
    // 4: not onto a piece of one's own, except home.
    let crowd = all(["Red", "4", "1,14", "1", "7", "-", "0"]);
    assert_eq!(possible_moves(&crowd, 1), [on(1), on(14)]);
    // 5: not onto the opponent's piece on the shared rosette.
    let guarded = all(["Red", "0", "5,7", "5", "6", "8", "0"]);
    assert_eq!(possible_moves(&guarded, 1), [on(5)]);
    assert_eq!(possible_moves(&guarded, 3), [on(7)]);
    // Private rosettes are never the opponent's.
    let private = all(["Red", "6", "12", "0", "5", "4,14", "0"]);
    assert_eq!(possible_moves(&private, 2), [Position::Start, on(12)]);
    assert_eq!(possible_moves(&private, 4), [Position::Start, on(12)]);
    // 6: beyond home is home.
    let last = all(["Red", "0", "13", "6", "7", "-", "0"]);
    for roll in 1..=4 {
        assert_eq!(possible_moves(&last, roll), [on(13)], "{roll}");
    }
}

#[test]
fn what_a_move_does() {
    // The other piece returns to the start, and the turn passes.
    let before = state(&["Red", "6", "7", "0", "5", "9,4", "0"]);
    let after = make_move(&before, (2, on(7))).expect("legal");
    assert_eq!(after, state(&["Green", "6", "9", "0", "6", "4", "0"]));
    // The three rosettes, and nothing else, give another roll.
    for (from, roll) in [(1u8, 3), (6, 2), (12, 2)] {
        let square = from.to_string();
        let before = state(&["Green", "7", "-", "0", "6", &square, "0"]);
        let after = make_move(&before, (roll, on(from))).expect("legal");
        assert_eq!(after.next, Player::Green, "{from}");
    }
    let home = state(&["Green", "7", "-", "0", "6", "14", "0"]);
    let after = make_move(&home, (1, on(14))).expect("legal");
    assert_eq!(after, state(&["Red", "7", "-", "0", "6", "-", "1"]));
    // Without a move the turn passes, whatever position is given.
    for from in [Position::Start, on(5), Position::Home] {
        for roll in [0, -3, 9] {
            let after = make_move(&init_gs(), (roll, from)).expect("a pass");
            assert_eq!(
                (after.placing, after.next),
                (init_gs().placing, Player::Green)
            );
        }
    }
}

#[test]
fn the_end() {
    let last = state(&["Green", "0", "14", "6", "0", "14", "6"]);
    assert_eq!(game_over(&last), None);
    let over = make_move(&last, (3, on(14))).expect("legal");
    assert_eq!(game_over(&over), Some(Player::Green));
    for roll in -1..=5 {
        assert_eq!(possible_moves(&over, roll), []);
    }
}

/// A game that Red wins while Green always throws 0.
fn red_alone() -> Vec<(i32, Position)> {
    let mut turns = Vec::new();
    for _ in 0..7 {
        // Rosettes at 4, 8 and 14; home is not one.
        turns.extend([
            (4, Position::Start),
            (4, on(4)),
            (4, on(8)),
            (0, Position::Start),
        ]);
        turns.extend([(2, on(12)), (1, on(14)), (0, Position::Start)]);
    }
    turns
}

#[test]
fn winner_ignores_what_follows_a_win() {
    let mut turns = red_alone();
    assert_eq!(winner(&turns), Some(Player::Red));
    turns.extend([(2, Position::Home), (77, on(3)), (2, on(3))]);
    assert_eq!(winner(&turns), Some(Player::Red));
    assert_eq!(judged(&turns).1, []);
    assert_eq!(winner(&turns[..turns.len() - 5]), None);
    assert_eq!(winner(&[]), None);
}

#[test]
fn winner_passes_over_illegal_pairs_and_says_which() {
    let mut turns = red_alone();
    for index in (0..turns.len()).rev() {
        // A legal roll, but no piece can move from home.
        turns.insert(index, (1, Position::Home));
    }
    let (won, odd) = judged(&turns);
    assert_eq!(won, Some(Player::Red));
    // The last turn of Green comes after the win.
    assert_eq!(odd.len(), red_alone().len() - 1);
    assert_eq!(
        odd[0].to_string(),
        "pair 1 of the list: a piece that is home stays there"
    );
    // A roll that no dice show moves nothing, so the turn passes.
    let (won, odd) = judged(&[(5, Position::Start), (4, Position::Start), (1, on(4))]);
    assert_eq!((won, odd.len()), (None, 1));
    assert_eq!(odd[0].fault, PairFault::NoSuchRoll(5));
}

#[test]
fn exact_home_is_stricter_at_the_end_only() {
    let mut strict = state(&["Red", "1", "11,12,13,14", "2", "7", "-", "0"]);
    strict.exact_home = true;
    for (roll, expected) in [
        (1, vec![Position::Start, on(14)]),
        (2, vec![Position::Start, on(13)]),
        (3, vec![Position::Start, on(12)]),
        (4, vec![Position::Start, on(11)]),
    ] {
        assert_eq!(possible_moves(&strict, roll), expected, "{roll}");
    }
    let error = make_move(&strict, (3, on(13))).expect_err("too far");
    assert_eq!(
        error.to_string(),
        "the piece on 13 needs exactly 2 to go home, not 3"
    );
    let after = make_move(&strict, (2, on(13))).expect("legal");
    assert!(after.exact_home);
}
