//! Marks on a board, the same in every game, each with its own colour and shape: the last move has
//! corners and a trail, a hint an arrow, a pick a ring, possible picks dots or a dashed ring, and a
//! move being tried a dotted frame.

use std::collections::HashSet;
use std::fmt::Write as _;

use super::painter::Unit;
use super::{Look, Motion, Painter, Picture, Place, Spot, common};
use crate::notation::Pick;

/// Paints the marks that a [`Look`] asks for.
pub(super) fn mark(painter: &mut Painter<'_>) {
    let look = painter.look();
    let anything = !(look.last.is_empty()
        && look.hint.is_empty()
        && look.preview.is_empty()
        && look.picked.is_empty()
        && look.can.is_empty());
    if !anything {
        return;
    }
    painter.group("pointer-events=\"none\" fill=\"none\"", |painter| {
        for motion in marked(look.last) {
            trail(painter, motion);
        }
        for motion in marked(look.last) {
            if let Some(spot) = end(painter, motion) {
                corners(painter, &spot);
            }
        }
        for motion in marked(look.preview) {
            if let Some(spot) = end(painter, motion) {
                dotted(painter, &spot);
            }
        }
        can(painter);
        let picked = look.picked.iter();
        let picked: Vec<Spot> = picked.filter_map(|pick| picked_at(painter, pick)).collect();
        for spot in picked {
            ring(painter, &spot);
        }
        for motion in marked(look.hint) {
            arrow(painter, motion);
        }
    });
}

fn marked(motions: &[Motion]) -> impl Iterator<Item = &Motion> {
    motions.iter().filter(|motion| !motion.follows)
}

/// Where a motion ends, or where a vanished thing was.
fn end(painter: &Painter<'_>, motion: &Motion) -> Option<Spot> {
    let place = motion.to.as_ref().or(motion.from.as_ref())?;
    painter.picture().spot(place).cloned()
}

fn picked_at(painter: &Painter<'_>, pick: &Pick) -> Option<Spot> {
    let spots = &painter.picture().spots;
    let mut found = spots.iter().filter(|spot| spot.pick.as_ref() == Some(pick));
    found.next().cloned()
}

/// The points of a motion that are in this picture.
fn points(painter: &Painter<'_>, motion: &Motion) -> Vec<Spot> {
    let places = motion.from.iter().chain(&motion.via).chain(&motion.to);
    let spots = places.filter_map(|place| painter.picture().spot(place));
    let mut points: Vec<Spot> = spots.cloned().collect();
    points.dedup_by(|a, b| a.x == b.x && a.y == b.y);
    points
}

fn path(points: &[Spot]) -> String {
    let mut path = String::new();
    for point in points {
        let command = if path.is_empty() { 'M' } else { 'L' };
        let _ = write!(path, "{command}{} {}", Unit(point.x), Unit(point.y));
    }
    path
}

/// Where it went: a dotted line, with a small ring where it began.
fn trail(painter: &mut Painter<'_>, motion: &Motion) {
    let points = points(painter, motion);
    let [first, .., last] = &points[..] else {
        return;
    };
    let (halo, paint) = (painter.common(&common::HALO), painter.common(&common::LAST));
    let width = last.reach * 0.16;
    // Leave both ends visible, also what reaches into the corners of its place.
    let mut way = drawn_back(&points, last.reach * 1.1);
    way.reverse();
    let way = path(&drawn_back(&way, first.reach * 0.55));
    for (stroke, wider, opacity) in [(halo, 1.5, 0.7), (paint, 1.0, 0.95)] {
        painter.element(format_args!(
            "path d=\"{way}\" stroke=\"{stroke}\" stroke-width=\"{}\" stroke-linecap=\"round\" \
             stroke-linejoin=\"round\" stroke-dasharray=\"0 {}\" stroke-opacity=\"{opacity}\"",
            Unit(width * wider),
            Unit(width * 2.4),
        ));
    }
    let paint = painter.common(&common::LAST);
    painter.element(format_args!(
        "circle cx=\"{}\" cy=\"{}\" r=\"{}\" stroke=\"{paint}\" stroke-width=\"{}\"",
        Unit(first.x),
        Unit(first.y),
        Unit(first.reach * 0.42),
        Unit(first.reach * 0.1),
    ));
}

