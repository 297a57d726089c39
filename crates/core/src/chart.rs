//! Charts: a plot area with two axes, and the marks in it.
//!
//! Charts are [`Picture`]s that use the shared swatches, so they follow the theme of a file or
//! page. We looked for a library first: plotters lays out text by the fonts of the machine, or by
//! fonts that it is given; charts-rs brings fonts, themes and a rasteriser of its own; charming and
//! the bindings of Plotly leave the drawing to JavaScript. None of them writes colours as variables
//! of a page, by which one picture serves all themes, and we need little.

mod colours;
mod scale;

use std::fmt::Write as _;

use crate::names::{in_two_lines, shortened};
use crate::picture::{Look, Painter, Picture, Swatch, Unit, common};

pub(crate) use colours::SWATCHES;
pub use colours::{
    AREA, HEAT, MAIN, ON_HEAT, ON_SLIP, REST, RULE, SECOND, VERDICTS, verdict_paint,
};
pub use scale::{Scale, spacing};

const SMALL: f32 = 13.0;
/// From one line of small letters to the next.
const LINE: f32 = 17.0;
/// The width of an average small letter.
const LETTER: f32 = 7.2;
/// Room below the plot area for its axis and legend, and above it for the
/// title and one line about it.
const FOOT: f32 = 64.0;
const HEAD: f32 = 66.0;

/// The form of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shape {
    /// A disc.
    Disc,
    /// A diamond.
    Diamond,
}

/// A sample in a legend.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Sample<'a> {
    /// A line.
    Line(&'a Swatch),
    /// A dashed line.
    Dashes(&'a Swatch),
    /// A box.
    Box(&'a Swatch),
    /// A mark with a sign in it.
    Mark(Shape, &'a Swatch, &'static str),
}

/// How a chart is laid out.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The width of the picture.
    pub width: f32,
    /// The height of the picture.
    pub height: f32,
    /// Room for the labels on the left.
    pub left: f32,
}

impl Default for Layout {
    fn default() -> Self {
        Layout {
            width: 900.0,
            height: 420.0,
            left: 64.0,
        }
    }
}

/// A chart being drawn.
///
/// # Examples
///
/// ```
/// use parlour_core::chart::{Chart, Layout, Scale};
/// use parlour_core::picture::Look;
///
/// let look = Look::default();
/// let scales = (Scale::numbers(0.0, 2.0), Scale::numbers(0.0, 4.0));
/// let mut chart = Chart::new(&look, Layout::default(), "Squares", "from 0 to 2", scales);
/// chart.line(&[(0.0, 0.0), (1.0, 1.0), (2.0, 4.0)], false);
/// chart.name_across("the number");
/// assert!(chart.finish().document().starts_with("<svg"));
/// ```
#[derive(Debug)]
pub struct Chart<'a> {
    painter: Painter<'a>,
    across: Scale,
    up: Scale,
    /// The plot area: left, top, width, height.
    field: [f32; 4],
    layout: Layout,
    legend: f32,
}

impl<'a> Chart<'a> {
    /// An empty plot area with its axes, its title and a line or two about it.
    #[must_use]
    pub fn new(
        look: &'a Look<'a>,
        layout: Layout,
        title: &str,
        headline: &str,
        (across, up): (Scale, Scale),
    ) -> Self {
        let edge = layout.left.min(24.0);
        let about = in_two_lines(headline, ((layout.width - 2.0 * edge) / LETTER) as usize);
        let head = HEAD + LINE * about.len().saturating_sub(1) as f32;
        let field = [
            layout.left,
            head,
            layout.width - layout.left - 32.0,
            layout.height - head - FOOT,
        ];
        let size = (layout.width, layout.height);
        let mut chart = Chart {
            painter: Painter::new(look, "", size, title),
            across,
            up,
            field,
            layout,
            legend: layout.left,
        };
        chart.paper();
        let room = layout.width - edge;
        let title = shortened(title, (room / 10.5) as usize);
        chart.write((edge, 30.0), 18.0, "start", &common::INK, &title);
        for (line, y) in about.iter().zip([52.0, 52.0 + LINE]) {
            chart.write((edge, y), SMALL, "start", &common::FAINT, line);
        }
        chart.rules();
        chart
    }

