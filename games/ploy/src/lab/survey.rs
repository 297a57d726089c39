//! What a bot's games with itself tell about the game.

use parlour_core::{Bot, Bots, Limits, Outcome, Seat, Tables};

use super::games::{Played, opening, play};
use crate::bits::{Bits, mixed};
use crate::rules::Ploy;

/// A bot that there is not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Ploy has no bot {0}")]
pub struct UnknownBot(pub String);

/// Sums over games.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// Games that Black won, that White won, and drawn ones.
    pub results: [u32; 3],
    /// The number of moves of each game, in order.
    pub lengths: Vec<usize>,
    /// Positions in which somebody moved.
    pub positions: u64,
    /// The legal moves in them.
    pub choices: u64,
    /// Those that only turn a piece.
    pub turns: u64,
    /// The moves made that only turned a piece.
    pub turned: u64,
    /// The moves made that took something.
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

/// Has a bot play with itself. From the start where `is_from_start`, else
/// after random openings, Black to move: strong bots would play the same game
/// again and again.
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
