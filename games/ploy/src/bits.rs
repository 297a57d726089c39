//! The board as bitboards, for counting and searching millions of positions.
//!
//! A set of squares is a number with one bit per square, and a step in a
//! direction shifts all of them at once: the numbers of [`Pos`] leave a gap at
//! every edge, so whatever steps over it is masked out. For each player and
//! direction, the pieces with a line that way are kept as sets, one per kind.
//! So the moves of a whole side are counted with a few dozen shifts and no
//! branches, whatever the position.

mod mobility;
mod play;

use crate::rules::{Board, Direction, Kind, Move, Piece, Player, Ploy, Pos};

pub(crate) use mobility::{Mobility, shifted};
pub use play::Undo;

/// The squares of the board.
pub(crate) const BOARD: u128 = {
    let mut squares = 0;
    let mut column = 0;
    while column < crate::rules::SIDE {
        let mut row = 0;
        while let Some(pos) = Pos::new(column, row) {
            squares |= bit(pos);
            row += 1;
        }
        column += 1;
    }
    squares
};

/// How many turns change a piece with these lines.
const TURNS: [u8; 256] = {
    let mut turns = [0; 256];
    let mut lines = 0;
    while lines < 256 {
        let mut by = 1;
        while by < 8 && Kind::with_lines((lines as u8).count_ones()).is_some() {
            if (lines as u8).rotate_left(by) != lines as u8 {
                turns[lines] += 1;
            }
            by += 1;
        }
        lines += 1;
    }
    turns
};

/// The kind of a piece by its lines; four means none.
pub(crate) const KINDS: [u8; 256] = {
    let mut kinds = [4; 256];
    let mut lines = 0;
    while lines < 256 {
        if let Some(kind) = Kind::with_lines((lines as u8).count_ones()) {
            kinds[lines] = kind as u8;
        }
        lines += 1;
    }
    kinds
};

/// The set of one square.
pub(crate) const fn bit(pos: Pos) -> u128 {
    1 << pos.index()
}

