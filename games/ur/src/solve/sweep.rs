//! One sweep of value iteration over a stage: every value is recomputed from
//! those it depends on.
//!
//! Positions are visited from the last to the first, the most advanced pieces
//! first, so that within a sweep a value is computed from new ones
//! (Gauss-Seidel) unless a capture leads back. A position and the same one with
//! the other player to throw are computed together: they depend on each other
//! through passes, which is solved in closed form.
//!
//! Most captures happen on squares 5 to 7, soon after a piece has entered. So
//! the positions that differ only in the first squares and in these, a
//! neighbourhood, are swept several times before the sweep goes on: their
//! values are then in the cache, and far fewer sweeps are needed.
//!
//! The lanes of a row are computed at once, although a step of red's between
//! the first four squares leads from one lane to another. That costs next to
//! nothing: with green to throw, everything except the passes is known by then,
//! and lanes with a piece on square 4, where red throws again, are done before
//! the others.

use fearless_simd::{Level, Simd, dispatch, f64x8, prelude::*};

use super::geometry::{ENTRIES, RANKS, entries_up_to};
use super::lanes::{
    FROM_1, FROM_1_TO_3, FROM_2, FROM_2_TO_3, FROM_3, START_TO_1_OR_1_TO_2, START_TO_2, START_TO_3,
    START_TO_4, VALID,
};
use super::plan::{Block, CHANCE_OF_NONE, CHANCES, Look, Plan, Reach, Source};
use super::stage::{Row, Stage};

/// The stages that a player's moves lead to, by [`Source`]; `None` if no move
/// leads there.
pub(super) type Beyond<'a> = [Option<&'a Stage>; Source::COUNT];

/// The values that a player's moves lead to, by [`Source`].
type Sources<'a> = [&'a [Row]; Source::COUNT];

/// The value of a missing move: the worst for red, and for green.
static NEVER_FOR_RED: [Row; ENTRIES] = [Row::of(0.0); ENTRIES];
static NEVER_FOR_GREEN: [Row; ENTRIES] = [Row::of(1.0); ENTRIES];

/// A neighbourhood is swept until it changes by less than this fraction of its
/// first change: more would be wasted while the others have not settled.
const SETTLED: f64 = 0.25;

/// Computes the values of a stage.
#[doc(alias = "value iteration")]
pub(super) struct Sweeper<'a> {
    pub(super) level: Level,
    pub(super) plan: &'a Plan,
    /// What red's and green's moves beyond the stage lead to.
    pub(super) red: Beyond<'a>,
    pub(super) green: Beyond<'a>,
    /// Smaller changes are ignored.
    pub(super) tolerance: f64,
}

impl Sweeper<'_> {
    /// Sweeps once over all neighbourhoods and returns the largest change of
    /// any value at its first visit.
    pub(super) fn sweep(&self, stage: &mut Stage) -> f64 {
        let level = self.level;
        let mut work = Work::default();
        let mut worst = 0.0_f64;
        for blocks in self.plan.neighbourhoods() {
            let mut pass = || dispatch!(level, simd => self.pass(simd, blocks, stage, &mut work));
            let first = pass();
            worst = worst.max(first);
            let mut change = first;
            while change > self.tolerance && change > SETTLED * first {
                change = pass();
            }
        }
        worst
    }

    /// Recomputes some blocks and returns the largest change of any value.
    #[inline(always)]
    fn pass<S: Simd>(&self, simd: S, blocks: &[Block], stage: &mut Stage, work: &mut Work) -> f64 {
        let mut worst = f64x8::splat(simd, 0.0);
        for block in blocks {
            let first = block.first as usize;
            let rows = first..first + entries_up_to(block.green.left);
            let count = rows.len();
            work.red_throws[..count].copy_from_slice(&stage.red_throws[rows.clone()]);
            work.green_throws[..count].copy_from_slice(&stage.green_throws[rows.clone()]);
            let reds = sources(&self.red, stage, true);
            let greens = sources(&self.green, stage, false);
            worst = worst.max(work.block(simd, self.plan, block, &reds, &greens));
            stage.red_throws[rows.clone()].copy_from_slice(&work.red_throws[..count]);
            stage.green_throws[rows].copy_from_slice(&work.green_throws[..count]);
        }
        worst.reduce_max()
    }
}

