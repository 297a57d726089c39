//! Strategies with a proof, on boards of any size. `docs/knowledge/gridlock.md` has the
//! proofs.
//!
//! A pairing gives every open vertex, a cell with a colour that may go there,
//! another one that may still be painted afterwards. A player who can always
//! reply with the partner makes the last move.

use std::fmt;

use parlour_core::{Game, Seat, Sorting};

use crate::rules::{Cell, Colour, Grid, Paint, Palette, Size};

/// Why a position is won or lost, whatever the other player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Strategy {
    /// Every open cell has more colours left than open neighbours, so that all
    /// of them will be painted: parity decides.
    Parity,
    /// Every move is answered with its partner.
    #[doc(alias = "pairing strategy")]
    Pairing(Pairing),
}

/// How to find the partner of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    place: Place,
    /// The first colour is swapped with the second, the third with the fourth
    /// and so on.
    swaps_colours: bool,
}

/// Which cell is the partner of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    HalfTurn,
    LeftRight,
    TopBottom,
    /// On four rows: two rows away in the same column.
    TwoRows,
    /// On four columns: two columns away in the same row.
    TwoColumns,
}

/// What a strategy says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The player to move loses.
    Lost(Strategy),
    /// This move wins.
    Won(Paint, Strategy),
}

impl Verdict {
    /// The reason.
    #[must_use]
    pub fn strategy(self) -> Strategy {
        match self {
            Verdict::Lost(strategy) | Verdict::Won(_, strategy) => strategy,
        }
    }
}

/// A pairing may be broken in as many cells as a move touches, together with
/// their partners; if it is broken in more, no move repairs it.
const MOST_DISTURBED: usize = 10;

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Strategy::Pairing(pairing) = self else {
            return f.write_str(
                "every open cell has a colour to spare, so all will be painted, and their number decides",
            );
        };
        let place = match pairing.place {
            Place::HalfTurn => "at the place opposite the centre",
            Place::LeftRight => "at the place mirrored left to right",
            Place::TopBottom => "at the place mirrored top to bottom",
            Place::TwoRows => "two rows away in the same column",
            Place::TwoColumns => "two columns away in the same row",
        };
        let colour = if pairing.swaps_colours {
            "in the other colour of its pair"
        } else {
            "in the same colour"
        };
        write!(f, "every move can be answered {place}, {colour}")
    }
}

/// The winner on the empty board, and why, if a strategy settles it. Takes no
/// time on any board.
#[must_use]
pub fn winner(size: Size, palette: Palette) -> Option<(Seat, Strategy)> {
    let Size { width, height } = size;
    let colours = palette.iter().count() as u64;
    let (first, second) = (Seat(0), Seat(1));
    let odd = [width, height].map(|side| side % 2 == 1);
    let half_turn = |swaps_colours| {
        Strategy::Pairing(Pairing {
            place: Place::HalfTurn,
            swaps_colours,
        })
    };
    let plain = |place| {
        Strategy::Pairing(Pairing {
            place,
            swaps_colours: false,
        })
    };
    let neighbours = width.saturating_sub(1).min(2) + height.saturating_sub(1).min(2);
    match odd {
        _ if width == 0 || height == 0 => Some((second, Strategy::Parity)),
        [true, true] => Some((first, half_turn(false))),
        [false, false] => Some((second, half_turn(false))),
        _ if colours.is_multiple_of(2) => Some((second, half_turn(true))),
        _ if height == 4 => Some((second, plain(Place::TwoRows))),
        _ if width == 4 => Some((second, plain(Place::TwoColumns))),
        // An even number of cells.
        _ if colours > neighbours => Some((second, Strategy::Parity)),
        _ if colours == 1 && height == 2 => Some((first, plain(Place::LeftRight))),
        _ if colours == 1 && width == 2 => Some((first, plain(Place::TopBottom))),
        _ => None,
    }
}

/// What a strategy says about a position, if one applies. Looks at every cell a
/// few times.
#[must_use]
pub fn verdict(grid: &Grid) -> Option<Verdict> {
    parity(grid).or_else(|| {
        pairings(grid)
            .into_iter()
            .find_map(|pairing| pairing.verdict(grid))
    })
}

