//! Positions and moves as numbers. An insertion is the place, clockwise from the north, times 4,
//! plus the direction of the tile; a line has only two. A walk is 48 plus the square in reading
//! order.
//!
//! An observation has planes of 7 by 7, in this order: the four open sides of the tiles, from north
//! clockwise; the number of the treasure on them, from 1; the cards in the viewer's hand, 2 if
//! reaching the treasure reveals one, otherwise 1; the pawns, the viewer's first, then in turn
//! order, four planes however many play; the viewer's home; the kind of the extra tile, three
//! planes; its treasure, and whether it is in the viewer's hand, as before; the number of cards in
//! each hand, ordered like the pawns; and planes full of ones if the mover is to walk, and if the
//! viewing seat is to move. A last plane marks where a tile was last inserted, if that matters.

use parlour_core::{Encode, Seat};

use crate::rules::{
    Direction, Hand, Labyrinth, MOST_PLAYERS, Move, Phase, Place, SIDE, SQUARES, Shape, Square,
    Treasure, View, Word,
};

const PLACES: usize = 12;
const WALKS: usize = PLACES * 4;
const PLANES: usize = 23;

impl Encode for Labyrinth {
    const VERSION: u32 = 1;

    fn actions(&self) -> usize {
        WALKS + SQUARES
    }

    fn number(&self, chosen: &Move) -> Option<usize> {
        Some(match *chosen {
            Move::Insert { place, shape } => {
                // A line facing south is the same as one facing north.
                let lies_so = |direction: &&Direction| {
                    let kind = shape.kind;
                    Shape {
                        kind,
                        direction: **direction,
                    }
                    .sides()
                        == shape.sides()
                };
                let direction = *shape.kind.directions().iter().find(lies_so)?;
                place.index() * 4 + direction as usize
            }
            Move::Walk(to) => WALKS + to.index(),
        })
    }

    fn numbered(&self, number: usize) -> Option<Move> {
        if let Some(square) = number.checked_sub(WALKS) {
            return Square::all().nth(square).map(Move::Walk);
        }
        let kind = self.table.extra.kind;
        Some(Move::Insert {
            place: Place::all().nth(number / 4)?,
            shape: Shape {
                kind,
                direction: *kind.directions().get(number % 4)?,
            },
        })
    }

    fn shape(&self) -> Vec<usize> {
        vec![PLANES, SIDE.into(), SIDE.into()]
    }

    fn observe(view: &View, seat: Seat, out: &mut [i8]) {
        let table = &view.table;
        let hand: &[Treasure] = match &view.hands[seat.index()] {
            Hand::Seen(cards) => cards,
            Hand::Hidden(_) => &[],
        };
        let wanted = |treasure: Option<Treasure>| {
            let place = hand.iter().position(|card| Some(*card) == treasure);
            match place {
                None => 0,
                Some(0) => 2,
                Some(_) if table.official.is_none() => 2,
                Some(_) => 1,
            }
        };
        let number =
            |treasure: Option<Treasure>| treasure.map_or(0, |treasure| treasure.number() as i8);
        let mut planes = out.chunks_exact_mut(SQUARES);
        let mut plane = || planes.next().expect("as many planes as the shape has");
        for side in Direction::ALL {
            for (out, tile) in plane().iter_mut().zip(&table.tiles) {
                *out = i8::from(tile.shape.sides().contains(*side));
            }
        }
        for (out, tile) in plane().iter_mut().zip(&table.tiles) {
            *out = number(tile.treasure);
        }
        for (out, tile) in plane().iter_mut().zip(&table.tiles) {
            *out = wanted(tile.treasure);
        }
        let seats = table.pawns.len();
        let others = |at: usize| (at < seats).then_some((seat.index() + at) % seats);
        for at in 0..MOST_PLAYERS {
            let plane = plane();
            if let Some(other) = others(at) {
                plane[table.pawns[other].square.index()] = 1;
            }
        }
        plane()[table.pawns[seat.index()].colour.home().index()] = 1;
        for kind in crate::rules::Kind::ALL {
            plane().fill(i8::from(*kind == table.extra.kind));
        }
        plane().fill(number(table.extra.treasure));
        plane().fill(wanted(table.extra.treasure));
        for at in 0..MOST_PLAYERS {
            plane().fill(others(at).map_or(0, |other| view.hands[other].count() as i8));
        }
        plane().fill(i8::from(table.phase == Phase::Walk));
        plane().fill(i8::from(view.winner().is_none() && table.mover == seat));
        if let Some(last) = table.official.and_then(|official| official.last) {
            plane()[last.squares()[0].index()] = 1;
        }
    }
}
