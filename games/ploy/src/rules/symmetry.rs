//! Symmetry: the rules treat up and down, left and right, and both colours alike.

use parlour_core::{Never, Symmetric};

use super::{Board, Move, Piece, Player, Ploy, Pos, SIDE};

/// A way to map positions to equivalent ones. These three generate all sixteen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Left becomes right.
    Mirror,
    /// North becomes east.
    QuarterTurn,
    /// The players swap colours.
    Colours,
}

impl Symmetry {
    fn pos(self, pos: Pos) -> Pos {
        let (column, row) = match self {
            Symmetry::Mirror => (SIDE - 1 - pos.column(), pos.row()),
            Symmetry::QuarterTurn => (pos.row(), SIDE - 1 - pos.column()),
            Symmetry::Colours => return pos,
        };
        Pos::new(column, row).expect("the board is mapped onto itself")
    }

    fn player(self, player: Player) -> Player {
        match self {
            Symmetry::Colours => player.opponent(),
            _ => player,
        }
    }

    fn piece(self, piece: Piece) -> Piece {
        let lines = match self {
            // North stays where it is.
            Symmetry::Mirror => piece.lines().reverse_bits().rotate_left(1),
            Symmetry::QuarterTurn => piece.lines().rotate_left(2),
            Symmetry::Colours => piece.lines(),
        };
        Piece::new(self.player(piece.player()), lines).expect("as many lines as before")
    }
}

impl Symmetric for Ploy {
    type Symmetry = Symmetry;

    fn symmetries(&self) -> Vec<Symmetry> {
        vec![Symmetry::Mirror, Symmetry::QuarterTurn, Symmetry::Colours]
    }

    fn map(&self, symmetry: &Symmetry) -> Self {
        let mut board = Board::EMPTY;
        for (pos, piece) in self.board().pieces() {
            board.set(symmetry.pos(pos), Some(symmetry.piece(piece)));
        }
        Ploy::at(board, symmetry.player(self.mover()))
    }

    fn map_move(&self, symmetry: &Symmetry, chosen: &Move) -> Move {
        let turn = match symmetry {
            // A mirrored turn goes the other way round.
            Symmetry::Mirror => (8 - chosen.turn()) % 8,
            _ => chosen.turn(),
        };
        Move::new(symmetry.pos(chosen.from()), symmetry.pos(chosen.to()), turn)
            .expect("a turn of less than a circle")
    }

    fn map_chance(&self, _: &Symmetry, outcome: &Never) -> Never {
        *outcome
    }
}
