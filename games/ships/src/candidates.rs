//! Sets of targets that may still be it, and what guesses tell about them.
//!
//! The answer to a guess is the sum of what its three locations contribute
//! (see [`Feedback`]). A set keeps, for every location, what that location
//! contributes with each target of the set, one byte after the other. The
//! answers of all targets to any guess are then the sum of three rows of
//! bytes, without a table of all answers to all guesses.

use crate::rules::{Feedback, Fleet, Location};

/// A set of targets, in board order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidates {
    fleets: Vec<Fleet>,
    /// A row for every location, as long as `fleets`.
    parts: Vec<u8>,
}

/// How many targets of a set have each answer, by the answer's byte.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes([u16; Feedback::BYTES]);

impl Sizes {
    /// How many have this answer.
    #[must_use]
    pub fn of(&self, answer: Feedback) -> usize {
        usize::from(self.0[usize::from(answer.byte())])
    }

    /// The answers that some target has, in order, with how many have them.
    pub fn iter(&self) -> impl Iterator<Item = (Feedback, usize)> {
        (0..)
            .zip(self.0)
            .filter(|(_, size)| *size > 0)
            .map(|(byte, size)| (Feedback::from_byte(byte), usize::from(size)))
    }

    /// How many have each answer, answers that nobody has included.
    pub(crate) fn raw(&self) -> &[u16; Feedback::BYTES] {
        &self.0
    }
}

impl Candidates {
    /// All targets.
    #[must_use]
    pub fn all() -> Candidates {
        Candidates::new(Fleet::all().to_vec())
    }

    /// These targets, which must be different and in board order.
    #[must_use]
    pub fn new(fleets: Vec<Fleet>) -> Candidates {
        debug_assert!(fleets.is_sorted_by(|a, b| a < b));
        let mut parts = Vec::with_capacity(Location::COUNT * fleets.len());
        for location in Location::all() {
            let row = fleets
                .iter()
                .map(|target| Feedback::of_location(*target, location));
            parts.extend(row);
        }
        Candidates { fleets, parts }
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

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.fleets.is_empty()
    }

    /// What this location contributes to the answers of the targets.
    fn row(&self, location: Location) -> &[u8] {
        let from = location.index() * self.len();
        &self.parts[from..from + self.len()]
    }

    /// The bytes of the answers that the targets have to a guess.
    fn answer_bytes(&self, guess: Fleet) -> impl Iterator<Item = u8> {
        let [a, b, c] = guess.locations().map(|location| self.row(location));
        a.iter().zip(b).zip(c).map(|((a, b), c)| a + b + c)
    }

    /// The answers that the targets have to a guess, in the order of the
    /// targets.
    pub fn answers(&self, guess: Fleet) -> impl Iterator<Item = Feedback> {
        self.answer_bytes(guess).map(Feedback::from_byte)
    }

    /// How many targets have each answer to a guess.
    #[must_use]
    pub fn sizes(&self, guess: Fleet) -> Sizes {
        let mut sizes = [0; Feedback::BYTES];
        for byte in self.answer_bytes(guess) {
            sizes[usize::from(byte)] += 1;
        }
        Sizes(sizes)
    }

    /// The targets that have this answer to a guess.
    #[must_use]
    pub fn after(&self, guess: Fleet, answer: Feedback) -> Candidates {
        let kept: Vec<usize> = (0..)
            .zip(self.answers(guess))
            .filter_map(|(index, other)| (other == answer).then_some(index))
            .collect();
        self.only(&kept)
    }

    /// The set in parts: those targets together that have the same answer to a
    /// guess.
    #[must_use]
    pub fn split(&self, guess: Fleet) -> Vec<(Feedback, Candidates)> {
        let mut parts = vec![Vec::new(); Feedback::BYTES];
        for (index, byte) in self.answer_bytes(guess).enumerate() {
            parts[usize::from(byte)].push(index);
        }
        (0..)
            .zip(parts)
            .filter(|(_, part)| !part.is_empty())
            .map(|(byte, part)| (Feedback::from_byte(byte), self.only(&part)))
            .collect()
    }

    /// The targets at these places of the set.
    fn only(&self, kept: &[usize]) -> Candidates {
        let mut parts = Vec::with_capacity(Location::COUNT * kept.len());
        for location in Location::all() {
            let row = self.row(location);
            parts.extend(kept.iter().map(|index| row[*index]));
        }
        Candidates {
            fleets: kept.iter().map(|index| self.fleets[*index]).collect(),
            parts,
        }
    }

    /// In how many of the targets a ship is at each location.
    #[must_use]
    pub fn ships_at(&self) -> [usize; Location::COUNT] {
        let mut counts = [0; Location::COUNT];
        for location in self.fleets.iter().flat_map(|fleet| fleet.locations()) {
            counts[location.index()] += 1;
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::feedback;

    #[test]
    fn sums_of_rows_are_the_plain_answers() {
        let all = Candidates::all();
        // Every guess with every target: all there is to know.
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
