//! The possible colours of a picked cell, as petals around it.

use std::f32::consts::TAU;

use parlour_core::Pick;
use parlour_core::picture::{Painter, Place, Unit, common};

use super::enamel::{self, Enamel};
use super::{Layout, TRAY};
use crate::notation::cell_pick;
use crate::rules::{Cell, Colour, Grid};

/// The size a finger needs, on a board as wide as a phone.
const FINGER: f32 = 44.0;
const PHONE: f32 = 390.0;
/// If cells would be smaller than this on a phone, a page shows only a part of the board, enlarged so
/// that a finger can hit a cell. Then a petal needs no more than a cell has.
const TOO_SMALL: f32 = 30.0;

/// How many angles are tried around a cell.
const TRIED: usize = 120;

/// Offers the possible colours once a cell is picked. On a board so long that they do not fit, they
/// are offered beside it, like any pick without a place.
pub(super) fn offer(painter: &mut Painter<'_>, layout: Layout, grid: &Grid) {
    let look = painter.look();
    let [picked] = look.picked else { return };
    let Some(cell) = cell_of(grid, picked) else {
        return;
    };
    let open: Vec<(Colour, &Pick)> = look
        .can
        .iter()
        .filter_map(|pick| Some((Colour::from_word(pick.as_str())?, pick)))
        .collect();
    if open.is_empty() {
        return;
    }
    let pixel = layout.size().0 / PHONE;
    let finger = match layout.side < TOO_SMALL * pixel {
        true => layout.side,
        false => FINGER * pixel,
    };
    let sizes = [layout.side * 0.5, finger * 1.1, finger];
    let fits = |size: f32| Some((size, around(layout, cell, open.len(), size)?));
    let fitting = sizes.into_iter().filter(|size| *size >= finger);
    let Some((size, middles)) = fitting.filter_map(fits).next() else {
        return;
    };
    painter.above(|painter| {
        veil(painter, layout);
        let picked = painter.common(&common::PICKED);
        let (x, y) = layout.middle(cell);
        painter.element(format_args!(
            "circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" stroke=\"{picked}\" \
             stroke-width=\"{}\" pointer-events=\"none\"",
            Unit(x),
            Unit(y),
            Unit(layout.half() * 0.7),
            Unit((layout.side * 0.06).max(finger * 0.05))
        ));
        for ((colour, pick), (x, y)) in open.into_iter().zip(middles) {
            let spot = (x, y, size / 2.0);
            let (place, pick) = (Place::from(pick), Some(pick.clone()));
            painter.place(place, pick, colour.word(), spot, |painter| {
                let at = format!("transform=\"translate({} {})\"", Unit(x), Unit(y));
                painter.group(at, |painter| {
                    enamel::paint_sample(painter, layout, Enamel::of(colour), size / 2.0);
                });
            });
        }
    });
}

fn cell_of(grid: &Grid, pick: &Pick) -> Option<Cell> {
    let (x, y) = pick.as_str().split_once(',')?;
    let cell = Cell {
        x: x.parse().ok()?,
        y: y.parse().ok()?,
    };
    (grid.size().contains(cell) && cell_pick(cell) == *pick).then_some(cell)
}

/// Dims everything else.
fn veil(painter: &mut Painter<'_>, layout: Layout) {
    let (fill, (width, height)) = (painter.paint(&TRAY), layout.size());
    painter.element(format_args!(
        "rect width=\"{}\" height=\"{}\" rx=\"{}\" fill=\"{fill}\" fill-opacity=\".5\" \
         pointer-events=\"none\"",
        Unit(width),
        Unit(height),
        Unit(layout.round()),
    ));
}

/// The middles of this many petals around a cell, all inside the picture: in a circle if there is
/// room, else in a fan away from the border, as near as possible. `None` if they do not fit.
fn around(layout: Layout, cell: Cell, count: usize, size: f32) -> Option<Vec<(f32, f32)>> {
    let (width, height) = layout.size();
    let (x, y) = layout.middle(cell);
    let (reach, apart) = (size / 2.0 + 2.0, size * 1.08);
    let at = |radius: f32, angle: f32| (x + radius * angle.sin(), y - radius * angle.cos());
    let inside = |(x, y): (f32, f32)| {
        (reach..=width - reach).contains(&x) && (reach..=height - reach).contains(&y)
    };
    let angle = |index: usize| index as f32 * TAU / TRIED as f32;
    let mut radius = size / 2.0 + layout.side * 0.36;
    while radius < width.max(height) {
        let fits: Vec<bool> = (0..TRIED)
            .map(|index| inside(at(radius, angle(index))))
            .collect();
        let (first, length) = longest_run(&fits);
        // The angle from one petal to the next, seen from the cell.
        let step = 2.0 * (apart / 2.0 / radius).min(1.0).asin();
        let (start, step, whole, room) = match length == TRIED {
            true => (0.0, TAU / count as f32, step * count as f32, TAU),
            false => {
                let (fan, room) = (step * (count - 1) as f32, angle(length.saturating_sub(1)));
                (angle(first) + (room - fan) / 2.0, step, fan, room)
            }
        };
        if length > 0 && whole <= room {
            let petals = (0..count).map(|index| at(radius, start + index as f32 * step));
            return Some(petals.collect());
        }
        radius += size / 8.0;
    }
    None
}

/// The longest run of `true` in a circle: where it begins, and its length.
fn longest_run(circle: &[bool]) -> (usize, usize) {
    let length = |start: usize| {
        let from_start = circle.iter().cycle().skip(start).take(circle.len());
        from_start.take_while(|is_true| **is_true).count()
    };
    let runs = (0..circle.len()).map(|start| (start, length(start)));
    runs.max_by_key(|(_, length)| *length).unwrap_or((0, 0))
}
