//! A number for every position before a throw, from the thrower's point of
//! view: from 0, without gaps (a perfect hash), so that values can be stored in
//! one plain array.
//!
//! Pieces that are home no longer matter, so a position consists of the pieces
//! that are still on their way. Positions are numbered by, in this order:
//!
//! 1. the layer: how many pieces the thrower and the other player have on their
//!    way, in the order of [`layers`]. A game with fewer pieces is a prefix of
//!    one with more, so that one table for seven pieces serves all games;
//! 2. how many pieces each has on the shared squares, the thrower's first;
//! 3. how these fill the shared squares: the arrangements in the order of their numbers in base
//!    three, where square 5 is the lowest digit, 0 is empty, 1 the thrower's and 2 the other's;
//! 4. the thrower's private squares, in the order of [`PRIVATE_SETS`], and then
//!    the other's.
//!
//! Positions that agree in all but the last are a [`Block`]; an array is best
//! filled block by block.

use parlour_core::Sorting;

use crate::board::ThrowerBoard;
use crate::rules::MOST_PIECES;

const MOST: usize = MOST_PIECES as usize;

/// The 64 sets of a player's private squares (1 to 4 are bits 0 to 3, 13 and 14
/// are bits 4 and 5), ordered by size and then by bits: the sets that fit a
/// number of pieces come first.
pub const PRIVATE_SETS: [u8; 64] = {
    let mut sets = [0; 64];
    let mut filled = 0;
    let mut pieces = 0;
    while pieces <= 6 {
        let mut set: u8 = 0;
        while set < 64 {
            if set.count_ones() == pieces {
                sets[filled] = set;
                filled += 1;
            }
            set += 1;
        }
        pieces += 1;
    }
    sets
};

/// The index of a set of private squares in [`PRIVATE_SETS`].
const PRIVATE_RANKS: [u8; 64] = {
    let mut ranks = [0; 64];
    let mut rank = 0;
    while rank < 64 {
        ranks[PRIVATE_SETS[rank] as usize] = rank as u8;
        rank += 1;
    }
    ranks
};

/// How many sets of private squares have at most 0, 1, 2... pieces.
const SETS_UP_TO: [u8; MOST + 1] = [1, 7, 22, 42, 57, 63, 64, 64];

/// Arrangements of the shared squares.
const SHARED: usize = 6561;

/// Shared squares with a piece, read in base three.
const IN_BASE_THREE: [u16; 256] = {
    let mut numbers = [0; 256];
    let mut set = 0;
    while set < 256 {
        let mut square = 0;
        let mut digit = 1;
        while square < 8 {
            numbers[set] += (set as u16 >> square & 1) * digit;
            digit *= 3;
            square += 1;
        }
        set += 1;
    }
    numbers
};

/// What numbers are made of.
struct Numbering {
    /// For each arrangement of the shared squares, by its number in base three,
    /// how many smaller ones have as many pieces of each player.
    shared_ranks: [u16; SHARED],
    /// The first number for this many pieces of each on their way, and this many of
    /// each on the shared squares.
    firsts: [[[[u32; MOST + 1]; MOST + 1]; MOST + 1]; MOST + 1],
    /// How many positions games with 0, 1, 2... pieces have.
    positions: [u32; MOST + 1],
}

#[cfg(not(target_arch = "wasm32"))]
static NUMBERING: Numbering = Numbering::new();

/// What is stored in the program, a page has to load.
#[cfg(target_arch = "wasm32")]
static NUMBERING: std::sync::LazyLock<Numbering> = std::sync::LazyLock::new(Numbering::new);

