//! Gridlock: two players paint the cells of a grid, never like a neighbour;
//! who cannot move loses.

use std::collections::BTreeMap;
use std::fmt;

use parlour_core::{
    Game, Illegal, Imagine, Never, Odds, Outcome, Seat, SetupError, Symmetric, Turn, Viewer,
};
use rand::Rng;

/// A colour of paint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Colour {
    /// `red`, R
    Red,
    /// `green`, G
    Green,
    /// `yellow`, Y
    Yellow,
    /// `blue`, B
    Blue,
    /// `magenta`, M
    Magenta,
    /// `cyan`, C
    Cyan,
}

impl Colour {
    /// All colours, in the order in which they are listed everywhere.
    pub const ALL: [Colour; 6] = [
        Colour::Red,
        Colour::Green,
        Colour::Yellow,
        Colour::Blue,
        Colour::Magenta,
        Colour::Cyan,
    ];

    /// Its name in records and moves.
    #[must_use]
    pub fn word(self) -> &'static str {
        ["red", "green", "yellow", "blue", "magenta", "cyan"][self as usize]
    }

    /// Its letter in positions: the initial, in lower case.
    #[must_use]
    pub fn letter(self) -> char {
        ['r', 'g', 'y', 'b', 'm', 'c'][self as usize]
    }

    /// The colour of that name.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| colour.word() == word)
    }

    /// The colour of that letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Colour> {
        Colour::ALL
            .into_iter()
            .find(|colour| colour.letter() == letter)
    }

    fn bit(self) -> u8 {
        1 << self as u8
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A set of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Palette(u8);

impl Palette {
    /// All six colours.
    pub const ALL: Palette = Palette(0b11_1111);

    /// Whether the colour is in the set.
    #[must_use]
    pub fn contains(self, colour: Colour) -> bool {
        self.0 & colour.bit() != 0
    }

    /// Whether there is no colour in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its colours, in the usual order.
    pub fn iter(self) -> impl Iterator<Item = Colour> {
        Colour::ALL
            .into_iter()
            .filter(move |colour| self.contains(*colour))
    }
}

impl FromIterator<Colour> for Palette {
    fn from_iter<I: IntoIterator<Item = Colour>>(colours: I) -> Self {
        Palette(
            colours
                .into_iter()
                .fold(0, |set, colour| set | colour.bit()),
        )
    }
}

impl fmt::Display for Palette {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<_> = self.iter().map(Colour::word).collect();
        f.write_str(&words.join(", "))
    }
}

/// Width and height of a grid, each at most [`Size::LONGEST`]. Either may be
/// zero; the grid then has no cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
pub struct Paint {
    /// What is painted.
    pub cell: Cell,
    /// The paint.
    pub colour: Colour,
}

/// Why a cell cannot be painted so.
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

/// A cell in a byte. Empty: the colours of its painted neighbours. Painted:
/// the top bit and its colour.
type Square = u8;
const PAINTED: Square = 0x80;

/// Where the squares are kept. A grid can be far larger than memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Squares {
    /// Row by row.
    Dense(Vec<Square>),
    /// Only those that are painted or next to a painted one.
    Sparse(BTreeMap<Cell, Square>),
}

/// A grid with its paint, and so a position of the game: the number of painted
/// cells tells whose turn it is.
///
/// It knows at any time how many cells are still open, so that the end of the
/// game is seen without looking at the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    size: Size,
    palette: Palette,
    squares: Squares,
    /// Painted cells.
    painted: u64,
    /// Cells that cannot be painted any more, or are.
    closed: u64,
}

impl Grid {
    /// The most cells of a grid that can be played on; a record may have more.
    pub const MOST_CELLS: u64 = 1 << 24;

    /// An empty grid, kept whole in memory if it has at most `most_whole`
    /// cells, otherwise cell by cell as they are painted.
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

