//! Puzzles: tactics, in which one move wins clearly.

use std::num::NonZeroUsize;

use parlour_core::learn::{Judgement, Puzzles, by_bot};
use parlour_core::luck::Luck;
use parlour_core::{Bots, Game, Limits, Tables, Turn, below};

use crate::notation::start;
use crate::rules::{Move, Ploy};

/// Positions that the engine searches to judge: enough to see a combination of a few moves.
const NODES: u64 = 60_000;

/// Positions that it searches to see whether a position is worth that.
const GLANCE: u64 = 3_000;

/// Bytes for what it remembers.
const MEMORY: usize = 4 << 20;

/// The chance of winning from which a player wins clearly.
const CLEARLY: f64 = 0.7;

/// How much smaller the chance with every other move must be.
const MARGIN: f64 = 0.2;

/// The judge: without tables of endings, so that equal numbers make equal puzzles everywhere.
const JUDGE: &str = "full:-endings";

/// A player whose mistakes make tactics, and the moves of a game in which there may be some.
const PLAYER: &str = "novice";
const MOVES: std::ops::Range<usize> = 16..90;

pub(crate) const PUZZLES: Puzzles<Ploy> = Puzzles {
    task: "Find the one move that wins clearly.",
    is_whole: false,
    most_right: 1,
    margin: MARGIN,
    naive: Some("greedy"),
    source: |luck, tables, limits| source(luck, tables, limits),
    judge: |ploy, tables, limits| judge(ploy, tables, limits, NODES),
    words: |_, chance| format!("the engine gives it {:.0} %", 100.0 * chance),
    #[cfg(not(target_arch = "wasm32"))]
    shipped: include_str!("puzzles.tsv"),
};

/// Plays a game until a position looks like a puzzle.
fn source(luck: &mut Luck, tables: &Tables, limits: &Limits) -> Option<Ploy> {
    let mut ploy = start();
    let mut player = Ploy::bot(PLAYER, below(luck, u64::MAX)?, tables)?;
    // Equal games would make equal puzzles.
    let first = below(luck, 1 << 8)? as usize;
    for number in 0..MOVES.end {
        let Turn::Seat(seat) = ploy.turn() else {
            return None;
        };
        if limits.reached(0) {
            return None;
        }
        let moves = ploy.moves();
        if MOVES.contains(&number) {
            let glance = judge(&ploy, tables, limits, GLANCE)?;
            if glance.gap >= MARGIN {
                return Some(ploy);
            }
        }
        let chosen = match number {
            0 => moves[first % moves.len()],
            _ => player.advise(seat, &ploy, &moves, &Limits::default()).best,
        };
        ploy.play(&chosen).ok()?;
    }
    None
}

/// By the chances that the engine gives to the best two moves. There is no gap if the best does
/// not win clearly.
fn judge(ploy: &Ploy, tables: &Tables, limits: &Limits, nodes: u64) -> Option<Judgement<Move>> {
    let limits = Limits {
        nodes: Some(nodes),
        others: 1,
        // More threads would search in another order every time.
        threads: Some(NonZeroUsize::MIN),
        memory: Some(MEMORY),
        ..limits.clone()
    };
    let judged = by_bot(ploy, tables, JUDGE, &limits, 0.0)?;
    let wins = judged.moves.first()?.value >= CLEARLY;
    Some(Judgement {
        gap: if wins { judged.gap } else { 0.0 },
        ..judged
    })
}
