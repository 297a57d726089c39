//! Moves made by dragging a thing to a place.

use parlour_core::picture::{Look, Motion, Place, Scene};
use parlour_core::{Pick, Position, Viewer};

use crate::pictures::find;

/// With more moves than this, finding out what they drag would be felt at every step.
const MOST_PATHS: usize = 1000;
/// With more moves of a single pick than this, too: each of them has to be tried.
const MOST_TRIED: usize = 64;

/// A thing that can be dragged to a place, and the picks that this stands for.
pub(crate) struct Drag<'a> {
    pub(crate) thing: Place,
    pub(crate) to: Place,
    pub(crate) picks: &'a [Pick],
}

/// Every way to make a move, or to begin one, by dragging something in a scene.
pub(crate) fn all<'a>(
    position: &dyn Position,
    who: Viewer,
    scene: &Scene,
    paths: &'a [Vec<Pick>],
) -> Vec<Drag<'a>> {
    if paths.len() > MOST_PATHS {
        return Vec::new();
    }
    // There are few of them: looking them up by hash would take more room in the module.
    let place_of = |pick: &Pick| {
        let mut spots = scene
            .spots()
            .filter(|spot| spot.pick.as_ref() == Some(pick));
        spots.next().map(|spot| &spot.place)
    };
    let panels = scene.panels.iter().flat_map(|panel| &panel.picture.things);
    let things = scene.board.things.iter().chain(panels);
    let things: Vec<&Place> = things.map(|thing| &thing.place).collect();
    let alone = paths.iter().filter(|path| path.len() == 1).count();
    let mut known: Vec<(&Pick, &Pick)> = Vec::new();
    let mut drags = Vec::new();
    for (index, path) in paths.iter().enumerate() {
        match &path[..] {
            [pick] if alone <= MOST_TRIED => {
                let drag = single(position, who, scene, &things, place_of(pick), index);
                drags.extend(drag.map(|(thing, to)| Drag {
                    thing,
                    to,
                    picks: path,
                }));
            }
            [first, second, ..] if first != second && !known.contains(&(first, second)) => {
                known.push((first, second));
                let (Some(first), Some(second)) = (place_of(first), place_of(second)) else {
                    continue;
                };
                // What lies where the move begins goes to the second place. If nothing is there,
                // the move may be to put something there: what lies at the second place.
                let (thing, to) = match things.contains(&first) {
                    true => (first, second),
                    false => (second, first),
                };
                if things.contains(&thing) {
                    drags.push(Drag {
                        thing: thing.clone(),
                        to: to.clone(),
                        picks: &path[..2],
                    });
                }
            }
            _ => {}
        }
    }
    drags
}

/// What a move of one pick moves, and to which place of the scene before it.
fn single(
    position: &dyn Position,
    who: Viewer,
    scene: &Scene,
    things: &[&Place],
    pick: Option<&Place>,
    index: usize,
) -> Option<(Place, Place)> {
    let pick = pick?;
    let after = position.foresee(&position.move_at(index)?, who)?;
    let motions = position.motions(&*after, who);
    let goes = |motion: &&Motion| {
        let from = motion.from.as_ref().filter(|from| things.contains(from));
        from.is_some() && motion.to.is_some() && !motion.follows
    };
    let begins_here = |motion: &&Motion| motion.from.as_ref() == Some(pick);
    let mut moving = motions.iter().filter(goes);
    match moving.clone().find(begins_here) {
        Some(motion) => {
            let to = motion.to.as_ref()?;
            let to = match find(scene, to) {
                Some(_) => to.clone(),
                // The place has another name before the move: it is where it will be.
                None => {
                    let later = after.paint(who, &Look::default()).ok()?;
                    let (part, at) = find(&later, to)?;
                    let mut near = scene.spots().filter(|spot| {
                        (spot.x - at.x).hypot(spot.y - at.y) < at.reach
                            && find(scene, &spot.place).is_some_and(|(other, _)| other == part)
                    });
                    near.next()?.place.clone()
                }
            };
            (to != *pick).then(|| (pick.clone(), to))
        }
        // The pick is where something goes.
        None => Some((moving.next()?.from.clone()?, pick.clone())),
    }
}
