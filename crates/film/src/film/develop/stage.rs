//! Where pictures are painted, part by part.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use parlour_core::picture::Thing;
use rayon::prelude::*;
use resvg::tiny_skia::{IntRect, Pixmap, PixmapPaint, Rect, Transform};
use rustc_hash::FxHashMap;

use super::super::cast::Pose;
use super::super::elements::{Element, elements, kept};
use super::super::{Film, Shot};
use super::Exposure;
use crate::image::{Image, Patch};
use crate::palette::{Palette, Tally};
use crate::sheet::{self, Lost, RasterError, Sheet};

/// The frame rate of animations.
const PER_SECOND: f64 = 20.0;
/// How many positions are sampled for mixed colours. The others have no new ones.
const SAMPLES: usize = 8;

/// An element that is visible somewhere.
#[derive(Clone)]
struct Item {
    prop: Arc<Prop>,
    /// From the element's units to those of the picture.
    posed: Transform,
    opacity: f32,
}

impl PartialEq for Item {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.prop, &other.prop)
            && self.posed == other.posed
            && self.opacity == other.opacity
    }
}

/// An element, parsed once however often it occurs.
struct Prop {
    sheet: Sheet,
    bounds: Rect,
}

/// What was painted last, and from which items.
struct Canvas {
    items: Vec<Item>,
    pixmap: Pixmap,
}

/// How many pixels at an edge may be wrong.
const EDGE: i32 = 2;

/// Where a film is painted.
pub(super) struct Stage {
    scale: Transform,
    whole: IntRect,
    props: RwLock<FxHashMap<Element, Arc<Prop>>>,
    lost: Mutex<BTreeSet<char>>,
}

impl Stage {
    pub(super) fn new(film: &Film, width: u32) -> Result<Self, RasterError> {
        let (scale, height) = sheet::pixels((film.width, film.height), width)?;
        let whole = IntRect::from_xywh(0, 0, width, height).ok_or(RasterError::TooLarge {
            width: width.into(),
            height: height.into(),
        })?;
        Ok(Stage {
            scale,
            whole,
            props: RwLock::default(),
            lost: Mutex::default(),
        })
    }

    pub(super) fn size(&self) -> (u32, u32) {
        (self.whole.width(), self.whole.height())
    }

    /// The letters that no font has.
    pub(super) fn lost(self) -> Lost {
        let lost = self.lost.into_inner();
        Lost(lost.unwrap_or_else(PoisonError::into_inner))
    }

    /// The palette of the whole film.
    pub(super) fn palette(&self, shots: &[Shot]) -> Result<Palette, RasterError> {
        let mut whole = Tally::default();
        for shot in shots {
            let picture = &shot.picture;
            for svg in [&picture.defs, &picture.ground, &picture.top] {
                whole.name_all(svg);
            }
            for thing in &picture.things {
                whole.name_all(&thing.svg);
            }
        }
        let count = shots.len().min(SAMPLES);
        let spread = |index: usize| index * (shots.len() - 1) / (count - 1).max(1);
        let tallies = (0..count).into_par_iter().map(|index| {
            let still = self.still(&shots[spread(index)])?;
            let mut tally = Tally::default();
            tally.count(&Image::from(self.painted(&still, self.whole)?));
            Ok(tally)
        });
        for tally in tallies.collect::<Result<Vec<_>, _>>()? {
            whole.merge(tally);
        }
        Ok(whole.palette())
    }

    /// The images of consecutive shots. The first is a whole picture.
    pub(super) fn expose(&self, shots: &[Shot]) -> Result<Vec<Exposure>, RasterError> {
        let mut canvas = None;
        let mut exposures = Vec::new();
        for shot in shots {
            for (items, hold) in self.frames(shot)? {
                let patches = match &mut canvas {
                    Some(canvas) => self.change(canvas, items)?,
                    None => {
                        let pixmap = self.painted(&items, self.whole)?;
                        let image = Image::from(pixmap.clone());
                        canvas = Some(Canvas { items, pixmap });
                        vec![(image, (0, 0))]
                    }
                };
                exposures.push(Exposure { patches, hold });
            }
        }
        Ok(exposures)
    }