    fn paper(&mut self) {
        let [left, top, width, height] = self.field;
        let paper = self.painter.common(&common::PAPER);
        let rest = self.painter.common(&REST);
        self.painter.element(format_args!(
            "rect width=\"{}\" height=\"{}\" fill=\"{paper}\"",
            Unit(self.layout.width),
            Unit(self.layout.height)
        ));
        self.painter.element(format_args!(
            "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{rest}\"",
            Unit(left),
            Unit(top),
            Unit(width),
            Unit(height)
        ));
    }

    /// The axes, with a grid line at each number on the left.
    fn rules(&mut self) {
        let [left, top, width, height] = self.field;
        let bottom = top + height;
        let rule = self.painter.common(&RULE);
        let most = (height / 34.0) as usize;
        let is_named = matches!(self.up, Scale::Names(_));
        let lines = match &self.up {
            Scale::Names(names) => self.up.ticks(names.len()),
            Scale::Numbers { .. } => self.up.ticks(most),
        };
        for (at, text) in lines {
            let y = self.y(at);
            if !is_named {
                self.painter.element(format_args!(
                    "path d=\"M{} {}h{}\" stroke=\"{rule}\"",
                    Unit(left),
                    Unit(y),
                    Unit(width)
                ));
            }
            let text = shortened(&text, ((left - 12.0) / 7.4) as usize);
            let swatch = if is_named {
                &common::INK
            } else {
                &common::FAINT
            };
            self.write((left - 8.0, y + 4.5), SMALL, "end", swatch, &text);
        }
        let (faint, is_named) = (
            self.painter.common(&common::FAINT),
            matches!(self.across, Scale::Names(_)),
        );
        // Labels must not touch.
        let longest = match &self.across {
            Scale::Names(names) => names.iter().map(|name| name.chars().count()).max(),
            Scale::Numbers { .. } => None,
        };
        let room = longest.map_or(64.0, |letters| 8.2 * letters as f32 + 10.0);
        let most = ((width / room) as usize).max(1);
        for (at, text) in self
            .across
            .ticks(if is_named { most } else { most.min(12) })
        {
            let x = self.x(at);
            if !is_named {
                self.painter.element(format_args!(
                    "path d=\"M{} {}v5\" stroke=\"{faint}\"",
                    Unit(x),
                    Unit(bottom)
                ));
            }
            self.write((x, bottom + 19.0), SMALL, "middle", &common::FAINT, &text);
        }
    }

    /// The x coordinate of a value.
    #[must_use]
    pub fn x(&self, at: f64) -> f32 {
        self.field[0] + self.field[2] * self.across.along(at)
    }

    /// The y coordinate of a value, from the top. Names go down, numbers go up.
    #[must_use]
    pub fn y(&self, at: f64) -> f32 {
        let [_, top, _, height] = self.field;
        match self.up {
            Scale::Names(_) => top + height * self.up.along(at),
            Scale::Numbers { .. } => top + height * (1.0 - self.up.along(at)),
        }
    }

    /// A text at a point of the picture.
    pub fn write(
        &mut self,
        (x, y): (f32, f32),
        size: f32,
        anchor: &str,
        swatch: &Swatch,
        text: &str,
    ) {
        if text.is_empty() {
            return;
        }
        let fill = self.painter.common(swatch);
        self.painter.text(
            format_args!(
                "x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\" fill=\"{fill}\"",
                Unit(x),
                Unit(y),
                Unit(size)
            ),
            text,
        );
    }

    fn path(&self, points: &[(f64, f64)], steps: bool) -> String {
        let mut path = String::new();
        for (x, y) in points {
            let (x, y) = (Unit(self.x(*x)), Unit(self.y(*y)));
            // Writing to a string cannot fail.
            let _ = match (path.is_empty(), steps) {
                (true, _) => write!(path, "M{x} {y}"),
                (false, true) => write!(path, "H{x}V{y}"),
                (false, false) => write!(path, "L{x} {y}"),
            };
        }
        path
    }

    /// A line through points, with the area below it; in steps where the value jumps.
    pub fn line(&mut self, points: &[(f64, f64)], steps: bool) {
        let Some(first) = points.first() else { return };
        let path = self.path(points, steps);
        let bottom = Unit(self.field[1] + self.field[3]);
        let (area, main) = (self.painter.common(&AREA), self.painter.common(&MAIN));
        self.painter.element(format_args!(
            "path d=\"{path}V{bottom}H{}Z\" fill=\"{area}\" fill-opacity=\".85\"",
            Unit(self.x(first.0))
        ));
        self.painter.element(format_args!(
            "path d=\"{path}\" fill=\"none\" stroke=\"{main}\" stroke-width=\"2.5\" \
             stroke-linejoin=\"round\" stroke-linecap=\"round\""
        ));
    }

