//! One module per command, or per family of small ones.

pub(crate) mod arena;
pub(crate) mod bench;
pub(crate) mod best;
pub(crate) mod check;
pub(crate) mod check_bot;
pub(crate) mod draw;
pub(crate) mod engine;
#[cfg(feature = "pictures")]
pub(crate) mod film;
pub(crate) mod games;
pub(crate) mod gridlock;
#[cfg(feature = "serve")]
pub(crate) mod join;
pub(crate) mod json;
pub(crate) mod labyrinth;
pub(crate) mod learning;
pub(crate) mod menu;
#[cfg(feature = "page")]
pub(crate) mod page;
mod pictures;
pub(crate) mod play;
pub(crate) mod ploy;
pub(crate) mod puzzle;
pub(crate) mod replay;
pub(crate) mod review;
#[cfg(feature = "serve")]
pub(crate) mod serve;
mod shards;
pub(crate) mod ships;
pub(crate) mod solve;
pub(crate) mod table;
pub(crate) mod ur;
pub(crate) mod verbs;
