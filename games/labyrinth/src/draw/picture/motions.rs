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

/// Where a tile was inserted, if one was.
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
    // Two names for the same orientation have one picture.
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
    // The extra tile faces north.
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

/// The views on the way from one to another: a line that shifts, or a pawn that walks.
pub(in crate::draw) fn between(before: &View, after: &View) -> Vec<View> {
    match insertion(&before.table, &after.table) {
        Some(slot) => shift(before, after, slot),
        None if before.table.tiles == after.table.tiles => walk(before, after),
        None => Vec::new(),
    }
}

/// The tiles of a line shift one after the other, those at its end first, and pawns with them.
fn shift(before: &View, after: &View, slot: Slot) -> Vec<View> {
    let line = slot.squares();
    let views = (1..line.len()).rev().map(|still| {
        let mut view = before.clone();
        for square in &line[still..] {
            view.table.tiles[square.index()] = after.table.tiles[square.index()];
        }
        let pawns = view.table.pawns.iter_mut().zip(&after.table.pawns);
        for (pawn, then) in pawns {
            if line[still - 1..].contains(&pawn.square) {
                pawn.square = then.square;
            }
        }
        view
    });
    views.collect()
}

/// A pawn on every square of its way.
fn walk(before: &View, after: &View) -> Vec<View> {
    let mut walked = (0..).zip(before.table.pawns.iter().zip(&after.table.pawns));
    let Some((seat, (was, is))) = walked.find(|(_, (was, is))| was.square != is.square) else {
        return Vec::new();
    };
    let way = shortest(&after.table.tiles, was.square, is.square);
    let between = way
        .into_iter()
        .filter(|square| *square != was.square && *square != is.square);
    between
        .map(|square| {
            let mut view = before.clone();
            let seat: usize = seat;
            view.table.pawns[seat].square = square;
            view
        })
        .collect()
}

/// Pawns take the shortest path.
fn walked(before: &Tabletop, after: &Tabletop) -> Vec<Motion> {
    moved_pawns(before, after)
        .map(|(was, is)| {
            let way = shortest(&after.tiles, was.square, is.square);
            let via: Vec<Place> = way.into_iter().map(place).collect();
            Motion::go(pawn_place(was), pawn_place(is)).via(via)
        })
        .collect()
}

/// The squares of a shortest path (breadth-first search), including the first but not the last; the
/// first alone if there is no path.
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

/// The cards that a hand has lost, as far as it is visible.
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

    /// From where, by way of what, to where, and whether it is marked.
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
    fn the_tiles_of_a_line_shift_one_after_the_other() {
        let mut game = deal(2, 2, false, &mut luck::seeded(5));
        game.table.pawns[1].square = Square::new(3, 4).expect("on the board");
        let (after, _) = played(&game, "N4 north");
        let (was, is) = (game.view(Viewer::All), after.view(Viewer::All));
        let views = between(&was, &is);
        let changed = |view: &View| {
            let tiles = view.table.tiles.iter().zip(&was.table.tiles);
            tiles.filter(|(now, then)| now != then).count()
        };
        assert_eq!(views.len(), 6);
        assert!(views.is_sorted_by_key(changed));
        // The last tile to move is the one that comes in.
        assert_eq!(views[5].table.tiles[3], was.table.tiles[3]);
        let rows: Vec<u8> = views
            .iter()
            .map(|view| view.table.pawns[1].square.row())
            .collect();
        let (still, moved) = (
            was.table.pawns[1].square.row(),
            is.table.pawns[1].square.row(),
        );
        assert_eq!(moved, still + 1);
        assert_eq!(rows, [still, still, still, moved, moved, moved]);
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
