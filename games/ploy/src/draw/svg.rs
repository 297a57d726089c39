//! The board as SVG.

use parlour_core::svg::Svg;

use crate::notation::{square_pick, write_board};
use crate::rules::{Piece, Player, Ploy, Pos, SIDE};

/// The side of a square.
const SQUARE: i32 = 60;
const MARGIN: i32 = 30;
/// From the middle of a piece to its rim, and to the ends of its lines.
const RIM: i32 = 19;
const REACH: f64 = 28.0;

/// The colours of a piece: its disc, its rim and lines.
fn colours(player: Player) -> (&'static str, &'static str) {
    match player {
        Player::Black => ("#3a3a44", "#14141a"),
        Player::White => ("#fbfaf5", "#8a6d3b"),
    }
}

/// The middle of a square.
fn middle(pos: Pos) -> (i32, i32) {
    let across = |count: u8| MARGIN + i32::from(count) * SQUARE + SQUARE / 2;
    (across(pos.column()), across(SIDE - 1 - pos.row()))
}

pub(super) fn draw(ploy: &Ploy) -> parlour_core::picture::Scene {
    let side = i32::from(SIDE) * SQUARE + 2 * MARGIN;
    let title = format!(
        "Ploy, {} to move: {}",
        ploy.mover(),
        write_board(ploy.board())
    );
    let mut svg = Svg::new(side as u64, side as u64, &title);
    svg.element("rect width=\"100%\" height=\"100%\" fill=\"#f4f1ea\"");
    coordinates(&mut svg);
    for pos in Pos::all() {
        let (x, y) = middle(pos);
        svg.open(&square_pick(pos));
        let fill = ["#e9e0cc", "#ded2b6"][usize::from((pos.column() + pos.row()) % 2)];
        svg.element(format_args!(
            "rect x=\"{}\" y=\"{}\" width=\"{SQUARE}\" height=\"{SQUARE}\" fill=\"{fill}\" \
             stroke=\"#c8bb9b\"",
            x - SQUARE / 2,
            y - SQUARE / 2
        ));
        if let Some(piece) = ploy.board().cell(pos) {
            draw_piece(&mut svg, piece, x, y);
        }
        svg.close();
    }
    svg.into_scene()
}

fn coordinates(svg: &mut Svg) {
    let label = "font-size=\"13\" fill=\"#6b6558\" text-anchor=\"middle\"";
    for (count, letter) in (0..SIDE).zip('a'..) {
        let across = MARGIN + i32::from(count) * SQUARE + SQUARE / 2;
        let below = MARGIN + i32::from(SIDE) * SQUARE + 20;
        svg.text(
            format_args!("x=\"{across}\" y=\"{below}\" {label}"),
            &letter.to_string(),
        );
        svg.text(
            format_args!("x=\"15\" y=\"{}\" {label}", across + 5),
            &(SIDE - count).to_string(),
        );
    }
}

/// A piece with its lines over it, from the middle outwards.
fn draw_piece(svg: &mut Svg, piece: Piece, x: i32, y: i32) {
    let (fill, stroke) = colours(piece.player());
    // Squares for Black, discs for White: told apart without their colours.
    svg.element(match piece.player() {
        Player::White => format!(
            "circle cx=\"{x}\" cy=\"{y}\" r=\"{RIM}\" fill=\"{fill}\" stroke=\"{stroke}\" \
             stroke-width=\"2\""
        ),
        Player::Black => format!(
            "rect x=\"{}\" y=\"{}\" width=\"{2}\" height=\"{2}\" rx=\"5\" fill=\"{fill}\" \
             stroke=\"{stroke}\" stroke-width=\"2\"",
            x - RIM + 2,
            y - RIM + 2,
            2 * (RIM - 2)
        ),
    });
    let line = match piece.player() {
        Player::Black => "#f2c14e",
        Player::White => "#b3261e",
    };
    for direction in piece.directions() {
        let (east, north) = direction.delta();
        let length = REACH / f64::from(east).hypot(north.into());
        let end_x = f64::from(x) + f64::from(east) * length;
        let end_y = f64::from(y) - f64::from(north) * length;
        svg.element(format_args!(
            "line x1=\"{x}\" y1=\"{y}\" x2=\"{end_x:.1}\" y2=\"{end_y:.1}\" stroke=\"{line}\" \
             stroke-width=\"5\" stroke-linecap=\"round\""
        ));
    }
    svg.element(format_args!(
        "circle cx=\"{x}\" cy=\"{y}\" r=\"4\" fill=\"{line}\""
    ));
}