    /// The colour of a cell; `None` where it is empty or off the grid.
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
        Palette(self.palette.0 & !square)
    }

    /// Whether nobody can move any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        u128::from(self.closed) == self.size.cells()
    }

    /// The first cell that can still be painted, in reading order. Takes a
    /// look at every cell before it.
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
        // Without columns there is nothing to find in the rows.
        let height = if width == 0 { 0 } else { height };
        (0..height).flat_map(move |y| (0..width).map(move |x| Cell { x, y }))
    }

    /// The cells beside a cell, in reading order.
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

    /// Paints a cell, or says why not; then nothing has changed.
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

    /// Tells the neighbours of a cell that it was painted, and counts those
    /// that are closed by it.
    fn touch_neighbours(&mut self, paint: Paint) -> u64 {
        let Paint { cell, colour } = paint;
        let Size { width, height } = self.size;
        let full = self.palette.0;
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

/// Tells a square that a neighbour got this colour: 1 if that was the last one
/// it could have had, otherwise 0. Without a branch, as nothing foretells what
/// the neighbours of a cell are.
fn touch(square: &mut Square, colour: Colour, full: u8) -> u64 {
    let before = *square;
    let is_empty = u8::from(before & PAINTED == 0);
    *square |= colour.bit() * is_empty;
    u64::from((*square != before) & (*square == full))
}

/// Where a whole grid keeps a cell of it; such a grid fits into memory.
fn index(width: u64, cell: Cell) -> usize {
    (cell.y * width + cell.x) as usize
}

/// Size and colours of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The size of the grid.
    pub size: Size,
    /// The colours that both players may use; at least one.
    pub palette: Palette,
}

impl Game for Grid {
    type Setup = Setup;
    type Move = Paint;
    type Chance = Never;
    type View = Grid;

    fn new(setup: &Setup) -> Result<Self, SetupError> {
        if setup.palette.is_empty() {
            return Err(SetupError::new("colours", "at least one colour is needed"));
        }
        let grid = Grid::empty(setup.size, setup.palette, Grid::MOST_CELLS);
        if !grid.is_whole() {
            return Err(SetupError::new(
                "size",
                format!(
                    "{} is too large to play on; a board may have up to {} cells, such as 4096x4096",
                    setup.size,
                    Grid::MOST_CELLS
                ),
            ));
        }
        Ok(grid)
    }

    fn seats(&self) -> u8 {
        2
    }

    fn turn(&self) -> Turn {
        let mover = (self.painted % 2) as u8;
        if self.is_over() {
            Turn::Over(Outcome::Win(Seat(1 - mover)))
        } else {
            Turn::Seat(Seat(mover))
        }
    }

    fn moves(&self) -> Vec<Paint> {
        if self.is_over() {
            return Vec::new();
        }
        self.cells()
            .flat_map(|cell| {
                self.allowed(cell)
                    .iter()
                    .map(move |colour| Paint { cell, colour })
            })
            .collect()
    }

    fn play(&mut self, chosen: &Paint) -> Result<(), Illegal> {
        if self.is_over() {
            return Err(Illegal::new(
                "game-already-over",
                "the game is over: no cell can be painted any more",
            ));
        }
        self.paint(*chosen)
            .map_err(|refusal| illegal(self, *chosen, refusal))
    }

    fn odds(&self) -> Odds<Never> {
        Odds::none()
    }

    fn resolve(&mut self, outcome: &Never) -> Result<(), Illegal> {
        match *outcome {}
    }

    fn view(&self, _: Viewer) -> Grid {
        self.clone()
    }
}

/// A refusal in words for a player.
fn illegal(grid: &Grid, paint: Paint, refusal: Refusal) -> Illegal {
    let Paint { cell, colour } = paint;
    match refusal {
        Refusal::NotListed => Illegal::new(
            "colour-not-listed",
            format!("{colour} is not one of this game's colours"),
        )
        .help(format!("choose from {}", grid.palette())),
        Refusal::OutOfBounds => Illegal::new(
            "out-of-bounds",
            format!("{cell} is not on the {} grid", grid.size()),
        )
        .help(bounds_help(grid.size())),
        Refusal::Occupied(present) => Illegal::new(
            "cell-occupied",
            format!("{cell} is already painted {present}"),
        )
        .help("choose an empty cell"),
        Refusal::Neighbour(neighbour) => Illegal::new(
            "same-as-neighbour",
            format!("{cell} cannot be {colour}: its neighbour {neighbour} is {colour}"),
        )
        .help(match grid.allowed(cell) {
            none if none.is_empty() => format!("no colour fits {cell} any more"),
            some => format!("{cell} can still be {}", either(some)),
        }),
    }
}

/// Which coordinates are on a grid, in words.
pub(crate) fn bounds_help(size: Size) -> String {
    format!(
        "x runs from 0 to {}, y from 0 to {}",
        size.width.saturating_sub(1),
        size.height.saturating_sub(1)
    )
}

/// `red`, `red or green`, `red, green or blue`.
pub(crate) fn either(palette: Palette) -> String {
    let words: Vec<_> = palette.iter().map(Colour::word).collect();
    match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
    }
}

/// A way to turn a grid into an equivalent one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Left and right exchanged.
    FlipX,
    /// Top and bottom exchanged.
    FlipY,
    /// Rows and columns exchanged.
    Transpose,
    /// Two colours exchanged.
    Swap(Colour, Colour),
}

