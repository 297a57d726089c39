//! Statistics of a bot's games against itself.

use parlour_core::{Bot, Bots, Limits, Outcome, Seat, Tables};

use super::games::{Played, opening, play};
use crate::bits::{Bits, mixed};
use crate::rules::Ploy;

/// No bot has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Ploy has no bot {0}")]
pub struct UnknownBot(pub String);

/// Totals over games.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// Games that Black won, that White won, and drawn ones.
    pub results: [u32; 3],
    /// The number of moves of each game, in order.
    pub lengths: Vec<usize>,
    /// Positions in which a player moved.
    pub positions: u64,
    /// The number of legal moves in them.
    pub choices: u64,
    /// How many of those only turn a piece.
    pub turns: u64,
    /// How many of the moves made only turned a piece.
    pub turned: u64,
    /// How many of the moves made were captures.
    pub taken: u64,
}

impl Survey {
    /// Games played.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.results.iter().sum()
    }

    fn add(&mut self, played: &Played) {
        self.results[match played.outcome {
            Outcome::Win(Seat(0)) => 0,
            Outcome::Win(_) => 1,
            _ => 2,
        }] += 1;
        self.lengths.push(played.moves.len());
        for (ploy, (chosen, _)) in played.positions.iter().zip(&played.moves) {
            self.positions += 1;
            self.choices += u64::from(Bits::new(ploy).count());
            self.turns += u64::from(Bits::new(ploy).turns()[0]);
            if chosen.from() == chosen.to() {
                self.turned += 1;
            } else if ploy.board().cell(chosen.to()).is_some() {
                self.taken += 1;
            }
        }
    }
}

/// Lets a bot play against itself: from the start if `is_from_start`, else
/// after random openings with Black to move, since strong bots would otherwise
/// repeat the same game.
///
/// # Errors
///
/// There is no such bot.
pub fn survey(
    bot: &str,
    nodes: u64,
    games: u32,
    seed: u64,
    is_from_start: bool,
    progress: &mut dyn FnMut(f64),
) -> Result<Survey, UnknownBot> {
    let mut survey = Survey::default();
    for number in 0..games {
        let made = |seat: u64| {
            let seed = mixed(seed ^ mixed(2 * u64::from(number) + seat));
            Ploy::bot(bot, seed, &Tables::none())
        };
        let (Some(mut black), Some(mut white)) = (made(0), made(1)) else {
            return Err(UnknownBot(bot.to_owned()));
        };
        let start = match is_from_start {
            true => crate::notation::start(),
            false => opening(seed, number.into()),
        };
        debug_assert_eq!(start.mover().seat(), Seat(0));
        let bots: [&mut dyn Bot<Ploy>; 2] = [&mut *black, &mut *white];
        survey.add(&play(start, bots, &mut || Limits::nodes(nodes)));
        progress(f64::from(number + 1) / f64::from(games));
    }
    Ok(survey)
}
