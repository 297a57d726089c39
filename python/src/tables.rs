//! Many games at once, as arrays.

use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayDyn, PyArrayLike1, PyArrayMethods,
    PyUntypedArrayMethods,
    ndarray::{Array1, Array2, ArrayD, IxDyn},
};
use parlour_core::{Arrays, Batch, SetupValues};
use pyo3::exceptions::{PyIndexError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{bad_setup, raise, wrong};
use crate::game::{PyGame, setup};
use crate::position::PyPosition;
use crate::random;

/// The most bytes of observations, and of masks.
const MOST_BYTES: usize = 1 << 32;
/// The most tables: each takes some hundred bytes besides its arrays.
const MOST_TABLES: usize = 1 << 22;

/// `n` games that are stepped together, without Python's lock. Where one ends, the next begins in
/// the same step. Table k draws from stream `first + k` of the seed, whatever `n` is.
///
/// >>> import parlour
/// >>> tables = parlour.Tables("ur", 1024, seed=1, pieces=3)
/// >>> tables.step(tables.sample())
/// >>> tables.obs.shape, tables.mask.shape
/// ((1024, 38), (1024, 16))
#[pyclass(name = "Tables", module = "parlour")]
pub(crate) struct PyTables {
    /// The game.
    #[pyo3(get)]
    game: PyGame,
    setup: SetupValues,
    /// The number of tables.
    #[pyo3(get)]
    n: usize,
    /// The seed.
    #[pyo3(get)]
    seed: u64,
    /// The stream of the first table.
    #[pyo3(get)]
    first: u64,
    batch: Box<dyn Batch>,
    /// What the seat to move sees, at every table.
    #[pyo3(get)]
    obs: Py<PyArrayDyn<i8>>,
    /// 1 for every action that is legal, at every table.
    #[pyo3(get)]
    mask: Py<PyArray2<i8>>,
    /// The seat to move, at every table.
    #[pyo3(get)]
    seat: Py<PyArray1<i8>>,
    /// What the last step brought each seat: 1 for a won game, -1 for a lost one.
    #[pyo3(get)]
    reward: Py<PyArray2<f32>>,
    /// Whether a game ended with the last step; the other arrays are then of the next one.
    #[pyo3(get)]
    done: Py<PyArray1<bool>>,
}

/// Refuses tables that would not fit into memory.
fn check_size(py: Python<'_>, batch: &dyn Batch, n: usize) -> PyResult<()> {
    let shape = batch.shape();
    let places = shape.iter().try_fold(n, |all, side| all.checked_mul(*side));
    let masks = n.checked_mul(batch.actions());
    let fits = |bytes: Option<usize>| bytes.is_some_and(|bytes| bytes <= MOST_BYTES);
    match n <= MOST_TABLES && fits(places) && fits(masks) {
        true => Ok(()),
        false => Err(wrong(
            py,
            "that many tables would not fit into memory; take fewer",
        )),
    }
}

impl PyTables {
    fn made(
        py: Python<'_>,
        game: PyGame,
        setup: SetupValues,
        (n, seed, first): (usize, u64, u64),
        batch: Box<dyn Batch>,
    ) -> PyResult<PyTables> {
        let mut shape = vec![n];
        shape.extend(batch.shape());
        let actions = batch.actions();
        let seats = usize::from(batch.seats());
        let mut tables = PyTables {
            game,
            setup,
            n,
            seed,
            first,
            batch,
            obs: ArrayD::zeros(IxDyn(&shape)).into_pyarray(py).unbind(),
            mask: Array2::zeros((n, actions)).into_pyarray(py).unbind(),
            seat: Array1::zeros(n).into_pyarray(py).unbind(),
            reward: Array2::zeros((n, seats)).into_pyarray(py).unbind(),
            done: Array1::from_elem(n, false).into_pyarray(py).unbind(),
        };
        tables.written(py, |batch, arrays| {
            batch.look(arrays);
            Ok(())
        })?;
        Ok(tables)
    }

    /// Has the batch write into the arrays, without the interpreter.
    fn written(
        &mut self,
        py: Python<'_>,
        write: impl FnOnce(&mut dyn Batch, &mut Arrays<'_>) -> Result<(), parlour_core::BadAction>
        + Send,
    ) -> PyResult<()> {
        let busy = |_| wrong(py, "the arrays of these tables are in use, or read-only");
        let mut obs = self.obs.bind(py).try_readwrite().map_err(busy)?;
        let mut mask = self.mask.bind(py).try_readwrite().map_err(busy)?;
        let mut seat = self.seat.bind(py).try_readwrite().map_err(busy)?;
        let mut reward = self.reward.bind(py).try_readwrite().map_err(busy)?;
        let mut done = self.done.bind(py).try_readwrite().map_err(busy)?;
        let mut arrays = Arrays {
            observations: obs.as_slice_mut()?,
            masks: mask.as_slice_mut()?,
            seats: seat.as_slice_mut()?,
            rewards: reward.as_slice_mut()?,
            ended: done.as_slice_mut()?,
        };
        let batch = &mut *self.batch;
        py.detach(|| write(batch, &mut arrays)).map_err(|bad| {
            let args = (bad.to_string(), bad.table, bad.action);
            raise(py, "IllegalAction", args)
        })
    }
}

#[pymethods]
impl PyTables {
    #[new]
    #[pyo3(signature = (game, n, seed = None, *, first = 0, **setup))]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, PyAny>,
        n: i64,
        seed: Option<&Bound<'_, PyAny>>,
        first: u64,
        setup: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyTables> {
        let game = match game.cast::<PyGame>() {
            Ok(game) => *game.get(),
            Err(_) => crate::game::game(py, &game.extract::<String>()?)?,
        };
        let n = match usize::try_from(n) {
            Err(_) | Ok(0) => return Err(wrong(py, "at least one table is wanted")),
            Ok(n) => n,
        };
        let values = self::setup(py, game.0, setup)?;
        let seed = seed.map_or(Ok(0), random::number)?;
        let encoder = game.encoder();
        let batch = |count| {
            let batch = py.detach(|| encoder.batch(&values, seed, first, count));
            batch.map_err(|bad| bad_setup(py, &bad))
        };
        // One table tells how large all of them would be, before there are any.
        check_size(py, &*batch(1)?, n)?;
        let batch = batch(n)?;
        PyTables::made(py, game, values, (n, seed, first), batch)
    }

    /// As Gymnasium's vector environments tell it: the next game begins in the step that ends one.
    #[classattr]
    fn metadata(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
        let told = PyDict::new(py);
        told.set_item("autoreset_mode", "SameStep")?;
        Ok(told)
    }

    /// The number of actions.
    #[getter]
    fn actions(&self) -> usize {
        self.batch.actions()
    }

    /// The seats of every table.
    #[getter]
    fn seats(&self) -> u8 {
        self.batch.seats()
    }

    /// The shape of one observation.
    #[getter]
    fn observation_shape<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Bound<'py, pyo3::types::PyTuple>> {
        pyo3::types::PyTuple::new(py, self.batch.shape())
    }

    /// Makes a move at every table, and writes `obs`, `mask`, `seat`, `reward` and `done`. If one
    /// action is illegal, `IllegalAction` says which and why, and no table has moved.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let array = py.import("numpy")?.call_method1("asarray", (actions,))?;
        let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
        if kind != "i" && kind != "u" {
            return Err(PyTypeError::new_err(
                "actions are integers, one for every table",
            ));
        }
        if array.getattr("ndim")?.extract::<usize>()? != 1 {
            return Err(PyTypeError::new_err(
                "actions are an array of one dimension, a number for every table",
            ));
        }
        let actions: PyArrayLike1<'_, i64, numpy::AllowTypeChange> = array.extract()?;
        if actions.len() != self.n {
            let (given, wanted) = (actions.len(), self.n);
            return Err(wrong(
                py,
                format!("{given} actions were given for {wanted} tables"),
            ));
        }
        let actions = actions.to_vec()?;
        self.written(py, |batch, arrays| batch.step(&actions, arrays))
    }

    /// A legal action for every table, each with the same probability, from that table's own
    /// stream.
    fn sample<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let mut chosen = vec![0; self.n];
        let batch = &mut *self.batch;
        py.detach(|| batch.sample(&mut chosen));
        chosen.into_pyarray(py)
    }

    /// Starts all over, as if nothing had been played.
    fn reset(&mut self, py: Python<'_>) -> PyResult<()> {
        self.batch.reset();
        self.written(py, |batch, arrays| {
            arrays.rewards.fill(0.0);
            arrays.ended.fill(false);
            batch.look(arrays);
            Ok(())
        })
    }

    /// The position at a table.
    fn position(&self, table: i64) -> PyResult<PyPosition> {
        let position = usize::try_from(table)
            .ok()
            .and_then(|table| self.batch.position(table));
        match position {
            Some(position) => Ok(PyPosition::new(self.game, position)),
            None => Err(PyIndexError::new_err(format!(
                "there are {} tables, and no table {table}",
                self.n
            ))),
        }
    }

    /// A copy, with arrays of its own, which goes on like this one.
    fn copy(&self, py: Python<'_>) -> PyResult<PyTables> {
        let key = (self.n, self.seed, self.first);
        let batch = self.batch.boxed_clone();
        let copy = PyTables::made(py, self.game, self.setup.clone(), key, batch)?;
        copy.reward
            .bind(py)
            .call_method1("__setitem__", (py.Ellipsis(), self.reward.bind(py)))?;
        copy.done
            .bind(py)
            .call_method1("__setitem__", (py.Ellipsis(), self.done.bind(py)))?;
        Ok(copy)
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<PyTables> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyDict>) -> PyResult<PyTables> {
        self.copy(py)
    }

    fn __reduce__(&self) -> PyResult<()> {
        let what = "tables cannot be pickled; copy() them, or make them anew from their seed";
        Err(PyTypeError::new_err(what))
    }

    fn __len__(&self) -> usize {
        self.n
    }

    fn __repr__(&self) -> String {
        format!(
            "parlour.Tables({:?}, {}, seed={})",
            self.game.id(),
            self.n,
            self.seed
        )
    }
}
