//! How many (insertion, direction) pairs can be evaluated per second: the shift of the line and
//! where the pawn can then walk.
#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parlour_core::luck;
use parlour_labyrinth::{Labyrinth, Maze, Place, Shape, Square, Squares, deal};

#[path = "../tests/plain/mod.rs"]
mod plain;

/// Boards, each with a square from which to start.
fn boards() -> Vec<(Labyrinth, Square)> {
    let squares: Vec<Square> = Square::all().collect();
    (0..256)
        .map(|seed| {
            let game = deal(1, 0, false, &mut luck::seeded(seed as u64));
            (game, squares[seed % squares.len()])
        })
        .collect()
}

fn reach(criterion: &mut Criterion) {
    let boards = boards();
    let places: Vec<Place> = Place::all().collect();
    let pairs: usize = boards
        .iter()
        .map(|(game, _)| 12 * game.table().extra.kind.directions().len())
        .sum();
    let mut group = criterion.benchmark_group("reach");
    group.throughput(Throughput::Elements(pairs as u64));
    let mazes: Vec<_> = boards
        .iter()
        .map(|(game, from)| {
            (
                Maze::of(&game.table().tiles),
                game.table().extra.kind,
                *from,
            )
        })
        .collect();
    group.bench_function("all directions of a tile at once", |bencher| {
        bencher.iter(|| {
            let mut sum = 0;
            for (maze, kind, from) in &mazes {
                for place in &places {
                    maze.reaches(*place, *kind, *from, |_, reached| sum += reached.len());
                }
            }
            black_box(sum)
        });
    });
    group.bench_function("one direction after another", |bencher| {
        bencher.iter(|| {
            let mut sum = 0;
            for (maze, kind, from) in &mazes {
                for place in &places {
                    for direction in kind.directions() {
                        let shape = Shape {
                            kind: *kind,
                            direction: *direction,
                        };
                        let after = maze.insert(*place, shape.sides());
                        sum += after.reach(Squares::of(*from)).len();
                    }
                }
            }
            black_box(sum)
        });
    });
    group.sample_size(10);
    group.bench_function("plain search, tile by tile", |bencher| {
        bencher.iter(|| {
            let mut sum = 0;
            for (game, from) in &boards {
                let table = game.table();
                let kind = table.extra.kind;
                for place in &places {
                    for direction in kind.directions() {
                        let shape = Shape {
                            kind,
                            direction: *direction,
                        };
                        let after = table.after(*place, shape);
                        sum += plain::plain_reach(&after.tiles, *from).len();
                    }
                }
            }
            black_box(sum)
        });
    });
    group.finish();
}

criterion_group!(benches, reach);
criterion_main!(benches);
