//! Plans and proofs compared with a search that tries everything by the plain
//! rules.

use parlour_core::{Game, Limits, Notation, Outcome, Seat, Turn, luck};
use parlour_labyrinth::{
    Effort, Labyrinth, Maze, Move, Shape, SolveError, Squares, deal, puzzle, solve,
};

const PROVE: Effort = Effort {
    width: 300,
    prove: true,
};

/// A solo game with a few cards.
fn small(seed: u64, cards: usize) -> Labyrinth {
    let game = deal(1, 1, false, &mut luck::seeded(seed));
    let text = game.write_position();
    let (player, rest) = text.split_once('\n').expect("a line for the player");
    let words: Vec<&str> = player.split(' ').take(4 + cards).collect();
    let text = format!("{}\n{rest}", words.join(" "));
    Labyrinth::read_position(&text).expect("a game with fewer cards")
}

/// Whether a game can be won in this many turns: every insertion and every walk
/// is tried.
fn can_win(game: &Labyrinth, turns: u32) -> bool {
    if turns == 0 {
        return false;
    }
    game.moves().iter().any(|insertion| {
        let mut inserted = game.clone();
        inserted.play(insertion).expect("a listed move");
        inserted.moves().iter().any(|walk| {
            let mut walked = inserted.clone();
            walked.play(walk).expect("a listed move");
            matches!(walked.turn(), Turn::Over(_)) || can_win(&walked, turns - 1)
        })
    })
}

/// The same for the last turn only, without a table for every walk: it makes
/// one more turn feasible.
fn can_win_soon(game: &Labyrinth, turns: u32) -> bool {
    let hand = game.hand(Seat(0));
    let home = game.table().pawns[0].colour.home();
    let at_once = game.moves().iter().any(|insertion| match *insertion {
        Move::Insert { place, shape } => {
            let after = game.table().after(place, shape);
            after.in_reach(hand).len() == hand.len() && after.reachable().contains(home)
        }
        Move::Walk(_) => false,
    });
    at_once
        || turns > 1
            && game.moves().iter().any(|insertion| {
                let mut inserted = game.clone();
                inserted.play(insertion).expect("a listed move");
                inserted.moves().iter().any(|walk| {
                    let mut walked = inserted.clone();
                    walked.play(walk).expect("a listed move");
                    can_win_soon(&walked, turns - 1)
                })
            })
}

fn replay(mut game: Labyrinth, plan: &[Move]) -> u32 {
    let mut turns = 0;
    for chosen in plan {
        let turn = game.turn();
        assert_eq!(turn, Turn::Seat(Seat(0)), "the plan goes on after the end");
        game.play(chosen).expect("a legal move");
        turns += u32::from(matches!(chosen, Move::Walk(_)));
    }
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat(0))));
    turns
}

#[test]
fn fewest_turns_are_those_of_a_search_that_tries_everything() {
    let mut met = [0; 4];
    for seed in 0..60 {
        let game = small(seed, 1 + seed as usize % 4);
        let solution = solve(&game, PROVE, &Limits::default(), &|_, _| ()).expect("alone");
        assert!(solution.proved());
        assert_eq!(replay(game.clone(), &solution.plan), solution.turns);
        let fewest = (1..=2).find(|turns| can_win_soon(&game, *turns));
        let found = (solution.turns <= 2).then_some(solution.turns);
        assert_eq!(found, fewest, "game {seed}");
        met[(solution.turns as usize).min(3)] += 1;
    }
    assert!(met[1..].iter().all(|games| *games > 3), "{met:?}");
}

/// The two searches of this file agree, too: nothing is assumed except the
/// rules.
#[test]
fn one_turn_by_the_rules_is_one_turn_in_short() {
    for seed in 0..200 {
        let game = small(seed, 1);
        assert_eq!(can_win(&game, 1), can_win_soon(&game, 1), "game {seed}");
    }
}

#[test]
fn three_turns_are_proved_as_by_trying_everything() {
    let mut met = [0; 2];
    for seed in 0..12 {
        let game = small(seed, 5 + seed as usize % 5);
        let solution = solve(&game, PROVE, &Limits::default(), &|_, _| ()).expect("alone");
        let longer = solution.turns > 3;
        assert_eq!(longer, !can_win_in_three(&game), "game {seed}");
        met[usize::from(longer)] += 1;
    }
    assert!(met.iter().all(|games| *games > 2), "{met:?}");
}

