//! Results as pictures: ratings with their intervals, and a cross table.

use parlour_core::chart::{Chart, Layout, Scale};
use parlour_core::picture::{Look, Picture, common};

use crate::standing::Standing;

/// Ratings beyond this are drawn at the end of the scale.
const FARTHEST: f64 = 1200.0;
/// A player's line.
const LINE: f32 = 30.0;
/// Room around the lines, for title and scales.
const AROUND: f32 = 130.0;
/// Room for the names.
const NAMES: f32 = 170.0;
const WIDTH: f32 = 640.0;

/// A player's name, the rating, and the ends of its interval.
type Rating = (String, f64, [f64; 2]);

/// Draws the ratings of all who have played, and the cross table if more than two players met.
#[must_use]
pub fn standing_picture(
    game: &str,
    labels: &[String],
    standing: &Standing,
    look: &Look<'_>,
) -> Picture {
    let players = &standing.players;
    let ratings: Vec<Rating> = players
        .iter()
        .zip(labels)
        .filter(|(player, _)| player.games > 0)
        .map(|(player, label)| (label.clone(), player.rating.elo, player.interval))
        .collect();
    let mut whole = plot(&format!("{game}: ratings"), &ratings, look);
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by(|a, b| players[*b].rating.elo.total_cmp(&players[*a].rating.elo));
    if order.len() > 2 {
        let names: Vec<String> = order.iter().map(|index| labels[*index].clone()).collect();
        let score = |row: usize, column: usize| {
            let (points, games) = players[order[row]].against[order[column]];
            (games > 0).then(|| points / games as f64)
        };
        let below = heat_map("Points against each opponent", &names, score, look);
        let at = whole.height;
        whole.height += below.height;
        whole.width = whole.width.max(below.width);
        whole.add(&below, 0.0, at);
    }
    whole
}

/// Draws ratings, best first, with their intervals.
fn plot(title: &str, ratings: &[Rating], look: &Look<'_>) -> Picture {
    let on_scale = |elo: f64| match elo.is_nan() {
        true => 0.0,
        false => elo.clamp(-FARTHEST, FARTHEST),
    };
    let mut sorted: Vec<&Rating> = ratings.iter().collect();
    sorted.sort_by(|(_, a, _), (_, b, _)| b.total_cmp(a));
    let ends = sorted
        .iter()
        .flat_map(|(_, elo, [low, high])| [*elo, *low, *high].map(on_scale));
    let (low, high) = ends.fold((-10.0, 10.0), |(low, high): (f64, f64), end| {
        (low.min(end), high.max(end))
    });
    let beyond = 0.06 * (high - low);
    let elo = Scale::Numbers {
        low: low - beyond,
        high: high + beyond,
        unit: "",
        signed: true,
        whole: true,
    };
    let names = sorted.iter().map(|(name, elo, _)| match elo.is_finite() {
        true => format!("{name}  {elo:+.0}"),
        false => format!("{name}  ?"),
    });
    let names = Scale::Names(names.collect());
    let layout = Layout {
        width: WIDTH,
        height: AROUND + LINE * sorted.len().max(1) as f32,
        left: NAMES,
    };
    let mut chart = Chart::new(
        look,
        layout,
        title,
        "relative to the mean of all, with 95 % intervals",
        (elo, names),
    );
    chart.meridian(0.0);
    for (line, (_, elo, [from, to])) in sorted.into_iter().enumerate() {
        let interval = (on_scale(*from), on_scale(*to));
        chart.interval(line as f64, on_scale(*elo), interval);
    }
    chart.name_across("Elo");
    chart.finish()
}

/// Draws a cross table as a heat map: the share of points that a row's player has scored against a
/// column's, `None` if they have not met.
fn heat_map(
    title: &str,
    names: &[String],
    score: impl Fn(usize, usize) -> Option<f64>,
    look: &Look<'_>,
) -> Picture {
    let cell = (360.0 / names.len().max(1) as f32).clamp(18.0, 64.0);
    let side = cell * names.len().max(1) as f32;
    let layout = Layout {
        width: WIDTH,
        height: AROUND + side,
        left: NAMES,
    };
    // Columns are labelled by the numbers of the rows.
    let rows = names.iter().enumerate();
    let rows = rows.map(|(index, name)| format!("{name}  {}", index + 1));
    let columns = (1..=names.len()).map(|number| number.to_string());
    let scales = (
        Scale::Names(columns.collect()),
        Scale::Names(rows.collect()),
    );
    let headline = "points in percent, row against column";
    let mut chart = Chart::new(look, layout, title, headline, scales);
    for row in 0..names.len() {
        for column in 0..names.len() {
            if let Some(score) = score(row, column) {
                let text = format!("{:.0}", 100.0 * score);
                chart.cell((column, row), 2.0 * score - 1.0, &text);
            } else if row == column {
                let middle = (chart.x(column as f64), chart.y(row as f64) + 4.0);
                chart.write(middle, 13.0, "middle", &common::FAINT, "-");
            }
        }
    }
    chart.name_across("the opponent, by number");
    chart.finish()
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
        let look = Look::default();
        let svg = plot("Ploy & more", &players, &look).document();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
        assert!(svg.contains("a&lt;b") && svg.contains("Ploy &amp; more"));
        assert!(!svg.contains("\"inf") && !svg.contains("NaN"), "{svg}");
        assert!(svg.find("best") < svg.find("a&lt;b"));
        assert!(plot("nobody", &[], &look).document().ends_with("</svg>"));
    }

    /// Ratings beyond the end of the scale once put two numbers in one place.
    #[test]
    fn no_two_numbers_of_the_scale_touch() {
        let far = [("a".to_owned(), 1900.0, [1500.0, f64::INFINITY])];
        let svg = plot("far", &far, &Look::default()).document();
        let mut places: Vec<f32> = svg
            .split("<text ")
            .filter(|text| text.contains("text-anchor=\"middle\""))
            .filter_map(|text| text.strip_prefix("x=\"")?.split('"').next()?.parse().ok())
            .collect();
        places.sort_by(f32::total_cmp);
        assert!(places.len() > 2, "{svg}");
        assert!(
            places.windows(2).all(|pair| pair[1] - pair[0] > 40.0),
            "{places:?}"
        );
    }

    #[test]
    fn a_heat_map_has_every_score() {
        let names = ["a".to_owned(), "b".to_owned()];
        let score = |row: usize, column: usize| (row != column).then_some([0.25, 0.75][row]);
        let svg = heat_map("who beats whom", &names, score, &Look::default()).document();
        assert!(svg.contains(">25<") && svg.contains(">75<"), "{svg}");
    }
}
