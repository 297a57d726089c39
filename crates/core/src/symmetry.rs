//! Positions that are the same but for their looks, and positions that look
//! the same but need not be.

use std::fmt::Debug;

use rand::Rng;

use crate::game::{Game, Viewer};

/// A game whose board can be turned, reflected or recoloured.
pub trait Symmetric: Game {
    /// A way to map positions onto equivalent ones.
    type Symmetry: Clone + Debug;

    /// Symmetries of this position's board; those that make all others by
    /// combination are enough.
    fn symmetries(&self) -> Vec<Self::Symmetry>;

    /// The equivalent position.
    #[must_use]
    fn map(&self, symmetry: &Self::Symmetry) -> Self;

    /// The move that does in the mapped position what `chosen` does here.
    fn map_move(&self, symmetry: &Self::Symmetry, chosen: &Self::Move) -> Self::Move;

    /// The same for what luck does.
    fn map_chance(&self, symmetry: &Self::Symmetry, outcome: &Self::Chance) -> Self::Chance;
}

/// A game where a state can be made up that fits what one viewer knows.
/// Bots search in such states; they never see the real one.
pub trait Imagine: Game {
    /// A random state that looks like `view` to `who`.
    fn imagine(view: &Self::View, who: Viewer, luck: &mut dyn Rng) -> Self;
}
