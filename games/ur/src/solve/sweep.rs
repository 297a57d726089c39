//! One sweep over a layer: every value computed anew from those it depends on.
//!
//! Positions are taken from the last to the first, those with pieces far ahead
//! before the others, so that within a sweep a value is computed from new ones
//! unless a capture or a step to square 13 or 14 leads there. A position and the same one with the other player to throw are
//! computed together: they depend on each other by passes, which is solved in
//! closed form.

use fearless_simd::{Level, Simd, dispatch, f64x4, f64x8, prelude::*};

use super::geometry::{Geometry, LANES, PRIVATE, SHARED};
use super::layer::{Group, Layer};
use super::moves::{ColumnMove, ColumnMoves, Finder, RowMoves, Source};

/// The chances of rolls 0 to 4.
const CHANCES: [f64; 5] = [0.0625, 0.25, 0.375, 0.25, 0.0625];

/// Worse for red than any value, and for green.
const NONE_FOR_RED: f64 = -1.0;
const NONE_FOR_GREEN: f64 = 2.0;

/// Red's most pieces that can move with one roll and leave 13 and 14 alone.
const MOST_PLAIN: usize = 8;

/// The layers that moves home lead to; none where that wins the game.
#[derive(Clone, Copy)]
pub(super) struct Homes<'a> {
    pub(super) red: Option<&'a Layer>,
    pub(super) green: Option<&'a Layer>,
}

/// What a sweep needs besides the layer, kept from one to the next.
pub(super) struct Sweeper<'a> {
    geometry: &'a Geometry,
    homes: Homes<'a>,
    exact_home: bool,
    level: Level,
    all_columns: [ColumnMoves; 4],
    columns: Vec<[ColumnMoves; 4]>,
}

impl<'a> Sweeper<'a> {
    pub(super) fn new(geometry: &'a Geometry, homes: Homes<'a>, exact_home: bool) -> Self {
        Sweeper {
            geometry,
            homes,
            exact_home,
            level: Level::new(),
            all_columns: Default::default(),
            columns: vec![Default::default(); PRIVATE],
        }
    }

    /// Sweeps once and gives the largest change of any value.
    pub(super) fn sweep(&mut self, layer: &mut Layer) -> f64 {
        let level = self.level;
        dispatch!(level, simd => self.sweep_with(simd, layer))
    }

    #[inline(always)]
    fn sweep_with<S: Simd>(&mut self, simd: S, layer: &mut Layer) -> f64 {
        let mut change = f64x4::splat(simd, 0.0);
        let mut row_moves: [RowMoves; 4] = Default::default();
        let mut values = [[0.0; LANES]; PRIVATE + 1];
        let mut green_best = [[[0.0; LANES]; PRIVATE + 1]; 4];
        // The last shared square is the highest digit: a piece that moves on
        // makes the number larger.
        for shared in (0..SHARED).rev() {
            if !layer.shape.has(shared) {
                continue;
            }
            let shape = &layer.shape;
            let finder = Finder {
                geometry: self.geometry,
                shape,
                red_home: self.homes.red.map(|home| &home.shape),
                green_home: self.homes.green.map(|home| &home.shape),
                exact_home: self.exact_home,
            };
            let left_red = shape.red - self.geometry.red[shared].count_ones();
            let (first, width) = (shape.first(shared), shape.width(shared));
            finder.all_columns(shared, &mut self.all_columns);
            for column in 0..width as usize {
                let private = self.geometry.private.set[column];
                finder.column(shared, private, &mut self.columns[column]);
            }
            for entry in self.geometry.entries.set.into_iter().rev() {
                let Some(left) = left_red.checked_sub(entry.count_ones()) else {
                    continue;
                };
                let finder = Finder {
                    shape: &layer.shape,
                    ..finder
                };
                finder.row(shared, entry, &mut row_moves);
                let rank = self.geometry.entries.rank(entry);
                let row = first + rank * width;
                let red = RedRow {
                    layer,
                    home: self.homes.red,
                    exact_home: self.exact_home,
                    row,
                    home_row: self
                        .homes
                        .red
                        .filter(|_| left > 0)
                        .map(|home| home.shape.first(shared) + rank * home.shape.width(shared)),
                    width: width as usize,
                    left,
                };
                let passes = red.evaluate(simd, &row_moves, &mut values);
                let green = GreenRow {
                    layer,
                    home: self.homes.green,
                    rank,
                };
                green.evaluate(simd, &self.all_columns, width as usize, &mut green_best);
                let passes = f64x4::from_slice(simd, &passes);
                let valid = f64x4::from_slice(simd, &lanes(|lane| lane.count_ones() <= left));
                for column in (0..width as usize).rev() {
                    let green = GreenRow {
                        layer,
                        home: self.homes.green,
                        rank,
                    };
                    let (green, pass) = green.column(
                        simd,
                        &self.columns[column],
                        &self.all_columns,
                        &green_best,
                        column,
                    );
                    let red = f64x4::from_slice(simd, &values[column]);
                    let pass = f64x4::splat(simd, pass);
                    let one = f64x4::splat(simd, 1.0);
                    let red_throws = (red + passes * green) / (one - passes * pass);
                    let green_throws = green + pass * red_throws;
                    let group = row as usize + column;
                    let old = f64x4::from_slice(simd, &layer.red_throws[group]);
                    let old_green = f64x4::from_slice(simd, &layer.green_throws[group]);
                    let changed = (red_throws - old)
                        .abs()
                        .max((green_throws - old_green).abs());
                    change = change.max(changed * valid);
                    red_throws.store_slice(&mut layer.red_throws[group]);
                    green_throws.store_slice(&mut layer.green_throws[group]);
                }
            }
        }
        let mut worst = [0.0; LANES];
        change.store_slice(&mut worst);
        worst.into_iter().fold(0.0, f64::max)
    }
}

