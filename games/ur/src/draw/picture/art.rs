//! How things look: shell, lapis and carnelian, set in bitumen.

use parlour_core::picture::{Painter, Paints, Swatch, Unit, common};

use super::{MARGIN, PIECE, SIDE, SIZE, dice, left, top};
use crate::rules::{Player, Square};

/// The rim of the board, and the numbers.
pub(super) const RIM: Swatch = Swatch::new("rim", ["#15100c", "#0b0806", "#000000"]);
const BITUMEN: Swatch = Swatch::new("bitumen", ["#2f241c", "#241c16", "#000000"]);
pub(super) const SHELL: Swatch = Swatch::new("shell", ["#f7efdd", "#d9cbaa", "#ffffff"]);
const SHADE: Swatch = Swatch::new("shade", ["#e6d7b6", "#bfae88", "#ffffff"]);
const LAPIS: Swatch = Swatch::new("lapis", ["#1f4e8c", "#245597", "#0033a0"]);
const CARNELIAN: Swatch = Swatch::new("carnelian", ["#b23a26", "#a63a28", "#c00000"]);
pub(super) const BRASS: Swatch = Swatch::new("brass", ["#dca83e", "#c8973a", "#ffd21f"]);
const CEDAR: Swatch = Swatch::new("cedar", ["#6b4a2c", "#4a3421", "#1c1c1c"]);
const HOLLOW: Swatch = Swatch::new("hollow", ["#543820", "#38271a", "#000000"]);
/// Words on cedar.
pub(super) const CREAM: Swatch = Swatch::new("cream", ["#f6ead0", "#e6d6b2", "#ffffff"]);
const RED: Piece = Piece {
    light: Swatch::new("red-light", ["#8f2a1d", "#881f1a", "#a80000"]),
    body: Swatch::new("red", ["#6d1b10", "#61100c", "#8a0000"]),
    side: Swatch::new("red-side", ["#4f130b", "#430b07", "#5c0000"]),
    rim: Swatch::new("red-rim", ["#33100a", "#260604", "#000000"]),
    pip: Swatch::new("red-pip", ["#f8e3d2", "#f3d9c6", "#ffffff"]),
};
const GREEN: Piece = Piece {
    light: Swatch::new("green-light", ["#58a47e", "#3e9269", "#56e696"]),
    body: Swatch::new("green", ["#408662", "#337655", "#2f8957"]),
    side: Swatch::new("green-side", ["#2c6247", "#20543c", "#0a5a30"]),
    rim: Swatch::new("green-rim", ["#1f5237", "#173f2a", "#000000"]),
    pip: Swatch::new("green-pip", ["#0f2f1f", "#0a2315", "#000000"]),
};
pub(in crate::draw) const SWATCHES: &[Swatch] = &[
    RIM,
    BITUMEN,
    SHELL,
    SHADE,
    LAPIS,
    CARNELIAN,
    BRASS,
    CEDAR,
    HOLLOW,
    CREAM,
    RED.light,
    RED.body,
    RED.side,
    RED.rim,
    RED.pip,
    GREEN.light,
    GREEN.body,
    GREEN.side,
    GREEN.rim,
    GREEN.pip,
    dice::FACES[0],
    dice::FACES[1],
    dice::FACES[2],
];

/// A player's pieces, the other's, and the plaques that they stand on, whose edge lies in the
/// shade; the number of dots tells pieces apart, too.
pub(in crate::draw) const APART: &[&[Swatch]] = &[
    &[RED.light, GREEN.light, SHELL],
    &[RED.body, GREEN.body, SHELL],
    &[RED.body, RED.pip],
    &[GREEN.body, GREEN.pip],
    &[LAPIS, SHELL],
    &[CARNELIAN, SHELL],
    &[CREAM, CEDAR],
];

/// The colours of a player's pieces.
struct Piece {
    light: Swatch,
    body: Swatch,
    side: Swatch,
    rim: Swatch,
    pip: Swatch,
}

impl Piece {
    fn of(player: Player) -> &'static Piece {
        match player {
            Player::Red => &RED,
            Player::Green => &GREEN,
        }
    }
}

