//! Making and unmaking moves, and random moves.

use rand::Rng;

use super::{BOARD, Bits, KINDS, TURNS, WHITE_TO_MOVE, bit, directions, piece_key};
use crate::rules::{Kind, Move, Player, Pos};

/// What [`Bits::unmake`] needs to know about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Undo {
    /// The lines of the piece before it moved.
    lines: u8,
    /// The lines of the captured piece; 0 if none.
    taken: u8,
    /// The key of the position before.
    key: u64,
}

impl Bits {
    /// Makes a legal move of the player to move. For an illegal move, the
    /// result is unspecified.
    #[inline]
    pub fn make(&mut self, chosen: Move) -> Undo {
        let (from, to) = (chosen.from(), chosen.to());
        let mover = self.mover;
        let key = self.key;
        let lines = self.lines(from);
        self.flip(mover, from, lines);
        self.lines[from.index()] = 0;
        let taken = self.lines(to);
        if taken != 0 {
            self.remove(mover.opponent(), to, taken);
        }
        let turned = lines.rotate_left(chosen.turn().into());
        self.flip(mover, to, turned);
        self.lines[to.index()] = turned;
        self.mover = mover.opponent();
        self.key ^= WHITE_TO_MOVE ^ piece_key(mover, from, lines) ^ piece_key(mover, to, turned);
        Undo { lines, taken, key }
    }

    /// Takes the last move back.
    #[inline]
    pub fn unmake(&mut self, chosen: Move, undo: Undo) {
        let (from, to) = (chosen.from(), chosen.to());
        self.mover = self.mover.opponent();
        let mover = self.mover;
        self.flip(mover, to, self.lines(to));
        self.lines[to.index()] = 0;
        if undo.taken != 0 {
            self.add(mover.opponent(), to, undo.taken);
        }
        self.flip(mover, from, undo.lines);
        self.lines[from.index()] = undo.lines;
        self.key = undo.key;
    }

    /// A null move: the player to move passes, which the rules do not allow but
    /// searches use. Passing again undoes it.
    #[doc(alias = "null move")]
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.mover = self.mover.opponent();
        self.key ^= WHITE_TO_MOVE;
    }

    /// Puts a piece on an empty square.
    pub(super) fn add(&mut self, player: Player, pos: Pos, lines: u8) {
        self.flip(player, pos, lines);
        self.lines[pos.index()] = lines;
        self.key ^= piece_key(player, pos, lines);
        let player = player as usize;
        self.turns[player] += u32::from(TURNS[usize::from(lines)]);
        self.pieces[player] += 1;
        self.commanders[player] += is_commander(lines);
    }

    /// Takes a piece off its square.
    fn remove(&mut self, player: Player, pos: Pos, lines: u8) {
        self.flip(player, pos, lines);
        self.lines[pos.index()] = 0;
        self.key ^= piece_key(player, pos, lines);
        let player = player as usize;
        self.turns[player] -= u32::from(TURNS[usize::from(lines)]);
        self.pieces[player] -= 1;
        self.commanders[player] -= is_commander(lines);
    }

    /// Adds a piece to the sets, or removes it.
    #[inline(always)]
    fn flip(&mut self, player: Player, pos: Pos, lines: u8) {
        let here = bit(pos);
        let kind = usize::from(KINDS[usize::from(lines)]);
        let player = player as usize;
        self.sides[player] ^= here;
        for direction in directions(lines) {
            self.rays[player][direction.index()][kind] ^= here;
        }
    }

    /// A random move, each with the same probability; `None` if the game is
    /// over.
    ///
    /// No piece has more than sixteen moves on any board, so a piece and one of
    /// sixteen numbers are drawn until there is such a move (rejection
    /// sampling).
    #[inline]
    pub fn random_move(&self, luck: &mut impl Rng) -> Option<Move> {
        if self.is_over() {
            return None;
        }
        let own = self.sides[self.mover as usize];
        let count = u64::from(self.pieces[self.mover as usize]);
        loop {
            let drawn = luck.next_u64();
            let mut set = own;
            for _ in 0..((drawn >> 32) * count) >> 32 {
                set &= set - 1;
            }
            let at = Pos::numbered(set.trailing_zeros() as u8)?;
            if let Some(chosen) = self.numbered_move(at, drawn as u8 % 16) {
                return Some(chosen);
            }
        }
    }

    /// One of the moves of a piece of the player to move, by a number below 16:
    /// first the turns, then the moves along each line. Many numbers have none.
    #[inline]
    fn numbered_move(&self, at: Pos, number: u8) -> Option<Move> {
        let lines = self.lines(at);
        let kind = Kind::with_lines(lines.count_ones())?;
        let Some(number) = number.checked_sub(7) else {
            let turn = number + 1;
            let changes = lines.rotate_left(turn.into()) != lines;
            return changes.then_some(Move::made_of(at, at, turn));
        };
        let (line, distance, turn) = match kind {
            Kind::Shield => (0, 1, number),
            _ => (number / kind.reach(), number % kind.reach() + 1, 0),
        };
        if turn > 7 {
            return None;
        }
        let direction = directions(lines).nth(line.into())?;
        let free = BOARD & !self.sides[self.mover as usize];
        let empty = free & !self.sides[self.mover.opponent() as usize];
        let mut to = at.index() as u8;
        for step in 1..=distance {
            to = to.wrapping_add_signed(direction.stride());
            let allowed = if step < distance { empty } else { free };
            if allowed & 1_u128.wrapping_shl(to.into()) == 0 {
                return None;
            }
        }
        Some(Move::made_of(at, Pos::numbered(to)?, turn))
    }
}

fn is_commander(lines: u8) -> u8 {
    u8::from(Kind::with_lines(lines.count_ones()) == Some(Kind::Commander))
}
