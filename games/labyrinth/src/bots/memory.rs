//! What bots remember of a game, so that it comes to an end.

use std::collections::HashMap;

use parlour_core::Seat;

use crate::rules::{Move, Phase, Tabletop, View};

/// Notices when a solo game makes no progress, so that an optimistic search
/// gives way to play that certainly ends.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Patience {
    cards: usize,
    turns: u32,
}

impl Patience {
    /// How many turns without a treasure are tolerated. Few games have that
    /// many in a row.
    const TURNS: u32 = 8;

    /// Whether it is time for steady play, until the next card is revealed.
    pub(super) fn lost(&mut self, seat: Seat, view: &View) -> bool {
        if view.table.pawns.len() > 1 || view.table.official.is_some() {
            return false;
        }
        let cards = view.hands[seat.index()].count();
        if cards != self.cards {
            *self = Patience { cards, turns: 0 };
        }
        if view.table.phase == Phase::Insert {
            self.turns += 1;
        }
        self.turns > Patience::TURNS
    }
}

/// What was inserted in the positions since anybody's last treasure. Two
/// players who keep undoing each other's moves would go on for ever; a player
/// who never repeats a choice in a position eventually leaves every cycle.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    cards: usize,
    inserted: HashMap<Tabletop, Vec<Move>>,
}

impl Memory {
    /// What was inserted before in this position.
    pub(super) fn tried(&mut self, view: &View) -> &[Move] {
        let cards = view.hands.iter().map(|hand| hand.count()).sum();
        if cards != self.cards {
            self.cards = cards;
            self.inserted.clear();
        }
        self.inserted.get(&view.table).map_or(&[], Vec::as_slice)
    }

    /// The moves not yet tried in this position, or all of them.
    pub(super) fn fresh(&mut self, view: &View, moves: &[Move]) -> Vec<Move> {
        let tried = self.tried(view);
        let fresh = moves.iter().filter(|chosen| !tried.contains(chosen));
        let fresh: Vec<Move> = fresh.copied().collect();
        if fresh.is_empty() {
            moves.to_vec()
        } else {
            fresh
        }
    }

    /// Notes a choice.
    pub(super) fn note(&mut self, view: &View, chosen: &Move) {
        if matches!(chosen, Move::Insert { .. }) {
            let tried = self.inserted.entry(view.table.clone()).or_default();
            tried.push(*chosen);
        }
    }
}
