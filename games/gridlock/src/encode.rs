//! Positions and moves as numbers. A move is its cell in reading order times the number of
//! colours, plus the place of its colour among those of the game.
//!
//! An observation has a plane for every colour of the game, 1 where a cell has it, and a last plane
//! full of ones if the viewing seat is to move.

use parlour_core::{Encode, Game, Seat, Turn};

use crate::rules::{Cell, Grid, Paint};

impl Grid {
    fn colours(&self) -> usize {
        self.palette().len()
    }

    /// The number of cells, as far as memory can hold them.
    fn cell_count(&self) -> usize {
        usize::try_from(self.size().cells()).unwrap_or(usize::MAX)
    }
}

impl Encode for Grid {
    const VERSION: u32 = 1;

    fn actions(&self) -> usize {
        self.cell_count().saturating_mul(self.colours())
    }

    fn number(&self, chosen: &Paint) -> Option<usize> {
        let Paint { cell, colour } = *chosen;
        if !self.size().contains(cell) {
            return None;
        }
        let at = cell.y.checked_mul(self.size().width)?.checked_add(cell.x)?;
        let colour = self.palette().iter().position(|listed| listed == colour)?;
        usize::try_from(at)
            .ok()?
            .checked_mul(self.colours())?
            .checked_add(colour)
    }

    fn numbered(&self, number: usize) -> Option<Paint> {
        if number >= self.actions() {
            return None;
        }
        let (at, colour) = (number / self.colours(), number % self.colours());
        let (at, width) = (at as u64, self.size().width);
        Some(Paint {
            cell: Cell {
                x: at % width,
                y: at / width,
            },
            colour: self.palette().iter().nth(colour)?,
        })
    }

    fn shape(&self) -> Vec<usize> {
        let side = |side: u64| usize::try_from(side).unwrap_or(usize::MAX);
        vec![
            self.colours() + 1,
            side(self.size().height),
            side(self.size().width),
        ]
    }

    fn observe(view: &Grid, seat: Seat, out: &mut [i8]) {
        let cells = view.cell_count();
        let mut planes = out.chunks_mut(cells.max(1));
        for colour in view.palette().iter() {
            if let Some(plane) = planes.next() {
                view.show(colour, plane);
            }
        }
        if let Some(turn) = planes.next() {
            turn.fill(i8::from(view.turn() == Turn::Seat(seat)));
        }
    }

    fn observe_from(&self, seat: Seat, out: &mut [i8]) {
        Self::observe(self, seat, out);
    }

    fn mask(&self, out: &mut [i8]) {
        if self.is_over() {
            return;
        }
        self.show_open(out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Colour, Setup, Size};
    use parlour_core::Symmetric;

    /// A rotated board gives rotated planes.
    #[test]
    fn symmetries_permute_the_planes() {
        let size = Size {
            width: 4,
            height: 4,
        };
        let palette = [Colour::Red, Colour::Blue].into_iter().collect();
        let mut grid = Grid::new(&Setup { size, palette }).expect("a small board");
        let seen = |grid: &Grid| {
            let mut out = vec![0; grid.shape().iter().product()];
            grid.observe_from(Seat(0), &mut out);
            out
        };
        for number in [0, 5, 16, 31] {
            let chosen = grid.numbered(number).expect("a cell of the grid");
            grid.play(&chosen).expect("far from the others");
            for symmetry in grid.symmetries() {
                let (plain, mapped) = (seen(&grid), seen(&grid.map(&symmetry)));
                for action in 0..grid.actions() {
                    let chosen = grid.numbered(action).expect("below the number of actions");
                    let image = grid.map_move(&symmetry, &chosen);
                    let image = grid.number(&image).expect("a move has a number");
                    let place = |action: usize| action % 2 * 16 + action / 2;
                    assert_eq!(plain[place(action)], mapped[place(image)], "{symmetry:?}");
                }
            }
        }
    }
}
