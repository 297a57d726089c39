//! How positions are numbered without gaps.
//!
//! A placing falls into parts that can be numbered each for itself: the eight
//! shared squares (each empty, red or green), and the private squares of each
//! player. Sets of private squares are numbered by how many pieces they hold,
//! so that the sets that a player has enough pieces for are the first ones, and
//! among equals by how far the pieces are. A move that stays within the part
//! then leads to a higher number: it lets a piece enter, or move on.

/// Ways to fill the shared squares.
pub(super) const SHARED: usize = 6561;

/// Sets of red's first four squares, and of red's squares 13 and 14.
pub(super) const ENTRIES: usize = 16;
/// Lanes of a group: sets of red's squares 13 (1) and 14 (2).
pub(super) const LANES: usize = 4;
/// Sets of all six private squares: 1 to 4 (bits 0 to 3), 13 and 14.
pub(super) const PRIVATE: usize = 64;

/// The bit of square 13 in a set of private squares.
pub(super) const BIT_13: u8 = 1 << 4;
/// The bit of square 14.
pub(super) const BIT_14: u8 = 1 << 5;

/// The numbering of all parts.
pub(super) struct Geometry {
    /// Red's and green's pieces on the shared squares, square 5 first.
    pub(super) red: Vec<u8>,
    pub(super) green: Vec<u8>,
    /// Shared squares by red's and green's pieces.
    by_pieces: Vec<u16>,
    /// Sets of a player's first four squares, and of all six private ones.
    pub(super) entries: Ranking<ENTRIES>,
    pub(super) private: Ranking<PRIVATE>,
}

/// A numbering of sets.
pub(super) struct Ranking<const N: usize> {
    /// The number of a set.
    rank: [u8; N],
    /// The set with a number.
    pub(super) set: [u8; N],
}

impl<const N: usize> Ranking<N> {
    fn new() -> Self {
        let mut sets: [u8; N] = std::array::from_fn(|set| set as u8);
        sets.sort_by_key(|set| (set.count_ones(), steps(*set)));
        let mut rank = [0; N];
        for (number, set) in (0..).zip(sets) {
            rank[usize::from(set)] = number;
        }
        Ranking { rank, set: sets }
    }

    /// The number of a set.
    pub(super) fn rank(&self, set: u8) -> u32 {
        u32::from(self.rank[usize::from(set)])
    }
}

/// How far the pieces on private squares are from the start, together.
fn steps(set: u8) -> u32 {
    [1, 2, 3, 4, 13, 14]
        .iter()
        .enumerate()
        .filter(|(bit, _)| set >> bit & 1 == 1)
        .map(|(_, steps)| steps)
        .sum()
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
        Geometry {
            red,
            green,
            by_pieces,
            entries: Ranking::new(),
            private: Ranking::new(),
        }
    }

    /// The number of shared squares with these pieces on them.
    pub(super) fn shared(&self, red: u8, green: u8) -> usize {
        usize::from(self.by_pieces[pieces_index(red, green)])
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
/// private squares (a group), then red's last squares (a lane).
#[derive(Clone)]
pub(super) struct Shape {
    /// Pieces of red and of green that are not home.
    pub(super) red: u32,
    pub(super) green: u32,
    /// The first group of each state of the shared squares.
    first: Vec<u32>,
    /// Groups in a row.
    width: Vec<u8>,
    pub(super) groups: usize,
}

/// Marks shared squares that hold more pieces than there are.
const NOWHERE: u32 = u32::MAX;

impl Shape {
    pub(super) fn new(geometry: &Geometry, red: u32, green: u32) -> Shape {
        let mut first = vec![NOWHERE; SHARED];
        let mut width = vec![0; SHARED];
        let mut groups = 0;
        for shared in 0..SHARED {
            let left_red = red.checked_sub(geometry.red[shared].count_ones());
            let left_green = green.checked_sub(geometry.green[shared].count_ones());
            if let (Some(left_red), Some(left_green)) = (left_red, left_green) {
                first[shared] = groups;
                width[shared] = sets_up_to(6, left_green) as u8;
                groups += sets_up_to(4, left_red) * u32::from(width[shared]);
            }
        }
        Shape {
            red,
            green,
            first,
            width,
            groups: groups as usize,
        }
    }

    /// Whether there are enough pieces for these shared squares.
    pub(super) fn has(&self, shared: usize) -> bool {
        self.first[shared] != NOWHERE
    }

    pub(super) fn first(&self, shared: usize) -> u32 {
        self.first[shared]
    }

    pub(super) fn width(&self, shared: usize) -> u32 {
        u32::from(self.width[shared])
    }

    /// The group of a position.
    pub(super) fn group(
        &self,
        geometry: &Geometry,
        shared: usize,
        red_entry: u8,
        green_private: u8,
    ) -> usize {
        let row = geometry.entries.rank(red_entry);
        let column = geometry.private.rank(green_private);
        (self.first[shared] + row * self.width(shared) + column) as usize
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

    #[test]
    fn every_position_with_one_piece_each_has_a_place() {
        // 15 places for each piece (the start and 14 squares), less the eight
        // shared squares that both cannot stand on: 217.
        let geometry = Geometry::new();
        let shape = Shape::new(&geometry, 1, 1);
        let mut positions = 0;
        for shared in (0..SHARED).filter(|&shared| shape.has(shared)) {
            let left = 1 - geometry.red[shared].count_ones();
            positions += sets_up_to(6, left) * shape.width(shared);
        }
        assert_eq!(positions, 217);
    }
}
