//! The rules: players, pieces and squares, how pieces move, and the end of the
//! game.

mod board;
mod game;
mod moves;
mod pos;
mod symmetry;

use std::fmt;
use std::num::NonZeroU8;

use parlour_core::Seat;

pub use board::{Board, Cell, game_finished};
pub use game::Ploy;
pub use moves::{Move, Refusal, is_valid_move, list_moves, possible_moves};
pub use pos::{Direction, NoLine, Pos, SIDE, line};
pub use symmetry::Symmetry;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Player {
    /// Moves first, from rows 1 to 3.
    Black,
    /// Begins on rows 7 to 9.
    White,
}

impl Player {
    /// Both, Black first.
    pub const ALL: [Player; 2] = [Player::Black, Player::White];

    /// The name in sentences: `black`, `white`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        ["black", "white"][self as usize]
    }

    /// The letter in texts: `b`, `w`.
    #[must_use]
    pub const fn letter(self) -> char {
        ['b', 'w'][self as usize]
    }

    /// The player of that letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Player> {
        match letter {
            'b' => Some(Player::Black),
            'w' => Some(Player::White),
            _ => None,
        }
    }

    /// The seat of this player.
    #[must_use]
    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }

    /// The other player.
    #[must_use]
    pub const fn opponent(self) -> Player {
        match self {
            Player::Black => Player::White,
            Player::White => Player::Black,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The kind of a piece, by the number of its lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Kind {
    /// One line: a step, and a turn after it.
    Shield,
    /// Two lines: up to two squares, or a turn.
    Probe,
    /// Three lines: up to three squares, or a turn.
    Lance,
    /// Four lines: a step, or a turn. Losing it loses the game.
    Commander,
}

impl Kind {
    /// The kind with this many lines; a piece with five or more has no kind and
    /// never moves.
    #[must_use]
    pub const fn with_lines(count: u32) -> Option<Kind> {
        match count {
            1 => Some(Kind::Shield),
            2 => Some(Kind::Probe),
            3 => Some(Kind::Lance),
            4 => Some(Kind::Commander),
            _ => None,
        }
    }

    /// How many squares it can move.
    #[must_use]
    pub const fn reach(self) -> u8 {
        match self {
            Kind::Shield | Kind::Commander => 1,
            Kind::Probe => 2,
            Kind::Lance => 3,
        }
    }

    /// Its name: `Shield`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["Shield", "Probe", "Lance", "Commander"][self as usize]
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A piece: its player, and the lines along which it can move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    player: Player,
    lines: NonZeroU8,
}

impl Piece {
    /// A piece with these lines, one bit each: the lowest for north, towards
    /// row 9, the others clockwise. `None` without any line.
    ///
    /// ```
    /// use parlour_ploy::{Kind, Piece, Player};
    /// let piece = Piece::new(Player::Black, 146).expect("it has lines");
    /// assert_eq!(piece.kind(), Some(Kind::Lance));
    /// assert_eq!(Piece::new(Player::Black, 0), None);
    /// ```
    #[must_use]
    pub fn new(player: Player, lines: u8) -> Option<Piece> {
        let lines = NonZeroU8::new(lines)?;
        Some(Piece { player, lines })
    }

    /// Its player.
    #[must_use]
    pub const fn player(self) -> Player {
        self.player
    }

    /// Its lines, one bit each.
    #[must_use]
    pub const fn lines(self) -> u8 {
        self.lines.get()
    }

    /// Its kind; `None` for five lines and more.
    #[must_use]
    pub const fn kind(self) -> Option<Kind> {
        Kind::with_lines(self.lines.get().count_ones())
    }

    /// The directions of its lines, from north clockwise.
    pub fn directions(self) -> impl Iterator<Item = Direction> {
        Direction::all().filter(move |direction| self.has_line(*direction))
    }

    /// Whether one of its lines has this direction.
    #[must_use]
    pub const fn has_line(self, direction: Direction) -> bool {
        self.lines.get() >> direction.index() & 1 != 0
    }

    /// The piece turned clockwise by this many eighths.
    #[must_use]
    pub fn turned(self, by: u8) -> Piece {
        let lines = self.lines().rotate_left(by.into());
        Piece::new(self.player, lines).expect("as many lines as before")
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.player.letter(), self.lines)
    }
}
