//! What moved between two boards.

use parlour_core::picture::Motion;

use super::square;
use crate::rules::{Piece, Ploy, Pos};

/// The pieces that moved or turned, and those that left or entered the board.
pub(in crate::draw) fn motions(before: &Ploy, after: &Ploy) -> Vec<Motion> {
    let changed = |old: &Ploy, new: &Ploy| -> Vec<(Pos, Piece)> {
        let pieces = old.board().pieces();
        pieces
            .filter(|(pos, piece)| new.board().cell(*pos) != Some(*piece))
            .collect()
    };
    let (mut gone, come) = (changed(before, after), changed(after, before));
    let mut motions = Vec::new();
    for (to, piece) in come {
        // Prefer a turn on the same square to a move.
        let same = |(_, old): &(Pos, Piece)| turn(*old, piece).is_some();
        let stays = gone.iter().position(|old| old.0 == to && same(old));
        let from = stays.or_else(|| gone.iter().position(same));
        motions.push(match from.map(|from| gone.remove(from)) {
            Some((from, old)) => {
                let degrees = turn(old, piece).unwrap_or(0);
                Motion::go(square(from), square(to)).turned(degrees)
            }
            None => Motion::appear(square(to)),
        });
    }
    // A captured piece is not marked; the piece that took it is.
    let taken = gone.into_iter();
    motions.extend(taken.map(|(at, _)| Motion::vanish(square(at)).following()));
    motions
}

/// By how many degrees one piece must turn to look like another, the shortest way; `None` if it
/// never does.
fn turn(old: Piece, new: Piece) -> Option<i16> {
    let ways = [0, 1, -1, 2, -2, 3, -3, 4];
    let found = ways
        .into_iter()
        .find(|way: &i16| old.turned(way.rem_euclid(8) as u8) == new);
    found.map(|way| way * 45)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::picture::Place;
    use parlour_core::{Game, Notation};

    fn after(moves: &[&str]) -> (Ploy, Ploy) {
        let mut ploy = crate::notation::start();
        let mut before = ploy;
        for text in moves {
            before = ploy;
            let chosen = ploy.read_move(text).expect(text);
            ploy.play(&chosen).expect(text);
        }
        (before, ploy)
    }

    fn told(moves: &[&str]) -> Vec<Motion> {
        let (before, after) = after(moves);
        motions(&before, &after)
    }

    #[test]
    fn moves_turns_and_captures() {
        let place = |name: &str| Place::new(name);
        assert_eq!(told(&["d3-d4-0"]), [Motion::go(place("d3"), place("d4"))]);
        let turned = Motion::go(place("d3"), place("d4")).turned(-45);
        assert_eq!(told(&["d3-d4-7"]), [turned]);
        let turned = Motion::go(place("d2"), place("d2")).turned(90);
        assert_eq!(told(&["d2-d2-2"]), [turned]);
    }

    #[test]
    fn what_was_taken_vanishes_and_comes_back() {
        let place = |name: &str| Place::new(name);
        let [before, after] = [
            ",,,,w170,w16,,,/,,,,,,,,/,,,b7,,,,,/,,,,,,,,/,,,w3,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,b1,b85,,,,, w",
            ",,,,w170,w16,,,/,,,,,,,,/,,,w3,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,b1,b85,,,,, b",
        ]
        .map(|text| Ploy::read_position(text).expect(text));
        assert_eq!(
            motions(&before, &after),
            [
                Motion::go(place("d5"), place("d7")),
                Motion::vanish(place("d7")).following()
            ]
        );
        assert_eq!(
            motions(&after, &before),
            [
                Motion::go(place("d7"), place("d5")),
                Motion::appear(place("d7"))
            ]
        );
    }
}
