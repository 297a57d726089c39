//! The JSON forms of a game, without its types.

use std::marker::PhantomData;

use schemars::Schema;

use super::record::{read_record, read_step, write_record, write_step};
use super::{Form, JsonText};
use crate::diagnostic::Diagnostic;
use crate::game::{Odds, Viewer};
use crate::playable::Playable;
use crate::position::{Position, Typed};
use crate::record::AnyRecord;
use crate::step::AnyStep;

/// The JSON forms of a game, see [`GameEntry::json`](crate::GameEntry::json).
///
/// # Examples
///
/// ```
/// use parlour_core::{Entry, GameEntry};
/// use parlour_gridlock::Grid;
///
/// let game: &dyn GameEntry = &Entry::<Grid>::new();
/// let position = game.read_position("2x1 rg r.")?;
/// let json = game.json().write_position(&*position);
/// let again = game.json().read_position(json.get())?;
/// assert_eq!(again.text(), position.text());
/// # Ok::<(), parlour_core::Diagnostic>(())
/// ```
pub trait AnyForms: Send + Sync {
    /// Writes a position.
    fn write_position(&self, position: &dyn Position) -> JsonText;

    /// Reads a position.
    ///
    /// # Errors
    ///
    /// The JSON is malformed, or its value is impossible.
    fn read_position(&self, json: &str) -> Result<Box<dyn Position>, Diagnostic>;

    /// Writes what a viewer sees of a position.
    fn write_view(&self, position: &dyn Position, who: Viewer) -> JsonText;

    /// Writes a step that can be taken in a position.
    fn write_step(&self, position: &dyn Position, step: &AnyStep) -> JsonText;

    /// Writes the legal moves or, at a chance event, its outcomes, in the order of
    /// [`Position::moves`].
    fn write_moves(&self, position: &dyn Position) -> Vec<JsonText>;

    /// Reads a step: a move or, at a chance event, its outcome. Whether it is
    /// legal is for [`Position::take`] to say.
    ///
    /// # Errors
    ///
    /// The JSON is malformed, or its value is impossible.
    fn read_step(&self, position: &dyn Position, json: &str) -> Result<AnyStep, Diagnostic>;

    /// Writes a record with all its steps, whatever the game's files hold.
    fn write_record(&self, record: &AnyRecord) -> JsonText;

    /// Reads a record. Its steps are legal.
    ///
    /// # Errors
    ///
    /// The JSON is malformed, or its value is impossible.
    fn read_record(&self, json: &str) -> Result<AnyRecord, Diagnostic>;

    /// The JSON Schema of a form.
    fn schema(&self, form: Form) -> Schema;
}

/// The [`AnyForms`] of a game.
pub(crate) struct Untyped<G>(pub(crate) PhantomData<fn() -> G>);

impl<G: Playable> AnyForms for Untyped<G> {
    fn write_position(&self, position: &dyn Position) -> JsonText {
        (G::JSON.write_position)(Typed::<G>::of(position))
    }

    fn read_position(&self, json: &str) -> Result<Box<dyn Position>, Diagnostic> {
        Ok(Box::new(Typed((G::JSON.read_position)(json)?)))
    }

    fn write_view(&self, position: &dyn Position, who: Viewer) -> JsonText {
        (G::JSON.write_view)(&Typed::<G>::of(position).view(who))
    }

    fn write_step(&self, position: &dyn Position, step: &AnyStep) -> JsonText {
        write_step(Typed::<G>::of(position), step.of())
    }

    fn write_moves(&self, position: &dyn Position) -> Vec<JsonText> {
        let state = Typed::<G>::of(position);
        let outcomes = match state.odds() {
            Odds::Listed(outcomes) => outcomes,
            Odds::Sampled(_) => Vec::new(),
        };
        let outcomes = outcomes.iter();
        let outcomes = outcomes.map(|(outcome, _)| (G::JSON.write_chance)(state, outcome));
        let moves = state.moves();
        let moves = moves.iter();
        outcomes
            .chain(moves.map(|chosen| (G::JSON.write_move)(state, chosen)))
            .collect()
    }

    fn read_step(&self, position: &dyn Position, json: &str) -> Result<AnyStep, Diagnostic> {
        read_step(Typed::<G>::of(position), json)
    }

    fn write_record(&self, record: &AnyRecord) -> JsonText {
        write_record::<G>(record)
    }

    fn read_record(&self, json: &str) -> Result<AnyRecord, Diagnostic> {
        read_record::<G>(json)
    }

    fn schema(&self, form: Form) -> Schema {
        (G::JSON.schema)(form)
    }
}
