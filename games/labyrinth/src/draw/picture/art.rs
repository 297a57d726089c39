//! How things look: hedges and sand, brass and coins.

use std::borrow::Cow;
use std::fmt::Display;

use parlour_core::picture::{Painter, Paints, Swatch, Unit};

use super::super::Scene;
use super::panels::CARD;
use super::{MARGIN, REACH, SIZE, TILE, capital};
use crate::rules::{Colour, Direction, Hand, Kind, Place as Slot, Shape, Treasure, Word};

const GROUND: Swatch = Swatch::new("ground", ["#dccba2", "#3a3323", "#ffffff"]);
const RIM: Swatch = Swatch::new("rim", ["#8d7443", "#5d5038", "#000000"]);
const BED: Swatch = Swatch::new("bed", ["#26331f", "#0d120b", "#000000"]);
const HEDGE: Swatch = Swatch::new("hedge", ["#4e7044", "#31492b", "#1d4a1d"]);
const LEAF: Swatch = Swatch::new("leaf", ["#648855", "#3f5c37", "#2a5c2a"]);
const FIXED: Swatch = Swatch::new("fixed", ["#3c5a36", "#263c22", "#0b2f0b"]);
const FIXED_LEAF: Swatch = Swatch::new("fixed-leaf", ["#4a6b41", "#2f4829", "#123d12"]);
const KERB: Swatch = Swatch::new("kerb", ["#31482a", "#18250f", "#000000"]);
const SAND: Swatch = Swatch::new("sand", ["#d9c48f", "#b09c6e", "#ffffff"]);
/// Paths that can be walked now.
const LIT: Swatch = Swatch::new("lit", ["#fffbe8", "#e6d5a4", "#78cff8"]);
const STEPS: Swatch = Swatch::new("steps", ["#12666f", "#07505a", "#005a9c"]);
pub(super) const COIN: Swatch = Swatch::new("coin", ["#fffaf0", "#efe4c6", "#ffffff"]);
const COIN_RIM: Swatch = Swatch::new("coin-rim", ["#8a6a1f", "#5c4512", "#000000"]);
pub(super) const WANTED: Swatch = Swatch::new("wanted", ["#f7b42c", "#f2a82a", "#ffb000"]);
pub(super) const INK: Swatch = Swatch::new("ink", ["#3a2a06", "#2a1e04", "#000000"]);
const CHALK: Swatch = Swatch::new("chalk", ["#ffffff", "#fff6e4", "#ffffff"]);
/// Numbers on the frame.
pub(super) const FAINT: Swatch = Swatch::new("faint", ["#6e5a30", "#b5a57f", "#000000"]);
const BRASS: Swatch = Swatch::new("brass", ["#d3a135", "#c8973a", "#ffc400"]);
const SHINE: Swatch = Swatch::new("shine", ["#f5d98a", "#e9c576", "#ffe680"]);
const BRASS_RIM: Swatch = Swatch::new("brass-rim", ["#6d4f10", "#3f2d08", "#000000"]);
const YELLOW: Swatch = Swatch::new("yellow", ["#ffd93b", "#ffd93b", "#ffe14d"]);
const RED: Swatch = Swatch::new("red", ["#9c241d", "#a32a22", "#8c0f0a"]);
const BLUE: Swatch = Swatch::new("blue", ["#2f62c0", "#2f62c0", "#1f55c8"]);
const GREEN: Swatch = Swatch::same("green", "#5cb585");

pub(in crate::draw) const SWATCHES: &[Swatch] = &[
    GROUND, RIM, BED, HEDGE, LEAF, FIXED, FIXED_LEAF, KERB, SAND, LIT, STEPS, COIN, COIN_RIM,
    WANTED, INK, CHALK, FAINT, BRASS, SHINE, BRASS_RIM, YELLOW, RED, BLUE, GREEN,
];

