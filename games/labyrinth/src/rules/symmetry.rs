//! The board after a quarter turn: the fixed tiles are as before, and every
//! colour starts where the next one did.

use parlour_core::{Never, Seat, Symmetric};

use super::game::{Labyrinth, Move};
use super::player::Colour;
use super::square::Square;
use super::tile::{Kind, Shape, Word};

/// The board makes a quarter turn clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuarterTurn;

/// A tile after the turn. Lines change between north and east, and between
/// south and west, so that a line named by the first two stays so.
fn turned(shape: Shape) -> Shape {
    let quarters = match shape.kind {
        Kind::Line if shape.direction as usize % 2 == 1 => 3,
        _ => 1,
    };
    Shape {
        direction: shape.direction.turned(quarters),
        ..shape
    }
}

impl Symmetric for Labyrinth {
    type Symmetry = QuarterTurn;

    fn symmetries(&self) -> Vec<QuarterTurn> {
        vec![QuarterTurn]
    }

    fn map(&self, _: &QuarterTurn) -> Self {
        let mut mapped = self.clone();
        for square in Square::all() {
            let mut tile = self.table.tiles[square.index()];
            tile.shape = turned(tile.shape);
            mapped.table.tiles[square.turned().index()] = tile;
        }
        for pawn in &mut mapped.table.pawns {
            pawn.colour = Colour::ALL[(pawn.colour as usize + 1) % Colour::ALL.len()];
            pawn.square = pawn.square.turned();
        }
        if let Some(official) = &mut mapped.table.official {
            official.last = official.last.map(|place| place.turned());
        }
        mapped.number_seats();
        mapped
    }

    fn map_move(&self, _: &QuarterTurn, chosen: &Move) -> Move {
        match *chosen {
            Move::Insert { place, shape } => Move::Insert {
                place: place.turned(),
                shape: turned(shape),
            },
            Move::Walk(to) => Move::Walk(to.turned()),
        }
    }

    fn map_chance(&self, _: &QuarterTurn, outcome: &Never) -> Never {
        *outcome
    }
}

impl Labyrinth {
    /// Numbers the seats from the colour that the document names first.
    pub(crate) fn number_seats(&mut self) {
        let colours = self.table.pawns.iter().enumerate();
        let first = colours.min_by_key(|(_, pawn)| pawn.colour);
        let first = first.map_or(0, |(seat, _)| seat);
        let seats = self.table.pawns.len();
        self.table.pawns.rotate_left(first);
        self.hands.rotate_left(first);
        self.table.mover = Seat(((self.table.mover.index() + seats - first) % seats) as u8);
    }
}
