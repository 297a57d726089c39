//! Openings, and games between bots.

use parlour_core::{Bot, Game, Limits, Outcome, Stall, Turn, luck};

use crate::baseline::Baseline;
use crate::bits::Bits;
use crate::rules::{Move, Ploy};

/// How many random moves begin a game.
const RANDOM_MOVES: usize = 8;

/// The most that either side may be ahead after the opening, in hundredths of a
/// Shield.
const EVEN: f64 = 100.0;

/// Positions searched to see whether an opening is even.
const LOOK: u64 = 2000;

/// The start of a game: a few random moves that leave nobody much ahead. Every
/// seed and number has its own.
pub(crate) fn opening(seed: u64, number: u64) -> Ploy {
    let mut luck = luck::seeded(crate::bits::mixed(seed ^ crate::bits::mixed(number)));
    // The judge never changes, so neither do the openings.
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

/// A finished game.
pub(crate) struct Played {
    /// The positions from the opening on, including the last.
    pub(crate) positions: Vec<Ploy>,
    /// The move played in each of them except the last, with its value to the
    /// mover if the bot gives one.
    pub(crate) moves: Vec<(Move, Option<f64>)>,
    pub(crate) outcome: Outcome,
}

/// Plays a game with a match's rules for draws. `bots` are in the order of the
/// seats. An arena's bout would not do: it makes its own bots and keeps moves alone, but here the
/// bots carry on from game to game, and what is learnt from is the value of every move with its
/// position.
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
