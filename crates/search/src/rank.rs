//! A first look at the moves of a position.

use parlour_core::luck::Luck;
use parlour_core::{Bots, Imagine, Seat, Viewer, below};

use crate::meter::Meter;
use crate::playout::prospect;

/// Positions that a move is looked at in where a seat does not see all.
const IMAGINED: u32 = 16;

/// Games that are played on after a move where there is no estimate.
const PLAYED: u32 = 32;

/// A move by its place among the moves, and the chance to win that it seems to
/// give.
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
    /// Nothing is hidden: the view can be imagined in one way only.
    pub(crate) is_open: bool,
}

impl<G: Bots + Imagine> Problem<'_, G> {
    /// A state that fits what the seat sees.
    pub(crate) fn imagine(&self, luck: &mut Luck) -> G {
        G::imagine(self.view, Viewer::Seat(self.seat), luck)
    }

    /// The moves, the best first; luck decides between equals. Every move is
    /// looked at as often as any other, give or take once: by the game's
    /// estimate, or by playing on at random.
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
                    // What there was no time for is as good as anything.
                    chance: if count == 0 {
                        0.5
                    } else {
                        sum / f64::from(count)
                    },
                }
            })
            .collect();
        ranked.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        ranked
    }
}

/// Any order of some elements, each as likely as the others.
pub(crate) fn shuffle<T>(elements: &mut [T], luck: &mut Luck) {
    for last in (1..elements.len()).rev() {
        let other = below(luck, last as u64 + 1).unwrap_or(0);
        elements.swap(last, other as usize);
    }
}
