//! Records: whole games, in files and as films.

use std::path::PathBuf;

use parlour_core::{AnyRecord, Limits, Match, Outcome, Severity, Turn, Viewer};
use parlour_film::{Film, Pace, Script};
use parlour_host::{Kept, is_journal, kept_game};
use pyo3::exceptions::{PyOSError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::errors::{raise, wrong};
use crate::game::PyGame;
use crate::pictures;
use crate::position::PyPosition;
use crate::review::{self, PyReview};
use crate::values;
use crate::viewer::{self, Who};

/// Files of ours are smaller.
const MOST_BYTES: u64 = 1 << 28;

/// A game from its start, as it was played.
#[pyclass(name = "Record", module = "parlour", frozen)]
#[derive(Clone)]
pub(crate) struct PyRecord {
    pub(crate) game: PyGame,
    pub(crate) record: AnyRecord,
}

/// The bytes of a file, and its name where it has one.
fn bytes_of(py: Python<'_>, source: &Bound<'_, PyAny>) -> PyResult<(Vec<u8>, Option<PathBuf>)> {
    if let Ok(bytes) = source.cast::<PyBytes>() {
        return Ok((bytes.as_bytes().to_vec(), None));
    }
    let is_path = source.is_instance_of::<PyString>() || source.hasattr("__fspath__")?;
    if !is_path {
        let kind = source.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "a file is a path or bytes, not {kind}"
        )));
    }
    let path: PathBuf = source.extract()?;
    // With the name of the file, as Python's own errors have it.
    let named = |error: std::io::Error| -> PyErr {
        let number = error.raw_os_error().unwrap_or_default();
        let words = py
            .import("os")
            .and_then(|os| os.call_method1("strerror", (number,)));
        match words {
            Ok(words) => PyOSError::new_err((number, words.unbind(), source.clone().unbind())),
            Err(error) => error,
        }
    };
    let size = std::fs::metadata(&path).map_err(named)?.len();
    if size > MOST_BYTES {
        return Err(wrong(
            py,
            format!("{} is too large to be a record", path.display()),
        ));
    }
    Ok((std::fs::read(&path).map_err(named)?, Some(path)))
}

fn game_of(
    py: Python<'_>,
    file: &[u8],
    path: Option<&PathBuf>,
    id: Option<&str>,
) -> PyResult<PyGame> {
    if let Some(id) = id {
        return crate::game::game(py, id);
    }
    let found = match kept_game(file) {
        Some(id) => parlour_catalog::game(id),
        None => {
            let extension = path.and_then(|path| path.extension()?.to_str());
            parlour_catalog::game_of_file(extension, file)
        }
    };
    let unknown = "this is not a record of any game that Parlour knows; say which game it is";
    found.map(PyGame).ok_or_else(|| wrong(py, unknown))
}

/// What is wrong with a file: nothing, if the list has no errors.
#[pyfunction]
#[pyo3(signature = (source, game = None))]
pub(crate) fn check<'py>(
    py: Python<'py>,
    source: &Bound<'_, PyAny>,
    game: Option<&str>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let (file, path) = bytes_of(py, source)?;
    let game = game_of(py, &file, path.as_ref(), game)?;
    let findings = py.detach(|| game.0.check_record(&file));
    let findings = findings.iter();
    findings
        .map(|finding| values::diagnostic(py, &file, finding))
        .collect()
}

/// What a pickled record is made of.
#[pyfunction]
#[pyo3(name = "_record")]
pub(crate) fn record_of(py: Python<'_>, id: &str, json: &str) -> PyResult<PyRecord> {
    let game = crate::game::game(py, id)?;
    let record = game.0.json().read_record(json);
    let record = record.map_err(|finding| wrong(py, finding.message))?;
    Ok(PyRecord { game, record })
}

