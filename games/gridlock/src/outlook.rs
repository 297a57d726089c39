//! A static evaluation: who will probably move last.
//!
//! A cell with more colours left than open neighbours that could take one away
//! is *safe*: somebody will paint it, whatever happens. Once all open cells are
//! safe, their number decides who moves last. Until then the players fight over
//! the others.

use crate::rules::{Cell, Grid};

/// The chance of the player to move, by the number of contested cells and the
/// parity of the safe ones. The first row is exact; the others were estimated
/// from random games with one to three colours.
const CHANCES: [[f64; 2]; 3] = [[0.0, 1.0], [0.98, 0.9], [0.9, 0.2]];

/// The chance of winning of the player to move.
pub(crate) fn outlook(grid: &Grid) -> Option<f64> {
    let (mut safe, mut fought_over) = (0, 0);
    for cell in grid.cells() {
        match grid.allowed(cell).len() {
            0 => {}
            colours if colours > rivals(grid, cell) => safe += 1,
            _ => fought_over += 1,
        }
        if fought_over == CHANCES.len() {
            return None;
        }
    }
    Some(CHANCES[fought_over][safe % 2])
}

/// The open neighbours that could take a colour away from a cell.
fn rivals(grid: &Grid, cell: Cell) -> usize {
    let colours = grid.allowed(cell);
    let rivals = grid.neighbours(cell);
    rivals
        .filter(|other| grid.allowed(*other).meets(colours))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Size;
    use crate::{Colour, Setup, Solver};
    use parlour_core::luck::{self, Luck};
    use parlour_core::{Game, Limits, below};

    /// Visits every position of a random game, up to its last move.
    fn wander(colours: usize, luck: &mut Luck, mut look: impl FnMut(&Grid)) {
        let setup = Setup {
            size: Size {
                width: 4,
                height: 4,
            },
            palette: Colour::ALL.into_iter().take(colours).collect(),
        };
        let mut grid = Grid::new(&setup).expect("a small board");
        while !grid.is_over() {
            look(&grid);
            let moves = grid.moves();
            let chosen = below(luck, moves.len() as u64).expect("there are moves");
            grid.play(&moves[chosen as usize]).expect("legal");
        }
    }

    #[test]
    fn where_nothing_is_fought_over_it_is_certain_and_else_it_is_mostly_right() {
        let mut luck = luck::seeded(1);
        let mut solver = Solver::new(1 << 20);
        let (mut certain, mut likely, mut right) = (0, 0, 0);
        for round in 0..200 {
            wander(1 + round % 3, &mut luck, |grid| {
                let Some(chance) = outlook(grid) else {
                    return;
                };
                let wins = solver.wins(grid, &Limits::nodes(u64::MAX));
                let wins = wins.expect("a small board");
                if chance == 0.0 || chance == 1.0 {
                    certain += 1;
                    assert_eq!(chance == 1.0, wins, "{grid:?}");
                } else {
                    likely += 1;
                    right += u32::from((chance > 0.5) == wins);
                }
            });
        }
        assert!(certain > 500 && likely > 200, "{certain} {likely}");
        assert!(10 * right > 8 * likely, "{right} of {likely}");
    }

    #[test]
    fn a_wide_open_board_tells_nothing_and_five_colours_tell_all() {
        let mut luck = luck::seeded(1);
        let mut told = 0;
        wander(2, &mut luck, |grid| {
            told += u32::from(grid.painted() < 4 && outlook(grid).is_some());
        });
        assert_eq!(told, 0);
        // With more colours than neighbours every cell will be painted.
        wander(5, &mut luck, |grid| {
            let left = 16 - grid.painted();
            assert_eq!(outlook(grid), Some((left % 2) as f64), "{grid:?}");
        });
    }
}
