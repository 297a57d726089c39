//! The moves of a sweep, as places to look values up.
//!
//! What red can do depends on the shared squares and red's own private ones,
//! never on green's: so red's moves are found once for a whole row of groups.
//! Green's moves likewise are the same in every row and lane, and those between
//! shared squares even in every column.

use super::geometry::{BIT_13, BIT_14, Geometry, Shape};

/// Where the value after a move is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// In this layer, with the same player to throw again.
    Again,
    /// In this layer, with the other player to throw.
    Other,
    /// In the layer with one piece less, with the other player to throw.
    Home,
}

/// A move of red for a whole row: the row that it leads to.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowMove {
    pub(super) source: Source,
    /// The first group of the row.
    pub(super) row: u32,
}

/// Red's moves with one roll, for a row.
#[derive(Clone, Debug, Default)]
pub(super) struct RowMoves {
    /// Moves that leave squares 13 and 14 alone, and that all lanes have.
    pub(super) plain: Vec<RowMove>,
    /// A piece enters, in lanes with a piece left at the start.
    pub(super) entry: Option<RowMove>,
    /// A piece reaches 13 or 14, in lanes where that square is free.
    pub(super) to_13: Option<RowMove>,
    pub(super) to_14: Option<RowMove>,
    /// A piece wins the game by going home.
    pub(super) wins: bool,
}

/// A move of green: the group that it leads to from the first row, and the
/// distance to the next row's.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnMove {
    pub(super) source: Source,
    pub(super) first: u32,
    pub(super) width: u32,
}

/// Green's moves with one roll.
#[derive(Clone, Debug, Default)]
pub(super) struct ColumnMoves {
    pub(super) moves: Vec<ColumnMove>,
    /// A piece wins the game by going home.
    pub(super) wins: bool,
}

/// What a piece of a player does with a roll.
enum Step {
    /// It goes to other squares: shared ones, or private ones.
    Board {
        shared: usize,
        private: u8,
        again: bool,
    },
    /// It leaves the board.
    Home { shared: usize, private: u8 },
}

/// The steps that a player's pieces on the board and at the start can take.
/// `left` pieces are neither home nor on the board.
struct Steps<'a> {
    geometry: &'a Geometry,
    is_red: bool,
    exact_home: bool,
    shared: usize,
    private: u8,
    left: u32,
}

impl Steps<'_> {
    /// Calls `visit` with where each piece comes from (0 is the start) and its
    /// step.
    fn each(&self, roll: u8, mut visit: impl FnMut(u8, Step)) {
        let (red, green) = (
            self.geometry.red[self.shared],
            self.geometry.green[self.shared],
        );
        let (own, others) = if self.is_red {
            (red, green)
        } else {
            (green, red)
        };
        let number = |own: u8, others: u8| {
            if self.is_red {
                self.geometry.shared(own, others)
            } else {
                self.geometry.shared(others, own)
            }
        };
        for from in 0..=14_u8 {
            let here = match from {
                0 => self.left > 0,
                1..=4 => self.private >> (from - 1) & 1 == 1,
                5..=12 => own >> (from - 5) & 1 == 1,
                13 => self.private & BIT_13 != 0,
                _ => self.private & BIT_14 != 0,
            };
            if !here {
                continue;
            }
            let private = self.private & !private_bit(from);
            let own = own & !shared_bit(from);
            let to = from + roll;
            if to >= 15 {
                if to == 15 || !self.exact_home {
                    let shared = number(own, others);
                    visit(from, Step::Home { shared, private });
                }
                continue;
            }
            let (private_to, shared_to) = (private_bit(to), shared_bit(to));
            let is_safe = to == 8 && others & shared_to != 0;
            if private & private_to != 0 || own & shared_to != 0 || is_safe {
                continue;
            }
            let step = Step::Board {
                shared: number(own | shared_to, others & !shared_to),
                private: private | private_to,
                again: matches!(to, 4 | 8 | 14),
            };
            visit(from, step);
        }
    }
}

fn private_bit(square: u8) -> u8 {
    match square {
        1..=4 => 1 << (square - 1),
        13 => BIT_13,
        14 => BIT_14,
        _ => 0,
    }
}

fn shared_bit(square: u8) -> u8 {
    match square {
        5..=12 => 1 << (square - 5),
        _ => 0,
    }
}

