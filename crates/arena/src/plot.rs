//! Ratings with their intervals, as a picture.

use parlour_core::svg::Svg;

/// The picture in pixels: a line for each player, and room around the plot.
const WIDTH: f64 = 640.0;
const LINE: f64 = 28.0;
const LEFT: f64 = 170.0;
const RIGHT: f64 = 70.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 40.0;

/// Where a rating is off the scale because nobody knows it.
const FARTHEST: f64 = 1200.0;

/// Distances between two lines of the scale.
const STEPS: [f64; 6] = [10.0, 20.0, 50.0, 100.0, 200.0, 500.0];

/// Draws ratings, best first: a name, the rating, and the ends of its interval.
#[must_use]
pub fn plot(title: &str, ratings: &[(String, f64, [f64; 2])]) -> String {
    let on_scale = |elo: f64| elo.clamp(-FARTHEST, FARTHEST);
    let mut sorted: Vec<_> = ratings.iter().collect();
    sorted.sort_by(|(_, a, _), (_, b, _)| b.total_cmp(a));
    let ends = ratings
        .iter()
        .flat_map(|(_, elo, [low, high])| [*elo, *low, *high]);
    let ends: Vec<f64> = ends.filter(|elo| !elo.is_nan()).map(on_scale).collect();
    let lowest = ends.iter().copied().fold(0.0, f64::min);
    let highest = ends.iter().copied().fold(0.0, f64::max);
    let span = (highest - lowest).max(20.0);
    let step = STEPS
        .into_iter()
        .find(|step| span / step <= 8.0)
        .unwrap_or(500.0);
    let (low, high) = (
        (lowest / step).floor() * step,
        (highest / step).ceil() * step,
    );
    let high = high.max(low + step);
    let width = WIDTH - LEFT - RIGHT;
    let x = |elo: f64| LEFT + (on_scale(elo) - low) / (high - low) * width;
    let height = TOP + LINE * sorted.len() as f64 + BOTTOM;
    let mut svg = Svg::new(WIDTH as u64, height as u64, title);
    svg.element(r##"rect width="100%" height="100%" fill="#fff""##);
    svg.text(format_args!(r#"x="{LEFT}" y="24" font-size="15""#), title);
    let base = height - BOTTOM;
    let mut mark = low;
    while mark <= high + step / 2.0 {
        let at = x(mark);
        let colour = if mark == 0.0 { "#888" } else { "#ddd" };
        svg.element(format_args!(
            r#"line x1="{at:.1}" y1="{TOP}" x2="{at:.1}" y2="{base}" stroke="{colour}""#
        ));
        let attributes = format!(
            r##"x="{at:.1}" y="{}" font-size="12" text-anchor="middle" fill="#555""##,
            base + 18.0
        );
        svg.text(attributes, &format!("{mark:+}"));
        mark += step;
    }
    for (number, (name, elo, [from, to])) in sorted.into_iter().enumerate() {
        let y = TOP + LINE * (number as f64 + 0.5);
        let (from, to, at, below) = (x(*from), x(*to), x(*elo), y + 4.0);
        let attributes = format!(
            r#"x="{}" y="{below}" font-size="13" text-anchor="end""#,
            LEFT - 12.0
        );
        svg.text(attributes, name);
        svg.element(format_args!(
            r##"line x1="{from:.1}" y1="{y}" x2="{to:.1}" y2="{y}" stroke="#357" stroke-width="2""##
        ));
        svg.element(format_args!(
            r##"circle cx="{at:.1}" cy="{y}" r="4" fill="#357""##
        ));
        let attributes = format!(
            r##"x="{}" y="{below}" font-size="13" fill="#555""##,
            WIDTH - RIGHT + 10.0
        );
        let said = match elo.is_finite() {
            true => format!("{elo:+.0}"),
            false => "?".to_owned(),
        };
        svg.text(attributes, &said);
    }
    svg.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_is_on_top_and_everything_has_a_place() {
        let players = [
            ("a<b".to_owned(), -100.0, [-150.0, -50.0]),
            ("best".to_owned(), f64::INFINITY, [200.0, f64::INFINITY]),
        ];
        let svg = plot("Ploy & more", &players);
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
        assert!(svg.contains("a&lt;b") && svg.contains("Ploy &amp; more"));
        assert!(!svg.contains("\"inf") && !svg.contains("NaN"), "{svg}");
        assert!(svg.find("best") < svg.find("a&lt;b"));
        assert!(plot("nobody", &[]).ends_with("</svg>"));
    }
}
