//! Pixels, and PNG files of them.

use std::ops::Range;

use resvg::tiny_skia::Pixmap;

/// Pixels in rows from the top, four bytes each: red, green, blue, opacity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

/// A rectangle of an image.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its columns.
    pub x: Range<u32>,
    /// Its rows.
    pub y: Range<u32>,
}

impl Part {
    /// How many columns it has.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.x.end - self.x.start
    }

    /// How many rows it has.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.y.end - self.y.start
    }

    /// The smallest part that contains both.
    #[must_use]
    pub fn with(&self, other: &Part) -> Part {
        Part {
            x: self.x.start.min(other.x.start)..self.x.end.max(other.x.end),
            y: self.y.start.min(other.y.start)..self.y.end.max(other.y.end),
        }
    }
}

/// An image to put on a larger one, and where its first pixel goes.
pub type Patch = (Image, (u32, u32));

impl Image {
    /// An image of this many columns and rows; `None` if the number of bytes does not match.
    #[must_use]
    pub fn new(width: u32, height: u32, pixels: Vec<u8>) -> Option<Image> {
        let bytes = 4 * u64::from(width) * u64::from(height);
        (pixels.len() as u64 == bytes).then_some(Image {
            width,
            height,
            pixels,
        })
    }

    /// How many columns it has.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// How many rows it has.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// All bytes, row by row.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.pixels
    }

    /// The same, without a copy.
    #[must_use]
    pub fn into_bytes(self) -> Vec<u8> {
        self.pixels
    }

    /// One pixel.
    #[must_use]
    pub fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        let at = 4 * (y as usize * self.width as usize + x as usize);
        self.pixels[at..at + 4].try_into().unwrap_or_default()
    }

    /// All pixels, row by row.
    pub fn pixels(&self) -> impl Iterator<Item = [u8; 4]> {
        let pixels = self.pixels.chunks_exact(4);
        pixels.map(|pixel| pixel.try_into().unwrap_or_default())
    }

    /// The bytes of one row.
    #[must_use]
    pub fn row(&self, y: u32) -> &[u8] {
        let length = 4 * self.width as usize;
        &self.pixels[y as usize * length..][..length]
    }

    /// Puts another image onto this one, with its first pixel at (`x`, `y`). It must fit.
    pub(crate) fn put(&mut self, patch: &Image, (x, y): (u32, u32)) {
        let (length, start) = (4 * self.width as usize, 4 * x as usize);
        for row in 0..patch.height {
            let to = (y + row) as usize * length + start;
            self.pixels[to..to + 4 * patch.width as usize].copy_from_slice(patch.row(row));
        }
    }

    /// The smallest part of this image that contains all pixels in which a patch at (`x`, `y`)
    /// differs from it; `None` if there are none.
    pub(crate) fn difference(&self, patch: &Image, (x, y): (u32, u32)) -> Option<Part> {
        let here = |row: u32| {
            let row = self.row(y + row);
            &row[4 * x as usize..][..4 * patch.width as usize]
        };
        let differs = |row: &u32| here(*row) != patch.row(*row);
        let top = (0..patch.height).find(differs)?;
        let bottom = (top..patch.height).rev().find(differs)? + 1;
        let (mut left, mut right) = (patch.width, 0);
        for row in top..bottom {
            let pixels = here(row)
                .chunks_exact(4)
                .zip(patch.row(row).chunks_exact(4));
            let differs = |(here, there): (&[u8], &[u8])| here != there;
            if let Some(first) = pixels.clone().position(differs) {
                left = left.min(first as u32);
            }
            if let Some(last) = pixels.clone().rposition(differs) {
                right = right.max(last as u32 + 1);
            }
        }
        Some(Part {
            x: x + left..x + right,
            y: y + top..y + bottom,
        })
    }
}

impl From<Pixmap> for Image {
    fn from(pixmap: Pixmap) -> Self {
        let (width, height) = (pixmap.width(), pixmap.height());
        Image {
            width,
            height,
            // Opaque colours need no unpremultiplying.
            pixels: match is_opaque(pixmap.data()) {
                true => pixmap.take(),
                false => pixmap.take_demultiplied(),
            },
        }
    }
}

