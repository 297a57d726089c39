//! Squares by number, the eight symmetries of the board, and the places of the two Commanders up to
//! symmetry.
//!
//! Boards with fewer squares are for tests, which can then look at every position.

use super::shape::{Shape, TURNS};

/// No square: beyond the edge.
pub(crate) const NOWHERE: u8 = u8::MAX;

/// The rotations of the board, and those after a mirror.
pub(crate) const SYMMETRIES: usize = 8;

/// Steps to the east and north in the eight directions.
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

/// A board and its symmetries. A square's number is its column times the side, plus its row.
pub(crate) struct Geometry {
    pub(crate) squares: usize,
    /// The next square from every square in every direction.
    pub(crate) next: Vec<[u8; 8]>,
    /// Where each symmetry takes every square.
    pub(crate) images: [Vec<u8>; SYMMETRIES],
    /// The places of the Commanders that stand for all.
    pub(crate) pairs: Vec<(u8, u8)>,
    /// By pair: the mirror that leaves both where they are, if both stand on its axis.
    pub(crate) mirrors: Vec<Option<usize>>,
    /// By both Commanders' squares: the pair that stands for theirs, and a symmetry that leads
    /// there.
    class: Vec<(u16, u8)>,
}

impl Geometry {
    pub(crate) fn new(side: u8) -> Geometry {
        let squares = usize::from(side) * usize::from(side);
        let number = |column: u8, row: u8| column * side + row;
        let place = |square: u8| (square / side, square % side);
        let next = (0..squares as u8).map(|square| {
            let (column, row) = place(square);
            STEPS.map(|(east, north)| {
                let column = column.checked_add_signed(east);
                let row = row.checked_add_signed(north);
                match column.zip(row) {
                    Some((column, row)) if column < side && row < side => number(column, row),
                    _ => NOWHERE,
                }
            })
        });
        let images = std::array::from_fn(|symmetry| {
            let image = |square| {
                let (mut column, mut row) = place(square);
                if is_mirrored(symmetry) {
                    column = side - 1 - column;
                }
                for _ in 0..quarter_turns(symmetry) {
                    (column, row) = (row, side - 1 - column);
                }
                number(column, row)
            };
            (0..squares as u8).map(image).collect()
        });
        let mut geometry = Geometry {
            squares,
            next: next.collect(),
            images,
            pairs: Vec::new(),
            mirrors: Vec::new(),
            class: vec![(u16::MAX, 0); squares * squares],
        };
        geometry.sort_pairs();
        geometry
    }

    /// Finds the pairs that stand for all: the least of those that a symmetry makes of each other.
    fn sort_pairs(&mut self) {
        let all = 0..self.squares as u8;
        let mut mirrors = Vec::new();
        for (first, second) in all.clone().flat_map(|a| all.clone().map(move |b| (a, b))) {
            let image = |symmetry: usize| {
                let images = &self.images[symmetry];
                (images[usize::from(first)], images[usize::from(second)])
            };
            let (least, symmetry) = (0..SYMMETRIES)
                .map(|symmetry| (image(symmetry), symmetry))
                .min()
                .expect("there are symmetries");
            if first == second {
                continue;
            }
            let both = self.of_both(first, second);
            if least == (first, second) {
                self.class[both] = (self.pairs.len() as u16, 0);
                self.pairs.push(least);
                let mirror = (1..SYMMETRIES).find(|symmetry| image(*symmetry) == least);
                mirrors.push(mirror);
            } else {
                // The least was met before.
                let (pair, _) = self.class[self.of_both(least.0, least.1)];
                self.class[both] = (pair, symmetry as u8);
            }
        }
        self.mirrors = mirrors;
    }

    fn of_both(&self, first: u8, second: u8) -> usize {
        usize::from(first) * self.squares + usize::from(second)
    }

    /// The pair that stands for Commanders on these squares, and the symmetry that leads there.
    #[inline(always)]
    pub(crate) fn pair_of(&self, first: u8, second: u8) -> (usize, usize) {
        let (pair, symmetry) = self.class[self.of_both(first, second)];
        (pair.into(), symmetry.into())
    }

    /// For how many pairs each one stands.
    pub(crate) fn pair_weights(&self) -> Vec<u64> {
        let mut weights = vec![0; self.pairs.len()];
        for (pair, _) in &self.class {
            if let Some(weight) = weights.get_mut(usize::from(*pair)) {
                *weight += 1;
            }
        }
        weights
    }
}

fn is_mirrored(symmetry: usize) -> bool {
    symmetry >= 4
}

fn quarter_turns(symmetry: usize) -> usize {
    symmetry % 4
}

/// How a piece turned like that is turned after a symmetry.
pub(crate) fn turned(shape: Shape, turn: usize, symmetry: usize) -> usize {
    let turn = match is_mirrored(symmetry) {
        true => shape.mirrored(turn),
        false => turn,
    };
    (turn + 2 * quarter_turns(symmetry)) % TURNS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_stand_for_all() {
        // By Burnside's lemma: four mirrors keep a row of squares each.
        for (side, count) in [(3, (72 + 4 * 6) / 8), (9, (81 * 80 + 4 * 72) / 8)] {
            let geometry = Geometry::new(side);
            assert_eq!(geometry.pairs.len(), count);
            let squares = geometry.squares as u64;
            let weights = geometry.pair_weights();
            assert_eq!(weights.iter().sum::<u64>(), squares * (squares - 1));
            for (first, second) in [(0, 1), (5, 2), (4, 8), (7, 3)] {
                let (pair, symmetry) = geometry.pair_of(first, second);
                let image = |square: u8| geometry.images[symmetry][usize::from(square)];
                assert_eq!(geometry.pairs[pair], (image(first), image(second)));
            }
        }
    }

    #[test]
    fn symmetries_keep_lines() {
        let geometry = Geometry::new(9);
        for shape in Shape::ALL {
            for symmetry in 0..SYMMETRIES {
                let image = |square: u8| geometry.images[symmetry][usize::from(square)];
                for turn in 0..TURNS {
                    let lines = shape.lines().rotate_left(turn as u32);
                    let image_turn = turned(shape, turn, symmetry);
                    let image_lines = shape.lines().rotate_left(image_turn as u32);
                    let middle = 40;
                    for direction in 0..8 {
                        let to = image(geometry.next[middle][direction]);
                        let from = usize::from(image(middle as u8));
                        let seen = geometry.next[from].iter().position(|next| *next == to);
                        let seen = seen.expect("neighbours stay neighbours");
                        assert_eq!(lines >> direction & 1, image_lines >> seen & 1);
                    }
                }
            }
        }
    }
}
