//! Pictures and what moves in them, as a page wants them.

use parlour_core::picture::{Motion, Picture, Place, Scene, Spot};
use serde_json::Value;

use crate::json;

/// A scene: the board, and what a page lays out around it.
pub(crate) fn scene(scene: &Scene) -> Value {
    let panels = scene.panels.iter();
    json!({
        "board": picture(&scene.board),
        "panels": panels.map(|panel| json!({
            "name": panel.name,
            "title": panel.title,
            "seat": panel.seat.map(|seat| seat.0),
            "picture": picture(&panel.picture),
        })).collect::<Vec<_>>(),
        "status": scene.status,
    })
}

/// A picture and its size.
#[must_use]
pub fn picture(picture: &Picture) -> Value {
    json!({
        "svg": picture.document(),
        "width": picture.width,
        "height": picture.height,
    })
}

/// A motion with the points along its path, if both ends are on the board or in the same panel.
/// What comes from elsewhere appears, what goes elsewhere vanishes.
pub(crate) fn motion(motion: &Motion, before: &Scene, after: &Scene) -> Option<Value> {
    let from = motion.from.as_ref().and_then(|place| find(before, place));
    let to = motion.to.as_ref().and_then(|place| find(after, place));
    let (part, points) = match (from, to) {
        (Some((part, from)), Some((other, to))) if part == other => {
            let way = motion.via.iter().filter_map(|place| find(after, place));
            let way = way
                .filter(|(other, _)| *other == part)
                .map(|(_, spot)| spot);
            let points = std::iter::once(from).chain(way).chain([to]);
            (part, points.map(point).collect())
        }
        (_, Some((part, to))) => (part, vec![point(to)]),
        (Some((part, from)), None) => (part, vec![point(from)]),
        (None, None) => return None,
    };
    let name = |place: &Option<Place>| place.as_ref().map(|place| place.as_str().to_owned());
    Some(json!({
        "part": part,
        "from": name(&motion.from),
        "to": name(&motion.to),
        "points": points,
        "turn": motion.turn,
    }))
}

fn point(spot: &Spot) -> [f32; 2] {
    [spot.x, spot.y]
}

/// A place, and the part of the scene that it is in: -1 for the board, else the number of
/// the panel.
pub(crate) fn find<'a>(scene: &'a Scene, place: &Place) -> Option<(i32, &'a Spot)> {
    let parts = scene.panels.iter().map(|panel| &panel.picture);
    let mut parts = (-1..).zip(std::iter::once(&scene.board).chain(parts));
    parts.find_map(|(part, picture)| Some((part, picture.spot(place)?)))
}
