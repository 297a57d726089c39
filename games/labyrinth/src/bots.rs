//! Opponents. They see what their seat sees: no other hands.

pub(crate) mod steady;
pub(crate) use steady::Solo;

use parlour_core::luck::{self, Luck};
use parlour_core::{Advice, Bot, BotInfo, Bots, Limits, Seat, below};
use parlour_search::Random;

use crate::notation::listed;
use crate::rules::{Hand, Labyrinth, Move, Square, Table, Treasure, View};

impl Bots for Labyrinth {
    const BOTS: &'static [BotInfo] = &[
        BotInfo {
            name: "random",
            summary: "any legal move",
        },
        BotInfo {
            name: "greedy",
            summary: "takes as many treasures at once as it can, and looks no further",
        },
    ];

    fn bot(name: &str, seed: u64) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "random" => Some(Box::new(Random::new(seed))),
            "greedy" => Some(Box::new(Greedy {
                luck: luck::seeded(seed),
            })),
            _ => None,
        }
    }
}

/// Looks at the present turn only. Chance decides between equal moves: with any
/// fixed order it would run in circles for ever in many games.
struct Greedy {
    luck: Luck,
}

/// What is good about a move: its value, and that in words.
struct Merit {
    value: f64,
    reason: String,
}

/// Worth more than all treasures together.
const HOME: f64 = 100.0;

impl Bot<Labyrinth> for Greedy {
    fn advise(&mut self, seat: Seat, view: &View, moves: &[Move], _: &Limits) -> Advice<Move> {
        let own: &[Treasure] = match &view.hands[seat.index()] {
            Hand::Seen(cards) => cards,
            Hand::Hidden(_) => &[],
        };
        let merit = |chosen: &Move| match *chosen {
            Move::Insert { place, shape } => merit_of_table(&view.table.after(place, shape), own),
            Move::Walk(to) => merit_of_walk(&view.table, own, to),
        };
        let mut considered: Vec<(Move, Merit)> = moves
            .iter()
            .map(|chosen| (*chosen, merit(chosen)))
            .collect();
        considered.sort_by(|(_, a), (_, b)| b.value.total_cmp(&a.value));
        let best = considered[0].1.value;
        let equal = considered
            .iter()
            .take_while(|(_, merit)| merit.value == best);
        let chosen = below(&mut self.luck, equal.count() as u64).unwrap_or(0);
        let (chosen, merit) = &considered[chosen as usize];
        Advice {
            value: Some(merit.value),
            reason: Some(merit.reason.clone()),
            considered: considered
                .iter()
                .map(|(chosen, merit)| (*chosen, merit.value))
                .collect(),
            ..Advice::unexplained(*chosen)
        }
    }
}

/// What a table is worth to its mover after the insertion.
fn merit_of_table(table: &Table, hand: &[Treasure]) -> Merit {
    let gathered = table.in_reach(hand);
    let home = table.pawns[table.mover.index()].colour.home();
    let comes_home = gathered.len() == hand.len() && table.reachable().contains(home);
    let value = gathered.len() as f64;
    match (listed(&gathered), comes_home) {
        (None, true) => Merit {
            value: HOME,
            reason: "opens the way home".to_owned(),
        },
        (Some(treasures), true) => Merit {
            value: value + HOME,
            reason: format!("reaches {treasures}, and home"),
        },
        (Some(treasures), false) => Merit {
            value,
            reason: format!("reaches {treasures}"),
        },
        (None, false) => Merit {
            value,
            reason: "no insertion reaches anything".to_owned(),
        },
    }
}

/// What it is worth to stand on a square: the nearer to something wanted the
/// better.
fn merit_of_walk(table: &Table, hand: &[Treasure], to: Square) -> Merit {
    let home = table.pawns[table.mover.index()].colour.home();
    if hand.is_empty() && to == home {
        return Merit {
            value: HOME,
            reason: "comes home".to_owned(),
        };
    }
    let wanted = |square: &Square| match table.tiles[square.index()].treasure {
        Some(treasure) => hand.contains(&treasure),
        None => hand.is_empty() && *square == home,
    };
    let distance = Square::all()
        .filter(wanted)
        .map(|square| square.row().abs_diff(to.row()) + square.column().abs_diff(to.column()));
    match distance.min() {
        Some(distance) => Merit {
            value: -f64::from(distance),
            reason: format!("as near as can be to what is wanted next, {distance} away"),
        },
        None => Merit {
            value: 0.0,
            reason: "what is wanted is not on the board".to_owned(),
        },
    }
}
