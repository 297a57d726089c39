//! Pieces with rays that slide and turn, about a hundred moves a turn: the
//! shape of Ploy.
//!
//! A piece slides along one of its rays, as many squares as it has rays, or
//! turns in place. The king slides one step. Taking the king wins; when the
//! moves run out, the game is drawn.

pub(crate) mod engine;
mod text;

use parlour_core::{
    Configure, Game, Illegal, Imagine, Never, Odds, Outcome, Seat, SetupError, SetupOption,
    SetupValues, Symmetric, Turn, Viewer,
};
use rand::Rng;

use super::reading::number;

const SIDE: u8 = 9;
const CELLS: usize = SIDE as usize * SIDE as usize;

/// A cell, counted row by row from the first seat's left corner.
type Cell = u8;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Piece {
    owner: Seat,
    is_king: bool,
    /// A bit for every direction, from straight ahead of the first seat
    /// clockwise.
    rays: u8,
}

impl Piece {
    fn reach(self) -> u32 {
        if self.is_king {
            1
        } else {
            self.rays.count_ones()
        }
    }

    /// The least turn after which it looks the same.
    fn period(self) -> u8 {
        (1..=8)
            .find(|&by| self.rays.rotate_left(by.into()) == self.rays)
            .unwrap_or(8)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rays {
    cells: [Option<Piece>; CELLS],
    seat: Seat,
    /// Moves until the game is drawn.
    left: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Move {
    Slide {
        from: Cell,
        to: Cell,
    },
    /// Clockwise, by eighths.
    Turn {
        at: Cell,
        by: u8,
    },
}

/// The neighbour of a cell in a direction.
fn neighbour(cell: Cell, direction: u8) -> Option<Cell> {
    const STEPS: [(i8, i8); 8] = [
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
        (-1, -1),
        (-1, 0),
        (-1, 1),
    ];
    let (dx, dy) = STEPS[usize::from(direction)];
    let x = (cell % SIDE).checked_add_signed(dx)?;
    let y = (cell / SIDE).checked_add_signed(dy)?;
    (x < SIDE && y < SIDE).then_some(y * SIDE + x)
}

impl Rays {
    fn piece(&self, cell: Cell) -> Option<Piece> {
        *self.cells.get(usize::from(cell))?
    }

    fn has_king(&self, seat: Seat) -> bool {
        let mut pieces = self.cells.iter().flatten();
        pieces.any(|piece| piece.is_king && piece.owner == seat)
    }

    /// Where the piece on a cell can slide to.
    fn targets(&self, from: Cell, piece: Piece) -> Vec<Cell> {
        let mut targets = Vec::new();
        for direction in (0..8).filter(|direction| piece.rays >> direction & 1 != 0) {
            let mut at = from;
            for _ in 0..piece.reach() {
                let Some(next) = neighbour(at, direction) else {
                    break;
                };
                let hit = self.piece(next);
                if hit.is_none_or(|other| other.owner != piece.owner) {
                    targets.push(next);
                }
                if hit.is_some() {
                    break;
                }
                at = next;
            }
        }
        targets
    }
}

impl Rays {
    /// Two rows of pieces per seat, facing each other.
    fn new(&left: &u8) -> Result<Self, SetupError> {
        const BACK: [u8; 7] = [0x83, 0x83, 0x82, 0x55, 0x82, 0x83, 0x83];
        const FRONT: [u8; 3] = [0x01; 3];
        let mut rays = Rays {
            cells: [None; CELLS],
            seat: Seat(0),
            left,
        };
        let back = BACK.iter().zip(1..);
        let front = FRONT.iter().zip(SIDE + 3..);
        for (&mask, cell) in back.chain(front) {
            let piece = Piece {
                owner: Seat(0),
                is_king: mask == 0x55,
                rays: mask,
            };
            rays.cells[usize::from(cell)] = Some(piece);
        }
        let other_side = rays.map(&Symmetry::HalfTurn);
        for (cell, piece) in rays.cells.iter_mut().zip(other_side.cells) {
            *cell = cell.or(piece);
        }
        Ok(rays)
    }
}

impl Game for Rays {
    type Move = Move;
    type Chance = Never;
    type View = Rays;

    fn seats(&self) -> u8 {
        2
    }

    fn turn(&self) -> Turn {
        if !self.has_king(self.seat) {
            Turn::Over(Outcome::Win(Seat(1 - self.seat.0)))
        } else if self.left == 0 {
            Turn::Over(Outcome::Draw)
        } else {
            Turn::Seat(self.seat)
        }
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if let Turn::Over(_) = self.turn() {
            return moves;
        }
        for (from, piece) in (0..).zip(self.cells) {
            let Some(piece) = piece.filter(|piece| piece.owner == self.seat) else {
                continue;
            };
            let targets = self.targets(from, piece).into_iter();
            moves.extend(targets.map(|to| Move::Slide { from, to }));
            moves.extend((1..piece.period()).map(|by| Move::Turn { at: from, by }));
        }
        moves
    }

    fn play(&mut self, chosen: &Move) -> Result<(), Illegal> {
        if let Turn::Over(_) = self.turn() {
            return Err(Illegal::new("over", "the game is over"));
        }
        let (Move::Slide { from, .. } | Move::Turn { at: from, .. }) = *chosen;
        let own = self.piece(from).filter(|piece| piece.owner == self.seat);
        let mut piece = own.ok_or_else(|| Illegal::new("no-piece", "no piece of yours"))?;
        match *chosen {
            Move::Slide { to, .. } if self.targets(from, piece).contains(&to) => {
                self.cells[usize::from(from)] = None;
                self.cells[usize::from(to)] = Some(piece);
            }
            Move::Turn { by, .. } if (1..piece.period()).contains(&by) => {
                piece.rays = piece.rays.rotate_left(by.into());
                self.cells[usize::from(from)] = Some(piece);
            }
            _ => return Err(Illegal::new("no-way", "the piece cannot do this")),
        }
        self.seat = Seat(1 - self.seat.0);
        self.left -= 1;
        Ok(())
    }

    fn odds(&self) -> Odds<Never> {
        Odds::none()
    }

    fn resolve(&mut self, outcome: &Never) -> Result<(), Illegal> {
        match *outcome {}
    }

    fn view(&self, _: Viewer) -> Rays {
        self.clone()
    }
}

impl Imagine for Rays {
    fn imagine(view: &Rays, _: Viewer, _: &mut dyn Rng) -> Self {
        view.clone()
    }
}

impl Configure for Rays {
    const OPTIONS: &'static [SetupOption] = &[SetupOption {
        name: "moves",
        value: "NUMBER",
        default: "200",
        help: "how many moves there are before the game is drawn",
        examples: &["1", "8", "60"],
    }];

    fn start(values: &SetupValues, _: &mut dyn Rng) -> Result<Self, SetupError> {
        Rays::new(&number(values, &Self::OPTIONS[0], 1..=u8::MAX)?)
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Symmetry {
    /// Left becomes right.
    Mirror,
    /// The board is turned round and the seats change sides.
    HalfTurn,
}

impl Symmetry {
    fn cell(self, cell: Cell) -> Cell {
        match self {
            Symmetry::Mirror => cell - cell % SIDE + (SIDE - 1 - cell % SIDE),
            Symmetry::HalfTurn => CELLS as u8 - 1 - cell,
        }
    }

    fn seat(self, seat: Seat) -> Seat {
        match self {
            Symmetry::Mirror => seat,
            Symmetry::HalfTurn => Seat(1 - seat.0),
        }
    }

    fn piece(self, piece: Piece) -> Piece {
        Piece {
            owner: self.seat(piece.owner),
            rays: match self {
                // Straight ahead stays where it is.
                Symmetry::Mirror => piece.rays.reverse_bits().rotate_left(1),
                Symmetry::HalfTurn => piece.rays.rotate_left(4),
            },
            ..piece
        }
    }
}

impl Symmetric for Rays {
    type Symmetry = Symmetry;

    fn symmetries(&self) -> Vec<Symmetry> {
        vec![Symmetry::Mirror, Symmetry::HalfTurn]
    }

    fn map(&self, symmetry: &Symmetry) -> Self {
        let mut cells = [None; CELLS];
        for (cell, piece) in (0..).zip(self.cells) {
            cells[usize::from(symmetry.cell(cell))] = piece.map(|piece| symmetry.piece(piece));
        }
        Rays {
            cells,
            seat: symmetry.seat(self.seat),
            left: self.left,
        }
    }

    fn map_move(&self, symmetry: &Symmetry, chosen: &Move) -> Move {
        match *chosen {
            Move::Slide { from, to } => Move::Slide {
                from: symmetry.cell(from),
                to: symmetry.cell(to),
            },
            Move::Turn { at, by } => Move::Turn {
                at: symmetry.cell(at),
                by: match (symmetry, self.piece(at)) {
                    // A mirrored turn goes the other way round.
                    (Symmetry::Mirror, Some(piece)) => piece.period() - by,
                    _ => by,
                },
            },
        }
    }

    fn map_chance(&self, _: &Symmetry, outcome: &Never) -> Never {
        *outcome
    }
}
