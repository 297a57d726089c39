//! What a page is told about games and boards, as JSON: by the module in its own worker, and
//! by a server.
#![forbid(unsafe_code)]

mod board;
mod catalogue;
mod drags;
mod object;
mod pictures;
mod request;
mod rules;

pub use board::{Board, theme};
pub use catalogue::games;
pub use object::{Object, value};
pub use pictures::picture;
pub use request::{Complaint, Request};
pub use rules::rules;