    /// What is visible during the animation into a picture and when it stands, and for how long.
    fn frames(&self, shot: &Shot) -> Result<Vec<(Vec<Item>, Duration)>, RasterError> {
        let count = (shot.moving.as_secs_f64() * PER_SECOND).round() as u32;
        let defs = &shot.picture.defs;
        let ground = self.elements(defs, &shot.picture.ground)?;
        let mut frames = Vec::with_capacity(count as usize + 1);
        for frame in 0..count {
            // The previous picture was time 0, the next will be time 1.
            let time = (frame + 1) as f32 / (count + 1) as f32;
            let mut items = ground.clone();
            for actor in &shot.cast {
                items.push(self.thing(defs, &actor.thing, actor.pose(time))?);
            }
            frames.push((items, shot.moving / count));
        }
        let still = match count {
            0 => shot.moving + shot.still,
            _ => shot.still,
        };
        frames.push((self.still(shot)?, still));
        Ok(frames)
    }

    /// A picture in which nothing moves.
    fn still(&self, shot: &Shot) -> Result<Vec<Item>, RasterError> {
        let picture = &shot.picture;
        let mut items = self.elements(&picture.defs, &picture.ground)?;
        for thing in &picture.things {
            items.push(self.thing(&picture.defs, thing, Pose::REST)?);
        }
        items.extend(self.elements(&picture.defs, &picture.top)?);
        Ok(items)
    }

    fn elements(&self, defs: &str, layer: &str) -> Result<Vec<Item>, RasterError> {
        let items = elements(layer).into_iter().map(|element| {
            Ok(Item {
                prop: self.prop(defs, element)?,
                posed: Transform::default(),
                opacity: 1.0,
            })
        });
        items.collect()
    }

    fn thing(&self, defs: &str, thing: &Thing, pose: Pose) -> Result<Item, RasterError> {
        let at = Transform::from_translate(thing.x + pose.dx, thing.y + pose.dy);
        Ok(Item {
            prop: self.prop(defs, Element::new(thing.svg.clone()))?,
            posed: at.pre_concat(Transform::from_rotate(pose.degrees)),
            opacity: pose.opacity,
        })
    }

