//! The bots that can play any game, on real games: compared with searches
//! without pruning, and within their limits.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use parlour_catalog::{Visitor, each, games};
use parlour_core::{
    Advice, Bots, Configure, Game, Limits, Notation, OFFERED, Odds, Outcome, Playable, Seat,
    SetupValues, Tables, Turn, Viewer, below, luck,
};
use parlour_gridlock::Grid;
use parlour_ploy::Ploy;
use parlour_search::common;
use parlour_ur::Ur;

/// What a common bot says in a position.
fn ask<G: Playable>(name: &str, state: &G, limits: &Limits) -> Advice<G::Move> {
    let Turn::Seat(seat) = state.turn() else {
        panic!("no seat is to move: {state:?}");
    };
    let mut bot = (common::<G>().bot)(name, 1).expect(name);
    bot.advise(
        seat,
        &state.view(Viewer::Seat(seat)),
        &state.moves(),
        limits,
    )
}

fn share(outcome: Outcome, us: Seat) -> f64 {
    match outcome {
        Outcome::Win(winner) => f64::from(u8::from(winner == us)),
        Outcome::Draw => 0.5,
    }
}

/// A seat's chance by plain expectimax: every move, every outcome.
fn plain<G: Bots>(state: &G, us: Seat, depth: u32) -> f64 {
    match state.turn() {
        Turn::Over(outcome) => share(outcome, us),
        _ if depth == 0 => {
            let told = G::EVALUATE.and_then(|evaluate| evaluate(state, us));
            told.unwrap_or(0.5)
        }
        Turn::Seat(seat) => {
            let values = state.moves().into_iter().map(|chosen| {
                let mut next = state.clone();
                next.play(&chosen).expect("legal");
                plain(&next, us, depth - 1)
            });
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
            let values = odds.iter().map(|(outcome, weight)| {
                let mut next = state.clone();
                next.resolve(outcome).expect("listed");
                f64::from(*weight) * plain(&next, us, depth)
            });
            values.sum::<f64>() / f64::from(total)
        }
    }
}

/// A position after some random steps in which a seat has a choice.
fn wandered<G: Game>(mut state: G, steps: u32, seed: u64) -> Option<G> {
    let mut luck = luck::seeded(seed);
    for step in 0.. {
        match state.turn() {
            Turn::Over(_) => return None,
            Turn::Chance => {
                let outcome = state.odds().sample(&mut luck)?;
                state.resolve(&outcome).ok()?;
            }
            Turn::Seat(_) => {
                let moves = state.moves();
                if step >= steps && moves.len() > 1 {
                    return Some(state);
                }
                let index = below(&mut luck, moves.len() as u64)?;
                state.play(&moves[index as usize]).ok()?;
            }
        }
    }
    None
}

/// The value to a depth is that of the plain search, and so is each move's.
fn compare<G: Playable>(name: &str, state: &G, depth: u32, measured: impl Fn(f64) -> f64) {
    let Turn::Seat(us) = state.turn() else {
        panic!("no seat is to move: {state:?}");
    };
    let limits = Limits {
        depth: Some(depth),
        others: u32::MAX,
        memory: Some(1 << 20),
        ..Limits::nodes(u64::MAX)
    };
    let advice = ask(name, state, &limits);
    assert_eq!(advice.considered.len(), state.moves().len());
    for (chosen, told) in &advice.considered {
        let mut next = state.clone();
        next.play(chosen).expect("legal");
        let value = measured(plain(&next, us, depth - 1));
        assert!(
            (told - value).abs() < 1e-3,
            "{} {chosen:?} to depth {depth}: {told}, not {value}",
            state.write_position()
        );
    }
    assert_eq!(advice.considered[0].0, advice.best);
}

#[test]
fn alpha_beta_solves_small_grids_as_minimax_does() {
    for (position, steps) in [
        ("3x3 rg .../.../...", 3),
        ("4x2 rg ..../....", 1),
        ("5x1 rgb .....", 0),
        ("4x3 r ..../..../....", 1),
    ] {
        let grid = Grid::read_position(position).expect(position);
        for seed in 0..8 {
            if let Some(grid) = wandered(grid.clone(), steps, seed) {
                compare("alpha-beta", &grid, 20, |chance| chance);
            }
        }
    }
}

#[test]
fn alpha_beta_looks_at_ploy_as_minimax_does() {
    let start = Ploy::start(&SetupValues::new(), &mut luck::seeded(1)).expect("the start");
    for seed in 0..2 {
        let ploy = wandered(start, 30, seed).expect("games are longer");
        let scores = |chance| {
            Ploy::INFO
                .measure
                .value(chance)
                .expect("scores stand for chances")
        };
        compare("alpha-beta", &ploy, 2, scores);
    }
}

#[test]
fn expectimax_looks_at_ur_as_a_plain_search_does() {
    for pieces in ["1", "2"] {
        let mut values = SetupValues::new();
        values.set("pieces", pieces);
        let start = Ur::start(&values, &mut luck::seeded(1)).expect("the start");
        for seed in 0..20 {
            if let Some(ur) = wandered(start, (seed % 12) as u32, seed) {
                for depth in 1..=3 {
                    compare("expectimax", &ur, depth, |chance| chance);
                }
            }
        }
    }
}

