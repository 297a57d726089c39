//! Small games with known answers.

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use parlour_core::{Advice, Bot, Bots, Game, Imagine, Limits, Listener, Turn, Viewer};

use super::Mcts;
use crate::lookahead::Lookahead;
use crate::testing::{Act, Coin, Go, RandomTree, Ring, Stage, depth, reporter};

type Judged = RandomTree<true>;
type Unjudged = RandomTree<false>;

fn ask<G: Bots + Imagine>(state: &G, seed: u64, is_open: bool, limits: &Limits) -> Advice<G::Move> {
    let Turn::Seat(seat) = state.turn() else {
        panic!("a seat begins");
    };
    let mut bot: Mcts<G> = Mcts::new(seed, reporter(), is_open);
    bot.advise(
        seat,
        &state.view(Viewer::Seat(seat)),
        &state.moves(),
        limits,
    )
}

/// The trees have draws and luck, and no evaluation helps.
#[test]
fn it_comes_to_the_right_move_and_value() {
    let mut asked = 0;
    for tree in 0..40 {
        let state = Unjudged::new(tree, 7).lucky();
        let Turn::Seat(seat) = state.turn() else {
            panic!("a seat begins");
        };
        let all = Limits {
            others: 10,
            ..depth(20)
        };
        let exact =
            Lookahead::new(1, reporter::<Unjudged>()).advise(seat, &state, &state.moves(), &all);
        let [(best, value), .., (_, worst)] = exact.considered[..] else {
            continue;
        };
        if value - worst < 0.1 {
            continue;
        }
        asked += 1;
        let advice = ask(&state, tree, true, &Limits::nodes(60_000));
        let chosen = exact
            .considered
            .iter()
            .find(|(chosen, _)| *chosen == advice.best);
        let (_, worth) = chosen.expect("all moves are valued");
        assert!(
            value - worth < 0.05,
            "{best} is better: {advice:?}, {exact:?}"
        );
        let told = advice.value.expect("a chance");
        assert!((told - value).abs() < 0.15, "{told}, not {value}");
    }
    assert!(asked > 10, "{asked}");
}

#[test]
fn it_does_not_decide_by_what_it_cannot_see() {
    for seed in 0..5 {
        let coin = |is_heads| Coin {
            is_heads,
            stage: Stage::Choice,
        };
        let limits = Limits {
            others: 1,
            ..Limits::nodes(20_000)
        };
        let advice = ask(&coin(true), seed, false, &limits);
        // A search that knew the coin in every state it imagines would go on
        // (strategy fusion).
        assert_eq!(advice.best, Act::Throw);
        let value = |act| {
            let mut considered = advice.considered.iter();
            considered
                .find(|(chosen, _)| *chosen == act)
                .expect("it was tried")
                .1
        };
        assert!((value(Act::Throw) - 0.75).abs() < 0.03, "{advice:?}");
        assert!((value(Act::GoOn) - 0.5).abs() < 0.05, "{advice:?}");
        assert_eq!(advice, ask(&coin(false), seed, false, &limits));
    }
}

#[test]
fn limits_are_kept_and_answers_repeated() {
    let state = Judged::new(3, 200).lucky();
    for threads in [None, NonZeroUsize::new(3)] {
        for nodes in [0, 1, 2, 50, 3000] {
            let limits = Limits {
                threads,
                ..Limits::nodes(nodes)
            };
            let advice = ask(&state, 7, true, &limits);
            assert!(
                advice.nodes.is_some_and(|looked| looked <= nodes),
                "{advice:?}"
            );
            assert_eq!(advice, ask(&state, 7, true, &limits), "not repeatable");
        }
    }
    // Without room for a tree it still answers.
    let cramped = Limits {
        memory: Some(0),
        ..Limits::nodes(3000)
    };
    ask(&state, 7, true, &cramped);
    let begun = Instant::now();
    ask(&state, 7, true, &Limits::time(Duration::from_millis(50)));
    let stopped = Limits::time(Duration::from_secs(3600));
    stopped.stop.store(true, Ordering::Relaxed);
    ask(&state, 7, true, &stopped);
    assert!(begun.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_thought_is_told_now_and_then() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let ear = Arc::clone(&heard);
    let limits = Limits {
        listener: Some(Listener::new(move |thought| {
            ear.lock().expect("nobody panics").push(thought.clone());
        })),
        ..Limits::nodes(60_000)
    };
    let state = Unjudged::new(1, 8);
    ask(&state, 1, true, &limits);
    let heard = heard.lock().expect("nobody panics");
    assert!(heard.len() >= 2, "{heard:?}");
    assert!(
        heard
            .iter()
            .all(|thought| (0.0..=1.0).contains(&thought.value))
    );
}

#[test]
fn a_game_that_can_go_on_for_ever_is_answered() {
    let ring = Ring {
        place: 2,
        mover: 0,
        winner: None,
        has_gate: false,
    };
    let advice = ask(&ring, 1, true, &Limits::nodes(50_000));
    // Nobody can win, and the reported line does not go round in circles.
    assert!(advice.value.is_some_and(|value| (value - 0.5).abs() < 1e-9));
    assert!(advice.line.len() <= 32, "{advice:?}");
    let gate = Ring {
        has_gate: true,
        ..ring
    };
    // The gate to the left belongs to the opponent.
    let safe = ask(&Ring { place: 1, ..gate }, 1, true, &Limits::nodes(50_000));
    assert_eq!(safe.best, Go::Right);
}
