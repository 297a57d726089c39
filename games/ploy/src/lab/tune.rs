//! The tuner: games, a fit, games with what was fitted, a better fit.

use std::fmt;
use std::sync::Arc;

use super::fit::{Fit, Model, scale, seen};
use super::selfplay::{self, Sample, SelfPlay};
use crate::engine::weights::Weights;

/// What a round of tuning has found.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The weights, as the engine reads them.
    pub text: String,
    /// What Shields, Probes and Lances are worth by the number of pieces alone,
    /// in hundredths of a Shield: parts of 3100 for an army.
    pub material: [f64; 3],
    /// What pieces are worth on average where they stand, with all else
    /// accounted for.
    pub standing: [f64; 3],
    /// A score of so many hundredths of a Shield wins e times as often as it
    /// loses.
    pub scale: f64,
    /// Positions that were looked at.
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

/// What each is worth by hand.
const BY_HAND: [f32; 3] = [100.0, 200.0, 300.0];

/// Rounds of the fit over all positions.
const FIT_ROUNDS: u32 = 12;

/// Plays games and fits weights to them, several times: the first time with
/// material and mobility, then with what the time before has found. Every fit
/// is to all games so far. `heading`
/// is the command, which the text of the weights begins with.
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
        // An army keeps the worth that it has by hand, in which a Shield is a
        // hundred: the margins of the search are made for that, and what a
        // single kind is worth is the result.
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
