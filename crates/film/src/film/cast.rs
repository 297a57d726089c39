//! What is on the board during an animation.

use parlour_core::picture::{Motion, Picture, Place, Thing};

/// A thing on the board, and what it does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Actor {
    /// The thing where it ends up.
    pub(crate) thing: Thing,
    pub(crate) action: Action,
}

/// What a thing does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Action {
    /// It stays where it is.
    Stays,
    /// It stays until the others have arrived, and then disappears.
    Waits,
    /// It moves along these points, given relative to its end, and turns by this many degrees.
    Goes { way: Vec<(f32, f32)>, turn: f32 },
    /// It appears.
    Appears,
    /// It vanishes.
    Vanishes,
}

/// The position of a thing at a moment, relative to its end, and its rotation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pose {
    pub(crate) dx: f32,
    pub(crate) dy: f32,
    pub(crate) degrees: f32,
    pub(crate) opacity: f32,
}

impl Pose {
    /// Where the picture shows a thing.
    pub(crate) const REST: Pose = Pose {
        dx: 0.0,
        dy: 0.0,
        degrees: 0.0,
        opacity: 1.0,
    };
}

impl Actor {
    /// The pose after a fraction of the time, from 0 to 1.
    pub(crate) fn pose(&self, time: f32) -> Pose {
        // Ease in and out.
        let done = time * time * (3.0 - 2.0 * time);
        let mut pose = Pose::REST;
        match &self.action {
            Action::Stays | Action::Waits => {}
            Action::Goes { way, turn } => {
                (pose.dx, pose.dy) = along(way, done);
                pose.degrees = turn * (done - 1.0);
            }
            Action::Appears => pose.opacity = done,
            Action::Vanishes => pose.opacity = 1.0 - done,
        }
        pose
    }

    /// Whether it moves or changes its looks.
    pub(crate) fn moves(&self) -> bool {
        !matches!(self.action, Action::Stays | Action::Waits)
    }
}

/// The lengths of the segments of a path.
pub(crate) fn lengths(way: &[(f32, f32)]) -> Vec<f32> {
    let pairs = way.windows(2);
    pairs
        .map(|pair| (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1))
        .collect()
}

/// The point at a fraction of a path, from 0 to 1.
fn along(way: &[(f32, f32)], done: f32) -> (f32, f32) {
    let lengths = lengths(way);
    let mut left = done * lengths.iter().sum::<f32>();
    for (pair, length) in way.windows(2).zip(lengths) {
        if left < length {
            let part = left / length;
            let between = |a: f32, b: f32| a + (b - a) * part;
            return (between(pair[0].0, pair[1].0), between(pair[0].1, pair[1].1));
        }
        left -= length;
    }
    way.last().copied().unwrap_or_default()
}

/// The actors on the way from one picture to the next, from bottom to top; empty if nothing moves.
/// A captured piece stays until its captor has arrived.
pub(crate) fn cast(before: &Picture, after: &Picture, motions: &[Motion]) -> Vec<Actor> {
    let mut actors: Vec<(Actor, bool)> = after
        .things
        .iter()
        .map(|thing| {
            let thing = thing.clone();
            let action = Action::Stays;
            (Actor { thing, action }, false)
        })
        .collect();
    let somebody_goes = motions.iter().any(|m| m.from.is_some() && m.to.is_some());
    let mut leaving = Vec::new();
    for motion in motions {
        match (&motion.from, &motion.to) {
            (Some(from), Some(to)) => {
                let Some(way) = way(before, after, motion) else {
                    continue;
                };
                let turn = f32::from(motion.turn);
                let action = Action::Goes { way, turn };
                let found = idle(&mut actors, to);
                if found.is_empty() {
                    // Nothing lies where it ends, as in a home: it goes there and disappears.
                    leaving.extend(things(before, from).filter_map(|thing| {
                        let (start, end) = (before.spot(from)?, after.spot(to)?);
                        let mut thing = thing.clone();
                        thing.x += end.x - start.x;
                        thing.y += end.y - start.y;
                        let action = action.clone();
                        Some((Actor { thing, action }, true))
                    }));
                }
                for (actor, lifted) in found {
                    actor.action = action.clone();
                    *lifted = !motion.follows;
                }
            }
            (None, Some(to)) => {
                for (actor, _) in idle(&mut actors, to) {
                    actor.action = Action::Appears;
                }
            }
            (Some(from), None) => leaving.extend(things(before, from).map(|thing| {
                let action = match somebody_goes {
                    true => Action::Waits,
                    false => Action::Vanishes,
                };
                let thing = thing.clone();
                (Actor { thing, action }, false)
            })),
            (None, None) => {}
        }
    }
    let (lifted, mut cast): (Vec<_>, Vec<_>) = actors.into_iter().partition(|(_, lifted)| *lifted);
    let (arriving, leaving): (Vec<_>, Vec<_>) =
        leaving.into_iter().partition(|(_, lifted)| *lifted);
    cast.extend(leaving);
    cast.extend(arriving);
    cast.extend(lifted);
    let cast: Vec<Actor> = cast.into_iter().map(|(actor, _)| actor).collect();
    match cast.iter().any(Actor::moves) {
        true => cast,
        false => Vec::new(),
    }
}

fn things<'a>(picture: &'a Picture, place: &'a Place) -> impl Iterator<Item = &'a Thing> {
    let things = picture.things.iter();
    things.filter(move |thing| &thing.place == place)
}

