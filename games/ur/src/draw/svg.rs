//! The board as an SVG document.

use parlour_core::svg::Svg;
use parlour_core::{Game, Notation};

use crate::rules::{Move, Player, Roll, Square, Ur, game_over};

use super::{Row, Spot, letter, pick, status};

/// The side of a square.
const SIDE: u32 = 76;
/// Left, right and above the board.
const MARGIN: u32 = 40;
const WIDTH: u32 = 8 * SIDE + 2 * MARGIN;
const HEIGHT: u32 = 3 * SIDE + 2 * MARGIN + 70;
/// The radius of a piece on the board.
const PIECE: u32 = 22;

/// Body, rim and letter of a player's pieces: told apart without colours by
/// the letters, and by being dark and light.
fn paint(player: Player) -> [&'static str; 3] {
    match player {
        Player::Red => ["#a3241d", "#5e0f0b", "#fff3e2"],
        Player::Green => ["#8fc07a", "#2f5a2a", "#16330f"],
    }
}

fn left(column: u32) -> u32 {
    MARGIN + column * SIDE
}

fn top(row: Row) -> u32 {
    let index = Row::ALL.into_iter().position(|other| other == row);
    MARGIN + index.unwrap_or(0) as u32 * SIDE
}

pub(super) fn draw(ur: &Ur) -> parlour_core::picture::Scene {
    let title = format!("The Royal Game of Ur: {}", ur.write_position());
    let mut svg = Svg::new(WIDTH.into(), HEIGHT.into(), &title);
    svg.element("rect width=\"100%\" height=\"100%\" fill=\"#f4ead6\"");
    wood(&mut svg);
    for row in Row::ALL {
        for (column, square) in (0..).zip(row.squares()) {
            if let Some(square) = square {
                tile(&mut svg, left(column), top(row), square);
            }
        }
    }
    ways(&mut svg);
    for row in Row::ALL {
        for (column, square) in (0..).zip(row.squares()) {
            if let Some(square) = square {
                let spot = Spot::of(ur, row, square);
                piece(
                    &mut svg,
                    left(column) + SIDE / 2,
                    top(row) + SIDE / 2,
                    &spot,
                );
            }
        }
    }
    for player in Player::ALL {
        waiting_and_home(&mut svg, ur, player);
    }
    foot(&mut svg, ur);
    svg.into_scene()
}

/// The board itself: two blocks and a bridge.
fn wood(svg: &mut Svg) {
    const RIM: u32 = 9;
    let shape = [(0, 0, 4, 3), (6, 0, 2, 3), (0, 1, 8, 1)];
    for (grow, fill) in [(RIM, "#4a2a14"), (RIM - 3, "#7d4a26")] {
        for (column, row, columns, rows) in shape {
            svg.element(format_args!(
                "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{grow}\" fill=\"{fill}\"",
                left(column) - grow,
                MARGIN + row * SIDE - grow,
                columns * SIDE + 2 * grow,
                rows * SIDE + 2 * grow,
            ));
        }
    }
}

/// A square with its inlay and its number.
fn tile(svg: &mut Svg, x: u32, y: u32, square: Square) {
    let fill = if square.is_shared() {
        "#f3dfb4"
    } else {
        "#f8ebcd"
    };
    for (inset, attributes) in [
        (3, format!("fill=\"{fill}\" stroke=\"#4a2a14\"")),
        (8, "fill=\"none\" stroke=\"#c79a5b\"".to_owned()),
    ] {
        svg.element(format_args!(
            "rect x=\"{}\" y=\"{}\" width=\"{2}\" height=\"{2}\" rx=\"4\" {attributes}",
            x + inset,
            y + inset,
            SIDE - 2 * inset,
        ));
    }
    let (middle_x, middle_y) = (x + SIDE / 2, y + SIDE / 2);
    if square.is_rosette() {
        rosette(svg, middle_x, middle_y);
    } else {
        dots(svg, middle_x, middle_y);
    }
    svg.text(
        format_args!(
            "x=\"{}\" y=\"{}\" font-size=\"11\" font-weight=\"bold\" fill=\"#6b4523\"",
            x + 9,
            y + 18
        ),
        &square.to_string(),
    );
}

