//! The forms of some game, without its types.

use std::marker::PhantomData;

use schemars::Schema;

use super::record::{read_record, read_step, write_line, write_record, write_step};
use super::{AdviceForm, Form, JsonText, write};
use crate::bot::Advice;
use crate::diagnostic::Diagnostic;
use crate::entry::Playable;
use crate::game::{Odds, Viewer};
use crate::position::{Position, Typed};
use crate::record::AnyRecord;
use crate::step::AnyStep;

/// The JSON forms of some game, see [`GameEntry::json`](crate::GameEntry::json).
pub trait AnyForms: Send + Sync {
    /// Writes a position.
    fn write_position(&self, position: &dyn Position) -> JsonText;

    /// Reads a position.
    fn read_position(&self, json: &str) -> Result<Box<dyn Position>, Diagnostic>;

    /// Writes what a viewer sees of a position.
    fn write_view(&self, position: &dyn Position, who: Viewer) -> JsonText;

    /// Writes a step that can be taken in a position.
    fn write_step(&self, position: &dyn Position, step: &AnyStep) -> JsonText;

    /// Writes the legal moves or, at a chance turn, what luck may do, in the order
    /// of [`Position::moves`].
    fn write_moves(&self, position: &dyn Position) -> Vec<JsonText>;

    /// Reads a step: a move, or at a chance turn what luck does. Whether it is
    /// legal is for [`Position::take`] to say.
    fn read_step(&self, position: &dyn Position, json: &str) -> Result<AnyStep, Diagnostic>;

    /// Writes what a bot thinks of a position.
    fn write_advice(&self, position: &dyn Position, advice: &Advice<AnyStep>) -> JsonText;

    /// Writes a record, whatever the game's files hold: all its steps are in it.
    fn write_record(&self, record: &AnyRecord) -> JsonText;

    /// Reads a record. The steps of one that is read are legal.
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

    fn write_advice(&self, position: &dyn Position, advice: &Advice<AnyStep>) -> JsonText {
        let state = Typed::<G>::of(position);
        let mut form: AdviceForm<JsonText> = Advice {
            line: Vec::new(),
            ..advice.clone()
        }
        .map(|step| write_step(state, step.of()))
        .into();
        form.line = write_line(state, &advice.line);
        write(&form)
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
