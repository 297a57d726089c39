//! Sets of targets that are still possible, and the information that guesses
//! give about them.
//!
//! The answer to a guess is the sum of what its locations contribute (see
//! [`Code`]). A set stores, for every location, what that location contributes
//! with each target of the set, one byte each. The answers of all targets to
//! any guess are then the sum of a few rows of bytes, without a table of all
//! answers to all guesses.

use crate::rules::{Board, Code, Feedback, Fleet, Location, feedback};

/// A set of targets of a board, in board order.
///
/// # Examples
///
/// ```
/// use parlour_ships::{Candidates, Feedback, read_fleet};
///
/// let guess = read_fleet("B3,C3,H3").expect("three locations");
/// let answer = Feedback::new(0, 2, 1).expect("an answer");
/// assert_eq!(Candidates::all().after(guess, answer).len(), 996);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    board: Board,
    fleets: Vec<Fleet>,
    /// A row for every location, as long as `fleets`.
    parts: Vec<u8>,
}

/// One more than the largest byte of an answer with five ships.
const MOST_BYTES: usize = Code::new(Board::MOST_SHIPS).bytes();

/// How many targets of a set have each answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {
    code: Code,
    /// By the answer's byte.
    counts: [u32; MOST_BYTES],
}

impl Sizes {
    /// No targets.
    pub(crate) fn none(board: Board) -> Sizes {
        Sizes {
            code: board.code(),
            counts: [0; MOST_BYTES],
        }
    }

    /// How many of some targets have each answer to a guess, by the plain
    /// rules: for a single guess that is faster than building a set.
    pub(crate) fn counted(
        board: Board,
        targets: impl Iterator<Item = Fleet>,
        guess: Fleet,
    ) -> Sizes {
        let mut sizes = Sizes::none(board);
        for target in targets {
            let byte = sizes.code.of(feedback(target, guess));
            sizes.counts[usize::from(byte)] += 1;
        }
        sizes
    }

    /// How many targets there are.
    pub(crate) fn total(&self) -> usize {
        self.raw().iter().map(|size| *size as usize).sum()
    }

    /// The size of the largest part.
    pub(crate) fn worst(&self) -> usize {
        self.raw().iter().max().map_or(0, |size| *size as usize)
    }

    /// How many are left on average, over the targets.
    pub(crate) fn expected(&self) -> f64 {
        let squares: f64 = self.raw().iter().map(|size| f64::from(*size).powi(2)).sum();
        squares / self.total() as f64
    }

    /// The expected information of the answer, in bits (its entropy).
    #[doc(alias = "entropy")]
    #[doc(alias = "expected information")]
    pub(crate) fn bits(&self) -> f64 {
        let total = self.total() as f64;
        let sizes = self.raw().iter().filter(|size| **size > 0);
        let chances = sizes.map(|size| f64::from(*size) / total);
        chances.map(|chance| -chance * chance.log2()).sum()
    }

    /// How many guesses will be needed on average, including this one: an estimate from the sizes
    /// of what is left after it.
    pub(crate) fn guesses_to_come(&self) -> f64 {
        let found = self.code.bytes() - 1;
        let later: f64 = self.raw()[..found].iter().map(|size| likely(*size)).sum();
        1.0 + later / self.total() as f64
    }

    /// How many have this answer.
    #[must_use]
    pub fn of(&self, answer: Feedback) -> usize {
        self.counts[usize::from(self.code.of(answer))] as usize
    }

    /// The answers that some target has, in order, with how many have them.
    pub fn iter(&self) -> impl Iterator<Item = (Feedback, usize)> {
        (0..)
            .zip(self.raw())
            .filter(|(_, size)| **size > 0)
            .map(|(byte, size)| (self.code.answer(byte), *size as usize))
    }

    /// How many have each answer by its byte, including answers that none has.
    pub(crate) fn raw(&self) -> &[u32] {
        &self.counts[..self.code.bytes()]
    }

    /// Takes counts with the bytes of their answers.
    pub(crate) fn set(&mut self, counts: impl Iterator<Item = (u32, u8)>) {
        for (count, byte) in counts {
            self.counts[usize::from(byte)] = count;
        }
    }

    /// How many have the answer that ends the game: one or none.
    pub(crate) fn found(&self) -> u32 {
        self.counts[self.code.bytes() - 1]
    }
}

