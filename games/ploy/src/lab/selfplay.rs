//! Self-play games, for the tuner.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use fearless_simd::{Level, dispatch};
use parlour_core::{Limits, Outcome};

use super::games::{opening, play};
use crate::bits::Bits;
use crate::engine::attacks::is_exposed;
use crate::engine::score::SURE;
use crate::engine::terms::{Terms, terms};
use crate::engine::weights::Weights;
use crate::engine::{Engine, Options};
use crate::rules::Player;

/// A quiet position of a game, and how the game ended.
pub(crate) struct Sample {
    /// The lines and squares of the pieces of the player to move, as Black sees
    /// them, and then those of the opponent, the same way.
    pub(crate) pieces: [Vec<(u8, u8)>; 2],
    pub(crate) terms: Terms,
    /// The score of the search, in hundredths of a Shield.
    pub(crate) score: f32,
    /// The result for the player to move: 0, one half or 1.
    pub(crate) result: f32,
    /// The number of its game.
    pub(crate) game: u32,
}

/// How games are played for the tuner.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// How many.
    pub games: u32,
    /// Positions searched per move.
    pub nodes: u64,
    /// The seed of the openings.
    pub seed: u64,
    /// How many games are played at the same time.
    pub jobs: usize,
}

/// Plays games with these weights, and returns their quiet positions in the
/// order of the games.
pub(crate) fn samples(
    play: &SelfPlay,
    weights: &Arc<Weights>,
    progress: &(dyn Fn(f64) + Sync),
) -> Vec<Sample> {
    let jobs = play.jobs.max(1) as u32;
    let done = AtomicU32::new(0);
    let mut samples: Vec<Sample> = std::thread::scope(|scope| {
        let job = |first: u32| {
            let done = &done;
            move || {
                let mut samples = Vec::new();
                for number in (first..play.games).step_by(jobs as usize) {
                    samples.extend(game(play, weights, number));
                    let done = done.fetch_add(1, Relaxed);
                    progress(f64::from(done) / f64::from(play.games));
                }
                samples
            }
        };
        let threads: Vec<_> = (0..jobs).map(|first| scope.spawn(job(first))).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("games do not panic"))
            .collect()
    });
    samples.sort_by_key(|sample| sample.game);
    samples
}

fn game(settings: &SelfPlay, weights: &Arc<Weights>, number: u32) -> Vec<Sample> {
    let options = Options {
        memory: 1,
        ..Options::FULL
    };
    let mut bots = [0, 1].map(|seat| Engine::with_weights(options, seat, Arc::clone(weights)));
    let [black, white] = &mut bots;
    let start = opening(settings.seed, number.into());
    let played = play(start, [black, white], &mut || Limits::nodes(settings.nodes));
    let moves = played.positions.iter().zip(&played.moves);
    moves
        .filter_map(|(ploy, &(chosen, value))| {
            let bits = Bits::new(ploy);
            let score = value? as f32;
            let is_capture = chosen.from() != chosen.to() && bits.lines(chosen.to()) != 0;
            // If a capture is imminent, only a search can tell.
            if is_capture || is_exposed(&bits, bits.mover()) || score.abs() >= SURE as f32 {
                return None;
            }
            let result = match played.outcome {
                Outcome::Win(seat) if seat == ploy.mover().seat() => 1.0,
                Outcome::Win(_) => 0.0,
                _ => 0.5,
            };
            Some(sample(&bits, score, result, number))
        })
        .collect()
}

fn sample(bits: &Bits, score: f32, result: f32, game: u32) -> Sample {
    let level = Level::new();
    let mover = bits.mover();
    let pieces = [mover, mover.opponent()].map(|player| {
        let seen = |pos| match player {
            Player::Black => (bits.lines(pos), pos),
            Player::White => Weights::seen_from_above(bits.lines(pos), pos),
        };
        bits.squares_of(player)
            .map(seen)
            .map(|(lines, pos)| (lines, pos.index() as u8))
            .collect()
    });
    Sample {
        pieces,
        terms: dispatch!(level, simd => terms(simd, bits)),
        score,
        result,
        game,
    }
}
