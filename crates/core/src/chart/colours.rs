//! The colours of charts.

use crate::picture::{Swatch, common};
use crate::review::Verdict;

/// The main line or bar.
pub const MAIN: Swatch = Swatch::new("chart-main", ["#1f5f8b", "#6fb3e0", "#003c71"]);
/// The area below a line.
pub const AREA: Swatch = Swatch::new("chart-area", ["#a9c8de", "#27465c", "#b9d3ea"]);
/// The rest of the plot area.
pub const REST: Swatch = Swatch::new("chart-rest", ["#f0e6d2", "#20241f", "#ffffff"]);
/// Grid lines.
pub const RULE: Swatch = Swatch::new("chart-rule", ["#ded6c8", "#39403a", "#a0a0a0"]);
/// A second line or bar.
pub const SECOND: Swatch = Swatch::new("chart-second", ["#a975ec", "#865ac1", "#8f3ef8"]);
/// An inaccuracy, a mistake and a blunder: the worse, the darker, because hues alone look alike to
/// many people.
pub const VERDICTS: [Swatch; 3] = [
    Swatch::new("slip", ["#f7b726", "#fbeeb0", "#dd9c17"]),
    Swatch::new("fault", ["#ca4e05", "#f59a41", "#c24008"]),
    Swatch::new("blunder", ["#71261c", "#d43b26", "#740c05"]),
];
/// The sign of an inaccuracy. Those of the others have the colour of paper.
pub const ON_SLIP: Swatch = Swatch::same("on-slip", "#14110c");
/// Cells of a heat map, from low to high.
pub const HEAT: [Swatch; 7] = [
    Swatch::new("heat-0", ["#8c3b2a", "#c9694f", "#7a1500"]),
    Swatch::new("heat-1", ["#c47a5e", "#96533f", "#c46a50"]),
    Swatch::new("heat-2", ["#ecc9b3", "#5f3c30", "#efc8b8"]),
    Swatch::new("heat-3", ["#f3efe6", "#2b302c", "#ffffff"]),
    Swatch::new("heat-4", ["#b9d3e2", "#2c4a5e", "#bcd6ea"]),
    Swatch::new("heat-5", ["#6ea1c2", "#3f7ba0", "#5c9ccb"]),
    Swatch::new("heat-6", ["#2a6490", "#74b4dd", "#00508c"]),
];
/// Text on the ends of the heat map, and in its middle.
pub const ON_HEAT: [Swatch; 2] = [
    Swatch::new("on-heat-end", ["#ffffff", "#10120f", "#ffffff"]),
    Swatch::new("on-heat", ["#2b241b", "#efe6d6", "#000000"]),
];

/// All of them, for stylesheets.
pub(crate) const SWATCHES: &[Swatch] = &[
    MAIN,
    AREA,
    REST,
    RULE,
    SECOND,
    VERDICTS[0],
    VERDICTS[1],
    VERDICTS[2],
    ON_SLIP,
    HEAT[0],
    HEAT[1],
    HEAT[2],
    HEAT[3],
    HEAT[4],
    HEAT[5],
    HEAT[6],
    ON_HEAT[0],
    ON_HEAT[1],
];

/// The colour of a bad move, and that of its sign; `None` for other moves.
#[must_use]
pub fn verdict_paint(verdict: Verdict) -> Option<[&'static Swatch; 2]> {
    match verdict {
        Verdict::Forced | Verdict::Best | Verdict::Good => None,
        Verdict::Inaccuracy => Some([&VERDICTS[0], &ON_SLIP]),
        Verdict::Mistake => Some([&VERDICTS[1], &common::PAPER]),
        Verdict::Blunder => Some([&VERDICTS[2], &common::PAPER]),
    }
}