impl Symmetry {
    fn map(self, size: Size, paint: Paint) -> Paint {
        let Paint {
            cell: Cell { x, y },
            colour,
        } = paint;
        let cell = match self {
            Symmetry::FlipX => Cell {
                x: size.width - 1 - x,
                y,
            },
            Symmetry::FlipY => Cell {
                x,
                y: size.height - 1 - y,
            },
            Symmetry::Transpose => Cell { x: y, y: x },
            Symmetry::Swap(..) => Cell { x, y },
        };
        let colour = match self {
            Symmetry::Swap(a, b) if colour == a => b,
            Symmetry::Swap(a, b) if colour == b => a,
            _ => colour,
        };
        Paint { cell, colour }
    }
}

impl Symmetric for Grid {
    type Symmetry = Symmetry;

    fn symmetries(&self) -> Vec<Symmetry> {
        let colours: Vec<Colour> = self.palette.iter().collect();
        let swaps = colours
            .windows(2)
            .map(|pair| Symmetry::Swap(pair[0], pair[1]));
        [Symmetry::FlipX, Symmetry::FlipY, Symmetry::Transpose]
            .into_iter()
            .chain(swaps)
            .collect()
    }

    fn map(&self, symmetry: &Symmetry) -> Grid {
        let size = match symmetry {
            Symmetry::Transpose => Size {
                width: self.size.height,
                height: self.size.width,
            },
            _ => self.size,
        };
        let mut mapped = Grid::empty(size, self.palette, Grid::MOST_CELLS);
        for cell in self.cells() {
            if let Some(colour) = self.colour(cell) {
                mapped
                    .paint(symmetry.map(self.size, Paint { cell, colour }))
                    .expect("a symmetry keeps neighbours neighbours");
            }
        }
        mapped
    }

    fn map_move(&self, symmetry: &Symmetry, chosen: &Paint) -> Paint {
        symmetry.map(self.size, *chosen)
    }

    fn map_chance(&self, _: &Symmetry, outcome: &Never) -> Never {
        *outcome
    }
}

impl Imagine for Grid {
    fn imagine(view: &Grid, _: Viewer, _: &mut dyn Rng) -> Grid {
        view.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(width: u64, height: u64, colours: &[Colour]) -> Grid {
        let setup = Setup {
            size: Size { width, height },
            palette: colours.iter().copied().collect(),
        };
        Grid::new(&setup).expect("a small board")
    }

    fn paint(x: u64, y: u64, colour: Colour) -> Paint {
        Paint {
            cell: Cell { x, y },
            colour,
        }
    }

    #[test]
    fn the_example_game_ends_after_five_moves() {
        use Colour::{Green, Red};
        let mut game = grid(3, 3, &[Red, Green]);
        for (x, y, colour) in [(0, 0, Red), (2, 0, Red), (1, 1, Green), (0, 2, Red)] {
            game.play(&paint(x, y, colour)).expect("legal");
            assert!(matches!(game.turn(), Turn::Seat(_)));
        }
        game.play(&paint(2, 2, Red)).expect("legal");
        assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat(0))));
        assert_eq!(game.moves(), []);
    }

    #[test]
    fn refusals_come_in_the_order_of_the_rulings() {
        use Colour::{Blue, Red};
        let mut game = grid(2, 2, &[Red]);
        game.paint(paint(0, 0, Red)).expect("legal");
        let before = game.clone();
        assert_eq!(game.paint(paint(9, 9, Blue)), Err(Refusal::NotListed));
        assert_eq!(game.paint(paint(9, 9, Red)), Err(Refusal::OutOfBounds));
        assert_eq!(game.paint(paint(0, 0, Red)), Err(Refusal::Occupied(Red)));
        assert_eq!(
            game.paint(paint(1, 0, Red)),
            Err(Refusal::Neighbour(Cell { x: 0, y: 0 }))
        );
        assert_eq!(game, before);
    }

    #[test]
    fn boards_without_cells_are_lost_for_the_first_player() {
        for (width, height) in [(0, 0), (5, 0), (0, 99_999_999_999)] {
            let game = grid(width, height, &[Colour::Red]);
            assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat(1))));
            assert_eq!(game.cells().next(), None);
        }
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

    #[test]
    fn huge_boards_are_refused_without_being_built() {
        let setup = Setup {
            size: Size {
                width: Size::LONGEST,
                height: Size::LONGEST,
            },
            palette: [Colour::Red].into_iter().collect(),
        };
        assert!(Grid::new(&setup).is_err());
    }
}