    /// A line without an area.
    pub fn thread(&mut self, points: &[(f64, f64)], swatch: &Swatch, dashes: &str) {
        let path = self.path(points, false);
        let stroke = self.painter.common(swatch);
        let dashes = match dashes {
            "" => String::new(),
            dashes => format!(" stroke-dasharray=\"{dashes}\""),
        };
        self.painter.element(format_args!(
            "path d=\"{path}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"2\" \
             stroke-linejoin=\"round\"{dashes}"
        ));
    }

    /// A vertical bar between two values.
    pub fn bar(&mut self, at: f64, width: f32, (from, to): (f64, f64), swatch: &Swatch) {
        let (x, a, b) = (self.x(at), self.y(from), self.y(to));
        let (fill, edge) = (
            self.painter.common(swatch),
            self.painter.common(&common::FAINT),
        );
        self.painter.element(format_args!(
            "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\" stroke=\"{edge}\" \
             stroke-width=\".8\"",
            Unit(x - width / 2.0),
            Unit(a.min(b)),
            Unit(width),
            Unit((a - b).abs())
        ));
    }

    /// A short horizontal line.
    pub fn dash(&mut self, at: f64, width: f32, height: f64, swatch: &Swatch, dashes: &str) {
        let (x, y) = (self.x(at), self.y(height));
        let stroke = self.painter.common(swatch);
        let dashes = match dashes {
            "" => String::new(),
            dashes => format!(" stroke-dasharray=\"{dashes}\""),
        };
        self.painter.element(format_args!(
            "path d=\"M{} {}h{}\" stroke=\"{stroke}\" stroke-width=\"3\"{dashes}",
            Unit(x - width / 2.0),
            Unit(y),
            Unit(width)
        ));
    }

    /// A value with its interval, in the row of a name.
    pub fn interval(&mut self, line: f64, value: f64, (from, to): (f64, f64)) {
        let (y, at) = (Unit(self.y(line)), Unit(self.x(value)));
        let (from, to) = (self.x(from), self.x(to));
        let paint = self.painter.common(&MAIN);
        self.painter.element(format_args!(
            "path d=\"M{} {y}H{}M{} {y}m0 -5v10M{} {y}m0 -5v10\" stroke=\"{paint}\" \
             stroke-width=\"2\"",
            Unit(from),
            Unit(to),
            Unit(from),
            Unit(to),
        ));
        self.painter.element(format_args!(
            "circle cx=\"{at}\" cy=\"{y}\" r=\"5\" fill=\"{paint}\""
        ));
    }

    /// A cell of a heat map; `heat` runs from -1 to 1.
    pub fn cell(&mut self, (column, row): (usize, usize), heat: f64, text: &str) {
        let rooms = |scale: &Scale| match scale {
            Scale::Names(names) => names.len().max(1) as f32,
            Scale::Numbers { .. } => 1.0,
        };
        let (wide, high) = (
            self.field[2] / rooms(&self.across),
            self.field[3] / rooms(&self.up),
        );
        let (x, y) = (self.x(column as f64), self.y(row as f64));
        let most = (HEAT.len() - 1) as f64;
        let level = ((heat.clamp(-1.0, 1.0) + 1.0) / 2.0 * most).round() as usize;
        let fill = self.painter.common(&HEAT[level]);
        self.painter.element(format_args!(
            "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\"",
            Unit(x - wide / 2.0 + 1.0),
            Unit(y - high / 2.0 + 1.0),
            Unit((wide - 2.0).max(0.5)),
            Unit((high - 2.0).max(0.5)),
        ));
        let size = (wide / (text.chars().count().max(1) as f32 * 0.66)).min(high * 0.6);
        if size >= 5.0 {
            let is_end = level == 0 || level + 1 == HEAT.len();
            let ink = &ON_HEAT[usize::from(!is_end)];
            let size = size.min(15.0);
            self.write((x, y + size * 0.36), size, "middle", ink, text);
        }
    }

    /// A mark with a sign in it.
    pub fn mark(
        &mut self,
        (x, y): (f64, f64),
        shape: Shape,
        radius: f32,
        swatch: &Swatch,
        sign: &str,
    ) {
        let at = (self.x(x), self.y(y));
        self.mark_at(at, shape, radius, swatch, sign);
    }