/// The pawns; paths, those that can be walked now, and hedges; treasures, and those that a player
/// needs.
pub(in crate::draw) const APART: &[&[Swatch]] = &[
    &[YELLOW, RED, BLUE, GREEN],
    &[SAND, LIT, HEDGE],
    &[SAND, LIT, FIXED],
    &[STEPS, LIT],
    &[COIN, WANTED],
    &[COIN, INK],
    &[WANTED, INK],
];

/// The radius of a pawn.
pub(super) const PAWN: f32 = 13.0;

pub(super) fn paint_of(colour: Colour) -> &'static Swatch {
    match colour {
        Colour::Yellow => &YELLOW,
        Colour::Red => &RED,
        Colour::Blue => &BLUE,
        Colour::Green => &GREEN,
    }
}

/// The path of a tile facing north, around the point (0, 0).
fn way(kind: Kind) -> &'static str {
    match kind {
        Kind::Corner => "M0-31V-18A18 18 0 0 0 18 0H31",
        Kind::Tshape => "M-31 0H31M0-31V-18A18 18 0 0 0 18 0M0-31V-18A18 18 0 0 1-18 0",
        Kind::Line => "M0-31V31",
    }
}

/// The middle of the paths, where people walk.
fn walk(kind: Kind) -> &'static str {
    match kind {
        Kind::Tshape => "M-31 0H31M0-31V-7.75",
        other => way(other),
    }
}

/// What tiles are made of.
pub(super) fn define_tiles(painter: &mut Painter<'_>) {
    let [kerb, sand, brass, rim, coin, coin_rim, wanted, ink] = [
        &KERB, &SAND, &BRASS, &BRASS_RIM, &COIN, &COIN_RIM, &WANTED, &INK,
    ]
    .map(|swatch| painter.paint(swatch));
    let stud = |x: i8, y: i8| format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"3\"/>");
    let studs = format!(
        "<g fill=\"{brass}\" stroke=\"{rim}\">{}{}{}{}</g>",
        stud(-24, -24),
        stud(24, -24),
        stud(-24, 24),
        stud(24, 24)
    );
    for (ground, leaf, studs) in [(&HEDGE, &LEAF, ""), (&FIXED, &FIXED_LEAF, &studs)] {
        let id = painter.id(ground.name);
        let (ground, leaf) = (painter.paint(ground), painter.paint(leaf));
        painter.define(format_args!(
            "<g id=\"{id}\"><rect x=\"-30.5\" y=\"-30.5\" width=\"61\" height=\"61\" rx=\"7\" \
             fill=\"{ground}\"/><path d=\"M-27-12Q-20-9-12-27M12-27Q20-9 27-12M-27 12Q-20 9-12 \
             27M12 27Q20 9 27 12\" stroke=\"{leaf}\" stroke-width=\"5\" fill=\"none\" \
             stroke-linecap=\"round\" stroke-dasharray=\"0 7\"/>{studs}</g>"
        ));
    }
    for kind in Kind::ALL {
        let (path, id) = (way(*kind), painter.id(&format!("way-{}", kind.word())));
        painter.define(format_args!(
            "<g id=\"{id}\" fill=\"none\"><path d=\"{path}\" stroke=\"{kerb}\" \
             stroke-width=\"28\"/><path d=\"{path}\" stroke=\"{sand}\" stroke-width=\"23\"/></g>"
        ));
    }
    let [plain_id, wanted_id] = [COIN.name, WANTED.name].map(|name| painter.id(name));
    painter.define(format_args!(
        "<circle id=\"{plain_id}\" r=\"12\" fill=\"{coin}\" stroke=\"{coin_rim}\" \
         stroke-width=\"2\"/><g id=\"{wanted_id}\" stroke=\"{ink}\"><circle r=\"15\" \
         fill=\"{wanted}\" stroke-width=\"2.6\"/><circle r=\"12\" fill=\"none\" \
         stroke-dasharray=\"2 2\"/></g>"
    ));
}