fn is_opaque(pixels: &[u8]) -> bool {
    pixels.chunks_exact(4).all(|pixel| pixel[3] == 0xff)
}

/// An image as a PNG file. Opaque images have no alpha channel.
#[must_use]
pub fn png(image: &Image) -> Vec<u8> {
    // Better compression would take longer than painting the picture, for a quarter less.
    compressed(image, png::Compression::Fast)
}

/// The same in a quarter of the time, and half as large again: for a screen that waits.
#[must_use]
pub fn quick_png(image: &Image) -> Vec<u8> {
    compressed(image, png::Compression::Fastest)
}

fn compressed(image: &Image, compression: png::Compression) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, image.width, image.height);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    encoder.set_compression(compression);
    let written = if is_opaque(&image.pixels) {
        encoder.set_color(png::ColorType::Rgb);
        let mut pixels = vec![0; image.pixels.len() / 4 * 3];
        for (rgb, rgba) in pixels.chunks_exact_mut(3).zip(image.pixels.chunks_exact(4)) {
            rgb.copy_from_slice(&rgba[..3]);
        }
        encoder
            .write_header()
            .and_then(|mut writer| writer.write_image_data(&pixels))
    } else {
        encoder.set_color(png::ColorType::Rgba);
        encoder
            .write_header()
            .and_then(|mut writer| writer.write_image_data(&image.pixels))
    };
    written.expect("an image has as many bytes as it says, and memory takes them all");
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(rows: &[&str]) -> Image {
        let pixels = rows.iter().flat_map(|row| row.bytes());
        Image::new(
            rows[0].len() as u32,
            rows.len() as u32,
            pixels.flat_map(|grey| [grey, grey, grey, 0xff]).collect(),
        )
        .expect("equal rows")
    }

    #[test]
    fn an_image_has_all_its_bytes() {
        assert_eq!(Image::new(2, 2, vec![0; 15]), None);
        assert!(Image::new(2, 2, vec![0; 16]).is_some());
    }

    #[test]
    fn the_difference_is_as_small_as_can_be() {
        let before = image(&["......", "......", "......", "......"]);
        let after = image(&["......", "..a...", "....b.", "......"]);
        let part = Part { x: 2..5, y: 1..3 };
        assert_eq!(before.difference(&after, (0, 0)), Some(part));
        assert_eq!(before.difference(&before, (0, 0)), None);
        let patch = image(&[".a", ".."]);
        let part = Part { x: 4..5, y: 2..3 };
        assert_eq!(before.difference(&patch, (3, 2)), Some(part));
    }

    #[test]
    fn a_patch_is_put_where_it_belongs() {
        let mut whole = image(&["....", "...."]);
        whole.put(&image(&["ab"]), (1, 1));
        assert_eq!(whole, image(&["....", ".ab."]));
    }

    #[test]
    fn files_give_the_same_pixels_again() {
        let opaque = image(&["ab", "cd", "ef"]);
        let clear = Image::new(2, 1, vec![1, 2, 3, 0xff, 9, 9, 9, 0x80]).expect("8 bytes");
        let both = [(opaque, 3), (clear, 4)];
        let files = both.iter().flat_map(|(image, channels)| {
            [png(image), quick_png(image)].map(|file| (image, *channels, file))
        });
        for (image, channels, file) in files {
            let decoder = png::Decoder::new(std::io::Cursor::new(file));
            let mut reader = decoder.read_info().expect("a PNG file");
            let mut pixels = vec![0; reader.output_buffer_size().expect("a small image")];
            let info = reader.next_frame(&mut pixels).expect("its pixels");
            assert_eq!((info.width, info.height), (image.width(), image.height()));
            let expected: Vec<u8> = image
                .pixels()
                .flat_map(|pixel| pixel[..channels].to_vec())
                .collect();
            assert_eq!(pixels, expected);
        }
    }
}