/// The same points, with the last one moved back by this much.
fn drawn_back(points: &[Spot], by: f32) -> Vec<Spot> {
    let mut points = points.to_vec();
    if let [.., before, last] = &mut points[..] {
        let (dx, dy) = (last.x - before.x, last.y - before.y);
        let part = (by / dx.hypot(dy).max(f32::EPSILON)).min(1.0);
        last.x -= dx * part;
        last.y -= dy * part;
    }
    points
}

/// Four corners around a place.
fn corners(painter: &mut Painter<'_>, spot: &Spot) {
    let (r, arm) = (spot.reach * 0.93, spot.reach * 0.42);
    let mut path = String::new();
    for (sx, sy) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        let (x, y) = (spot.x + sx * r, spot.y + sy * r);
        let _ = write!(
            path,
            "M{} {}L{} {}L{} {}",
            Unit(x - sx * arm),
            Unit(y),
            Unit(x),
            Unit(y),
            Unit(x),
            Unit(y - sy * arm)
        );
    }
    outlined(painter, &path, &common::LAST, spot.reach * 0.13, "");
}

/// A dotted frame around a place.
fn dotted(painter: &mut Painter<'_>, spot: &Spot) {
    let r = spot.reach * 0.9;
    let path = format!(
        "M{} {}h{side}v{side}h-{side}z",
        Unit(spot.x - r),
        Unit(spot.y - r),
        side = Unit(2.0 * r)
    );
    let width = spot.reach * 0.12;
    let dashes = format!(" stroke-dasharray=\"0 {}\"", Unit(width * 2.2));
    outlined(painter, &path, &common::PREVIEW, width, &dashes);
}

/// A ring around what was picked.
fn ring(painter: &mut Painter<'_>, spot: &Spot) {
    let path = circle(spot, 0.9);
    outlined(painter, &path, &common::PICKED, spot.reach * 0.14, "");
}

/// The possible next picks, unless that is nearly everything: then it would say nothing.
fn can(painter: &mut Painter<'_>) {
    let look = painter.look();
    let picture = painter.picture();
    let open: HashSet<&Pick> = look.can.iter().collect();
    let pickable = picture.spots.iter().filter(|spot| spot.pick.is_some());
    let (all, now) = pickable.fold((0, Vec::new()), |(all, mut now), spot| {
        if spot.pick.as_ref().is_some_and(|pick| open.contains(pick)) {
            now.push(spot.clone());
        }
        (all + 1, now)
    });
    if 2 * now.len() > all {
        return;
    }
    let things: HashSet<Place> = picture.things.iter().map(|t| t.place.clone()).collect();
    for spot in now {
        if things.contains(&spot.place) {
            let width = spot.reach * 0.12;
            let dashes = format!(
                " stroke-dasharray=\"{} {}\"",
                Unit(width * 2.0),
                Unit(width * 1.7)
            );
            outlined(painter, &circle(&spot, 0.88), &common::CAN, width, &dashes);
        } else {
            let (fill, rim) = (painter.common(&common::CAN), painter.common(&common::HALO));
            painter.element(format_args!(
                "circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\" stroke=\"{rim}\" \
                 stroke-width=\"{}\"",
                Unit(spot.x),
                Unit(spot.y),
                Unit(spot.reach * 0.24),
                Unit(spot.reach * 0.08),
            ));
        }
    }
}

