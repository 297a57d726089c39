//! One sweep over a layer: every value computed anew from those it depends on.
//!
//! Positions are taken from the last to the first, those with pieces far ahead
//! before the others, so that within a sweep a value is computed from new ones
//! unless a capture or a step to square 13 or 14 leads there. A position and
//! the same one with the other player to throw are computed together: they
//! depend on each other by passes, which is solved in closed form.

use fearless_simd::{Level, Simd, dispatch, f64x8, prelude::*};

use super::geometry::{ENTRIES, GREEN_13, Geometry, LANES, RED_13};
use super::layer::{Group, Layer};
use super::moves::{Lanes, Look, Moves, Rolls, SharedMoves, Source};

/// The chances of rolls 0 to 4.
const CHANCES: [f64; 5] = [0.0625, 0.25, 0.375, 0.25, 0.0625];

/// Worse for red than any value, even with a penalty on it; and for green.
const NONE_FOR_RED: f64 = -9.0;
const NONE_FOR_GREEN: f64 = 9.0;

/// Penalties by the lanes that have a move.
static RED_PENALTIES: [Group; Lanes::COUNT] = Lanes::penalties(RED_13, -4.0);
static GREEN_PENALTIES: [Group; Lanes::COUNT] = Lanes::penalties(GREEN_13, 4.0);

/// One in the lanes that exist, zero in the others, by how many pieces red and
/// green can have on squares 13 and 14.
static VALID: [[Group; 3]; 3] = {
    let mut valid = [[[0.0; LANES]; 3]; 3];
    let mut lane: usize = 0;
    while lane < LANES {
        let mut red = (lane % 4).count_ones() as usize;
        while red < 3 {
            let mut green = (lane / 4).count_ones() as usize;
            while green < 3 {
                valid[red][green][lane] = 1.0;
                green += 1;
            }
            red += 1;
        }
        lane += 1;
    }
    valid
};

/// The layers that moves home lead to; none where that wins the game.
#[derive(Clone, Copy)]
pub(super) struct Homes<'a> {
    pub(super) red: Option<&'a Layer>,
    pub(super) green: Option<&'a Layer>,
}

/// Computes a layer.
pub(super) struct Sweeper<'a> {
    homes: Homes<'a>,
    moves: Moves,
    level: Level,
}

impl<'a> Sweeper<'a> {
    pub(super) fn new(
        geometry: &Geometry,
        layer: &Layer,
        homes: Homes<'a>,
        exact_home: bool,
    ) -> Self {
        Sweeper {
            moves: Moves::find(
                geometry,
                &layer.shape,
                homes.red.map(|home| &home.shape),
                homes.green.map(|home| &home.shape),
                exact_home,
            ),
            homes,
            level: Level::new(),
        }
    }

    /// Sweeps once and gives the largest change of any value.
    pub(super) fn sweep(&self, layer: &mut Layer) -> f64 {
        let level = self.level;
        dispatch!(level, simd => self.sweep_with(simd, layer))
    }

    #[inline(always)]
    fn sweep_with<S: Simd>(&self, simd: S, layer: &mut Layer) -> f64 {
        let mut worst = f64x8::splat(simd, 0.0);
        let mut red = Row::default();
        let mut green = Row::default();
        for shared in &self.moves.shared {
            for row in (0..shared.rows.len()).rev() {
                let width = shared.width as usize;
                // Red's moves were found for this very row, green's for all.
                let reds = &shared.rows[row].rolls;
                self.row::<S, true>(simd, layer, reds, 0, width, &mut red);
                let greens = &shared.all_columns;
                self.row::<S, false>(simd, layer, greens, row, width, &mut green);
                for column in (0..width).rev() {
                    let place = Place {
                        shared,
                        row,
                        column,
                    };
                    worst = worst.max(self.group(simd, layer, place, &red, &green));
                }
            }
        }
        let mut lanes = [0.0; 8];
        worst.store_slice(&mut lanes);
        lanes.into_iter().fold(0.0, f64::max)
    }

    /// The best that a player can do with every roll and these moves, for every
    /// group of a row.
    #[inline(always)]
    fn row<S: Simd, const RED: bool>(
        &self,
        simd: S,
        layer: &Layer,
        moves: &Rolls,
        row: usize,
        width: usize,
        found: &mut Row,
    ) {
        for (roll, best) in found.best.iter_mut().enumerate() {
            let best = &mut best[..width];
            best.fill([if RED { NONE_FOR_RED } else { NONE_FOR_GREEN }; LANES]);
            for look in self.moves.looks(moves, roll) {
                let penalty = penalty::<RED>(look);
                match self.values::<RED>(layer, look) {
                    Some(values) => {
                        let values = beginning(values, look, row);
                        improve::<S, RED>(simd, best, values, look, penalty);
                    }
                    None => win::<RED>(best, penalty),
                }
            }
        }
    }

    /// The values that a move of a player leads to; `None` where it wins.
    #[inline(always)]
    fn values<'v, const RED: bool>(&'v self, layer: &'v Layer, look: &Look) -> Option<&'v [Group]> {
        let (again, other) = if RED {
            (&layer.red_throws, &layer.green_throws)
        } else {
            (&layer.green_throws, &layer.red_throws)
        };
        match look.source {
            Source::Again => Some(again),
            Source::Other => Some(other),
            Source::Home if RED => self.homes.red.map(|home| &home.green_throws[..]),
            Source::Home => self.homes.green.map(|home| &home.red_throws[..]),
            Source::Win => None,
        }
    }

