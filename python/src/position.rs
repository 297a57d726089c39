//! Positions, which are values.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1, PyArrayDyn, PyArrayMethods};
use parlour_core::{DrawOptions, Outcome, Position, Turn};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};

use crate::errors::{bad_move, illegal, wrong};
use crate::game::PyGame;
use crate::moves::PyMoves;
use crate::pictures::{self, Wanted};
use crate::random;
use crate::values;
use crate::viewer::{self, Who};

/// A position of a game. It never changes: `play` gives another one.
#[pyclass(name = "Position", module = "parlour", frozen)]
#[derive(Clone)]
pub(crate) struct PyPosition {
    pub(crate) game: PyGame,
    pub(crate) position: Arc<dyn Position>,
}

/// The largest array that is made of a position.
const MOST_PLACES: usize = 1 << 26;

impl PyPosition {
    pub(crate) fn new(game: PyGame, position: Box<dyn Position>) -> Self {
        PyPosition {
            game,
            position: Arc::from(position),
        }
    }

    pub(crate) fn mask(&self) -> Vec<i8> {
        let encoder = self.game.encoder();
        let mut mask = vec![0; encoder.actions(&*self.position)];
        encoder.mask(&*self.position, &mut mask);
        mask
    }

    fn check_size(&self, py: Python<'_>, places: usize) -> PyResult<()> {
        match places > MOST_PLACES {
            true => Err(wrong(py, "the board is too large to be an array")),
            false => Ok(()),
        }
    }

    fn size(&self, py: Python<'_>) -> PyResult<usize> {
        let shape = self.game.encoder().shape(&*self.position);
        let places = shape
            .iter()
            .try_fold(1usize, |all, side| all.checked_mul(*side));
        let places = places.unwrap_or(usize::MAX);
        self.check_size(py, places)?;
        Ok(places)
    }
}

/// A move by its text, or by its number.
pub(crate) fn step_of(
    py: Python<'_>,
    game: PyGame,
    position: &dyn Position,
    chosen: &Bound<'_, PyAny>,
) -> PyResult<(parlour_core::AnyStep, String)> {
    if let Ok(text) = chosen.cast::<PyString>() {
        let text = text.to_string();
        let step = position.read(&text);
        return step
            .map(|step| (step, text.clone()))
            .map_err(|finding| bad_move(py, &finding, &text));
    }
    if chosen.is_instance_of::<PyBool>() || !chosen.hasattr("__index__")? {
        let kind = chosen.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "a move is a text or the number of an action, not {kind}"
        )));
    }
    // Of any size: Python's integers have no end.
    let number = chosen.call_method0("__index__")?;
    let meant = match position.turn() {
        Turn::Seat(_) => number.extract::<usize>().ok(),
        Turn::Chance => {
            return Err(wrong(
                py,
                "a throw or deal comes next: roll, or play its outcome as text",
            ));
        }
        Turn::Over(_) => return Err(wrong(py, "the game is over")),
    };
    let meant = meant.and_then(|number| game.encoder().numbered(position, number));
    match meant {
        Some(step) => Ok((step, number.to_string())),
        None => {
            let last = game.encoder().actions(position).saturating_sub(1);
            let message = format!("action {number} is not a move here; actions are 0 to {last}");
            Err(crate::errors::raise(
                py,
                "IllegalMove",
                (message, "no-such-action", (0, 0), None::<String>, ""),
            ))
        }
    }
}

