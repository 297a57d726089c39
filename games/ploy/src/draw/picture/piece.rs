//! A piece: a disc or a rounded square with its lines as inlaid rays.
//!
//! Rays end well inside the body, so that neighbours never join. The more lines, the larger the
//! body; a Commander also has a ring.

use std::fmt::Write as _;

use parlour_core::picture::{Painter, Swatch, Unit};

use crate::rules::{Direction, Kind, Piece, Player};

pub(super) const SHADOW: Swatch = Swatch::same("shadow", "#000000");

/// What the pieces of a player are made of.
pub(in crate::draw) struct Coat {
    id: &'static str,
    /// The lit side.
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

/// The bodies that there are. A piece with too many lines to be of any kind has that of a Lance.
const BODIES: [Kind; 4] = [Kind::Shield, Kind::Probe, Kind::Lance, Kind::Commander];

fn body_of(piece: Piece) -> Kind {
    piece.kind().unwrap_or(Kind::Lance)
}

/// From the middle of a piece to its rim.
fn size(kind: Kind) -> f32 {
    match kind {
        Kind::Shield => 19.0,
        Kind::Probe => 21.5,
        Kind::Lance => 24.0,
        Kind::Commander => 26.0,
    }
}

/// The width of a ray.
const RAY: f32 = 5.0;

/// The length of a ray, without its round end. A Commander's ends inside its ring.
fn ray_length(kind: Kind) -> f32 {
    size(kind)
        - match kind {
            Kind::Commander => 8.5,
            _ => 6.0,
        }
}

/// What pieces are made of: a gradient for each player, and the bodies.
pub(super) fn define(painter: &mut Painter<'_>) {
    for player in Player::ALL {
        let coat = Coat::of(player);
        let id = painter.id(coat.id);
        let (lit, body) = (painter.paint(&coat.lit), painter.paint(&coat.body));
        painter.define(format_args!(
            "<radialGradient id=\"{id}\" cx=\".35\" cy=\".3\" r=\".8\">\
             <stop stop-color=\"{lit}\"/><stop offset=\"1\" stop-color=\"{body}\"/></radialGradient>"
        ));
        for kind in BODIES {
            define_body(painter, player, kind);
        }
    }
}

/// A body with its shadow, and the hub that rays begin at.
fn define_body(painter: &mut Painter<'_>, player: Player, kind: Kind) {
    let (coat, size) = (Coat::of(player), size(kind));
    let [shadow, rim, ray] = [&SHADOW, &coat.rim, &coat.ray].map(|swatch| painter.paint(swatch));
    let (fill, id) = (painter.id(coat.id), body_id(painter, player, kind));
    let body = |half: f32| match player {
        Player::White => format!("<circle r=\"{}\"", Unit(half)),
        // Looks as large as a disc.
        Player::Black => format!(
            "<rect x=\"-{0}\" y=\"-{0}\" width=\"{1}\" height=\"{1}\" rx=\"{2}\"",
            Unit(half - 2.0),
            Unit(2.0 * half - 4.0),
            Unit(half * 0.32)
        ),
    };
    // Two shapes: a shadow is darker near the piece.
    let shadows = [0.5, 2.0].map(|beyond| {
        let shape = body(size + beyond);
        format!("{shape} transform=\"translate(1.5 2.5)\" fill=\"{shadow}\" fill-opacity=\".2\"/>")
    });
    let (ring, hub) = match kind {
        Kind::Commander => (
            format!(
                "{} fill=\"none\" stroke=\"{ray}\" stroke-width=\"1.6\"/>",
                body(size - 3.2)
            ),
            6.0,
        ),
        _ => (String::new(), 4.6),
    };
    painter.define(format_args!(
        "<g id=\"{id}\">{}{} fill=\"url(#{fill})\" stroke=\"{rim}\" stroke-width=\"1.5\"/>{ring}\
         <circle r=\"{hub}\" fill=\"{ray}\"/></g>",
        shadows.concat(),
        body(size)
    ));
}

fn body_id(painter: &Painter<'_>, player: Player, kind: Kind) -> String {
    painter.id(&format!("{}-{}", Coat::of(player).id, kind as u8))
}

/// A piece around the point (0, 0).
pub(super) fn paint(painter: &mut Painter<'_>, piece: Piece) {
    let ray = painter.paint(&Coat::of(piece.player()).ray);
    let id = body_id(painter, piece.player(), body_of(piece));
    painter.element(format_args!("use href=\"#{id}\""));
    painter.element(format_args!(
        "path d=\"{}\" stroke=\"{ray}\" stroke-width=\"{RAY}\" stroke-linecap=\"round\"",
        rays(piece)
    ));
}

/// Lines from the middle outwards.
fn rays(piece: Piece) -> String {
    let length = ray_length(body_of(piece));
    let mut path = String::new();
    for direction in piece.directions() {
        let (x, y) = point(direction, length);
        // Writing to a string cannot fail.
        let _ = write!(path, "M0 0L{} {}", Unit(x), Unit(y));
    }
    path
}

/// The point at a distance from the middle in a direction.
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
            let kind = body_of(piece);
            assert!(size(kind) + 3.0 < SQUARE / 2.0, "neighbours would join");
            // With its round end, and inside the ring of a Commander.
            assert!(ray_length(kind) + RAY / 2.0 < size(kind) - 3.0);
        }
    }
}
