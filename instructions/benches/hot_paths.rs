//! Instruction counts of the hot paths, by Callgrind: the same on every run of one build.
//!
//! The limits are the stored baseline, with two percent to spare. A count above its limit fails; a
//! change that makes a path faster lowers its limit.
#![allow(missing_docs)]

use std::hint::black_box;

use gungraun::{
    Callgrind, EventKind, LibraryBenchmarkConfig, library_benchmark, library_benchmark_group, main,
};
use parlour_core::{Game, Notation, Playable, Record, Records, luck};
use parlour_gridlock::Grid;
use parlour_instructions::random_game;
use parlour_labyrinth::{Maze, Place, Square, deal};
use parlour_ploy::{Ploy, START};
use parlour_ships::{Candidates, read_fleet};
use parlour_ur::Ur;

fn limit(instructions: u64) -> LibraryBenchmarkConfig {
    let mut config = LibraryBenchmarkConfig::default();
    config.tool(Callgrind::default().hard_limits([(EventKind::Ir, instructions)]));
    config
}

fn gridlock_file() -> String {
    let options = [("size", "40x40"), ("colours", "red,green,blue")];
    Grid::write_record(&random_game(&options, 1))
}

// Checks a record of about 1,000 moves.
#[library_benchmark(config = limit(631_700))]
#[bench::random(gridlock_file())]
fn gridlock_check(file: String) -> usize {
    black_box(Grid::check_record(file.as_bytes()).len())
}

fn ur_game() -> Record<Ur> {
    random_game(&[], 1)
}

// Replays a random game, listing the moves of every position.
#[library_benchmark(config = limit(111_200))]
#[bench::random(ur_game())]
fn ur_replay(record: Record<Ur>) -> usize {
    let mut state = record.start;
    let mut listed = 0;
    for step in &record.steps {
        listed += state.moves().len();
        step.take(&mut state).expect("a legal step");
    }
    black_box(listed)
}

// Splits all 4,960 targets by their answers to a guess.
#[library_benchmark(config = limit(1_737_500))]
#[bench::all(Candidates::all())]
fn ships_split(all: Candidates) -> usize {
    let guess = read_fleet("A1,A3,H1").expect("three locations");
    black_box(all.split(guess).len())
}

// Where a pawn can walk after each of twelve insertions.
#[library_benchmark(config = limit(5_510))]
#[bench::dealt(deal(1, 0, false, &mut luck::seeded(1)))]
fn labyrinth_reach(game: parlour_labyrinth::Labyrinth) -> usize {
    let maze = Maze::of(&game.table().tiles);
    let kind = game.table().extra.kind;
    let from = Square::all().next().expect("a square");
    let mut sum = 0;
    for place in Place::all() {
        maze.reaches(place, kind, from, |_, reached| {
            sum += reached.len() as usize
        });
    }
    black_box(sum)
}

// Counts all sequences of three moves.
#[library_benchmark(config = limit(805_900))]
#[bench::start(Ploy::read_position(START).expect("the start"))]
fn ploy_perft(ploy: Ploy) -> u128 {
    black_box(ploy.perft(3, &mut |_| ()).expect("no luck"))
}

library_benchmark_group!(
    name = hot_paths;
    benchmarks = gridlock_check, ur_replay, ships_split, labyrinth_reach, ploy_perft
);

main!(library_benchmark_groups = hot_paths);