fn source(again: bool) -> Source {
    if again { Source::Again } else { Source::Other }
}

/// Finds the moves of a layer.
pub(super) struct Finder<'a> {
    pub(super) geometry: &'a Geometry,
    pub(super) shape: &'a Shape,
    /// The layers with one piece of red, and of green, less; none where the
    /// game would be over.
    pub(super) red_home: Option<&'a Shape>,
    pub(super) green_home: Option<&'a Shape>,
    pub(super) exact_home: bool,
}

impl Finder<'_> {
    /// Red's moves with every roll from 1 to 4, for the row of these first
    /// squares. Moves of pieces on 13 and 14 are the lanes' own affair.
    pub(super) fn row(&self, shared: usize, entry: u8, found: &mut [RowMoves; 4]) {
        let on_board = self.geometry.red[shared].count_ones() + entry.count_ones();
        let steps = Steps {
            geometry: self.geometry,
            is_red: true,
            exact_home: self.exact_home,
            shared,
            private: entry,
            left: self.shape.red - on_board,
        };
        let row = |shape: &Shape, shared: usize, private: u8| {
            let rank = self.geometry.entries.rank(private & 0xf);
            shape.first(shared) + rank * shape.width(shared)
        };
        for (roll, moves) in (1..).zip(found) {
            *moves = RowMoves {
                plain: std::mem::take(&mut moves.plain),
                ..RowMoves::default()
            };
            moves.plain.clear();
            steps.each(roll, |from, step| match step {
                Step::Board {
                    shared,
                    private,
                    again,
                } => {
                    let found = RowMove {
                        source: source(again),
                        row: row(self.shape, shared, private),
                    };
                    if private & BIT_13 != 0 {
                        moves.to_13 = Some(found);
                    } else if private & BIT_14 != 0 {
                        moves.to_14 = Some(found);
                    } else if from == 0 {
                        moves.entry = Some(found);
                    } else {
                        moves.plain.push(found);
                    }
                }
                Step::Home { shared, private } => match self.red_home {
                    Some(shape) => moves.plain.push(RowMove {
                        source: Source::Home,
                        row: row(shape, shared, private),
                    }),
                    None => moves.wins = true,
                },
            });
        }
    }

    /// Green's moves from shared squares that leave green's private ones alone,
    /// with every roll from 1 to 4. They lead from any column to the same.
    pub(super) fn all_columns(&self, shared: usize, found: &mut [ColumnMoves; 4]) {
        self.green(shared, 0, found, |from, private| {
            (5..=12).contains(&from) && private == 0
        });
    }

    /// Green's other moves, for the column of these private squares.
    pub(super) fn column(&self, shared: usize, private: u8, found: &mut [ColumnMoves; 4]) {
        self.green(shared, private, found, |from, after| {
            !(5..=12).contains(&from) || after != private
        });
    }

    /// Green's moves for which `wanted` holds, given where the piece comes from
    /// and the private squares after the move.
    #[inline(always)]
    fn green(
        &self,
        shared: usize,
        private: u8,
        found: &mut [ColumnMoves; 4],
        wanted: impl Fn(u8, u8) -> bool,
    ) {
        let on_board = self.geometry.green[shared].count_ones() + private.count_ones();
        let steps = Steps {
            geometry: self.geometry,
            is_red: false,
            exact_home: self.exact_home,
            shared,
            private,
            left: self.shape.green - on_board,
        };
        let column = |shape: &Shape, shared: usize, private: u8, source: Source| ColumnMove {
            source,
            first: shape.first(shared) + self.geometry.private.rank(private),
            width: shape.width(shared),
        };
        for (roll, moves) in (1..).zip(found) {
            moves.moves.clear();
            moves.wins = false;
            steps.each(roll, |from, step| match step {
                Step::Board { private, .. } | Step::Home { private, .. }
                    if !wanted(from, private) => {}
                Step::Board {
                    shared,
                    private,
                    again,
                } => moves
                    .moves
                    .push(column(self.shape, shared, private, source(again))),
                Step::Home { shared, private } => match self.green_home {
                    Some(shape) => {
                        moves
                            .moves
                            .push(column(shape, shared, private, Source::Home));
                    }
                    None => moves.wins = true,
                },
            });
        }
    }
}