/// The inlay of a square, as on the board of the British Museum: five squares each with a rosette,
/// with eyes, and with ringed dots, and five with other dots.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Inlay {
    Rosette,
    Eyes,
    Rings,
    Quarters,
    Teeth,
}

impl Inlay {
    const ALL: [Inlay; 5] = [
        Inlay::Rosette,
        Inlay::Eyes,
        Inlay::Rings,
        Inlay::Quarters,
        Inlay::Teeth,
    ];

    pub(super) fn of(square: Square) -> Inlay {
        match square.number() {
            4 | 8 | 14 => Inlay::Rosette,
            1 | 3 | 10 => Inlay::Eyes,
            2 | 6 | 9 | 11 => Inlay::Rings,
            13 => Inlay::Teeth,
            _ => Inlay::Quarters,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Inlay::Rosette => "rosette",
            Inlay::Eyes => "eyes",
            Inlay::Rings => "rings",
            Inlay::Quarters => "quarters",
            Inlay::Teeth => "teeth",
        }
    }

    pub(super) fn paint(self, painter: &mut Painter<'_>, x: f32, y: f32) {
        let id = painter.id(self.name());
        painter.element(format_args!(
            "use href=\"#{id}\" x=\"{}\" y=\"{}\"",
            Unit(x),
            Unit(y)
        ));
    }

    /// Its elements around the point (0, 0). They leave the corner of the number free. Similar
    /// shapes share one path: the fewer paths, the faster a picture is drawn.
    fn elements(self, painter: &Painter<'_>) -> String {
        let [shell, lapis, carnelian] =
            [&SHELL, &LAPIS, &CARNELIAN].map(|swatch| painter.paint(swatch));
        match self {
            Inlay::Rosette => {
                let petals = |turns: [f32; 4]| turns.map(petal).concat();
                format!(
                    "<g stroke=\"{shell}\"><path d=\"{}\" fill=\"{lapis}\"/><path d=\"{}\" \
                     fill=\"{carnelian}\"/><circle r=\"5.5\" fill=\"{shell}\" \
                     stroke=\"{carnelian}\" stroke-width=\"2\"/>\
                     <circle r=\"2\" fill=\"{lapis}\" stroke=\"none\"/></g>",
                    petals([0.0, 90.0, 180.0, 270.0]),
                    petals([45.0, 135.0, 225.0, 315.0]),
                )
            }
            Inlay::Eyes => {
                let centres = four(13.2, 11.5);
                let eye = |(x, y): (f32, f32)| {
                    format!("M{} {y}q11.5-15 23 0q-11.5 15-23 0z", Unit(x - 11.5))
                };
                format!(
                    "<path d=\"M-28 0H28\" stroke=\"{lapis}\" stroke-width=\"1.4\"/>\
                     <path d=\"{}\" fill=\"{shell}\" stroke=\"{lapis}\" stroke-width=\"2.6\"/>{}{}",
                    centres.map(eye).concat(),
                    dots(&centres, 4.6, &carnelian),
                    dots(&centres, 1.7, &shell),
                )
            }
            Inlay::Rings => {
                let centres = five((0.0, 0.0), 13.0);
                let rings = [(6.2, lapis), (3.8, shell), (2.2, carnelian)];
                rings
                    .map(|(radius, paint)| dots(&centres, radius, &paint))
                    .concat()
            }
            Inlay::Quarters => {
                let fives = |[a, b]: [(f32, f32); 2], paint: &str| {
                    dots(&[five(a, 5.5), five(b, 5.5)].concat(), 2.0, paint)
                };
                format!(
                    "<path d=\"M0-22V22M-22 0H22\" stroke=\"{lapis}\" stroke-width=\"2\"/>{}{}",
                    fives([(-11.0, -11.0), (11.0, 11.0)], &lapis),
                    fives([(11.0, -11.0), (-11.0, 11.0)], &carnelian),
                )
            }
            Inlay::Teeth => {
                let tooth = |i: i8| {
                    let at = 7 * i - 21;
                    format!(
                        "M{at}-21l3.5 6 3.5-6zM{at} 21l3.5-6 3.5 6zM-21 {at}l6 3.5-6 3.5zM21 {at}l-6 3.5 6 3.5z"
                    )
                };
                let teeth: String = (0..6).map(tooth).collect();
                format!(
                    "<path d=\"{teeth}\" fill=\"{lapis}\"/>{}",
                    dots(&five((0.0, 0.0), 5.5), 2.0, &carnelian)
                )
            }
        }
    }
}

