//! What one seat sees, as text: what a bot in another program gets.

use rand::Rng;

use crate::diagnostic::Diagnostic;
use crate::game::{Game, Viewer};
use crate::notation::Notation;
use crate::symmetry::Imagine;

/// A game with a text for every view.
///
/// A view's text is one line without control characters and contains all of the
/// view: it is read back as the same view. So two states that look the same to
/// a seat have the same text, and its reader knows what the seat may know and
/// nothing else.
///
/// # Examples
///
/// In an open game a view is a position.
///
/// ```
/// use parlour_core::{Game, Notation, Viewer, Views};
/// use parlour_gridlock::Grid;
///
/// let grid: Grid = "2x1 rg r.".parse()?;
/// let seen = Grid::write_view(&grid.view(Viewer::Public));
/// assert!(Grid::OPEN && seen == grid.write_position());
/// # Ok::<(), parlour_core::Diagnostic>(())
/// ```
pub trait Views: Game {
    /// Nothing is hidden from anybody: a view's text is the position's, and
    /// moves can be made from it.
    const OPEN: bool;

    /// The view as text.
    fn write_view(view: &Self::View) -> String;

    /// Reads a view. The spans of an error count bytes of `text`. Whatever is
    /// read can be imagined: see [`Imagine`](crate::Imagine).
    ///
    /// # Errors
    ///
    /// The text is not a view of this game.
    fn read_view(text: &str) -> Result<Self::View, Diagnostic>;
}

/// A game in which nothing is hidden from anybody. Its views are its positions,
/// and this one line gives it [`Views`] and [`Imagine`](crate::Imagine).
///
/// # Examples
///
/// ```
/// use parlour_core::{Game, Notation, Viewer, Views};
/// use parlour_gridlock::Grid; // `impl Open for Grid {}`
///
/// let grid = Grid::read_position("2x1 rg r.").expect("a position");
/// let seen = grid.view(Viewer::Public);
/// assert_eq!(Grid::write_view(&seen), grid.write_position());
/// ```
pub trait Open: Notation + Game<View = Self> {}

impl<G: Open> Views for G {
    const OPEN: bool = true;

    fn write_view(view: &G) -> String {
        view.write_position()
    }

    fn read_view(text: &str) -> Result<G, Diagnostic> {
        G::read_position(text)
    }
}

impl<G: Open> Imagine for G {
    fn imagine(view: &G, _: Viewer, _: &mut dyn Rng) -> G {
        view.clone()
    }
}
