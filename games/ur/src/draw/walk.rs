//! A piece that walks over its squares.

use crate::rules::{GameState, Placing, Player, Side, Square, Ur};

/// The last square of a path.
const LAST: u8 = 14;

/// The positions on the way of the piece that moved, if one did.
pub(super) fn between(before: &Ur, after: &Ur) -> Vec<Ur> {
    let mover = before.state().next;
    let (was, is) = (
        before.state().placing.side(mover),
        after.state().placing.side(mover),
    );
    let left = was
        .squares
        .iter()
        .find(|square| !is.squares.contains(*square));
    let came = is
        .squares
        .iter()
        .find(|square| !was.squares.contains(*square));
    let from = match left {
        Some(square) => square.number(),
        None if is.start < was.start => 0,
        None => return Vec::new(),
    };
    let to = match came {
        Some(square) => square.number(),
        None if is.home > was.home => LAST + 1,
        None => return Vec::new(),
    };
    let steps = (from + 1..to).filter_map(Square::new);
    steps
        .filter_map(|square| on_the_way(before, mover, left, square))
        .collect()
}

/// The position with the moving piece on a square, unless somebody is there.
fn on_the_way(before: &Ur, mover: Player, left: Option<Square>, square: Square) -> Option<Ur> {
    let side = before.state().placing.side(mover);
    if side.squares.contains(square) {
        return None;
    }
    let others = side.squares.iter().filter(|own| Some(*own) != left);
    let moved = Side {
        start: side.start - u8::from(left.is_none()),
        squares: others.chain([square]).collect(),
        home: side.home,
    };
    let other = before.state().placing.side(crate::rules::opponent(mover));
    let placing = match mover {
        Player::Red => Placing::new(moved, other),
        Player::Green => Placing::new(other, moved),
    };
    Ur::at(GameState::new(placing.ok()?, mover), None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::Notation;

    #[test]
    fn a_piece_passes_every_free_square() {
        let read = |text| Ur::read_position(text).expect(text);
        let before = read("5/3,6/0 7/-/0 red 4");
        let after = read("5/6,7/0 7/-/0 green");
        let squares: Vec<String> = between(&before, &after)
            .iter()
            .map(Notation::write_position)
            .collect();
        assert_eq!(squares, ["5/4,6/0 7/-/0 red", "5/5,6/0 7/-/0 red"]);
        assert!(between(&before, &before).is_empty());
    }
}
