//! The pen that a game paints its pictures with.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};

use super::{Look, Paints, Picture, Place, Spot, Swatch, Thing, marks, variable};
use crate::notation::Pick;

/// Fonts that look alike; the first is the one that pictures are rasterised with.
const FONTS: &str = "'DejaVu Sans', system-ui, sans-serif";

/// Where elements go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layer {
    Ground,
    Top,
}

/// Paints a picture.
///
/// Elements are given as their name and attributes: `rect x="1" y="2"`. What is painted
/// first lies below.
pub struct Painter<'a> {
    look: &'a Look<'a>,
    game: &'static str,
    picture: Picture,
    layer: Layer,
    /// Inside a thing, its elements.
    thing: Option<String>,
}

impl<'a> Painter<'a> {
    /// An empty picture of that size for a game with that id, with a title for readers who
    /// do not see it.
    #[must_use]
    pub fn new(
        look: &'a Look<'a>,
        game: &'static str,
        (width, height): (f32, f32),
        title: impl Into<String>,
    ) -> Self {
        Painter {
            look,
            game,
            picture: Picture {
                width,
                height,
                title: title.into(),
                ..Picture::default()
            },
            layer: Layer::Ground,
            thing: None,
        }
    }

    /// How the board is looked at.
    #[must_use]
    pub fn look(&self) -> &'a Look<'a> {
        self.look
    }

    /// One of the game's colours, as an attribute's value.
    #[must_use]
    pub fn paint(&self, swatch: &Swatch) -> Cow<'static, str> {
        paint(self.look.paints, self.game, swatch)
    }

    /// One of the [`common`](super::common) colours, as an attribute's value.
    #[must_use]
    pub fn common(&self, swatch: &Swatch) -> Cow<'static, str> {
        paint(self.look.paints, "", swatch)
    }

    /// The id of a gradient or pattern, for [`Painter::define`] and `url(#...)`. It differs
    /// where colours differ, because a page may show pictures in several themes.
    #[must_use]
    pub fn id(&self, name: &str) -> String {
        let paints = match self.look.paints {
            Paints::Fixed(theme) => theme.name(),
            Paints::Variables => "page",
        };
        format!("{}-{paints}-{name}", self.game)
    }

    /// Adds to the definitions: whole elements.
    pub fn define(&mut self, elements: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.picture.defs, "{elements}");
    }

    /// One element, given as its name and attributes.
    pub fn element(&mut self, element: impl Display) {
        let _ = write!(self.out(), "<{element}/>");
    }

    /// An element with text inside.
    pub fn text(&mut self, attributes: impl Display, content: impl Display) {
        let content = escaped(&content.to_string());
        let _ = write!(self.out(), "<text {attributes}>{content}</text>");
    }

    /// A group with these attributes around what `inside` paints.
    pub fn group(&mut self, attributes: impl Display, inside: impl FnOnce(&mut Self)) {
        let _ = write!(self.out(), "<g {attributes}>");
        inside(self);
        self.out().push_str("</g>");
    }

    /// A place around a centre, with half of its smaller side. What `inside` paints can be
    /// tapped. `label` says in words what is there: `e3, white Lance`.
    pub fn place(
        &mut self,
        place: Place,
        pick: Option<Pick>,
        label: impl Into<String>,
        (x, y, reach): (f32, f32, f32),
        inside: impl FnOnce(&mut Self),
    ) {
        let label = label.into();
        let mut attributes = format!("data-place=\"{}\"", escaped(place.as_str()));
        if let Some(pick) = &pick {
            let _ = write!(
                attributes,
                " data-pick=\"{}\" role=\"button\"",
                escaped(pick.as_str())
            );
        }
        if !label.is_empty() {
            let _ = write!(attributes, " aria-label=\"{}\"", escaped(&label));
        }
        self.picture.spots.push(Spot {
            place,
            pick,
            label,
            x,
            y,
            reach,
        });
        self.group(attributes, inside);
    }

    /// A thing that lies on a place: `inside` paints it around the point (0, 0). Taps go
    /// through it to the place.
    pub fn thing(&mut self, place: Place, (x, y): (f32, f32), inside: impl FnOnce(&mut Self)) {
        let before = self.thing.replace(String::new());
        inside(self);
        let svg = std::mem::replace(&mut self.thing, before).unwrap_or_default();
        self.picture.things.push(Thing { place, x, y, svg });
    }

    /// Paints above everything else: what is offered around a place, as the colours of a
    /// cell are.
    pub fn above(&mut self, inside: impl FnOnce(&mut Self)) {
        let before = std::mem::replace(&mut self.layer, Layer::Top);
        inside(self);
        self.layer = before;
    }

    /// The picture, with the marks that its look asks for.
    #[must_use]
    pub fn finish(mut self) -> Picture {
        let choices = std::mem::take(&mut self.picture.top);
        self.layer = Layer::Top;
        marks::mark(&mut self);
        self.picture.top.push_str(&choices);
        self.picture
    }

    pub(super) fn picture(&self) -> &Picture {
        &self.picture
    }

    fn out(&mut self) -> &mut String {
        match (&mut self.thing, self.layer) {
            (Some(thing), _) => thing,
            (None, Layer::Ground) => &mut self.picture.ground,
            (None, Layer::Top) => &mut self.picture.top,
        }
    }
}

fn paint(paints: Paints, game: &str, swatch: &Swatch) -> Cow<'static, str> {
    match paints {
        Paints::Fixed(theme) => swatch.colour(theme).into(),
        Paints::Variables => format!("var({})", variable(game, swatch)).into(),
    }
}

impl Thing {
    /// The thing where it lies, moved by `dx` and `dy` and turned by so many degrees.
    #[must_use]
    pub fn moved(&self, dx: f32, dy: f32, degrees: f32) -> String {
        let turn = match degrees {
            0.0 => String::new(),
            degrees => format!(" rotate({})", Unit(degrees)),
        };
        format!(
            "<g data-thing=\"{}\" pointer-events=\"none\" transform=\"translate({} {}){turn}\">{}</g>",
            escaped(self.place.as_str()),
            Unit(self.x + dx),
            Unit(self.y + dy),
            self.svg
        )
    }
}

impl Picture {
    /// The whole as an SVG document.
    #[must_use]
    pub fn document(&self) -> String {
        let things: Vec<String> = self
            .things
            .iter()
            .map(|thing| thing.moved(0.0, 0.0, 0.0))
            .collect();
        self.document_with(&things)
    }

    /// The same with other things: a moment of a motion.
    #[must_use]
    pub fn document_with(&self, things: &[String]) -> String {
        let (width, height) = (Unit(self.width), Unit(self.height));
        let title = escaped(&self.title);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" role=\"group\" aria-label=\"{title}\" \
             font-family=\"{FONTS}\">"
        );
        if !self.defs.is_empty() {
            let _ = write!(svg, "<defs>{}</defs>", self.defs);
        }
        svg.push_str(&self.ground);
        for thing in things {
            svg.push_str(thing);
        }
        svg.push_str(&self.top);
        svg.push_str("</svg>");
        svg
    }
}

/// A number as it is written in a picture: with at most two decimals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit(pub f32);

impl Display for Unit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let rounded = (self.0 * 100.0).round() / 100.0;
        // Without the minus of a negative zero.
        write!(f, "{}", if rounded == 0.0 { 0.0 } else { rounded })
    }
}

/// Text that means itself inside an element or an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
