//! What one seat sees, as text: what a bot in another program is told.

use rand::Rng;

use crate::diagnostic::Diagnostic;
use crate::game::{Game, Viewer};
use crate::notation::Notation;
use crate::symmetry::Imagine;

/// A game with a text for every view.
///
/// A view's text is one line without control characters, and all of the view:
/// it is read back as the same view. So two states that look the same to a seat
/// have the same text, and whoever is given it knows what the seat may know and
/// nothing else.
pub trait Views: Game {
    /// Nothing is hidden from anybody: a view's text is the position's, and
    /// moves can be made from it.
    const OPEN: bool;

    /// The view as text.
    fn write_view(view: &Self::View) -> String;

    /// Reads a view. The spans of an error count bytes of `text`. What is read
    /// can be imagined: see [`Imagine`](crate::Imagine).
    fn read_view(text: &str) -> Result<Self::View, Diagnostic>;
}

/// A game in which nothing is hidden from anybody. Its views are its
/// positions, and with this line it has [`Views`] and
/// [`Imagine`](crate::Imagine).
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
