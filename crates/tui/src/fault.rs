//! What is wrong with a file, and where, as a text.

use parlour_core::{Diagnostic, Label, Place};

/// Longer lines are cut.
const WIDEST: usize = 70;

/// All findings, each with its place.
pub(crate) fn told(file: &[u8], findings: &[Diagnostic]) -> String {
    let told: Vec<String> = findings.iter().map(|finding| one(file, finding)).collect();
    told.join("\n\n")
}

fn one(file: &[u8], finding: &Diagnostic) -> String {
    let Diagnostic {
        severity, message, ..
    } = finding;
    let place = Place::of(file, finding.at.span.start);
    let mut text = format!(
        "Line {}, column {}: {severity}: {message}",
        place.line, place.column
    );
    text.push_str(&pointed(file, &finding.at, '^'));
    for other in &finding.also {
        text.push_str(&pointed(file, other, '-'));
    }
    if let Some(help) = &finding.help {
        text.push_str(&format!("\n  help: {help}"));
    }
    text
}

/// The line of a label, and what it points at.
fn pointed(file: &[u8], label: &Label, with: char) -> String {
    let place = Place::of(file, label.span.start);
    let line = file
        .split(|byte| *byte == b'\n')
        .nth(place.line - 1)
        .unwrap_or_default();
    let line = String::from_utf8_lossy(line);
    // Control characters would upset the screen.
    let shown: String = line
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(WIDEST)
        .collect();
    let before = (place.column - 1).min(WIDEST);
    let length = label
        .span
        .len()
        .clamp(1, WIDEST.saturating_sub(before).max(1));
    let length = length.min(shown.chars().count().saturating_sub(before).max(1));
    let pointer: String = std::iter::repeat_n(with, length).collect();
    let number = place.line;
    let blank = " ".repeat(number.to_string().len());
    let pad = " ".repeat(before);
    format!(
        "\n  {number} | {shown}\n  {blank} | {pad}{pointer} {}",
        label.text
    )
}
