//! The room where a game is played, for every front end.
//!
//! A [`Host`] owns a game in progress: the match, who sits where, luck, what
//! each viewer may see and be told, undo, advice, and how it is kept. Front
//! ends only show it and pass on what a person did.
//!
//! It knows no terminal, no file system and no clock, and starts no thread.
//! [`Host::next`] says what must happen now. Work that takes long is handed out
//! as a [`Task`] that runs anywhere, and comes back as an [`Answer`]; what is to
//! be kept goes to a [`Keeper`]; bots that live elsewhere come from a
//! [`Recruiter`].
#![forbid(unsafe_code)]

mod advice;
mod again;
mod host;
mod journal;
mod keeping;
mod picking;
mod seating;
mod task;
mod told;

pub use advice::{Adviser, Found};
pub use host::{Host, Next};
pub use journal::{BadJournal, Keeper, Kept, is_journal, kept_game, kept_match};
pub use picking::{Picking, Taken, digits};
pub use seating::{
    Dice, HUMAN, Recruiter, Seating, World, default_names, own_bots, strongest, usual_kinds,
    values_for,
};
pub use task::{Answer, Handle, Task};
pub use told::{Said, told};
