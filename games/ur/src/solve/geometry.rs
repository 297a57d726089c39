//! How positions are numbered.
//!
//! A placing falls into parts that can be numbered each for itself: the eight
//! shared squares (each empty, red or green), and for each player the first
//! four squares and the last two. Sets of first squares are numbered by how
//! many pieces they hold, so that the sets that a player has enough pieces for
//! are the first ones, and among equals by how far the pieces are. A move that
//! stays within that part then leads to a higher number: it lets a piece enter,
//! or move on. The last squares always have room for every set; where a player
//! has not enough pieces for it, the place stays unused.

/// Ways to fill the shared squares.
pub(super) const SHARED: usize = 6561;

/// Sets of a player's first four squares.
pub(super) const ENTRIES: usize = 16;
/// Lanes of a group: sets of squares 13 and 14 of both players.
pub(super) const LANES: usize = 16;
/// Sets of a player's private squares: 1 to 4 (bits 0 to 3), 13 and 14.
pub(super) const PRIVATE: u8 = 64;

/// The bit of square 13 in a set of private squares.
pub(super) const BIT_13: u8 = 1 << 4;
/// The bit of square 14.
pub(super) const BIT_14: u8 = 1 << 5;

/// The bit of red's square 13 in a lane; the next one is square 14.
pub(super) const RED_13: usize = 1;
/// The bit of green's square 13 in a lane.
pub(super) const GREEN_13: usize = 4;

/// The numbering of all parts.
pub(super) struct Geometry {
    /// Red's and green's pieces on the shared squares, square 5 first.
    pub(super) red: Vec<u8>,
    pub(super) green: Vec<u8>,
    /// Shared squares by red's and green's pieces.
    by_pieces: Vec<u16>,
    /// The number of a set of a player's first four squares.
    ranks: [u8; ENTRIES],
    /// The sets by their numbers.
    pub(super) entries: [u8; ENTRIES],
}

impl Geometry {
    pub(super) fn new() -> Geometry {
        let mut red = vec![0; SHARED];
        let mut green = vec![0; SHARED];
        let mut by_pieces = vec![0; 1 << 16];
        for number in 0..SHARED {
            let mut digits = number;
            for square in 0..8 {
                match digits % 3 {
                    1 => red[number] |= 1 << square,
                    2 => green[number] |= 1 << square,
                    _ => {}
                }
                digits /= 3;
            }
            by_pieces[pieces_index(red[number], green[number])] = number as u16;
        }
        let steps =
            |set: &u8| -> u32 { (0..4).map(|bit| (set >> bit & 1) as u32 * (bit + 1)).sum() };
        let mut entries: [u8; ENTRIES] = std::array::from_fn(|set| set as u8);
        entries.sort_by_key(|set| (set.count_ones(), steps(set)));
        let mut ranks = [0; ENTRIES];
        for (rank, set) in (0..).zip(entries) {
            ranks[usize::from(set)] = rank;
        }
        Geometry {
            red,
            green,
            by_pieces,
            ranks,
            entries,
        }
    }

    /// The number of a set of a player's first four squares.
    pub(super) fn rank(&self, entry: u8) -> u32 {
        u32::from(self.ranks[usize::from(entry)])
    }

    /// The number of shared squares with these pieces on them.
    pub(super) fn shared(&self, red: u8, green: u8) -> usize {
        usize::from(self.by_pieces[pieces_index(red, green)])
    }

    /// How many of so many pieces are not on these shared squares; `None` where
    /// more are on them than there are.
    pub(super) fn left(&self, red: u32, green: u32, shared: usize) -> Option<(u32, u32)> {
        Some((
            red.checked_sub(self.red[shared].count_ones())?,
            green.checked_sub(self.green[shared].count_ones())?,
        ))
    }

    /// The same shared squares with the players exchanged.
    pub(super) fn exchanged(&self, shared: usize) -> usize {
        self.shared(self.green[shared], self.red[shared])
    }
}

fn pieces_index(red: u8, green: u8) -> usize {
    usize::from(red) | usize::from(green) << 8
}

/// How many sets of `squares` squares hold at most `pieces` pieces.
pub(super) fn sets_up_to(squares: u32, pieces: u32) -> u32 {
    let mut choose = 1;
    let mut total = 1;
    for size in 1..=pieces.min(squares) {
        choose = choose * (squares - size + 1) / size;
        total += choose;
    }
    total
}

/// Where the values of the positions with so many pieces still on their way
/// are kept: by shared squares, then red's first squares (a row), then green's
/// (a group in it), then both players' last squares (a lane).
#[derive(Clone)]
pub(super) struct Shape {
    /// Pieces of red and of green that are not home.
    pub(super) red: u32,
    pub(super) green: u32,
    /// The first group of each state of the shared squares.
    first: Vec<u32>,
    /// Groups in a row.
    width: Vec<u8>,
    /// All groups. The first one and the last few are nobody's, so that one can
    /// look a little beyond the others.
    pub(super) groups: usize,
}

impl Shape {
    pub(super) fn new(geometry: &Geometry, red: u32, green: u32) -> Shape {
        let mut first = vec![0; SHARED];
        let mut width = vec![0; SHARED];
        let mut groups = 1;
        for shared in 0..SHARED {
            if let Some((left_red, left_green)) = geometry.left(red, green, shared) {
                first[shared] = groups;
                width[shared] = sets_up_to(4, left_green) as u8;
                groups += sets_up_to(4, left_red) * u32::from(width[shared]);
            }
        }
        Shape {
            red,
            green,
            first,
            width,
            groups: groups as usize + ENTRIES,
        }
    }

    pub(super) fn first(&self, shared: usize) -> u32 {
        self.first[shared]
    }

    pub(super) fn width(&self, shared: usize) -> u32 {
        u32::from(self.width[shared])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_counted_by_size() {
        assert_eq!(
            [0, 1, 2, 3, 9].map(|most| sets_up_to(4, most)),
            [1, 5, 11, 15, 16]
        );
        assert_eq!(sets_up_to(6, 6), 64);
    }
}
