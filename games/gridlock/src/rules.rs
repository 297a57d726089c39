//! The rules: two players paint the cells of a grid, never like a neighbour; a
//! player who cannot move loses.

mod colour;
mod grid;
mod symmetry;

use parlour_core::{Game, Illegal, Never, Outcome, Seat, SetupError, Turn, Viewer};

pub use colour::{Colour, Palette};
pub use grid::{Cell, Grid, Paint, Refusal, Size};
pub use symmetry::Symmetry;

/// Size and colours of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The size of the grid.
    pub size: Size,
    /// The colours that both players may use; at least one.
    pub palette: Palette,
}

impl Grid {
    /// The position at the start.
    ///
    /// # Errors
    ///
    /// The board is too large to be played on.
    pub fn new(setup: &Setup) -> Result<Self, SetupError> {
        if setup.palette.is_empty() {
            return Err(SetupError::new("colours", "at least one colour is needed"));
        }
        let grid = Grid::empty(setup.size, setup.palette, Grid::MOST_CELLS);
        if !grid.is_whole() {
            return Err(SetupError::new(
                "size",
                format!(
                    "{} is too large to play on; a board may have up to {} cells, such as 1024x1024",
                    setup.size,
                    Grid::MOST_CELLS
                ),
            ));
        }
        Ok(grid)
    }
}

impl Game for Grid {
    type Move = Paint;
    type Chance = Never;
    type View = Grid;

    fn seats(&self) -> u8 {
        2
    }

    fn turn(&self) -> Turn {
        let mover = (self.painted() % 2) as u8;
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

    fn view(&self, _: Viewer) -> Grid {
        self.clone()
    }
}

/// A refusal in words for a player.
pub(crate) fn illegal(grid: &Grid, paint: Paint, refusal: Refusal) -> Illegal {
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
    match (size.width.checked_sub(1), size.height.checked_sub(1)) {
        (Some(x), Some(y)) => format!("x runs from 0 to {x}, y from 0 to {y}"),
        _ => "this grid has no cells".to_owned(),
    }
}

/// `red`, `red or green`, `red, green or blue`.
fn either(palette: Palette) -> String {
    let words: Vec<_> = palette.iter().map(Colour::word).collect();
    match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => String::new(),
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

    #[test]
    fn the_example_game_ends_after_five_moves() {
        use Colour::{Green, Red};
        let mut game = grid(3, 3, &[Red, Green]);
        for (x, y, colour) in [
            (0, 0, Red),
            (2, 0, Red),
            (1, 1, Green),
            (0, 2, Red),
            (2, 2, Red),
        ] {
            assert!(matches!(game.turn(), Turn::Seat(_)));
            let cell = Cell { x, y };
            game.play(&Paint { cell, colour }).expect("legal");
        }
        assert_eq!(game.turn(), Turn::Over(Outcome::Win(Seat(0))));
        assert_eq!(game.moves(), []);
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
