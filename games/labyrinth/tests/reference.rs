//! The maze as bits compared with a plain search, tile by tile.

mod plain;

use parlour_core::{Game, Seat, luck};
use parlour_labyrinth::{Direction, Maze, Move, Place, Shape, Square, Squares, Word, deal};
use plain::plain_reach;

#[test]
fn bits_reach_what_a_plain_search_reaches() {
    for seed in 0..40 {
        let game = deal(1, 0, false, &mut luck::seeded(seed));
        let tiles = &game.table().tiles;
        let maze = Maze::of(tiles);
        for from in Square::all() {
            let reached: Vec<Square> = maze.reach(Squares::of(from)).iter().collect();
            assert_eq!(reached, plain_reach(tiles, from), "game {seed} from {from}");
        }
    }
}

#[test]
fn an_insertion_in_bits_is_one_of_tiles() {
    for seed in 0..40 {
        let game = deal(4, 0, false, &mut luck::seeded(seed));
        let before = Maze::of(&game.table().tiles);
        for place in Place::all() {
            for &direction in Direction::ALL {
                let shape = Shape {
                    kind: game.table().extra.kind,
                    direction,
                };
                let after = game.table().after(place, shape);
                assert_eq!(
                    before.insert(place, shape.sides()),
                    Maze::of(&after.tiles),
                    "{place}"
                );
            }
        }
    }
}

#[test]
fn all_lies_of_a_tile_reach_what_a_plain_search_reaches() {
    for seed in 0..40 {
        let game = deal(1, 0, false, &mut luck::seeded(seed));
        let table = game.table();
        let kind = table.extra.kind;
        for place in Place::all() {
            let mut lies = Vec::new();
            let from = table.pawns[0].square;
            Maze::of(&table.tiles).reaches(place, kind, from, |direction, reached| {
                let after = table.after(place, Shape { kind, direction });
                let reached: Vec<Square> = reached.iter().collect();
                assert_eq!(reached, plain_reach(&after.tiles, from), "{place}");
                lies.push(direction);
            });
            assert_eq!(lies, kind.directions());
        }
    }
}

#[test]
fn walks_are_listed_as_the_plain_search_finds_them() {
    for seed in 0..40 {
        let mut game = deal(2, 0, false, &mut luck::seeded(seed));
        let insertion = game.moves()[seed as usize % 12];
        game.play(&insertion).expect("a listed move");
        let table = game.table();
        let walks = plain_reach(&table.tiles, table.pawns[0].square);
        assert_eq!(
            game.moves(),
            walks.into_iter().map(Move::Walk).collect::<Vec<_>>()
        );
        assert_eq!(table.mover, Seat(0));
    }
}

#[test]
fn places_run_through_the_line_from_side_to_side() {
    let squares = |name: &str| {
        let place = Place::all()
            .find(|place| place.to_string() == name)
            .expect(name);
        let squares = place.squares();
        [squares[0], squares[6]].map(|square| square.to_string())
    };
    assert_eq!(squares("N2"), ["1 2", "7 2"]);
    assert_eq!(squares("E4"), ["4 7", "4 1"]);
    assert_eq!(squares("S6"), ["7 6", "1 6"]);
    assert_eq!(squares("W2"), ["2 1", "2 7"]);
}