/// The squares of a set, in the order of their names.
pub(crate) fn squares(mut set: u128) -> impl Iterator<Item = Pos> {
    std::iter::from_fn(move || {
        let pos = Pos::numbered(set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(pos)
    })
}

/// The Zobrist number of a piece on a square: a key is those of all pieces
/// xored, so a move changes only a few of them.
#[doc(alias = "Zobrist hash")]
const fn piece_key(player: Player, pos: Pos, lines: u8) -> u64 {
    let number = (player as u64) << 16 | (pos.index() as u64) << 8 | lines as u64;
    mixed(number + 1)
}

/// The Zobrist number of White's turn.
const WHITE_TO_MOVE: u64 = mixed(0);

/// The finaliser of SplitMix64, which spreads small differences over all bits.
pub(crate) const fn mixed(number: u64) -> u64 {
    let z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d;
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// A side's pieces: for each direction the squares of the pieces with a line
/// that way, one set per [`Kind`] and one for pieces of no kind, which never
/// move.
pub(crate) type Rays = [[u128; 5]; 8];

/// A position as bitboards, on which moves are made and unmade.
///
/// ```
/// use parlour_core::Game;
/// use parlour_ploy::{Bits, Ploy};
/// # use parlour_core::Notation;
/// # let start = Ploy::read_position(parlour_ploy::START).expect("the start");
/// let mut bits = Bits::new(&start);
/// assert_eq!(bits.count(), 145);
/// let first = start.moves()[0];
/// let undo = bits.make(first);
/// bits.unmake(first, undo);
/// assert_eq!(bits.ploy(), start);
/// ```
#[doc(alias = "bitboard")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bits {
    /// The lines of the piece on each square; 0 if empty.
    lines: [u8; Pos::SPAN],
    /// The squares of each player's pieces.
    sides: [u128; 2],
    rays: [Rays; 2],
    /// How many moves of each player only turn a piece.
    turns: [u32; 2],
    pieces: [u8; 2],
    commanders: [u8; 2],
    mover: Player,
    key: u64,
}

impl Bits {
    /// Converts a position to bitboards.
    #[must_use]
    pub fn new(ploy: &Ploy) -> Self {
        let mut bits = Bits {
            lines: [0; Pos::SPAN],
            sides: [0; 2],
            rays: [[[0; 5]; 8]; 2],
            turns: [0; 2],
            pieces: [0; 2],
            commanders: [0; 2],
            mover: ploy.mover(),
            key: match ploy.mover() {
                Player::Black => 0,
                Player::White => WHITE_TO_MOVE,
            },
        };
        for (pos, piece) in ploy.board().pieces() {
            bits.add(piece.player(), pos, piece.lines());
        }
        bits
    }

    /// Converts back to a plain position.
    #[must_use]
    pub fn ploy(&self) -> Ploy {
        let mut board = Board::EMPTY;
        for player in Player::ALL {
            for pos in self.squares_of(player) {
                board.set(pos, Piece::new(player, self.lines(pos)));
            }
        }
        Ploy::at(board, self.mover)
    }

    /// The player to move.
    #[must_use]
    pub const fn mover(&self) -> Player {
        self.mover
    }

    /// The lines of the piece on a square; 0 if empty.
    #[must_use]
    pub const fn lines(&self, pos: Pos) -> u8 {
        self.lines[pos.index()]
    }

    /// The Zobrist hash: equal for equal positions, and almost never for
    /// others.
    #[doc(alias = "Zobrist hash")]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The squares of a player's pieces.
    pub fn squares_of(&self, player: Player) -> impl Iterator<Item = Pos> {
        squares(self.sides[player as usize])
    }

    /// Whether the game is over: a player has no Commander, or nothing but it.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        let [black, white] = self.pieces;
        let [black_commanders, white_commanders] = self.commanders;
        black < 2 || white < 2 || black_commanders == 0 || white_commanders == 0
    }

    /// How many moves the player to move has.
    #[must_use]
    #[inline(always)]
    pub fn count(&self) -> u32 {
        if self.is_over() {
            return 0;
        }
        let mover = self.mover;
        self.turns[mover as usize] + self.mobility(mover).moves
    }

    /// A player's moves other than turns in place.
    #[inline(always)]
    pub(crate) fn mobility(&self, player: Player) -> Mobility {
        let other = self.sides[player.opponent() as usize];
        self.mobility_among(player, other)
    }

    /// The same, with the other player's pieces on these squares.
    #[inline(always)]
    pub(crate) fn mobility_among(&self, player: Player, others: u128) -> Mobility {
        let player = player as usize;
        Mobility::of(&self.rays[player], self.sides[player], others)
    }

    /// How many moves only turn a piece, for the player to move first.
    pub(crate) fn turns(&self) -> [u32; 2] {
        let mover = self.mover as usize;
        [self.turns[mover], self.turns[1 - mover]]
    }

    /// The squares of the player not to move.
    pub(crate) fn target_squares(&self) -> u128 {
        self.sides[self.mover.opponent() as usize]
    }

    /// The squares of the player to move.
    pub(crate) fn mover_squares(&self) -> u128 {
        self.sides[self.mover as usize]
    }

    /// A player's pieces by direction and kind.
    #[inline(always)]
    pub(crate) const fn rays(&self, player: Player) -> &Rays {
        &self.rays[player as usize]
    }

    /// The set of a player's squares.
    #[inline(always)]
    pub(crate) const fn side(&self, player: Player) -> u128 {
        self.sides[player as usize]
    }

    /// How many pieces both players have.
    pub(crate) const fn piece_count(&self) -> u8 {
        self.pieces[0] + self.pieces[1]
    }

    /// Visits every pair of squares that the player to move can move between,
    /// each once, however a Shield may turn there; with the number of its
    /// moves.
    #[inline(always)]
    pub(crate) fn for_each_slide(&self, mut visit: impl FnMut(Pos, Pos, u32)) {
        for from in squares(self.mover_squares()) {
            let lines = self.lines(from);
            if let Some(kind) = Kind::with_lines(lines.count_ones()) {
                let moves = if kind == Kind::Shield { 8 } else { 1 };
                self.for_each_way(from, lines, kind, |to| visit(from, to, moves));
            }
        }
    }

    /// Visits the squares that a piece of the player to move can go to.
    #[inline(always)]
    pub(crate) fn for_each_way(
        &self,
        from: Pos,
        lines: u8,
        kind: Kind,
        mut visit: impl FnMut(Pos),
    ) {
        let free = BOARD & !self.mover_squares();
        let empty = free & !self.target_squares();
        for direction in directions(lines) {
            let mut number = from.index() as u8;
            for _ in 0..kind.reach() {
                number = number.wrapping_add_signed(direction.stride());
                let there = 1_u128.wrapping_shl(number.into());
                if there & free == 0 {
                    break;
                }
                if let Some(to) = Pos::numbered(number) {
                    visit(to);
                }
                if there & empty == 0 {
                    break;
                }
            }
        }
    }

    /// Visits every move of the player to move, in no particular order; none if
    /// the game is over.
    #[inline]
    pub fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        if self.is_over() {
            return;
        }
        for at in self.squares_of(self.mover) {
            let lines = self.lines(at);
            let has_kind = KINDS[usize::from(lines)] < 4;
            for turn in (1..8).filter(|&turn| has_kind && lines.rotate_left(turn) != lines) {
                visit(Move::made_of(at, at, turn as u8));
            }
        }
        self.for_each_slide(|from, to, turns| {
            for turn in 0..turns {
                visit(Move::made_of(from, to, turn as u8));
            }
        });
    }
}

/// The directions of these lines.
#[inline(always)]
pub(crate) fn directions(mut lines: u8) -> impl Iterator<Item = Direction> {
    std::iter::from_fn(move || {
        let direction = Direction::numbered(lines.trailing_zeros() as u8)?;
        lines &= lines - 1;
        Some(direction)
    })
}
