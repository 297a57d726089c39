//! Symmetry, which maps positions to equivalent ones, and determinisation,
//! which makes up positions that fit what a viewer knows.

use std::fmt::Debug;

use rand::Rng;

use crate::game::{Game, Viewer};

/// A game whose board can be turned, reflected or recoloured.
///
/// # Examples
///
/// ```
/// use parlour_core::{Game, Notation, Symmetric};
/// use parlour_gridlock::Grid;
///
/// let grid = Grid::read_position("3x1 rg r..")?;
/// for symmetry in grid.symmetries() {
///     let image = grid.map(&symmetry);
///     assert_eq!(image.moves().len(), grid.moves().len());
/// }
/// # Ok::<(), parlour_core::Diagnostic>(())
/// ```
pub trait Symmetric: Game {
    /// A way to map positions onto equivalent ones.
    type Symmetry: Clone + Debug;

    /// Symmetries of this position's board; a set of generators is enough.
    fn symmetries(&self) -> Vec<Self::Symmetry>;

    /// The equivalent position.
    #[must_use]
    fn map(&self, symmetry: &Self::Symmetry) -> Self;

    /// The move that does in the mapped position what `chosen` does here.
    fn map_move(&self, symmetry: &Self::Symmetry, chosen: &Self::Move) -> Self::Move;

    /// The same for an outcome of a chance event.
    fn map_chance(&self, symmetry: &Self::Symmetry, outcome: &Self::Chance) -> Self::Chance;
}

/// A game that can make up a state consistent with what one viewer knows
/// (determinisation). Bots search such states; they never see the real one.
///
/// # Examples
///
/// ```
/// use parlour_core::{Game, Imagine, Viewer, luck};
/// use parlour_gridlock::Grid;
///
/// let grid: Grid = "2x1 rg r.".parse()?;
/// let seen = grid.view(Viewer::Public);
/// // Nothing is hidden, so only one state fits.
/// assert_eq!(Grid::imagine(&seen, Viewer::Public, &mut luck::seeded(1)), grid);
/// # Ok::<(), parlour_core::Diagnostic>(())
/// ```
#[doc(alias = "determinisation")]
#[doc(alias = "determinization")]
pub trait Imagine: Game {
    /// A random state that looks like `view` to `who`.
    fn imagine(view: &Self::View, who: Viewer, luck: &mut dyn Rng) -> Self;
}
