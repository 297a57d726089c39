//! Plans as moves of the game.

use super::step::{State, Step};
use crate::board::{first, ride, shape};
use crate::bots::steady::{self, Solo};
use crate::rules::Move;

/// The moves of a plan. Every walk goes to a square from which the next
/// insertion leads on; the last one goes home.
pub(crate) fn moves(start: &State, walks: bool, steps: &[Step], home: u64) -> Vec<Move> {
    let walk = |area: u64, next: Option<&Step>| {
        let good = match next {
            None => home,
            Some(next) => {
                let leads_on = |square: &u64| ride(*square, next.place) & next.area != 0;
                let found = crate::board::each(area).find(leads_on);
                found.unwrap_or(area)
            }
        };
        Move::Walk(first(good))
    };
    let mut moves = Vec::new();
    if walks {
        moves.push(walk(start.area, steps.first()));
    }
    let mut state = *start;
    for (turn, step) in steps.iter().enumerate() {
        let lies = state.board.lies().iter();
        let lie = lies.copied().find(|(_, sides)| *sides == step.sides);
        if let Some((direction, _)) = lie {
            moves.push(Move::Insert {
                place: step.place,
                shape: shape(state.board.spare, direction),
            });
        }
        moves.push(walk(step.area, steps.get(turn + 1)));
        state = state.after(step);
    }
    moves
}

/// The plan of the play that certainly ends, if a search finds none.
pub(crate) fn steady(start: &State, home: u64) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut solo = Solo {
        board: start.board,
        // Before an insertion this is the pawn, after it any square will do.
        pawn: start.area & start.area.wrapping_neg(),
        home,
        wanted: start.wanted,
    };
    loop {
        let (place, direction) = steady::insertion(&solo);
        let mut lies = solo.board.lies().iter();
        let sides = lies.find(|(lie, _)| *lie == direction);
        let Some(&(_, sides)) = sides else {
            return steps;
        };
        solo.board = solo.board.push(place).lay(sides);
        solo.pawn = ride(solo.pawn, place);
        let reached = solo.board.ways().flood(solo.pawn);
        solo.wanted = crate::board::carry(solo.wanted, place) & !reached;
        solo.pawn = steady::walk(&solo);
        steps.push(Step {
            place,
            sides,
            area: solo.pawn,
            wanted: solo.wanted,
        });
        if solo.wanted == 0 && solo.pawn == home {
            return steps;
        }
    }
}
