//! The board: a cell for every square.

use super::{Kind, Piece, Player, Pos, SIDE};

/// What stands on a square, if anything.
pub type Cell = Option<Piece>;

/// All squares with what stands on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// By the numbers of the squares; numbers without a square stay empty.
    cells: [Cell; Pos::SPAN],
}

impl Board {
    /// A board without pieces.
    pub const EMPTY: Board = Board {
        cells: [None; Pos::SPAN],
    };

    /// What stands on a square.
    #[must_use]
    pub const fn cell(&self, pos: Pos) -> Cell {
        self.cells[pos.index()]
    }

    /// Puts something on a square, or clears it.
    pub const fn set(&mut self, pos: Pos, cell: Cell) {
        self.cells[pos.index()] = cell;
    }

    /// The pieces with their squares, in the order of the squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Pos, Piece)> {
        Pos::all().filter_map(|pos| Some((pos, self.cell(pos)?)))
    }

    /// The rows from the top, each from the left: the first cell of the first
    /// row is `a9`.
    pub fn rows(&self) -> impl Iterator<Item = [(Pos, Cell); SIDE as usize]> {
        (0..SIDE).rev().map(|row| {
            std::array::from_fn(|column| {
                let pos = Pos::new(column as u8, row).expect("rows and columns of the board");
                (pos, self.cell(pos))
            })
        })
    }

    /// Whether this player has a Commander and something else.
    fn can_go_on(&self, player: Player) -> bool {
        let own = || self.pieces().filter(|(_, piece)| piece.player() == player);
        own().any(|(_, piece)| piece.kind() == Some(Kind::Commander)) && own().count() > 1
    }
}

/// Whether the game is over: a player has no Commander, or nothing else.
///
/// ```
/// use parlour_ploy::{build_board, game_finished, START};
/// assert!(!game_finished(&build_board(START).expect("the start")));
/// ```
#[must_use]
pub fn game_finished(board: &Board) -> bool {
    !Player::ALL
        .into_iter()
        .all(|player| board.can_go_on(player))
}
