//! The moves of a position, made when they are looked at: a position may have thousands.

use std::sync::OnceLock;

use parlour_core::Turn;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PySlice;

use crate::position::PyPosition;

/// A move by its place, or several.
enum At<'py> {
    Index(isize),
    Slice(Bound<'py, PySlice>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for At<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(slice) = given.cast::<PySlice>() {
            return Ok(At::Slice(slice.to_owned()));
        }
        given.extract().map(At::Index).map_err(|_| {
            let kind = given.get_type();
            PyTypeError::new_err(format!("moves are counted by integers, not by {kind}"))
        })
    }
}

/// The legal moves, or what luck may do, as a sequence of texts.
#[pyclass(name = "Moves", module = "parlour", frozen, sequence)]
pub(crate) struct PyMoves {
    position: PyPosition,
    count: OnceLock<usize>,
}

impl PyMoves {
    pub(crate) fn new(position: PyPosition) -> Self {
        PyMoves {
            position,
            count: OnceLock::new(),
        }
    }

    fn text_at(&self, index: isize) -> PyResult<String> {
        let at = if index < 0 {
            index + self.__len__() as isize
        } else {
            index
        };
        let position = &*self.position.position;
        let step = usize::try_from(at).ok().and_then(|at| position.move_at(at));
        step.map(|step| position.write(&step)).ok_or_else(|| {
            let count = self.__len__();
            PyIndexError::new_err(format!("there are {count} moves, and no number {index}"))
        })
    }

    fn texts(&self) -> Vec<String> {
        self.position.position.moves()
    }
}

#[pymethods]
impl PyMoves {
    fn __len__(&self) -> usize {
        *self
            .count
            .get_or_init(|| match self.position.position.turn() {
                Turn::Seat(_) => self
                    .position
                    .mask()
                    .iter()
                    .map(|legal| *legal as usize)
                    .sum(),
                Turn::Chance => self.position.position.odds().len(),
                Turn::Over(_) => 0,
            })
    }

    fn __getitem__<'py>(&self, py: Python<'py>, at: At<'py>) -> PyResult<Bound<'py, PyAny>> {
        match at {
            At::Index(index) => Ok(self.text_at(index)?.into_pyobject(py)?.into_any()),
            At::Slice(slice) => self.texts().into_pyobject(py)?.get_item(slice),
        }
    }

    /// Nothing but a text is a move.
    fn __contains__(&self, chosen: &Bound<'_, PyAny>) -> bool {
        let position = &*self.position.position;
        let Ok(text) = chosen.extract::<String>() else {
            return false;
        };
        position
            .read(&text)
            .is_ok_and(|step| position.boxed_clone().take(&step).is_ok())
    }

    /// The place of a move; `ValueError` if it is not legal.
    fn index(&self, chosen: &Bound<'_, PyAny>) -> PyResult<usize> {
        let text = chosen.extract::<String>().ok();
        let place = text.and_then(|text| self.texts().iter().position(|legal| *legal == text));
        place.ok_or_else(|| PyValueError::new_err(format!("{chosen} is not among the moves")))
    }

    /// 1 if a move is legal, otherwise 0.
    fn count(&self, chosen: &Bound<'_, PyAny>) -> usize {
        usize::from(self.index(chosen).is_ok())
    }

    fn __iter__(&self) -> PyMovesIterator {
        PyMovesIterator {
            moves: PyMoves::new(self.position.clone()),
            at: 0,
            texts: Vec::new().into_iter(),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<PyMoves>()
            .is_ok_and(|other| self.texts() == other.get().texts())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (PyPosition, &'static str))> {
        let get = py.import("builtins")?.getattr("getattr")?;
        Ok((get, (self.position.clone(), "moves")))
    }

    fn __repr__(&self) -> String {
        const MOST: usize = 6;
        let count = self.__len__();
        let first: Vec<String> = (0..count.min(MOST))
            .filter_map(|at| self.text_at(at as isize).ok())
            .collect();
        let more = if count > MOST {
            format!(", … {count} in all")
        } else {
            String::new()
        };
        format!("<Moves {}{more}>", first.join(", "))
    }
}

/// This many moves are made one by one. More than that come from a list of all: finding a move by
/// its number may take as long as the list.
const ONE_BY_ONE: usize = 4;

/// Goes through moves.
#[pyclass(name = "_MovesIterator", module = "parlour")]
pub(crate) struct PyMovesIterator {
    moves: PyMoves,
    at: usize,
    /// Those after the first few.
    texts: std::vec::IntoIter<String>,
}

#[pymethods]
impl PyMovesIterator {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__(&mut self) -> Option<String> {
        let at = self.at;
        self.at += 1;
        if at < ONE_BY_ONE {
            return self.moves.text_at(at as isize).ok();
        }
        if at == ONE_BY_ONE {
            self.texts = self.moves.texts().into_iter();
            return self.texts.nth(at);
        }
        self.texts.next()
    }
}
