//! The chance to win over the game, as an SVG document.

use std::fmt::Write as _;

use super::{Review, Verdict};
use crate::game::Seat;
use crate::names::shortened;
use crate::svg::Svg;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 420.0;
/// The field of the graph.
const LEFT: f64 = 64.0;
const TOP: f64 = 64.0;
const RIGHT: f64 = WIDTH - 32.0;
const BOTTOM: f64 = HEIGHT - 76.0;

const PAPER: &str = "#fbf7ef";
const INK: &str = "#2e2a25";
const FAINT: &str = "#8a8378";
const RULE: &str = "#ded6c8";
const LINE: &str = "#1f5f8b";
const AREA: &str = "#a9c8de";
const REST: &str = "#f0e6d2";

/// Names longer than this do not fit above the graph.
const LONGEST_NAME: usize = 24;
/// The text above and below the graph.
const SMALL: f64 = 13.0;

/// A point of the graph.
#[derive(Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

/// The first seat's chance to win over the steps of a game, with the
/// inaccuracies, mistakes and blunders of both players marked.
#[must_use]
pub fn picture(review: &Review) -> String {
    let names = review.names.iter();
    let review = &Review {
        names: names.map(|name| shortened(name, LONGEST_NAME)).collect(),
        ..review.clone()
    };
    let [first, second] = [&review.names[0], &review.names[1]];
    let title = format!("{first} against {second}: {first}'s chance to win");
    let mut svg = Svg::new(WIDTH as u64, HEIGHT as u64, &title);
    svg.element(format_args!(
        "rect width=\"100%\" height=\"100%\" fill=\"{PAPER}\""
    ));
    write(&mut svg, (LEFT, 30.0), 18.0, "start", INK, &title);
    write(
        &mut svg,
        (LEFT, 52.0),
        SMALL,
        "start",
        FAINT,
        &review.headline(),
    );
    field(&mut svg, review.steps.len());
    for line in lines(review) {
        stretch(&mut svg, &line);
    }
    even_line(&mut svg);
    svg.element(format_args!(
        "rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{FAINT}\"",
        RIGHT - LEFT,
        BOTTOM - TOP,
    ));
    marks(&mut svg, review);
    legend(&mut svg, first, second);
    svg.finish()
}

fn write(svg: &mut Svg, (x, y): (f64, f64), size: f64, anchor: &str, fill: &str, text: &str) {
    svg.text(
        format_args!(
            "x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"{anchor}\" fill=\"{fill}\""
        ),
        text,
    );
}

fn height(chance: f64) -> f64 {
    BOTTOM - (BOTTOM - TOP) * chance.clamp(0.0, 1.0)
}

/// Where the position after so many steps stands; a game without steps is one
/// point on the left.
fn across(count: usize, steps: usize) -> f64 {
    LEFT + (RIGHT - LEFT) * count as f64 / steps.max(1) as f64
}

/// The empty graph with its scales.
fn field(svg: &mut Svg, steps: usize) {
    svg.element(format_args!(
        "rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{}\" height=\"{}\" fill=\"{REST}\"",
        RIGHT - LEFT,
        BOTTOM - TOP,
    ));
    for quarter in 0..=4 {
        let chance = f64::from(quarter) / 4.0;
        let y = height(chance);
        svg.element(format_args!(
            "path d=\"M{LEFT} {y:.1} H{RIGHT}\" stroke=\"{RULE}\""
        ));
        let label = format!("{} %", 25 * quarter);
        write(svg, (LEFT - 8.0, y + 4.5), SMALL, "end", FAINT, &label);
    }
    let every = spacing(steps);
    for count in (0..=steps).step_by(every) {
        let x = across(count, steps);
        svg.element(format_args!(
            "path d=\"M{x:.1} {BOTTOM} v5\" stroke=\"{FAINT}\""
        ));
        let label = count.to_string();
        write(svg, (x, BOTTOM + 19.0), SMALL, "middle", FAINT, &label);
    }
}

/// Steps between two numbers below the graph: 1, 2 or 5 and noughts, so that
/// there are at most a dozen numbers.
fn spacing(steps: usize) -> usize {
    let mut unit = 1;
    loop {
        for factor in [1, 2, 5] {
            if steps / (factor * unit) <= 12 {
                return factor * unit;
            }
        }
        unit *= 10;
    }
}

