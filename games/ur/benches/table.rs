//! How long it takes to look up a value, and to play.
//!
//! `PARLOUR_DATA` may name a folder with the table for seven pieces; without it
//! four pieces are played, whose table fits into a processor's cache.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use parlour_core::luck::{self, Luck};
use parlour_core::{Playable, Series, Tables};
use parlour_ur::{GameState, Setup, Solution, ThrowerBoard, Ur, WinTable, numbering};
use rand::Rng;

fn tables() -> Tables {
    std::env::var_os("PARLOUR_DATA").map_or_else(Tables::none, Tables::in_folder)
}

/// The largest game that can be played perfectly, and its table.
fn largest() -> (u8, WinTable) {
    match WinTable::find(&tables(), 7, false) {
        Ok(table) => (7, table),
        Err(_) => {
            let solution = Solution::solve(4, false, &|_| ()).expect("a game");
            (4, WinTable::of(&solution))
        }
    }
}

/// Positions from random games.
fn states(pieces: u8, count: usize) -> Vec<GameState> {
    let luck = &mut luck::seeded(1);
    let mut board = ThrowerBoard::start(pieces);
    let mut states = Vec::new();
    while states.len() < count {
        let number = luck.next_u64();
        let roll = (number & 0xf).count_ones() as u8;
        let movable = if roll == 0 {
            0
        } else {
            board.movable(roll, false)
        };
        let mut origins: Vec<u8> = (0..15).filter(|from| movable >> from & 1 == 1).collect();
        board = match origins.len() {
            0 => board.turned(),
            several => {
                let chosen = origins.swap_remove((number >> 4) as usize % several);
                board.moved(chosen, roll).next()
            }
        };
        if board.other_left == 0 {
            board = ThrowerBoard::start(pieces);
        }
        states.extend(board.state(pieces, false));
    }
    // In an order that a processor cannot predict.
    for last in (1..states.len()).rev() {
        states.swap(last, (luck.next_u64() % (last as u64 + 1)) as usize);
    }
    states
}

fn look_up(c: &mut Criterion) {
    let (pieces, table) = largest();
    let states = states(pieces, 1 << 20);
    let boards: Vec<ThrowerBoard> = states.iter().map(ThrowerBoard::of).collect();
    let mut next = 0;
    let mut turn = || {
        next = (next + 1) % states.len();
        next
    };
    c.bench_function("the number of a position", |b| {
        b.iter(|| numbering::number(black_box(&boards[turn()])));
    });
    c.bench_function(&format!("a value of {pieces} pieces"), |b| {
        b.iter(|| table.value(black_box(&states[turn()])));
    });
}

fn simulate(c: &mut Criterion) {
    let (pieces, _) = largest();
    let setup = Setup {
        pieces,
        exact_home: false,
    };
    let start = Ur::new(&setup).expect("a game");
    let luck: Vec<Luck> = (0..1024).map(luck::seeded).collect();
    let seats: Vec<(usize, u64)> = (0..2048).map(|seed| (0, seed)).collect();
    let mut group = c.benchmark_group("a batch of 1024 games");
    group.sample_size(20);
    for name in ["random", "greedy", "level-5", "perfect"] {
        let series = Series {
            bots: &[name],
            tables: &tables(),
            luck: &luck,
            seats: &seats,
            most_steps: u32::MAX,
        };
        let played = start.simulate(&series).expect("it is known");
        let throws = played.iter().map(|game| u64::from(game.throws)).sum();
        group.throughput(Throughput::Elements(throws));
        group.bench_function(BenchmarkId::new(name, pieces), |b| {
            b.iter(|| start.simulate(black_box(&series)));
        });
    }
    group.finish();
}

criterion_group!(benches, look_up, simulate);
criterion_main!(benches);