/// The guesses that a set of this size needs, all targets together, from sets
/// of the standard board that were searched.
fn likely(size: u32) -> f64 {
    match size {
        0 => 0.0,
        1 => 1.0,
        2 => 3.0,
        _ => {
            let size = f64::from(size);
            size * (1.35 + size.ln() / 11_f64.ln())
        }
    }
}

impl Candidates {
    /// All targets of the standard board.
    #[must_use]
    pub fn all() -> Candidates {
        Candidates::new(Fleet::all().to_vec())
    }

    /// These targets of the standard board, which must be different and in board
    /// order.
    #[must_use]
    pub fn new(fleets: Vec<Fleet>) -> Candidates {
        Candidates::on(Board::STANDARD, fleets)
    }

    /// These targets of a board, which must be different and in board order.
    #[must_use]
    pub fn on(board: Board, fleets: Vec<Fleet>) -> Candidates {
        debug_assert!(fleets.is_sorted_by(|a, b| a < b));
        let mut parts = Vec::with_capacity(board.cells() * fleets.len());
        for location in board.locations() {
            let near = Near::new(board, location);
            parts.extend(fleets.iter().map(|target| near.of(*target)));
        }
        Candidates {
            board,
            fleets,
            parts,
        }
    }

    /// The board that they are on.
    #[must_use]
    pub fn board(&self) -> Board {
        self.board
    }

    /// The targets.
    #[must_use]
    pub fn fleets(&self) -> &[Fleet] {
        &self.fleets
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.fleets.len()
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.fleets.is_empty()
    }

    /// What this location contributes to the answers of the targets.
    pub(crate) fn row(&self, location: Location) -> &[u8] {
        let from = self.board.place(location) * self.len();
        &self.parts[from..from + self.len()]
    }

    /// Calls `each` with the bytes of the targets' answers to a guess.
    #[inline]
    fn each_answer(&self, guess: Fleet, mut each: impl FnMut(u8)) {
        match *guess.as_slice() {
            [a, b, c] => {
                let [a, b, c] = [a, b, c].map(|location| self.row(location));
                for ((a, b), c) in a.iter().zip(b).zip(c) {
                    each(a + b + c);
                }
            }
            ref ships => {
                let mut sums = vec![0; self.len()];
                for location in ships {
                    let row = self.row(*location);
                    sums.iter_mut()
                        .zip(row)
                        .for_each(|(sum, part)| *sum += part);
                }
                sums.into_iter().for_each(each);
            }
        }
    }

    /// The targets' answers to a guess, in the order of the targets.
    pub fn answers(&self, guess: Fleet) -> impl Iterator<Item = Feedback> {
        let code = self.board.code();
        let mut bytes = Vec::with_capacity(self.len());
        self.each_answer(guess, |byte| bytes.push(byte));
        bytes.into_iter().map(move |byte| code.answer(byte))
    }

    /// How many targets have each answer to a guess.
    #[must_use]
    pub fn sizes(&self, guess: Fleet) -> Sizes {
        let mut sizes = Sizes::none(self.board);
        self.count(guess, &mut sizes);
        sizes
    }

    /// The same into a buffer that is reused: zeroing a new one would take
    /// longer than counting a small set.
    pub(crate) fn count(&self, guess: Fleet, sizes: &mut Sizes) {
        sizes.counts[..sizes.code.bytes()].fill(0);
        self.each_answer(guess, |byte| sizes.counts[usize::from(byte)] += 1);
    }

    /// The same, and adds up by how much each target made its part grow.
    /// `growth` has that for parts of all sizes up to that of this set. It
    /// saves a pass over all answers, which takes long for a small set.
    pub(crate) fn count_growth(&self, guess: Fleet, growth: &[u64], sizes: &mut Sizes) -> u64 {
        sizes.counts[..sizes.code.bytes()].fill(0);
        let mut sum = 0;
        self.each_answer(guess, |byte| {
            let size = &mut sizes.counts[usize::from(byte)];
            sum += growth[*size as usize];
            *size += 1;
        });
        sum
    }