/// Eight petals around a heart, blue and red in turn.
fn rosette(svg: &mut Svg, x: u32, y: u32) {
    svg.element(format_args!(
        "circle cx=\"{x}\" cy=\"{y}\" r=\"29\" fill=\"#fbf3df\" stroke=\"#c79a5b\""
    ));
    for petal in 0..8 {
        let fill = if petal % 2 == 0 { "#2c5d8a" } else { "#b8482f" };
        svg.element(format_args!(
            "path d=\"M{x} {y} C{} {} {} {} {x} {} C{} {} {} {} {x} {y}Z\" fill=\"{fill}\" \
             stroke=\"#fbf3df\" transform=\"rotate({} {x} {y})\"",
            x - 11,
            y - 12,
            x - 8,
            y - 24,
            y - 27,
            x + 8,
            y - 24,
            x + 11,
            y - 12,
            45 * petal,
        ));
    }
    svg.element(format_args!(
        "circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"#e3b04b\" stroke=\"#fbf3df\""
    ));
}

/// The inlay of an ordinary square: five dots.
fn dots(svg: &mut Svg, x: u32, y: u32) {
    for (dx, dy) in [(16, 16), (16, 48), (48, 16), (48, 48), (32, 32)] {
        svg.element(format_args!(
            "circle cx=\"{}\" cy=\"{}\" r=\"3.5\" fill=\"#d9b77c\" stroke=\"#b98d4f\"",
            x + dx - 32,
            y + dy - 32
        ));
    }
}

/// The way of the pieces: a small arrow on every border that they cross.
fn ways(svg: &mut Svg) {
    let middle = SIDE / 2;
    for column in 1..8 {
        arrow(svg, left(column), top(Row::Shared) + middle, 0, "#d39a2d");
    }
    for player in Player::ALL {
        let y = top(Row::Own(player)) + middle;
        let [_, rim, _] = paint(player);
        for column in [1, 2, 3, 4, 6, 7] {
            arrow(svg, left(column), y, 180, rim);
        }
        let shared = top(Row::Shared);
        let (edge, down, up) = match player {
            Player::Red => (shared, 90, 270),
            Player::Green => (shared + SIDE, 270, 90),
        };
        arrow(svg, left(0) + middle, edge, down, rim);
        arrow(svg, left(7) + middle, edge, up, rim);
    }
}

/// An arrow head that points to the right, turned clockwise.
fn arrow(svg: &mut Svg, x: u32, y: u32, turn: u32, fill: &str) {
    svg.element(format_args!(
        "path d=\"M{} {} L{} {y} L{} {}Z\" fill=\"{fill}\" stroke=\"#f8ebcd\" \
         stroke-linejoin=\"round\" stroke-width=\"1.5\" transform=\"rotate({turn} {x} {y})\"",
        x - 5,
        y - 8,
        x + 8,
        x - 5,
        y + 8,
    ));
}

/// A piece, where there is one.
fn piece(svg: &mut Svg, x: u32, y: u32, spot: &Spot) {
    let Some(player) = spot.owner else { return };
    if let Some(pick) = &spot.pick {
        svg.open(pick);
    }
    disc(svg, x, y, PIECE, player, spot.can_move);
    if spot.pick.is_some() {
        svg.close();
    }
}

fn disc(svg: &mut Svg, x: u32, y: u32, radius: u32, player: Player, can_move: bool) {
    let [body, rim, ink] = paint(player);
    if can_move {
        svg.element(format_args!(
            "circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"#f2b705\" \
             stroke-width=\"4\"",
            radius + 3
        ));
    }
    svg.element(format_args!(
        "circle cx=\"{x}\" cy=\"{}\" r=\"{radius}\" fill=\"#2a1608\" opacity=\"0.35\"",
        y + 2
    ));
    svg.element(format_args!(
        "circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{body}\" stroke=\"{rim}\" \
         stroke-width=\"2\""
    ));
    if radius == PIECE {
        svg.element(format_args!(
            "circle cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"none\" stroke=\"{ink}\" opacity=\"0.5\"",
            radius - 6
        ));
    }
    let size = radius * 4 / 5;
    svg.text(
        format_args!(
            "x=\"{x}\" y=\"{}\" font-size=\"{size}\" font-weight=\"bold\" text-anchor=\"middle\" \
             fill=\"{ink}\"",
            y + size * 9 / 25
        ),
        letter(player),
    );
}

