//! A page has no tables of endings: they are too large to load.

use parlour_core::Tables;

use crate::bits::Bits;
use crate::engine::score::Score;

/// No tables.
pub(crate) enum Endings {}

impl Endings {
    /// The score of a position by its table.
    pub(crate) fn score(&self, _: &Bits, _: usize) -> Option<Score> {
        match *self {}
    }

    /// The tables among these files.
    pub(crate) fn among(_: &Tables) -> Option<Endings> {
        None
    }
}
