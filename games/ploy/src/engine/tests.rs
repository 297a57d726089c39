//! The engine compared with plainer ways to the same result.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use fearless_simd::{Level, dispatch};
use parlour_core::{Bot, Game, Limits, Notation, Outcome, Seat, Symmetric, Turn, luck};

use super::attacks::{is_attacked, static_exchange};
use super::moves::{self, Memory};
use super::options::Features;
use super::score::{MOST_PLIES, Score, WON, moves_to_the_end, won_at};
use super::search::PvSearch;
use super::*;
use crate::rules::{Player, Symmetry, list_moves};

/// Positions of random games with an occasional capture.
fn positions(games: u64) -> Vec<Ploy> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut luck = luck::seeded(seed);
        let mut bits = Bits::new(&crate::notation::start());
        for ply in 0..400 {
            let Some(mut chosen) = bits.random_move(&mut luck) else {
                break;
            };
            let board = ScoredBoard::new(bits.clone(), Weights::plain());
            let taken = |chosen: Move| attacks::kind_of(bits.lines(chosen.to()));
            // Anything but the Commander, which would end the game.
            if let Some((_, capture)) = moves::captures(&board, true)
                .into_iter()
                .find(|(_, capture)| taken(*capture) < 3)
            {
                chosen = capture;
            }
            _ = bits.make(chosen);
            if ply % 7 == 6 && !bits.is_over() {
                found.push(bits.ploy());
            }
        }
    }
    assert!(found.len() as u64 > 3 * games);
    found
}

/// Positions with few pieces, in which plain searches finish.
fn small_positions() -> Vec<Ploy> {
    let all = positions(12);
    let small: Vec<Ploy> = all
        .into_iter()
        .filter(|ploy| ploy.board().pieces().count() <= 12)
        .step_by(3)
        .collect();
    assert!(small.len() >= 10, "{}", small.len());
    small
}

/// Plain minimax without pruning, down to quiescence search.
fn plain_value(board: &mut ScoredBoard, depth: u32, ply: usize) -> Score {
    if board.bits.is_over() {
        return -won_at(ply);
    }
    if depth == 0 {
        return plain_settled(board, ply);
    }
    let moves = list_moves(board.bits.ploy().board(), board.bits.mover());
    let mut best = -WON;
    for chosen in moves {
        let back = board.make(chosen);
        best = best.max(-plain_value(board, depth - 1, ply + 1));
        board.unmake(chosen, back);
    }
    best
}

fn plain_settled(board: &mut ScoredBoard, ply: usize) -> Score {
    if board.bits.is_over() {
        return -won_at(ply);
    }
    if board.wins_at_once() {
        return won_at(ply + 1);
    }
    let mut best = board.estimate();
    for (_, chosen) in moves::captures(board, false) {
        let back = board.make(chosen);
        best = best.max(-plain_settled(board, ply + 1));
        board.unmake(chosen, back);
    }
    best
}

fn options(features: Features) -> Options {
    Options {
        features,
        memory: 1,
        ..Options::FULL
    }
}

/// The value by the engine's search with these features.
fn searched(ploy: &Ploy, depth: i32, features: Features) -> Score {
    let board = ScoredBoard::new(Bits::new(ploy), Weights::plain());
    let path = Path::new(&[], board.bits.key());
    let mut memory = Memory::new(features.killers, features.history);
    let (table, limits, halt) = (
        Transpositions::new(1),
        Limits::default(),
        AtomicBool::new(false),
    );
    let question = Question {
        board: &board,
        path: &path,
        options: &options(features),
        seed: 0,
        limits: &limits,
        wanted: 1,
        endings: None,
    };
    let mut search = PvSearch::new(&question, &table, &halt, &mut memory);
    search.value(depth, -WON - 1, WON + 1, 0, None)
}

