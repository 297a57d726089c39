//! Matches that would never end by the rules alone.

/// How many occurrences of a position make a draw.
const REPETITIONS: usize = 3;

/// How many moves without progress make a draw.
const MOST_IDLE: usize = 200;

/// Why a match is drawn although the rules would let it go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stalled {
    /// A position has occurred for the third time, with the same player to
    /// move.
    Repetition,
    /// There was no progress in the last two hundred moves.
    NoProgress,
}

impl Stalled {
    /// The reason as a clause. `progress` names what was missing, such as a
    /// capture: see [`Game::PROGRESS`](crate::Game::PROGRESS).
    #[must_use]
    pub fn explain(self, progress: &str) -> String {
        match self {
            Stalled::Repetition => "the position has occurred for the third time".to_owned(),
            Stalled::NoProgress => format!("there was no {progress} in {MOST_IDLE} moves"),
        }
    }
}

/// The positions of a match since the last progress, to detect repetition. `T`
/// is a position, or its text.
///
/// ```
/// use parlour_core::{Stall, Stalled};
/// let mut stall = Stall::new();
/// for (position, expected) in [("a", None), ("b", None), ("a", None), ("b", None)] {
///     assert_eq!(stall.see(30, position), expected);
/// }
/// assert_eq!(stall.see(30, "a"), Some(Stalled::Repetition));
/// ```
#[derive(Clone, Debug)]
pub struct Stall<T> {
    progress: Option<u32>,
    since: Vec<T>,
}

impl<T> Default for Stall<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Stall<T> {
    /// A match that has not begun.
    #[must_use]
    pub const fn new() -> Self {
        Stall {
            progress: None,
            since: Vec::new(),
        }
    }

    /// The positions since the last progress, the present one at the end.
    #[must_use]
    pub fn since(&self) -> &[T] {
        &self.since
    }
}

impl<T: PartialEq> Stall<T> {
    /// Notes the next position of the match, including the first, and says
    /// whether the match is drawn there. `progress` is
    /// [`Game::progress`](crate::Game::progress) of the position.
    pub fn see(&mut self, progress: u32, position: T) -> Option<Stalled> {
        if self.progress != Some(progress) {
            self.progress = Some(progress);
            self.since.clear();
        }
        self.since.push(position);
        let here = self.since.last();
        let times = self.since.iter().filter(|&seen| Some(seen) == here).count();
        if times >= REPETITIONS {
            Some(Stalled::Repetition)
        } else if self.since.len() > MOST_IDLE {
            Some(Stalled::NoProgress)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_hundred_moves_without_progress_are_a_draw() {
        let mut stall = Stall::new();
        for ply in 0..200 {
            assert_eq!(stall.see(7, ply), None);
        }
        assert_eq!(stall.clone().see(7, 200), Some(Stalled::NoProgress));
        // A capture on the last move starts the count again.
        for ply in 0..200 {
            assert_eq!(stall.see(6, ply), None);
        }
    }
}
