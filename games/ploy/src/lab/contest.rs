//! A match between two bots.

use std::time::Duration;

use parlour_core::{Bot, Bots, Limits, Outcome, Seat, Tables};

use super::games::{opening, play};
use super::tally::Tally;
use crate::bits::mixed;
use crate::rules::Ploy;

/// How long a player may think about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// By the clock.
    Time(Duration),
    /// By positions looked at, which does not depend on the machine.
    Nodes(u64),
}

impl Limit {
    fn limits(self) -> Limits {
        match self {
            Limit::Time(time) => Limits::time(time),
            Limit::Nodes(nodes) => Limits::nodes(nodes),
        }
    }
}

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Contest {
    /// The bots, by what [`Bots::bot`] understands.
    pub players: [String; 2],
    /// What each may spend on a move.
    pub limit: Limit,
    /// Games, at most; every opening is played twice.
    pub games: u32,
    /// Where the openings, and the luck of the bots, come from.
    pub seed: u64,
    /// Pairs that are played at the same time.
    pub jobs: usize,
    /// Ends as soon as one of two differences in Elo points is likelier than
    /// the other by 19 to 1.
    pub test: Option<(f64, f64)>,
}

/// A bot that there is not.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("Ploy has no bot {0}")]
pub struct UnknownBot(pub String);

/// The evidence that ends a test: either way wrong once in twenty times.
const ENOUGH: f64 = 2.944;

/// Plays a match, and tells how it stands after every few games.
pub fn contest(contest: &Contest, progress: &mut dyn FnMut(&Tally)) -> Result<Tally, UnknownBot> {
    for name in &contest.players {
        Ploy::bot(name, 0, &Tables::none()).ok_or_else(|| UnknownBot(name.clone()))?;
    }
    let pairs: Vec<u64> = (0..u64::from(contest.games.div_ceil(2))).collect();
    let mut tally = Tally::default();
    for batch in pairs.chunks(contest.jobs.max(1)) {
        let results: Vec<PairResult> = std::thread::scope(|scope| {
            let jobs: Vec<_> = batch
                .iter()
                .map(|&number| scope.spawn(move || play_pair(contest, number)))
                .collect();
            jobs.into_iter()
                .map(|job| job.join().expect("games do not panic"))
                .collect()
        });
        for result in results {
            tally.add_pair(result.halves);
            tally.moves += result.moves;
            for (sum, won) in tally.by_colour.iter_mut().zip(result.by_colour) {
                *sum += won;
            }
        }
        progress(&tally);
        if let Some((low, high)) = contest.test
            && tally.evidence(low, high).abs() >= ENOUGH
        {
            break;
        }
    }
    Ok(tally)
}

#[derive(Default)]
struct PairResult {
    /// Half points of the first player.
    halves: [u32; 2],
    by_colour: [u32; 2],
    moves: u64,
}

/// The same opening twice, with colours exchanged.
fn play_pair(contest: &Contest, number: u64) -> PairResult {
    let start = opening(contest.seed, number);
    let mut result = PairResult::default();
    for (game, half) in result.halves.iter_mut().enumerate() {
        let mut bots = [0, 1].map(|player: usize| -> Box<dyn Bot<Ploy>> {
            let seed = mixed(contest.seed ^ mixed(4 * number + 2 * game as u64 + player as u64));
            Ploy::bot(&contest.players[player], seed, &Tables::none()).expect("it was there before")
        });
        let [first, second] = &mut bots;
        let seats: [&mut dyn Bot<Ploy>; 2] = match game {
            0 => [&mut **first, &mut **second],
            _ => [&mut **second, &mut **first],
        };
        let played = play(start, seats, &mut || contest.limit.limits());
        result.moves += played.moves.len() as u64;
        *half = match played.outcome {
            Outcome::Win(seat) => {
                result.by_colour[seat.index()] += 1;
                if seat == Seat(game as u8) { 2 } else { 0 }
            }
            _ => 1,
        };
    }
    result
}
