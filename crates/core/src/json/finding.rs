//! Findings in texts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::diagnostic::{Diagnostic, Place};

/// A finding in a text, as `parlour check` prints it.
///
/// ```
/// use parlour_core::json::Finding;
/// use parlour_core::Diagnostic;
/// let diagnostic = Diagnostic::error("syntax", 4..5, "`x` is not a number").help("write a digit");
/// let finding = Finding::of(&diagnostic, b"one\nx");
/// assert_eq!(
///     serde_json::to_string(&finding).expect("words for keys"),
///     r#"{"severity":"error","code":"syntax","line":2,"column":1,"message":"`x` is not a number","help":"write a digit"}"#
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(
    rename = "Diagnostic",
    description = "A finding in a text, as `parlour check` prints it."
)]
pub struct Finding {
    /// `error`: the text is invalid; `notice`: it is valid, but the reader should
    /// know something.
    pub severity: String,
    /// Its kind, as a word that programs can rely on.
    pub code: String,
    /// The line, counted from 1; 0 if there is no text.
    pub line: usize,
    /// The column in characters, counted from 1; 0 if there is no text.
    pub column: usize,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl Finding {
    /// The finding that a diagnostic makes about this text.
    #[must_use]
    pub fn of(diagnostic: &Diagnostic, text: &[u8]) -> Self {
        let Place { line, column } = Place::of(text, diagnostic.at.span.start);
        Finding {
            severity: diagnostic.severity.to_string(),
            code: diagnostic.code.to_owned(),
            line,
            column,
            message: diagnostic.message.clone(),
            help: diagnostic.help.as_deref().map(str::to_owned),
        }
    }
}
