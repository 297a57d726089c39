//! The part of a position that a move in it can affect, as a graph in bits.
//!
//! A vertex is a cell with a colour that may go there. Painting it removes the
//! other vertices of the cell, and the same colour next to it (Node Kayles).
//! Unconnected parts are independent games.
//!
//! A colour of a cell that no neighbour may have is *private*: which one it is
//! makes no difference, and having two of them is like having one, since both
//! moves lead to the same position.

use ethnum::U256;
use xxhash_rust::xxh3::xxh3_128;

use super::cells::{Cells, Frame, members};

/// Cells and their possible colours, in a box that is at least as wide as high.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape<W, const K: usize> {
    frame: Frame,
    /// For each colour, where it may go.
    colours: [W; K],
    /// The cells with a possible colour that no neighbour may have.
    private: W,
}

/// A connected shape in canonical form: the same for all shapes that differ
/// only by position, reflection, rotation or names of colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Canonical<const K: usize> {
    Narrow(Shape<u64, K>),
    /// A page's module does without: the code for every word takes room, and large shapes are rare.
    #[cfg(not(target_arch = "wasm32"))]
    Wide(Shape<u128, K>),
    Widest(Shape<U256, K>),
}

/// Dispatches to a canonical shape in either word.
macro_rules! in_any_word {
    ($canonical:expr, $shape:ident => $value:expr) => {
        match $canonical {
            Canonical::Narrow($shape) => $value,
            #[cfg(not(target_arch = "wasm32"))]
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

    /// What is left after each possible move.
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
        self.map(|cells| cells & !cell)
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

    /// The cells of the part that contains this cell.
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

    /// The canonical form of these cells alone, which are connected.
    fn cropped(&self, part: W) -> Canonical<K> {
        let (left, top, frame) = self.frame.around(part);
        let shape = self.map(|cells| self.frame.cropped(cells & part, left, top, frame));
        let shape = Shape { frame, ..shape };
        match frame.cells() {
            0..=64 => Canonical::Narrow(shape.recast().canonical()),
            #[cfg(not(target_arch = "wasm32"))]
            65..=128 => Canonical::Wide(shape.recast().canonical()),
            _ => Canonical::Widest(shape.recast().canonical()),
        }
    }

    /// The same in another word that is large enough.
    fn recast<V: Cells>(&self) -> Shape<V, K> {
        let mut colours = [V::NONE; K];
        for (new, cells) in colours.iter_mut().zip(&self.colours) {
            *new = V::from_halves(cells.halves());
        }
        Shape {
            frame: self.frame,
            colours,
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
        let smaller_of_two = |shape: Self| {
            let turned = shape.map(|cells| frame.turned(cells));
            smaller(shape.sorted(), turned.sorted())
        };
        let flipped = self.map(|cells| frame.flipped(cells));
        smaller(smaller_of_two(self), smaller_of_two(flipped))
    }

    fn map(&self, image: impl Fn(W) -> W) -> Self {
        let mut mapped = *self;
        for cells in mapped.colours.iter_mut().chain([&mut mapped.private]) {
            *cells = image(*cells);
        }
        mapped
    }

    /// Sorts the colours, the most frequent first.
    fn sorted(mut self) -> Self {
        // There are few: insertion is as fast as any other way.
        for end in 1..K {
            let mut at = end;
            while at > 0 && self.colours[at - 1] < self.colours[at] {
                self.colours.swap(at - 1, at);
                at -= 1;
            }
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
    /// image: there is a reflection or half turn, perhaps with colours swapped
    /// in pairs, that takes no vertex to itself or to a neighbour (a symmetry
    /// strategy).
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
        // Without swapping colours, a reflection takes vertices along its axis
        // to themselves or to neighbours, and a connected shape has some.
        turn || K > 1
            && (self.is_mirrored_by(|cells| frame.flipped(cells), row, odd_height, true)
                || self.is_mirrored_by(
                    |cells| frame.flipped(frame.turned(cells)),
                    column,
                    odd_width,
                    true,
                ))
    }

    /// The same for one map of cells. The cells of `middle` stay where they
    /// are, or move to a neighbour, or neither.
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

    /// A hash of the shape. Two different shapes share one with a probability
    /// of 2^-128, far less than that of a hardware failure.
    pub(super) fn fingerprint(&self) -> u128 {
        let word = W::BITS as usize / 8;
        let mut bytes = [0; (super::MOST_COLOURS + 1) * 32 + 1];
        bytes[0] = self.frame.height as u8;
        let mut length = 1;
        // Unused colours come last and are left out.
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
