//! Openings, and games between bots.

use parlour_core::{Bot, Game, Limits, Outcome, Stall, Turn, luck};

use crate::baseline::Baseline;
use crate::bits::Bits;
use crate::rules::{Move, Ploy};

/// Moves at random before the players take over.
const RANDOM_MOVES: usize = 8;

/// Nobody may be ahead by more after the opening, in hundredths of a Shield.
const EVEN: f64 = 100.0;

/// Positions looked at to see whether an opening is even.
const LOOK: u64 = 2000;

/// The start of a game: a few moves at random, after which nobody is much
/// ahead. Every seed and number has its own.
pub(crate) fn opening(seed: u64, number: u64) -> Ploy {
    let mut luck = luck::seeded(crate::bits::mixed(seed ^ crate::bits::mixed(number)));
    // Who judges never changes, so neither do the openings.
    let mut judge = Baseline::new();
    loop {
        let mut bits = Bits::new(&crate::notation::start());
        for _ in 0..RANDOM_MOVES {
            if let Some(chosen) = bits.random_move(&mut luck) {
                _ = bits.make(chosen);
            }
        }
        let ploy = bits.ploy();
        let Turn::Seat(seat) = ploy.turn() else {
            continue;
        };
        let advice = judge.advise(seat, &ploy, &ploy.moves(), &Limits::nodes(LOOK));
        if advice.value.is_some_and(|value| value.abs() <= EVEN) {
            return ploy;
        }
    }
}

/// A game as it went.
pub(crate) struct Played {
    /// The positions from the opening on, the last one included.
    pub(crate) positions: Vec<Ploy>,
    /// What was played in each of them but the last, with its value to the
    /// mover where the bot tells.
    pub(crate) moves: Vec<(Move, Option<f64>)>,
    pub(crate) outcome: Outcome,
}

/// Plays a game with the draws of a match. `bots` are in the order of the
/// seats.
pub(crate) fn play(
    start: Ploy,
    bots: [&mut dyn Bot<Ploy>; 2],
    limits: &mut dyn FnMut() -> Limits,
) -> Played {
    let mut stall = Stall::new();
    let mut played = Played {
        positions: vec![start],
        moves: Vec::new(),
        outcome: Outcome::Draw,
    };
    let mut ploy = start;
    loop {
        let stalled = stall.see(ploy.progress().unwrap_or(0), ploy);
        match ploy.turn() {
            Turn::Seat(seat) if stalled.is_none() => {
                let bot = &mut *bots[seat.index()];
                let past = &stall.since()[..stall.since().len() - 1];
                bot.recall(past.to_vec());
                let advice = bot.advise(seat, &ploy, &ploy.moves(), &limits());
                ploy.play(&advice.best).expect("bots play legal moves");
                played.moves.push((advice.best, advice.value));
                played.positions.push(ploy);
            }
            Turn::Over(outcome) => {
                played.outcome = outcome;
                return played;
            }
            _ => return played,
        }
    }
}
