//! What one seat sees, as text: what a bot in another program is told.

use crate::diagnostic::Diagnostic;
use crate::game::Game;

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