/// The path of a petal that points upwards, turned by this many degrees.
fn petal(turn: f32) -> String {
    let (sin, cos) = turn.to_radians().sin_cos();
    let [tip, heart, a, b, c, d] = [
        (0.0, -25.0),
        (0.0, -5.0),
        (-8.0, -12.0),
        (-7.0, -19.0),
        (7.0, -19.0),
        (8.0, -12.0),
    ]
    .map(|(x, y)| format!("{} {}", Unit(x * cos - y * sin), Unit(x * sin + y * cos)));
    format!("M{heart}C{a} {b} {tip}C{c} {d} {heart}z")
}

/// Four points around (0, 0).
fn four(x: f32, y: f32) -> [(f32, f32); 4] {
    [(-x, -y), (x, -y), (-x, y), (x, y)]
}

/// A point and four around it.
fn five((x, y): (f32, f32), apart: f32) -> [(f32, f32); 5] {
    let [a, b, c, d] = four(apart, apart).map(|(right, down)| (x + right, y + down));
    [(x, y), a, b, c, d]
}

/// What is painted more than once on the board.
pub(super) fn define(painter: &mut Painter<'_>) {
    let [shell, shade, lapis] = [&SHELL, &SHADE, &LAPIS].map(|swatch| painter.paint(swatch));
    let plaque = painter.id("plaque");
    // On a page, the seams between two plaques can be tapped, too.
    let seam = match painter.look().paints {
        Paints::Variables => format!(
            "<rect x=\"-{0}\" y=\"-{0}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"none\" \
             pointer-events=\"all\"/>",
            SIDE / 2.0
        ),
        Paints::Fixed(_) => String::new(),
    };
    // A plaque is bevelled: its lower and right edges are in the shade.
    painter.define(format_args!(
        "<g id=\"{plaque}\"><rect x=\"-30\" y=\"-30\" width=\"60\" height=\"60\" rx=\"3\" \
         fill=\"{shade}\"/><rect x=\"-30\" y=\"-30\" width=\"58\" height=\"58\" rx=\"3\" \
         fill=\"{shell}\" fill-opacity=\".5\"/><rect x=\"-28\" y=\"-28\" width=\"56\" height=\"56\" rx=\"1\" \
         fill=\"none\" stroke=\"{lapis}\" stroke-width=\"1.4\"/>{seam}</g>"
    ));
    for inlay in Inlay::ALL {
        let (id, elements) = (painter.id(inlay.name()), inlay.elements(painter));
        painter.define(format_args!(
            "<g id=\"{id}\"><use href=\"#{plaque}\"/>{elements}</g>"
        ));
    }
    for player in Player::ALL {
        define_piece(painter, player);
    }
    if !painter.look().can.is_empty() {
        let (id, halo, can) = (
            painter.id("can"),
            painter.common(&common::HALO),
            painter.common(&common::CAN),
        );
        painter.define(format_args!(
            "<g id=\"{id}\" fill=\"none\"><circle r=\"22.5\" stroke=\"{halo}\" \
             stroke-width=\"4.6\" stroke-opacity=\".8\"/><circle r=\"22.5\" stroke=\"{can}\" \
             stroke-width=\"3.2\" stroke-dasharray=\"7 5\"/></g>"
        ));
    }
}

