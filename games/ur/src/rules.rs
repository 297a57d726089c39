//! The rules: players, squares, and what a roll does.

mod game;
mod placing;
mod state;

use std::fmt;

use parlour_core::Seat;

pub(crate) use game::can_move;
pub use game::{Exchange, Move, Setup, Ur};
pub use placing::{BadPlacing, MOST_PIECES, Placing, Side, Squares, placing};
pub use state::{
    GameState, IllegalMove, OddPair, PairFault, Refusal, game_over, init_gs, judged, make_move,
    possible_moves, winner,
};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Player {
    /// Moves first, along the top row of the board.
    Red,
    /// Moves along the bottom row.
    Green,
}

impl Player {
    /// Both, Red first.
    pub const ALL: [Player; 2] = [Player::Red, Player::Green];

    /// The name in texts: `red`, `green`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["red", "green"][self as usize]
    }

    /// The name at the beginning of a line: `Red`, `Green`.
    #[must_use]
    pub const fn title(self) -> &'static str {
        ["Red", "Green"][self as usize]
    }

    /// The seat of this player.
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The other player.
///
/// ```
/// use parlour_ur::{Player, opponent};
/// assert_eq!(opponent(Player::Red), Player::Green);
/// ```
#[must_use]
pub const fn opponent(player: Player) -> Player {
    match player {
        Player::Red => Player::Green,
        Player::Green => Player::Red,
    }
}

/// A square of a player's path, 1 to 14. Each player has squares 1 to 4, 13 and
/// 14 alone, and both share 5 to 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The last square of the path.
    pub const LAST: Square = Square(14);

    /// The only rosette on the shared squares: a piece on it is safe.
    pub const SHARED_ROSETTE: Square = Square(8);

    /// The square with that number, if there is one.
    ///
    /// ```
    /// use parlour_ur::Square;
    /// assert_eq!(Square::new(14).map(Square::number), Some(14));
    /// assert_eq!(Square::new(15), None);
    /// ```
    #[must_use]
    pub const fn new(number: u8) -> Option<Square> {
        match number {
            1..=14 => Some(Square(number)),
            _ => None,
        }
    }

    /// Its number, 1 to 14.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// All squares in the order of the path.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (1..=Square::LAST.0).map(Square)
    }

    /// Whether both players pass here.
    #[must_use]
    pub const fn is_shared(self) -> bool {
        matches!(self.0, 5..=12)
    }

    /// Whether landing here gives another roll.
    #[must_use]
    pub const fn is_rosette(self) -> bool {
        matches!(self.0, 4 | 8 | 14)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Where a piece is, in the order of its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(try_from = "crate::json::Spot", into = "crate::json::Spot")
)]
pub enum Position {
    /// Waiting to enter the board.
    Start,
    /// On a square.
    OnBoard(Square),
    /// At its goal.
    Home,
}

impl Position {
    /// The position on that square, if there is one.
    #[must_use]
    pub fn on(square: u8) -> Option<Position> {
        Square::new(square).map(Position::OnBoard)
    }

    /// How many steps it is from the start: 0, 1 to 14, 15.
    #[must_use]
    pub const fn steps(self) -> u8 {
        match self {
            Position::Start => 0,
            Position::OnBoard(square) => square.0,
            Position::Home => Square::LAST.0 + 1,
        }
    }

    /// Whether a piece that lands here gives its player another roll.
    #[must_use]
    pub const fn is_rosette(self) -> bool {
        matches!(self, Position::OnBoard(square) if square.is_rosette())
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Position::Start => f.write_str("start"),
            Position::OnBoard(square) => square.fmt(f),
            Position::Home => f.write_str("home"),
        }
    }
}

/// A throw of the dice: the heads of four coins, 0 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(try_from = "crate::json::Throw", into = "crate::json::Throw")
)]
pub struct Roll(u8);

impl Roll {
    /// How many of the sixteen throws of four coins give each roll.
    pub const WEIGHTS: [u32; 5] = [1, 4, 6, 4, 1];

    /// That roll; `None` if the dice cannot show it.
    #[must_use]
    pub fn new(number: i64) -> Option<Roll> {
        u8::try_from(number)
            .ok()
            .filter(|number| usize::from(*number) < Roll::WEIGHTS.len())
            .map(Roll)
    }

    /// The number thrown.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// All rolls, 0 first.
    pub fn all() -> impl Iterator<Item = Roll> {
        (0..Roll::WEIGHTS.len() as u8).map(Roll)
    }

    /// How many of sixteen throws give this roll.
    #[must_use]
    pub const fn weight(self) -> u32 {
        Roll::WEIGHTS[self.0 as usize]
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
