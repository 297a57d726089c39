//! Films and pictures of all games.

mod films;
mod games;
mod gif;
mod letters;
mod svg;