    /// An element with everything it may refer to. The same id means the same thing in every
    /// picture of a film, so it need not be parsed again.
    fn prop(&self, defs: &str, element: Element) -> Result<Arc<Prop>, RasterError> {
        let known = self.props.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(prop) = known.get(&element) {
            return Ok(prop.clone());
        }
        drop(known);
        // The size only matters when a document is shown whole; this one reaches beyond it.
        let sheet = Sheet::read(&format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\">\
             <defs>{defs}</defs>{}{}{}</svg>",
            element.around,
            element.svg,
            element.closing()
        ))?;
        let mut lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
        lost.extend(&sheet.lost().0);
        drop(lost);
        let bounds = sheet.bounds();
        let prop = Arc::new(Prop { sheet, bounds });
        let mut props = self.props.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have been faster: there is only one of each.
        Ok(props.entry(element).or_insert(prop).clone())
    }

    /// Makes the canvas show other items, and returns the parts that were repainted.
    fn change(&self, canvas: &mut Canvas, items: Vec<Item>) -> Result<Vec<Patch>, RasterError> {
        let kept = kept(&canvas.items, &items, |old, new| old == new);
        let mut gone = vec![true; canvas.items.len()];
        for index in kept.iter().flatten() {
            gone[*index] = false;
        }
        let old = canvas.items.iter().zip(&gone).filter(|(_, gone)| **gone);
        let new = items.iter().zip(&kept).filter(|(_, kept)| kept.is_none());
        let changed = old.map(|(item, _)| item).chain(new.map(|(item, _)| item));
        let parts = apart(changed.filter_map(|item| self.covers(item)).collect());
        let mut patches = Vec::with_capacity(parts.len());
        for part in parts {
            let patch = self.painted(&items, part)?;
            let paint = PixmapPaint {
                blend_mode: resvg::tiny_skia::BlendMode::Source,
                ..PixmapPaint::default()
            };
            let (x, y) = (part.x(), part.y());
            let to = &mut canvas.pixmap;
            to.draw_pixmap(x, y, patch.as_ref(), &paint, Transform::default(), None);
            patches.push((patch.into(), (x as u32, y as u32)));
        }
        canvas.items = items;
        Ok(patches)
    }

    /// A part of the picture of these items.
    ///
    /// The first and last pixels of a painted area are not exact where a shape reaches beyond them.
    /// So a larger area is painted, and cropped.
    fn painted(&self, items: &[Item], part: IntRect) -> Result<Pixmap, RasterError> {
        let wide = part.make_outset(EDGE, EDGE).unwrap_or(part);
        let mut pixmap = sheet::blank(wide.width(), wide.height())?;
        for item in items {
            let Some(covered) = self.covers(item).and_then(|at| at.intersect(&wide)) else {
                continue;
            };
            if item.opacity >= 1.0 {
                let transform = self.transform(wide).pre_concat(item.posed);
                item.prop.sheet.paint(&mut pixmap, transform);
                continue;
            }
            let mut alone = sheet::blank(covered.width(), covered.height())?;
            let transform = self.transform(covered).pre_concat(item.posed);
            item.prop.sheet.paint(&mut alone, transform);
            let paint = PixmapPaint {
                opacity: item.opacity,
                ..PixmapPaint::default()
            };
            let (x, y) = (covered.x() - wide.x(), covered.y() - wide.y());
            pixmap.draw_pixmap(x, y, alone.as_ref(), &paint, Transform::default(), None);
        }
        let (x, y) = (part.x() - wide.x(), part.y() - wide.y());
        let cut = IntRect::from_xywh(x, y, part.width(), part.height());
        Ok(cut.and_then(|cut| pixmap.clone_rect(cut)).unwrap_or(pixmap))
    }

    /// From the picture's units to the pixels of a part of it.
    fn transform(&self, part: IntRect) -> Transform {
        self.scale
            .post_translate(-part.x() as f32, -part.y() as f32)
    }

    /// The pixels that an item may cover.
    fn covers(&self, item: &Item) -> Option<IntRect> {
        let transform = self.transform(self.whole).pre_concat(item.posed);
        let bounds = item.prop.bounds.transform(transform)?;
        // Edges reach into the next pixel.
        let (left, top) = (bounds.left().floor() - 1.0, bounds.top().floor() - 1.0);
        let (right, bottom) = (bounds.right().ceil() + 1.0, bounds.bottom().ceil() + 1.0);
        let around = IntRect::from_ltrb(left as i32, top as i32, right as i32, bottom as i32);
        around?.intersect(&self.whole)
    }
}

/// Rectangles that cover the same area without overlapping.
fn apart(mut parts: Vec<IntRect>) -> Vec<IntRect> {
    let mut apart: Vec<IntRect> = Vec::new();
    while let Some(mut part) = parts.pop() {
        while let Some(index) = apart
            .iter()
            .position(|other| other.intersect(&part).is_some())
        {
            let other = apart.swap_remove(index);
            part = join(part, other);
        }
        apart.push(part);
    }
    apart
}

fn join(a: IntRect, b: IntRect) -> IntRect {
    IntRect::from_ltrb(
        a.left().min(b.left()),
        a.top().min(b.top()),
        a.right().max(b.right()),
        a.bottom().max(b.bottom()),
    )
    // Two rectangles always have a bounding box.
    .unwrap_or(a)
}
