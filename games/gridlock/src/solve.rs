//! Exact results: the Grundy value (nim-value) of any position, and its winning
//! moves.
//!
//! Both players have the same moves and a player who cannot move loses, so by
//! the Sprague-Grundy theorem every position is equivalent to a heap of Nim.
//! Parts of the board that can no longer affect each other are independent
//! games, whose values are added without carrying (xor).

mod cells;
mod known;
mod memory;
mod open;
mod options;
mod search;
mod shape;

use std::collections::HashSet;
use std::fmt;
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use ethnum::U256;
use parlour_core::{Game, Limits, Sorting, together};
use thiserror::Error;

use crate::rules::{Cell, Colour, Grid, Paint, Size};
use crate::strategy::{Verdict, verdict};
use cells::Frame;
use memory::Memory;
use search::{NimSearch, SMALL, Stopped};
use shape::Shape;

/// The colours of the game.
const MOST_COLOURS: usize = Colour::ALL.len();

/// Computes Grundy values, and remembers them.
///
/// # Examples
///
/// ```
/// use parlour_core::Limits;
/// use parlour_gridlock::{Grid, Solver};
///
/// let grid: Grid = "3x1 r ...".parse().expect("a position");
/// assert_eq!(Solver::new(1 << 20).nim(&grid, &Limits::default()), Ok(2));
/// ```
#[doc(alias = "Sprague-Grundy")]
#[doc(alias = "Grundy value")]
#[doc(alias = "nim-value")]
pub struct Solver {
    memory: Memory,
    threads: NonZero<u32>,
    /// The Grundy values of parts of up to this many vertices are computed by
    /// definition (mex).
    small: u32,
    pairings: bool,
    positions: u64,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("threads", &self.threads)
            .field("small", &self.small)
            .field("pairings", &self.pairings)
            .field("positions", &self.positions)
            .finish_non_exhaustive()
    }
}

/// An independent part of the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its open cells, in reading order.
    pub cells: Vec<Cell>,
    /// Its Grundy value.
    #[doc(alias = "Grundy value")]
    pub nim: u16,
}

/// Why a position was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unsolved {
    /// The limits were reached.
    #[error("not solved in time")]
    OutOfTime,
    /// A connected part does not fit into the solver.
    #[error("a connected part of {0} is too large to solve; up to 256 cells fit")]
    TooLarge(Size),
}

impl Solver {
    /// The most cells of the bounding box of a connected part.
    pub const MOST_CELLS: u128 = U256::BITS as u128;

    /// A solver with a memory of about this many bytes.
    #[must_use]
    pub fn new(memory: usize) -> Self {
        Solver {
            memory: Memory::new(memory),
            threads: NonZero::<u32>::MIN,
            small: SMALL,
            pairings: true,
            positions: 0,
        }
    }

    /// The same with several threads, which share their results. They explore
    /// different parts to the same answer.
    #[must_use]
    pub fn with_threads(self, threads: NonZero<u32>) -> Self {
        Solver { threads, ..self }
    }

    /// The same without using pairing strategies, by which the player to move
    /// loses: slower, but an independent way to the same answer.
    #[must_use]
    pub fn without_pairings(self) -> Self {
        Solver {
            pairings: false,
            ..self
        }
    }

    /// The same, but every Grundy value is computed by definition from those of
    /// all options (mex): much slower, but an independent way to the same
    /// answer.
    #[must_use]
    pub fn by_definition(self) -> Self {
        Solver {
            small: u32::MAX,
            ..self
        }
    }

    /// How many positions were looked at so far.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The parts of a position with their Grundy values. Their nim-sum is the
    /// position's value.
    ///
    /// # Errors
    ///
    /// The limits were reached before the answer was found, or the position has a part too large for
    /// the search.
    pub fn components(&mut self, grid: &Grid, limits: &Limits) -> Result<Vec<Component>, Unsolved> {
        let parts = open_parts(grid);
        // Do not search in vain if one part is too large anyway.
        for cells in &parts {
            Window::around(cells)?;
        }
        let before = self.positions;
        parts
            .into_iter()
            .map(|cells| {
                let nim = self.part_nim(grid, &cells, &self.left(before, limits)?)?;
                Ok(Component { cells, nim })
            })
            .collect()
    }

    /// The Grundy value of one part.
    pub(crate) fn part_nim(
        &mut self,
        grid: &Grid,
        cells: &[Cell],
        limits: &Limits,
    ) -> Result<u16, Unsolved> {
        self.ask(grid, cells, None, Question::Nim, limits)
    }

    /// The Grundy value of a position. The player to move loses if it is 0.
    ///
    /// # Errors
    ///
    /// The limits were reached before the answer was found, or the position has a part too large for
    /// the search.
    #[doc(alias = "Grundy value")]
    #[doc(alias = "Sprague-Grundy")]
    pub fn nim(&mut self, grid: &Grid, limits: &Limits) -> Result<u16, Unsolved> {
        let components = self.components(grid, limits)?;
        Ok(components.iter().fold(0, |sum, part| sum ^ part.nim))
    }

