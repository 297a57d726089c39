//! What the rosettes are worth in games with perfect play.

use parlour_core::{Tables, luck};
use rand::Rng;

use crate::board::{Moved, SHARED, ThrowerBoard};
use crate::rules::Square;
use crate::strategy::known;
use crate::table::{Chances, TableError};

/// What a rosette is worth. Differences are in the winning chance of the player
/// who has just moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rosette {
    /// The square.
    pub square: Square,
    /// How often a piece of either player lands on it, per game.
    pub landings: f64,
    /// The mean gain from the extra throw after landing there, compared with
    /// the same position with the other player to throw.
    pub throw: f64,
    /// The mean difference between a piece there and one on the square before,
    /// all else being equal, when the other player throws: measured where a
    /// player holds the rosette and the square before is empty.
    pub place: f64,
}

/// A running mean.
#[derive(Clone, Copy, Default)]
struct Mean {
    sum: f64,
    count: u32,
}

impl Mean {
    fn add(&mut self, value: f32) {
        self.sum += f64::from(value);
        self.count += 1;
    }

    fn value(self) -> f64 {
        self.sum / f64::from(self.count.max(1))
    }
}

/// Plays perfect games and measures what each rosette was worth in them.
///
/// # Errors
///
/// There is no game with this setup, or its table is missing.
pub fn rosettes(
    pieces: u8,
    exact_home: bool,
    games: u32,
    seed: u64,
    tables: &Tables,
) -> Result<Vec<Rosette>, TableError> {
    let known = known(pieces, exact_home, tables)?;
    let chances = known.table.chances();
    let squares: Vec<Square> = Square::all().filter(|square| square.is_rosette()).collect();
    let mut throws = vec![Mean::default(); squares.len()];
    let mut places = throws.clone();
    let luck = &mut luck::seeded(seed);
    for _ in 0..games {
        let mut board = ThrowerBoard::start(pieces);
        while board.other_left > 0 {
            let moved = best(chances, &board, exact_home, luck);
            let landed = moved.board.own & !board.own;
            board = moved.next();
            if board.other_left == 0 {
                break;
            }
            for (place, square) in squares.iter().enumerate() {
                let rosette = 1 << square.number();
                if moved.again {
                    if landed & rosette != 0 {
                        throws[place].add(chances.of(&board) - passed_on(chances, &moved.board));
                    }
                } else if let Some(behind) = one_behind(&moved.board, rosette) {
                    let difference = passed_on(chances, &moved.board) - passed_on(chances, &behind);
                    places[place].add(difference);
                }
            }
        }
    }
    let worth = squares.into_iter().zip(throws).zip(places);
    Ok(worth
        .map(|((square, throw), place)| Rosette {
            square,
            landings: f64::from(throw.count) / f64::from(games.max(1)),
            throw: throw.value(),
            place: place.value(),
        })
        .collect())
}

/// The best move after a throw.
fn best(
    chances: Chances<'_>,
    board: &ThrowerBoard,
    exact_home: bool,
    luck: &mut impl Rng,
) -> Moved {
    let roll = (luck.next_u32() & 0xf).count_ones() as u8;
    let movable = match roll {
        0 => 0,
        roll => board.movable(roll, exact_home),
    };
    let value = |moved: &Moved| match moved {
        moved if moved.board.own_left == 0 => 1.0,
        moved if moved.again => chances.of(&moved.board),
        moved => passed_on(chances, &moved.board),
    };
    (0..15)
        .filter(|from| movable >> from & 1 == 1)
        .map(|from| board.moved(from, roll))
        .max_by(|a, b| value(a).total_cmp(&value(b)))
        .unwrap_or(Moved::pass(board))
}

/// The chance of a player who does not throw next.
fn passed_on(chances: Chances<'_>, board: &ThrowerBoard) -> f32 {
    1.0 - chances.of(&board.turned())
}

/// The same position with the piece on this square moved to the one before;
/// `None` if there is no such piece, or no room.
fn one_behind(board: &ThrowerBoard, square: u16) -> Option<ThrowerBoard> {
    let before = square >> 1;
    let taken = board.own | board.other & SHARED as u16;
    let is_possible = board.own & square != 0 && taken & before == 0;
    is_possible.then_some(ThrowerBoard {
        own: board.own & !square | before,
        ..*board
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rosettes_are_worth_having() {
        let found = rosettes(2, false, 300, 1, &Tables::none()).expect("two pieces need no table");
        assert_eq!(
            found.iter().map(|r| r.square.number()).collect::<Vec<_>>(),
            [4, 8, 14]
        );
        for rosette in &found {
            assert!(
                rosette.landings > 0.5 && rosette.throw > 0.01,
                "{rosette:?}"
            );
        }
        // On 7 a piece can be captured, on 8 it is safe.
        assert!(found[1].place > 0.05, "{found:?}");
        assert_eq!(
            found,
            rosettes(2, false, 300, 1, &Tables::none()).expect("the same")
        );
    }

    #[test]
    fn a_piece_goes_one_back_where_there_is_room() {
        let board = ThrowerBoard {
            own: 1 << 8 | 1 << 4,
            other: 1 << 3 | 1 << 9,
            own_left: 3,
            other_left: 3,
        };
        let behind = |square: u8| one_behind(&board, 1 << square).map(|board| board.own);
        assert_eq!(behind(8), Some(1 << 7 | 1 << 4));
        // The other player's square 3 is a different one.
        assert_eq!(behind(4), Some(1 << 8 | 1 << 3));
        assert_eq!(behind(14), None);
        let blocked = ThrowerBoard {
            other: 1 << 7,
            ..board
        };
        assert_eq!(one_behind(&blocked, 1 << 8), None);
    }
}
