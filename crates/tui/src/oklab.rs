//! How colours are seen: in OKLab, times 100, equal distances look equally large, and two are just
//! noticeable.

/// Red, green and blue.
pub(crate) type Rgb = [u8; 3];

/// Lightness, and how far a colour is towards red and towards yellow.
pub(crate) fn seen(colour: Rgb) -> [f64; 3] {
    let linear = colour.map(|part| {
        let part = f64::from(part) / 255.0;
        match part <= 0.040_45 {
            true => part / 12.92,
            false => ((part + 0.055) / 1.055).powf(2.4),
        }
    });
    let times =
        |rows: [[f64; 3]; 3], [a, b, c]: [f64; 3]| rows.map(|[x, y, z]| x * a + y * b + z * c);
    let cones = times(
        [
            [0.412_221, 0.536_333, 0.051_446],
            [0.211_903, 0.680_700, 0.107_397],
            [0.088_302, 0.281_719, 0.629_979],
        ],
        linear,
    );
    times(
        [
            [21.045_43, 79.361_78, -0.407_20],
            [197.799_85, -242.859_22, 45.059_37],
            [2.590_40, 78.277_18, -80.867_58],
        ],
        cones.map(f64::cbrt),
    )
}
