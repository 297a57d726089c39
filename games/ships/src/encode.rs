//! Positions and moves as numbers. A guess, or a fleet to hide, is its index in board order;
//! answers come after them.
//!
//! An observation has planes of columns by rows: the target, if the viewing seat knows it; the
//! guess that waits for its answer; a plane full of ones if the seat is to move, and one if the
//! hider is to pick the target; then four for each of the last twelve guesses, the latest first:
//! its locations, and three planes full of each count of its answer.

use parlour_core::{Encode, Game, Seat, Turn};

use crate::rules::{Code, Fleet, Move, Ships};

/// How many guesses are included. Good play needs half as many.
const REMEMBERED: usize = 12;

const BEFORE_GUESSES: usize = 4;

impl Encode for Ships {
    const VERSION: u32 = 1;

    fn actions(&self) -> usize {
        let board = self.board();
        board.targets() + Code::new(board.ships()).bytes()
    }

    fn number(&self, chosen: &Move) -> Option<usize> {
        let board = self.board();
        match *chosen {
            Move::Hide(fleet) | Move::Guess(fleet) => {
                board.takes(fleet).then(|| board.fleet_index(fleet))
            }
            Move::Answer(answer) => {
                let (exact, one_away, two_away) = answer.counts();
                let answer = board.answer(exact, one_away, two_away)?;
                Some(board.targets() + usize::from(Code::new(board.ships()).of(answer)))
            }
        }
    }

    fn numbered(&self, number: usize) -> Option<Move> {
        let board = self.board();
        match number.checked_sub(board.targets()) {
            None => {
                let fleet = board.nth_fleet(number as u64);
                Some(match self.is_hiding() {
                    true => Move::Hide(fleet),
                    false => Move::Guess(fleet),
                })
            }
            Some(code) => {
                let codes = Code::new(board.ships());
                let code = u8::try_from(code).ok()?;
                if usize::from(code) >= codes.bytes() {
                    return None;
                }
                let (exact, one_away, two_away) = codes.answer(code).counts();
                board.answer(exact, one_away, two_away).map(Move::Answer)
            }
        }
    }

    fn shape(&self) -> Vec<usize> {
        let board = self.board();
        let planes = BEFORE_GUESSES + 4 * REMEMBERED;
        vec![planes, board.columns().into(), board.rows().into()]
    }

    fn observe(view: &Ships, seat: Seat, out: &mut [i8]) {
        let board = view.board();
        let mut planes = out.chunks_mut(board.cells());
        let mut plane = || planes.next().expect("as many planes as the shape has");
        let mark = |fleet: Fleet, plane: &mut [i8]| {
            for location in fleet.locations() {
                plane[board.place(location)] = 1;
            }
        };
        for fleet in [view.target(), view.asked()] {
            let plane = plane();
            if let Some(fleet) = fleet {
                mark(fleet, plane);
            }
        }
        plane().fill(i8::from(view.turn() == Turn::Seat(seat)));
        plane().fill(i8::from(view.is_hiding()));
        for exchange in view.exchanges().iter().rev().take(REMEMBERED) {
            mark(exchange.guess, plane());
            let (exact, one_away, two_away) = exchange.answer.counts();
            for count in [exact, one_away, two_away] {
                plane().fill(count as i8);
            }
        }
    }

    fn mask(&self, out: &mut [i8]) {
        let guesses = self.board().targets();
        match self.turn() {
            Turn::Seat(_) if self.asked().is_none() => out[..guesses].fill(1),
            _ => {
                for number in self.moves().iter().filter_map(|chosen| self.number(chosen)) {
                    out[number] = 1;
                }
            }
        }
    }
}
