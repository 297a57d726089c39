//! Fits weights to results: logistic regression with Adam (Texel tuning).
//!
//! The value of a piece on a square is the sum of four parts: its kind, its
//! lines, its kind on that square, its lines on that square. The more specific
//! a part, the more it is regularised towards zero, so that rare cases borrow
//! from common ones. A position and its mirror image count as one.

use super::selfplay::Sample;
use crate::engine::attacks::kind_of;
use crate::engine::terms;
use crate::engine::weights::{FULL, PARTS, Weights, fullness, mirrored};
use crate::rules::{Kind, Pos, SIDE};

/// What is fitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Model {
    /// The number of pieces of each kind, and the right to move.
    Material,
    /// Everything.
    Full,
}

const KIND: usize = 0;
const LINES: usize = KIND + 5;
const KIND_SQUARE: usize = LINES + 256;
const LINES_SQUARE: usize = KIND_SQUARE + 5 * Pos::SPAN;
const TERMS: usize = LINES_SQUARE + 256 * Pos::SPAN;
const COUNT: usize = TERMS + terms::COUNT;

/// The weight decay of each part, from the most general to the most specific,
/// at a step of size 1.
const DECAY: [f32; 4] = [0.0, 5.0, 12.0, 50.0];

/// The initial learning rate.
const RATE: f32 = 0.001;

/// The weights being fitted, in units of the logistic function.
#[doc(alias = "Texel tuning")]
pub(crate) struct Fit {
    model: Model,
    /// Two for each part: full board, last pieces.
    weights: Vec<[f32; 2]>,
}

/// The parts of a piece's value.
fn parts(lines: u8, square: u8) -> [usize; 4] {
    let kind = kind_of(lines);
    let place = usize::from(square);
    let mirror = mirror_square(square);
    // Of a pair of mirror images the first stands for both.
    let common_square = place.min(mirror.into());
    let other = (mirror, mirrored(lines));
    let (special_square, special_lines) = (square, lines).min(other);
    [
        KIND + kind,
        LINES + usize::from(lines.min(mirrored(lines))),
        KIND_SQUARE + kind * Pos::SPAN + common_square,
        LINES_SQUARE + usize::from(special_lines) * Pos::SPAN + usize::from(special_square),
    ]
}