impl PyRecord {
    /// The record that a file has, whose game may be unfinished.
    pub(crate) fn of(py: Python<'_>, game: PyGame, file: &[u8]) -> PyResult<PyRecord> {
        let reading = py.detach(|| game.0.read_record(file));
        let is_valid = reading.is_valid() || reading.unfinished;
        match reading.record {
            Some(record) if is_valid => Ok(PyRecord { game, record }),
            _ => {
                let errors = reading.diagnostics.iter();
                let errors = errors.filter(|finding| finding.severity == Severity::Error);
                let findings: Vec<_> = errors
                    .map(|finding| values::diagnostic(py, file, finding))
                    .collect::<PyResult<_>>()?;
                Err(raise(py, "BadRecord", (findings,)))
            }
        }
    }

    fn whole(&self, py: Python<'_>) -> PyResult<Match> {
        Match::resume(self.record.clone()).map_err(|why| crate::errors::illegal(py, &why, ""))
    }

    fn filmed(&self, py: Python<'_>, look: &FilmLook) -> PyResult<Film> {
        if self.record.steps.is_empty() {
            return Err(wrong(
                py,
                "the record has no moves: there is nothing to film",
            ));
        }
        if !(look.speed.is_finite() && look.speed > 0.0) {
            return Err(wrong(py, format!("{} is not a speed", look.speed)));
        }
        let script = Script {
            title: self.game.0.info().title,
            theme: look.theme,
            who: look.who,
            below: match look.who {
                Viewer::Seat(seat) => Some(seat),
                Viewer::Public | Viewer::All => None,
            },
            pace: Pace::default().times(look.speed),
            ..Script::default()
        };
        Film::new(&self.record, &script).map_err(|why| wrong(py, why.to_string()))
    }
}

struct FilmLook {
    theme: parlour_core::picture::Theme,
    who: Viewer,
    speed: f64,
}

#[pymethods]
impl PyRecord {
    /// Reads a file, or its bytes. `game` says which game it is, if the file does not.
    #[staticmethod]
    #[pyo3(signature = (source, game = None))]
    fn read(py: Python<'_>, source: &Bound<'_, PyAny>, game: Option<&str>) -> PyResult<PyRecord> {
        let (file, path) = bytes_of(py, source)?;
        let game = game_of(py, &file, path.as_ref(), game)?;
        if is_journal(&file) {
            let text = String::from_utf8_lossy(&file);
            let kept = Kept::read(&text, parlour_catalog::game);
            let kept = kept.map_err(|bad| wrong(py, bad.to_string()))?;
            let record = kept.played.record();
            return Ok(PyRecord { game, record });
        }
        PyRecord::of(py, game, &file)
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        self.game
    }

