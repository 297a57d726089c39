//! The rules: boards, locations, fleets, answers, and the game.

mod board;
mod feedback;
mod fleet;
mod game;
mod location;

pub use board::{BadBoard, Board, Flip};
pub(crate) use feedback::Code;
pub use feedback::{Feedback, feedback};
pub use fleet::{BadFleet, Fleet, SHIPS};
pub(crate) use fleet::{in_words, locations};
pub use game::{Exchange, HIDER, Move, SEARCHER, Setup, Ships};
pub use location::{COLUMNS, Location, ROWS, from_location, to_location};
