//! The part of a position that a move in it can touch, as a graph in bits.
//!
//! A vertex is a cell with a colour that may go there. Painting it removes the
//! other vertices of the cell, and the same colour next to it. Parts that no
//! edge joins are games of their own.
//!
//! A colour of a cell that no neighbour may have is *private*: which one it is
//! makes no difference, and having two of them is like having one, since both
//! moves lead to the same position.

use ethnum::U256;
use xxhash_rust::xxh3::xxh3_128;

use super::cells::{Cells, Frame, members};

/// Cells and the colours they may get, in a box that is at least as wide as
/// high.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape<W, const K: usize> {
    frame: Frame,
    /// For each colour, where it may go.
    colours: [W; K],
    /// The cells that may get a colour that no neighbour may get.
    private: W,
}

/// A connected shape in a form that is the same for all that differ by place,
/// reflection, rotation or names of colours only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Canonical<const K: usize> {
    Narrow(Shape<u64, K>),
    Wide(Shape<u128, K>),
    Widest(Shape<U256, K>),
}

/// What is the same for a canonical shape in any word.
macro_rules! in_any_word {
    ($canonical:expr, $shape:ident => $value:expr) => {
        match $canonical {
            Canonical::Narrow($shape) => $value,
            Canonical::Wide($shape) => $value,
            Canonical::Widest($shape) => $value,
        }
    };
}
pub(super) use in_any_word;

impl<W: Cells, const K: usize> Shape<W, K> {
    /// A shape from the cells of each colour; `None` if the box is higher than
    /// wide, or too large.
    pub(super) fn new(frame: Frame, colours: [W; K]) -> Option<Self> {
        let Frame { height, width } = frame;
        let fits = height.checked_mul(width)? <= W::BITS;
        (1 <= height && height <= width && fits).then_some(Shape {
            frame,
            colours,
            private: W::NONE,
        })
    }

    /// The number of vertices.
    pub(super) fn vertices(&self) -> u32 {
        let coloured = self.colours.iter().map(|cells| cells.count_ones());
        coloured.sum::<u32>() + self.private.count_ones()
    }

    /// What is left after every possible move.
    pub(super) fn options(&self) -> impl Iterator<Item = Self> {
        let shape = *self;
        let private = members(shape.private).map(move |cell| shape.without(cell));
        let painted = (0..K).flat_map(move |colour| {
            members(shape.colours[colour]).map(move |cell| {
                let mut left = shape.without(cell);
                left.colours[colour] = left.colours[colour] & !shape.frame.beside(cell);
                left
            })
        });
        private.chain(painted)
    }

    fn without(&self, cell: W) -> Self {
        Shape {
            frame: self.frame,
            colours: self.colours.map(|cells| cells & !cell),
            private: self.private & !cell,
        }
    }

    /// The connected parts.
    pub(super) fn parts(mut self) -> impl Iterator<Item = Canonical<K>> {
        if K > 1 {
            self.find_private();
        }
        let mut rest = self.cells();
        std::iter::from_fn(move || {
            let seed = members(rest).next()?;
            let part = self.reachable(seed);
            rest = rest & !part;
            Some(self.cropped(part))
        })
    }

    fn find_private(&mut self) {
        for cells in &mut self.colours {
            let alone = *cells & !self.frame.beside(*cells);
            self.private = self.private | alone;
            *cells = *cells & !alone;
        }
    }

    fn cells(&self) -> W {
        self.colours
            .iter()
            .fold(self.private, |all, cells| all | *cells)
    }

