//! SVG documents as pixels.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use resvg::tiny_skia::{Pixmap, Rect, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

use crate::fonts;
use crate::image::Image;

/// More pixels than anybody would look at.
const MOST_PIXELS: u64 = 1 << 26;

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
