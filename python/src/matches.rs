//! A game being played, which knows how it came to where it is.

use parlour_core::{Match, Seat, Turn};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{illegal, wrong};
use crate::game::PyGame;
use crate::position::{PyPosition, step_of};
use crate::random;
use crate::record::PyRecord;
use crate::values;
use crate::viewer;

/// A game from its start to the present position, with undo. Besides the rules, it is drawn when
/// it goes round in circles. `names` are those of the players, one for each seat.
///
/// >>> import parlour
/// >>> match = parlour.Match(parlour.game("gridlock").start(), names=["Amy", "Bill"])
/// >>> match.play("red 0,0")
/// >>> match.steps, match.seat
/// (['red 0,0'], 1)
#[pyclass(name = "Match", module = "parlour")]
pub(crate) struct PyMatch {
    pub(crate) game: PyGame,
    pub(crate) played: Match,
}

#[pymethods]
impl PyMatch {
    #[new]
    #[pyo3(signature = (start, names = None))]
    fn new(py: Python<'_>, start: &PyPosition, names: Option<Vec<String>>) -> PyResult<PyMatch> {
        let position = start.position.boxed_clone();
        let names = names.unwrap_or_else(|| parlour_host::default_names(&*position, &[]));
        if names.len() != usize::from(position.seats()) {
            return Err(wrong(
                py,
                format!(
                    "there are {} seats, and {} names",
                    position.seats(),
                    names.len()
                ),
            ));
        }
        for name in &names {
            let checked = start.game.0.check_name(name);
            checked.map_err(|bad| wrong(py, bad.to_string()))?;
        }
        Ok(PyMatch {
            game: start.game,
            played: Match::new(position, names),
        })
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        self.game
    }

    /// The present position.
    #[getter]
    fn position(&self) -> PyPosition {
        PyPosition::new(self.game, self.played.position().boxed_clone())
    }

    /// The position at the start.
    #[getter]
    fn start(&self) -> PyPosition {
        PyPosition::new(self.game, self.played.start().boxed_clone())
    }

    /// The names of the players.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.played.names().to_vec()
    }

    /// The moves and throws so far.
    #[getter]
    fn steps(&self) -> Vec<String> {
        self.played.steps().into_iter().map(str::to_owned).collect()
    }

    /// The seat to move; `None` before a chance event, and at the end.
    #[getter]
    fn seat(&self) -> Option<u8> {
        viewer::mover(self.played.turn())
    }

    /// Whether a chance event comes next.
    #[getter]
    fn is_chance(&self) -> bool {
        self.played.turn() == Turn::Chance
    }

    /// Whether the game is over, by the rules or because it goes round in circles.
    #[getter]
    fn is_over(&self) -> bool {
        self.played.turn().outcome().is_some()
    }

    /// How the game ended; `None` while it goes on.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        values::outcome(py, self.played.turn(), self.played.position().seats())
    }

    /// What each seat gets: 1 for winning, -1 for losing, 0 for a draw and before the end.
    #[getter]
    fn rewards(&self) -> Vec<f64> {
        values::rewards(self.played.turn(), self.played.position().seats())
    }

    /// How it ended, in words.
    #[getter]
    fn result(&self) -> Option<String> {
        self.played.result()
    }

    /// Makes a move: a text, or the number of an action.
    fn play(&mut self, py: Python<'_>, chosen: &Bound<'_, PyAny>) -> PyResult<()> {
        let (step, text) = step_of(py, self.game, self.played.position(), chosen)?;
        self.played
            .take(step)
            .map_err(|why| illegal(py, &why, &text))
    }

    /// Draws a throw or deal from the seed.
    fn roll(&mut self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<()> {
        let lot = match self.played.turn() {
            Turn::Chance => self.played.position().draw_lot(&mut random::dice(seed)?),
            Turn::Seat(_) | Turn::Over(_) => None,
        };
        let step = lot.ok_or_else(|| wrong(py, "there is no chance event here"))?;
        self.played.take(step).map_err(|why| illegal(py, &why, ""))
    }

    /// Goes back to the last decision, whoever made it; `False` if there is none.
    fn undo(&mut self) -> bool {
        self.played.undo()
    }

    /// Goes back to the last decision of a seat; `False` if there is none.
    fn take_back(&mut self, py: Python<'_>, seat: i64) -> PyResult<bool> {
        let seat = viewer::seat(py, self.played.position(), seat)?;
        Ok(self.played.take_back(seat))
    }

    /// The record of the game up to here.
    fn record(&self) -> PyRecord {
        PyRecord {
            game: self.game,
            record: self.played.record(),
        }
    }

    fn __len__(&self) -> usize {
        self.played.len()
    }

    fn __repr__(&self) -> String {
        let id = self.game.id();
        let steps = self.played.len();
        let who = match self.played.turn() {
            Turn::Seat(Seat(seat)) => format!("seat {seat} to move"),
            Turn::Chance => "a throw or deal comes next".to_owned(),
            Turn::Over(_) => "over".to_owned(),
        };
        format!("<parlour.Match of {id}, {steps} steps, {who}>")
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<PyMatch> {
        crate::game::match_of(py, &self.start(), self.names(), self.steps())
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyDict>) -> PyResult<PyMatch> {
        self.__copy__(py)
    }

    #[allow(clippy::type_complexity, reason = "what pickle wants")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (PyPosition, Vec<String>, Vec<String>))> {
        let make = py.import("parlour._parlour")?.getattr("_match")?;
        Ok((make, (self.start(), self.names(), self.steps())))
    }
}
