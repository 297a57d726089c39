//! A [`Ledger`] as an SVG document: a bar for every move.

use super::{Ledger, LedgerLine};
use crate::names::shortened;
use crate::svg::Svg;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 420.0;
/// The field of the bars.
const LEFT: f64 = 64.0;
const TOP: f64 = 64.0;
const RIGHT: f64 = WIDTH - 32.0;
const BOTTOM: f64 = HEIGHT - 92.0;

const PAPER: &str = "#fbf7ef";
const INK: &str = "#2e2a25";
const FAINT: &str = "#8a8378";
const RULE: &str = "#ded6c8";
const GAINED: &str = "#a9c8de";
const EXPECTED: &str = "#1f5f8b";
const BEST: &str = "#b3201c";

/// The widest bar.
const BAR: f64 = 64.0;
/// A headline that is longer does not fit above the bars.
const LONGEST: usize = 120;

/// What every move gained as a bar, with what was expected of it and of the best
/// move as lines across.
#[must_use]
pub fn bars(ledger: &Ledger) -> String {
    let title = format!("What every move gained, in {}", ledger.unit);
    let mut svg = Svg::new(WIDTH as u64, HEIGHT as u64, &title);
    svg.element(format_args!(
        "rect width=\"100%\" height=\"100%\" fill=\"{PAPER}\""
    ));
    label(&mut svg, (LEFT, 30.0), 18, "start", INK, &title);
    let headline = shortened(&ledger.headline, LONGEST);
    label(&mut svg, (LEFT, 52.0), 13, "start", FAINT, &headline);
    let most = ledger.most();
    let height = |amount: f64| BOTTOM - (BOTTOM - TOP) * amount.max(0.0) / most;
    let every = (most / 8.0).ceil();
    for tick in (0..).map(|count| f64::from(count) * every) {
        if tick > most {
            break;
        }
        let y = height(tick);
        svg.element(format_args!(
            "path d=\"M{LEFT} {y:.1} H{RIGHT}\" stroke=\"{RULE}\""
        ));
        let number = format!("{tick}");
        label(&mut svg, (LEFT - 8.0, y + 4.5), 13, "end", FAINT, &number);
    }
    let slot = (RIGHT - LEFT) / ledger.lines.len().max(1) as f64;
    for (index, line) in ledger.lines.iter().enumerate() {
        let middle = LEFT + slot * (index as f64 + 0.5);
        bar(&mut svg, line, middle, (0.6 * slot).min(BAR), &height);
        // Where there is no room for its text, a move is known by its number.
        let name = match slot {
            wide if wide >= 84.0 => line.text.clone(),
            _ => (index + 1).to_string(),
        };
        let paint = if line.verdict.is_fault() { BEST } else { INK };
        label(
            &mut svg,
            (middle, BOTTOM + 20.0),
            12,
            "middle",
            paint,
            &name,
        );
        label(
            &mut svg,
            (middle, BOTTOM + 37.0),
            12,
            "middle",
            paint,
            line.verdict.sign(),
        );
    }
    legend(&mut svg);
    svg.finish()
}

fn label(svg: &mut Svg, (x, y): (f64, f64), size: u32, anchor: &str, fill: &str, text: &str) {
    if text.is_empty() {
        return;
    }
    svg.text(
        format_args!(
            "x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" text-anchor=\"{anchor}\" \
             fill=\"{fill}\""
        ),
        text,
    );
}

fn bar(svg: &mut Svg, line: &LedgerLine, middle: f64, width: f64, height: &dyn Fn(f64) -> f64) {
    let left = middle - width / 2.0;
    if let Some(gained) = line.gained {
        let top = height(gained);
        svg.element(format_args!(
            "rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{width:.1}\" height=\"{:.1}\" \
             fill=\"{GAINED}\" stroke=\"{FAINT}\"",
            BOTTOM - top,
        ));
    }
    // The best line is dashed, so that colour alone tells nothing.
    for (amount, paint, dashes) in [
        (line.best, BEST, " stroke-dasharray=\"5 3\""),
        (line.expected, EXPECTED, ""),
    ] {
        let y = height(amount);
        svg.element(format_args!(
            "path d=\"M{:.1} {y:.1} h{:.1}\" stroke=\"{paint}\" stroke-width=\"3\"{dashes}",
            left - 6.0,
            width + 12.0,
        ));
    }
}

fn legend(svg: &mut Svg) {
    let y = HEIGHT - 22.0;
    let x = LEFT;
    svg.element(format_args!(
        "rect x=\"{x}\" y=\"{}\" width=\"24\" height=\"14\" fill=\"{GAINED}\" stroke=\"{FAINT}\"",
        y - 11.0
    ));
    label(svg, (x + 32.0, y), 13, "start", INK, "gained");
    for (x, paint, dashes, words) in [
        (x + 120.0, EXPECTED, "", "expected of the move"),
        (
            x + 310.0,
            BEST,
            " stroke-dasharray=\"5 3\"",
            "expected of the best move",
        ),
    ] {
        svg.element(format_args!(
            "path d=\"M{x} {} h24\" stroke=\"{paint}\" stroke-width=\"3\"{dashes}",
            y - 4.0
        ));
        label(svg, (x + 32.0, y), 13, "start", INK, words);
    }
}
