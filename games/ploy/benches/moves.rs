//! How fast moves are counted, made and chosen at random.
//!
//! `plain` makes every move except the last, which is only counted; `perft` is
//! what the command does, counting the last two moves together.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use fearless_simd::{Level, Simd, dispatch};
use parlour_core::{Game, Notation, Playable, luck};
use parlour_ploy::{Bits, Move, Ploy, START};

fn start() -> Ploy {
    Ploy::read_position(START).expect("the start")
}

/// By the rules alone.
fn reference(ploy: &Ploy, depth: u32) -> u64 {
    let moves = ploy.moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |chosen| {
        let mut next = *ploy;
        next.play(chosen).expect("it is listed");
        reference(&next, depth - 1)
    };
    moves.iter().map(after).sum()
}

fn moves(bits: &Bits) -> Vec<Move> {
    let mut moves = Vec::with_capacity(256);
    bits.for_each_move(|chosen| moves.push(chosen));
    moves
}

fn plain(level: Level, bits: &mut Bits, depth: u32) -> u64 {
    let moves = moves(bits);
    if depth == 2 {
        return dispatch!(level, simd => last_two(simd, bits, &moves));
    }
    let mut total = 0;
    for chosen in moves {
        let undo = bits.make(chosen);
        total += plain(level, bits, depth - 1);
        bits.unmake(chosen, undo);
    }
    total
}

#[inline(always)]
fn last_two<S: Simd>(_: S, bits: &mut Bits, moves: &[Move]) -> u64 {
    let mut total = 0;
    for &chosen in moves {
        let undo = bits.make(chosen);
        total += u64::from(bits.count());
        bits.unmake(chosen, undo);
    }
    total
}

fn perft(c: &mut Criterion) {
    let start = start();
    let mut group = c.benchmark_group("perft");
    group.sample_size(10);
    group.throughput(Throughput::Elements(21_025));
    group.bench_function("reference 2", |b| b.iter(|| reference(&start, 2)));
    group.throughput(Throughput::Elements(437_350_639));
    let level = Level::new();
    group.bench_function("plain 4", |b| {
        b.iter(|| plain(level, &mut Bits::new(&start), 4));
    });
    group.bench_function("perft 4", |b| b.iter(|| start.perft(4, &mut |_| ())));
    group.throughput(Throughput::Elements(62_748_434_353));
    group.bench_function("perft 5", |b| b.iter(|| start.perft(5, &mut |_| ())));
    group.finish();
}

fn playouts(c: &mut Criterion) {
    const MOVES: u64 = 100_000;
    let begin = Bits::new(&start());
    let mut group = c.benchmark_group("playouts");
    group.throughput(Throughput::Elements(MOVES));
    group.bench_function("random moves", |b| {
        let mut luck = luck::seeded(1);
        b.iter(|| {
            let mut bits = begin.clone();
            for _ in 0..MOVES {
                match bits.random_move(&mut luck) {
                    Some(chosen) => _ = bits.make(chosen),
                    None => bits = begin.clone(),
                }
            }
            bits
        });
    });
    group.finish();
}

criterion_group!(benches, perft, playouts);
criterion_main!(benches);
