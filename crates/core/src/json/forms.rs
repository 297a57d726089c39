//! How one game's values are written and read as JSON.

use std::fmt;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::advice::AdviceForm;
use super::finding::Finding;
use super::record::{RecordForm, StepForm};
use super::{JsonText, read, write};
use crate::diagnostic::Diagnostic;
use crate::game::{Game, Never};
use crate::notation::Notation;
use crate::views::Views;

/// A type with a JSON form and a schema.
///
/// # Examples
///
/// ```
/// use parlour_core::json::Json;
///
/// fn copied<T: Json>(value: &T) -> serde_json::Result<T> {
///     serde_json::from_str(&serde_json::to_string(value)?)
/// }
/// assert_eq!(copied(&vec![1, 2])?, [1, 2]);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub trait Json: Serialize + DeserializeOwned + JsonSchema {}

impl<T: Serialize + DeserializeOwned + JsonSchema> Json for T {}

/// The values that have a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// A position.
    Position,
    /// What one viewer sees of a position.
    View,
    /// A move.
    Move,
    /// The outcome of a chance event.
    Chance,
    /// A game from its start.
    Record,
    /// A bot's advice: its move, and what it knows about the position.
    Advice,
    /// A finding in a text.
    Diagnostic,
}

impl Form {
    /// All of them.
    pub const ALL: [Form; 7] = [
        Form::Position,
        Form::View,
        Form::Move,
        Form::Chance,
        Form::Record,
        Form::Advice,
        Form::Diagnostic,
    ];

    /// Its name.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Form::Position => "position",
            Form::View => "view",
            Form::Move => "move",
            Form::Chance => "chance",
            Form::Record => "record",
            Form::Advice => "advice",
            Form::Diagnostic => "diagnostic",
        }
    }
}

/// How a game's values are written and read as JSON. What is written can be read back unchanged;
/// what is read is checked as strictly as a text.
pub struct Forms<G: Game> {
    /// Writes a position.
    pub write_position: fn(&G) -> JsonText,
    /// Reads a position.
    pub read_position: fn(&str) -> Result<G, Diagnostic>,
    /// Writes a view: all of it, and no more.
    pub write_view: fn(&G::View) -> JsonText,
    /// Reads a view.
    pub read_view: fn(&str) -> Result<G::View, Diagnostic>,
    /// Writes a move of a position.
    pub write_move: fn(&G, &G::Move) -> JsonText,
    /// Reads a move. Whether it is legal is for [`Game::play`] to say.
    pub read_move: fn(&G, &str) -> Result<G::Move, Diagnostic>,
    /// Writes the outcome of a chance event in a position.
    pub write_chance: fn(&G, &G::Chance) -> JsonText,
    /// Reads the outcome of a chance event.
    pub read_chance: fn(&G, &str) -> Result<G::Chance, Diagnostic>,
    /// The JSON Schema of a form.
    pub schema: fn(Form) -> Schema,
}

impl<G: Game> fmt::Debug for Forms<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Forms").finish_non_exhaustive()
    }
}

impl<G: Notation + Views> Forms<G> {
    /// The forms of a game without its own: strings with its texts.
    #[must_use]
    pub const fn texts() -> Self {
        Forms {
            write_position: |state| write(&state.write_position()),
            read_position: |json| read_text(json, |text| G::read_position(text)),
            write_view: |view| write(&G::write_view(view)),
            read_view: |json| read_text(json, |text| G::read_view(text)),
            write_move: |state, chosen| write(&state.write_move(chosen)),
            read_move: |state, json| read_text(json, |text| state.read_move(text)),
            write_chance: |state, outcome| write(&state.write_chance(outcome)),
            read_chance: |state, json| read_text(json, |text| state.read_chance(text)),
            schema: schema::<String, String, String, String>,
        }
    }
}

impl<G: Json + Game<View: Json, Move: Json, Chance: Json>> Forms<G> {
    /// The forms of a game whose types implement [`Json`].
    #[must_use]
    pub const fn structured() -> Self {
        Forms {
            write_position: |state| write(state),
            read_position: |json| read(json),
            write_view: |view| write(view),
            read_view: |json| read(json),
            write_move: |_, chosen| write(chosen),
            read_move: |_, json| read(json),
            write_chance: |_, outcome| write(outcome),
            read_chance: |_, json| read(json),
            schema: schema::<G, G::View, G::Move, G::Chance>,
        }
    }
}

/// Reads a string that contains a text. A position in that text is not one in the JSON, so the
/// finding is about the whole string.
fn read_text<T>(
    json: &str,
    read_in: impl FnOnce(&str) -> Result<T, Diagnostic>,
) -> Result<T, Diagnostic> {
    let text: String = read(json)?;
    read_in(&text).map_err(|finding| Diagnostic {
        at: Diagnostic::error("", 0..json.len(), "").at,
        also: Vec::new(),
        ..finding
    })
}

/// The schema of a form, for a game with these positions, views, moves and
/// outcomes.
fn schema<P: JsonSchema, V: JsonSchema, M: JsonSchema, C: JsonSchema>(form: Form) -> Schema {
    let settings = SchemaSettings::draft2020_12();
    let generator = match form {
        // All their fields are always written, although some may be left out of what is read.
        Form::Advice | Form::Diagnostic => settings.for_serialize(),
        _ => settings,
    }
    .into_generator();
    match form {
        Form::Position => generator.into_root_schema_for::<P>(),
        Form::View => generator.into_root_schema_for::<V>(),
        Form::Move => generator.into_root_schema_for::<M>(),
        Form::Chance => generator.into_root_schema_for::<C>(),
        Form::Record => generator.into_root_schema_for::<RecordForm<P, StepForm<M, C>>>(),
        Form::Advice => generator.into_root_schema_for::<AdviceForm>(),
        Form::Diagnostic => generator.into_root_schema_for::<Finding>(),
    }
}

impl Serialize for Never {
    fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
        match *self {}
    }
}

impl<'de> serde::Deserialize<'de> for Never {
    fn deserialize<D: serde::Deserializer<'de>>(_: D) -> Result<Self, D::Error> {
        Err(serde::de::Error::custom("there is no luck in this game"))
    }
}

/// The schema of a type without values matches nothing.
impl JsonSchema for Never {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Never".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> Schema {
        false.into()
    }
}
