//! Which pieces are where.

use thiserror::Error;

use super::{Player, Position, Square, opponent};

/// The most pieces a player can have, and the usual number.
pub const MOST_PIECES: u8 = 7;

/// A set of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Squares(u16);

impl Squares {
    const SHARED: Squares = Squares(0b1_1111_1110_0000);

    fn bit(square: Square) -> u16 {
        1 << square.number()
    }

    /// Whether the square is in the set.
    #[must_use]
    pub fn contains(self, square: Square) -> bool {
        self.0 & Squares::bit(square) != 0
    }

    /// How many squares are in the set, 14 at most.
    #[must_use]
    pub fn count(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// The squares in the order of the path.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        Square::all().filter(move |square| self.contains(*square))
    }

    /// The set as a number: bit n is square n, for tables.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The set that a number stands for; `None` if a bit is not a square.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Option<Squares> {
        if bits & !0b111_1111_1111_1110 == 0 {
            Some(Squares(bits))
        } else {
            None
        }
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        Squares(
            squares
                .into_iter()
                .fold(0, |bits, square| bits | Squares::bit(square)),
        )
    }
}

/// The pieces of one player. Any numbers are allowed; only a [`Placing`] of two
/// such sides is certain to make sense.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Side {
    /// Pieces waiting at the start.
    pub start: u8,
    /// Squares with a piece; a square holds one at most.
    pub squares: Squares,
    /// Pieces at home.
    pub home: u8,
}

impl Side {
    /// All pieces of the side together.
    #[must_use]
    pub fn pieces(self) -> u32 {
        u32::from(self.start) + u32::from(self.squares.count()) + u32::from(self.home)
    }
}

/// Why two sides cannot share a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadPlacing {
    /// A number of pieces that cannot be set up.
    #[error("{0} has {1} pieces; a player has 1 to 7")]
    Pieces(Player, u32),
    /// The players have different numbers of pieces.
    #[error("red has {red} and green {green} pieces; both must have the same number")]
    Unequal {
        /// Red's pieces.
        red: u32,
        /// Green's pieces.
        green: u32,
    },
    /// Both have a piece on the same shared square.
    #[error("both players have a piece on {0}, which they share")]
    Shared(Square),
    /// Both have finished, but the first to finish ends the game.
    #[error("both players have all their pieces home; the game ends when one has")]
    BothHome,
}

/// Where all pieces of both players are. An impossible placing cannot be
/// constructed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placing {
    /// Of each player. Pieces neither on a square nor home are at the start.
    pieces: u8,
    home: [u8; 2],
    squares: [Squares; 2],
}

impl Placing {
    /// The placing of two sides, or why it is impossible.
    ///
    /// # Errors
    ///
    /// The sides have different numbers of pieces, too many of them, or two pieces on one square.
    ///
    /// # Examples
    ///
    /// ```
    /// use parlour_ur::{BadPlacing, Placing, Side, Square};
    /// let on = |square| Side {
    ///     start: 6,
    ///     squares: Square::new(square).into_iter().collect(),
    ///     home: 0,
    /// };
    /// assert!(Placing::new(on(4), on(4)).is_ok());
    /// let nine = Square::new(9).expect("a square");
    /// assert_eq!(Placing::new(on(9), on(9)), Err(BadPlacing::Shared(nine)));
    /// ```
    pub fn new(red: Side, green: Side) -> Result<Placing, BadPlacing> {
        for (player, side) in Player::ALL.into_iter().zip([red, green]) {
            if !(1..=u32::from(MOST_PIECES)).contains(&side.pieces()) {
                return Err(BadPlacing::Pieces(player, side.pieces()));
            }
        }
        let (pieces, other) = (red.pieces(), green.pieces());
        if pieces != other {
            return Err(BadPlacing::Unequal {
                red: pieces,
                green: other,
            });
        }
        let both = Squares(red.squares.0 & green.squares.0 & Squares::SHARED.0);
        if let Some(square) = both.iter().next() {
            return Err(BadPlacing::Shared(square));
        }
        if u32::from(red.home) == pieces && u32::from(green.home) == pieces {
            return Err(BadPlacing::BothHome);
        }
        Ok(Placing {
            pieces: pieces as u8,
            home: [red.home, green.home],
            squares: [red.squares, green.squares],
        })
    }