/// One for the lanes that a condition picks, zero for the others.
fn lanes(picked: impl Fn(usize) -> bool) -> Group {
    std::array::from_fn(|lane| f64::from(u8::from(picked(lane))))
}

/// A row of groups with green to throw.
struct GreenRow<'a> {
    layer: &'a Layer,
    home: Option<&'a Layer>,
    /// The number of the row.
    rank: u32,
}

impl<'a> GreenRow<'a> {
    /// The values that a move leads to, from its group on.
    #[inline(always)]
    fn after(&self, step: ColumnMove) -> &'a [Group] {
        let groups = match step.source {
            Source::Again => &self.layer.green_throws,
            Source::Other => &self.layer.red_throws,
            Source::Home => self
                .home
                .map_or(&self.layer.red_throws, |home| &home.red_throws),
        };
        &groups[(step.first + self.rank * step.width) as usize..]
    }

    /// The best of the moves that all columns have, for every roll and column.
    #[inline(always)]
    fn evaluate<S: Simd>(
        &self,
        simd: S,
        moves: &[ColumnMoves; 4],
        width: usize,
        best: &mut [[Group; PRIVATE + 1]; 4],
    ) {
        let length = width.next_multiple_of(2) * LANES;
        for (moves, best) in moves.iter().zip(best) {
            let best = &mut best.as_flattened_mut()[..length];
            best.fill(NONE_FOR_GREEN);
            for step in &moves.moves {
                let after = &self.after(*step).as_flattened()[..length];
                for (best, after) in best.chunks_exact_mut(8).zip(after.chunks_exact(8)) {
                    let least = f64x8::from_slice(simd, best).min(f64x8::from_slice(simd, after));
                    least.store_slice(best);
                }
            }
        }
    }

    /// Green's value for a group, without passes, and the chance to pass.
    #[inline(always)]
    fn column<S: Simd>(
        &self,
        simd: S,
        moves: &[ColumnMoves; 4],
        all_columns: &[ColumnMoves; 4],
        best: &[[Group; PRIVATE + 1]; 4],
        column: usize,
    ) -> (f64x4<S>, f64) {
        let mut value = f64x4::splat(simd, 0.0);
        let mut pass = CHANCES[0];
        for roll in 0..4 {
            let chance = CHANCES[roll + 1];
            if moves[roll].wins || all_columns[roll].wins {
                continue;
            }
            if moves[roll].moves.is_empty() && all_columns[roll].moves.is_empty() {
                pass += chance;
                continue;
            }
            let mut least = f64x4::from_slice(simd, &best[roll][column]);
            for step in &moves[roll].moves {
                least = least.min(f64x4::from_slice(simd, &self.after(*step)[0]));
            }
            value += least * f64x4::splat(simd, chance);
        }
        (value, pass)
    }
}

/// A row of groups with red to throw.
struct RedRow<'a> {
    layer: &'a Layer,
    home: Option<&'a Layer>,
    exact_home: bool,
    /// Its first group, and that of the same row with one piece less.
    row: u32,
    home_row: Option<u32>,
    width: usize,
    /// Red's pieces that are at the start or on 13 and 14.
    left: u32,
}

