//! Depth-first search: alpha-beta at decision nodes, Star1 at chance nodes.
//!
//! Values run from -1, a loss for the searching seat, to 1, a win. Every step
//! takes a sliver off, so that an earlier win and a later loss are better; and
//! a value depends on nothing but the position, as a transposition table
//! requires.

use parlour_core::luck::Luck;
use parlour_core::{Bots, Odds, Seat, Turn};

use super::entry::{Bound, Known, SOLVED};
use super::order::{Branch, Order};
use crate::key::key;
use crate::meter::Meter;
use crate::playout::{glance, share};
use crate::transposition::TranspositionTable;

/// The factor by which a step shrinks a value.
const FADE: f64 = 1.0 - SLIVER;

/// What a step takes off the value of a win.
const SLIVER: f64 = 1.0 / (1_u64 << 30) as f64;

/// Values from here on are forced wins.
const SURE: f64 = 1.0 - 1024.0 * SLIVER;

/// The best value an evaluation can give.
const LIKELY: f64 = 1.0 - 1.0 / 1024.0;

/// More than any value.
pub(super) const INFINITE: f64 = 2.0;

/// The longest line searched, including chance events.
const MOST_STEPS: usize = 300;

/// How many sampled outcomes represent a chance event with too many to list.
const SAMPLES: u32 = 8;

/// In how many steps of both players a forced win or loss of this value comes.
pub(super) fn steps_to_the_end(value: f64) -> Option<u32> {
    (value.abs() >= SURE).then(|| ((1.0 - value.abs()) / SLIVER).round() as u32)
}

/// The chance of winning that a value stands for.
pub(super) fn chance(value: f64) -> f64 {
    match steps_to_the_end(value) {
        Some(_) if value > 0.0 => 1.0,
        Some(_) => 0.0,
        None => f64::midpoint(value, 1.0),
    }
}

/// The value of an estimated chance of winning.
fn worth(chance: f64) -> f64 {
    (2.0 * chance - 1.0).clamp(-LIKELY, LIKELY)
}

/// A search on behalf of one seat.
pub(super) struct Search<'a, G: Bots> {
    us: Seat,
    table: &'a TranspositionTable<Known>,
    pub(super) meter: Meter<'a>,
    luck: Luck,
    order: Order<G>,
    /// The positions of the game that can be repeated, followed by those of the
    /// line.
    path: Vec<u64>,
    /// How many of them belong to the game.
    past: usize,
    /// How often the search could not resolve something: because of an
    /// evaluation, a repetition, or a table entry that knows no more.
    open: u64,
}

impl<'a, G: Bots> Search<'a, G> {
    pub(super) fn new(
        us: Seat,
        table: &'a TranspositionTable<Known>,
        meter: Meter<'a>,
        luck: Luck,
        past: &[u64],
    ) -> Self {
        Search {
            us,
            table,
            meter,
            luck,
            order: Order::new(),
            path: past.to_vec(),
            past: past.len(),
            open: 0,
        }
    }

