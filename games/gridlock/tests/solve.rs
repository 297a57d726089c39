//! The solver and the strategies compared with published values and brute
//! force, and checked by play.

use std::collections::HashMap;

use parlour_core::{Game, Limits, luck};
use parlour_gridlock::{Cell, Colour, Grid, Paint, Setup, Size, Solver, Unsolved, Verdict};
use rand::RngExt;

fn empty(width: u64, height: u64, colours: usize) -> Grid {
    let palette = Colour::ALL.into_iter().take(colours).collect();
    let size = Size { width, height };
    Grid::new(&Setup { size, palette }).expect("a small board")
}

fn unlimited() -> Limits {
    Limits::nodes(u64::MAX)
}

fn after(grid: &Grid, paint: Paint) -> Grid {
    let mut next = grid.clone();
    next.play(&paint).expect("legal");
    next
}

/// Grundy values by definition, with memoisation and nothing clever.
fn reference(grid: &Grid, known: &mut HashMap<Grid, u16>) -> u16 {
    if let Some(nim) = known.get(grid) {
        return *nim;
    }
    let options: Vec<u16> = grid
        .moves()
        .into_iter()
        .map(|paint| reference(&after(grid, paint), known))
        .collect();
    let nim = (0..).find(|nim| !options.contains(nim)).expect("finite");
    known.insert(grid.clone(), nim);
    nim
}

/// Boards that brute force can solve: width, height, colours.
const SMALL: [(u64, u64, usize); 15] = [
    (4, 3, 1),
    (4, 4, 1),
    (5, 3, 1),
    (2, 6, 1),
    (1, 9, 1),
    (3, 3, 2),
    (2, 4, 2),
    (5, 1, 2),
    (3, 2, 3),
    (2, 3, 3),
    (4, 1, 3),
    (2, 3, 4),
    (2, 2, 5),
    (3, 1, 6),
    (0, 4, 2),
];

#[test]
fn every_position_of_small_boards_agrees_with_brute_force() {
    for (width, height, colours) in SMALL {
        let mut known = HashMap::new();
        reference(&empty(width, height, colours), &mut known);
        let mut solver = Solver::new(1 << 20);
        for (grid, nim) in &known {
            assert_eq!(solver.nim(grid, &unlimited()), Ok(*nim), "{grid:?}");
            assert_eq!(solver.wins(grid, &unlimited()), Ok(*nim != 0), "{grid:?}");
            let by_strategy = parlour_gridlock::verdict(grid);
            match by_strategy {
                None => {}
                Some(Verdict::Lost(_)) => assert_eq!(*nim, 0, "{grid:?}"),
                Some(Verdict::Won(paint, _)) => {
                    assert_eq!(known[&after(grid, paint)], 0, "{grid:?} {paint:?}");
                }
            }
        }
    }
}

#[test]
fn judged_moves_are_those_that_win() {
    for (width, height, colours) in SMALL {
        let mut known = HashMap::new();
        reference(&empty(width, height, colours), &mut known);
        let mut solver = Solver::new(1 << 20);
        for grid in known.keys().filter(|grid| grid.painted() <= 3) {
            let components = solver.components(grid, &unlimited()).expect("small");
            let judged = solver
                .judge(grid, &components, &unlimited())
                .expect("small");
            assert_eq!(judged.len(), grid.moves().len());
            for (paint, wins) in judged {
                assert_eq!(wins, known[&after(grid, paint)] == 0, "{grid:?} {paint:?}");
            }
        }
    }
}

#[test]
fn published_values() {
    let dawson = [
        0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4,
        5, 2, 7, 4, 0,
    ];
    let three_rows = [2, 1, 1, 0, 3, 3, 2, 2, 2, 3, 3, 5, 2, 4, 1, 3];
    let mut solver = Solver::new(1 << 24);
    let mut nim = |width, height| solver.nim(&empty(width, height, 1), &unlimited());
    for (n, value) in (0..).zip(dawson) {
        assert_eq!(nim(n, 1), Ok(value), "1x{n}");
        // The same beyond the exceptions, one period later.
        if n >= 18 {
            assert_eq!(nim(n + 68, 1), nim(n + 34, 1), "1x{n}");
        }
    }
    for (n, value) in (1..).zip(three_rows) {
        assert_eq!(nim(n, 3), Ok(value), "3x{n}");
        assert_eq!(nim(n, 2), Ok((n % 2) as u16), "2x{n}");
    }
    for n in 1..=10 {
        assert_eq!(nim(4, n), Ok(0), "4x{n}");
    }
}

