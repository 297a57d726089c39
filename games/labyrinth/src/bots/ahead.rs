//! A player that looks two turns ahead, as if nobody else were at the table.

use parlour_core::luck::{self, Luck};
use parlour_core::{Advice, Bot, Limits, Seat, Sorting, below};

use super::memory::{Memory, Patience};
use super::words::{self, Outlook};
use super::{hunted, own_hand, steadily};
use crate::board::{MazeBits, bit, tiles_with};
use crate::rules::{Labyrinth, Move, Tabletop, Treasure, View};
use crate::solve::State;

/// Looks two turns ahead.
pub(super) struct TwoTurns {
    luck: Luck,
    patience: Patience,
    memory: Memory,
}

impl TwoTurns {
    pub(super) fn new(seed: u64) -> Self {
        TwoTurns {
            luck: luck::seeded(seed),
            patience: Patience::default(),
            memory: Memory::default(),
        }
    }
}

impl Bot<Labyrinth> for TwoTurns {
    fn advise(&mut self, seat: Seat, view: &View, moves: &[Move], _: &Limits) -> Advice<Move> {
        if self.patience.lost(seat, view) {
            return steadily(seat, view);
        }
        let moves = self.memory.fresh(view, moves);
        let hand = own_hand(seat, view);
        let merits = moves.iter().map(|chosen| merit(&view.table, hand, chosen));
        let mut considered: Vec<(Move, Merit)> = moves.iter().copied().zip(merits).collect();
        considered.order_by_key(|(_, merit)| std::cmp::Reverse(*merit));
        let best = considered[0].1;
        let equal = considered.iter().take_while(|(_, merit)| *merit == best);
        let chosen = below(&mut self.luck, equal.count() as u64).unwrap_or(0);
        let (chosen, merit) = considered[chosen as usize];
        self.memory.note(view, &chosen);
        let values = considered.iter();
        Advice {
            value: Some(merit.turns()),
            reason: Some(words::reason(seat, view, &chosen)),
            considered: values
                .map(|(chosen, merit)| (*chosen, merit.turns()))
                .collect(),
            depth: Some(2),
            ..Advice::unexplained(chosen)
        }
    }
}

/// What two turns bring, the more important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Merit {
    pub(crate) wins_now: bool,
    pub(crate) wins_next: bool,
    pub(crate) gained: u32,
    pub(crate) gained_now: u32,
    room: u32,
}

impl Merit {
    /// Turns to the next treasure, or to the win.
    pub(super) fn turns(self) -> f64 {
        match self {
            _ if self.wins_now || self.gained_now > 0 => Outlook::Now,
            _ if self.wins_next || self.gained > 0 => Outlook::Next,
            _ => Outlook::Later,
        }
        .turns()
    }
}

/// What a move and the turn after it bring.
pub(crate) fn merit(table: &Tabletop, hand: &[Treasure], chosen: &Move) -> Merit {
    let pawn = table.pawns[table.mover.index()];
    let home = bit(pawn.colour.home());
    match *chosen {
        Move::Insert { place, shape } => {
            let after = table.after(place, shape);
            let gained = after.in_reach(hand);
            let area = after.reachable().0;
            let left: Vec<Treasure> = hand
                .iter()
                .copied()
                .filter(|card| !gained.contains(card))
                .collect();
            let wins_now = left.is_empty() && area & home != 0;
            let mut merit = next_turn(&after, &left, area, home);
            merit.wins_now = wins_now;
            merit.gained_now = gained.len() as u32;
            merit.gained += merit.gained_now;
            merit.room = area.count_ones();
            merit
        }
        Move::Walk(to) => {
            let mut merit = next_turn(table, hand, bit(to), home);
            merit.wins_now = hand.is_empty() && bit(to) == home;
            merit
        }
    }
}

/// What the best next turn brings to a pawn that may be anywhere in an area, if
/// nobody else moves.
fn next_turn(table: &Tabletop, hand: &[Treasure], area: u64, home: u64) -> Merit {
    let hunted = hunted(table, hand);
    let state = State {
        board: MazeBits::of(table),
        area,
        wanted: tiles_with(table, hunted),
    };
    let last = hunted.len() == hand.len();
    let before = state.wanted.count_ones();
    let mut merit = Merit {
        wins_now: false,
        wins_next: false,
        gained: 0,
        gained_now: 0,
        room: 0,
    };
    state.steps(|step| {
        merit.gained = merit.gained.max(before - step.wanted.count_ones());
        merit.wins_next |= last && step.wanted == 0 && step.area & home != 0;
    });
    merit
}