fn mirror_square(square: u8) -> u8 {
    let pos = Pos::numbered(square).expect("samples hold squares");
    let mirror = Pos::new(SIDE - 1 - pos.column(), pos.row()).expect("a column of the board");
    mirror.index() as u8
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// One position, ready for the fit.
struct Case {
    /// Which weights it uses, and how often.
    uses: Vec<(u32, f32)>,
    full: f32,
    target: f32,
    game: u32,
}

/// The log loss of a prediction.
fn loss(target: f32, chance: f32) -> f32 {
    let chance = chance.clamp(1e-6, 1.0 - 1e-6);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

impl Fit {
    fn case(&self, sample: &Sample, scale: f32) -> Case {
        let mut uses: Vec<(u32, f32)> = Vec::new();
        let wanted = match self.model {
            Model::Material => 1,
            Model::Full => 4,
        };
        let mut count = 0;
        for (pieces, sign) in sample.pieces.iter().zip([1.0, -1.0]) {
            count += pieces.len();
            for &(lines, square) in pieces {
                let parts = &parts(lines, square)[..wanted];
                uses.extend(parts.iter().map(|&part| (part as u32, sign)));
            }
        }
        for (index, &term) in sample.terms.iter().enumerate() {
            let is_wanted = self.model == Model::Full || index == terms::COUNT - 1;
            if term != 0 && is_wanted {
                uses.push(((TERMS + index) as u32, term.into()));
            }
        }
        Case {
            uses,
            full: fullness(count as u8) as f32 / FULL as f32,
            // Half the result, half the score of the search: the first is the
            // truth but mostly decided later, the second knows only this
            // position.
            target: match self.model {
                Model::Material => sample.result,
                Model::Full => (sample.result + sigmoid(sample.score / scale)) / 2.0,
            },
            game: sample.game,
        }
    }

    fn value(&self, case: &Case) -> f32 {
        let [mut full, mut last] = [0.0; 2];
        for &(index, times) in &case.uses {
            let weight = self.weights[index as usize];
            full += times * weight[0];
            last += times * weight[1];
        }
        full * case.full + last * (1.0 - case.full)
    }

    /// Fits the weights to the samples. Every tenth game is held out for
    /// validation; reports the validation loss after every round.
    pub(crate) fn new(
        model: Model,
        samples: &[Sample],
        scale: f32,
        rounds: u32,
        tell: &mut dyn FnMut(u32, f32),
    ) -> Fit {
        let mut fit = Fit {
            model,
            weights: vec![[0.0; 2]; COUNT],
        };
        let cases: Vec<Case> = samples
            .iter()
            .map(|sample| fit.case(sample, scale))
            .collect();
        let is_kept = |case: &Case| case.game % 10 == 9;
        let used: Vec<&Case> = cases.iter().filter(|case| !is_kept(case)).collect();
        let kept: Vec<&Case> = cases.iter().filter(|case| is_kept(case)).collect();
        let mut adam = Adam::new();
        for round in 0..rounds {
            // A stride coprime to the number of cases visits each once, with
            // neighbours far apart.
            let stride = stride(used.len(), round);
            // The learning rate decays, so that the fit settles.
            let rate = RATE * (1.0 - round as f32 / rounds as f32).powi(2).max(0.01);
            for batch in 0..used.len() / BATCH {
                let order = (0..BATCH).map(|i| (batch * BATCH + i) * stride % used.len());
                adam.step(&mut fit, order.map(|index| used[index]), rate);
            }
            let sum: f32 = kept
                .iter()
                .map(|case| loss(case.target, sigmoid(fit.value(case))))
                .sum();
            tell(round + 1, sum / kept.len().max(1) as f32);
        }
        fit
    }

    /// The value of a piece on a square, full board and last pieces.
    fn square(&self, lines: u8, square: u8) -> [f32; 2] {
        let mut sum = [0.0; 2];
        for part in parts(lines, square) {
            for (sum, weight) in sum.iter_mut().zip(self.weights[part]) {
                *sum += weight;
            }
        }
        sum
    }

    /// The average value of each kind of piece, in the units of the fit,
    /// weighted by how often it is on each square in the samples.
    pub(crate) fn worth(&self, samples: &[Sample]) -> [f32; 3] {
        let (mut sums, mut counts) = ([0.0_f64; 3], [0.0_f64; 3]);
        for sample in samples {
            let count = sample.pieces[0].len() + sample.pieces[1].len();
            let full = fullness(count as u8) as f32 / FULL as f32;
            for &(lines, square) in sample.pieces.iter().flatten() {
                let kind = kind_of(lines);
                if kind < 3 {
                    let [a, b] = self.square(lines, square);
                    sums[kind] += f64::from(a * full + b * (1.0 - full));
                    counts[kind] += 1.0;
                }
            }
        }
        std::array::from_fn(|kind| (sums[kind] / counts[kind].max(1.0)) as f32)
    }

    /// The weights for the engine; `unit` is a hundredth of a Shield.
    pub(crate) fn weights(&self, unit: f32) -> Weights {
        let whole = |weight: f32| (weight / unit * PARTS as f32).round() as i32;
        let mut weights = Weights::none();
        for lines in 1..=u8::MAX {
            for pos in Pos::all() {
                let pair = self.square(lines, pos.index() as u8);
                weights.set(lines, pos, pair.map(whole));
            }
        }
        for (index, weight) in weights.terms.iter_mut().enumerate() {
            *weight = self.weights[TERMS + index].map(whole);
        }
        weights
    }

    /// For each kind, lines that no sample has, whose board is therefore that
    /// of the kind alone.
    pub(crate) fn unseen(samples: &[Sample]) -> Vec<(Kind, u8)> {
        let seen = seen(samples);
        let kinds = [Kind::Shield, Kind::Probe, Kind::Lance, Kind::Commander];
        let all = |kind: Kind| {
            (1..=u8::MAX).filter(move |lines| Kind::with_lines(lines.count_ones()) == Some(kind))
        };
        kinds
            .into_iter()
            .filter_map(|kind| Some((kind, all(kind).find(|lines| !seen[usize::from(*lines)])?)))
            .collect()
    }
}

/// Which lines the pieces in the samples have.
pub(crate) fn seen(samples: &[Sample]) -> [bool; 256] {
    let mut seen = [false; 256];
    for (lines, _) in samples
        .iter()
        .flat_map(|sample| sample.pieces.iter().flatten())
    {
        seen[usize::from(*lines)] = true;
        seen[usize::from(mirrored(*lines))] = true;
    }
    seen
}

/// The scale of the logistic function that best turns a search's scores into
/// results.
pub(crate) fn scale(samples: &[Sample]) -> f32 {
    let loss = |scale: f32| -> f64 {
        samples
            .iter()
            .map(|sample| f64::from(loss(sample.result, sigmoid(sample.score / scale))))
            .sum()
    };
    // The loss is unimodal: ternary search.
    let (mut low, mut high) = (20.0, 2000.0);
    while high - low > 1.0 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if loss(a) < loss(b) {
            high = b;
        } else {
            low = a;
        }
    }
    (low + high) / 2.0
}

/// The batch size.
const BATCH: usize = 512;

fn stride(length: usize, round: u32) -> usize {
    let gcd = |mut a: usize, mut b: usize| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let first = length / 3 + 2 * round as usize + 1;
    (first..)
        .find(|stride| gcd(*stride, length) == 1)
        .unwrap_or(1)
}

/// The Adam optimiser.
struct Adam {
    mean: Vec<[f32; 2]>,
    square: Vec<[f32; 2]>,
    gradient: Vec<[f32; 2]>,
    steps: i32,
}

impl Adam {
    fn new() -> Adam {
        Adam {
            mean: vec![[0.0; 2]; COUNT],
            square: vec![[0.0; 2]; COUNT],
            gradient: vec![[0.0; 2]; COUNT],
            steps: 0,
        }
    }

    fn step<'a>(&mut self, fit: &mut Fit, cases: impl Iterator<Item = &'a Case>, rate: f32) {
        self.gradient.fill([0.0; 2]);
        for case in cases {
            let error = (sigmoid(fit.value(case)) - case.target) / BATCH as f32;
            for &(index, times) in &case.uses {
                let gradient = &mut self.gradient[index as usize];
                gradient[0] += error * times * case.full;
                gradient[1] += error * times * (1.0 - case.full);
            }
        }
        self.steps += 1;
        let mean_bias = 1.0 - 0.9_f32.powi(self.steps);
        let square_bias = 1.0 - 0.999_f32.powi(self.steps);
        for index in 0..COUNT {
            let decay = match index {
                LINES..KIND_SQUARE => DECAY[1],
                KIND_SQUARE..LINES_SQUARE => DECAY[2],
                LINES_SQUARE..TERMS => DECAY[3],
                _ => DECAY[0],
            };
            for phase in 0..2 {
                let gradient = self.gradient[index][phase];
                let mean = &mut self.mean[index][phase];
                let square = &mut self.square[index][phase];
                if gradient == 0.0 && *mean == 0.0 {
                    continue;
                }
                *mean = 0.9 * *mean + 0.1 * gradient;
                *square = 0.999 * *square + 0.001 * gradient * gradient;
                let step = *mean / mean_bias / ((*square / square_bias).sqrt() + 1e-8);
                let weight = &mut fit.weights[index][phase];
                *weight -= rate * (step + decay * *weight);
            }
        }
    }
}
