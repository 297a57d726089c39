//! Opponents and advisers.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use parlour_arena::{External, Spec, Timeouts};
use parlour_core::{Advice, AnyBot, AnyStep, Fault, Limits, Match, Position, Question, Tables};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use crate::errors::{raise, wrong};
use crate::game::PyGame;
use crate::matches::PyMatch;
use crate::position::PyPosition;
use crate::values;

/// How long a bot thinks that was told nothing.
const USUAL_TIME: f64 = 1.0;
/// This many positions take no time worth a thread.
const QUICK: u64 = 20_000;
/// How often somebody may interrupt.
const LISTEN: Duration = Duration::from_millis(50);

/// A bot: `Game.bot` makes one. It may be another program.
#[pyclass(name = "Bot", module = "parlour", frozen)]
pub(crate) struct PyBot {
    game: PyGame,
    name: String,
    tables: Tables,
    bot: Mutex<Box<dyn AnyBot>>,
}

/// The bot of a name, or of `exec:` and a command.
pub(crate) fn make(
    py: Python<'_>,
    game: PyGame,
    name: &str,
    seed: u64,
    tables: Tables,
) -> PyResult<PyBot> {
    let spec = Spec::read(game.0, name).map_err(|bad| wrong(py, bad.to_string()))?;
    let bot: Box<dyn AnyBot> = match spec {
        Spec::Own(own) => game
            .0
            .bot(&own, seed, &tables)
            .ok_or_else(|| wrong(py, format!("{} has no bot {own}", game.0.info().title)))?,
        Spec::Exec(command) => {
            let started = py.detach(|| {
                External::start(game.0, &command, Timeouts::default())
                    .and_then(|mut external| external.new_game(seed).map(|()| external))
            });
            Box::new(started.map_err(|trouble| wrong(py, format!("{name}: {trouble}")))?)
        }
    };
    Ok(PyBot {
        game,
        name: name.to_owned(),
        tables,
        bot: Mutex::new(bot),
    })
}

/// Refuses a bot that lacks what it needs to play as it says.
pub(crate) fn check_ready(
    py: Python<'_>,
    game: PyGame,
    name: &str,
    position: &dyn Position,
    tables: &Tables,
) -> PyResult<()> {
    match game.0.missing_file(name, position, tables) {
        Some(lack) if !lack.optional => {
            let message = format!("{name} cannot play yet: {}", lack.reason);
            let args = (message, name, lack.file, lack.command);
            Err(raise(py, "Lacks", args))
        }
        _ => Ok(()),
    }
}

/// How long to think.
pub(crate) fn limits(
    py: Python<'_>,
    nodes: Option<u64>,
    time: Option<f64>,
    depth: Option<u32>,
) -> PyResult<Limits> {
    let unlimited = nodes.is_none() && time.is_none() && depth.is_none();
    let time = time.or(unlimited.then_some(USUAL_TIME));
    let mut limits = match time {
        None => Limits::default(),
        Some(seconds) => match Duration::try_from_secs_f64(seconds) {
            Ok(time) => Limits::time(time),
            Err(_) => return Err(wrong(py, format!("{seconds} is not a time in seconds"))),
        },
    };
    limits.nodes = nodes;
    limits.depth = depth;
    Ok(limits)
}

/// Does something without the interpreter, and listens for Ctrl-C if it may take long.
pub(crate) fn patiently<T: Send>(
    py: Python<'_>,
    limits: &Limits,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    if limits.nodes.is_some_and(|nodes| nodes <= QUICK) {
        return Ok(py.detach(work));
    }
    thread::scope(|scope| {
        let (done, mut wait) = channel();
        scope.spawn(move || drop(done.send(work())));
        loop {
            let receive = &mut wait;
            match py.detach(move || receive.recv_timeout(LISTEN)) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(interrupted) = py.check_signals() {
                        limits.stop.store(true, Ordering::Relaxed);
                        return Err(interrupted);
                    }
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(wrong(py, "the bot has failed"));
                }
            }
        }
    })
}