impl Numbering {
    const fn new() -> Numbering {
        // How many arrangements there are with this many pieces of the thrower and of the other.
        let mut arrangements: [[u16; 9]; 9] = [[0; 9]; 9];
        let mut shared_ranks = [0; SHARED];
        let mut number = 0;
        while number < SHARED {
            let (own, other) = pieces_of(number);
            let count = &mut arrangements[own.count_ones() as usize][other.count_ones() as usize];
            shared_ranks[number] = *count;
            *count += 1;
            number += 1;
        }
        let mut firsts = [[[[0; MOST + 1]; MOST + 1]; MOST + 1]; MOST + 1];
        let mut positions = [0; MOST + 1];
        let mut next = 0;
        let mut layer = 0;
        while layer < MOST * MOST {
            let (own_left, other_left) = nth_layer(layer);
            let mut own = 0;
            while own <= own_left {
                let mut other = 0;
                while other <= other_left {
                    firsts[own_left][other_left][own][other] = next;
                    next += arrangements[own][other] as u32
                        * SETS_UP_TO[own_left - own] as u32
                        * SETS_UP_TO[other_left - other] as u32;
                    other += 1;
                }
                own += 1;
            }
            let most = if own_left > other_left {
                own_left
            } else {
                other_left
            };
            positions[most] = next;
            layer += 1;
        }
        Numbering {
            shared_ranks,
            firsts,
            positions,
        }
    }
}

/// The thrower's and the other's pieces in an arrangement of the shared squares,
/// square 5 in the lowest bit.
const fn pieces_of(mut number: usize) -> (u8, u8) {
    let (mut own, mut other) = (0, 0);
    let mut square = 0;
    while square < 8 {
        match number % 3 {
            1 => own |= 1 << square,
            2 => other |= 1 << square,
            _ => {}
        }
        number /= 3;
        square += 1;
    }
    (own, other)
}

/// How many pieces the thrower and the other player have on their way in the
/// `n`th layer: (1, 1), then those with a 2, and so on.
const fn nth_layer(n: usize) -> (usize, usize) {
    let mut most = 1;
    while most * most <= n {
        most += 1;
    }
    let within = n - (most - 1) * (most - 1);
    if within < most {
        (most, within + 1)
    } else {
        (within - most + 1, most)
    }
}

/// The layers of a game: how many pieces the thrower and the other player have
/// on their way. First (1, 1), then (2, 1), (2, 2), (1, 2), then (3, 1), (3, 2),
/// (3, 3), (1, 3), (2, 3), and so on.
pub fn layers(pieces: u8) -> impl Iterator<Item = (u8, u8)> {
    (0..usize::from(pieces.min(MOST_PIECES)).pow(2))
        .map(nth_layer)
        .map(|(own, other)| (own as u8, other as u8))
}

/// The positions of a layer with the same pieces on the shared squares:
/// consecutive numbers, one for each pair of private sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Pieces that are not home, of the thrower and of the other player.
    pub left: (u8, u8),
    /// Their pieces on the shared squares, square 5 in the lowest bit.
    pub shared: (u8, u8),
}

impl Block {
    /// The thrower's private sets.
    #[must_use]
    pub fn own_sets(&self) -> &'static [u8] {
        private_sets(self.left.0, self.shared.0)
    }

    /// The other player's private sets. The position with the thrower's set `i`
    /// and the other's set `j` has the number `i * other_sets().len() + j` within
    /// the block.
    #[must_use]
    pub fn other_sets(&self) -> &'static [u8] {
        private_sets(self.left.1, self.shared.1)
    }

    /// How many positions the block has.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.own_sets().len() * self.other_sets().len()
    }

    /// Its positions in order.
    pub fn boards(&self) -> impl Iterator<Item = ThrowerBoard> {
        let Block { left, shared } = *self;
        let other_sets = self.other_sets();
        self.own_sets().iter().flat_map(move |own| {
            other_sets.iter().map(move |other| ThrowerBoard {
                own: whole(shared.0, *own),
                other: whole(shared.1, *other),
                own_left: left.0,
                other_left: left.1,
            })
        })
    }
}

fn private_sets(left: u8, shared: u8) -> &'static [u8] {
    let enough_for = SETS_UP_TO[usize::from(left) - shared.count_ones() as usize];
    &PRIVATE_SETS[..usize::from(enough_for)]
}

/// All blocks of a game, in the order of their numbers, which begin at 0.
pub fn blocks(pieces: u8) -> impl Iterator<Item = Block> {
    let counts = |shared: &(u8, u8)| (shared.0.count_ones(), shared.1.count_ones());
    let mut arrangements: Vec<(u8, u8)> = (0..SHARED).map(pieces_of).collect();
    // A stable sort keeps equals in the order of their numbers.
    arrangements.order_by_key(counts);
    layers(pieces).flat_map(move |left| {
        let fits = move |shared: &(u8, u8)| {
            let (own, other) = counts(shared);
            own <= u32::from(left.0) && other <= u32::from(left.1)
        };
        let fitting: Vec<(u8, u8)> = arrangements.iter().copied().filter(fits).collect();
        fitting
            .into_iter()
            .map(move |shared| Block { left, shared })
    })
}

