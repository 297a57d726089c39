//! The grid: what may be painted where, and whether anything still may.

use std::collections::BTreeMap;
use std::fmt;

use super::colour::{Colour, Palette};

/// Width and height of a grid, each at most 2^63-1. Either may be zero; the
/// grid then has no cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(deny_unknown_fields)
)]
pub struct Size {
    /// Number of columns.
    pub width: u64,
    /// Number of rows.
    pub height: u64,
}

impl Size {
    /// The longest side a record may have.
    pub const LONGEST: u64 = i64::MAX as u64;

    /// The number of cells.
    #[must_use]
    pub fn cells(self) -> u128 {
        u128::from(self.width) * u128::from(self.height)
    }

    /// Whether the cell lies on a grid of this size.
    #[must_use]
    pub fn contains(self, cell: Cell) -> bool {
        cell.x < self.width && cell.y < self.height
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A cell by its column and row; (0,0) is at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(deny_unknown_fields)
)]
pub struct Cell {
    /// The column, from the left.
    pub x: u64,
    /// The row, from the top.
    pub y: u64,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({},{})", self.x, self.y)
    }
}

/// A move: a cell and the colour it gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(deny_unknown_fields)
)]
pub struct Paint {
    /// What is painted.
    pub cell: Cell,
    /// The paint.
    pub colour: Colour,
}

/// Why a cell cannot be painted like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The colour does not belong to this game.
    NotListed,
    /// There is no such cell.
    OutOfBounds,
    /// The cell has a colour already.
    Occupied(Colour),
    /// This neighbour has the same colour.
    Neighbour(Cell),
}

/// A cell in a byte. Empty: the colours of its painted neighbours. Painted: the
/// top bit and its colour.
type Square = u8;
const PAINTED: Square = 0x80;

/// How the squares are stored. A grid can be far larger than memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Squares {
    /// Row by row.
    Dense(Vec<Square>),
    /// Only those that are painted or next to a painted one.
    Sparse(BTreeMap<Cell, Square>),
}

/// A grid with its paint, which is a position of the game: the number of
/// painted cells decides whose turn it is.
///
/// It always knows how many cells are still open, so that the end of the game
/// is detected without looking at the board.
///
/// # Examples
///
/// ```
/// use parlour_core::Game;
/// use parlour_gridlock::Grid;
///
/// let mut grid: Grid = "2x1 rg ..".parse().expect("a position");
/// grid.play(&"red 0,0".parse().expect("a move")).expect("a legal move");
/// assert_eq!(grid.to_string(), "2x1 rg r.");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, schemars::JsonSchema),
    serde(try_from = "crate::json::Position"),
    schemars(
        into = "crate::json::Position",
        description = "A position. The first player moves if an even number of cells is painted."
    )
)]
pub struct Grid {
    size: Size,
    palette: Palette,
    squares: Squares,
    /// Painted cells.
    painted: u64,
    /// Cells that are painted, or can no longer be.
    closed: u64,
}

impl Grid {
    /// The most cells of a grid that can be played on; a record may have more.
    pub const MOST_CELLS: u64 = 1 << 20;

    /// An empty grid, stored whole if it has at most `most_whole` cells,
    /// otherwise cell by cell as they are painted.
    pub(crate) fn empty(size: Size, palette: Palette, most_whole: u64) -> Grid {
        Grid {
            size,
            palette,
            squares: match usize::try_from(size.cells()) {
                Ok(cells) if cells as u64 <= most_whole => Squares::Dense(vec![0; cells]),
                _ => Squares::Sparse(BTreeMap::new()),
            },
            painted: 0,
            closed: 0,
        }
    }

    /// Whether the whole grid is in memory, so that it can be played on.
    pub(crate) fn is_whole(&self) -> bool {
        matches!(self.squares, Squares::Dense(_))
    }

    /// Its width and height.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The colours of this game.
    #[must_use]
    pub fn palette(&self) -> Palette {
        self.palette
    }

    /// The number of painted cells.
    #[must_use]
    pub fn painted(&self) -> u64 {
        self.painted
    }

    /// The colour of a cell; `None` if it is empty or off the grid.
    #[must_use]
    pub fn colour(&self, cell: Cell) -> Option<Colour> {
        let square = self.square(cell);
        if square & PAINTED == 0 {
            return None;
        }
        Colour::ALL
            .into_iter()
            .find(|colour| square & colour.bit() != 0)
    }

