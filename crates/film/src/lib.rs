//! Pictures and films of games: what [`parlour_core::picture`] paints as SVG, as PNG, and
//! whole records as animated GIF or as an SVG document that plays by itself.
//!
//! Three rooms that need each other only downwards:
//!
//! * [`Film`] makes shots of a record: a picture for every position, and what moves into it.
//!   [`Film::svg`] and [`Film::gif`] show them.
//! * [`Sheet`] rasterises any SVG document, with fonts that come along, so that a picture
//!   is the same on every machine. [`png`] writes what it gives.
//! * [`Gif`] makes a film of any [`Image`]s, whatever they show, in the colours of one
//!   [`Palette`].
#![forbid(unsafe_code)]

mod film;
mod fonts;
mod gif;
mod image;
mod palette;
mod sheet;

pub use crate::gif::{Gif, GifError};
pub use film::{Exposure, Film, Pace, Script, Undeveloped, Unfilmable};
pub use image::{Image, Part, Patch, png};
pub use palette::{Colour, Palette, Tally};
pub use sheet::{Fonts, Lost, Sheet, Unpaintable, rasterise};
