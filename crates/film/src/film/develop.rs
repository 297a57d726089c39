//! A film as pixels. Only what changes is painted again.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::Duration;

use parlour_core::picture::Thing;
use rayon::prelude::*;
use resvg::tiny_skia::{IntRect, Pixmap, PixmapPaint, Rect, Transform};
use rustc_hash::FxHashMap;
use thiserror::Error;

use super::cast::{Deed, Pose};
use super::{Film, Shot};
use crate::gif::{Gif, GifError};
use crate::image::Image;
use crate::palette::{Palette, Tally};
use crate::sheet::{self, Lost, Sheet, Unpaintable};

/// How many pictures of a second show something that moves.
const PER_SECOND: f64 = 20.0;
/// So many positions are looked at for mixed colours. The others have no new ones.
const SAMPLES: usize = 24;
/// Shots that each thread may be ahead of the file.
const AHEAD: usize = 4;

/// Why a film cannot be shown as pixels.
#[derive(Debug, Error)]
pub enum Undeveloped {
    /// It has too many of them.
    #[error(transparent)]
    Unpaintable(#[from] Unpaintable),
    /// The file could not be written.
    #[error(transparent)]
    Gif(#[from] GifError),
}

/// An image on what is there already, for so long.
#[derive(Clone, Debug)]
pub struct Exposure {
    /// What changes.
    pub image: Image,
    /// Where its first pixel is.
    pub at: (u32, u32),
    /// How long it stays.
    pub hold: Duration,
}

impl Film {
    /// Writes it as an animated GIF, so many pixels wide. `progress` is told how many
    /// positions are done.
    pub fn gif<W: Write>(
        &self,
        out: W,
        width: u32,
        progress: &dyn Fn(usize),
    ) -> Result<(W, Lost), Undeveloped> {
        let stage = Stage::new(self, width)?;
        let mut gif = Gif::new(out, stage.size, stage.palette()?)?;
        let mut done = 0;
        for shots in self.shots.chunks(AHEAD * rayon::current_num_threads()) {
            let exposures: Vec<_> = shots.par_iter().map(|shot| stage.expose(shot)).collect();
            for shot in exposures {
                for Exposure { image, at, hold } in shot? {
                    gif.show(&image, at, hold)?;
                }
                done += 1;
                progress(done);
            }
        }
        Ok((gif.finish()?, stage.lost()))
    }

    /// All images in order, so many pixels wide: each on what those before it show.
    pub fn exposures(&self, width: u32) -> Result<Vec<Exposure>, Unpaintable> {
        let stage = Stage::new(self, width)?;
        let shots = self.shots.par_iter().map(|shot| stage.expose(shot));
        let shots: Result<Vec<_>, _> = shots.collect();
        Ok(shots?.into_iter().flatten().collect())
    }
}

/// Where the film is painted.
struct Stage<'a> {
    film: &'a Film,
    scale: f32,
    size: (u32, u32),
    /// Things by their elements: the same ones come again and again.
    props: RwLock<FxHashMap<String, Arc<Sheet>>>,
    lost: Mutex<BTreeSet<char>>,
}

impl<'a> Stage<'a> {
    fn new(film: &'a Film, width: u32) -> Result<Self, Unpaintable> {
        let (scale, height) = sheet::pixels((film.width, film.height), width)?;
        Ok(Stage {
            film,
            scale,
            size: (width, height),
            props: RwLock::default(),
            lost: Mutex::default(),
        })
    }

    fn lost(self) -> Lost {
        Lost(
            self.lost
                .into_inner()
                .unwrap_or_else(PoisonError::into_inner),
        )
    }

