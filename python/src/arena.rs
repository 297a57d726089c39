//! Bots against bots, whole or in parts.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use parlour_arena::{Arena, BadJob, GameResult, Heading, Job, Scoreboard, Spec};
use parlour_core::{Limits, Tables};
use parlour_files::{Collect, Journal};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyRange, PyRangeMethods};

use crate::bot::{check_ready, patiently};
use crate::errors::{bad_setup, wrong};
use crate::game::{PyGame, game, setup, tables};
use crate::random;
use crate::record::PyRecord;
use crate::results::PyResults;

/// An arena: everything that decides what is played. Games are numbered from 0, and game n is
/// the same wherever it is played. Players are names of bots, or `exec:` and a command; the
/// keywords are the options of `parlour arena`, and those of the game's setup.
///
/// >>> import parlour
/// >>> arena = parlour.Arena("ur", ["greedy", "random"], games=10, nodes=1, seed=1, pieces=2)
/// >>> arena.play().games
/// 10
#[pyclass(name = "Arena", module = "parlour", frozen)]
pub(crate) struct PyArena {
    job: Job,
    tables: Tables,
    heading: Heading,
}

/// Games with step 1, as Python has ranges.
fn range_of(py: Python<'_>, range: &Bound<'_, PyRange>) -> PyResult<(Option<u64>, Option<u64>)> {
    let bound = |bound: isize| {
        let bound = u64::try_from(bound);
        bound
            .map(Some)
            .map_err(|_| wrong(py, "games are counted from 0"))
    };
    match range.step()? {
        1 => Ok((bound(range.start()?)?, bound(range.stop()?)?)),
        step => Err(wrong(
            py,
            format!("a range of games has the step 1, not {step}"),
        )),
    }
}

/// An arena that cannot be played.
fn bad_job(py: Python<'_>, bad: &BadJob) -> PyErr {
    match bad {
        BadJob::Setup(bad) => bad_setup(py, bad),
        bad => wrong(py, bad.to_string()),
    }
}

