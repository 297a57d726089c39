//! The chance of winning over the game, as a picture.

use super::{Review, Verdict};
use crate::chart::{Chart, Layout, MAIN, SECOND, Sample, Scale, Shape, verdict_paint};
use crate::game::Seat;
use crate::names::shortened;
use crate::picture::{Look, Picture, Swatch};
use crate::sorting::Sorting;

/// Names longer than this do not fit above the graph.
const LONGEST_NAME: usize = 24;
/// In the legend there is less room.
const SHORT_NAME: usize = 14;
/// What the lower axis counts.
const STEPS: [&str; 2] = ["moves", "moves and throws"];
/// The height of the chart of luck and skill.
const APART: f32 = 300.0;

/// The first seat's chance of winning over the steps of a game, with the inaccuracies, mistakes and
/// blunders of both players marked; in a game with luck, a second chart below it shows what luck
/// and skill have given so far.
#[must_use]
pub fn picture(review: &Review, look: &Look<'_>) -> Picture {
    let names = review.names.iter();
    let review = &Review {
        names: names.map(|name| shortened(name, LONGEST_NAME)).collect(),
        ..review.clone()
    };
    let mut whole = chances(review, look);
    if review.has_luck() {
        let below = apart(review, look);
        let at = whole.height;
        whole.height += below.height;
        whole.add(&below, 0.0, at);
    }
    whole
}

fn chances(review: &Review, look: &Look<'_>) -> Picture {
    let [first, second] = [&review.names[0], &review.names[1]];
    let title = format!("{first} against {second}: {first}'s chance to win");
    let percent = Scale::Numbers {
        low: 0.0,
        high: 100.0,
        unit: " %",
        signed: false,
        whole: false,
    };
    let scales = (steps_of(review), percent);
    let mut chart = Chart::new(look, Layout::default(), &title, &review.headline(), scales);
    // If the winner is known at every point, the value jumps and a slope would mislead.
    let is_certain = review
        .chances()
        .flatten()
        .all(|chance| chance == 0.0 || chance == 1.0);
    for line in lines(review) {
        chart.line(&line, is_certain);
    }
    chart.level(50.0);
    marks(&mut chart, review);
    for (verdict, words) in [
        (Verdict::Inaccuracy, "inaccuracy"),
        (Verdict::Mistake, "mistake"),
        (Verdict::Blunder, "blunder"),
    ] {
        if let Some((swatch, _, sign)) = paint(verdict) {
            chart.explain(Sample::Mark(Shape::Disc, swatch, sign), words);
        }
    }
    for (shape, name) in [(Shape::Disc, first), (Shape::Diamond, second)] {
        let name = shortened(name, SHORT_NAME);
        chart.explain(Sample::Mark(shape, &MAIN, ""), &name);
    }
    chart.name_across(STEPS[usize::from(review.has_luck())]);
    chart.finish()
}

fn steps_of(review: &Review) -> Scale {
    Scale::counts(review.steps.len())
}

/// The segments in which the chance is known, in percent.
fn lines(review: &Review) -> Vec<Vec<(f64, f64)>> {
    let mut lines = vec![Vec::new()];
    for (count, chance) in review.chances().enumerate() {
        match (chance, lines.last_mut()) {
            (Some(chance), Some(line)) => line.push((count as f64, 100.0 * chance)),
            _ => lines.push(Vec::new()),
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// Colour, radius and sign of a fault; `None` for other moves.
fn paint(verdict: Verdict) -> Option<(&'static Swatch, f32, &'static str)> {
    let [fill, _] = verdict_paint(verdict)?;
    Some(match verdict {
        Verdict::Blunder => (fill, 10.0, "??"),
        Verdict::Mistake => (fill, 8.0, "?"),
        // Its sign would be illegible at that size.
        _ => (fill, 4.5, ""),
    })
}

/// The faults, the worst ones on top: a disc for the first seat, a diamond for the second.
fn marks(chart: &mut Chart<'_>, review: &Review) {
    let steps = review.steps.iter().enumerate();
    let mut marked: Vec<_> = steps
        .filter_map(|(index, step)| {
            let place = ((index + 1) as f64, 100.0 * step.after?);
            Some((step.choice.as_ref()?.verdict, step.seat?, place))
        })
        .collect();
    marked.order_by_key(|(verdict, ..)| *verdict);
    for (verdict, seat, place) in marked {
        if let Some((swatch, radius, sign)) = paint(verdict) {
            let shape = match seat {
                Seat(0) => Shape::Disc,
                _ => Shape::Diamond,
            };
            chart.mark(place, shape, radius, swatch, sign);
        }
    }
}

/// What luck and skill have given the first seat so far, in percentage points.
fn apart(review: &Review, look: &Look<'_>) -> Picture {
    let (mut luck, mut skill) = (vec![(0.0, 0.0)], vec![(0.0, 0.0)]);
    let (mut lucky, mut skilled) = (0.0, 0.0);
    for (index, step) in review.steps.iter().enumerate() {
        lucky += 100.0 * step.luck().unwrap_or(0.0);
        if let (Some(choice), Some(seat)) = (&step.choice, step.seat) {
            let lost = 100.0 * choice.loss();
            skilled += if seat == Seat(0) { -lost } else { lost };
        }
        let at = (index + 1) as f64;
        luck.push((at, lucky));
        skill.push((at, skilled));
    }
    let all = luck.iter().chain(&skill).map(|(_, points)| points.abs());
    let most = all.fold(10.0, f64::max).ceil();
    let points = Scale::Numbers {
        low: -most,
        high: most,
        unit: "",
        signed: true,
        whole: false,
    };
    let first = &review.names[0];
    let layout = Layout {
        height: APART,
        ..Layout::default()
    };
    let title = format!("Luck and skill, as seen by {first}");
    let headline = "running total in percentage points; skill is what the opponent's bad moves \
                    cost, minus what your own did";
    let mut chart = Chart::new(look, layout, &title, headline, (steps_of(review), points));
    chart.level(0.0);
    chart.thread(&luck, &SECOND, "6 4");
    chart.thread(&skill, &MAIN, "");
    chart.explain(Sample::Dashes(&SECOND), "luck");
    chart.explain(Sample::Line(&MAIN), "skill");
    chart.name_across(STEPS[1]);
    chart.finish()
}
