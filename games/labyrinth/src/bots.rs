//! Opponents. They see what their seat sees: no other hands.

mod ahead;
mod contest;
mod greedy;
mod master;
mod memory;
mod race;
pub(crate) mod steady;
mod words;

use parlour_core::{Advice, Bot, BotInfo, Bots, Evaluation, Game, Seat, Tables};
use parlour_search::{Random, Slipping};

use crate::board::{MazeBits, ON_BOARD, around, bit, first, shape, tiles_with};
use crate::rules::{Hand, Labyrinth, Move, Phase, Tabletop, Treasure, View};

use ahead::TwoTurns;
pub(crate) use ahead::{Merit, merit};
use greedy::Greedy;
use master::Master;
use steady::Solo;

impl Bots for Labyrinth {
    const BOTS: &'static [BotInfo] = &[
        BotInfo {
            name: "random",
            summary: "plays random legal moves",
        },
        BotInfo {
            name: "greedy",
            summary: "takes as many treasures at once as it can, and looks no further",
        },
        BotInfo {
            name: "hasty",
            summary: "looks two turns ahead, but makes one move in ten at random",
        },
        BotInfo {
            name: "two-turn",
            summary: "looks two turns ahead, as if it were alone",
        },
        BotInfo {
            name: "master",
            summary: "alone, follows a nearly shortest plan; against others, plays out hundreds of games",
        },
    ];

    const OFFERS: Option<[&'static str; 4]> = Some(["greedy", "hasty", "two-turn", "master"]);

    fn bot(name: &str, seed: u64, _: &Tables) -> Option<Box<dyn Bot<Self>>> {
        match name {
            "random" => Some(Box::new(Random::new(seed))),
            "greedy" => Some(Box::new(Greedy::new(seed))),
            "hasty" => Some(Box::new(Slipping::new(TwoTurns::new(seed), 10, seed))),
            "two-turn" => Some(Box::new(TwoTurns::new(seed))),
            "master" => Some(Box::new(Master::new(seed))),
            _ => None,
        }
    }

    /// By the cards that everybody still holds, and how far the next treasure
    /// is.
    const EVALUATE: Option<Evaluation<Self>> = Some(|game, seat| {
        let board = MazeBits::of(game.table());
        let need = |seat| need(game, &board, seat);
        Some(match game.seats() {
            1 => (-need(seat) / MOST_NEED).exp(),
            seats => {
                let own = need(seat);
                let ahead = |other| ((own - need(other)) / LEAD).exp();
                1.0 / Seat::all(seats).map(ahead).sum::<f64>()
            }
        })
    });
}

/// One card more than another player multiplies the odds of winning by 1/e.
const LEAD: f64 = 1.0;

/// More than a player ever needs.
const MOST_NEED: f64 = 25.0;

/// What a square on the way to the next treasure is worth, in cards.
const SQUARE: f64 = 0.08;

/// The cards that a seat still holds, its way home, and a little for every
/// square between where it can go now and where it wants to be.
fn need(game: &Labyrinth, board: &MazeBits, seat: Seat) -> f64 {
    let (table, hand) = (game.table(), game.hand(seat));
    let pawn = table.pawns[seat.index()];
    let goal = match hand {
        [] => bit(pawn.colour.home()),
        _ => tiles_with(table, hunted(table, hand)),
    };
    let mut near = board.ways().flood(bit(pawn.square));
    let mut squares = 0;
    // The treasure on the tile beside the board is nowhere near.
    while near & goal == 0 && near != ON_BOARD {
        near = around(near);
        squares += 1;
    }
    1.0 + hand.len() as f64 + SQUARE * f64::from(squares)
}

/// The cards of the seat that the view belongs to.
fn own_hand(seat: Seat, view: &View) -> &[Treasure] {
    match &view.hands[seat.index()] {
        Hand::Seen(cards) => cards,
        Hand::Hidden(_) => &[],
    }
}

/// The cards of a hand that a turn can reveal.
fn hunted<'a>(table: &Tabletop, hand: &'a [Treasure]) -> &'a [Treasure] {
    match table.official {
        Some(_) => &hand[..hand.len().min(1)],
        None => hand,
    }
}

/// The move of the strategy that is sure to finish.
fn steadily(seat: Seat, view: &View) -> Advice<Move> {
    let solo = Solo::of(&view.table, own_hand(seat, view));
    let chosen = match view.table.phase {
        Phase::Insert => {
            let (place, direction) = steady::insertion(&solo);
            Move::Insert {
                place,
                shape: shape(view.table.extra.kind, direction),
            }
        }
        Phase::Walk => Move::Walk(first(steady::walk(&solo))),
    };
    Advice {
        value: Some(words::outlook(seat, view, &chosen).turns()),
        reason: Some("a step of the strategy that certainly gets home".to_owned()),
        ..Advice::unexplained(chosen)
    }
}