/// A position alone, or with the match that led to it.
pub(crate) enum Asked<'py> {
    Position(PyRef<'py, PyPosition>),
    Match(PyRef<'py, PyMatch>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Asked<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(position) = given.extract() {
            return Ok(Asked::Position(position));
        }
        given
            .extract()
            .map(Asked::Match)
            .map_err(|_| PyTypeError::new_err("a bot is asked about a Position or a Match"))
    }
}

impl Asked<'_> {
    fn game(&self) -> PyGame {
        match self {
            Asked::Position(position) => position.game,
            Asked::Match(played) => played.game,
        }
    }

    /// What to ask a bot; `None` where no seat is to move.
    fn question(&self, hears: bool) -> Option<Question> {
        match self {
            Asked::Position(position) => {
                let names = parlour_host::default_names(&*position.position, &[]);
                Match::new(position.position.boxed_clone(), names).question(hears)
            }
            Asked::Match(played) => played.played.question(hears),
        }
    }
}

impl PyBot {
    fn asked(&self, py: Python<'_>, asked: &Asked<'_>) -> PyResult<Question> {
        if asked.game().id() != self.game.id() {
            let (own, other) = (self.game.id(), asked.game().id());
            return Err(wrong(
                py,
                format!("this is a bot for {own}, and a position of {other}"),
            ));
        }
        let hears = py.detach(|| self.lock().hears());
        let question = asked.question(hears);
        let question = question.ok_or_else(|| wrong(py, "no seat is to move"))?;
        check_ready(py, self.game, &self.name, question.position(), &self.tables)?;
        Ok(question)
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn AnyBot>> {
        self.bot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn failed(py: Python<'_>, name: &str, fault: &Fault) -> PyErr {
        wrong(py, format!("{name}: {fault}"))
    }
}

#[pymethods]
impl PyBot {
    /// The game that it plays.
    #[getter]
    fn game(&self) -> PyGame {
        self.game
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// What the bot would play. It thinks for `nodes` positions, `time` seconds or `depth` moves,
    /// and for a second if nothing is said. `others` is how many good moves to
    /// value besides the best one.
    ///
    /// >>> import parlour
    /// >>> ur = parlour.game("ur")
    /// >>> ur.bot("greedy").advise(ur.start().play("roll 2"), nodes=100).move
    /// 'start'
    #[pyo3(signature = (position, *, nodes = None, time = None, depth = None, others = 0))]
    fn advise<'py>(
        &self,
        py: Python<'py>,
        position: Asked<'_>,
        nodes: Option<u64>,
        time: Option<f64>,
        depth: Option<u32>,
        others: u32,
    ) -> PyResult<Bound<'py, PyAny>> {
        let question = self.asked(py, &position)?;
        let mut limits = limits(py, nodes, time, depth)?;
        limits.others = others;
        let advice = patiently(py, &limits, || question.put(&mut **self.lock(), &limits))?;
        let advice: Advice<AnyStep> =
            advice.map_err(|fault| Self::failed(py, &self.name, &fault))?;
        values::advice(py, question.position().write_advice(&advice))
    }

    /// The moves worth comparing, with figures about each; `None` if the bot makes no surveys.
    #[pyo3(signature = (position, *, nodes = None, time = None, depth = None))]
    fn survey<'py>(
        &self,
        py: Python<'py>,
        position: Asked<'_>,
        nodes: Option<u64>,
        time: Option<f64>,
        depth: Option<u32>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let question = self.asked(py, &position)?;
        let limits = limits(py, nodes, time, depth)?;
        let survey = patiently(py, &limits, || {
            self.lock().survey(question.position(), &limits)
        })?;
        survey.map(|survey| values::survey(py, &survey)).transpose()
    }

    fn __repr__(&self) -> String {
        format!("parlour.game({:?}).bot({:?})", self.game.id(), self.name)
    }
}
