//! How fast records are checked and read, in bytes of the file.
//!
//! The records are real games: cells in random order, each in a random colour
//! that is still allowed, until nobody can move.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use parlour_core::{Game, Record, Records, Step, below, luck};
use parlour_gridlock::{Colour, Grid, Paint, Palette, Setup, Size, parse_game};
use rand::Rng;

/// A number below `bound`, which is not zero.
fn draw(luck: &mut impl Rng, bound: usize) -> usize {
    below(luck, bound as u64).expect("something to draw from") as usize
}

/// A random game, played to its end.
///
/// A cell without a colour left never gets one back, so one pass over the cells
/// in random order plays as if an open cell were drawn for every move.
fn random_game(width: u64, height: u64, colours: usize, luck: &mut impl Rng) -> Record<Grid> {
    let palette: Palette = Colour::ALL.into_iter().take(colours).collect();
    let size = Size { width, height };
    let start = Grid::new(&Setup { size, palette }).expect("a board to play on");
    let mut cells: Vec<_> = start.cells().collect();
    for last in (1..cells.len()).rev() {
        cells.swap(last, draw(luck, last + 1));
    }
    let mut grid = start.clone();
    let mut steps = Vec::new();
    for cell in cells {
        let allowed: Vec<Colour> = grid.allowed(cell).iter().collect();
        if !allowed.is_empty() {
            let colour = allowed[draw(luck, allowed.len())];
            let paint = Paint { cell, colour };
            grid.play(&paint).expect("an allowed colour");
            steps.push(Step::Move(paint));
        }
    }
    assert!(grid.is_over());
    Record {
        names: vec!["Amy".to_owned(), "Bill".to_owned()],
        start,
        steps,
        sealed: None,
    }
}

/// The file of a random, valid game.
fn random_file(width: u64, height: u64, colours: usize, luck: &mut impl Rng) -> Vec<u8> {
    let file = Grid::write_record(&random_game(width, height, colours, luck)).into_bytes();
    assert_eq!(Grid::check_record(&file), []);
    file
}

fn check(c: &mut Criterion) {
    let mut group = c.benchmark_group("check");
    let luck = &mut luck::seeded(1);
    for (side, colours) in [(1000, 2), (1000, 3), (1000, 6), (100, 3), (10, 3)] {
        let file = random_file(side, side, colours, luck);
        group.throughput(Throughput::Bytes(file.len() as u64));
        let id = BenchmarkId::new(format!("{side}x{side}"), format!("{colours} colours"));
        group.bench_with_input(id, &file, |b, file| b.iter(|| Grid::check_record(file)));
    }

    // Many files, because a processor learns a small one by heart.
    let files: Vec<_> = (0..1000)
        .map(|_| {
            let (width, height) = (8 + draw(luck, 5) as u64, 8 + draw(luck, 5) as u64);
            let colours = 1 + draw(luck, Colour::ALL.len());
            random_file(width, height, colours, luck)
        })
        .collect();
    let bytes: usize = files.iter().map(Vec::len).sum();
    group.throughput(Throughput::Bytes(bytes as u64));
    group.bench_function("a thousand small files", |b| {
        b.iter(|| {
            for file in &files {
                black_box(Grid::check_record(black_box(file)));
            }
        });
    });
}

fn parse(c: &mut Criterion) {
    let mut group = c.benchmark_group("parse");
    let luck = &mut luck::seeded(1);
    for colours in [2, 3, 6] {
        let file = random_file(1000, 1000, colours, luck);
        group.throughput(Throughput::Bytes(file.len() as u64));
        let id = BenchmarkId::new("1000x1000", format!("{colours} colours"));
        group.bench_with_input(id, &file, |b, file| b.iter(|| parse_game(file)));
    }
}

/// Plays all moves and checks after each whether the game is over, as it must
/// be after the last move only.
fn replay(start: &Grid, moves: &[Paint], is_over: impl Fn(&Grid) -> bool) {
    let mut grid = start.clone();
    for (i, paint) in moves.iter().enumerate() {
        grid.paint(*paint).expect("a legal move");
        assert_eq!(is_over(&grid), i + 1 == moves.len());
    }
}

/// What it would cost to detect the end of the game on the board.
fn end_of_game(c: &mut Criterion) {
    let mut group = c.benchmark_group("end of game, 30x30");
    let game = random_game(30, 30, 3, &mut luck::seeded(1));
    let moves = parse_game(Grid::write_record(&game))
        .expect("a valid record")
        .moves()
        .to_vec();
    group.throughput(Throughput::Elements(moves.len() as u64));
    let start = &game.start;
    group.bench_function("counted", |b| {
        b.iter(|| replay(start, &moves, Grid::is_over));
    });
    group.bench_function("scan for an open cell", |b| {
        let scan = |grid: &Grid| grid.cells().all(|cell| grid.allowed(cell).is_empty());
        b.iter(|| replay(start, &moves, scan));
    });
    group.bench_function("scan of the whole board", |b| {
        let is_open = |grid: &Grid, cell| !grid.allowed(cell).is_empty();
        let scan = |grid: &Grid| grid.cells().filter(|cell| is_open(grid, *cell)).count() == 0;
        b.iter(|| replay(start, &moves, scan));
    });
}

criterion_group! {
    name = benches;
    // A large file takes tens of milliseconds.
    config = Criterion::default().sample_size(50);
    targets = check, parse, end_of_game
}
criterion_main!(benches);