/// An arrow along a motion; an arc around something that only turns; a double ring if nothing
/// moves.
fn arrow(painter: &mut Painter<'_>, motion: &Motion) {
    let mut points = points(painter, motion);
    let Some(last) = points.last().cloned() else {
        return;
    };
    if motion.turn != 0 {
        turn(painter, &last, motion.turn.into());
    } else if points.len() == 1 {
        for part in [0.92, 0.66] {
            let path = circle(&last, part);
            outlined(painter, &path, &common::HINT, last.reach * 0.11, "");
        }
    }
    if let [first, second, ..] = &mut points[..] {
        // Leave the moving thing visible.
        let (dx, dy) = (second.x - first.x, second.y - first.y);
        let part = (0.7 * first.reach / dx.hypot(dy)).min(0.5);
        (first.x, first.y) = (first.x + dx * part, first.y + dy * part);
    }
    let [.., before, _] = &points[..] else {
        return;
    };
    let (dx, dy) = (last.x - before.x, last.y - before.y);
    let length = dx.hypot(dy).max(f32::EPSILON);
    let (ux, uy) = (dx / length, dy / length);
    let head = last.reach * 0.55;
    let (bx, by) = (last.x - ux * head, last.y - uy * head);
    let shaft = path(&drawn_back(&points, head));
    outlined(painter, &shaft, &common::HINT, last.reach * 0.2, "");
    arrowhead(painter, (bx, by), (ux, uy), head);
}

/// The head of a hint's arrow: the middle of its base, where it points, and its length.
fn arrowhead(painter: &mut Painter<'_>, (x, y): (f32, f32), (ux, uy): (f32, f32), head: f32) {
    let (fill, rim) = (painter.common(&common::HINT), painter.common(&common::HALO));
    painter.element(format_args!(
        "path d=\"M{} {}L{} {}L{} {}z\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"{}\" \
         stroke-linejoin=\"round\" paint-order=\"stroke\"",
        Unit(x + ux * head * 1.3),
        Unit(y + uy * head * 1.3),
        Unit(x - uy * head * 0.62),
        Unit(y + ux * head * 0.62),
        Unit(x + uy * head * 0.62),
        Unit(y - ux * head * 0.62),
        Unit(head * 0.18),
    ));
}

/// An arc around a place from its top, as far as a thing turns.
fn turn(painter: &mut Painter<'_>, spot: &Spot, degrees: f32) {
    let (r, head) = (spot.reach * 0.95, spot.reach * 0.36);
    // The head is part of the arc.
    let way = degrees.abs().to_radians() - 1.3 * head / r;
    let way = way.max(0.05) * degrees.signum();
    let at = |angle: f32| (spot.x + r * angle.sin(), spot.y - r * angle.cos());
    let (start, end) = (at(0.0), at(way));
    let path = format!(
        "M{} {}A{r} {r} 0 {} {} {} {}",
        Unit(start.0),
        Unit(start.1),
        u8::from(way.abs() > std::f32::consts::PI),
        u8::from(degrees > 0.0),
        Unit(end.0),
        Unit(end.1),
        r = Unit(r),
    );
    outlined(painter, &path, &common::HINT, spot.reach * 0.16, "");
    // The direction of the circle at the middle of the head.
    let along = way + 0.65 * head / r * degrees.signum();
    let ahead = (
        along.cos() * degrees.signum(),
        along.sin() * degrees.signum(),
    );
    arrowhead(painter, end, ahead, head);
}

fn circle(spot: &Spot, part: f32) -> String {
    let r = spot.reach * part;
    format!(
        "M{} {}a{r} {r} 0 1 1 {} 0a{r} {r} 0 1 1 -{} 0",
        Unit(spot.x - r),
        Unit(spot.y),
        Unit(2.0 * r),
        Unit(2.0 * r),
        r = Unit(r),
    )
}