    /// The colours that may still go into a cell.
    #[must_use]
    pub fn allowed(&self, cell: Cell) -> Palette {
        let square = self.square(cell);
        if square & PAINTED != 0 || !self.size.contains(cell) {
            return Palette::default();
        }
        self.palette.without(square)
    }

    /// Whether nobody can move any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        u128::from(self.closed) == self.size.cells()
    }

    /// The first cell that can still be painted, in reading order. Looks at
    /// every cell before it.
    #[must_use]
    pub fn first_open(&self) -> Option<Cell> {
        if self.is_over() {
            return None;
        }
        self.cells().find(|cell| !self.allowed(*cell).is_empty())
    }

    /// All cells in reading order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let Size { width, height } = self.size;
        // Without columns there are no cells in the rows.
        let height = if width == 0 { 0 } else { height };
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell { x, y }))
    }

    /// The cells next to a cell, in reading order.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        let size = self.size;
        let Cell { x, y } = cell;
        [
            y.checked_sub(1).map(|y| Cell { x, y }),
            x.checked_sub(1).map(|x| Cell { x, y }),
            x.checked_add(1).map(|x| Cell { x, y }),
            y.checked_add(1).map(|y| Cell { x, y }),
        ]
        .into_iter()
        .flatten()
        .filter(move |neighbour| size.contains(*neighbour))
    }

    /// Writes a 1 for every cell of this colour, in reading order.
    pub(crate) fn show(&self, colour: Colour, out: &mut [i8]) {
        let painted = PAINTED | colour.bit();
        match &self.squares {
            Squares::Dense(squares) => {
                for (out, square) in out.iter_mut().zip(squares) {
                    *out = i8::from(*square == painted);
                }
            }
            Squares::Sparse(_) => {
                for (out, cell) in out.iter_mut().zip(self.cells()) {
                    *out = i8::from(self.square(cell) == painted);
                }
            }
        }
    }

    /// Writes a 1 for every colour that a cell can get: cell by cell in reading order, and for each
    /// the colours of the game in their order.
    pub(crate) fn show_open(&self, out: &mut [i8]) {
        match self.palette.len() {
            1 => self.show_open_of::<1>(out),
            2 => self.show_open_of::<2>(out),
            3 => self.show_open_of::<3>(out),
            4 => self.show_open_of::<4>(out),
            5 => self.show_open_of::<5>(out),
            _ => self.show_open_of::<6>(out),
        }
    }

    /// The same for a known number of colours, which the compiler vectorises.
    fn show_open_of<const COLOURS: usize>(&self, out: &mut [i8]) {
        let mut taken = [PAINTED; COLOURS];
        for (taken, colour) in taken.iter_mut().zip(self.palette.iter()) {
            *taken |= colour.bit();
        }
        let open = |square: Square| taken.map(|taken| i8::from(square & taken == 0));
        let (out, _) = out.as_chunks_mut();
        match &self.squares {
            Squares::Dense(squares) => {
                for (out, square) in out.iter_mut().zip(squares) {
                    *out = open(*square);
                }
            }
            Squares::Sparse(_) => {
                for (out, cell) in out.iter_mut().zip(self.cells()) {
                    *out = open(self.square(cell));
                }
            }
        }
    }

    /// Paints a cell, or says why not; then nothing has changed.
    ///
    /// # Errors
    ///
    /// Why the rules do not allow it.
    // Always inlined, because the reader of records spends its time here.
    #[inline(always)]
    pub fn paint(&mut self, paint: Paint) -> Result<(), Refusal> {
        let Paint { cell, colour } = paint;
        if !self.palette.contains(colour) {
            return Err(Refusal::NotListed);
        }
        if !self.size.contains(cell) {
            return Err(Refusal::OutOfBounds);
        }
        let square = self.square(cell);
        if square & (PAINTED | colour.bit()) != 0 {
            return Err(self.refusal(paint));
        }
        *self.square_mut(cell) = PAINTED | colour.bit();
        self.painted += 1;
        self.closed += 1 + self.touch_neighbours(paint);
        Ok(())
    }

    /// Updates the neighbours of a painted cell, and counts those that it
    /// closes.
    fn touch_neighbours(&mut self, paint: Paint) -> u64 {
        let Paint { cell, colour } = paint;
        let Size { width, height } = self.size;
        let full = self.palette.bits();
        let Squares::Dense(squares) = &mut self.squares else {
            return self
                .neighbours(cell)
                .map(|neighbour| touch(self.square_mut(neighbour), colour, full))
                .sum();
        };
        // The same by hand, which makes checking a quarter faster.
        let (at, row) = (index(width, cell), width as usize);
        let mut closed = 0;
        if cell.y > 0 {
            closed += touch(&mut squares[at - row], colour, full);
        }
        if cell.x > 0 {
            closed += touch(&mut squares[at - 1], colour, full);
        }
        if cell.x + 1 < width {
            closed += touch(&mut squares[at + 1], colour, full);
        }
        if cell.y + 1 < height {
            closed += touch(&mut squares[at + row], colour, full);
        }
        closed
    }

    /// Why a cell of the grid cannot get a colour of the palette.
    fn refusal(&self, paint: Paint) -> Refusal {
        if let Some(colour) = self.colour(paint.cell) {
            return Refusal::Occupied(colour);
        }
        let same = self
            .neighbours(paint.cell)
            .find(|neighbour| self.colour(*neighbour) == Some(paint.colour));
        Refusal::Neighbour(same.expect("a square knows the colours of its neighbours"))
    }

    fn square(&self, cell: Cell) -> Square {
        if !self.size.contains(cell) {
            return 0;
        }
        match &self.squares {
            Squares::Dense(squares) => squares[index(self.size.width, cell)],
            Squares::Sparse(squares) => squares.get(&cell).copied().unwrap_or(0),
        }
    }

    fn square_mut(&mut self, cell: Cell) -> &mut Square {
        let width = self.size.width;
        match &mut self.squares {
            Squares::Dense(squares) => &mut squares[index(width, cell)],
            Squares::Sparse(squares) => squares.entry(cell).or_insert(0),
        }
    }
}

