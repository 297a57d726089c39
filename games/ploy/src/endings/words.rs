//! Sixty-four positions in a word: all that differ only in how the two pieces are turned. The bit
//! of a position is eight times the turn of the first side's piece, plus the turn of the second's.

use super::geometry::{SYMMETRIES, turned};
use super::shape::{Shape, TURNS};

/// A column of ones: the second piece turned one way, the first any way.
const COLUMN: u64 = 0x0101_0101_0101_0101;

/// What the turns of a side's piece do to words.
pub(crate) struct Turning {
    /// The side: 0 or 1.
    side: usize,
    /// After how many turns the piece looks the same.
    period: usize,
    /// The positions in which the piece has a line in each direction.
    pub(crate) with_line: [u64; 8],
}

impl Turning {
    pub(crate) fn new(side: usize, shape: Shape) -> Turning {
        let positions = |direction: usize| {
            let turns = (0..TURNS).filter(|turn| {
                let lines = shape.lines().rotate_left(*turn as u32);
                lines >> direction & 1 != 0
            });
            turns.fold(0, |set, turn| set | positions_turned(side, turn))
        };
        Turning {
            side,
            period: shape.period(),
            with_line: std::array::from_fn(positions),
        }
    }

    /// The positions from which a turn of the piece leads into a set.
    #[inline(always)]
    pub(crate) fn some_turn(&self, set: u64) -> u64 {
        let once = |turn: usize| self.turned(set, turn);
        let others = once(1) | once(2) | once(3);
        // A straight Probe has every position twice.
        match self.period {
            TURNS => others | once(4) | once(5) | once(6) | once(7),
            _ => others,
        }
    }

    /// The positions from which every turn of the piece leads into a set.
    #[inline(always)]
    pub(crate) fn every_turn(&self, set: u64) -> u64 {
        !self.some_turn(!set)
    }

    /// The positions that a turn, or none, leads into a set.
    #[inline(always)]
    pub(crate) fn any_way(&self, set: u64) -> u64 {
        set | self.some_turn(set)
    }

    /// A set with the piece turned by so many eighths.
    #[inline(always)]
    fn turned(&self, set: u64, turn: usize) -> u64 {
        if self.side == 0 {
            return set.rotate_left(8 * turn as u32);
        }
        let high = COLUMN * (0xff << turn & 0xff);
        (set << turn & high) | (set >> (TURNS - turn) & !high)
    }

    /// How many positions of a set the piece can turn to, from each: the bits of the counts, up to
    /// two. Equal positions count once.
    pub(crate) fn count_turns(&self, set: u64) -> (u64, u64) {
        let (mut one, mut two) = (0, 0);
        for turn in 1..self.period {
            let met = self.turned(set, turn);
            two |= one & met;
            one |= met;
        }
        (one, two)
    }
}

/// The positions in which a side's piece is turned like that.
fn positions_turned(side: usize, turn: usize) -> u64 {
    match side {
        0 => 0xff << (8 * turn),
        _ => COLUMN << turn,
    }
}

/// What the symmetries of the board do to words.
pub(crate) struct Images {
    /// Where each turn of the first side's piece goes.
    rows: [[usize; TURNS]; SYMMETRIES],
    /// Each byte as it was before the symmetry of the second side's piece, and after it.
    before: Vec<[u8; 256]>,
    after: Vec<[u8; 256]>,
}

impl Images {
    pub(crate) fn new(shapes: [Shape; 2]) -> Images {
        let turns = |shape, symmetry| std::array::from_fn(|turn| turned(shape, turn, symmetry));
        let columns: [[usize; TURNS]; SYMMETRIES] =
            std::array::from_fn(|symmetry| turns(shapes[1], symmetry));
        let moved = |byte: usize, from: &dyn Fn(usize) -> usize, to: &dyn Fn(usize) -> usize| {
            (0..TURNS).fold(0_u8, |moved, turn| {
                moved | ((byte >> from(turn) & 1) as u8) << to(turn)
            })
        };
        let before = columns.iter().map(|columns| {
            std::array::from_fn(|byte| moved(byte, &|turn| columns[turn], &|turn| turn))
        });
        let after = columns.iter().map(|columns| {
            std::array::from_fn(|byte| moved(byte, &|turn| turn, &|turn| columns[turn]))
        });
        Images {
            rows: std::array::from_fn(|symmetry| turns(shapes[0], symmetry)),
            before: before.collect(),
            after: after.collect(),
        }
    }

