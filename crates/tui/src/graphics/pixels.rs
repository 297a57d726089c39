//! Pixels, as far as a terminal needs them.

/// Pixels in rows from the top, four bytes each: red, green, blue, opacity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// How many columns there are.
    pub width: u32,
    /// How many rows there are.
    pub height: u32,
    /// All bytes.
    pub bytes: Vec<u8>,
}

impl Pixels {
    /// A fully transparent picture of this size.
    pub(crate) fn clear(width: u32, height: u32) -> Self {
        Pixels {
            width,
            height,
            bytes: vec![0; 4 * width as usize * height as usize],
        }
    }

    pub(crate) fn is_clear(&self) -> bool {
        self.bytes.chunks_exact(4).all(|pixel| pixel[3] == 0)
    }

    fn at(&self, x: u32, y: u32) -> usize {
        4 * (y as usize * self.width as usize + x as usize)
    }

    #[cfg(test)]
    fn pixel(&self, x: u32, y: u32) -> [u8; 4] {
        let at = self.at(x, y);
        self.bytes[at..at + 4].try_into().unwrap_or_default()
    }

    /// Puts as much of another picture here as there is room for.
    pub(crate) fn put(&mut self, other: &Pixels, x: u32, y: u32) {
        let width = other.width.min(self.width.saturating_sub(x));
        let height = other.height.min(self.height.saturating_sub(y));
        for row in 0..height {
            let (to, from) = (self.at(x, y + row), other.at(0, row));
            let length = 4 * width as usize;
            self.bytes[to..to + length].copy_from_slice(&other.bytes[from..from + length]);
        }
    }

    /// A part of it, which must lie inside.
    pub(crate) fn part(&self, x: u32, y: u32, width: u32, height: u32) -> Pixels {
        let mut part = Pixels::clear(width, height);
        for row in 0..height {
            let (to, from) = (part.at(0, row), self.at(x, y + row));
            let length = 4 * width as usize;
            part.bytes[to..to + length].copy_from_slice(&self.bytes[from..from + length]);
        }
        part
    }

    /// Fills a rectangle, as far as it is inside.
    pub(crate) fn fill(&mut self, (left, top, right, bottom): Edges, colour: [u8; 3]) {
        let inside = |at: i64, most: u32| at.clamp(0, i64::from(most)) as u32;
        for y in inside(top, self.height)..inside(bottom, self.height) {
            for x in inside(left, self.width)..inside(right, self.width) {
                let at = self.at(x, y);
                self.bytes[at..at + 3].copy_from_slice(&colour);
                self.bytes[at + 3] = 0xff;
            }
        }
    }

    /// Everything on a ground of one colour.
    pub(crate) fn on(&mut self, ground: [u8; 3]) {
        for pixel in self.bytes.chunks_exact_mut(4) {
            let opacity = u32::from(pixel[3]);
            for (part, below) in pixel.iter_mut().zip(ground) {
                let mixed = u32::from(*part) * opacity + u32::from(below) * (255 - opacity);
                *part = (mixed / 255) as u8;
            }
            pixel[3] = 0xff;
        }
    }
}

/// The left, upper, right and lower edge of a rectangle; the last two are outside.
pub(crate) type Edges = (i64, i64, i64, i64);

/// Paints the cursor: a white frame in a black one, as on a board of characters.
pub(crate) fn paint_cursor(pixels: &mut Pixels, edges: Edges) {
    let (left, top, right, bottom) = edges;
    // Thin enough to leave the ring around what is picked.
    let thin = ((right - left) / 40).clamp(1, 4);
    for (inset, thick, colour) in [(0, 4 * thin, [0; 3]), (thin, 2 * thin, [0xff; 3])] {
        let (left, top, right, bottom) = (left + inset, top + inset, right - inset, bottom - inset);
        let sides = [
            (left, top, right, top + thick),
            (left, bottom - thick, right, bottom),
            (left, top, left + thick, bottom),
            (right - thick, top, right, bottom),
        ];
        for side in sides {
            pixels.fill(side, colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_what_was_put_there() {
        let mut whole = Pixels::clear(6, 5);
        let mut patch = Pixels::clear(2, 2);
        patch.fill((0, 0, 2, 2), [1, 2, 3]);
        whole.put(&patch, 3, 2);
        assert_eq!(whole.part(3, 2, 2, 2), patch);
        assert_eq!(whole.pixel(2, 2), [0; 4]);
        // What does not fit is left out.
        whole.put(&patch, 5, 4);
        assert_eq!(whole.pixel(5, 4), [1, 2, 3, 0xff]);
    }

    #[test]
    fn a_clear_picture_takes_the_colour_of_its_ground() {
        let mut pixels = Pixels::clear(1, 1);
        assert!(pixels.is_clear());
        pixels.on([10, 20, 30]);
        assert_eq!(pixels.pixel(0, 0), [10, 20, 30, 0xff]);
    }

    #[test]
    fn the_cursor_leaves_what_it_surrounds() {
        let mut pixels = Pixels::clear(80, 80);
        paint_cursor(&mut pixels, (0, 0, 80, 80));
        assert_eq!(pixels.pixel(0, 40), [0, 0, 0, 0xff]);
        assert_eq!(pixels.pixel(2, 40), [0xff; 4]);
        assert_eq!(pixels.pixel(6, 40), [0, 0, 0, 0xff]);
        assert_eq!(pixels.pixel(8, 40), [0; 4]);
    }
}