impl PyArena {
    fn arena(&self, py: Python<'_>, stop: &Arc<AtomicBool>) -> PyResult<Arena<'static>> {
        let arena = self.job.arena(self.tables.clone(), Arc::clone(stop));
        arena.map_err(|bad| bad_job(py, &bad))
    }

    fn board(&self, py: Python<'_>, arena: &Arena<'_>) -> PyResult<Scoreboard> {
        let board = self.job.board(arena);
        board.map_err(|bad| wrong(py, bad.to_string().replace("--", "")))
    }

    fn only(
        &self,
        py: Python<'_>,
        arena: &Arena<'_>,
        only: Option<&Bound<'_, PyRange>>,
    ) -> PyResult<Range<u64>> {
        let (first, end) = match only {
            None => (None, None),
            Some(range) => range_of(py, range)?,
        };
        arena
            .plan
            .units()
            .only(first, end)
            .map_err(|bad| wrong(py, bad.to_string()))
    }

    /// Plays games and shows their results, in any order.
    fn run(
        &self,
        py: Python<'_>,
        only: Option<&Bound<'_, PyRange>>,
        threads: usize,
        mut each: impl FnMut(&GameResult) + Send,
    ) -> PyResult<Scoreboard> {
        let stop = Arc::new(AtomicBool::new(false));
        let arena = self.arena(py, &stop)?;
        let mut board = self.board(py, &arena)?;
        let only = self.only(py, &arena, only)?;
        let limits = Limits {
            stop: Arc::clone(&stop),
            ..Limits::default()
        };
        let run = patiently(py, &limits, || {
            arena.run(threads, only, &|_| true, |finished| {
                each(&finished.result);
                board.add(finished.result);
                match board.is_done() {
                    true => std::ops::ControlFlow::Break(()),
                    false => std::ops::ControlFlow::Continue(()),
                }
            })
        })?;
        run.map_err(|trouble| wrong(py, trouble.to_string()))?;
        if stop.load(Ordering::Relaxed) && !board.is_done() {
            return Err(wrong(py, "the arena was stopped"));
        }
        Ok(board)
    }
}

#[pymethods]
impl PyArena {
    #[new]
    #[pyo3(signature = (
        game, players, *, games = None, nodes = None, time = None, seed = None, opening = None,
        sprt = None, gauntlet = false, fixed_seats = false, records = false, data = None, **setup
    ))]
    #[allow(clippy::too_many_arguments, reason = "they are keywords")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        players: Vec<String>,
        games: Option<u64>,
        nodes: Option<u64>,
        time: Option<f64>,
        seed: Option<&Bound<'_, PyAny>>,
        opening: Option<u32>,
        sprt: Option<(f64, f64)>,
        gauntlet: bool,
        fixed_seats: bool,
        records: bool,
        data: Option<PathBuf>,
        setup: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyArena> {
        let game = match game.cast::<PyGame>() {
            Ok(game) => *game.get(),
            Err(_) => self::game(py, &game.extract::<String>()?)?,
        };
        if games == Some(0) {
            return Err(wrong(py, "at least one game is wanted"));
        }
        let time = match time.map(Duration::try_from_secs_f64).transpose() {
            Ok(time) => time,
            Err(_) => return Err(wrong(py, "time is in seconds, and not negative")),
        };
        let job = Job {
            setup: self::setup(py, game.0, setup)?,
            games,
            gauntlet,
            fixed_seats,
            time,
            nodes,
            sprt: sprt.map(|(low, high)| [low, high]),
            opening,
            records,
            ..Job::new(game.0, players, seed.map_or(Ok(0), random::number)?)
        };
        let tables = tables(data);
        let arena = job.arena(tables.clone(), Arc::default());
        let arena = arena.map_err(|bad| bad_job(py, &bad))?;
        let start = arena.start(0).map_err(|bad| bad_setup(py, &bad))?;
        for player in &arena.players {
            if let Spec::Own(name) = player {
                check_ready(py, game, name, &*start, &tables)?;
            }
        }
        let heading = py.detach(|| job.heading(&arena));
        let made = PyArena {
            job,
            tables,
            heading,
        };
        made.board(py, &arena)?;
        Ok(made)
    }

    /// The number of games.
    #[getter]
    fn games(&self) -> u64 {
        self.heading.games
    }

    /// The players, as they were given.
    #[getter]
    fn players(&self) -> Vec<String> {
        self.heading.players.clone()
    }

    /// A hash of what the players do in a short game, or of the files of their programs.
    #[getter]
    fn fingerprint(&self) -> &str {
        &self.heading.fingerprint
    }

    /// The first line of a file of results: everything that decides them.
    #[getter]
    fn heading(&self) -> String {
        self.heading.journal().to_string()
    }

    /// All games in this many ranges that keep games with the same luck together.
    fn chunks<'py>(&self, py: Python<'py>, count: u64) -> PyResult<Vec<Bound<'py, PyRange>>> {
        if count == 0 {
            return Err(wrong(py, "at least one part is wanted"));
        }
        let arena = self.arena(py, &Arc::default())?;
        let chunks = arena.plan.units().chunks(count).into_iter();
        chunks
            .map(|chunk| PyRange::new(py, chunk.start as isize, chunk.end as isize))
            .collect()
    }

    /// Plays the games of a range, or all of them.
    #[pyo3(signature = (only = None, threads = 1))]
    fn play(
        &self,
        py: Python<'_>,
        only: Option<&Bound<'_, PyRange>>,
        threads: usize,
    ) -> PyResult<PyResults> {
        let board = self.run(py, only, threads, |_| ())?;
        Ok(PyResults::of(self.job.game, &board, &self.heading))
    }

    /// Plays the games of a range, or all of them, and returns the file of results.
    #[pyo3(signature = (only = None, threads = 1))]
    fn play_lines<'py>(
        &self,
        py: Python<'py>,
        only: Option<&Bound<'_, PyRange>>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let mut lines = BTreeMap::new();
        self.run(py, only, threads, |result| {
            lines.insert(result.game, result.line());
        })?;
        let mut file = format!("{}\n", self.heading.journal());
        for line in lines.values() {
            file.push_str(line);
            file.push('\n');
        }
        Ok(PyBytes::new(py, file.as_bytes()))
    }

    /// The standing after the games of these files.
    fn merge(&self, py: Python<'_>, files: Vec<PathBuf>) -> PyResult<PyResults> {
        let arena = self.arena(py, &Arc::default())?;
        let mut board = self.board(py, &arena)?;
        let part = self.heading.part();
        let merged = py.detach(|| Journal::merge(None, None, &files, &part, &mut board));
        merged.map_err(|(path, why)| wrong(py, format!("cannot use {}: {why}", path.display())))?;
        Ok(PyResults::of(self.job.game, &board, &self.heading))
    }

    /// The records that files of results have, by the numbers of their games.
    fn records(&self, py: Python<'_>, files: Vec<PathBuf>) -> PyResult<BTreeMap<u64, PyRecord>> {
        let arena = self.arena(py, &Arc::default())?;
        let mut found = Records {
            board: self.board(py, &arena)?,
            texts: BTreeMap::new(),
        };
        let part = self.heading.part();
        let merged = py.detach(|| Journal::merge(None, None, &files, &part, &mut found));
        merged.map_err(|(path, why)| wrong(py, format!("cannot use {}: {why}", path.display())))?;
        let game = PyGame(self.job.game);
        let texts = found.texts.into_iter();
        texts
            .map(|(number, text)| Ok((number, PyRecord::of(py, game, text.as_bytes())?)))
            .collect()
    }

    fn __repr__(&self) -> String {
        let Heading {
            game,
            players,
            games,
            seed,
            ..
        } = &self.heading;
        format!(
            "<parlour.Arena of {game}: {}, {games} games, seed {seed}>",
            players.join(", ")
        )
    }
}

/// Collects the records of results.
struct Records {
    board: Scoreboard,
    texts: BTreeMap<u64, String>,
}

impl Collect for Records {
    type Line = GameResult;

    fn number(result: &GameResult) -> u64 {
        Scoreboard::number(result)
    }

    fn agrees(&self, result: &GameResult) -> Option<bool> {
        self.board.agrees(result)
    }

    fn add(&mut self, result: GameResult) -> Result<(), String> {
        let record = result.record.clone();
        let game = result.game;
        Collect::add(&mut self.board, result)?;
        self.texts.extend(record.map(|record| (game, record)));
        Ok(())
    }
}
