//! The rules: locations, fleets, what is answered, and the game of both.

mod feedback;
mod fleet;
mod game;
mod location;

pub use feedback::{Feedback, feedback};
pub use fleet::{BadFleet, Fleet, SHIPS};
pub use game::{Exchange, Flip, HIDER, Move, SEARCHER, Setup, Ships};
pub use location::{COLUMNS, Location, ROWS, from_location, to_location};
