//! What moved between two positions.

use parlour_core::picture::{Motion, Place};

use super::{Stack, dice, place};
use crate::rules::{Player, Position, Square, Ur};

pub(in crate::draw) fn motions(before: &Ur, after: &Ur) -> Vec<Motion> {
    // The piece that moves is marked, not the one it sends back.
    let mover = before.state().next;
    let players = [mover, crate::rules::opponent(mover)];
    let mut motions: Vec<Motion> = players
        .into_iter()
        .flat_map(|player| pieces(before, after, player))
        .collect();
    motions.extend(dice::motions(before, after));
    motions
}

/// The motions of a player's pieces. Squares that were left are the origins, in the order of the
/// path, and new ones the destinations.
fn pieces(before: &Ur, after: &Ur, player: Player) -> Vec<Motion> {
    let (mut left, mut new) = (spots(before, player), spots(after, player));
    let stayed = left.clone();
    for spot in stayed {
        if let Some(index) = new.iter().position(|other| *other == spot) {
            new.remove(index);
            left.remove(left.iter().position(|other| *other == spot).unwrap_or(0));
        }
    }
    let named = |ur: &Ur, spot: Position| match spot {
        Position::Start => Stack::Start.place(ur, player),
        Position::OnBoard(square) => place(player, square),
        Position::Home => Stack::Home.place(ur, player),
    };
    left.into_iter()
        .zip(new)
        .map(|(from, to)| {
            let motion = Motion::go(named(before, from), named(after, to));
            if to < from {
                return motion.following();
            }
            let via: Vec<Place> = (from.steps() + 1..to.steps())
                .filter_map(Square::new)
                .map(|square| place(player, square))
                .collect();
            motion.via(via)
        })
        .collect()
}

/// Where a player's pieces are, in the order of the path.
fn spots(ur: &Ur, player: Player) -> Vec<Position> {
    let side = ur.state().placing.side(player);
    let start = (0..side.start).map(|_| Position::Start);
    let home = (0..side.home).map(|_| Position::Home);
    let squares = side.squares.iter().map(Position::OnBoard);
    start.chain(squares).chain(home).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::{Game, Notation};

    /// From where, by way of what, to where, and whether it is marked.
    fn told(text: &str, chosen: &str) -> Vec<String> {
        let before = Ur::read_position(text).expect(text);
        let mut after = before;
        let chosen = before.read_move(chosen).expect(chosen);
        after.play(&chosen).expect(text);
        let motions = motions(&before, &after);
        let pieces = motions.iter().filter(|motion| {
            let from = motion.from.as_ref().map_or("", Place::as_str);
            !from.starts_with("die-")
        });
        let tell = |motion: &Motion| {
            let stops = motion.from.iter().chain(&motion.via).chain(&motion.to);
            let names: Vec<&str> = stops.map(Place::as_str).collect();
            let mark = if motion.follows { "" } else { "!" };
            names.join(" ") + mark
        };
        pieces.map(tell).collect()
    }

    #[test]
    fn a_piece_goes_along_its_squares() {
        let way = told("7/-/0 7/-/0 red 3", "start");
        assert_eq!(way, ["red-start-7 red-1 red-2 red-3!"]);
        let way = told("3/4,8,12/1 4/7,9/1 green 4", "9");
        assert_eq!(way, ["9 10 11 12 green-13!"]);
    }

    #[test]
    fn a_captured_piece_goes_back_to_the_start() {
        let way = told("3/4,7,12/1 4/8,9/1 red 2", "7");
        assert_eq!(way, ["7 8 9!", "9 green-start-5"]);
    }

    #[test]
    fn pieces_come_home() {
        let way = told("0/13/6 7/-/0 red 4", "13");
        assert_eq!(way, ["red-13 red-14 red-home-7!"]);
    }

    #[test]
    fn dice_are_thrown_and_gathered() {
        let before = Ur::read_position("7/-/0 7/-/0 red").expect("a position");
        let thrown = Ur::read_position("7/-/0 7/-/0 red 2").expect("a position");
        let motions = motions(&before, &thrown);
        assert_eq!(motions.len(), 4);
        assert!(
            motions
                .iter()
                .all(|motion| motion.follows && motion.turn == 360)
        );
        assert_eq!(super::motions(&thrown, &before).len(), 4);
    }
}
