//! Why a move is good, in words and as a number of turns.

use parlour_core::Seat;

use super::{hunted, own_hand};
use crate::board::{MazeBits, bit, shape, tiles_with};
use crate::notation::listed;
use crate::rules::{Move, Place, Tabletop, Treasure, View, Word};
use crate::solve::{State, Step};

/// When the next treasure is reached, or the way home once all are found, if
/// nobody else moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outlook {
    Now,
    Next,
    Later,
}

impl Outlook {
    /// In turns, including the present one; anything later counts as three.
    pub(super) fn turns(self) -> f64 {
        f64::from(self as u8) + 1.0
    }
}

/// What a move leads to.
pub(super) fn outlook(seat: Seat, view: &View, chosen: &Move) -> Outlook {
    let prospect = Prospect::of(seat, view, chosen);
    match prospect {
        _ if prospect.at_once() => Outlook::Now,
        Prospect { next: Some(_), .. } => Outlook::Next,
        _ => Outlook::Later,
    }
}

/// The reasons for a move, apart from the treasures it reveals, which its description has.
pub(super) fn reason(seat: Seat, view: &View, chosen: &Move) -> String {
    let prospect = Prospect::of(seat, view, chosen);
    let is_walk = matches!(chosen, Move::Walk(_));
    match prospect.next {
        _ if prospect.home && is_walk => "comes home and wins".to_owned(),
        _ if prospect.home => "opens the way home".to_owned(),
        Some(next) => format!("then {next}, if nobody changes the path"),
        None if is_walk => "no treasure is near; this place is as good as any".to_owned(),
        None if prospect.gained.is_empty() => "reaches nothing, now or next turn".to_owned(),
        None => "no other treasure is near".to_owned(),
    }
}

/// What a move leads to.
struct Prospect {
    /// The treasures that it reaches.
    gained: Vec<Treasure>,
    /// Whether it reaches home with no card left.
    home: bool,
    /// The best next turn, if that reaches something.
    next: Option<String>,
}

impl Prospect {
    fn of(seat: Seat, view: &View, chosen: &Move) -> Prospect {
        let hand = own_hand(seat, view);
        let home = bit(view.table.pawns[seat.index()].colour.home());
        let (after, gained, area, home_now) = match *chosen {
            Move::Insert { place, shape } => {
                let after = view.table.after(place, shape);
                let gained = after.in_reach(hand);
                let area = after.reachable().0;
                let home_now = gained.len() == hand.len() && area & home != 0;
                (after, gained, area, home_now)
            }
            Move::Walk(to) => {
                let home_now = hand.is_empty() && bit(to) == home;
                (view.table.clone(), Vec::new(), bit(to), home_now)
            }
        };
        let left: Vec<Treasure> = hand
            .iter()
            .copied()
            .filter(|card| !gained.contains(card))
            .collect();
        Prospect {
            next: next(&after, &left, area, home),
            gained,
            home: home_now,
        }
    }

    fn at_once(&self) -> bool {
        self.home || !self.gained.is_empty()
    }
}

/// The best turn of a pawn that may be anywhere in an area, in words.
fn next(table: &Tabletop, hand: &[Treasure], area: u64, home: u64) -> Option<String> {
    let hunted = hunted(table, hand);
    let last = hunted.len() == hand.len();
    let state = State {
        board: MazeBits::of(table),
        area,
        wanted: tiles_with(table, hunted),
    };
    let wins = |step: &Step| last && step.wanted == 0 && step.area & home != 0;
    let rank = |step: &Step| (wins(step), std::cmp::Reverse(step.wanted.count_ones()));
    let mut best: Option<Step> = None;
    state.steps(|step| {
        if best.as_ref().is_none_or(|other| rank(&step) > rank(other)) {
            best = Some(step);
        }
    });
    let step = best?;
    let lies = state.board.lies().iter();
    let (direction, _) = lies.copied().find(|(_, sides)| *sides == step.sides)?;
    let after = table.after(step.place, shape(state.board.spare, direction));
    let reached = |card: &Treasure| tiles_with(&after, &[*card]) & step.area != 0;
    let gained: Vec<Treasure> = hunted.iter().copied().filter(reached).collect();
    let how = |place: Place| format!("{place} {}", direction.word());
    match (listed(&gained), wins(&step)) {
        (None, false) => None,
        (None, true) => Some(format!("{} opens the way home", how(step.place))),
        (Some(treasures), false) => Some(format!("{} reaches {treasures}", how(step.place))),
        (Some(treasures), true) => {
            Some(format!("{} reaches {treasures}, and home", how(step.place)))
        }
    }
}