/// A disc, seen a little from the side; red ones have five dots and green ones three.
fn define_piece(painter: &mut Painter<'_>, player: Player) {
    let piece = Piece::of(player);
    let [light, body, side, rim, pip] = [
        &piece.light,
        &piece.body,
        &piece.side,
        &piece.rim,
        &piece.pip,
    ]
    .map(|swatch| painter.paint(swatch));
    let pips: &[(f32, f32)] = match player {
        Player::Red => &five((0.0, 0.0), 7.5),
        Player::Green => &[(0.0, -7.5), (-7.0, 5.0), (7.0, 5.0)],
    };
    let (id, gradient) = (painter.id(player.word()), painter.id(piece.light.name));
    painter.define(format_args!(
        "<radialGradient id=\"{gradient}\" cx=\".35\" cy=\".3\" r=\".8\">\
         <stop stop-color=\"{light}\"/><stop offset=\"1\" stop-color=\"{body}\"/></radialGradient>\
         <g id=\"{id}\" stroke=\"{rim}\"><circle r=\"{PIECE}\" cy=\"3.2\" fill=\"{side}\"/>\
         <circle r=\"{PIECE}\" fill=\"url(#{gradient})\"/>\
         <circle r=\"15\" fill=\"none\" stroke=\"{pip}\" stroke-opacity=\".6\"/>\
         {}</g>",
        dots(pips, 2.9, &pip),
    ));
}

/// Dots of that radius: round ends of lines that are too short to see, which is the shortest way to
/// write them.
fn dots(centres: &[(f32, f32)], radius: f32, paint: &str) -> String {
    let dot = |(x, y): &(f32, f32)| format!("M{x} {y}h.01");
    let path: String = centres.iter().map(dot).collect();
    format!(
        "<path d=\"{path}\" stroke=\"{paint}\" stroke-width=\"{}\" stroke-linecap=\"round\"/>",
        Unit(2.0 * radius)
    )
}

/// A piece around the point (0, 0), with a dashed ring if it can move.
pub(super) fn piece(painter: &mut Painter<'_>, player: Player, can_move: bool) {
    let (id, ring) = (painter.id(player.word()), painter.id("can"));
    painter.element(format_args!("use href=\"#{id}\""));
    if can_move {
        painter.element(format_args!("use href=\"#{ring}\""));
    }
}

/// A piece in a stack that is not the uppermost.
pub(super) fn lower_piece(painter: &mut Painter<'_>, player: Player, (x, y): (f32, f32)) {
    let id = painter.id(player.word());
    painter.element(format_args!(
        "use href=\"#{id}\" x=\"{}\" y=\"{}\"",
        Unit(x),
        Unit(y)
    ));
}

/// The number of a square, in the corner that inlays and pieces leave free.
pub(super) fn number(painter: &mut Painter<'_>, (x, y): (f32, f32), square: Square) {
    let (ink, halo) = (painter.paint(&RIM), painter.paint(&SHELL));
    painter.text(
        format_args!(
            "x=\"{}\" y=\"{}\" font-size=\"11.5\" font-weight=\"bold\" fill=\"{ink}\" \
             stroke=\"{halo}\" stroke-width=\"3\" paint-order=\"stroke\"",
            Unit(x - 26.8),
            Unit(y - 18.2)
        ),
        square,
    );
}

/// A tray of cedar with an inlaid line of brass.
pub(super) fn tray(painter: &mut Painter<'_>, (x, y): (f32, f32), (width, height): (f32, f32)) {
    const LINE: f32 = 2.0;
    let [rim, cedar, brass] = [&RIM, &CEDAR, &BRASS].map(|swatch| painter.paint(swatch));
    for (inset, paint) in [
        (0.0, format!("fill=\"{rim}\"")),
        (LINE, format!("fill=\"{cedar}\" stroke=\"{brass}\"")),
    ] {
        painter.element(format_args!(
            "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" {paint}",
            Unit(x + inset),
            Unit(y + inset),
            Unit(width - 2.0 * inset),
            Unit(height - 2.0 * inset),
            Unit(13.0 - inset),
        ));
    }
}

/// How far a dish is from the edge of the picture, how high it is, and how far it reaches under the
/// board, so that no round corner shows.
const DISH: (f32, f32) = (3.0, MARGIN.1 + SIDE - 12.0);
const UNDER: f32 = 14.0;

/// The upper edge of the dish in the notch above or below the bridge.
fn dish_top(row: u8) -> f32 {
    match row {
        0 => DISH.0,
        _ => SIZE.1 - DISH.0 - DISH.1,
    }
}

