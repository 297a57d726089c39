//! A turn of a solo game, for searches.
//!
//! Where exactly the pawn walked is left open: what counts is the area in which
//! it is. The next insertion then decides which of its squares were good.

use crate::board::{MazeBits, Pushed, carry, joined, places, ride};
use crate::rules::{Place, Sides};

/// A position between two turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct State {
    pub(crate) board: MazeBits,
    /// The squares where the pawn may be.
    pub(crate) area: u64,
    /// The tiles with treasures that are still needed.
    pub(crate) wanted: u64,
}

/// A possible turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) place: Place,
    pub(crate) sides: Sides,
    /// Where the pawn may walk to.
    pub(crate) area: u64,
    /// What is still wanted after it.
    pub(crate) wanted: u64,
}

impl State {
    /// Calls `take` with every possible turn.
    #[inline]
    pub(crate) fn steps(&self, mut take: impl FnMut(Step)) {
        for &place in places() {
            let riders = ride(self.area, place);
            if riders == 0 {
                continue;
            }
            let pushed = self.board.push(place);
            let wanted = carry(self.wanted, place);
            let areas = Areas::of(&pushed, riders);
            for &(_, sides) in self.board.lies() {
                areas.with(sides, |area| {
                    take(Step {
                        place,
                        sides,
                        area,
                        wanted: wanted & !area,
                    });
                });
            }
        }
    }

    /// The position after a turn.
    pub(crate) fn after(&self, step: &Step) -> State {
        State {
            board: self.board.push(step.place).lay(step.sides),
            area: step.area,
            wanted: step.wanted,
        }
    }

    /// Whether everything is found and the pawn may be at home.
    pub(crate) fn won(&self, home: u64) -> bool {
        self.wanted == 0 && self.area & home != 0
    }
}

/// The most pieces into which an area can fall when a line moves: each has one
/// of the line's six other squares, or one of the 14 beside the line.
const MOST_APART: usize = 20;

/// The areas of a board in which the pawn may be, before the new tile connects
/// some of them.
pub(crate) struct Areas {
    /// Next to the new tile, by its sides.
    regions: [u64; 4],
    /// Regions with a rider, each once.
    beside: [u64; 4],
    /// The others; no tile connects them.
    apart: [u64; MOST_APART],
    count: usize,
    entry: u64,
    riders: u64,
}

impl Areas {
    #[inline]
    pub(crate) fn of(pushed: &Pushed, riders: u64) -> Areas {
        let regions = pushed.regions(pushed.doors(), 0);
        let mut beside = [0; 4];
        let mut seen = 0;
        for (region, beside) in regions.iter().zip(&mut beside) {
            if region & seen == 0 && region & riders != 0 {
                *beside = *region;
            }
            seen |= region;
        }
        let mut apart = [0; MOST_APART];
        let mut count = 0;
        let mut left = riders & !seen & !pushed.entry();
        while left != 0 {
            let area = pushed.flood(left & left.wrapping_neg());
            apart[count] = area;
            count += 1;
            left &= !area;
        }
        Areas {
            regions,
            beside,
            apart,
            count,
            entry: pushed.entry(),
            riders,
        }
    }

    /// Calls `take` with every area in which the pawn may be if the tile has
    /// these open sides.
    #[inline]
    pub(crate) fn with(&self, sides: Sides, mut take: impl FnMut(u64)) {
        let new = self.entry | joined(&self.regions, sides);
        if new & self.riders != 0 {
            take(new);
        }
        for &region in &self.beside {
            if region != 0 && region & new == 0 {
                take(region);
            }
        }
        for &area in &self.apart[..self.count] {
            take(area);
        }
    }
}
