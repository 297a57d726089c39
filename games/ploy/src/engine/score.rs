//! What a position is worth to the player to move, in hundredths of a Shield.

use super::path::MOST_IDLE;

/// Hundredths of a Shield; near [`WON`] it says in how many moves.
pub(crate) type Score = i32;

/// The longest line that is searched.
pub(crate) const MOST_PLIES: usize = 96;

/// A won game; every move until then takes one away, so that an earlier win and
/// a later loss are better.
pub(crate) const WON: Score = 30_000;

/// More than any score.
pub(crate) const INFINITE: Score = 32_000;

/// The longest win that counts in an ending: later, a match is drawn.
const LONGEST_ENDING: usize = MOST_IDLE;

/// Scores from here on are forced wins.
pub(crate) const SURE: Score = WON - (2 * MOST_PLIES + LONGEST_ENDING) as Score;

/// The score of a game that is won after this many moves.
pub(crate) const fn won_at(ply: usize) -> Score {
    WON - ply as Score
}

/// In how many moves of both players somebody is certain to win, if so.
pub(crate) fn moves_to_the_end(score: Score) -> Option<u32> {
    (score.abs() >= SURE).then(|| (WON - score.abs()) as u32)
}