#[test]
fn the_search_finds_what_plain_minimax_finds() {
    let nothing = Features::all(false);
    for ploy in small_positions() {
        for depth in 0..=2 {
            let mut board = ScoredBoard::new(Bits::new(&ploy), Weights::plain());
            let expected = plain_value(&mut board, depth, 0);
            let text = ploy.write_position();
            assert_eq!(searched(&ploy, depth as i32, nothing), expected, "{text}");
            // These change the order of the search, or what is searched twice,
            // but not the result.
            let same = Features {
                table: true,
                killers: true,
                history: true,
                ..nothing
            };
            assert_eq!(searched(&ploy, depth as i32, same), expected, "{text}");
        }
    }
}

#[test]
fn the_table_leaves_values_as_they_are() {
    for ploy in small_positions() {
        let without = Features {
            killers: true,
            history: true,
            ..Features::all(false)
        };
        let with = Features {
            table: true,
            ..without
        };
        let text = ploy.write_position();
        assert_eq!(
            searched(&ploy, 3, with),
            searched(&ploy, 3, without),
            "{text}"
        );
    }
}

#[test]
fn a_board_that_is_kept_up_to_date_is_as_good_as_a_new_one() {
    for weights in [Weights::plain(), Weights::tuned()] {
        for seed in 0..20 {
            let mut luck = luck::seeded(seed);
            let start = Bits::new(&crate::notation::start());
            let mut board = ScoredBoard::new(start, Arc::clone(&weights));
            let mut stack = Vec::new();
            while let Some(chosen) = board
                .bits
                .random_move(&mut luck)
                .filter(|_| stack.len() < 300)
            {
                let before = board.estimate();
                stack.push((chosen, board.make(chosen), before));
                let anew = Bits::new(&board.bits.ploy());
                assert_eq!(anew.key(), board.bits.key());
                let fresh = ScoredBoard::new(anew, Arc::clone(&weights));
                assert_eq!(fresh.estimate(), board.estimate());
            }
            while let Some((chosen, back, before)) = stack.pop() {
                board.unmake(chosen, back);
                assert_eq!(board.estimate(), before);
            }
        }
    }
}

#[test]
fn both_players_and_both_sides_are_worth_the_same() {
    for ploy in positions(10) {
        let estimate = |ploy: &Ploy| ScoredBoard::new(Bits::new(ploy), Weights::tuned()).estimate();
        let mirror = ploy.map(&Symmetry::Mirror);
        assert_eq!(estimate(&mirror), estimate(&ploy));
        let turned = ploy.map(&Symmetry::QuarterTurn).map(&Symmetry::QuarterTurn);
        let other = turned.map(&Symmetry::Colours);
        assert_eq!(estimate(&other), estimate(&ploy));
    }
}

#[test]
fn moves_are_those_of_the_rules_without_twins() {
    for ploy in positions(10) {
        let after = |chosen: Move| {
            let mut next = ploy;
            next.play(&chosen).expect("legal");
            next
        };
        let bits = Bits::new(&ploy);
        let board = ScoredBoard::new(bits.clone(), Weights::plain());
        let mut list = moves::captures(&board, true);
        assert!(list.iter().all(|(_, chosen)| board.is_capture(*chosen)));
        moves::quiet_moves(&board, &Memory::new(false, false), 0, None, &mut list);
        let found: HashSet<Ploy> = list.iter().map(|(_, chosen)| after(*chosen)).collect();
        assert_eq!(found.len(), list.len(), "no two lead to the same position");
        let expected: HashSet<Ploy> = ploy.moves().into_iter().map(after).collect();
        assert_eq!(found, expected);
        let legal: HashSet<Move> = list.iter().map(|(_, chosen)| *chosen).collect();
        for other in positions(1).iter().flat_map(Ploy::moves) {
            let sound = moves::is_legal(&bits, other);
            assert_eq!(sound, legal.contains(&other), "{other}");
        }
    }
}