/// How many positions a game with this many pieces has; 0 if there is no such
/// game.
///
/// ```
/// assert_eq!(parlour_ur::numbering::positions(7), 137_870_097);
/// ```
#[must_use]
pub fn positions(pieces: u8) -> usize {
    let positions = &NUMBERING.positions;
    positions
        .get(usize::from(pieces))
        .map_or(0, |count| *count as usize)
}

/// The number of a position. Both players must have 1 to 7 pieces on their way,
/// no fewer than on the board, and never share a square.
#[inline]
#[must_use]
pub fn number(board: &ThrowerBoard) -> usize {
    let (own, other) = (shared_part(board.own), shared_part(board.other));
    let (own_count, other_count) = (own.count_ones(), other.count_ones());
    let arrangement = IN_BASE_THREE[usize::from(own)] + 2 * IN_BASE_THREE[usize::from(other)];
    let own_sets = SETS_UP_TO[usize::from(board.own_left) - own_count as usize];
    let other_sets = SETS_UP_TO[usize::from(board.other_left) - other_count as usize];
    let first = NUMBERING.firsts[usize::from(board.own_left)][usize::from(board.other_left)]
        [own_count as usize][other_count as usize];
    let own_rank = PRIVATE_RANKS[usize::from(private_part(board.own))];
    let other_rank = PRIVATE_RANKS[usize::from(private_part(board.other))];
    let block = u32::from(NUMBERING.shared_ranks[usize::from(arrangement)]);
    let row = block * u32::from(own_sets) + u32::from(own_rank);
    (first + row * u32::from(other_sets) + u32::from(other_rank)) as usize
}

/// Squares 5 to 12 of a set with bit n for square n.
pub(crate) const fn shared_part(squares: u16) -> u8 {
    (squares >> 5) as u8
}

/// Squares 1 to 4, 13 and 14 of a set with bit n for square n.
const fn private_part(squares: u16) -> u8 {
    (squares >> 1 & 0xf | squares >> 9 & 0x30) as u8
}

/// The set of which these are the parts.
const fn whole(shared: u8, private: u8) -> u16 {
    let private = private as u16;
    (private & 0xf) << 1 | (shared as u16) << 5 | (private & 0x30) << 9
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_squares_is_the_sum_of_its_parts() {
        for squares in (0..1_u16 << 14).map(|bits| bits << 1) {
            assert_eq!(whole(shared_part(squares), private_part(squares)), squares);
        }
    }

    #[test]
    fn as_many_positions_as_an_independent_count_finds() {
        assert_eq!(
            [1, 2, 3, 4, 5, 6, 7].map(positions),
            [
                217,
                12_869,
                263_121,
                2_602_822,
                14_669_769,
                53_188_365,
                137_870_097
            ]
        );
    }

    #[test]
    fn numbers_follow_each_other_without_gaps() {
        let mut next = 0;
        for block in blocks(5) {
            for board in block.boards() {
                assert_eq!(number(&board), next, "{board:?}");
                next += 1;
            }
        }
        assert_eq!(next, positions(5));
    }

    #[test]
    fn blocks_of_seven_pieces_begin_where_the_last_one_ended() {
        let mut next = 0;
        for block in blocks(7) {
            let first = block.boards().next().expect("a block has a position");
            let last = block.boards().last().expect("a block has a position");
            assert_eq!(number(&first), next, "{block:?}");
            next += block.positions();
            assert_eq!(number(&last), next - 1, "{block:?}");
        }
        assert_eq!(next, positions(7));
    }

    #[test]
    fn every_position_of_a_block_is_one_of_the_rules() {
        // With the right number of them, all are there.
        let mut seen = std::collections::HashSet::new();
        for board in blocks(3).flat_map(|block| block.boards().collect::<Vec<_>>()) {
            let state = board.state(3, false).expect("a position of the rules");
            assert_eq!(ThrowerBoard::of(&state), board);
            assert!(seen.insert(state.placing));
        }
        assert_eq!(seen.len(), positions(3));
    }
}
