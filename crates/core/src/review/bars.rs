//! A [`Ledger`] as a picture: a bar for every move.

use super::Ledger;
use crate::chart::{AREA, Chart, Layout, MAIN, Sample, Scale, VERDICTS};
use crate::picture::{Look, Picture};

/// The widest bar.
const BAR: f32 = 64.0;

/// What every move gained as a bar, with lines across for what it and the best
/// move could expect.
#[must_use]
pub fn bars(ledger: &Ledger, look: &Look<'_>) -> Picture {
    let title = format!("What every move gained, in {}", ledger.unit);
    let layout = Layout::default();
    let slot = (layout.width - layout.left - 32.0) / ledger.lines.len().max(1) as f32;
    // If there is no room for its text, a move is labelled by its number.
    let names = ledger
        .lines
        .iter()
        .enumerate()
        .map(|(index, line)| match slot {
            wide if wide >= 84.0 => line.text.clone(),
            _ => (index + 1).to_string(),
        });
    let scales = (
        Scale::Names(names.collect()),
        Scale::numbers(0.0, ledger.most()),
    );
    let mut chart = Chart::new(look, layout, &title, &ledger.headline, scales);
    let width = (0.6 * slot).min(BAR);
    for (index, line) in ledger.lines.iter().enumerate() {
        let at = index as f64;
        if let Some(gained) = line.gained {
            chart.bar(at, width, (0.0, gained.max(0.0)), &AREA);
        }
        // The best line is dashed, so that colour is not the only difference.
        chart.dash(at, width + 12.0, line.best.max(0.0), &VERDICTS[2], "5 3");
        chart.dash(at, width + 12.0, line.expected.max(0.0), &MAIN, "");
        if line.verdict.is_fault() {
            let top = line.gained.unwrap_or(0.0).max(line.best).max(line.expected);
            let place = (chart.x(at), chart.y(top) - 8.0);
            chart.write(place, 13.0, "middle", &VERDICTS[2], line.verdict.sign());
        }
    }
    chart.explain(Sample::Box(&AREA), "gained");
    chart.explain(Sample::Line(&MAIN), "expected of the move");
    chart.explain(Sample::Dashes(&VERDICTS[2]), "expected of the best move");
    chart.name_across("moves");
    chart.finish()
}
