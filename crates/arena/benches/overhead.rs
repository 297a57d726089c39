//! What the arena costs besides the bots: random games of Ploy, played with the
//! bare rules, and in an arena on one thread.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parlour_arena::{Arena, Plan, Seating, Shape, Spec, Timeouts};
use parlour_core::{Budget, Game, GameEntry, Notation, SetupValues, Tables, below, luck};
use parlour_ploy::{Ploy, START};

/// Pairs of games that are played at once.
const GAMES: u64 = 100;

/// Plays random games until this many moves were made, doing only what the rules need.
fn bare(moves: u64) -> Ploy {
    let start = Ploy::read_position(START).expect("the start");
    let mut luck = luck::seeded(1);
    let mut ploy = start;
    for _ in 0..moves {
        let legal = ploy.moves();
        match below(&mut luck, legal.len() as u64) {
            Some(index) => ploy.play(&legal[index as usize]).expect("it is listed"),
            None => ploy = start,
        }
    }
    ploy
}

/// Lets the arena play, and counts the moves.
fn arena(game: &dyn GameEntry) -> u64 {
    let random = Spec::read(game, "random").expect("it is listed");
    let arena = Arena {
        game,
        setup: SetupValues::new(),
        players: vec![random.clone(), random],
        results_with_records: false,
        tables: Tables::none(),
        labels: vec!["one".to_owned(), "other".to_owned()],
        plan: Plan::new(2, 2, Shape::RoundRobin, Seating::Exchanged, GAMES).expect("sound"),
        seed: 1,
        budget: Budget {
            nodes: Some(1),
            ..Budget::default()
        },
        opening: 2,
        most_steps: 10_000,
        patience: Timeouts::default(),
        records: false,
        times: false,
    };
    let mut moves = 0;
    let run = arena.run(1, 0..u64::MAX, &|_| true, |finished| {
        moves += u64::from(finished.result.steps);
        ControlFlow::Continue(())
    });
    run.expect("no other program is needed");
    moves
}

fn overhead(c: &mut Criterion) {
    let game = parlour_catalog::game("ploy").expect("it is listed");
    let moves = arena(game);
    let mut group = c.benchmark_group("random games of Ploy");
    group.sample_size(20);
    group.throughput(Throughput::Elements(moves));
    group.bench_function("bare", |b| b.iter(|| bare(black_box(moves))));
    group.bench_function("arena", |b| b.iter(|| arena(black_box(game))));
    group.finish();
}

criterion_group!(benches, overhead);
criterion_main!(benches);
