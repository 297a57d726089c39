//! The solution compared with an independent one, published numbers, and the
//! plain rules.

use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use parlour_ur::{
    GameState, Placing, Player, Position, Roll, Side, Solution, Square, Squares, make_move,
};

fn solve(pieces: u8, exact_home: bool) -> Solution {
    Solution::solve(pieces, exact_home, &|_| ()).expect("this many pieces can be played with")
}

/// Three pieces take a moment, so they are solved once for all tests.
fn three() -> &'static Solution {
    static THREE: OnceLock<Solution> = OnceLock::new();
    THREE.get_or_init(|| solve(3, false))
}

#[test]
fn the_first_players_chance_and_the_number_of_positions() {
    for (solution, chance, positions) in [
        (&solve(1, false), "0.552653561514", 217),
        (three(), "0.516058693710", 263_121),
    ] {
        assert_eq!(format!("{:.12}", solution.first_player()), chance);
        assert_eq!(solution.positions(), positions);
    }
    assert_eq!(solve(2, false).positions(), 12_869);
    assert!(Solution::solve(0, false, &|_| ()).is_none());
    assert!(Solution::solve(8, false, &|_| ()).is_none());
}

#[test]
fn every_value_is_the_mean_over_the_rolls_by_the_plain_rules() {
    for exact_home in [false, true] {
        let residual = solve(2, exact_home).residual(&|_| ());
        assert!(residual < 1e-12, "{residual:e}");
    }
}

/// Pieces of a side in a row of the cases.
fn side(start: &str, squares: &str, home: &str) -> Side {
    let squares: Squares = squares
        .split(',')
        .filter(|square| *square != "-" && !square.is_empty())
        .map(|square| Square::new(square.parse().expect("a number")).expect("a square"))
        .collect();
    Side {
        start: start.parse().expect("a number"),
        squares,
        home: home.parse().expect("a number"),
    }
}

fn close(value: f64, text: &str) -> bool {
    (value - text.parse::<f64>().expect("a value")).abs() < 1e-9
}

#[test]
fn the_values_of_an_independent_solution_with_three_pieces() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/cases.tsv");
    let cases = fs::read_to_string(path).expect("the cases");
    let solution = three();
    let mut count = 0;
    for row in cases.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        if columns[1] != "3" {
            continue;
        }
        count += 1;
        let red = side(columns[3], columns[4], columns[5]);
        let green = side(columns[6], columns[7], columns[8]);
        let next = if columns[2] == "Red" {
            Player::Red
        } else {
            Player::Green
        };
        let state = GameState::new(Placing::new(red, green).expect(row), next);
        let value = solution.value(&state).expect("a state of this game");
        assert!(close(value, columns[9]), "{value} {row}");
        let roll: i64 = columns[10].parse().expect("a roll");
        let after = solution.value_after(&state, Roll::new(roll).expect("a roll"));
        assert!(
            close(after.expect("a value"), columns[11]),
            "{after:?} {row}"
        );
        for chosen in columns[13].split(';').filter(|text| text.contains(':')) {
            let parts: Vec<&str> = chosen.split(':').collect();
            let from = match parts[0] {
                "S" => Position::Start,
                square => Position::on(square.parse().expect("a number")).expect("a square"),
            };
            let after = make_move(&state, (roll, from)).expect(row);
            let value = solution.value(&after).expect("a state of this game");
            let value = if after.next == next {
                value
            } else {
                1.0 - value
            };
            assert!(close(value, parts[3]), "{value} {chosen} {row}");
        }
    }
    assert!(count >= 50, "only {count} cases");
}

#[test]
fn other_games_have_no_value_here() {
    let solution = solve(1, false);
    let start = Placing::start(2).expect("a start");
    assert_eq!(solution.value(&GameState::new(start, Player::Red)), None);
    let start = Placing::start(1).expect("a start");
    let exact = GameState {
        exact_home: true,
        ..GameState::new(start, Player::Red)
    };
    assert_eq!(solution.value(&exact), None);
}
