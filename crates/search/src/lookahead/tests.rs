//! Compared with a search without pruning.

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use parlour_core::{Advice, Bot, Bots, Game, Limits, Odds, Seat, Turn};

use super::Lookahead;
use crate::playout::share;
use crate::testing::{Go, RandomTree, Ring, depth, reporter};

type Judged = RandomTree<true>;
type Unjudged = RandomTree<false>;

/// A seat's chance by plain expectimax: every move, every outcome.
fn plain<const JUDGED: bool>(state: &RandomTree<JUDGED>, us: Seat, depth: u32) -> f64 {
    let after = |branch: &u8, depth| {
        let mut next = state.clone();
        match state.turn() {
            Turn::Chance => next.resolve(branch),
            _ => next.play(branch),
        }
        .expect("a branch");
        plain(&next, us, depth)
    };
    match state.turn() {
        Turn::Over(outcome) => share(outcome, us),
        _ if depth == 0 => {
            let told = RandomTree::<JUDGED>::EVALUATE.and_then(|evaluate| evaluate(state, us));
            told.unwrap_or(0.5)
        }
        Turn::Seat(seat) => {
            let moves = state.moves();
            let values = moves.iter().map(|chosen| after(chosen, depth - 1));
            match seat == us {
                true => values.fold(0.0, f64::max),
                false => values.fold(1.0, f64::min),
            }
        }
        Turn::Chance => {
            let Odds::Listed(odds) = state.odds() else {
                panic!("they are listed");
            };
            let total: u32 = odds.iter().map(|(_, weight)| weight).sum();
            let values = odds
                .iter()
                .map(|(outcome, weight)| f64::from(*weight) * after(outcome, depth));
            values.sum::<f64>() / f64::from(total)
        }
    }
}

fn ask<const JUDGED: bool>(state: &RandomTree<JUDGED>, limits: &Limits) -> Advice<u8> {
    let Turn::Seat(seat) = state.turn() else {
        panic!("a seat begins");
    };
    let mut bot: Lookahead<RandomTree<JUDGED>> = Lookahead::new(1, reporter());
    bot.advise(seat, state, &state.moves(), limits)
}

fn compare<const JUDGED: bool>(state: &RandomTree<JUDGED>, limits: &Limits) {
    let Turn::Seat(seat) = state.turn() else {
        panic!("a seat begins");
    };
    if state.moves().len() == 1 {
        // A single move is not searched deeply.
        return;
    }
    let depth = limits.depth.expect("a depth");
    let advice = ask(state, limits);
    let value = plain(state, seat, depth);
    let found = advice.value.expect("chances are told");
    assert!(
        (found - value).abs() < 1e-6,
        "{state:?} to depth {depth}: {found}, not {value}"
    );
    // The best move is one of those with that value.
    let mut next = state.clone();
    next.play(&advice.best).expect("legal");
    let after = plain(&next, seat, depth - 1);
    assert!((after - value).abs() < 1e-6, "{state:?}: {advice:?}");
    for (chosen, told) in &advice.considered {
        let mut next = state.clone();
        next.play(chosen).expect("legal");
        let value = plain(&next, seat, depth - 1);
        assert!((told - value).abs() < 1e-6, "{state:?}: {advice:?}");
    }
}

/// Trees that end beyond every searched depth, and trees that are searched to
/// their ends. In between, a search may know more than a plain one to the same
/// depth: what it solved along a shorter line.
fn compare_all(tree: u64, made: impl Fn(Judged) -> Judged) {
    for looked in 1..=5 {
        compare(&made(Judged::new(tree, 60)), &depth(looked));
    }
    compare(&made(Judged::new(tree, 8)), &depth(20));
}

#[test]
fn alpha_beta_finds_the_minimax_value() {
    for tree in 0..100 {
        compare_all(tree, |state| state);
    }
}

#[test]
fn expectimax_finds_the_mean_over_luck() {
    for tree in 0..100 {
        compare_all(tree, Judged::lucky);
    }
}

#[test]
fn games_without_an_estimate_are_solved_to_the_end() {
    for tree in 0..50 {
        let state = Unjudged::new(tree, 8);
        compare(&state, &depth(20));
        compare(&state.lucky(), &depth(20));
    }
}

