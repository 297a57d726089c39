//! All answers of all targets to all guesses, for searches that need millions
//! of them.

use std::sync::OnceLock;

use crate::rules::{Feedback, Fleet, Location};

/// How many different answers there are.
pub(super) const ANSWERS: usize = 20;

/// The length of a row of answers, with room for all fleets, rounded up to
/// whole vectors.
pub(super) const ROW: usize = 4992;

/// The answers as small numbers, in the order of their bytes.
pub(super) struct Answers {
    /// By guess, then by target.
    by_guess: Vec<u8>,
    /// By target, then by guess.
    by_target: Vec<u8>,
}

impl Answers {
    /// The number of the answer that ends the game, which has the largest byte.
    pub(super) const FOUND: usize = ANSWERS - 1;

    /// Computed on first use.
    pub(super) fn get() -> &'static Answers {
        static ANSWERS: OnceLock<Answers> = OnceLock::new();
        ANSWERS.get_or_init(Answers::new)
    }

    fn new() -> Answers {
        let numbers = numbers_by_byte();
        let mut by_guess = vec![0; Fleet::COUNT * ROW];
        let mut by_target = vec![0; Fleet::COUNT * ROW];
        for (target, fleet) in Fleet::all().iter().enumerate() {
            let parts: Vec<u8> = Location::all()
                .map(|location| Feedback::of_location(*fleet, location))
                .collect();
            for (guess, locations) in Fleet::all().iter().enumerate() {
                let parts = locations
                    .locations()
                    .map(|location| parts[location.index()]);
                let answer = numbers[usize::from(parts.into_iter().sum::<u8>())];
                by_guess[guess * ROW + target] = answer;
                by_target[target * ROW + guess] = answer;
            }
        }
        Answers {
            by_guess,
            by_target,
        }
    }

    /// The answers of all targets to a guess.
    pub(super) fn to(&self, guess: u16) -> &[u8] {
        &self.by_guess[usize::from(guess) * ROW..][..ROW]
    }

    /// The answers of a target to all guesses.
    pub(super) fn of(&self, target: u16) -> &[u8; ROW] {
        let (rows, _) = self.by_target.as_chunks();
        &rows[usize::from(target)]
    }
}

/// The number of each answer, by its byte.
fn numbers_by_byte() -> [u8; Feedback::BYTES] {
    let mut numbers = [0; Feedback::BYTES];
    for (number, answer) in (0..).zip(feedbacks()) {
        numbers[usize::from(answer.byte())] = number;
    }
    numbers
}

/// All answers in the order of their numbers.
pub(super) fn feedbacks() -> impl Iterator<Item = Feedback> {
    (0..Feedback::BYTES as u8)
        .map(|byte| (byte >> 4, byte >> 2 & 3, byte & 3))
        .filter_map(|(exact, one_away, two_away)| Feedback::new(exact, one_away, two_away))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::feedback;

    #[test]
    fn answers_are_those_of_the_rules() {
        let all: Vec<Feedback> = feedbacks().collect();
        assert_eq!(all.len(), ANSWERS);
        assert_eq!(all[Answers::FOUND], Feedback::FOUND);
        let answers = Answers::get();
        for (guess, other) in (0..).zip(Fleet::all()).step_by(7) {
            for (target, fleet) in (0..).zip(Fleet::all()).step_by(11) {
                let answer = feedback(*fleet, *other);
                let number = answers.to(guess)[usize::from(target)];
                assert_eq!(all[usize::from(number)], answer);
                assert_eq!(answers.of(target)[usize::from(guess)], number);
            }
        }
    }
}
