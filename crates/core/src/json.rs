//! The JSON forms of a game's values, for programs that would rather not parse
//! texts.
//!
//! A form contains what a value is and nothing that can be derived from it: not
//! whose turn it is if the board shows it, not who has won, not the text of a
//! move. So a value cannot contradict itself.
//!
//! [`Forms`] are those of one game, [`AnyForms`] the same without its types.

mod advice;
mod finding;
mod forms;
mod record;
mod untyped;

use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::diagnostic::Diagnostic;

pub use advice::{AdviceForm, ConsideredForm, fields};
pub use finding::Finding;
pub use forms::{Form, Forms, Json};
pub use untyped::AnyForms;
pub(crate) use untyped::Untyped;

/// A JSON value as text, ready to be printed or embedded in another.
pub type JsonText = Box<RawValue>;

/// Writes a value.
pub(crate) fn write(value: &impl Serialize) -> JsonText {
    to_raw_value(value).expect("a value of a game has words for keys")
}

/// Reads a value.
pub(crate) fn read<'a, T: serde::Deserialize<'a>>(json: &'a str) -> Result<T, Diagnostic> {
    serde_json::from_str(json).map_err(|error| bad_json(json, &error))
}

/// What is wrong with a text that should be JSON of some form.
fn bad_json(json: &str, error: &serde_json::Error) -> Diagnostic {
    let told = error.to_string();
    // The span already says where.
    let message = told
        .rsplit_once(" at line ")
        .map_or(&*told, |(message, _)| message);
    let code = if error.is_data() {
        "bad-value"
    } else {
        "bad-json"
    };
    let lines = json.split_inclusive('\n');
    let before: usize = lines
        .take(error.line().saturating_sub(1))
        .map(str::len)
        .sum();
    let mut at = (before + error.column().saturating_sub(1)).min(json.len());
    while !json.is_char_boundary(at) {
        at -= 1;
    }
    Diagnostic::error(code, at..at, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_point_to_their_place() {
        let wrong = |json| {
            let finding = read::<Vec<u8>>(json).expect_err("wrong");
            (finding.code, finding.at.span.start, finding.message)
        };
        for (json, code, at) in [
            ("", "bad-json", 0),
            ("[1, 2", "bad-json", 4),
            ("[1,\n 2,\n x]", "bad-json", 9),
            ("[1,\n 256]", "bad-value", 7),
            ("[1] é", "bad-json", 4),
            ("[\"é\u{1}\"]", "bad-json", 4),
        ] {
            let (found, place, message) = wrong(json);
            assert_eq!((found, place), (code, at), "{json}: {message}");
            assert!(!message.contains("line"), "{message}");
        }
    }
}
