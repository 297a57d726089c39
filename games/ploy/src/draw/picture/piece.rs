//! A piece: a disc or a rounded square with its lines as inlaid rays.
//!
//! Rays end well inside the body, so that neighbours never join. The more lines, the larger
//! the body; a Commander has a ring besides.

use std::fmt::Write as _;

use parlour_core::picture::{Painter, Swatch, Unit};

use crate::rules::{Direction, Kind, Piece, Player};

pub(super) const SHADOW: Swatch = Swatch::same("shadow", "#000000");

/// What the pieces of a player are made of.
pub(in crate::draw) struct Coat {
    id: &'static str,
    /// Where light falls on it.
    pub(super) lit: Swatch,
    pub(super) body: Swatch,
    pub(super) rim: Swatch,
    pub(super) ray: Swatch,
}

impl Coat {
    /// Ivory with red rays.
    pub(super) const WHITE: Coat = Coat {
        id: "ivory",
        lit: Swatch::new("ivory-lit", ["#fffefa", "#fffaf0", "#ffffff"]),
        body: Swatch::new("ivory", ["#f6eedd", "#e2d6bd", "#ffffff"]),
        rim: Swatch::new("ivory-rim", ["#8c7448", "#2b1f10", "#000000"]),
        ray: Swatch::new("ivory-ray", ["#a3271a", "#a3271a", "#b00000"]),
    };

    /// Ebony with golden rays.
    pub(super) const BLACK: Coat = Coat {
        id: "ebony",
        lit: Swatch::new("ebony-lit", ["#4a4f5a", "#2a2e36", "#000000"]),
        body: Swatch::new("ebony", ["#1c1f26", "#121419", "#000000"]),
        rim: Swatch::new("ebony-rim", ["#07090c", "#d9a441", "#000000"]),
        ray: Swatch::new("ebony-ray", ["#f0c050", "#f2c65a", "#ffd60a"]),
    };

    fn of(player: Player) -> &'static Coat {
        match player {
            Player::White => &Coat::WHITE,
            Player::Black => &Coat::BLACK,
        }
    }
}

/// From the middle of a piece to its rim.
fn size(piece: Piece) -> f32 {
    match piece.kind() {
        Some(Kind::Shield) => 19.0,
        Some(Kind::Probe) => 21.5,
        Some(Kind::Lance) | None => 24.0,
        Some(Kind::Commander) => 26.0,
    }
}

/// The width of a ray.
const RAY: f32 = 5.0;

/// From the middle to the end of a ray, without its round end. A Commander's ends inside its
/// ring.
fn ray_length(piece: Piece) -> f32 {
    size(piece)
        - match piece.kind() {
            Some(Kind::Commander) => 8.5,
            _ => 6.0,
        }
}

/// The gradients that pieces are painted with.
pub(super) fn define(painter: &mut Painter<'_>) {
    for coat in [&Coat::WHITE, &Coat::BLACK] {
        let id = painter.id(coat.id);
        let (lit, body) = (painter.paint(&coat.lit), painter.paint(&coat.body));
        painter.define(format_args!(
            "<radialGradient id=\"{id}\" cx=\".35\" cy=\".3\" r=\".8\">\
             <stop stop-color=\"{lit}\"/><stop offset=\"1\" stop-color=\"{body}\"/></radialGradient>"
        ));
    }
}

/// A piece around the point (0, 0).
pub(super) fn paint(painter: &mut Painter<'_>, piece: Piece) {
    let coat = Coat::of(piece.player());
    let size = size(piece);
    let (fill, rim, ray) = (
        painter.id(coat.id),
        painter.paint(&coat.rim),
        painter.paint(&coat.ray),
    );
    let body = |half: f32| match piece.player() {
        Player::White => format!("circle r=\"{}\"", Unit(half)),
        // As large to the eye as a disc.
        Player::Black => format!(
            "rect x=\"-{0}\" y=\"-{0}\" width=\"{1}\" height=\"{1}\" rx=\"{2}\"",
            Unit(half - 2.0),
            Unit(2.0 * half - 4.0),
            Unit(half * 0.32)
        ),
    };
    // Two shapes: a shadow is darker near the piece.
    let shadow = painter.paint(&SHADOW);
    for beyond in [0.5, 2.0] {
        painter.element(format_args!(
            "{} transform=\"translate(1.5 2.5)\" fill=\"{shadow}\" fill-opacity=\".2\"",
            body(size + beyond)
        ));
    }
    painter.element(format_args!(
        "{} fill=\"url(#{fill})\" stroke=\"{rim}\" stroke-width=\"1.5\"",
        body(size)
    ));
    let is_commander = piece.kind() == Some(Kind::Commander);
    if is_commander {
        painter.element(format_args!(
            "{} fill=\"none\" stroke=\"{ray}\" stroke-width=\"1.6\"",
            body(size - 3.2)
        ));
    }
    let hub = if is_commander { 6.0 } else { 4.6 };
    painter.element(format_args!(
        "path d=\"{}\" stroke=\"{ray}\" stroke-width=\"{RAY}\" stroke-linecap=\"round\"",
        rays(piece)
    ));
    painter.element(format_args!("circle r=\"{hub}\" fill=\"{ray}\""));
}

/// Lines from the middle outwards.
fn rays(piece: Piece) -> String {
    let length = ray_length(piece);
    let mut path = String::new();
    for direction in piece.directions() {
        let (x, y) = point(direction, length);
        // Writing to a string cannot fail.
        let _ = write!(path, "M0 0L{} {}", Unit(x), Unit(y));
    }
    path
}

/// The point so far from the middle in a direction.
fn point(direction: Direction, length: f32) -> (f32, f32) {
    let (east, north) = direction.delta();
    let (east, north) = (f32::from(east), f32::from(north));
    let part = length / east.hypot(north);
    (east * part, -north * part)
}

#[cfg(test)]
mod tests {
    use super::super::SQUARE;
    use super::*;

    #[test]
    fn rays_end_inside_the_piece() {
        for lines in 1..=255 {
            let piece = Piece::new(Player::Black, lines).expect("a line");
            let body = size(piece);
            assert!(body + 3.0 < SQUARE / 2.0, "neighbours would join");
            // With its round end, and inside the ring of a Commander.
            assert!(ray_length(piece) + RAY / 2.0 < body - 3.0);
        }
    }
}
