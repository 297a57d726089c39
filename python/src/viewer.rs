//! The viewer of a position.

use parlour_core::{Position, Seat, Turn, Viewer};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::errors::wrong;

/// A seat by its number, `"public"` for a bystander; without an argument nothing is hidden.
pub(crate) enum Who {
    Seat(i64),
    Word(String),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Who {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(word) = given.extract() {
            return Ok(Who::Word(word));
        }
        given.extract().map(Who::Seat).map_err(|_| {
            PyTypeError::new_err("a seat is a number or a name, or \"public\", or \"all\"")
        })
    }
}

/// The viewer that is meant.
pub(crate) fn viewer(
    py: Python<'_>,
    position: &dyn Position,
    who: Option<Who>,
) -> PyResult<Viewer> {
    match who {
        None => Ok(Viewer::All),
        Some(Who::Seat(number)) => Ok(Viewer::Seat(seat(py, position, number)?)),
        Some(Who::Word(word)) if word == "public" => Ok(Viewer::Public),
        Some(Who::Word(word)) if word == "all" => Ok(Viewer::All),
        Some(Who::Word(word)) => {
            let mut seats = Seat::all(position.seats());
            let named = seats.find(|seat| position.seat_name(*seat) == word);
            named.map(Viewer::Seat).ok_or_else(|| {
                let known: Vec<_> = Seat::all(position.seats())
                    .map(|seat| position.seat_name(seat))
                    .collect();
                let known = known.join(", ");
                let message =
                    format!("nobody is called {word}: seats are {known}, or public, or all");
                wrong(py, message)
            })
        }
    }
}

/// A seat of the table.
pub(crate) fn seat(py: Python<'_>, position: &dyn Position, number: i64) -> PyResult<Seat> {
    let seat = u8::try_from(number)
        .ok()
        .filter(|seat| *seat < position.seats());
    match seat {
        Some(seat) => Ok(Seat(seat)),
        None => Err(wrong(
            py,
            format!(
                "there is no seat {number}: seats are 0 to {}",
                position.seats() - 1
            ),
        )),
    }
}

/// The seat to move, where there is one.
pub(crate) fn mover(turn: Turn) -> Option<u8> {
    match turn {
        Turn::Seat(seat) => Some(seat.0),
        Turn::Chance | Turn::Over(_) => None,
    }
}
