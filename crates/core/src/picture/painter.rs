//! The painter with which games draw their pictures.

use std::borrow::Cow;
use std::fmt::{Display, Write as _};

use super::{Look, Paints, Picture, Place, Spot, Swatch, Thing, marks, variable};
use crate::notation::Pick;

/// Similar fonts; pictures are rasterised with the first.
const FONTS: &str = "'DejaVu Sans', system-ui, sans-serif";

/// The layer elements go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layer {
    Ground,
    Top,
}

/// Paints a picture.
///
/// Elements are given by name and attributes: `rect x="1" y="2"`. What is painted first is at the
/// bottom.
///
/// # Examples
///
/// ```
/// use parlour_core::picture::{Look, Painter};
///
/// let look = Look::default();
/// let mut painter = Painter::new(&look, "dots", (20.0, 20.0), "A dot");
/// painter.element("circle cx=\"10\" cy=\"10\" r=\"5\"");
/// assert!(painter.finish().document().contains("<circle cx="));
/// ```
#[derive(Debug)]
pub struct Painter<'a> {
    look: &'a Look<'a>,
    game: &'static str,
    picture: Picture,
    layer: Layer,
    /// While a thing is painted, its elements.
    thing: Option<String>,
}

impl<'a> Painter<'a> {
    /// An empty picture of that size for the game with that id. The title is for screen readers.
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

    /// The id of a gradient or pattern, for [`Painter::define`] and `url(#...)`. It depends on the
    /// colours, because a page may show pictures in several themes.
    #[must_use]
    pub fn id(&self, name: &str) -> String {
        let paints = match self.look.paints {
            Paints::Fixed(theme) => theme.name(),
            Paints::Variables => "page",
        };
        format!("{}-{paints}-{name}", self.game)
    }

    /// Adds whole elements to the definitions.
    pub fn define(&mut self, elements: impl Display) {
        // Writing to a string cannot fail.
        let _ = write!(self.picture.defs, "{elements}");
    }

    /// One element, given as its name and attributes.
    pub fn element(&mut self, element: impl Display) {
        self.write_element(&element);
    }

    fn write_element(&mut self, element: &dyn Display) {
        let _ = write!(self.out(), "<{element}/>");
    }

    /// An element with text inside.
    pub fn text(&mut self, attributes: impl Display, content: impl Display) {
        self.write_text(&attributes, &content);
    }

    fn write_text(&mut self, attributes: &dyn Display, content: &dyn Display) {
        let content = escaped(&content.to_string());
        let _ = write!(self.out(), "<text {attributes}>{content}</text>");
    }

    /// A group with these attributes around what `inside` paints.
    pub fn group(&mut self, attributes: impl Display, inside: impl FnOnce(&mut Self)) {
        self.open(&attributes);
        inside(self);
        self.close();
    }

    // What does not depend on types stands apart, so that there is one of it.

    fn open(&mut self, attributes: &dyn Display) {
        let _ = write!(self.out(), "<g {attributes}>");
    }

    fn close(&mut self) {
        self.out().push_str("</g>");
    }

    /// A place with a centre and half of its shorter side. What `inside` paints can be tapped.
    /// `label` describes it in words, `e3, white Lance`: in a file those of picks only.
    pub fn place(
        &mut self,
        place: Place,
        pick: Option<Pick>,
        label: impl Into<String>,
        spot: (f32, f32, f32),
        inside: impl FnOnce(&mut Self),
    ) {
        let is_group = self.open_place(place, pick, label.into(), spot);
        inside(self);
        if is_group {
            self.close();
        }
    }

    fn open_place(
        &mut self,
        place: Place,
        pick: Option<Pick>,
        label: String,
        (x, y, reach): (f32, f32, f32),
    ) -> bool {
        // A page animates and describes every place; a file, which must be small, has the picks.
        let is_for_a_page = self.look.paints == Paints::Variables;
        let is_group = is_for_a_page || pick.is_some();
        let mut attributes = String::new();
        if is_for_a_page {
            let _ = write!(attributes, " data-place=\"{}\"", escaped(place.as_str()));
        }
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
        if is_group {
            self.open(&attributes.trim_start());
        }
        is_group
    }

    /// A thing on a place: `inside` paints it around the point (0, 0). Taps go through it to the
    /// place.
    pub fn thing(&mut self, place: Place, (x, y): (f32, f32), inside: impl FnOnce(&mut Self)) {
        let before = self.thing.replace(String::new());
        inside(self);
        let svg = std::mem::replace(&mut self.thing, before).unwrap_or_default();
        let is_named = self.look.paints == Paints::Variables;
        self.picture.things.push(Thing {
            place,
            is_named,
            x,
            y,
            svg,
        });
    }

    /// Paints above everything else, such as the colours offered around a cell.
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
    /// The thing at its place, moved by `dx` and `dy` and turned by this many degrees.
    #[must_use]
    pub fn moved(&self, dx: f32, dy: f32, degrees: f32) -> String {
        let turn = match degrees {
            0.0 => String::new(),
            degrees => format!(" rotate({})", Unit(degrees)),
        };
        let name = match self.is_named {
            true => format!(" data-thing=\"{}\"", escaped(self.place.as_str())),
            false => String::new(),
        };
        format!(
            "<g{name} pointer-events=\"none\" transform=\"translate({} {}){turn}\">{}</g>",
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

    /// The same with other things: a moment of an animation.
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
        // Avoids a negative zero.
        write!(f, "{}", if rounded == 0.0 { 0.0 } else { rounded })
    }
}

/// Escapes text for use inside an element or an attribute.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
