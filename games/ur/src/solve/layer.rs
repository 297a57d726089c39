//! The values of all positions with so many pieces still on their way.

use super::geometry::{Geometry, LANES, PRIVATE, SHARED, Shape, sets_up_to};

/// Values of positions that differ in squares 13 and 14 only. Lanes that the
/// players have not enough pieces for hold any number.
pub(super) type Group = [f64; LANES];

/// The chance that red wins, for all positions with so many pieces of red and
/// of green that are not home, before the throw.
pub(super) struct Layer {
    pub(super) shape: Shape,
    /// With red to throw, and with green to throw.
    pub(super) red_throws: Vec<Group>,
    pub(super) green_throws: Vec<Group>,
}

impl Layer {
    /// A layer with everything undecided.
    pub(super) fn undecided(geometry: &Geometry, red: u32, green: u32) -> Layer {
        let shape = Shape::new(geometry, red, green);
        Layer {
            red_throws: vec![[0.5; LANES]; shape.groups],
            green_throws: vec![[0.5; LANES]; shape.groups],
            shape,
        }
    }

    /// The same layer with the players exchanged.
    pub(super) fn exchanged(&self, geometry: &Geometry) -> Layer {
        let mut other = Layer::undecided(geometry, self.shape.green, self.shape.red);
        for shared in 0..SHARED {
            self.each_position(geometry, shared, |position| {
                let (group, lane) = position.place(&self.shape, geometry);
                let exchanged = position.exchanged(geometry);
                let (to, to_lane) = exchanged.place(&other.shape, geometry);
                other.red_throws[to][to_lane] = 1.0 - self.green_throws[group][lane];
                other.green_throws[to][to_lane] = 1.0 - self.red_throws[group][lane];
            });
        }
        other
    }

    /// Calls `visit` with every position that has these shared squares.
    pub(super) fn each_position(
        &self,
        geometry: &Geometry,
        shared: usize,
        mut visit: impl FnMut(Placed),
    ) {
        let left = geometry.left(self.shape.red, self.shape.green, shared);
        let Some((left_red, left_green)) = left else {
            return;
        };
        let sets = |left: u32| (0..PRIVATE).filter(move |set| set.count_ones() <= left);
        for red_private in sets(left_red) {
            for green_private in sets(left_green) {
                visit(Placed {
                    shared,
                    red_private,
                    green_private,
                });
            }
        }
    }

    /// How many positions a layer has, with one of the players to throw.
    pub(super) fn positions(geometry: &Geometry, red: u32, green: u32) -> u64 {
        (0..SHARED)
            .filter_map(|shared| geometry.left(red, green, shared))
            .map(|(red, green)| u64::from(sets_up_to(6, red) * sets_up_to(6, green)))
            .sum()
    }
}

/// Where the pieces on the board are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) shared: usize,
    pub(super) red_private: u8,
    pub(super) green_private: u8,
}

impl Placed {
    pub(super) fn exchanged(self, geometry: &Geometry) -> Placed {
        Placed {
            shared: geometry.exchanged(self.shared),
            red_private: self.green_private,
            green_private: self.red_private,
        }
    }

    /// Group and lane of its values.
    pub(super) fn place(self, shape: &Shape, geometry: &Geometry) -> (usize, usize) {
        let row = geometry.rank(self.red_private & 0xf);
        let column = geometry.rank(self.green_private & 0xf);
        let group = shape.first(self.shared) + row * shape.width(self.shared) + column;
        let lane = self.red_private >> 4 | self.green_private >> 4 << 2;
        (group as usize, usize::from(lane))
    }
}
