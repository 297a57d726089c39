//! Pictures and films of games: what [`parlour_core::picture`] paints as SVG, as PNG, and
//! whole records as animated GIF or as an SVG document that plays by itself.
//!
//! Three layers, each of which depends only on those below:
//!
//! * [`Film`] turns a record into shots: a picture for every position, and the animation that leads
//!   to it. [`Film::svg`] and [`Film::gif`] show them.
//! * [`Sheet`] rasterises any SVG document with its own fonts, so that a picture is the same on
//!   every machine. [`png()`] writes the result.
//! * [`Gif`] makes a film of any [`Image`]s, in the colours of one [`Palette`].
//!
//! # Examples
//!
//! A record as an SVG document that plays by itself.
//!
//! ```
//! use parlour_film::{Film, Script};
//!
//! let game = parlour_catalog::game("gridlock").expect("it is in the catalogue");
//! let file = b"GRIDLOCK\nPlayers: Amy, Bill.\nGrid: 2x1.\nColours: red.\n\
//!              Amy plays red at (1,0).\nBill cannot move.\nAmy wins!\n";
//! let record = game.read_record(file).record.expect("a valid record");
//! let film = Film::new(&record, &Script { title: "Gridlock", ..Script::default() })?;
//! assert_eq!(film.positions(), 2);
//! assert!(film.svg().contains("</svg>"));
//! # Ok::<(), parlour_film::FilmError>(())
//! ```
#![forbid(unsafe_code)]

mod film;
mod fonts;
mod gif;
mod image;
mod palette;
mod sheet;

pub use crate::gif::{Gif, GifError};
pub use film::{DevelopError, Exposure, Film, FilmError, Pace, Script};
pub use image::{Image, Part, Patch, png, quick_png};
pub use palette::{Colour, Palette, Tally};
pub use sheet::{Fonts, Lost, RasterError, Sheet, rasterise};