/// The values that a player's moves lead to.
#[inline(always)]
fn sources<'a>(beyond: &Beyond<'a>, stage: &'a Stage, is_red: bool) -> Sources<'a> {
    let (own, others) = if is_red {
        (&stage.red_throws, &stage.green_throws)
    } else {
        (&stage.green_throws, &stage.red_throws)
    };
    let never = if is_red {
        &NEVER_FOR_RED
    } else {
        &NEVER_FOR_GREEN
    };
    let mut sources: Sources<'a> = [never; Source::COUNT];
    for (at, stage) in beyond.iter().enumerate() {
        if let Some(stage) = stage {
            // Squares 13 and home have no rosette; 14 has.
            let again = at == Source::To14 as usize || at == Source::From13To14 as usize;
            sources[at] = if again == is_red {
                &stage.red_throws
            } else {
                &stage.green_throws
            };
        }
    }
    sources[Source::Again as usize] = own;
    sources[Source::Other as usize] = others;
    sources
}

/// The block that a lookup finds.
#[inline(always)]
fn found<'a>(sources: &Sources<'a>, look: Look) -> &'a [Row; ENTRIES] {
    sources[look.source as usize][look.first as usize..]
        .first_chunk()
        .expect("a stage ends with spare rows")
}

/// A row as two vectors.
type Halves<S> = [f64x8<S>; 2];

#[inline(always)]
fn halves<S: Simd>(simd: S, row: &Row) -> Halves<S> {
    [
        f64x8::from_slice(simd, &row.0[..8]),
        f64x8::from_slice(simd, &row.0[8..]),
    ]
}

#[inline(always)]
fn better<S: Simd, const RED: bool>(one: f64x8<S>, other: f64x8<S>) -> f64x8<S> {
    if RED { one.max(other) } else { one.min(other) }
}

/// A block being computed.
struct Work {
    red_throws: [Row; ENTRIES],
    green_throws: [Row; ENTRIES],
    /// The best that each player can do with rolls 1 to 4 by the moves that all
    /// rows and lanes have.
    red_best: [[Row; ENTRIES]; 4],
    green_best: [[Row; ENTRIES]; 4],
}

impl Default for Work {
    fn default() -> Self {
        let block = [Row::of(0.0); ENTRIES];
        Work {
            red_throws: block,
            green_throws: block,
            red_best: [block; 4],
            green_best: [block; 4],
        }
    }
}