/// The pawns that play, and the back of a card if one lies face down.
pub(super) fn define_hands(painter: &mut Painter<'_>, scene: &Scene<'_>) {
    let mut hands = scene.view.hands.iter();
    if hands.any(|hand| matches!(hand, Hand::Hidden(_))) {
        define_back(painter);
    }
    for pawn in &scene.view.table.pawns {
        let (id, fill) = (
            painter.id(pawn.colour.word()),
            painter.paint(paint_of(pawn.colour)),
        );
        let (base, rim, ink) = (
            painter.paint(&INK),
            painter.paint(&CHALK),
            letter_ink(painter, pawn.colour),
        );
        painter.define(format_args!(
            "<g id=\"{id}\"><circle cx=\"1\" cy=\"4.5\" r=\"{PAWN}\" fill=\"{base}\" \
             fill-opacity=\".35\"/><circle cy=\"2\" r=\"{PAWN}\" fill=\"{base}\"/><circle \
             r=\"12\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"2\"/><text y=\"5\" \
             font-size=\"14\" font-weight=\"bold\" text-anchor=\"middle\" \
             fill=\"{ink}\">{}</text></g>",
            &capital(pawn.colour)[..1],
        ));
    }
}

/// What only the board has.
pub(super) fn define_board(painter: &mut Painter<'_>, scene: &Scene<'_>) {
    let [shine, brass, brass_rim, ground, rim] =
        [&SHINE, &BRASS, &BRASS_RIM, &GROUND, &RIM].map(|swatch| painter.paint(swatch));
    let [metal, bed] = ["metal", "bed"].map(|name| painter.id(name));
    painter.define(format_args!(
        "<linearGradient id=\"{metal}\" x2=\"1\" y2=\"1\"><stop stop-color=\"{shine}\"/><stop \
         offset=\"1\" stop-color=\"{brass}\"/></linearGradient>\
         <rect id=\"{bed}\" x=\"-31\" y=\"-31\" width=\"{TILE}\" height=\"{TILE}\" \
         fill=\"none\" pointer-events=\"all\"/>"
    ));
    // An arrow that can be picked is tapped anywhere in its part of the margin.
    let along = TILE + 18.0;
    let area = format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{along}\" height=\"{REACH}\" fill=\"none\" \
         pointer-events=\"all\"/>",
        -along / 2.0,
        -MARGIN / 2.0
    );
    let open = format!("fill=\"url(#{metal})\" stroke=\"{brass_rim}\"");
    let closed = format!("fill=\"{ground}\" stroke=\"{rim}\" stroke-dasharray=\"4 3\"");
    for (name, area, paint) in [("open", &*area, open), ("closed", "", closed)] {
        let id = painter.id(name);
        painter.define(format_args!(
            "<g id=\"{id}\">{area}<path d=\"M0 \
             16L-22-13Q-24-17-19-17H19Q24-17 22-13z\" {paint} stroke-width=\"2\" \
             stroke-linejoin=\"round\"/></g>"
        ));
    }
    if !scene.reachable.is_empty() {
        let (lit, steps) = (painter.paint(&LIT), painter.paint(&STEPS));
        for kind in Kind::ALL {
            let id = painter.id(&format!("walk-{}", kind.word()));
            painter.define(format_args!(
                "<g id=\"{id}\" fill=\"none\"><path d=\"{}\" stroke=\"{lit}\" \
                 stroke-width=\"23\"/><path d=\"{}\" stroke=\"{steps}\" stroke-width=\"4\" \
                 stroke-linecap=\"round\" stroke-dasharray=\"0 7.75\"/></g>",
                way(*kind),
                walk(*kind)
            ));
        }
    }
}

/// The frame, and the bed under the tiles.
pub(super) fn frame(painter: &mut Painter<'_>) {
    for (inset, radius, swatch) in [
        (0.0, 22.0, &RIM),
        (3.0, 19.0, &GROUND),
        (MARGIN - 6.0, 12.0, &BED),
    ] {
        let fill = painter.paint(swatch);
        painter.element(format_args!(
            "rect x=\"{inset}\" y=\"{inset}\" width=\"{0}\" height=\"{0}\" rx=\"{radius}\" \
             fill=\"{fill}\"",
            Unit(SIZE - 2.0 * inset)
        ));
    }
}

