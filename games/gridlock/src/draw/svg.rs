//! The grid as an SVG document.

use parlour_core::svg::Svg;

use super::layer::Layer;
use super::letter;
use crate::notation::cell_pick;
use crate::rules::{Colour, Grid};

/// The side of a cell, the margin around the board, and the height of a line of
/// text below it.
const SIDE: u64 = 40;
const MARGIN: u64 = 30;
const LINE: u64 = 20;

/// Fill and text colour in an SVG, light enough and dark enough to be read.
fn fill(colour: Colour) -> (&'static str, &'static str) {
    match colour {
        Colour::Red => ("#d9433f", "#ffffff"),
        Colour::Green => ("#3f9b4f", "#ffffff"),
        Colour::Yellow => ("#f2cb3c", "#3a2f00"),
        Colour::Blue => ("#3b6fd4", "#ffffff"),
        Colour::Magenta => ("#b546ad", "#ffffff"),
        Colour::Cyan => ("#4cc3d0", "#00333a"),
    }
}

/// The background of an open cell of a part, or of a dead cell. The letters
/// tell parts apart; the colours only help.
fn tint(part: Option<usize>) -> &'static str {
    const TINTS: [&str; 6] = [
        "#fdf6d8", "#dff0fa", "#e6f5df", "#f8e3ef", "#ece6fa", "#fbe7d6",
    ];
    part.map_or("#d8d3c6", |part| TINTS[part % TINTS.len()])
}

/// The board and what is known of it.
pub(super) fn picture(grid: &Grid, layer: &Layer) -> parlour_core::picture::Scene {
    let size = grid.size();
    // A board without cells is drawn as an empty frame, however long.
    let (columns, rows) = if size.cells() == 0 {
        (1, 1)
    } else {
        (size.width, size.height)
    };
    // A legend may be longer than a narrow board is wide.
    let legend = layer.legend.iter().map(|line| line.len() as u64 * 8).max();
    let width = (columns * SIDE).max(legend.unwrap_or(0));
    let mut svg = Svg::new(
        width + 2 * MARGIN,
        rows * SIDE + 2 * MARGIN + layer.legend.len() as u64 * LINE,
        &format!("Gridlock, {size}, colours {}", grid.palette()),
    );
    svg.element("rect width=\"100%\" height=\"100%\" fill=\"#f4f1ea\"");
    let number = "font-size=\"13\" fill=\"#6b6558\" text-anchor=\"middle\"";
    if size.cells() == 0 {
        svg.text(
            format_args!("x=\"{0}\" y=\"{0}\" {number}", MARGIN + SIDE / 2),
            &size.to_string(),
        );
    } else {
        for x in 0..size.width {
            let middle = MARGIN + x * SIDE + SIDE / 2;
            svg.text(
                format_args!("x=\"{middle}\" y=\"20\" {number}"),
                &x.to_string(),
            );
        }
        for y in 0..size.height {
            let base = MARGIN + y * SIDE + SIDE / 2 + 5;
            svg.text(
                format_args!("x=\"15\" y=\"{base}\" {number}"),
                &y.to_string(),
            );
        }
    }
    for cell in grid.cells() {
        let (x, y) = (MARGIN + cell.x * SIDE, MARGIN + cell.y * SIDE);
        svg.open(&cell_pick(cell));
        let painted = grid.colour(cell);
        let known = layer.text(cell);
        let paint = match (painted, known) {
            (Some(colour), _) => fill(colour).0,
            (None, Some(known)) => tint(known.part),
            (None, None) => "#ffffff",
        };
        svg.element(format_args!(
            "rect x=\"{}\" y=\"{}\" width=\"{2}\" height=\"{2}\" rx=\"5\" \
             fill=\"{paint}\" stroke=\"#cfc8b8\"",
            x + 2,
            y + 2,
            SIDE - 4
        ));
        if let Some(colour) = painted {
            svg.text(
                format_args!(
                    "x=\"{}\" y=\"{}\" font-size=\"18\" font-weight=\"bold\" \
                     text-anchor=\"middle\" fill=\"{}\"",
                    x + SIDE / 2,
                    y + SIDE / 2 + 6,
                    fill(colour).1
                ),
                letter(colour),
            );
        } else if let Some(known) = known {
            svg.text(
                format_args!(
                    "x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\" fill=\"#3a362c\"",
                    x + SIDE / 2,
                    y + SIDE / 2 + 5,
                    // Long texts are written smaller, to stay in the cell.
                    if known.text.len() > 3 { 9 } else { 14 }
                ),
                &known.text,
            );
        }
        svg.close();
    }
    for (line, text) in (1..).zip(&layer.legend) {
        let base = rows * SIDE + 2 * MARGIN + line * LINE - MARGIN / 2;
        svg.text(
            format_args!("x=\"{MARGIN}\" y=\"{base}\" font-size=\"13\" fill=\"#3a362c\""),
            text,
        );
    }
    svg.into_scene()
}
