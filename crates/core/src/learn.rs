//! Learning a game: rules with diagrams, a guided first game, and puzzles.
//!
//! Each is a text of the game, or a few functions of it, read and run here in the same way for
//! every game. [`rules`] are paragraphs and [`Diagram`]s, a [`Lesson`] is a game with a script, and
//! [`Puzzles`] are positions in which few moves are right.

mod diagram;
mod lesson;
mod puzzle;

pub use diagram::{Block, Diagram, plain_rules, read_rules, rules};
pub use lesson::{Accepted, Lesson, LessonStep};
pub(crate) use puzzle::Untyped;
pub use puzzle::{
    AnyPuzzles, Judge, Judged, Judgement, Puzzle, Puzzles, Shipped, after_bots, by_bot, shipped,
};