/// An arrow that points into the board, with its name at the broad end.
pub(super) fn arrow(painter: &mut Painter<'_>, slot: Slot, (x, y): (f32, f32), open: bool) {
    let (id, ink) = match open {
        true => (painter.id("open"), &INK),
        false => (painter.id("closed"), &FAINT),
    };
    let quarters = slot.side() as u16;
    painter.element(format_args!(
        "use href=\"#{id}\" transform=\"translate({} {})rotate({})\"",
        Unit(x),
        Unit(y),
        90 * quarters
    ));
    let (dx, dy) = match slot.side() {
        Direction::North => (0.0, -5.0),
        Direction::South => (0.0, 5.0),
        Direction::East => (4.0, 0.0),
        Direction::West => (-4.0, 0.0),
    };
    name(painter, (x + dx, y + dy), ink, slot);
}

/// The name of a line or an arrow around a point, unless the picture is bare.
pub(super) fn name(
    painter: &mut Painter<'_>,
    (x, y): (f32, f32),
    ink: &Swatch,
    name: impl Display,
) {
    if !painter.look().bare {
        let ink = painter.paint(ink);
        let y = Unit(y + 4.5);
        painter.text(
            format_args!("x=\"{}\" y=\"{y}\" fill=\"{ink}\"", Unit(x)),
            name,
        );
    }
}

/// The whole square of a tile, which receives its taps: only on a page.
pub(super) fn bed(painter: &mut Painter<'_>, (x, y): (f32, f32)) {
    if painter.look().paints != Paints::Variables {
        return;
    }
    let id = painter.id("bed");
    painter.element(format_args!("use href=\"#{id}\" x=\"{x}\" y=\"{y}\""));
}

/// A pawn around a point.
pub(super) fn pawn(painter: &mut Painter<'_>, colour: Colour, (x, y): (f32, f32)) {
    let id = painter.id(colour.word());
    match (x, y) {
        (0.0, 0.0) => painter.element(format_args!("use href=\"#{id}\"")),
        _ => painter.element(format_args!("use href=\"#{id}\" x=\"{x}\" y=\"{y}\"")),
    }
}

/// What a tile shows.
pub(super) struct Face {
    pub(super) shape: Shape,
    pub(super) treasure: Option<Treasure>,
    /// The viewer needs the treasure.
    pub(super) wanted: bool,
    /// The mover can walk here.
    pub(super) reached: bool,
    /// The colour whose start it is.
    pub(super) home: Option<Colour>,
    /// It is fixed.
    pub(super) fixed: bool,
}

impl Face {
    /// A tile that is not on the board.
    pub(super) fn beside(shape: Shape, treasure: Option<Treasure>, wanted: bool) -> Face {
        Face {
            shape,
            treasure,
            wanted,
            reached: false,
            home: None,
            fixed: false,
        }
    }

    /// The tile around the point (0, 0).
    pub(super) fn paint(&self, painter: &mut Painter<'_>) {
        let turn = match self.shape.direction as u16 {
            0 => String::new(),
            quarters => format!(" transform=\"rotate({})\"", 90 * quarters),
        };
        let ground = painter.id(if self.fixed { FIXED.name } else { HEDGE.name });
        let way = painter.id(&format!("way-{}", self.shape.kind.word()));
        painter.element(format_args!("use href=\"#{ground}\""));
        painter.element(format_args!("use href=\"#{way}\"{turn}"));
        if self.reached {
            let id = painter.id(&format!("walk-{}", self.shape.kind.word()));
            painter.element(format_args!("use href=\"#{id}\"{turn}"));
        }
        if let Some(colour) = self.home {
            home(painter, colour);
        }
        if let Some(treasure) = self.treasure {
            coin(painter, treasure, self.wanted);
        }
    }
}

