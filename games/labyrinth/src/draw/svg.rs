//! The board as an SVG document.

use std::fmt::Display;

use parlour_core::Pick;
use parlour_core::svg::Svg;

use crate::rules::{Colour, Direction, Hand, SIDE, Shape, Sides, Square, Treasure, Word};

use super::{Scene, capital, card_lines};

/// The side of a tile.
const TILE: u32 = 80;
const MARGIN: u32 = 44;
const BOARD: u32 = SIDE as u32 * TILE;
/// Where the extra tile and the players begin.
const PANEL: u32 = MARGIN + BOARD + MARGIN;
const WIDTH: u32 = PANEL + 250;
const HEIGHT: u32 = BOARD + 2 * MARGIN;

const INK: &str = "#3b2f23";

pub(super) fn draw(scene: &Scene<'_>) -> parlour_core::picture::Scene {
    let mut svg = Svg::new(
        WIDTH.into(),
        HEIGHT.into(),
        &format!("Labyrinth: {}", scene.status()),
    );
    svg.element("rect width=\"100%\" height=\"100%\" fill=\"#f3ead9\"");
    for square in Square::all() {
        on_board(&mut svg, scene, square);
    }
    for side in Direction::ALL {
        for line in 1..=SIDE {
            label(&mut svg, scene, *side, line);
        }
    }
    panel(&mut svg, scene);
    svg.into_scene()
}

fn text(svg: &mut Svg, x: u32, y: u32, size: u32, attributes: &str, content: impl Display) {
    svg.text(
        format_args!("x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{INK}\" {attributes}"),
        &content.to_string(),
    );
}

/// Draws inside a group, if there is something to pick.
fn picked(svg: &mut Svg, pick: Option<Pick>, draw: impl FnOnce(&mut Svg)) {
    if let Some(pick) = &pick {
        svg.open(pick);
    }
    draw(svg);
    if pick.is_some() {
        svg.close();
    }
}

/// A row's or column's name at a side: an insertion place in bold.
fn label(svg: &mut Svg, scene: &Scene<'_>, side: Direction, line: u8) {
    let along = MARGIN + u32::from(line - 1) * TILE + TILE / 2;
    let (x, y) = match side {
        Direction::North => (along, MARGIN - 16),
        Direction::South => (along, HEIGHT - MARGIN + 30),
        Direction::West => (MARGIN - 22, along + 6),
        Direction::East => (MARGIN + BOARD + 22, along + 6),
    };
    let run = scene.label(side, line);
    let weight = if run.pick.is_some() { "bold" } else { "normal" };
    let attributes = format!("text-anchor=\"middle\" font-weight=\"{weight}\"");
    let name = run.text.trim().to_owned();
    picked(svg, run.pick, |svg| text(svg, x, y, 18, &attributes, name));
}

fn on_board(svg: &mut Svg, scene: &Scene<'_>, square: Square) {
    let x = MARGIN + u32::from(square.column() - 1) * TILE;
    let y = MARGIN + u32::from(square.row() - 1) * TILE;
    let tile = scene.view.table.tiles[square.index()];
    picked(svg, scene.square_pick(square), |svg| {
        let reached = scene.reachable.contains(square);
        paint(svg, x, y, tile.shape.sides(), reached);
        if let Some(colour) = scene.home_on(square) {
            let paint = paint_of(colour);
            svg.element(format_args!(
                "circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" stroke=\"{paint}\" stroke-width=\"5\"",
                x + TILE / 2, y + TILE / 2, TILE / 4
            ));
        }
        treasure(svg, x, y, scene, tile.treasure);
        let pawns: Vec<Colour> = scene.pawns_on(square).map(|pawn| pawn.colour).collect();
        for (colour, place) in pawns.iter().zip(0..) {
            pawn(svg, x + 16 + place * 16, y + TILE - 18, *colour);
        }
    });
}

