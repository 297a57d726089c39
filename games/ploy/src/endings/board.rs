//! The positions of an ending as words by number, and the moves between them.
//!
//! A word has the 64 positions that differ only in how the two pieces are turned. The number of a
//! word is made of the pair of squares of the Commanders, up to symmetry; which way each Commander
//! is turned; and the squares of the two pieces. A word in which two things stand on one square has
//! no position.

use super::geometry::{Geometry, NOWHERE};
use super::shape::Shape;
use super::words::{Images, Turning};

/// The ways two Commanders can be turned: each has straight or diagonal lines.
pub(crate) const CROSSES: usize = 4;

/// The side, 0 or 1, whose piece is named first, or the other.
pub(crate) type Side = usize;

/// The other side.
pub(crate) const fn other(side: Side) -> Side {
    1 - side
}

/// Where everything stands, and how the Commanders are turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) commanders: [u8; 2],
    /// Whether each Commander's lines are diagonal.
    pub(crate) diagonal: [bool; 2],
    pub(crate) pieces: [u8; 2],
}

/// The directions of a Commander's lines.
fn cross(diagonal: bool) -> impl Iterator<Item = usize> {
    (usize::from(diagonal)..8).step_by(2)
}

/// The two pieces of an ending, on a board.
pub(crate) struct EndingBoard {
    pub(crate) shapes: [Shape; 2],
    pub(crate) geometry: Geometry,
    pub(crate) turning: [Turning; 2],
    images: Images,
}

impl EndingBoard {
    pub(crate) fn new(shapes: [Shape; 2], side: u8) -> EndingBoard {
        EndingBoard {
            shapes,
            geometry: Geometry::new(side),
            turning: [0, 1].map(|side| Turning::new(side, shapes[side])),
            images: Images::new(shapes),
        }
    }

    /// How many words there are.
    pub(crate) fn words(&self) -> usize {
        self.geometry.pairs.len() * CROSSES * self.plane()
    }

    /// How many words differ only in the squares of the pieces.
    pub(crate) fn plane(&self) -> usize {
        self.geometry.squares * self.geometry.squares
    }

    /// How many words have the same pair of squares for the Commanders.
    pub(crate) fn of_a_pair(&self) -> usize {
        CROSSES * self.plane()
    }

    /// The place of a word.
    pub(crate) fn place(&self, word: usize) -> Place {
        let squares = self.geometry.squares;
        let crosses = word / self.plane() % CROSSES;
        let (first, second) = self.geometry.pairs[word / self.of_a_pair()];
        Place {
            commanders: [first, second],
            diagonal: [crosses & 2 != 0, crosses & 1 != 0],
            pieces: [(word / squares % squares) as u8, (word % squares) as u8],
        }
    }

    /// The word of a place, and the symmetry that leads there.
    #[inline(always)]
    pub(crate) fn word(&self, place: &Place) -> (usize, usize) {
        let [first, second] = place.commanders;
        let (pair, symmetry) = self.geometry.pair_of(first, second);
        let images = &self.geometry.images[symmetry];
        let [own, others] = place
            .pieces
            .map(|square| usize::from(images[usize::from(square)]));
        let crosses = 2 * usize::from(place.diagonal[0]) + usize::from(place.diagonal[1]);
        let squares = self.geometry.squares;
        let word = (pair * CROSSES + crosses) * self.plane() + own * squares + others;
        (word, symmetry)
    }

    /// What a set has at a place.
    #[inline(always)]
    pub(crate) fn look(&self, set: &[u64], place: &Place) -> u64 {
        let (word, symmetry) = self.word(place);
        self.images.before(symmetry, set[word])
    }

    /// The word of a place, and positions there as they are kept.
    #[inline(always)]
    pub(crate) fn kept(&self, place: &Place, positions: u64) -> (usize, u64) {
        let (word, symmetry) = self.word(place);
        (word, self.images.after(symmetry, positions))
    }

    /// The same if a mirror leaves the Commanders where they are: two words then have the same
    /// positions, and both must be known.
    pub(crate) fn kept_in_the_mirror(&self, word: usize, kept: u64) -> Option<(usize, u64)> {
        let mirror = self.geometry.mirrors[word / self.of_a_pair()]?;
        let place = self.place(word);
        let images = &self.geometry.images[mirror];
        let [own, others] = place
            .pieces
            .map(|square| usize::from(images[usize::from(square)]));
        let plane = word - word % self.plane();
        let word = plane + own * self.geometry.squares + others;
        Some((word, self.images.after(mirror, kept)))
    }

    /// Whether nothing shares a square.
    pub(crate) fn is_sound(place: &Place) -> bool {
        let [own, others] = place.pieces;
        own != others
            && !place.commanders.contains(&own)
            && !place.commanders.contains(&others)
            && place.commanders[0] != place.commanders[1]
    }

