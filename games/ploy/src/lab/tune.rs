//! The tuner: plays games, fits weights to them, plays with those, and fits
//! again.

use std::fmt;
use std::sync::Arc;

use super::fit::{Fit, Model, scale, seen};
use super::selfplay::{self, Sample, SelfPlay};
use crate::engine::weights::Weights;

/// The result of tuning.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The weights, as the engine reads them.
    pub text: String,
    /// The values of Shields, Probes and Lances by count alone, in hundredths
    /// of a Shield, scaled so that an army is worth 3100.
    pub material: [f64; 3],
    /// The average values of pieces where they stand, with everything else
    /// accounted for.
    pub standing: [f64; 3],
    /// A score of this many hundredths of a Shield makes the odds of winning e to
    /// 1.
    pub scale: f64,
    /// Positions used.
    pub positions: usize,
}

impl fmt::Display for Tuned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = |worth: [f64; 3]| worth.map(|worth| format!("{worth:.0}")).join(", ");
        writeln!(f, "{} positions", self.positions)?;
        writeln!(
            f,
            "Shield, Probe, Lance by material alone: {}",
            row(self.material)
        )?;
        writeln!(
            f,
            "Shield, Probe, Lance where they stand: {}",
            row(self.standing)
        )?;
        write!(f, "scale of the chance to win: {:.0}", self.scale)
    }
}

/// Shields, Probes and Lances at the start.
const ARMY: [f32; 3] = [3.0, 5.0, 6.0];

/// Their values, set by hand.
const BY_HAND: [f32; 3] = [100.0, 200.0, 300.0];

/// Passes of the fit over all positions.
const FIT_ROUNDS: u32 = 12;

/// Plays games and fits weights to them, several times: first with material and
/// mobility, then with the previous result. Every fit uses all games so far.
/// `heading` is the command, which becomes the first line of the weights' text.
pub fn tune(
    play: &SelfPlay,
    rounds: u32,
    heading: &str,
    progress: &(dyn Fn(f64) + Sync),
    tell: &mut dyn FnMut(&str),
) -> Option<Tuned> {
    let mut weights = Weights::plain();
    let mut tuned = None;
    let mut samples: Vec<Sample> = Vec::new();
    for round in 1..=rounds {
        let settings = SelfPlay {
            seed: play.seed.wrapping_add(u64::from(round) << 32),
            ..play.clone()
        };
        samples.extend(selfplay::samples(&settings, &weights, progress));
        let scale = scale(&samples);
        tell(&format!(
            "round {round}: {} positions; a search's score of {scale:.0} wins e times as often as it loses",
            samples.len()
        ));
        let fit = Fit::new(
            Model::Full,
            &samples,
            scale,
            FIT_ROUNDS,
            &mut |fit_round, loss| {
                if fit_round % 4 == 0 {
                    tell(&format!(
                        "  fit {fit_round}: loss {loss:.5} on games kept apart"
                    ));
                }
            },
        );
        let material = Fit::new(Model::Material, &samples, scale, FIT_ROUNDS, &mut |_, _| ());
        let standing = fit.worth(&samples);
        // An army keeps its value by hand, in which a Shield is 100: the
        // margins of the search assume it, and only the values of single kinds
        // are the result.
        let army = |worth: [f32; 3]| -> f32 { worth.iter().zip(ARMY).map(|(w, n)| w * n).sum() };
        let unit = army(standing) / army(BY_HAND);
        let found = fit.weights(unit);
        let shapes = seen(&samples);
        let shapes: Vec<u8> = (1..=u8::MAX).filter(|l| shapes[usize::from(*l)]).collect();
        let by_material = material.worth(&samples);
        tuned = Some(Tuned {
            text: found.write(heading, &Fit::unseen(&samples), &shapes),
            material: by_material.map(|worth| f64::from(worth * army(BY_HAND) / army(by_material))),
            standing: standing.map(|worth| f64::from(worth / unit)),
            scale: f64::from(1.0 / unit),
            positions: samples.len(),
        });
        weights = Arc::new(found);
    }
    tuned
}
