//! How the solver numbers positions.
//!
//! A placing falls into parts that are numbered separately: the eight shared
//! squares (each empty, red or green), and for each player the first four
//! squares and the last two. The last two belong to the stage; within a stage
//! there is a block of values for every state of the shared squares, with a row
//! for every set of green's first squares, and in each row a lane for every set
//! of red's.

/// The number of ways to fill the shared squares.
pub(super) const SHARED: usize = 6561;

/// The number of sets of a player's first four squares: bit 0 is square 1.
pub(super) const ENTRIES: usize = 16;

/// A player has 0 to 7 pieces.
const COUNTS: usize = 8;

/// Sets of first squares in the order of their rows: by how many pieces they
/// hold, so that the sets that green has enough pieces for come first.
pub(super) const BY_RANK: [usize; ENTRIES] = {
    let mut sets = [0; ENTRIES];
    let mut rank = 0;
    let mut size = 0;
    while size <= 4 {
        let mut set: usize = 0;
        while set < ENTRIES {
            if set.count_ones() == size {
                sets[rank] = set;
                rank += 1;
            }
            set += 1;
        }
        size += 1;
    }
    sets
};

/// The row of a set of first squares in its block.
pub(super) const RANKS: [usize; ENTRIES] = {
    let mut ranks = [0; ENTRIES];
    let mut rank = 0;
    while rank < ENTRIES {
        ranks[BY_RANK[rank]] = rank;
        rank += 1;
    }
    ranks
};

/// The numbering of all parts.
pub(super) struct Geometry {
    /// Red's and green's pieces on the shared squares, square 5 first.
    pub(super) red: Vec<u8>,
    pub(super) green: Vec<u8>,
    /// Shared squares by red's and green's pieces.
    by_pieces: Vec<u16>,
    /// By the numbers of pieces behind square 13.
    shapes: Vec<Shape>,
}

impl Geometry {
    pub(super) fn new() -> Geometry {
        let mut geometry = Geometry {
            red: vec![0; SHARED],
            green: vec![0; SHARED],
            by_pieces: vec![0; 1 << 16],
            shapes: Vec::new(),
        };
        for number in 0..SHARED {
            let mut digits = number;
            for square in 0..8 {
                match digits % 3 {
                    1 => geometry.red[number] |= 1 << square,
                    2 => geometry.green[number] |= 1 << square,
                    _ => {}
                }
                digits /= 3;
            }
            let pieces = pieces_index(geometry.red[number], geometry.green[number]);
            geometry.by_pieces[pieces] = number as u16;
        }
        geometry.shapes = (0..COUNTS * COUNTS)
            .map(|counts| {
                let (red, green) = (counts / COUNTS, counts % COUNTS);
                Shape::new(&geometry, red as u32, green as u32)
            })
            .collect();
        geometry
    }

    /// The shape of stages with this many pieces behind square 13.
    pub(super) fn shape(&self, red: u32, green: u32) -> &Shape {
        &self.shapes[red as usize * COUNTS + green as usize]
    }

    /// The number of the shared squares with these pieces on them.
    pub(super) fn shared(&self, red: u8, green: u8) -> usize {
        usize::from(self.by_pieces[pieces_index(red, green)])
    }

    /// How many pieces are not on these shared squares; `None` if there are
    /// fewer pieces than that.
    pub(super) fn left(&self, red: u32, green: u32, shared: usize) -> Option<(u32, u32)> {
        Some((
            red.checked_sub(self.red[shared].count_ones())?,
            green.checked_sub(self.green[shared].count_ones())?,
        ))
    }

    /// The same shared squares with the players swapped.
    pub(super) fn exchanged(&self, shared: usize) -> usize {
        self.shared(self.green[shared], self.red[shared])
    }
}

fn pieces_index(red: u8, green: u8) -> usize {
    usize::from(red) | usize::from(green) << 8
}

/// How many sets of first squares hold at most `pieces` pieces.
pub(super) fn entries_up_to(pieces: u32) -> usize {
    [1, 5, 11, 15, 16][pieces.min(4) as usize]
}

/// The memory layout of a stage.
pub(super) struct Shape {
    /// Pieces behind square 13.
    pub(super) red: u32,
    pub(super) green: u32,
    /// The first row of each block.
    first: Vec<u32>,
    /// The number of rows. The last few are padding, so that every block can be
    /// read as sixteen rows.
    pub(super) rows: usize,
}

impl Shape {
    fn new(geometry: &Geometry, red: u32, green: u32) -> Shape {
        let mut first = vec![0; SHARED];
        let mut rows = 0;
        for (shared, first) in first.iter_mut().enumerate() {
            if let Some((_, left)) = geometry.left(red, green, shared) {
                *first = rows as u32;
                rows += entries_up_to(left);
            }
        }
        Shape {
            red,
            green,
            first,
            rows: rows + ENTRIES,
        }
    }

    /// The first row of the block with these shared squares, for which there
    /// must be enough pieces.
    pub(super) fn first(&self, shared: usize) -> u32 {
        self.first[shared]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_ranked_by_size() {
        for pieces in 0..8 {
            let count = (0..ENTRIES)
                .filter(|set| set.count_ones() <= pieces)
                .count();
            assert_eq!(entries_up_to(pieces), count);
            assert!(
                BY_RANK[..count]
                    .iter()
                    .all(|set| set.count_ones() <= pieces)
            );
        }
        for set in 0..ENTRIES {
            assert_eq!(BY_RANK[RANKS[set]], set);
        }
    }
}