    /// The positions of a place in which a side can take something, which wins at once.
    pub(crate) fn captures(&self, place: &Place, side: Side) -> u64 {
        let victims = [place.commanders[other(side)], place.pieces[other(side)]];
        let commander = place.commanders[side];
        let next = &self.geometry.next[usize::from(commander)];
        if cross(place.diagonal[side]).any(|direction| victims.contains(&next[direction])) {
            return u64::MAX;
        }
        let mut positions = 0;
        for (direction, with_line) in self.turning[side].with_line.iter().enumerate() {
            let mut at = place.pieces[side];
            for _ in 0..self.shapes[side].reach() {
                at = self.geometry.next[usize::from(at)][direction];
                if at == NOWHERE || at == commander {
                    break;
                }
                if victims.contains(&at) {
                    positions |= with_line;
                    break;
                }
            }
        }
        positions
    }

    /// Visits the places where a side's Commander can go to without a capture, or could have come
    /// from: a step back is a step.
    #[inline(always)]
    pub(crate) fn steps(&self, place: &Place, side: Side, mut visit: impl FnMut(&Place)) {
        let mut there = *place;
        there.diagonal[side] = !place.diagonal[side];
        visit(&there);
        there.diagonal[side] = place.diagonal[side];
        let next = &self.geometry.next[usize::from(place.commanders[side])];
        for direction in cross(place.diagonal[side]) {
            let to = next[direction];
            let taken = to == place.commanders[other(side)] || place.pieces.contains(&to);
            if to != NOWHERE && !taken {
                there.commanders[side] = to;
                visit(&there);
            }
        }
    }

    /// Visits the places where a side's piece can go to without a capture, each with the positions
    /// in which it has the line for it.
    #[inline(always)]
    pub(crate) fn slides(&self, place: &Place, side: Side, mut visit: impl FnMut(&Place, u64)) {
        for (direction, with_line) in self.turning[side].with_line.iter().enumerate() {
            self.slide(place, side, direction, |there| visit(there, *with_line));
        }
    }

    /// Visits the places where it could have come from: it moved in the opposite direction.
    #[inline(always)]
    pub(crate) fn slides_back(
        &self,
        place: &Place,
        side: Side,
        mut visit: impl FnMut(&Place, u64),
    ) {
        for (direction, with_line) in self.turning[side].with_line.iter().enumerate() {
            self.slide(place, side, (direction + 4) % 8, |there| {
                visit(there, *with_line);
            });
        }
    }

    #[inline(always)]
    fn slide(&self, place: &Place, side: Side, direction: usize, mut visit: impl FnMut(&Place)) {
        let mut there = *place;
        for _ in 0..self.shapes[side].reach() {
            let to = self.geometry.next[usize::from(there.pieces[side])][direction];
            let taken = place.commanders.contains(&to) || to == place.pieces[other(side)];
            if to == NOWHERE || taken {
                break;
            }
            there.pieces[side] = to;
            visit(&there);
        }
    }

    /// The positions from which a slide leads into a set of those that it reaches: a Shield may turn
    /// after its step.
    #[inline(always)]
    pub(crate) fn some_arrival(&self, side: Side, set: u64) -> u64 {
        match self.shapes[side].turns_after_a_step() {
            true => self.turning[side].any_way(set),
            false => set,
        }
    }

    /// From which positions a slide leads into one position of a set at least, and into two.
    pub(crate) fn count_arrivals(&self, side: Side, set: u64) -> (u64, u64) {
        if !self.shapes[side].turns_after_a_step() {
            return (set, 0);
        }
        let (some, many) = self.turning[side].count_turns(set);
        (some | set, many | some & set)
    }

    /// The same if every arrival must be in the set.
    #[inline(always)]
    pub(crate) fn every_arrival(&self, side: Side, set: u64) -> u64 {
        !self.some_arrival(side, !set)
    }

    /// Those of some positions of a place from which every move leads into what `look` has there.
    /// None of them has a capture.
    #[inline(always)]
    pub(crate) fn every_move(
        &self,
        side: Side,
        place: &Place,
        some: u64,
        look: impl Fn(&Place) -> u64,
    ) -> u64 {
        if some == 0 {
            return 0;
        }
        let mut left = some & self.turning[side].every_turn(look(place));
        if left == 0 {
            return 0;
        }
        self.steps(place, side, |there| {
            if left != 0 {
                left &= look(there);
            }
        });
        self.slides(place, side, |there, with_line| {
            if left & with_line != 0 {
                left &= !with_line | self.every_arrival(side, look(there));
            }
        });
        left
    }
}