impl Work {
    /// Computes all values of a block, and reports the largest changes.
    #[inline(always)]
    fn block<S: Simd>(
        &mut self,
        simd: S,
        plan: &Plan,
        block: &Block,
        reds: &Sources<'_>,
        greens: &Sources<'_>,
    ) -> f64x8<S> {
        let count = entries_up_to(block.green.left);
        for roll in 0..4 {
            let looks = plan.looks(&block.red, roll);
            best_of::<S, true>(simd, looks, reds, &mut self.red_best[roll][..count]);
            let looks = plan.looks(&block.green, roll);
            best_of::<S, false>(simd, looks, greens, &mut self.green_best[roll][..count]);
        }
        let red = Side::new(plan, &block.red, reds);
        let green = Side::new(plan, &block.green, greens);
        let red_passes = halves(simd, red.passes);
        let mut worst = [f64x8::splat(simd, 0.0); 2];
        // Green's steps lead to rows of higher sets.
        for set in (0..ENTRIES).rev() {
            if RANKS[set] >= count {
                continue;
            }
            let row = RANKS[set];
            let greens = self.greens_best(simd, set, &green);
            let pass = green.passes.0[set];
            let pass = f64x8::splat(simd, pass);
            // Where green cannot move, the best is one instead of zero.
            let excess = pass - f64x8::splat(simd, CHANCE_OF_NONE);
            let green_moves = mean(simd, &greens).map(|mean| mean - excess);
            let old_red = halves(simd, &self.red_throws[row]);
            let old_green = halves(simd, &self.green_throws[row]);
            let nearly: Halves<S> =
                std::array::from_fn(|half| pass.mul_add(old_red[half], green_moves[half]));
            let one = f64x8::splat(simd, 1.0);
            let red_throws = |half: usize, moves: f64x8<S>| {
                let red_pass = red_passes[half];
                red_pass.mul_add(green_moves[half], moves) / (one - red_pass * pass)
            };
            let steps = Steps::new(simd, nearly, &red, row);
            let mut best: [Halves<S>; 4] =
                std::array::from_fn(|roll| halves(simd, &self.red_best[roll][row]));
            steps.both(simd, &mut best);
            steps.with_4(simd, &mut best);
            let upper = red_throws(1, mean_of(simd, &best, 1));
            steps.to_4(simd, upper, red.reach.left, &mut best);
            let lower = red_throws(0, mean_of(simd, &best, 0));
            for (half, red_throws) in [lower, upper].into_iter().enumerate() {
                let green_throws = pass.mul_add(red_throws, green_moves[half]);
                let changed = (red_throws - old_red[half])
                    .abs()
                    .max((green_throws - old_green[half]).abs());
                worst[half] = worst[half].max(changed);
                let at = 8 * half..8 * half + 8;
                red_throws.store_slice(&mut self.red_throws[row].0[at.clone()]);
                green_throws.store_slice(&mut self.green_throws[row].0[at]);
            }
        }
        let valid = halves(simd, &VALID[red.reach.left.min(4) as usize]);
        (worst[0] * valid[0]).max(worst[1] * valid[1])
    }

    /// The best that green can do with rolls 1 to 4 in the row of a set.
    #[inline(always)]
    fn greens_best<S: Simd>(&self, simd: S, set: usize, green: &Side<'_>) -> [Halves<S>; 4] {
        match set {
            0 => self.greens_best_with::<S, 0>(simd, green),
            1 => self.greens_best_with::<S, 1>(simd, green),
            2 => self.greens_best_with::<S, 2>(simd, green),
            3 => self.greens_best_with::<S, 3>(simd, green),
            4 => self.greens_best_with::<S, 4>(simd, green),
            5 => self.greens_best_with::<S, 5>(simd, green),
            6 => self.greens_best_with::<S, 6>(simd, green),
            7 => self.greens_best_with::<S, 7>(simd, green),
            8 => self.greens_best_with::<S, 8>(simd, green),
            9 => self.greens_best_with::<S, 9>(simd, green),
            10 => self.greens_best_with::<S, 10>(simd, green),
            11 => self.greens_best_with::<S, 11>(simd, green),
            12 => self.greens_best_with::<S, 12>(simd, green),
            13 => self.greens_best_with::<S, 13>(simd, green),
            14 => self.greens_best_with::<S, 14>(simd, green),
            _ => self.greens_best_with::<S, 15>(simd, green),
        }
    }

