//! What the hider answers.

use std::fmt;

use super::fleet::{Fleet, SHIPS};
use super::location::Location;

/// An answer: how many guessed locations hold a ship, are one step from the
/// nearest ship, and are two steps from it.
///
/// It is one byte, two bits a count, so that the answer to a guess is the sum
/// of what its locations contribute. Answers are ordered by these counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Feedback(u8);

impl Feedback {
    /// The answer that ends the game.
    pub const FOUND: Feedback = Feedback((SHIPS as u8) << 4);

    /// One more than the largest byte of an answer.
    pub(crate) const BYTES: usize = Feedback::FOUND.0 as usize + 1;

    /// The answer with these counts; `None` if they are more than three
    /// together.
    ///
    /// ```
    /// use parlour_ships::Feedback;
    /// assert_eq!(Feedback::new(0, 2, 1).map(|answer| answer.to_string()), Some("0,2,1".into()));
    /// assert_eq!(Feedback::new(0, 2, 2), None);
    /// ```
    #[must_use]
    pub fn new(exact: u8, one_away: u8, two_away: u8) -> Option<Feedback> {
        let sum = [exact, one_away, two_away]
            .into_iter()
            .try_fold(0u8, u8::checked_add)?;
        (usize::from(sum) <= SHIPS).then_some(Feedback(exact << 4 | one_away << 2 | two_away))
    }

    /// Exact, one away, two away.
    #[must_use]
    pub const fn counts(self) -> (u8, u8, u8) {
        (self.0 >> 4, self.0 >> 2 & 3, self.0 & 3)
    }

    /// The byte of the answer.
    pub(crate) const fn byte(self) -> u8 {
        self.0
    }

    /// The answer with that byte, which must be one's.
    pub(crate) const fn from_byte(byte: u8) -> Feedback {
        Feedback(byte)
    }

    /// What one guessed location adds to the byte of the answer.
    pub(crate) fn of_location(target: Fleet, guessed: Location) -> u8 {
        let distances = target.locations().map(|ship| ship.distance(guessed));
        match distances.into_iter().min() {
            Some(0) => 1 << 4,
            Some(1) => 1 << 2,
            Some(2) => 1,
            _ => 0,
        }
    }
}

impl fmt::Display for Feedback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (exact, one_away, two_away) = self.counts();
        write!(f, "{exact},{one_away},{two_away}")
    }
}

/// The answer to a guess: each guessed location counts once, at its distance
/// to the nearest ship, and beyond two steps not at all.
///
/// Target and guess cannot be exchanged: three guesses around one ship are near
/// it, but two of three ships may be far from every guess.
///
/// ```
/// use parlour_ships::{Fleet, feedback, to_location};
/// let fleet = |names: [&str; 3]| {
///     Fleet::new(&names.map(|name| to_location(name).expect("on the board"))).expect("different")
/// };
/// let answer = feedback(fleet(["H1", "B2", "D3"]), fleet(["B3", "C3", "H3"]));
/// assert_eq!(answer.counts(), (0, 2, 1));
/// ```
#[must_use]
pub fn feedback(target: Fleet, guess: Fleet) -> Feedback {
    let parts = guess
        .locations()
        .map(|guessed| Feedback::of_location(target, guessed));
    Feedback(parts.iter().sum())
}