#[test]
fn monte_carlo_tree_search_finds_moves_that_win() {
    let limits = Limits {
        others: u32::MAX,
        ..Limits::nodes(u64::MAX)
    };
    let mut asked = 0;
    for seed in 0..12 {
        let grid = Grid::read_position("4x3 rg ..../..../....").expect("a grid");
        let Some(grid) = wandered(grid, 3, seed) else {
            continue;
        };
        let solved = ask("alpha-beta", &grid, &limits);
        let wins = |chosen| solved.considered.contains(&(chosen, 1.0));
        if solved.value == Some(1.0) && solved.considered.iter().any(|(_, value)| *value == 0.0) {
            asked += 1;
            let advice = ask("mcts", &grid, &Limits::nodes(60_000));
            assert!(wins(advice.best), "{advice:?} {solved:?}");
        }
    }
    assert!(asked >= 3, "{asked}");
}

/// In games with secrets, a bot's advice depends on what its seat sees, and on
/// nothing else.
#[test]
fn states_that_look_the_same_get_the_same_advice() {
    let mut differed = 0;
    for game in games().iter().filter(|game| !game.is_open()) {
        for seed in 0..6 {
            let mut luck = luck::seeded(seed);
            let mut position = game
                .start(&SetupValues::new(), &mut luck)
                .expect("the start");
            for _ in 0..2 * seed {
                let index = below(&mut luck, position.moves().len() as u64).expect("moves");
                let step = position.move_at(index as usize).expect("a move");
                position.take(&step).expect("legal");
            }
            if !matches!(position.turn(), Turn::Seat(_)) {
                continue;
            }
            let other = game.lookalike(&*position, &mut luck);
            differed += u32::from(position.text() != other.text());
            for bot in ["greedy", "mcts"] {
                let advise = |position| {
                    let mut bot = game.bot(bot, 3, &parlour_core::Tables::none()).expect(bot);
                    bot.advise(position, &Limits::nodes(400))
                        .expect("it answers")
                };
                assert_eq!(advise(&*position), advise(&*other), "{bot}");
            }
        }
    }
    assert!(differed > 3, "{differed}");
}

#[test]
fn limits_are_kept_in_every_game() {
    struct Hurry;
    impl Visitor for Hurry {
        fn game<G: Playable>(&mut self) {
            let start = G::start(&SetupValues::new(), &mut luck::seeded(2)).expect("the start");
            let state = wandered(start, 4, 1).expect("games are longer");
            for bot in (common::<G>().list)() {
                let id = G::INFO.id;
                for nodes in [1, 37, 1000] {
                    let looked = ask(bot.name, &state, &Limits::nodes(nodes)).nodes;
                    assert!(
                        looked.is_none_or(|looked| looked <= nodes),
                        "{id} {}",
                        bot.name
                    );
                }
                let begun = Instant::now();
                ask(bot.name, &state, &Limits::time(Duration::from_millis(20)));
                let stopped = Limits::time(Duration::from_secs(3600));
                stopped.stop.store(true, Ordering::Relaxed);
                ask(bot.name, &state, &stopped);
                let taken = begun.elapsed();
                assert!(
                    taken < Duration::from_secs(5),
                    "{id} {} {taken:?}",
                    bot.name
                );
            }
        }
    }
    each(&mut Hurry);
}

/// On the largest board even a list of moves takes long.
#[test]
fn a_huge_board_is_answered_in_time() {
    let mut values = SetupValues::new();
    values.set("size", "999x999");
    let grid = Grid::start(&values, &mut luck::seeded(1)).expect("a large grid");
    for bot in (common::<Grid>().list)() {
        let begun = Instant::now();
        ask(bot.name, &grid, &Limits::time(Duration::from_millis(100)));
        let taken = begun.elapsed();
        assert!(taken < Duration::from_secs(20), "{} {taken:?}", bot.name);
    }
}

/// The opponents that every game offers are its own bots under other names.
#[test]
fn every_game_offers_four_opponents_from_weak_to_strong() {
    for game in games() {
        let offers = game.offers();
        let names: Vec<_> = offers.iter().map(|offer| offer.name).collect();
        assert_eq!(names, OFFERED, "{}", game.info().id);
        let strength = |name| game.bots().iter().position(|bot| bot.name == name);
        let strengths: Vec<_> = offers.iter().map(|o| strength(o.bot.name)).collect();
        assert!(strengths.iter().all(Option::is_some), "{offers:?}");
        assert!(strengths.is_sorted_by(|a, b| a < b), "{offers:?}");
        assert_eq!(offers[3].bot, *game.bots().last().expect("bots"));
        let start = game
            .start(&SetupValues::new(), &mut luck::seeded(1))
            .expect("a start");
        let start = match start.draw_lot(&mut luck::seeded(1)) {
            None => start,
            Some(lot) => {
                let mut thrown = start;
                thrown.take(&lot).expect("luck's turn");
                thrown
            }
        };
        for offer in offers {
            let [offered, meant] = [offer.name, offer.bot.name].map(|name| {
                let mut bot = game.bot(name, 7, &Tables::none()).expect(name);
                bot.advise(&*start, &Limits::nodes(1)).expect("a move")
            });
            assert_eq!(offered, meant, "{offer:?}");
        }
    }
}

#[test]
fn every_game_has_the_common_bots_by_name() {
    for game in games() {
        let names: Vec<_> = game.all_bots().iter().map(|bot| bot.name).collect();
        let own: Vec<_> = game.bots().iter().map(|bot| bot.name).collect();
        assert!(own.iter().all(|name| names.contains(name)));
        assert!(names.starts_with(&OFFERED));
        let ahead = match (game.is_open(), game.info().id) {
            (true, "ur") => Some("expectimax"),
            (true, _) => Some("alpha-beta"),
            (false, _) => None,
        };
        for name in ["random", "greedy", "mcts"].into_iter().chain(ahead) {
            assert!(names.contains(&name), "{}: {names:?}", game.info().id);
            assert!(game.bot(name, 1, &Tables::none()).is_some());
        }
        let mut distinct = names.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), names.len(), "{names:?}");
    }
}
