//! The grid that counts its closed cells, compared with one that looks at every
//! cell.

use parlour_core::{Game, below, luck};
use parlour_gridlock::{Cell, Colour, Grid, Paint, Palette, Setup, Size};

/// The rules as the document states them, looking at everything every time.
struct Plain {
    width: usize,
    height: usize,
    palette: Vec<Colour>,
    cells: Vec<Option<Colour>>,
}

impl Plain {
    fn at(&self, x: i64, y: i64) -> Option<Colour> {
        let inside = (0..self.width as i64).contains(&x) && (0..self.height as i64).contains(&y);
        inside.then(|| self.cells[y as usize * self.width + x as usize])?
    }

    fn is_legal(&self, x: usize, y: usize, colour: Colour) -> bool {
        let (column, row) = (x as i64, y as i64);
        let sides = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        x < self.width
            && y < self.height
            && self.palette.contains(&colour)
            && self.at(column, row).is_none()
            && sides
                .iter()
                .all(|(dx, dy)| self.at(column + dx, row + dy) != Some(colour))
    }

    fn moves(&self) -> Vec<Paint> {
        let mut moves = Vec::new();
        for y in 0..self.height {
            for x in 0..self.width {
                for colour in Colour::ALL {
                    if self.is_legal(x, y, colour) {
                        let cell = Cell {
                            x: x as u64,
                            y: y as u64,
                        };
                        moves.push(Paint { cell, colour });
                    }
                }
            }
        }
        moves
    }
}

#[test]
fn the_counting_grid_agrees_with_the_plain_one() {
    let mut luck = luck::seeded(2026);
    let mut number = |bound: u64| below(&mut luck, bound).unwrap_or(0);
    for _ in 0..300 {
        let (width, height) = (number(7), number(7));
        let palette: Vec<Colour> = Colour::ALL.into_iter().filter(|_| number(2) == 0).collect();
        let setup = Setup {
            size: Size { width, height },
            palette: palette.iter().copied().collect::<Palette>(),
        };
        let Ok(mut grid) = Grid::new(&setup) else {
            assert!(palette.is_empty(), "only a game without colours is refused");
            continue;
        };
        let mut plain = Plain {
            width: width as usize,
            height: height as usize,
            palette,
            cells: vec![None; (width * height) as usize],
        };
        // Some moves are off the board, in a wrong colour, or on a painted
        // cell.
        for _ in 0..6 * width * height + 5 {
            assert_eq!(grid.moves(), plain.moves());
            assert_eq!(grid.is_over(), plain.moves().is_empty());
            assert_eq!(
                grid.first_open(),
                plain.moves().first().map(|paint| paint.cell)
            );
            let (x, y) = (number(width + 1), number(height + 1));
            let colour = Colour::ALL[number(6) as usize];
            let legal = plain.is_legal(x as usize, y as usize, colour);
            let cell = Cell { x, y };
            assert_eq!(grid.play(&Paint { cell, colour }).is_ok(), legal);
            if legal {
                plain.cells[(y * width + x) as usize] = Some(colour);
                assert_eq!(grid.colour(cell), Some(colour));
            }
        }
    }
}