/// Three turns with the bits of the maze, but nothing else clever: every
/// insertion and every square, from the first turn to the last.
fn can_win_in_three(game: &Labyrinth) -> bool {
    game.moves().iter().any(|insertion| {
        let mut inserted = game.clone();
        inserted.play(insertion).expect("a listed move");
        inserted.moves().iter().any(|walk| {
            let mut walked = inserted.clone();
            walked.play(walk).expect("a listed move");
            if matches!(walked.turn(), Turn::Over(_)) {
                return true;
            }
            walked.moves().iter().any(|second| {
                let mut inserted = walked.clone();
                inserted.play(second).expect("a listed move");
                let squares = inserted.table().reachable();
                last_turn(&inserted, squares)
            })
        })
    })
}

/// Whether a pawn that may walk to any of these squares can win in the next
/// turn, or wins by walking.
fn last_turn(game: &Labyrinth, squares: Squares) -> bool {
    let table = game.table();
    let hand = game.hand(Seat(0));
    let home = table.pawns[0].colour.home();
    if hand.is_empty() && squares.contains(home) {
        return true;
    }
    parlour_labyrinth::Place::all().any(|place| {
        let line = place.squares();
        let carried = |square| match line.iter().position(|other| *other == square) {
            Some(step) => line.get(step + 1).copied(),
            None => Some(square),
        };
        table.extra.kind.directions().iter().any(|direction| {
            let shape = Shape {
                kind: table.extra.kind,
                direction: *direction,
            };
            let after = table.after(place, shape);
            let reached = Maze::of(&after.tiles).reach(Squares::of(home));
            let mut left = hand.len();
            for square in reached.iter() {
                let treasure = after.tiles[square.index()].treasure;
                left -= usize::from(treasure.is_some_and(|found| hand.contains(&found)));
            }
            left == 0
                && squares
                    .iter()
                    .filter_map(carried)
                    .any(|square| reached.contains(square))
        })
    })
}

#[test]
fn whole_games_are_solved_and_their_plans_replay() {
    for seed in 0..12 {
        let game = deal(1, 1, false, &mut luck::seeded(seed));
        let quick = Effort {
            width: 200,
            prove: false,
        };
        let quick = solve(&game, quick, &Limits::default(), &|_, _| ()).expect("alone");
        let best = solve(&game, PROVE, &Limits::default(), &|_, _| ()).expect("alone");
        assert!(best.proved() && best.turns <= quick.turns);
        assert_eq!(replay(game.clone(), &quick.plan), quick.turns);
        assert_eq!(replay(game, &best.plan), best.turns);
    }
}

#[test]
fn plans_begin_in_the_middle_of_a_turn_too() {
    for seed in 0..20 {
        let mut game = small(seed, 3);
        let insertion = game.moves()[seed as usize];
        game.play(&insertion).expect("a listed move");
        let solution = solve(&game, PROVE, &Limits::default(), &|_, _| ()).expect("alone");
        assert!(solution.proved());
        assert_eq!(replay(game, &solution.plan), solution.turns);
    }
}

#[test]
fn without_time_there_is_a_plan_still() {
    let game = deal(1, 1, false, &mut luck::seeded(1));
    let solution = solve(&game, PROVE, &Limits::nodes(0), &|_, _| ()).expect("alone");
    assert!(!solution.proved());
    assert!(replay(game, &solution.plan) <= 156);
}

#[test]
fn what_has_no_plan_is_refused() {
    let solved = |game: &Labyrinth| solve(game, PROVE, &Limits::default(), &|_, _| ());
    let luck = &mut luck::seeded(1);
    assert_eq!(
        solved(&deal(2, 1, false, luck)),
        Err(SolveError::Players(2))
    );
    assert_eq!(solved(&deal(1, 1, true, luck)), Err(SolveError::Official));
    assert_eq!(solved(&small(1, 0)), Err(SolveError::Over));
}

#[test]
fn puzzles_need_the_turns_that_were_asked_for() {
    for turns in 1..=6 {
        let luck = &mut luck::seeded(7);
        let found = puzzle(turns, None, &Limits::default(), luck);
        let (game, solution) = found.expect("there is time enough");
        assert_eq!((solution.turns, solution.proved()), (turns, true));
        assert_eq!(replay(game.clone(), &solution.plan), turns);
        if (2..=3).contains(&turns) {
            assert!(!can_win_soon(&game, turns - 1));
        }
    }
}
