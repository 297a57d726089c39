//! The bounds of the proof, on games played by the plain rules.

use parlour_core::{Game, Outcome, Seat, Turn, below, luck};

use super::*;
use crate::board::shape;
use crate::rules::{Colour, Labyrinth, Move, Phase, SQUARES, Word, deal};

/// Plays to the end and counts the turns.
fn turns(mut game: Labyrinth) -> u32 {
    let mut turns = 0;
    while game.turn() == Turn::Seat(Seat(0)) {
        let solo = Solo::of(game.table(), game.hand(Seat(0)));
        let chosen = match game.table().phase {
            Phase::Insert => {
                turns += 1;
                let (place, direction) = insertion(&solo);
                let shape = shape(game.table().extra.kind, direction);
                Move::Insert { place, shape }
            }
            Phase::Walk => Move::Walk(first(walk(&solo))),
        };
        game.play(&chosen).expect("a legal move");
        assert!(turns <= MOST, "no end");
    }
    assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat(0))));
    turns
}

#[test]
fn every_start_ends_within_its_bound() {
    let most = (0..30_000).map(|seed| turns(deal(1, 0, false, &mut luck::seeded(seed))));
    let most = most.max().expect("there are games");
    assert!(most <= MOST_FROM_START, "{most}");
}

#[test]
fn every_position_ends_within_its_bound() {
    for seed in 0..30_000 {
        let luck = &mut luck::seeded(seed);
        let mut game = deal(1, 0, false, luck);
        let pawn = &mut game.table.pawns[0];
        let colour = below(luck, 4).expect("colours") as usize;
        pawn.colour = Colour::ALL[colour];
        let square = below(luck, SQUARES as u64).expect("squares");
        pawn.square = Square::numbered(square as u32);
        let cards = below(luck, 25).expect("a number of cards") as usize;
        game.hands[0].truncate(cards);
        turns(game);
    }
}

/// Boards that the proof must consider: all ends of lines are corners, and so
/// is the spare tile.
#[test]
fn corners_all_around_are_got_over() {
    for seed in 0..3_000 {
        let luck = &mut luck::seeded(seed);
        let mut game = deal(1, 0, false, luck);
        let outermost: Vec<Square> = places().iter().map(|place| place.exit()).collect();
        for square in outermost {
            let table = &mut game.table;
            if table.tiles[square.index()].shape.kind == Kind::Corner {
                continue;
            }
            let inner = Square::all().find(|other| {
                let on_rim = places().iter().any(|place| place.exit() == *other);
                let kind = table.tiles[other.index()].shape.kind;
                other.fixed().is_none() && !on_rim && kind == Kind::Corner
            });
            let inner = inner.expect("there are 16 corners that can move");
            table.tiles.swap(square.index(), inner.index());
        }
        turns(game);
    }
}