#[test]
fn terms_count_what_the_rules_allow() {
    for ploy in positions(10) {
        let bits = Bits::new(&ploy);
        let level = Level::new();
        let terms = dispatch!(level, simd => terms::terms(simd, &bits));
        let reach = |player: Player, kind: usize| {
            let moves = list_moves(ploy.board(), player);
            let squares: HashSet<_> = moves
                .into_iter()
                .filter(|chosen| chosen.from() != chosen.to())
                .filter(|chosen| attacks::kind_of(bits.lines(chosen.from())) == kind)
                .map(|chosen| chosen.to())
                .collect();
            squares.len() as i16
        };
        let (mover, other) = (ploy.mover(), ploy.mover().opponent());
        for (kind, &term) in terms[..4].iter().enumerate() {
            assert_eq!(term, reach(mover, kind) - reach(other, kind));
        }
        for pos in bits.squares_of(other) {
            let expected = ploy.moves().iter().any(|chosen| chosen.to() == pos);
            assert_eq!(is_attacked(&bits, pos, mover), expected);
        }
    }
}

const EXCHANGE: &str = "w170,,,,,,,,w16/,,,,,,,,/,,,,w17,,,,/,,,,w16,,,,/,,,,,,,,/,,,,b131,,,,/\
                        ,,,,b146,,,,/,,,,,,,,/b170,,,,b1,,,,b1 b";

#[test]
fn exchanges_end_where_they_stop_paying() {
    let value = |position: &str, chosen: &str| {
        let ploy = Ploy::read_position(position).expect(position);
        let chosen = ploy.read_move(chosen).expect(chosen);
        static_exchange(&Bits::new(&ploy), chosen)
    };
    let [shield, _, lance, ..] = attacks::WORTH;
    // A Lance for a Shield that a Probe guards.
    assert_eq!(value(EXCHANGE, "e4-e6-0"), shield - lance);
    // Unguarded, it is free.
    let free = EXCHANGE.replacen("w17,", ",", 1);
    assert_eq!(value(&free, "e4-e6-0"), shield);
    // A quiet move to an attacked square, and one to a safe square.
    assert_eq!(value(EXCHANGE, "e4-e5-0"), -lance);
    assert_eq!(value(EXCHANGE, "e4-e4-1"), 0);
}

#[test]
fn the_last_piece_is_worth_the_game() {
    // The Commander guards the Probe, White's only other piece.
    let ploy = Ploy::read_position(
        "w85,,,,,,,,/w17,,,,,,,,/,,,,,,,,/,,,,,,,,/b131,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/b170,,,,,,,,b1 b",
    )
    .expect("sound");
    for on in [false, true] {
        assert_eq!(searched(&ploy, 0, Features::all(on)), won_at(1));
    }
    let mut board = ScoredBoard::new(Bits::new(&ploy), Weights::plain());
    board.bits.pass();
    assert!(board.is_threatened() && !board.wins_at_once());
}

/// White's Commander on i9 has nowhere safe to go for long.
const WIN: &str = "w1,,,,,,,,w170/,,,,,,,,/,,,,,b112,,b69,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/\
                   ,,,,,,,,/b170,,,,,,,,b1 b";

#[test]
fn a_forced_win_is_found_and_made_true() {
    let mut ploy = Ploy::read_position(WIN).expect("sound");
    let mut engine = Engine::new(options(Features::all(true)), 1);
    let mut ask = |ploy: &Ploy| {
        let limits = Limits::nodes(60_000);
        engine.advise(ploy.mover().seat(), ploy, &ploy.moves(), &limits)
    };
    let advice = ask(&ploy);
    let score = advice.value.expect("a score") as Score;
    let promised = moves_to_the_end(score).expect("a forced win");
    assert!(
        score > 0 && promised % 2 == 1 && promised <= 11,
        "{promised}"
    );
    assert!(
        advice
            .reason
            .is_some_and(|reason| reason.starts_with("it wins in "))
    );
    let mut made = 0;
    while let Turn::Seat(_) = ploy.turn() {
        ploy.play(&ask(&ploy).best).expect("legal");
        made += 1;
        assert!(made <= promised, "not later than promised");
    }
    assert_eq!(ploy.turn(), Turn::Over(Outcome::Win(Seat(0))));
}

