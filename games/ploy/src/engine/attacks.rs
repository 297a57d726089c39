//! Attacks, and static exchange evaluation.

use super::score::Score;
use crate::bits::{Bits, KINDS, bit, squares};
use crate::rules::{Direction, Kind, Move, Player, Pos, SIDE};

/// What exchanges are counted in, by kind: about what the tuner has found. The
/// last is for pieces of no kind. Nobody trades the Commander.
pub(crate) const WORTH: [Score; 5] = [50, 150, 375, 5000, 0];

/// Off the board.
const NOWHERE: u8 = u8::MAX;

/// The next three squares from each square in each direction.
static NEXT: [[[u8; 3]; 8]; Pos::SPAN] = {
    let mut next = [[[NOWHERE; 3]; 8]; Pos::SPAN];
    let mut column = 0;
    while column < SIDE {
        let mut row = 0;
        while let Some(pos) = Pos::new(column, row) {
            let mut index = 0;
            while let Some(direction) = Direction::numbered(index) {
                let (east, north) = direction.delta();
                let mut distance = 1;
                while distance <= 3 {
                    let to = (column as i8 + east * distance, row as i8 + north * distance);
                    if to.0 >= 0
                        && to.1 >= 0
                        && let Some(to) = Pos::new(to.0 as u8, to.1 as u8)
                    {
                        next[pos.index()][index as usize][distance as usize - 1] = to.index() as u8;
                    }
                    distance += 1;
                }
                index += 1;
            }
            row += 1;
        }
        column += 1;
    }
    next
};

/// How far each kind of piece moves.
const REACH: [u8; 5] = [1, 2, 3, 1, 0];

/// The kind of a piece with these lines as an index; four means none.
#[inline(always)]
pub(crate) fn kind_of(lines: u8) -> usize {
    KINDS[usize::from(lines)].into()
}

/// Visits the pieces of `side` that could move to a square if `occupied` were
/// all the pieces on the board. Stops early if told to.
#[inline(always)]
fn each_attacker(
    bits: &Bits,
    to: Pos,
    side: u128,
    occupied: u128,
    mut visit: impl FnMut(usize, usize) -> bool,
) {
    for (direction, squares) in NEXT[to.index()].iter().enumerate() {
        for (distance, &square) in squares.iter().enumerate() {
            if square == NOWHERE {
                break;
            }
            let there = 1_u128 << square;
            if occupied & there == 0 {
                continue;
            }
            if side & there != 0
                && let Some(from) = Pos::numbered(square)
            {
                let lines = bits.lines(from);
                let kind = kind_of(lines);
                // Its line must lead back here.
                let leads = lines.rotate_left(4) >> direction & 1 != 0;
                if leads && usize::from(REACH[kind]) > distance && visit(square.into(), kind) {
                    return;
                }
            }
            break;
        }
    }
}

/// Whether a player could capture on a square.
#[inline]
pub(crate) fn is_attacked(bits: &Bits, to: Pos, by: Player) -> bool {
    let side = bits.side(by);
    let mut found = false;
    each_attacker(bits, to, side, side | bits.side(by.opponent()), |_, _| {
        found = true;
        true
    });
    found
}

/// The squares of a player's Commanders: one, except in made-up positions.
#[inline]
pub(crate) fn commanders(bits: &Bits, player: Player) -> u128 {
    let rays = bits.rays(player);
    let kind = Kind::Commander as usize;
    (0..8).fold(0, |all, direction| all | rays[direction][kind])
}

/// Whether a player's only Commander could be captured, or one of the last two
/// pieces: the player to move who can do that wins.
#[inline]
pub(crate) fn is_exposed(bits: &Bits, player: Player) -> bool {
    let (pieces, commanders) = (bits.side(player), commanders(bits, player));
    let vital = match commanders.is_power_of_two() {
        _ if pieces.count_ones() <= 2 => pieces,
        true => commanders,
        false => 0,
    };
    squares(vital).any(|pos| is_attacked(bits, pos, player.opponent()))
}

/// Static exchange evaluation: what a move wins if both sides go on capturing
/// on its square, each with the cheapest piece, as long as it pays.
#[doc(alias = "static exchange evaluation")]
#[doc(alias = "SEE")]
pub(crate) fn static_exchange(bits: &Bits, chosen: Move) -> Score {
    let (from, to) = (chosen.from(), chosen.to());
    let mut occupied = bits.mover_squares() | bits.target_squares();
    let mut standing = WORTH[kind_of(bits.lines(from))];
    let mut gains = [0; 32];
    if from != to {
        gains[0] = match bits.lines(to) {
            0 => 0,
            lines => WORTH[kind_of(lines)],
        };
        occupied ^= bit(from);
    }
    let mut player = bits.mover().opponent();
    let mut count = 0;
    while count + 1 < gains.len() {
        let side = bits.side(player) & occupied;
        let mut cheapest = (0, usize::MAX);
        each_attacker(bits, to, side, occupied, |square, kind| {
            if kind < cheapest.1 {
                cheapest = (square, kind);
            }
            kind == 0
        });
        let (square, kind) = cheapest;
        if kind > Kind::Commander as usize {
            break;
        }
        count += 1;
        gains[count] = standing - gains[count - 1];
        standing = WORTH[kind];
        occupied &= !(1_u128 << square);
        player = player.opponent();
    }
    // A side that would lose by capturing stops first.
    for index in (1..=count).rev() {
        gains[index - 1] = -gains[index].max(-gains[index - 1]);
    }
    gains[0]
}