    /// Runs a part of the search, and says whether it saw everything to the
    /// end of the game.
    pub(super) fn solves<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let open = self.open;
        let done = part(self);
        (done, self.open == open)
    }

    /// The value of the position after a move: exact if it is between the
    /// bounds, else a bound. `None` if the search must stop.
    pub(super) fn after_step(
        &mut self,
        state: &G,
        depth: u32,
        (alpha, beta): (f64, f64),
    ) -> Option<f64> {
        let window = (alpha / FADE, beta / FADE);
        let value = self.value(state, depth, window)?;
        // A bound must stay a bound, however numbers are rounded.
        Some(match value {
            _ if value <= window.0 => alpha.min(value * FADE),
            _ if value >= window.1 => beta.max(value * FADE),
            _ => value * FADE,
        })
    }

    fn value(&mut self, state: &G, depth: u32, (alpha, beta): (f64, f64)) -> Option<f64> {
        self.meter.count()?;
        let turn = state.turn();
        if let Turn::Over(outcome) = turn {
            return Some(2.0 * share(outcome, self.us) - 1.0);
        }
        let key = key(state);
        let can_return = state.progress().is_some();
        if can_return && self.path.contains(&key) {
            self.open += 1;
            return Some(0.0);
        }
        if depth == 0 || self.path.len() - self.past >= MOST_STEPS {
            self.open += 1;
            return Some(glance(state, self.us).map_or(0.0, worth));
        }
        let known = self.table.get(key);
        if let Some(known) = known
            && known.settles(depth, alpha, beta)
        {
            self.open += u64::from(known.depth < SOLVED);
            return Some(known.value);
        }
        self.path.push(key);
        let best = known.and_then(|known| known.best);
        let (found, is_solved) = self.solves(|search| match turn {
            Turn::Seat(seat) => search.choice(state, seat, depth, (alpha, beta), best),
            _ => search
                .lot(state, depth, (alpha, beta))
                .map(|value| (value, None)),
        });
        self.path.pop();
        let (value, best) = found?;
        self.table.put(
            key,
            Known {
                value,
                bound: match value {
                    _ if value <= alpha => Bound::Upper,
                    _ if value >= beta => Bound::Lower,
                    _ => Bound::Exact,
                },
                depth: if is_solved { SOLVED } else { depth },
                best,
            },
        );
        Some(value)
    }

    /// A decision node: the maximum for us, the minimum for others.
    fn choice(
        &mut self,
        state: &G,
        seat: Seat,
        depth: u32,
        (alpha, beta): (f64, f64),
        known_best: Option<usize>,
    ) -> Option<(f64, Option<usize>)> {
        let moves = &state.moves()[..];
        self.meter.listed(moves.len());
        let branch = Branch {
            state,
            seat,
            moves,
            depth,
            ply: self.path.len() - self.past,
        };
        let sign = if seat == self.us { 1.0 } else { -1.0 };
        // Both bounds from the mover's point of view.
        let (mut least, most) = match seat == self.us {
            true => (alpha, beta),
            false => (-beta, -alpha),
        };
        let mut best = (-INFINITE, None);
        let mut order: Vec<usize> = known_best
            .into_iter()
            .filter(|at| *at < moves.len())
            .collect();
        for tried in 0..moves.len() {
            if tried == order.len() {
                // The table's move was not enough.
                self.order.rest(&mut order, &branch, &mut self.meter)?;
            }
            let index = order[tried];
            let mut next = state.clone();
            if next.play(&moves[index]).is_err() {
                continue;
            }
            let window = match seat == self.us {
                true => (least, most),
                false => (-most, -least),
            };
            let value = sign * self.after_step(&next, depth - 1, window)?;
            if value > best.0 {
                best = (value, Some(index));
            }
            if value >= most {
                self.order.refuted(&branch, index);
                break;
            }
            least = least.max(value);
        }
        if best.1.is_none() {
            // Unreachable: the seat to move always has a move.
            self.open += 1;
            return Some((0.0, None));
        }
        Some((sign * best.0, best.1))
    }

    /// A chance node: the weighted mean over the outcomes. It is left as soon
    /// as the mean must be outside the bounds whatever the rest brings:
    /// Ballard's Star1.
    #[doc(alias = "Star1")]
    #[doc(alias = "chance node")]
    fn lot(&mut self, state: &G, depth: u32, (alpha, beta): (f64, f64)) -> Option<f64> {
        let listed = match state.odds() {
            Odds::Listed(listed) => listed,
            Odds::Sampled(draw) => (0..SAMPLES)
                .map(|_| {
                    // Samples only approximate the value.
                    self.open += 1;
                    (draw(&mut self.luck), 1)
                })
                .collect(),
        };
        let total: f64 = listed.iter().map(|(_, weight)| f64::from(*weight)).sum();
        if total == 0.0 {
            // Unreachable: a chance event always has an outcome.
            self.open += 1;
            return Some(0.0);
        }
        let (mut sum, mut left) = (0.0, total);
        for (outcome, weight) in &listed {
            let mut next = state.clone();
            let weight = f64::from(*weight);
            left -= weight;
            if next.resolve(outcome).is_err() {
                continue;
            }
            // The values of this outcome for which the mean is within bounds,
            // if all others are as good, or as bad, as possible.
            let window = (
                ((alpha * total - sum - left) / weight).max(-INFINITE),
                ((beta * total - sum + left) / weight).min(INFINITE),
            );
            let value = self.after_step(&next, depth, window)?;
            sum += value * weight;
            if value <= window.0 {
                return Some(alpha.min((sum + left) / total));
            }
            if value >= window.1 {
                return Some(beta.max((sum - left) / total));
            }
        }
        Some(sum / total)
    }
}
