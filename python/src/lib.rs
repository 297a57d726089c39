//! Parlour for Python: the layer without types as Python's own kind of objects.
//!
//! Positions, records and reviews are values; bots, matches and tables are not. Whatever takes
//! long lets go of the interpreter.

mod arena;
mod bot;
mod errors;
mod game;
mod matches;
mod moves;
mod pictures;
mod position;
mod random;
mod record;
mod results;
mod review;
mod tables;
mod values;
mod viewer;

use pyo3::prelude::*;

#[pymodule]
mod _parlour {
    #[pymodule_export]
    use crate::arena::PyArena;
    #[pymodule_export]
    use crate::bot::PyBot;
    #[pymodule_export]
    use crate::game::{PyGame, PyOption, game, games, match_of, position_of};
    #[pymodule_export]
    use crate::matches::PyMatch;
    #[pymodule_export]
    use crate::moves::{PyMoves, PyMovesIterator};
    #[pymodule_export]
    use crate::position::PyPosition;
    #[pymodule_export]
    use crate::record::{PyRecord, check, record_of};
    #[pymodule_export]
    use crate::results::{PyResults, results_of};
    #[pymodule_export]
    use crate::review::{PyReview, PyReviewedStep};
    #[pymodule_export]
    use crate::tables::PyTables;

    #[pymodule_init]
    fn init(module: &super::Bound<'_, super::PyModule>) -> super::PyResult<()> {
        use super::PyModuleMethods;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