    /// Whether the player to move wins; faster than the Grundy value.
    ///
    /// # Errors
    ///
    /// The limits were reached before the answer was found, or the position has a part too large for
    /// the search.
    pub fn wins(&mut self, grid: &Grid, limits: &Limits) -> Result<bool, Unsolved> {
        let mut parts = open_parts(grid);
        for cells in &parts {
            Window::around(cells)?;
        }
        parts.order_by_key(Vec::len);
        let Some(largest) = parts.pop() else {
            return Ok(false);
        };
        let mut others = 0;
        for cells in &parts {
            others ^= self.ask(grid, cells, None, Question::Nim, limits)?;
        }
        Ok(self.ask(grid, &largest, None, Question::Is(others), limits)? == 0)
    }

    /// Every move of a position whose parts are known, and whether it wins.
    ///
    /// # Errors
    ///
    /// The limits were reached before the answer was found, or the position has a part too large for
    /// the search.
    pub fn judge(
        &mut self,
        grid: &Grid,
        components: &[Component],
        limits: &Limits,
    ) -> Result<Vec<(Paint, bool)>, Unsolved> {
        let nim = components.iter().fold(0, |sum, part| sum ^ part.nim);
        let before = self.positions;
        let mut judged = Vec::new();
        for part in components {
            let wanted = nim ^ part.nim;
            for &cell in &part.cells {
                for colour in grid.allowed(cell).iter() {
                    let paint = Paint { cell, colour };
                    let question = Question::Is(wanted);
                    // No move of a lost position wins.
                    let wins = nim != 0 && {
                        let limits = self.left(before, limits)?;
                        self.ask(grid, &part.cells, Some(paint), question, &limits)? == 1
                    };
                    judged.push((paint, wins));
                }
            }
        }
        Ok(judged)
    }

    /// What is left of the limits after a search that began when this many positions had been
    /// looked at.
    fn left(&self, before: u64, limits: &Limits) -> Result<Limits, Unsolved> {
        let used = self.positions - before;
        let nodes = match limits.nodes {
            None => None,
            Some(nodes) if nodes > used => Some(nodes - used),
            Some(_) => return Err(Unsolved::OutOfTime),
        };
        Ok(Limits {
            nodes,
            ..limits.clone()
        })
    }

    /// How a game continues with best play: moves to the end, or as far as the
    /// limits allow. The loser makes the first possible move; the winner makes
    /// one by a strategy, or one that the search has found, if it can.
    pub fn line(&mut self, grid: &Grid, limits: &Limits) -> Vec<Paint> {
        let mut grid = grid.clone();
        let mut line = Vec::new();
        while let Some(paint) = self.next_of_line(&grid, limits) {
            if grid.paint(paint).is_err() {
                break;
            }
            line.push(paint);
        }
        line
    }

    fn next_of_line(&mut self, grid: &Grid, limits: &Limits) -> Option<Paint> {
        let any = || {
            let cell = grid.first_open()?;
            let colour = grid.allowed(cell).iter().next()?;
            Some(Paint { cell, colour })
        };
        match verdict(grid) {
            Some(Verdict::Won(paint, _)) => return Some(paint),
            Some(Verdict::Lost(_)) => return any(),
            None => {}
        }
        if !self.wins(grid, limits).ok()? {
            return any();
        }
        // What the search already knows takes no time, so it is tried first.
        [1 << 8, 1 << 12, 1 << 16, u64::MAX]
            .into_iter()
            .find_map(|nodes| {
                let few = Limits {
                    nodes: Some(nodes),
                    ..limits.clone()
                };
                grid.moves().into_iter().find(|paint| {
                    let mut after = grid.clone();
                    after.paint(*paint).is_ok() && self.wins(&after, &few) == Ok(false)
                })
            })
    }

    /// Asks about some cells, after a move in them.
    fn ask(
        &mut self,
        grid: &Grid,
        cells: &[Cell],
        paint: Option<Paint>,
        question: Question,
        limits: &Limits,
    ) -> Result<u16, Unsolved> {
        let ask = match grid.palette().iter().count() {
            // A page is small before it is fast. A colour that nothing can take changes no value.
            #[cfg(target_arch = "wasm32")]
            0..4 => Self::ask_of::<4>,
            #[cfg(not(target_arch = "wasm32"))]
            1 => Self::ask_of::<1>,
            #[cfg(not(target_arch = "wasm32"))]
            2 => Self::ask_of::<2>,
            #[cfg(not(target_arch = "wasm32"))]
            3 => Self::ask_of::<3>,
            4 => Self::ask_of::<4>,
            #[cfg(not(target_arch = "wasm32"))]
            5 => Self::ask_of::<5>,
            _ => Self::ask_of::<MOST_COLOURS>,
        };
        ask(self, grid, cells, paint, question, limits)
    }

