//! Enamel tiles: every colour also has a pattern and a letter.

use parlour_core::picture::{Painter, Swatch, Unit, common};

use super::Layout;
use crate::draw::letter;
use crate::rules::{Colour, Palette};

pub(super) const SHADOW: Swatch = Swatch::same("shadow", "#000000");
pub(super) const GLOSS: Swatch = Swatch::same("gloss", "#ffffff");

/// How a colour is painted. The colours were found by a search for those that are easiest to tell
/// apart with any colour vision, among all that deserve their names.
pub(super) struct Enamel {
    pub(super) colour: Colour,
    pub(super) body: Swatch,
    pub(super) letter: Swatch,
    /// One tile of its pattern for a cell of 60, with its width and height.
    pattern: (&'static str, u8, u8),
}

const WHITE: &str = "#ffffff";
const DARK: &str = "#14110c";

/// In the order of [`Colour::ALL`].
pub(super) const ALL: [Enamel; 6] = [
    Enamel {
        colour: Colour::Red,
        body: Swatch::new("red", ["#760e1c", "#b84a36", "#7a0010"]),
        letter: Swatch::same("red-letter", WHITE),
        pattern: ("M-2 2l4-4M0 10L10 0M8 12l4-4", 10, 10),
    },
    Enamel {
        colour: Colour::Green,
        body: Swatch::new("green", ["#2a8220", "#6abf6a", "#1f8210"]),
        letter: Swatch::new("green-letter", [WHITE, DARK, WHITE]),
        pattern: ("M3 3h.1M8 8h.1", 10, 10),
    },
    Enamel {
        colour: Colour::Yellow,
        body: Swatch::new("yellow", ["#f6c23e", "#fce860", "#f7c32e"]),
        letter: Swatch::same("yellow-letter", DARK),
        pattern: ("M0 5q4-5 8 0t8 0", 16, 10),
    },
    Enamel {
        colour: Colour::Blue,
        body: Swatch::new("blue", ["#10207a", "#2f57bd", "#06127d"]),
        letter: Swatch::same("blue-letter", WHITE),
        pattern: ("M-2 8l4 4M0 0l10 10M8-2l4 4", 10, 10),
    },
    Enamel {
        colour: Colour::Magenta,
        body: Swatch::new("magenta", ["#b0389f", "#ea6fe0", "#b032a4"]),
        letter: Swatch::new("magenta-letter", [WHITE, DARK, WHITE]),
        pattern: ("M0 0l12 12M12 0L0 12", 12, 12),
    },
    Enamel {
        colour: Colour::Cyan,
        body: Swatch::new("cyan", ["#4fcaf7", "#5ef3fa", "#40ccff"]),
        letter: Swatch::same("cyan-letter", DARK),
        pattern: ("M2 6a4 4 0 1 1 8 0a4 4 0 1 1-8 0", 12, 12),
    },
];

impl Enamel {
    pub(super) fn of(colour: Colour) -> &'static Enamel {
        &ALL[colour as usize]
    }
}

/// The patterns of a game's colours.
pub(super) fn define(painter: &mut Painter<'_>, palette: Palette, side: f32) {
    for enamel in palette.iter().map(Enamel::of) {
        let (id, ink) = (
            painter.id(enamel.colour.word()),
            painter.paint(&enamel.letter),
        );
        let (path, width, height) = enamel.pattern;
        painter.define(format_args!(
            "<pattern id=\"{id}\" width=\"{width}\" height=\"{height}\" \
             patternUnits=\"userSpaceOnUse\" patternTransform=\"scale({})\">\
             <path d=\"{path}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"2\" \
             stroke-opacity=\".2\" stroke-linecap=\"round\"/></pattern>",
            Unit(side / 60.0)
        ));
    }
}

/// A shape in a colour, with its pattern if that is visible.
fn paint_shape(painter: &mut Painter<'_>, layout: Layout, enamel: &Enamel, shape: &str) {
    let body = painter.paint(&enamel.body);
    painter.element(format_args!("{shape} fill=\"{body}\""));
    if layout.in_detail {
        let pattern = painter.id(enamel.colour.word());
        painter.element(format_args!("{shape} fill=\"url(#{pattern})\""));
    }
}

/// A tile around the point (0, 0).
pub(super) fn paint_tile(painter: &mut Painter<'_>, layout: Layout, enamel: &Enamel) {
    let (side, half, corner) = (layout.side, layout.half(), layout.corner());
    let tile = |down: f32| {
        format!(
            "rect x=\"-{0}\" y=\"-{1}\" width=\"{2}\" height=\"{2}\" rx=\"{3}\"",
            Unit(half),
            Unit(half - down),
            Unit(2.0 * half),
            Unit(corner)
        )
    };
    if layout.in_detail {
        let shadow = painter.paint(&SHADOW);
        painter.element(format_args!(
            "{} fill=\"{shadow}\" fill-opacity=\".3\"",
            tile(side * 0.035)
        ));
    }
    paint_shape(painter, layout, enamel, &tile(0.0));
    if layout.in_detail {
        // Light falls on its upper edge.
        let gloss = painter.paint(&GLOSS);
        painter.element(format_args!(
            "path d=\"M-{0}-{1}h{2}\" stroke=\"{gloss}\" stroke-width=\"{3}\" \
             stroke-opacity=\".45\" stroke-linecap=\"round\"",
            Unit(half - corner),
            Unit(half - side * 0.06),
            Unit(2.0 * (half - corner)),
            Unit(side * 0.045),
        ));
    }
    write_letter(painter, enamel, side * 0.46);
}

/// A round sample of a colour around the point (0, 0).
pub(super) fn paint_sample(
    painter: &mut Painter<'_>,
    layout: Layout,
    enamel: &Enamel,
    radius: f32,
) {
    let (shadow, rim) = (painter.paint(&SHADOW), painter.common(&common::PANEL));
    painter.element(format_args!(
        "circle cy=\"{}\" r=\"{}\" fill=\"{shadow}\" fill-opacity=\".35\"",
        Unit(radius * 0.08),
        Unit(radius)
    ));
    painter.element(format_args!("circle r=\"{}\" fill=\"{rim}\"", Unit(radius)));
    let shape = format!("circle r=\"{}\"", Unit(radius * 0.88));
    paint_shape(painter, layout, enamel, &shape);
    write_letter(painter, enamel, radius * 0.95);
}

fn write_letter(painter: &mut Painter<'_>, enamel: &Enamel, size: f32) {
    let ink = painter.paint(&enamel.letter);
    painter.text(
        format_args!(
            "y=\"{}\" font-size=\"{}\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{ink}\"",
            Unit(size * 0.365),
            Unit(size)
        ),
        letter(enamel.colour),
    );
}