/// Boards that take longer were solved once, by the commands in the docs.
#[test]
fn the_table_of_values_holds_where_the_search_is_short() {
    let table = include_str!("../../../docs/gridlock-values.tsv");
    let mut solver = Solver::new(1 << 26);
    let mut solved = 0;
    for line in table.lines().skip(1) {
        let [size, colours, nim, winner, ..] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("a board has four fields: {line}");
        };
        let (width, height) = size.split_once('x').expect("a size");
        let [width, height] = [width, height].map(|side| side.parse().expect("a number"));
        let grid = empty(width, height, colours.parse().expect("a number"));
        let limits = Limits::nodes(5_000);
        if let (Ok(nim), Ok(expected)) = (solver.nim(&grid, &limits), nim.parse::<u16>()) {
            assert_eq!(nim, expected, "{line}");
            solved += 1;
        }
        if let Ok(first) = solver.wins(&grid, &limits) {
            assert_eq!(first, winner == "first", "{line}");
        }
    }
    assert!(solved >= 100, "{solved}");
}

#[test]
fn threads_and_missing_pairings_change_nothing() {
    let threads = std::num::NonZero::new(3).expect("not 0");
    for (width, height, colours) in [(9, 3, 1), (6, 5, 1), (9, 3, 2), (5, 4, 2), (4, 4, 3)] {
        let grid = empty(width, height, colours);
        let nim = Solver::new(1 << 24).nim(&grid, &unlimited());
        let together = Solver::new(1 << 24).with_threads(threads);
        assert_eq!({ together }.nim(&grid, &unlimited()), nim);
        let plain = Solver::new(1 << 24).without_pairings();
        assert_eq!({ plain }.nim(&grid, &unlimited()), nim);
    }
}

#[test]
fn the_definition_gives_what_the_search_finds() {
    for (width, height, colours) in [(15, 3, 1), (7, 5, 1), (7, 3, 2), (5, 4, 2), (7, 2, 3)] {
        let grid = empty(width, height, colours);
        let full = Solver::new(1 << 24).without_pairings().by_definition();
        let nim = Solver::new(1 << 24).nim(&grid, &unlimited());
        assert_eq!(
            { full }.nim(&grid, &unlimited()),
            nim,
            "{width}x{height}, {colours}"
        );
    }
}

#[test]
fn lines_are_played_to_the_end_and_won_by_who_should() {
    for (width, height, colours) in [(6, 3, 1), (5, 6, 1), (3, 3, 3), (5, 2, 3), (0, 3, 1)] {
        let mut grid = empty(width, height, colours);
        let mut solver = Solver::new(1 << 20);
        let wins = solver.wins(&grid, &unlimited()).expect("small");
        let line = solver.line(&grid, &unlimited());
        for paint in &line {
            grid.play(paint).expect("legal");
        }
        assert!(grid.is_over(), "{width}x{height}, {colours} colours");
        assert_eq!(line.len() % 2 == 1, wins, "{width}x{height}, {colours}");
    }
}

#[test]
fn a_tiny_memory_changes_nothing() {
    for (width, height, colours) in [(9, 3, 1), (5, 4, 2), (5, 3, 3)] {
        let grid = empty(width, height, colours);
        let nim = Solver::new(1 << 24).nim(&grid, &unlimited());
        assert_eq!(Solver::new(0).nim(&grid, &unlimited()), nim);
    }
}

#[test]
fn what_cannot_be_solved_is_said() {
    let mut solver = Solver::new(1 << 20);
    let large = empty(1000, 1000, 1);
    assert!(matches!(
        solver.nim(&large, &unlimited()),
        Err(Unsolved::TooLarge(_))
    ));
    let hard = empty(12, 7, 3);
    assert_eq!(
        solver.wins(&hard, &Limits::nodes(1000)),
        Err(Unsolved::OutOfTime)
    );
}

#[test]
fn strategies_on_empty_boards_agree_with_the_solver() {
    let mut solver = Solver::new(1 << 24);
    for colours in 1..=6 {
        for width in 0..=7 {
            for height in 0..=7 {
                let grid = empty(width, height, colours);
                let winner = parlour_gridlock::winner(grid.size(), grid.palette());
                if [2, 4, 5, 6].contains(&colours) {
                    assert!(winner.is_some(), "{width}x{height}, {colours} colours");
                }
                let Some((seat, _)) = winner else { continue };
                let by_position = parlour_gridlock::verdict(&grid);
                match by_position {
                    Some(Verdict::Lost(_)) => assert_eq!(seat.0, 1, "{width}x{height} {colours}"),
                    Some(Verdict::Won(..)) => assert_eq!(seat.0, 0, "{width}x{height} {colours}"),
                    None => panic!("{width}x{height}, {colours} colours: no strategy"),
                }
                if let Ok(wins) = solver.wins(&grid, &Limits::nodes(3000)) {
                    assert_eq!(wins, seat.0 == 0, "{width}x{height} {colours}");
                }
            }
        }
    }
}

