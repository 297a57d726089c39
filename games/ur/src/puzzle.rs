//! Puzzles: hard choices of games with few pieces, whose values are exact.

use parlour_core::Limits;
use parlour_core::learn::{Puzzles, after_bots, by_bot};

use crate::rules::Ur;

/// Games that are solved in a moment.
const SETUPS: &[&[(&str, &str)]] = &[&[("pieces", "3")], &[("pieces", "4")]];

/// Moves whose chances differ by less are equally good.
const EQUAL: f64 = 0.001;

pub(crate) const PUZZLES: Puzzles<Ur> = Puzzles {
    task: "Find the move that wins most often.",
    is_whole: false,
    most_right: 1,
    margin: 0.04,
    naive: Some("expectimax-1"),
    source: |luck, tables, _| after_bots(luck, tables, SETUPS, "expectimax-1", 1, 8..=40),
    judge: |ur, tables, limits| {
        let limits = Limits {
            others: u32::MAX - 1,
            ..limits.clone()
        };
        by_bot(ur, tables, "perfect", &limits, EQUAL)
    },
    words: |_, value| format!("it wins {:.1} % of games", 100.0 * value),
    #[cfg(not(target_arch = "wasm32"))]
    shipped: include_str!("puzzles.tsv"),
};
