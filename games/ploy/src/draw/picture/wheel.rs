//! The wheel for choosing a turn: eight knobs around the piece, each showing the piece as it would
//! be.

use std::f32::consts::FRAC_PI_4;

use parlour_core::Pick;
use parlour_core::picture::{Painter, Place, Swatch, Unit, common};

use super::{BRASS, Layout, piece};
use crate::notation::line_names;
use crate::rules::{Direction, Piece, Ploy, Pos};

pub(super) const DIAL: Swatch = Swatch::new("dial", ["#4c2f1b", "#1c130b", "#000000"]);
pub(super) const KNOB: Swatch = Swatch::new("knob", ["#d0b07e", "#7a6242", "#c8c8c8"]);

/// The size a finger needs, on a board as wide as a phone.
const FINGER: f32 = 44.0;
const PHONE: f32 = 390.0;

/// The width of a fingertip on that board.
pub(super) fn finger(layout: Layout) -> f32 {
    FINGER * layout.side() / PHONE
}

/// Offers the possible turns once a piece and its target are picked.
pub(super) fn offer(painter: &mut Painter<'_>, layout: Layout, ploy: &Ploy) {
    let look = painter.look();
    let [from, to] = look.picked else { return };
    let square = |pick: &Pick| Pos::named(pick.as_str());
    let (Some(from), Some(to)) = (square(from), square(to)) else {
        return;
    };
    let Some(piece) = ploy.board().cell(from) else {
        return;
    };
    let turns: Vec<(u8, &Pick)> = look
        .can
        .iter()
        .filter_map(|pick| Some((pick.as_str().parse().ok().filter(|turn| *turn < 8)?, pick)))
        .collect();
    if turns.is_empty() {
        return;
    }
    // Knobs side by side, each as large as a finger needs.
    let reach = finger(layout) / 2.0;
    let radius = (reach + 1.5) / (FRAC_PI_4 / 2.0).sin();
    let whole = radius + reach + 5.0;
    let (x, y) = layout.middle(to);
    let inside = |at: f32| at.clamp(whole, layout.side() - whole);
    let (x, y) = (inside(x).round(), inside(y).round());
    painter.above(|painter| {
        let (dial, brass) = (painter.paint(&DIAL), painter.paint(&BRASS));
        painter.element(format_args!(
            "circle cx=\"{0}\" cy=\"{1}\" r=\"{2}\" fill=\"{dial}\" \
             stroke=\"{brass}\" stroke-width=\"2\"",
            Unit(x),
            Unit(y),
            Unit(whole - 1.0)
        ));
        // The piece being turned, in the middle.
        let knob = painter.paint(&KNOB);
        let middle = format!("transform=\"translate({} {})\"", Unit(x), Unit(y));
        painter.group(middle, |painter| {
            painter.element(format_args!(
                "circle r=\"36\" fill=\"{knob}\" stroke=\"{brass}\" stroke-width=\"2\""
            ));
            piece::paint(painter, layout.seen(piece));
        });
        for (turn, pick) in turns {
            let eighths = layout.eighths(lead(piece)) + turn;
            let (sin, cos) = (f32::from(eighths) * FRAC_PI_4).sin_cos();
            let at = ((x + sin * radius).round(), (y - cos * radius).round());
            paint_knob(painter, layout, pick, piece.turned(turn), (turn, at, reach));
        }
    });
}

/// A knob around a point, showing what a turn makes of the piece.
fn paint_knob(
    painter: &mut Painter<'_>,
    layout: Layout,
    pick: &Pick,
    piece: Piece,
    (turn, (x, y), reach): (u8, (f32, f32), f32),
) {
    let lines = line_names(piece);
    let label = match turn {
        0 => format!("no turn: {lines}"),
        turn => format!("{turn} of 8 clockwise: {lines}"),
    };
    let place = Place::from(pick);
    painter.place(place, Some(pick.clone()), label, (x, y, reach), |painter| {
        let (knob, edge) = (painter.paint(&KNOB), painter.common(&common::CAN));
        let scale = 0.8;
        let at = format!(
            "transform=\"translate({} {})scale({scale})\"",
            Unit(x),
            Unit(y)
        );
        painter.group(at, |painter| {
            painter.element(format_args!(
                "circle r=\"{}\" fill=\"{knob}\" stroke=\"{edge}\" stroke-width=\"4\"",
                Unit((reach / scale - 2.0).ceil())
            ));
            piece::paint(painter, layout.seen(piece));
        });
    });
}

/// The line that points to a knob: one along which the piece is its own mirror image, if there is
/// one.
fn lead(piece: Piece) -> Direction {
    let mirrored = |about: Direction| {
        piece.directions().all(|line| {
            let image = (2 * about.index() + 8 - line.index()) % 8;
            piece.lines() >> image & 1 != 0
        })
    };
    let lines = || piece.directions();
    let lead = lines().find(|line| mirrored(*line)).or(lines().next());
    lead.expect("a piece has a line")
}