    /// The cells of the part that has this cell.
    fn reachable(&self, cell: W) -> W {
        let mut part = cell;
        loop {
            let grown = self.colours.iter().fold(part, |grown, cells| {
                grown | (*cells & self.frame.beside(*cells & grown))
            });
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    /// The canonical form of only these cells, which are connected.
    fn cropped(&self, part: W) -> Canonical<K> {
        let (left, top, frame) = self.frame.around(part);
        let shape = self.map(|cells| self.frame.cropped(cells & part, left, top, frame));
        let shape = Shape { frame, ..shape };
        match frame.cells() {
            0..=64 => Canonical::Narrow(shape.recast().canonical()),
            65..=128 => Canonical::Wide(shape.recast().canonical()),
            _ => Canonical::Widest(shape.recast().canonical()),
        }
    }

    /// The same in another word, into which it fits.
    fn recast<V: Cells>(&self) -> Shape<V, K> {
        Shape {
            frame: self.frame,
            colours: self.colours.map(|cells| V::from_halves(cells.halves())),
            private: V::from_halves(self.private.halves()),
        }
    }

    fn canonical(self) -> Self {
        let Frame { height, width } = self.frame;
        if height < width {
            return self.smallest_of_four();
        }
        let transposed = self.transposed().smallest_of_four();
        if height > width {
            return transposed;
        }
        smaller(self.smallest_of_four(), transposed)
    }

    /// The smallest of the reflections in the axes of the box.
    fn smallest_of_four(self) -> Self {
        let frame = self.frame;
        let flipped = self.map(|cells| frame.flipped(cells));
        [self, flipped]
            .map(|shape| {
                let turned = shape.map(|cells| frame.turned(cells));
                smaller(shape.sorted(), turned.sorted())
            })
            .into_iter()
            .reduce(smaller)
            .unwrap_or(self)
    }

    fn map(&self, image: impl Fn(W) -> W) -> Self {
        Shape {
            frame: self.frame,
            colours: self.colours.map(&image),
            private: image(self.private),
        }
    }

    /// The colours with the most come first.
    fn sorted(mut self) -> Self {
        if K > 1 {
            self.colours.sort_unstable_by(|a, b| b.cmp(a));
        }
        self
    }

    fn transposed(self) -> Self {
        let Frame { height, width } = self.frame;
        Shape {
            frame: Frame {
                height: width,
                width: height,
            },
            ..self.map(|cells| self.frame.transposed(cells))
        }
    }

    /// Whether the second player wins by answering every move with its mirror
    /// image: there is a reflection or half turn, perhaps with colours
    /// exchanged in pairs, that takes no vertex to itself or to a neighbour.
    pub(super) fn is_mirrored(&self) -> bool {
        let frame = self.frame;
        let Frame { height, width } = frame;
        let row: W = frame.row(height / 2);
        let column: W = frame.column(width / 2);
        let odd_height = height % 2 == 1;
        let odd_width = width % 2 == 1;
        let turn = self.is_mirrored_by(
            |cells| frame.turned(cells),
            row & column,
            odd_height && odd_width,
            odd_height || odd_width,
        );
        // Without an exchange of colours, a reflection takes vertices along its
        // axis to themselves or to neighbours, and a connected shape has some.
        turn || K > 1
            && (self.is_mirrored_by(|cells| frame.flipped(cells), row, odd_height, true)
                || self.is_mirrored_by(
                    |cells| frame.flipped(frame.turned(cells)),
                    column,
                    odd_width,
                    true,
                ))
    }

    /// The same for one map of cells. The cells of `middle` stay where they are,
    /// or come to lie on a neighbour, or neither.
    fn is_mirrored_by(
        &self,
        image: impl Fn(W) -> W,
        middle: W,
        stay: bool,
        stay_or_touch: bool,
    ) -> bool {
        if image(self.private) != self.private || stay && !(self.cells() & middle).is_empty() {
            return false;
        }
        let mut paired = [false; K];
        (0..K).all(|colour| {
            let cells = self.colours[colour];
            let mirrored = image(cells);
            if paired[colour]
                || mirrored == cells && (!stay_or_touch || (cells & middle).is_empty())
            {
                return true;
            }
            let partner =
                (colour + 1..K).find(|other| !paired[*other] && self.colours[*other] == mirrored);
            if let Some(partner) = partner {
                paired[partner] = true;
            }
            partner.is_some()
        })
    }

    /// A number that stands for the shape. Two different shapes share one with
    /// a chance of 2^-128, far less than that of a failing machine.
    pub(super) fn fingerprint(&self) -> u128 {
        let word = W::BITS as usize / 8;
        let mut bytes = [0; (super::MOST_COLOURS + 1) * 32 + 1];
        bytes[0] = self.frame.height as u8;
        let mut length = 1;
        // Colours that are used up say nothing, and are last.
        let used = self.colours.iter().take_while(|cells| !cells.is_empty());
        for cells in std::iter::once(&self.private).chain(used) {
            cells.write(&mut bytes[length..length + word]);
            length += word;
        }
        xxh3_128(&bytes[..length])
    }
}

fn smaller<W: Cells, const K: usize>(a: Shape<W, K>, b: Shape<W, K>) -> Shape<W, K> {
    if (b.colours, b.private) < (a.colours, a.private) {
        b
    } else {
        a
    }
}