    /// Computes a group with either player to throw, and tells the changes.
    #[inline(always)]
    fn group<S: Simd>(
        &self,
        simd: S,
        layer: &mut Layer,
        place: Place<'_>,
        red: &Row,
        green: &Row,
    ) -> f64x8<S> {
        let Place {
            shared,
            row,
            column,
        } = place;
        let mut worst = f64x8::splat(simd, 0.0);
        let valid = &VALID[shared.rows[row].last][shared.columns[column].last];
        let group = (shared.first + row as u32 * shared.width) as usize + column;
        let zero = f64x8::splat(simd, 0.0);
        let one = f64x8::splat(simd, 1.0);
        let mut red_values = [zero; 2];
        let mut red_passes = [f64x8::splat(simd, CHANCES[0]); 2];
        let (mut green_values, mut green_passes) = (red_values, red_passes);
        for roll in 0..4 {
            let mut best = halves(simd, &green.best[roll][column]);
            for look in self.moves.looks(&shared.columns[column].rolls, roll) {
                if let Some(values) = self.values::<false>(layer, look) {
                    let values = halves(simd, beginning(values, look, row));
                    let penalties = halves(simd, penalty::<false>(look));
                    for half in 0..2 {
                        best[half] = best[half].min(values[half] + penalties[half]);
                    }
                }
            }
            let chance = f64x8::splat(simd, CHANCES[roll + 1]);
            let reds = halves(simd, &red.best[roll][column]);
            for half in 0..2 {
                let can_move = reds[half].simd_ge(zero);
                red_values[half] += can_move.select(reds[half], zero) * chance;
                red_passes[half] += can_move.select(zero, chance);
                let can_move = best[half].simd_le(one);
                green_values[half] += can_move.select(best[half], zero) * chance;
                green_passes[half] += can_move.select(zero, chance);
            }
        }
        for (half, at) in [0, 8].into_iter().enumerate() {
            let (red_pass, green_pass) = (red_passes[half], green_passes[half]);
            let red_throws =
                (red_values[half] + red_pass * green_values[half]) / (one - red_pass * green_pass);
            let green_throws = green_values[half] + green_pass * red_throws;
            let old_red = &mut layer.red_throws[group][at..at + 8];
            let old_green = &mut layer.green_throws[group][at..at + 8];
            let changed = (red_throws - f64x8::from_slice(simd, old_red))
                .abs()
                .max((green_throws - f64x8::from_slice(simd, old_green)).abs());
            worst = worst.max(changed * f64x8::from_slice(simd, &valid[at..at + 8]));
            red_throws.store_slice(old_red);
            green_throws.store_slice(old_green);
        }
        worst
    }
}

/// Sixteen lanes as two vectors.
#[inline(always)]
fn halves<S: Simd>(simd: S, lanes: &[f64]) -> [f64x8<S>; 2] {
    [
        f64x8::from_slice(simd, &lanes[..8]),
        f64x8::from_slice(simd, &lanes[8..LANES]),
    ]
}

/// A group by its shared squares, its row and its place in it.
struct Place<'m> {
    shared: &'m SharedMoves,
    row: usize,
    column: usize,
}

/// The best values with rolls 1 to 4 for the groups of a row.
#[derive(Default)]
struct Row {
    best: [[Group; ENTRIES]; 4],
}

/// The values from where a look begins.
#[inline(always)]
fn beginning<'v>(values: &'v [Group], look: &Look, row: usize) -> &'v [f64] {
    let group = look.group as usize + row * usize::from(look.width);
    let at = (group * LANES).saturating_add_signed(isize::from(look.shift));
    &values.as_flattened()[at..]
}

/// Takes better values over into a row.
#[inline(always)]
fn improve<S: Simd, const RED: bool>(
    simd: S,
    best: &mut [Group],
    values: &[f64],
    look: &Look,
    penalty: &Group,
) {
    let best = best.as_flattened_mut();
    let values = &values[..best.len()];
    let better = |value: f64x8<S>, best: &mut [f64]| {
        let old = f64x8::from_slice(simd, best);
        let new = if RED { old.max(value) } else { old.min(value) };
        new.store_slice(best);
    };
    if look.lanes == Lanes::All {
        for (best, value) in best.chunks_exact_mut(8).zip(values.chunks_exact(8)) {
            better(f64x8::from_slice(simd, value), best);
        }
        return;
    }
    let penalties = halves(simd, penalty);
    for (best, value) in best.chunks_exact_mut(LANES).zip(values.chunks_exact(LANES)) {
        for (half, penalty) in penalties.into_iter().enumerate() {
            let at = 8 * half..8 * half + 8;
            let value = f64x8::from_slice(simd, &value[at.clone()]) + penalty;
            better(value, &mut best[at]);
        }
    }
}

/// What is added to a value in lanes that do not have the move.
#[inline(always)]
fn penalty<const RED: bool>(look: &Look) -> &'static Group {
    let penalties = if RED {
        &RED_PENALTIES
    } else {
        &GREEN_PENALTIES
    };
    &penalties[look.lanes as usize]
}

/// Takes a win over into a row, in the lanes without a penalty.
fn win<const RED: bool>(best: &mut [Group], penalty: &Group) {
    for group in best {
        for (best, penalty) in group.iter_mut().zip(penalty) {
            *best = if RED {
                best.max(1.0 + penalty)
            } else {
                best.min(*penalty)
            };
        }
    }
}