    /// The first of some guesses to which all targets have different answers,
    /// if there are few enough targets for that. Most guesses are quickly ruled
    /// out.
    pub(crate) fn told_apart(&self, guesses: &[Fleet]) -> Option<Fleet> {
        let bytes = self.board.code().bytes();
        if bytes > 64 || self.len() > bytes {
            return None;
        }
        guesses.iter().copied().find(|guess| {
            let mut seen = 0_u64;
            (0..self.len()).all(|target| {
                let rows = guess.as_slice().iter();
                let byte = rows.fold(0, |sum, location| {
                    sum + self.parts[self.board.place(*location) * self.len() + target]
                });
                let before = seen;
                seen |= 1 << byte;
                seen != before
            })
        })
    }

    /// The targets that have this answer to a guess.
    #[must_use]
    pub fn after(&self, guess: Fleet, answer: Feedback) -> Candidates {
        let byte = self.board.code().of(answer);
        let mut kept = Vec::new();
        let mut index = 0;
        self.each_answer(guess, |other| {
            if other == byte {
                kept.push(index);
            }
            index += 1;
        });
        self.only(&kept)
    }

    /// The set partitioned by the targets' answers to a guess.
    #[must_use]
    pub fn split(&self, guess: Fleet) -> Vec<(Feedback, Candidates)> {
        let code = self.board.code();
        let mut parts = vec![Vec::new(); code.bytes()];
        let mut index = 0;
        self.each_answer(guess, |byte| {
            parts[usize::from(byte)].push(index);
            index += 1;
        });
        (0..)
            .zip(parts)
            .filter(|(_, part)| !part.is_empty())
            .map(|(byte, part)| (code.answer(byte), self.only(&part)))
            .collect()
    }

    /// The targets at these indices of the set.
    pub(crate) fn only(&self, kept: &[usize]) -> Candidates {
        let mut parts = Vec::with_capacity(self.board.cells() * kept.len());
        for location in self.board.locations() {
            let row = self.row(location);
            parts.extend(kept.iter().map(|index| row[*index]));
        }
        Candidates {
            board: self.board,
            fleets: kept.iter().map(|index| self.fleets[*index]).collect(),
            parts,
        }
    }

    /// How many of the targets have a ship at each location, in board order.
    #[must_use]
    pub fn ships_at(&self) -> Vec<usize> {
        let mut counts = vec![0; self.board.cells()];
        for location in self.fleets.iter().flat_map(|fleet| fleet.locations()) {
            counts[self.board.place(location)] += 1;
        }
        counts
    }
}

/// What a location contributes with a ship at each other one: the nearer, the
/// more. A lookup is faster than measuring distances.
struct Near([u8; 256]);

impl Near {
    fn new(board: Board, location: Location) -> Near {
        let mut near = [0; 256];
        for ship in board.locations() {
            near[usize::from(ship.byte())] = board.code().at_distance(ship.distance(location));
        }
        Near(near)
    }

    fn of(&self, target: Fleet) -> u8 {
        let ships = target.as_slice().iter();
        ships.fold(0, |most, ship| most.max(self.0[usize::from(ship.byte())]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_rows_are_the_plain_answers() {
        let all = Candidates::all();
        // Every guess with every target: exhaustive.
        for guess in Fleet::all() {
            for (target, answer) in Fleet::all().iter().zip(all.answers(*guess)) {
                assert_eq!(answer, feedback(*target, *guess), "{target} {guess}");
            }
        }
    }

    #[test]
    fn parts_are_what_is_left_after_each_answer() {
        let all = Candidates::all();
        let guess = Fleet::all()[1234];
        let parts = all.split(guess);
        let sizes = all.sizes(guess);
        assert_eq!(parts.len(), sizes.iter().count());
        for (answer, part) in &parts {
            assert_eq!(part.len(), sizes.of(*answer));
            assert_eq!(*part, all.after(guess, *answer));
            assert_eq!(*part, Candidates::new(part.fleets().to_vec()));
        }
        let total: usize = parts.iter().map(|(_, part)| part.len()).sum();
        assert_eq!(total, Fleet::COUNT);
        // And the parts of a part.
        let (answer, part) = &parts[3];
        let second = Fleet::all()[77];
        for (reply, rest) in part.split(second) {
            for target in rest.fleets() {
                assert_eq!(feedback(*target, guess), *answer);
                assert_eq!(feedback(*target, second), reply);
            }
        }
    }
}
