//! Sets of cells in a box, as bits: column by column, so that the height of the
//! box says where the next column begins.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

use ethnum::U256;

/// The greatest height of a box that is at least as wide as high and fits into
/// the bits.
const HIGHEST: usize = 16;

/// The largest word as two, the lower one first.
type Halves = [u128; 2];

/// A word of bits that holds a set of cells. Nearly all shapes in a search fit
/// into the narrow word, which is faster.
pub(super) trait Cells:
    Copy
    + Ord
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Sub<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// The most cells of a box.
    const BITS: u32;
    /// The empty set.
    const NONE: Self;
    /// The first cell.
    const FIRST: Self;
    /// By height: the top cell of every column.
    const TOPS: [Self; HIGHEST + 1];

    fn halves(self) -> Halves;

    /// The set in this word, truncated.
    fn from_halves(halves: Halves) -> Self;

    /// Writes the word into as many bytes as it has.
    fn write(self, bytes: &mut [u8]);

    /// The product of two words as numbers, truncated.
    fn times(self, other: Self) -> Self;

    fn count_ones(self) -> u32;
    fn leading_zeros(self) -> u32;
    fn trailing_zeros(self) -> u32;
    fn reverse_bits(self) -> Self;

    fn is_empty(self) -> bool {
        self == Self::NONE
    }
}

const TOPS: [Halves; HIGHEST + 1] = {
    let mut tops = [[0; 2]; HIGHEST + 1];
    let mut height = 1;
    while height <= HIGHEST {
        let mut at = 0;
        while at < 256 {
            tops[height][at / 128] |= 1 << (at % 128);
            at += height;
        }
        height += 1;
    }
    tops
};

macro_rules! cells {
    ($word:ty, $halves:pat => $from:expr, $cells:ident => $into:expr) => {
        impl Cells for $word {
            const BITS: u32 = <$word>::BITS;
            const NONE: Self = <$word>::MIN;
            const FIRST: Self = {
                let $halves = [1, 0];
                $from
            };
            const TOPS: [Self; HIGHEST + 1] = {
                let mut tops = [<$word>::MIN; HIGHEST + 1];
                let mut height = 1;
                while height <= HIGHEST {
                    let $halves = TOPS[height];
                    tops[height] = $from;
                    height += 1;
                }
                tops
            };

            fn halves(self) -> Halves {
                let $cells = self;
                $into
            }

            fn from_halves($halves: Halves) -> Self {
                $from
            }

            fn write(self, bytes: &mut [u8]) {
                bytes.copy_from_slice(&self.to_le_bytes());
            }

            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }

            fn count_ones(self) -> u32 {
                <$word>::count_ones(self)
            }

            fn leading_zeros(self) -> u32 {
                <$word>::leading_zeros(self)
            }

            fn trailing_zeros(self) -> u32 {
                <$word>::trailing_zeros(self)
            }

            fn reverse_bits(self) -> Self {
                <$word>::reverse_bits(self)
            }
        }
    };
}

cells!(u64, [low, _] => low as u64, cells => [cells as u128, 0]);
cells!(u128, [low, _] => low, cells => [cells, 0]);
cells!(U256, [low, high] => U256::from_words(high, low), cells => [*cells.low(), *cells.high()]);

/// The size of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) height: u32,
    pub(super) width: u32,
}

impl Frame {
    pub(super) fn cells(self) -> u32 {
        self.height * self.width
    }

    /// The neighbours of some cells, possibly with bits that are not cells.
    pub(super) fn beside<W: Cells>(self, cells: W) -> W {
        let height = self.height as usize;
        let top = W::TOPS[height];
        let bottom = top << (height - 1);
        ((cells & !bottom) << 1) | ((cells & !top) >> 1) | (cells << height) | (cells >> height)
    }

    /// A row, possibly with bits that are not cells.
    pub(super) fn row<W: Cells>(self, y: u32) -> W {
        W::TOPS[self.height as usize] << y as usize
    }

    pub(super) fn column<W: Cells>(self, x: u32) -> W {
        low::<W>(self.height) << (x * self.height) as usize
    }