/// Tells a square that a neighbour got this colour: 1 if that was its last
/// possible colour, otherwise 0. Branchless, because the neighbours of a cell
/// are unpredictable.
fn touch(square: &mut Square, colour: Colour, full: u8) -> u64 {
    let before = *square;
    let is_empty = u8::from(before & PAINTED == 0);
    *square |= colour.bit() * is_empty;
    u64::from((*square != before) & (*square == full))
}

/// The index of a cell in a grid that is stored whole.
fn index(width: u64, cell: Cell) -> usize {
    (cell.y * width + cell.x) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paint(x: u64, y: u64, colour: Colour) -> Paint {
        Paint {
            cell: Cell { x, y },
            colour,
        }
    }

    #[test]
    fn refusals_come_in_the_order_of_the_rulings() {
        use Colour::{Blue, Red};
        let size = Size {
            width: 2,
            height: 2,
        };
        let mut grid = Grid::empty(size, [Red].into_iter().collect(), 4);
        grid.paint(paint(0, 0, Red)).expect("legal");
        let before = grid.clone();
        assert_eq!(grid.paint(paint(9, 9, Blue)), Err(Refusal::NotListed));
        assert_eq!(grid.paint(paint(9, 9, Red)), Err(Refusal::OutOfBounds));
        assert_eq!(grid.paint(paint(0, 0, Red)), Err(Refusal::Occupied(Red)));
        assert_eq!(
            grid.paint(paint(1, 0, Red)),
            Err(Refusal::Neighbour(Cell { x: 0, y: 0 }))
        );
        assert_eq!(grid, before);
    }

    #[test]
    fn sparse_and_whole_grids_agree() {
        let size = Size {
            width: 4,
            height: 3,
        };
        let palette: Palette = [Colour::Red, Colour::Cyan].into_iter().collect();
        let mut whole = Grid::empty(size, palette, 12);
        let mut sparse = Grid::empty(size, palette, 11);
        assert!(whole.is_whole() && !sparse.is_whole());
        // Every cell twice in each colour, in a scattered order.
        for i in 0..48 {
            let n = i * 7 % 24;
            let colour = if n % 2 == 0 {
                Colour::Red
            } else {
                Colour::Cyan
            };
            let paint = paint(n / 2 % 4, n / 8, colour);
            assert_eq!(whole.paint(paint), sparse.paint(paint));
            assert_eq!(whole.is_over(), sparse.is_over());
            assert_eq!(whole.first_open(), sparse.first_open());
        }
        assert!(whole.is_over());
    }
}