    /// The positions that a symmetry takes into a set.
    #[inline]
    pub(crate) fn before(&self, symmetry: usize, set: u64) -> u64 {
        if symmetry == 0 || set == 0 || set == u64::MAX {
            return set;
        }
        let bytes = set.to_le_bytes();
        let rows = &self.rows[symmetry];
        let columns = &self.before[symmetry];
        u64::from_le_bytes(std::array::from_fn(|turn| {
            columns[usize::from(bytes[rows[turn]])]
        }))
    }

    /// Where a symmetry takes the positions of a set.
    #[inline]
    pub(crate) fn after(&self, symmetry: usize, set: u64) -> u64 {
        if symmetry == 0 || set == 0 || set == u64::MAX {
            return set;
        }
        let bytes = set.to_le_bytes();
        let mut image = [0; TURNS];
        for (turn, row) in self.rows[symmetry].iter().enumerate() {
            image[*row] = self.after[symmetry][usize::from(bytes[turn])];
        }
        u64::from_le_bytes(image)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A word by its pairs of turns.
    fn word(is_in: impl Fn(usize, usize) -> bool) -> u64 {
        let bits = (0..64).filter(|bit| is_in(bit / 8, bit % 8));
        bits.fold(0, |word, bit| word | 1 << bit)
    }

    fn has(set: u64, first: usize, second: usize) -> bool {
        set >> (8 * first + second) & 1 != 0
    }

    const SETS: [u64; 4] = [
        0x0123_4567_89ab_cdef,
        1,
        0x8000_0000_0000_0001,
        0xf0f0_0000_3333_0ff0,
    ];

    #[test]
    fn turns_are_those_of_each_piece() {
        for set in SETS {
            for (side, turning) in [0, 1].map(|side| (side, Turning::new(side, Shape::Lance90))) {
                let reach = |first: usize, second: usize| {
                    let turns = (0..8).filter(|turn| *turn != [first, second][side]);
                    turns
                        .filter(|turn| match side {
                            0 => has(set, *turn, second),
                            _ => has(set, first, *turn),
                        })
                        .count()
                };
                assert_eq!(turning.some_turn(set), word(|a, b| reach(a, b) > 0));
                assert_eq!(turning.every_turn(set), word(|a, b| reach(a, b) == 7));
                let (one, two) = turning.count_turns(set);
                assert_eq!(one, word(|a, b| reach(a, b) > 0));
                assert_eq!(two, word(|a, b| reach(a, b) > 1));
            }
        }
    }

    #[test]
    fn equal_positions_are_one_to_a_straight_probe() {
        let turning = Turning::new(0, Shape::Probe180);
        let set = word(|first, _| first % 4 == 1);
        assert_eq!(turning.some_turn(set), !set);
        let (one, two) = turning.count_turns(set);
        assert_eq!((one, two), (!set, 0));
        assert_eq!(turning.every_turn(!set), set);
    }

    #[test]
    fn images_and_back() {
        let images = Images::new([Shape::Shield, Shape::Lance45]);
        for set in SETS {
            for symmetry in 0..SYMMETRIES {
                let image = images.after(symmetry, set);
                assert_eq!(images.before(symmetry, image), set);
                for (first, second) in [(0, 0), (3, 5), (7, 1)] {
                    let to = (
                        turned(Shape::Shield, first, symmetry),
                        turned(Shape::Lance45, second, symmetry),
                    );
                    assert_eq!(has(set, first, second), has(image, to.0, to.1));
                }
            }
        }
    }
}
