//! A new game: tiles, treasures and cards at random.

use parlour_core::{Seat, below};
use rand::Rng;

use super::game::{Labyrinth, Phase, Tabletop};
use super::player::{Colour, Control, Pawn};
use super::square::{SQUARES, Square};
use super::tile::{Direction, Extra, Kind, Shape, TREASURES, Tile, Treasure, Word};
use super::variant::Official;

/// Deals a new game for one to four players, the first `humans` of whom are
/// people.
///
/// # Panics
/// If there are no players, or more than four.
#[must_use]
pub fn deal(players: u8, humans: u8, official: bool, luck: &mut dyn Rng) -> Labyrinth {
    let pawns: Vec<Pawn> = Colour::ALL[..usize::from(players)]
        .iter()
        .zip(0..)
        .map(|(&colour, seat)| Pawn {
            colour,
            control: if seat < humans {
                Control::Human
            } else {
                Control::Ai
            },
            square: colour.home(),
        })
        .collect();
    let (mut tiles, mut extra) = lay_tiles(luck);
    let mut bare: Vec<Option<Square>> = Square::all()
        .filter(|square| Colour::at_home_on(*square).is_none())
        .map(Some)
        .chain([None])
        .collect();
    shuffle(&mut bare, luck);
    for (treasure, place) in Treasure::all().zip(bare) {
        match place {
            Some(square) => tiles[square.index()].treasure = Some(treasure),
            None => extra.treasure = Some(treasure),
        }
    }
    let mut cards: Vec<Treasure> = Treasure::all().collect();
    shuffle(&mut cards, luck);
    let hands = cards.chunks(usize::from(TREASURES / players));
    Labyrinth {
        hands: hands.map(<[Treasure]>::to_vec).collect(),
        table: Tabletop {
            pawns,
            mover: Seat(0),
            phase: Phase::Insert,
            extra,
            tiles,
            official: official.then(Official::default),
        },
    }
}

/// The fixed tiles, the others between them in random order and direction, and
/// the one that is left.
fn lay_tiles(luck: &mut dyn Rng) -> ([Tile; SQUARES], Extra) {
    let mut free: Vec<Kind> = Vec::new();
    for kind in Kind::ALL {
        let fixed = Square::all().filter_map(Square::fixed);
        let fixed = fixed.filter(|shape| shape.kind == *kind).count();
        free.extend(std::iter::repeat_n(*kind, kind.count() - fixed));
    }
    shuffle(&mut free, luck);
    let mut squares = Square::all();
    let tiles = std::array::from_fn(|_| {
        let fixed = squares.next().and_then(Square::fixed);
        let shape = fixed.unwrap_or_else(|| {
            let kind = free.pop().expect("a tile for every square and one more");
            let direction = one_of(kind.directions(), luck);
            Shape { kind, direction }
        });
        Tile {
            shape,
            treasure: None,
        }
    });
    let extra = Extra {
        kind: free.pop().expect("one tile more than squares"),
        treasure: None,
    };
    (tiles, extra)
}

fn one_of(directions: &[Direction], luck: &mut dyn Rng) -> Direction {
    let index = below(luck, directions.len() as u64).unwrap_or(0);
    directions[index as usize]
}

/// Shuffles a list uniformly (Fisher-Yates).
pub(super) fn shuffle<T>(list: &mut [T], luck: &mut dyn Rng) {
    for end in (1..list.len()).rev() {
        let chosen = below(luck, end as u64 + 1).unwrap_or(0);
        list.swap(end, chosen as usize);
    }
}
