//! What a position is worth: by static evaluation, or by a Monte Carlo rollout.

use parlour_core::luck::Luck;
use parlour_core::{Bots, Outcome, Seat, Turn, below};

use crate::meter::Meter;

/// Steps after which a random game counts as a draw.
const MOST_STEPS: u32 = 400;

/// What an outcome is worth to a seat: 1 for a win, one half for a draw.
pub(crate) fn share(outcome: Outcome, seat: Seat) -> f64 {
    match outcome {
        Outcome::Win(winner) => f64::from(u8::from(winner == seat)),
        Outcome::Draw => 0.5,
    }
}

/// The static evaluation: a seat's chance of winning, from 0 to 1, if the game
/// can tell.
pub(crate) fn glance<G: Bots>(state: &G, seat: Seat) -> Option<f64> {
    match state.turn() {
        Turn::Over(outcome) => Some(share(outcome, seat)),
        _ => G::EVALUATE?(state, seat),
    }
}

/// What the seats can expect of a position, from 0 to 1.
pub(crate) struct Prospect {
    /// One per seat.
    pub(crate) shares: Vec<f64>,
    /// The steps that were played to find out.
    pub(crate) steps: u32,
}

/// A rollout: random moves until the game ends or its evaluation says
/// something. `None` if the search must stop first.
#[doc(alias = "rollout")]
#[doc(alias = "playout")]
#[doc(alias = "monte carlo")]
pub(crate) fn prospect<G: Bots>(
    mut state: G,
    meter: &mut Meter<'_>,
    luck: &mut Luck,
) -> Option<Prospect> {
    let seats = state.seats();
    for steps in 0..MOST_STEPS {
        let shares = Seat::all(seats).map(|seat| glance(&state, seat));
        if let Some(shares) = shares.collect() {
            return Some(Prospect { shares, steps });
        }
        meter.count()?;
        step_at_random(&mut state, meter, luck)?;
    }
    Some(Prospect {
        shares: vec![0.5; usize::from(seats)],
        steps: MOST_STEPS,
    })
}

/// Makes a random move or draws a chance outcome; `None` if neither is
/// possible.
fn step_at_random<G: Bots>(state: &mut G, meter: &mut Meter<'_>, luck: &mut Luck) -> Option<()> {
    if state.turn() == Turn::Chance {
        let outcome = state.odds().sample(luck)?;
        return state.resolve(&outcome).ok();
    }
    let moves = state.moves();
    meter.listed(moves.len());
    let index = below(luck, moves.len() as u64)?;
    state.play(&moves[index as usize]).ok()
}
