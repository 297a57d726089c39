//! What moved between two views.

use std::collections::VecDeque;

use parlour_core::picture::{Motion, Place};

use super::panels::{card_place, lying};
use super::{pawn_place, place, slot_place};
use crate::rules::{
    Direction, Hand, Pawn, Place as Slot, SQUARES, Shape, Square, Tabletop, Tile, View, Word,
};

pub(in crate::draw) fn motions(before: &View, after: &View) -> Vec<Motion> {
    let mut motions = match insertion(&before.table, &after.table) {
        Some(slot) => shifted(&before.table, &after.table, slot),
        None => walked(&before.table, &after.table),
    };
    motions.extend(gathered(before, after));
    motions
}

/// Where a tile was inserted, if that is what happened.
fn insertion(before: &Tabletop, after: &Tabletop) -> Option<Slot> {
    if before.tiles == after.tiles {
        return None;
    }
    Slot::all().find(|slot| {
        let shape = after.tiles[slot.squares()[0].index()].shape;
        let then = before.after(*slot, shape);
        then.tiles == after.tiles && then.extra == after.extra
    })
}

/// The extra tile goes in and another one out; all between follow, and the pawns on them.
fn shifted(before: &Tabletop, after: &Tabletop, slot: Slot) -> Vec<Motion> {
    let line = slot.squares();
    let entering = after.tiles[line[0].index()].shape;
    // Two names of one way to lie have one picture.
    let mut ways = entering.kind.directions().iter();
    let lies = ways.find(|&&direction| {
        let shape = Shape {
            direction,
            ..entering
        };
        shape.sides() == entering.sides()
    });
    let from = lying(*lies.unwrap_or(&Direction::North));
    let into = Motion::go(from, place(line[0])).via(vec![slot_place(slot)]);
    let leaving = before.tiles[slot.exit().index()].shape;
    // The extra tile lies to the north.
    let turn = match leaving.direction as i16 {
        3 => 90,
        quarters => -90 * quarters,
    };
    let out = Motion::go(place(slot.exit()), lying(Direction::North)).turned(turn);
    let along = line
        .windows(2)
        .map(|two| Motion::go(place(two[0]), place(two[1])));
    let pawns = moved_pawns(before, after);
    let pawns = pawns.map(|(was, is)| Motion::go(pawn_place(was), pawn_place(is)));
    let followers = along.chain([out]).chain(pawns).map(Motion::following);
    std::iter::once(into).chain(followers).collect()
}

fn moved_pawns<'a>(
    before: &'a Tabletop,
    after: &'a Tabletop,
) -> impl Iterator<Item = (&'a Pawn, &'a Pawn)> {
    let pawns = before.pawns.iter().zip(&after.pawns);
    pawns.filter(|(was, is)| was.square != is.square)
}

/// Pawns go by the shortest way.
fn walked(before: &Tabletop, after: &Tabletop) -> Vec<Motion> {
    moved_pawns(before, after)
        .map(|(was, is)| {
            let way = shortest(&after.tiles, was.square, is.square);
            let via: Vec<Place> = way.into_iter().map(place).collect();
            Motion::go(pawn_place(was), pawn_place(is)).via(via)
        })
        .collect()
}

/// The squares of a shortest way, the first included and the last not; the first alone where
/// there is no way.
fn shortest(tiles: &[Tile; SQUARES], from: Square, to: Square) -> Vec<Square> {
    let mut came_from: [Option<Square>; SQUARES] = [None; SQUARES];
    let mut queue = VecDeque::from([from]);
    while let Some(square) = queue.pop_front() {
        for next in neighbours(tiles, square) {
            if next != from && came_from[next.index()].is_none() {
                came_from[next.index()] = Some(square);
                queue.push_back(next);
            }
        }
    }
    let mut way: Vec<Square> = std::iter::successors(Some(to), |at| came_from[at.index()])
        .skip(1)
        .collect();
    way.reverse();
    match way.is_empty() {
        true => vec![from],
        false => way,
    }
}

/// The squares that a path leads to from a square.
fn neighbours(tiles: &[Tile; SQUARES], square: Square) -> impl Iterator<Item = Square> {
    let open = |square: Square, side| tiles[square.index()].shape.sides().contains(side);
    let (row, column) = (square.row(), square.column());
    let sides = Direction::ALL
        .iter()
        .filter(move |side| open(square, **side));
    sides.filter_map(move |side| {
        let next = match side {
            Direction::North => Square::new(row - 1, column),
            Direction::East => Square::new(row, column + 1),
            Direction::South => Square::new(row + 1, column),
            Direction::West => Square::new(row, column - 1),
        };
        next.filter(|next| open(*next, side.opposite()))
    })
}

