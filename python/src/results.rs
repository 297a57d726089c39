//! What an arena says.

use std::collections::BTreeMap;

use parlour_arena::statistics::{Mean, Rating, Verdict};
use parlour_arena::{Heading, Player, Scoreboard, Standing, Thinking, standing_picture};
use parlour_core::GameEntry;
use parlour_core::picture::{Look, Paints};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

use crate::game::PyGame;
use crate::pictures;

/// What the games of an arena say.
#[pyclass(name = "Results", module = "parlour", frozen)]
pub(crate) struct PyResults {
    game: PyGame,
    games: u64,
    is_done: bool,
    verdict: Option<&'static str>,
    rows: Vec<Row>,
}

/// A player.
#[derive(Clone, PartialEq, FromPyObject, IntoPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Row {
    spec: String,
    score: f64,
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    failures: u64,
    elo: f64,
    error: f64,
    interval: [f64; 2],
    /// Points and games against each player.
    against: Vec<(f64, u64)>,
}

const VERDICTS: [&str; 2] = ["elo0", "elo1"];

/// What pickled results are made of.
#[pyfunction]
#[pyo3(name = "_results")]
pub(crate) fn results_of(
    py: Python<'_>,
    id: &str,
    games: u64,
    is_done: bool,
    verdict: Option<String>,
    rows: Vec<Row>,
) -> PyResult<PyResults> {
    let game = crate::game::game(py, id)?;
    let verdict = verdict.and_then(|verdict| VERDICTS.into_iter().find(|known| *known == verdict));
    Ok(PyResults {
        game,
        games,
        is_done,
        verdict,
        rows,
    })
}

impl PyResults {
    pub(crate) fn of(
        game: &'static dyn GameEntry,
        board: &Scoreboard,
        heading: &Heading,
    ) -> PyResults {
        let standing = board.standing();
        let verdict = standing.test.and_then(|test| test.2);
        let players = heading.players.iter().zip(standing.players);
        PyResults {
            game: PyGame(game),
            games: standing.games,
            is_done: board.is_done(),
            verdict: verdict.map(|verdict| match verdict {
                Verdict::First => VERDICTS[0],
                Verdict::Second => VERDICTS[1],
            }),
            rows: players
                .map(|(spec, player)| Row {
                    spec: spec.clone(),
                    score: player.points,
                    games: player.games,
                    won: player.won,
                    drawn: player.drawn,
                    lost: player.lost,
                    failures: player.failures,
                    elo: player.rating.elo,
                    error: player.rating.error,
                    interval: player.interval,
                    against: player.against,
                })
                .collect(),
        }
    }

    /// As much of the standing as its picture shows.
    fn standing(&self) -> Standing {
        let player = |row: &Row| Player {
            points: row.score,
            games: row.games,
            failures: row.failures,
            kinds: BTreeMap::new(),
            rating: Rating {
                elo: row.elo,
                error: row.error,
            },
            interval: row.interval,
            against: row.against.clone(),
            share: Mean::default(),
            won: row.won,
            drawn: row.drawn,
            lost: row.lost,
            efforts: BTreeMap::new(),
            feats: 0,
            thinking: Thinking::default(),
        };
        Standing {
            players: self.rows.iter().map(player).collect(),
            games: self.games,
            waiting: 0,
            pairs: None,
            test: None,
            won_from: Vec::new(),
            drawn: 0,
            too_long: 0,
            steps: 0,
            throws: 0,
            turns: 0,
        }
    }
}

#[pymethods]
impl PyResults {
    /// How many games are known.
    #[getter]
    fn games(&self) -> u64 {
        self.games
    }

    /// Whether all games were played, or the sequential test is decided.
    #[getter]
    fn is_done(&self) -> bool {
        self.is_done
    }

    /// What the sequential test says: `"elo0"`, `"elo1"`, or `None`.
    #[getter]
    fn verdict(&self) -> Option<&'static str> {
        self.verdict
    }

    /// The players in their order: points, games, rating and its interval.
    #[getter]
    fn players<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let players = PyList::empty(py);
        for row in &self.rows {
            let told = PyDict::new(py);
            told.set_item("spec", &row.spec)?;
            told.set_item("score", row.score)?;
            told.set_item("games", row.games)?;
            told.set_item("won", row.won)?;
            told.set_item("drawn", row.drawn)?;
            told.set_item("lost", row.lost)?;
            told.set_item("failures", row.failures)?;
            told.set_item("elo", row.elo)?;
            told.set_item("low", row.interval[0])?;
            told.set_item("high", row.interval[1])?;
            players.append(told)?;
        }
        Ok(players)
    }

    /// All of this as a dictionary.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let told = PyDict::new(py);
        told.set_item("games", self.games)?;
        told.set_item("is_done", self.is_done)?;
        told.set_item("verdict", self.verdict)?;
        told.set_item("players", self.players(py)?)?;
        Ok(told)
    }

    /// The ratings with their intervals as an SVG document, with a cross table if there are more than
    /// two players.
    #[pyo3(signature = (theme = "light"))]
    fn svg(&self, py: Python<'_>, theme: &str) -> PyResult<String> {
        let look = Look {
            paints: Paints::Fixed(pictures::theme(py, theme)?),
            ..Look::default()
        };
        let title = self.game.0.info().title;
        let specs: Vec<String> = self.rows.iter().map(|row| row.spec.clone()).collect();
        Ok(standing_picture(title, &specs, &self.standing(), &look).document())
    }

    /// The same as a PNG file of that many pixels across.
    #[pyo3(signature = (theme = "light", width = 800))]
    fn png(&self, py: Python<'_>, theme: &str, width: u32) -> PyResult<Vec<u8>> {
        let svg = self.svg(py, theme)?;
        pictures::png(py, &svg, width)
    }

    /// What a notebook shows.
    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py, "light")
    }

    fn __repr__(&self) -> String {
        let rows = self.rows.iter();
        let rows: Vec<String> = rows
            .map(|row| format!("{} {}", row.spec, row.score))
            .collect();
        format!(
            "<parlour.Results of {} games: {}>",
            self.games,
            rows.join(", ")
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<PyResults>().is_ok_and(|other| {
            let other = other.get();
            let facts = |results: &PyResults| {
                let PyResults {
                    games,
                    is_done,
                    verdict,
                    ..
                } = *results;
                (results.game.id(), games, is_done, verdict)
            };
            facts(self) == facts(other) && self.rows == other.rows
        })
    }

    #[allow(clippy::type_complexity, reason = "what pickle wants")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(
        Bound<'py, PyAny>,
        (&'static str, u64, bool, Option<&'static str>, Vec<Row>),
    )> {
        let make = py.import("parlour._parlour")?.getattr("_results")?;
        let id = self.game.id();
        let facts = (
            id,
            self.games,
            self.is_done,
            self.verdict,
            self.rows.clone(),
        );
        Ok((make, facts))
    }
}