    /// The palette of the whole film.
    fn palette(&self) -> Result<Palette, Unpaintable> {
        let shots = &self.film.shots;
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
            let mut tally = Tally::default();
            tally.count(&Image::from(self.still(&shots[spread(index)])?));
            Ok(tally)
        });
        for tally in tallies.collect::<Result<Vec<_>, _>>()? {
            whole.merge(tally);
        }
        Ok(whole.palette())
    }

    /// The images of a shot. The first is the whole picture.
    fn expose(&self, shot: &Shot) -> Result<Vec<Exposure>, Unpaintable> {
        let frames = match shot.cast.is_empty() {
            true => 0,
            false => (shot.moving.as_secs_f64() * PER_SECOND).round() as u32,
        };
        if frames == 0 {
            return Ok(vec![Exposure {
                image: self.still(shot)?.into(),
                at: (0, 0),
                hold: shot.moving + shot.still,
            }]);
        }
        let ground = self.ground(shot)?;
        let mut exposures = Vec::with_capacity(frames as usize + 1);
        let mut touched = None;
        for frame in 0..frames {
            // The picture before was time 0, the one after will be time 1.
            let time = (frame + 1) as f32 / (frames + 1) as f32;
            let now = self.moving(shot, time)?;
            let (mut pixmap, at) = match frame {
                0 => (ground.clone(), (0, 0)),
                _ => self.cut(&ground, join(touched, now))?,
            };
            for actor in &shot.cast {
                self.paint(&mut pixmap, at, shot, &actor.thing, actor.pose(time))?;
            }
            touched = now;
            exposures.push(Exposure {
                image: pixmap.into(),
                at,
                hold: shot.moving / frames,
            });
        }
        let top = self.top(shot)?;
        let marks = top
            .as_ref()
            .map(|top| self.onto(top.bounds(), Transform::default()));
        let end = join(touched, join(self.moving(shot, 1.0)?, marks.flatten()));
        let (mut pixmap, at) = self.cut(&ground, end)?;
        for thing in &shot.picture.things {
            self.paint(&mut pixmap, at, shot, thing, REST)?;
        }
        if let Some(top) = top {
            top.paint(&mut pixmap, self.transform(at));
        }
        exposures.push(Exposure {
            image: pixmap.into(),
            at,
            hold: shot.still,
        });
        Ok(exposures)
    }

    /// The picture as it stands when nothing moves any more.
    fn still(&self, shot: &Shot) -> Result<Pixmap, Unpaintable> {
        let mut pixmap = self.ground(shot)?;
        for thing in &shot.picture.things {
            self.paint(&mut pixmap, (0, 0), shot, thing, REST)?;
        }
        if let Some(top) = self.top(shot)? {
            top.paint(&mut pixmap, self.transform((0, 0)));
        }
        Ok(pixmap)
    }

    fn ground(&self, shot: &Shot) -> Result<Pixmap, Unpaintable> {
        let ground = self.read(&shot.picture.defs, &shot.picture.ground)?;
        let mut pixmap = sheet::blank(self.size.0, self.size.1)?;
        ground.paint(&mut pixmap, self.transform((0, 0)));
        Ok(pixmap)
    }

    fn top(&self, shot: &Shot) -> Result<Option<Sheet>, Unpaintable> {
        let top = &shot.picture.top;
        match top.is_empty() {
            true => Ok(None),
            false => Ok(Some(self.read(&shot.picture.defs, top)?)),
        }
    }

    /// Elements with what they may refer to.
    fn read(&self, defs: &str, elements: &str) -> Result<Sheet, Unpaintable> {
        // Elements may lie outside of this size: it is for documents that are shown whole.
        let document = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\" height=\"1\">\
             <defs>{defs}</defs>{elements}</svg>"
        );
        let sheet = Sheet::read(&document)?;
        if !sheet.lost().0.is_empty() {
            let mut lost = self.lost.lock().unwrap_or_else(PoisonError::into_inner);
            lost.extend(&sheet.lost().0);
        }
        Ok(sheet)
    }

    fn prop(&self, shot: &Shot, thing: &Thing) -> Result<Arc<Sheet>, Unpaintable> {
        let known = self.props.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(sheet) = known.get(&thing.svg) {
            return Ok(sheet.clone());
        }
        drop(known);
        let sheet = Arc::new(self.read(&shot.picture.defs, &thing.svg)?);
        let mut props = self.props.write().unwrap_or_else(PoisonError::into_inner);
        props.insert(thing.svg.clone(), sheet.clone());
        Ok(sheet)
    }

    /// From user units to the pixels of a pixmap whose first is at `at`.
    fn transform(&self, (x, y): (u32, u32)) -> Transform {
        Transform::from_scale(self.scale, self.scale).post_translate(-(x as f32), -(y as f32))
    }

    /// Paints a thing onto a pixmap whose first pixel is at `at`.
    fn paint(
        &self,
        pixmap: &mut Pixmap,
        at: (u32, u32),
        shot: &Shot,
        thing: &Thing,
        pose: Pose,
    ) -> Result<(), Unpaintable> {
        let prop = self.prop(shot, thing)?;
        let Some(bounds) = self.onto(prop.bounds(), posed(thing, pose)) else {
            return Ok(());
        };
        let whole = IntRect::from_xywh(at.0 as i32, at.1 as i32, pixmap.width(), pixmap.height());
        if whole.and_then(|whole| whole.intersect(&bounds)).is_none() {
            return Ok(());
        }
        if pose.opacity >= 1.0 {
            let transform = self.transform(at).pre_concat(posed(thing, pose));
            prop.paint(pixmap, transform);
            return Ok(());
        }
        let mut alone = sheet::blank(bounds.width(), bounds.height())?;
        let corner = (bounds.x() as u32, bounds.y() as u32);
        let transform = self.transform(corner).pre_concat(posed(thing, pose));
        prop.paint(&mut alone, transform);
        let paint = PixmapPaint {
            opacity: pose.opacity,
            ..PixmapPaint::default()
        };
        let (x, y) = (bounds.x() - at.0 as i32, bounds.y() - at.1 as i32);
        pixmap.draw_pixmap(x, y, alone.as_ref(), &paint, Transform::default(), None);
        Ok(())
    }

    /// What a rectangle in user units covers of the picture, in pixels.
    fn onto(&self, bounds: Rect, transform: Transform) -> Option<IntRect> {
        let transform = self.transform((0, 0)).pre_concat(transform);
        let bounds = bounds.transform(transform)?;
        // Edges reach into the next pixel.
        let (left, top) = (bounds.left().floor() - 1.0, bounds.top().floor() - 1.0);
        let (right, bottom) = (bounds.right().ceil() + 1.0, bounds.bottom().ceil() + 1.0);
        let whole = IntRect::from_xywh(0, 0, self.size.0, self.size.1)?;
        IntRect::from_ltrb(left as i32, top as i32, right as i32, bottom as i32)?.intersect(&whole)
    }

    /// The pixels of all that moves, at that time, and of what is gone in the end.
    fn moving(&self, shot: &Shot, time: f32) -> Result<Option<IntRect>, Unpaintable> {
        let mut touched = None;
        for actor in &shot.cast {
            if actor.deed != Deed::Stays {
                let bounds = self.prop(shot, &actor.thing)?.bounds();
                let posed = posed(&actor.thing, actor.pose(time));
                touched = join(touched, self.onto(bounds, posed));
            }
        }
        Ok(touched)
    }

    /// A part of a pixmap, and where it was; a single pixel where there is none.
    fn cut(
        &self,
        pixmap: &Pixmap,
        part: Option<IntRect>,
    ) -> Result<(Pixmap, (u32, u32)), Unpaintable> {
        let part = part.or(IntRect::from_xywh(0, 0, 1, 1));
        let cut = part.and_then(|part| {
            let at = (part.x() as u32, part.y() as u32);
            Some((pixmap.clone_rect(part)?, at))
        });
        cut.map_or_else(|| Ok((sheet::blank(1, 1)?, (0, 0))), Ok)
    }
}

/// Where the picture shows a thing.
const REST: Pose = Pose {
    dx: 0.0,
    dy: 0.0,
    degrees: 0.0,
    opacity: 1.0,
};

fn posed(thing: &Thing, pose: Pose) -> Transform {
    Transform::from_translate(thing.x + pose.dx, thing.y + pose.dy)
        .pre_concat(Transform::from_rotate(pose.degrees))
}

fn join(a: Option<IntRect>, b: Option<IntRect>) -> Option<IntRect> {
    match (a, b) {
        (Some(a), Some(b)) => IntRect::from_ltrb(
            a.left().min(b.left()),
            a.top().min(b.top()),
            a.right().max(b.right()),
            a.bottom().max(b.bottom()),
        ),
        (one, other) => one.or(other),
    }
}