impl<'a> RedRow<'a> {
    /// Computes red's value for every group of the row, without passes, and
    /// gives the chance to pass in every lane.
    #[inline(always)]
    fn evaluate<S: Simd>(
        &self,
        simd: S,
        moves: &[RowMoves; 4],
        values: &mut [Group; PRIVATE + 1],
    ) -> Group {
        let mut passes = [CHANCES[0]; LANES];
        let mut total = [[0.0; LANES]; PRIVATE + 1];
        for (roll, moves) in (1..=4).zip(moves) {
            let chance = CHANCES[roll];
            let mut best = [[NONE_FOR_RED; LANES]; PRIVATE + 1];
            let legal = self.lane_moves(roll, moves, &mut best);
            for (pass, legal) in passes.iter_mut().zip(legal) {
                *pass += if legal { 0.0 } else { chance };
            }
            let weights = legal.map(|legal| if legal { chance } else { 0.0 });
            self.plain_moves(simd, moves, weights, &best, &mut total);
        }
        *values = total;
        passes
    }

    /// The groups of a row that a move leads to, and all that follow.
    fn groups(&self, source: Source, row: u32) -> &'a [Group] {
        let groups = match source {
            Source::Again => &self.layer.red_throws,
            Source::Other => &self.layer.green_throws,
            Source::Home => self
                .home
                .map_or(&self.layer.red_throws, |home| &home.green_throws),
        };
        &groups[row as usize..]
    }

    /// The moves that not all lanes have, or that lead to other lanes. Tells
    /// which lanes can move at all.
    #[inline(always)]
    fn lane_moves(
        &self,
        roll: usize,
        moves: &RowMoves,
        best: &mut [Group; PRIVATE + 1],
    ) -> [bool; LANES] {
        let mut legal = [!moves.plain.is_empty() || moves.wins; LANES];
        let best = &mut best[..self.width];
        let mut take = |from: Option<&[Group]>, pairs: &[(usize, usize)]| {
            for &(lane, source) in pairs {
                legal[lane] = true;
                match from {
                    Some(groups) => {
                        for (best, after) in best.iter_mut().zip(groups) {
                            best[lane] = best[lane].max(after[source]);
                        }
                    }
                    None => best.iter_mut().for_each(|best| best[lane] = 1.0),
                }
            }
        };
        if moves.wins {
            take(None, &[(0, 0), (1, 1), (2, 2), (3, 3)]);
        }
        if let Some(entry) = moves.entry {
            let groups = self.groups(entry.source, entry.row);
            for lane in (0..LANES).filter(|lane| lane.count_ones() < self.left) {
                take(Some(groups), &[(lane, lane)]);
            }
        }
        if let Some(step) = moves.to_13 {
            take(Some(self.groups(step.source, step.row)), &[(0, 1), (2, 3)]);
        }
        if let Some(step) = moves.to_14 {
            take(Some(self.groups(step.source, step.row)), &[(0, 2), (1, 3)]);
        }
        if roll == 1 {
            take(Some(self.groups(Source::Again, self.row)), &[(1, 2)]);
        }
        // Pieces on 13 and 14 go home; with none left there are no such lanes.
        if self.left > 0 {
            let home = self.home_row.map(|row| self.groups(Source::Home, row));
            if roll == 2 || roll > 2 && !self.exact_home {
                take(home, &[(1, 0), (3, 2)]);
            }
            if roll == 1 || !self.exact_home {
                take(home, &[(2, 0), (3, 1)]);
            }
        }
        legal
    }

    /// Adds the best of the moves that all lanes have and of `best`.
    #[inline(always)]
    fn plain_moves<S: Simd>(
        &self,
        simd: S,
        moves: &RowMoves,
        weights: Group,
        best: &[Group; PRIVATE + 1],
        total: &mut [Group; PRIVATE + 1],
    ) {
        let mut rows: [&[f64]; MOST_PLAIN] = [&[]; MOST_PLAIN];
        let count = moves.plain.len();
        for (row, step) in rows.iter_mut().zip(&moves.plain) {
            *row = self.groups(step.source, step.row).as_flattened();
        }
        let [a, b, c, d] = weights;
        let weights = f64x8::from_slice(simd, &[a, b, c, d, a, b, c, d]);
        let length = self.width.next_multiple_of(2) * LANES;
        let best = &best.as_flattened()[..length];
        let total = &mut total.as_flattened_mut()[..length];
        for (at, (total, best)) in total
            .chunks_exact_mut(8)
            .zip(best.chunks_exact(8))
            .enumerate()
        {
            let mut value = f64x8::from_slice(simd, best);
            for row in &rows[..count] {
                value = value.max(f64x8::from_slice(simd, &row[at * 8..at * 8 + 8]));
            }
            (f64x8::from_slice(simd, total) + value * weights).store_slice(total);
        }
    }
}
