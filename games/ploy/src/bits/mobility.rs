//! Where the pieces of one side can go, computed all at once.

use super::{BOARD, Rays};

/// A side's moves other than turns in place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mobility {
    /// How many moves there are.
    pub(crate) moves: u32,
    /// The squares that the number depends on: changes elsewhere do not affect
    /// it.
    pub(crate) watched: u128,
}

impl Mobility {
    /// The moves of pieces with these lines, among own pieces and others.
    #[inline(always)]
    pub(crate) fn of(rays: &Rays, own: u128, others: u128) -> Mobility {
        let free = BOARD & !own;
        let empty = free & !others;
        let [n, ne, e, se, s, sw, w, nw] = rays;
        let mut mobility = Mobility::default();
        mobility.add::<1>(n, free, empty);
        mobility.add::<11>(ne, free, empty);
        mobility.add::<10>(e, free, empty);
        mobility.add::<9>(se, free, empty);
        mobility.add::<-1>(s, free, empty);
        mobility.add::<-11>(sw, free, empty);
        mobility.add::<-10>(w, free, empty);
        mobility.add::<-9>(nw, free, empty);
        mobility
    }

    /// Adds the moves in the direction with this stride.
    #[inline(always)]
    fn add<const STRIDE: i32>(&mut self, rays: &[u128; 5], free: u128, empty: u128) {
        let [shields, probes, lances, commanders, _] = *rays;
        let shields = shifted::<STRIDE>(shields);
        let near = shifted::<STRIDE>(commanders | probes | lances);
        // A second square for Probes and Lances, a third for Lances.
        let far = shifted::<STRIDE>(shifted::<STRIDE>(probes | lances) & empty);
        let lances = shifted::<STRIDE>(shifted::<STRIDE>(lances) & empty) & empty;
        let farthest = shifted::<STRIDE>(lances);
        self.moves += 8 * (shields & free).count_ones()
            + (near & free).count_ones()
            + (far & free).count_ones()
            + (farthest & free).count_ones();
        self.watched |= shields | near | far | farthest;
    }
}

/// All squares of a set, shifted by a stride.
#[inline(always)]
pub(crate) const fn shifted<const STRIDE: i32>(set: u128) -> u128 {
    if STRIDE > 0 {
        set << STRIDE
    } else {
        set >> -STRIDE
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::Direction;

    #[test]
    fn strides_are_those_of_the_directions() {
        let strides: Vec<i8> = Direction::all().map(Direction::stride).collect();
        assert_eq!(strides, [1, 11, 10, 9, -1, -11, -10, -9]);
    }
}