/// The pieces in the gap of a player's row: those that wait and those at home.
fn waiting_and_home(svg: &mut Svg, ur: &Ur, player: Player) {
    let side = ur.state().placing.side(player);
    let y = top(Row::Own(player));
    // The pieces keep away from the bridge, the words stand outside.
    let (first, base) = match player {
        Player::Red => (y + 14, y - 4),
        Player::Green => (y + 22, y + SIDE + 13),
    };
    let spot = Spot::waiting(ur, player);
    let pick = spot.pick.filter(|_| side.start > 0);
    if let Some(pick) = &pick {
        svg.open(pick);
    }
    heap(svg, left(4) + 26, first, player, side.start, spot.can_move);
    if pick.is_some() {
        svg.close();
    }
    heap(svg, left(5) + 14, first, player, side.home, false);
    for (column, word, count) in [(4, "start", side.start), (5, "home", side.home)] {
        svg.text(
            format_args!(
                "x=\"{}\" y=\"{base}\" font-size=\"13\" text-anchor=\"middle\" fill=\"#6b4523\"",
                left(column) + SIDE / 2
            ),
            &format!("{word} {count}"),
        );
    }
}

/// Up to seven small pieces, three, three and one.
fn heap(svg: &mut Svg, x: u32, y: u32, player: Player, count: u8, can_move: bool) {
    for index in 0..u32::from(count) {
        let (row, column) = (index / 3, index % 3);
        // Only the first to go is marked.
        let marked = can_move && index + 1 == u32::from(count);
        disc(svg, x + 20 * column, y + 20 * row, 9, player, marked);
    }
}

/// The dice, and whose turn it is.
fn foot(svg: &mut Svg, ur: &Ur) {
    let y = HEIGHT - 44;
    let passes = ur.moves() == [Move::Pass];
    if passes {
        svg.open(&pick(ur, Move::Pass));
    }
    let player = game_over(ur.state()).unwrap_or(ur.state().next);
    disc(svg, MARGIN + 14, y, 14, player, false);
    svg.text(
        format_args!(
            "x=\"{}\" y=\"{}\" font-size=\"19\" fill=\"#3b2412\"",
            MARGIN + 40,
            y + 7
        ),
        &status(ur),
    );
    if passes {
        svg.close();
    }
    if game_over(ur.state()).is_none() {
        for die in 0..4 {
            pyramid(
                svg,
                WIDTH - MARGIN - 170 + 46 * u32::from(die),
                y,
                die,
                ur.roll(),
            );
        }
    }
}

/// A die of the old kind, a pyramid: pale before the throw, and after it a
/// white corner on top counts one.
fn pyramid(svg: &mut Svg, x: u32, y: u32, die: u8, roll: Option<Roll>) {
    let opacity = if roll.is_some() { "1" } else { "0.35" };
    svg.element(format_args!(
        "path d=\"M{x} {} L{} {} L{} {}Z\" fill=\"#33271d\" stroke=\"#1b130c\" \
         stroke-linejoin=\"round\" stroke-width=\"2\" opacity=\"{opacity}\"",
        y - 18,
        x + 21,
        y + 16,
        x - 21,
        y + 16,
    ));
    svg.element(format_args!(
        "path d=\"M{x} {} V{}\" stroke=\"#6d5844\" opacity=\"{opacity}\"",
        y - 16,
        y + 15
    ));
    if roll.is_some_and(|roll| die < roll.number()) {
        svg.element(format_args!(
            "circle cx=\"{x}\" cy=\"{}\" r=\"6\" fill=\"#fdf6e3\" stroke=\"#1b130c\"",
            y - 12
        ));
    }
}