#[test]
fn limits_are_kept() {
    let start = crate::notation::start();
    let ask = |spec: &str, limits: &Limits| {
        let mut engine = Engine::new(Options::read(spec).expect(spec), 1);
        engine.advise(start.mover().seat(), &start, &start.moves(), limits)
    };
    for nodes in [1, 2, 100, 5000] {
        let advice = ask("full:memory=1", &Limits::nodes(nodes));
        assert!(advice.nodes.is_none_or(|spent| spent <= nodes));
        assert!(start.moves().contains(&advice.best));
        assert_eq!(advice, ask("full:memory=1", &Limits::nodes(nodes)));
    }
    let shallow = Limits {
        depth: Some(3),
        ..Limits::default()
    };
    assert_eq!(ask("full:memory=1", &shallow).depth, Some(3));
    // With less memory and fewer threads than it was made for, it plays as if made that way.
    let bounded = Limits {
        threads: Some(NonZeroUsize::MIN),
        memory: Some(1 << 20),
        ..Limits::nodes(5000)
    };
    let modest = ask("full:memory=1", &Limits::nodes(5000));
    assert_eq!(ask("full:memory=64,threads=3", &bounded), modest);
    // It uses as many threads as it is allowed, unless it was made for fewer.
    let two = Limits {
        threads: NonZeroUsize::new(2),
        ..Limits::nodes(1000)
    };
    for (spec, used) in [("full:memory=1", 2), ("full:memory=1,threads=1", 1)] {
        let mut engine = Engine::new(Options::read(spec).expect(spec), 1);
        engine.advise(start.mover().seat(), &start, &start.moves(), &two);
        assert_eq!(engine.memories.len(), used, "{spec}");
    }
    let begun = Instant::now();
    let advice = ask(
        "full:memory=1,threads=2",
        &Limits::time(Duration::from_millis(50)),
    );
    assert!(begun.elapsed() < Duration::from_secs(5));
    assert!(start.moves().contains(&advice.best));
    let stopped = Limits::default();
    stopped
        .stop
        .store(true, std::sync::atomic::Ordering::Relaxed);
    assert!(start.moves().contains(&ask("full:memory=1", &stopped).best));
}

#[test]
fn other_good_moves_are_valued_and_differ() {
    let start = crate::notation::start();
    let limits = Limits {
        others: 3,
        ..Limits::nodes(20_000)
    };
    let mut engine = Engine::new(options(Features::all(true)), 1);
    let advice = engine.advise(start.mover().seat(), &start, &start.moves(), &limits);
    assert_eq!(advice.considered.len(), 4);
    let distinct: HashSet<Move> = advice
        .considered
        .iter()
        .map(|(chosen, _)| *chosen)
        .collect();
    assert_eq!(distinct.len(), 4);
    assert!(advice.considered.is_sorted_by(|a, b| a.1 >= b.1));
    assert_eq!(advice.considered[0].0, advice.best);
    let mut ploy = start;
    for chosen in &advice.line {
        ploy.play(chosen).expect("the line is legal");
    }
    assert!(!advice.line.is_empty() && advice.line.len() <= MOST_PLIES);
}

#[test]
fn what_has_come_up_twice_is_a_draw() {
    let mut path = Path::new(&[1, 2, 3, 4, 1, 2, 3, 4], 9);
    assert!(!path.is_drawn());
    path.push(2, false);
    assert!(path.is_drawn(), "twice in the match, now again");
    path.pop();
    path.push(77, false);
    path.push(78, false);
    path.push(79, false);
    path.push(9, false);
    assert!(path.is_drawn(), "where the search began");
    path.push(5, true);
    path.push(6, false);
    path.push(7, false);
    path.push(9, false);
    assert!(!path.is_drawn(), "something was taken in between");
    let mut idle = Path::new(&(0..199).collect::<Vec<u64>>(), 199);
    assert!(!idle.is_drawn());
    idle.push(200, false);
    assert!(idle.is_drawn());
}