#[pymethods]
impl PyPosition {
    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        self.game
    }

    /// All of it as text, which `Game.position` reads.
    #[getter]
    fn text(&self) -> String {
        self.position.text()
    }

    /// The number of seats.
    #[getter]
    fn seats(&self) -> u8 {
        self.position.seats()
    }

    /// The names of the seats.
    #[getter]
    fn seat_names(&self) -> Vec<String> {
        parlour_core::Seat::all(self.position.seats())
            .map(|seat| self.position.seat_name(seat).into_owned())
            .collect()
    }

    /// The seat to move; `None` before a chance event, and at the end.
    #[getter]
    fn seat(&self) -> Option<u8> {
        viewer::mover(self.position.turn())
    }

    /// Whether a chance event comes next: then `roll`, or `play` one of `odds`.
    #[getter]
    fn is_chance(&self) -> bool {
        self.position.turn() == Turn::Chance
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.position.turn().outcome().is_some()
    }

    /// The seat that has won, if one has.
    #[getter]
    fn winner(&self) -> Option<u8> {
        match self.position.turn() {
            Turn::Over(Outcome::Win(seat)) => Some(seat.0),
            _ => None,
        }
    }

    /// How the game ended; `None` while it goes on.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        values::outcome(py, self.position.turn(), self.position.seats())
    }

    /// What each seat gets: 1 for winning, -1 for losing, 0 for a draw and before the end.
    #[getter]
    fn rewards(&self) -> Vec<f64> {
        values::rewards(self.position.turn(), self.position.seats())
    }

    /// The legal moves, or what luck may do, as a sequence whose texts are made when they are
    /// looked at.
    #[getter]
    fn moves(&self) -> PyMoves {
        PyMoves::new(self.clone())
    }

    /// What luck may do, each with its probability as a `Fraction`; empty unless a chance event comes next.
    #[getter]
    fn odds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fraction = py.import("fractions")?.getattr("Fraction")?;
        let odds = self.position.odds();
        let total: u64 = odds.iter().map(|(_, weight)| u64::from(*weight)).sum();
        let dict = PyDict::new(py);
        for (outcome, weight) in odds {
            dict.set_item(outcome, fraction.call1((weight, total))?)?;
        }
        Ok(dict)
    }

    /// The position after a move, which is a text or the number of an action. A throw or a deal is
    /// a text.
    ///
    /// >>> import parlour
    /// >>> parlour.game("gridlock").start().play("red 0,0").play(3).text
    /// '3x3 rg rg./.../...'
    fn play(&self, py: Python<'_>, chosen: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let (step, text) = step_of(py, self.game, &*self.position, chosen)?;
        let mut next = self.position.boxed_clone();
        match next.take(&step) {
            Ok(()) => Ok(PyPosition::new(self.game, next)),
            Err(why) => Err(illegal(py, &why, &text)),
        }
    }

    /// The position after a throw or deal that is drawn from the seed.
    fn roll(&self, py: Python<'_>, seed: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let mut dice = random::dice(seed)?;
        let mut next = self.position.boxed_clone();
        let step = next.draw_lot(&mut dice);
        let step = step.ok_or_else(|| wrong(py, "there is no chance event here"))?;
        next.take(&step).map_err(|why| illegal(py, &why, ""))?;
        Ok(PyPosition::new(self.game, next))
    }

    /// A move in words.
    fn describe(&self, py: Python<'_>, chosen: &Bound<'_, PyAny>) -> PyResult<String> {
        let (step, text) = step_of(py, self.game, &*self.position, chosen)?;
        let tried = self.position.boxed_clone().take(&step);
        tried.map_err(|why| illegal(py, &why, &text))?;
        Ok(self.position.describe(&step, parlour_core::Viewer::All))
    }

    /// What a seat sees, as text. A seat is a number or a name, `"public"` is a bystander, and
    /// `None` sees everything.
    #[pyo3(signature = (seat = None))]
    fn view(&self, py: Python<'_>, seat: Option<Who>) -> PyResult<String> {
        let who = viewer::viewer(py, &*self.position, seat)?;
        Ok(self.position.view_text(who))
    }

    /// What a seat sees, as the JSON of the command line; without a seat, the whole position.
    #[pyo3(signature = (seat = None))]
    fn to_dict<'py>(&self, py: Python<'py>, seat: Option<Who>) -> PyResult<Bound<'py, PyAny>> {
        let json = self.game.0.json();
        let written = match viewer::viewer(py, &*self.position, seat)? {
            parlour_core::Viewer::All => json.write_position(&*self.position),
            who => json.write_view(&*self.position, who),
        };
        py.import("json")?.call_method1("loads", (written.get(),))
    }

    /// What a seat sees, in sentences.
    #[pyo3(signature = (seat = None))]
    fn words(&self, py: Python<'_>, seat: Option<Who>) -> PyResult<String> {
        let who = viewer::viewer(py, &*self.position, seat)?;
        let words = self.position.in_words(who);
        words.map_err(|too_large| wrong(py, too_large.to_string()))
    }

    /// The board as text, as a seat sees it; with `colour`, for a terminal.
    #[pyo3(signature = (seat = None, colour = false))]
    fn draw(&self, py: Python<'_>, seat: Option<Who>, colour: bool) -> PyResult<String> {
        let who = viewer::viewer(py, &*self.position, seat)?;
        let options = DrawOptions {
            coordinates: true,
            picks: false,
            map: false,
            ..DrawOptions::default()
        };
        let drawing = self.position.draw(who, options);
        let drawing = drawing.map_err(|too_large| wrong(py, too_large.to_string()))?;
        Ok(drawing.render(colour))
    }

    /// The board as an SVG document, as a seat sees it. Without the frame it is the board alone.
    #[pyo3(signature = (seat = None, theme = "light", framed = true))]
    fn svg(
        &self,
        py: Python<'_>,
        seat: Option<Who>,
        theme: &str,
        framed: bool,
    ) -> PyResult<String> {
        let who = viewer::viewer(py, &*self.position, seat)?;
        let wanted = Wanted {
            who,
            theme: pictures::theme(py, theme)?,
            framed,
        };
        pictures::svg(py, self, &wanted)
    }

    /// The board as a PNG file of that many pixels across.
    #[pyo3(signature = (seat = None, theme = "light", framed = true, width = 640))]
    fn png(
        &self,
        py: Python<'_>,
        seat: Option<Who>,
        theme: &str,
        framed: bool,
        width: u32,
    ) -> PyResult<Vec<u8>> {
        let svg = self.svg(py, seat, theme, framed)?;
        pictures::png(py, &svg, width)
    }

    /// What a notebook shows.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, None, "light", true)
    }

    /// The number of actions. It depends on the setup alone.
    #[getter]
    fn actions(&self) -> usize {
        self.game.encoder().actions(&*self.position)
    }

    /// The shape of observations. It depends on the setup alone.
    #[getter]
    fn observation_shape<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        pyo3::types::PyTuple::new(py, self.game.encoder().shape(&*self.position))
    }

    /// What a seat sees, as an array; without a seat, what the seat to move sees.
    #[pyo3(signature = (seat = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<i64>,
    ) -> PyResult<Bound<'py, PyArrayDyn<i8>>> {
        let position = &*self.position;
        let seat = match seat.or(viewer::mover(position.turn()).map(i64::from)) {
            Some(seat) => viewer::seat(py, position, seat)?,
            None => return Err(wrong(py, "no seat is to move: say who looks")),
        };
        let mut seen = vec![0; self.size(py)?];
        self.game.encoder().observe(position, seat, &mut seen);
        seen.into_pyarray(py)
            .reshape(self.game.encoder().shape(position))
    }

    /// An array with 1 for every action that is legal, and 0 for the others.
    #[getter]
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        self.check_size(py, self.actions())?;
        Ok(self.mask().into_pyarray(py))
    }

    /// The number of a move.
    ///
    /// >>> import parlour
    /// >>> parlour.game("gridlock").start().action("green 1,0")
    /// 3
    fn action(&self, py: Python<'_>, chosen: &str) -> PyResult<usize> {
        let step = self.position.read(chosen);
        let step = step.map_err(|finding| bad_move(py, &finding, chosen))?;
        let number = self.game.encoder().number(&*self.position, &step);
        number.ok_or_else(|| wrong(py, format!("{chosen} has no number")))
    }

    /// The move of an action that is legal here, as text.
    fn move_of(&self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let (step, text) = step_of(py, self.game, &*self.position, action)?;
        let tried = self.position.boxed_clone().take(&step);
        tried.map_err(|why| illegal(py, &why, &text))?;
        Ok(self.position.write(&step))
    }

    /// Another position that looks the same to the seat to move; what it does not see comes from
    /// the seed.
    #[pyo3(signature = (seed = None))]
    fn lookalike(&self, seed: Option<&Bound<'_, PyAny>>) -> PyResult<PyPosition> {
        let seed = parlour_core::Seed::new(seed.map_or(Ok(0), random::number)?);
        let other = self.game.0.lookalike(&*self.position, &mut seed.deal());
        Ok(PyPosition::new(self.game, other))
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        match self.draw(py, None, false) {
            Ok(board) => Ok(board),
            Err(_) => Ok(self.position.text()),
        }
    }

    fn __repr__(&self) -> String {
        format!(
            "parlour.game({:?}).position({:?})",
            self.game.id(),
            self.position.text()
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyPosition>().is_ok_and(|other| {
            let other = other.get();
            other.game.id() == self.game.id() && self.position.same_as(&*other.position)
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.position.text().hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(&self) -> PyPosition {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> PyPosition {
        self.clone()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (&'static str, String))> {
        let make = py.import("parlour._parlour")?.getattr("_position")?;
        Ok((make, (self.game.id(), self.position.text())))
    }
}
