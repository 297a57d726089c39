//! The laws about pictures.

use std::collections::{BTreeMap, HashSet};
use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::game::{Game, Seat, Turn, Viewer, below};
use crate::luck::seeded;
use crate::notation::Pick;
use crate::picture::{Look, Motion, Paints, Picture, Place, Scene, Theme, stylesheet};
use crate::playable::Playable;

type Law = Result<(), TestCaseError>;

/// How many moves of a position have their picks looked up.
const MOVES: u64 = 12;

fn viewers<G: Game>(state: &G) -> impl Iterator<Item = Viewer> {
    let seats = Seat::all(state.seats()).map(Viewer::Seat);
    seats.chain([Viewer::Public, Viewer::All])
}

/// The size of a picture in transit: gzipped.
#[must_use]
pub fn sent_bytes(picture: &Picture) -> usize {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    // Writing to memory cannot fail.
    let _ = writeln!(packed, "{}", picture.document());
    packed.finish().map_or(0, |bytes| bytes.len())
}

/// The places of a picture.
fn places(scene: &Scene) -> HashSet<&Place> {
    scene.spots().map(|spot| &spot.place).collect()
}

/// Every picture is a sound document: for files and pages, for every viewer, from every side.
pub(super) fn pictures_can_be_painted<G: Playable>(state: &G) -> Law {
    let css = stylesheet(&[(G::INFO.id, G::SWATCHES)]);
    let paints = Theme::ALL.map(Paints::Fixed);
    for who in viewers(state) {
        let view = state.view(who);
        for paints in paints.into_iter().chain([Paints::Variables]) {
            for (below, bare) in [(None, false), (Some(Seat(state.seats() - 1)), true)] {
                let look = Look {
                    paints,
                    below,
                    bare,
                    map: bare,
                    ..Look::default()
                };
                let Ok(scene) = G::paint(&view, &look) else {
                    return Ok(());
                };
                names_are_unique(&scene)?;
                prop_assert!(!scene.status.is_empty(), "a picture without a status");
                let pictures = scene.panels.iter().map(|panel| &panel.picture);
                for picture in pictures.chain([&scene.board]) {
                    is_sound(&picture.document(), paints, &css)?;
                    for thing in &picture.things {
                        let known = picture.spot(&thing.place).is_some();
                        prop_assert!(known, "a thing on no place: {:?}", thing.place);
                    }
                }
                is_sound(
                    &scene.framed(&look, &Default::default()).document(),
                    paints,
                    &css,
                )?;
            }
        }
    }
    Ok(())
}

fn names_are_unique(scene: &Scene) -> Law {
    let mut seen = HashSet::new();
    for spot in scene.spots() {
        prop_assert!(
            seen.insert(&spot.place),
            "two places are named {:?}",
            spot.place
        );
        prop_assert!(
            spot.pick.is_none() || !spot.label.is_empty(),
            "{:?} has no label",
            spot.place
        );
    }
    Ok(())
}

