//! What a piece can do.

use std::fmt;

use parlour_core::Sorting;

use super::{Board, Cell, Direction, Kind, Piece, Player, Pos, game_finished};

/// From a square to a square, which may be the same, and a turn clockwise by
/// eighths. Moves are ordered like their texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(try_from = "crate::json::MoveForm", into = "crate::json::MoveForm")
)]
pub struct Move {
    from: Pos,
    to: Pos,
    turn: u8,
}

impl Move {
    /// A move; `None` for a turn of more than seven eighths.
    #[must_use]
    pub const fn new(from: Pos, to: Pos, turn: u8) -> Option<Move> {
        if turn < 8 {
            Some(Move { from, to, turn })
        } else {
            None
        }
    }

    /// A move with a turn that is known to be less than a full circle.
    #[inline]
    pub(crate) const fn made_of(from: Pos, to: Pos, turn: u8) -> Move {
        debug_assert!(turn < 8);
        Move { from, to, turn }
    }

    /// Where the piece comes from.
    #[must_use]
    pub const fn from(self) -> Pos {
        self.from
    }

    /// Where it goes.
    #[must_use]
    pub const fn to(self) -> Pos {
        self.to
    }

    /// How many eighths it turns clockwise, 0 to 7.
    #[must_use]
    pub const fn turn(self) -> u8 {
        self.turn
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}-{}", self.from, self.to, self.turn)
    }
}

/// Why a move cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nothing stands where the move begins.
    NoPiece,
    /// A piece with five lines or more.
    NeverMoves,
    /// The board would not change.
    NoChange,
    /// Only a Shield moves and turns at once.
    MovesAndTurns(Kind),
    /// No line of the piece leads there.
    NoLine,
    /// A line does, but the piece cannot move that far.
    TooFar(Kind),
    /// A piece stands on the way.
    Blocked(Pos),
    /// A piece of the same player stands there.
    OwnPiece,
}

impl Board {
    /// Why a move cannot be made here, regardless of whose turn it is.
    pub fn refusal(&self, chosen: Move) -> Option<Refusal> {
        let Move { from, to, turn } = chosen;
        let Some(piece) = self.cell(from) else {
            return Some(Refusal::NoPiece);
        };
        let Some(kind) = piece.kind() else {
            return Some(Refusal::NeverMoves);
        };
        if from == to {
            return (piece.turned(turn) == piece).then_some(Refusal::NoChange);
        }
        if turn != 0 && kind != Kind::Shield {
            return Some(Refusal::MovesAndTurns(kind));
        }
        let way = Direction::between(from, to);
        let Some((direction, distance)) = way.filter(|(direction, _)| piece.has_line(*direction))
        else {
            return Some(Refusal::NoLine);
        };
        if distance > kind.reach() {
            return Some(Refusal::TooFar(kind));
        }
        let mut between = from.ray(direction).take(usize::from(distance) - 1);
        if let Some(blocking) = between.find(|pos| self.cell(*pos).is_some()) {
            return Some(Refusal::Blocked(blocking));
        }
        let is_own = |other: Piece| other.player() == piece.player();
        self.cell(to)
            .is_some_and(is_own)
            .then_some(Refusal::OwnPiece)
    }

    /// Makes a move that is valid here, and returns the captured piece.
    pub(crate) fn make(&mut self, chosen: Move) -> Cell {
        let piece = self
            .cell(chosen.from)
            .map(|piece| piece.turned(chosen.turn));
        self.set(chosen.from, None);
        let taken = self.cell(chosen.to);
        self.set(chosen.to, piece);
        taken
    }
}

/// Whether a move can be made: checks piece, direction, distance, path, target
/// and turn, but neither whose turn it is nor whether the game is over.
#[must_use]
pub fn is_valid_move(board: &Board, chosen: Move) -> bool {
    board.refusal(chosen).is_none()
}

/// All moves of a piece on an empty board, sorted as text; none for an empty
/// cell.
#[must_use]
pub fn possible_moves(pos: Pos, cell: Cell) -> Vec<Move> {
    let Some((piece, kind)) = cell.and_then(|piece| Some((piece, piece.kind()?))) else {
        return Vec::new();
    };
    let turns = (1..8).filter(|turn| piece.turned(*turn) != piece);
    let mut moves: Vec<Move> = turns
        .map(|turn| Move {
            from: pos,
            to: pos,
            turn,
        })
        .collect();
    let turns_after = if kind == Kind::Shield { 8 } else { 1 };
    for direction in piece.directions() {
        for to in pos.ray(direction).take(usize::from(kind.reach())) {
            moves.extend((0..turns_after).map(|turn| Move {
                from: pos,
                to,
                turn,
            }));
        }
    }
    moves.order();
    moves
}

/// All moves a player can make, sorted as text; none if the game is over.
#[must_use]
pub fn list_moves(board: &Board, player: Player) -> Vec<Move> {
    if game_finished(board) {
        return Vec::new();
    }
    board
        .pieces()
        .filter(|(_, piece)| piece.player() == player)
        .flat_map(|(pos, piece)| possible_moves(pos, Some(piece)))
        .filter(|chosen| is_valid_move(board, *chosen))
        .collect()
}
