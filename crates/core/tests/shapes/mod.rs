//! Five small games, each of a shape that a real game has.

pub(crate) mod cards;
pub(crate) mod hide;
pub(crate) mod race;
pub(crate) mod rays;
mod reading;
pub(crate) mod stairs;
