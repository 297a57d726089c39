//! What was luck and what was skill in a record.

use parlour_core::picture::{Look, Paints};
use parlour_core::review::{self, Account, ReviewError};
use parlour_core::{Limits, Seat, Tables};
use pyo3::prelude::*;

use crate::bot::{check_ready, patiently};
use crate::errors::wrong;
use crate::pictures;
use crate::record::PyRecord;

/// The default time for a position.
const USUAL_TIME: f64 = 0.1;

/// A record with the worth of every step.
#[pyclass(name = "Review", module = "parlour", frozen)]
pub(crate) struct PyReview {
    account: Account,
}

/// A step and what it did.
#[pyclass(name = "ReviewedStep", module = "parlour", frozen, get_all)]
pub(crate) struct PyReviewedStep {
    /// Its number, from 1.
    step: usize,
    /// The move or throw.
    text: String,
    /// Whose move it is; `None` for luck.
    seat: Option<u8>,
    /// The value before it, see `Review.unit`.
    before: Option<f64>,
    /// The value after it.
    after: Option<f64>,
    /// What luck gave.
    luck: Option<f64>,
    /// The best move instead.
    best: Option<String>,
    /// What it gave away.
    loss: Option<f64>,
    /// What to call it.
    verdict: Option<String>,
}

#[pymethods]
impl PyReviewedStep {
    fn __repr__(&self) -> String {
        let verdict = self.verdict.as_deref().unwrap_or("luck");
        format!(
            "<parlour.ReviewedStep {} {}: {verdict}>",
            self.step, self.text
        )
    }
}

pub(crate) fn review(
    py: Python<'_>,
    record: &PyRecord,
    bot: Option<&str>,
    time: Option<f64>,
    limits: Limits,
    tables: Tables,
) -> PyResult<PyReview> {
    let game = record.game;
    let kept = py.detach(|| game.0.ledger(&record.record, &mut |_, _| ()));
    if let Some(ledger) = kept {
        if let Some(bot) = bot {
            let title = game.0.info().title;
            return Err(wrong(
                py,
                format!("records of {title} are reviewed without a bot, not by {bot}"),
            ));
        }
        return Ok(PyReview {
            account: Account::Ledger(ledger),
        });
    }
    let start = &*record.record.start;
    let name = match bot {
        Some(name) => name.to_owned(),
        None => parlour_host::strongest(game.0, start, &tables)
            .unwrap_or("random")
            .to_owned(),
    };
    check_ready(py, game, &name, start, &tables)?;
    let Some(mut bot) = game.0.bot(&name, 0, &tables) else {
        return Err(wrong(
            py,
            format!("{} has no bot {name}", game.0.info().title),
        ));
    };
    let of_each = || match (limits.nodes, time) {
        (Some(nodes), None) => Limits {
            stop: limits.stop.clone(),
            ..Limits::nodes(nodes)
        },
        (nodes, time) => Limits {
            nodes,
            stop: limits.stop.clone(),
            ..Limits::time(std::time::Duration::from_secs_f64(
                time.unwrap_or(USUAL_TIME),
            ))
        },
    };
    let found = patiently(
        py,
        &Limits {
            nodes: None,
            ..limits.clone()
        },
        || review::review(game.0, &record.record, &mut *bot, &of_each, &mut |_, _| ()),
    )?;
    let found = found.map_err(|why| match why {
        ReviewError::NoValues => wrong(
            py,
            format!("the bot {name} does not know the chance to win in any position of this game; try another one, or more time"),
        ),
        why => wrong(py, why.to_string()),
    })?;
    Ok(PyReview {
        account: Account::Chances(found),
    })
}

#[pymethods]
impl PyReview {
    /// The names of the players.
    #[getter]
    fn names(&self) -> Vec<String> {
        match &self.account {
            Account::Chances(review) => review.names.clone(),
            Account::Ledger(ledger) => ledger.names.clone(),
        }
    }

    /// What to say about the game in one sentence.
    #[getter]
    fn headline(&self) -> String {
        self.account.headline()
    }

    /// What `before`, `after` and `loss` are: chances to win of the first seat, or a count.
    #[getter]
    fn unit(&self) -> &'static str {
        match &self.account {
            Account::Chances(_) => "chance",
            Account::Ledger(ledger) => ledger.unit,
        }
    }

    /// How accurately each seat played, from 0 to 1, if that can be said.
    #[getter]
    fn accuracy(&self) -> Vec<Option<f64>> {
        match &self.account {
            Account::Chances(review) => Seat::all(2)
                .map(|seat| review.skill(seat).accuracy())
                .collect(),
            Account::Ledger(ledger) => vec![None; ledger.names.len()],
        }
    }

    /// Every step and what it did.
    #[getter]
    fn steps(&self) -> Vec<PyReviewedStep> {
        match &self.account {
            Account::Chances(review) => (1..)
                .zip(&review.steps)
                .map(|(number, step)| {
                    let choice = step.choice.as_ref();
                    PyReviewedStep {
                        step: number,
                        text: step.text.clone(),
                        seat: step.seat.map(|seat| seat.0),
                        before: step.before,
                        after: step.after,
                        luck: step.luck(),
                        best: choice.map(|choice| choice.best.clone()),
                        loss: choice.map(|choice| choice.loss()),
                        verdict: choice.map(|choice| choice.verdict.to_string()),
                    }
                })
                .collect(),
            Account::Ledger(ledger) => ledger
                .lines
                .iter()
                .map(|line| PyReviewedStep {
                    step: line.step,
                    text: line.text.clone(),
                    seat: Some(line.seat.0),
                    before: Some(line.expected),
                    after: line.gained,
                    luck: line.luck(),
                    best: line.better.clone(),
                    loss: Some(line.loss()),
                    verdict: Some(line.verdict.to_string()),
                })
                .collect(),
        }
    }

    /// The graph as an SVG document.
    #[pyo3(signature = (theme = "light"))]
    fn svg(&self, py: Python<'_>, theme: &str) -> PyResult<String> {
        let look = Look {
            paints: Paints::Fixed(pictures::theme(py, theme)?),
            ..Look::default()
        };
        Ok(match &self.account {
            Account::Chances(review) => review::picture(review, &look).document(),
            Account::Ledger(ledger) => review::bars(ledger, &look).document(),
        })
    }

    /// The graph as a PNG file of that many pixels across.
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
        format!("<parlour.Review: {}>", self.headline())
    }
}