    fn ask_of<const K: usize>(
        &mut self,
        grid: &Grid,
        cells: &[Cell],
        paint: Option<Paint>,
        question: Question,
        limits: &Limits,
    ) -> Result<u16, Unsolved> {
        let window = Window::around(cells)?;
        let mut colours = [U256::ZERO; K];
        for (colour, set) in grid.palette().iter().zip(&mut colours) {
            for cell in cells
                .iter()
                .filter(|cell| grid.allowed(**cell).contains(colour))
            {
                *set |= window.bit(*cell);
            }
            if let Some(paint) = paint {
                *set &= !window.bit(paint.cell);
                let beside = grid
                    .neighbours(paint.cell)
                    .filter(|_| colour == paint.colour);
                // A neighbour outside the window belongs to no part.
                for cell in beside.filter(|cell| {
                    cells
                        .binary_search_by_key(&key(*cell), |cell| key(*cell))
                        .is_ok()
                }) {
                    *set &= !window.bit(cell);
                }
            }
        }
        let Some(shape) = Shape::new(window.frame(), colours) else {
            return Err(Unsolved::TooLarge(window.size()));
        };
        let done = AtomicBool::new(false);
        let nodes = AtomicU64::new(0);
        let work = |thread| {
            let mut before = 0;
            let answer = loop {
                let tables = self.memory.tables();
                let mut search = NimSearch::<K> {
                    tables: &tables,
                    limits,
                    done: &done,
                    thread,
                    small: self.small,
                    pairings: self.pairings,
                    nodes: before,
                };
                let answer = match question {
                    Question::Nim => search.nim(shape),
                    Question::Is(nim) => search.is(shape, nim).map(u16::from),
                };
                before = search.nodes;
                drop(tables);
                match answer {
                    Ok(answer) => break Ok(answer),
                    Err(Stopped::OutOfTime) => break Err(Unsolved::OutOfTime),
                    Err(Stopped::Crowded) => self.memory.grow(),
                }
            };
            done.fetch_or(answer.is_ok(), Ordering::Relaxed);
            nodes.fetch_add(before, Ordering::Relaxed);
            answer
        };
        let threads = 0..self.threads.get();
        let answers = together(threads, |_, thread| work(thread)).into_iter();
        let answer = answers.reduce(|answer, other| answer.or(other));
        self.positions += nodes.into_inner();
        answer.unwrap_or(Err(Unsolved::OutOfTime))
    }
}

/// What to find out about a sum of parts.
#[derive(Clone, Copy)]
enum Question {
    /// Its Grundy value.
    Nim,
    /// 1 if it has this Grundy value, else 0.
    Is(u16),
}

/// The reading order of cells.
fn key(cell: Cell) -> (u64, u64) {
    (cell.y, cell.x)
}

/// The open cells of each part of the board. Cells belong together if they are
/// neighbours and share a possible colour.
pub(crate) fn open_parts(grid: &Grid) -> Vec<Vec<Cell>> {
    let mut seen = HashSet::new();
    let mut parts = Vec::new();
    for seed in grid.cells() {
        if grid.allowed(seed).is_empty() || !seen.insert(seed) {
            continue;
        }
        let mut part = vec![seed];
        let mut done = 0;
        while let Some(&cell) = part.get(done) {
            done += 1;
            for beside in grid.neighbours(cell) {
                let shares = grid
                    .allowed(cell)
                    .iter()
                    .any(|colour| grid.allowed(beside).contains(colour));
                if shares && seen.insert(beside) {
                    part.push(beside);
                }
            }
        }
        part.order_by_key(|cell| key(*cell));
        parts.push(part);
    }
    parts
}

/// The bounding box of some cells, on its side if it is higher than wide.
struct Window {
    left: u64,
    top: u64,
    width: u64,
    height: u64,
}

impl Window {
    fn around(cells: &[Cell]) -> Result<Window, Unsolved> {
        let range = |of: fn(&Cell) -> u64| {
            let least = cells.iter().map(of).min().unwrap_or(0);
            let most = cells.iter().map(of).max().unwrap_or(0);
            (least, most - least + 1)
        };
        let (left, width) = range(|cell| cell.x);
        let (top, height) = range(|cell| cell.y);
        let window = Window {
            left,
            top,
            width,
            height,
        };
        if window.size().cells() > Solver::MOST_CELLS {
            return Err(Unsolved::TooLarge(window.size()));
        }
        Ok(window)
    }

    fn size(&self) -> Size {
        Size {
            width: self.width,
            height: self.height,
        }
    }

    fn frame(&self) -> Frame {
        Frame {
            height: self.width.min(self.height) as u32,
            width: self.width.max(self.height) as u32,
        }
    }

    fn bit(&self, cell: Cell) -> U256 {
        let (x, y) = (cell.x - self.left, cell.y - self.top);
        if self.height <= self.width {
            U256::ONE << (x * self.height + y)
        } else {
            U256::ONE << (y * self.width + x)
        }
    }
}
