//! Where luck comes from: a number, or one of Python's generators.

use parlour_core::Seed;
use parlour_core::luck::Luck;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBool;

use crate::errors::wrong;

/// A seed: an integer from 0 to 2^64 - 1, or a generator of NumPy or of Python's library, which
/// a number is drawn from.
pub(crate) fn number(from: &Bound<'_, PyAny>) -> PyResult<u64> {
    let py = from.py();
    if from.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err("a seed is an integer, not a bool"));
    }
    if from.hasattr("integers")? {
        let kwargs = pyo3::types::PyDict::new(py);
        kwargs.set_item("dtype", py.import("numpy")?.getattr("uint64")?)?;
        kwargs.set_item("endpoint", true)?;
        return from
            .call_method("integers", (0, u64::MAX), Some(&kwargs))?
            .extract();
    }
    if from.hasattr("getrandbits")? {
        return from.call_method1("getrandbits", (64,))?.extract();
    }
    if !from.hasattr("__index__")? {
        let kind = from.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "a seed is an integer, a numpy.random.Generator or a random.Random, not {kind}"
        )));
    }
    from.extract()
        .map_err(|_| wrong(py, "a seed is an integer from 0 to 2**64 - 1"))
}

/// The luck of such a seed in a game.
pub(crate) fn dice(from: &Bound<'_, PyAny>) -> PyResult<Luck> {
    Ok(Seed::new(number(from)?).dice())
}