    /// The set is a compile-time constant, and so are all the moves.
    #[inline(always)]
    fn greens_best_with<S: Simd, const SET: usize>(
        &self,
        simd: S,
        green: &Side<'_>,
    ) -> [Halves<S>; 4] {
        let waits = SET.count_ones() < green.reach.left;
        std::array::from_fn(|at| {
            let roll = at + 1;
            let mut best = halves(simd, &self.green_best[at][RANKS[SET]]);
            for from in 0..=4 {
                let to = from + roll;
                let leaves = if from == 0 { 0 } else { 1 << (from - 1) };
                let is_there = if from == 0 { waits } else { SET & leaves != 0 };
                let rest = SET & !leaves;
                if !is_there || to <= 4 && rest & 1 << (to - 1) != 0 {
                    continue;
                }
                let row = match to {
                    1..4 => &self.red_throws[RANKS[rest | 1 << (to - 1)]],
                    4 => &self.green_throws[RANKS[rest | 8]],
                    _ => &green.landings[to - 5][RANKS[rest]],
                };
                let values = halves(simd, row);
                for half in 0..2 {
                    best[half] = best[half].min(values[half]);
                }
            }
            best
        })
    }
}

/// What is the same for all rows of a block.
struct Side<'a> {
    reach: &'a Reach,
    passes: &'a Row,
    landings: [&'a [Row; ENTRIES]; 4],
}

impl<'a> Side<'a> {
    #[inline(always)]
    fn new(plan: &'a Plan, reach: &'a Reach, sources: &Sources<'a>) -> Self {
        Side {
            reach,
            passes: &plan.passes[usize::from(reach.passes)],
            landings: reach.landings.map(|look| found(sources, look)),
        }
    }
}

/// The best of the values that these lookups find, row by row.
#[inline(always)]
fn best_of<S: Simd, const RED: bool>(
    simd: S,
    looks: &[Look],
    sources: &Sources<'_>,
    best: &mut [Row],
) {
    match looks.len() {
        0 => best.fill(Row::of(if RED { 0.0 } else { 1.0 })),
        1 => best_of_some::<S, RED, 1>(simd, looks, sources, best),
        2 => best_of_some::<S, RED, 2>(simd, looks, sources, best),
        3 => best_of_some::<S, RED, 3>(simd, looks, sources, best),
        4 => best_of_some::<S, RED, 4>(simd, looks, sources, best),
        5 => best_of_some::<S, RED, 5>(simd, looks, sources, best),
        6 => best_of_some::<S, RED, 6>(simd, looks, sources, best),
        _ => best_of_some::<S, RED, 7>(simd, looks, sources, best),
    }
}

#[inline(always)]
fn best_of_some<S: Simd, const RED: bool, const COUNT: usize>(
    simd: S,
    looks: &[Look],
    sources: &Sources<'_>,
    best: &mut [Row],
) {
    let blocks: [&[Row; ENTRIES]; COUNT] = std::array::from_fn(|at| found(sources, looks[at]));
    for (row, best) in best.iter_mut().enumerate().take(ENTRIES) {
        let mut values = halves(simd, &blocks[0][row]);
        for block in &blocks[1..] {
            let others = halves(simd, &block[row]);
            for half in 0..2 {
                values[half] = better::<S, RED>(values[half], others[half]);
            }
        }
        values[0].store_slice(&mut best.0[..8]);
        values[1].store_slice(&mut best.0[8..]);
    }
}

/// The mean over rolls 1 to 4 of half a row.
#[inline(always)]
fn mean_of<S: Simd>(simd: S, best: &[Halves<S>; 4], half: usize) -> f64x8<S> {
    let mut mean = best[0][half] * f64x8::splat(simd, CHANCES[0]);
    for roll in 1..4 {
        mean = best[roll][half].mul_add(f64x8::splat(simd, CHANCES[roll]), mean);
    }
    mean
}

#[inline(always)]
fn mean<S: Simd>(simd: S, best: &[Halves<S>; 4]) -> Halves<S> {
    [mean_of(simd, best, 0), mean_of(simd, best, 1)]
}

/// Red's moves of pieces at the start and on the first four squares, in a row.
struct Steps<'a, S: Simd> {
    /// With green to throw.
    others: Halves<S>,
    /// Landings on squares 5 to 8.
    landings: [&'a Row; 4],
    left: usize,
}

