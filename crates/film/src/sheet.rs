//! SVG documents as pixels.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use rayon::iter::{IndexedParallelIterator as _, ParallelIterator as _};
use rayon::slice::ParallelSliceMut as _;
use resvg::tiny_skia::{Pixmap, PixmapMut, Rect, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

use crate::fonts;
use crate::image::Image;

/// More pixels than anybody would look at.
const MOST_PIXELS: u64 = 1 << 26;

/// The least height of a band that is painted alone, in pixels.
const LEAST_BAND: u32 = 64;

/// Which fonts letters may be taken from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fonts {
    /// Only our own: the picture is the same on every machine.
    Own,
    /// The system's too, if ours lack a letter: for names in other scripts.
    #[default]
    AlsoOfTheSystem,
}

/// Letters that no font has: a picture shows boxes in their place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lost(pub BTreeSet<char>);

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: Vec<String> = self.0.iter().map(char::to_string).collect();
        write!(f, "no font has {}", letters.join(" "))
    }
}

/// Why there are no pixels.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RasterError {
    /// The text is not an SVG document.
    #[error("this is not an SVG document: {0}")]
    NoSvg(String),
    /// Too many pixels.
    #[error("a picture of {width} x {height} pixels is too large")]
    TooLarge {
        /// The width that was asked for.
        width: u64,
        /// The height that follows from it.
        height: u64,
    },
}

/// An SVG document, ready to be rasterised.
pub struct Sheet {
    tree: Tree,
    lost: Lost,
}

impl fmt::Debug for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sheet")
            .field("lost", &self.lost)
            .finish_non_exhaustive()
    }
}

impl Sheet {
    /// Reads a document.
    ///
    /// # Errors
    ///
    /// The document is not SVG.
    pub fn read(svg: &str) -> Result<Sheet, RasterError> {
        Sheet::read_with(svg, Fonts::default())
    }

    /// Reads a document whose letters are taken from these fonts.
    ///
    /// # Errors
    ///
    /// The document is not SVG.
    pub fn read_with(svg: &str, fonts: Fonts) -> Result<Sheet, RasterError> {
        let lost = Mutex::default();
        let options = Options {
            fontdb: fonts::database(),
            font_resolver: fonts::resolver(fonts, &lost),
            ..Options::default()
        };
        let tree =
            Tree::from_str(svg, &options).map_err(|error| RasterError::NoSvg(error.to_string()))?;
        drop(options);
        Ok(Sheet {
            tree,
            lost: Lost(lost.into_inner().unwrap_or_else(PoisonError::into_inner)),
        })
    }

    /// The letters that no font has.
    #[must_use]
    pub fn lost(&self) -> &Lost {
        &self.lost
    }

    /// Its size in user units.
    #[must_use]
    pub fn size(&self) -> (f32, f32) {
        (self.tree.size().width(), self.tree.size().height())
    }

    /// Its parsed content, for finding lost texts.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The whole, this many pixels wide.
    ///
    /// # Errors
    ///
    /// The image would be too large.
    pub fn image(&self, width: u32) -> Result<Image, RasterError> {
        let (scale, height) = pixels(self.size(), width)?;
        let mut pixmap = blank(width, height)?;
        self.paint(&mut pixmap, scale);
        Ok(Image::from(pixmap))
    }

    /// The same, painted by all processors at once, a band by each: for a picture that somebody
    /// waits for. Where bands meet, a pixel at the edge of a shape may be a little lighter or darker.
    ///
    /// # Errors
    ///
    /// The image would be too large.
    pub fn image_in_bands(&self, width: u32) -> Result<Image, RasterError> {
        let (scale, height) = pixels(self.size(), width)?;
        let mut pixmap = blank(width, height)?;
        // Each band looks at the whole document again, so that many would be of little use.
        let most = (height / LEAST_BAND).clamp(1, 8) as usize;
        let bands = rayon::current_num_threads().clamp(1, most);
        let rows = (height as usize).div_ceil(bands);
        let row = 4 * width as usize;
        let parts = pixmap.data_mut().par_chunks_mut(rows * row).enumerate();
        parts.for_each(|(band, bytes)| {
            let high = bytes.len() / row;
            let above = -((band * rows) as f32);
            if let Some(mut part) = PixmapMut::from_bytes(bytes, width, high as u32) {
                let place = scale.post_translate(0.0, above);
                resvg::render(&self.tree, place, &mut part);
            }
        });
        Ok(Image::from(pixmap))
    }