    /// A half turn.
    pub(super) fn turned<W: Cells>(self, cells: W) -> W {
        cells.reverse_bits() >> (W::BITS - self.cells()) as usize
    }

    /// Top and bottom exchanged.
    pub(super) fn flipped<W: Cells>(self, cells: W) -> W {
        let top = W::TOPS[self.height as usize];
        let mirrored = (0..self.height as usize).fold(W::NONE, |out, row| {
            out | (((cells >> row) & top) << (self.height as usize - 1 - row))
        });
        mirrored & low(self.cells())
    }

    /// Rows and columns exchanged.
    pub(super) fn transposed<W: Cells>(self, cells: W) -> W {
        if self.height <= self.width {
            return self.transposed_one_by_one(cells);
        }
        // A row has one bit per column, `height` bits apart. The product has it
        // shifted by all multiples of `height - 1`: somewhere one bit of each
        // lies next to the following one. Columns are higher than rows are
        // wide, so nothing else ends up there.
        let (height, width) = (self.height as usize, self.width as usize);
        let top = W::TOPS[height] & low(self.cells());
        let shifts = (0..width).fold(W::NONE, |all, x| all | (W::FIRST << (x * (height - 1))));
        let place = (width - 1) * (height - 1);
        (0..height).fold(W::NONE, |out, y| {
            let row = ((cells >> y) & top).times(shifts);
            out | (((row >> place) & low(self.width)) << (y * width))
        })
    }

    fn transposed_one_by_one<W: Cells>(self, cells: W) -> W {
        let mut out = W::NONE;
        for x in 0..self.width {
            for cell in members((cells >> (x * self.height) as usize) & low(self.height)) {
                out = out | (W::FIRST << (cell.trailing_zeros() * self.width + x) as usize);
            }
        }
        out
    }

    /// The bounding box of some cells: its first column and row, and its size.
    pub(super) fn around<W: Cells>(self, cells: W) -> (u32, u32, Frame) {
        let left = cells.trailing_zeros() / self.height;
        let right = (W::BITS - 1 - cells.leading_zeros()) / self.height;
        let has_row = |row: &u32| !(cells & self.row(*row)).is_empty();
        let first = (0..self.height).find(has_row).unwrap_or(0);
        let last = (0..self.height).rev().find(has_row).unwrap_or(0);
        let frame = Frame {
            height: last - first + 1,
            width: right - left + 1,
        };
        (left, first, frame)
    }

    /// The cells of a box inside this one that begins at this column and row.
    pub(super) fn cropped<W: Cells>(self, cells: W, left: u32, top: u32, inner: Frame) -> W {
        let moved = cells >> (left * self.height + top) as usize;
        if inner.height == self.height {
            return moved;
        }
        let column = low::<W>(inner.height);
        (0..inner.width as usize).fold(W::NONE, |out, x| {
            let cells = (moved >> (x * self.height as usize)) & column;
            out | (cells << (x * inner.height as usize))
        })
    }
}

/// The first `n` cells.
pub(super) fn low<W: Cells>(n: u32) -> W {
    if n == 0 {
        return W::NONE;
    }
    !W::NONE >> (W::BITS - n) as usize
}

/// The members of a set, as sets of one.
pub(super) fn members<W: Cells>(mut cells: W) -> impl Iterator<Item = W> {
    std::iter::from_fn(move || {
        if cells.is_empty() {
            return None;
        }
        let others = cells & (cells - W::FIRST);
        let lowest = cells ^ others;
        cells = others;
        Some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_and_columns_are_exchanged_at_once_as_one_by_one() {
        for height in 2..=11 {
            for width in 1..height {
                let frame = Frame { height, width };
                for seed in 1..50_u128 {
                    let cells = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835)
                        & low::<u128>(frame.cells());
                    let expected = frame.transposed_one_by_one(cells);
                    assert_eq!(frame.transposed(cells), expected, "{frame:?}");
                    if frame.cells() <= u64::BITS {
                        let narrow = frame.transposed(cells as u64);
                        assert_eq!(u128::from(narrow), expected, "{frame:?}");
                    }
                }
            }
        }
    }
}
