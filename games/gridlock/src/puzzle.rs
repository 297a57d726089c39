//! Puzzles: positions with a single winning move.

use parlour_core::learn::{Judged, Judgement, Puzzles, after_bots};
use parlour_core::{Limits, Sorting};

use crate::rules::{Grid, Paint};
use crate::solve::Solver;

/// Boards that can be thought through in the head.
const SETUPS: &[&[(&str, &str)]] = &[
    &[("size", "4x3"), ("colours", "red,green")],
    &[("size", "4x4"), ("colours", "red,green")],
    &[("size", "5x4"), ("colours", "red,green")],
    &[("size", "4x4"), ("colours", "red,green,blue")],
    &[("size", "5x5"), ("colours", "red,green")],
];

/// Positions after which a board counts as too hard.
const NODES: u64 = 200_000;

/// Bytes for what the solver remembers.
const MEMORY: usize = 4 << 20;

pub(crate) const PUZZLES: Puzzles<Grid> = Puzzles {
    task: "Find the only move that wins.",
    is_whole: false,
    most_right: 1,
    margin: 1.0,
    naive: Some("casual"),
    source: |luck, tables, _| after_bots(luck, tables, SETUPS, "random", 1, 3..=10),
    judge: |grid, _, limits| judge(grid, limits),
    words: |_, value| match value {
        1.0.. => "it wins".to_owned(),
        _ => "it loses against best play".to_owned(),
    },
    #[cfg(not(target_arch = "wasm32"))]
    shipped: include_str!("puzzles.tsv"),
};

fn judge(grid: &Grid, limits: &Limits) -> Option<Judgement<Paint>> {
    let limits = Limits {
        nodes: Some(NODES),
        ..limits.clone()
    };
    let mut solver = Solver::new(MEMORY);
    let components = solver.components(grid, &limits).ok()?;
    let mut judged = solver.judge(grid, &components, &limits).ok()?;
    judged.order_by_key(|(_, wins)| !wins);
    let moves = judged.into_iter().map(|(chosen, wins)| Judged {
        chosen,
        value: f64::from(u8::from(wins)),
        is_right: wins,
    });
    Some(Judgement {
        moves: moves.collect(),
        gap: 1.0,
    })
}
