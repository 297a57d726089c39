//! A film as an SVG document that plays by itself, without scripts, even as an image on a page.
//! Whatever pictures share is included once, with the times at which it is visible.

mod track;

use std::fmt::Write as _;
use std::ops::Range;
use std::time::Duration;

use parlour_core::picture::{Thing, Unit};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Film;
use super::cast::{Action, Actor};
use super::elements::{Element, elements};
use track::Track;

/// Similar fonts, wherever the document is shown.
const FONTS: &str = "'DejaVu Sans', system-ui, sans-serif";
/// The segments of an animation; within each, browsers interpolate linearly.
const PARTS: usize = 8;

impl Film {
    /// The whole as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        let mut shapes = Shapes::new(self.duration());
        let [mut ground, mut things, mut top] = <[Track; 3]>::default();
        let mut now = Duration::ZERO;
        for shot in &self.shots {
            let arrival = now + shot.moving;
            let end = arrival + shot.still;
            ground.show(elements(&shot.picture.ground), now..end);
            if !shot.cast.is_empty() {
                let cast = shot.cast.iter();
                let cast = cast.map(|actor| shapes.actor(actor, now..arrival));
                things.show(cast.collect(), now..arrival);
            }
            let lying = shot.picture.things.iter();
            let lying = lying.map(|thing| shapes.thing(thing));
            things.show(lying.collect(), arrival..end);
            top.show(elements(&shot.picture.top), arrival..end);
            now = end;
        }
        let mut svg = self.opening();
        // Writing to a string cannot fail.
        let _ = write!(svg, "<defs>{}{}</defs>", self.definitions(), shapes.defs);
        for track in [ground, things, top] {
            track.write(&mut svg, self.duration());
        }
        svg.push_str("</svg>");
        svg
    }

    fn opening(&self) -> String {
        let title = self.shots.first().map_or("", |shot| &shot.picture.title);
        let title = title.replace('&', "&amp;").replace('<', "&lt;");
        let (width, height) = (Unit(self.width), Unit(self.height));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"img\" font-family=\"{FONTS}\">\
             <title>{title}</title>"
        )
    }

    /// The definitions of all pictures. The same id means the same thing in
    /// all.
    fn definitions(&self) -> String {
        let mut known = FxHashSet::default();
        let defs = self.shots.iter().map(|shot| &*shot.picture.defs);
        let different: FxHashSet<&str> = defs.clone().collect();
        let mut different: Vec<&str> = different.into_iter().collect();
        different.sort_unstable();
        let all = different.into_iter().flat_map(elements);
        all.map(|element| element.svg)
            .filter(|svg| known.insert(svg.clone()))
            .collect()
    }
}

/// Things, each of which is in the document once.
struct Shapes {
    ids: FxHashMap<String, usize>,
    defs: String,
    duration: Duration,
}

impl Shapes {
    fn new(duration: Duration) -> Shapes {
        Shapes {
            ids: FxHashMap::default(),
            defs: String::new(),
            duration,
        }
    }

    fn id(&mut self, thing: &Thing) -> usize {
        let next = self.ids.len();
        let id = *self.ids.entry(thing.svg.clone()).or_insert(next);
        if id == next {
            let _ = write!(self.defs, "<g id=\"s{id}\">{}</g>", thing.svg);
        }
        id
    }

    /// A thing where it lies.
    fn thing(&mut self, thing: &Thing) -> Element {
        let id = self.id(thing);
        let (x, y) = (Unit(thing.x), Unit(thing.y));
        Element::new(format!("<use href=\"#s{id}\" x=\"{x}\" y=\"{y}\"/>"))
    }

    /// A thing during an animation.
    fn actor(&mut self, actor: &Actor, time: Range<Duration>) -> Element {
        let Actor { thing, action } = actor;
        if matches!(action, Action::Stays | Action::Waits) {
            return self.thing(thing);
        }
        let id = self.id(thing);
        let poses: Vec<_> = (0..=PARTS)
            .map(|part| actor.pose(part as f32 / PARTS as f32))
            .collect();
        let animated = |attributes: &str, values: Vec<String>| {
            let (first, last) = (&values[0], &values[PARTS]);
            let (values, times) = (values.join(";"), self.times(&time));
            let dur = seconds(self.duration);
            format!(
                "<animate{attributes} values=\"{first};{values};{last}\" \
                 keyTimes=\"0;{times};1\" dur=\"{dur}\" repeatCount=\"indefinite\"/>"
            )
        };
        let points = poses.iter().map(|pose| {
            let (x, y) = (Unit(thing.x + pose.dx), Unit(thing.y + pose.dy));
            format!("{x} {y}")
        });
        let mut inside = animated(
            "Transform attributeName=\"transform\" type=\"translate\"",
            points.collect(),
        );
        if poses[0].degrees != 0.0 {
            let degrees = poses.iter().map(|pose| Unit(pose.degrees).to_string());
            inside.push_str(&animated(
                "Transform attributeName=\"transform\" type=\"rotate\" additive=\"sum\"",
                degrees.collect(),
            ));
        }
        if matches!(action, Action::Appears | Action::Vanishes) {
            let opacities = poses.iter().map(|pose| Unit(pose.opacity).to_string());
            inside.push_str(&animated(" attributeName=\"opacity\"", opacities.collect()));
        }
        Element::new(format!("<g>{inside}<use href=\"#s{id}\"/></g>"))
    }

    /// When each segment of an animation begins and ends, as fractions of the
    /// whole film.
    fn times(&self, time: &Range<Duration>) -> String {
        let times: Vec<String> = (0..=PARTS as u32)
            .map(|part| {
                let length = time.end - time.start;
                share(time.start + length * part / PARTS as u32, self.duration)
            })
            .collect();
        times.join(";")
    }
}

/// A time as a fraction of the whole film.
fn share(time: Duration, whole: Duration) -> String {
    let share = time.as_secs_f64() / whole.as_secs_f64();
    let digits = format!("{share:.6}");
    let short = digits.trim_end_matches('0').trim_end_matches('.');
    short
        .strip_prefix("0.")
        .map_or_else(|| short.to_owned(), |rest| format!(".{rest}"))
}

/// A length of time as an attribute's value.
fn seconds(time: Duration) -> String {
    format!("{}s", time.as_secs_f64())
}