/// The stretches in which the chance is known.
fn lines(review: &Review) -> Vec<Vec<Point>> {
    let mut lines = vec![Vec::new()];
    for (count, chance) in review.chances().enumerate() {
        match (chance, lines.last_mut()) {
            (Some(chance), Some(line)) => line.push(Point {
                x: across(count, review.steps.len()),
                y: height(chance),
            }),
            _ => lines.push(Vec::new()),
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// The line through some points, and the area below it.
fn stretch(svg: &mut Svg, line: &[Point]) {
    let mut path = String::new();
    for point in line {
        let command = if path.is_empty() { 'M' } else { 'L' };
        // Writing to a string cannot fail.
        let _ = write!(path, "{command}{:.1} {:.1} ", point.x, point.y);
    }
    let path = path.trim_end();
    svg.element(format_args!(
        "path d=\"{path} V{BOTTOM} H{:.1} Z\" fill=\"{AREA}\" fill-opacity=\"0.85\"",
        line[0].x
    ));
    svg.element(format_args!(
        "path d=\"{path}\" fill=\"none\" stroke=\"{LINE}\" stroke-width=\"2.5\" \
         stroke-linejoin=\"round\" stroke-linecap=\"round\""
    ));
}

fn even_line(svg: &mut Svg) {
    svg.element(format_args!(
        "path d=\"M{LEFT} {:.1} H{RIGHT}\" stroke=\"{FAINT}\" stroke-dasharray=\"4 4\"",
        height(0.5)
    ));
}

/// Colour, radius and sign of a move that is worse than good; `None` for others.
fn look(verdict: Verdict) -> Option<(&'static str, f64, &'static str)> {
    match verdict {
        Verdict::Forced | Verdict::Best | Verdict::Good => None,
        // Its sign would not be legible at that size.
        Verdict::Inaccuracy => Some(("#e0ad1b", 4.5, "")),
        Verdict::Mistake => Some(("#d2691e", 8.0, "?")),
        Verdict::Blunder => Some(("#b3201c", 10.0, "??")),
    }
}

/// The moves that were worse than good, the worst ones on top.
fn marks(svg: &mut Svg, review: &Review) {
    let steps = review.steps.iter().enumerate();
    let mut marked: Vec<_> = steps
        .filter_map(|(index, step)| {
            let place = Point {
                x: across(index + 1, review.steps.len()),
                y: height(step.after?),
            };
            Some((step.choice.as_ref()?.verdict, step.seat?, place))
        })
        .collect();
    marked.sort_by_key(|(verdict, ..)| *verdict);
    for (verdict, seat, place) in marked {
        mark(svg, verdict, seat, place);
    }
}

/// A disc for the first seat, a diamond for the second.
fn mark(svg: &mut Svg, verdict: Verdict, seat: Seat, Point { x, y }: Point) {
    let Some((fill, radius, sign)) = look(verdict) else {
        return;
    };
    let paint = format!("fill=\"{fill}\" stroke=\"{PAPER}\" stroke-width=\"1.5\"");
    if seat == Seat(0) {
        svg.element(format_args!(
            "circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" {paint}"
        ));
    } else {
        // A little larger, so that it looks the same size.
        let r = 1.25 * radius;
        svg.element(format_args!(
            "path d=\"M{x:.1} {:.1} l{r} {r} l-{r} {r} l-{r} -{r}Z\" {paint}",
            y - r
        ));
    }
    svg.text(
        format_args!(
            "x=\"{x:.1}\" y=\"{:.1}\" font-size=\"11\" font-weight=\"bold\" \
             text-anchor=\"middle\" fill=\"{PAPER}\"",
            y + 4.0
        ),
        sign,
    );
}

/// What the marks mean, below the graph.
fn legend(svg: &mut Svg, first: &str, second: &str) {
    let y = HEIGHT - 26.0;
    let mut x = LEFT + 8.0;
    for (verdict, words, width) in [
        (Verdict::Inaccuracy, "inaccuracy", 118.0),
        (Verdict::Mistake, "mistake", 104.0),
        (Verdict::Blunder, "blunder", 0.0),
    ] {
        mark(svg, verdict, Seat(0), Point { x, y });
        write(svg, (x + 16.0, y + 4.5), SMALL, "start", INK, words);
        x += width;
    }
    let shapes = format!("\u{25cf} {first}   \u{25c6} {second}");
    write(svg, (RIGHT, y + 4.5), SMALL, "end", INK, &shapes);
}
