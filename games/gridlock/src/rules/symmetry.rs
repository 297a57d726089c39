//! Symmetries of the grid and its colours.

use parlour_core::{Never, Symmetric};

use super::colour::Colour;
use super::grid::{Cell, Grid, Paint, Size};

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
        let colours: Vec<Colour> = self.palette().iter().collect();
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
                width: self.size().height,
                height: self.size().width,
            },
            _ => self.size(),
        };
        let mut mapped = Grid::empty(size, self.palette(), Grid::MOST_CELLS);
        for cell in self.cells() {
            if let Some(colour) = self.colour(cell) {
                mapped
                    .paint(symmetry.map(self.size(), Paint { cell, colour }))
                    .expect("a symmetry keeps neighbours neighbours");
            }
        }
        mapped
    }

    fn map_move(&self, symmetry: &Symmetry, chosen: &Paint) -> Paint {
        symmetry.map(self.size(), *chosen)
    }

    fn map_chance(&self, _: &Symmetry, outcome: &Never) -> Never {
        *outcome
    }
}
