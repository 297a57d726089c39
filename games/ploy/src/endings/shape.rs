//! The pieces that stand beside a Commander: seven shapes, each turned in up to eight ways.

use std::fmt;

/// How many ways a piece can be turned. A straight Probe looks the same after half a circle: two
/// ways of turning it are then one position.
pub(crate) const TURNS: usize = 8;

/// What a piece looks like, however it is turned. A Commander always has the lines of a cross.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// One line.
    Shield,
    /// Two neighbouring lines.
    Probe45,
    /// Two lines at a right angle.
    Probe90,
    /// Two lines that point away from each other.
    Probe180,
    /// Three neighbouring lines.
    Lance45,
    /// Three lines like a T.
    Lance90,
    /// Three lines like a Y.
    Lance135,
}

impl Shape {
    /// All of them, from the weakest kind to the strongest.
    pub const ALL: [Shape; 7] = [
        Shape::Shield,
        Shape::Probe45,
        Shape::Probe90,
        Shape::Probe180,
        Shape::Lance45,
        Shape::Lance90,
        Shape::Lance135,
    ];

    /// The name in commands: the kind, and the angle between the lines, or between the middle one
    /// and the others.
    #[must_use]
    pub const fn name(self) -> &'static str {
        [
            "shield", "probe45", "probe90", "probe180", "lance45", "lance90", "lance135",
        ][self as usize]
    }

    /// The shape of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Shape> {
        Shape::ALL.into_iter().find(|shape| shape.name() == name)
    }

    /// The lines, turned to the north.
    pub(crate) const fn lines(self) -> u8 {
        [1, 3, 5, 17, 131, 69, 146][self as usize]
    }

    /// The shape of a piece with these lines, and how it is turned.
    pub(crate) fn of(lines: u8) -> Option<(Shape, usize)> {
        Shape::ALL.into_iter().find_map(|shape| {
            let turned = |turn: &usize| shape.lines().rotate_left(*turn as u32) == lines;
            Some((shape, (0..TURNS).find(turned)?))
        })
    }

    /// How many squares it can move.
    pub(crate) const fn reach(self) -> usize {
        self.lines().count_ones() as usize
    }

    /// Whether it may turn after a step.
    pub(crate) const fn turns_after_a_step(self) -> bool {
        matches!(self, Shape::Shield)
    }

    /// After how many eighths of a circle it looks the same.
    pub(crate) fn period(self) -> usize {
        let same = |turn: &usize| self.lines().rotate_left(*turn as u32) == self.lines();
        (1..TURNS).find(same).unwrap_or(TURNS)
    }

    /// How a piece turned like that is turned in a mirror in which north stays north.
    pub(crate) fn mirrored(self, turn: usize) -> usize {
        let seen = self.lines().reverse_bits().rotate_left(1);
        let (shape, facing) = Shape::of(seen).expect("every shape is symmetric");
        debug_assert_eq!(shape, self);
        (facing + TURNS - turn) % TURNS
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_of_the_start_has_a_shape() {
        for lines in [84, 41, 56, 24, 40, 17, 48, 16, 1, 3, 130, 129, 69, 146, 131] {
            let (shape, turn) = Shape::of(lines).expect("a piece of the game");
            assert_eq!(shape.lines().rotate_left(turn as u32), lines);
            assert_eq!(Shape::named(shape.name()), Some(shape));
        }
        // A Commander, and what only a made-up position has.
        for lines in [170, 85, 15, 9, 255] {
            assert_eq!(Shape::of(lines), None, "{lines}");
        }
    }

    #[test]
    fn shapes_turn_and_mirror_onto_themselves() {
        for shape in Shape::ALL {
            assert_eq!(shape.period() == 4, shape == Shape::Probe180);
            for turn in 0..TURNS {
                assert_eq!(shape.mirrored(shape.mirrored(turn)), turn);
                let lines = |turn| shape.lines().rotate_left(turn as u32);
                let seen = lines(turn).reverse_bits().rotate_left(1);
                assert_eq!(lines(shape.mirrored(turn)), seen);
            }
        }
    }
}