/// A tile with its path.
fn paint(svg: &mut Svg, x: u32, y: u32, sides: Sides, reached: bool) {
    let (ground, way) = if reached {
        ("#7d5a33", "#ffe9a8")
    } else {
        ("#8a6f4e", "#efe3cc")
    };
    svg.element(format_args!(
        "rect x=\"{x}\" y=\"{y}\" width=\"{TILE}\" height=\"{TILE}\" rx=\"4\" fill=\"{ground}\" stroke=\"#f3ead9\""
    ));
    if reached {
        svg.element(format_args!(
            "rect x=\"{}\" y=\"{}\" width=\"{2}\" height=\"{2}\" fill=\"none\" stroke=\"#ffe9a8\" \
             stroke-width=\"3\" stroke-dasharray=\"6 4\"",
            x + 4,
            y + 4,
            TILE - 8
        ));
    }
    let (middle, broad) = (TILE / 2, TILE / 3);
    let thin = middle - broad / 2;
    let mut stretch = |left: u32, top: u32, width: u32, height: u32| {
        svg.element(format_args!(
            "rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\" fill=\"{way}\"",
            x + left,
            y + top
        ));
    };
    stretch(thin, thin, broad, broad);
    for side in Direction::ALL.iter().filter(|side| sides.contains(**side)) {
        match side {
            Direction::North => stretch(thin, 0, broad, middle),
            Direction::East => stretch(middle, thin, middle, broad),
            Direction::South => stretch(thin, middle, broad, middle),
            Direction::West => stretch(0, thin, middle, broad),
        }
    }
}

fn treasure(svg: &mut Svg, x: u32, y: u32, scene: &Scene<'_>, treasure: Option<Treasure>) {
    let Some(number) = treasure else { return };
    let (fill, rim) = if scene.is_wanted(treasure) {
        ("#ffd34d", 4)
    } else {
        ("#fffaf0", 1)
    };
    let (x, y) = (x + TILE / 2, y + TILE / 2);
    svg.element(format_args!(
        "circle cx=\"{x}\" cy=\"{y}\" r=\"14\" fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"{rim}\""
    ));
    let attributes = "text-anchor=\"middle\" font-weight=\"bold\"";
    text(svg, x, y + 6, 16, attributes, number);
}

fn paint_of(colour: Colour) -> &'static str {
    match colour {
        Colour::Yellow => "#e0b000",
        Colour::Red => "#c0392b",
        Colour::Blue => "#2c6fbb",
        Colour::Green => "#2e8b57",
    }
}

fn pawn(svg: &mut Svg, x: u32, y: u32, colour: Colour) {
    let paint = paint_of(colour);
    svg.element(format_args!(
        "circle cx=\"{x}\" cy=\"{y}\" r=\"11\" fill=\"{paint}\" stroke=\"#ffffff\" stroke-width=\"2\""
    ));
    let letter = &capital(colour)[..1];
    svg.text(
        format_args!(
            "x=\"{x}\" y=\"{}\" font-size=\"13\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"#ffffff\"",
            y + 5
        ),
        letter,
    );
}

/// The extra tile, the players, and the cards that may be seen.
fn panel(svg: &mut Svg, scene: &Scene<'_>) {
    let table = &scene.view.table;
    let x = PANEL + 10;
    text(
        svg,
        x,
        MARGIN,
        18,
        "font-weight=\"bold\"",
        "Extra tile, to the north",
    );
    let shape = Shape {
        kind: table.extra.kind,
        direction: Direction::North,
    };
    paint(svg, x, MARGIN + 14, shape.sides(), false);
    treasure(svg, x, MARGIN + 14, scene, table.extra.treasure);
    if !scene.places.is_empty() {
        for (direction, line) in shape.kind.directions().iter().zip(0..) {
            let pick = Pick::new(direction.word());
            picked(svg, Some(pick), |svg| {
                text(
                    svg,
                    x + TILE + 16,
                    MARGIN + 30 + line * 20,
                    16,
                    "",
                    direction.word(),
                );
            });
        }
    }
    let mut y = MARGIN + TILE + 50;
    text(svg, x, y, 20, "font-weight=\"bold\"", scene.status());
    for (seat, hand) in table.pawns.iter().zip(&scene.view.hands) {
        y += 36;
        pawn(svg, x + 12, y - 5, seat.colour);
        let line = format!(
            "{}, {}, cards: {}",
            seat.colour.word(),
            seat.control.word(),
            hand.count()
        );
        text(svg, x + 32, y, 16, "", line);
        if let Hand::Seen(cards) = hand {
            for line in card_lines(cards) {
                y += 22;
                text(svg, x + 32, y, 15, "", line.trim());
            }
        }
    }
}
