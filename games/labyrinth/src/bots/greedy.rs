//! A player that looks only at the present turn.

use parlour_core::luck::{self, Luck};
use parlour_core::{Advice, Bot, Limits, Seat, Sorting, below};

use super::memory::{Memory, Patience};
use super::race::nearest;
use super::{hunted, own_hand, steadily, words};
use crate::board::{bit, tiles_with};
use crate::rules::{Labyrinth, Move, View};

/// Looks only at the present turn. Chance decides between equal moves: with any
/// fixed order it would run in circles in many games.
pub(super) struct Greedy {
    luck: Luck,
    patience: Patience,
    memory: Memory,
}

impl Greedy {
    pub(super) fn new(seed: u64) -> Self {
        Greedy {
            luck: luck::seeded(seed),
            patience: Patience::default(),
            memory: Memory::default(),
        }
    }
}

impl Bot<Labyrinth> for Greedy {
    fn advise(&mut self, seat: Seat, view: &View, moves: &[Move], _: &Limits) -> Advice<Move> {
        if self.patience.lost(seat, view) {
            return steadily(seat, view);
        }
        let moves = self.memory.fresh(view, moves);
        let mut considered: Vec<(Move, u32)> = moves
            .iter()
            .map(|chosen| (*chosen, merit(seat, view, chosen)))
            .collect();
        considered.order_by_key(|(_, merit)| std::cmp::Reverse(*merit));
        let best = considered[0].1;
        let equal = considered.iter().take_while(|(_, merit)| *merit == best);
        let chosen = below(&mut self.luck, equal.count() as u64).unwrap_or(0);
        let chosen = considered[chosen as usize].0;
        self.memory.note(view, &chosen);
        let turns = |chosen: &Move| words::outlook(seat, view, chosen).turns();
        Advice {
            value: Some(turns(&chosen)),
            reason: Some(words::reason(seat, view, &chosen)),
            considered: considered
                .iter()
                .map(|(chosen, _)| (*chosen, turns(chosen)))
                .collect(),
            depth: Some(1),
            ..Advice::unexplained(chosen)
        }
    }
}

/// The merit of an insertion is what it reaches, most of all the way home after
/// the last card; that of a walk is to end next to something wanted.
fn merit(seat: Seat, view: &View, chosen: &Move) -> u32 {
    let hand = own_hand(seat, view);
    let home = bit(view.table.pawns[seat.index()].colour.home());
    match *chosen {
        Move::Insert { place, shape } => {
            let after = view.table.after(place, shape);
            let gained = after.in_reach(hand).len();
            if gained == hand.len() && after.reachable().0 & home != 0 {
                return u32::MAX;
            }
            gained as u32
        }
        Move::Walk(to) => {
            let wanted = tiles_with(&view.table, hunted(&view.table, hand));
            let goal = if hand.is_empty() { home } else { wanted };
            u32::from(nearest(view.table.reachable().0, goal) & bit(to) != 0)
        }
    }
}