/// A line with an outline, so that it shows on any background.
fn outlined(
    painter: &mut Painter<'_>,
    path: &str,
    swatch: &super::Swatch,
    width: f32,
    dashes: &str,
) {
    let (halo, paint) = (painter.common(&common::HALO), painter.common(swatch));
    for (stroke, width, opacity) in [(halo, width * 1.9, 0.75), (paint, width, 1.0)] {
        painter.element(format_args!(
            "path d=\"{path}\" stroke=\"{stroke}\" stroke-width=\"{}\" \
             stroke-opacity=\"{opacity}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"{dashes}",
            Unit(width),
        ));
    }
}

/// The size of a fingertip on a phone, and the phone's width, in points.
const FINGER: f32 = 44.0;
const PHONE: f32 = 390.0;

/// A panel of buttons, one for each pick, below a board of that width: large enough for a finger.
pub(super) fn choices(look: &Look<'_>, picks: &[&Pick], width: f32) -> Picture {
    const GAP: f32 = 10.0;
    let height = (FINGER * width / PHONE).ceil().max(48.0);
    let chip = |pick: &Pick| 32.0 + 11.0 * pick.as_str().chars().count() as f32;
    let (mut x, mut y) = (0.0, 0.0);
    let mut boxes = Vec::new();
    for pick in picks {
        let wide = chip(pick).max(height);
        if x > 0.0 && x + wide > width {
            (x, y) = (0.0, y + height + GAP);
        }
        boxes.push((*pick, x, y, wide));
        x += wide + GAP;
    }
    // Without marks, since all of them can be picked.
    let plain = Look {
        paints: look.paints,
        ..Look::default()
    };
    let size = (width, y + height);
    let mut painter = Painter::new(&plain, "", size, "What can be chosen");
    let (fill, edge, ink) = (
        painter.common(&common::PANEL),
        painter.common(&common::CAN),
        painter.common(&common::INK),
    );
    for (pick, x, y, wide) in boxes {
        let spot = (x + wide / 2.0, y + height / 2.0, height / 2.0);
        let place = Place::from(pick);
        painter.place(place, Some(pick.clone()), pick.as_str(), spot, |painter| {
            painter.element(format_args!(
                "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"12\" fill=\"{fill}\" \
                 stroke=\"{edge}\" stroke-width=\"2\"",
                Unit(x + 1.0),
                Unit(y + 1.0),
                Unit(wide - 2.0),
                Unit(height - 2.0),
            ));
            painter.text(
                format_args!(
                    "x=\"{}\" y=\"{}\" font-size=\"18\" text-anchor=\"middle\" fill=\"{ink}\"",
                    Unit(spot.0),
                    Unit(spot.1 + 6.5)
                ),
                pick.as_str(),
            );
        });
    }
    painter.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The marks of a hint on two places, 100 apart.
    fn hinted(motion: Motion) -> String {
        let hint = [motion];
        let look = Look {
            hint: &hint,
            ..Look::default()
        };
        let mut painter = Painter::new(&look, "", (200.0, 100.0), "two places");
        for (name, x) in [("a", 50.0), ("b", 150.0)] {
            painter.place(Place::new(name), None, "", (x, 50.0, 50.0), |_| {});
        }
        painter.finish().top
    }

    #[test]
    fn a_hint_shows_ways_and_turns() {
        let (a, b) = (Place::new("a"), Place::new("b"));
        let way = hinted(Motion::go(a.clone(), b.clone()));
        assert!(way.contains("M85 50L122.5 50"), "{way}");
        // Clockwise to the right of the top, the other way to the left.
        let right = hinted(Motion::go(a.clone(), a.clone()).turned(90));
        let left = hinted(Motion::go(a.clone(), a).turned(-90));
        assert!(right.contains("M50 2.5A47.5 47.5 0 0 1 "), "{right}");
        assert!(left.contains("M50 2.5A47.5 47.5 0 0 0 "), "{left}");
        let both = hinted(Motion::go(Place::new("a"), b).turned(180));
        assert!(both.contains("M85 50L122.5 50") && both.contains("M150 2.5A"));
    }
}