/// The dish in the notch above or below the bridge.
pub(super) fn dish(painter: &mut Painter<'_>, row: u8) {
    let top = match row {
        0 => dish_top(row),
        _ => dish_top(row) - UNDER,
    };
    let size = (2.0 * SIDE - 20.0, DISH.1 + UNDER);
    tray(painter, (left(4) + 10.0, top), size);
}

/// The hollow that a stack stands in; all of the dish around it can be tapped.
pub(super) fn hollow(painter: &mut Painter<'_>, (x, y): (f32, f32), row: u8) {
    let hollow = painter.paint(&HOLLOW);
    painter.element(format_args!(
        "rect x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{}\" fill=\"none\" \
         pointer-events=\"all\"",
        Unit(x - SIDE / 2.0),
        Unit(dish_top(row)),
        Unit(DISH.1)
    ));
    painter.element(format_args!(
        "circle cx=\"{}\" cy=\"{}\" r=\"{PIECE}\" fill=\"{hollow}\"",
        Unit(x),
        Unit(y)
    ));
}

/// The board: two blocks and a bridge, in bitumen with a string of shell beads and a strip of
/// lapis.
pub(super) fn body(painter: &mut Painter<'_>) {
    let [rim, bitumen, shell, lapis] =
        [&RIM, &BITUMEN, &SHELL, &LAPIS].map(|swatch| painter.paint(swatch));
    // Bands that leave the inside free, which need only be filled once.
    let band = |paint: &str| {
        format!("fill=\"none\" stroke=\"{paint}\" stroke-width=\"8\" stroke-linejoin=\"round\"")
    };
    let shadow = format!(
        "{} stroke-opacity=\".25\" transform=\"translate(0 4)\"",
        band(&rim)
    );
    let ground = format!(
        "fill=\"{bitumen}\" stroke=\"{bitumen}\" stroke-width=\"8\" stroke-linejoin=\"round\""
    );
    let beads = format!(
        "fill=\"none\" stroke=\"{shell}\" stroke-width=\"2.6\" stroke-linecap=\"round\" \
         stroke-dasharray=\"0 8\""
    );
    for (grow, attributes) in [
        (10.0, shadow),
        (10.0, band(&rim)),
        (7.5, ground),
        (9.0, beads),
        (-0.5, band(&lapis)),
        (-3.0, band(&bitumen)),
    ] {
        painter.element(format_args!("path d=\"{}\" {attributes}", outline(grow)));
    }
}

/// The outline of all squares, grown by this much.
fn outline(grow: f32) -> String {
    let [a, b, c, d] = [
        MARGIN.0 - grow,
        left(4) + grow,
        left(6) - grow,
        left(8) + grow,
    ]
    .map(Unit);
    let [e, f, g, h] = [MARGIN.1 - grow, top(1) - grow, top(2) + grow, top(3) + grow].map(Unit);
    format!("M{a} {e}H{b}V{f}H{c}V{e}H{d}V{h}H{c}V{g}H{b}V{h}H{a}z")
}

/// The path of the pieces: an arrowhead on every border that they cross.
pub(super) fn way(painter: &mut Painter<'_>) {
    let half = SIDE / 2.0 - 6.0;
    let mut path = String::new();
    let mut head = |x: f32, y: f32, shape: &str| {
        path.push_str(&format!("M{} {}{shape}", Unit(x), Unit(y)));
    };
    for column in 1..8 {
        head(left(column) - 3.0, top(1) + half, "l6 6-6 6");
    }
    for row in [0, 2] {
        for column in [1, 2, 3, 4, 6, 7] {
            head(left(column) + 3.0, top(row) + half, "l-6 6 6 6");
        }
    }
    for (column, row, shape) in [
        (0, 1, "l6 6 6-6"),
        (0, 2, "l6-6 6 6"),
        (7, 1, "l6-6 6 6"),
        (7, 2, "l6 6 6-6"),
    ] {
        let down = if shape.starts_with("l6-") { 3.0 } else { -3.0 };
        head(left(column) + half, top(row) + down, shape);
    }
    let brass = painter.paint(&BRASS);
    painter.element(format_args!(
        "path d=\"{path}\" fill=\"none\" stroke=\"{brass}\" stroke-width=\"3.2\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\" pointer-events=\"none\""
    ));
}
