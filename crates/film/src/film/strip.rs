//! What a review adds to a film: the signs of bad moves, and a graph that runs along.

use std::fmt::Write as _;

use parlour_core::chart::{AREA, MAIN, verdict_paint};
use parlour_core::picture::{Look, Motion, Painter, Picture, Spot, Unit, common};
use parlour_core::review::{Account, Verdict};

/// Paints onto a picture from its top left corner.
fn painter<'a>(look: &'a Look<'a>, size: (f32, f32)) -> Painter<'a> {
    Painter::new(look, "", size, "")
}

/// Puts the sign of a bad move where the move ended.
pub(super) fn mark(
    picture: &mut Picture,
    look: &Look<'_>,
    account: &Account,
    step: usize,
    last: &[Motion],
) {
    let Some(mark) = account.mark(step) else {
        return;
    };
    let own = last.iter().rev().filter(|motion| !motion.follows);
    let mut ends = own.filter_map(|motion| picture.spot(motion.to.as_ref()?));
    let Some(spot) = ends.next().cloned() else {
        return;
    };
    let mut painter = painter(look, (picture.width, picture.height));
    painter.above(|painter| badge(painter, &spot, mark.verdict));
    picture.add(&painter.finish(), 0.0, 0.0);
}

/// A disc on the upper right corner of a place.
fn badge(painter: &mut Painter<'_>, spot: &Spot, verdict: Verdict) {
    let r = spot.reach * 0.46;
    let (x, y) = (spot.x + spot.reach * 0.72, spot.y - spot.reach * 0.72);
    let Some(paints) = verdict_paint(verdict) else {
        return;
    };
    let ([fill, ink], rim) = (
        paints.map(|swatch| painter.common(swatch)),
        painter.common(&common::HALO),
    );
    painter.element(format_args!(
        "circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\"{}\"",
        Unit(x),
        Unit(y),
        Unit(r),
        Unit(r * 0.14),
    ));
    painter.text(
        format_args!(
            "x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{ink}\"",
            Unit(x),
            Unit(y + r * 0.42),
            Unit(r * 1.15),
        ),
        verdict.sign(),
    );
}

/// Adds the graph below a picture, up to the present step.
pub(super) fn add(
    picture: &mut Picture,
    look: &Look<'_>,
    account: &Account,
    step: usize,
    steps: usize,
) {
    let (width, text) = (picture.width, picture.width / 46.0);
    let height = text * 8.0;
    let mut painter = painter(look, (width, height));
    let paper = painter.common(&common::PAPER);
    painter.element(format_args!(
        "rect width=\"{}\" height=\"{}\" fill=\"{paper}\"",
        Unit(width),
        // Without a seam between the two papers.
        Unit(height + 1.0),
    ));
    let field = Field {
        left: text * 1.3,
        right: width - text * 1.3,
        top: text * 1.6,
        bottom: height - text * 1.2,
        steps,
    };
    let faint = painter.common(&common::FAINT);
    let mut write = |x: f32, anchor: &str, words: &str| {
        painter.text(
            format_args!(
                "x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\" fill=\"{faint}\"",
                Unit(x),
                Unit(text),
                Unit(text * 0.9),
            ),
            words,
        );
    };
    write(field.left, "start", &account.subject());
    write(field.right, "end", &told(account, step));
    field.paint(&mut painter, account, step, text);
    let (y, strip) = (picture.height, painter.finish());
    picture.height += height;
    picture.add(&strip, 0.0, y);
}

/// Where the game stands after a step, and what was bad about it.
fn told(account: &Account, step: usize) -> String {
    let mark = account.mark(step).map(|mark| {
        let better = mark.better.map(|better| format!("; better: {better}"));
        let (sign, better) = (mark.verdict.sign(), better.unwrap_or_default());
        format!("{sign} {}, {}{better}", mark.verdict, mark.lost)
    });
    let parts = mark.into_iter().chain(account.told(step));
    parts.collect::<Vec<_>>().join(" · ")
}

/// Where the graph is.
struct Field {
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
    steps: usize,
}

impl Field {
    fn at(&self, step: usize, height: f64) -> (f32, f32) {
        let across = step as f32 / self.steps.max(1) as f32;
        (
            self.left + (self.right - self.left) * across,
            self.bottom - (self.bottom - self.top) * height as f32,
        )
    }

    /// The graph of the whole game, covered from here on: so only the cover changes from one
    /// picture to the next.
    fn paint(&self, painter: &mut Painter<'_>, account: &Account, step: usize, text: f32) {
        let (panel, edge) = (
            painter.common(&common::PANEL),
            painter.common(&common::EDGE),
        );
        let (left, top) = (Unit(self.left), Unit(self.top));
        let (wide, high) = (self.right - self.left, self.bottom - self.top);
        let size = format!("width=\"{}\" height=\"{}\"", Unit(wide), Unit(high));
        painter.element(format_args!(
            "rect x=\"{left}\" y=\"{top}\" {size} fill=\"{panel}\""
        ));
        let heights = account.heights(self.steps);
        let mut path = String::new();
        for (index, height) in heights.iter().enumerate() {
            let (x, y) = self.at(index, *height);
            let command = if index == 0 { 'M' } else { 'L' };
            // Writing to a string cannot fail.
            let _ = write!(path, "{command}{} {}", Unit(x), Unit(y));
        }
        let (area, line) = (painter.common(&AREA), painter.common(&MAIN));
        let end = Unit(self.at(heights.len().saturating_sub(1), 0.0).0);
        let bottom = Unit(self.bottom);
        painter.element(format_args!(
            "path d=\"{path}L{end} {bottom}L{left} {bottom}z\" fill=\"{area}\""
        ));
        painter.element(format_args!(
            "path d=\"{path}\" fill=\"none\" stroke=\"{line}\" stroke-width=\"{}\" \
             stroke-linejoin=\"round\"",
            Unit(text * 0.14)
        ));
        for (index, height) in heights.iter().enumerate() {
            let verdict = account.mark(index).map(|mark| mark.verdict);
            if let Some([fill, _]) = verdict.and_then(verdict_paint) {
                let fill = painter.common(fill);
                let (x, y) = self.at(index, *height);
                painter.element(format_args!(
                    "circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\" stroke=\"{panel}\" \
                     stroke-width=\"{}\"",
                    Unit(x),
                    Unit(y),
                    Unit(text * 0.34),
                    Unit(text * 0.08),
                ));
            }
        }
        let height = heights.get(step).copied().unwrap_or(0.5);
        let (x, y) = self.at(step, height);
        if self.right > x {
            // Marks of later moves reach beyond the edges of the graph.
            let paper = painter.common(&common::PAPER);
            for (rim, fill) in [(text * 0.42, &paper), (0.0, &panel)] {
                painter.element(format_args!(
                    "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{fill}\"",
                    Unit(x),
                    Unit(self.top - rim),
                    Unit(self.right - x + rim),
                    Unit(high + 2.0 * rim),
                ));
            }
        }
        painter.element(format_args!(
            "rect x=\"{left}\" y=\"{top}\" {size} fill=\"none\" stroke=\"{edge}\" stroke-width=\"{}\"",
            Unit(text * 0.08)
        ));
        painter.element(format_args!(
            "circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{line}\" stroke=\"{panel}\" stroke-width=\"{}\"",
            Unit(x),
            Unit(y),
            Unit(text * 0.36),
            Unit(text * 0.1),
        ));
    }
}