fn parity(grid: &Grid) -> Option<Verdict> {
    let mut open = 0_u64;
    for cell in grid.cells() {
        let colours = grid.allowed(cell);
        if colours.is_empty() {
            continue;
        }
        open += 1;
        let neighbours = grid
            .neighbours(cell)
            .filter(|beside| !grid.allowed(*beside).is_empty());
        if colours.iter().count() <= neighbours.count() {
            return None;
        }
    }
    if open.is_multiple_of(2) {
        return Some(Verdict::Lost(Strategy::Parity));
    }
    let cell = grid.first_open()?;
    let colour = grid.allowed(cell).iter().next()?;
    Some(Verdict::Won(Paint { cell, colour }, Strategy::Parity))
}

/// The pairings that a board may have.
fn pairings(grid: &Grid) -> Vec<Pairing> {
    let Size { width, height } = grid.size();
    let even = grid.palette().iter().count().is_multiple_of(2);
    let mirrors = [Place::HalfTurn, Place::LeftRight, Place::TopBottom];
    let same = mirrors.into_iter().map(|place| (place, false));
    let swapped = mirrors
        .into_iter()
        .filter(|_| even)
        .map(|place| (place, true));
    let rows = (height == 4).then_some((Place::TwoRows, false));
    let columns = (width == 4).then_some((Place::TwoColumns, false));
    same.chain(swapped)
        .chain(rows)
        .chain(columns)
        .map(|(place, swaps_colours)| Pairing {
            place,
            swaps_colours,
        })
        .collect()
}

impl Pairing {
    fn verdict(self, grid: &Grid) -> Option<Verdict> {
        let mut disturbed = Vec::new();
        for cell in grid.cells() {
            if !self.holds_at(grid, cell) {
                if disturbed.len() == MOST_DISTURBED {
                    return None;
                }
                disturbed.push(cell);
            }
        }
        let strategy = Strategy::Pairing(self);
        if disturbed.is_empty() {
            return Some(Verdict::Lost(strategy));
        }
        // A move that repairs the pairing touches a broken cell.
        let mut near = disturbed.clone();
        near.extend(disturbed.iter().flat_map(|cell| grid.neighbours(*cell)));
        near.order();
        near.dedup();
        near.into_iter()
            .flat_map(|cell| {
                grid.allowed(cell)
                    .iter()
                    .map(move |colour| Paint { cell, colour })
            })
            .find(|paint| self.is_repaired_by(grid, *paint, &disturbed))
            .map(|paint| Verdict::Won(paint, strategy))
    }

    fn is_repaired_by(self, grid: &Grid, paint: Paint, disturbed: &[Cell]) -> bool {
        let mut after = grid.clone();
        let touched = grid.neighbours(paint.cell).chain([paint.cell]);
        after.play(&paint).is_ok()
            && disturbed.iter().copied().chain(touched).all(|cell| {
                self.holds_at(&after, cell) && self.holds_at(&after, self.cell(&after, cell))
            })
    }

    /// Whether the partners of this cell's open vertices are open, too, and
    /// neither the same nor neighbours.
    fn holds_at(self, grid: &Grid, cell: Cell) -> bool {
        let other = self.cell(grid, cell);
        let allowed = grid.allowed(cell);
        let mirrored: Palette = allowed
            .iter()
            .map(|colour| self.colour(grid, colour))
            .collect();
        if mirrored != grid.allowed(other) {
            return false;
        }
        let is_beside = || grid.neighbours(cell).any(|beside| beside == other);
        allowed.is_empty() || cell != other && (self.swaps_colours || !is_beside())
    }

    fn cell(self, grid: &Grid, cell: Cell) -> Cell {
        let Size { width, height } = grid.size();
        let Cell { x, y } = cell;
        match self.place {
            Place::HalfTurn => Cell {
                x: width - 1 - x,
                y: height - 1 - y,
            },
            Place::LeftRight => Cell {
                x: width - 1 - x,
                y,
            },
            Place::TopBottom => Cell {
                x,
                y: height - 1 - y,
            },
            Place::TwoRows => Cell { x, y: y ^ 2 },
            Place::TwoColumns => Cell { x: x ^ 2, y },
        }
    }

    fn colour(self, grid: &Grid, colour: Colour) -> Colour {
        if !self.swaps_colours {
            return colour;
        }
        let palette: Vec<Colour> = grid.palette().iter().collect();
        palette
            .iter()
            .position(|own| *own == colour)
            .and_then(|at| palette.get(at ^ 1))
            .copied()
            .unwrap_or(colour)
    }
}
