//! How well people can tell colours apart, whatever their colour vision.
//!
//! The distance is that of OKLab, times 100, and the least of four: for normal vision and for
//! simulated protanopia, deuteranopia and tritanopia.

use crate::drawing::Draw;
use crate::picture::{Swatch, Theme};

/// The least distance between colours that mean different things.
pub const APART: f64 = 15.0;

type Rgb = [f64; 3];
type Matrix = [Rgb; 3];

/// Machado, Oliveira and Fernandes (2009) at full severity, on linear sRGB.
const PROTANOPIA: Matrix = [
    [0.152_286, 1.052_583, -0.204_868],
    [0.114_503, 0.786_281, 0.099_216],
    [-0.003_882, -0.048_116, 1.051_998],
];
const DEUTERANOPIA: Matrix = [
    [0.367_322, 0.860_646, -0.227_968],
    [0.280_085, 0.672_501, 0.047_413],
    [-0.011_820, 0.042_940, 0.968_881],
];

/// Brettel, Viénot and Mollon (1997), because the other model is poor for tritanopia: one
/// projection on each side of a plane.
const TRITANOPIA: [Matrix; 2] = [
    [
        [1.012_77, 0.135_48, -0.148_26],
        [-0.012_43, 0.868_12, 0.144_31],
        [0.075_89, 0.805_00, 0.119_11],
    ],
    [
        [0.936_78, 0.189_79, -0.126_57],
        [0.061_54, 0.815_26, 0.123_20],
        [-0.375_62, 1.127_67, 0.247_96],
    ],
];
const TRITAN_PLANE: Rgb = [0.039_01, -0.027_88, -0.011_13];

/// The distance between the two nearest colours, each given as `#rrggbb`; infinite for fewer than
/// two.
///
/// # Panics
/// If one is not a colour.
#[must_use]
pub fn least_distance(colours: &[&str]) -> f64 {
    let seen: Vec<[Rgb; 4]> = colours
        .iter()
        .map(|colour| sights(linear(colour)))
        .collect();
    let mut least = f64::INFINITY;
    for (i, one) in seen.iter().enumerate() {
        for other in &seen[..i] {
            for (one, other) in one.iter().zip(other) {
                let squares = one.iter().zip(other).map(|(a, b)| (a - b).powi(2));
                least = least.min(squares.sum::<f64>().sqrt());
            }
        }
    }
    least
}

/// Checks that a game says which of its colours mean different things, and that they can be told
/// apart: see [`Draw::APART`].
///
/// # Panics
/// If it does not, or they cannot.
pub fn hold_for<G: Draw>() {
    assert!(
        G::SWATCHES.len() < 2 || !G::APART.is_empty(),
        "no colours are said to mean different things"
    );
    for group in G::APART {
        for swatch in *group {
            let known = G::SWATCHES.contains(swatch);
            assert!(
                known,
                "{} is not among the colours of the game",
                swatch.name
            );
        }
        are_apart(&group.iter().collect::<Vec<_>>());
    }
}

/// Checks that any two of these colours can be told apart in every theme.
///
/// # Panics
/// If they cannot.
pub fn are_apart(swatches: &[&Swatch]) {
    for theme in Theme::ALL {
        for (i, one) in swatches.iter().enumerate() {
            for other in &swatches[..i] {
                let least = least_distance(&[one.colour(theme), other.colour(theme)]);
                assert!(
                    least >= APART,
                    "{} and {} are only {least:.1} apart in the theme {}",
                    one.name,
                    other.name,
                    theme.name()
                );
            }
        }
    }
}

/// A colour as each kind of vision sees it, in OKLab times 100.
fn sights(colour: Rgb) -> [Rgb; 4] {
    let tritanopia = &TRITANOPIA[usize::from(dot(&TRITAN_PLANE, &colour) < 0.0)];
    [
        colour,
        times(&PROTANOPIA, &colour),
        times(&DEUTERANOPIA, &colour),
        times(tritanopia, &colour),
    ]
    .map(oklab)
}