    /// Where it has anything to show, in user units.
    pub(crate) fn bounds(&self) -> Rect {
        let bounds = self.tree.root().abs_layer_bounding_box();
        bounds.to_rect()
    }

    /// Paints over what is there.
    pub(crate) fn paint(&self, pixmap: &mut Pixmap, transform: Transform) {
        resvg::render(&self.tree, transform, &mut pixmap.as_mut());
    }
}

/// From units to the pixels of a picture of that many columns, and how many rows it has. It fills
/// the last row too: the vertical scale is not exactly the horizontal one.
pub(crate) fn pixels(size: (f32, f32), width: u32) -> Result<(Transform, u32), RasterError> {
    let scale = width as f32 / size.0;
    let height = (size.1 * scale).round().max(1.0);
    let too_large = RasterError::TooLarge {
        width: width.into(),
        height: height as u64,
    };
    if width == 0 || u64::from(width) * height as u64 > MOST_PIXELS {
        return Err(too_large);
    }
    Ok((Transform::from_scale(scale, height / size.1), height as u32))
}

pub(crate) fn blank(width: u32, height: u32) -> Result<Pixmap, RasterError> {
    Pixmap::new(width, height).ok_or(RasterError::TooLarge {
        width: width.into(),
        height: height.into(),
    })
}

/// A document as an image, this many pixels wide.
///
/// # Errors
///
/// The document is not SVG, or the image would be too large.
///
/// # Examples
///
/// ```
/// let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="4" height="2">
///     <rect width="4" height="2" fill="#336699"/></svg>"##;
/// let image = parlour_film::rasterise(svg, 40).unwrap();
/// assert_eq!((image.width(), image.height()), (40, 20));
/// assert_eq!(image.pixel(39, 19), [0x33, 0x66, 0x99, 0xff]);
/// ```
pub fn rasterise(svg: &str, width: u32) -> Result<Image, RasterError> {
    Sheet::read(svg)?.image(width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bands_fit_together() {
        // A group of its own, a gradient, a dashed line and letters across every seam.
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"60\" height=\"90\">\
             <defs><linearGradient id=\"g\" x2=\"0\" y2=\"1\"><stop stop-color=\"#d9a34a\"/>\
             <stop offset=\"1\" stop-color=\"#5b3a1e\"/></linearGradient></defs>\
             <rect width=\"60\" height=\"90\" rx=\"9\" fill=\"url(#g)\"/>\
             <g opacity=\"0.5\" transform=\"rotate(30 30 45)\"><circle cx=\"30\" cy=\"45\" \
             r=\"28\" fill=\"#336699\"/></g><path d=\"M5 3L50 88\" stroke=\"#ffffff\" \
             stroke-width=\"4\" stroke-dasharray=\"7 5\"/>\
             <text x=\"8\" y=\"60\" font-size=\"40\">Ag</text></svg>";
        let sheet = Sheet::read(svg).expect("a document");
        for width in [1, 7, 100, 333] {
            let (whole, bands) = (sheet.image(width), sheet.image_in_bands(width));
            let (whole, bands) = (whole.expect("small"), bands.expect("small"));
            assert_eq!(
                (whole.width(), whole.height()),
                (bands.width(), bands.height())
            );
            let pairs = whole.bytes().iter().zip(bands.bytes());
            let differ = pairs.filter(|(one, other)| one.abs_diff(**other) > 8);
            let (differ, all) = (differ.count(), whole.bytes().len());
            assert!(1000 * differ <= all, "{width}: {differ} of {all}");
        }
    }
}
