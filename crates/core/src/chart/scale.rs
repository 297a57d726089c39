//! Axes: where a value is on one, and which numbers are written beside it.

/// What an axis shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Scale {
    /// Numbers between two ends, each with a unit.
    Numbers {
        /// The lowest.
        low: f64,
        /// The highest.
        high: f64,
        /// What follows a number: ` %`.
        unit: &'static str,
        /// Whether positive numbers get a sign.
        signed: bool,
        /// Whether there is nothing between two whole numbers.
        whole: bool,
    },
    /// Names, evenly spaced.
    Names(Vec<String>),
}

impl Scale {
    /// From one number to another, without a unit.
    #[must_use]
    pub fn numbers(low: f64, high: f64) -> Scale {
        Scale::Numbers {
            low,
            high: if high > low { high } else { low + 1.0 },
            unit: "",
            signed: false,
            whole: false,
        }
    }

    /// A count from 0 to this one.
    #[must_use]
    pub fn counts(most: usize) -> Scale {
        Scale::Numbers {
            low: 0.0,
            high: most.max(1) as f64,
            unit: "",
            signed: false,
            whole: true,
        }
    }

    /// How far along the axis a value is, from 0 to 1. Names are counted from 0 and stand in the
    /// middle of their share.
    pub(super) fn along(&self, at: f64) -> f32 {
        match self {
            Scale::Numbers { low, high, .. } => ((at - low) / (high - low)).clamp(0.0, 1.0) as f32,
            Scale::Names(names) => ((at + 0.5) / names.len().max(1) as f64) as f32,
        }
    }

    /// The labels of the axis, at most `most` of them.
    pub(super) fn ticks(&self, most: usize) -> Vec<(f64, String)> {
        match self {
            Scale::Names(names) => {
                let every = names.len().div_ceil(most.max(1)).max(1);
                let names = names.iter().enumerate().step_by(every);
                names.map(|(at, name)| (at as f64, name.clone())).collect()
            }
            Scale::Numbers {
                low,
                high,
                unit,
                signed,
                whole,
            } => {
                let step = spacing(high - low, most);
                let step = if *whole { step.max(1.0) } else { step };
                let first = (low / step - 1e-9).ceil() as i64;
                let last = (high / step + 1e-9).floor() as i64;
                let decimals = (-step.log10().floor()).clamp(0.0, 9.0) as usize;
                let written = |at: f64| match *signed && at != 0.0 {
                    true => format!("{at:+.decimals$}{unit}"),
                    false => format!("{at:.decimals$}{unit}"),
                };
                (first..=last)
                    .map(|index| index as f64 * step)
                    .map(|at| (at, written(at)))
                    .collect()
            }
        }
    }
}

/// The distance between two ticks of an axis: 1, 2 or 5 times a power of ten, so that there are at
/// most `most` steps.
#[must_use]
pub fn spacing(span: f64, most: usize) -> f64 {
    let least = span / most.max(1) as f64;
    let unit = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * unit)
        .find(|step| *step >= least * (1.0 - 1e-9))
        .unwrap_or(unit * 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_a_scale_are_round_and_few() {
        assert_eq!(spacing(100.0, 10), 10.0);
        assert_eq!(spacing(101.0, 10), 20.0);
        assert_eq!(spacing(1.0, 4), 0.5);
        for span in [0.3, 7.0, 49.0, 2400.0, 31_000.0] {
            let ticks = Scale::numbers(-span / 2.0, span / 2.0).ticks(8);
            assert!((3..=9).contains(&ticks.len()), "{span}: {ticks:?}");
        }
        // There is no half move.
        assert_eq!(Scale::counts(2).ticks(9).len(), 3);
        let texts = |scale: Scale, most| -> Vec<String> {
            scale
                .ticks(most)
                .into_iter()
                .map(|(_, text)| text)
                .collect()
        };
        assert_eq!(texts(Scale::numbers(0.0, 1.0), 4), ["0.0", "0.5", "1.0"]);
        let signed = Scale::Numbers {
            low: -60.0,
            high: 120.0,
            unit: "",
            signed: true,
            whole: false,
        };
        assert_eq!(texts(signed, 5), ["-50", "0", "+50", "+100"]);
    }
}
