//! Positions and moves as numbers. A move is the number of its piece's square, 0 for the start; 15
//! is a pass.
//!
//! An observation is a row of 38 numbers: squares 1 to 14 of the viewing seat, then those of the
//! opponent, 1 if a piece is there; the pieces that wait at the start and that are home, the
//! viewer's first; 1 at the index of the roll, 0 to 4; and 1 if the seat is to move.

use parlour_core::{Encode, Game, Seat, Turn};

use crate::rules::{Move, Player, Position, Square, Ur, opponent};

/// The number of a pass: squares have those before it.
const PASS: usize = 15;

const SQUARES: usize = 14;
const COUNTS: usize = 2 * SQUARES;
const ROLL: usize = COUNTS + 4;
const TURN: usize = ROLL + 5;

impl Encode for Ur {
    const VERSION: u32 = 1;

    fn actions(&self) -> usize {
        PASS + 1
    }

    fn number(&self, chosen: &Move) -> Option<usize> {
        match chosen {
            Move::From(Position::Home) => None,
            Move::From(from) => Some(from.steps().into()),
            Move::Pass => Some(PASS),
        }
    }

    fn numbered(&self, number: usize) -> Option<Move> {
        match number {
            0 => Some(Move::From(Position::Start)),
            PASS => Some(Move::Pass),
            _ => Square::new(u8::try_from(number).ok()?)
                .map(|square| Move::From(Position::OnBoard(square))),
        }
    }

    fn shape(&self) -> Vec<usize> {
        vec![TURN + 1]
    }

    fn observe(view: &Ur, seat: Seat, out: &mut [i8]) {
        let own = Player::ALL[seat.index()];
        for (at, player) in [own, opponent(own)].into_iter().enumerate() {
            let side = view.state().placing.side(player);
            let bits = side.squares.bits();
            for (square, out) in out[at * SQUARES..][..SQUARES].iter_mut().enumerate() {
                *out = (bits >> (square + 1) & 1) as i8;
            }
            out[COUNTS + 2 * at] = side.start as i8;
            out[COUNTS + 2 * at + 1] = side.home as i8;
        }
        if let Some(roll) = view.roll() {
            out[ROLL + usize::from(roll.number())] = 1;
        }
        out[TURN] = i8::from(view.turn() == Turn::Seat(seat));
    }

    fn observe_from(&self, seat: Seat, out: &mut [i8]) {
        Self::observe(self, seat, out);
    }

    fn mask(&self, out: &mut [i8]) {
        let (Turn::Seat(_), Some(roll)) = (self.turn(), self.roll()) else {
            return;
        };
        let origins = std::iter::once(Position::Start).chain(Square::all().map(Position::OnBoard));
        let mut can_move = false;
        for from in origins {
            if self.state().target(roll, from).is_ok() {
                out[usize::from(from.steps())] = 1;
                can_move = true;
            }
        }
        out[PASS] = i8::from(!can_move);
    }
}