/// `#rrggbb` as linear light.
fn linear(colour: &str) -> Rgb {
    let digits = colour.strip_prefix('#').filter(|rest| rest.len() == 6);
    let value = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let value = value.unwrap_or_else(|| panic!("{colour} is not a colour such as #a0b1c2"));
    [16, 8, 0].map(|shift| {
        let part = f64::from(value >> shift & 0xff) / 255.0;
        match part <= 0.040_45 {
            true => part / 12.92,
            false => ((part + 0.055) / 1.055).powf(2.4),
        }
    })
}

fn oklab(colour: Rgb) -> Rgb {
    const CONES: Matrix = [
        [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
        [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
        [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
    ];
    const LAB: Matrix = [
        [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
        [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
        [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
    ];
    // A simulated colour may be outside the screen's gamut.
    let shown = colour.map(|part| part.clamp(0.0, 1.0));
    let cones = times(&CONES, &shown).map(f64::cbrt);
    times(&LAB, &cones).map(|part| part * 100.0)
}

fn dot(a: &Rgb, b: &Rgb) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn times(matrix: &Matrix, colour: &Rgb) -> Rgb {
    std::array::from_fn(|row| dot(&matrix[row], colour))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart;
    use crate::picture::common;

    #[test]
    fn black_and_white_are_as_far_apart_as_can_be() {
        let distance = least_distance(&["#000000", "#ffffff"]);
        assert!((distance - 100.0).abs() < 0.1, "{distance}");
        assert_eq!(least_distance(&["#a0b1c2"]), f64::INFINITY);
        assert_eq!(least_distance(&["#a0b1c2", "#000000", "#a0b1c2"]), 0.0);
    }

    #[test]
    fn each_kind_of_blindness_is_found() {
        let nearest = |one, other| {
            let [one, other] = [one, other].map(|colour| sights(linear(colour)));
            let distance = |sight: usize| {
                let squares = (0..3).map(|part| (one[sight][part] - other[sight][part]).powi(2));
                squares.sum::<f64>().sqrt()
            };
            let least = |a: &usize, b: &usize| distance(*a).total_cmp(&distance(*b));
            assert!(distance(0) > APART, "all who see well tell them apart");
            (0..4)
                .min_by(least)
                .map(|sight| (sight, distance(sight) < APART))
        };
        // Red and brown, red and green, green and blue.
        assert_eq!(nearest("#c0392b", "#7a5a00"), Some((1, true)));
        assert_eq!(nearest("#d9433f", "#3f9b4f"), Some((2, true)));
        assert_eq!(nearest("#3f9b4f", "#268bd2"), Some((3, true)));
    }

    #[test]
    fn marks_are_told_apart() {
        // The halo around a mark separates it from whatever is below.
        let marks = common::MARKS.iter().chain([&common::HALO]);
        are_apart(&marks.collect::<Vec<_>>());
        are_apart(&[&common::PAPER, &common::INK]);
        are_apart(&[&common::PAPER, &common::FAINT]);
    }

    #[test]
    fn verdicts_and_lines_of_a_chart_are_told_apart() {
        let [slip, fault, blunder] = chart::VERDICTS.each_ref();
        are_apart(&[slip, fault, blunder, &chart::MAIN, &chart::SECOND]);
        for ground in [&chart::REST, &chart::AREA] {
            are_apart(&[ground, &chart::MAIN]);
            are_apart(&[ground, &chart::SECOND]);
        }
        // Their signs.
        are_apart(&[slip, &chart::ON_SLIP]);
        are_apart(&[fault, &common::PAPER]);
        are_apart(&[blunder, &common::PAPER]);
        // What is good and bad for a player.
        are_apart(&[&chart::HEAT[0], &chart::HEAT[3], &chart::HEAT[6]]);
        are_apart(&[&chart::HEAT[0], &chart::ON_HEAT[0]]);
        are_apart(&[&chart::HEAT[3], &chart::ON_HEAT[1]]);
        are_apart(&[&chart::HEAT[6], &chart::ON_HEAT[0]]);
    }
}
