//! The games of the catalogue.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use etcetera::BaseStrategy;
use parlour_core::{Encoder, GameEntry, Match, Seed, SetupValues, Tables, did_you_mean};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyTuple};

use crate::bot::{self, PyBot};
use crate::errors::{bad_position, bad_setup, raise};
use crate::matches::PyMatch;
use crate::position::PyPosition;
use crate::random;

/// A game. There is one of each: `game("ur")`.
#[pyclass(name = "Game", module = "parlour", frozen)]
#[derive(Clone, Copy)]
pub(crate) struct PyGame(pub(crate) &'static dyn GameEntry);

impl PyGame {
    pub(crate) fn id(self) -> &'static str {
        self.0.info().id
    }

    pub(crate) fn encoder(self) -> &'static dyn Encoder {
        parlour_catalog::encoder(self.id()).expect("every game of the list is encoded")
    }
}

/// An option of a game's setup.
#[pyclass(name = "SetupOption", module = "parlour", frozen, get_all)]
pub(crate) struct PyOption {
    /// Its name; in Python `_` stands for `-`.
    name: String,
    /// What its value looks like.
    value: String,
    /// What it is if nothing is said.
    default: String,
    /// What it decides.
    help: String,
}

#[pymethods]
impl PyOption {
    fn __repr__(&self) -> String {
        let PyOption {
            name,
            value,
            default,
            help,
        } = self;
        format!("<{name}={value}, usually {default}: {help}>")
    }
}

/// All games.
#[pyfunction]
pub(crate) fn games() -> Vec<PyGame> {
    parlour_catalog::games()
        .iter()
        .map(|game| PyGame(*game))
        .collect()
}

/// The game of that id.
#[pyfunction]
pub(crate) fn game(py: Python<'_>, id: &str) -> PyResult<PyGame> {
    match parlour_catalog::game(id) {
        Some(game) => Ok(PyGame(game)),
        None => {
            let meant = parlour_catalog::nearest_id(id);
            let help = match meant {
                Some(meant) => format!("did you mean {meant}?"),
                None => {
                    let ids = parlour_catalog::games().iter().map(|game| game.info().id);
                    format!("there are {}", ids.collect::<Vec<_>>().join(", "))
                }
            };
            Err(raise(
                py,
                "UnknownGame",
                (format!("there is no game {id}; {help}"),),
            ))
        }
    }
}

/// What a pickled position is made of.
#[pyfunction]
#[pyo3(name = "_position")]
pub(crate) fn position_of(py: Python<'_>, id: &str, text: &str) -> PyResult<PyPosition> {
    game(py, id)?.position(py, text)
}

/// What a pickled match is made of.
#[pyfunction]
#[pyo3(name = "_match")]
pub(crate) fn match_of(
    py: Python<'_>,
    start: &PyPosition,
    names: Vec<String>,
    steps: Vec<String>,
) -> PyResult<PyMatch> {
    let mut played = Match::new(start.position.boxed_clone(), names);
    for step in steps {
        played
            .play(&step)
            .map_err(|finding| crate::errors::bad_move(py, &finding, &step))?;
    }
    Ok(PyMatch {
        game: start.game,
        played,
    })
}

/// A setup from keyword arguments: underlines stand for dashes, `True` for `yes`, and a list for
/// its elements with commas between them.
pub(crate) fn setup(
    py: Python<'_>,
    game: &dyn GameEntry,
    given: Option<&Bound<'_, PyDict>>,
) -> PyResult<SetupValues> {
    let mut values = SetupValues::new();
    for (name, value) in given.into_iter().flatten() {
        let name = name.extract::<String>()?.replace('_', "-");
        if !game.options().iter().any(|option| option.name == name) {
            let known = game.options().iter().map(|option| option.name);
            let help = match did_you_mean(&name, known.clone()) {
                Some(meant) => format!("did you mean {meant}?"),
                None if known.clone().next().is_none() => "it has none".to_owned(),
                None => format!("there are {}", known.collect::<Vec<_>>().join(", ")),
            };
            let message = format!("{} has no option {name}; {help}", game.info().title);
            return Err(raise(py, "BadSetup", (message, name)));
        }
        let text = if value.is_instance_of::<PyBool>() {
            if value.extract()? { "yes" } else { "no" }.to_owned()
        } else if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
            let words = value.try_iter()?.map(|word| Ok(word?.str()?.to_string()));
            words.collect::<PyResult<Vec<_>>>()?.join(",")
        } else {
            value.str()?.to_string()
        };
        values.set(&name, text);
    }
    Ok(values)
}

/// Computed files, in the folder that is given, or where the program has them.
pub(crate) fn tables(data: Option<PathBuf>) -> Tables {
    let folder = data.unwrap_or_else(|| {
        match std::env::var_os("PARLOUR_DATA").filter(|folder| !folder.is_empty()) {
            Some(folder) => PathBuf::from(folder),
            None => etcetera::choose_base_strategy()
                .map(|places| places.data_dir().join("parlour"))
                .unwrap_or_default(),
        }
    });
    Tables::in_folder(folder)
}