/// A start: a ring of its colour with its letter.
fn home(painter: &mut Painter<'_>, colour: Colour) {
    let (sand, rim, ink) = (
        painter.paint(&SAND),
        painter.paint(paint_of(colour)),
        painter.paint(&INK),
    );
    for (stroke, width) in [(&ink, 7), (&rim, 5)] {
        painter.element(format_args!(
            "circle r=\"17\" fill=\"{sand}\" stroke=\"{stroke}\" stroke-width=\"{width}\""
        ));
    }
    painter.text(
        format_args!("y=\"5.5\" font-size=\"15\" text-anchor=\"middle\" fill=\"{ink}\""),
        &capital(colour)[..1],
    );
}

fn coin(painter: &mut Painter<'_>, treasure: Treasure, wanted: bool) {
    let name = if wanted { WANTED.name } else { COIN.name };
    let (id, ink) = (painter.id(name), painter.paint(&INK));
    painter.element(format_args!("use href=\"#{id}\""));
    painter.text(
        format_args!(
            "y=\"5\" font-size=\"14\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{ink}\""
        ),
        treasure,
    );
}

fn define_back(painter: &mut Painter<'_>) {
    let (width, height) = CARD;
    let [fill, rim, leaf] = [&HEDGE, &BRASS, &LEAF].map(|swatch| painter.paint(swatch));
    let id = painter.id("back");
    painter.define(format_args!(
        "<g id=\"{id}\" stroke-width=\"2\"><rect width=\"{width}\" height=\"{height}\" rx=\"5\" \
         fill=\"{fill}\" stroke=\"{rim}\"/><rect x=\"4\" y=\"4\" width=\"{}\" height=\"{}\" rx=\"3\" \
         fill=\"none\" stroke=\"{leaf}\" stroke-dasharray=\"3 2\"/></g>",
        Unit(width - 8.0),
        Unit(height - 8.0)
    ));
}

/// A card that lies face down.
pub(super) fn back(painter: &mut Painter<'_>, (x, y): (f32, f32)) {
    let id = painter.id("back");
    painter.element(format_args!("use href=\"#{id}\" x=\"{x}\" y=\"{y}\""));
}

/// A card with its number.
pub(super) fn card(
    painter: &mut Painter<'_>,
    (x, y): (f32, f32),
    treasure: Treasure,
    wanted: bool,
) {
    let (width, height) = CARD;
    let fill = if wanted { &WANTED } else { &COIN };
    let [fill, rim, ink] = [fill, &COIN_RIM, &INK].map(|swatch| painter.paint(swatch));
    painter.element(format_args!(
        "rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"5\" \
         fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"1.5\""
    ));
    painter.text(
        format_args!(
            "x=\"{}\" y=\"{}\" font-size=\"16\" font-weight=\"bold\" text-anchor=\"middle\" \
             fill=\"{ink}\"",
            Unit(x + width / 2.0),
            Unit(y + height / 2.0 + 6.0)
        ),
        treasure,
    );
}

/// A tray for tiles.
pub(super) fn tray(painter: &mut Painter<'_>, (width, height): (f32, f32)) {
    for (inset, swatch) in [(0.0, &RIM), (2.0, &GROUND)] {
        let fill = painter.paint(swatch);
        painter.element(format_args!(
            "rect x=\"{inset}\" y=\"{inset}\" width=\"{}\" height=\"{}\" rx=\"{}\" \
             fill=\"{fill}\"",
            Unit(width - 2.0 * inset),
            Unit(height - 2.0 * inset),
            Unit(12.0 - inset)
        ));
    }
}

/// The paint of a letter on a pawn.
fn letter_ink(painter: &Painter<'_>, colour: Colour) -> Cow<'static, str> {
    match colour {
        Colour::Yellow | Colour::Green => painter.paint(&INK),
        Colour::Red | Colour::Blue => painter.paint(&CHALK),
    }
}