/// The actors at a place that do nothing yet.
fn idle<'a>(actors: &'a mut [(Actor, bool)], place: &Place) -> Vec<&'a mut (Actor, bool)> {
    let here = actors.iter_mut();
    here.filter(|(actor, _)| &actor.thing.place == place && actor.action == Action::Stays)
        .collect()
}

/// The path of a motion relative to its end.
fn way(before: &Picture, after: &Picture, motion: &Motion) -> Option<Vec<(f32, f32)>> {
    let start = before.spot(motion.from.as_ref()?)?;
    let end = after.spot(motion.to.as_ref()?)?;
    let via = motion.via.iter().filter_map(|place| after.spot(place));
    let points = [start].into_iter().chain(via).chain([end]);
    Some(points.map(|at| (at.x - end.x, at.y - end.y)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::picture::Spot;

    /// A board with places a, b, c in a row, ten units apart, and things on some of them.
    fn picture(things: &[(&str, &str)]) -> Picture {
        let spots = ["a", "b", "c"]
            .into_iter()
            .zip(0..)
            .map(|(name, index)| Spot {
                place: Place::new(name),
                pick: None,
                label: String::new(),
                x: 10.0 * index as f32,
                y: 0.0,
                reach: 5.0,
            });
        let mut picture = Picture {
            spots: spots.collect(),
            ..Picture::default()
        };
        for (place, svg) in things {
            let place = Place::new(*place);
            let x = picture.spot(&place).map_or(0.0, |spot| spot.x);
            picture.things.push(Thing {
                place,
                is_named: false,
                x,
                y: 0.0,
                svg: (*svg).to_owned(),
            });
        }
        picture
    }

    fn place(name: &str) -> Place {
        Place::new(name)
    }

    fn order(cast: &[Actor]) -> Vec<&str> {
        cast.iter().map(|actor| &*actor.thing.svg).collect()
    }

    #[test]
    fn what_is_taken_stays_below_who_takes_it() {
        let before = picture(&[("a", "white"), ("b", "other"), ("c", "black")]);
        let after = picture(&[("c", "white"), ("b", "other")]);
        let motions = [
            Motion::vanish(place("c")),
            Motion::go(place("a"), place("c")),
        ];
        let cast = cast(&before, &after, &motions);
        assert_eq!(order(&cast), ["other", "black", "white"]);
        assert_eq!(cast[1].action, Action::Waits);
        let pose = cast[2].pose(0.0);
        assert_eq!((pose.dx, pose.dy, pose.opacity), (-20.0, 0.0, 1.0));
        assert_eq!(cast[2].pose(0.5).dx, -10.0);
        assert_eq!(cast[2].pose(1.0).dx, 0.0);
    }

    #[test]
    fn a_way_leads_over_its_places() {
        let before = picture(&[("a", "piece")]);
        let after = picture(&[("c", "piece")]);
        let motion = Motion::go(place("a"), place("c")).via(vec![place("b"), place("a")]);
        let cast = cast(&before, &after, &[motion]);
        // a, b, a, c: forty units in all, so that half-time is at a.
        assert_eq!(cast[0].pose(0.5).dx, -20.0);
    }

    #[test]
    fn turns_end_as_the_picture_shows_them() {
        let picture = picture(&[("a", "lance")]);
        let motion = Motion::go(place("a"), place("a")).turned(90);
        let cast = cast(&picture, &picture, &[motion]);
        assert_eq!(cast[0].pose(0.0).degrees, -90.0);
        assert_eq!(cast[0].pose(1.0).degrees, 0.0);
    }

    #[test]
    fn what_appears_alone_fades_in_and_what_goes_alone_fades_out() {
        let (empty, full) = (picture(&[]), picture(&[("a", "tile")]));
        let come = cast(&empty, &full, &[Motion::appear(place("a"))]);
        assert_eq!(come[0].pose(0.0).opacity, 0.0);
        let gone = cast(&full, &empty, &[Motion::vanish(place("a"))]);
        assert_eq!(gone[0].pose(1.0).opacity, 0.0);
    }

    #[test]
    fn what_ends_where_nothing_lies_goes_there_itself() {
        let before = picture(&[("a", "piece")]);
        let after = picture(&[]);
        let cast = cast(&before, &after, &[Motion::go(place("a"), place("b"))]);
        assert_eq!(cast[0].thing.x + cast[0].pose(0.0).dx, 0.0);
        assert_eq!(cast[0].thing.x + cast[0].pose(1.0).dx, 10.0);
    }

    #[test]
    fn nobody_is_needed_where_nothing_moves() {
        let picture = picture(&[("a", "piece")]);
        assert_eq!(cast(&picture, &picture, &[]), []);
        // A motion of something that is part of the ground.
        let motion = Motion::appear(place("b"));
        assert_eq!(cast(&picture, &picture, &[motion]), []);
    }

    #[test]
    fn what_follows_keeps_its_place_below_others() {
        let before = picture(&[("a", "tile"), ("b", "pawn")]);
        let after = picture(&[("c", "tile"), ("b", "pawn")]);
        let follows = Motion::go(place("a"), place("c")).following();
        assert_eq!(order(&cast(&before, &after, &[follows])), ["tile", "pawn"]);
        let goes = Motion::go(place("a"), place("c"));
        assert_eq!(order(&cast(&before, &after, &[goes])), ["pawn", "tile"]);
    }
}
