//! How long the search takes on boards that no strategy settles at once.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use parlour_core::Limits;
use parlour_gridlock::{Colour, Grid, Setup, Size, Solver};

/// Width, height, colours, and whether only the winner is wanted.
const BOARDS: [(u64, u64, usize, bool); 11] = [
    (21, 3, 1, false),
    (25, 3, 1, false),
    (12, 5, 1, false),
    (9, 6, 1, false),
    (6, 5, 2, false),
    (11, 3, 2, false),
    (8, 4, 2, false),
    (14, 2, 3, false),
    (8, 3, 3, true),
    (14, 5, 1, true),
    (11, 6, 1, true),
];

fn boards(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("solve");
    group.sample_size(10);
    for (width, height, colours, winner_only) in BOARDS {
        let setup = Setup {
            size: Size { width, height },
            palette: Colour::ALL.into_iter().take(colours).collect(),
        };
        let grid = Grid::new(&setup).expect("boards of this size can be played on");
        let has_strategy = colours > 1 && !winner_only && width * height % 2 == 0;
        group.bench_function(format!("{width}x{height}, {colours}"), |bencher| {
            bencher.iter(|| {
                let mut solver = Solver::new(1 << 30);
                if has_strategy {
                    solver = solver.without_pairings();
                }
                let limits = Limits::nodes(u64::MAX);
                if winner_only {
                    black_box(solver.wins(&grid, &limits).map(u16::from))
                } else {
                    black_box(solver.nim(&grid, &limits))
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, boards);
criterion_main!(benches);
