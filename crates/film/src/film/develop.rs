//! A film as pixels. What a frame shares with the one before is not painted again.

mod stage;

use std::io::Write;
use std::time::Duration;

use rayon::prelude::*;
use thiserror::Error;

use super::Film;
use crate::gif::{Gif, GifError};
use crate::image::Patch;
use crate::sheet::{Lost, Unpaintable};
use stage::Stage;

/// So many shots in a row are painted by one thread. The first picture of each row is
/// painted whole, so this decides how a film looks, if only by a hair: it must not depend
/// on the machine.
const ROW: usize = 16;

/// Why a film cannot be shown as pixels.
#[derive(Debug, Error)]
pub enum Undeveloped {
    /// It has too many of them.
    #[error(transparent)]
    Unpaintable(#[from] Unpaintable),
    /// The file could not be written.
    #[error(transparent)]
    Gif(#[from] GifError),
}

/// Images on what is there already, for so long.
#[derive(Clone, Debug)]
pub struct Exposure {
    /// What changes, and where the first pixel of each image is.
    pub patches: Vec<Patch>,
    /// How long it stays.
    pub hold: Duration,
}

impl Film {
    /// Writes it as an animated GIF, so many pixels wide. `progress` is told how many
    /// positions are done.
    pub fn gif<W: Write>(
        &self,
        out: W,
        width: u32,
        progress: &dyn Fn(usize),
    ) -> Result<(W, Lost), Undeveloped> {
        let stage = Stage::new(self, width)?;
        let mut gif = Gif::new(out, stage.size(), stage.palette(&self.shots)?)?;
        let mut done = 0;
        for shots in self.shots.chunks(ROW * rayon::current_num_threads()) {
            let rows = shots.par_chunks(ROW).map(|row| stage.expose(row));
            let rows: Vec<Result<Vec<Exposure>, Unpaintable>> = rows.collect();
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

    /// All images in order, so many pixels wide.
    pub fn exposures(&self, width: u32) -> Result<Vec<Exposure>, Unpaintable> {
        let stage = Stage::new(self, width)?;
        let rows = self.shots.par_chunks(ROW).map(|row| stage.expose(row));
        let rows: Result<Vec<_>, _> = rows.collect();
        Ok(rows?.into_iter().flatten().collect())
    }
}
