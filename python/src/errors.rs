//! Errors of ours as exceptions of `parlour.errors`.

use parlour_core::{Diagnostic, Illegal, SetupError};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;

/// An exception of that class.
pub(crate) fn raise<'py>(py: Python<'py>, class: &str, args: impl PyCallArgs<'py>) -> PyErr {
    let made = py
        .import("parlour.errors")
        .and_then(|errors| errors.getattr(class))
        .and_then(|class| class.call1(args));
    match made {
        Ok(exception) => PyErr::from_value(exception),
        Err(error) => error,
    }
}

/// Something is wrong that has no class of its own.
pub(crate) fn wrong(py: Python<'_>, message: impl Into<String>) -> PyErr {
    raise(py, "ParlourError", (message.into(),))
}

/// A move that was refused, at a place in its text.
pub(crate) fn bad_move(py: Python<'_>, finding: &Diagnostic, text: &str) -> PyErr {
    pointing(py, "IllegalMove", finding, text)
}

/// A text that is not a position, at a place in it.
pub(crate) fn bad_position(py: Python<'_>, finding: &Diagnostic, text: &str) -> PyErr {
    pointing(py, "BadPosition", finding, text)
}

fn pointing(py: Python<'_>, class: &str, finding: &Diagnostic, text: &str) -> PyErr {
    let span = finding.at.span.clone();
    let args = (
        &finding.message,
        finding.code,
        (characters(text, span.start), characters(text, span.end)),
        finding.help.as_deref(),
        text,
    );
    raise(py, class, args)
}

/// A place in a text as Python counts, in characters.
pub(crate) fn characters(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    text[..byte].chars().count()
}

/// A move that was refused and has no text.
pub(crate) fn illegal(py: Python<'_>, illegal: &Illegal, text: &str) -> PyErr {
    bad_move(py, &illegal.clone().at(0..text.len()), text)
}

/// A setup that cannot be played.
pub(crate) fn bad_setup(py: Python<'_>, bad: &SetupError) -> PyErr {
    raise(py, "BadSetup", (&bad.message, bad.option))
}
