//! A film as pixels. Whatever a frame shares with the previous one is not painted again.

mod stage;

use std::io::Write;
use std::time::Duration;

use rayon::prelude::*;
use thiserror::Error;

use super::Film;
use crate::gif::{Gif, GifError};
use crate::image::Patch;
use crate::sheet::{Lost, RasterError};
use stage::Stage;

/// How many consecutive shots one thread paints. The first picture of each run is painted whole, so
/// this affects the result, if only by a hair: it must not depend on the machine.
const ROW: usize = 16;

/// Why a film cannot be shown as pixels.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DevelopError {
    /// It has too many of them.
    #[error(transparent)]
    RasterError(#[from] RasterError),
    /// The file could not be written.
    #[error(transparent)]
    Gif(#[from] GifError),
}

/// Changes to the current image, and how long the result stays.
#[derive(Clone, Debug)]
pub struct Exposure {
    /// The changed parts, and where they go.
    pub patches: Vec<Patch>,
    /// How long it stays.
    pub hold: Duration,
}

impl Film {
    /// Writes an animated GIF of this many pixels' width. Reports how many positions are done.
    ///
    /// # Errors
    ///
    /// The images cannot be made, or not be written.
    pub fn gif<W: Write>(
        &self,
        out: W,
        width: u32,
        progress: &dyn Fn(usize),
    ) -> Result<(W, Lost), DevelopError> {
        let stage = Stage::new(self, width)?;
        let mut gif = Gif::new(out, stage.size(), stage.palette(&self.shots)?)?;
        let mut done = 0;
        for shots in self.shots.chunks(ROW * rayon::current_num_threads()) {
            let rows = shots.par_chunks(ROW).map(|row| stage.expose(row));
            let rows: Vec<Result<Vec<Exposure>, RasterError>> = rows.collect();
            for row in rows {
                for exposure in row? {
                    gif.show(&exposure.patches, exposure.hold)?;
                }
            }
            done += shots.len();
            progress(done);
        }
        Ok((gif.finish()?, stage.lost()))
    }

    /// All images in order, this many pixels wide.
    ///
    /// # Errors
    ///
    /// The images would be too large.
    pub fn exposures(&self, width: u32) -> Result<Vec<Exposure>, RasterError> {
        let stage = Stage::new(self, width)?;
        let rows = self.shots.par_chunks(ROW).map(|row| stage.expose(row));
        let rows: Result<Vec<_>, _> = rows.collect();
        Ok(rows?.into_iter().flatten().collect())
    }
}