/// The cards that a hand has lost, as far as it is seen.
fn gathered(before: &View, after: &View) -> Vec<Motion> {
    let hands = before.hands.iter().zip(&after.hands);
    let lost = hands.flat_map(|hands| match hands {
        (Hand::Seen(were), Hand::Seen(are)) => {
            were.iter().filter(|card| !are.contains(card)).collect()
        }
        _ => Vec::new(),
    });
    lost.map(|card| Motion::vanish(card_place(*card)).following())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::{Game, Notation, Viewer, luck};

    use crate::rules::{Labyrinth, deal};

    fn played(game: &Labyrinth, text: &str) -> (Labyrinth, Vec<Motion>) {
        let mut after = game.clone();
        let chosen = game.read_move(text).expect(text);
        after.play(&chosen).expect(text);
        let motions = motions(&game.view(Viewer::All), &after.view(Viewer::All));
        (after, motions)
    }

    /// From where by way of what to where, and whether it is marked.
    fn told(motion: &Motion) -> String {
        let stops = motion.from.iter().chain(&motion.via).chain(&motion.to);
        let names: Vec<&str> = stops.map(Place::as_str).collect();
        let mark = if motion.follows { "" } else { "!" };
        names.join(", ") + mark
    }

    fn without_cards(motions: &[Motion]) -> Vec<String> {
        let moving = motions.iter().filter(|motion| motion.to.is_some());
        moving.map(told).collect()
    }

    #[test]
    fn a_line_is_shifted_with_the_pawns_on_it() {
        let mut game = deal(2, 2, false, &mut luck::seeded(5));
        game.table.pawns[1].square = Square::new(3, 4).expect("on the board");
        let (_, motions) = played(&game, "N4 north");
        assert_eq!(
            without_cards(&motions),
            [
                "north, N4, 1 4!",
                "1 4, 2 4",
                "2 4, 3 4",
                "3 4, 4 4",
                "4 4, 5 4",
                "5 4, 6 4",
                "6 4, 7 4",
                "7 4, north",
                "red 3 4, red 4 4",
            ]
        );
        let (_, motions) = played(&game, "E6 west");
        let first = without_cards(&motions).remove(0);
        assert!(first.ends_with(", E6, 6 7!"), "{first}");
    }

    #[test]
    fn a_tile_that_leaves_is_turned_to_the_north() {
        for (seed, slot) in (0..).zip(Slot::all()) {
            let game = deal(2, 2, false, &mut luck::seeded(seed));
            if game.table().blocked(slot).is_some() {
                continue;
            }
            let leaving = game.table().tiles[slot.exit().index()].shape;
            let (_, motions) = played(&game, &format!("{slot} north"));
            let out = motions
                .iter()
                .find(|motion| motion.to == Some(lying(Direction::North)));
            let turn = out.expect("a tile leaves").turn;
            let quarters = (leaving.direction as i16 * 90 + turn).rem_euclid(360);
            assert_eq!(quarters, 0, "{leaving:?} turned by {turn}");
        }
    }

    #[test]
    fn a_pawn_walks_from_tile_to_tile() {
        let mut walks = 0;
        for seed in 0..20 {
            let game = deal(1, 1, false, &mut luck::seeded(seed));
            let (game, _) = played(&game, "S4 north");
            let table = game.table();
            for to in table
                .reachable()
                .iter()
                .filter(|to| *to != table.pawns[0].square)
            {
                let (_, motions) = played(&game, &to.to_string());
                let [motion] = &motions[..] else {
                    panic!("one pawn walks: {motions:?}");
                };
                let squares = Square::all().collect::<Vec<_>>();
                let mut way: Vec<Square> = motion
                    .via
                    .iter()
                    .filter_map(|via| squares.iter().copied().find(|at| place(*at) == *via))
                    .collect();
                way.push(to);
                assert_eq!(way[0], table.pawns[0].square);
                for two in way.windows(2) {
                    let mut next = neighbours(&table.tiles, two[0]);
                    assert!(next.any(|square| square == two[1]), "{}", told(motion));
                }
                walks += 1;
            }
        }
        assert!(walks > 50, "{walks}");
    }

    #[test]
    fn cards_that_are_gathered_vanish_where_they_are_seen() {
        let mut found = 0;
        for seed in 0..20 {
            let game = deal(2, 2, false, &mut luck::seeded(seed));
            let (after, motions) = played(&game, "N4 north");
            let gone = game.hands[0].len() - after.hands[0].len();
            assert_eq!(
                motions.iter().filter(|motion| motion.to.is_none()).count(),
                gone
            );
            let public = super::motions(&game.view(Viewer::Public), &after.view(Viewer::Public));
            assert!(public.iter().all(|motion| motion.to.is_some()));
            found += gone;
        }
        assert!(found > 0);
    }
}