impl<'a, S: Simd> Steps<'a, S> {
    #[inline(always)]
    fn new(_: S, others: Halves<S>, red: &Side<'a>, row: usize) -> Self {
        Steps {
            others,
            landings: red.landings.map(|block| &block[row]),
            left: red.reach.left.min(4) as usize,
        }
    }

    /// Takes the values `UP` lanes further on, in some lanes.
    #[inline(always)]
    fn up<const UP: usize>(&self, simd: S, best: &mut Halves<S>, lanes: &Row) {
        let lanes = halves(simd, lanes);
        let zero = f64x8::splat(simd, 0.0);
        let values = [
            self.others[0].slide::<UP>(self.others[1]),
            self.others[1].slide::<UP>(zero),
        ];
        for half in 0..2 {
            best[half] = best[half].max(values[half] + lanes[half]);
        }
    }

    /// Takes the values of a landing `8 - BACK` lanes further down.
    #[inline(always)]
    fn down<const BACK: usize>(&self, simd: S, best: &mut Halves<S>, square: usize, lanes: &Row) {
        let lanes = halves(simd, lanes);
        let zero = f64x8::splat(simd, 0.0);
        let found = halves(simd, self.landings[square - 5]);
        let values = [
            zero.slide::<BACK>(found[0]),
            found[0].slide::<BACK>(found[1]),
        ];
        for half in 0..2 {
            best[half] = best[half].max(values[half] + lanes[half]);
        }
    }

    /// Moves that lanes with and without a piece on 4 have.
    #[inline(always)]
    fn both(&self, simd: S, best: &mut [Halves<S>; 4]) {
        // Start to 1 and 1 to 2; 2 to 3.
        self.up::<1>(simd, &mut best[0], &START_TO_1_OR_1_TO_2[self.left]);
        self.up::<2>(simd, &mut best[0], &FROM_2_TO_3);
        // Start to 2; 1 to 3; 3 to 5.
        self.up::<2>(simd, &mut best[1], &START_TO_2[self.left]);
        self.up::<3>(simd, &mut best[1], &FROM_1_TO_3);
        self.down::<4>(simd, &mut best[1], 5, &FROM_3);
        // Start to 3; 2 to 5; 3 to 6.
        self.up::<4>(simd, &mut best[2], &START_TO_3[self.left]);
        self.down::<6>(simd, &mut best[2], 5, &FROM_2);
        self.down::<4>(simd, &mut best[2], 6, &FROM_3);
        // 1 to 5; 2 to 6; 3 to 7.
        self.down::<7>(simd, &mut best[3], 5, &FROM_1);
        self.down::<6>(simd, &mut best[3], 6, &FROM_2);
        self.down::<4>(simd, &mut best[3], 7, &FROM_3);
    }

    /// The piece on 4 moves to squares 5 to 8: from the upper lanes to the
    /// lower ones.
    #[inline(always)]
    fn with_4(&self, simd: S, best: &mut [Halves<S>; 4]) {
        for (best, landing) in best.iter_mut().zip(self.landings) {
            best[1] = best[1].max(halves(simd, landing)[0]);
        }
    }

    /// A piece comes to 4, and red throws again: from the lower lanes to the
    /// upper ones.
    #[inline(always)]
    fn to_4(&self, simd: S, upper: f64x8<S>, left: u32, best: &mut [Halves<S>; 4]) {
        let zero = f64x8::splat(simd, 0.0);
        let lower = |lanes: &Row| f64x8::from_slice(simd, &lanes.0[..8]);
        let start = lower(&START_TO_4[left.min(4) as usize]);
        best[0][0] = best[0][0].max(zero.slide::<4>(upper) + lower(&FROM_3));
        best[1][0] = best[1][0].max(zero.slide::<6>(upper) + lower(&FROM_2));
        best[2][0] = best[2][0].max(zero.slide::<7>(upper) + lower(&FROM_1));
        best[3][0] = best[3][0].max(upper + start);
    }
}
