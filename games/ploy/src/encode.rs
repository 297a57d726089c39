//! Positions and moves as numbers. A move is the number of its first square, by columns from
//! `a1`, times 87, plus: for a move without a turn the direction, from north clockwise,
//! times 3, plus the squares it goes less one; for a step with a turn 24, plus the direction
//! times 7, plus the turn less one; for a turn alone 80, plus the turn less one.
//!
//! An observation has 17 planes of 9 by 9, by column and row: eight with the lines of the viewer's
//! pieces, one plane per direction, eight with those of the opponent's, and one full of ones if the
//! viewing seat is to move.

use parlour_core::{Encode, Game, Seat, Turn};

use crate::rules::{Direction, Move, Ploy, Pos, SIDE};

const SQUARES: usize = SIDE as usize * SIDE as usize;
const REACH: usize = 3;
const STEPS: usize = 8 * REACH;
const TURNS: usize = 7;
const STEP_AND_TURN: usize = 8 * TURNS;
const FROM_A_SQUARE: usize = STEPS + STEP_AND_TURN + TURNS;
const PLANES: usize = 17;

fn place(pos: Pos) -> usize {
    usize::from(pos.column()) * usize::from(SIDE) + usize::from(pos.row())
}

fn at_place(place: usize) -> Option<Pos> {
    let side = usize::from(SIDE);
    Pos::new(u8::try_from(place / side).ok()?, (place % side) as u8)
}

impl Encode for Ploy {
    const VERSION: u32 = 1;

    fn actions(&self) -> usize {
        SQUARES * FROM_A_SQUARE
    }

    fn number(&self, chosen: &Move) -> Option<usize> {
        let turn = usize::from(chosen.turn());
        let index = match Direction::between(chosen.from(), chosen.to()) {
            None if chosen.from() == chosen.to() => STEPS + STEP_AND_TURN + turn.checked_sub(1)?,
            None => return None,
            Some((direction, distance)) => match (turn, usize::from(distance)) {
                (0, distance @ 1..=REACH) => direction.index() * REACH + distance - 1,
                (1.., 1) => STEPS + direction.index() * TURNS + turn - 1,
                _ => return None,
            },
        };
        Some(place(chosen.from()) * FROM_A_SQUARE + index)
    }

    fn numbered(&self, number: usize) -> Option<Move> {
        let from = at_place(number / FROM_A_SQUARE)?;
        let index = number % FROM_A_SQUARE;
        let go = |direction: usize, distance: usize| {
            let direction = Direction::all().nth(direction)?;
            from.ray(direction).nth(distance - 1)
        };
        let (to, turn) = if index < STEPS {
            (go(index / REACH, index % REACH + 1)?, 0)
        } else if index < STEPS + STEP_AND_TURN {
            let index = index - STEPS;
            (go(index / TURNS, 1)?, index % TURNS + 1)
        } else {
            (from, index - STEPS - STEP_AND_TURN + 1)
        };
        Move::new(from, to, turn as u8)
    }

    fn shape(&self) -> Vec<usize> {
        vec![PLANES, SIDE.into(), SIDE.into()]
    }

    fn observe(view: &Ploy, seat: Seat, out: &mut [i8]) {
        for (pos, piece) in view.board().pieces() {
            let first = if piece.player().seat() == seat { 0 } else { 8 };
            for direction in piece.directions() {
                out[(first + direction.index()) * SQUARES + place(pos)] = 1;
            }
        }
        let turn = i8::from(view.turn() == Turn::Seat(seat));
        out[(PLANES - 1) * SQUARES..].fill(turn);
    }

    fn observe_from(&self, seat: Seat, out: &mut [i8]) {
        Self::observe(self, seat, out);
    }
}