#[pymethods]
impl PyGame {
    /// Its short name, as in `parlour.game("ur")`.
    #[getter(id)]
    fn get_id(&self) -> &'static str {
        self.id()
    }

    /// Its name in words.
    #[getter]
    fn title(&self) -> &'static str {
        self.0.info().title
    }

    /// What it is about, in a sentence.
    #[getter]
    fn summary(&self) -> &'static str {
        self.0.info().summary
    }

    /// Its rules, as text.
    #[getter]
    fn rules(&self) -> String {
        parlour_core::learn::plain_rules(self.0.info().rules)
    }

    /// The ending of its files, without the dot.
    #[getter]
    fn extension(&self) -> &'static str {
        self.0.info().extension
    }

    /// The fewest and the most players.
    #[getter]
    fn seats(&self) -> (u8, u8) {
        let seats = self.0.info().seats;
        (*seats.start(), *seats.end())
    }

    /// Whether chance plays a part in it.
    #[getter]
    fn has_luck(&self) -> bool {
        self.0.has_luck()
    }

    /// Whether nothing is hidden from anybody.
    #[getter]
    fn is_open(&self) -> bool {
        self.0.is_open()
    }

    /// The version of its actions and observations. It changes when a number means another move, or
    /// a place of the array another thing.
    #[getter]
    fn encoding(&self) -> u32 {
        self.encoder().version()
    }

    /// What a setup can say: the keywords of `start`.
    #[getter]
    fn options(&self) -> Vec<PyOption> {
        let options = self.0.options().iter();
        let option = |option: &parlour_core::SetupOption| PyOption {
            name: option.name.to_owned(),
            value: option.value.to_owned(),
            default: option.default.to_owned(),
            help: option.help.to_owned(),
        };
        options.map(option).collect()
    }

    /// The names of its bots, each with a summary.
    #[getter]
    fn bots<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let bots = PyDict::new(py);
        for bot in self.0.all_bots() {
            bots.set_item(bot.name, bot.summary)?;
        }
        Ok(bots)
    }

    /// A start position. The keywords are the options of the command line, with `_` for `-`.
    /// Everything that is dealt or hidden comes from the seed: an integer, a
    /// `numpy.random.Generator` or a `random.Random`; 0 if there is none.
    ///
    /// >>> import parlour
    /// >>> parlour.game("gridlock").start(size="5x4", colours=["red", "blue"]).actions
    /// 40
    #[pyo3(signature = (seed = None, **setup))]
    fn start(
        &self,
        py: Python<'_>,
        seed: Option<&Bound<'_, PyAny>>,
        setup: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyPosition> {
        let values = self::setup(py, self.0, setup)?;
        let seed = Seed::new(seed.map_or(Ok(0), random::number)?);
        let start = self.0.start(&values, &mut seed.deal());
        let start = start.map_err(|bad| bad_setup(py, &bad))?;
        Ok(PyPosition::new(*self, start))
    }

    /// The position that a text describes.
    ///
    /// >>> import parlour
    /// >>> start = parlour.game("ur").start(pieces=2)
    /// >>> parlour.game("ur").position(start.text) == start
    /// True
    pub(crate) fn position(&self, py: Python<'_>, text: &str) -> PyResult<PyPosition> {
        let position = self.0.read_position(text);
        let position = position.map_err(|finding| bad_position(py, &finding, text))?;
        Ok(PyPosition::new(*self, position))
    }

    /// A position that fits the text of a view; what the view does not show comes from the seed.
    #[pyo3(signature = (view, seed = None))]
    fn imagine(
        &self,
        py: Python<'_>,
        view: &str,
        seed: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<PyPosition> {
        let seed = Seed::new(seed.map_or(Ok(0), random::number)?);
        let position = self.0.read_view(view, &mut seed.deal());
        let position = position.map_err(|finding| bad_position(py, &finding, view))?;
        Ok(PyPosition::new(*self, position))
    }

    /// A bot by its name, or `exec:` and the command of another program. Equal seeds make equal
    /// bots. `data` is the folder of computed files.
    #[pyo3(signature = (name, seed = None, data = None))]
    fn bot(
        &self,
        py: Python<'_>,
        name: &str,
        seed: Option<&Bound<'_, PyAny>>,
        data: Option<PathBuf>,
    ) -> PyResult<PyBot> {
        let seed = seed.map_or(Ok(0), random::number)?;
        bot::make(py, *self, name, seed, tables(data))
    }

    fn __repr__(&self) -> String {
        format!("parlour.game({:?})", self.id())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<PyGame>()
            .is_ok_and(|other| other.get().id() == self.id())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.id().hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str,))> {
        Ok((py.import("parlour")?.getattr("game")?, (self.id(),)))
    }
}
