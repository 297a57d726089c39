//! A first look at the moves of a position.

use parlour_core::luck::Luck;
use parlour_core::{Bots, Imagine, Seat, Sorting, Viewer, below};

use crate::meter::Meter;
use crate::playout::prospect;

/// How many imagined states a move is tried in if a seat does not see
/// everything.
const IMAGINED: u32 = 16;

/// How many rollouts a move gets if there is no evaluation.
const PLAYED: u32 = 32;

/// A move by index, and its estimated chance of winning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ranked {
    pub(crate) index: usize,
    pub(crate) chance: f64,
}

/// What is known about a position before a search.
pub(crate) struct Problem<'a, G: Bots> {
    pub(crate) seat: Seat,
    pub(crate) view: &'a G::View,
    pub(crate) moves: &'a [G::Move],
    /// Nothing is hidden: only one state fits the view.
    pub(crate) is_open: bool,
}

impl<G: Bots + Imagine> Problem<'_, G> {
    /// A state that fits what the seat sees (a determinisation).
    pub(crate) fn imagine(&self, luck: &mut Luck) -> G {
        G::imagine(self.view, Viewer::Seat(self.seat), luck)
    }

    /// The moves, the best first, ties in random order. Every move is tried equally often, to
    /// within one, with the game's evaluation or with rollouts.
    pub(crate) fn rank(&self, meter: &mut Meter<'_>, luck: &mut Luck) -> Vec<Ranked> {
        let mut order: Vec<usize> = (0..self.moves.len()).collect();
        shuffle(&mut order, luck);
        let mut sums = vec![(0.0, 0_u32); self.moves.len()];
        let mut looks = if self.is_open { 1 } else { IMAGINED };
        let mut look = 0;
        'looks: while look < looks {
            look += 1;
            let state = self.imagine(luck);
            for &index in &order {
                let mut next = state.clone();
                if next.play(&self.moves[index]).is_err() {
                    continue;
                }
                let looked = meter.count().and_then(|()| prospect(next, meter, luck));
                let Some(prospect) = looked else {
                    break 'looks;
                };
                if prospect.steps > 0 {
                    looks = PLAYED;
                }
                let (sum, count) = &mut sums[index];
                *sum += prospect.shares[self.seat.index()];
                *count += 1;
            }
        }
        let mut ranked: Vec<Ranked> = order
            .into_iter()
            .map(|index| {
                let (sum, count) = sums[index];
                Ranked {
                    index,
                    // Moves there was no time for count as even.
                    chance: if count == 0 {
                        0.5
                    } else {
                        sum / f64::from(count)
                    },
                }
            })
            .collect();
        ranked.order_by(|a, b| b.chance.total_cmp(&a.chance));
        ranked
    }
}

/// A random order (Fisher-Yates shuffle).
pub(crate) fn shuffle<T>(elements: &mut [T], luck: &mut Luck) {
    for last in (1..elements.len()).rev() {
        let other = below(luck, last as u64 + 1).unwrap_or(0);
        elements.swap(last, other as usize);
    }
}