/// A well-formed document without bitmaps, filters or scripts, whose colours all belong to its
/// theme.
fn is_sound(svg: &str, paints: Paints, css: &str) -> Law {
    let document = match roxmltree::Document::parse(svg) {
        Ok(document) => document,
        Err(error) => {
            return Err(TestCaseError::fail(format!(
                "this is not an SVG document: {error}: {svg}"
            )));
        }
    };
    let mut ids = HashSet::new();
    for node in document.descendants().filter(roxmltree::Node::is_element) {
        let name = node.tag_name().name();
        prop_assert!(
            !["image", "filter", "script", "style", "foreignObject"].contains(&name),
            "a picture must not have a {}",
            name
        );
        prop_assert!(node.attribute("role") != Some("img"), "it hides its picks");
        if let Some(pick) = node.attribute("data-pick") {
            prop_assert!(
                node.attribute("role") == Some("button"),
                "{} is not a button",
                pick
            );
            let label = node.attribute("aria-label").unwrap_or_default();
            prop_assert!(
                !label.trim().is_empty(),
                "{} is a button without words",
                pick
            );
        }
        for attribute in node.attributes() {
            let (key, value) = (attribute.name(), attribute.value());
            prop_assert!(
                !value.contains("NaN") && !value.contains("inf"),
                "{}={} is not a number",
                key,
                value
            );
            prop_assert!(key != "style", "a page does not let styles in");
            if key == "id" {
                prop_assert!(ids.insert(value.to_owned()), "two have the id {}", value);
            }
            if let (Paints::Variables, Some(variable)) = (
                paints,
                value.strip_prefix("var(").and_then(|v| v.strip_suffix(')')),
            ) {
                prop_assert!(
                    css.contains(&format!("{variable}:")),
                    "{} is in no stylesheet",
                    variable
                );
            }
            if ["fill", "stroke", "stop-color"].contains(&key) {
                prop_assert!(
                    paints != Paints::Variables || !value.starts_with('#'),
                    "{}={} is fixed, in a picture for a page",
                    key,
                    value
                );
            }
        }
    }
    for id in svg
        .split("url(#")
        .skip(1)
        .filter_map(|rest| rest.split(')').next())
    {
        prop_assert!(ids.contains(id), "{} is not defined", id);
    }
    Ok(())
}

/// Every pick of a move has a place when its turn comes.
pub(super) fn picks_are_in_the_picture<G: Playable>(state: &G, seed: u64) -> Law {
    let Turn::Seat(seat) = state.turn() else {
        return Ok(());
    };
    let view = state.view(Viewer::Seat(seat));
    let moves = state.moves();
    let paths: Vec<Vec<Pick>> = moves.iter().map(|chosen| state.picks(chosen)).collect();
    let mut luck = seeded(seed);
    for _ in 0..MOVES.min(moves.len() as u64) {
        let index = below(&mut luck, moves.len() as u64).unwrap_or(0);
        let path = &paths[index as usize];
        for taken in 0..path.len() {
            let picked = &path[..taken];
            let next = paths.iter().filter(|path| path.starts_with(picked));
            let can: BTreeMap<&Pick, ()> = next
                .filter_map(|path| Some((path.get(taken)?, ())))
                .collect();
            let can: Vec<Pick> = can.into_keys().cloned().collect();
            let look = Look {
                picked,
                can: &can,
                ..Look::default()
            };
            let Ok(mut scene) = G::paint(&view, &look) else {
                return Ok(());
            };
            scene.offer_the_rest(&look);
            let offered: HashSet<&Pick> = scene
                .spots()
                .filter_map(|spot| spot.pick.as_ref())
                .collect();
            for pick in &can {
                prop_assert!(offered.contains(pick), "{} is not in the picture", pick);
            }
            names_are_unique(&scene)?;
        }
    }
    Ok(())
}

/// What moves between two pictures has its places in them.
pub(super) fn motions_are_in_the_pictures<G: Playable>(before: &G, after: &G) -> Law {
    for who in viewers(before) {
        let (before, after) = (before.view(who), after.view(who));
        let motions = G::motions(&before, &after);
        let look = Look::default();
        let (Ok(earlier), Ok(later)) = (G::paint(&before, &look), G::paint(&after, &look)) else {
            return Ok(());
        };
        let (earlier, later) = (places(&earlier), places(&later));
        for Motion { from, via, to, .. } in &motions {
            prop_assert!(from.is_some() || to.is_some(), "a motion of nothing");
            if let Some(place) = from {
                prop_assert!(earlier.contains(place), "{:?} was not there", place);
            }
            for place in via.iter().chain(to) {
                prop_assert!(later.contains(place), "{:?} is not there", place);
            }
        }
        // It is still a sound picture with all its marks.
        let look = Look {
            last: &motions,
            hint: &motions,
            preview: &motions,
            ..Look::default()
        };
        if let Ok(scene) = G::paint(&after, &look) {
            is_sound(&scene.board.document(), look.paints, "")?;
        }
        prop_assert!(
            G::motions(&before, &before).is_empty(),
            "something moves where nothing changes"
        );
    }
    Ok(())
}