    /// All pieces at the start, `pieces` of each player; `None` for a number
    /// that cannot be set up.
    #[must_use]
    pub fn start(pieces: u8) -> Option<Placing> {
        let side = Side {
            start: pieces,
            squares: Squares::default(),
            home: 0,
        };
        Placing::new(side, side).ok()
    }

    /// How many pieces each player has.
    #[must_use]
    pub fn pieces(&self) -> u8 {
        self.pieces
    }

    /// The pieces of one player.
    #[must_use]
    pub fn side(&self, player: Player) -> Side {
        let (squares, home) = (self.squares[player as usize], self.home[player as usize]);
        Side {
            start: self.pieces - home - squares.count(),
            squares,
            home,
        }
    }

    /// The same board with red and green swapped.
    #[must_use]
    pub fn exchanged(&self) -> Placing {
        let mut placing = *self;
        placing.home.swap(0, 1);
        placing.squares.swap(0, 1);
        placing
    }

    /// Moves a piece from `from` to `to`, where the player has none unless it
    /// is home. A piece of the opponent's there goes back to its start.
    pub(super) fn advance(&mut self, player: Player, from: Position, to: Position) {
        let own = &mut self.squares[player as usize].0;
        if let Position::OnBoard(square) = from {
            *own &= !Squares::bit(square);
        }
        match to {
            Position::Start => {}
            Position::Home => self.home[player as usize] += 1,
            Position::OnBoard(square) => {
                *own |= Squares::bit(square);
                if square.is_shared() {
                    self.squares[opponent(player) as usize].0 &= !Squares::bit(square);
                }
            }
        }
    }
}

/// The number of pieces that `player` has at `position`.
///
/// ```
/// use parlour_ur::{Player, Position, init_gs, placing};
/// let start = init_gs().placing;
/// assert_eq!(placing(&start, Position::Start, Player::Green), 7);
/// assert_eq!(placing(&start, Position::Home, Player::Green), 0);
/// ```
#[must_use]
pub fn placing(board: &Placing, position: Position, player: Player) -> u32 {
    let side = board.side(player);
    u32::from(match position {
        Position::Start => side.start,
        Position::OnBoard(square) => u8::from(side.squares.contains(square)),
        Position::Home => side.home,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(start: u8, squares: &[u8], home: u8) -> Side {
        Side {
            start,
            squares: squares.iter().filter_map(|n| Square::new(*n)).collect(),
            home,
        }
    }

    #[test]
    fn every_position_is_counted() {
        let board = Placing::new(side(3, &[4, 8, 12], 1), side(4, &[7, 9], 1)).expect("sound");
        let count = |position| Player::ALL.map(|player| placing(&board, position, player));
        assert_eq!(count(Position::Start), [3, 4]);
        assert_eq!(count(Position::Home), [1, 1]);
        for square in Square::all() {
            let expected = match square.number() {
                4 | 8 | 12 => [1, 0],
                7 | 9 => [0, 1],
                _ => [0, 0],
            };
            assert_eq!(count(Position::OnBoard(square)), expected, "{square}");
        }
    }

    #[test]
    fn impossible_placings_cannot_be_made() {
        let fresh = side(7, &[], 0);
        for (red, green, bad) in [
            (side(8, &[], 0), fresh, BadPlacing::Pieces(Player::Red, 8)),
            (
                side(0, &[], 0),
                side(0, &[], 0),
                BadPlacing::Pieces(Player::Red, 0),
            ),
            (
                fresh,
                side(255, &[1], 255),
                BadPlacing::Pieces(Player::Green, 511),
            ),
            (
                fresh,
                side(6, &[], 0),
                BadPlacing::Unequal { red: 7, green: 6 },
            ),
            (
                side(6, &[8], 0),
                side(6, &[8], 0),
                BadPlacing::Shared(Square::SHARED_ROSETTE),
            ),
            (side(0, &[], 7), side(0, &[], 7), BadPlacing::BothHome),
        ] {
            assert_eq!(Placing::new(red, green), Err(bad));
        }
        assert!(Placing::new(side(5, &[4, 14], 0), side(5, &[4, 14], 0)).is_ok());
        assert_eq!(Placing::start(0), None);
        assert_eq!(Placing::start(8), None);
    }

    #[test]
    fn a_placing_is_small() {
        assert!(size_of::<Placing>() <= 8);
    }
}