#[test]
fn all_moves_are_valued_where_all_are_wanted() {
    for tree in 0..50 {
        let state = Judged::new(tree, 60).lucky();
        let limits = Limits {
            others: 10,
            ..depth(4)
        };
        compare(&state, &limits);
        assert_eq!(ask(&state, &limits).considered.len(), state.moves().len());
    }
}

#[test]
fn threads_that_share_a_table_find_the_same_values() {
    for tree in 0..30 {
        let limits = Limits {
            threads: NonZeroUsize::new(4),
            ..depth(5)
        };
        compare(&Judged::new(tree, 60).lucky(), &limits);
    }
}

#[test]
fn the_nearest_win_is_taken_and_the_line_leads_there() {
    let mut wins = 0;
    for tree in 0..100 {
        let state = Unjudged::new(tree, 6);
        let advice = ask(&state, &depth(20));
        let mut end = state.clone();
        for chosen in &advice.line {
            end.play(chosen).expect("a line is legal");
        }
        if advice.value == Some(1.0) {
            wins += 1;
            let Turn::Seat(us) = state.turn() else {
                unreachable!()
            };
            assert_eq!(end.turn().outcome().map(|end| share(end, us)), Some(1.0));
            assert_eq!(
                advice.reason.as_deref(),
                Some("it wins by force, in 6 steps")
            );
        }
    }
    assert!(wins > 10, "{wins}");
}

#[test]
fn limits_are_kept() {
    let state = Judged::new(3, 200);
    for nodes in [0, 1, 2, 50, 1000] {
        let advice = ask(&state, &Limits::nodes(nodes));
        assert!(
            advice.nodes.is_some_and(|looked| looked <= nodes),
            "{advice:?}"
        );
        assert_eq!(advice, ask(&state, &Limits::nodes(nodes)), "not repeatable");
        let limits = Limits {
            threads: NonZeroUsize::new(3),
            ..Limits::nodes(nodes)
        };
        assert!(
            ask(&state, &limits)
                .nodes
                .is_some_and(|looked| looked <= nodes)
        );
    }
    let begun = Instant::now();
    ask(&state, &Limits::time(Duration::from_millis(50)));
    let stopped = Limits::time(Duration::from_secs(3600));
    stopped.stop.store(true, Ordering::Relaxed);
    ask(&state, &stopped);
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_table_is_as_large_as_it_may_be() {
    let mut bot: Lookahead<Judged> = Lookahead::new(1, reporter());
    let limits = |memory, nodes| Limits {
        memory,
        ..Limits::nodes(nodes)
    };
    for (memory, nodes, bytes) in [
        (None, u64::MAX, super::USUAL_MEMORY),
        (Some(1 << 16), u64::MAX, 1 << 16),
        (Some(1 << 30), 100, 3200),
        (Some(0), 1000, 0),
    ] {
        assert_eq!(bot.memory(Seat(0), &limits(memory, nodes)).bytes, bytes);
    }
    // With room for only one line it still finds the value.
    let state = Judged::new(5, 6);
    let cramped = Limits {
        memory: Some(0),
        ..depth(6)
    };
    compare(&state, &cramped);
}

#[test]
fn a_game_that_can_go_on_for_ever_is_answered() {
    let ring = Ring {
        place: 1,
        mover: 0,
        winner: None,
        has_gate: true,
    };
    let limits = Limits {
        others: 2,
        ..depth(12)
    };
    let advise = |ring: &Ring, past: Vec<Ring>| {
        let mut bot: Lookahead<Ring> = Lookahead::new(1, reporter());
        bot.recall(past);
        bot.advise(Seat(0), ring, &ring.moves(), &limits)
    };
    let at_the_gate = Ring {
        place: 0,
        ..ring.clone()
    };
    let advice = advise(&at_the_gate, Vec::new());
    assert_eq!((advice.best, advice.value), (Go::Out, Some(1.0)));
    // The gate to the left belongs to the opponent; both go round to the right.
    let advice = advise(&ring, Vec::new());
    assert_eq!(advice.best, Go::Right);
    assert!(advice.considered.contains(&(Go::Left, 0.0)), "{advice:?}");
    // A repeated position counts as a draw.
    let before = Ring {
        mover: 1,
        ..at_the_gate
    };
    let advice = advise(&ring, vec![before]);
    assert!(!advice.considered.contains(&(Go::Left, 0.0)), "{advice:?}");
}
