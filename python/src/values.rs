//! Answers that are values of `parlour.values`.

use std::collections::BTreeMap;

use parlour_core::{Advice, Diagnostic, Figure, Outcome, Place, Survey, Turn};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// A value of that class.
fn value<'py>(
    py: Python<'py>,
    class: &str,
    args: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("parlour.values")?.getattr(class)?.call1(args)
}

/// What each seat gets: 1 for the winner, -1 for the others, nothing in a draw and before the end.
pub(crate) fn rewards(turn: Turn, seats: u8) -> Vec<f64> {
    let reward = |seat| match turn {
        Turn::Over(Outcome::Win(winner)) if winner.0 == seat => 1.0,
        Turn::Over(Outcome::Win(_)) => -1.0,
        _ => 0.0,
    };
    (0..seats).map(reward).collect()
}

/// How a game ended; `None` while it goes on.
pub(crate) fn outcome(py: Python<'_>, turn: Turn, seats: u8) -> PyResult<Option<Bound<'_, PyAny>>> {
    let winner = match turn {
        Turn::Over(Outcome::Win(seat)) => Some(seat.0),
        Turn::Over(Outcome::Draw) => None,
        Turn::Seat(_) | Turn::Chance => return Ok(None),
    };
    let rewards = PyTuple::new(py, rewards(turn, seats))?;
    value(py, "Outcome", (winner, rewards)).map(Some)
}

/// What a bot thinks.
pub(crate) fn advice(py: Python<'_>, advice: Advice<String>) -> PyResult<Bound<'_, PyAny>> {
    let considered = PyTuple::new(py, advice.considered)?;
    let line = PyTuple::new(py, advice.line)?;
    let Advice {
        best,
        value,
        reason,
        depth,
        nodes,
        ..
    } = advice;
    let args = (best, value, reason, considered, line, depth, nodes);
    self::value(py, "Advice", args)
}

fn named(figures: &[Figure]) -> BTreeMap<&str, f64> {
    figures.iter().copied().collect()
}

/// Several moves compared.
pub(crate) fn survey<'py>(py: Python<'py>, survey: &Survey<String>) -> PyResult<Bound<'py, PyAny>> {
    let moves = survey.moves.iter();
    let moves = moves.map(|each| (&each.chosen, each.value, named(&each.figures)));
    let moves = PyTuple::new(py, moves.collect::<Vec<_>>())?;
    value(py, "Survey", (named(&survey.figures), moves))
}

/// A finding in a file.
pub(crate) fn diagnostic<'py>(
    py: Python<'py>,
    file: &[u8],
    finding: &Diagnostic,
) -> PyResult<Bound<'py, PyAny>> {
    let span = &finding.at.span;
    let place = Place::of(file, span.start);
    let args = (
        finding.severity.to_string(),
        finding.code,
        &finding.message,
        (span.start, span.end),
        place.line,
        place.column,
        finding.at.text.to_string(),
        finding.help.as_deref(),
    );
    value(py, "Diagnostic", args)
}
