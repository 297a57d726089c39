//! Positions whose fewest turns are known.

use std::ops::RangeInclusive;

use parlour_core::Limits;
use rand::Rng;

use super::{Effort, Solution, solve};
use crate::rules::{Labyrinth, TREASURES, deal};

/// The numbers of turns that puzzles can have. Longer games are too rare to be
/// found by dealing.
pub const PUZZLE_TURNS: RangeInclusive<u32> = 1..=7;

/// The beam width that rules out most unfit deals in a moment.
const GLANCE: usize = 300;

/// Deals until a solo game with this many cards, at its start, needs exactly this
/// many turns. `None` if the limits are reached first, or if no deal can do.
/// Without a number of cards, uses one that makes such games likely.
pub fn puzzle(
    turns: u32,
    cards: Option<u8>,
    limits: &Limits,
    luck: &mut dyn Rng,
) -> Option<(Labyrinth, Solution)> {
    let cards = cards.unwrap_or_else(|| likely_cards(turns));
    if cards == 0 || !PUZZLE_TURNS.contains(&turns) {
        return None;
    }
    while !limits.reached(0) {
        let mut game = deal(1, 1, false, luck);
        game.hands[0].truncate(usize::from(cards));
        let effort = |width, prove| Effort { width, prove };
        let glance = solve(&game, effort(GLANCE, false), limits, &|_, _| ()).ok();
        if glance.is_none_or(|glance| glance.turns < turns) {
            continue;
        }
        let solution = solve(&game, effort(GLANCE, true), limits, &|_, _| ()).ok();
        if let Some(solution) = solution.filter(|found| found.proved() && found.turns == turns) {
            return Some((game, solution));
        }
    }
    None
}

/// A number of cards for which that many turns are usual.
fn likely_cards(turns: u32) -> u8 {
    match turns {
        0 | 1 => 1,
        2 => 3,
        3 => 8,
        4 => 14,
        _ => TREASURES,
    }
}
