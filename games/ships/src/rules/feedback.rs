//! What the hider answers.

use std::fmt;

use super::board::Board;
use super::fleet::{Fleet, SHIPS};
use super::location::Location;

/// An answer: how many guessed locations hold a ship, are one step from the
/// nearest ship, and are two steps from it. Answers are ordered by these
/// counts, which have four bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(try_from = "crate::json::Counts", into = "crate::json::Counts")
)]
pub struct Feedback(u16);

impl Feedback {
    /// The answer that ends the game with three ships.
    pub const FOUND: Feedback = Feedback::of_counts(SHIPS as u8, 0, 0);

    /// One more than the largest byte of an answer with three ships.
    pub(crate) const BYTES: usize = Feedback::FOUND.byte() as usize + 1;

    /// The answer with these counts; `None` if their sum exceeds three. For
    /// other numbers of ships there is
    /// [`Board::answer`](super::Board::answer).
    ///
    /// ```
    /// use parlour_ships::Feedback;
    /// assert_eq!(Feedback::new(0, 2, 1).map(|answer| answer.to_string()), Some("0,2,1".into()));
    /// assert_eq!(Feedback::new(0, 2, 2), None);
    /// ```
    #[must_use]
    pub fn new(exact: u8, one_away: u8, two_away: u8) -> Option<Feedback> {
        Board::STANDARD.answer(exact, one_away, two_away)
    }

    /// The answer with these counts, each below 16.
    pub(super) const fn of_counts(exact: u8, one_away: u8, two_away: u8) -> Feedback {
        Feedback((exact as u16) << 8 | (one_away as u16) << 4 | two_away as u16)
    }

    /// Exact, one away, two away.
    #[must_use]
    pub const fn counts(self) -> (u8, u8, u8) {
        (
            (self.0 >> 8) as u8,
            (self.0 >> 4 & 15) as u8,
            (self.0 & 15) as u8,
        )
    }

    /// The byte of an answer with three ships: two bits per count.
    pub(crate) const fn byte(self) -> u8 {
        Code::STANDARD.of(self)
    }

    /// What one guessed location adds to the byte of the answer.
    pub(crate) fn of_location(target: Fleet, guessed: Location) -> u8 {
        Code::STANDARD.at_distance(target.distance(guessed))
    }
}

/// Answers as bytes, by the number of ships: the counts are digits in a base of
/// one more than the number of ships, so the answer to a guess is the sum of
/// what its locations add. With three ships that is two bits per count, and
/// with up to five ships the largest still fits into a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code {
    base: u8,
}

impl Code {
    pub(crate) const STANDARD: Code = Code::new(SHIPS as u8);

    pub(crate) const fn new(ships: u8) -> Code {
        Code { base: ships + 1 }
    }

    /// The byte of an answer.
    pub(crate) const fn of(self, answer: Feedback) -> u8 {
        let (exact, one_away, two_away) = answer.counts();
        (exact * self.base + one_away) * self.base + two_away
    }

    /// The answer with that byte.
    pub(crate) const fn answer(self, byte: u8) -> Feedback {
        let (rest, two_away) = (byte / self.base, byte % self.base);
        Feedback::of_counts(rest / self.base, rest % self.base, two_away)
    }

    /// One more than the byte of the answer that ends the game, the largest.
    pub(crate) const fn bytes(self) -> usize {
        (self.base - 1) as usize * (self.base as usize).pow(2) + 1
    }

    /// What a guessed location adds to the byte of the answer, by its distance to the nearest ship:
    /// the nearer, the more.
    pub(crate) const fn at_distance(self, steps: u8) -> u8 {
        match steps {
            0 => self.base * self.base,
            1 => self.base,
            2 => 1,
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

/// The answer to a guess: each guessed location counts once, at its distance to
/// the nearest ship, and not at all beyond two steps.
///
/// Target and guess are not interchangeable: three guesses around one ship are
/// near it, but two of three ships may be far from every guess.
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
    let mut counts = [0; 3];
    for guessed in guess.locations() {
        if let Some(count) = counts.get_mut(usize::from(target.distance(guessed))) {
            *count += 1;
        }
    }
    let [exact, one_away, two_away] = counts;
    Feedback::of_counts(exact, one_away, two_away)
}