    fn mark_at(
        &mut self,
        (x, y): (f32, f32),
        shape: Shape,
        radius: f32,
        swatch: &Swatch,
        sign: &str,
    ) {
        let (fill, rim) = (
            self.painter.common(swatch),
            self.painter.common(&common::PAPER),
        );
        let paint = format!("fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"1.5\"");
        self.painter.element(match shape {
            Shape::Disc => format!(
                "circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" {paint}",
                Unit(x),
                Unit(y)
            ),
            Shape::Diamond => {
                // A diamond must be a little larger to look the same size.
                let r = Unit(1.25 * radius);
                let top = Unit(y - 1.25 * radius);
                format!(
                    "path d=\"M{} {top}l{r} {r}l-{r} {r}l-{r} -{r}Z\" {paint}",
                    Unit(x)
                )
            }
        });
        self.write((x, y + 4.0), 11.0, "middle", &common::PAPER, sign);
    }

    /// A horizontal line across the plot area.
    pub fn level(&mut self, at: f64) {
        let y = Unit(self.y(at));
        let faint = self.painter.common(&common::FAINT);
        let [left, _, width, _] = self.field;
        self.painter.element(format_args!(
            "path d=\"M{} {y}h{}\" stroke=\"{faint}\" stroke-dasharray=\"4 4\"",
            Unit(left),
            Unit(width)
        ));
    }

    /// A vertical line across the plot area.
    pub fn meridian(&mut self, at: f64) {
        let x = Unit(self.x(at));
        let faint = self.painter.common(&common::FAINT);
        let [_, top, _, height] = self.field;
        self.painter.element(format_args!(
            "path d=\"M{x} {}v{}\" stroke=\"{faint}\" stroke-dasharray=\"4 4\"",
            Unit(top),
            Unit(height)
        ));
    }

    /// Says what runs along the lower axis.
    pub fn name_across(&mut self, words: &str) {
        let [left, _, width, _] = self.field;
        let at = (left + width, self.layout.height - 18.0);
        self.write(at, SMALL, "end", &common::FAINT, words);
    }

    /// Adds an entry to the legend below the plot area, from left to right.
    pub fn explain(&mut self, sample: Sample<'_>, words: &str) {
        let y = self.layout.height - 18.0;
        let x = self.legend;
        match sample {
            Sample::Line(swatch) | Sample::Dashes(swatch) => {
                let stroke = self.painter.common(swatch);
                let dashes = match sample {
                    Sample::Dashes(_) => " stroke-dasharray=\"5 3\"",
                    _ => "",
                };
                self.painter.element(format_args!(
                    "path d=\"M{} {}h24\" stroke=\"{stroke}\" stroke-width=\"3\"{dashes}",
                    Unit(x),
                    Unit(y - 4.5)
                ));
            }
            Sample::Box(swatch) => {
                let fill = self.painter.common(swatch);
                self.painter.element(format_args!(
                    "rect x=\"{}\" y=\"{}\" width=\"24\" height=\"13\" fill=\"{fill}\"",
                    Unit(x),
                    Unit(y - 11.0)
                ));
            }
            Sample::Mark(shape, swatch, sign) => {
                let radius = if sign.is_empty() { 5.0 } else { 8.5 };
                self.mark_at((x + 12.0, y - 4.5), shape, radius, swatch, sign);
            }
        }
        self.write((x + 32.0, y), SMALL, "start", &common::INK, words);
        self.legend += 32.0 + 7.6 * words.chars().count() as f32 + 22.0;
    }

    /// The chart as a picture.
    #[must_use]
    pub fn finish(mut self) -> Picture {
        let [left, top, width, height] = self.field;
        let faint = self.painter.common(&common::FAINT);
        self.painter.element(format_args!(
            "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{faint}\"",
            Unit(left),
            Unit(top),
            Unit(width),
            Unit(height)
        ));
        self.painter.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_down_and_numbers_go_up() {
        let look = Look::default();
        let names = Scale::Names(vec!["a".to_owned(), "b".to_owned()]);
        let scales = (Scale::numbers(0.0, 10.0), names);
        let chart = Chart::new(&look, Layout::default(), "t", "", scales);
        assert!(chart.y(0.0) < chart.y(1.0));
        let scales = (Scale::numbers(0.0, 10.0), Scale::numbers(0.0, 1.0));
        let chart = Chart::new(&look, Layout::default(), "t", "", scales);
        assert!(chart.y(0.0) > chart.y(1.0));
        assert!(chart.x(0.0) < chart.x(10.0));
    }
}