    /// The names of the players.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.record.names.clone()
    }

    /// The position at the start.
    #[getter]
    fn start(&self) -> PyPosition {
        PyPosition::new(self.game, self.record.start.boxed_clone())
    }

    /// The moves and throws.
    #[getter]
    fn steps(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let whole = self.whole(py)?;
        Ok(whole.steps().into_iter().map(str::to_owned).collect())
    }

    /// The start, and the position after every step.
    #[getter]
    fn positions(&self, py: Python<'_>) -> PyResult<Vec<PyPosition>> {
        let mut position = self.record.start.boxed_clone();
        let mut positions = vec![PyPosition::new(self.game, position.clone())];
        for step in &self.record.steps {
            let taken = position.take(step);
            taken.map_err(|why| crate::errors::illegal(py, &why, ""))?;
            positions.push(PyPosition::new(self.game, position.clone()));
        }
        Ok(positions)
    }

    /// The seat that has won, if one has.
    #[getter]
    fn winner(&self, py: Python<'_>) -> PyResult<Option<u8>> {
        Ok(match self.whole(py)?.turn() {
            Turn::Over(Outcome::Win(seat)) => Some(seat.0),
            _ => None,
        })
    }

    /// How it ended, in words; `None` if it did not.
    #[getter]
    fn result(&self, py: Python<'_>) -> PyResult<Option<String>> {
        Ok(self.whole(py)?.result())
    }

    /// Every step in words.
    #[getter]
    fn words(&self) -> Vec<String> {
        let said = parlour_host::told(&self.record, Viewer::All);
        said.iter().map(|said| said.text.to_string()).collect()
    }

    /// What its file says.
    #[getter]
    fn text(&self) -> String {
        self.game.0.write_record(&self.record)
    }

    /// Writes the file, whole or not at all.
    fn write(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let text = self.text();
        py.detach(|| parlour_files::write(&path, text.as_bytes()))?;
        Ok(())
    }

    /// The JSON of the command line.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let json = self.game.0.json().write_record(&self.record);
        py.import("json")?.call_method1("loads", (json.get(),))
    }

    /// What was luck and what was skill, as a bot sees it: the strongest that is ready, if none is
    /// named. It looks at each position for `nodes` positions or `time` seconds.
    #[pyo3(signature = (bot = None, *, nodes = None, time = None, data = None))]
    fn review(
        &self,
        py: Python<'_>,
        bot: Option<&str>,
        nodes: Option<u64>,
        time: Option<f64>,
        data: Option<PathBuf>,
    ) -> PyResult<PyReview> {
        let limits: Limits = crate::bot::limits(py, nodes, time, None)?;
        review::review(py, self, bot, time, limits, crate::game::tables(data))
    }

    /// Films it: into a file that ends in `.gif` or `.svg`, or else into the bytes of a GIF.
    #[pyo3(signature = (path = None, *, seat = None, theme = "light", speed = 1.0, width = 480))]
    fn film<'py>(
        &self,
        py: Python<'py>,
        path: Option<PathBuf>,
        seat: Option<Who>,
        theme: &str,
        speed: f64,
        width: u32,
    ) -> PyResult<Option<Bound<'py, PyBytes>>> {
        pictures::check_width(py, width)?;
        let look = FilmLook {
            theme: pictures::theme(py, theme)?,
            who: viewer::viewer(py, &*self.record.start, seat)?,
            speed,
        };
        let film = self.filmed(py, &look)?;
        let ending = path.as_ref().and_then(|path| path.extension()?.to_str());
        let made = match ending {
            Some("svg") => film.svg().into_bytes(),
            None | Some("gif") => {
                let made = py.detach(|| film.gif(Vec::new(), width, &|_| ()));
                made.map_err(|why| wrong(py, why.to_string()))?.0
            }
            Some(other) => {
                return Err(wrong(py, format!("a film is .gif or .svg, not .{other}")));
            }
        };
        match path {
            Some(path) => {
                py.detach(|| parlour_files::write(&path, &made))?;
                Ok(None)
            }
            None => Ok(Some(PyBytes::new(py, &made))),
        }
    }

    /// A board with a slider, for notebooks: names, the last move, and what happened in words.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let script = Script {
            title: self.game.0.info().title,
            pace: Pace::default().without_motions(),
            ..Script::default()
        };
        let film = Film::new(&self.record, &script).map_err(|why| wrong(py, why.to_string()))?;
        let words = std::iter::once("Start.".to_owned()).chain(self.words());
        let boards: Vec<(String, String)> =
            film.stills().map(|(_, board)| board).zip(words).collect();
        let page = py.import("parlour._notebook")?;
        page.call_method1("slider", (boards,))?.extract()
    }

    fn __len__(&self) -> usize {
        self.record.steps.len()
    }

    fn __repr__(&self) -> String {
        let names = self.record.names.join(" and ");
        format!(
            "<parlour.Record of {}: {names}, {} steps>",
            self.game.id(),
            self.record.steps.len()
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyRecord>().is_ok_and(|other| {
            let (own, other) = (&self.record, other.get());
            other.game.id() == self.game.id()
                && own.names == other.record.names
                && own.start.same_as(&*other.record.start)
                && own.steps == other.record.steps
        })
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (&'static str, String))> {
        let make = py.import("parlour._parlour")?.getattr("_record")?;
        let json = self.game.0.json().write_record(&self.record);
        Ok((make, (self.game.id(), json.get().to_owned())))
    }
}