/// Plays a strategy to the end, from a position in which it wins or has just
/// won, against the replies that `reply` chooses.
fn strategy_wins(mut grid: Grid, reply: &mut impl FnMut(&[Paint]) -> Paint) {
    if let Some(Verdict::Lost(_)) = parlour_gridlock::verdict(&grid) {
        let moves = grid.moves();
        if moves.is_empty() {
            return;
        }
        grid.play(&reply(&moves)).expect("legal");
    }
    loop {
        let Some(Verdict::Won(paint, _)) = parlour_gridlock::verdict(&grid) else {
            panic!("the strategy was lost: {grid:?}");
        };
        grid.play(&paint).expect("legal");
        let moves = grid.moves();
        if moves.is_empty() {
            return;
        }
        grid.play(&reply(&moves)).expect("legal");
    }
}

/// Boards of every family: width, height, colours.
const FAMILIES: [(u64, u64, usize); 12] = [
    (7, 5, 1),
    (5, 9, 3),
    (6, 8, 1),
    (8, 6, 3),
    (7, 6, 2),
    (6, 9, 4),
    (4, 9, 1),
    (7, 4, 3),
    (9, 6, 5),
    (5, 8, 6),
    (11, 2, 1),
    (2, 13, 1),
];

#[test]
fn strategies_win_against_random_replies() {
    for (width, height, colours) in FAMILIES {
        for scale in [1, 3] {
            for seed in 0..5 {
                let mut luck = luck::seeded(seed);
                let mut any = |moves: &[Paint]| moves[luck.random_range(0..moves.len())];
                // Three times an odd side is odd, and an even side stays even.
                let (wide, high) = match (width, height) {
                    (4 | 2, high) => (width, high * scale),
                    (wide, 4 | 2) => (wide * scale, height),
                    _ => (width * scale, height * scale),
                };
                strategy_wins(empty(wide, high, colours), &mut any);
            }
        }
    }
}

/// Tries every reply: the strategy answers all of them.
fn wins_against_all(grid: &Grid, seen: &mut std::collections::HashSet<Grid>) {
    if !seen.insert(grid.clone()) {
        return;
    }
    let position = match parlour_gridlock::verdict(grid) {
        Some(Verdict::Lost(_)) => grid.clone(),
        Some(Verdict::Won(paint, _)) => after(grid, paint),
        None => panic!("the strategy was lost: {grid:?}"),
    };
    for paint in position.moves() {
        let next = after(&position, paint);
        assert!(
            matches!(parlour_gridlock::verdict(&next), Some(Verdict::Won(..))),
            "{next:?}"
        );
        wins_against_all(&next, seen);
    }
}

#[test]
fn strategies_win_against_every_reply_on_small_boards() {
    for (width, height, colours) in [
        (3, 3, 2),
        (5, 3, 1),
        (4, 4, 1),
        (2, 4, 3),
        (3, 2, 2),
        (2, 3, 4),
        (3, 4, 1),
        (4, 3, 1),
        (2, 5, 1),
        (7, 2, 1),
        (3, 2, 5),
        (2, 1, 3),
    ] {
        wins_against_all(&empty(width, height, colours), &mut Default::default());
    }
}

#[test]
fn a_strategy_is_known_on_boards_beyond_any_memory() {
    let size = |width, height| Size { width, height };
    let palette = |n| Colour::ALL.into_iter().take(n).collect();
    let winner = |size, n| parlour_gridlock::winner(size, palette(n)).map(|(seat, _)| seat.0);
    let odd = Size::LONGEST;
    assert_eq!(winner(size(odd, odd), 3), Some(0));
    assert_eq!(winner(size(odd - 1, odd), 2), Some(1));
    assert_eq!(winner(size(odd - 1, odd), 1), None);
    assert_eq!(winner(size(4, odd), 3), Some(1));
    assert_eq!(winner(size(0, odd), 1), Some(1));
}

#[test]
fn parts_are_told_apart_by_colours_that_both_may_get() {
    let mut grid = empty(3, 1, 1);
    let paint = Paint {
        cell: Cell { x: 0, y: 0 },
        colour: Colour::Red,
    };
    grid.play(&paint).expect("legal");
    let components = Solver::new(1 << 16).components(&grid, &unlimited());
    let components = components.expect("small");
    assert_eq!(components.len(), 1);
    assert_eq!(components[0].cells, [Cell { x: 2, y: 0 }]);
    assert_eq!(components[0].nim, 1);
}
