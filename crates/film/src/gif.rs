//! Animated GIF files of any images: each frame holds only what changed.

use std::fmt;
use std::io::{self, Write};
use std::time::Duration;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use thiserror::Error;

use crate::image::{Image, Part, Patch};
use crate::palette::Palette;

/// Why there is no file.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GifError {
    /// The format counts columns and rows with 16 bits.
    #[error("a GIF file cannot have {0} x {1} pixels")]
    TooLarge(u32, u32),
    /// It could not be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<EncodingError> for GifError {
    fn from(error: EncodingError) -> Self {
        match error {
            EncodingError::Io(error) => GifError::Io(error),
            other => GifError::Io(io::Error::other(other)),
        }
    }
}

/// A film being written. It plays in a loop.
pub struct Gif<W: Write> {
    encoder: Encoder<W>,
    palette: Palette,
    transparent: u8,
    /// What is visible, and the indices of its colours.
    canvas: Image,
    numbers: Vec<u8>,
    /// Nothing was shown yet.
    is_empty: bool,
    /// The last frame, which may still be extended.
    last: Option<Frame<'static>>,
    /// When the next frame begins, and when the file says that it does.
    now: Duration,
    told: u64,
}

/// The file counts time in hundredths of a second.
const TICK: u64 = 10;

impl<W: Write> fmt::Debug for Gif<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Gif").finish_non_exhaustive()
    }
}

impl<W: Write> Gif<W> {
    /// Begins a film of that size.
    ///
    /// # Errors
    ///
    /// The size is no good for a GIF, or the film cannot be written.
    pub fn new(out: W, (width, height): (u32, u32), palette: Palette) -> Result<Self, GifError> {
        let (Ok(columns), Ok(rows)) = (u16::try_from(width), u16::try_from(height)) else {
            return Err(GifError::TooLarge(width, height));
        };
        let bytes = palette.colours().concat();
        let mut encoder = Encoder::new(out, columns, rows, &bytes)?;
        encoder.set_repeat(Repeat::Infinite)?;
        let pixels = width as usize * height as usize;
        Ok(Gif {
            encoder,
            // The first index that the palette does not use.
            transparent: palette.colours().len() as u8,
            palette,
            canvas: Image::new(width, height, vec![0; 4 * pixels])
                .ok_or(GifError::TooLarge(width, height))?,
            numbers: vec![0; pixels],
            is_empty: true,
            last: None,
            now: Duration::ZERO,
            told: 0,
        })
    }

    /// Shows images on top of the current one, each at a place, for the given time.
    ///
    /// # Errors
    ///
    /// The size is no good for a GIF, or the film cannot be written.
    pub fn show(&mut self, patches: &[Patch], hold: Duration) -> Result<(), GifError> {
        let mut changed: Option<Part> = None;
        for (image, at) in patches {
            if let Some(part) = self.canvas.difference(image, *at) {
                changed = Some(changed.map_or(part.clone(), |changed| changed.with(&part)));
            }
        }
        if let Some(part) = changed {
            self.flush()?;
            for (image, at) in patches {
                self.canvas.put(image, *at);
            }
            self.last = Some(self.frame(&part));
        }
        self.now += hold;
        Ok(())
    }

    /// Ends the film.
    ///
    /// # Errors
    ///
    /// The size is no good for a GIF, or the film cannot be written.
    pub fn finish(mut self) -> Result<W, GifError> {
        self.flush()?;
        Ok(self.encoder.into_inner()?)
    }

    /// A frame of a part of the canvas.
    fn frame(&mut self, part: &Part) -> Frame<'static> {
        let is_first = std::mem::take(&mut self.is_empty);
        let mut pixels = Vec::with_capacity((part.width() * part.height()) as usize);
        let mut run = ([0; 3], self.palette.nearest([0; 3]));
        for y in part.y.clone() {
            let row = &self.canvas.row(y)[4 * part.x.start as usize..4 * part.x.end as usize];
            let start = y as usize * self.canvas.width() as usize + part.x.start as usize;
            for (number, pixel) in self.numbers[start..].iter_mut().zip(row.chunks_exact(4)) {
                let colour = [pixel[0], pixel[1], pixel[2]];
                if run.0 != colour {
                    run = (colour, self.palette.nearest(colour));
                }
                let is_new = is_first || *number != run.1;
                pixels.push(if is_new { run.1 } else { self.transparent });
                *number = run.1;
            }
        }
        Frame {
            left: part.x.start as u16,
            top: part.y.start as u16,
            width: part.width() as u16,
            height: part.height() as u16,
            dispose: DisposalMethod::Keep,
            transparent: Some(self.transparent),
            buffer: pixels.into(),
            ..Frame::default()
        }
    }

    /// Writes the last frame, which lasts until now.
    fn flush(&mut self) -> Result<(), GifError> {
        let Some(mut frame) = self.last.take() else {
            return Ok(());
        };
        // The next frame makes up for what rounding loses.
        let until = (self.now.as_millis() as u64 + TICK / 2) / TICK;
        frame.delay = u16::try_from(until.saturating_sub(self.told)).unwrap_or(u16::MAX);
        self.told = until;
        self.encoder.write_frame(&frame)?;
        Ok(())
    }
}
